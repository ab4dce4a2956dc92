"""What stands in MEMORY.md of a project at work, and what is said of a line that leaves."""

from datetime import date

import pytest

from memoryd.core.at_work import Leaving, leaving, once_over, told_by
from memoryd.core.fact import Fact
from memoryd.core.tacit import TacitSection
from memoryd.core.tacit_lines import TacitLine, Work

TODAY = date(2026, 3, 1)
PLAN = ("2026-01-13", "Launches on April 2")


def facts(*said: tuple[str, str], category: str = "status") -> list[Fact]:
    return [Fact(f"beacon-{n:03}", text, day, category=category) for n, (day, text)
            in enumerate(said, start=1)]  # fmt: skip


@pytest.mark.parametrize(
    ("said", "first"),
    [
        ((PLAN,), PLAN[1]),
        ((("2025-06-01", "Decided on Postgres"),), "Decided on Postgres"),
        ((PLAN, ("2026-02-17", "Decided on Postgres")), PLAN[1]),
        ((("2026-01-02", "Decided on Redis"), PLAN), PLAN[1]),
        ((PLAN, ("2026-02-17", "Beta starts on March 9")), "Beta starts on March 9"),
        ((PLAN, ("2026-02-17", "Beta starts on February 20")), PLAN[1]),
        ((("2026-01-02", "Decided on Redis"), ("2026-02-17", "Decided on Postgres")),
         "Decided on Postgres"),
        ((("2026-01-02", "Decided on Redis"), ("2026-01-13", "Launches on February 2")),
         "Decided on Redis"),
        ((PLAN, ("2026-02-20", "Launched the beta on February 20")), PLAN[1]),
        ((PLAN, ("2026-02-20", "Launched on February 20"), ("2026-02-21", "Hired a tester")),
         "Hired a tester"),
        ((PLAN, ("2026-02-20", "Sells boats")), PLAN[1]),
        ((("2026-02-01", "Work goes on"), ("2026-02-20", "Has ten staff")), "Work goes on"),
        ((PLAN, ("2026-02-20", "Kickoff was on February 19")), PLAN[1]),
        ((PLAN, ("2026-02-20", "Dropped Redis for Beacon")), PLAN[1]),
        ((PLAN, ("2026-02-20", "Dropped Redis on April 2, 2025")), PLAN[1]),
        ((("2026-02-01", "Deadline is today"), ("2026-01-01", "Chose oak")), "Chose oak"),
        ((("2026-03-01", "Launches today"), ("2026-03-01", "Chose oak")), "Launches today"),
        ((("2026-01-13", "Demo on April 2"), ("2026-02-20", "Decided on Postgres")),
         "Demo on April 2"),
        ((("2026-01-13", "Next review is on May 3"), ("2026-02-20", "Decided on Postgres")),
         "Next review is on May 3"),
        ((("2026-01-13", "Startet am 5. Mai"), ("2026-02-20", "Decided on Postgres")),
         "Startet am 5. Mai"),
        ((("2026-01-13", "Demo on April 2, 2025"), ("2026-02-20", "Decided on Postgres")),
         "Decided on Postgres"),
        ((("2026-01-13", "Launched on May 5"), ("2026-02-20", "Decided on Postgres")),
         "Decided on Postgres"),
        ((("2026-01-13", "Demo on January 9"), ("2026-02-20", "Decided on Postgres")),
         "Decided on Postgres"),
        ((("2026-01-28", "Finished"), ("2026-02-20", "Work on it goes on")), "Work on it goes on"),
    ],
)  # fmt: skip
def test_what_lies_ahead_is_told_first_however_long_ago_it_was_said(
    said: tuple[tuple[str, str], ...], first: str
) -> None:
    assert told_by("Beacon", facts(*said), TODAY)[0].fact == first


