"""opened: what readers opened, counted by the night together with what its day referred to.

A fact counts once a day. Its own lastAccessed says which days were counted: rows that a crash
leaves behind, or that come when their day is closed already, are counted no second time.
"""

from collections.abc import Iterable, Mapping
from datetime import date

from memoryd.core.change import Operation, Touch
from memoryd.core.entity import Ref
from memoryd.core.fact import Fact
from memoryd.core.text import content_stems
from memoryd.jobs.context import Run
from memoryd.store import MemoryStore, Opened


class OpenedFacts:
    """The facts that were opened up to a day and are not counted yet."""

    def __init__(self, store: MemoryStore, run: Run, day: date) -> None:
        """Read what there is; nothing where facts are switched off: it stays for later."""
        self._log, self._day = store.opened_log, day
        self._on = "graph" in run.layers
        self._found = self._log.read()
        rows = (row for row in self._found.rows if self._on and row.day <= day)
        self._facts = _by_fact(store, rows)

    def joined(self, planned: Iterable[Operation], referred: Iterable[Touch]) -> tuple[Touch, ...]:
        """Return the counts for what the day referred to and for what was opened, one a fact.

        planned: the other operations of the same commit, which may count facts as well.
        """
        touches = {(op.ref, op.id): op for op in referred}
        counted = {(op.ref, op.id): op for op in planned if isinstance(op, Touch)} | touches
        for key, (fact, days) in self._facts.items():
            if more := _with_days(key[0], fact, counted.get(key), days):
                touches[key] = more
        return tuple(touches.values())

    def drop(self) -> None:
        """Let go of what was counted, after the commit."""
        if self._on:
            self._log.drop(self._found, upto=self._day)


def _with_days(ref: Ref, fact: Fact, counted: Touch | None, days: Iterable[str]) -> Touch | None:
    """Return the count of a fact with the days on which it was opened; None where none is new."""
    last = (fact.last_accessed or "")[:10]
    new = {day for day in days if day > last and (counted is None or day != counted.last_accessed)}
    if not new:
        return None
    count = counted.access_count if counted else fact.access_count or 0
    latest = max(*new, counted.last_accessed if counted else "")
    return Touch(ref, fact.id, count + len(new), latest)


def _by_fact(
    store: MemoryStore, rows: Iterable[Opened]
) -> Mapping[tuple[Ref, str], tuple[Fact, set[str]]]:
    """Return the active facts that were opened, each with its days."""
    by_ref: dict[Ref, list[Opened]] = {}
    for row in rows:
        by_ref.setdefault(row.ref, []).append(row)
    found: dict[tuple[Ref, str], tuple[Fact, set[str]]] = {}
    for ref in sorted(by_ref.keys() & set(store.refs()) if by_ref else ()):
        active = {fact.id: fact for fact in store.ledger(ref)[0].active}
        told = _told(store, ref, active.values()) if any(r.summary for r in by_ref[ref]) else ()
        for row in by_ref[ref]:
            for fact_id in {*row.ids, *(told if row.summary else ())} & active.keys():
                _, days = found.setdefault((ref, fact_id), (active[fact_id], set()))
                days.add(row.day.isoformat())
    return found


def _told(store: MemoryStore, ref: Ref, facts: Iterable[Fact]) -> tuple[str, ...]:
    """Return the ids of the facts that a summary tells."""
    from memoryd.core.outline import lines  # noqa: PLC0415 - as jobs.extract: see jobs.heartbeat
    from memoryd.core.telling import Told  # noqa: PLC0415 - as above

    summary = store.summary(ref)
    if summary is None:
        return ()
    name = summary.name or ref.slug.replace("-", " ")
    told = Told(lines(summary.body), content_stems(name))
    return tuple(fact.id for fact in facts if told.tells(fact))
