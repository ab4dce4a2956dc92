"""heartbeat: ingest, then extraction of the lines that wait, batch by batch.

The lock on the files is not needed while the model answers: lines and facts are read, the model is
asked, everything is read again, and the plan is made against what stands then.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC
from typing import Protocol

from memoryd.core.change import Bullets, Change, Operation
from memoryd.core.entity import Ref
from memoryd.core.plan import Decision, Plan
from memoryd.core.proposal import Extraction, ExtractionRequest
from memoryd.core.reconcile import reconcile
from memoryd.core.turn import Line, Role
from memoryd.errors import LlmError, UnreadableAnswerError
from memoryd.jobs.context import Run
from memoryd.jobs.envelope import MAX_ASSISTANT, MAX_OTHER
from memoryd.jobs.ingest import Ingested, ingest
from memoryd.jobs.knowledge import known_entities, view
from memoryd.sources import Source
from memoryd.store import MemoryStore

BATCH_LINES = 200
BATCH_CHARS = 24_000
_MIN_SPLIT = 1


class Extractor(Protocol):
    """Something that reads lines and proposes facts: a model behind the adapter, or the rules."""

    @property
    def name(self) -> str:
        """What it is called wherever its work shows."""

    def extract(self, request: ExtractionRequest) -> Extraction:
        """Return proposals. Raises LlmError; UnreadableAnswerError when no answer can be read."""


@dataclass(slots=True)
class Beat:
    """What one heartbeat did. calls: to the extractor; waiting: lines left for the next beat."""

    ingested: Ingested = field(default_factory=Ingested)
    calls: int = 0
    decisions: list[Decision] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    edits: int = 0
    waiting: int = 0
    blocked: list[str] = field(default_factory=list)
    error: LlmError | None = None


def heartbeat(
    store: MemoryStore, sources: Sequence[Source], extractor: Extractor, run: Run,
    progress: Callable[[str], None] = lambda _: None,
) -> Beat:  # fmt: skip
    """Read what is new and keep its durable facts. Nothing new: no call, no write.

    A model that fails stops the beat; its lines wait, whole, for the next one (`error` says why).
    """
    if run.operator and store.rename(Ref("people", "operator"), run.operator_ref):
        progress(f"people/operator is {run.operator_ref} now")
    beat = Beat(edits=store.rescan(run.stamp))
    beat.ingested = ingest(store, sources, run, lambda n: progress(f"{n} lines read"))
    lines = store.waiting_lines()
    try:
        for batch in batches(lines):
            _extract(store, extractor, batch, run, beat)
            progress(f"{batch[-1].seq - lines[0].seq + 1} of {len(lines)} lines extracted")
    except LlmError as err:
        beat.error = err
    beat.waiting = max(0, store.head.last_line - store.head.extracted)
    store.save_head()
    return beat


def batches(lines: Sequence[Line]) -> Iterator[tuple[Line, ...]]:
    """Cut lines into calls: whole sessions together while they fit, never out of order."""
    batch: list[Line] = []
    chars = 0
    for session in _sessions(lines):
        size = sum(map(_weight, session))
        if batch and (len(batch) + len(session) > BATCH_LINES or chars + size > BATCH_CHARS):
            yield tuple(batch)
            batch, chars = [], 0
        for line in session:
            if batch and (len(batch) >= BATCH_LINES or chars + _weight(line) > BATCH_CHARS):
                yield tuple(batch)
                batch, chars = [], 0
            batch.append(line)
            chars += _weight(line)
    if batch:
        yield tuple(batch)


def _weight(line: Line) -> int:
    """Return how many characters of a line are shown to a model."""
    longest = MAX_ASSISTANT if line.turn.role is Role.ASSISTANT else MAX_OTHER
    return min(len(line.turn.text), longest)


def _sessions(lines: Sequence[Line]) -> Iterator[list[Line]]:
    group: list[Line] = []
    for line in lines:
        turn = line.turn
        if group and (turn.assistant, turn.session) != (
            group[-1].turn.assistant, group[-1].turn.session,
        ):  # fmt: skip
            yield group
            group = []
        group.append(line)
    if group:
        yield group


def _extract(
    store: MemoryStore, extractor: Extractor, batch: tuple[Line, ...], run: Run, beat: Beat
) -> None:
    """Extract one batch and commit it with how far extraction came, in one record."""
    answer = Extraction(())
    if any(line.turn.role is not Role.ASSISTANT for line in batch):
        request = ExtractionRequest(
            run.operator_name, run.zone, batch, known_entities(store, batch, run)
        )
        beat.calls += 1
        try:
            answer = extractor.extract(request)
        except UnreadableAnswerError:
            if len(batch) <= _MIN_SPLIT:
                raise
            _halves(store, extractor, batch, run, beat)
            return
    cut = not answer.whole and len(batch) > _MIN_SPLIT
    _commit(store, answer, batch, run, beat, whole=not cut)
    if cut:  # its complete facts are kept; all of it is asked again, in smaller calls
        _halves(store, extractor, batch, run, beat)


def _halves(
    store: MemoryStore, extractor: Extractor, batch: tuple[Line, ...], run: Run, beat: Beat
) -> None:
    middle = len(batch) // 2
    _extract(store, extractor, batch[:middle], run, beat)
    _extract(store, extractor, batch[middle:], run, beat)


def _commit(
    store: MemoryStore, answer: Extraction, batch: tuple[Line, ...], run: Run, beat: Beat,
    *, whole: bool,
) -> None:  # fmt: skip
    with store.exclusive():
        beat.edits += store.rescan(run.stamp)
        plan = reconcile(answer.facts, batch, view(store, run))
        change = Change(
            job="heartbeat",
            run=run.id,
            now=run.stamp,
            operations=_switched_on(plan, run),
            extracted=batch[-1].seq if whole else None,
            reviews=plan.reviews,
            origins=plan.origins,
            marks=_newest(store, batch) if whole else {},
        )
        if change.empty:
            return
        receipt = store.commit(change)
    beat.decisions.extend(plan.decisions)
    beat.counts.update(plan.counts())
    beat.blocked.extend(path for path in receipt.waiting if path not in beat.blocked)


def _newest(store: MemoryStore, batch: Sequence[Line]) -> dict[str, str]:
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
