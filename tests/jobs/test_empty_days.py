"""Days without a line are closed in one go, and no closing moves to an earlier time."""

from datetime import date, datetime, time
from pathlib import Path

import pytest

from memoryd.core.nights import closed_days, is_due
from tests.jobs.nights_kit import ELEVEN, Nights, days


@pytest.fixture
def nights(tmp_path: Path) -> Nights:
    return Nights(tmp_path)


def closed_at(nights: Nights, day: str) -> str:
    with nights.writer() as store:
        return closed_days(store.head.marks)[date.fromisoformat(day)].at.isoformat()


@pytest.mark.parametrize(
    ("now", "empty"),
    [("2026-01-06T12:00:00Z", 0), ("2026-01-07T12:00:00Z", 1), ("2026-12-01T12:00:00Z", 329),
     ("2030-06-01T12:00:00Z", 399)],
)  # fmt: skip
def test_by_hand_days_without_a_line_are_closed_in_one_go(
    nights: Nights, now: str, empty: int
) -> None:
    nights.says("!event Long call about Beacon")
    nights.night()
    found = nights.night(now, by_hand=True)

    assert days(found) == [now[:10]]
    assert found[0].empty == empty
    assert len(nights.rows()) == 2
    assert len(set(nights.closed())) == len(nights.closed()) == 2 + empty
    assert nights.night(now, by_hand=True) == []


def test_days_with_lines_between_stand_by_themselves_and_in_order(nights: Nights) -> None:
    nights.says("!event Long call about Beacon")
    nights.night()
    nights.says("!event Dinner with Tom", "2026-01-10T19:00:00Z")
    found = nights.night("2026-01-15T12:00:00Z", by_hand=True)

    assert days(found) == ["2026-01-10", "2026-01-15"]
    assert [night.empty for night in found] == [4, 4]
    assert sorted(nights.closed()) == [f"2026-01-{day:02}" for day in range(5, 16)]


def test_by_the_schedule_each_missed_night_is_held(nights: Nights) -> None:
    nights.says("!event Long call about Beacon")
    nights.night()
    found = nights.night("2026-01-08T23:00:30Z")

    assert days(found) == ["2026-01-06", "2026-01-07", "2026-01-08"]
    assert [night.empty for night in found] == [0, 0, 0]


def test_a_time_of_the_past_moves_no_closing_back(nights: Nights) -> None:
    nights.says("!event Long call about Beacon")
    nights.night("2026-01-05T23:00:30+00:00")
    nights.says("!event Dinner with Tom", "2026-01-05T11:00:00Z")
    found = nights.night("2026-01-05T12:00:00+00:00", by_hand=True)

    assert days(found) == ["2026-01-05"]
    assert closed_at(nights, "2026-01-05") == "2026-01-05T23:00:30+00:00"


def test_a_closing_by_a_clock_that_is_far_ahead_gives_way(nights: Nights) -> None:
    nights.says("!event Long call about Beacon")
    nights.night("2900-01-05T23:00:30+00:00")
    nights.says("!event Dinner with Tom", "2026-01-05T22:00:00Z")
    nights.night("2026-01-05T23:00:30+00:00")

    assert closed_at(nights, "2026-01-05") == "2026-01-05T23:00:30+00:00"


HALF_PAST_MIDNIGHT = time(0, 30)


@pytest.mark.parametrize(
    ("before", "now", "at"),
    [
        ([], "2026-02-03T12:00:00Z", ELEVEN),
        ([], "2026-02-03T23:30:00Z", ELEVEN),
        (["2026-02-03T12:00:00Z"], "2026-02-03T12:30:00Z", ELEVEN),
        (["2026-02-03T12:00:00Z"], "2026-02-03T23:30:00Z", ELEVEN),
        (["2026-02-03T12:00:00Z"], "2026-02-04T03:00:00Z", ELEVEN),
        (["2026-02-03T12:00:00Z"], "2026-02-06T03:00:00Z", ELEVEN),
        (["2026-02-03T12:00:00Z"], "2026-02-04T00:40:00Z", HALF_PAST_MIDNIGHT),
        (["2026-02-03T12:00:00Z", "2026-02-04T00:10:00Z"], "2026-02-04T00:40:00Z",
         HALF_PAST_MIDNIGHT),
        (["2900-02-03T12:00:00Z"], "2026-02-03T23:30:00Z", ELEVEN),
    ],
)  # fmt: skip
@pytest.mark.parametrize("talk", ["none", "of that day", "of an older day, read late"])
def test_after_a_night_by_hand_none_is_due_and_none_is_held_again(
    nights: Nights, before: list[str], now: str, at: time, talk: str
) -> None:
    if talk == "of that day":
        nights.says("!event Long call about Beacon", "2026-02-03T09:00:00Z")
    for moment in before:
        nights.night(moment, by_hand=True, at=at)
    if talk == "of an older day, read late":
        nights.says("!event Dinner with Tom", "2026-01-20T09:00:00Z")
    nights.night(now, by_hand=True, at=at)
    with nights.writer() as store:
        due = is_due(store.head.marks, datetime.fromisoformat(now), at, nights.zone)
    rows = len(nights.rows())

    assert not due
    assert nights.night(now, by_hand=True, at=at) == nights.night(now, at=at) == []
    assert len(nights.rows()) == rows


def test_by_hand_a_day_closed_before_its_night_is_held_once_more_and_asks_nobody(
    nights: Nights,
) -> None:
    nights.says("!event Long call about Beacon")
    nights.night("2026-01-05T12:00:00+00:00", by_hand=True)

    assert days(nights.night("2026-01-05T23:30:00+00:00", by_hand=True)) == ["2026-01-05"]
    assert closed_at(nights, "2026-01-05") == "2026-01-05T23:30:00+00:00"
    assert nights.reviewer.calls == 1


def test_by_hand_a_night_of_the_past_that_was_held_later_is_not_held_again(nights: Nights) -> None:
    nights.night("2026-01-05T23:30:00Z", by_hand=True)
    nights.says("!event Dinner with Tom")
    nights.night("2026-01-09T12:00:00Z", by_hand=True)

    assert nights.night("2026-01-05T23:30:00Z", by_hand=True) == []
