"""Struck: what of a summary a person took out or put right, in whatever words it comes back.

What is known of it after that Sunday is a set of digests, so it is remembered as keys that can be
made anew: of a sentence, of its content words whoever is its subject, and of the facts it told. A
fact that came later is none of those, and may be told.
"""

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from functools import cached_property
from re import IGNORECASE

from memoryd.core.attributes import is_negative
from memoryd.core.fact import Fact
from memoryd.core.grounding import Words, names_in, shared
from memoryd.core.numbers import stated_numbers
from memoryd.core.outline import key, quoted
from memoryd.core.outright import is_hedged, is_sure
from memoryd.core.regex import regex
from memoryd.core.supersede import contradicts
from memoryd.core.telling import COVERED, LIGHT, Told, clauses, is_over
from memoryd.core.tense import tells_past
from memoryd.core.text import content_stems
from memoryd.core.value import frozen

_BY_ID = "\x00facts by id"  # where this is not remembered, deleted facts were known by their words
_OPENS = regex(r"[A-Z][\w'’-]*(?= (?:[a-z]+s|does|is|was|did|[a-z]+ed)\b)")
# "Her brother lives in Rome": somebody or something of the entity's.
_OF_THEIRS = regex(r"(?:her|his|their|its|my|our)\s+(\w+)", IGNORECASE)
_SIGNS = content_stems(
    """never no not none any more anymore still now actually really only just isn't aren't doesn't
    don't hasn't haven't"""
)
_COUNTS = content_stems(
    """one two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty
    hundred thousand"""
)
# "Takes 10 mg twice a day": how often a number holds makes it no other matter.
_TIMES_A_DAY = regex(
    r"\b(?:(?:once|twice|\w+ times) (?:a|per|every|each) (?:day|week)|every day|daily)\b",
    IGNORECASE,
)
_ADDS = regex(
    r"(?:\bnot|n't)\b(?: \S+){0,4} (?:only|just)\b|\b(?:also|too|another|other|else|besides)\b"
    r"|(?<!\bany )(?<!\bno )\bmore\b",
    IGNORECASE,
)
_AGAINST = regex(r"(?:and |but )?(?:not|no longer) [^,;:()–—]+", IGNORECASE)
# What takes of the clause before it: "only in winter", "but not at work", "who smokes".
_NARROWS = regex(
    r"(?:and )?\d+\W*$|(?!but (?:in|at|for|to) [A-Z])(?:(?:and|but|only|just|not|at least)\b,? ?)*"
    r"(?:in|on|at|during|for|before|after|until|with|when|if|unless|except|apart|other than|while"
    r"|where|who|which|because of|now|sometimes|occasionally|rarely|seldom|mostly)\b",
    IGNORECASE,
)
_ON_CONDITION = regex(r"(?:when|whenever|once|before|after|until|while|where)\b", IGNORECASE)
# What was not, will not be, or is not from some hour on, is no word on what is.
_NOT_NOW = regex(
    r"\b(?:(?:was|were|did|had) ?(?:not?\b|n't)|(?:will|would|could|might|should)\b|won't"
    r"|(?:after|before|past) \d)",
    IGNORECASE,
)
_ONE_OF_SEVERAL = regex(
    r"has an? [\w ]+ (?:on|at) ", IGNORECASE
)  # an exam on another day is another
_UNTIL = regex(r"\buntil\b", IGNORECASE)
_Tell = Callable[[Fact, Told], bool]


@frozen
class Saves:
    """What a person's saves did to a summary since our last writing.

    lost: sentences of ours that they took out. left: those that they let stand. told: what of our
    writing tells the facts that they could see there; None where we wrote none. own: their
    sentences that stand there since. deleted: what is remembered of the Sundays before.
    """

    lost: Sequence[str]
    left: Sequence[str]
    told: Sequence[str] | None
    deleted: Container[str]
    own: Sequence[str] = ()

    @classmethod
    def of(
        cls, lost: Sequence[str], told: Sequence[str] | None, deleted: Container[str]
    ) -> "Saves":
        """Return what saves did that took these sentences out of what was told."""
        gone = frozenset(map(key, lost))
        left = [line for line in told or () if key(line) not in gone]
        return cls(lost, left, told, deleted)


