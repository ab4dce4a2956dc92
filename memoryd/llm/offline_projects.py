"""Offline rules about projects: what was decided, when it launches, how it stands."""

import re

from memoryd.core.proposal import Mention
from memoryd.llm.offline_rules import MILESTONE, STATUS, Rule, rule, sentence, stands_alone, third
from memoryd.llm.offline_scene import COMPANY, PROJECT, Draft, Scene
from memoryd.llm.offline_subject import Saying, as_project
from memoryd.llm.offline_words import END, NAME, THINGS, is_name, is_place
from memoryd.llm.offline_words import PROJECT as PROJECT_NAME

_CHOOSE = (
    r"(?:decided (?:on|to use|to go with|to build on|for|to stick with|to switch to)|"
    r"(?:chose|picked|settled on|agreed on|agreed to use|opted for|went with|landed on)|"
    r"is (?:going with|using|sticking with|switching to|standardi[sz]ing on)|"
    r"will (?:use|go with)|is going to use|switched to)"
)
_CHOOSE_OR_GO = _CHOOSE.replace("is ", "(?:is )?")
_OVER = r"(?:,? (?:instead of|rather than|over|and not|not) (?P<over>[\w.+#/ -]{2,40}?))?"
_WHAT = r"(?P<what>[\w.+#/][\w.+#/ -]{0,60}?)"
_OF = rf"(?:the |our )?(?P<sure>[Pp]roject )?(?P<project>{PROJECT_NAME})(?P<part>'s \w+| API| app)?"
_LATE = r"(?:,? (?:instead of|rather than|over|and not|not) (?P<late>[\w.+#/ -]{2,40}?))?"
# Words beside a state that leave it standing: a revived project is finished "again", "for good".
_ANEW = (
    r"(?:(?:yet |once )?again|once more|once and for all|for good|now|finally|at (?:long )?last|"
    r"after all|in the end|anew|completely|entirely|fully|officially)"
)
_STATE = (
    r"(?P<how>on hold|paused|cancell?ed|blocked|in beta|behind schedule|ahead of schedule|"
    r"delayed|archived|postponed|finished|done|complete|completed|live)"
)
_NO_CHOICE = re.compile(
    r"(?:it|that|this|them|a|one|something)$|(?:no|not|none|never|nothing|neither|against|postpone|"
    r"drop|cancel|delay|reject|abandon|scrap|skip|avoid|stop|pause|revisit|defer)\b",
    re.IGNORECASE,
)


def _choice(match: re.Match[str]) -> str:
    """Return "REST, not GraphQL" or "REST", "" where the choice is only pointed at."""
    what = match["what"].strip()
    over = (match["over"] or match.groupdict().get("late") or "").strip()
    what = re.sub(r"^(?:to )?(?:use|go with) ", "", what)
    if _NO_CHOICE.match(what) or is_place(what) or not stands_alone(what, 7):
        return ""
    return f"{third(what)}, not {over}" if over and stands_alone(over, 6) else third(what)


def _decided(match: re.Match[str], saying: Saying, scene: Scene) -> tuple[Draft, ...]:
    """Return a decision of "we", for the project it names or the one being talked about."""
    name = match["project"]
    project = scene.project(name) if name else scene.topic
    choice = _choice(match)
    if not saying.subject.first or not choice or not project or not _about_work(choice, match):
        return ()
    scene.point(project)
    return (Draft(project, f"Decided on {choice}", STATUS, (), "decision"),)


def _about_work(choice: str, match: re.Match[str]) -> bool:
    # Without a project in the clause only a choice of something with a name of its own counts.
    return bool(match["project"]) or any(word[0].isupper() for word in choice.split())


_PEOPLE_TOO = ("decided", "is going", "will")  # "Rosa decided on Spain over Italy"


def _uses(match: re.Match[str], saying: Saying, scene: Scene) -> tuple[Draft, ...]:
    project = as_project(saying.subject, scene)
    choice = _choice(match)
    tool = match["what"].lower() in THINGS
    chosen = match["over"] and (tool or not match["verb"].startswith(_PEOPLE_TOO))
    known = project and (saying.subject.mention or chosen or "-" in project.name)
    if not project or not choice or not known:
        return ()
    verb = "Decided on" if match["verb"].startswith(("is going", "will", "decided")) else "Uses"
    return (Draft(project, f"{verb} {choice}", STATUS, (), "decision"),)


