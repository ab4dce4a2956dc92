"""Selection: which entities a Sunday looks at: what changed since their summary was written."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from memoryd.core.decay import Heat
from memoryd.core.entity import Ref
from memoryd.core.fact import Fact
from memoryd.core.text import normal


class Why(StrEnum):
    """Why an entity is looked at."""

    NEW = "new"  # never summed up
    FACTS = "facts changed"
    HEAT = "facts cooled or warmed"
    EDITED = "summary edited"
    TIED = "tied to one whose facts changed"


@dataclass(frozen=True, slots=True)
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


def state_of(facts: tuple[Fact, ...], heats: Mapping[str, Heat], *, edited: bool) -> State:
    """Return the state of an entity's facts on a day."""
    held = sorted((fact.id, normal(fact.fact)) for fact in facts if fact.active)
    tiers = sorted((fact_id, heat.value) for fact_id, heat in heats.items())
    return State(_digest(held), _digest(tiers), edited)


def chosen(
    now: Mapping[Ref, State], before: Mapping[Ref, str], ties: Mapping[Ref, frozenset[Ref]]
) -> dict[Ref, Why]:
    """Return the entities to look at, sorted, each with the reason.

    before: what was remembered of each, as State prints it; ties: what its facts are related to.
    """
    found: dict[Ref, Why] = {}
    for ref, state in now.items():
        if (why := _why(state, before.get(ref))) is not None:
            found[ref] = why
    changed = {ref for ref, why in found.items() if why in (Why.NEW, Why.FACTS)}
    for ref in now.keys() - found.keys():
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
