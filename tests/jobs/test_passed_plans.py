"""Once the day of a plan has passed its summary and MEMORY.md agree, and the fact is untouched."""

from pathlib import Path

import pytest

from memoryd.core.proposal import Synthesis
from tests.jobs.sundays import Scribe, held, memory_of, text_of
from tests.store_kit import Home

LAUNCH, WAS = "Launches on November 18", "Was to launch on November 18."
BEFORE, AFTER = "2026-11-15", "2026-11-22"


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path)


def said(home: Home, *facts: tuple[str, str], who: str = "project Nova") -> None:
    for day, text in facts:
        home.say(f"@{who}: {text}", day=day, session=f"{who}{day}")
    home.beat()


def facts_of(home: Home, name: str = "projects/nova") -> bytes:
    return (home.root / name / "items.json").read_bytes()


@pytest.mark.parametrize("model", [False, True])
def test_what_memory_retires_is_no_plan_in_the_summary(home: Home, *, model: bool) -> None:
    said(home, ("2026-11-10", LAUNCH), ("2026-11-11", "Built of oak"))
    wrong = Scribe(lambda _: Synthesis(f"Nova launches on November 18. {LAUNCH}. Built of oak."))
    writer = wrong if model else None
    held(home, writer, day=BEFORE)
    assert f"{LAUNCH}." in text_of(home, "projects/nova")
    assert LAUNCH in memory_of(home)
    facts = facts_of(home)

    sunday = held(home, writer, day=AFTER)

    assert sunday.tacit is not None
    assert [line.text for line in sunday.tacit.retired] == [f"Nova: {LAUNCH}"]
    assert text_of(home, "projects/nova").splitlines()[2:] in (
        [WAS, "Built of oak."], ["Built of oak.", WAS],
    )  # fmt: skip
    assert facts_of(home) == facts
    files = home.visible()
    for minute in ("05:01", "05:02"):
        assert held(home, writer, day=AFTER, time_of_day=minute).made == []
    assert home.visible() == files


def test_a_plan_alone_is_told_as_one_and_cold_still_is(home: Home) -> None:
    said(home, ("2026-11-10", LAUNCH))
    for day in (BEFORE, AFTER, "2027-06-06"):
        held(home, day=day)

    assert text_of(home, "projects/nova") == f"# Nova\n\n{WAS}\n"


def test_a_project_that_was_taken_up_again_has_its_old_launch_behind_it(home: Home) -> None:
    said(home, ("2026-10-01", LAUNCH), ("2026-10-10", "Nova is finished"))
    held(home, day="2026-10-11")
    said(home, ("2026-11-20", "Work on it goes on"))
    held(home, day=AFTER)

    assert "Launches on" not in text_of(home, "projects/nova")
    assert "Launches on" not in memory_of(home)


def test_of_a_person_too_it_is_told_as_what_was_planned(home: Home) -> None:
    said(home, ("2026-11-10", "Moves to Oslo on November 18"), who="person Dana")
    held(home, day=BEFORE)
    held(home, day=AFTER)

    assert text_of(home, "people/dana") == "# Dana\n\nWas to move to Oslo on November 18.\n"
