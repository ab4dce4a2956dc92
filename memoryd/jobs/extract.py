"""extract: waiting lines -> proposals -> plan -> commit, batch by batch.

No lock on the files is needed while a model answers: lines and facts are read, the model is asked,
everything is read again, and the plan is made against what stands then.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC
from typing import Any

from memoryd.core.change import Change
from memoryd.core.count import many
from memoryd.core.proposal import Extraction, ExtractionRequest
from memoryd.core.provenance import source_of
from memoryd.core.reconcile import reconcile
from memoryd.core.turn import Line
from memoryd.errors import LlmError, TooLongError, UnreadableAnswerError
from memoryd.jobs.batches import batches, halves, in_halves, is_context
from memoryd.jobs.context import Run
from memoryd.jobs.extractor import Extracted, Extractor
from memoryd.jobs.keeping import bring_back
from memoryd.jobs.knowledge import known_entities, view
from memoryd.jobs.saves import take_in
from memoryd.store import MemoryStore

_TRIES = 5  # of lines that no readable answer comes for
_SHRINK = 4  # each try offers lines in quarters of what failed before
_MARK = "unreadable"  # of the head: "<seq of the first of these lines>:<tries>"


def extract(
    store: MemoryStore, extractor: Extractor, run: Run, progress: Callable[[str], None]
) -> Extracted:
    """Offer every waiting line; a model that fails stops it, and its lines wait for the next time.

    Lines whose answer cannot be read stop it too, and are offered in ever smaller parts, one try a
    run, so that a bad line costs little; after five tries it is parked in the review queue.
    """
    done, todo = store.head.extracted, store.head.last_line

    def reached(seq: int) -> None:
        progress(f"{seq - done} of {many(todo - done, 'line')} extracted")

    work = _Extraction(store, extractor, run, reached)
    try:
        for batch in batches(store.waiting_lines()):
            work.offer(batch)
    except LlmError as err:
        work.found.error = err
    return work.found


def hindrance(
    store: MemoryStore, run: Run, check: Callable[[ExtractionRequest], object]
) -> LlmError | None:
    """Return what would stop an extraction now before its first question; None where nothing would.

    check: raises what keeps a request from being sent, TooLongError where one for fewer lines may
    be; it sends nothing.
    """

    def asks(part: tuple[Line, ...]) -> bool:
        if is_context(part):
            return False
        try:
            check(_request(store, run, part))
        except TooLongError:
            first, rest = halves(part)
            return asks(first) or asks(rest)
        return True

    try:
        for batch in batches(store.waiting_lines()):
            size = max(1, len(batch) // _SHRINK ** _tries(store, batch[0]))
            if asks(batch[:size]) or asks(batch[size:]):
                break
    except LlmError as err:
        return err
    return None


@dataclass(slots=True)
class _Extraction:
    """The parts of one extraction. reached: told the last line of each part that is done."""

    store: MemoryStore
    extractor: Extractor
    run: Run
    reached: Callable[[int], None]
    found: Extracted = field(default_factory=Extracted)

    def offer(self, batch: tuple[Line, ...]) -> None:
        """Extract a batch: whole, or in quarters of what failed the last time, and then the rest.

        One bad line among 200 is found in 6 runs and 14 calls on average; with all the rest asked
        at once after the first quarter that goes well, in 17 and 24.
        """
        tries = _tries(self.store, batch[0])
        failed, size = (max(1, len(batch) // _SHRINK**n) for n in (max(0, tries - 1), tries))
        end, parked = batch[failed - 1].seq, self.found.parked
        while batch:
            if batch[0].seq > end or self.found.parked > parked:
                tries, size = 0, len(batch)
            self._extract(batch[:size], tries)
            batch = batch[size:]

    def _extract(self, part: tuple[Line, ...], tries: int) -> None:
        asked = part

        def ask(lines: tuple[Line, ...]) -> Extraction:
            nonlocal asked
            asked = lines
            return self.extractor.extract(_request(self.store, self.run, lines))

        try:
            for lines, answer in in_halves(part, ask):
                self._commit(answer or Extraction(()), lines)
                if answer is None or answer.whole:
                    self.reached(lines[-1].seq)
                elif len(lines) == 1:
                    raise TooLongError("the answer is truncated; its end is missing")
        except UnreadableAnswerError as err:
            self._failed(asked, tries + 1, err)
            if rest := tuple(line for line in part if line.seq > asked[-1].seq):
                self._extract(rest, 0)  # of those behind a line that was parked none was asked

    def _commit(self, answer: Extraction, part: tuple[Line, ...]) -> None:
        """Plan against what stands now and commit; the lines of a cut answer go on waiting."""
        with self.store.exclusive():
            self.found.saves += take_in(self.store, self.run)
            seen = view(self.store, self.run)
            plan = reconcile(answer.facts, part, seen)
            self.found.decisions.extend(plan.decisions)
            self.found.counts.update(plan.counts())
            self.found.back += bring_back(self.store, plan, self.run, part, seen)
            change = self._change(
                operations=plan.switched_on(self.run.layers),
                extracted=part[-1].seq if answer.whole else None,
                reviews=plan.reviews,
                origins=plan.origins,
                found_by=self.extractor.name,
                cited=plan.kept_from(part),
                marks=_newest(self.store, part, self.run) if answer.whole else {},
            )
            if change.empty:
                return
            receipt = self.store.commit(change)
        new = [path for path in receipt.waiting if path not in self.found.blocked]
        self.found.blocked.extend(new)

    def _change(self, **parts: Any) -> Change:  # noqa: ANN401 - the fields of Change
        return Change(job="heartbeat", run=self.run.id, now=self.run.stamp, **parts)

    def _failed(self, part: tuple[Line, ...], tries: int, trouble: UnreadableAnswerError) -> None:
        """Remember the try and raise what failed; a single line is parked after the last one."""
        first = part[0]
        if len(part) > 1 or tries < _TRIES:
            self.store.commit(self._change(marks={_MARK: f"{first.seq}:{tries}"}))
            raise trouble
        row = {"why": "unreadable", "source": source_of(part), "time": first.turn.time.isoformat()}
        marks = _newest(self.store, part, self.run)
        self.store.commit(self._change(extracted=first.seq, reviews=(row,), marks=marks))
        self.found.parked += 1
        self.reached(first.seq)


def _tries(store: MemoryStore, first: Line) -> int:
    """Return how often the lines that begin with this one failed."""
    seq, _, tries = store.head.marks.get(_MARK, "").partition(":")
    return int(tries) if seq == str(first.seq) else 0


def _request(store: MemoryStore, run: Run, part: tuple[Line, ...]) -> ExtractionRequest:
    return ExtractionRequest(run.operator_name, run.zone, part, known_entities(store, part, run))


def _newest(store: MemoryStore, batch: Sequence[Line], run: Run) -> Mapping[str, str]:
    """Return the time of the newest extracted line of each assistant, and who the operator is.

    The latter so that another name later finds the folder of this one.
    """
    marks = {"operator": store.audit_name(str(run.operator_ref))}
    for line in batch:
        name = f"extracted:{line.turn.assistant}"
        time = line.turn.time.astimezone(UTC).isoformat()
        marks[name] = max(time, marks.get(name, ""), store.head.marks.get(name, ""))
    return marks
