"""Which days a night reviews: each once, missed ones too, whatever the clocks do."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from memoryd.core.nights import (
    Closed,
    Reviewed,
    is_due,
    latest_night,
    night_of,
)
from memoryd.core.nights import unfinished as unfinished_since
from memoryd.core.turn import Line, Role, Turn

BERLIN = ZoneInfo("Europe/Berlin")
ELEVEN = time(23)
BOTH = frozenset({"graph", "notes"})


def unfinished(
    marks: dict[str, str], last: date, layers: frozenset[str], since: str = "2026-01-01"
) -> list[date]:
    return unfinished_since(marks, last, layers, date.fromisoformat(since))


def closed(
    day: str, *, last: int = 3, layers: frozenset[str] = BOTH, at: str = ""
) -> dict[str, str]:
    moment = datetime.fromisoformat(at or f"{day}T23:00:01+01:00")
    return {f"night:{day}": str(Closed(last, layers, moment))}


def reviewed_until(marks: dict[str, str], day: date, layers: frozenset[str]) -> int:
    return Reviewed.of(marks, layers, BERLIN, ZoneInfo).until(day)


def days(*texts: str) -> list[date]:
    return [date.fromisoformat(text) for text in texts]


@pytest.mark.parametrize(
    ("now", "at", "day"),
    [
        ("2026-02-15T22:59:00+01:00", ELEVEN, "2026-02-14"),
        ("2026-02-15T23:00:00+01:00", ELEVEN, "2026-02-15"),
        ("2026-02-16T00:29:00+01:00", time(0, 30), "2026-02-14"),
        ("2026-02-16T00:30:00+01:00", time(0, 30), "2026-02-15"),
        ("2026-02-16T00:00:00+01:00", time(0), "2026-02-15"),
        ("2026-02-16T11:59:00+01:00", time(12), "2026-02-15"),
    ],
)
def test_the_latest_night_is_that_of_the_day_it_reviews(now: str, at: time, day: str) -> None:
    assert latest_night(datetime.fromisoformat(now), at, BERLIN).isoformat() == day


@pytest.mark.parametrize("at", [time(0), time(0, 30), time(2, 30), time(3), ELEVEN])
@pytest.mark.parametrize(
    ("zone", "first"),
    [
        ("Europe/Berlin", "2026-03-27"),
        ("Europe/Berlin", "2026-10-23"),
        ("America/New_York", "2026-03-06"),
        ("America/New_York", "2026-10-30"),
        ("Australia/Lord_Howe", "2026-04-03"),
        ("Pacific/Apia", "2026-06-01"),
    ],
)
def test_each_local_day_has_one_night_whatever_the_clocks_do(
    at: time, zone: str, first: str
) -> None:
    where = ZoneInfo(zone)
    marks: dict[str, str] = {}
    held: list[date] = []
    now = datetime.combine(date.fromisoformat(first), time(0, 1), tzinfo=where).astimezone(UTC)
    for _ in range(5 * 24 * 3):  # five days, every twenty minutes
        if is_due(marks, now, at, where):
            day = latest_night(now, at, where)
            held.append(day)
            marks[f"night:{day}"] = str(Closed(0, BOTH, now))
        now += timedelta(minutes=20)

    assert len(held) == len(set(held)) >= 5
    assert held == sorted(held)
    assert held[-1] - held[0] == timedelta(days=len(held) - 1)


def test_a_missed_night_is_caught_up_and_each_day_stands_by_itself() -> None:
    marks = closed("2026-10-22") | {"day:2026-10-24": "41", "day:2026-10-25": "60"}

    assert unfinished(marks, date(2026, 10, 26), BOTH) == days(
        "2026-10-23", "2026-10-24", "2026-10-25", "2026-10-26"
    )


def test_old_days_are_reviewed_only_where_they_have_lines() -> None:
    marks = {"day:2024-01-05": "3", "day:2025-07-01": "9"}

    assert unfinished(marks, date(2026, 2, 15), BOTH) == days(
        "2024-01-05", "2025-07-01", "2026-02-15"
    )


def test_an_old_conversation_that_is_closed_at_last_leaves_no_gap_up_to_now() -> None:
    marks = closed("2025-01-05", at="2026-02-14T23:00:00+01:00")

    assert unfinished(marks, date(2026, 2, 14), BOTH, "2026-02-13") == days(
        "2026-02-13", "2026-02-14"
    )


def test_a_clock_that_was_a_year_ahead_for_a_while_costs_no_night() -> None:
    marks = closed("2026-02-15", at="2027-02-15T23:00:01+01:00")

    assert is_due(marks, datetime.fromisoformat("2026-02-15T23:00:05+01:00"), ELEVEN, BERLIN)


def test_lines_that_come_after_a_night_reopen_their_day_for_the_next_one() -> None:
    marks = closed("2026-02-14") | closed("2026-02-15") | {"day:2026-02-15": "77"}
    late = datetime.fromisoformat("2026-02-15T23:40:00+01:00")

    assert not is_due(marks, late, ELEVEN, BERLIN)
    assert is_due(marks, late + timedelta(days=1), ELEVEN, BERLIN)
    assert unfinished(marks, date(2026, 2, 16), BOTH) == days("2026-02-15", "2026-02-16")


def test_a_day_closed_by_hand_before_its_night_is_looked_at_again() -> None:
    marks = closed("2026-02-15", at="2026-02-15T12:00:00+01:00")

    assert is_due(marks, datetime.fromisoformat("2026-02-15T23:00:00+01:00"), ELEVEN, BERLIN)


def test_a_layer_switched_on_later_picks_up_the_days_that_had_lines() -> None:
    graph = frozenset({"graph"})
    marks = closed("2026-02-13", layers=graph) | closed("2026-02-14", last=0, layers=graph)

    assert unfinished(marks, date(2026, 2, 14), graph) == []
    assert unfinished(marks, date(2026, 2, 14), BOTH) == days("2026-02-13")
    assert unfinished(marks, date(2026, 2, 14), frozenset()) == []


def test_a_clock_far_ahead_makes_no_storm() -> None:
    assert len(unfinished(closed("2026-02-14"), date(2999, 1, 1), BOTH)) == 400
    assert night_of(date(2026, 2, 15), ELEVEN, BERLIN).isoformat() == "2026-02-15T23:00:00+01:00"


def test_a_night_that_could_not_end_is_gone_on_with_where_it_stopped() -> None:
    moment = datetime(2026, 2, 15, 23, tzinfo=BERLIN)
    part = {"part:2026-02-15": str(Closed(40, BOTH, moment))}
    day = date(2026, 2, 15)

    assert reviewed_until({}, day, BOTH) == 0
    assert reviewed_until(part, day, BOTH) == 40
    assert reviewed_until(part, date(2026, 2, 16), BOTH) == 0
    assert reviewed_until(closed("2026-02-15", last=30) | part, day, BOTH) == 40


def test_lines_reviewed_while_a_layer_was_off_have_no_review_for_it() -> None:
    marks = closed("2026-02-15", last=30, layers=frozenset({"graph"}))
    day = date(2026, 2, 15)

    assert reviewed_until(marks, day, BOTH) == 0
    assert reviewed_until(marks, day, frozenset({"graph", "search"})) == 30


def test_a_mark_of_the_first_versions_is_read_and_names_no_zone() -> None:
    old = "41 graph+notes 2026-02-15T23:00:01+01:00"
    new = Closed(50, BOTH, datetime(2026, 2, 16, tzinfo=UTC), "Asia/Tokyo")

    assert Closed.of(old) == Closed(41, BOTH, datetime.fromisoformat(old.split(" ")[2]))
    assert str(Closed.of(old)) == old
    assert Closed.of(str(new)) == new
    both = new.and_before({"night:x": old, "zones": "UTC Asia/Tokyo"}, "night:x")
    assert both == f"{new}; {old}"
    assert Closed.of(both) == new


@pytest.mark.parametrize(
    ("zone", "last", "layers", "is_kept"),
    [
        ("Asia/Tokyo", 41, BOTH, False),
        ("Asia/Tokyo", 41, {"graph"}, False),
        ("Europe/Berlin", 41, BOTH, True),  # other lines were of that day
        ("Asia/Tokyo", 60, BOTH, True),
        ("", 41, BOTH, False),
    ],
)
def test_a_closing_keeps_what_an_earlier_one_says_beyond_it(
    zone: str, last: int, layers: set[str], *, is_kept: bool
) -> None:
    at = datetime(2026, 2, 16, tzinfo=UTC)
    earlier = str(Closed(last, frozenset(layers), at, zone))
    new = Closed(50, BOTH, at, "Asia/Tokyo")

    said = new.and_before({"night:x": earlier}, "night:x", "part:x")
    assert said == (f"{new}; {earlier}" if is_kept else str(new))


def test_a_line_that_another_zones_day_held_is_reviewed() -> None:
    at = datetime.fromisoformat("2026-02-15T23:30:00+01:00")
    line = Line(7, Turn("plain", "s", "1", at, Role.OPERATOR, "hello"))
    marks = {"night:2026-02-15": str(Closed(7, BOTH, at, "Europe/Berlin"))}
    tokyo = ZoneInfo("Asia/Tokyo")  # there it is the 16th
    moved = Reviewed.of(marks, BOTH, tokyo, ZoneInfo)
    newer = Line(8, line.turn)

    assert moved.elsewhere(line)
    assert not moved.elsewhere(newer)
    assert moved.open_days([line, newer]) == {"day:2026-02-16": "8"}
    assert moved.until(date(2026, 2, 16)) == moved.until(date(2026, 2, 15)) == 0
    assert not Reviewed.of(marks, BOTH, BERLIN, ZoneInfo).open_days([line])
