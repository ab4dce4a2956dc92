"""What a project at work is told by in MEMORY.md, and what is told of one that is over.

Heat says nothing here: a plan holds until its day, however long ago it was made.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import date, timedelta
from functools import lru_cache

from memoryd.core import sections
from memoryd.core.completion import is_of_a_part
from memoryd.core.fact import Category, Fact, Status
from memoryd.core.priority_end import end_of, held_until, is_said_over
from memoryd.core.project_end import ends_project, last_end
from memoryd.core.regex import regex
from memoryd.core.tacit import TacitSection
from memoryd.core.tacit_lines import TacitLine, Work, priorities, priority
from memoryd.core.telling import says_past
from memoryd.core.text import normal
from memoryd.core.value import frozen, replace
from memoryd.core.when import dates_in

_PROGRESS = (Category.STATUS, Category.MILESTONE)
# "Launched today" reports what happened; "launches today" and "is planned for today" do not.
_REPORT = regex(
    r"^(?:(?!(?:is|are|be|not)\b)\S+ ){0,4}?(?:\w{2,}ed|met|went|held|gave|won|took|made|began"
    r"|sent|built|chose|wrote|saw|bought|sold|got|ran|flew|drove|came|became|found|lost|paid|spent"
    r"|spoke|told|taught|grew|kept|broke|fell|did|born)\b",
    re.IGNORECASE,
)
_TO_COME = regex(
    r"\b(?:will|going to|about to|plan(?:s|ned|ning)? (?:to|for|on)|(?:is|are) (?:to|due|planned"
    r"|scheduled|expected)|aims? to|upcoming|soon|wird|werden|soll|sollen|geplant|bald)\b",
    re.IGNORECASE,
)
_WAS = regex(r"(?:\S+ ){0,4}?(?:was|were|has|have|had|did|cut|shut|put|set|hit)\b", re.IGNORECASE)
_ANNOUNCED = regex(
    r"\b(?:(?:was|were|had|has) to|planned|scheduled|due|expected|intended|supposed|meant"
    r"|announced|slated)\b",
    re.IGNORECASE,
)
_SEASON = regex(r"\bin (?:the )?(?:spring|summer|autumn|fall|winter)\b", re.IGNORECASE)
# It comes again; and a day on which somebody was born is no plan.
_AGAIN = regex(
    r"\b(?:every|each|born|birthdays?|name days?|anniversar(?:y|ies)"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)days|always|jeden|jedes|geburtstag)\b",
    re.IGNORECASE,
)
_YEAR = regex(r"\b\d{4}\b")
# What a company is or has stands for no work, whoever keeps it as a project.
_OF_A_COMPANY = regex(
    r"^(?:\w+ )?(?:sells|makes|employs|manufactures|produces|(?:is )?(?:based|headquartered) in"
    r"|has (?:about |around |over |some )?(?:\d[\d.,]*|ten|twenty|fifty|a hundred) (?:\w+ )?"
    r"(?:staff|employees|people|offices|shops|stores|branches)"
    r"|(?:was )?founded (?:in|by)|is (?:an?|the|our|my|their) (?:[\w-]+ ){0,3}(?:company|firm"
    r"|startup|agency|bank|shop|supplier|customer|client|competitor|vendor|employer|manufacturer)"
    r"|is owned by|belongs to|went public)\b",
    re.IGNORECASE,
)
_HALF_A_YEAR, _A_YEAR = timedelta(days=183), timedelta(days=365)


@frozen
class Leaving:
    """Lines of ours that leave MEMORY.md.

    retired: they hold no longer. now: (old, new) texts of projects of which something else is told
    while the old holds, or is merely worded anew. room: of projects at work that others crowd out.
    """

    retired: tuple[TacitLine, ...] = ()
    now: tuple[tuple[str, str], ...] = ()
    room: tuple[TacitLine, ...] = ()


def told_by(name: str, facts: Sequence[Fact], today: date) -> list[Fact]:
    """Return the facts that may stand for a project, best first; [] where it is over.

    facts: its active ones that count. A status or milestone whose day is still to come stands
    before one without any, and each kind by its day, the newest first; a plan whose day has passed,
    or that a later report says was carried out, stands no more. What a company is stands for none.
    """
    facts = [fact for fact in facts if not _OF_A_COMPANY.search(fact.fact)]
    progress = [fact for fact in facts if fact.category in _PROGRESS] or facts
    if last_end(progress, (name,)):
        return []
    left = [
        fact for fact in progress
        if not (ends_project(fact.fact, (name,)) or _is_over(name, fact, facts, today))
    ]  # fmt: skip
    return sorted(left, key=lambda fact: (is_plan(fact), fact.day, fact.id), reverse=True)


def is_plan(fact: Fact) -> bool:
    """Return whether a fact spoke of a day to come when it was said, or of that day as to come."""
    day, end = date.fromisoformat(fact.day), _end(fact)
    if end is None or _AGAIN.search(fact.fact):
        return False
    return not _is_report(fact.fact) if end == day else end > day and not _reports_within(fact, end)


def _reports_within(fact: Fact, end: date) -> bool:
    """Return whether a fact tells what happened in the very month or year that it was said in."""
    day, text = date.fromisoformat(fact.day), fact.fact
    if _TO_COME.search(text) or _ANNOUNCED.search(text):
        return False
    begun = any(span.first <= day and span.last == end for span in dates_in(text, day))
    return begun and (_is_report(text) or _WAS.match(text) is not None)


def _end(fact: Fact) -> date | None:
    """Return the last day that a fact speaks of; without a year the nearer one is meant.

    "Demo on April 2" has no word that looks ahead; said in January it is no demo of last year.
    """
    return _last_day(fact.fact, date.fromisoformat(fact.day))


@lru_cache(maxsize=4096)  # a plan is held against every later fact of its project
def _last_day(text: str, day: date) -> date | None:
    end = end_of(text, day)
    if end is None or end > day - _HALF_A_YEAR or _YEAR.search(text) or _is_report(text):
        return end
    return end + _A_YEAR


def once_over(facts: Iterable[Fact], ends: Collection[str]) -> tuple[Fact, ...]:
    """Return the facts as they are told of a project that is over: its end replaced its plans.

    ends: ids of the active facts that say so; () for a project that is at work.
    """
    told = tuple(facts)
    last = max((f for f in told if f.id in ends), key=lambda f: (f.day, f.id), default=None)
    if last is None:
        return told
    return tuple(
        replace(fact, status=Status.SUPERSEDED, superseded_by=last.id)
        if fact.active and fact.id not in ends and fact.day <= last.day and _announces(fact)
        else fact
        for fact in told
    )


def _announces(fact: Fact) -> bool:
    if fact.category in (Category.RELATIONSHIP, Category.PREFERENCE):
        return False
    if is_plan(fact) or _TO_COME.search(fact.fact):
        return True
    return _SEASON.search(fact.fact) is not None and not _is_report(fact.fact)


def passed(lines: Iterable[TacitLine], today: date) -> Iterator[tuple[TacitSection, str]]:
    """Yield our priorities that were said to hold until a day which has passed: "until March".

    lines: without those of projects, which are told by what is newest of them.
    """
    for line in lines:
        if line.ours and line.section is TacitSection.PRIORITIES and line.day:
            end = held_until(line.text, date.fromisoformat(line.day))
            if end is not None and end < today:
                yield line.section, line.text


def leaving(lines: Iterable[TacitLine], works: Sequence[Work]) -> Leaving:
    """Return what to say of each line of ours that left MEMORY.md, with these projects at work."""
    shown = {normal(new.text) for new in priorities(works)}
    retired: list[TacitLine] = []
    now: list[tuple[str, str]] = []
    room: list[TacitLine] = []
    for line in lines:
        work = next((work for work in works if _still_holds(line, work)), None)
        if work is None:
            retired.append(line)
        elif normal(priority(work.name, work.text)) in shown:
            now.append((line.text, priority(work.name, work.text)))
        else:
            room.append(line)
    return Leaving(tuple(retired), tuple(now), tuple(room))


def _still_holds(line: TacitLine, work: Work) -> bool:
    if line.section is not TacitSection.PRIORITIES or not line.text.startswith(f"{work.name}: "):
        return False
    # Sources that are no line of a conversation, as "remember", are those of many facts.
    same_words = ":" in work.source and line.evidence == work.source
    said = (normal(sections.item_text(priority(work.name, text)))
            for text in (work.text, *work.others))  # fmt: skip
    return same_words or normal(line.text) in said


def _is_over(name: str, fact: Fact, facts: Iterable[Fact], today: date) -> bool:
    return has_passed(fact, today) or carried_out(name, fact, facts) is not None


def has_passed(fact: Fact, today: date) -> bool:
    """Return whether a fact spoke of a day to come that lies before today: a plan no more."""
    end = _end(fact) if is_plan(fact) else None
    return end is not None and end < today


def undated(fact: Fact) -> Fact:
    """Return a fact without the days it names: what is planned, whenever it is."""
    text = fact.fact
    for span in reversed(dates_in(text, date.fromisoformat(fact.day))):
        text = f"{text[: span.start]} {text[span.end :]}"
    return replace(fact, fact=text)


def carried_out(name: str, fact: Fact, facts: Iterable[Fact]) -> Fact | None:
    """Return the first later fact of a project that reports a plan of it as carried out, if any."""
    if not is_plan(fact):
        return None
    own = _without(name, undated(fact).fact)
    later = (
        other for other in facts
        if (other.day, other.id) > (fact.day, fact.id) and not is_plan(other)
        and _is_report(other.fact) and not is_of_a_part(other.fact)
    )  # fmt: skip
    return next((other for other in later if is_said_over(own, [_without(name, other.fact)])), None)


def _is_report(text: str) -> bool:
    return says_past(text) or _REPORT.search(text) is not None


def _without(name: str, text: str) -> str:
    return re.sub(rf"\b{re.escape(name)}\b", " ", text, flags=re.IGNORECASE)
