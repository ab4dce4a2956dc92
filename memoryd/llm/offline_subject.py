"""Who a clause is about, and its predicate in one plain form (am, 've, just taken out)."""

import re
from dataclasses import dataclass

from memoryd.core.proposal import Mention
from memoryd.llm.offline_scene import PERSON, PROJECT, Scene
from memoryd.llm.offline_text import Clause
from memoryd.llm.offline_words import NAME, RELATIONS, WORK_RELATIONS, untitled
from memoryd.llm.offline_words import PROJECT as PROJECT_NAME


@dataclass(frozen=True, slots=True)
class Subject:
    """The one a clause is about. mention: None while the kind of a bare name is open."""

    name: str
    mention: Mention | None = None
    first: bool = False
    plural: bool = False


@dataclass(frozen=True, slots=True)
class Saying:
    """A clause taken apart: predicate without its dates, said with them; clause: all as said."""

    subject: Subject
    predicate: str
    said: str
    clause: str = ""

    @property
    def negated(self) -> bool:
        """Whether something is denied in it."""
        return _NEGATION.search(self.predicate) is not None


_REL = rf"(?:{RELATIONS}|{WORK_RELATIONS})"
_BE = r"(?:'s|'re|'m|'ve|'ll)?"
_FIRST = re.compile(rf"(?P<who>I|i|we|We)(?P<tail>{_BE})\s+(?P<rest>.+)")
_PRONOUN = re.compile(r"(?P<who>[Ss]he|[Hh]e)(?P<tail>'s|'ll)?\s+(?P<rest>.+)")
_MY_NAMED = re.compile(
    rf"(?:[Mm]y|[Oo]ur) (?P<rel>{_REL}),? (?P<name>{NAME}),?(?P<tail>'s|'ll)?\s+(?P<rest>.+)"
)
_MY = re.compile(rf"(?:[Mm]y|[Oo]ur) (?P<rel>{_REL})(?P<tail>'s|'ll)?\s+(?P<rest>.+)")
_PROJECT = re.compile(
    rf"(?:[Tt]he |[Oo]ur )?[Pp]roject (?P<name>{PROJECT_NAME})(?P<tail>'s|'ll)?\s+(?P<rest>.+)|"
    rf"(?:[Tt]he |[Oo]ur |[Mm]y )(?P<name2>{PROJECT_NAME}) (?:project|app|site|website|service|"
    rf"game|"
    rf"tool|launch|release)(?P<tail2>'s|'ll)?\s+(?P<rest2>.+)"
)
_NAMED = re.compile(
    rf"(?P<name>{NAME}|{PROJECT_NAME})(?P<tail>'s|'ll)?"
    rf"(?:, (?:(?:my|our) (?:[\w-]+ ){{0,2}}(?:{RELATIONS}|{WORK_RELATIONS})\b[^,]{{0,40}}|"
    rf"(?:the|who is|who's|a|an) [^,]{{2,60}}),)?\s+(?P<rest>.+)"
)
_DROPPED = re.compile(
    r"(?P<rest>(?:Started|Joined|Left|Quit|Moved|Got|Bought|Became|Accepted|Graduated|"
    r"Resigned|Decided|Chose|Settled|Launched|Shipped|No longer|Used to|Stopped)\b.+)"
)
_GOES_ON = re.compile(r"(?P<rest>[a-z]+\b.*)")
_NEGATION = re.compile(r"\b(?:not|never|no longer|without|neither|nor|hardly|barely|stopped)\b")
_SOFT = (
    r"(?:just|finally|recently|officially|also|actually|really|already|currently|still|only|"
    r"definitely|absolutely|personally|simply|usually|generally|both|always|even|now|honestly|"
    r"strongly|much|truly|totally|happily|proudly|sadly|all)"
)
_ADVERBS = re.compile(rf"^(?:{_SOFT}\s+)+")
_HAVE = re.compile(
    r"^(?:have|has|is) (?=(?:\w+ed|left|quit|been|got|gotten|bought|begun|become|gone|made|sold|"
    r"built|chosen|taken|moved|had|lost|found)\b(?!-))"
)
_PASSIVE = re.compile(r"^is (?=(?:fired|laid|promoted|engaged|married|retired|divorced|hired|"
                      r"allergic|based|called|named|paused|cancelled|canceled|delayed|blocked|"
                      r"postponed|finished|archived|scheduled|planned|employed|assigned|managed|"
                      r"built)\b)")  # fmt: skip


