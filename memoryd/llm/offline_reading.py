"""What the built-in extractor reads out of lines: clauses, the rules that fit, proposals."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from zoneinfo import ZoneInfo

from memoryd.clock import local_day
from memoryd.core.proposal import Extraction, ExtractionRequest, Mention, Proposal
from memoryd.core.roles import ends_role
from memoryd.core.supersede import contradicts
from memoryd.core.turn import Audience, Line, Role
from memoryd.core.value import replace
from memoryd.llm import (
    offline_back,
    offline_first,
    offline_orders,
    offline_people,
    offline_projects,
    offline_self,
    offline_ties,
    offline_work,
)
from memoryd.llm.offline_hours import begins_later
from memoryd.llm.offline_known import endings, replaced
from memoryd.llm.offline_limit import is_passing, within
from memoryd.llm.offline_rules import MILESTONE, PREFERENCE, RELATIONSHIP, UNDATED, first_drafts
from memoryd.llm.offline_scene import PERSON, PROJECT, Draft, Scene
from memoryd.llm.offline_subject import Saying, Subject, parse
from memoryd.llm.offline_text import Clause, clauses, without_denial
from memoryd.llm.offline_words import PROJECT as PROJECT_NAME

_WHOLE = (
    *offline_self.WHOLE,
    *offline_orders.WHOLE,
    *offline_back.WHOLE,
    *offline_work.WHOLE,
)
_DATED_WHOLE = (*offline_projects.WHOLE, *offline_first.WHOLE)
_RULES = (
    *offline_projects.RULES,
    *offline_work.RULES,
    *offline_ties.RULES,
    *offline_people.RULES,
    *offline_self.RULES,
    *offline_orders.RULES,
)


def read(request: ExtractionRequest) -> Extraction:
    """Return a proposal for each fact that a line of the operator states by itself."""
    scene = Scene(request)
    found: list[Proposal] = []
    heard = [(line, who) for line in request.lines if (who := _speaker(line, scene))]
    for (line, speaker), after in zip_longest(heard, heard[1:]):
        scene.begin(speaker)
        own = after[0] if after and after[1] == speaker else None
        for proposal in _read(line, own, scene, request.zone):
            if not _is_repeated(proposal, found):
                found.append(proposal)
    return Extraction(tuple(found))


def _is_repeated(proposal: Proposal, found: list[Proposal]) -> bool:
    """Return whether a proposal says again what was found, with nothing since that ended it."""
    said = (proposal.entity, proposal.fact)
    if said not in ((before.entity, before.fact) for before in found):
        return False
    for before in reversed(found):
        same = before.entity == proposal.entity
        if same and before.fact == proposal.fact:
            return True
        if ends_role(before.fact) or (same and contradicts(before.fact, proposal.fact)):
            return False
    return False


def _speaker(line: Line, scene: Scene) -> Mention | None:
    """Return whose "I" a line holds: the operator's, or the other party's of a direct chat."""
    turn = line.turn
    if turn.role is Role.OPERATOR:
        return scene.operator
    if turn.role is Role.MEMBER and turn.audience is Audience.PRIVATE and turn.speaker:
        return Mention(PERSON, turn.speaker)
    return None


def _told(line: Line, scene: Scene, zone: ZoneInfo) -> list[Clause]:
    return [*clauses(line.turn.text, local_day(line.turn.time, zone), scene.names)]


def _read(line: Line, after: Line | None, scene: Scene, zone: ZoneInfo) -> Iterator[Proposal]:
    """Yield the proposals of one line; what one clause states, the next may lean on.

    after: the speaker's next line, which may tell when a job that was got begins.
    """
    day = local_day(line.turn.time, zone)
    before: Subject | None = None
    found: list[_Found] = []
    told = _told(line, scene, zone)
    for at, clause in enumerate(told, start=1):
        drafts, before = _clause(clause, scene, before)
        if drafts and drafts[0].fact.startswith("Started "):
            behind = [*told[at:], *(_told(after, scene, zone) if after else ())]
            mine = drafts[0].entity == scene.speaker
            drafts = () if begins_later(drafts[0], behind, first=mine) else drafts
        for draft in drafts:
            if draft.category == PREFERENCE and clause.when == day.isoformat():
                continue  # a mood of the day
            # Only the operator's word may replace what the operator said.
            ids = replaced(draft, scene) if scene.speaker == scene.operator else ()
            # Who somebody is does not begin on the day the clause speaks of.
            undated = draft.category == RELATIONSHIP or draft.topic == UNDATED
            when = None if undated else clause.when
            found.append(_Found(draft, when, ids))
            ended = (*endings(draft, scene), *offline_first.ended_with(draft, scene))
            found.extend(_Found(end, clause.when, ids) for end, ids in ended)
            scene.learn(draft)
    for each in _together(found):
        yield _proposal(line, each)


@dataclass(frozen=True, slots=True)
class _Found:
    draft: Draft
    when: str | None
    replaces: tuple[str, ...]


def _together(found: list[_Found]) -> list[_Found]:
    """Join what a line says of one person's ways: "Difficult manager, micromanages"."""
    kept: list[_Found] = []
    for each in found:
        last = kept[-1] if kept else None
        if (
            last
            and last.draft.topic == each.draft.topic == "trait"
            and (last.draft.entity == each.draft.entity)
        ):
            fact = f"{last.draft.fact}, {each.draft.fact[0].lower()}{each.draft.fact[1:]}"
            kept[-1] = replace(last, draft=replace(last.draft, fact=fact))
        else:
            kept.append(each)
    return kept


