"""nightly: review a whole day, give it a clean timeline, count the facts that it referred to.

One local day at a time, each in one commit, which closes the day in the audit. A night that a model
or a budget ends early keeps what was answered, and the next one goes on from there.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from typing import TYPE_CHECKING, Protocol

from memoryd import clock
from memoryd.clock import local_day
from memoryd.core.change import Bullets, Change, Touch
from memoryd.core.entity import Ref, parse_ref
from memoryd.core.nights import (
    DAY,
    LAYERS,
    NIGHT,
    PART,
    ZONES,
    Closed,
    closed_days,
    empty_days,
    is_due,
    is_settled,
    latest_night,
    unfinished,
)
from memoryd.core.notes import Entry, Section, read_note
from memoryd.core.plan import Decision, Plan
from memoryd.core.proposal import DayRequest, DayReview
from memoryd.core.provenance import source_of
from memoryd.core.turn import Line
from memoryd.core.value import replace
from memoryd.errors import LlmError, UnreadableAnswerError
from memoryd.jobs.agenda import UNREAD_NIGHT, as_of, began, reviewed
from memoryd.jobs.batches import batches, in_halves
from memoryd.jobs.context import Run
from memoryd.jobs.note_saves import put_back
from memoryd.jobs.opened import OpenedFacts
from memoryd.jobs.saves import Saves, take_in
from memoryd.store import MemoryStore

if TYPE_CHECKING:
    from memoryd.jobs.knowledge import Knowing

_DAY = timedelta(days=1)
_TRIES = 5  # nights of one day to which no readable answer comes
_ENTRIES_SHOWN = 6_000  # characters of what the note says already, the last of it


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

    empty: days without a line before it, closed with it; noted: new lines of its timeline; touched:
    facts counted as referred to or opened; back: refs that came back from the archives; parked:
    closed without an answer after the last try; error: why it waits.
    """

    day: date
    lines: int = 0
    empty: int = 0
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
    """Review one local day and close it; a model that fails leaves the rest for the next night."""
    put_back(store, run)
    work = _Work(store, reviewer, run, Night(day))
    try:
        work.review(progress)
    except UnreadableAnswerError as err:
        work.failed(err)
    except LlmError as err:
        work.night.error = err
    if not run.keep_lines and (work.night.error is None or work.night.parked):
        store.drop_words(day, run.zone, upto=max((n.seq for n in work.lines), default=0))
    store.save_head()
    return work.night


def days_to_review(store: MemoryStore, run: Run, at: time, *, by_hand: bool) -> list[date]:
    """Return the days that are due, oldest first: by the schedule, or all up to today.

    By hand those without a line are left out: the next one that is reviewed closes them. at: when
    the night begins, on the operator's clock.
    """
    since = local_day(began(store) or run.now, run.zone)
    marks = as_of(store.head.marks, store, run)
    due, last = is_due(marks, run.now, at, run.zone), latest_night(run.now, at, run.zone)
    if by_hand:
        today = local_day(run.now, run.zone)
        empty = set(empty_days(marks, today, since)) - {today}
        days = [day for day in unfinished(marks, today, run.layers, since) if day not in empty]
        # Closed before its night came, and nothing since: it is held, as by the schedule.
        due = due and not _is_later(closed_days(marks).get(last), run.now)
    else:
        days = unfinished(marks, last, run.layers, since) if due else []
    return [*days, last] if due and max(days, default=date.min) < last else days


def _is_later(closed: Closed | None, now: datetime) -> bool:
    """Return whether a day was closed after a time that was given, by no clock far ahead."""
    return closed is not None and now < closed.at < clock.now() + _DAY


