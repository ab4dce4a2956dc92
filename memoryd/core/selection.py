"""Selection: which entities a Sunday looks at: what changed since their summary was written."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Self

from memoryd.core.decay import Heat
from memoryd.core.entity import Ref
from memoryd.core.fact import Fact
from memoryd.core.text import normal
from memoryd.core.value import frozen


class Why(StrEnum):
    """Why an entity is looked at."""

    NEW = "new"  # never summed up
    FACTS = "facts changed"
    HEAT = "facts cooled or warmed"
    EDITED = "summary edited"
    TIED = "tied to one whose facts changed"


@frozen
class State:
    """What a summary was, or would be, made of.

    facts, heats: digests; edited: whether a person changed the summary since we wrote it.
    """

    facts: str
    heats: str
    edited: bool = False

    def __str__(self) -> str:
        """Return it as the audit's head remembers it."""
        return f"{self.facts} {self.heats}"


@frozen
class Looked:
    """What an unfinished Sunday did about an entity, so that one cut short ends as any other.

    written: its text changed; superseded: how many facts; archive: it is to go to the archives;
    by_hand: (old, by) ids of what a model would have superseded and a person's hand put there.
    """

    why: Why
    written: bool = False
    superseded: int = 0
    archive: bool = False
    by_hand: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        """Return it as the audit's head remembers it."""
        kept = f" {json.dumps(self.by_hand)}" if self.by_hand else ""
        return f"{self.why.name} {self.written:d} {self.superseded} {self.archive:d}{kept}"

    @classmethod
    def read(cls, text: str) -> Self:
        """Return what was printed."""
        why, written, superseded, archive, *kept = text.split(" ", 4)
        pairs = tuple((old, by) for old, by in json.loads(kept[0])) if kept else ()
        return cls(Why[why], written == "1", int(superseded), archive == "1", pairs)

    def and_before(self, earlier: "Looked | None") -> "Looked":
        """Return it with what an earlier look of the same Sunday did."""
        if earlier is None:
            return self
        why = min(self.why, earlier.why, key=list(Why).index)
        return Looked(why, self.written or earlier.written, self.superseded + earlier.superseded,
                      self.archive or earlier.archive,
                      tuple(dict.fromkeys((*earlier.by_hand, *self.by_hand))))  # fmt: skip


def state_of(
    facts: tuple[Fact, ...], heats: Mapping[str, Heat], passed: Iterable[str] = (), *, edited: bool
) -> State:
    """Return the state of an entity's facts on a day; passed: ids of plans whose day is over."""
    held = sorted((fact.id, normal(fact.fact)) for fact in facts if fact.active)
    tiers = sorted([*((i, heat.value) for i, heat in heats.items()), *((i, "") for i in passed)])
    return State(_digest(held), _digest(tiers), edited)


def chosen(
    now: Mapping[Ref, State],
    before: Mapping[Ref, str],
    ties: Mapping[Ref, frozenset[Ref]],
    looked: Mapping[Ref, Why],
) -> dict[Ref, Why]:
    """Return the entities to look at, sorted, each with the reason.

    before: what was remembered of each, as State prints it; ties: what its facts are related to;
    looked: at which this Sunday looked already, and why, if it was cut short.
    """
    found: dict[Ref, Why] = {}
    for ref, state in now.items():
        if (why := _why(state, before.get(ref))) is not None:
            found[ref] = why
    reasons = (*found.items(), *looked.items())
    changed = {ref for ref, why in reasons if why in (Why.NEW, Why.FACTS)}
    for ref in now.keys() - found.keys() - looked.keys():
        related = ties.get(ref, frozenset())
        if related & changed or any(ref in ties.get(other, ()) for other in changed):
            found[ref] = Why.TIED
    return dict(sorted(found.items()))


def _why(state: State, before: str | None) -> Why | None:
    if before is None:
        return Why.NEW
    facts, _, heats = before.partition(" ")
    if facts != state.facts:
        return Why.FACTS
    if state.edited:
        return Why.EDITED
    return Why.HEAT if heats != state.heats else None


def _digest(rows: list[tuple[str, str]]) -> str:
    return hashlib.sha256(repr(rows).encode("utf-8", "surrogatepass")).hexdigest()[:12]
