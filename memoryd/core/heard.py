"""Heard: the words of a text as names may stand in it."""

import unicodedata
from collections.abc import Iterable, Iterator
from enum import IntEnum

from memoryd.core.inflected import of_text
from memoryd.core.plain_words import is_common
from memoryd.core.regex import regex
from memoryd.core.scripts import shared
from memoryd.core.text import tokens, words
from memoryd.core.tongue_words import in_tongue
from memoryd.core.value import frozen
from memoryd.core.visible import one_line

Words = tuple[str, ...]

TITLES = frozenset("dr mr mrs ms prof miss sir herr frau jr sr ii iii phd md".split())
_STOP = regex(r"[.!?:;…•—。！？]")  # noqa: RUF001 - as above
_TELLING = 2  # small words that tell the language of a text
_SAME = 3  # letters that a name and its forms begin with
_START = regex(f"(?<![a-z0-9])[a-z0-9]{{1,{_SAME}}}")  # of a word in ASCII
HANDLE = 5  # letters, from which on sarahw is Sarah Whitfield


class Guard(IntEnum):
    """How a name that is a plain word must be written to be one: Will, Mrs Day."""

    NONE = 0
    CAPITAL = 1
    INSIDE = 2  # with a capital that does not begin a sentence


@frozen
class Said:
    """A word of a text: its forms, how it is written, and whether it begins a sentence.

    small: how many words tell that it is a small one of the language of the text; 0: it is none.
    """

    word: str
    forms: frozenset[str]
    capital: bool
    opens: bool
    small: int = 0

    def passes(self, guard: Guard) -> bool:
        """Return whether it is written as such a name is."""
        if self.small >= _TELLING or (self.small and guard is not Guard.NONE):
            return self.capital and not self.opens
        return guard is Guard.NONE or (self.capital and not (self.opens and guard is Guard.INSIDE))


@frozen
class Spoken:
    """What the words of a text begin with, by which most names are seen not to be in it.

    forms: of all its words; starts: their first letters; near: the same, and those of the words
    that one of them may be joined of (swhitfield).
    """

    forms: frozenset[str]
    starts: frozenset[str]
    near: frozenset[str]

    @staticmethod
    def of(said: Iterable[Said]) -> "Spoken":
        """Look at the words of a text."""
        forms = frozenset(form for word in said for form in word.forms)
        starts = frozenset(form[:_SAME] for form in forms)
        short = {form[:length] for form in forms for length in range(1, _SAME)}
        inner = {form[1 : 1 + _SAME] for form in forms if len(form) >= HANDLE}
        return Spoken(forms, starts, starts | short | inner)

    def may_hold(self, word: str) -> bool:
        """Return whether a word of a name, folded, may be among them."""
        return word[:_SAME] in self.starts or not (word.isascii() and word.isalnum())

    def may_name(self, name: str) -> bool:
        """Return whether a name as it is written, or a handle made of it, may be among them."""
        return not (name.isascii() and self.near.isdisjoint(_START.findall(name.lower())))


def heard(text: str) -> tuple[Said, ...]:
    """Return the words of a text as names may stand in it."""
    shown = unicodedata.normalize("NFKC", one_line(text))
    lower = shown == shown.lower()  # there a capital tells nothing
    written = list(_written(shown))
    folded = [word.casefold() for word, _, _ in written]
    small = in_tongue(
        folded, [at for at, (_, capital, opens) in enumerate(written) if opens or not capital]
    )
    said: list[Said] = []
    for (one, capital, opens), plain in zip(written, folded, strict=True):
        count = small.get(plain, 0)
        for word in words(one):
            endings = (capital or lower) and not (count or is_common(word))
            forms = of_text(word, endings=endings)
            said.append(Said(shared(word), forms, capital, opens, count))
    return tuple(said)


def _written(shown: str) -> Iterator[tuple[str, bool, bool]]:
    """Yield each word as it is written, whether in a capital, and whether it begins a sentence."""
    before, end = "", 0
    for at, found in enumerate(tokens(shown)):
        word = found[0]
        opens = not at or (not _is_short(before) and bool(_STOP.search(shown, end, found.start())))
        yield word, word[0].isupper() or before in TITLES, opens
        before, end = word.casefold(), found.end()


def _is_short(word: str) -> bool:
    """Return whether a full stop behind a word ends no sentence: J. Stone, Mr. Stone."""
    return len(word) == 1 or word in TITLES
