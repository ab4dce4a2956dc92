"""Which of a clause's dates is its verb's own, where it has more than one."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from memoryd.core.date_words import WEEKDAYS
from memoryd.core.tense import tells_past
from memoryd.core.value import replace
from memoryd.core.when import Span, dates_in
from memoryd.llm.offline_ahead import is_end
from memoryd.llm.offline_words import NAME

_YEAR, _WEEK = 365, 7  # days


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a sentence that is read by itself.

    goes_on: its verb has another date behind its own, as "in 2015 and to Bonn in 2018", so that
    what it says need not hold any more; rest: what behind it was left out, as said; limit: what
    limits it, "but not in soup"; contrast: the statement that follows it with "but".
    """

    text: str
    goes_on: bool = False
    rest: str = ""
    limit: str = ""
    contrast: str = ""


_NEXT = re.compile(
    r"(?:,\s+(?:(?:and|or|then|but)\s+)*|\s+(?:(?:and|or|then|but)\s+)+)(?:(?:then|later)\s+)*|"
    r"\s+(?=(?:(?:the|an?|\w+) (?:day|week|month|year)s? )?(?:before|after|when|once|while)\b)"
)
_OPEN = re.compile(r"\b(?:or|either|between)\b", re.IGNORECASE)
_ASIDE = re.compile(
    r"(?:(?:the|an?|\w+)(?: \w+)? )?(?:days?|weeks?|months?|years?) (?:before|after|later|earlier|"
    r"when|that|I|we|he|she|they|my|our|[A-Z])|(?:not|before|after|when|once|while|who|which|"
    r"where|because|since)\b"
)
_SUBJECT = re.compile(
    rf"(?:I|we|he|she|they|it|(?:my|our|his|her|the) \w+|{NAME})\s+(?:\w+\s+)?(?:did|was|were)\b"
)
_DID = re.compile(r"(?:(?:then|also|again|later)\s+)*(?:did|was|were)\b")
_EDGE = re.compile(
    r"(?:[\s,.]|\b(?:and|or|then|in|on|at|since|from|the|back|early|late|around)\b)*", re.IGNORECASE
)


def apart(text: str, anchor: date) -> Iterator[Part]:
    """Yield a clause said on `anchor` in parts of one date each, where each has its own verb.

    Of "retired in 2010 and died in 2019" both; of what only goes on, "moved to Bonn in 2015 and to
    Rome in 2018", or tells of something else, "a year after Tom died in 2015", the first alone.
    """
    spans = whole(dates_in(text, anchor), text)
    cut = _cut(text, spans)
    if cut is None:
        yield Part(text)
        return
    head, rest = text[: cut.start()], text[cut.end() :]
    bare = _bare(rest, [_moved(span, -cut.end()) for span in spans if span.start >= cut.end()])
    if _ASIDE.match(bare) or _ASIDE.match(rest):
        yield Part(head, goes_on=bare.startswith("before"), rest=text[cut.start() :])
    elif _has_verb(bare):
        yield Part(head)
        yield from apart(rest, anchor)
    else:
        yield Part(head, goes_on=True, rest=text[cut.start() :])


def _has_verb(text: str) -> bool:
    return bool(tells_past(text) or _SUBJECT.match(text) or _DID.match(text))


def _cut(text: str, spans: Sequence[Span]) -> re.Match[str] | None:
    """Return the first place between two dates where something new can begin."""
    for at, span in enumerate(spans[:-1]):
        until = spans[at + 1].start
        for match in _NEXT.finditer(text, span.end, until):
            if _bare(text[: match.start()], spans[: at + 1]):
                return None if _OPEN.search(text[:until]) else match
    return None


def _bare(text: str, spans: Sequence[Span]) -> str:
    """Return a text without its dates and the small words around them."""
    for span in reversed(spans):
        text = f"{text[: span.start]} {text[span.end :]}"
    edge = _EDGE.match(text)
    text = " ".join(text[edge.end() if edge else 0 :].split())
    return "" if _EDGE.fullmatch(text) else text


