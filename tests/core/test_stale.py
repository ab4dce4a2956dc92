"""A person's lines of MEMORY.md: which of them the facts about what they speak of contradict."""

import pytest

from memoryd.core.fact import Category, Fact, Status
from memoryd.core.stale import Stale, Subject, newest_end, stale_lines
from memoryd.core.tacit_lines import read_tacit, written

DAY, SOURCE = "2026-03-01", "conversation:plain:tea#4,7"


def fact(text: str, *, day: str = DAY, status: Status = Status.ACTIVE) -> Fact:
    return Fact("ines-004", text, day, status=status)


def stale(line: str, told: Fact) -> list[str]:
    ines = Subject(("Ines Roth",), (told,), operator=True)
    return [row.fact.id for row in stale_in(f"- {line}\n", ines) if row.fact]


def stale_in(text: str, subject: Subject) -> tuple[Stale, ...]:
    return stale_lines(read_tacit(text.encode()), subject)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("I live in Porto", "Ines lives in Lagos"),
        ("Lives in Porto", "Lives in Lagos"),
        ("Ines Roth works at Acorn", "Works at Birch"),
        ("My manager is Petra Lunt", "Ines reports to Omar Said"),
        ("Prefers tea over coffee", "Prefers coffee over tea"),
        ("I use Vim for all texts", "Ines switched from Vim to Kate"),
        ("Prefers tea over coffee, except on Mondays", "Prefers coffee over tea"),
        ("Prefers tea over coffee unless it is late", "I prefer coffee over tea"),
        ("Likes green tea, but not in summer", "Dislikes green tea"),
        ("Lives in Porto, apart from the winters", "Lives in Lagos"),
    ],
)
def test_a_persons_line_that_a_fact_contradicts_is_returned_with_the_fact(
    line: str, told: str
) -> None:
    assert stale(line, fact(told)) == ["ines-004"]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("I live in Porto", fact("Lives in Porto")),
        ("I live in Porto", fact("Lives in Lagos", status=Status.SUPERSEDED)),
        ("I live in Porto (2026-03-01)", fact("Lives in Lagos")),
        ("Dana lives in Porto", fact("Lives in Lagos")),
        ("Dana uses Vim", fact("Ines switched from Vim to Kate")),
        ("My brother lives in Porto", fact("Lives in Lagos")),
        ("Likes plain pens", fact("Lives in Lagos")),
        ("Likes calls, except on Mondays", fact("Dislikes calls on Mondays")),
        ("Prefers tea over coffee, except on Mondays", fact("Prefers tea over coffee")),
        ("Lives in Porto, but not in Foz", fact("Lives in Porto")),
        ("Does not live in Porto", fact("Lives in Lagos")),
        ("Might live in Porto next year", fact("Lives in Lagos")),
        ("If I live in Porto, I want a bike", fact("Lives in Lagos")),
        ("Would like to live in Porto", fact("Lives in Lagos")),
        ("Lives in Porto during the summer", fact("Lives in Lagos")),
        ("Lives in Foz, Porto", fact("Lives in Porto")),
        *(
            ("Lives in Porto", fact(told))
            for told in (
                "Might live in Lagos",
                "Would like to live in Lagos",
                "Does not live in Lagos",
                "Lives in Lagos if all goes well",
                "Tom lives in Lagos",
                "Lives in Lagos for now",
            )
        ),
        ("Likes calls", fact("Might not like calls")),
        ("Works at Acorn", fact("Rejected an offer to work at Birch")),
    ],
)
def test_a_line_that_holds_or_is_about_another_is_not_stale(line: str, told: Fact) -> None:
    assert stale(line, told) == []


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("Heron launches on March 1", 1),
        ("The Heron launch is on March 1", 1),
        ("Wren launches on March 1", 0),
        ("Launches on March 1", 0),
        ("Wren launches before Heron does, on March 1", 0),
    ],
)
def test_a_line_must_name_an_entity_that_is_not_the_operator(line: str, found: int) -> None:
    told = fact("Launches on April 2")

    assert len(stale_in(f"- {line}", Subject(("Heron",), (told,)))) == found