class Struck:
    """The facts that a person does not want told, and whether a sentence tells them after all."""

    def __init__(
        self, facts: Iterable[Fact], kept: Sequence[str], own: frozenset[str], saves: Saves,
        tell: _Tell,
    ) -> None:  # fmt: skip
        """Find them among the facts; kept: a person's own sentences, which may tell one anyway.

        own: stems of the entity's name. tell: whether a text tells a fact.
        """
        self._own = own
        self._saves = saves
        self._tell = tell
        self._facts = tuple(facts)
        self._active = [fact for fact in self._facts if fact.active]
        here = Told(kept, own)
        lost = list(self._lost())
        self.corrected = tuple(fact for fact in self._corrected() if fact not in lost)
        now = [*lost, *self.corrected]
        before = [fact for fact in self._active if fact not in now and self._was_struck(fact)]
        self._ever = (*now, *before)
        self.gone = tuple(fact for fact in self._ever if not tell(fact, here))
        self._standing = [fact for fact in self._active if fact not in self.gone]
        self._kept = tuple(kept)

    def remembered(self) -> tuple[str, ...]:
        """Return what of these saves is to be remembered, as keys for `Saves.deleted`."""
        if not (self._ever or self._saves.lost):
            return ()
        lines = (line for fact in self._ever for line in quoted(fact.fact))
        found = [*map(key, self._saves.lost), *map(key, lines), *self._gists]
        return tuple(dict.fromkeys((*found, *map(_id, self._ever), _BY_ID)))

    def keys(self) -> tuple[str, ...]:
        """Return the keys of the sentences that these saves struck, and of their facts' words."""
        facts = (line for fact in self._ever if not self._was_struck(fact)
                 for line in quoted(fact.fact))  # fmt: skip
        return tuple(dict.fromkeys(map(key, (*self._saves.lost, *facts))))

    def is_out(self, keys: Iterable[str], sentence: str) -> bool:
        """Return whether a sentence of these keys was struck, and nothing newer tells the same."""
        lost = frozenset(self.keys())
        out = any(k in self._saves.deleted or k in lost for k in keys)
        return out and not self._told_newly(Told((sentence,), self._own))

    def taken_out(self, said: Iterable[str], fresh: Iterable[Fact]) -> tuple[str, ...]:
        """Return which sentences that these saves took out told what holds and is not told now.

        said: the text and what is kept. fresh: the facts that may be told. Not a sentence that was
        struck before it was told.
        """
        told = Told(said, self._own)
        untold = [fact for fact in (*fresh, *self.gone) if not self._tell(fact, told)]
        lost = (line for line in self._saves.lost if key(line) not in self._saves.deleted)
        alone = ((line, Told((line,), self._own)) for line in lost)
        return tuple(line for line, one in alone if any(self._tell(f, one) for f in untold))

    def tells(self, parts: Iterable[str]) -> bool:
        """Return whether one of these parts of a sentence says again what was struck."""
        return any(map(self._says_again, parts))

    def _lost(self) -> Iterator[Fact]:
        if not self._saves.lost:
            return
        out, stays = Told(self._saves.lost, self._own), Told(self._saves.left, self._own)
        yield from (f for f in self._active if self._tell(f, out) and not self._tell(f, stays))

    def _corrected(self) -> Iterator[Fact]:
        """Yield the facts that the person read in our text and wrote otherwise."""
        if not self._saves.own:
            return
        seen = None if self._saves.told is None else Told(self._saves.told, self._own)
        for fact in self._active:
            if (seen is None or self._tell(fact, seen)) and any(
                corrects(said, fact.fact, self._own) for said in self._saves.own
            ):
                yield fact

    def _was_struck(self, fact: Fact) -> bool:
        if _BY_ID in self._saves.deleted:
            return _id(fact) in self._saves.deleted
        return any(key(line) in self._saves.deleted for line in quoted(fact.fact))

    @cached_property
    def _gists(self) -> frozenset[str]:
        """The gists that these saves struck: not those that they let stand elsewhere."""
        return self._gists_of(self._saves.lost) - self._gists_of(self._saves.left)

    @cached_property
    def _gists_kept(self) -> frozenset[str]:
        return self._gists_of(self._kept)

    @cached_property
    def _rest(self) -> Words:
        """The words of what may be told."""
        told = (fact.fact for fact in self._facts if fact not in self.gone)
        return Words((*told, *self._kept))

    @cached_property
    def _apart(self) -> Words:
        return Words(tuple(fact.fact for fact in self.gone))

    def _gists_of(self, sentences: Iterable[str]) -> frozenset[str]:
        parts = (part for said in sentences for part in (said, *clauses(said, self._own)))
        return frozenset(found for part in parts if (found := gist(part, self._own)))

    def _says_again(self, part: str) -> bool:
        said = gist(part, self._own)
        one = Told((part,), self._own)
        news = self._told_newly(one)
        known = said in self._gists or said in self._saves.deleted
        if said and known and not news and said not in self._gists_kept:
            return True
        for fact in self.gone:
            if one.tells(fact) and not any(Told((n.fact,), self._own).tells(fact) for n in news):
                return True
        return self._holds_what_only_they_hold(part)

    def _told_newly(self, one: Told) -> list[Fact]:
        return [fact for fact in self._standing if one.tells(fact)]

    def _holds_what_only_they_hold(self, part: str) -> bool:
        """Return whether a clause has a name or number that stands in no other fact."""
        if not self.gone:
            return False
        gone, rest = self._apart, self._rest
        names = (name for name in names_in(part) if not content_stems(name) <= self._own)
        return any(gone.holds(name) and not rest.holds(name) for name in names) or any(
            number & gone.numbers and not number & rest.numbers for number in stated_numbers(part)
        )


