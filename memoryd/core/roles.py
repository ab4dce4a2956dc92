"""What holds only while somebody has a role: told when the role ends, and found in a ledger."""

import re
from collections.abc import Callable, Container, Iterator
from functools import lru_cache

from memoryd.core.attributes import Attribute, attributes, relation
from memoryd.core.catalog import Catalog
from memoryd.core.employment import (
    AT_WORK,
    ONE_ROLE,
    Company,
    gave_up,
    only_one_held,
    taken_from,
    works_at,
)
from memoryd.core.entity import Ref, slugify
from memoryd.core.fact import Fact
from memoryd.core.grounding import names_in
from memoryd.core.leaving import leaving, left_by, left_company
from memoryd.core.ledger import Ledger
from memoryd.core.owners import of_others, others
from memoryd.core.proposal import Mention
from memoryd.core.regex import regex
from memoryd.core.text import normal, words
from memoryd.core.titles import JOBS
from memoryd.core.value import frozen

# Whom somebody leads, as other facts than a tie have it.
_LEADS = regex(
    r"\b(?i:manages|leads|supervises|(?:manager|boss|lead|supervisor) of) (?P<whom>[A-Z][\w-]*)"
)
_TIE_ENDED = regex(
    r"\b(?:no longer (?:reports?|manag\w+|leads?|supervis\w+|colleagues|works? with|works? together"
    r"|together|(?:the |his |her |their |a |(?:\S+ )?\S+['’]s )?\S{0,20} ?"
    r"(?:manager|boss|lead|colleague))"
    r"|(?:is|was|are) not .{0,20}(?:manager|boss) any ?more|former (?:manager|boss|colleague"
    r"|co-?worker|employee|employer|lead|supervisor|report)|ex-(?:manager|boss|colleague|employer"
    r"|husband|wife|partner|girlfriend|boyfriend)|broke up|(?:got|is|are|were) divorced"
    r"|does not work (?:at|for)(?= (?-i:[A-Z])))\b",
    re.IGNORECASE,
)
_RESTS = regex(
    r"\b(?:manag(?:e[sdr]?|ers?|ing|ement)|boss\w*|supervis\w*|team[ -]?lead|reports? to"
    r"|reporting to|colleagues?|co-?workers?|teammates?|micro-?manag\w*|difficult|demanding"
    r"|strict|toxic|(?:works?|working) (?:with|at|for|under|together)|employ\w*|one-on-ones?|1:1s?"
    r"|performance reviews?|direct reports?|skip-level|(?:at|in) the office)\b"
)
_PRIVATE = regex(
    r"\b(?:friends?|neighbou?rs?|sister|brother|siblings?|mother|father|parents?|mum|mom|dad|son"
    r"|daughter|child(?:ren)?|kids?|wife|husband|spouse|married|cousin|aunt|uncle|flatmate|roommate"
    r"|club|gym|choir|band|orchestra|church|garden\w*|allotment|volunteer\w*|hobby|school|birthday"
    r"|allerg\w+|vegan|vegetarian|climb\w*|football|tennis|chess|marathon)\b"
)
# What is said of a manager as a manager.
_AS_MANAGER = regex(
    r"\b(?:difficult|demanding|strict|toxic|tough|bossy|controlling|overbearing|supportive|patient"
    r"|impatient|hands-o\w+|micro-?manag\w*|second-guesses|plays favou?rites|takes credit"
    r"|1:1s?|one-on-ones?|performance reviews?|skip-level|who reports to them"
    r"|(?:good|great|bad|terrible|horrible|wonderful) (?:manager|boss))\b"
)
_SUCCEEDS = regex(r"\b(?:new|now|became|replaced|took over)\b")
# Said of oneself: a post at a company, which stands right behind it; a founder stays one.
_POST = regex(
    r"(?P<whose>\w+ (?=is an? ))?"
    r"(?:(?:is|am|i'm|(?:works?|working|employed|hired|started) as|became|promoted to|currently"
    r"|now|still|an?|the) )*(?:[\w/&+-]+ ){0,4}?"
    rf"(?:(?:{JOBS})(?: [ivx]+)?(?: \([^)]*\))?(?: of (?:[\w&/-]+ ){{0,3}}[\w&/-]+)?"
    r"|job|position|(?:^|(?<= ))(?:in|on) (?:[\w&/-]+ ){0,4}?[\w&/-]+)"
    r" (?:at|of|for|with) (?:the )?(?P<place>.+)"
    r"|(?:i )?(?:works?|working) (?:[\w&/-]+ ){1,4}?(?:at|for) (?:the )?(?P<works>.+)"
)
# Before the post: it is another's, or over, or none yet.
_NO_POST = regex(
    r"\b(?:was|were|former\w*|ex|used|been|met|knows?|friends?|not|never|no longer|wants?|hopes?"
    r"|plans?|applied|interview\w*|customer|client|supplier|founder|co-?founder|owner of|owns?"
    r"|family|likes?|loves?|hates?)\b|'s\b"
)
_PARTED_WITH = regex(r"no longer works? with (?P<whom>[^\s,.:;]+)", re.IGNORECASE)
_WORK = frozenset({"employer", "manager", "role", "joined"})
_TIES = frozenset(
    """manager boss supervisor colleague colleagues coworker coworkers lead
    teamlead report reports manages managed supervises teammate""".split()
)


