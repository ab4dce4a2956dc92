"""Offline rules about people: what they are like, what befell them, where they live."""

import re

from memoryd.core.proposal import Mention
from memoryd.llm.offline_known import manager_word
from memoryd.llm.offline_ordinary import is_game, is_ordinary
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
from memoryd.llm.offline_scene import PROJECT, THING, Draft, Scene
from memoryd.llm.offline_subject import Saying, as_person
from memoryd.llm.offline_text import Clause
from memoryd.llm.offline_words import (
    END,
    HABIT,
    NAME,
    TRAIT,
    is_name,
    is_place,
)
from memoryd.llm.offline_words import (
    PROJECT as PROJECT_NAME,
)

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
    if _is_figure_of_speech(match["did"], scene):
        return ()
    return (Draft(who, sentence(third(match["did"])), MILESTONE, _spouse(match, scene)),)


_TIED_TO = re.compile(rf"\b(?P<how>in|near|from|at|to|with) (?:the )?(?P<name>{NAME})")
_NO_SCHOOL = re.compile(
    r"graduated from (?!.*(?:school|college|uni|academy|program|course|bootcamp|training|class|"
    r"kindergarten|there|with)|[\w' ]*[A-Z])"
)


def _is_figure_of_speech(did: str, scene: Scene) -> bool:
    """Return whether "married to Excel", "graduated from diapers" is no event of a life."""
    for match in _TIED_TO.finditer(did):
        kind = scene.kind(match["name"])
        if (
            kind == THING
            or is_game(match["name"])
            or (match["how"] == "to" and kind is None and is_ordinary(match["name"]))
        ):
            return True
    return _NO_SCHOOL.match(did) is not None


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
    if not who or not is_name(place) or is_ordinary(place.split(",")[0]):
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


def _off(match: re.Match[str], saying: Saying, scene: Scene) -> tuple[Draft, ...]:
    """Return that somebody is on a project no more; who "is not on" one may never have been."""
    who, project = as_person(saying.subject, scene), scene.project(match["project"])
    over = match["more"] or "no longer" in match[0]
    if not who or not project or not over or not is_name(project.name.removesuffix("s")):
        return ()
    held = any(old.text == f"On {project.name}" for old in scene.facts(who))
    if not (held or re.search(r"work|project|team", match[0])):
        return ()  # "not on Prozac any more"
    return (Draft(who, f"No longer on {project.name}", STATUS, (project,)),)


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
    rule(rf"(?:no longer (?:works?|is working|is) on|(?:do|does) not work on|is (?:not|no longer) "
         rf"(?:working )?on) (?:the )?(?P<project>{PROJECT_NAME})(?: project| team)?"
         rf"(?P<more> any ?(?:more|longer))?$", _off, denies=True),
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
    rule(rf"(?P<verb>moved (?:back |out )?(?:from {NAME} )?to|relocated (?:from {NAME} )?to|"
         rf"lives? in|is (?:based|living) in) "
         rf"(?P<place>{NAME}(?:, {NAME})?)(?=$|,| with| to be| to start| because| after| together|"
         rf" and)",
         _home),
    rule(rf"(?P<verb>is on|is working on|works on|was moved to|was assigned to|is assigned to)"
         rf"(?P<what>) (?P<project>{PROJECT_NAME})(?=$|,)", _on),
    rule(rf"(?:leads?|is leading|owns?|heads|is in charge of) (?:the )?(?P<what>project )?"
         rf"(?P<project>{PROJECT_NAME})(?: project)?(?=$|,)", _leads),
)  # fmt: skip
