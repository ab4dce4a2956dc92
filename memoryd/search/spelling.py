"""Words that the memory does not hold, taken as words that it does hold."""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, pairwise

from memoryd.core.plain_words import is_common
from memoryd.search.lexicon import ONE_WORD
from memoryd.search.query import shapes_only
from memoryd.search.ranking import GUESS
from memoryd.search.shelf import Shelf, Word
from memoryd.search.stem import stem
from memoryd.search.words import LONGEST, is_run

Taken = tuple[Word, float]  # a word of the memory, and what it counts

_SAME_WEIGHT = 0.7  # of the same letters and digits, written apart or as one
_MOST = 3  # words that one may be taken for, of each kind
_LOOKED_AT = 2_000  # words compared, at most
_TWO_SLIPS = 8  # letters from which two slips are forgiven
_SHORTEST = 4
_FIRST_TOO = 5  # letters from which the first of them may be wrong or lacking
_LEFT, _LEAST = 5, 3  # letters that are left of any word without its ending, and of plain endings
# What a question is worth: words that every slip is tried on, the longest, and their letters, each
# 54 ways to write one; words looked at, and those compared letter by letter. Of a word longer than
# any no slip is tried at all: it was cut, and the work grows with the square of its letters.
_REWRITTEN, _REWRITTEN_LETTERS = 4, 64
_LOOKS, _COMPARED = 24_000, 6_000
_ALPHABETS = (
    ("a", "z"), ("α", "ω"), ("а", "я"), ("ա", "ֆ"), ("א", "ת"), ("ء", "ي"), ("ა", "ჰ"),  # noqa: RUF001 - scripts
)  # fmt: skip
# Beginnings that sound alike, or may, and other letters that do.
_BEGIN_ALIKE = (
    ("c", "k", "q", "ch", "kh"), ("f", "ph", "v", "w"), ("s", "z", "c", "sh", "ch", "sch", "ts"),
    ("j", "g", "y", "i", "dj"), ("x", "z", "s", "ks"), ("r", "rh"), ("t", "th"), ("n", "kn"),
    ("w", "wh"),
)  # fmt: skip
_ALIKE = (
    ("ph", "f"), ("f", "ph"), ("ck", "k"), ("c", "k"), ("k", "c"), ("th", "t"), ("t", "th"),
    ("y", "i"), ("i", "y"), ("z", "s"), ("s", "z"), ("x", "ks"), ("ks", "x"), ("v", "w"),
    ("w", "v"), ("ou", "u"), ("u", "ou"), ("ch", "sh"), ("sh", "ch"),
)  # fmt: skip
_BEGUN_ALIKE = 250  # words that begin like one of these ways to write a word, at most
_PART, _INNER = 5, 6  # letters of a part of a compound: at its beginning or end, and anywhere
# A shorter one is a part of what is long enough to be a compound, the more so at its end.
_SHORT_PART, _BEGUN, _ENDED = 4, 8, 12
_PLAIN = 5  # letters of a word that is no slip where it is a plain one
_REST = 2  # letters of a compound beside its part, at least
_SOUGHT = 4  # words looked for in longer ones, the longest: each is a look at all words
_NUMBER, _GROUP, _LONGEST = 6, 2, 20  # digits of a number, and of a group of it
_GROUPED = r"\d+(?:[-/.]\d+)+"


