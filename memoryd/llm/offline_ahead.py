"""Whether a clause tells of a day to come: what will be so holds nothing today."""

import re
from collections.abc import Sequence
from datetime import date

from memoryd.core.tense import tells_past
from memoryd.core.when import Span, begins

_MONTH = (
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December)"
)
_WORDS = r"(?:and|but|so|then|well|ok|okay|oh|also)"
_UNITS = r"(?:days?|weeks?|months?|years?|decades?)"
_BEGINS = re.compile(
    r"\b(?:starting|beginning|effective|commencing|from)(?: (?:on|in|the|this|coming))*\s*$",
    re.IGNORECASE,
)
_ENDS = re.compile(
    r"\b(?<!not )(?:until|till|through)(?: the end of)?\s+[^,.;]{1,30}$", re.IGNORECASE
)
_NO_YEAR = re.compile(
    r"(?:(?:on|in|this|the|coming)\s)*[^\d\s]+\.?(?:\s\d{1,2}\w*)?|"
    r"(?:on\s|the\s)*\d{1,2}\w*\.?\s(?:of\s)?[^\d\s]+"
)
_OPENING = re.compile(
    rf"(?:(?:{_WORDS}|from|on|in|by|starting|beginning|effective|as of|the|early|late|around|"
    r"somewhere)[\s,]+)*",
    re.IGNORECASE,
)
_FROM_MONTH = re.compile(
    r"(?<!away )(?<!and )\b(?:from|starting|beginning|effective) (?:in |early |mid |late )?"
    rf"{_MONTH}\b"
    rf"(?!,? (?:\d|(?:to|until|till|through) {_MONTH}))"
)
# Openings that mean a time to come and name no day of it.
_SOON = re.compile(
    rf"(?:(?:{_WORDS}|from|starting|beginning|by)[\s,]+)*(?:soon|some ?day|one day|shortly|"
    rf"eventually|before long|tomorrow|in (?:the )?(?:near )?future,? (?=(?:I|we|my|our)\b)|"
    rf"(?:with)?in (?:an? (?:few |couple of )?|\w+ ){_UNITS}(?: from now)?|next \w+|"
    rf"(?:from|starting|beginning) (?:in )?{_MONTH}(?! \d)|"
    r"(?:once|come|when) (?:the )?(?:summer|winter|spring|autumn)|"
    r"after (?:the )?(?:summer|winter|spring|autumn|holidays|christmas|easter|new year)|"
    r"later (?:this|next) \w+)\b",
    re.IGNORECASE,
)


def begins_ahead(part: str) -> bool:
    """Return whether something is said to be so "from September", a month without its year."""
    return _FROM_MONTH.search(part) is not None


def is_end(span: Span, text: str) -> bool:
    """Return whether a date phrase of a text says until when something is so."""
    return _ENDS.search(text[: span.end]) is not None


def is_ahead(span: Span, text: str, anchor: date) -> bool:
    """Return whether a date phrase of a text lies after `anchor`, as "starting Monday" does.

    A weekday or a month without its year, from which something is so, is the one to come. What is
    so "until May" is so by now.
    """
    if is_end(span, text):
        return False
    if span.first > anchor:
        return True
    begins = _BEGINS.search(text[: span.start]) is not None
    return begins and _NO_YEAR.fullmatch(span.words) is not None


_WAS = re.compile(
    r"\b(?:was|were|been|did|as of|"
    r"(?:I|[Ww]e|[Tt]hey|[Ss]?[Hh]e) (?:quit|put|cut|set|shut|let|split))\b"
)
_OWN_YEAR = re.compile(r"\d{4}|\b(?:last|past|previous|ago|yesterday)\b", re.IGNORECASE)


def is_coming(spans: Sequence[Span], text: str, anchor: date) -> bool:
    """Return whether a clause with no past verb names a day without its year: it is the next one.

    "My last day is June 30" is of the June to come; "since June" tells what is so by now.
    """
    if tells_past(text) or _WAS.search(text):
        return False
    return any(
        span.last < anchor and not (_OWN_YEAR.search(span.words) or begins(span, text))
        for span in spans
        if not is_end(span, text)
    )


def opens_ahead(part: str, spans: tuple[Span, ...], anchor: date) -> bool:
    """Return whether a sentence opens with a time to come, which then rules all its clauses."""
    if _SOON.match(part):
        return True
    first = opening(part, spans)
    return first is not None and is_ahead(first, part, anchor)


def opening(part: str, spans: tuple[Span, ...]) -> Span | None:
    """Return the date that a sentence opens with."""
    return next((span for span in spans if _OPENING.fullmatch(part[: span.start])), None)