def _used_for(match: re.Match[str], saying: Saying, scene: Scene) -> tuple[Draft, ...]:
    """Return what "we use Postgres for Beacon" says, of a project known or a tool by its name."""
    choice = _choice(match)
    tool = match["what"].lower() in THINGS
    known = scene.kind(match["project"]) == PROJECT or match["sure"] or tool
    project = scene.project(match["project"])
    if not saying.subject.first or not choice or not project or not known:
        return ()
    scene.point(project)
    return (Draft(project, f"Uses {choice}", STATUS, (), "decision"),)


def _switched(match: re.Match[str], saying: Saying, scene: Scene) -> tuple[Draft, ...]:
    project = scene.project(match["project"])
    choice = _choice(match)
    tool = match["what"].lower() in THINGS
    known = project and (scene.kind(project.name) == PROJECT or tool or match["sure"])
    if not saying.subject.first or not project or not known or not choice:
        return ()
    scene.point(project)
    given_up = f"from {match['from']} " if match["from"] else ""
    return (Draft(project, f"Switched {given_up}to {choice}", STATUS, (), "decision"),)


def _moved_stack(match: re.Match[str], saying: Saying, scene: Scene) -> tuple[Draft, ...]:
    name = match["project"] or match["project2"]
    project = scene.project(name) if name else scene.topic
    if not saying.subject.first or not project:
        return ()
    scene.point(project)
    fact = f"Switched from {match['from']} to {match['to']}"
    return (Draft(project, fact, STATUS, (), "decision"),)


_DAYS = (
    r"\d|(?:(?:January|February|March|April|May|June|July|August|September|October|November|December|"
    r"Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|"
    r"Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|tomorrow|next|this|today|tonight|"
    r"week|month|quarter|year|weekend|spring|summer|autumn|fall|winter|Q[1-4]|H[12]|Easter|"
    r"Christmas|Thanksgiving|New Year)\b)"
)
# A day stands right behind what leads to it: no "in court on Tuesday", no "back on Monday".
_DATED = re.compile(
    r"(?:(?:on|in|by|at|for|to|between|from|around|about|before|after|the|a|an|of|end|start|beginning|middle|"
    r"early|mid|late|first|second|third|fourth|last|half|coming|week|month)\W+)*"
    rf"(?:{_DAYS})"
)
_MOST = 6  # words of a date
_ITS = re.compile(r"its (?:[\w-]+ ){1,3}(?=(?:on|in|by|at|for)\b)")  # "launches its beta in May"
# What is said of projects alone; people too are due, planned and moved to another day.
_OF_PROJECTS = re.compile(
    r"\b(?:launch\w*|releas\w*|ship(?:s|ping|ped)?|go(?:es|ing)? live|slipped|deadline)\b",
    re.IGNORECASE,
)


def _target(project: Mention | None, what: str, when: str, scene: Scene) -> tuple[Draft, ...]:
    when = re.sub(r"^(?:now|set for|scheduled for|planned for) ", "", when.strip())
    if not project or not _DATED.match(_ITS.sub("", when)) or len(when.split()) > _MOST:
        return ()
    scene.point(project)
    return (Draft(project, f"{what} {when}", STATUS, (), "target"),)


def _is_project(name: str, words: str, scene: Scene) -> bool:
    """Return whether a name is known for a project's, or its form or what is said of it tells."""
    formed = re.search(r"[-_]| v?\d", name) is not None
    return formed or scene.kind(name) == PROJECT or _OF_PROJECTS.search(words) is not None


_PLAINLY = frozenset({"due", "planned", "scheduled"})  # with no word of a launch behind it


def _launches(match: re.Match[str], saying: Saying, scene: Scene) -> tuple[Draft, ...]:
    project = as_project(saying.subject, scene)
    words = match.string[: match.start("when")]
    sure = saying.subject.mention or _is_project(saying.subject.name, words, scene)
    last = words.split()[-1]
    what = last.capitalize() if last in _PLAINLY else "Launches"
    return _target(project if sure else None, what, match["when"], scene)


