"""A plan whose day has passed is none in a summary either, and nobody knows what came of it."""

from datetime import date

import pytest

from memoryd.core.at_work import told_by
from memoryd.core.decay import Heat
from memoryd.core.fact import Category, Fact
from memoryd.core.passed import once_passed, says_as_plan
from memoryd.core.rewrite import Known, Report, Versions, Why, rewrite
from memoryd.core.summary import take_apart

SAID, TODAY = "2026-11-10", date(2026, 11, 22)
LAUNCH = "Launches on November 18"
WAS = "Was to launch on November 18."


def fact(text: str, number: int = 1, day: str = SAID, category: str = "status") -> Fact:
    return Fact(f"nova-{number:03d}", text, day, category=category)


def told(text: str, *, project: bool = True, category: str = "status") -> str:
    now, _ = once_passed("Nova", [fact(text, category=category)], TODAY, project=project)
    return now[0].fact


@pytest.mark.parametrize(
    ("text", "now"),
    [
        (LAUNCH, WAS[:-1]),
        ("Nova launches on November 18", "Nova was to launch on November 18"),
        ("The beta ships on November 18", "The beta was to ship on November 18"),
        ("Will launch on November 18", "Was to launch on November 18"),
        ("Due on November 18", "Was due on November 18"),
        ("Planned for November 18", "Was planned for November 18"),
        ("Due diligence ends on November 18", "Due diligence was to end on November 18"),
        ("Will be launched on November 18", "Was to be launched on November 18"),
        ("Is going to start on November 18", "Was to start on November 18"),
        ("Is to start on November 18", "Was to start on November 18"),
        ("Launch is planned for November 18", "Launch was planned for November 18"),
        ("Goes live on November 18", "Was to go live on November 18"),
        ("Flies to Mars on November 18", "Was to fly to Mars on November 18"),
        ("Closes on November 18", "Was to close on November 18"),
        ("Finishes on November 18", "Was to finish on November 18"),
        ("Moves to Oslo on November 18", "Was to move to Oslo on November 18"),
        ("Demo on November 18", f"Plan of {SAID}, its day now past: Demo on November 18"),
        ("Deadline is November 18", f"Plan of {SAID}, its day now past: Deadline is November 18"),
        ("Startet am 18. November", f"Plan of {SAID}, its day now past: Startet am 18. November"),
        ("Launches tomorrow", f"Plan of {SAID}, its day now past: Launches tomorrow"),
        ("Launches this week", f"Plan of {SAID}, its day now past: Launches this week"),
        ("Led by Ann. Launches on November 18. Uses Postgres.",
         "Led by Ann. Was to launch on November 18. Uses Postgres."),
    ],
)  # fmt: skip
def test_a_plan_is_told_as_one_once_its_day_has_passed(text: str, now: str) -> None:
    assert told(text) == now
    assert told_by("Nova", [fact(text)], TODAY) == []  # MEMORY.md has it no more either
    assert says_as_plan(now)


@pytest.mark.parametrize(
    "text",
    ["Launches on November 22", "Launches on December 18", "Launched on November 18",
     "Decided on Postgres", "Uses Postgres since November", "Finished on November 18",
     "Meets every Friday", "Born on November 18", "Team meets on Fridays",
     "Birthday on November 18", "Saw Ann on November 18"],
)  # fmt: skip
def test_what_is_to_come_or_is_no_plan_stays_as_it_is(text: str) -> None:
    assert told(text) == text
    assert told(text, project=False) == text


@pytest.mark.parametrize(
    "text",
    ["Was rewritten in Rust in 2025", "Launched in October 2025", "Was shut in October 2025",
     "The first release came out in October 2025", "Won a prize in October 2025",
     "Had an outage in October 2025", "Was rewritten in Rust this month",
     "Has been open source since October, under MIT from October 2025", "Cut its costs in 2025",
     "Moved to Kubernetes this year"],
)  # fmt: skip
def test_what_was_reported_in_the_very_month_or_year_it_names_was_no_plan(text: str) -> None:
    now, _ = once_passed("Nova", [fact(text, day="2025-10-03")], date(2026, 2, 1), project=True)

    assert now[0].fact == text


@pytest.mark.parametrize(
    ("text", "now"),
    [("Launches in October 2025", "Was to launch in October 2025"),
     ("Is planned for October 2025", "Was planned for October 2025"),
     ("Launch scheduled in October 2025",
      "Plan of 2025-10-03, its day now past: Launch scheduled in October 2025")],
)  # fmt: skip
def test_what_was_to_come_in_the_very_month_it_names_was_a_plan(text: str, now: str) -> None:
    told, _ = once_passed("Nova", [fact(text, day="2025-10-03")], date(2026, 2, 1), project=True)

    assert told[0].fact == now