def repairs(
    unknown: Sequence[str], shelf: Shelf, written: Mapping[str, str], umlauts: Mapping[str, str]
) -> dict[str, list[Taken]]:
    """Return for unknown words the words of the memory that they may stand for.

    Each by itself: that another word of the question is known explains none of them. A slip, signs
    of an unspaced script, a compound that a word is part of, its own parts, a number in groups.
    written: the words as they are written, where that is not how they are looked up. umlauts: those
    that are spelled otherwise where an umlaut is two letters, or two letters one.
    """
    ways = {word: way for word in unknown if len(way := umlauts.get(word, "")) >= _SHORT_PART}
    longer = _longer([*unknown, *ways.values()], shelf)
    same = shelf.words(ways.values())
    full = {word: written.get(word, word) for word in unknown}
    slips = _Slips(shelf, full)
    found = {}
    for word in unknown:
        way = ways.get(word, "")
        taken = chain(
            [(same[way], _SAME_WEIGHT)] if way in same else slips.of(word),
            longer.get(word, ()), longer.get(way, ()), _shorter(word, shelf), _shorter(way, shelf),
            _numbers(word, shelf),
        )  # fmt: skip
        best: dict[str, Taken] = {}
        for known, weight in taken:
            best.setdefault(known.word, (known, weight))
        found[word] = list(best.values())
    return found


def joined(words: Sequence[str], unknown: frozenset[str], shelf: Shelf) -> list[Taken]:
    """Return words that the memory writes as one and a question as two: Mc Allister."""
    pairs = [one + two for one, two in pairwise(words) if unknown & {one, two}]
    return [(word, _SAME_WEIGHT) for word in shelf.words(pairs).values()]


class _Slips:
    """Words that others are a slip of, as far as the work that one question is worth goes."""

    def __init__(self, shelf: Shelf, written: Mapping[str, str]) -> None:
        """Take the shelf, and the unknown words as they are written by how they are looked up."""
        self._shelf, self._written = shelf, written
        self._rewritten = _worth_rewriting(written)
        self._looks, self._compared = _LOOKS, 0

    def of(self, word: str) -> Iterator[Taken]:
        """Yield words that one is a slip of."""
        if is_run(word):
            for known in self._shelf.words(dict.fromkeys(word)).values():
                yield known, GUESS
        else:
            near = self._near(word) if _has_slips(word) else {}
            if word in self._rewritten and min(near.values(), default=_TWO_SLIPS) > 1:
                near |= self._as_sounds(self._written[word])
            written = self._written.get(word, word)
            held = [known for known in self._shelf.words(near).values()
                    if _may_be_meant(written, word, known)]  # fmt: skip
            best = sorted(held, key=lambda other: (near[other.word], -other.passages, other.word))
            for other in best[:_MOST]:
                yield other, GUESS

    def _near(self, word: str) -> dict[str, int]:
        """Return words that begin with the same letter, or are names, and how many slips off."""
        slips = 2 if len(word) >= _TWO_SLIPS else 1
        # A hyphen or an apostrophe is no slip; of a short stem too little is left to be compared.
        sizes = max(_SHORTEST, len(word) - slips), len(word) + slips + 1
        others = self._shelf.spelled(word[0], sizes, min(_LOOKED_AT, self._looks))
        self._looks -= len(others)
        return {
            other: distance
            for other in others
            if (distance := self._between(word, _bare(other), slips)) <= slips
        }

    def _as_sounds(self, written: str) -> dict[str, int]:
        """Return words that are one slip off, at any letter, or sound alike, and how far off."""
        ends = written.isascii()
        alike = set(_alike(written))
        ways = ((way, _stemmed(way, ends=ends)) for way in (*_slips_of(written), *alike))
        left = {near for way, near in ways if _left(near, way, written)}
        found = dict.fromkeys(self._shelf.words(left), 1)
        for way in () if found else sorted(alike):
            near = _stemmed(way, ends=ends)
            sizes = max(_SHORTEST, len(near) - 1), len(near) + 1
            for other in self._shelf.begun(near[:2], sizes, _BEGUN_ALIKE):
                if self._between(near, other, 1) <= 1:
                    found[other] = 2
        return found

    def _between(self, one: str, two: str, most: int) -> int:
        """Return how many slips are between words, as `slips_between` while that may be counted."""
        if _is_far(one, two, most) or self._compared >= _COMPARED:
            return most + 1
        self._compared += 1
        return slips_between(one, two, most)


