"""Words as the rules compare them: normalised text, content words, crude stems."""

import re
import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache

from memoryd.core.regex import regex

# Marks that belong to a word though they are no letters: vowel signs and accents of living scripts,
# and the joiners within words. For use inside a character class.
MARKS = (
    "\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed"
    "\u0711-\u074a\u07a6-\u07b0\u0900-\u0963\u0981-\u0dff\u0e31-\u0e3a\u0e47-\u0e4e\u0eb1-\u0ecd"
    "\u0f18-\u0f84\u102b-\u109d\u135d-\u135f\u17b4-\u17d3\u1ab0-\u1aff\u1dc0-\u1dff\u200c\u200d"
)
_LETTERS = rf"[^\W_]+(?:[{MARKS}]+[^\W_]*)*"
_SUFFIXES = ("ations", "ation", "ingly", "ings", "ing", "edly", "ied", "ies", "ers", "er", "ed",
             "ly", "es", "s", "e", "y")  # fmt: skip
STOP_WORDS = frozenset(
    """a about after again all also am an and any are as at be because been before being but by
    can could did do does doing down during each few for from further get gets getting got had has
    have having he her here hers herself him himself his how i if in into is it its itself just
    me more most my myself no nor not now of off on once only or other our ours out over own same
    she should so some such than that the their theirs them then there these they this those
    through to too under until up us very was we were what when where which while who whom why
    will with would you your yours yourself""".split()
)
# Plain words that a fact may open with; before a verb or a name they look like one.
PLAIN_OPENINGS = frozenset(
    """team project product company office meeting meetings budget deadline launch release plan
    plans goal decision work job role status server service client customer user users operator
    app api code test tests build data family kids children son daughter wife husband partner
    sister brother mother father dog cat house car phone email school university city country
    both every many several two three four last next former currently previously recently planning
    key status goal difficult old yes food hobby morning evening weekend one
    someone everyone nobody it this that other new please kindly ok okay
    actually anyway instead""".split()
)
# Small words without which a wish is another one: "calls before ten", "walking over bridges".
_BINDING = frozenset(
    """about above after against at because before being be below between by down during few for
    from if in into no not off on other out over own same through too under until up when where
    while with""".split()
)
# "In the morning" and "morning" are one time.
_PLAIN_TIMES = regex(
    r"\b(?:in|on|at)\s+(?:the\s+|an?\s+)?(?=(?:morning|afternoon|evening|night|week(?:end|day)"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)day)s?\b)",
    re.IGNORECASE,
)
_SHORT = 2_000  # characters; longer texts are not kept between calls


@cache  # of wide ranges, so not before a text needs them: 2 ms of a start
def _word() -> re.Pattern[str]:
    return re.compile(rf"{_LETTERS}(?:['’]{_LETTERS})*")


@cache
def _cjk() -> re.Pattern[str]:
    return re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0e7f]+")


def composed(text: str) -> str:
    """Return a text with one character for each accented letter and syllable, as most type it."""
    return unicodedata.normalize("NFC", text)


@lru_cache(maxsize=1024)
def normal(text: str) -> str:
    """Return a text as two spellings share it: width, case, white space, quotes, end stops."""
    folded = unicodedata.normalize("NFKC", text).casefold().replace("’", "'")
    return " ".join(folded.split()).strip(" .!;,")


def tokens(text: str) -> Iterator[re.Match[str]]:
    """Yield the words of a text as they are written; a run of CJK is one."""
    return _word().finditer(text)


def words(text: str) -> tuple[str, ...]:
    """Return the words of a text in order, folded; a run of CJK gives its overlapping pairs."""
    return _kept_words(text) if len(text) <= _SHORT else _words(text)


def _words(text: str) -> tuple[str, ...]:
    folded = unicodedata.normalize("NFKC", text).casefold().replace("’", "'")
    found: list[str] = []
    for match in _word().finditer(folded):
        word = match[0].removesuffix("'s")
        runs = [] if word.isascii() else _cjk().findall(word)
        if runs:
            for run in runs:
                found.extend(run[i : i + 2] for i in range(max(1, len(run) - 1)))
            word = _cjk().sub("", word)
        if word:
            found.append(word)
    return tuple(found)


_kept_words = lru_cache(maxsize=1024)(_words)


def stem(word: str) -> str:
    """Return a crude stem, enough to see that "attended" and "attending" are one word."""
    for suffix in _SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) >= 3:  # noqa: PLR2004 - "used" -> "us"
            word = word[: -len(suffix)]
            break
    # "plann-ing" and "plan", "stopp-ed" and "stop"
    doubled = len(word) > 3 and word[-1] == word[-2]  # noqa: PLR2004 - "all", "see" stay
    return word[:-1] if doubled else word


def content_stems(text: str) -> frozenset[str]:
    """Return the stems of the words that carry meaning."""
    return _kept_stems(text) if len(text) <= _SHORT else _stems(text)


def _stems(text: str) -> frozenset[str]:
    return frozenset(stem(word) for word in words(text) if word not in STOP_WORDS)


_kept_stems = lru_cache(maxsize=1024)(_stems)


@lru_cache(maxsize=4096)
def whole_stems(text: str) -> frozenset[str]:
    """Return the stems of a thing wished with the small words that bind them: "before ten".

    Who does it ("manager") is told apart from what is done, and what is done from being done to.
    """
    found: set[str] = set()
    bound: list[str] = []
    for word in words(_PLAIN_TIMES.sub("", text)):
        if word in _BINDING:
            bound.append("be" if word == "being" else word)
        elif word not in STOP_WORDS:
            doer = word.endswith(("er", "ers")) or bound[-1:] == ["be"]
            found.add(" ".join([*bound, word.removesuffix("s") if doer else stem(word)]))
            bound = []
    return frozenset(found | {" ".join(bound)} - {""})
