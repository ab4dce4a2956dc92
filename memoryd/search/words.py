"""Text to terms: what the index holds and a question asks for; any script, any bytes."""

import re
from collections.abc import Iterator
from datetime import date
from functools import cache, lru_cache

from memoryd.search.lexicon import ONE_WORD
from memoryd.search.scripts import bare, shared
from memoryd.search.stem import stem

# Scripts that do not part words: han, kana, hangul (whose particles stick), Thai, Lao, Burmese,
# Khmer. A run of them is indexed by its characters and their overlapping pairs.
_UNSPACED = (
    "\u3005-\u3007\u3041-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7af"
    "\u1100-\u11ff\u0e01-\u0e4e\u0e80-\u0eff\u1000-\u109f\u1780-\u17ff\U00020000-\U0003ffff"
)
_MARKS = "\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0900-\u0dff\u200c\u200d"
_VOWELS = "\u0e31-\u0e4e\u0eb1-\u0ece\u102b-\u103e\u17b4-\u17d3"  # of unspaced scripts; no \\w
_WORD = rf"[\w{_MARKS}{_VOWELS}]+"
_TOKEN = re.compile(rf"{_WORD}(?:['.@/:&-]{_WORD})*(?:\+\+|#)?")
_PLAIN_PARTS = re.compile(r"[^\W_]+")  # what `_parts` finds in ASCII
_MODEL = re.compile(r"([^\W\d_]{2,})(\d+)")  # iPhone15, room12: written with a space as well
_CLITIC = re.compile(r"(?:n't|'(?:s|m|re|ve|ll|d|t))$")
_LONGEST = 64  # characters of a term; base64 and hashes beyond it are cut
_MONTHS = """january february march april may june july august september october november
december""".split()


@cache  # of wide ranges, so not before a text needs them: 6 ms of a start
def _parts() -> re.Pattern[str]:
    return re.compile(rf"[{_UNSPACED}]+|(?:(?![_{_UNSPACED}])[\w{_MARKS}])+")


@cache
def _run() -> re.Pattern[str]:
    return re.compile(rf"[{_UNSPACED}]")


def folded(text: str) -> str:
    """Return a text as its spellings share it: width, case, accents and other marks, quotes."""
    return text.lower() if text.isascii() else shared(text)


def terms(text: str) -> list[str]:
    """Return the terms of a text in order. A run of CJK or Thai gives characters and pairs."""
    return [term for token in _TOKEN.findall(folded(text)) for term in _split(token)]


def asked(text: str) -> list[str]:
    """Return the terms a question asks for: as `terms`, a run of two or more by pairs alone."""
    found = terms(text)
    return [term for at, term in enumerate(found) if not (_single(term) and _paired(found, at))]


def is_run(term: str) -> bool:
    """Return whether a term is of a script that does not part words."""
    return not term.isascii() and _run().match(term) is not None


def day_terms(day: str | None) -> list[str]:
    """Return the terms of an ISO day as people write it: 3, may, 2026."""
    try:
        when = date.fromisoformat(day or "")
    except ValueError:
        return []
    return [str(when.day), _MONTHS[when.month - 1], str(when.year)]


def _single(term: str) -> bool:
    return len(term) == 1 and is_run(term)


def _paired(found: list[str], at: int) -> bool:
    """Whether the pair that begins or ends with this character stands beside it."""
    near = found[max(0, at - 2) : at + 3]
    return any(len(term) == 2 and found[at] in term and is_run(term) for term in near)  # noqa: PLR2004 - a pair


@lru_cache(maxsize=65_536)
def _split(token: str) -> tuple[str, ...]:
    """Return the terms of one token: a plain word gives one, a path itself and its parts."""
    if token.isalpha() and token.isascii():
        return (stem(ONE_WORD.get(token, token))[:_LONGEST],)
    token = _CLITIC.sub("", token)
    plain = token.isascii()
    found = (_PLAIN_PARTS if plain else _parts()).findall(token)
    parts = [term for part in found for term in _part(part)]
    whole = len(parts) < 2 and (not parts or parts[0] == token)  # noqa: PLR2004
    if whole or (not plain and _run().search(token)):
        return tuple(parts)
    if len(found) == 1 and token[-1] not in "+#":
        return tuple(parts)
    return (token[:_LONGEST], *parts)


def _part(part: str) -> Iterator[str]:
    if not is_run(part):
        for word in _words(part):
            yield word[:_LONGEST]
        return
    for at, sign in enumerate(part):
        yield sign
        if at + 1 < len(part):
            yield part[at : at + 2]


def _words(part: str) -> tuple[str, ...]:
    if part.isascii() and part.isalpha():
        return (stem(ONE_WORD.get(part, part)),)
    if found := _MODEL.fullmatch(part):
        return (part, *_words(found[1]), found[2])
    return (part,) if part.isascii() else bare(part)
