"""What of a text can be seen: one line of it, without what hides, moves or reorders text."""

import re
import unicodedata

from memoryd.core.regex import regex

# Letters and marks that show nothing, beside the categories that never do.
_BLANKS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
_JOINERS = "\u200c\u200d"
# A joiner makes Persian and Indic words and emoji; alone or in a row it only hides text.
_STRAY_JOINER = regex(
    rf"(?<![^\x00-\x7f{_JOINERS}])[{_JOINERS}]+|[{_JOINERS}]+(?![^\x00-\x7f{_JOINERS}])"
    rf"|[{_JOINERS}]{{2,}}"
)

_MAY_BE_MARKUP = regex(r"[#<>`~=!-]")
_MARKUP = regex(
    r"^\s{0,3}(?:#{1,6}\s|```|~~~|(?:={3,}|-{3,})\s*$)|</?\s?[A-Za-z][\w:-]*\s*>|<\||\|>|<!--|-->|<\?"
    r"|!\[[^\]]*\]\(|\n\s*\n",
    re.MULTILINE,
)
_RIGHT_TO_LEFT = regex(r"[\u0590-\u08ff\ufb1d-\ufefc]")
_DIRECTIONS = "\u200e\u200f\u061c"  # marks that texts of such scripts hold


def one_line(text: str) -> str:
    """Return the text as one line of visible characters.

    Line breaks become spaces; control, bidi, zero-width, tag and other invisible ones go.
    """
    if text.isascii() and text.isprintable():
        return " ".join(text.split())
    spaced = "".join(" " if char.isspace() else char for char in text if not _invisible(char))
    if _may_hold_joiner(spaced):
        spaced = _STRAY_JOINER.sub("", spaced)
    return " ".join(spaced.split())


def flags(text: str) -> tuple[str, ...]:
    """Return what a reader is to know of a text that one_line made plain.

    hidden: it held characters that do not show; markup: what would be a heading, a block of code,
    a comment or the end of an element where it stood by itself.
    """
    if text.isascii() and text.isprintable() and not _MAY_BE_MARKUP.search(text):
        return ()
    marks = _DIRECTIONS if _RIGHT_TO_LEFT.search(text) else ""
    seen = (char for char in text if char not in marks and char != "\t")
    hidden = any(map(_invisible, seen)) or (
        _may_hold_joiner(text) and _STRAY_JOINER.search(text) is not None
    )
    found = {"hidden": hidden, "markup": _MARKUP.search(text)}
    return tuple(name for name, is_so in found.items() if is_so)


def _may_hold_joiner(text: str) -> bool:
    return any(joiner in text for joiner in _JOINERS)


def _invisible(char: str) -> bool:
    if char.isspace() or char in _JOINERS:
        return False
    selector = "\U000e0100" <= char <= "\U000e01ef"  # can carry a hidden message, byte by byte
    return selector or char in _BLANKS or unicodedata.category(char) in {"Cc", "Cf", "Cs"}
