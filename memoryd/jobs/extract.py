"""extract: waiting lines -> proposals -> plan -> commit, batch by batch.

No lock on the files is needed while a model answers: lines and facts are read, the model is asked,
everything is read again, and the plan is made against what stands then.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC
from typing import Any, Protocol

from memoryd.core.change import Bullets, Change, Operation
from memoryd.core.plan import Decision, Plan
from memoryd.core.proposal import Extraction, ExtractionRequest
from memoryd.core.reconcile import reconcile
from memoryd.core.turn import Line, Role
from memoryd.errors import LlmError, UnreadableAnswerError
from memoryd.jobs.batches import batches
from memoryd.jobs.context import Run
from memoryd.jobs.knowledge import known_entities, view
from memoryd.llm.answer import TruncatedAnswerError
from memoryd.store import MemoryStore

_TRIES = 5  # of lines that no readable answer comes for
_SHRINK = 4  # each try offers a quarter of the lines of the one before


class Extractor(Protocol):
    """Something that reads lines and proposes facts: a model behind the adapter, or the rules."""

    @property
    def name(self) -> str:
        """What it is called wherever its work shows."""

    def extract(self, request: ExtractionRequest) -> Extraction:
        """Return proposals. Raises LlmError; UnreadableAnswerError when no answer can be read."""


@dataclass(slots=True)
class Extracted:
    """What an extraction did. calls: to the extractor; parked: lines given up after five tries."""

    calls: int = 0
    parked: int = 0
    decisions: list[Decision] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    edits: int = 0
    blocked: list[str] = field(default_factory=list)
    error: LlmError | None = None


def extract(
    store: MemoryStore, extractor: Extractor, run: Run, progress: Callable[[str], None]
) -> Extracted:
    """Offer every waiting line; a model that fails stops it, and its lines wait for the next time.

    Lines whose answer cannot be read are offered in ever smaller batches, once a beat, so that one
    bad line costs little; after five tries it is parked in the review queue.
    """
    work = _Extraction(store, extractor, run)
    done, todo = store.head.extracted, store.head.last_line
    try:
        for batch in batches(store.waiting_lines()):
            work.offer(batch)
            progress(f"{batch[-1].seq - done} of {todo - done} lines extracted")
    except LlmError as err:
        work.found.error = err
    return work.found


@dataclass(slots=True)
class _Extraction:
    """The parts of one extraction."""

    store: MemoryStore
    extractor: Extractor
    run: Run
    found: Extracted = field(default_factory=Extracted)

    def offer(self, batch: tuple[Line, ...]) -> None:
        """Extract a batch whole, or first the part of it that earlier failures leave."""
        tries = self._tries(batch[0])
        part = batch[: max(1, len(batch) // _SHRINK**tries)]
        try:
            self._extract(part)
        except UnreadableAnswerError:
            self._failed(part, tries + 1)
        if len(part) < len(batch):
            self.offer(batch[len(part) :])

    def _extract(self, batch: tuple[Line, ...]) -> None:
        answer = Extraction(())
        if any(line.turn.role is not Role.ASSISTANT for line in batch):
            try:
                answer = self._ask(batch)
            except TruncatedAnswerError:
                if len(batch) == 1:
                    raise
                answer = Extraction((), whole=False)
        cut = not answer.whole and len(batch) > 1
        self._commit(answer, batch, whole=not cut)
        if cut:  # its complete facts are kept; all of it is asked again, in smaller calls
            middle = len(batch) // 2
            self._extract(batch[:middle])
            self._extract(batch[middle:])

    def _ask(self, batch: tuple[Line, ...]) -> Extraction:
        self.found.calls += 1
        known = known_entities(self.store, batch, self.run)
        request = ExtractionRequest(self.run.operator_name, self.run.zone, batch, known)
        return self.extractor.extract(request)

    def _commit(self, answer: Extraction, batch: tuple[Line, ...], *, whole: bool) -> None:
        with self.store.exclusive():
            self.found.edits += self.store.rescan(self.run.stamp)
            plan = reconcile(answer.facts, batch, view(self.store, self.run))
            change = self._change(
                operations=_switched_on(plan, self.run),
                extracted=batch[-1].seq if whole else None,
                reviews=plan.reviews,
                origins=plan.origins,
                marks=_newest(self.store, batch) if whole else {},
            )
            if change.empty:
                return
            receipt = self.store.commit(change)
        self.found.decisions.extend(plan.decisions)
        self.found.counts.update(plan.counts())
        new = [path for path in receipt.waiting if path not in self.found.blocked]
        self.found.blocked.extend(new)

    def _change(self, **parts: Any) -> Change:  # noqa: ANN401 - the fields of Change
        return Change(job="heartbeat", run=self.run.id, now=self.run.stamp, **parts)

    def _tries(self, first: Line) -> int:
        seq, _, tries = self.store.head.marks.get("unreadable", "").partition(":")
        return int(tries) if seq == str(first.seq) else 0

    def _failed(self, batch: tuple[Line, ...], tries: int) -> None:
        """Remember a failure and raise it again; give a single line up after the last try."""
        first = batch[0]
        if tries < _TRIES or len(batch) > 1:
            self.store.commit(self._change(marks={"unreadable": f"{first.seq}:{tries}"}))
            raise  # noqa: PLE0704 - called from the handler of the error that it raises on
        row = {"why": "unreadable", "source": first.turn.key, "time": first.turn.time.isoformat()}
        marks = {"unreadable": "", **_newest(self.store, batch)}
        self.store.commit(self._change(extracted=first.seq, reviews=(row,), marks=marks))
        self.found.parked += 1


def _newest(store: MemoryStore, batch: Sequence[Line]) -> Mapping[str, str]:
    """Return the time of the newest extracted line of each assistant in a batch."""
    marks: dict[str, str] = {}
    for line in batch:
        name = f"extracted:{line.turn.assistant}"
        time = line.turn.time.astimezone(UTC).isoformat()
        marks[name] = max(time, marks.get(name, ""), store.head.marks.get(name, ""))
    return marks


def _switched_on(plan: Plan, run: Run) -> tuple[Operation, ...]:
    """Leave out what belongs to a layer that is switched off."""
    return tuple(
        op for op in plan.operations
        if ("notes" if isinstance(op, Bullets) else "graph") in run.layers
    )  # fmt: skip
