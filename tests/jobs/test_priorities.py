"""The priorities of MEMORY.md: a project's line stands until it is over, not until it is old."""

from pathlib import Path

import pytest

from memoryd.core.tacit_lines import read_tacit
from tests.jobs.sundays import held, memory_of
from tests.store_kit import Home

LAUNCH = "Beacon: Launches on April 2"


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path)


def said(home: Home, *facts: tuple[str, str], who: str = "project Beacon") -> None:
    for at, (day, text) in enumerate(facts):
        home.say(f"@{who}: {text}", day=day, session=f"{who}{day}{at}")
    home.beat()


def lines_of(home: Home) -> list[str]:
    return [line.text for line in read_tacit(memory_of(home).encode()) if line.ours]


def note_of(home: Home, day: str) -> list[str]:
    path = home.root / f"memory/{day}.md"
    text = path.read_text() if path.exists() else ""
    return [line.partition("MEMORY.md, ")[2] for line in text.splitlines() if "MEMORY.md, " in line]


@pytest.mark.parametrize(
    ("later", "day", "stands"),
    [
        ((), "2026-03-29", LAUNCH),
        ((("2026-02-03", "Decided on Postgres"),), "2026-02-08", LAUNCH),
        ((("2026-01-02", "Decided on Redis"),), "2026-02-08", LAUNCH),
        ((("2026-02-03", "Decided on Postgres"),), "2026-04-05", "Beacon: Decided on Postgres"),
        ((), "2026-04-05", None),
        ((("2026-02-03", "Beacon is finished"),), "2026-02-08", None),
        ((("2026-02-03", "Launches on May 5"),), "2026-02-08", "Beacon: Launches on May 5"),
    ],
)
def test_a_line_stands_until_its_fact_is_over_or_replaced(
    home: Home, later: tuple[tuple[str, str], ...], day: str, stands: str | None
) -> None:
    said(home, ("2026-01-13", "Launches on April 2"))
    held(home)
    assert lines_of(home) == [LAUNCH]
    said(home, *later)
    held(home, day=day)
    after = home.visible()
    for minute in ("05:01", "05:02", "05:03"):
        held(home, day=day, time_of_day=minute)

    assert lines_of(home) == ([stands] if stands else [])
    assert home.visible() == after
    retired = [line for line in note_of(home, day) if line.startswith("retired: ")]
    assert retired == ([] if stands == LAUNCH else [f"retired: {LAUNCH}"])


def test_what_was_decided_long_ago_stands_while_there_is_room_for_it(home: Home) -> None:
    said(home, ("2026-01-05", "Decided on Redis"))
    held(home)
    for week in ("03-01", "04-05", "06-07"):
        held(home, day=f"2026-{week}")
    assert lines_of(home) == ["Beacon: Decided on Redis"]
    said(home, ("2026-06-09", "Decided on oak"))
    sunday = held(home, day="2026-06-14")

    now = ("Beacon: Decided on Redis", "Beacon: Decided on oak")
    assert lines_of(home) == [now[1]]
    assert sunday.tacit is not None
    assert (sunday.tacit.now, sunday.tacit.retired) == ([now], [])
    assert note_of(home, "2026-06-14") == [f"now: {now[1]} (before: {now[0]})"]


def test_a_project_that_seven_newer_ones_crowd_out_made_room(home: Home) -> None:
    said(home, ("2026-01-13", "Launches on April 2"))
    held(home)
    for n in range(7):
        said(home, ("2026-02-03", "Decided on oak"), who=f"project Wren{n}")
    sunday = held(home, day="2026-02-08")

    assert len(lines_of(home)) == 7
    assert LAUNCH not in lines_of(home)
    assert f"made room for newer projects: {LAUNCH}" in note_of(home, "2026-02-08")
    assert sunday.tacit is not None
    assert [line.text for line in sunday.tacit.fallen] == [LAUNCH]
    assert sunday.tacit.retired == []
