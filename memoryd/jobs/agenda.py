"""agenda: when each job was last done and when it is due, by what the audit remembers."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from itertools import count, islice
from typing import Any, Protocol
from zoneinfo import ZoneInfo

from memoryd import clock
from memoryd.clock import within
from memoryd.core import nights, sundays
from memoryd.errors import ChainError, UsageError
from memoryd.jobs.context import Run
from memoryd.store import MemoryStore

HEARTBEAT, NIGHTLY, SYNTHESIS = JOBS = ("heartbeat", "nightly", "synthesis")
TACIT = "tacit"  # of the head: the last line that MEMORY.md was refreshed from
UNREAD_NIGHT = "unreadable-night:"  # and a day: how often no answer could be read
UNREAD_TACIT = (
    "unreadable-tacit"  # the same of MEMORY.md: "<seq of the first of the lines>:<tries>"
)
_DAY = timedelta(days=1)


class Weekly(Protocol):
    """A moment of the operator's week; day: its first three letters."""

    @property
    def day(self) -> str:
        """The day of the week."""

    @property
    def at(self) -> time:
        """The time of that day."""


class Schedule(Protocol):
    """When the jobs are to run, as [schedule] of the configuration has it."""

    @property
    def heartbeat(self) -> timedelta:
        """How long after the last one."""

    @property
    def nightly(self) -> time:
        """When the night of a day begins."""

    @property
    def synthesis(self) -> Weekly:
        """The week's moment."""


@dataclass(frozen=True, slots=True)
class Past:
    """What the audit remembers of the jobs; began: when the memory's first commit was made."""

    marks: Mapping[str, str]
    last_success: Mapping[str, str]
    began: datetime | None = None

    @classmethod
    def of(cls, store: MemoryStore, began: datetime | None) -> "Past":
        """Copy it out of a store that others may write to meanwhile."""
        # One step of the interpreter each: no thread's commit comes in between.
        return cls(store.head.marks.copy(), store.head.last_success.copy(), began)


@dataclass(frozen=True, slots=True)
class Times:
    """When a job was last done, None for never, and the moment it is due, past when it is now.

    then: the two moments after that at which it comes again.
    """

    last: datetime | None
    due: datetime
    then: tuple[datetime, ...] = ()

    def as_json(self, zone: ZoneInfo) -> dict[str, Any]:
        """Return them as RFC 3339 times on the operator's clock."""
        return {
            "last": _local(self.last, zone) if self.last else None,
            "next": _local(self.due, zone),
            "then": [_local(moment, zone) for moment in self.then],
        }


def beats_after(due: datetime, now: datetime, every: timedelta) -> tuple[datetime, ...]:
    """Return when heartbeats come after one that is due, or overdue and so comes now."""
    first = max(due, now)
    return first + every, first + 2 * every


def began(store: MemoryStore) -> datetime | None:
    """Return when the first commit was made, None for a memory without one that can be read."""
    try:
        first = next(store.audit_rows(), None)
    except ChainError:
        return None
    return within(datetime.fromisoformat(first["now"])) if first else None


def as_of(marks: Mapping[str, str], store: MemoryStore, run: Run) -> dict[str, str]:
    """Return the marks with the open days as they are in the operator's zone.

    After a move the days that were open are no longer those of the lines: all are looked at.
    """
    marks = {name: value for name, value in marks.items() if value}
    if nights.is_settled(marks, run.zone):
        return marks
    kept = {name: value for name, value in marks.items() if not name.startswith(nights.DAY)}
    return (
        kept
        | reviewed(marks, run).open_days(store.lines_after(0))
        | nights.settled(marks, run.zone)
    )


def reviewed(marks: Mapping[str, str], run: Run) -> nights.Reviewed:
    """Return which lines nights reviewed for the layers that are on."""

    def named(name: str) -> ZoneInfo:
        # The machine's own zone, where none is configured, has no name that says which it was.
        with suppress(UsageError):
            return run.zone if name == run.zone.key else clock.zone(name)
        return run.zone

    return nights.Reviewed.of(marks, run.layers, run.zone, named)


def agenda(past: Past, schedule: Schedule, now: datetime, zone: ZoneInfo) -> Mapping[str, Times]:
    """Return each job's times."""
    return {
        HEARTBEAT: _heartbeat(past, schedule.heartbeat, now),
        NIGHTLY: _nightly(past, schedule.nightly, now, zone),
        SYNTHESIS: _synthesis(past, schedule.synthesis, now, zone),
    }


def _heartbeat(past: Past, every: timedelta, now: datetime) -> Times:
    jobs = (HEARTBEAT, "ingest")
    said = [past.last_success[job] for job in jobs if job in past.last_success]
    last = max(map(datetime.fromisoformat, said), default=None)
    due = now if last is None or last > now else last + every
    return Times(last, due, beats_after(due, now, every))


def _nightly(past: Past, at: time, now: datetime, zone: ZoneInfo) -> Times:
    held = [how.at for how in nights.closed_days(past.marks).values()]
    # A night held by a clock far ahead is the last only where no other was.
    last = max((at for at in held if at <= now), default=max(held, default=None))
    day = nights.latest_night(now, at, zone)
    missed = day if nights.is_due(past.marks, now, at, zone) else None
    coming = (_utc(nights.night_of(day + n * _DAY, at, zone)) for n in count(1))
    # A clock that was set back comes once more to a night that was held.
    left = (night for night in coming if nights.is_due(past.marks, night, at, zone))
    due = _utc(nights.night_of(missed, at, zone)) if missed else next(left)
    return Times(last, due, tuple(islice(left, 2)))


def _synthesis(past: Past, when: Weekly, now: datetime, zone: ZoneInfo) -> Times:
    said = past.last_success.get(SYNTHESIS)
    last = datetime.fromisoformat(said) if said else None
    slot = sundays.latest_slot(now, when.day, when.at, zone)
    # What was done by a clock far ahead of now says nothing of the weeks until then.
    done = last if last and last < now + _DAY else None
    if not sundays.is_due(slot, done, past.began):
        slot = sundays.next_slot(slot)
        if done and done.timestamp() >= slot.timestamp():
            slot = sundays.next_slot(slot)
    then = tuple(_utc(sundays.next_slot(slot, weeks)) for weeks in (1, 2))
    return Times(last, _utc(slot), then)


def _local(moment: datetime, zone: ZoneInfo) -> str:
    return within(moment).astimezone(zone).isoformat(timespec="seconds")


def _utc(moment: datetime) -> datetime:
    """Return a moment that compares with others: in a zone of two clocks an hour comes twice."""
    return datetime.fromtimestamp(moment.timestamp(), tz=UTC)
