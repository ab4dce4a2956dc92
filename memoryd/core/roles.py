"""What holds only while somebody has a role: told when the role ends, and found in a ledger."""

import re
from dataclasses import dataclass

from memoryd.core.attributes import attributes
from memoryd.core.entity import Ref
from memoryd.core.fact import Fact
from memoryd.core.ledger import Ledger
from memoryd.core.text import normal, words

_NAME = r"(?P<v>[A-Z][\w&.+-]*(?:\s[A-Z][\w&.+-]*){0,3})"
_JOB = r"(?:(?:the|a|my|his|her|their)\s)?(?:job|role|position|post|company|firm|employer|team)\b"
# Said of a person: they work there no more. The place is a name, as written.
_LEFT = re.compile(
    r"(?i:\b(?:left|quits?|departed(?: from)?|resigned(?: from)?|retired from|parted ways with"
    r"|(?:was |been |got |is )?(?:laid off|fired|let go|dismissed|made redundant)(?: from| by| at)?"
    r"|stopped working (?:at|for|with)|used to work (?:at|for)|formerly (?:of|at|with)"
    r"|no longer (?:works?|working|employed|is|at|with)(?: (?:at|for|with|by))?"
    r"|(?:last day|job|contract|employment|time|stint) (?:at|with)))"
    rf"(?:\s(?:the\s)?{_NAME}|\s(?i:{_JOB})|(?=\s*(?:[.,;]|$|\s(?:in|on|last|from|after)\b)))"
)
_NEEDS_A_PLACE = re.compile(
    r"\b(?:left|quits?|used to work|last day|job|contract|time|stint|no longer)\b"
)
_ENDS = re.compile(r"\b(?:ended|is over|was yesterday|came to an end|expired)\b", re.IGNORECASE)
_NOT_YET = re.compile(
    r"\b(?:not|never|\w+n't|may|might|could|would|if|plan\w*|going to|consider\w*|thinking|almost"
    r"|nearly|wants?|wanted|hopes?|will|before)(?:\s\S+){0,3}\s*$",
    re.IGNORECASE,
)
# A time of day or an errand: left Acme at six, left Acme early.
_FOR_TODAY = re.compile(
    r"\s*(?:at \d|early|late\b|for (?:lunch|dinner|the day|the weekend))", re.IGNORECASE
)
_TIE_ENDED = re.compile(
    r"\b(?:no longer (?:reports?|manag\w+|leads?|supervis\w+|colleagues|works? with|works? together"
    r"|together|(?:the |his |her |their |a |(?:\S+ )?\S+['’]s )?\S{0,20} ?"
    r"(?:manager|boss|lead|colleague))"
    r"|(?:is|was|are) not .{0,20}(?:manager|boss) any ?more|former (?:manager|boss|colleague"
    r"|co-?worker|employee|employer|lead|supervisor|report)|ex-(?:manager|boss|colleague|employer"
    r"|husband|wife|partner|girlfriend|boyfriend)|broke up|(?:got|is|are|were) divorced)\b",
    re.IGNORECASE,
)
_RESTS = re.compile(
    r"\b(?:manag(?:e[sdr]?|ers?|ing|ement)|boss\w*|supervis\w*|team[ -]?lead|reports? to"
    r"|reporting to|colleagues?|co-?workers?|teammates?|micro-?manag\w*|difficult|demanding"
    r"|strict|toxic|(?:works?|working) (?:with|at|for|under|together)|employ\w*|one-on-ones?|1:1s?"
    r"|performance reviews?|direct reports?|skip-level|(?:at|in) the office)\b"
)
_PRIVATE = re.compile(
    r"\b(?:friends?|neighbou?rs?|sister|brother|siblings?|mother|father|parents?|mum|mom|dad|son"
    r"|daughter|child(?:ren)?|kids?|wife|husband|spouse|married|cousin|aunt|uncle|flatmate|roommate"
    r"|club|gym|choir|band|orchestra|church|garden\w*|allotment|volunteer\w*|hobby|school|birthday"
    r"|allerg\w+|vegan|vegetarian|climb\w*|football|tennis|chess|marathon)\b"
)
_WORK = frozenset({"employer", "manager", "role", "joined"})
_TIES = frozenset(
    """manager boss supervisor colleague colleagues coworker coworkers lead
    teamlead report reports manages managed supervises teammate""".split()
)


