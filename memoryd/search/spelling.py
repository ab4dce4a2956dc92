"""Words that the memory does not hold, taken as words that it does hold."""

import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from memoryd.search.shelf import Shelf, Word
from memoryd.search.words import is_run

_SLIP_WEIGHT, _SIGN_WEIGHT = 0.7, 0.5
_MOST = 3  # words that one may be taken for
_LOOKED_AT = 2_000  # words compared, at most
_TWO_SLIPS = 8  # letters from which two slips are forgiven
_SHORTEST = 4


def repairs(word: str, shelf: Shelf) -> Iterator[tuple[Word, float]]:
    """Yield words of the memory that an unknown one may stand for, and what they count."""
    if is_run(word):
        for known in shelf.words(dict.fromkeys(word)).values():
            yield known, _SIGN_WEIGHT
    elif len(word) >= _SHORTEST and all(map(_is_letter, word)):
        yield from _near(word, shelf)


def _is_letter(sign: str) -> bool:
    return sign.isalpha() or unicodedata.category(sign)[0] == "M"  # a vowel sign


def _near(word: str, shelf: Shelf) -> Iterator[tuple[Word, float]]:
    slips = 2 if len(word) >= _TWO_SLIPS else 1
    sizes = len(word) - slips, len(word) + slips
    near = {
        other: distance
        for other in shelf.spelled(word[0], sizes, _LOOKED_AT)
        if (distance := slips_between(word, other, slips)) <= slips
    }
    known = shelf.words(near).values() if near else ()
    best = sorted(known, key=lambda other: (near[other.word], -other.passages, other.word))
    for other in best[:_MOST]:
        yield other, _SLIP_WEIGHT


@lru_cache(maxsize=16_384)  # a prompt has many unknown words, each held against the same ones
def _letters(word: str) -> frozenset[str]:
    return frozenset(word)


def slips_between(one: str, two: str, most: int) -> int:
    """Return how many letters were left out, added, mistaken or swapped; `most` + 1 if more."""
    # Each slip takes one letter away and brings another, at most: most words are further apart.
    if abs(len(one) - len(two)) > most or len(_letters(one) ^ _letters(two)) > 2 * most:
        return most + 1
    before: list[int] = []
    row = list(range(len(two) + 1))
    for at, letter in enumerate(one, start=1):
        earlier, before, row = before, row, [at]
        for to, other in enumerate(two, start=1):
            cost = min(before[to] + 1, row[-1] + 1, before[to - 1] + (letter != other))
            if at > 1 and to > 1 and letter == two[to - 2] and one[at - 2] == other:
                cost = min(cost, earlier[to - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return most + 1
    return row[-1]
