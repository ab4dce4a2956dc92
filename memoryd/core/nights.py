"""Nights: which local days the nightly job has to close, by what the audit remembers of them.

Marks of the head say it all: `day:2026-02-15`, the highest sequence number among lines of that day
that no night has reviewed (set at ingest, emptied by the night); `night:2026-02-15`, how the day
was closed: "<seq of its last line> <layers> <RFC 3339 time>"; and `part:2026-02-15`, how far a
night came that could not end, in the same form.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

DAY, NIGHT, PART = "day:", "night:", "part:"
LAYERS = ("graph", "notes")  # those a night writes to
_NOON = time(12)
_LONGEST_GAP = 400  # days without a line that are closed one by one; history is kept as long
_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Closed:
    """How a day was closed: its last line's seq (0: none), the layers that were on, and when."""

    last: int
    layers: frozenset[str]
    at: datetime

    def __str__(self) -> str:
        """Return it as the mark holds it."""
        layers = "+".join(sorted(self.layers)) or "-"
        return f"{self.last} {layers} {self.at.isoformat()}"

    @classmethod
    def of(cls, mark: str) -> "Closed":
        """Read what str() made."""
        last, layers, at = mark.split(" ")
        return cls(int(last), frozenset(layers.split("+")) - {"-"}, datetime.fromisoformat(at))


def night_of(day: date, at: time, zone: ZoneInfo) -> datetime:
    """Return the moment of a day's night, aware.

    An `at` before noon is of the night that follows: 00:30 reviews the day before. A time that the
    clocks skip comes as much later; of one that comes twice, the first counts.
    """
    on = day if at >= _NOON else day + _DAY
    return datetime.combine(on, at, tzinfo=zone)


def latest_night(now: datetime, at: time, zone: ZoneInfo) -> date:
    """Return the newest day whose night has come."""
    day = now.astimezone(zone).date()
    while night_of(day, at, zone).timestamp() > now.timestamp():
        day -= _DAY
    return day


def is_due(marks: Mapping[str, str], now: datetime, at: time, zone: ZoneInfo) -> bool:
    """Return whether the newest night that has come was not held yet."""
    day = latest_night(now, at, zone)
    closed = closed_days(marks).get(day)
    # A closing far ahead was made by a clock that was set wrong: this night is still to be held.
    latest = (now + _DAY).timestamp()
    night = night_of(day, at, zone).timestamp()
    return closed is None or not night <= closed.at.timestamp() <= latest


def unfinished(
    marks: Mapping[str, str], last: date, layers: Collection[str], since: date
) -> list[date]:
    """Return the days up to `last` that a night is to review, oldest first.

    Those with lines that none reviewed, those closed while a layer was off that is on now, and the
    days without a line after the last one that was closed. since: the memory's first day: days of
    an old conversation that are closed at last leave no gap before it.
    """
    closed = closed_days(marks)
    found = {day for day in days_with_lines(marks) if day <= last}
    wanted = frozenset(LAYERS) & frozenset(layers)
    found |= {d for d, how in closed.items() if d <= last and how.last and wanted - how.layers}
    day = max((d for d in closed if d < last), default=last - _DAY)
    day = max(day, since - _DAY, last - _LONGEST_GAP * _DAY)
    while (day := day + _DAY) <= last:
        if day not in closed:
            found.add(day)
    return sorted(found)


def days_with_lines(marks: Mapping[str, str]) -> dict[date, int]:
    """Return the days that have lines which no night reviewed, with the highest of their seqs."""
    return {
        date.fromisoformat(name.removeprefix(DAY)): int(seq)
        for name, seq in marks.items() if name.startswith(DAY) and seq
    }  # fmt: skip


def closed_days(marks: Mapping[str, str]) -> dict[date, Closed]:
    """Return how each closed day was closed."""
    return {
        date.fromisoformat(name.removeprefix(NIGHT)): Closed.of(how)
        for name, how in marks.items() if name.startswith(NIGHT)
    }  # fmt: skip


def reviewed_until(marks: Mapping[str, str], day: date, layers: Collection[str]) -> int:
    """Return the seq up to which a day's lines were reviewed for all layers that are on, or 0."""
    wanted = frozenset(LAYERS) & frozenset(layers)
    known = (marks.get(f"{kind}{day}") for kind in (NIGHT, PART))
    told = (Closed.of(mark) for mark in known if mark)
    return max((how.last for how in told if wanted <= how.layers), default=0)