def _proposal(line: Line, found: _Found) -> Proposal:
    draft = found.draft
    return Proposal(
        lines=(line.id,),
        entity=draft.entity,
        fact=draft.fact,
        category=draft.category,
        when=found.when,
        replaces=found.replaces,
        related=tuple(mention for mention in draft.related if mention != draft.entity),
    )


def _clause(
    clause: Clause, scene: Scene, before: Subject | None
) -> tuple[tuple[Draft, ...], Subject | None]:
    """Return what a clause states, and whom it is about; "Rome, not Berlin" states Rome."""
    drafts, subject = _stated(clause, scene, before)
    if any(draft.category == PREFERENCE for draft in drafts) and is_passing(clause):
        # The days are part of what is liked or wanted: "no coffee in January".
        dated = replace(clause, bare=clause.text)
        drafts = tuple(draft for draft in drafts if draft.category != PREFERENCE)
        found = _stated(dated, scene, before)[0]
        return (*drafts, *(draft for draft in found if draft.category == PREFERENCE)), subject
    bare = without_denial(clause)
    return (drafts, subject) if drafts or not bare else _stated(bare, scene, before)


def _holding(drafts: tuple[Draft, ...], clause: Clause, scene: Scene) -> tuple[Draft, ...]:
    """Return the drafts that are so by the day they are said: nothing planned, nothing of a tale.

    A target is a plan, and a birthday names no day of news; a tie that "was until May" is over.
    What has dates of which none is its own has no day, and is left out; so is the value that
    another took the place of, "moved to Bonn in 2015 and to Rome in 2018".
    """
    return tuple(
        replace(draft, fact=fact)
        for draft in drafts
        if not ((clause.ahead or clause.adrift) and _is_of_a_day(draft))
        and not (clause.coming and _is_of_a_day(draft) and draft.category not in _OF_ANY_YEAR)
        and not (clause.goes_on and draft.topic not in ("", UNDATED, "tie"))
        and not (clause.tale and draft.entity != scene.speaker and draft.category != RELATIONSHIP)
        and (fact := within(draft, clause.limit, clause.contrast))
    )


def _is_of_a_day(draft: Draft) -> bool:
    return draft.topic not in _OF_ANY_DAY or draft.category == MILESTONE


_OF_ANY_YEAR = (PREFERENCE, RELATIONSHIP)  # "I love skiing in May", "my sister Mia marries in May"
_OF_ANY_DAY = ("target", "tie", "priority", UNDATED)


def _stated(
    clause: Clause, scene: Scene, before: Subject | None
) -> tuple[tuple[Draft, ...], Subject | None]:
    whole = (
        offline_ties.lists(clause, scene)
        or offline_people.firms(clause, scene)
        or _subjectless(clause, scene)
    )
    if whole:
        return _holding(whole, clause, scene), before
    drafts = offline_ties.relations(clause, scene) or offline_work.titles(clause, scene)
    drafts = _holding(drafts, clause, scene)
    for draft in drafts:
        scene.learn(draft)
    saying = parse(clause, scene, before)
    if not saying:
        _look_around(clause, scene, None)
        return drafts, None
    drafts += _holding(_predicate(saying, scene), clause, scene)
    _look_around(clause, scene, saying.subject)
    for draft in drafts:
        scene.point(draft.entity)
    return drafts, saying.subject


def _subjectless(clause: Clause, scene: Scene) -> tuple[Draft, ...]:
    """Return what the clauses say that only the speaker can be the subject of, or a project."""
    speaker = Subject(scene.speaker.name, scene.speaker, first=True)
    found = first_drafts(_WHOLE, Saying(speaker, clause.bare, clause.text), scene)
    dated = Saying(speaker, clause.text, clause.text)
    return found or first_drafts(_DATED_WHOLE, dated, scene)


def _predicate(saying: Saying, scene: Scene) -> tuple[Draft, ...]:
    dated = replace(saying, predicate=saying.said)
    found = first_drafts(offline_projects.DATED, dated, scene)
    return found or first_drafts(_RULES, saying, scene) or offline_back.taken_back(saying, scene)


def _look_around(clause: Clause, scene: Scene, subject: Subject | None) -> None:
    """Note the person and the project a clause names, for "she" and "we decided" after it."""
    named = set(re.findall(PROJECT_NAME, clause.bare))
    for name in named:
        if scene.kind(name) == PROJECT:
            scene.point(Mention(PROJECT, name))
    if subject and subject.mention and subject.mention != scene.speaker:
        scene.point(subject.mention)
    others = {name for name in named if scene.person(name)} - {subject.name if subject else ""}
    if others and not (scene.focus and others == {scene.focus.name}):
        known = [scene.person(name) for name in others if scene.kind(name) == PERSON]
        scene.unpoint(known[0] if len(others) == len(known) == 1 else None)
