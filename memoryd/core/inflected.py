# ruff: noqa: RUF001 - these letters are meant
"""Inflected: what a written word may be a form of, in scripts whose names take endings or prefixes.

Wider than what a search joins: this decides what is withheld, and the safe side is to withhold.
A form is the folded word itself, or a stem: with "+" a whole name that takes an ending, with "-"
one that lost its last vowel to it.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache

from memoryd.core.regex import regex
from memoryd.core.scripts import shared
from memoryd.core.value import frozen

_WRITTEN_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"})
_FEWEST = 2  # letters of a name, or of a part of a word between apostrophes
_HEBREW = regex("[\u05d4\u05d1\u05dc\u05de\u05e9\u05d5\u05db]{1,3}(?=[\u05d0-\u05ea]{2})")
_ARABIC = regex(
    "[\u0648\u0641]?(?:[\u0628\u0643\u0644]?\u0627\u0644|\u0644\u0644|[\u0628\u0643\u0644])?"
    "(?=[\u0621-\u064a]{2})"
)
_ARTICLE = "\u0627\u0644"


@frozen
class _Script:
    """How names end in a script. first, last: its letters as `shared` leaves them.

    least: letters of a name that takes an ending; falls: what a name loses before one; keeps:
    whether it may also keep that.
    """

    first: str
    last: str
    least: int
    falls: re.Pattern[str]
    endings: tuple[str, ...]
    keeps: bool = True


@cache  # of endings in letters as `shared` leaves them: not made before a group asks
def _scripts() -> tuple[_Script, ...]:
    return (
        _script("az", 3, "[aeiouy]", """
            a e i o u y s n t es en ie iem ii ia ei em om ov ow ou ul lui ului im ym am as ai ui is
            es ami ach ego emu ovi owi ova ove ovo ini ino ina in un on an ta ssa sta lla lta lle
            na ksi aan een iin nin nun ya ye yi yu da de te dan den tan ten la le yla yle nak nek
            at et ot ra re ban ben bol ba be nal nel hoz hez tol rol val vel ert nya"""),
        _script("\u0430\u045f", 2, "[аеиоуыэюяьієґ]{1,2}", """
            а я о е у ю ы и ь і є ой еи ею ою ом ем ам ям ами ями ах ях ов ев ого его ому ему ым им
            ых их ыми ими ин ина ино ину иной ины ова ову овой овы ові еві єві ию ией ии ія ію ією
            ият ът та то""", keeps=False),
        _script("\u03b1\u03c9", 2, "[αεηιουω]{1,2}σ?|σ", """
            ο ον ου ε ει οι ων ους α ας αν ης η ην ος ες εις ις ι ιν ω ως""", keeps=False),
        _script("\u0900\u097f", 2, "[\u093e-\u094c]", "ने को का की के से में पर जी तक"),
        _script("\u0980\u09ff", 2, "[\u09be-\u09cc]", "কে র ের এর তে য়ের"),
        _script("\u0561\u0587", 2, "[աեէըիոօ]", "ը ն ի ին ից ով ում ի"),
        _script("\u10d0\u10ff", 2, "[აეიოუ]", "ს ის ი მა მ თან ზე ში ით ად სთან"),
    )  # fmt: skip


def _script(ends: str, least: int, falls: str, endings: str, *, keeps: bool = True) -> _Script:
    found = tuple(dict.fromkeys(shared(ending) for ending in endings.split()))
    return _Script(ends[0], ends[1], least, re.compile(f"(?:{falls})$"), found, keeps)


@lru_cache(maxsize=16_384)
def of_name(word: str) -> frozenset[str]:
    """Return the forms by which a word of a name is known."""
    found = set(_spelled(word))
    for plain in tuple(found):
        if plain.startswith(_ARTICLE):  # "for the" takes its first letter
            found.add(plain.removeprefix(_ARTICLE))
        found.update(_stems(plain))
    return frozenset(found)


@lru_cache(maxsize=16_384)
def of_text(word: str, *, endings: bool) -> frozenset[str]:
    """Return the forms that a word of a text may have. endings: whether a Latin one may have any.

    An English word in lower case has none.
    """
    found = {*_spelled(word), *_parts(word)}
    for plain in tuple(found):
        found.update(_without_prefix(plain))
        if endings or plain[:1] > "z":
            found.update(_without_ending(plain))
    return frozenset(found)


def _spelled(word: str) -> Iterator[str]:
    """Yield a word without accents, with them written out, and without apostrophes."""
    if word.isascii():
        yield word
    else:
        yield shared(word)
        composed = unicodedata.normalize("NFC", word)
        yield shared(composed.translate(_WRITTEN_OUT))
    if "'" in word:
        yield shared(word.replace("'", ""))


def _parts(word: str) -> Iterator[str]:
    """Yield what stands between apostrophes (Ayşe'nin, d'Anna) or before a number (anna92)."""
    if "'" in word:
        yield from (shared(part) for part in word.split("'") if len(part) >= _FEWEST)
    bare = word.rstrip("0123456789")
    if bare != word and len(bare) > _FEWEST:
        yield shared(bare)


def _without_prefix(word: str) -> Iterator[str]:
    """Yield a Hebrew or Arabic word without each of what may be written as one with it."""
    first = word[:1]
    if "\u05d0" <= first <= "\u05ea":
        found = _HEBREW.match(word)
    else:
        found = _ARABIC.match(word) if "\u0621" <= first <= "\u064a" else None
    yield from (word[at:] for at in range(1, found.end() + 1)) if found else ()


def _stems(name: str) -> Iterator[str]:
    script = _of(name)
    if script is None or len(name) < script.least:
        return
    fallen = script.falls.search(name)
    if script.keeps or not fallen:
        yield f"{name}+"
    for at in range(fallen.start(), len(name)) if fallen else ():
        if at >= script.least:
            yield f"{name[:at]}-"


def _without_ending(word: str) -> Iterator[str]:
    script = _of(word)
    for ending in script.endings if script else ():
        stem = word.removesuffix(ending)
        if stem != word and script is not None and len(stem) >= script.least:
            yield f"{stem}+"
            if script.first > "z" or ending[0] in "aeiouy":
                yield f"{stem}-"


def _of(word: str) -> _Script | None:
    first = word[:1]
    return next((script for script in _scripts() if script.first <= first <= script.last), None)