def _moved(span: Span, by: int) -> Span:
    return replace(span, start=span.start + by, end=span.end + by)


_OF_NOW = re.compile(r"\b(?:now|just|recently|already)\b")
_FIRST_WORD = re.compile(r"(?:(?:and|then|also|again|later|finally|soon)\s+)*([a-z]+)\b")
_WE = re.compile(r"(?:[^,]{0,40},\s+|[^,]{0,20}\b(?:\d{4}|\w+day|last \w+) )?(?:I|we|We)\b")


def goes_on_from(before: str, clause: str, *, dated: bool) -> bool:
    """Return whether a clause tells on of the one before it, so that its day is that one's too.

    dated: whether their sentence opens with a date: "In 2015 I left Acme and moved to Rome".
    """
    if _OF_NOW.search(clause) or not tells_past(clause):
        return False
    first = _FIRST_WORD.match(clause)
    goes_on = first is not None and tells_past(first[1])
    return dated or goes_on or (clause.startswith(("I ", "we ")) and bool(_WE.match(before)))


def is_adrift(spans: Sequence[Span], text: str) -> bool:
    """Return whether dates of a clause leave open when it was: "from 2010 to 2015".

    "From Monday to Friday" says how one works all the time, and "until June" is another's date.
    """
    own = owned(spans, text)
    weekly = all(span.words.casefold() in WEEKDAYS for span in own) and not tells_past(text)
    return len(own) > 1 and not weekly


def owned(spans: Sequence[Span], text: str) -> Sequence[Span]:
    """Return the dates that can be of a clause's verb: of several none that says until when."""
    return spans if len(spans) == 1 else [span for span in spans if not is_end(span, text)]


_BETWEEN = re.compile(
    r"[\s,(]*(?:(?:morning|afternoon|evening|night)[\s,]+)?"
    r"(?:(?:of|in|on|back in) )?(?:(?:the|a) )?"
)


def whole(spans: Sequence[Span], text: str) -> tuple[Span, ...]:
    """Return dates with those made one that together name one day: "in May last year"."""
    found: list[Span] = []
    for span in spans:
        one = _as_one(found[-1], span, text) if found else None
        if one:
            found[-1] = one
        else:
            found.append(span)
    return tuple(found)


def _as_one(one: Span, other: Span, text: str) -> Span | None:
    if not _BETWEEN.fullmatch(text, one.end, other.start):
        return None
    narrow, wide = sorted((one, other), key=lambda span: span.last - span.first)
    day = _within(narrow, wide)
    if day is None:
        return None
    start, end = one.start, other.end
    return Span(day, day + (narrow.last - narrow.first), text[start:end], start, end)


def _is_weekday_of(one: Span, day: Span) -> bool:
    """Return whether "Friday" stands beside a day that was one: "on 3 May 2019, a Friday"."""
    named = one.words.casefold() in WEEKDAYS and day.first == day.last
    return named and one.first.weekday() == day.first.weekday()


def _within(narrow: Span, wide: Span) -> date | None:
    """Return the first day of a date within a wider one; a May "last year" is last year's."""
    if wide.first <= narrow.first and narrow.last <= wide.last:
        return narrow.first
    if _is_weekday_of(narrow, wide) or _is_weekday_of(wide, narrow):
        return wide.first if narrow.words.casefold() in WEEKDAYS else narrow.first
    length = (wide.last - wide.first).days + 1
    if length == _WEEK and narrow.words.casefold() in WEEKDAYS:
        return wide.first + timedelta(days=narrow.first.weekday())
    is_year = length >= _YEAR and (narrow.last - narrow.first).days < _YEAR - 1
    return _in_year(narrow, wide.first.year) if is_year else None


def _in_year(span: Span, year: int) -> date | None:
    """Return the first day of a date that names no year in one; None for February 29."""
    try:
        return None if re.search(r"\d{4}", span.words) else span.first.replace(year=year)
    except ValueError:
        return None