def corrects(said: str, fact: str, own: frozenset[str]) -> bool:
    """Return whether a person's sentence says of the same thing something else than a fact does.

    Another number, no instead of yes, that it is over, or another value of one attribute. A
    sentence with a matter, a limit or somebody of its own stands beside the fact; not one that
    goes on with a reason, or with what is so instead.
    """
    if _is_of_another(said, fact, own):
        return False
    if contradicts(said, fact, own):
        return True
    dashed = said.replace(" - ", " – ").replace("’", "'")
    return is_sure(said) and any(_differs(part, fact, own) for part in _parts(dashed, fact, own))


def _parts(said: str, fact: str, own: frozenset[str]) -> Iterator[str]:
    """Yield a sentence, or what it says first and what it sets against that.

    "Her birthday is May 4, not May 3" sets "Her birthday is May not May 3" against its opening.
    Not an opening that the rest takes of; later clauses may be of somebody whom it names.
    """
    first = next(clauses(said, own), said)
    rest = said.partition(first)[2].lstrip(" ,;:(–—")
    against, held = _AGAINST.match(rest), content_stems(fact)
    if against and shared(content_stems(against[0]), held):
        yield f"{first.rpartition(' ')[0]} {against[0]}"
        rest = rest[against.end() :]
    elif not against and shared(content_stems(rest), held):
        yield said
    again = any(number & Words((rest,)).numbers for number in stated_numbers(fact))
    if not rest or not (again or _NARROWS.match(rest) or _ON_CONDITION.match(first)):
        yield first


def _differs(said: str, fact: str, own: frozenset[str]) -> bool:
    """Return whether a clause says of all that a fact tells, and of no more, that it is not so."""
    said, fact = (_TIMES_A_DAY.sub(" ", text) for text in (said, fact))
    want, more = _matter(fact) - own, _matter(said) - own - LIGHT - _SIGNS
    words = Words((said,))
    named = (name for name in names_in(fact) if not content_stems(name) <= own)
    if not want or _ADDS.search(said) or not all(map(words.holds, named)):
        return False
    if len(shared(want, words.stems)) < COVERED * len(want) or shared(more, want) != more:
        return False
    theirs, ours = stated_numbers(said), stated_numbers(fact)
    same = all(number & words.numbers for number in ours)
    if len(theirs) > max(1, len(ours)):
        return False
    if _is_denied(said, fact):
        now = tells_past(fact) or not _NOT_NOW.search(said)
        return now and (same or not theirs)
    alike = is_negative(said) is is_negative(fact) and not _ONE_OF_SEVERAL.match(fact)
    return alike and bool(theirs) and not same and not is_hedged(said)


def _is_denied(said: str, fact: str) -> bool:
    """Return whether a clause says no, or that it is over, to a fact that says yes; or yes to no.

    What goes on until a day is not over.
    """
    over = is_over(said if tells_past(said) else _UNTIL.sub(" ", said))
    if over:
        return not (is_over(fact) or is_negative(fact))
    return is_negative(said) is not is_negative(fact)


def _matter(text: str) -> frozenset[str]:
    """Return the content stems of a text that are no number."""
    return frozenset(s for s in content_stems(text) - _COUNTS if not s[0].isdigit())


def gist(said: str, own: frozenset[str]) -> str:
    """Return the content words of what is said as one key, whoever its subject is; "" for none.

    What says no, or that it is over, has another one.
    """
    stems = sorted(stem for stem in content_stems(said) - own if stem not in LIGHT)
    signs = ("no " if is_negative(said) else "") + ("over " if is_over(said) else "")
    return f"\x00{signs}{' '.join(stems)}" if stems else ""


def _is_of_another(said: str, fact: str, own: frozenset[str]) -> bool:
    """Return whether a sentence opens with a name or thing neither the entity's nor the fact's."""
    theirs = _OF_THEIRS.match(said)
    if theirs is not None:
        return not content_stems(theirs[1]) & content_stems(fact)
    opens = _OPENS.match(said)
    if opens is None or not names_in(f"{opens[0]} is"):
        return False
    stems = content_stems(opens[0])
    return bool(stems) and not stems & (own | content_stems(fact))


def _id(fact: Fact) -> str:
    return f"\x00fact {fact.id}"
