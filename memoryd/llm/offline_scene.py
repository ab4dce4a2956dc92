"""What the offline rules know while they read a batch: who speaks, who is who, what is held."""

import re
from dataclasses import dataclass, field

from memoryd.core.entity import match_key
from memoryd.core.own_names import Names, names_of
from memoryd.core.proposal import ExtractionRequest, Mention
from memoryd.llm.offline_ordinary import is_ordinary
from memoryd.llm.offline_words import (
    APPS,
    HE,
    MANAGER,
    SHE,
    THINGS,
    is_company,
    is_name,
    untitled,
)

PERSON, COMPANY, PROJECT, THING = "person", "company", "project", "thing"
_FOLDERS = {"people": PERSON, "companies": COMPANY, "projects": PROJECT}


@dataclass(frozen=True, slots=True)
class Draft:
    """A fact before its citation. topic: an attribute that has one value; left: a quit company."""

    entity: Mention
    fact: str
    category: str
    related: tuple[Mention, ...] = ()
    topic: str = ""
    left: str = ""


@dataclass(frozen=True, slots=True)
class Held:
    """A fact that memory, or an earlier line of the batch (then without id), holds."""

    id: str
    text: str


@dataclass(slots=True)
class Entity:
    """An entity and its facts as known so far in the batch."""

    mention: Mention
    facts: list[Held] = field(default_factory=list)


class Scene:
    """The state of one extraction, fed line by line; nothing of it outlives the call."""

    def __init__(self, request: ExtractionRequest) -> None:
        """Start from what memory knows of the names in the batch."""
        name = request.operator or "operator"
        self.operator = Mention(PERSON, name)
        self.speaker = self.operator
        self.focus: Mention | None = None
        self.gender = ""
        self.topic: Mention | None = None
        self._fresh = 0
        self._entities: dict[str, Entity] = {match_key(name): Entity(self.operator)}
        for known in request.known:
            kind = _FOLDERS.get(known.ref.split("/")[0], known.kind)
            entity = self._entities.setdefault(
                match_key(known.name), Entity(Mention(kind, known.name))
            )
            entity.facts.extend(Held(number, text) for number, _, text in known.facts)

    @property
    def owner(self) -> str:
        """How texts about others name the speaker."""
        return "the operator" if self.speaker.name == "operator" else self.speaker.name

    @property
    def names(self) -> Names:
        """The names of the speaker, and of whom and what is known."""
        held = [entity.mention for entity in self._entities.values()]
        people = [m.name for m in held if m.kind == PERSON and m != self.speaker]
        return names_of([self.speaker.name], [m.name for m in held if m.kind != PERSON], people)

    def begin(self, speaker: Mention) -> None:
        """Start a line: what the last but one line was about is no longer pointed at."""
        if speaker != self.speaker or self._fresh <= 0:
            self.focus = self.topic = None
        self.speaker = speaker
        self._fresh -= 1

    def point(self, mention: Mention, relation: str = "") -> None:
        """Remember whom "she" or which project "we decided on" may mean, this line and the next."""
        self._fresh = 1
        if mention.kind == PROJECT:
            self.topic = mention
        elif mention.kind == PERSON and mention != self.speaker:
            self.gender = relation_gender(relation) or (
                self.gender if mention == self.focus else self._gender(mention)
            )
            self.focus = mention

    def unpoint(self, person: Mention | None) -> None:
        """Let "she" mean this person only, None where other people were named."""
        if person and person != self.speaker:
            self.point(person)
        else:
            self.focus = None

    def he_or_she(self, pronoun: str) -> Mention | None:
        """Return whom a pronoun means, None where that is open."""
        if self.focus and self.gender in ("", pronoun.lower()):
            return self.focus
        return None

    def learn(self, draft: Draft) -> None:
        """Hold a draft for the lines after it."""
        entity = self._entities.setdefault(match_key(draft.entity.name), Entity(draft.entity))
        entity.facts.append(Held("", draft.fact))
        for mention in draft.related:
            self._entities.setdefault(match_key(mention.name), Entity(mention))

    def kind(self, name: str) -> str | None:
        """Return the kind of a name where memory or the batch knows it, or its form tells."""
        entity = self._entities.get(match_key(name))
        if entity:
            return entity.mention.kind
        if is_company(name) or self.company(name):
            return COMPANY
        if name.lower() in THINGS or name.lower() in APPS:
            return THING
        return None

    def company(self, name: str) -> bool:
        """Return whether a name is that of a known company, also shortened (Acme)."""
        return any(
            entity.mention.kind == COMPANY and same_company(entity.mention.name, name)
            for entity in self._entities.values()
        )

    def person(self, name: str) -> Mention | None:
        """Return the person of that name unless the name belongs to something else."""
        kind = self.kind(name)
        if not is_name(name) or kind not in (None, PERSON) or (not kind and is_ordinary(name)):
            return None
        return Mention(PERSON, untitled(name))

    def project(self, name: str) -> Mention | None:
        """Return the project of that name unless the name belongs to something else."""
        name = re.sub(r" (?:API|[Aa]pp|[Ss]ite|[Pp]roject)$", "", name)
        if not (is_name(name) or "-" in name or "_" in name):
            return None
        return Mention(PROJECT, name) if self.kind(name) in (None, PROJECT) else None

    def facts(self, mention: Mention) -> list[Held]:
        """Return what is held of an entity."""
        entity = self._entities.get(match_key(mention.name))
        return entity.facts if entity and entity.mention.kind == mention.kind else []

    def people(self) -> list[Entity]:
        """Return the known people other than the speaker."""
        return [
            entity
            for entity in self._entities.values()
            if entity.mention.kind == PERSON and entity.mention != self.speaker
        ]

    def relative(self, relation: str) -> Mention | None:
        """Return the one person held as that relation of the speaker ("Daughter of Alex")."""
        same = MANAGER if relation in MANAGER.split("|") else re.escape(relation)
        words = re.compile(rf"(?:{same}) of {re.escape(self.owner)}\b", re.IGNORECASE)
        found = [
            entity.mention
            for entity in self.people()
            if any(
                words.search(held.text) and not held.text.startswith("Former")
                for held in entity.facts
            )
        ]
        return found[0] if len(found) == 1 else None

    def employers(self) -> frozenset[str]:
        """Return the companies the speaker is held to work at."""
        return frozenset(
            match[1]
            for held in self.facts(self.speaker)
            if (match := _EMPLOYED.match(held.text)) and is_name(match[1])
        )

    def _gender(self, mention: Mention) -> str:
        for held in self.facts(mention):
            gender = relation_gender(held.text.lower().split(" of ")[0])
            if gender:
                return gender
        return ""


_EMPLOYED = re.compile(
    r"(?:Works? (?:at|for)|Started(?: \w+){0,3} at|Joined|Employed (?:at|by)|"
    r"New job at|[A-Z][\w ]+ at) ([^,;.]+?)(?: as | under |, |;|\.|$)"
)


def relation_gender(relation: str) -> str:
    """Return "she" or "he" where a relation (wife, older brother) tells, else ""."""
    word = relation.rsplit(maxsplit=1)[-1].lower() if relation else ""
    return "she" if word in SHE else "he" if word in HE else ""


def same_company(one: str, other: str) -> bool:
    """Return whether two names are one company's, one perhaps shortened: Acme, Acme Corp."""
    short, long = sorted((_words(one), _words(other)), key=len)
    return bool(short) and long[: len(short)] == short


def _words(name: str) -> list[str]:
    return [key for word in re.split(r"[\s_]+", name) if (key := match_key(word))]
