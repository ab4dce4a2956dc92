"""Offline rules about who people are to the speaker: kin, friends, managers, and their end."""

import re

from memoryd.core.proposal import Mention
from memoryd.llm.offline_known import unless_held
from memoryd.llm.offline_rules import RELATIONSHIP, Rule, rule, sentence
from memoryd.llm.offline_scene import COMPANY, PERSON, Draft, Scene
from memoryd.llm.offline_subject import Saying, as_person
from memoryd.llm.offline_tail import is_understood
from memoryd.llm.offline_text import Clause
from memoryd.llm.offline_words import (
    END,
    MANAGER,
    NAME,
    NAME_END,
    ORG,
    PLURALS,
    RELATIONS,
    WORK_RELATIONS,
    is_name,
    listed,
)

_REL = rf"(?P<rel>{RELATIONS}|{WORK_RELATIONS})"
_AT = rf"(?: (?:at|from) (?P<org>{ORG}))?"
_MY = r"(?:[Mm]y|[Oo]ur)"
# Whole clauses, or parts of one, in which a person and a relation stand side by side. now: the
# words say that the person has the role of another.
_NOW = r"(?:(?P<now>now )|also )?"
_KIN = (
    re.compile(
        rf"\b{_MY} {_REL}{_AT} is {_NOW}(?:called |named )?(?P<name>{NAME})"
        rf"(?P<late> now| again)?{END}"
    ),
    re.compile(rf"\b{_MY} {_REL}(?:'s name is|,? (?:called|named)) (?P<name>{NAME}){END}"),
    re.compile(rf"^(?P<name>{NAME})(?: is|'s) {_NOW}my {_REL}{_AT}(?P<late> now| again)?{END}"),
    re.compile(
        rf"^I have (?:an? |one )(?:(?!new)\w+ )?{_REL}(?:,| called| named) (?P<name>{NAME}){END}"
    ),
)
# Said by the way, in a clause about something else.
_KIN_ASIDE = (
    re.compile(rf"\b{_MY} {_REL},? (?P<name>{NAME})(?P<org>){NAME_END}(?!'s (?:{RELATIONS}))"),
    re.compile(rf"\b(?P<name>{NAME}), (?:my|our) {_REL}{_AT}(?=,|$)"),
)
_SUCCEEDS = (
    re.compile(
        rf"^(?P<name>{NAME}) (?:has |just |now )*(?:replaced|replaces|took over (?:from|for)|"
        rf"succeeded) {NAME} as (?P<now>my|our) {_REL}{_AT}{END}"
    ),
    re.compile(
        rf"^(?P<name>{NAME}) (?:has |just |now )*(?:took over|taken over) as "
        rf"(?P<now>my|our) {_REL}{_AT}{END}"
    ),
    re.compile(
        rf"^{NAME} (?:was|is|got|has been) replaced by (?P<name>{NAME}) as (?P<now>my|our) "
        rf"{_REL}{_AT}{END}"
    ),
    re.compile(rf"^(?P<name>{NAME}) (?:has )?bec[ao]me (?P<now>my|our) {_REL}{_AT}{END}"),
)
# Statements, not orders: "Write a poem for my daughter Emma" is none.
_STATES = re.compile(
    rf"(?:I|We|My|Our|She|He|i|we|my|our|she|he)\b|{NAME},? (?:is |'s )?(?:now |also )?my\b|"
    rf"{NAME}'s my\b|{NAME}, (?:my|our)\b"
)
_UNTIL = r"(?:until|till|up to)\b"
_OVER = re.compile(
    rf"^{_MY} {_REL}{_AT} "
    rf"(?:is (?:no longer (?P<name>{NAME})|not (?P<name2>{NAME}) any ?more){END}|"
    rf"was (?P<name3>{NAME}) {_UNTIL})"
)
_INSTEAD = re.compile(rf",? (?:and )?not (?P<name>{NAME})(?: any ?more)?$")
_DROP = re.compile(r"^(?:new |current |direct |line |close |old )+(?!friend|report)")


def relations(clause: Clause, scene: Scene) -> tuple[Draft, ...]:
    """Return the relation a clause states between the speaker and a named person."""
    text = clause.bare.replace("isn't", "is not")
    if match := _OVER.match(text) or _OVER.match(clause.text):  # "until May" is a date
        person = scene.person(match["name"] or match["name2"] or match["name3"])
        return (_ended(match, person, scene),) if person else ()
    instead = _INSTEAD.search(text)
    text = text[: instead.start()] if instead else text
    if re.search(r"\b(?:not|n't|no longer|never|former|ex)\b|n't\b|ex-", text):
        return ()
    for pattern in (*_SUCCEEDS, *((*_KIN, *_KIN_ASIDE) if _STATES.match(text) else ())):
        match = pattern.search(text)
        if not match or not (pattern in _KIN_ASIDE or _stands(match, scene)):
            continue
        person = scene.person(match["name"])
        if person and person != scene.speaker:
            other = scene.person(instead["name"]) if instead else None
            return (*_kin(match, person, scene), *_mistaken(match, other, person, scene))
    return ()


