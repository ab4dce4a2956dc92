"""Named: which entities a text names, in whole words; whom a group must not hear of by name.

The safe side is to hear a name where there may be none: a first name counts, and a genitive.
"""

import hashlib
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from memoryd.core.catalog import SELF, Catalog
from memoryd.core.entity import Ref
from memoryd.core.heard import HANDLE, TITLES, Guard, Said, Spoken, Words, heard
from memoryd.core.inflected import of_name, of_text
from memoryd.core.plain_words import is_common
from memoryd.core.regex import regex
from memoryd.core.scripts import shared
from memoryd.core.text import content_stems, words
from memoryd.core.tongue_words import is_small
from memoryd.core.value import frozen
from memoryd.core.visible import one_line

_PEOPLE, _COMPANIES = "people", "companies"
_LEGAL = frozenset("inc corp corporation co company ltd limited llc plc gmbh ag sa bv srl".split())
_ACCENTS = regex("[\u0300-\u036f]")
_SENTENCE = regex(r"(?<=[.!?。！？])\s*|\n+")  # noqa: RUF001 - Chinese and Japanese stops
_JOINED = regex(
    "(?<=[a-z\u00df-\u00ff\u0430-\u045f])(?=[A-Z\u00c0-\u00de\u0400-\u042f])"
)  # in SarahWhitfield
_SHORT = 4  # letters, from which on the first word of a company's name is what it is called
_GENITIVE = 3  # letters, from which on "Sarahs" is Sarah's


@frozen
class Called:
    """A way in which an entity is named. forms: those of each of its words (core.inflected)."""

    words: Words
    forms: tuple[frozenset[str], ...]
    person: bool
    guard: Guard


@frozen
class Hidden:
    """Names that a group must not hear, by each form of their first word, and those it hears.

    The same names make equal values. unknown: not all names can be known now; any text may hold one
    then.
    """

    names: Mapping[str, Sequence[Called]]
    shown: Mapping[str, frozenset[Words]]
    unknown: bool = False

    @property
    def digest(self) -> str:
        """What tells whether any name is another."""
        called = {
            (tuple(map(tuple, map(sorted, name.forms))), name.person, name.guard)
            for names in self.names.values() for name in names
        }  # fmt: skip
        open_ = {name for names in self.shown.values() for name in names}
        rows = (*sorted(map(repr, called)), *sorted(map(repr, open_)), *["?"] * self.unknown)
        return hashlib.sha256("\n".join(rows).encode()).hexdigest()[:24]

    def named_in(self, text: str) -> bool:
        """Return whether a text names one of them, in whatever form, or as part of another word.

        Inside of a longer name that a group hears anyway (the project Sarah's Folly) none counts,
        nor one that is the same, unless it is a person's.
        """
        if self.unknown or not self.names:
            return self.unknown
        if self._is_named(heard(text), Guard.INSIDE):
            return True
        parted = _JOINED.sub(" ", text)  # SarahWhitfield
        return parted != text and self._is_named(heard(parted), Guard.NONE)

    def named_beyond(self, text: str, own: Iterable[str], slug: str) -> bool:
        """Return whether a text names one of them in a sentence that says more than `own` does.

        own: what a group said itself, of an entity with that slug.
        """
        if not self.named_in(text):
            return False
        said = [{*words(one), *slug.split("-")} for one in own]
        return self.unknown or any(
            self.named_in(part) and not any(one.issuperset(words(part)) for one in said)
            for part in _SENTENCE.split(text)
        )

    def may_stand_in(self, slug: str) -> bool:
        """Return whether one of them may stand in the slug of an entity that a group hears of."""
        return any(
            form in self.names
            for word in slug.split("-") for form in of_text(word, endings=True)
        )  # fmt: skip

    def named_in_id(self, fact_id: str) -> bool:
        """Return whether the id of a fact names one of them: it was another's, or a person's own.

        By the slug of what a group hears of anyway it names nobody.
        """
        slug, _, number = fact_id.rpartition("-")
        by_us = tuple(map(shared, slug.split("-"))) if number.isdecimal() else ("",)
        return by_us not in self.shown.get(by_us[0], ()) and self.named_in(fact_id)

    def _is_named(self, said: Sequence[Said], most: Guard) -> bool:
        found = [
            (span, name.person)
            for at, word in enumerate(said)
            for name in self._beginning(word)
            if name.guard <= most
            and (len(name.forms) > 1 or word.passes(name.guard))
            and (span := matched(said, at, name))
        ]
        if not found:
            return False
        plain = tuple(word.word for word in said)
        open_ = [span for at, word in enumerate(plain) for name in self.shown.get(word, ())
                 if (span := _span(plain, at, name))]  # fmt: skip
        return any(not any(_covers(o, span, wider=person) for o in open_) for span, person in found)

    def _beginning(self, word: Said) -> Iterator[Called]:
        for form in word.forms:
            yield from self.names.get(form, ())