def test_a_line_of_ours_is_not_reviewed_as_a_persons() -> None:
    ours = written("Lives in Porto", "2026-01-01", SOURCE)
    raw = f"## How I Work\n<!-- memoryd -->\n{ours}\n<!-- /memoryd -->\n"

    assert stale_in(raw, Subject(("Ines",), (fact("Lives in Lagos"),), operator=True)) == ()


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("Heron launches on December 16", "Launch moved to January 20"),
        ("Heron launches on December 16", "Heron launches on January 20"),
        ("Heron: launches on December 16", "The launch is now on January 20"),
        ("Project Heron launches December 16", "Launches on January 20"),
        ("The Heron launch is on December 16", "Launches on January 20"),
        ("Heron's launch is December 16", "Launches on January 20"),
        ("Launch of Heron: December 16", "Launches on January 20"),
        ("Launch date for Heron is December 16", "Launches on January 20"),
        ("heron launches on December 16", "Launches on January 20"),
        ("Ship Heron on December 16", "Launches on January 20"),
        ("Launch Heron by December 16", "Launches on January 20"),
        ("We need to ship the Heron project by December 16", "Launches on January 20"),
        ("Heron is launching on December 16", "Launches on January 20"),
        ("Shipping Heron on December 16", "Launches on January 20"),
        ("Heron must ship by December 16", "Launches on January 20"),
        ("Top priority: ship Heron on December 16", "Launches on January 20"),
        ("**Heron**: launches December 16", "Launches on January 20"),
        ("Heron must be finished by May 2", "Deadline is June 3"),
        ("Heron launches on 2026-12-16", "Launches on January 20"),
        ("Deadline for Heron is May 2", "Deadline moved to June 3"),
        ("Heron deadline: May 2", "Deadline moved to June 3"),
        ("Finish Heron by May 2", "Deadline is June 3"),
        ("Heron uses GraphQL", "Uses REST instead of GraphQL"),
        ("Heron is in beta", "No longer in beta"),
        ("Heron launches on December 16, except in Japan", "Launches on January 20"),
    ],
)
def test_a_line_on_a_project_that_its_facts_contradict_is_stale(line: str, told: str) -> None:
    (found,) = stale_in(f"- {line}", Subject(("heron", "Heron"), (fact(told),)))

    assert found.fact == fact(told)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("Heron launches on December 16", "Launches on December 16"),
        ("Heron launches on Dec 16", "Launches on December 16"),
        ("Heron launches on 16 December", "Launches on December 16"),
        ("Heron launches on 2026-12-16", "Launches on December 16, 2026"),
        ("Heron launches in December", "Launches on December 16"),
        ("Heron was to launch on December 16", "Launches on January 20"),
        ("Heron beta launches on December 16", "Launches on January 20"),
        ("Heron launches on December 16", "Deadline is January 20"),
        ("Heron launches on December 16 (2026-03-01)", "Launches on January 20"),
        ("Ship Heron", "Launches on January 20"),
        ("Ship Heron by December 16", "Deadline for the review is January 20"),
        ("Wren launches on December 16, a week before Heron", "Launches on January 20"),
        ("Use GraphQL everywhere but in Heron", "Uses REST instead of GraphQL"),
        ("Wren uses GraphQL like Heron did", "Uses REST instead of GraphQL"),
        ("I use GraphQL, Heron aside", "Uses REST instead of GraphQL"),
        ("Heron is the repo to copy from", "Launches on January 20"),
        ("I prefer calls over email about Heron", "Prefers email over calls"),
        ("I live in Porto, near the Heron office", "Lives in Lagos"),
        ("My manager is Petra, who leads Heron", "Manager is Omar"),
        ("Sandheron launches on December 16", "Launches on January 20"),
    ],
)
def test_a_line_that_merely_mentions_a_project_is_not_stale(line: str, told: str) -> None:
    assert stale_in(f"- {line}", Subject(("heron", "Heron"), (fact(told),))) == ()


def test_of_several_facts_the_newest_is_told_and_one_that_says_the_same_saves_a_line() -> None:
    line = "- Heron launches on December 16"
    older, newer = (
        Fact("h-1", "Launches on January 20", "2026-02-01"),
        Fact("h-2", "Launches on February 3", "2026-03-01"),
    )
    same = Fact("h-3", "Launches on December 16", "2026-03-02")

    assert [row.fact for row in stale_in(line, Subject(("Heron",), (newer, older)))] == [newer]
    assert stale_in(line, Subject(("Heron",), (newer, older, same))) == ()


