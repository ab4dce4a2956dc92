"""Nights: which local days the nightly job has to close, by what the audit remembers of them.

Marks of the head say it all: `day:2026-02-15`, the highest sequence number among lines of that day
that no night has reviewed (set at ingest, emptied by the night); `night:2026-02-15`, how the day
was closed: "<seq of its last line> <layers> <RFC 3339 time> <zone>"; and `part:2026-02-15`, how far
a night came that could not end, in the same form. A day is one of the zone that is named: after a
move lines near midnight are of another day, and what the marks of both zones say counts for them,
parted by "; ". `zones`, "<zone of marks that name none> <zone of the open days>", shows a move.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Self
from zoneinfo import ZoneInfo

from memoryd.core.turn import Line, local

DAY, NIGHT, PART, ZONES = "day:", "night:", "part:", "zones"
LAYERS = ("graph", "notes")  # those a night writes to
_NOON = time(12)
_LONGEST_GAP = 400  # days without a line that are closed one by one; history is kept as long
_DAY = timedelta(days=1)
_AND = "; "


@dataclass(frozen=True, slots=True)
class Closed:
    """How a day was closed: its last line's seq (0: none), the layers that were on, and when.

    zone: whose day it was, by its IANA name; "" in marks of the first versions.
    """

    last: int
    layers: frozenset[str]
    at: datetime
    zone: str = ""

    def __str__(self) -> str:
        """Return it as the mark holds it."""
        layers = "+".join(sorted(self.layers)) or "-"
        return f"{self.last} {layers} {self.at.isoformat()} {self.zone}".rstrip()

    @classmethod
    def of(cls, mark: str) -> "Closed":
        """Read what str() made, of a mark that says more than one the newest."""
        last, layers, at, *zone = mark.partition(_AND)[0].split(" ")
        on = frozenset(layers.split("+")) - {"-"}
        return cls(int(last), on, datetime.fromisoformat(at), *zone)

    def and_before(self, marks: Mapping[str, str], *names: str) -> str:
        """Return the mark of a closing: it keeps what those of these names say beyond it."""
        earlier = (how for name in names for how in _told(marks.get(name, "")))
        kept = dict.fromkeys(str(how) for how in earlier if not self._covers(how, _first(marks)))
        return _AND.join((str(self), *kept))

    def _covers(self, how: "Closed", first: str) -> bool:
        same = (how.zone or first or self.zone) == self.zone
        return same and how.layers <= self.layers and how.last <= self.last


@dataclass(frozen=True, slots=True)
class Reviewed:
    """Which lines were reviewed for all layers that are on.

    zone: the operator's now; upto: for each zone they had, the seq up to which a day of it was.
    """

    zone: ZoneInfo
    upto: Mapping[ZoneInfo, Mapping[date, int]]

    @classmethod
    def of(
        cls, marks: Mapping[str, str], layers: Collection[str], zone: ZoneInfo,
        named: Callable[[str], ZoneInfo],
    ) -> Self:  # fmt: skip
        """Read the marks. named: gives the zone of a name."""
        wanted = frozenset(LAYERS) & frozenset(layers)
        upto: dict[ZoneInfo, dict[date, int]] = {zone: {}}
        for name, mark in marks.items():
            kind = next((kind for kind in (NIGHT, PART) if name.startswith(kind)), None)
            for how in _told(mark) if kind else ():
                where = how.zone or _first(marks)
                days = upto.setdefault(named(where) if where else zone, {})
                day = date.fromisoformat(name.removeprefix(kind or ""))
                if wanted <= how.layers:
                    days[day] = max(days.get(day, 0), how.last)
        return cls(zone, upto)

    def until(self, day: date) -> int:
        """Return the seq up to which a day's lines were reviewed as lines of that day, or 0."""
        return self.upto[self.zone].get(day, 0)

    def elsewhere(self, line: Line) -> bool:
        """Return whether a line was reviewed with the lines of another zone's day."""
        return any(days.get(local(line, zone), 0) >= line.seq
                   for zone, days in self.upto.items() if zone != self.zone)  # fmt: skip

    def open_days(self, lines: Iterable[Line]) -> dict[str, str]:
        """Return the marks of the days, as they are now, of those lines that none reviewed."""
        days = ((local(line, self.zone), line) for line in lines if not self.elsewhere(line))
        return {f"{DAY}{day}": str(line.seq) for day, line in days if line.seq > self.until(day)}


def is_settled(marks: Mapping[str, str], zone: ZoneInfo) -> bool:
    """Return whether the open days are days of this zone."""
    return marks.get(ZONES, "").endswith(f" {zone.key}")


def settled(marks: Mapping[str, str], zone: ZoneInfo) -> dict[str, str]:
    """Return the mark that says so."""
    return {ZONES: f"{_first(marks) or zone.key} {zone.key}"}


def _first(marks: Mapping[str, str]) -> str:
    return marks.get(ZONES, "").partition(" ")[0]


def _told(mark: str) -> Iterable[Closed]:
    return map(Closed.of, mark.split(_AND) if mark else ())


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
    """Return whether the newest night that has come was not held yet.

    Who closed a later day since then had what came before it reviewed, and left out empty days.
    """
    day = latest_night(now, at, zone)
    # A closing far ahead was made by a clock that was set wrong: this night is still to be held.
    latest = (now + _DAY).timestamp()
    night = night_of(day, at, zone).timestamp()
    since = (how.at.timestamp() for d, how in closed_days(marks).items() if d >= day)
    return not any(night <= at <= latest for at in since)


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
    return sorted(found.union(empty_days(marks, last, since)))


def empty_days(marks: Mapping[str, str], last: date, since: date) -> list[date]:
    """Return the days up to `last` that are not closed and have no line, after the last closed."""
    closed = closed_days(marks)
    day = max((d for d in closed if d < last), default=last - _DAY)
    day = max(day, since - _DAY, last - _LONGEST_GAP * _DAY)
    known = closed.keys() | days_with_lines(marks).keys()
    after = (day + n * _DAY for n in range(1, (last - day).days + 1))
    return [day for day in after if day not in known]


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
