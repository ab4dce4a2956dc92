"""Which lines of a person in MEMORY.md the facts about what they speak of contradict.

Such a line is never touched: it is told as stale, and the person is asked once. Precision before
recall: a line that merely mentions somebody or something is none of them.
"""

import re
from collections.abc import Collection, Container, Iterable, Iterator, Sequence
from datetime import date

from memoryd.core.attributes import Attribute, attributes
from memoryd.core.fact import Category, Fact
from memoryd.core.grounding import names_in
from memoryd.core.regex import regex
from memoryd.core.supersede import contradicted, same_value
from memoryd.core.tacit import TacitSection
from memoryd.core.tacit_lines import TacitLine
from memoryd.core.text import words
from memoryd.core.value import frozen
from memoryd.core.when import Span, dates_in

_EXCEPTED = regex(
    r",?\s+(?:except|unless|apart from|other than|save for|but not|though not)\b.*", re.IGNORECASE
)
_DATED = ("launch", "deadline")  # attributes whose values are days
_PROGRESS = (Category.STATUS, Category.MILESTONE)
# In the patterns the name of what a line may speak of is one character, so that they are few.
_NAME = "\x00"
_ITSELF = rf"(?:(?:the|our|my|project|team)\s+)*{_NAME}(?:\s+project)?"
_OPENING = regex(rf"{_ITSELF}(?:['’]s)?(?![\w-])\s*[:,–—]?\s*", re.IGNORECASE)
# What stands before a thing that is still to be done.
_LEAD = (
    r"(?:(?:\d+[.)]|\[[ x]?\]|todo|top|main|priority|goal|keep|keeps|first|then|next|now|currently"
    r"|still|please|also|i|we|i['’]m|we['’]re|am|are|is|have|has|need|needs|want|wants|plan|plans|going"
    r"|will|must|should|to|let['’]s)[\s:,]+)*"
)
_DAY = r"\s+(?:is\s+)?(?:on|by|in|before|at|until|till|for)\s+(?P<day>.+)"
_OUT = r"(?:ship|launch|releas|go live with|roll out)(?:e|ing|ping)?"
_THROUGH = r"(?:finish|complet|deliver|submit|hand in|wrap up)(?:e|ing)?"
_MUST = r"\s+(?:(?:is|must|should|has|needs|to|will|be|now|still|going)\s+)+"
# A wish for a day, and the words in which a fact gives it.
_ASKS = tuple(
    (said, regex(form, re.IGNORECASE))
    for said, form in (
        ("launches on", rf"{_LEAD}{_OUT}\s+{_ITSELF}{_DAY}"),
        ("launches on", rf"{_ITSELF}{_MUST}(?:ship|launch|releas|go live)(?:e?d|ing|ping)?{_DAY}"),
        ("deadline is", rf"{_LEAD}{_THROUGH}\s+{_ITSELF}{_DAY}"),
        ("deadline is", rf"{_ITSELF}{_MUST}(?:finish|complet|deliver|submitt|done)(?:e?d)?{_DAY}"),
    )
)
_DAY_OF = regex(
    r"(?:the )?(?P<what>launch|release|go-live|deadline|due date)(?: date)? (?:of|for) "
    rf"{_ITSELF}\s*(?:is|:|=)?\s+(?P<day>.+)",
    re.IGNORECASE,
)
_DO = (
    r"(?:(?:ship|launch|releas|finish|complet|deliver|build|prepar|wrap|push|land|start|continu"
    r"|plan|develop|lead|manag|design|prioriti[sz]|resum)(?:e?s|e|p|n|ning|ping|ing)?"
    r"(?:\s+(?:up|out|with))?|(?:work|focus|concentrat)(?:e?s|e|ing)?\s+(?:mainly\s+|only\s+)?on"
    r"|spend(?:ing)?\s+(?:\S+\s+){1,3}?on|busy\s+with|get(?:ting)?(?=\s.*\b(?:out|done|live|finished|shipped|over)\b))"
)
_HEADS = r"(?:\S+\s+){0,3}?(?:project|priority|focus)s?\b(?:\s*(?:is|are|now|right now|[:–—-]))+"
# Other names, of which a list may hold some before.
_BESIDE = r"(?:(?-i:[A-Z])[\w-]*(?:,|,? and|,? then| &| >)\s+)*"
_TO_DO = regex(
    rf"(?:{_LEAD}{_DO}|{_HEADS})\s+{_BESIDE}{_ITSELF}"
    r"(?=\W*$|\s*[,.;!?:(–—-](?!\w)|\s+(?:by|on|in|before|until|till|this|next|first|and|with|for"
    r"|as|soon|at|to|now|after|today|tomorrow|early|out|done|live|finished|shipped|over|within)\b)",
    re.IGNORECASE,
)
_OPENS = rf"(?:\d+[.)]\s+|\[[ x]?\]\s+|\w+:\s+)?{_BESIDE}{_ITSELF}"
# Among the priorities a name alone is one.
_LISTED = regex(
    rf"{_OPENS}(?=\W*$|\s*[:,;–—](?!\w)|\s+[->&]\s|\s*\(|\s+(?:first|next|now|before|then|and|over"
    r"|comes|goes first|has priority|is (?:the|my|our|first|next|still|top|number|what|more)|needs"
    r"|must)\b)",
    re.IGNORECASE,
)
_BEHIND = regex(rf"{_OPENS}(?:['’]s)?(?![\w-])(?P<rest>.*)", re.IGNORECASE | re.DOTALL)
_TO_COME = regex(
    r"\b(?:will|going to|about to|plan(?:s|ned)? (?:to|for)|(?:is|are) (?:to|due|planned|scheduled"
    r"|expected|ongoing|underway|at work|on track|on hold|at risk|blocked|delayed"
    r"|in (?:progress|beta|alpha|review|development|testing))|aims? to|upcoming|soon)\b",
    re.IGNORECASE,
)
# Of what is over one may go on to say these.
_AFTERWARDS = regex(
    r"\b(?:former(?:ly)?|used to|was|were|no longer|not|never|n['’]t|previous(?:ly)?|ended"
    r"|had|stopped|maint\w+|support|for reference|lessons?|retro\w*|post-?mortem|archiv\w+"
    r"|follow-?ups?|(?:launch|shipp|releas|finish|complet|deliver|clos|cancel+|end|retir|abandon)ed"
    r"|learn\w*|taught)\b",
    re.IGNORECASE,
)


