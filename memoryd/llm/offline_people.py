"""Offline rules about people: who they are to the speaker, what they are like, what befell them."""

import re

from memoryd.core.proposal import Mention
from memoryd.llm.offline_known import manager_word, unless_held
from memoryd.llm.offline_rules import (
    MILESTONE,
    RELATIONSHIP,
    STATUS,
    UNDATED,
    Rule,
    named,
    rule,
    sentence,
    stands_alone,
    third,
)
from memoryd.llm.offline_scene import COMPANY, PERSON, PROJECT, Draft, Scene
from memoryd.llm.offline_subject import Saying, as_person
from memoryd.llm.offline_text import Clause
from memoryd.llm.offline_words import (
    END,
    HABIT,
    MANAGER,
    NAME,
    NAME_END,
    ORG,
    PLURALS,
    RELATIONS,
    TRAIT,
    WORK_RELATIONS,
    is_name,
    is_place,
    listed,
)
from memoryd.llm.offline_words import (
    PROJECT as PROJECT_NAME,
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
    re.compile(rf"\b{_MY} {_REL},? (?P<name>{NAME})(?P<org>){NAME_END}(?!'s (?:{RELATIONS}))"),
    re.compile(rf"\b(?P<name>{NAME}), (?:my|our) {_REL}{_AT}(?=,|$)"),
    re.compile(
        rf"^I have (?:an? |one )(?:(?!new)\w+ )?{_REL}(?:,| called| named) (?P<name>{NAME}){END}"
    ),
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
    for pattern in (*_SUCCEEDS, *(_KIN if _STATES.match(text) else ())):
        match = pattern.search(text)
        person = scene.person(match["name"]) if match else None
        if match and person and person != scene.speaker:
            other = scene.person(instead["name"]) if instead else None
            return (*_kin(match, person, scene), *_mistaken(match, other, person, scene))
    return ()


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


_FIRM = re.compile(
    rf"^(?P<name>{NAME})'s (?P<what>company|startup|team|business|firm|agency|studio|restaurant|"
    r"shop|practice|lab) (?:has |just |finally |recently )*(?P<did>(?:hired|raised|won|launched|"
    r"closed|signed|acquired|opened|moved to|was acquired by|released|reached|hit|shut down|"
    r"went public|laid off|doubled|turned|landed|sold|bought|grew|expanded)\b.*)$"
)


def firms(clause: Clause, scene: Scene) -> tuple[Draft, ...]:
    """Return what a person's company did, held with the person."""
    match = _FIRM.match(clause.bare)
    person = scene.person(match["name"]) if match else None
    if not match or not person or not stands_alone(match["did"], 14):
        return ()
    scene.point(person)
    return (Draft(person, sentence(f"{match['what']} {third(match['did'])}"), MILESTONE),)


# "Git is difficult to work with": of an unknown name only what no thing can be.
_ONLY_PEOPLE = re.compile(r"boss|manager|control freak|perfectionist|workaholic|mentor|listener|"
                          r"leader|person\b|work for")  # fmt: skip


def _trait(match: re.Match[str], saying: Saying, scene: Scene) -> tuple[Draft, ...]:
    who = as_person(saying.subject, scene)
    if not who or saying.subject.first:
        return ()
    if not saying.subject.mention and not _ONLY_PEOPLE.search(match["trait"]):
        return ()
    trait = re.sub(r"^(?:very|really|so|quite|pretty|too|an?) ", "", match["trait"])
    boss = manager_word(who, scene)
    plain = re.fullmatch(r"(?:difficult|demanding|strict|supportive|patient|impatient|hands-o\w+)",
                         trait)  # fmt: skip
    noun = f" {boss}" if boss and plain else ""
    return (Draft(who, sentence(trait + noun), RELATIONSHIP, (), "trait"),)


def _habit(match: re.Match[str], saying: Saying, scene: Scene) -> tuple[Draft, ...]:
    who = as_person(saying.subject, scene)
    if not who or saying.subject.first:
        return ()
    habit = re.sub(r"^(?:constantly|always|often|still|really) ", "", match["habit"])
    habit = named(habit, scene.owner)
    return (Draft(who, sentence(habit), RELATIONSHIP, (), "trait"),)


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


# What a server, a version or a company does as well as somebody of an unknown name.
_THINGS_TOO = re.compile(
    r"(?:died|retired|graduated|turned|hired|adopted|won|published"
    r"|(?:opened|started|launched) (?:an?|our|their))\b"
)


def _event(match: re.Match[str], saying: Saying, scene: Scene) -> tuple[Draft, ...]:
    who = as_person(saying.subject, scene)
    if not saying.subject.mention and _THINGS_TOO.match(match["did"]):
        return ()
    if not who or not stands_alone(re.sub(r"\b(?:our|their|his|her)\b", "", match["did"]), 14):
        return ()
    return (Draft(who, sentence(third(match["did"])), MILESTONE, _spouse(match, scene)),)


def _spouse(match: re.Match[str], scene: Scene) -> tuple[Mention, ...]:
    name = match.groupdict().get("with")
    person = scene.person(name) if name else None
    return (person,) if person else ()


_CALENDAR = re.compile(
    r"\b(?:on (?:the )?|in )?(?:\d{4}-\d\d-\d\d|(?:\d{1,2}(?:st|nd|rd|th|\.)?(?: of)? )?"
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December)"
    r"(?: \d{1,2}(?:st|nd|rd|th)?)?(?:,? \d{4})?|\d{4})\b"
)