PRIORITIES, WORK = "## Project Priorities\n- ", "## How I Work\n- "


@pytest.mark.parametrize(
    "line",
    [
        PRIORITIES + "Ship Larkspur",
        PRIORITIES + "Larkspur",
        PRIORITIES + "Larkspur first",
        PRIORITIES + "Larkspur: the import",
        PRIORITIES + "Larkspur, then Wren",
        PRIORITIES + "1. Larkspur",
        PRIORITIES + "[ ] Finish Larkspur by May",
        PRIORITIES + "Get Larkspur done",
        PRIORITIES + "Project Larkspur is the most important thing",
        PRIORITIES + "Wren, Larkspur",
        PRIORITIES + "Ship Wren and Larkspur",
        PRIORITIES + "Keep working on Larkspur",
        PRIORITIES + "Mornings: Larkspur",
        PRIORITIES + "Larkspur is in beta",
        PRIORITIES + "`Larkspur` goes first",
        WORK + "Ship Larkspur",
        WORK + "I'm working on Larkspur",
        WORK + "Working on the Larkspur project with Dana",
        WORK + "Focus on Larkspur this quarter",
        WORK + "Current project: Larkspur",
        WORK + "My main priority is Larkspur",
        WORK + "I lead Larkspur",
        WORK + "Larkspur will go live in May",
        WORK + "Larkspur launches on May 2",
        WORK + "Larkspur is planned for the autumn",
    ],
)
def test_a_line_that_takes_a_project_for_at_work_is_stale_once_it_is_over(line: str) -> None:
    end = fact("Project is finished")
    over = Subject(("larkspur", "Larkspur"), (end,), ended=True, end=end)

    assert [row.fact for row in stale_in(line, over)] == [end]
    assert [row.fact for row in stale_in(line, Subject(over.names, (), ended=True))] == [None]
    assert stale_in(line, Subject(over.names, ())) == ()
    assert stale_in(f"{line} (2026-03-01)", over) == ()


@pytest.mark.parametrize(
    "line",
    [
        PRIORITIES + "Larkspur is finished",
        PRIORITIES + "Larkspur: done",
        PRIORITIES + "Larkspur: maintenance only",
        PRIORITIES + "Larkspur's lessons go into Wren",
        PRIORITIES + "Wren, which builds on Larkspur",
        PRIORITIES + "Ship Wren as we shipped Larkspur",
        PRIORITIES + "Ship Wren",
        PRIORITIES + "Write the Larkspur post-mortem",
        PRIORITIES + "Finish the Larkspur report",
        WORK + "Larkspur",
        WORK + "Larkspur shipped in May",
        WORK + "Larkspur was launched in May",
        WORK + "Worked on Larkspur with Dana",
        WORK + "I led Larkspur",
        WORK + "Larkspur taught me to test early",
        WORK + "Never deploy Larkspur on Fridays",
        WORK + "Larkspur lives at git.example.org",
        WORK + "Dana built Larkspur",
        WORK + "Build new services like Larkspur",
        WORK + "Test Larkspur backups on Mondays",
        WORK + "Run Larkspur on Mondays to get the reports",
        WORK + "Stop working on Larkspur",
        PRIORITIES + "Wren (successor of Larkspur)",
        PRIORITIES + "Reuse Larkspur's importer in Wren",
    ],
)
def test_a_line_that_merely_mentions_a_project_that_is_over_is_not_stale(line: str) -> None:
    end = fact("Project is finished")

    assert stale_in(line, Subject(("Larkspur",), (end,), ended=True, end=end)) == ()


@pytest.mark.parametrize(
    ("told", "over"),
    [
        ([("2026-02-01", "Is in beta"), ("2026-03-01", "Project is finished")], True),
        ([("2026-03-01", "Project is finished"), ("2026-04-01", "Is in beta")], False),
        ([("2026-03-01", "Is in beta")], False),
        ([], False),
    ],
)
def test_a_project_is_over_while_its_newest_fact_says_so(
    told: list[tuple[str, str]],
    over: bool,  # noqa: FBT001 - a row
) -> None:
    facts = [Fact(f"l-{n}", text, day, category=Category.STATUS) for n, (day, text)
             in enumerate(told)]  # fmt: skip

    assert (newest_end(facts) is not None) is over
