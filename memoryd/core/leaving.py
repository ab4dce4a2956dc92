"""Leaving: who left the employer, as a fact says it; not a choir, or an office at noon."""

import re
from collections.abc import Container

from memoryd.core.outright import is_outright
from memoryd.core.owners import clause_of, doers, of_others
from memoryd.core.regex import regex
from memoryd.core.text import STOP_WORDS

_NAME = r"(?P<v>[A-Z][\w&.+-]*(?:\s[A-Z][\w&.+-]*){0,3})"
_JOB = r"(?:(?:the|a|my|his|her|their)\s)?(?:job|role|position|post|company|firm|employer)\b"
# Said of a person: they work there no more. The place is a name, as written.
_LEFT = regex(
    r"(?i:\b(?:left|quits?|departed(?: from)?|resigned(?: from)?|retired from|parted ways with"
    r"|(?:was |been |got |is )?(?:laid off|fired|let go|dismissed|made redundant)(?: from| by| at)?"
    r"|stopped working (?:at|for|with)|used to work (?:at|for)|formerly (?:of|at|with)"
    r"|no longer (?:works?|working|employed|is|at|with)(?: (?:at|for|with|by))?"
    r"|(?:last day|job|contract|employment|time|stint) (?:at|with)))"
    rf"(?:\s(?:the\s)?{_NAME}|\s(?i:{_JOB})|(?=\s*(?:[.,;]|$|\s(?:in|on|last|from|after)\b)))"
)
_NEEDS_A_PLACE = regex(
    r"\b(?:left|quits?|used to work|last day|job|contract|time|stint|no longer)\b"
)
_ENDS = regex(r"\b(?:ended|is over|was yesterday|came to an end|expired)\b", re.IGNORECASE)
_NOT_YET = regex(
    r"\b(?:not|never|\w+n't|may|might|could|would|if|plan\w*|going to|consider\w*|thinking|almost"
    r"|nearly|wants?|wanted|hopes?|will|before)(?:\s\S+){0,3}\s*$",
    re.IGNORECASE,
)
# A time of day or an errand: left Acme at six, left Acme early.
_FOR_TODAY = regex(
    r"\s*(?:at (?:about |around |half past )?(?:\d|noon|midnight|lunch\w*|dawn|dusk|night|one|two"
    r"|three|four|five|six|seven|eight|nine|ten|eleven|twelve)|early\b(?! (?:in|this|last))|late\b"
    r"|for (?:lunch|dinner|the (?:day|weekend|night|evening|airport|station|hospital)|home|vacation"
    r"|holidays?|(?:a|an|his|her|their|the) (?:\w+ )?(?:walk|break|meeting|appointment|coffee|trip"
    r"|flight|train|holidays?|vacation|(?:parental|maternity|paternity) leave))"
    r"|on (?:\w+ )?(?:leave|holidays?|vacation)\b"
    r"|by (?:car|train|taxi"
    r"|bus|bike|foot)|in a (?:hurry|taxi|rush))",
    re.IGNORECASE,
)
# What may follow the name of the company that was left; another thing was only of that company.
_STAYS = frozenset(
    """altogether yesterday today tonight recently earlier soon late early last next two three four
    five six several weeks months years ago shortly right effective company firm job corporation
    group gmbh inc llc ltd alone amid despite due following without within
    upon citing taking saying having when already now yet behind for""".split()
)
_FOLLOWS = regex(r"(?:['’]s)?\s+(?P<next>[a-z][\w-]*)|['’]s\b")
# Without a name "resigned", "was fired" are of the job; not so where they say from what else.
_FROM_ELSE = regex(rf"[^.;]*?\bfrom (?!(?i:{_JOB}|work\b|employment\b))(?!(?:the )?[A-Z])")
# "Fired Tom" ended the job of Tom.
_DISMISSED = regex(
    r"(?:laid off|fired|let go|dismissed|made redundant) (?!from\b|by\b|at\b)",
    re.IGNORECASE,
)


def left_company(text: str) -> str | None:
    """Return the name of the company that a fact says somebody left, None when it names none."""
    match = leaving(text)
    return match["v"] if match else None


def leaving(text: str) -> re.Match[str] | None:
    """Return where a fact says that somebody left an employer (v: its name), None where nowhere."""
    for match in _LEFT.finditer(" ".join(text.split())):
        said, before, after = match[0], match.string[: match.start()], match.string[match.end() :]
        if _says_too_little(match, after) or _NOT_YET.search(before) or _FOR_TODAY.match(after):
            continue
        if is_outright(before, said, after) and not of_others(clause_of(before)):
            return match
    return None


def _says_too_little(match: re.Match[str], after: str) -> bool:
    """Return whether it is no end of a job: "left" alone, "job at Acme" alone, "left Acme's"."""
    said = match[0].casefold()
    if said.startswith(("job ", "last day", "contract", "employment", "time ")):
        return not _ENDS.search(after)
    lone = match["v"] is None and not re.search(_JOB, said)
    return (lone and _NEEDS_A_PLACE.search(said) is not None) or _is_of_it(match, after)


def _is_of_it(match: re.Match[str], after: str) -> bool:
    """Return whether what was left is only something of a company, or something else than a job."""
    follows = _FOLLOWS.match(after)
    word = follows["next"] if follows else None
    another = word is not None and not (word in _STAYS | STOP_WORDS or word.endswith("ly"))
    if match["v"] is None:
        is_job = re.search(_JOB, match[0], re.IGNORECASE)
        return bool(is_job and another) or _FROM_ELSE.match(after) is not None
    of_it = follows is not None and follows[0].startswith(("'", "’"))
    return another or of_it or _DISMISSED.match(match[0]) is not None


def left_by(text: str, names: Container[str]) -> bool:
    """Return whether it is the entity of these names that a fact says left, where it says who."""
    match = leaving(text)
    who = doers(clause_of(match.string[: match.start()])) if match else frozenset[str]()
    return not who or any(word in names for word in who)