def _born(match: re.Match[str], saying: Saying, scene: Scene) -> tuple[Draft, ...]:
    """Return a birth with its place and date; it is news of a day only where the words name it."""
    who, place = as_person(saying.subject, scene), match["place"]
    day = _CALENDAR.search(saying.said)
    dated = saying.said != saying.predicate
    if not who or not (place or dated):
        return ()
    parts = [
        "Born" if place or day else "Was born",
        f"in {place}" if place else "",
        day[0] if day else "",
    ]
    sure = dated and (not day or re.search(r"\d{4}", day[0]))
    topic = "" if sure else UNDATED
    return (Draft(who, " ".join(filter(None, parts)), MILESTONE if sure else STATUS, (), topic),)


def _divorced(match: re.Match[str], saying: Saying, scene: Scene) -> tuple[Draft, ...]:
    who, other = as_person(saying.subject, scene), scene.person(match["with"])
    if not who or not other:
        return ()
    return (Draft(who, f"Divorced {other.name}", MILESTONE, (other,)),)


def _home(match: re.Match[str], saying: Saying, scene: Scene) -> tuple[Draft, ...]:
    who, place = as_person(saying.subject, scene), match["place"]
    if not who or not is_name(place):
        return ()
    moved = match["verb"].startswith(("moved", "relocated"))
    if moved and not is_place(place) and _assigned(who, place, scene):
        return (_assignment(who, f"Moved to {place}", place),)
    if scene.kind(place):
        return ()  # a company, a project, a person, an app
    if moved and not (is_place(place) or "," in place or saying.predicate != saying.said):
        return ()  # "I moved to Settings": neither a known place nor a day that one moves on
    verb = "Moved to" if moved else "Lives in"
    return (Draft(who, f"{verb} {place}", MILESTONE if moved else STATUS, (), "home"),)


def _assigned(who: Mention, name: str, scene: Scene) -> bool:
    held = any(re.match(r"(?:Is |Works |Working |Moved to |Joined )?[Oo]n ", held.text)
               for held in scene.facts(who))  # fmt: skip
    return held or scene.kind(name) == PROJECT


def _assignment(who: Mention, fact: str, project: str) -> Draft:
    return Draft(who, fact, STATUS, (Mention(PROJECT, project),), "assignment")


def _on(match: re.Match[str], saying: Saying, scene: Scene) -> tuple[Draft, ...]:
    who = as_person(saying.subject, scene)
    project = scene.project(match["project"])
    if not who or not project:
        return ()
    if saying.subject.first and not (scene.kind(project.name) or match["what"]):
        return ()
    verb = "Moved to" if match["verb"].startswith(("moved", "switched")) else "On"
    return (_assignment(who, f"{verb} {project.name}", project.name),)


def _on_team(match: re.Match[str], saying: Saying, scene: Scene) -> tuple[Draft, ...]:
    who, project = as_person(saying.subject, scene), scene.project(match["project"])
    if not who or not project:
        return ()
    verb = "Moved to" if match["verb"].startswith(("moved", "switched", "was moved")) else "On"
    return (_assignment(who, f"{verb} {project.name}", project.name),)


def _leads(match: re.Match[str], saying: Saying, scene: Scene) -> tuple[Draft, ...]:
    who, project = as_person(saying.subject, scene), scene.project(match["project"])
    if not who or not project or not (match["what"] or scene.kind(project.name) == PROJECT):
        return ()
    return (Draft(who, f"Leads {project.name}", STATUS, (project,)),)


def _age(match: re.Match[str], saying: Saying, scene: Scene) -> tuple[Draft, ...]:
    who = as_person(saying.subject, scene) if saying.subject.mention else None
    return (Draft(who, sentence(match["did"]), MILESTONE),) if who else ()


