"""Text to terms: what the index holds and a question asks for; any script, any bytes."""

import re
import unicodedata
from collections.abc import Iterator
from datetime import date
from functools import lru_cache

from memoryd.search.lexicon import ONE_WORD
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
_PARTS = re.compile(rf"[{_UNSPACED}]+|(?:(?![_{_UNSPACED}])[\w{_MARKS}])+")
_RUN = re.compile(rf"[{_UNSPACED}]")
_ACCENTS = re.compile(r"[\u0300-\u036f]")
_CLITIC = re.compile(r"(?:n't|'(?:s|m|re|ve|ll|d|t))$")
_LONGEST = 64  # characters of a term; base64 and hashes beyond it are cut
_MONTHS = """january february march april may june july august september october november
december""".split()


def folded(text: str) -> str:
    """Return a text as its spellings share it: width, case, accents of Latin letters, quotes."""
    if text.isascii():
        return text.lower()
    plain = unicodedata.normalize("NFKD", text).casefold().replace("\u2019", "'")
    return unicodedata.normalize("NFC", _ACCENTS.sub("", plain))


def terms(text: str) -> list[str]:
    """Return the terms of a text in order. A run of CJK or Thai gives characters and pairs."""
    return [term for token in _TOKEN.findall(folded(text)) for term in _split(token)]


def asked(text: str) -> list[str]:
    """Return the terms a question asks for: as `terms`, a run of two or more by pairs alone."""
    found = terms(text)
    return [term for at, term in enumerate(found) if not (_single(term) and _paired(found, at))]


def is_run(term: str) -> bool:
    """Return whether a term is of a script that does not part words."""
    return _RUN.match(term) is not None


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
    parts = [term for part in _PARTS.findall(token) for term in _part(part)]
    if (len(parts) < 2 and (not parts or parts[0] == token)) or _RUN.search(token):  # noqa: PLR2004
        return tuple(parts)
    if len(_PARTS.findall(token)) == 1 and token[-1] not in "+#":
        return tuple(parts)
    return (token[:_LONGEST], *parts)


def _part(part: str) -> Iterator[str]:
    if not _RUN.match(part):
        plain = part.isascii() and part.isalpha()
        yield (stem(ONE_WORD.get(part, part)) if plain else part)[:_LONGEST]
        return
    for at, sign in enumerate(part):
        yield sign
        if at + 1 < len(part):
            yield part[at : at + 2]
