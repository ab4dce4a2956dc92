"""Whether something shows that a priority of MEMORY.md is over: what was said, or its own date."""

import calendar
import re
from collections.abc import Iterable
from datetime import date, timedelta

from memoryd.core.completion import is_finished
from memoryd.core.grounding import shared
from memoryd.core.mood import KEPT
from memoryd.core.regex import regex
from memoryd.core.text import content_stems
from memoryd.core.when import dates_in

_SENTENCE = regex(r"(?<=[.!?;])\s+|\n+")
_GIVEN_UP = regex(
    r"""\b(?:hand(?:ed)?\ (?:it\ |them\ )?in|handed\ over|submitted|dropp?ed|g[ai]ven?\ up
      |giving\ up|no\ longer|not\ (?:a|my|our)\ priority(?:\ any\ ?more)?|called\ off
      |(?:put|set)\ aside|shelved|scrapped|abandoned|finished|completed|delivered|done\ with
      |defended|launched|shipped|published
      |cancell?ed|stopped|(?:is|are)\ (?:over|done|out|live)|abgegeben|fertig|beendet|abgeschlossen
      |aufgegeben|abgesagt|eingestellt)\b""",
    re.IGNORECASE | re.VERBOSE,
)
_NOT_YET = regex(
    r"\b(?:not yet|haven't|hasn't|isn't|aren't|didn't|never|nearly|half|will|must|before|until|once"
    r"|when|by|want to|need to|have to|going to|noch nicht|bald|not)\b",
    re.IGNORECASE,
)
_PLAIN = content_stems(
    """project projects priority priorities quarter week month year current main finish work working
    top focus goal thing things this time new first all"""
)
_PERIOD = regex(r"\bthis (?P<unit>week|month|quarter|year)\b|\bQ(?P<q>[1-4])\b", re.IGNORECASE)
_SINCE = regex(r"\b(?:since|from|after|seit|ab)\s*(?:the\s+)?$", re.IGNORECASE)


def is_shown_over(text: str, day: date, said: Iterable[str], today: date) -> bool:
    """Return whether a priority is over by its own date, or by a sentence that says so of it.

    text, day: the line and the day it was written; said: facts and lines since then.
    """
    end = end_of(text, day)
    return (end is not None and end < today) or is_said_over(text, said)


def is_said_over(text: str, said: Iterable[str]) -> bool:
    """Return whether a sentence says of what a text is about that it is over or carried out."""
    own = content_stems(text) - _PLAIN
    return any(
        _says_over(sentence) and shared(own, content_stems(sentence))
        for line in said
        for sentence in _SENTENCE.split(line)
    )


def _says_over(sentence: str) -> bool:
    if is_finished(sentence):
        return True
    found = _GIVEN_UP.search(sentence)
    doubted = sentence.rstrip().endswith("?") or any(said.search(sentence) for said, _ in KEPT[:4])
    return found is not None and not doubted and not _NOT_YET.search(sentence[: found.start()])


def end_of(text: str, day: date) -> date | None:
    """Return the last day that a line speaks of, None where it names none."""
    ends = [
        span.last for span in dates_in(text, day)
        if not _SINCE.search(text[: span.start]) and not _SINCE.match(f"{span.words.split()[0]} ")
    ]  # fmt: skip
    ends += [_last_of(match, day) for match in _PERIOD.finditer(text)]
    return max(ends, default=None)


def _last_of(match: re.Match[str], day: date) -> date:
    unit = (match["unit"] or "").casefold()
    if unit == "week":
        return day + timedelta(days=6 - day.weekday())
    if unit == "month":
        return _month_end(day.year, day.month)
    if unit == "year":
        return date(day.year, 12, 31)
    quarter = int(match["q"]) if match["q"] else (day.month + 2) // 3
    return _month_end(day.year, 3 * quarter)


def _month_end(year: int, month: int) -> date:
    return date(year, month, calendar.monthrange(year, month)[1])
