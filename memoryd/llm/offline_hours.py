"""Hours of work: who goes home, works somewhere beside the job or for now, or starts later."""

import re
from collections.abc import Iterable

from memoryd.llm.offline_scene import Draft
from memoryd.llm.offline_subject import Saying
from memoryd.llm.offline_text import Clause

PART_OF_DAY = re.compile(
    r"\b(?:already|tonight|last night|this (?:morning|noon|afternoon|evening))\b"
)
_HOUR = (
    r"(?:noon|midnight|\d|half|quarter|\w+ o'clock|(?:one|two|three|four|five|six|seven|eight|nine|"
    r"ten|eleven|twelve)\b)"
)
_SENT_HOME = re.compile(
    r"\b(?:let (?:go|off)|left)\b(?:.*\b(?:early|earlier|late|(?<!years )(?<!months )later)\b"
    r"(?! (?:in (?!the )|that (?:year|month)|last (?!night)|"
    r"this (?!morning|afternoon|evening)))|"
    rf".*\bat {_HOUR})|\blet (?:go|off)"
    r" (?:\w+ )?(?:home|ahead|first|last|of|with|free)(?=$|[ ,])(?! (?:week|month|year|[A-Z]))"
)


def is_sent_home(saying: Saying) -> bool:
    """Return whether somebody left or was let go from a shift or a queue: early, at noon, home."""
    return _SENT_HOME.search(saying.clause) is not None


TIMES = (
    r"on the side|part[ -]time|(?:on|at|every|during|in)(?: the)? (?:weekends?|evenings?|nights?|"
    r"mornings?|afternoons?|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days)|"
    r"(?:once|twice|\w+ (?:days?|hours?)) a week"
)
_TIMED = re.compile(rf"\b(?:{TIMES})(?: (?:and|or) (?:{TIMES}|\w+))?\b")
_ALSO = re.compile(r"\b(?:also|too|as well)\b")


def aside(saying: Saying) -> tuple[str, str] | None:
    """Return "also works" and "on weekends" of a job beside another, None of the only one."""
    times = _TIMED.search(saying.predicate)
    also = _ALSO.search(saying.clause)
    if not times and not also:
        return None
    return "also works" if also else "works", f" {times[0]}" if times else ""


_FOR_NOW = re.compile(
    r"(?<!as of )(?<!since )(?<!from )(?<!starting )\b(?:today|tonight|this (?:morning|afternoon|"
    r"evening|week|weekend|month|year|spring|summer|autumn|fall|winter|semester|quarter)|"
    r"(?:in|over|during|for) (?:the )?(?:semester |school |summer |winter )?(?:spring|summer|"
    r"autumn|fall|winter|holidays?|break|vacation|season|semester)|"
    r"for (?:an?|one|two|three|the next) (?:(?:few|couple of|two|three) )?(?:days?|weeks?|months?|"
    r"while)|on an? (?:\w+ )?contract)\b",
    re.IGNORECASE,
)
_NEW = re.compile(r"\b(?:now|new|first)\b")


def is_for_now(saying: Saying) -> bool:
    """Return whether somebody is somewhere for a while only: "today", "in the summer"."""
    return _FOR_NOW.search(saying.clause) is not None and not _NEW.search(saying.clause)


LATER = re.compile(r"\b(?:start(?:s|ing)?|begin(?:s|ning)?|first day)\b(?!-)")
_AT_IT = (
    r"(?: (?:there|work(?:ing)?(?: there)?|(?:the|my|her|his) (?:new )?(?:job|role|position)|"
    r"(?:at|with) (?:them|{company})))?"
    r"(?:,? (?:soon|shortly|(?:in|after|once|when|next|later) .+))?"
)
_MINE, _THEIRS = r"I(?:'ll| will|'m| am)?", r"(?:[Ss]?[Hh]e|{name})(?:'ll| will|'s| is)?"


def begins_later(draft: Draft, clauses: Iterable[Clause], *, first: bool) -> bool:
    """Return whether words behind a job that was got say that it has yet to begin: "I start soon".

    first: whether it is the speaker's own.
    """
    company, name = (re.escape(n.name) for n in ((*draft.related, draft.entity)[0], draft.entity))
    who = _MINE if first else _THEIRS.format(name=name)
    whose = "[Mm]y" if first else "[Hh](?:er|is)"
    begins = re.compile(
        rf"(?:{who} )?(?:[Ss]tart(?:s|ing)?|[Bb]egin(?:s|ning)?){_AT_IT.format(company=company)}|"
        rf"(?:{whose}|[Tt]he) (?:first day|start(?:ing)? date)(?: there| at {company})?"
        r"(?: (?:is|will be)\b.*)?"
    )
    return any(
        begins.fullmatch(clause.bare) and (clause.ahead or clause.coming or not clause.dates)
        for clause in clauses
    )
