"""Whether a sentence of a summary rests on facts, and whether a text tells a fact."""

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from functools import lru_cache

from memoryd.core.added import compares, gives_reason
from memoryd.core.attributes import attributes, is_negative
from memoryd.core.direction import departs, turns_away
from memoryd.core.fact import Category, Fact
from memoryd.core.grounding import Words, names_in, shared
from memoryd.core.numbers import stated_numbers
from memoryd.core.outline import key, quoted
from memoryd.core.regex import regex
from memoryd.core.roles import ends_role
from memoryd.core.supersede import contradicts
from memoryd.core.tense import shifts_time
from memoryd.core.text import content_stems
from memoryd.core.value import frozen
from memoryd.core.when import Span, dates_in

COVERED = 0.75  # of a fact's content stems, so many must stand in one sentence
_LONG = 8  # stems; a fact of so many may be told in two sentences
_WORDY = 5  # content stems; a clause of so many may put nearly half of them in its own words
_LIKE = 0.75  # from this share (Dice) on a sentence is in a fact's own words
_OUT_OF_THE_AIR = 3  # content words, none of them in any fact
_PAST = regex(
    r"\b(?:former(?:ly)?|used to|was|were|until|no longer|not any ?more|previous(?:ly)?|ended|left"
    r"|quit|retired|resigned|past|before|earlier|once|had|stopped|ex-\w+"
    r"|(?:is|are) (?:now |all )?(?:over|finished|done|through)|ehemalig\w*|früher\w*"
    r"|nicht mehr|war|bis|ancien\w*|auparavant|n'est plus|jusqu\w*|antes|anteriormente|hasta)\b"
    r"|以前|不再|かつて",
    re.IGNORECASE,
)
_OVER = regex(
    r"\b(?:former(?:ly)?|used to|until|no longer|not any ?more|previously|ended|ex-\w+)\b",
    re.IGNORECASE,
)
_YEAR = regex(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_ANY_DAY = date(2000, 1, 1)
_MONTHS = regex(
    r"\b(?:jan|feb|mar|mär|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez)", re.IGNORECASE
)


def says_past(sentence: str) -> bool:
    """Return whether a sentence speaks of what is over."""
    return _PAST.search(sentence) is not None


# Stems that place a thing in time or open a sentence: they tell nothing that a fact must hold.
_LIGHT = content_stems(
    """fact facts former formerly previous previously past earlier once longer until recently
    currently since used ended relevant alias name named called known moved changed switched became
    years month months january february march april may june july august september october november
    current ago year december"""
)
_CLAUSE = regex(
    r"(?:[;()–—]|[,:](?!\d))+\s*|\s(?:and|but|while|who|which|where|because|although)\s"
)
_EVENT = regex(
    r"(?:\w+ed|met|bought|sold|went|got|born|began|made|gave|won|took|saw|wrote|held)\b",
    re.IGNORECASE,
)


def tells_past(fact: Fact) -> bool:
    """Return whether a fact lets a sentence speak of what was: over, an ending, or an event."""
    if not fact.active or fact.category == Category.MILESTONE or ends_role(fact.fact):
        return True
    happened = _EVENT.match(fact.fact) is not None and not attributes(fact.fact)
    return says_past(fact.fact) or happened


class Backing:
    """Texts, one of which must back each clause of a sentence: of a short one nearly all words."""

    def __init__(self, texts: Iterable[str], own: frozenset[str], known: frozenset[str]) -> None:
        """Take the texts apart; own: stems of the entity's name, which tell nothing.

        known: the stems of all facts; a name that is not among them stands for itself.
        """
        self._own = own
        self._known = known
        self._texts = [(text, content_stems(text), is_negative(text)) for text in texts]

    def backs(self, clause: str, *, over: bool) -> bool:
        """Return whether a text says most of a clause; over: and whether it says yes or no as well.

        It must hold a name of the clause, where any text does: also of a clause of names alone
        that speaks of what is over.
        """
        names = self._names(clause) & self._known
        stems = self.content(clause)
        if not stems:
            near = [text for text, held, _ in self._texts if names & held]
            if near and all(self._departs(clause, text, over=over) for text in near):
                return False
            if not over and any(turns_away(name, clause, near) for name in names):
                return False
            return not over or not names or bool(near)
        return any(
            len(stems) - len(shared(stems, held)) <= _spare(len(stems))
            and (not names or not names.isdisjoint(held))
            and (over or negative is is_negative(clause))
            and not self._departs(clause, text, over=over)
            and not self._borrows(clause, stems, text)
            for text, held, negative in self._texts
        )

    def _departs(self, clause: str, text: str, *, over: bool) -> bool:
        """Return whether a clause says otherwise than a text; over: it tells what was as past."""
        if departs(clause, text, self._own):
            return True
        away = any(turns_away(name, clause, (text,)) for name in self._names(clause))
        return not over and (away or shifts_time(clause, text))

    def _borrows(self, clause: str, stems: frozenset[str], text: str) -> bool:
        """Return whether a name or number of a clause stands only in texts of something else.

        Those are the texts that have no content word of it. One that stands in none may be vouched
        for otherwise: a name by what is related, a number by the day of a fact.
        """
        near = [text, *(other for other, held, _ in self._texts if shared(stems, held))]
        far = [other for other, *_ in self._texts if other not in near]
        close, apart = _words_of(tuple(near)), _words_of(tuple(far))
        names = (name for name in names_in(clause) if not content_stems(name) <= self._own)
        return any(not close.holds(name) and apart.holds(name) for name in names) or any(
            not readings & close.numbers and readings & apart.numbers
            for readings in stated_numbers(clause)
        )

    def joins(self, sentence: str) -> bool:
        """Return whether a sentence gives a reason, a choice or a rank that no text gives."""
        texts = [text for text, *_ in self._texts]
        return gives_reason(sentence, texts) or compares(sentence, texts)

    def touches(self, clause: str) -> bool:
        """Return whether a clause has a word in common with a text, or says nothing of content."""
        stems = self.content(clause)
        return not stems or any(shared(stems, held) for _, held, _ in self._texts)

    def content(self, clause: str) -> frozenset[str]:
        """Return the stems of a clause that a text must hold: no name, number or time."""
        stems = content_stems(clause) - self._own - _LIGHT - self._names(clause)
        return frozenset(stem for stem in stems if not stem[0].isdigit())

    def clauses(self, sentence: str) -> Iterator[str]:
        """Yield the clauses of a sentence; one that only places the next in time is part of it."""
        begun = ""
        for part in _CLAUSE.split(sentence):
            begun = f"{begun} {part}".strip()
            if self.content(begun):
                yield begun
                begun = ""
        if begun:
            yield begun

    def _names(self, text: str) -> frozenset[str]:
        return content_stems(" ".join(names_in(text))) - self._own


@lru_cache(maxsize=256)  # the clauses of a summary are near to the same few facts
def _words_of(texts: tuple[str, ...]) -> Words:
    return Words(texts)


def _spare(count: int) -> int:
    """Return how many of so many content stems need not stand in the text that backs them."""
    return count // 4 if count < _WORDY else (count - 1) // 2


class Evidence:
    """What a sentence may name: words, numbers and dates of all facts, and words vouched for."""

    def __init__(self, facts: Sequence[Fact], vouched: Iterable[str]) -> None:
        """Take the facts and the vouched texts apart once."""
        refs = (ref.replace("/", " ").replace("-", " ") for f in facts for ref in f.related or ())
        texts = [*(fact.fact for fact in facts), *vouched]
        self._words = Words((*texts, *refs))
        self._numbers = Words(tuple(texts)).numbers
        self._spans = tuple(_dates(facts, texts))
        self._anchor = max((_day(fact) for fact in facts), default=_ANY_DAY)
        self._years = {str(day.year) for span in self._spans for day in (span.first, span.last)}

    def knows_names(self, sentence: str) -> bool:
        """Return whether every name of a sentence stands in the evidence."""
        return all(self._words.holds(name) for name in names_in(sentence))

    def knows_numbers(self, sentence: str) -> bool:
        """Return whether every number and date of a sentence stands there, or is a fact's day."""
        rest = sentence
        for span in reversed(dates_in(sentence, self._anchor)):
            if not re.search(r"\d", span.words) and not _MONTHS.search(span.words):
                continue
            if not any(_within(one, span) for one in self._spans):
                return False
            rest = f"{rest[: span.start]} {rest[span.end :]}"
        rest = _YEAR.sub(lambda year: " " if year[0] in self._years else year[0], rest)
        return all(readings & self._numbers for readings in stated_numbers(rest))

    def is_out_of_the_air(self, stems: frozenset[str]) -> bool:
        """Return whether a sentence of these stems has nothing in common with the evidence."""
        told = {stem for stem in stems if not stem[0].isdigit()}
        return len(told) >= _OUT_OF_THE_AIR and not told & self._words.stems


def _dates(facts: Sequence[Fact], texts: Sequence[str]) -> Iterator[Span]:
    for fact in facts:
        day = _day(fact)
        yield Span(day, day, "", 0, 0)
        yield from dates_in(fact.fact, day)
    for text in texts:
        for year in _YEAR.finditer(text):
            yield Span(date(int(year[0]), 1, 1), date(int(year[0]), 12, 31), "", 0, 0)
    for text in texts[len(facts) :]:
        yield from dates_in(text, _ANY_DAY)


def _day(fact: Fact) -> date:
    return date.fromisoformat(fact.day)


def _within(one: Span, span: Span) -> bool:
    """Return whether a date of a sentence is a known one or a wider one around it."""
    if span.first <= one.first and one.last <= span.last:
        return True
    if _YEAR.search(span.words) or span.first.month != one.first.month:
        return False
    return span.first.day == one.first.day or span.last > span.first  # a day or month of any year


class Sides:
    """Facts that must not be told (superseded, cold) beside those that may."""

    def __init__(
        self, apart: Sequence[Fact], standing: Sequence[Fact], own: frozenset[str]
    ) -> None:
        """Take the stems of both sides; own: those of the entity's name, which tell nothing."""
        self._apart = [content_stems(fact.fact) - own for fact in apart]
        self._standing = [content_stems(fact.fact) - own for fact in standing]
        self._known = frozenset[str]().union(*self._standing)

    def tells_apart(self, stems: frozenset[str]) -> bool:
        """Return whether a sentence of these stems says what only the facts apart say."""
        best = max((_alike(stems, other) for other in self._standing), default=0.0)
        alone = stems - self._known
        for fact in self._apart:
            alike = _alike(stems, fact)
            if alike > max(best, _LIKE):
                return True
            if alone & fact and 2 * len(stems & fact) >= len(fact) and alike >= best:
                return True
        return False


def is_contradicted(sentence: str, facts: Iterable[Fact], own: frozenset[str]) -> bool:
    """Return whether a fact gives an attribute another value than a sentence does.

    own: stems of the name of whom both are about.
    """
    said = content_stems(sentence)
    near = (fact.fact for fact in facts if content_stems(fact.fact) & said)
    return any(contradicts(fact, sentence, own) for fact in near)


def _alike(one: frozenset[str], other: frozenset[str]) -> float:
    return 2 * len(one & other) / (len(one) + len(other) or 1)


@frozen
class _Said:
    text: str
    words: Words
    negative: bool
    over: bool


class Told:
    """The sentences of a text, asked which facts they tell."""

    def __init__(self, sentences: Iterable[str], own: frozenset[str]) -> None:
        """Take the sentences apart; own: stems of the entity's name, which need not be repeated."""
        self._own = own
        self._keys: set[str] = set()
        self._said: list[_Said] = []
        self._pairs: list[_Said] = []
        last = ""
        for sentence in sentences:
            self.add(sentence)
            if last:
                self._pairs.append(_said(f"{last} {sentence}"))
            last = sentence

    def add(self, sentence: str) -> None:
        """Count in one more sentence."""
        self._keys.add(key(sentence))
        self._said.append(_said(sentence))

    def tells(self, fact: Fact) -> bool:
        """Return whether a fact is told: in its own words, or with all its names and numbers.

        Then most of its content words must stand in one sentence (for a long fact: in two) that
        says yes or no as it does, and speaks of what is over only if the fact does.
        """
        if all(key(line) in self._keys for line in quoted(fact.fact)):
            return True
        want = content_stems(fact.fact) - self._own
        near = [*self._said, *(self._pairs if len(want) >= _LONG else ())]
        return bool(want) and any(self._covers(said, fact, want) for said in near)

    def _covers(self, said: _Said, fact: Fact, want: frozenset[str]) -> bool:
        if len(want & said.words.stems) < COVERED * len(want):
            return False
        if said.negative != is_negative(fact.fact) or departs(said.text, fact.fact, self._own):
            return False
        if said.over and not _OVER.search(fact.fact):
            return False
        if shifts_time(said.text, fact.fact):
            return False
        if not all(readings & said.words.numbers for readings in stated_numbers(fact.fact)):
            return False
        named = (name for name in names_in(fact.fact) if not content_stems(name) <= self._own)
        return all(said.words.holds(name) for name in named)


def _said(sentence: str) -> _Said:
    return _Said(
        sentence, Words((sentence,)), is_negative(sentence), _OVER.search(sentence) is not None
    )
