"""tacit: what the operator's lines show of how they work goes into MEMORY.md, with its evidence."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from memoryd.clock import local_day
from memoryd.core.admission import CLOSE, CLOSEST, Claim, Hearing, hearing_in
from memoryd.core.at_work import Leaving, leaving, passed
from memoryd.core.change import Change, FactOrigin, Operation, Tacit
from memoryd.core.entity import Ref
from memoryd.core.fact import Category, Fact
from memoryd.core.habits import EARLY, WINDOW, early_riser
from memoryd.core.passing import is_passing
from memoryd.core.plan import Gate
from memoryd.core.proposal import Mention, Proposal, TacitAnswer, TacitProposal, TacitRequest
from memoryd.core.provenance import source_of
from memoryd.core.reconcile import View
from memoryd.core.tacit import TacitSection, section_for
from memoryd.core.tacit_change import (
    BUDGET,
    FULL,
    Applied,
    TacitChange,
    apply_tacit,
    over_budget,
    with_room,
    without_doubled,
    without_outdated,
)
from memoryd.core.tacit_lines import (
    NewLine,
    TacitLine,
    Work,
    priorities,
    read_tacit,
    resting_on_replaced,
    stale_priorities,
    without_name,
)
from memoryd.core.tacit_said import without_said
from memoryd.core.text import normal
from memoryd.core.tongues import tongues
from memoryd.core.trust import Kind, Verdict, Voice, judge, voice_of
from memoryd.core.turn import Line, Role
from memoryd.core.value import replace
from memoryd.core.widened import is_widened
from memoryd.errors import UnreadableAnswerError
from memoryd.jobs.agenda import TACIT, UNREAD_TACIT
from memoryd.jobs.batches import batches
from memoryd.jobs.context import Run
from memoryd.jobs.keeping import told_in_note
from memoryd.jobs.knowledge import said_at, view
from memoryd.jobs.note_entries import FIRST, NOTES, days_to_read, entries_of, read_until
from memoryd.jobs.saves import take_in
from memoryd.jobs.tacit_over import OVER, Heard, Over, finished, is_done, over
from memoryd.jobs.tacit_saves import FILE as _FILE
from memoryd.jobs.tacit_saves import Losses, anew, heard_marks, in_own_words, losses, unjudged
from memoryd.jobs.tacit_stale import Asking, asking, found_stale
from memoryd.jobs.tacit_told import told
from memoryd.jobs.writing import RulesWriter, Writer, tacit_answers
from memoryd.store import MemoryStore

_FULL = "tacit-full"  # a person's text alone fills MEMORY.md, and they were told
_TRIES = 3  # Sundays without a readable answer about the same lines
ITSELF = Ref("memory", "tacit")  # where no entity is meant
_SECTIONS = {normal(s.value): s for s in TacitSection if s is not TacitSection.THREE_LAYERS}
_NONE: Mapping[str, NewLine] = MappingProxyType({})
_TYPED = ("remember", "hand-edit")  # origins of facts that no conversation line states


@dataclass(slots=True)
class Refreshed:
    """What became of MEMORY.md.

    fallen: lines that made room; they stand in its history. now: (old, new) text of a project's
    line of which the old holds still. waits: lines of the operator are to be
    read the next time, as there is no room; or unread, because no readable answer came. stale: how
    many lines of a person hold no longer and have a row that waits for them.
    """

    added: list[NewLine] = field(default_factory=list)
    retired: list[TacitLine] = field(default_factory=list)
    fallen: list[TacitLine] = field(default_factory=list)
    now: list[tuple[str, str]] = field(default_factory=list)
    refused: list[tuple[str, str]] = field(default_factory=list)
    waits: bool = False
    unread: bool = False
    stale: int = 0
    over_budget: int = 0

    def take(self, applied: Applied, left: Leaving) -> None:
        """Add what one change did; left: what becomes of the lines that it took out."""
        instead = {new for _, new in left.now}
        self.added += [new for new in applied.added if new.text not in instead]
        self.retired += left.retired
        self.fallen += (*left.room, *applied.fallen)
        self.now += left.now
        self.refused += [(refused.text, refused.reason) for refused in applied.refused]
        self.over_budget = applied.over_budget


def refresh(store: MemoryStore, writer: Writer, run: Run, works: Sequence[Work]) -> Refreshed:
    """Refresh MEMORY.md from the operator's lines since the last time, and from what is at work.

    works: the projects that are not archived. Raises LlmError; what was committed by then stands,
    and the other lines are read the next time. Lines to which no readable answer comes wait for
    the next time too; after the third the rules read them.
    """
    job = _Refresh(store, run)
    if job.has_no_room():
        job.settle(works)
        return job.done
    for batch in batches(job.new_lines()):
        try:
            job.read(batch, writer, again=job.tries(batch) > 0)
        except UnreadableAnswerError:
            if job.waits(batch):
                break
            job.read(batch, RulesWriter())
    job.read_notes(writer)
    job.settle(works)
    return job.done


def waiting(store: MemoryStore) -> int:
    """Return how many lines no refresh has read yet."""
    return store.head.last_line - _mark(store)


def _mark(store: MemoryStore) -> int:
    return int(store.head.marks.get(TACIT, "0"))


@dataclass(slots=True)
class _Refresh:
    """The parts of one refresh.

    Where it is settled, works: the projects at work; lost: what of ours the saves since took out.
    """

    store: MemoryStore
    run: Run
    works: Sequence[Work] = ()
    lost: Losses | None = None
    done: Refreshed = field(default_factory=Refreshed)

    def new_lines(self) -> Iterator[Line]:
        """Yield the operator's own lines that were not read for MEMORY.md yet."""
        return self._own(self.store.lines_after(_mark(self.store)))

    def _own(self, lines: Iterable[Line]) -> Iterator[Line]:
        for line in lines:
            if line.turn.role is Role.OPERATOR and (
                voice_of(line.turn, self.run.channels) is Voice.OPERATOR
            ):
                yield line

    def read_notes(self, writer: Writer) -> None:
        """Read what a person wrote in the notes since the last time, as lines of theirs.

        Of days that are over; the evidence is the note's day and line. No readable answer: the
        rules read them.
        """
        if "notes" not in self.run.layers:
            return
        days = days_to_read(self.store, self.run)
        for batch in batches(entries_of(self.store, days, self.run.zone)):
            try:
                self.read(batch, writer)
            except UnreadableAnswerError:
                self.read(batch, RulesWriter())
        if days:
            marks = {NOTES: read_until(self.store, days)}
            self.store.commit(Change("tacit", self.run.id, self.run.stamp, marks=marks))

    def has_no_room(self) -> bool:
        """Return whether a person's text alone fills MEMORY.md: new lines wait until it does not.

        That is told in the day's note when it begins.
        """
        over = over_budget(self.store.text_file(_FILE))
        self.done.waits = self.done.waits or over > 0
        told = _FULL in self.store.head.marks
        if bool(over) is not told:
            text = f"MEMORY.md is {over:,} characters over its budget by what you wrote; shorten it"
            note = told_in_note(self.run, [text] if over else [])
            marks = {_FULL: "1" if over else ""}
            self.store.commit(Change("tacit", self.run.id, self.run.stamp, note, marks=marks))
        return over > 0

    def waits(self, batch: tuple[Line, ...]) -> bool:
        """Remember that no answer about these lines could be read; False after the last try."""
        count = self.tries(batch) + 1
        if count < _TRIES:
            self.done.unread = self.done.waits = True
            tried = {UNREAD_TACIT: f"{batch[0].seq}:{count}"}
            self.store.commit(Change("tacit", self.run.id, self.run.stamp, marks=tried))
        return self.done.unread

    def tries(self, batch: tuple[Line, ...]) -> int:
        """Return on how many Sundays no answer about these lines could be read."""
        first, _, tries = self.store.head.marks.get(UNREAD_TACIT, "").partition(":")
        return int(tries) if first == str(batch[0].seq) else 0

    def read(self, batch: tuple[Line, ...], writer: Writer, *, again: bool = False) -> None:
        """Ask about a batch and commit what of the answers holds, also where the rest fails."""
        standing = tuple((n.section or "", n.text) for n in self._lines() if n.ours)
        request = TacitRequest(self.run.operator_name, self.run.zone, batch, standing)
        answers, trouble = tacit_answers(writer, request, again=again)
        with self.store.exclusive():
            take_in(self.store, self.run)
            seen = view(self.store, self.run)
            hearing = hearing_in(seen.catalog, batch, self.run.zone, self.run.channels)
            new = list(self._admitted(answers, hearing, seen, batch))
            ended = self._over(answers, new, request)
            origins = [
                FactOrigin(ITSELF, line.text, "conversation", claim.voice.value,
                           tuple(said.turn.key for said in claim.lines))
                for line, claim in new
            ]  # fmt: skip
            is_read = trouble is None and batch[-1].seq < FIRST
            upto = batch[-1].seq if is_read else _mark(self.store)
            change = TacitChange(tuple(line for line, _ in new), ended.retire)
            self._commit(change, origins, upto=upto, doubted=ended.doubted)
        if trouble is not None:
            raise trouble

    def _admitted(
        self, answers: Iterable[TacitAnswer], hearing: Hearing, seen: View, batch: Sequence[Line]
    ) -> Iterator[tuple[NewLine, Claim]]:
        """Yield the lines that the answers may add, each with what it claims."""
        lost = losses(self.store, self.store.text_file(_FILE))
        for proposed in (each for answer in answers for each in answer.add):
            claim = self._claim(proposed, hearing, seen)
            if isinstance(claim, str):
                self.done.refused.append((proposed.text, claim))
                continue
            new, seq = self._line(proposed, claim), claim.lines[-1].seq
            if lost.keeps_out(new.text, seq):
                self.done.refused.append((new.text, lost.why_out(new.text)))
            elif is_done(new, (line.turn.text for line in batch if line.seq > seq)):
                self.done.refused.append((new.text, OVER))
            else:
                yield new, claim

    def _over(
        self, answers: Iterable[TacitAnswer], add: Iterable[tuple[NewLine, Claim]],
        asked: TacitRequest,
    ) -> Over:  # fmt: skip
        """Return what becomes of the lines that the answers want out."""
        new = [(line, [said.turn.text for said in claim.lines]) for line, claim in add]
        facts = self.store.ledger(self.run.operator_ref)[0].facts
        today = local_day(self.run.now, self.run.zone)
        lines = self._lines()
        own = in_own_words(self.store, lines)
        ended = over(answers, lines, Heard(new, asked, facts, today, own))
        self.done.refused += ended.refused
        return ended

    def _claim(self, proposed: TacitProposal, hearing: Hearing, seen: View) -> Claim | str:
        """Return what a proposal claims, or why it becomes no line of MEMORY.md."""
        itself, category = Mention("person", "operator"), Category.PREFERENCE.value
        proposal = Proposal(proposed.lines, itself, proposed.text, category)
        section = section_for(proposed.text)
        least = CLOSEST if section is TacitSection.HARD_RULES else CLOSE
        claim = hearing.admit_close(proposal, seen.catalog, least)
        if isinstance(claim, Gate):
            return claim.value
        said = [line.turn.text for line in claim.lines]
        if is_passing(claim.text, said, for_now=section is TacitSection.PRIORITIES):
            return Gate.PASSING.value
        if not any(map(tongues, said)) and is_widened(claim.text, said, names=hearing.operator):
            return Gate.WIDENED.value
        verdict = judge(claim.voice, Kind.TACIT)
        return claim if verdict is Verdict.ALLOW else Gate.UNTRUSTED.value

    def _line(self, proposed: TacitProposal, claim: Claim) -> NewLine:
        text = without_name(claim.text, self.run.operator_name)
        asked = _SECTIONS.get(normal(proposed.section))
        rule = section_for(text)
        # What must always be done is a rule only where the operator's words are one.
        unfit = asked is None or (asked is TacitSection.HARD_RULES) is not (
            rule is TacitSection.HARD_RULES
        )
        day = local_day(claim.lines[-1].turn.time, self.run.zone).isoformat()
        return NewLine(rule if unfit or asked is None else asked, text, day, source_of(claim.lines))

    def settle(self, works: Sequence[Work]) -> None:
        """Commit what code knows by itself: typed preferences, habits, priorities, what is over."""
        self.works = works
        with self.store.exclusive():
            take_in(self.store, self.run)
            today = local_day(self.run.now, self.run.zone)
            recent = self._own(self.store.lines_from(today - WINDOW))
            habit = early_riser(recent, self.run.zone, today)
            facts = self.store.ledger(self.run.operator_ref)[0].facts
            typed = dict(self._typed(facts))
            lost = self.lost = losses(self.store, self.store.text_file(_FILE))
            lines = (*self._lines(), *lost.back)
            raw = self.store.text_file(_FILE)
            made = [*([habit] if habit else []),
                    *with_room(priorities(works), raw, self.done.fallen, today)]  # fmt: skip
            own = in_own_words(self.store, lines)
            retire = [*stale_priorities((n for n in lines if n not in own), works),
                      *resting_on_replaced(lines, facts), *passed(own, today),
                      *finished(self.store, own, self.run.operator)]  # fmt: skip
            if habit is None:
                retire += [(n.section, n.text) for n in lines if n.text == EARLY and n.section]
            add = [*typed.values(), *(new for new in made if not lost.keeps_out(new.text)),
                   *(new for line in lost.back if (line.section, line.text) not in retire
                     for new in anew(line))]  # fmt: skip
            change = TacitChange(tuple(add), tuple(retire))
            upto = 0 if self.done.waits else self.store.head.last_line
            self._commit(change, (), upto=upto, typed=typed)

    def _typed(self, facts: Iterable[Fact]) -> Iterator[tuple[str, NewLine]]:
        """Yield the preferences that the operator typed as facts and that were not told before.

        Each with the mark by which it is known from then on.
        """
        for fact in facts:
            source = fact.source or ""
            mark = f"told:{self.store.audit_name(f'{self.run.operator_ref}#{fact.id}')}"
            if (
                fact.active
                and fact.category == Category.PREFERENCE
                and (source.partition(":")[0] in _TYPED or self._lasts_without_lines(fact))
                and mark not in self.store.head.marks
            ):
                text = without_name(fact.fact, self.run.operator_name)
                yield mark, NewLine(section_for(text), text, fact.day, source)

    def _lasts_without_lines(self, fact: Fact) -> bool:
        return not self.run.keep_lines and not is_passing(fact.fact, [fact.fact])

    def _lines(self) -> tuple[TacitLine, ...]:
        raw = self.store.text_file(_FILE)
        return read_tacit(raw) if raw else ()

    def _commit(
        self, change: TacitChange, origins: Sequence[FactOrigin], *, upto: int,
        typed: Mapping[str, NewLine] = _NONE, doubted: Iterable[str] = (),
    ) -> None:  # fmt: skip
        """Commit a change of MEMORY.md; one that changes nothing moves only the marks."""
        raw = self.store.text_file(_FILE)
        change = self._news(change)
        applied = apply_tacit(raw, change, budget=BUDGET)
        left = leaving(applied.retired, self.works)
        self.done.take(applied, left)
        lost = self.lost or unjudged(self.store)
        out = lost.taken_out_of(applied.file)
        self.done.refused += [(text, lost.why_out(text)) for text in out]
        changed = applied.file not in (raw, None)
        operations: tuple[Operation, ...] = (Tacit(change, BUDGET),) if changed else ()
        operations += told_in_note(self.run, told(applied, left, lost, doubted, read=bool(origins)))
        full = {refused.text for refused in applied.refused if refused.reason == FULL}
        known = self.store.head.marks
        asked = self._asked(applied.file)
        ours = lost.marks(known, raw, applied.file, change.add, full)
        marks = {
            TACIT: str(max(upto, _mark(self.store))),
            **asked.mark,
            **ours,
            **heard_marks(ours, known, change.add if origins else ()),
            **{mark: "1" for mark, new in typed.items() if new.text not in full},
        }
        made = Change(
            job="tacit",
            run=self.run.id,
            now=self.run.stamp,
            operations=operations,
            origins=tuple(origins) if operations else (),
            reviews=asked.rows,
            marks={name: v for name, v in marks.items() if known.get(name, "") != v},
        )
        if not made.empty:
            self.store.commit(made)

    def _asked(self, file: bytes | None) -> Asking:
        """Return what is to be asked about lines of a person that no longer hold."""
        stale = found_stale(self.store, read_tacit(file or b""), self.run.operator)
        asked = asking(self.store, stale, self.run.stamp)
        self.done.stale = asked.waits
        return asked

    def _news(self, change: TacitChange) -> TacitChange:
        """Return a change without what the file says already, or says in newer words."""
        change = without_doubled(change, self._lines())
        change = without_outdated(change, self._lines(), said_at(self.store))
        return replace(change, add=without_said(change.add, self._lines(), self.run.operator_name))
