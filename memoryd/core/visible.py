"""What of a text can be seen: one line of it, without what hides, moves or reorders text."""

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


def one_line(text: str) -> str:
    """Return the text as one line of visible characters.

    Line breaks become spaces; control, bidi, zero-width, tag and other invisible ones go.
    """
    if text.isascii() and text.isprintable():
        return " ".join(text.split())
    spaced = "".join(" " if char.isspace() else char for char in text if not _invisible(char))
    return " ".join(_STRAY_JOINER.sub("", spaced).split())


def _invisible(char: str) -> bool:
    if char.isspace() or char in _JOINERS:
        return False
    selector = "\U000e0100" <= char <= "\U000e01ef"  # can carry a hidden message, byte by byte
    return selector or char in _BLANKS or unicodedata.category(char) in {"Cc", "Cf", "Cs"}