_POSS = r"(?:my|his|her|their|our|a|an|the)"
RULES: tuple[Rule, ...] = (
    rule(rf"used to be (?:my|our) {_REL}{_AT}{END}", _former),
    rule(rf"(?:was|is) my (?:former|old|ex-?|previous) ?{_REL}{_AT}{END}", _former),
    rule(rf"was (?:my|our) {_REL}{_AT}(?=$|,| {_UNTIL})", _lasted),
    rule(rf"is no longer my {_REL}{_AT}(?=$|,)", _former, denies=True),
    rule(rf"is not my {_REL}{_AT} any ?more", _former, denies=True),
    rule(rf"is (?P<trait>{TRAIT}){END}", _trait),
    rule(rf"(?P<habit>{HABIT}){END}", _habit),
    rule(rf"(?P<did>took {_POSS} (?:very )?first steps?){END}", _event),
    rule(rf"(?P<did>(?:said|spoke) {_POSS} first words?|lost {_POSS} first tooth|"
         rf"started (?:school|kindergarten|preschool|daycare|university|college|nursery|first "
         rf"grade|"
         rf"high school|grad school)|learned to (?:walk|swim|read|ride a bike|drive)){END}",
         _event),
    rule(rf"(?P<did>(?:got |is )?(?:married|engaged|divorced)(?: to (?P<with>{NAME}))?)(?=$|,)",
         _event),
    rule(rf"(?P<did>had (?:a|our|my|her|their|his) (?:(?:first|second|third) )?"
         rf"(?:baby(?: girl| boy)?|child|daughter|son|twins)(?:,? (?:named|called) {NAME})?){END}",
         _event),
    rule(rf"(?P<did>gave birth(?: to [\w ]+)?|passed away|died){END}", _event),
    rule(rf"was born(?: and (?:raised|grew up))?(?: (?:in|near|at) (?P<place>{NAME}(?:, {NAME})?))?"
         rf"{END}", _born),
    rule(rf"(?P<did>married (?P<with>{NAME})){END}", _event),
    rule(rf"(?P<did>broke up with (?P<with>{NAME})){END}", _event),
    rule(rf"divorced (?:my (?:wife|husband|spouse|partner),? )?(?P<with>{NAME}){END}", _divorced),
    rule(rf"(?P<did>bought (?:a|our|my|her|his|their) (?:(?:first|new|old|small) )*"
         rf"(?:house|flat|apartment|home|farm|boat|car|condo)(?: (?:in|near) {NAME})?){END}",
         _event),
    rule(rf"(?P<did>graduated(?: (?:from|with|in|at) [\w' ]+)?|"
         rf"(?:finished|completed|defended) {_POSS} "
         rf"(?:PhD|thesis|dissertation|degree|master's|masters|doctorate|bootcamp)){END}", _event),
    rule(rf"(?P<did>passed {_POSS} (?:\w+ ){{0,3}}(?:exam|test|bar exam)|"
         rf"(?:ran|finished|completed) {_POSS} (?:first )?(?:half[- ]marathon|marathon|triathlon)|"
         rf"(?:published|finished writing) {_POSS} (?:first |second )?(?:book|novel|memoir)|"
         rf"won (?:a|an|the) [\w' ]*(?:award|prize|medal|championship|competition|scholarship)|"
         rf"retired|adopted (?:a|an|two) [\w ]+|got (?:a|our|my) (?:new )?(?:dog|cat|puppy|kitten)|"
         rf"broke {_POSS} (?:arm|leg|wrist|ankle|foot|hip)|had (?:knee |hip |back )?surgery|"
         rf"quit smoking|stopped smoking){END}", _event, denies=True),
    rule(r"(?P<did>joined (?:a|an|my local|our local|the local) (?:[\w-]+ ){0,4}(?:group|club|gym|"
         r"program|"
         r"programme|church|choir|band|team|community|class|league|forum)(?: for [\w ]+)?)(?=$|,)",
         _event),
    rule(r"(?P<did>(?:opened|started|launched) (?:a|an|my|our|her|his|their) (?:[\w-]+ "
         r"){0,3}(?:store|"
         r"shop|business|company|startup|blog|podcast|studio|restaurant|cafe|bakery|agency|"
         r"newsletter|nonprofit)(?: (?:about|for|in) [\w ]+)?)(?=$|,)", _event),
    rule(r"(?P<did>hired (?:a|an|two|three|four|five|\d+|our|their|her|his|my) [\w ]{3,40})(?=$|,)",
         _event),
    rule(r"(?P<did>turned (?:\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten|thirty|forty|"
         r"fifty|sixty))(?=$|,)", _age),
    rule(rf"(?P<verb>is on|is working on|works on|was moved to|moved to|switched to|was assigned "
         rf"to|"
         rf"is assigned to)(?: the)?(?P<what> project)? (?P<project>{PROJECT_NAME})(?= (?:team|"
         rf"project)\b)",
         _on_team),
    rule(rf"(?P<verb>moved (?:back |out )?to|relocated to|lives? in|is (?:based|living) in) "
         rf"(?P<place>{NAME}(?:, {NAME})?)(?=$|,| with| to be| to start| because| after| together|"
         rf" and)",
         _home),
    rule(rf"(?P<verb>is on|is working on|works on|was moved to|was assigned to|is assigned to)"
         rf"(?P<what>) (?P<project>{PROJECT_NAME})(?=$|,)", _on),
    rule(rf"(?:leads?|is leading|owns?|heads|is in charge of) (?:the )?(?P<what>project )?"
         rf"(?P<project>{PROJECT_NAME})(?: project)?(?=$|,)", _leads),
)  # fmt: skip