def _stands(match: re.Match[str], scene: Scene) -> bool:
    return is_understood(match.string[match.end() :], scene.kind)


def _role(match: re.Match[str]) -> str:
    return _DROP.sub("", match["rel"].lower()).replace("team-lead", "team lead")


def _kin(match: re.Match[str], person: Mention, scene: Scene) -> tuple[Draft, ...]:
    # The word is the speaker's own: a fact that says "manager" for "boss" rests on no word of his.
    relation, groups = _role(match), match.groupdict()
    org = groups.get("org") or ""
    at = f" at {org}" if org and is_name(org) else ""
    related = (scene.speaker, *([Mention(COMPANY, org)] if at else []))
    topic = "manager" if relation in MANAGER.split("|") else ""
    new = groups.get("now") or groups.get("late") or match["rel"].lower().startswith("new ")
    scene.point(person, relation)
    role = f"new {relation}" if new and (topic or relation.startswith("team")) else relation
    draft = Draft(person, sentence(f"{role} of {scene.owner}{at}"), RELATIONSHIP, related, topic)
    return unless_held(draft, scene) if topic else (draft,)


def _mistaken(
    match: re.Match[str], other: Mention | None, person: Mention, scene: Scene
) -> tuple[Draft, ...]:
    """Return, for "James, not Sarah", that the other is not what they are held to be."""
    role = _role(match)
    tie = f"{role} of {scene.owner}".lower()
    if other is None or not any(tie in held.text.lower() for held in scene.facts(other)):
        return ()
    fact = f"Not {role} of {scene.owner}: {person.name} is"
    return (Draft(other, fact, RELATIONSHIP, (scene.speaker,), "tie"),)


_LISTS = re.compile(rf"^{_MY} (?P<what>{PLURALS})(?: at (?P<org>{ORG}))? are (?P<names>.+)$")
_LISTS_WITH = re.compile(
    rf"^I (?P<verb>work|have) (?:with|(?:two|three|four|five|\d) (?P<what>{PLURALS}):?,?) "
    rf"(?P<names>.+)$"
)


def lists(clause: Clause, scene: Scene) -> tuple[Draft, ...]:
    """Return "my colleagues are A, B and C" as one fact that names them all."""
    match = _LISTS.match(clause.bare) or _LISTS_WITH.match(clause.bare)
    names = listed(match["names"]) if match else ()
    if not match or len(names) < 2:  # noqa: PLR2004 - one name is no list
        return ()
    if not all(scene.person(name) for name in names):
        return ()
    what = match["what"] or "colleagues"
    org = match.groupdict().get("org")
    people = tuple(Mention(PERSON, name) for name in names)
    related = (*people, *([Mention(COMPANY, org)] if org else []))
    at = f" at {org}" if org else ""
    fact = f"{sentence(what)}{at}: {', '.join(names)}"
    return (Draft(scene.speaker, fact, RELATIONSHIP, related, f"list of {what}"),)


def _former(match: re.Match[str], saying: Saying, scene: Scene) -> tuple[Draft, ...]:
    who = as_person(saying.subject, scene)
    return (_ended(match, who, scene),) if who and not saying.subject.first else ()


def _lasted(match: re.Match[str], saying: Saying, scene: Scene) -> tuple[Draft, ...]:
    """Return the end of "was my manager until May"; "was my manager" alone leaves it open."""
    return _former(match, saying, scene) if re.search(_UNTIL, saying.said) else ()


def _ended(match: re.Match[str], who: Mention, scene: Scene) -> Draft:
    org = match["org"]
    at = f" at {org}" if org else ""
    related = (scene.speaker, *([Mention(COMPANY, org)] if org else []))
    return Draft(who, f"Former {_role(match)} of {scene.owner}{at}", RELATIONSHIP, related, "tie")


RULES: tuple[Rule, ...] = (
    rule(rf"used to be (?:my|our) {_REL}{_AT}{END}", _former),
    rule(rf"(?:was|is) my (?:former|old|ex-?|previous) ?{_REL}{_AT}{END}", _former),
    rule(rf"was (?:my|our) {_REL}{_AT}(?=$|,| {_UNTIL})", _lasted),
    rule(rf"is no longer my {_REL}{_AT}(?=$|,)", _former, denies=True),
    rule(rf"is not my {_REL}{_AT} any ?more", _former, denies=True),
)  # fmt: skip
