"""The Sunday's rewriting of a summary.md: what a person wrote stays, the rest is made of facts.

Every sentence that is not a fact's own words is judged: its names and numbers must stand in the
facts, and it may not say of today what only a superseded or a cold fact says. What the hot facts
say and the text leaves out is added in their own words.
"""

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from memoryd.core.decay import Heat
from memoryd.core.fact import Fact
from memoryd.core.ours import Ours, by_hand, said_in, sentences, standing
from memoryd.core.outline import (
    FEWEST,
    FULL,
    MOST,
    Refusal,
    key,
    lines,
    more_in_file,
    outline,
    quoted,
    refusal,
    said_of,
    size,
    when_all_is_cold,
    who_it_is,
    with_who,
)
from memoryd.core.passed import Plans, in_other_words
from memoryd.core.project_end import ends_what_goes_on
from memoryd.core.struck import Saves, Struck
from memoryd.core.summary import kept_by_hand, put_together, read_summary, take_apart
from memoryd.core.telling import (
    Backing,
    Evidence,
    Sides,
    Told,
    is_contradicted,
    says_past,
    tells_past,
)
from memoryd.core.text import content_stems
from memoryd.core.value import replace
from memoryd.errors import DataError


class Origin(StrEnum):
    """Which text stands now."""

    PROPOSED = "proposed"
    RULES = "rules"
    BEFORE = "before"


