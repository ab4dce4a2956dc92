"""nightly: review a whole day, give it a clean timeline, count the facts that it referred to.

One local day at a time, each in one commit, which closes the day in the audit.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, time
from typing import Protocol

from memoryd.clock import local_day
from memoryd.core.admission import Hearing
from memoryd.core.change import Bullets, Change, Touch
from memoryd.core.entity import Ref, parse_ref
from memoryd.core.ledger import Ledger
from memoryd.core.nights import (
    DAY,
    LAYERS,
    NIGHT,
    Closed,
    days_with_lines,
    is_due,
    latest_night,
    unfinished,
)
from memoryd.core.notes import Entry, Section, read_note
from memoryd.core.plan import Decision, Gate, Outcome, Plan
from memoryd.core.proposal import DayRequest, DayReview, Known, Proposal
from memoryd.core.provenance import source_of
from memoryd.core.reconcile import View, reconcile
from memoryd.core.references import referenced
from memoryd.core.timeline import joined, timeline
from memoryd.core.turn import Line, Role
from memoryd.errors import LlmError, TooLongError, UnreadableAnswerError
from memoryd.jobs.batches import batches
from memoryd.jobs.context import Run
from memoryd.jobs.keeping import bring_back, kept_from, switched_on
from memoryd.jobs.knowledge import known_entities, view
from memoryd.jobs.saves import Saves, take_in
from memoryd.store import MemoryStore

_TRIES = 5  # nights of one day to which no readable answer comes
_MARK = "unreadable-night:"


class Reviewer(Protocol):
    """Something that reviews a day's lines: a model behind the adapter, or the rules."""

    @property
    def name(self) -> str:
        """What it is called wherever its work shows."""

    @property
    def calls(self) -> int:
        """How many calls were sent to a model; rules send none."""

    def review(self, request: DayRequest) -> DayReview:
        """Return what the day's lines say. Raises LlmError as Extractor.extract does."""


@dataclass(slots=True)
class Night:
    """What the review of one day did.

    noted: new lines of its timeline; touched: facts counted as referenced; back: refs that came
    back from the archives; parked: closed without an answer after the last try; error: why it
    waits.
    """

    day: date
    lines: int = 0
    noted: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    decisions: list[Decision] = field(default_factory=list)
    touched: int = 0
    back: list[str] = field(default_factory=list)
    parked: bool = False
    saves: Saves = field(default_factory=Saves)
    blocked: list[str] = field(default_factory=list)
    error: LlmError | None = None


def nightly(
    store: MemoryStore, reviewer: Reviewer, run: Run, day: date,
    progress: Callable[[str], None] = lambda _: None,
) -> Night:  # fmt: skip
    """Review one local day and close it; a model that fails leaves it for the next night."""
    work = _Work(store, reviewer, run, Night(day))
    try:
        work.review(progress)
    except UnreadableAnswerError as err:
        work.failed(err)
    except LlmError as err:
        work.night.error = err
    store.save_head()
    return work.night


def days_to_review(store: MemoryStore, run: Run, at: time, *, by_hand: bool) -> list[date]:
    """Return the days that are due, oldest first: by the schedule, or all up to today.

    at: when the night begins, on the operator's clock.
    """
    marks = store.head.marks
    if by_hand:
        return unfinished(marks, local_day(run.now, run.zone), run.layers)
    if not is_due(marks, run.now, at, run.zone):
        return []
    last = latest_night(run.now, at, run.zone)
    days = unfinished(marks, last, run.layers)
    return days if last in days else [*days, last]


