"""Text to terms: what the index holds and a question asks for; any script, any bytes."""

import re
import unicodedata
from collections.abc import Container, Iterator
from datetime import date
from functools import cache, lru_cache

from memoryd.core.regex import regex
from memoryd.core.scripts import bare, shared
from memoryd.core.stretches import month_of, year_of
from memoryd.search.lexicon import ONE_WORD, TWO_WORDS
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
_ZERO_WIDTH = "\u200b"  # a space that is not seen: parts words or not
_STRAY = regex(rf"(?<!\w){_ZERO_WIDTH}|{_ZERO_WIDTH}(?!\w)")
# Numbers written in groups, whose separators are no parts of words: 48,500.00 or 1 000 000.
# What they count may stand right before or behind them.
_UNIT = r"(?:[^\W\d_]{1,5})?"
_NUMBER = (
    rf"(?<!\w){_UNIT}\d{{1,3}}(?:(?:,\d{{2,3}})*,\d{{3}}|(?: \d{{3}})+|(?:['\u066c]\d{{3}})+)"
    rf"(?:\.\d+|,\d{{1,2}})?{_UNIT}(?!\w|[,'.]\d)"
)
# Signs that people look for: money, arrows, mathematics, pictures; two letters make a flag.
_SIGN = regex(
    "[\u00a2-\u00a7\u00a9\u00ae\u00b0\u00b1\u00b6\u00d7\u00f7\u20a0-\u20bf\u2190-\u23ff\u25a0-\u27bf"
    "\u2900-\u2bff\U0001f000-\U0001f1e5\U0001f200-\U0001f3fa\U0001f400-\U0001faff]"
    "|[\U0001f1e6-\U0001f1ff]{2}"
)
_TOKEN = regex(rf"{_NUMBER}|{_WORD}(?:['.@/:&{_ZERO_WIDTH}-]{_WORD})*(?:\+\+|#)?|{_SIGN.pattern}")
# The same for what is ASCII, as most is: it compiles in a quarter of the time.
_ASCII_TOKEN = regex(rf"{_NUMBER}|\w+(?:['.@/:&-]\w+)*(?:\+\+|#)?")
_GROUPED = regex(r"\d{1,3}(?:[,.' _\u066c]\d{2,3})*[,.' _\u066c]\d{3}(?:[.,]\d+)?")
_PLAIN_PARTS = regex(r"[^\W_]+")  # what `_parts` finds in ASCII
# iPhone15, room12, 5mg, 1st: all but the last are written with a space as well.
_MODEL = regex(r"([^\W\d_]{2,})?(\d+)(?:st|nd|rd|th|([^\W\d_]+))?")
_COUNTED = regex(r"^[^\W\d_]+|[^\W\d_]+$")
_UMLAUTS = {ord("ä"): "ae", ord("ö"): "oe", ord("ü"): "ue"}
_TWO_LETTERS = regex(r"([aou])e")
_CLITIC = regex(r"(?:n't|'(?:s|m|re|ve|ll|d|t))$")
_GROUP = 3  # digits of a number that is written in groups
LONGEST = 64  # characters of a term; base64 and hashes beyond it are cut
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
    if text.isascii():
        return text.lower()
    text = shared(text)
    return _STRAY.sub("", text) if _ZERO_WIDTH in text else text


def terms(text: str) -> list[str]:
    """Return the terms of a text in order. A run of CJK or Thai gives characters and pairs."""
    return [term for found in pieces(text) for term in found]


def pieces(text: str) -> Iterator[tuple[str, ...]]:
    """Yield the terms of each word of a text: of a path itself, then its parts."""
    return map(_split, _tokens(folded(text)))


def _tokens(text: str) -> list[str]:
    return _pattern(text).findall(text)


def _pattern(text: str) -> re.Pattern[str]:
    return _ASCII_TOKEN if text.isascii() else _TOKEN


def places(text: str, wanted: Container[str]) -> Iterator[tuple[int, str]]:
    """Yield where in a text a term of these stands, about, and the term."""
    for token in _pattern(text).finditer(text):
        said = folded(token[0])
        for term in dict.fromkeys(found for part in _tokens(said) for found in _split(part)):
            if term in wanted:
                yield token.start() + max(0, said.find(term)), term


def as_written(text: str, wanted: Container[str]) -> dict[str, str]:
    """Return plain words of a text by their terms, where these are among the wanted."""
    tokens = (token for token in _tokens(folded(text)) if token.isalpha() and token.isascii())
    return {term: token for token in tokens if (term := _split(token)[0]) in wanted}


def umlauts(text: str) -> dict[str, str]:
    """Return words of a text by their terms as German spells an umlaut the other way."""
    said = unicodedata.normalize("NFC", text).casefold()
    other = said.translate(_UMLAUTS) if not said.isascii() else said
    if other == said:
        other = _TWO_LETTERS.sub(r"\1", said)
    pairs = zip(_tokens(folded(said)), _tokens(folded(other)), strict=False)
    return {_split(one)[0]: _split(two)[0] for one, two in pairs if one != two}


