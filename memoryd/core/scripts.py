"""Letters of many scripts as their spellings share them, and what sticks to a word beside English.

Light rules only: whatever they join is joined in the index and in the question alike.
"""

import re
import unicodedata
from functools import cache

_ZEROS = (
    "\u0660\u06f0\u0966\u09e6\u0a66\u0ae6\u0b66\u0be6\u0c66\u0ce6\u0d66\u0e50\u0ed0\u0f20\u1040"
    "\u17e0\u1810"
)
_SHORTEST = 3  # letters that are left of a word, at least


# What follows is made when a text needs it: 3 ms of a start.
@cache
def _optional() -> re.Pattern[str]:
    """Return what people write or leave out.

    Accents, Hebrew points, Arabic vowels (with the stretching line), nuktas, joiners within words,
    and what is not seen: soft hyphens, marks of direction, variants of a sign.
    """
    return re.compile(
        "[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf-\u05c7\u0610-\u061a\u0640\u064b-\u065f"
        "\u0670\u06d6-\u06dc\u06df-\u06ed\u093c\u09bc\u0a3c\u0abc\u0b3c\u200c\u200d"
        "\u00ad\u061c\u180b-\u180f\u200e\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff"
        "\U000e0000-\U000e01ef]"
    )


@cache
def _letters() -> dict[int, str]:
    return str.maketrans({
        # Latin letters that no accent makes
        "\u0142": "l", "\u00f8": "o", "\u0111": "d", "\u0127": "h", "\u0131": "i", "\u0167": "t",
        "\u00e6": "ae", "\u0153": "oe", "\u00fe": "th", "\u00f0": "d", "\u2019": "'",
        # Persian yeh and kaf, Arabic alef maksura and teh marbuta; Armenian yev; Hindi's nasal dots
        "\u06cc": "\u064a", "\u06a9": "\u0643", "\u0649": "\u064a", "\u0629": "\u0647",
        "\u0587": "\u0565\u0582", "\u0901": "\u0902",
        # katakana as hiragana, with their marks of repetition
        **{chr(point): chr(point - 0x60) for point in (*range(0x30A1, 0x30F7), 0x30FD, 0x30FE)},
        **{chr(ord(zero) + digit): str(digit) for zero in _ZEROS for digit in range(10)},
    })  # fmt: skip


@cache
def _arabic() -> re.Pattern[str]:
    """Return the article with "and", "so", "by", "like", "for", written as one with a word."""
    left = f"(?=[\u0621-\u064a]{{{_SHORTEST}}})"
    return re.compile(f"[\u0648\u0641]?(?:[\u0628\u0643]?\u0627\u0644|\u0644\u0644){left}")


@cache
def _hebrew() -> re.Pattern[str]:
    """Return "the", "in", "to", "from", "that", "and", "as"; many words begin so themselves."""
    left = f"(?=[\u05d0-\u05ea]{{{_SHORTEST}}})"
    return re.compile(f"[\u05d4\u05d1\u05dc\u05de\u05e9\u05d5\u05db]{left}")


@cache
def _cyrillic() -> re.Pattern[str]:
    """Return endings of Russian and Ukrainian nouns and adjectives, in letters without accents."""
    after = f"(?<=[\u0430-\u045f]{{{_SHORTEST}}})"
    endings = "ами ями ого его ому ему ыми ими ом ем \u0454м ам ям ах ях ов ев ых их"  # noqa: RUF001 - these letters are meant
    return re.compile(f"{after}(?:{'|'.join(endings.split())})$")


@cache
def _last_vowels() -> re.Pattern[str]:
    return re.compile(f"(?<=[\u0430-\u045f]{{{_SHORTEST}}})[аеиоуыэюяь\u0456\u0454]+$")


def shared(text: str) -> str:
    """Return a text as its spellings share it: width, case, optional marks, kana, digits."""
    plain = _optional().sub("", unicodedata.normalize("NFKD", text).casefold())
    return unicodedata.normalize("NFC", plain).translate(_letters())


def is_latin(text: str) -> bool:
    """Return whether at least half of the letters of a text are Latin, or it has none."""
    letters = [sign for sign in unicodedata.normalize("NFKC", text) if sign.isalpha()]
    latin = sum(sign <= "\u024f" or "\u1e00" <= sign <= "\u1eff" for sign in letters)
    return 2 * latin >= len(letters)


def bare(word: str) -> tuple[str, ...]:
    """Return a word that `shared` gave without what sticks to it.

    Two of Hebrew, where nobody can tell a prefix from the first letter of a word.
    """
    first = word[:1]
    if "\u0430" <= first <= "\u045f":
        return (_last_vowels().sub("", _cyrillic().sub("", word)),)
    if "\u0621" <= first <= "\u064a":
        article = _arabic().match(word)
        return (word[article.end() :] if article else word,)
    if "\u05d0" <= first <= "\u05ea" and _hebrew().match(word):
        return word, word[1:]
    return (word,)
