"""extract: waiting lines -> proposals -> plan -> commit, batch by batch.

No lock on the files is needed while a model answers: lines and facts are read, the model is asked,
everything is read again, and the plan is made against what stands then.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC
from itertools import islice
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
from memoryd.jobs.knowledge import known_entities, said_again, view
from memoryd.jobs.saves import take_in
from memoryd.store import MemoryStore

_TRIES = 5  # of lines that no readable answer comes for
_SHRINK = 4  # each try offers lines in quarters of what failed before
_CHANCE = 2  # calls without any answer that may have nothing to do with the lines
_OTHERS = 20  # lines behind one that no call goes through for, of which one is asked about
_MARK = "unreadable"  # of the head: "<seq of the first of these lines>:<tries>"
_UNANSWERED = ":unanswered"  # and this, where the call failed and brought no answer


def extract(
    store: MemoryStore, extractor: Extractor, run: Run, progress: Callable[[str], None]
) -> Extracted:
    """Offer every waiting line; a model that fails stops it, and its lines wait for the next time.

    Lines whose answer cannot be read stop it too, and are offered in ever smaller parts, one try a
    run, so that a bad line costs little; after five tries it is parked in the review queue. So are
    lines whose calls fail in a way that may lie in them (a time-out, 400, 500), but for the first
    tries, and no such line is parked before another was answered: a server that is down loses none.
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
            _, size = _Tries.of(store, batch[0]).sizes(len(batch))
            if asks(batch[:size]) or asks(batch[size:]):
                break
    except LlmError as err:
        return err
    return None


@dataclass(slots=True)
class _Extraction:
    """The parts of one extraction.

    reached: told the last line of each part that is done; sound: the model answered about a line
    although calls for others fail.
    """

    store: MemoryStore
    extractor: Extractor
    run: Run
    reached: Callable[[int], None]
    found: Extracted = field(default_factory=Extracted)
    sound: bool = False

    def offer(self, batch: tuple[Line, ...]) -> None:
        """Extract a batch: whole, or in quarters of what failed the last time, and then the rest.

        One bad line among 200 is found in 6 runs and 14 calls on average; with all the rest asked
        at once after the first quarter that goes well, in 17 and 24.
        """
        tries = _Tries.of(self.store, batch[0])
        failed, size = tries.sizes(len(batch))
        end, parked = batch[failed - 1].seq, self.found.parked
        while batch:
            if batch[0].seq > end or self.found.parked > parked:
                tries, size = _Tries(), len(batch)
            self._extract(batch[:size], tries)
            batch = batch[size:]

    def _extract(self, part: tuple[Line, ...], tries: "_Tries") -> None:
        asked = part

        def ask(lines: tuple[Line, ...]) -> Extraction:
            nonlocal asked
            asked = lines
            return self.extractor.extract(_request(self.store, self.run, lines))

        try:
            self._ask_others(part, tries)
            for lines, answer in in_halves(part, ask):
                self._commit(answer or Extraction(()), lines)
                if answer is None or answer.whole:
                    self.reached(lines[-1].seq)
                elif len(lines) == 1:
                    raise TooLongError("the answer is truncated; its end is missing")
        except LlmError as err:
            if not err.this_question:
                raise
            self._failed(asked, tries.after(err), err)
            if rest := tuple(line for line in part if line.seq > asked[-1].seq):
                self._extract(rest, _Tries())  # behind a line that was parked none was asked

    def _ask_others(self, part: tuple[Line, ...], tries: "_Tries") -> None:
        """Find out whether the model answers about other lines, before a single one is parked.

        Which one turns with the tries: it may fail as well. Its facts wait for their turn. Raises
        LlmError where the call fails too.
        """
        if self.sound or len(part) > 1 or not tries.unanswered or tries.count + 1 < _TRIES:
            return
        behind = self.store.lines_after(part[0].seq)
        others = list(islice((other for other in behind if not is_context((other,))), _OTHERS))
        if not others:
            return
        with suppress(UnreadableAnswerError):  # an answer nevertheless
            other = others[tries.count % len(others)]
            self.extractor.extract(_request(self.store, self.run, (other,)))
        self.sound = True

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
                marks={
                    **said_again(self.store, plan),
                    **(_newest(self.store, part, self.run) if answer.whole else {}),
                },
            )
            if change.empty:
                return
            receipt = self.store.commit(change)
        new = [path for path in receipt.waiting if path not in self.found.blocked]
        self.found.blocked.extend(new)

    def _change(self, **parts: Any) -> Change:  # noqa: ANN401 - the fields of Change
        return Change(job="heartbeat", run=self.run.id, now=self.run.stamp, **parts)

    def _failed(self, part: tuple[Line, ...], tries: "_Tries", trouble: LlmError) -> None:
        """Remember the try and raise what failed; a single line is parked after the last one."""
        first, last = part[0], tries.count >= _TRIES and (self.sound or not tries.unanswered)
        if len(part) > 1 or not last:
            self.store.commit(self._change(marks={_MARK: tries.mark(first)}))
            raise trouble
        row = {"why": "unreadable", "source": source_of(part), "time": first.turn.time.isoformat()}
        marks = _newest(self.store, part, self.run)
        self.store.commit(self._change(extracted=first.seq, reviews=(row,), marks=marks))
        self.found.parked += 1
        self.reached(first.seq)


@dataclass(frozen=True, slots=True)
class _Tries:
    """How often lines failed. unanswered: the last time, no answer came at all."""

    count: int = 0
    unanswered: bool = False

    @classmethod
    def of(cls, store: MemoryStore, first: Line) -> "_Tries":
        """Return those of the lines that begin with this one."""
        mark = store.head.marks.get(_MARK, "")
        seq, _, count = mark.removesuffix(_UNANSWERED).partition(":")
        return cls(int(count), mark.endswith(_UNANSWERED)) if seq == str(first.seq) else cls()

    def after(self, trouble: LlmError) -> "_Tries":
        """Return them with one more."""
        return _Tries(self.count + 1, not isinstance(trouble, UnreadableAnswerError))

    def mark(self, first: Line) -> str:
        """Return what `of` reads."""
        return f"{first.seq}:{self.count}{_UNANSWERED if self.unanswered else ''}"

    def sizes(self, lines: int) -> tuple[int, int]:
        """Return how many lines of a batch the last try failed with, and how many are next."""
        times = max(0, self.count - (_CHANCE if self.unanswered else 0))
        before = max(1, lines // _SHRINK ** max(0, times - 1))
        return before, max(1, lines // _SHRINK**times)


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