@frozen
class Ending:
    """What is over in another's ledger, and the words to say so there; related: what they name."""

    ref: Ref
    olds: list[Fact]
    text: str
    related: tuple[Mention, ...] = ()


def ended_here(fact: Fact, ledger: Ledger, catalog: Catalog) -> list[Fact]:
    """Return the active facts of its own ledger that rested on the role that a fact ends."""
    if not turns(fact.fact) or not left_by(fact.fact, catalog.called(ledger.ref)):
        return []
    left = [rested(ledger, fact, place, own=True) for place in _left_by(fact, catalog, ledger)]
    return list({old.id: old for olds in (*left, rested_on_tie(ledger, fact)) for old in olds}
                .values())  # fmt: skip


def ended_elsewhere(
    fact: Fact, ref: Ref, catalog: Catalog, ledger: Callable[[Ref], Ledger]
) -> Iterator[Ending]:
    """Yield what a fact ends in the ledgers of others: ties by a job, to a manager, to a spouse."""
    owner = catalog.operator_name
    is_own = ref == catalog.operator and left_by(fact.fact, catalog.called(ref))
    places = _left_by(fact, catalog, ledger(ref)) if is_own else []
    successor = succession(fact.fact)
    if successor and not set(words(owner)) & set(successor.whom.split()):
        successor = None  # somebody else's manager
    parted = parting(fact.fact, owner) if ref == catalog.operator else None
    for other in sorted(catalog.names):
        if other.folder != "people" or other in (ref, catalog.operator):
            continue
        for place in places:
            olds = rested(ledger(other), fact, place, own=False, operator=ref)
            text = f"No longer works with {owner}, who left {place.name}"
            yield Ending(other, olds, text, (Mention("company", place.name),))
        if successor:
            yield _untied(other, tied_by(ledger(other), successor),
                          f"{owner}: {catalog.display(ref)} is")  # fmt: skip
        if parted and _not_another(fact, other):
            yield _untied(other, tied_by(ledger(other), parted), owner)


def _untied(ref: Ref, olds: list[Fact], whose: str) -> Ending:
    """Return the ending of a tie, in the word that the first of the old facts has for it."""
    word = relation(olds[0].fact) if olds else ""
    return Ending(ref, olds, f"No longer {word} of {whose}")


def _left_by(fact: Fact, catalog: Catalog, ledger: Ledger) -> list[Company]:
    """Return the company that a fact says somebody left.

    It is the one that it names, else the related, else that of the one employment held; of a new
    employer it is the one whose place that takes.
    """
    if leaving(fact.fact) is None and not gave_up(fact.fact):
        return taken_from(fact, catalog, ledger)
    name = left_company(fact.fact)
    if name is not None:
        ref = catalog.resolve(Mention("company", name)) or Ref("companies", slugify(name))
        return [Company(str(ref), name)]
    refs = [Ref("companies", r.split("/")[1]) for r in fact.related or ()
            if r.startswith("companies/")]  # fmt: skip
    if refs:
        return [Company(str(refs[0]), catalog.display(refs[0]))]
    return only_one_held(fact, catalog, ledger)


