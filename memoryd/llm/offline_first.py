"""What the operator says comes first, and what ends with the project it was about."""

import re
from collections.abc import Iterator

from memoryd.core.project_end import ends_project
from memoryd.core.proposal import Mention
from memoryd.llm.offline_rules import PREFERENCE, STATUS, Rule, rule, sentence, stands_alone, third
from memoryd.llm.offline_scene import PERSON, PROJECT, Draft, Held, Scene
from memoryd.llm.offline_subject import Saying
from memoryd.llm.offline_words import PROJECT as PROJECT_NAME

_FIRST = (
    r"(?:current |absolute )?(?:top|main|first|highest|biggest|number[- ]one|No\. 1|#1) "
    r"(?:priority|focus)"
)
_SPAN = r"(?: (?:this (?:week|month|quarter|year)|until [\w .]+|now|right now|at the moment))?"
_KIND = r"(?: (?:project|launch|release|migration|rewrite|app|site|website))"
_NO_WORK = re.compile(
    r"(?:not|no|never|to (?:know|see|hear|have|get|be)|always|what|how|that)\b"
    r"|.*\b(?:today|tonight|tomorrow|this (?:morning|afternoon|evening|weekend))\b"
)
_ENDS = re.compile(r" (?:right )?now$| at the moment$")


def _stated(match: re.Match[str], _saying: Saying, scene: Scene) -> tuple[Draft, ...]:
    what = _ENDS.sub("", match["what"].strip())
    if _NO_WORK.match(what) or not stands_alone(what, 12):
        return ()
    span = _ENDS.sub("", match["span"] or match.groupdict().get("mid") or "")
    what = re.sub(r"^The ", "the ", third(what))
    return (_first(scene, f"{match['own']} is {what}{span}"),)


def _comes_first(match: re.Match[str], _saying: Saying, scene: Scene) -> tuple[Draft, ...]:
    """Return what comes first of a project that is known, or called one; "safety" is none."""
    project = scene.project(match["project"])
    if not project or not (match["kind"] or scene.kind(project.name) == PROJECT):
        return ()
    what = f"{match['the'] or ''}{match['project']}{match['kind'] or ''}"
    return (_first(scene, f"{what} comes first{_ENDS.sub('', match['span'] or '')}"),)


def _works_first(match: re.Match[str], _saying: Saying, scene: Scene) -> tuple[Draft, ...]:
    """Return both of "I'm working on the Harbour project this month, that comes first"."""
    project = scene.project(match["project"])
    if not project or not (match["kind"] or scene.kind(project.name) == PROJECT):
        return ()
    on = Draft(scene.speaker, f"On {project.name}", STATUS, (project,), "assignment")
    span = match["span"] or match["span2"] or ""
    return (on, _first(scene, f"{project.name} comes first{_ENDS.sub('', span)}"))


def _first(scene: Scene, text: str) -> Draft:
    return Draft(scene.speaker, sentence(text), PREFERENCE, (), "priority")


# Read with their dates, which say how long.
WHOLE: tuple[Rule, ...] = (
    rule(rf"[Mm]y (?P<own>{_FIRST})(?P<mid>{_SPAN}) is (?:now |still |currently )?(?:on )?"
         rf"(?P<what>[^,;:!?]{{3,80}}?)(?P<span>{_SPAN})$", _stated),
    rule(rf"(?P<what>(?:[Tt]he )?[^,;:!?]{{3,60}}?) is (?:now |still |currently )?my "
         rf"(?P<own>{_FIRST})(?P<span>{_SPAN})$", _stated),
    rule(rf"(?P<the>[Tt]he )?(?P<project>{PROJECT_NAME})(?P<kind>{_KIND})? (?:comes|goes) first"
         rf"(?P<span>{_SPAN})$", _comes_first),
    rule(rf"I(?:'m| am) (?:working )?on (?:the )?(?P<project>{PROJECT_NAME})(?P<kind>{_KIND})?"
         rf"(?P<span>{_SPAN}),? (?:and )?(?:that|which|this|it) (?:comes|goes) first"
         rf"(?P<span2>{_SPAN})$", _works_first),
)  # fmt: skip
_IS_FIRST = re.compile(rf"{_FIRST} is |.* comes first\b", re.IGNORECASE)


def ended_with(draft: Draft, scene: Scene) -> Iterator[tuple[Draft, tuple[str, ...]]]:
    """Yield, where a draft says that a project is over, what ends of it for those who are on it."""
    if draft.entity.kind != PROJECT or not ends_project(draft.fact, (draft.entity.name,)):
        return
    state = f"{draft.fact[0].lower()}{draft.fact[1:]}"
    state = state if state.startswith(("is ", "went ", "was ", "has ")) else f"is {state}"
    for who in (scene.speaker, *(entity.mention for entity in scene.people())):
        for fact, held in _ending(draft.entity, state, scene.facts(who)):
            if who.kind == PERSON:
                yield Draft(who, fact, STATUS, (draft.entity,)), held


def _ending(
    project: Mention, state: str, facts: list[Held]
) -> Iterator[tuple[str, tuple[str, ...]]]:
    named = re.compile(rf"\b{re.escape(project.name)}\b")
    on = re.compile(rf"(?:(?:Is |Works )?[Oo]n|Moved to|Joined) {re.escape(project.name)}$")
    ids = tuple(held.id for held in facts if held.id and on.match(held.text))
    if any(on.match(held.text) for held in facts):
        yield f"No longer on {project.name}", ids
    first = [held for held in facts if _IS_FIRST.match(held.text) and named.search(held.text)]
    if first:
        yield f"{project.name} came first, and {state}", tuple(held.id for held in first if held.id)
