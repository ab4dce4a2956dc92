"""day_plan: what the answers about a day's lines become: facts, lines of its note, and counts."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from memoryd.core.admission import Hearing, hearing_in
from memoryd.core.change import Bullets, Operation, Touch
from memoryd.core.docket import Docket
from memoryd.core.entity import Ref
from memoryd.core.ledger import Ledger
from memoryd.core.nights import closed_days
from memoryd.core.notes import Entry, Section, fact_bullet
from memoryd.core.plan import Decision, Gate, Outcome, Plan
from memoryd.core.proposal import DayReview, Noted, Proposal
from memoryd.core.provenance import lines_of
from memoryd.core.reconcile import View, reconcile
from memoryd.core.references import referenced
from memoryd.core.timeline import joined, timeline
from memoryd.core.turn import Line
from memoryd.core.value import replace
from memoryd.jobs.context import Run
from memoryd.jobs.keeping import bring_back
from memoryd.jobs.knowledge import view
from memoryd.store import MemoryStore


@dataclass(slots=True)
class DayPlan:
    """A day's lines and the answers about them, each with the lines it is about.

    back: refs that came back from the archives with it.
    """

    store: MemoryStore
    run: Run
    day: date
    lines: tuple[Line, ...]
    answers: Sequence[tuple[tuple[Line, ...], DayReview]]
    back: list[str] = field(default_factory=list)

    def made(
        self, entries: Sequence[Entry], shown: Iterable[tuple[str, Ref]], *, reviewed: int
    ) -> tuple[Plan, tuple[Touch, ...]]:
        """Return the plan against what stands now, and the counts of facts referred to.

        entries: what the note says; shown: (fact id, ref) of what the reviewer was shown;
        reviewed: the seq up to which an earlier night came.
        """
        seen = view(self.store, self.run)
        facts = self._plan(seen, entries, reviewed)
        plan = joined(facts, Plan(operations=tuple(self._missed_notes(seen))))
        self.back = bring_back(self.store, plan, self.run, self.lines, seen)
        return plan, tuple(self._touches(seen, plan, shown))

    def _missed_notes(self, seen: View) -> Iterator[Bullets]:
        """Yield the lines on the day's facts that were found while notes were switched off."""
        before = closed_days(self.store.head.marks).get(self.day)
        if before is None or "notes" in before.layers or "notes" not in self.run.layers:
            return
        keys = {line.turn.key for line in self.lines}
        for ref in seen.catalog.names:
            for fact in seen.ledger(ref).facts:
                if keys.intersection(lines_of(fact.source or "")):
                    line = fact_bullet(fact.fact, ref.path)
                    yield Bullets(self.day.isoformat(), Section.FACTS_EXTRACTED, (line,))

    def _plan(self, seen: View, entries: Sequence[Entry], reviewed: int) -> Plan:
        """Weigh each answer against the lines of its own call: all of a long day take minutes."""
        cited = self._cited()
        facts: list[Proposal] = []
        known: list[Decision] = []
        heard: dict[str, Line] = {}
        for batch, answer in self.answers:
            new = [fact for fact in answer.facts if not cited.intersection(fact.lines)]
            facts += new
            known += [Decision(fact, Outcome.DROPPED, Gate.ALREADY_CITED)
                      for fact in answer.facts if cited.intersection(fact.lines)]  # fmt: skip
            heard |= {line.id: line for line in batch} if new else {}
        plan = reconcile(facts, sorted(heard.values(), key=lambda line: line.seq), seen)
        plan = replace(plan, operations=self._not_flagged(plan.operations, reviewed))
        calls = [(self._hearing(batch, seen), _proposed(answer)) for batch, answer in self.answers]
        noted = timeline(calls, seen.catalog, entries, reviewed=reviewed)
        return joined(plan, Plan(tuple(known)), noted)

    def _hearing(self, batch: tuple[Line, ...], seen: View) -> Hearing:
        return hearing_in(seen.catalog, batch, self.run.zone, self.run.channels)

    def _not_flagged(self, operations: Iterable[Operation], reviewed: int) -> tuple[Operation, ...]:
        """Leave out the requests that a heartbeat flagged: a person may have removed them since."""
        docket, extracted = Docket(self.run.zone), self.store.head.extracted
        read = (line for line in self.lines if line.seq <= max(extracted, reviewed))
        docket.flag_requests(read, self.run.channels)
        return tuple(op for op in operations if op not in docket.operations)

    def _cited(self) -> frozenset[str]:
        """Return the ids of the day's lines from which something was kept before."""
        if not any(answer.facts for _, answer in self.answers):
            return frozenset()
        cited = self.store.cited()
        return frozenset(line.id for line in self.lines if line.turn.key in cited)

    def _touches(self, seen: View, plan: Plan, shown: Iterable[tuple[str, Ref]]) -> Iterator[Touch]:
        """Yield the counts of the facts that the day referred to, each once a day."""
        if "graph" not in self.run.layers:
            return
        names, operator = seen.catalog.names, seen.catalog.operator
        ledgers: Mapping[Ref, Ledger] = {ref: seen.ledger(ref) for ref in names}
        active = {ref: ledger.active for ref, ledger in ledgers.items()}
        found = referenced(active, names, self.lines, operator)
        told = {fact_id for _, answer in self.answers for fact_id in answer.referenced}
        found |= {(ref, fact_id) for fact_id, ref in shown if fact_id in told}
        done = {(op.ref, op.id) for op in plan.operations if isinstance(op, Touch)}
        day = self.day.isoformat()
        for ref, fact_id in sorted(found - done):
            fact = ledgers[ref].get(fact_id) if ref in ledgers else None
            if fact is not None and fact.is_used_on(day):
                yield Touch(ref, fact_id, (fact.access_count or 0) + 1, day)


def _proposed(answer: DayReview) -> Mapping[Section, Sequence[Noted]]:
    return {
        Section.KEY_EVENTS: answer.events,
        Section.DECISIONS_MADE: answer.decisions,
        Section.ACTIVE_PROCESSES: answer.processes,
    }
