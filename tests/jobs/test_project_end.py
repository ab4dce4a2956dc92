"""A project goes to the archives by its own end, and not while a day ahead was told since."""

from pathlib import Path

import pytest

from memoryd.core.proposal import Synthesis
from tests.jobs.sundays import Scribe, held, memory_of, text_of
from tests.jobs.test_over import said, text_of_wren
from tests.store_kit import Home

WREN = "projects/wren"
LAUNCH = "Launches on May 3, 2027"
OF_OTHERS = ["The old server was shut down", "Summer is over", "Competitor was cancelled",
             "The contract with Acme was cancelled", "Launch party was cancelled",
             "Tom finished the project plan", "Wren Lite was cancelled",
             "Rumour that it was cancelled is wrong"]  # fmt: skip


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path)


@pytest.mark.parametrize("completed", [None, True])
@pytest.mark.parametrize("fact", OF_OTHERS)
def test_what_else_is_over_archives_no_project_and_hides_no_launch(
    home: Home, fact: str, *, completed: bool | None
) -> None:
    said(home, ("2026-01-20", LAUNCH), ("2026-01-20", "Dana leads the project"),
         ("2026-01-28", fact))  # fmt: skip
    sunday = held(home, Scribe(lambda _: Synthesis(None, (), completed)))
    held(home, day="2026-02-08")

    assert sunday.archived == []
    assert f"{LAUNCH}." in text_of(home, WREN)
    assert f"Wren: {LAUNCH}" in memory_of(home)


@pytest.mark.parametrize("end", ["Finished", "Wren was cancelled", "The project was shut down"])
def test_its_own_end_archives_it_whatever_was_planned_before(home: Home, end: str) -> None:
    said(home, ("2026-01-20", LAUNCH), ("2026-01-28", end))

    assert [str(ref) for ref in held(home).archived] == [WREN]
    assert LAUNCH not in text_of_wren(home)


def test_what_is_wound_up_after_its_end_does_not_hold_it_back(home: Home) -> None:
    said(home, ("2026-01-27", "Finished"), ("2026-01-28", "The old server was shut down"))

    assert [str(ref) for ref in held(home).archived] == [WREN]


@pytest.mark.parametrize(
    ("facts", "archived"),
    [
        (("Finished", LAUNCH), []), ((LAUNCH, "Finished"), [WREN]),
        (("Cancelled", "Deadline is March 1, 2026"), []),
        (("Cancelled", "Kickoff was on January 7"), [WREN]),
        ((LAUNCH, "Cancelled", "Launches on June 3, 2027"), []),
    ],
)  # fmt: skip
def test_of_one_day_what_was_said_last_holds(
    home: Home, facts: tuple[str, ...], archived: list[str]
) -> None:
    for minute, fact in enumerate(facts):
        home.say(f"@project Wren: {fact}", day="2026-01-28", time=f"2026-01-28T09:0{minute}:00Z")
    home.beat()

    assert [str(ref) for ref in held(home).archived] == archived
    assert ("2027" in text_of_wren(home)) is ("2027" in " ".join(facts) and not archived)


def test_once_the_day_ahead_has_passed_it_holds_nothing_back(home: Home) -> None:
    said(home, ("2026-01-28", "Finished"), ("2026-01-28", "Deadline is March 1, 2026"))

    assert held(home).archived == []
    assert [str(ref) for ref in held(home, day="2026-03-08").archived] == [WREN]