def parse(clause: Clause, scene: Scene, before: Subject | None) -> Saying | None:
    """Return who a clause is about and what it says of them; None where that is not plain.

    before: the subject of the clause before it in the line, taken up by "... and left".
    """
    found = _split(clause.bare, scene, before, opens=clause.opens)
    if not found:
        return None
    subject, predicate = found
    said = _split(clause.text, scene, before, opens=clause.opens)
    return Saying(subject, predicate, said[1] if said else predicate, clause.text)


def _split(
    text: str, scene: Scene, before: Subject | None, *, opens: bool
) -> tuple[Subject, str] | None:
    if match := _FIRST.match(text):
        plural = match["who"].lower() == "we"
        subject = Subject(scene.speaker.name, scene.speaker, first=True, plural=plural)
        return subject, _plain(match["tail"], match["rest"])
    if match := _PRONOUN.match(text):
        mention = scene.he_or_she(match["who"])
        if not mention:
            return None
        return Subject(mention.name, mention), _plain(match["tail"], match["rest"])
    if re.match(r"(?:[Mm]y|[Oo]ur) ", text) and not _PROJECT.match(text):
        return _kin(text, scene)
    return _implied(text, scene, before, opens=opens) or _named(text, scene)


def _kin(text: str, scene: Scene) -> tuple[Subject, str] | None:
    """Return the person of "my daughter Emma ..." or, where one is known, "my daughter ..."."""
    if match := _MY_NAMED.match(text):
        mention = scene.person(match["name"])
    elif match := _MY.match(text):
        mention = scene.relative(match["rel"])
    else:
        return None
    if not mention:
        return None
    return Subject(mention.name, mention), _plain(match["tail"], match["rest"])


def _named(text: str, scene: Scene) -> tuple[Subject, str] | None:
    if match := _PROJECT.match(text):
        name = match["name"] or match["name2"]
        mention = scene.project(name)
        tail, rest = match["tail"] or match["tail2"], match["rest"] or match["rest2"]
        return (Subject(name, mention), _plain(tail, rest)) if mention else None
    match = _NAMED.match(text)
    if not match:
        return None
    name = untitled(match["name"])
    if not (scene.person(name) or scene.project(name) or scene.kind(name)):
        return None
    kind = scene.kind(name)
    mention = Mention(kind, name) if kind else None
    return Subject(name, mention), _plain(match["tail"], match["rest"])


def _implied(
    text: str, scene: Scene, before: Subject | None, *, opens: bool
) -> tuple[Subject, str] | None:
    """Return the subject a clause leaves out: "Left Acme Corp.", "... and moved to Bonn"."""
    if opens and (match := _DROPPED.match(text)):
        rest = match["rest"]
        subject = Subject(scene.speaker.name, scene.speaker, first=True)
        return subject, _plain("", rest[0].lower() + rest[1:])
    if not opens and before and (match := _GOES_ON.match(text)):
        return before, _plain("", match["rest"])
    return None


def _plain(tail: str | None, rest: str) -> str:
    """Return a predicate with its auxiliaries written one way."""
    lead = {"'m": "is ", "'re": "is ", "'s": "is ", "'ve": "have ", "'ll": "will "}
    text = lead.get(tail or "", "") + rest
    text = re.sub(r"\bcan(?:'t| ?not)\b", "can not", text)
    text = re.sub(r"\bwon't\b", "will not", text)
    text = re.sub(r"n't\b", " not", text)
    text = _ADVERBS.sub("", text)
    text = re.sub(r"^(?:am|are)\b", "is", text)
    text = re.sub(rf"^(is|have|has|was|will) (?:{_SOFT}\s+)+", r"\1 ", text)
    if not _PASSIVE.match(text):
        text = _HAVE.sub("", text)
    return _ADVERBS.sub("", text)


def as_person(subject: Subject, scene: Scene) -> Mention | None:
    """Return the subject as a person, where it can be one."""
    if subject.mention:
        return subject.mention if subject.mention.kind == PERSON else None
    return scene.person(subject.name)


def as_project(subject: Subject, scene: Scene) -> Mention | None:
    """Return the subject as a project, where it can be one."""
    if subject.mention:
        return subject.mention if subject.mention.kind == PROJECT else None
    return scene.project(subject.name)