def asked(text: str) -> list[str]:
    """Return the terms a question asks for: as `terms`, a run of two or more by pairs alone."""
    found = terms(text)
    return [term for at, term in enumerate(found) if not (_single(term) and _paired(found, at))]


def is_run(term: str) -> bool:
    """Return whether a term is of a script that does not part words."""
    return not term.isascii() and _run().match(term) is not None


def day_terms(day: str | None) -> list[str]:
    """Return the terms of an ISO day as people write it, 3 May 2026, and those of `span_terms`."""
    try:
        when = date.fromisoformat(day or "")
    except ValueError:
        return []
    said = f"{when.day} {_MONTHS[when.month - 1]} {when.year}"
    return [*terms(said), when.isoformat(), when.isoformat()[:7]]


def span_terms(first: date, last: date) -> list[str]:
    """Return terms, one of which every day of a span has, both inclusive, and few other days.

    Whole years and months by theirs: "since 2020" is thousands of days.
    """
    found, at = [], first.toordinal()
    while at <= last.toordinal():
        day = date.fromordinal(at)
        for stretch, said in ((year_of(day.year), 4), (month_of(day.year, day.month), 7)):
            if stretch[0] == day and stretch[1] <= last:
                found.append(day.isoformat()[:said])
                at = stretch[1].toordinal() + 1
                break
        else:
            found.append(day.isoformat())
            at += 1
    return found


def _single(term: str) -> bool:
    return len(term) == 1 and is_run(term)


def _paired(found: list[str], at: int) -> bool:
    """Whether the pair that begins or ends with this character stands beside it."""
    near = found[max(0, at - 2) : at + 3]
    return any(len(term) == 2 and found[at] in term and is_run(term) for term in near)  # noqa: PLR2004 - a pair


def forget() -> None:
    """Let go of the terms of single words: a few left over keep the pages of all that is gone.

    After 100,000 passages were indexed that was 46 MB.
    """
    _split.cache_clear()
    stem.cache_clear()


@lru_cache(maxsize=65_536)
def _split(token: str) -> tuple[str, ...]:
    """Return the terms of one token: a plain word gives one, a path itself and its parts."""
    if token.isalpha() and token.isascii():
        return _plain(token)
    if _ZERO_WIDTH in token:
        return _seamed(token)
    if _SIGN.fullmatch(token):
        return (token,)
    return (*_parted(token), *_ungrouped(token))


def _plain(word: str) -> tuple[str, ...]:
    """Return the terms of an English word: one, or two of a form that two words share."""
    if len(word) > LONGEST:  # a stem takes the square of its letters
        return (word[:LONGEST],)
    return tuple(stem(said) for said in TWO_WORDS.get(word, (ONE_WORD.get(word, word),)))


def _seamed(token: str) -> tuple[str, ...]:
    """Return the terms of words with a space between them that nobody sees: as one, and each."""
    joined = token.replace(_ZERO_WIDTH, "")
    apart = [] if _run().search(joined) else token.split(_ZERO_WIDTH)
    return tuple(term for part in (joined, *apart) for term in _split(part))


def _ungrouped(token: str) -> tuple[str, ...]:
    """Return a number that is written in groups without what parts them and its decimals."""
    if not (token[:1].isdigit() or token[-1:].isdigit()):
        return ()
    token = _COUNTED.sub("", token)
    if not _GROUPED.fullmatch(token):
        return ()
    groups, marks = re.split(r"\D", token), re.findall(r"\D", token)
    if len(groups[-1]) != _GROUP or marks[-1] != marks[0]:
        groups.pop()
    return ("".join(groups),)


def _parted(token: str) -> tuple[str, ...]:
    token = _CLITIC.sub("", token)
    plain = token.isascii()
    found = (_PLAIN_PARTS if plain else _parts()).findall(token)
    parts = [term for part in found for term in _part(part)]
    whole = len(parts) < 2 and (not parts or parts[0] == token)  # noqa: PLR2004 - one at most
    if whole or (not plain and _run().search(token)):
        return tuple(parts)
    if len(found) == 1 and token[-1] not in "+#":
        return tuple(parts)
    return (token[:LONGEST], *parts)


def _part(part: str) -> Iterator[str]:
    if not is_run(part):
        for word in _words(part):
            yield word[:LONGEST]
        return
    for at, sign in enumerate(part):
        yield sign
        if at + 1 < len(part):
            yield part[at : at + 2]


def _words(part: str) -> tuple[str, ...]:
    if part.isascii() and part.isalpha():
        return _plain(part)
    found = _MODEL.fullmatch(part)
    if found and found[0] != found[2]:
        before, number, behind = found.groups(default="")
        return (part, *(before and _words(before)), number, *(behind and _words(behind)))
    return (part,) if part.isascii() else bare(part)
