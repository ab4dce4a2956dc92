"""What holds only while somebody has a role: found when the role ends."""

from dataclasses import dataclass

from memoryd.core.entity import Ref
from memoryd.core.fact import Fact
from memoryd.core.ledger import Ledger
from memoryd.core.supersede import attributes, ends_role, rests_on_role
from memoryd.core.text import words

_WORK = frozenset({"employer", "manager", "role"})
_TIES = frozenset(
    "manager boss supervisor colleague coworker lead report reports manages managed".split()
)


@dataclass(frozen=True, slots=True)
class Company:
    """The company that was left: its ref (companies/acme-corp) and its name."""

    ref: str
    name: str


def rested(
    ledger: Ledger, left: Fact, company: Company, *, own: bool, operator: Ref | None = None
) -> list[Fact]:
    """Return the active facts that rested on the role that ended with `left`.

    own: the ledger of the one who left: only facts that name the company. Otherwise the ledger of
    a person tied to the operator through the company: all that is said of them at work, unless it
    names another company.
    """
    standing = [
        fact for fact in ledger.active
        if fact.id != left.id and not ends_role(fact.fact) and _at_work(fact)
    ]  # fmt: skip
    if own:
        return [fact for fact in standing if _names(fact, company)]
    if not any(_tied(fact, company, operator) for fact in ledger.active):
        return []
    return [fact for fact in standing if not _elsewhere(fact, company)]


def _at_work(fact: Fact) -> bool:
    return rests_on_role(fact.fact) or any(a.slot in _WORK for a in attributes(fact.fact))


def _names(fact: Fact, company: Company) -> bool:
    spoken = words(fact.fact)
    return company.ref in (fact.related or ()) or set(words(company.name)) <= set(spoken)


def _elsewhere(fact: Fact, company: Company) -> bool:
    places = [ref for ref in fact.related or () if ref.startswith("companies/")]
    return bool(places) and company.ref not in places


def _tied(fact: Fact, company: Company, operator: Ref | None) -> bool:
    """Return whether a fact says that this person worked with the operator at the company."""
    if _elsewhere(fact, company) or not _TIES & set(words(fact.fact)):
        return False
    return _names(fact, company) or str(operator) in (fact.related or ())
