"""The weekly synthesis: one a week, on its day, whatever was missed."""

from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from memoryd.core.sundays import is_due, latest_slot, next_slot

BERLIN = ZoneInfo("Europe/Berlin")


@pytest.mark.parametrize(
    ("now", "day", "at", "slot"),
    [
        ("2026-02-15T04:00:00+01:00", "sun", time(4), "2026-02-15T04:00:00+01:00"),
        ("2026-02-15T03:59:00+01:00", "sun", time(4), "2026-02-08T04:00:00+01:00"),
        ("2026-02-18T12:00:00+01:00", "sun", time(4), "2026-02-15T04:00:00+01:00"),
        ("2026-02-16T00:00:00+01:00", "mon", time(0), "2026-02-16T00:00:00+01:00"),
        ("2026-10-26T12:00:00+01:00", "sun", time(2, 30), "2026-10-25T02:30:00+02:00"),
        ("2026-03-30T12:00:00+02:00", "sun", time(2, 30), "2026-03-29T02:30:00+01:00"),
    ],
)
def test_the_newest_slot_is_the_named_day_at_its_time(
    now: str, day: str, at: time, slot: str
) -> None:
    found = latest_slot(datetime.fromisoformat(now), day, at, BERLIN)

    assert found.timestamp() == datetime.fromisoformat(slot).timestamp()


def test_three_slots_follow_at_the_same_time_on_the_clock_over_a_change_of_it() -> None:
    slot = latest_slot(datetime.fromisoformat("2026-10-18T09:00:00+02:00"), "sun", time(4), BERLIN)
    found = [slot, next_slot(slot), next_slot(slot, 2)]

    assert [f"{one:%a %Y-%m-%d %H:%M}" for one in found] == [
        "Sun 2026-10-18 04:00", "Sun 2026-10-25 04:00", "Sun 2026-11-01 04:00",
    ]  # fmt: skip


def test_a_slot_is_due_until_it_was_done_once() -> None:
    slot = datetime.fromisoformat("2026-02-15T04:00:00+01:00")
    before, after = slot - timedelta(days=3), slot + timedelta(minutes=1)

    assert is_due(slot, before, None)
    assert not is_due(slot, after, None)
    assert is_due(slot, None, before)


def test_a_memory_that_began_after_a_slot_or_never_did_not_miss_it() -> None:
    slot = datetime.fromisoformat("2026-02-15T04:00:00+01:00")

    assert not is_due(slot, None, slot + timedelta(days=1))
    assert not is_due(slot, None, None)