class Why(StrEnum):
    """Why a sentence was left out."""

    NAME = "a name that no fact holds"
    NUMBER = "a number or date that no fact holds"
    UNKNOWN = "nothing in it stands in a fact"
    SUPERSEDED = "superseded"
    CONTRADICTED = "a fact that holds says otherwise"
    COLD = "cold"
    PASSED = "its day has passed, and no fact says what came of it"
    DELETED = "a person deleted it"
    RETOLD = "it tells again what a person deleted or corrected"
    KEPT = "it stands in the kept text"


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of an entity.

    facts: all of them. heats: the tier of each active one, hottest first. names: its aliases, the
    operator, and the entities it is related to: words that a sentence may use without a fact.
    resumed: it is a project that was over and is at work again. removed: the `key` of each fact
    that a person removed. passed: plans whose day has passed, as they stand: in `facts` they are
    told as such.
    """

    name: str
    facts: tuple[Fact, ...]
    heats: Mapping[str, Heat]
    names: tuple[str, ...] = ()
    resumed: bool = False
    removed: Container[str] = frozenset()
    passed: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True)
class Versions:
    """The summary.md that stands, the one we wrote last, None for none.

    base: the one of ours from which that which stands was made: what it lacks of `last` else it
    never had. lost: sentences that saves since the last writing took out. deleted, back: the `key`
    of each sentence of ours that a person deleted before, or that was put back once. begun: who
    saved had begun before our last writing: what comes back by that does so however often.
    """

    present: bytes | None
    last: bytes | None
    base: bytes | None
    lost: tuple[str, ...] = ()
    deleted: Container[str] = frozenset()
    back: Container[str] = frozenset()
    begun: bool = False

    @classmethod
    def of(cls, present: bytes | None, last: bytes | None) -> "Versions":
        """Return the versions of a file of which nothing older came back."""
        return cls(present, last, last)


@dataclass(frozen=True, slots=True)
class Report:
    """What a rewriting did; it holds memory text and is for the operator alone.

    left_out: sentences with the reason. added: ids of facts added in their own words. by_hand: new
    lines of a person, kept from now on. deleted, back: keys to remember for Versions. withheld:
    ids of hot facts not told because a person deleted them. gone: ids that the text before told
    and that are superseded or cold now. shrunk: the new text was refused for its length. no_room:
    ids of hot facts that its last line counts. taken_out: sentences that saves since the last
    writing took out and that told what holds and is told no more. put_back: those of `back`.
    corrected: facts told before that the person's own new sentences put right. remembered: all that
    `Versions.deleted` is to hold from now on, `deleted` among it.
    """

    origin: Origin
    refusal: Refusal | None
    left_out: tuple[tuple[str, Why], ...]
    added: tuple[str, ...]
    by_hand: tuple[str, ...]
    deleted: tuple[str, ...]
    withheld: tuple[str, ...]
    gone: tuple[str, ...]
    back: tuple[str, ...]
    shrunk: bool
    no_room: tuple[str, ...] = ()
    taken_out: tuple[str, ...] = ()
    put_back: tuple[str, ...] = ()
    corrected: tuple[str, ...] = ()
    remembered: tuple[str, ...] = ()


def rewrite(versions: Versions, known: Known, proposed: str | None) -> tuple[bytes, Report]:
    """Return the new bytes of a summary.md, and what was done.

    proposed: a model's text; None for the rules' own. Raises DataError for front matter that is no
    YAML, and for marks without a partner: the file is to be left as it is.
    """
    known = replace(known, heats=with_who(known.name, known.facts, known.heats))
    present = versions.present or b""
    if trouble := read_summary(present).trouble:
        raise DataError(trouble)
    parts = take_apart(present)
    before, ours = sentences(versions.last or b""), sentences(versions.base or b"")
    theirs = by_hand(parts, _ours(known, versions, ours))
    if theirs:
        parts = kept_by_hand(parts, theirs)
    lost, back = _missing(versions, before, ours)
    saves = _saves(versions, before, lost, parts.kept)
    case = _Case(known, parts.kept, saves)
    text = case.text(proposed, saves.left)
    withheld, no_room = case.untold(text.lines)
    more = (more_in_file(len(no_room)),) if no_room else ()
    made = put_together(parts, known.name, (*text.lines, *more))
    report = Report(
        origin=text.origin,
        refusal=text.refusal,
        left_out=text.left_out,
        added=text.added,
        by_hand=tuple(row.text for row in theirs if row.text.strip()),
        deleted=case.struck.keys(),
        withheld=withheld,
        gone=case.gone(before, text.lines),
        back=() if versions.begun else tuple(key(n) for n in text.lines if key(n) in back),
        shrunk=text.shrunk,
        no_room=no_room,
        taken_out=case.struck.taken_out((*case.kept, *text.lines), case.fresh),
        put_back=tuple(line for line in text.lines if key(line) in back),
        corrected=tuple(fact.fact for fact in case.struck.corrected),
        remembered=case.struck.remembered(),
    )
    return (present if _shown(made) == _shown(present) else made), report


def _ours(known: Known, versions: Versions, written: Iterable[str]) -> Ours:
    ruled = outline(known.name, known.facts, known.heats).splitlines()
    told = (*(fact.fact for fact in (*known.facts, *known.passed)), *ruled)
    return Ours(written, told, known.removed, versions.deleted)


def _saves(
    versions: Versions, before: Sequence[str], lost: Sequence[str], kept: Iterable[str]
) -> Saves:
    here = standing(versions.last or b"")
    own = [line for line in said_in(kept) if key(line) not in here]
    told = None if versions.last is None else before
    return replace(Saves.of(lost, told, versions.deleted), own=own)


def _missing(
    versions: Versions, before: Iterable[str], ours: Iterable[str]
) -> tuple[list[str], frozenset[str]]:
    """Return the sentences that a person took out, and the keys of those that only come back."""
    if not (versions.present or b"").strip():
        return list(versions.lost), frozenset()
    here = standing(versions.present or b"", (*before, *ours, *versions.lost))
    took_out = {key(line): line for line in (*ours, *versions.lost) if key(line) not in here}
    only_older = {key(line): line for line in before if key(line) not in (*here, *took_out)}
    again = [line for k, line in only_older.items() if k in versions.back and not versions.begun]
    return [*took_out.values(), *again], frozenset(only_older).difference(map(key, again))


def _shown(raw: bytes) -> list[bytes]:
    return [line.rstrip() for line in raw.splitlines() if line.strip()]


@dataclass(frozen=True, slots=True)
class _Text:
    """A text with what became of the proposal, and the facts added to it."""

    lines: tuple[str, ...]
    origin: Origin
    refusal: Refusal | None = None
    left_out: tuple[tuple[str, Why], ...] = ()
    added: tuple[str, ...] = ()
    shrunk: bool = False


class _Case:
    """One entity on one Sunday: its facts by tier, and what a person kept or deleted."""

    def __init__(self, known: Known, kept: Iterable[str], saves: Saves) -> None:
        self.own = content_stems(known.name)
        self.kept = tuple(said_in(kept))
        self._plans = Plans(known.passed, known.facts, self.own)
        self.struck = Struck(known.facts, self.kept, self.own, saves, self._plans.tell)
        self._hot_gone = [f for f in self.struck.gone if known.heats.get(f.id) is Heat.HOT]
        by_id = {fact.id: fact for fact in known.facts if fact not in self.struck.gone}
        heats = {i: heat for i, heat in known.heats.items() if i in by_id}
        tier = {heat: [by_id[i] for i in heats if heats[i] is heat] for heat in Heat}
        self.known = replace(known, heats=heats)
        self.warm = tier[Heat.WARM]
        self.fresh = [*tier[Heat.HOT], *self.warm]
        enough = self.kept and self.struck.gone and not self.fresh  # what a person keeps
        self._ruled = [] if enough else outline(known.name, known.facts, heats).splitlines()
        self.over = [fact for fact in known.facts if not fact.active]
        self.cold = tier[Heat.COLD]
        self._kept_keys = {key(line) for line in self.kept}
        own_words = (line for fact in self.fresh for line in quoted(fact.fact))
        self._own_words = {key(line) for line in (*own_words, *self._ruled)}
        self._evidence = Evidence(known.facts, (known.name, *known.names, *self.kept))
        past = [*(fact.fact for fact in by_id.values() if tells_past(fact)),
                *(in_other_words(plan) for plan in known.passed if plan.id in by_id)]  # fmt: skip
        words = content_stems("\n".join((*(fact.fact for fact in known.facts), *self.kept)))
        self._now = Backing((*(fact.fact for fact in by_id.values() if fact.active), *self.kept),
                            self.own, words)  # fmt: skip
        self._past = Backing((*past, *self.kept), self.own, words)
        self._superseded = Sides(self.over, [*self.fresh, *self.cold], self.own)
        self._cooled = Sides(self.cold, self.fresh, self.own)

    def text(self, proposed: str | None, before: Sequence[str]) -> _Text:
        """Return the text that is to stand; before: what of ours stands now."""
        new = self._with_something(self._filled(self._drafted(proposed)))
        if not self.fresh:
            return new
        old, left_out = self._judged(before)
        if new.refusal and old and not left_out:  # what stands is true: nothing better came
            return self._filled(_Text(old, Origin.BEFORE, new.refusal, new.left_out))
        # What was superseded or went cold since is no longer in `old`: such shrinking has a reason.
        if 2 * size(new.lines) >= min(size(old), FULL):
            return new
        stays = _Text(old, Origin.BEFORE, new.refusal, left_out, shrunk=True)
        return self._filled(stays)

    def _drafted(self, proposed: str | None) -> _Text:
        why: Refusal | None = None
        left_out: tuple[tuple[str, Why], ...] = ()
        if proposed is not None:
            why = refusal(proposed, self.known.name)
            said, left_out = self._judged(() if why else lines(proposed))
            if said and self.fresh:
                return _Text(said, Origin.PROPOSED, None, left_out)
            why = why or (Refusal.UNGROUNDED if self.fresh else None)
        said = tuple(line for line in self._ruled if self._unwanted(line) is None)
        return _Text(said, Origin.RULES, why, left_out)

    def _filled(self, text: _Text) -> _Text:
        """Return a text with the facts it does not tell.

        First who it is, which opens it, then the hot ones, then warm ones while there is room.
        """
        said: list[str] = []
        for line in text.lines:
            said += [line] if size((*said, line)) <= FULL else []
        told = Told((*self.kept, *said), self.own)
        first: list[str] = []
        added: list[str] = []
        who = who_it_is(self.known.name, self.fresh)[:FEWEST]
        for fact in (*who, *(fact for fact in self.fresh if fact not in who)):
            is_who = fact in who
            more = said_of(self.known.name, fact, self.known.facts) if is_who else quoted(fact.fact)
            most = MOST if fact in self.warm and not is_who else FULL
            room = size((*first, *said, *more)) <= most
            out = any(self._unwanted(line) is Why.DELETED for line in more)
            if room and not out and not self._plans.tell(fact, told):
                (first if is_who else said).extend(more)
                added.append(fact.id)
                for line in more:
                    told.add(line)
        return replace(text, lines=(*first, *said), added=tuple(added))

    def _with_something(self, text: _Text) -> _Text:
        """Return a text, in place of none the line or two that would stand were all cold."""
        if text.lines or self.kept:
            return text
        cold = when_all_is_cold(self.known.name, self.known.facts, self.known.heats)
        said = [line for line in cold if self._unwanted(line) is None]
        return replace(text, lines=tuple(said[:FEWEST]))

    def _judged(
        self, sentences: Iterable[str]
    ) -> tuple[tuple[str, ...], tuple[tuple[str, Why], ...]]:
        """Return the sentences that may stand, each once, and the others with the reason."""
        judged = {line: self._fault(line) for line in sentences}
        left_out = tuple((line, why) for line, why in judged.items() if why)
        return tuple(line for line, why in judged.items() if not why), left_out

    def _fault(self, sentence: str) -> Why | None:
        unwanted = self._unwanted(sentence)
        if unwanted or key(sentence) in self._own_words:
            return unwanted
        if self.known.resumed and ends_what_goes_on(sentence, self.known.name):
            return Why.CONTRADICTED
        if not self._evidence.knows_names(sentence):
            return Why.NAME
        if not self._evidence.knows_numbers(sentence):
            return Why.NUMBER
        return self._out_of_date(sentence, content_stems(sentence) - self.own)

    def _out_of_date(self, sentence: str, stems: frozenset[str]) -> Why | None:
        if self.struck.tells(self._now.clauses(sentence)):
            return Why.RETOLD
        why = self._unsaid(sentence, stems)
        return Why.RETOLD if why and self.struck.tells([sentence]) else why

    def _unsaid(self, sentence: str, stems: frozenset[str]) -> Why | None:
        if self._plans.are_more_in((sentence, *self._now.clauses(sentence))):
            return Why.PASSED
        if self.fresh and self._cooled.tells_apart(stems):
            return Why.COLD
        if not says_past(sentence):
            if self._evidence.is_out_of_the_air(stems):
                return Why.UNKNOWN
            stale = self._superseded.tells_apart(stems)
            if stale or is_contradicted(sentence, self._plans.without(self.fresh), self.own):
                return Why.SUPERSEDED
        return self._unbacked(sentence)

    def _unbacked(self, sentence: str) -> Why | None:
        """Return why no facts say a sentence: of what is over only those that tell of it count."""
        if self._now.joins(sentence) and self._past.joins(sentence):
            return Why.UNKNOWN
        clauses = tuple(self._now.clauses(sentence))
        over = [clause for clause in clauses if says_past(clause)]
        if not all(self._past.backs(clause, over=True) for clause in over):
            holds = all(self._now.backs(clause, over=True) for clause in over)
            return Why.CONTRADICTED if holds else Why.UNKNOWN
        rest = [clause for clause in clauses if clause not in over]
        backed = all(self._now.backs(clause, over=False) for clause in rest) or (
            self._now.backs(sentence, over=False, whole=True) and all(map(self._now.touches, rest))
        )
        return None if backed else Why.UNKNOWN

    def _unwanted(self, sentence: str) -> Why | None:
        keys = self._plans.keys(sentence)
        if self.struck.is_out(keys, sentence):
            return Why.DELETED
        return None if self._kept_keys.isdisjoint(keys) else Why.KEPT

    def untold(self, said: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the ids of hot facts not told: those a person deleted, those without room."""
        told = Told((*self.kept, *said), self.own)
        hot = [fact for fact in self.fresh if fact not in self.warm]
        out, no_room = (
            tuple(fact.id for fact in facts if not self._plans.tell(fact, told))
            for facts in (self._hot_gone, hot)
        )
        return out, no_room

    def gone(self, before: Sequence[str], said: Sequence[str]) -> tuple[str, ...]:
        """Return the ids of what the text before told and is superseded or cold now."""
        old, new = Told(before, self.own), Told(said, self.own)
        past = (*self.over, *self.cold)
        return tuple(fact.id for fact in past if old.tells(fact) and not new.tells(fact))
