"""Words as the rules compare them: normalised text, content words, crude stems, numbers, names."""

import re
import unicodedata
from functools import lru_cache

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0e7f]+")
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
_SMALL = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen"
).split()
_TENS = dict(
    zip("twenty thirty forty fifty sixty seventy eighty ninety".split(), range(20, 100, 10),
        strict=True)
)  # fmt: skip
_NUMBER_WORDS: dict[str, str] = {
    **{word: str(value) for value, word in enumerate(_SMALL)},
    **{word: str(value) for word, value in _TENS.items()},
    **{"first": "1", "second": "2", "third": "3", "fourth": "4", "fifth": "5", "sixth": "6",
       "seventh": "7", "eighth": "8", "ninth": "9", "tenth": "10", "once": "1", "twice": "2",
       "dozen": "12", "hundred": "100", "thousand": "1000", "couple": "2", "pair": "2"},
}  # fmt: skip
_DIGITS = re.compile(r"\d+(?:[.,]\d+)*")
_MULTIPLES = {"k": 1_000, "m": 1_000_000, "thousand": 1_000, "million": 1_000_000}


@lru_cache(maxsize=4096)
def normal(text: str) -> str:
    """Return a text as two spellings share it: width, case, white space, quotes, end stops."""
    folded = unicodedata.normalize("NFKC", text).casefold().replace("’", "'")
    return " ".join(folded.split()).strip(" .!;,")


@lru_cache(maxsize=4096)
def words(text: str) -> tuple[str, ...]:
    """Return the words of a text in order, folded; a run of CJK gives its overlapping pairs."""
    folded = unicodedata.normalize("NFKC", text).casefold().replace("’", "'")
    found: list[str] = []
    for match in _WORD.finditer(folded):
        word = match[0].removesuffix("'s")
        runs = _CJK.findall(word)
        if runs:
            for run in runs:
                found.extend(run[i : i + 2] for i in range(max(1, len(run) - 1)))
            word = _CJK.sub("", word)
        if word:
            found.append(word)
    return tuple(found)


def stem(word: str) -> str:
    """Return a crude stem, enough to see that "attended" and "attending" are one word."""
    for suffix in _SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) >= 3:  # noqa: PLR2004 - "used" -> "us"
            word = word[: -len(suffix)]
            break
    # "plann-ing" and "plan", "stopp-ed" and "stop"
    return word[:-1] if len(word) > 3 and word[-1] == word[-2] else word  # noqa: PLR2004


@lru_cache(maxsize=4096)
def content_stems(text: str) -> frozenset[str]:
    """Return the stems of the words that carry meaning."""
    return frozenset(stem(word) for word in words(text) if word not in STOP_WORDS)


def numbers(text: str) -> frozenset[str]:
    """Return the numbers of a text in plain decimal form: "12K" -> 12000, "twenty-one" -> 21."""
    found: set[str] = set()
    folded = unicodedata.normalize("NFKC", text).casefold()
    for match in _DIGITS.finditer(folded):
        found |= _digit_forms(match[0], folded[match.end() :].lstrip()[:8])
    listed = words(text)
    for index, word in enumerate(listed):
        if word in _NUMBER_WORDS:
            found.add(_NUMBER_WORDS[word])
            after = listed[index + 1] if index + 1 < len(listed) else ""
            if word in _TENS and after in _SMALL[1:10]:
                found.add(str(_TENS[word] + _SMALL.index(after)))
    return frozenset(found)


def written_numbers(text: str) -> frozenset[str]:
    """Return only the numbers that stand in digits: what a fact must be able to show."""
    folded = unicodedata.normalize("NFKC", text)
    return frozenset(_plain(match[0]) for match in _DIGITS.finditer(folded))


def _digit_forms(digits: str, after: str) -> set[str]:
    forms = {_plain(digits), *(_plain(part) for part in re.split("[.,]", digits))}
    unit = re.match(r"(thousand|million|k|m)(?![^\W\d_])", after)
    if unit:
        forms.add(_plain(str(float(_plain(digits)) * _MULTIPLES[unit[1]])))
    return forms


def _plain(digits: str) -> str:
    if re.fullmatch(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?", digits):
        digits = digits.replace(",", "")
    digits = digits.replace(",", ".")
    whole, _, fraction = digits.partition(".")
    fraction = fraction.rstrip("0") if fraction.isdigit() else fraction
    return (whole.lstrip("0") or "0") + (f".{fraction}" if fraction else "")