@dataclass(slots=True)
class _Work:
    """The parts of one day's review. shown: what of memory was shown to the model."""

    store: MemoryStore
    reviewer: Reviewer
    run: Run
    night: Night
    shown: dict[str, Ref] = field(default_factory=dict)

    def review(self, progress: Callable[[str], None]) -> None:
        """Ask about the day's lines, call by call, then decide and commit all at once."""
        lines = tuple(self.store.lines_of_day(self.night.day, self.run.zone))
        self.night.lines = len(lines)
        answers: list[DayReview] = []
        for batch in batches(lines) if self.run.layers & frozenset(LAYERS) else ():
            answers += self._ask(batch)
            progress(f"{self.night.day}: {batch[-1].seq - lines[0].seq + 1} lines reviewed")
        self._commit(lines, answers)

    def failed(self, trouble: UnreadableAnswerError) -> None:
        """Remember the try; after the last one the day is closed without its review."""
        mark = f"{_MARK}{self.night.day}"
        tries = int(self.store.head.marks.get(mark, "0")) + 1
        self.night.error = trouble
        if tries < _TRIES:
            self.store.commit(self._change(marks={mark: str(tries)}))
            return
        lines = tuple(self.store.lines_of_day(self.night.day, self.run.zone))
        row = {"id": f"night-{self.night.day}", "why": "unreadable", "source": source_of(lines[:1]),
               "time": lines[0].turn.time.isoformat()}  # fmt: skip
        marks = {**self._closing(lines), mark: ""}
        self.store.commit(self._change(reviews=(row,), marks=marks))
        self.night.parked = True

    def _ask(self, batch: tuple[Line, ...]) -> list[DayReview]:
        """Return the answers about a batch, in halves where one answer is too long."""
        if all(line.turn.role is Role.ASSISTANT for line in batch):
            return []
        known = known_entities(self.store, batch, self.run)
        self._note_shown(known)
        noted = tuple(f"{e.time or ''} {e.text}".strip() for e in self._entries())
        request = DayRequest(self.run.operator_name, self.run.zone, batch, known, noted)
        try:
            answer = self.reviewer.review(request)
        except TooLongError:
            if len(batch) == 1:
                raise
            found = []
        else:
            found = [answer]
            if answer.whole or len(batch) == 1:
                return found
        middle = len(batch) // 2
        return [*found, *self._ask(batch[:middle]), *self._ask(batch[middle:])]

    def _note_shown(self, known: tuple[Known, ...]) -> None:
        for entity in known:
            ref = parse_ref(entity.ref)
            self.shown.update((fact_id, ref) for fact_id, _, _ in entity.facts)

    def _entries(self) -> tuple[Entry, ...]:
        raw = self.store.text_file(f"memory/{self.night.day}.md")
        return read_note(raw).entries if raw else ()

    def _commit(self, lines: tuple[Line, ...], answers: list[DayReview]) -> None:
        """Plan against what stands now and close the day."""
        with self.store.exclusive():
            self.night.saves += take_in(self.store, self.run)
            seen = view(self.store, self.run)
            plan = self._plan(lines, answers, seen)
            self.night.back = bring_back(self.store, plan, self.run)
            touches = tuple(self._touches(lines, answers, seen, plan))
            self.night.touched = len(touches)
            self.night.decisions = list(plan.decisions)
            self.night.counts = plan.counts()
            operations = (*switched_on(plan, self.run), *touches)
            self.night.noted = sum(
                len(op.lines) for op in operations
                if isinstance(op, Bullets) and op.section is not Section.FACTS_EXTRACTED
            )  # fmt: skip
            change = self._change(
                operations=operations,
                reviews=plan.reviews,
                origins=plan.origins,
                cited=kept_from(plan, lines),
                marks=self._closing(lines),
            )
            self.night.blocked = list(self.store.commit(change).waiting)

    def _plan(self, lines: tuple[Line, ...], answers: list[DayReview], seen: View) -> Plan:
        facts, known = self._uncited(lines, [f for a in answers for f in a.facts])
        plan = reconcile(facts, lines, seen)
        proposed = {
            Section.KEY_EVENTS: [n for a in answers for n in a.events],
            Section.DECISIONS_MADE: [n for a in answers for n in a.decisions],
            Section.ACTIVE_PROCESSES: [n for a in answers for n in a.processes],
        }
        hearing = Hearing(lines, self.run.operator_name, self.run.zone, self.run.channels)
        noted = timeline(proposed, hearing, seen.catalog, self._entries())
        return joined(plan, Plan(tuple(known)), noted)

    def _uncited(
        self, lines: tuple[Line, ...], facts: list[Proposal]
    ) -> tuple[list[Proposal], list[Decision]]:
        """Part the facts into those of lines that nothing was kept from, and the others."""
        cited = self.store.cited() if facts else ()
        old = {line.id for line in lines if line.turn.key in cited}
        new = [fact for fact in facts if not old.intersection(fact.lines)]
        known = [Decision(fact, Outcome.DROPPED, Gate.ALREADY_CITED)
                 for fact in facts if old.intersection(fact.lines)]  # fmt: skip
        return new, known

    def _touches(
        self, lines: tuple[Line, ...], answers: list[DayReview], seen: View, plan: Plan
    ) -> Iterator[Touch]:
        """Yield the counts of the facts that the day referred to, each once a day."""
        if "graph" not in self.run.layers or not lines:
            return
        refs = [ref for ref, _ in seen.catalog.names.items()]
        ledgers: Mapping[Ref, Ledger] = {ref: seen.ledger(ref) for ref in refs}
        found = referenced(
            {ref: ledger.active for ref, ledger in ledgers.items()},
            seen.catalog.names,
            lines,
            seen.catalog.operator,
        )
        told = {fact_id for answer in answers for fact_id in answer.referenced}
        found |= {(self.shown[fact_id], fact_id) for fact_id in told & self.shown.keys()}
        done = {(op.ref, op.id) for op in plan.operations if isinstance(op, Touch)}
        day = self.night.day.isoformat()
        for ref, fact_id in sorted(found - done):
            fact = ledgers[ref].get(fact_id) if ref in ledgers else None
            if fact is not None and fact.active and (fact.last_accessed or "")[:10] < day:
                yield Touch(ref, fact_id, (fact.access_count or 0) + 1, day)

    def _closing(self, lines: tuple[Line, ...]) -> dict[str, str]:
        """Return the marks that close the day; lines that came meanwhile leave it open."""
        day = self.night.day
        closed = Closed(len(lines), self.run.layers & frozenset(LAYERS), self.run.now)
        marks = {f"{NIGHT}{day}": str(closed)}
        newest = days_with_lines(self.store.head.marks).get(day, 0)
        if newest and newest <= max((line.seq for line in lines), default=0):
            marks[f"{DAY}{day}"] = ""
        return marks

    def _change(self, **parts: object) -> Change:
        return Change(job="nightly", run=self.run.id, now=self.run.stamp, **parts)  # type: ignore[arg-type]