def _not_another(fact: Fact, person: Ref) -> bool:
    """Return whether a fact names nobody else as the one it is about."""
    people = [ref for ref in fact.related or () if ref.startswith("people/")]
    return not people or str(person) in people


def ends_role(text: str) -> bool:
    """Return whether a fact says that a role, an employment or a working relation ended."""
    return leaving(text) is not None or gave_up(text) or _TIE_ENDED.search(text) is not None


@lru_cache(maxsize=4096)  # each new fact is held against every active one
def turns(text: str) -> bool:
    """Return whether a fact may end others of this person, or of one tied to them."""
    hired = any(a.slot in ("employer", "joined") for a in attributes(text))
    return hired or _over(text) or succession(text) is not None or _parted(text) != ""


def _over(text: str) -> bool:
    bond = tie(text)
    return ends_role(text) or (bond is not None and bond.value == "no")


def tie(text: str) -> Attribute | None:
    """Return who a fact says somebody is, or is no more, to somebody: tie:manager of alex."""
    return next((a for a in attributes(text) if a.slot.startswith("tie:")), None)


def succession(text: str) -> Attribute | None:
    """Return the tie to a manager that a fact says is new, so that it ends another's."""
    found = tie(text)
    new = found and found.slot.startswith(ONE_ROLE) and found.value == "yes"
    return found if new and _SUCCEEDS.search(normal(text)) else None


def resumes(new: str, old: str) -> bool:
    """Return whether a fact takes up again what the old one says is over.

    That is a tie at work to whom they worked with no more (a company in the old one is why it
    ended: the tie may be at that company again, or at another), or a job at the company left.
    """
    whom = parted_with(old)
    if whom is None:
        left = left_company(old)
        return left is not None and leaving(new) is None and works_at(new, left)
    return works_with(new) == whom


def parted_with(text: str) -> str | None:
    """Return with whom a fact opens by saying that they work no longer, folded; None else."""
    over = _PARTED_WITH.match(" ".join(text.split()))
    return over["whom"].casefold() if over else None


def works_with(text: str) -> str | None:
    """Return to whom a fact states a tie at work, folded; None where to nobody."""
    bond = tie(text)
    is_held = bond is not None and bond.value == "yes" and bond.slot.startswith(AT_WORK)
    return bond.whom if bond and is_held else None


def parting(text: str, whom: str) -> Attribute | None:
    """Return the tie of a spouse or partner that a fact of somebody called `whom` says is over."""
    relation = _parted(text)
    first = whom.split(maxsplit=1)[0].casefold()
    return Attribute(f"tie:{relation} of {first}", "no") if relation else None


def _parted(text: str) -> str:
    if any(a.slot == "marital" and a.value == "divorced" for a in attributes(text)):
        return "wife"
    return "partner" if "broke up" in normal(text) else ""


def tied_by(ledger: Ledger, bond: Attribute) -> list[Fact]:
    """Return the active facts that state a tie of that kind to the same person, at one place."""
    held = ((fact, tie(fact.fact)) for fact in ledger.active)
    return [fact for fact, a in held
            if a and a.slot == bond.slot and a.value == "yes" and a.compatible(bond)]  # fmt: skip


def rested_on_tie(ledger: Ledger, ended: Fact) -> list[Fact]:
    """Return what was said of somebody as the manager that `ended` says they are no more."""
    bond = tie(ended.fact)
    if bond is None or bond.value == "yes" or not bond.slot.startswith(ONE_ROLE[0]):
        return []
    if any(_leads_another(fact.fact, bond) for fact in ledger.active):
        return []
    return [
        fact
        for fact in ledger.active
        if fact.id != ended.id and _is_of_manager(fact) and not ends_role(fact.fact)
    ]


def _leads_another(text: str, ended: Attribute) -> bool:
    """Return whether a fact says that somebody leads others than those of a tie that ended."""
    held = tie(text)
    if held is not None and held.slot.startswith(ONE_ROLE):
        return held.value == "yes" and not (held.whom == ended.whom and held.compatible(ended))
    match = None if ends_role(text) else _LEADS.search(text)
    return match is not None and match["whom"].casefold() != ended.whom


