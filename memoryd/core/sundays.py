"""Sundays: when the weekly synthesis is due, by its last success and nothing else."""

from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

_DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_DAY, _WEEK = timedelta(days=1), timedelta(weeks=1)


def latest_slot(now: datetime, day: str, at: time, zone: ZoneInfo) -> datetime:
    """Return the newest moment, not after `now`, that is `at` on a day of the week (sun).

    A time that the clocks skip comes as much later; of one that comes twice, the first counts.
    """
    today = now.astimezone(zone).date()
    date = today - ((today.weekday() - _DAYS.index(day)) % len(_DAYS)) * _DAY
    slot = datetime.combine(date, at, tzinfo=zone)
    return slot if slot.timestamp() <= now.timestamp() else next_slot(slot, -1)


def next_slot(slot: datetime, weeks: int = 1) -> datetime:
    """Return the same time on the operator's clock some weeks later."""
    return datetime.combine(slot.date() + weeks * _WEEK, slot.time(), tzinfo=slot.tzinfo)


def is_due(slot: datetime, last: datetime | None, began: datetime | None) -> bool:
    """Return whether the synthesis of a slot was not done yet.

    last: its last success; began: the memory's first commit, None while there is none: a slot
    before that is none that was missed.
    """
    done = last or began
    return done is not None and done.timestamp() < slot.timestamp()