NOBODY = Hidden({}, {})
ANYBODY = Hidden({}, {}, unknown=True)


def hidden(
    hidden_names: Iterable[tuple[Ref, Words]], shown: Iterable[Ref], open_names: Iterable[str] = ()
) -> Hidden:
    """Compile the names of entities that a group must not hear of, and what it hears anyway.

    shown: entities that it sees, by their slugs; open_names: the operator's.
    """
    names: dict[str, list[Called]] = {}
    for ref, listed in hidden_names:
        for name in calls(ref, listed):
            for form in name.forms[0]:
                names.setdefault(form, []).append(name)
    slugs: dict[str, set[Words]] = {}
    for text in (*(ref.slug.replace("-", " ") for ref in shown), *open_names):
        if slug := tuple(word.word for word in heard(text)):
            slugs.setdefault(slug[0], set()).add(slug)
    return Hidden(
        names,
        {first: frozenset(found) for first, found in slugs.items()},
    )


def calls(ref: Ref, names: Words, spoken: "Spoken | None" = None) -> Iterator[Called]:
    """Yield the ways in which an entity may be named: whole names, short ones, handles.

    spoken: of a text; of the ways that it cannot hold most are left out, and cost nothing.
    """
    person = ref.folder == _PEOPLE
    for name in _names(ref, names) | _shortly(ref, names):
        if spoken and not all(map(spoken.may_hold, name)):
            continue
        guard = _guard(ref, names, name)
        *first, last = map(of_name, name)
        if _declines(name[-1]) and not is_small(f"{name[-1]}s"):
            last |= {f"{_plain(name[-1])}s"}
        yield Called(name, (*first, last), person, guard)
    for handle in _handles(ref, names):
        if spoken is None or handle in spoken.forms:
            yield Called((handle,), (frozenset({handle}),), person, Guard.NONE)


def _shortly(ref: Ref, names: Words) -> frozenset[Words]:
    """Return by what alone people call a company of a longer name: Northwind of Northwind Traders.

    Not by what is a word of any text (Blue Ocean Partners).
    """
    if ref.folder != _COMPANIES:
        return frozenset()
    said = (_words(name) for name in (ref.slug.replace("-", " "), *names))
    first = (name[0] for name in said if len(name) > 1)
    return frozenset((word,) for word in first if len(word) >= _SHORT and not is_common(word))


def _guard(ref: Ref, names: Words, name: Words) -> Guard:
    if len(name) > 1:
        return Guard.NONE
    if is_common(name[0]):
        is_first = ref.folder == _PEOPLE and name[0] in _firsts(ref, names)
        return Guard.CAPITAL if is_first else Guard.INSIDE
    return Guard.CAPITAL if is_small(shared(name[0])) else Guard.NONE


def _firsts(ref: Ref, names: Words) -> frozenset[str]:
    """Return the first names of a person, and what is all of one of their names."""
    said = (_bare(_words(name)) for name in (ref.slug.replace("-", " "), *names))
    return frozenset(name[0] for name in said if name)


def _handles(ref: Ref, names: Words) -> Iterator[str]:
    """Yield a name of several words as one: acmecorp, and of a person sarahw and swhitfield."""
    for name in (ref.slug.replace("-", " "), *names):
        said = _words(name)
        if ref.folder == _PEOPLE:
            said = _bare(said)
        if len(said) < 2:  # noqa: PLR2004 - one word is written as it is
            continue
        first, last = said[0], said[-1]
        joined = ["".join(said)]
        if ref.folder == _PEOPLE and joined[0].isascii():
            joined += [first + last, last + first, first + last[0], first[0] + last]
        yield from (handle for handle in dict.fromkeys(joined)
                    if len(handle) >= HANDLE and not is_common(handle))  # fmt: skip