@pytest.mark.parametrize(
    ("text", "now"),
    [
        ("Starts at Norvik on November 18", "Was to start at Norvik on November 18"),
        ("Dana will move to Oslo on November 18", "Dana was to move to Oslo on November 18"),
        ("Has an exam on November 18",
         f"Plan of {SAID}, its day now past: Has an exam on November 18"),
        ("Contract with Ann ends on November 18", "Contract with Ann was to end on November 18"),
        ("Due on November 18", "Was due on November 18"),
        ("Wedding is on November 18",
         f"Plan of {SAID}, its day now past: Wedding is on November 18"),
        ("Name day is on November 18", "Name day is on November 18"),
        ("Lives in Rome until November 18", "Lives in Rome until November 18"),
        ("Photo of November 18", "Photo of November 18"),
        ("Likes to launch on November 18", "Likes to launch on November 18"),
    ],
)  # fmt: skip
def test_of_somebody_only_what_is_surely_a_plan_is_told_as_one(text: str, now: str) -> None:
    assert told(text, project=False) == now


@pytest.mark.parametrize("category", [Category.PREFERENCE.value, Category.RELATIONSHIP.value])
def test_what_one_likes_or_is_to_another_is_no_plan(category: str) -> None:
    assert told(LAUNCH, category=category) == LAUNCH


def known(*facts: Fact) -> Known:
    now, passed = once_passed("Nova", facts, TODAY, project=True)
    return Known("Nova", now, {f.id: Heat.HOT for f in now if f.active}, passed=passed)


def written(
    proposed: str | None, *facts: Fact, before: bytes | None = None, last: bytes | None = None
) -> tuple[list[str], Report]:
    versions = Versions.of(before, last if last is not None else before)
    raw, report = rewrite(versions, known(*facts), proposed)
    return [row.text for row in take_apart(raw).rows if row.text], report


PLAN, OAK = fact(LAUNCH), fact("Built of oak", 2)


@pytest.mark.parametrize(
    "sentence",
    ["Nova launches on November 18.", "Nova will launch on November 18.",
     "Launch is planned for November 18.", "Nova launched on November 18.",
     "Nova was launched on November 18.", "Nova had its launch on November 18.",
     "Built of oak, Nova launches on November 18.",
     "Nova was built of oak, and launches on November 18.", "The launch is on November 18.",
     "Nova is about to launch.", "Nova launches.", "Nova launched.",
     "Nova will launch in November.", "Built of oak, Nova is about to launch."],
)  # fmt: skip
def test_a_model_may_tell_it_neither_as_to_come_nor_as_done(sentence: str) -> None:
    lines, report = written(f"{sentence}\nBuilt of oak.", PLAN, OAK)

    assert lines == ["Built of oak.", WAS]
    assert report.left_out == ((sentence, Why.PASSED),)


@pytest.mark.parametrize(
    "sentence",
    ["Nova was to launch on November 18.", "Nova was planned to launch on November 18.",
     "The launch was planned for November 18.", "The launch of Nova was due on November 18.",
     "Nova, built of oak, was to launch on November 18."],
)  # fmt: skip
def test_a_model_may_say_what_was_planned_and_then_it_is_told(sentence: str) -> None:
    lines, report = written(f"{sentence}\nBuilt of oak.", PLAN, OAK)

    assert lines == [sentence, "Built of oak."]
    assert report.left_out == ()


@pytest.mark.parametrize(
    ("report", "lines"),
    [
        ("Launched on November 16", ["Launched on November 16."]),
        ("Launches on December 16", [WAS, "Launches on December 16."]),
        ("Kickoff was on November 12", [WAS, "Kickoff was on November 12."]),
    ],
)
def test_what_was_carried_out_is_told_once_and_a_new_plan_beside_the_old(
    report: str, lines: list[str]
) -> None:
    later = fact(report, 2, "2026-11-16")

    assert written(None, PLAN, later)[0] == lines
    assert written("\n".join(lines), PLAN, later)[0] == lines
    anew = [f"Nova {line[0].lower()}{line[1:]}" for line in lines]
    assert written("\n".join(anew), PLAN, later)[0] == anew


@pytest.mark.parametrize("proposed", [None, "Nova launches on November 18.", WAS])
def test_what_a_person_deleted_or_keeps_does_not_come_back_as_a_past_plan(
    proposed: str | None,
) -> None:
    last = f"# Nova\n\n{LAUNCH}.\nBuilt of oak.\n".encode()
    gone = last.replace(f"{LAUNCH}.\n".encode(), b"")
    kept = b"# Nova\n\n<!-- keep -->\nLaunches on November 18.\n<!-- /keep -->\n"

    lines, report = written(proposed, PLAN, OAK, before=gone, last=last)
    assert lines == ["Built of oak."]
    assert report.taken_out == (f"{LAUNCH}.",)
    raw, _ = rewrite(Versions(gone, gone, gone, (), frozenset(report.deleted)), known(PLAN, OAK),
                     proposed)  # fmt: skip
    assert raw == gone
    assert written(proposed, PLAN, OAK, before=kept, last=b"")[0] == ["Built of oak."]


def test_the_sentence_that_stood_was_ours_and_goes() -> None:
    last = f"# Nova\n\n{LAUNCH}.\nBuilt of oak.\n".encode()

    assert written(None, PLAN, OAK, before=last)[0] == [WAS, "Built of oak."]
    assert written(None, PLAN, OAK, before=last, last=b"")[0] == [WAS, "Built of oak."]
