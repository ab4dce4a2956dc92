"""Heat: how fresh a fact is in use. It orders summaries and recall; it never hides or deletes."""

from collections.abc import Iterable, Mapping
from datetime import date
from enum import StrEnum
from math import log2

from memoryd.core.fact import Fact, is_timestamp

_HOT_DAYS, _WARM_DAYS = 7, 30
_MOST_STRETCH = 3.0


class Heat(StrEnum):
    """The tier of a fact, hottest first."""

    HOT = "hot"
    WARM = "warm"
    COLD = "cold"


_ORDER = {heat: place for place, heat in enumerate(Heat)}


def heat(fact: Fact, *, today: date, recorded: date | None) -> Heat:
    """Return the tier of a fact on the operator's day `today`.

    recorded: the day on which it was written down; None when unknown.

        age     = whole days since the latest of lastAccessed, timestamp and `recorded`
        n       = accessCount, 0 when absent
        stretch = min(3, 1 + log2(max(1, n)) / 4)
        hot: age <= 7 * stretch    warm: age <= 30 * stretch    cold: older

    The 7 and 30 days are the contract of this memory. The stretch by frequent access is our own
    choice: no access or one stretches nothing, 16 double the days, 256 or more make them three
    times as many. A day ahead of `today` has the age 0. So an access only ever warms: one of an old
    day, found in a conversation that was read long after it, takes nothing from a fact.
    """
    age = _age(fact, today, recorded)
    stretch = min(_MOST_STRETCH, 1 + log2(max(1, fact.access_count or 0)) / 4)
    if age <= _HOT_DAYS * stretch:
        return Heat.HOT
    return Heat.WARM if age <= _WARM_DAYS * stretch else Heat.COLD


def by_heat(facts: Iterable[Fact], *, today: date, recorded: Mapping[str, date]) -> dict[str, Heat]:
    """Return the tier of each fact by id: hot before warm before cold, the newest use first.

    recorded: by id, the day on which a fact was written down, where it is known. Ties go by id.
    """
    ranked = []
    for fact in facts:
        day = recorded.get(fact.id)
        tier = heat(fact, today=today, recorded=day)
        ranked.append((_ORDER[tier], _age(fact, today, day), fact.id, tier))
    return {fact_id: tier for _, _, fact_id, tier in sorted(ranked)}


def last_use(fact: Fact, recorded: date | None) -> date:
    """Return the day from which the age of a fact counts; recorded: as for `heat`."""
    became, accessed = date.fromisoformat(fact.day), fact.last_accessed
    days = [became, recorded or became]
    if accessed and is_timestamp(accessed):  # a person may have written anything there
        days.append(date.fromisoformat(accessed[:10]))
    return max(days)


def _age(fact: Fact, today: date, recorded: date | None) -> int:
    return max(0, (today - last_use(fact, recorded)).days)