@dataclass(frozen=True, slots=True)
class Company:
    """The company that was left: its ref (companies/acme-corp) and its name."""

    ref: str
    name: str


def ends_role(text: str) -> bool:
    """Return whether a fact says that a role, an employment or a working relation ended."""
    return _left(text) is not None or _TIE_ENDED.search(text) is not None


def left_company(text: str) -> str | None:
    """Return the name of the company that a fact says somebody left, None when it names none."""
    match = _left(text)
    return match["v"] if match else None


def _left(text: str) -> re.Match[str] | None:
    for match in _LEFT.finditer(" ".join(text.split())):
        said, before, after = match[0], match.string[: match.start()], match.string[match.end() :]
        vague = said.casefold().startswith(("job ", "last day", "contract", "employment", "time "))
        if vague and not _ENDS.search(after):
            continue
        lone = match["v"] is None and not re.search(_JOB, said, re.IGNORECASE)
        if lone and _NEEDS_A_PLACE.search(said.casefold()):
            continue
        if not _NOT_YET.search(before) and not _FOR_TODAY.match(after):
            return match
    return None


def rests_on_role(text: str) -> bool:
    """Return whether a fact holds only while people work together."""
    plain = normal(text)
    return _RESTS.search(plain) is not None and _PRIVATE.search(plain) is None


def rested(
    ledger: Ledger, left: Fact, company: Company, *, own: bool, operator: Ref | None = None
) -> list[Fact]:
    """Return the active facts that rested on the role that ended with `left`.

    own: the ledger of the one who left: what names the company, and who they reported to there.
    Otherwise the ledger of a person tied to the operator through the company: all that is said of
    them at work, unless it names another company.
    """
    standing = [
        fact for fact in ledger.active
        if fact.id != left.id and not ends_role(fact.fact) and _at_work(fact)
    ]  # fmt: skip
    if own:
        another = any(_employed_elsewhere(fact, company) for fact in ledger.active)
        return [f for f in standing if _names(f, company) or (not another and _manager(f, company))]
    if not any(_tied(fact, company, operator) for fact in ledger.active):
        return []
    return [fact for fact in standing if not _elsewhere(fact, company)]


def _at_work(fact: Fact) -> bool:
    if rests_on_role(fact.fact):
        return True
    return any(a.slot in _WORK for a in attributes(fact.fact))


def _manager(fact: Fact, company: Company) -> bool:
    reports = any(a.slot == "manager" for a in attributes(fact.fact))
    return reports and not _elsewhere(fact, company)


def _names(fact: Fact, company: Company) -> bool:
    spoken = words(fact.fact)
    return company.ref in (fact.related or ()) or set(words(company.name)) <= set(spoken)


def _elsewhere(fact: Fact, company: Company) -> bool:
    """Return whether a fact speaks of another company than the one that was left."""
    places = [ref for ref in fact.related or () if ref.startswith("companies/")]
    return (bool(places) and company.ref not in places) or _employed_elsewhere(fact, company)


def _employed_elsewhere(fact: Fact, company: Company) -> bool:
    employers = [a.value for a in attributes(fact.fact) if a.slot == "employer"]
    own = set(words(company.name))
    return any(not own & set(value.split()) for value in employers)


def _tied(fact: Fact, company: Company, operator: Ref | None) -> bool:
    """Return whether a fact says that this person worked with the operator at the company."""
    if _elsewhere(fact, company) or not _TIES & set(words(fact.fact)):
        return False
    return _names(fact, company) or str(operator) in (fact.related or ())
