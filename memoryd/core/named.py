"""Named: which entities a text names, in whole words; whom a group must not hear of by name.

The safe side is to hear a name where there may be none: a first name counts, and a genitive.
"""

import hashlib
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from memoryd.core.catalog import SELF, Catalog
from memoryd.core.entity import Ref
from memoryd.core.regex import regex
from memoryd.core.text import STOP_WORDS, content_stems, words
from memoryd.core.value import frozen
from memoryd.core.visible import one_line

Words = tuple[str, ...]

_PEOPLE = "people"
_TITLES = frozenset("dr mr mrs ms prof miss sir herr frau jr sr ii iii phd md".split())
_LEGAL = frozenset("inc corp corporation co company ltd limited llc plc gmbh ag sa bv srl".split())
_ACCENTS = regex("[\u0300-\u036f]")
_SENTENCE = regex(r"(?<=[.!?。！？])\s*|\n+")  # noqa: RUF001 - Chinese and Japanese stops
_ONE = regex(r"[^\W_]+")
_GENITIVE = 3  # letters, from which on "Sarahs" is Sarah's


@frozen
class Hidden:
    """Names that a group must not hear, and those that it hears anyway, by their first word.

    The same names make equal values.
    """

    names: Mapping[str, frozenset[tuple[Words, bool]]]  # words, and whether a person's
    shown: Mapping[str, frozenset[Words]]

    @property
    def digest(self) -> str:
        """What tells whether any name is another."""
        found = (*self.names.values(), *self.shown.values())
        rows = sorted(repr(name) for names in found for name in names)
        return hashlib.sha256("\n".join(rows).encode()).hexdigest()[:24]

    def named_in(self, text: str) -> bool:
        """Return whether a text names one of them.

        Inside of a longer name that a group hears anyway (the project Sarah's Folly) none counts,
        nor one that is the same, unless it is a person's.
        """
        said = _words(text)
        found = [
            (span, person)
            for at, word in enumerate(said)
            for name, person in self.names.get(word, ())
            if (span := _span(said, at, name)) and _is_written(name, text)
        ]
        if not found:
            return False
        open_ = [span for at, word in enumerate(said) for name in self.shown.get(word, ())
                 if (span := _span(said, at, name))]  # fmt: skip
        return any(not any(_covers(o, span, wider=person) for o in open_) for span, person in found)


NOBODY = Hidden({}, {})


def hidden(hidden_names: Iterable[tuple[Ref, Words]], shown: Iterable[Ref]) -> Hidden:
    """Compile the names of entities that a group must not hear of, and the slugs that it sees."""
    names: dict[str, set[tuple[Words, bool]]] = {}
    for ref, listed in hidden_names:
        for name in _callings(ref, listed):
            names.setdefault(name[0], set()).add((name, ref.folder == _PEOPLE))
    slugs: dict[str, set[Words]] = {}
    for ref in shown:
        if slug := _words(ref.slug.replace("-", " ")):
            slugs.setdefault(slug[0], set()).add(slug)
    return Hidden(
        {first: frozenset(found) for first, found in names.items()},
        {first: frozenset(found) for first, found in slugs.items()},
    )


def named_beside(fact: str, texts: Iterable[str], own: Ref, catalog: Catalog) -> Iterator[Ref]:
    """Yield the known entities that the sentences which a fact rests on name, sorted.

    Neither its own nor the operator. What came up because of somebody is then known to.
    """
    said = [_words(sentence) for sentence in _resting(fact, texts)]
    there = frozenset(word for sentence in said for word in sentence)
    mine = _callings(own, tuple(catalog.names.get(own, ())))
    for ref in sorted(catalog.names):
        if ref in (own, catalog.operator):
            continue
        near = [name for name in _callings(ref, tuple(catalog.names[ref])) if name[0] in there]
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


def _is_written(name: Words, text: str) -> bool:
    """Return whether a name that is a word of any sentence (Will) is written as a name there."""
    if len(name) > 1 or name[0] not in STOP_WORDS:
        return True
    return any(one.casefold() == name[0] and one[0].isupper() for one in _ONE.findall(text))


@lru_cache(maxsize=16_384)
def _callings(ref: Ref, names: Words) -> frozenset[Words]:
    """Return the ways in which an entity is named, as words."""
    found: set[Words] = set()
    for name in (ref.slug.replace("-", " "), *names):
        said = _words(name)
        found.add(said)
        if ref.folder == _PEOPLE:
            bare = tuple(word for word in said if word not in _TITLES and not word.isdecimal())
            found.update((bare, bare[:1], bare[-1:]))
        elif ref.folder == "companies" and said and said[-1] in _LEGAL:
            found.add(said[:-1])
    kept = {name for name in found if _is_name(name)}
    return frozenset(kept | {(*name[:-1], f"{name[-1]}s") for name in kept if _declines(name[-1])})


def _declines(word: str) -> bool:
    return word.isascii() and word.isalpha() and len(word) >= _GENITIVE


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
    """Return the words of a text without what hides or accents them."""
    found = words(one_line(text))
    return found if text.isascii() else tuple(map(_plain, found))


def _plain(word: str) -> str:
    if word.isascii():
        return word
    return unicodedata.normalize("NFC", _ACCENTS.sub("", unicodedata.normalize("NFD", word)))