def _may_be_meant(written: str, word: str, known: Word) -> bool:
    """Return whether a short word is a slip rather than a word of its own.

    Where both are plain words only letters that changed places tell one. What is one letter off a
    plain word may be a name that somebody mistyped; of four letters, any other word.
    """
    if len(word) > _PLAIN or sorted(known.word) in (sorted(written), sorted(word)):
        return True
    told = _is_plain(known.word)
    if is_common(written) or (written.startswith(word) and is_common(word)):
        return known.is_name and not told
    return not told or len(written) >= _FIRST_TOO or len(known.word) != len(word)


def _is_plain(stemmed: str) -> bool:
    ends = (stemmed, f"{stemmed}e", stemmed.removesuffix("i") + "y")
    return any(map(is_common, ends))


def _worth_rewriting(written: Mapping[str, str]) -> list[str]:
    """Return the words that every slip is tried on: of the longest, as many as fit."""
    chosen: list[str] = []
    letters = 0
    for word in sorted(filter(lambda word: _has_slips(written[word]), written), key=len)[::-1]:
        if letters + len(written[word]) <= _REWRITTEN_LETTERS:
            chosen.append(word)
            letters += len(written[word])
    return chosen[:_REWRITTEN]


def _has_slips(word: str) -> bool:
    return _SHORTEST <= len(word) < LONGEST and not is_run(word) and _is_word(word)


def _is_word(word: str) -> bool:
    """Return whether there are letters alone, or vowel signs with them."""
    return all(sign.isalpha() or unicodedata.category(sign)[0] == "M" for sign in word)


def _left(near: str, way: str, written: str) -> bool:
    """Return whether enough is left of a way to write a word once its ending is taken off.

    Of "mainful", one slip off "painful", it is "main", which nobody meant; of "ited" it is "it".
    """
    lost = len(way) - len(near)
    if lost <= 0 or len(near) >= _LEFT:
        return True
    its_own = written.endswith(way[-lost:]) and (lost < len("ing") or way.endswith("ing"))
    in_ending = written.startswith(near)  # the slip is
    return len(near) >= _LEAST and (lost == 1 or its_own or in_ending)


def _slips_of(word: str) -> Iterator[str]:
    """Yield a word with each letter left out, swapped, mistaken, and one more in each place."""
    letters = _alphabet(word[0])
    for at in range(len(word) + 1):
        begun, rest = word[:at], word[at:]
        yield begun + rest[1:]
        yield begun + rest[1:2] + rest[:1] + rest[2:]
        for letter in letters:
            if at or len(word) >= _FIRST_TOO:
                yield begun + letter + rest
                yield begun + letter + rest[1:]


def _alike(word: str) -> Iterator[str]:
    """Yield other ways to write what sounds like a word."""
    for one, other in _ALIKE:
        if one in word:
            yield word.replace(one, other)
    for group in _BEGIN_ALIKE:
        for one in (begin for begin in group if word.startswith(begin)):
            yield from (other + word[len(one) :] for other in group if other != one)


def _alphabet(letter: str) -> list[str]:
    for first, last in _ALPHABETS:
        if first <= letter <= last:
            return [chr(point) for point in range(ord(first), ord(last) + 1)]
    return []


def _stemmed(word: str, *, ends: bool) -> str:
    # Not by way of what is kept of the memory's words, which these hundreds would drive out.
    return stem.__wrapped__(ONE_WORD.get(word, word)) if ends else word


@lru_cache(maxsize=16_384)  # a prompt has many unknown words, each held against the same ones
def _letters(word: str) -> frozenset[str]:
    return frozenset(word)


def _bare(word: str) -> str:
    return word if word.isalnum() else word.replace("'", "").replace("-", "")


