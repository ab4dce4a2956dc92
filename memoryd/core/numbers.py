"""Numbers as the rules compare them: "12K" is 12,000, "four" is 4, "3pm" is 15."""

import re
import unicodedata
from collections.abc import Iterator

from memoryd.core.regex import regex
from memoryd.core.text import words

_SMALL = {
    word: value
    for value, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
        "fifteen sixteen seventeen eighteen nineteen".split()
    )
}
_TENS = dict(
    zip("twenty thirty forty fifty sixty seventy eighty ninety".split(), range(20, 100, 10),
        strict=True)
)  # fmt: skip
_TIMES = {"hundred": 100, "thousand": 1_000, "million": 1_000_000, "billion": 1_000_000_000}
# Said of a number without naming it outright: good as evidence, never demanded of it.
_LOOSE = {
    "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7,
    "eighth": 8, "ninth": 9, "tenth": 10, "once": 1, "twice": 2, "both": 2, "couple": 2, "pair": 2,
    "dozen": 12, "half": 50, "quarter": 25, "single": 1, "another": 1, "twins": 2,
}  # fmt: skip
_UNITS = {
    "k": (1_000,), "thousand": (1_000,), "m": (1, 1_000_000), "mio": (1_000_000,),
    "million": (1_000_000,), "bn": (1_000_000_000,), "billion": (1_000_000_000,),
    "hundred": (100,), "dozen": (12,), "tausend": (1_000,), "万": (10_000,), "萬": (10_000,),
}  # fmt: skip
_DIGITS = regex(
    r"(?P<digits>\d+(?:[.,]\d+)*)(?P<minute>:\d\d)?"
    r"(?:\s?(?P<half>[ap])\.?m\b|\s?(?P<unit>thousand|million|billion|hundred|dozen|tausend|mio|bn"
    r"|[km])(?![^\W_])|(?P<wan>[万萬]))?"
)
_GROUPED = regex(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?")
_DOTTED = regex(r"\d{1,3}(?:\.\d{3})+")
_CJK = regex(r"[零一二两兩三四五六七八九十百千]+")
_CJK_TIMES = {"十": 10, "百": 100, "千": 1_000}
_LONGEST = 30  # characters; a longer row of digits is no quantity
_LEAST = 2  # "one" is an article as often as a number


def numbers(text: str) -> frozenset[str]:
    """Return every reading of every number in a text, in plain decimal form."""
    folded = _folded(text)
    found = {reading for readings in _in_digits(folded) for reading in readings}
    found |= {str(value) for value in _in_words(folded)}
    found |= {str(_LOOSE[word]) for word in words(folded) if word in _LOOSE}
    return frozenset(found | {str(_cjk(match[0])) for match in _CJK.finditer(folded)})


def stated_numbers(text: str) -> tuple[frozenset[str], ...]:
    """Return the numbers a text states outright, each with the readings it may have."""
    folded = _folded(text)
    spelled = (frozenset({str(value)}) for value in _in_words(folded) if value >= _LEAST)
    return (*_in_digits(folded), *spelled)


def _folded(text: str) -> str:
    plain = unicodedata.normalize("NFKC", text).casefold()
    if plain.isascii():
        return plain
    return "".join(str(unicodedata.decimal(c)) if c.isdecimal() else c for c in plain)


def _in_digits(folded: str) -> Iterator[frozenset[str]]:
    for match in _DIGITS.finditer(folded):
        digits = match["digits"]
        listed = digits.count(",") > 1 and not _GROUPED.fullmatch(digits)
        for part in digits.split(",") if listed else (digits,):
            yield frozenset(_readings(part, match))
        if match["minute"]:
            yield frozenset({_plain(match["minute"][1:])})


def _readings(digits: str, match: re.Match[str]) -> set[str]:
    if len(digits) > _LONGEST:
        return {digits}
    found = {_plain(digits.replace(",", "") if _GROUPED.fullmatch(digits) else digits)}
    if _DOTTED.fullmatch(digits):  # 12.000 is twelve, or twelve thousand
        found.add(_plain(digits.replace(".", "")))
    unit = match["unit"] or match["wan"]
    if unit:
        found = {_times(one, times) for one in found for times in _UNITS[unit]}
    if match["half"] and digits.isdecimal():
        found.add(str(int(digits) % 12 + 12 * (match["half"] == "p")))
        found |= set() if match["minute"] else {"0"}
    return found


def _times(plain: str, times: int) -> str:
    whole, _, fraction = plain.partition(".")
    if not fraction.isdecimal() or "." in fraction:
        return str(int(whole) * times) if whole.isdecimal() and not fraction else plain
    value = int(whole + fraction) * times
    scale = 10 ** len(fraction)
    return str(value // scale) if value % scale == 0 else _plain(f"{value / scale}")


def _plain(digits: str) -> str:
    whole, _, fraction = digits.replace(",", ".").partition(".")
    if fraction.isdecimal():  # a version such as 2.10.1 stays as it is
        fraction = fraction.rstrip("0")
    return (whole.lstrip("0") or "0") + (f".{fraction}" if fraction else "")


def _in_words(folded: str) -> Iterator[int]:
    """Yield the numbers spelled in English: "two hundred and five", "twenty-one"."""
    whole, part, last = 0, 0, ""
    before = ""
    for word in (*words(folded), ""):
        # "1.25 million" is a number in digits; "a million" is one in words
        kind = _kind(word) if last or before == "a" or word not in _TIMES else ""
        before = word
        if word == "and" and last == "hundred":
            continue
        if last and (not _goes_on(last, kind) or (kind == "hundred" and part >= _TIMES["hundred"])):
            yield whole + part
            whole, part, last = 0, 0, ""
        if kind in ("small", "tens"):
            part += _SMALL[word] if kind == "small" else _TENS[word]
        elif kind == "hundred":
            part = max(part, 1) * _TIMES[word]
        elif kind == "times":
            whole, part = whole + max(part, 1) * _TIMES[word], 0
        last = kind


def _kind(word: str) -> str:
    if word in _SMALL:
        return "small"
    if word in _TENS:
        return "tens"
    return "" if word not in _TIMES else "hundred" if word == "hundred" else "times"


def _goes_on(last: str, kind: str) -> bool:
    """Return whether a word of one kind continues a number after one of another."""
    follows = {
        "small": {"hundred", "times"},
        "tens": {"small", "times"},
        "hundred": {"small", "tens", "times"},
        "times": {"small", "tens", "hundred"},
    }
    return kind in follows[last]


def _cjk(run: str) -> int:
    total, digit = 0, 0
    for char in run:
        if char in _CJK_TIMES:
            total, digit = total + max(digit, 1) * _CJK_TIMES[char], 0
        else:
            digit = 2 if char in "两兩" else int(unicodedata.numeric(char))
    return total + digit
