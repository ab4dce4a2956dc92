"""Whether something shows that a priority of MEMORY.md is over: what was said, or its own date."""

import calendar
import re
from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from typing import Self

from memoryd.core.completion import ends_in, is_of_a_part, is_whole
from memoryd.core.date_words import MONTHS, WEEKDAYS
from memoryd.core.grounding import shared
from memoryd.core.mood import KEPT
from memoryd.core.process_end import CLAUSE, MORE_OF_IT, THEIRS, TIMES, content, is_done_to
from memoryd.core.project_end import TELLS, is_taken_back
from memoryd.core.regex import regex
from memoryd.core.tense import IRREGULAR
from memoryd.core.text import content_stems, stem, words
from memoryd.core.value import frozen
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
    top focus goal thing things this time new first all der die das den dem mein meine ist sind
    wurde hab habe ich wir"""
) | content_stems(" ".join(WEEKDAYS))
_DATE = regex(
    rf"\b(?:(?:\d+\S* )?(?:{'|'.join(MONTHS)})\b(?: \d+\S*)?|(?:19|20)\d\d(?:-\d+)*)\b",
    re.IGNORECASE,
)
_NAME = regex(r"\b[A-Z][\w-]*")
_LONGER = regex(r"longer$", re.IGNORECASE)  # "no longer": what it is no more stands behind
# "Q1 goal: hire a CFO" is about hiring.
_LABEL = regex(
    r"(?:(?:my|our|the|top|main|next|current|new|first|big|key|q[1-4]|\d{4}|this|week|month|quarter"
    r"|year|weekly|monthly|quarterly|yearly|for|of|until|by|\w+day|in"
    rf"|{'|'.join(MONTHS)}|\d{{1,2}})\s)*(?:goals?|priorit(?:y|ies)|focus|aims?|targets?|plans?"
    r"|objectives?|task)(?:\s(?:for|of|until|by|in|this|next)\b.*|\sq[1-4]|\s\d{4})?",
    re.IGNORECASE,
)
_LEADS = r"(?:(?:wants?|needs?|plans?|hopes?|has|have|aims?|is|are|be|to|finally|still|first)\s)*"
_LEAD = regex(rf"^{_LEADS}", re.IGNORECASE)
_TASK = regex(
    rf"{_LEADS}(?P<deed>\w{{3,}}ing|(?!get\b|have\b)\w{{3,}}(?=\s(?:the|an?|our|my|this|that|all|\d+|one"
    r"|two|three|four|five|six|seven|eight|nine|ten|more|new)\b))\s",
    re.IGNORECASE,
)
_GET_DONE = regex(rf"{_LEADS}(?:get|getting|have|having)\s.+\s(?P<deed>\w+(?:ed|en|t|ld|n))\W*$",
                  re.IGNORECASE)  # fmt: skip
_PAST = regex(rf"\b(?:\w{{3,}}ed|{'|'.join(IRREGULAR)})\b", re.IGNORECASE)
_COUNT = regex(r"\b(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten)\b", re.IGNORECASE)
_TRIED = regex(
    r"\b(?:tried|try|trying|almost|asked|began|started|about|wish|should|could|would|might|may|if|had"
    r"|promised|plan\w*|want\w*|(?:half|part|most|some|many|few|bits?|pieces?) of)\b",
    re.IGNORECASE,
)
# One goes on with them: that the garden was kept tidy ends no wish to keep it so.
_NEVER_DONE = frozenset(
    stem(word)
    for word in """keep maintain stay continue work focus improve practise practice learn
    study train support avoid reduce grow increase watch follow lead manage run exercise care help
    monitor track review test check read cut save protect enjoy visit call""".split()
)
_WITH = regex(r"\b(?:with|by|since|until|before|after)\b.*")
_BIDS = regex(r"^.*?\b\w+ (?=(?:the|an?|our|my|this)\b)", re.IGNORECASE)  # "Write the report"
_IT = regex(r"\W*(?:(?:and|but|now|so) )*(?:it|this|that|they)\b.*", re.IGNORECASE)
_WHOSE = regex(r"\b(?:of|for|about|to) ((?:(?!(?:of|for|about|to|with|on|in|at)\b)[\w'’-]+ ?)+)")
_PERIOD = regex(r"\bthis (?P<unit>week|month|quarter|year)\b|\bQ(?P<q>[1-4])\b", re.IGNORECASE)
_NUMBERED = regex(r"\b(?:19|20)\d\d\b")
_SINCE = regex(r"\b(?:since|from|after|seit|ab)\s*(?:the\s+)?$", re.IGNORECASE)


def is_shown_over(text: str, day: date, said: Iterable[str], today: date) -> bool:
    """Return whether a priority is over by its own date, or by a sentence that says so of it.

    text, day: the line and the day it was written; said: facts and lines since then.
    """
    end = held_until(text, day)
    return (end is not None and end < today) or is_said_over(text, said)


def held_until(text: str, day: date) -> date | None:
    """Return the last day that a priority holds for, None where it names none.

    "The goal for March" that is named in April is next year's; with a year it is what it says.
    """
    end = end_of(text, day)
    if end is None or end >= day or _NUMBERED.search(text):
        return end
    late = end.replace(year=day.year, day=min(end.day, _month_end(day.year, end.month).day))
    following = _month_end(day.year + 1, end.month)
    return late if late >= day else following.replace(day=min(end.day, following.day))


def is_said_over(text: str, said: Iterable[str]) -> bool:
    """Return whether a sentence says of what a text is about that it is over or carried out.

    It must name that thing, by all that tells it apart: of "Beacon launch" neither the end of
    another launch nor that of the launch party is said.
    """
    thing = _Thing.of(text)
    return any(thing.is_over(_SENTENCE.split(line)) for line in said)


@frozen
class _Thing:
    """What a priority is about. own: the stems of all its words; needed: those that name it.

    deed: the stem of what is to be done with it, "" where nothing says; count: how many, or "".
    """

    own: frozenset[str]
    needed: frozenset[str]
    deed: str = ""
    count: str = ""

    @classmethod
    def of(cls, text: str) -> Self:
        head, _, rest = text.partition(": ")
        text = rest if rest and _LABEL.fullmatch(head) else text
        named = text.partition(": ")[0]
        named = _LEAD.sub("", named if _stems(named) else text)
        core = next((part for part in MORE_OF_IT.split(named) if _stems(part)), "")
        names = _NAME.findall(_WITH.sub("", named[1:]))
        # Of "Beacon is the top priority" what stands in front is the thing.
        needed = (_stems(_BIDS.sub("", core)) or _stems(core)) | _stems(" ".join(names))
        task = _TASK.match(text) or _GET_DONE.match(text)
        deed = _verb(task["deed"]) if task else ""
        count = _COUNT.search(text)
        return cls(_stems(text), needed, "" if deed in _NEVER_DONE else deed,
                   count[0].casefold() if count else "")  # fmt: skip

    def is_over(self, sentences: Iterable[str]) -> bool:
        """Return whether one of these, said one after the other, says that it is over."""
        before = ""
        for sentence in sentences:
            for clause in CLAUSE.split(sentence) if not _is_doubted(sentence) else ():
                ends = (*_ends(clause), *self._deeds(clause))
                if any(self._is_named(clause, end, before) for end in ends):
                    return True
                before = clause
        return False

    def _deeds(self, clause: str) -> Iterator[tuple[int, int]]:
        """Yield where a clause says that what was to be done is done: we hired two engineers."""
        counts = {found.casefold() for found in _COUNT.findall(clause)}
        if not self.deed or counts - {self.count} or is_of_a_part(clause):
            return
        if _TRIED.search(clause):
            return
        for found in _PAST.finditer(clause):
            if _verb(found[0]) == self.deed and not _NOT_YET.search(clause[: found.start()]):
                yield found.span()

    def _is_named(self, clause: str, end: tuple[int, int], before: str) -> bool:
        """Return whether it is this that a clause says is over; before: the clause before it."""
        doer, done = clause[: end[0]], clause[end[1] :]
        behind = next((part for part in MORE_OF_IT.split(done) if _stems(part)), "")
        more = " ".join(_WHOSE.findall(done))
        if behind and (_LONGER.search(clause[slice(*end)]) or not is_done_to(clause, end)):
            more = f"{behind} {more}"
        elif _IT.fullmatch(doer):
            doer = TELLS.split(before, maxsplit=1)[0]
        if is_taken_back(clause, end) or THEIRS.match(more) or THEIRS.match(doer):
            return False
        said = _stems(f"{doer} {more}")
        told = said | _stems(clause[slice(*end)])
        return bool(self.needed) and _within(said, self.own) and _within(self.needed, told)


def _verb(word: str) -> str:
    """Return the stem of a verb in any form."""
    return stem(IRREGULAR.get(word.casefold(), word.casefold()))


def _ends(clause: str) -> Iterator[tuple[int, int]]:
    """Yield where a clause says that something is over, given up or carried out."""
    yield from (end for end in ends_in(clause)
                if is_whole(clause, end) and not is_of_a_part(clause))  # fmt: skip
    for found in _GIVEN_UP.finditer(clause):
        if not _NOT_YET.search(clause[: found.start()]):
            yield found.span()


def _is_doubted(sentence: str) -> bool:
    return sentence.rstrip().endswith("?") or any(said.search(sentence) for said, _ in KEPT[:4])


def _stems(phrase: str) -> frozenset[str]:
    """Return the stems of what a phrase names, of a verb in the past those of its plain form."""
    dateless = _DATE.sub(" ", phrase)
    plain = " ".join(IRREGULAR.get(word, word) for word in words(dateless))
    return frozenset(content(plain)) - _PLAIN - TIMES


def _within(stems: frozenset[str], others: frozenset[str]) -> bool:
    return len(shared(stems, others)) == len(stems)


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