def matched(said: Sequence[Said], at: int, name: Called) -> range | None:
    """Return which words of a text from one on are a name, None where they are not."""
    end = at + len(name.forms)
    near = said[at:end]
    whole = len(near) == len(name.forms) and all(
        not forms.isdisjoint(word.forms) for forms, word in zip(name.forms, near, strict=True)
    )
    return range(at, end) if whole else None


def named_beside(fact: str, texts: Iterable[str], own: Ref, catalog: Catalog) -> Iterator[Ref]:
    """Yield the known entities that the sentences which a fact rests on name, sorted.

    Neither its own nor the operator. What came up because of somebody is then known to.
    """
    said = [tuple(map(_plain, _words(sentence))) for sentence in _resting(fact, texts)]
    there = frozenset(word for sentence in said for word in sentence)
    mine = _plainly(own, tuple(catalog.names.get(own, ())))
    for ref in sorted(catalog.names):
        if ref in (own, catalog.operator):
            continue
        near = [name for name in _plainly(ref, tuple(catalog.names[ref])) if name[0] in there]
        if near and any(_speaks_of(sentence, near, mine) for sentence in said):
            yield ref


def _resting(fact: str, texts: Iterable[str]) -> list[str]:
    """Return the sentences that have a word of the fact in common; all where none has."""
    sentences = [part for text in texts for part in _SENTENCE.split(text) if part.strip()]
    stems = content_stems(fact)
    shared = [len(stems & content_stems(sentence)) for sentence in sentences]
    most = max(shared, default=0)
    return [part for part, count in zip(sentences, shared, strict=True) if 2 * count >= most]


def _speaks_of(said: Words, names: Iterable[Words], own: Collection[Words]) -> bool:
    spans = [span for name in names for at in range(len(said)) if (span := _span(said, at, name))]
    mine = [span for name in own for at in range(len(said)) if (span := _span(said, at, name))]
    return any(not any(_covers(o, span, wider=False) for o in mine) for span in spans)


def _span(said: Sequence[str], at: int, name: Words) -> range | None:
    end = at + len(name)
    return range(at, end) if tuple(said[at:end]) == name else None


def _covers(outer: range, inner: range, *, wider: bool) -> bool:
    within = outer.start <= inner.start and inner.stop <= outer.stop
    return within and (not wider or len(outer) > len(inner))


@lru_cache(maxsize=16_384)
def _callings(ref: Ref, names: Words) -> frozenset[Words]:
    """Return the ways in which an entity is named, as words, with their genitives."""
    kept = _names(ref, names)
    return kept | {(*name[:-1], f"{name[-1]}s") for name in kept if _declines(name[-1])}


def _names(ref: Ref, names: Words) -> frozenset[Words]:
    """Return the ways in which an entity is named, as words."""
    found: set[Words] = set()
    for name in (ref.slug.replace("-", " "), *names):
        said = _words(name)
        found.add(said)
        if ref.folder == _PEOPLE:
            bare = _bare(said)
            found.update((bare, bare[:1], bare[-1:]))
        elif ref.folder == _COMPANIES and said and said[-1] in _LEGAL:
            found.add(said[:-1])
    return frozenset(name for name in found if _is_name(name))


@lru_cache(maxsize=16_384)
def _plainly(ref: Ref, names: Words) -> frozenset[Words]:
    """Return them without accents."""
    return frozenset(tuple(map(_plain, name)) for name in _callings(ref, names))


def _bare(name: Words) -> Words:
    """Return a person's name without titles and numbers."""
    return tuple(word for word in name if word not in TITLES and not word.isdecimal())


def _declines(word: str) -> bool:
    plain = _plain(word)
    return plain.isascii() and plain.isalpha() and len(plain) >= _GENITIVE


def _is_name(name: Words) -> bool:
    """Return whether words can name somebody: no initial, number, or word for the operator."""
    joined = "".join(name)
    return (
        bool(name)
        and (len(joined) > 1 or not joined.isascii())
        and not joined.isdecimal()
        and joined not in SELF
    )


def _words(text: str) -> Words:
    """Return the words of a text without what hides them."""
    return words(one_line(text))


def _plain(word: str) -> str:
    if word.isascii():
        return word
    return unicodedata.normalize("NFC", _ACCENTS.sub("", unicodedata.normalize("NFD", word)))
