"""Nights: which local days the nightly job has to close, by what the audit remembers of them.

Two marks of the head say it all: `day:2026-02-15`, the highest sequence number among lines of that
day that no night has reviewed (set at ingest, emptied by the night), and `night:2026-02-15`, how
the day was closed: "<lines> <layers> <RFC 3339 time>".
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

DAY, NIGHT = "day:", "night:"
LAYERS = ("graph", "notes")  # those a night writes to
_NOON = time(12)
_LONGEST_GAP = 400  # days without a line that are closed one by one; history is kept as long
_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Closed:
    """How a day was closed: the lines it had, the layers that were on, and when."""

    lines: int
    layers: frozenset[str]
    at: datetime

    def __str__(self) -> str:
        """Return it as the mark holds it."""
        layers = "+".join(sorted(self.layers)) or "-"
        return f"{self.lines} {layers} {self.at.isoformat()}"


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
    return closed is None or closed.at.timestamp() < night_of(day, at, zone).timestamp()


def unfinished(marks: Mapping[str, str], last: date, layers: Collection[str]) -> list[date]:
    """Return the days up to `last` that a night is to review, oldest first.

    Those with lines that none reviewed, those closed while a layer was off that is on now, and the
    days without a line after the last one that was closed.
    """
    closed = closed_days(marks)
    found = {day for day in days_with_lines(marks) if day <= last}
    wanted = frozenset(LAYERS) & frozenset(layers)
    found |= {d for d, how in closed.items() if d <= last and how.lines and wanted - how.layers}
    day = max((d for d in closed if d < last), default=last - _DAY)
    day = max(day, last - _LONGEST_GAP * _DAY)
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
    found = {}
    for name, how in marks.items():
        if name.startswith(NIGHT):
            lines, layers, at = how.split(" ")
            closed = Closed(int(lines), frozenset(layers.split("+")) - {"-"},
                            datetime.fromisoformat(at))  # fmt: skip
            found[date.fromisoformat(name.removeprefix(NIGHT))] = closed
    return found