@pytest.mark.parametrize(
    "said",
    [
        (), (("2026-01-13", "Launches on February 2"),), (("2026-01-13", "Deadline is today"),),
        (PLAN, ("2026-02-20", "Finished")), (PLAN, ("2026-02-20", "Beacon is cancelled")),
        (PLAN, ("2026-02-20", "Launched on February 20")), (PLAN, ("2026-02-20", "Is live")),
        (PLAN, ("2026-02-20", "Beacon was launched today")), (PLAN, ("2026-02-20", "Went live")),
        (("2026-02-20", "Launched"),), (("2026-02-20", "Is over"),), (("2026-02-20", "Released"),),
        (("2026-02-20", "Launched"), ("2026-02-22", "Is live")),
        (("2026-02-20", "Sells boats"),), (("2026-02-20", "Is a company in Kiel"),),
        (("2026-02-20", "Has 40 employees"),), (("2026-02-20", "Was founded in 1990"),),
    ],
)  # fmt: skip
def test_a_project_that_is_over_or_of_which_all_is_over_has_no_line(
    said: tuple[tuple[str, str], ...],
) -> None:
    assert told_by("Beacon", facts(*said), TODAY) == []


def test_without_a_status_or_milestone_the_newest_of_the_rest_is_told() -> None:
    rest = facts(("2025-01-01", "Led by Ann"), ("2025-02-01", "For Meridian"), category="x")

    assert [fact.fact for fact in told_by("Beacon", rest, TODAY)] == ["For Meridian", "Led by Ann"]
    assert told_by("Beacon", [*rest, *facts(PLAN)], TODAY)[0].fact == PLAN[1]


def line(text: str, source: str = "conversation:plain:a#1") -> TacitLine:
    return TacitLine(TacitSection.PRIORITIES, text, ours=True, evidence=source, line=3,
                     day="2026-01-13")  # fmt: skip


def works(count: int = 0) -> list[Work]:
    beacon = Work("Beacon", "2026-02-17", "Decided on Postgres", "conversation:plain:a#9",
                  others=("Launches on April 2", "Uses REST: always"))  # fmt: skip
    more = [Work(f"P{n}", "2026-02-20", "goes on", "conversation:plain:p#1") for n in range(count)]
    return [beacon, *more]


@pytest.mark.parametrize(
    ("old", "count", "why"),
    [
        (line("Beacon: Launches on April 2"), 0, "now"),
        (line("Beacon: Uses REST: always"), 6, "now"),
        (line("Beacon: Decided upon Postgres", "conversation:plain:a#9"), 0, "now"),
        (line("Beacon: Launches on April 2"), 7, "room"),
        (line("Beacon: Decided on Postgres"), 7, "room"),
        (line("Beacon: Launches on March 16"), 0, "retired"),
        (line("Beacon: Launches on March 16"), 7, "retired"),
        (line("Wren: Launches on April 2"), 0, "retired"),
        (line("Plans on paper"), 0, "retired"),
    ],
)
def test_a_line_is_called_retired_only_where_it_holds_no_longer(
    old: TacitLine, count: int, why: str
) -> None:
    new = {"now": "Beacon: Decided on Postgres"}.get(why)
    found = leaving([old], works(count))

    assert found == Leaving(
        retired=(old,) if why == "retired" else (),
        now=((old.text, new),) if new else (),
        room=(old,) if why == "room" else (),
    )


@pytest.mark.parametrize(
    ("text", "announced"),
    [
        ("Launches on January 26", True), ("Is planned for spring", True),
        ("Launches in spring", True), ("Starts soon", True), ("Soll im Mai starten", True),
        ("Next review is on May 3", True), ("Client will pay in May", True),
        ("Launched in spring", False), ("Planned by Ann", False), ("Built with Postgres", False),
        ("Launched on January 20", False), ("Chose the plan of Ann", False),
        ("Kickoff was on January 7", False), ("Ships with Postgres", False),
    ],
)  # fmt: skip
def test_of_a_project_that_is_over_what_was_announced_is_told_as_replaced(
    text: str, *, announced: bool
) -> None:
    told = facts(("2026-01-20", text), ("2026-01-28", "Finished"))

    assert once_over(told, ()) == tuple(told)
    assert [f.superseded_by for f in once_over(told, ["beacon-002"])] == [
        "beacon-002" if announced else None, None,
    ]  # fmt: skip


def test_what_is_planned_after_the_end_and_how_one_stands_to_it_is_told() -> None:
    end, later = facts(("2026-01-28", "Finished"), ("2026-02-03", "Launches again on June 1"))
    tie = Fact("beacon-009", "Ann will lead it", "2026-01-20", category="relationship")

    assert once_over([end, later, tie], [end.id]) == (end, later, tie)
