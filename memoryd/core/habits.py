"""Habits: what the times of the operator's lines show of how they work."""

from collections.abc import Iterable
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from memoryd.core.provenance import source_of
from memoryd.core.tacit import TacitSection
from memoryd.core.tacit_lines import NewLine
from memoryd.core.turn import Line

EARLY = "Usually starts the day before 07:00 (seen in the times of messages)"
WINDOW = timedelta(days=28)
_NIGHT, _EARLY = 4, 7  # hours: what comes before the first belongs to the evening before
_LEAST_DAYS, _SHARE = 5, 0.6


def early_riser(lines: Iterable[Line], zone: ZoneInfo, today: date) -> NewLine | None:
    """Return that the operator starts early, where the last four weeks show it; None else.

    lines: the operator's own. Of the days on which they wrote at all, at least five, three in five
    must begin between 04:00 and 07:00; the evidence is the newest such beginning.
    """
    first: dict[date, tuple[datetime, Line]] = {}
    for line in lines:
        at = line.turn.time.astimezone(zone)
        if at.hour >= _NIGHT and today - WINDOW < at.date() <= today:
            known = first.get(at.date())
            if known is None or at < known[0]:
                first[at.date()] = (at, line)
    early = {day: line for day, (at, line) in first.items() if at.hour < _EARLY}
    if len(first) < _LEAST_DAYS or len(early) < _SHARE * len(first):
        return None
    day = max(early)
    return NewLine(TacitSection.HOW_I_WORK, EARLY, day.isoformat(), source_of((early[day],)))