def _longer(unknown: Sequence[str], shelf: Shelf) -> dict[str, list[Taken]]:
    """Return compounds of which words are a part: card in healthcard."""
    # The stem of "retry" is "retri", and "retrycount" holds but what both share.
    parts = {word: word.removesuffix("i") for word in unknown if _is_word(word)}
    sought = sorted(
        (word for word, part in parts.items() if len(part) >= _SHORT_PART and not is_run(part)),
        key=len,
    )[-_SOUGHT:]
    held = shelf.words_with([parts[word] for word in sought], _LOOKED_AT) if sought else []
    found = {}
    for word in sought:
        part = parts[word]
        ranked = sorted(
            (known.word.find(part) > 0 and not known.word.endswith(part), len(known.word),
             known.word, known)
            for known in held if _is_part(part, known.word)
        )  # fmt: skip
        found[word] = [(known, GUESS) for *_, known in ranked[:_MOST]]
    return found


def _is_part(part: str, word: str) -> bool:
    if part not in word or not word.isalnum():
        return False
    if len(part) >= _INNER:
        return True
    short = len(part) < _PART
    return (word.startswith(part) and len(word) >= _BEGUN * short) or (
        word.endswith(part) and len(word) >= _ENDED * short
    )


def _shorter(word: str, shelf: Shelf) -> Iterator[Taken]:
    """Yield the longest words of the memory that a compound begins and ends with."""
    if not _is_word(word) or is_run(word):
        return
    sizes = range(len(word) - _REST, _SHORT_PART - 1, -1)
    begins = [word[:size] for size in sizes if size >= _PART or len(word) >= _BEGUN]
    ends = [word[-size:] for size in sizes if size >= _PART or len(word) >= _ENDED]
    known = shelf.words([*begins, *ends])
    for parts in (begins, ends):
        longest = next((part for part in parts if part in known), None)
        if longest and not shapes_only(longest):
            yield known[longest], GUESS


def _numbers(word: str, shelf: Shelf) -> Iterator[Taken]:
    """Yield what a long number is where it is written in other groups, or in none."""
    digits = "".join(filter(str.isdecimal, word)) if re.fullmatch(_GROUPED, word) else word
    if not digits.isdecimal() or not _NUMBER <= len(digits) <= _LONGEST:
        return
    whole = shelf.words([digits]) or {one.word: one for one in shelf.numbers(digits)}
    for known in whole.values():
        yield known, _SAME_WEIGHT
    if not whole and digits == word:
        for known in _groups(digits, shelf):
            yield known, GUESS


def _groups(digits: str, shelf: Shelf) -> list[Word]:
    """Return the fewest known numbers that are these digits, one after the other."""
    size = len(digits)
    ends = [(at, end) for at in range(size) for end in range(at + _GROUP, size + 1)]
    known = shelf.words({digits[at:end] for at, end in ends})
    best: dict[int, list[Word]] = {size: []}
    for at in range(size - 1, -1, -1):
        ways = [
            [known[digits[at:end]], *best[end]]
            for end in range(at + _GROUP, size + 1)
            if end in best and digits[at:end] in known
        ]
        if ways:
            best[at] = min(ways, key=len)
    return best.get(0, [])


def slips_between(one: str, two: str, most: int) -> int:
    """Return how many letters were left out, added, mistaken or swapped; `most` + 1 if more."""
    far = most + 1
    if _is_far(one, two, most):
        return far
    before: list[int] = []
    row = list(range(len(two) + 1))
    for at, letter in enumerate(one, start=1):
        earlier, before, row = before, row, [at] + [far] * len(two)
        # Further from the diagonal lies nothing that is near enough.
        for to in range(max(1, at - most), min(len(two), at + most) + 1):
            other = two[to - 1]
            cost = min(before[to] + 1, row[to - 1] + 1, before[to - 1] + (letter != other))
            if at > 1 and to > 1 and letter == two[to - 2] and one[at - 2] == other:
                cost = min(cost, earlier[to - 2] + 1)
            row[to] = cost
        if min(row) > most:
            return far
    return min(row[-1], far)


def _is_far(one: str, two: str, most: int) -> bool:
    # Each slip takes one letter away and brings another, at most: most words are further apart.
    return abs(len(one) - len(two)) > most or len(_letters(one) ^ _letters(two)) > 2 * most
