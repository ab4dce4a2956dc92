"""Date phrases of a question: beyond those of `when`, what nobody writes into a fact.

A fact's day must be sure; a question may say "the last 3 days", "since May", "at Christmas". A
phrase with two meanings is none.
"""

import re
from collections.abc import Iterator
from datetime import date, timedelta
from functools import cache

from memoryd.core import asked_words as table
from memoryd.core.asked_rules import rules
from memoryd.core.stretches import Days, week_of
from memoryd.core.value import replace
from memoryd.core.when import Span, dates_in, found_by, longest

_BEFORE = 30  # characters before a phrase that say of it what it means
_MONTH, _LONGEST_MONTH, _YEAR = 28, 31, 365  # days
_THIRD, _LAST_THIRD = 10, 2  # days of a third of a month; the third that takes what is left


def days_asked(text: str, today: date) -> tuple[Span, ...]:
    """Return the stretches of days that a question asked on a local day names, in order."""
    spans = longest([*found_by(rules(), text, today), *dates_in(text, today)])
    if not spans:  # nothing to join or to begin
        return ()
    spans = tuple(_narrowed(span, text) for span in spans)
    return tuple(_ranges(spans, text, today))


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


def _narrowed(span: Span, text: str) -> Span:
    """Return the third of a month or year that is meant, the week of a day, or the span."""
    size = (span.last - span.first).days + 1
    before = text[max(0, span.start - _BEFORE) : span.start]
    if size == 1 and _compiled(rf"(?:{table.WEEK_OF})\s(?:the\s)?$").search(before):
        first, last = week_of(span.first)
        return replace(span, first=first, last=last)
    if _MONTH <= size <= _LONGEST_MONTH or size >= _YEAR:
        for third, words in enumerate(table.PARTS):
            part = rf"\b(?:{words})[\s-](?:(?:of|in|the|de|des|du|monats?)\s)*\S+(?:\s\d+)?$"
            if said := _compiled(part).search(before + span.words):
                span = _from(span, span.start - len(before) + said.start(), text)
                return _third(span, third, _THIRD if size < _YEAR else size // 3)
    return span


def _from(span: Span, start: int, text: str) -> Span:
    """Return a span with what stands before it as its words."""
    start = min(start, span.start)
    return replace(span, start=start, words=text[start : span.end])


def _third(span: Span, third: int, length: int) -> Span:
    first = span.first + timedelta(days=third * length)
    last = span.last if third == _LAST_THIRD else first + timedelta(days=length - 1)
    return replace(span, first=first, last=last)


def _ranges(spans: tuple[Span, ...], text: str, today: date) -> Iterator[Span]:
    """Yield spans, two of them as one where the words say from one to the other.

    One by itself goes on to today where they say since when.
    """
    left = list(spans)
    while left:
        one = left.pop(0)
        start = _joined_from(one, left[0], text) if left else None
        first, last = _in_order(one, left[0]) if left else (one.first, one.last)
        if start is None or first > last:
            yield _begun(one, text, today)
        else:
            end = left.pop(0).end
            yield Span(first, last, text[start:end], start, end)


def _joined_from(one: Span, two: Span, text: str) -> int | None:
    """Return where a range of these two begins, None if they are none."""
    gap = text[one.end : two.start].strip()
    to = rf"(?:{table.TO})(?:\s(?:the|den|dem|le|el|на))?"
    if _compiled(to).fullmatch(gap) or (not gap and _compiled(rf"(?:{to})\b").match(two.words)):
        return one.start
    before = max(0, one.start - _BEFORE)
    opens = _compiled(table.BETWEEN).search(text[before : one.end])
    joins = _compiled(rf"(?:{table.AND})(?:\s(?:the|dem|le|el))?").fullmatch(gap)
    return min(before + opens.start(), one.start) if opens and joins else None


def _in_order(one: Span, two: Span) -> Days:
    """Return from where to where, as near to today as it can be: May to March ends next year."""
    if one.first <= two.last:
        return one.first, two.last
    if one.first == one.last and two.first == two.last:
        return one.first - timedelta(days=7), two.last
    try:
        return one.first, two.last.replace(year=two.last.year + 1)
    except ValueError:  # the 29th of February
        return one.first, two.last


def _begun(span: Span, text: str, today: date) -> Span:
    """Return a span that goes on to today where it says since when something is so."""
    before = text[max(0, span.start - _BEFORE) : span.start]
    if said := _compiled(rf"{table.SINCE}(?:\s\w+)?\s*$").search(before):
        span = _from(span, span.start - len(before) + said.start(), text)
    elif not (
        _compiled(table.SINCE).match(span.words)
        or _compiled(table.SINCE_AFTER).match(text[span.end :])
    ):
        return span
    if span.first > today:
        return span
    # "Since Monday", said on a Monday, is since the one before.
    again = span.first == today and not _compiled(table.TODAY).search(span.words)
    first = span.first - timedelta(days=7) if again else span.first
    return replace(span, first=first, last=max(today, span.last))