def _we_launch(match: re.Match[str], saying: Saying, scene: Scene) -> tuple[Draft, ...]:
    project = scene.project(match["project"])
    return _target(project if saying.subject.first else None, "Launches", match["when"], scene)


def _due(match: re.Match[str], _saying: Saying, scene: Scene) -> tuple[Draft, ...]:
    name = match["project"]
    if name and not _is_project(name, match.string[: match.start("when")], scene):
        return ()
    project = scene.project(name) if name else scene.topic
    what = "Deadline" if match["what"] == "deadline" else "Launch target"
    return _target(project, what, match["when"], scene)


def _shipped(match: re.Match[str], saying: Saying, scene: Scene) -> tuple[Draft, ...]:
    name, _, version = match["project"].partition(" v")
    project = scene.project(name)
    if not saying.subject.first or not project:
        return ()
    scene.point(project)
    fact = sentence(f"{match['verb']} v{version}" if version else match["verb"])
    return (Draft(project, fact, MILESTONE, (), "" if version else "target"),)


def _went_live(match: re.Match[str], saying: Saying, scene: Scene) -> tuple[Draft, ...]:
    project = as_project(saying.subject, scene)
    if not project or (match["did"] == "was released" and not saying.subject.mention):
        return ()  # from a hospital, from custody
    return (Draft(project, sentence(match["did"]), MILESTONE, (), "target"),)


def _stands(match: re.Match[str], saying: Saying, scene: Scene) -> tuple[Draft, ...]:
    project = as_project(saying.subject, scene)
    sure = saying.subject.mention or match["how"] == "in beta"
    if not project or not sure:
        return ()
    return (Draft(project, sentence(match["how"]), STATUS, (), "state"),)


def _company_did(match: re.Match[str], saying: Saying, scene: Scene) -> tuple[Draft, ...]:
    name = saying.subject.name
    sure = match["did"].startswith(("raised", "acquired", "was acquired", "went public"))
    if scene.kind(name) not in ((None, COMPANY) if sure else (COMPANY,)) or saying.subject.first:
        return ()
    if not is_name(name) or not stands_alone(match["did"], 14):
        return ()
    return (Draft(Mention(COMPANY, name), sentence(match["did"]), MILESTONE),)


def _hold(match: re.Match[str], saying: Saying, scene: Scene) -> tuple[Draft, ...]:
    project = scene.project(match["project"])
    if not saying.subject.first or not project or scene.kind(project.name) != PROJECT:
        return ()
    return (Draft(project, sentence(match["verb"]), STATUS, (), "state"),)


RULES: tuple[Rule, ...] = (
    rule(rf"switched (?:{_OF} )?from (?P<from>{NAME}) to (?P<to>{NAME})"
         rf"(?: (?:for|in|on) (?P<project2>{PROJECT_NAME}))?{END}", _moved_stack),
    rule(rf"(?:switched|moved|migrated|ported) {_OF} (?:over )?(?:from (?P<from>{NAME}) )?"
         rf"(?:over )?to {_WHAT}{_OVER}(?=$|,(?! not))", _switched, denies=True),
    rule(rf"use {_WHAT}{_OVER} (?:for|in|on) {_OF}(?=$|,)", _used_for, denies=True),
    rule(rf"{_CHOOSE} {_WHAT}{_OVER} (?:for|in|on) {_OF}{_LATE}(?=$|,)", _decided, denies=True),
    rule(rf"{_CHOOSE} {_WHAT}{_OVER}(?P<project>(?!))?(?=$|,(?! not))", _decided, denies=True),
    rule(rf"(?P<verb>uses|is using|will use|is going to use|is going with|decided on|is built "
         rf"(?:on|with)|"
         rf"runs on) {_WHAT}{_OVER}(?=$|,(?! not)| for| because)", _uses, denies=True),
    rule(rf"(?P<verb>launched|shipped|released) (?:the |our )?(?P<sure>[Pp]roject "
         rf")?(?P<project>{PROJECT_NAME})"
         rf"(?=$|,)", _shipped),
    rule(rf"(?P<did>launched|went live|shipped|is live|was released|has launched)(?: {_ANEW})*"
         rf"(?=$|,)", _went_live),
    rule(rf"(?:is )?(?:{_ANEW} )*{_STATE}(?: {_ANEW})*(?=$|,)", _stands),
    rule(rf"(?P<verb>paused|cancell?ed|archived|postponed|finished|completed) (?:the |our )?"
         rf"(?P<project>{PROJECT_NAME})(?: project)?(?: {_ANEW})*(?=$|,(?! (?:the|an?) ))", _hold),
    rule(r"(?P<did>(?:raised|closed) (?:a|an|its|their) [\w$€£., ]{2,50}(?:round|funding|million|"
         r"m|M)\b|"
         r"acquired [A-Z][\w ]+|was acquired by [A-Z][\w ]+|went public|hired [\w ]+|"
         r"laid off [\w ]+|opened (?:a|an|its) [\w ]+|shut down)(?=$|,)", _company_did),
)  # fmt: skip

