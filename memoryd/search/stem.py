"""Porter's stemmer (1980), his later rules for short words and -us with it. English, lower case.

"connected" and "connection" are one word.
"""

import re
from functools import lru_cache

from memoryd.core.regex import regex

_C, _V = "[^aeiou]", "[aeiouy]"
_CS, _VS = f"{_C}[^aeiouy]*", f"{_V}[aeiou]*"
_SOME = regex(f"^(?:{_CS})?{_VS}{_CS}")  # measure of at least 1
_ONE = regex(f"^(?:{_CS})?{_VS}{_CS}(?:{_VS})?$")  # measure of 1
_MORE = regex(f"^(?:{_CS})?{_VS}{_CS}{_VS}{_CS}")  # measure of at least 2
_VOWEL = regex(f"^(?:{_CS})?{_V}")
_SHORT = regex(f"^{_CS}{_V}[^aeiouwxy]$")  # ends in consonant, vowel, consonant
_DOUBLE = regex(r"([^aeiouylsz])\1$")
_STEP_2 = {
    "ational": "ate", "tional": "tion", "enci": "ence", "anci": "ance", "izer": "ize",
    "bli": "ble", "alli": "al", "entli": "ent", "eli": "e", "ousli": "ous", "ization": "ize",
    "ation": "ate", "ator": "ate", "alism": "al", "iveness": "ive", "fulness": "ful",
    "ousness": "ous", "aliti": "al", "iviti": "ive", "biliti": "ble", "logi": "log",
}  # fmt: skip
_STEP_3 = {"icate": "ic", "ative": "", "alize": "al", "iciti": "ic", "ical": "ic", "ful": "",
           "ness": ""}  # fmt: skip
_STEP_4 = dict.fromkeys(
    "ement ance ence able ible ment ant ent ism ate iti ous ive ize al er ic ou".split(), ""
)
_YING = frozenset(("dying", "lying", "tying", "vying"))
_SHORTEST = 3  # a shorter word is its own stem


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """Return the stem of a lower-case English word."""
    if len(word) < _SHORTEST:
        return word
    first_y = word[0] == "y"  # a consonant, which the patterns cannot see
    if first_y:
        word = "Y" + word[1:]
    word = _short(word) or _past(_plural(word))
    if word[-1] == "y" and _VOWEL.match(word[:-1]):
        word = word[:-1] + "i"
    word = _swap(_swap(word, _STEP_2, _SOME), _STEP_3, _SOME)
    word = _last_e(_ion(word))
    return "y" + word[1:] if first_y else word


def _short(word: str) -> str:
    """Return what Porter's rules tear apart: lies, lied, lying of lie, and tries, tried of try."""
    rest = word[:-3]
    if word.endswith(("ies", "ied")) and rest and not _VOWEL.match(rest):
        return rest + ("ie" if len(rest) == 1 else "y")
    return word[0] + "ie" if word in _YING else ""


def _plural(word: str) -> str:
    if word.endswith(("sses", "ies")):
        return word[:-2]
    return word[:-1] if word[-1] == "s" and word[-2] not in "su" else word


def _past(word: str) -> str:
    if word.endswith("eed"):
        return word[:-1] if _SOME.match(word[:-3]) else word
    rest = word.removesuffix("ed" if word.endswith("ed") else "ing")
    if rest == word or not _VOWEL.match(rest):
        return word
    if rest.endswith(("at", "bl", "iz")):
        return rest + "e"
    if _DOUBLE.search(rest):
        return rest[:-1]
    return rest + "e" if _ONE.match(rest) and _SHORT.match(rest) else rest


def _swap(word: str, endings: dict[str, str], measure: re.Pattern[str]) -> str:
    """Replace the longest ending of the table where what stands before it is long enough."""
    if not word.endswith(tuple(endings)):  # as most words do not
        return word
    found = max((end for end in endings if word.endswith(end)), key=len)
    rest = word[: -len(found)]
    return rest + endings[found] if measure.match(rest) else word


def _ion(word: str) -> str:
    if word.endswith(("sion", "tion")):
        return word[:-3] if _MORE.match(word[:-3]) else word
    return _swap(word, _STEP_4, _MORE)


def _last_e(word: str) -> str:
    if word[-1] == "e":
        rest = word[:-1]
        if _MORE.match(rest) or (_ONE.match(rest) and not _SHORT.match(rest)):
            word = rest
    return word[:-1] if word.endswith("ll") and _MORE.match(word) else word