_PAST = regex(
    r"\b(?:was|were|had|used to|former(?:ly)?|originally|previous(?:ly)?)\b", re.IGNORECASE
)
_YEAR = regex(r"\b\d{4}\b")
_ISO = regex(r"\b(\d{4}) (\d\d) (\d\d)\b")
_EMPHASIS = str.maketrans("", "", "*`")


@frozen
class Stale:
    """A person's line and the active fact that contradicts it.

    fact None: what the line takes for being at work lies in the archives, and no fact says why.
    """

    line: TacitLine
    fact: Fact | None


@frozen
class Subject:
    """Somebody or something that lines may speak of.

    names: of which a line must hold one whole; operator: whom lines mean that name nobody. ended:
    a project that is over, with the fact that says so, if any does (end).
    """

    names: tuple[str, ...]
    facts: tuple[Fact, ...]
    operator: bool = False
    ended: bool = False
    end: Fact | None = None


def stale_lines(lines: Iterable[TacitLine], subject: Subject) -> tuple[Stale, ...]:
    """Return the person's lines that what is known of a subject contradicts; one entry for each.

    Of several facts the newest is given. A line dated on the fact's day or later is as new as the
    fact. What it excepts ("but not on Mondays") saves it from no fact that is about the rest; what
    a fact says that is as new saves it from an older one.
    """
    active = [fact for fact in subject.facts if fact.active]
    newest = max((fact.day for fact in active), default="")
    found = []
    for line in lines:
        if line.ours or line.section is TacitSection.THREE_LAYERS:
            continue
        if stale := _stale(line, subject, active, newest):
            found.append(stale)
    return tuple(found)


def newest_end(facts: Iterable[Fact], names: Collection[str]) -> Fact | None:
    """Return the newest of a project's facts that count, where it says that the project is over.

    names: of the project, as its facts call it.

    What was told since of its status or milestones says that it is at work.
    """
    # 8 ms of the start of a context, for what only lines on projects need.
    from memoryd.core.project_end import last_end  # noqa: PLC0415 - see above

    told = [fact for fact in facts if fact.active]
    return last_end([fact for fact in told if fact.category in _PROGRESS] or told, names)


def _says_over(text: str) -> bool:
    from memoryd.core.completion import is_finished  # noqa: PLC0415 - see above

    return is_finished(text)


def _stale(line: TacitLine, subject: Subject, active: Sequence[Fact], newest: str) -> Stale | None:
    day = line.day or ""
    names = frozenset(word for name in subject.names for word in words(name))
    if day < newest and (says := _readings(line.text, subject)):
        against = [
            fact for fact in active
            if fact.day > day and contradicted(fact, says, {}, names=names)
            and not (_is_of_one_day(says, fact) or _held(says, fact, active, names))
        ]  # fmt: skip
        if against:
            return Stale(line, max(against, key=lambda fact: (fact.day, fact.id)))
    if subject.ended and is_to_do(line, subject) and (not subject.end or subject.end.day > day):
        return Stale(line, subject.end)
    return None


def _held(
    says: Iterable[Fact], against: Fact, active: Iterable[Fact], names: Container[str]
) -> bool:
    """Return whether another fact, as new as the one against a line, says what the line says."""
    stated = [a.told_by(names) for one in says for a in attributes(one.fact)]
    return any(
        _same(mine, theirs.told_by(names))
        for fact in active
        if fact.id != against.id and fact.day >= against.day
        for theirs in attributes(fact.fact)
        for mine in stated
    )


