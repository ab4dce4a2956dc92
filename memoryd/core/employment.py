"""For whom somebody works, as facts say it: what a new employer takes the place of."""

import re
from collections.abc import Iterator

from memoryd.core.attributes import Attribute, attributes
from memoryd.core.catalog import Catalog
from memoryd.core.entity import Ref, slugify
from memoryd.core.fact import Fact
from memoryd.core.ledger import Ledger
from memoryd.core.proposal import Mention
from memoryd.core.regex import regex
from memoryd.core.text import normal, words
from memoryd.core.value import frozen
from memoryd.errors import SlugError

ONE_ROLE = ("tie:manager of ", "tie:teamlead of ")  # one person at a time
AT_WORK = (*ONE_ROLE, "tie:colleague of ", "tie:report of ")
# Of a whole fact: somebody gave up the employment they have.
_GAVE_UP = regex(
    r"(?:(?:has|have|had|is|am|i'm|i|he|she|they|now|just|finally|officially) )*"
    r"(?:retired|quits?|resigned"
    r"|(?:(?:was|were|been|got) )?(?:laid off|let go|fired|made redundant))"
    r"(?: (?:(?:his|her|their|my|the) )?(?:job|position|post))?"
    r"(?: (?:now|today|yesterday|early|(?:last|this) \w+|(?:on|in|at|since) [\w -]+|\d[\d-]*))?"
)
_BACK_AT = regex(
    r"\b(?i:back (?:at|with)|rejoined|returned to|re-?hired (?:at|by))\s(?:the\s)?"
    r"(?P<v>[A-Z][\w&.+-]*(?:\s[A-Z][\w&.+-]*){0,3})"
)


@frozen
class Company:
    """The company that was left: its ref (companies/acme-corp) and its name."""

    ref: str
    name: str


def gave_up(text: str) -> bool:
    """Return whether a whole fact says that somebody gave up, or lost, the employment they have."""
    return _GAVE_UP.fullmatch(normal(text).rstrip(" .!")) is not None


def only_one_held(fact: Fact, catalog: Catalog, ledger: Ledger) -> list[Company]:
    """Return the one company for which a ledger says that somebody worked until a fact, or ()."""
    held = [old for old in ledger.facts if old.active or old.superseded_by == fact.id]
    found = {place.ref: place for old in held if old.id != fact.id and old.day <= fact.day
             for place in _places(old, catalog, tied=True)}  # fmt: skip
    return list(found.values()) if len(found) == 1 else []


def taken_from(fact: Fact, catalog: Catalog, ledger: Ledger) -> list[Company]:
    """Return the companies whose employment a fact of a new one replaced."""
    new = {place.ref for place in _places(fact, catalog)}
    if not new:
        return []
    olds = (old for old in ledger.facts if old.superseded_by == fact.id)
    found = {place.ref: place for old in olds for place in _places(old, catalog)}
    return [place for ref, place in found.items() if ref not in new]


def works_at(text: str, company: str) -> bool:
    """Return whether a fact says that its entity works, or works again, for a company."""
    return any(_is_one_name(company, name) for name in workplaces(text))


def workplaces(text: str) -> list[str]:
    """Return the names of the companies for which a fact says that its entity works."""
    names = [match["v"] for match in _BACK_AT.finditer(" ".join(text.split()))]
    return names + [job.value for job in attributes(text) if _is_job(job)]


def _is_job(stated: Attribute) -> bool:
    return stated.slot in ("employer", "joined") and not stated.who


def _places(fact: Fact, catalog: Catalog, *, tied: bool = False) -> Iterator[Company]:
    """Yield the companies at which a fact says its own entity works, by the name as written.

    tied: also where they lead somebody or work beside them.
    """
    for stated in attributes(fact.fact):
        at = stated.place if tied and stated.slot.startswith(AT_WORK) else ""
        value = stated.value if _is_job(stated) else at
        if not value or (stated.value == "no" and at):
            continue
        spelt = r"[\W_]+".join(map(re.escape, value.split()))
        spoken = re.search(spelt, fact.fact, re.IGNORECASE)
        name = spoken[0] if spoken else value
        try:
            known = catalog.resolve(Mention("company", name))
            ref = known or Ref("companies", slugify(name))
        except SlugError:
            continue
        if known or stated.slot != "joined" or stated.place:  # a club as likely as a company
            yield Company(str(ref), name)


def _is_one_name(one: str, other: str) -> bool:
    """Return whether two names of a company are one, or one the other with more behind it."""
    mine, theirs = words(one), words(other)
    least = min(len(mine), len(theirs))
    return least > 0 and mine[:least] == theirs[:least]