_ON = r"(?:on|in|by|at|for)?"
_TO_LAUNCH = r" (?:to (?:launch|ship|go live|be released)|for (?:launch|release))"
_HOW = rf"(?:[a-z]+ly|worldwide|with {NAME})"
# Read with their dates, which are what they say.
DATED: tuple[Rule, ...] = (
    rule(rf"is (?:targeting|aiming for) (?P<when>[\w ,./-]{{3,40}}?) for (?:the )?(?:launch of )?"
         rf"(?P<project>{PROJECT_NAME})(?: launch)?$", _we_launch),
    rule(r"(?:launch |release )?(?:date )?(?:moved|slipped|was moved|got moved|was pushed|got "
         r"pushed|"
         r"(?:is )?targeted|is set) (?:back )?(?:to|for)(?: launch on| release on)? "
         r"(?P<when>[\w ,./-]{3,40})$", _launches),
    rule(rf"(?:launches|ships|goes live|releases|will (?:launch|ship|go live)|is (?:launching|"
         rf"shipping|"
         rf"going live|(?:due|planned|scheduled|expected|set){_TO_LAUNCH}|due|planned|scheduled)) "
         rf"(?:{_HOW} )?(?P<when>{_ON} ?[\w ,./-]{{3,40}})$", _launches),
    rule(rf"(?:is (?:launching|shipping|releasing)|will (?:launch|ship|release)|launch|ship|"
         rf"release|"
         rf"plan to (?:launch|ship|release)|is going to (?:launch|ship|release)|is planning to "
         rf"(?:launch|ship|release)) (?P<project>{PROJECT_NAME}) (?P<when>(?:on|in|by) [\w "
         rf",./-]{{3,40}})$",
         _we_launch),
)  # fmt: skip
WHOLE: tuple[Rule, ...] = (
    rule(rf"(?:[Dd]ecision|[Dd]ecided): {_WHAT}{_OVER} for {_OF}{_LATE}$", _decided, denies=True),
    rule(rf"[Ff]or (?:the |our )?(?:[Pp]roject )?(?P<project>{PROJECT_NAME})(?: project)?,? "
         rf"(?:we|we've|we're|I|I've) (?:(?:have|are|finally|just|now) )*{_CHOOSE_OR_GO} "
         rf"{_WHAT}{_OVER}$",
         _decided, denies=True),
    rule(rf"(?:[Tt]he |[Oo]ur )?(?:[Ll]aunch|[Rr]elease|[Ss]hip)?(?: ?(?P<what>deadline|date|"
         rf"target|launch))?"
         rf"(?: date)? (?:for|of) (?:[Pp]roject )?(?P<project>{PROJECT_NAME}) is (?:now )?"
         rf"(?P<when>[\w ,./-]{{3,40}})$", _due),
    rule(rf"(?P<project>{PROJECT_NAME})'s (?:launch |release )?(?P<what>deadline|launch|date|"
         rf"target|"
         rf"release)(?: date| target)? is (?:now )?(?P<when>[\w ,./-]{{3,40}})$", _due),
    rule(r"(?:[Tt]he |[Oo]ur )(?:launch |release )?(?P<what>deadline|launch|target|release)"
         r"(?: date| target)? is (?:now )?(?P<project>(?!))?(?P<when>[\w ,./-]{3,40})$", _due),
)  # fmt: skip