@dataclass(slots=True)
class _Work:
    """The parts of one day's review.

    lines: the day's, without those that a night reviewed in another zone; last: the seq of its last
    line; done: the seq up to which they were reviewed before; reached: the same with what was
    answered now; opened: the day's mark when its lines were read; answers: each with the lines it
    is about; shown: (fact id, ref) of what was shown to the model.
    """

    store: MemoryStore
    reviewer: Reviewer
    run: Run
    night: Night
    lines: tuple[Line, ...] = ()
    last: int = 0
    done: int = 0
    reached: int = 0
    opened: str = ""
    answers: list[tuple[tuple[Line, ...], DayReview]] = field(default_factory=list)
    shown: set[tuple[str, Ref]] = field(default_factory=set)
    knowing: "Knowing | None" = None

    def review(self, progress: Callable[[str], None]) -> None:
        """Ask about the day's lines, call by call, then decide and commit all at once."""
        day, marks, layers = self.night.day, self.store.head.marks, self.run.layers
        self.opened = marks.get(f"{DAY}{day}", "")
        before = reviewed(marks, self.run)
        lines = tuple(self.store.lines_of_day(day, self.run.zone))
        self.last = max((line.seq for line in lines), default=0)
        self.lines = tuple(line for line in lines if not before.elsewhere(line))
        self.night.lines = len(self.lines)
        self.done = self.reached = before.until(day)
        try:
            for batch in batches(self.lines) if layers & frozenset(LAYERS) else ():
                if batch[-1].seq > self.done:
                    self._ask(batch)
                progress(f"{day}: {batch[-1].seq - self.lines[0].seq + 1} lines reviewed")
        except LlmError:
            self._keep()
            raise
        self._commit(self._closing())

    def failed(self, trouble: UnreadableAnswerError) -> None:
        """Remember the try; after the last one the day is closed without its review."""
        mark = f"{UNREAD_NIGHT}{self.night.day}"
        tries = int(self.store.head.marks.get(mark, "0")) + 1
        self.night.error = trouble
        if tries < _TRIES:
            self.store.commit(self._change(marks={mark: str(tries)}))
            return
        first = next(line for line in self.lines if line.seq > self.reached)
        row = {"id": f"night-{self.night.day}", "why": "unreadable", "source": source_of((first,)),
               "time": first.turn.time.isoformat()}  # fmt: skip
        self.store.commit(self._change(reviews=(row,), marks=self._closing()))
        self.night.parked = True

    def _ask(self, batch: tuple[Line, ...]) -> None:
        """Ask about a batch, in halves where one answer is too long.

        Of a cut answer the facts are kept; its halves tell the day anew. Lines whose own answers
        come cut are done with once those behind them are.
        """
        again = (
            f"{UNREAD_NIGHT}{self.night.day}" in self.store.head.marks and self.reached == self.done
        )
        lines = tuple(line for line in batch if line.seq > self.done) if again else batch
        for part, answer in in_halves(lines, self._answer, again=again):
            if answer is not None:
                is_all = answer.whole or len(part) == 1
                self.answers.append((part, answer if is_all else _facts_alone(answer)))
                self.reached = part[-1].seq if answer.whole else self.reached
        self.reached = batch[-1].seq

    def _answer(self, batch: tuple[Line, ...]) -> DayReview:
        known = self._knowing().of(batch)
        self.shown.update((i, parse_ref(e.ref)) for e in known for i, _, _ in e.facts)
        request = DayRequest(self.run.operator_name, self.run.zone, batch, known, self._noted())
        return self.reviewer.review(request)

    def _keep(self) -> None:
        """Commit what was answered before a failure; what is asked again is told then."""
        self.answers = [(part, said if part[-1].seq <= self.reached else _facts_alone(said))
                        for part, said in self.answers]  # fmt: skip
        on = self.reached > self.done
        marks = {**self._closed(PART, self.reached), **self._gone(UNREAD_NIGHT)} if on else {}
        if marks or any(said.facts for _, said in self.answers):
            self._commit(marks)

    def _knowing(self) -> "Knowing":
        from memoryd.jobs.knowledge import Knowing  # noqa: PLC0415 - as above

        self.knowing = self.knowing or Knowing(self.store, self.run)
        return self.knowing

    def _entries(self) -> tuple[Entry, ...]:
        raw = self.store.legible(f"memory/{self.night.day}.md")
        return read_note(raw).entries if raw else ()

    def _noted(self) -> tuple[str, ...]:
        """Return what the note says already, as far as a call has room for it."""
        room, found = _ENTRIES_SHOWN, list[str]()
        for entry in reversed(self._entries()):
            text = f"{entry.time or ''} {entry.text}".strip()
            room -= len(text)
            if room < 0:
                break
            found.append(text)
        return tuple(reversed(found))

    def _commit(self, marks: Mapping[str, str]) -> None:
        """Plan against what stands now; the marks say how far the day is done."""
        with self.store.exclusive():
            self.night.saves += take_in(self.store, self.run)
            plan, touches = self._planned()
            reads = OpenedFacts(self.store, self.run, self.night.day)
            touches = reads.joined(plan.operations, touches)
            self.night.touched = len(touches)
            self.night.decisions = list(plan.decisions)
            self.night.counts = plan.counts()
            operations = (*plan.switched_on(self.run.layers), *touches)
            self.night.noted = sum(
                len(op.lines) for op in operations
                if isinstance(op, Bullets) and op.section is not Section.FACTS_EXTRACTED
            )  # fmt: skip
            change = self._change(
                operations=operations,
                reviews=plan.reviews,
                origins=plan.origins,
                found_by=self.reviewer.name,
                cited=plan.kept_from(self.lines),
                marks=self._settled({**marks, **self._said_again(plan)}),
            )
            self.night.blocked = list(self.store.commit(change).waiting)
            reads.drop()

    def _planned(self) -> tuple[Plan, tuple[Touch, ...]]:
        if not self.lines:
            return Plan(), ()
        from memoryd.jobs.day_plan import DayPlan  # noqa: PLC0415 - as jobs.extract: see heartbeat

        heard = DayPlan(self.store, self.run, self.night.day, self.lines, self.answers)
        plan, touches = heard.made(self._entries(), self.shown, reviewed=self.done)
        self.night.back = heard.back
        return plan, touches

    def _said_again(self, plan: Plan) -> dict[str, str]:
        if not plan.operations:
            return {}
        from memoryd.jobs.knowledge import said_again  # noqa: PLC0415 - as above

        return said_again(self.store, plan)

    def _closing(self) -> dict[str, str]:
        """Return the marks that close the day; lines that came meanwhile leave it open."""
        marks = self._closed(NIGHT, self.last) | self._empty()
        if self.opened == self.store.head.marks.get(f"{DAY}{self.night.day}"):
            marks |= self._gone(DAY)
        return {**marks, **self._gone(PART), **self._gone(UNREAD_NIGHT)}

    def _empty(self) -> dict[str, str]:
        """Return the marks that close the days without a line before this one."""
        since = local_day(began(self.store) or self.run.now, self.run.zone)
        marks = as_of(self.store.head.marks, self.store, self.run)
        days = [day for day in empty_days(marks, self.night.day, since) if day < self.night.day]
        self.night.empty = len(days)
        return {f"{NIGHT}{day}": str(self._how(0, self.run.now)) for day in days}

    def _how(self, last: int, at: datetime) -> Closed:
        return Closed(last, self.run.layers & frozenset(LAYERS), at, self.run.zone.key)

    def _closed(self, kind: str, last: int) -> dict[str, str]:
        """Return the mark that says how far the day came; what was done in other zones stays."""
        day, now = self.night.day, self.run.now
        before = closed_days(self.store.head.marks).get(day)
        # A time that was given undoes no later one, but what a clock far ahead said gives way.
        how = self._how(last, before.at if before and _is_later(before, now) else now)
        names = (f"{each}{day}" for each in (NIGHT, PART) if kind in (each, NIGHT))
        return {f"{kind}{day}": how.and_before(self.store.head.marks, *names)}

    def _settled(self, marks: Mapping[str, str]) -> Mapping[str, str]:
        """Return the marks of a commit with the open days as they are after it, after a move."""
        known = self.store.head.marks
        if is_settled(known, self.run.zone):
            return marks
        after = as_of({**known, **marks}, self.store, self.run)
        days = {name for name in known if name.startswith(DAY)} - after.keys()
        now = {k: v for k, v in after.items() if k.startswith((DAY, ZONES)) and v != known.get(k)}
        return {**marks, **dict.fromkeys(days, ""), **now}

    def _gone(self, kind: str) -> dict[str, str]:
        """Return what takes a mark of the day away, where it stands."""
        mark = f"{kind}{self.night.day}"
        return {mark: ""} if mark in self.store.head.marks else {}

    def _change(self, **parts: object) -> Change:
        run, now = self.run.id, self.run.stamp
        return Change("nightly", run, now, **parts)  # type: ignore[arg-type]  # parts of any field


def _facts_alone(answer: DayReview) -> DayReview:
    return replace(answer, events=(), decisions=(), processes=())