def _is_of_one_day(says: Iterable[Fact], against: Fact) -> bool:
    """Return whether a line gives the day that a fact gives, however either writes it."""
    theirs = _days_given(against.fact, against.day)
    return any(
        slot == other and _meet(mine, yours, years=years and dated)
        for one in says
        for slot, mine, years in _days_given(one.fact, against.day)
        for other, yours, dated in theirs
    )


def _days_given(text: str, day: str) -> list[tuple[str, Span, bool]]:
    """Return the days of launches and deadlines in a text, and whether it gives their year."""
    return [
        (a.slot, span, _YEAR.search(a.value) is not None)
        for a in attributes(text)
        if a.slot.partition("/")[0] in _DATED
        for span in dates_in(_ISO.sub(r"\1-\2-\3", a.value), date.fromisoformat(day))
    ]


def _meet(one: Span, other: Span, *, years: bool) -> bool:
    if years:
        return one.first <= other.last and other.first <= one.last
    first, last, start, end = (
        (day.month, day.day) for day in (one.first, one.last, other.first, other.last)
    )
    return first <= end and start <= last


def _same(one: Attribute, other: Attribute) -> bool:
    return one.slot == other.slot and one.compatible(other) and same_value(one.value, other.value)


def _readings(text: str, subject: Subject) -> list[Fact]:
    """Return what a line says of a subject, in the words in which a fact would; [] for nothing.

    That is the line, whole and without its exception; of another than the operator also what it
    says behind the name, and a wish for a day as the day.
    """
    whole = list(dict.fromkeys((text, _EXCEPTED.sub("", text))))
    if subject.operator:
        told = whole if _is_about_operator(text, subject.names) else []
    elif _PAST.search(text):
        told = []
    else:
        told = list(dict.fromkeys(each for said in whole for each in _told_of(said, subject.names)))
    return [Fact("", said, "") for said in told]


def _told_of(text: str, names: Iterable[str]) -> Iterator[str]:
    for name, marked in _marked(text, names):
        plain = marked.replace(_NAME, name)
        clause = [set(words(" ".join(a.who))) for a in attributes(plain) if a.who]
        if clause and not any(who.intersection(words(name)) for who in clause):
            continue  # of another, in whose clause it is merely mentioned
        opening = _OPENING.match(marked)
        if opening or clause:
            yield plain
        if opening:
            yield marked[opening.end() :].replace(_NAME, name)
        yield from _days(marked)


def _days(marked: str) -> Iterator[str]:
    """Yield the day that a line wants something on as a fact gives it: Ship Beacon by May 2."""
    for said, asks in _ASKS:
        if wish := asks.match(marked):
            yield f"{said} {wish['day']}"
    if of := _DAY_OF.match(marked):
        yield f"{of['what']} is {of['day']}"


def _marked(text: str, names: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield each name that a text holds whole, with the text in which it is one character."""
    for name in {name.casefold(): name for name in names}.values():
        own = r"[\s_-]+".join(map(re.escape, name.replace(_NAME, " ").split()))
        plain = text.translate(_EMPHASIS).replace(_NAME, " ")
        marked = re.sub(rf"(?<![\w-]){own}(?![\w-])", _NAME, plain, flags=re.IGNORECASE)
        if own and marked != plain:
            yield name, marked


def is_named(text: str, names: Iterable[str]) -> bool:
    """Return whether a text holds one of these names whole, in any case."""
    return any(True for _ in _marked(text, names))


def _is_about_operator(text: str, names: Iterable[str]) -> bool:
    """Return whether a line speaks of the operator, without naming another."""
    known = frozenset(word for name in names for word in words(name))
    if any(stated.who and not stated.who & known for stated in attributes(text)):
        return False
    if any(set(words(name)) <= set(words(text)) for name in names):
        return True
    subject = next(iter(names_in(text)), "")
    return not (subject and text.startswith(subject))


def is_to_do(line: TacitLine, subject: Subject) -> bool:
    """Return whether a line takes a project for being at work, and does not only mention it."""
    if _AFTERWARDS.search(line.text):
        return False
    return any(_is_at_work(line, marked) for _, marked in _marked(line.text, subject.names))


def _is_at_work(line: TacitLine, marked: str) -> bool:
    behind = _BEHIND.match(marked)
    if _says_over(line.text) or (behind and _says_over(behind["rest"])):
        return False
    if _TO_DO.match(marked):
        return True
    if line.section is TacitSection.PRIORITIES and _LISTED.match(marked):
        return True
    return behind is not None and (
        _TO_COME.search(behind["rest"]) is not None
        or any(a.slot.partition("/")[0] in _DATED for a in attributes(line.text))
    )