def may_end(new: str, old: str, names: Container[str]) -> bool:
    """Return whether what a fact says is over may be what another fact of the entity rests on.

    names: folded words of the entity's names. Where both name somebody, or a company, it must be
    the same.
    """
    if not ends_role(new) or not rests_on_role(old) or not left_by(new, names):
        return False
    ended, held = tie(new), tie(old)
    if ended and held:
        return ended.slot == held.slot and ended.compatible(held)
    if of_others(old) != of_others(new):
        return False
    theirs = _named(old, names)
    return not theirs or not (ours := _named(new, names)) or bool(ours & theirs)


def _named(text: str, names: Container[str]) -> frozenset[str]:
    """Return the folded words that name others than the entity in a fact."""
    called = {word for name in names_in(text) for word in words(name)}
    return frozenset(word for word in called if word not in names)


def _is_of_manager(fact: Fact) -> bool:
    plain = normal(fact.fact)
    return _AS_MANAGER.search(plain) is not None and _PRIVATE.search(plain) is None


def _led_there(fact: Fact, left: Fact, company: Company) -> bool:
    """Return whether a fact, until `left`, said that somebody led people at that company."""
    led = any(a.slot.startswith(ONE_ROLE) and a.value == "yes" for a in attributes(fact.fact))
    held = fact.active or fact.superseded_by == left.id
    return led and held and fact.day <= left.day and not _elsewhere(fact, company)


def ending(ledger: Ledger, source: str | None) -> Fact | None:
    """Return the active fact of that source that says that a role ended."""
    said = (fact for fact in ledger.active if fact.source == source)
    return next((fact for fact in said if _over(fact.fact)), None)


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
        if fact.id != left.id and not ends_role(fact.fact)
        and (_at_work(fact) or (own and _post_at(fact.fact, company)))
    ]  # fmt: skip
    if own:
        others_ = (fact for fact in ledger.active if fact.id != left.id)
        another = any(_employed_elsewhere(fact, company) for fact in others_)
        led = not another and any(_led_there(fact, left, company) for fact in ledger.facts)
        there = [f for f in standing if not another and _tie_there(f, company)]
        there += [f for f in standing if led and _is_of_manager(f) and not _elsewhere(f, company)]
        return [f for f in standing if f in there or _names(f, company)]
    if not any(_tied(fact, company, operator) for fact in ledger.active):
        return []
    return [fact for fact in standing if not _elsewhere(fact, company)]


def _at_work(fact: Fact) -> bool:
    if rests_on_role(fact.fact):
        return True
    return any(a.slot in _WORK for a in attributes(fact.fact))


def _post_at(text: str, company: Company) -> bool:
    """Return whether a fact says of its own entity that it has a post at that company."""
    match = _POST.fullmatch(normal(text))
    if match is None or others(match["whose"] or ""):
        return False
    behind = match["place"] or match["works"]
    before = match.string[: -len(behind)]
    name = words(company.name)
    there = words(behind)[: len(name)] == name
    return there and not _NO_POST.search(before) and not _PRIVATE.search(before)


def _tie_there(fact: Fact, company: Company) -> bool:
    """Return whether a fact says whom they reported to or worked with, not at another company."""
    tied = any(a.slot == "manager" or a.slot.startswith(AT_WORK) for a in attributes(fact.fact))
    return tied and not _elsewhere(fact, company)


def _names(fact: Fact, company: Company) -> bool:
    spoken = words(fact.fact)
    return company.ref in (fact.related or ()) or set(words(company.name)) <= set(spoken)


def _elsewhere(fact: Fact, company: Company) -> bool:
    """Return whether a fact speaks of another company than the one that was left."""
    places = [ref for ref in fact.related or () if ref.startswith("companies/")]
    return (bool(places) and company.ref not in places) or _employed_elsewhere(fact, company)


def _employed_elsewhere(fact: Fact, company: Company) -> bool:
    stated = attributes(fact.fact)
    employers = [a.value for a in stated if a.slot.startswith(("employer", "side-job:"))]
    employers += [a.place for a in stated if a.slot.startswith(AT_WORK) and a.place]
    own = set(words(company.name))
    return any(not own & set(value.split()) for value in employers)


def _tied(fact: Fact, company: Company, operator: Ref | None) -> bool:
    """Return whether a fact says that this person worked with the operator at the company."""
    if _elsewhere(fact, company) or not _TIES & set(words(fact.fact)):
        return False
    return _names(fact, company) or str(operator) in (fact.related or ())
