"""Revision: which held facts of one entity make others of it untrue, as of a Sunday."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from memoryd.core.fact import Fact
from memoryd.core.ledger import Ledger
from memoryd.core.plan import Gate
from memoryd.core.proposal import Replacement
from memoryd.core.roles import ends_role, rests_on_role
from memoryd.core.supersede import contradicted, may_replace
from memoryd.core.text import content_stems
from memoryd.core.trust import Voice, may_supersede

_CAP_SHARE, _CAP_LEAST = 0.1, 5  # replacements that a model may make of one entity's facts


@dataclass(frozen=True, slots=True)
class Standing:
    """What decides beside the words: whose a fact is, and which a person's hand put as it is."""

    voice: Callable[[Fact], Voice]
    by_hand: Collection[str]
    groups: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Revised:
    """The ledger after it, what was replaced, and what was refused with the gate."""

    ledger: Ledger
    done: tuple[Replacement, ...] = ()
    refused: tuple[tuple[Replacement, Gate], ...] = ()


def revise(ledger: Ledger, proposed: Iterable[Replacement], standing: Standing) -> Revised:
    """Replace what code finds contradicted, then what a model proposes where the gates allow it.

    The newer by event time wins; a fact whose state is a person's doing is left as it is.
    """
    done: list[Replacement] = []
    refused: list[tuple[Replacement, Gate]] = []
    gone: set[str] = set()
    for found in _contradictions(ledger, standing, gone):
        if _gate(ledger, found, standing) is None:
            ledger = ledger.supersede(found.old, by=found.by)
            gone.add(found.old)
            done.append(found)
    room = max(_CAP_LEAST, int(len(ledger.active) * _CAP_SHARE))
    names = content_stems(ledger.ref.slug.replace("-", " "))
    for asked in dict.fromkeys(proposed):
        gate = _gate(ledger, asked, standing) or _unlike(ledger, asked, names)
        if gate is None and room <= 0:
            gate = Gate.CAP
        if gate is None:
            ledger = ledger.supersede(asked.old, by=asked.by)
            done.append(asked)
            room -= 1
        elif all(asked.old != other.old for other in done):
            refused.append((asked, gate))
    return Revised(ledger, tuple(done), tuple(refused))


def _contradictions(
    ledger: Ledger, standing: Standing, gone: Collection[str]
) -> Iterator[Replacement]:
    """Yield what a newer fact makes untrue, the newest first: it is the one that stands.

    gone: ids of facts that were replaced since; they replace nothing, and are replaced once.
    """
    active = sorted(ledger.active, key=lambda fact: fact.day, reverse=True)
    for place, new in enumerate(active):
        if new.id in gone:
            continue
        older = [old for old in active[place + 1 :] if old.day < new.day]
        for old in contradicted(new, older, standing.groups, beside=active):
            if old.id not in gone:
                yield Replacement(old.id, new.id, "another value of the same attribute")


def _gate(ledger: Ledger, asked: Replacement, standing: Standing) -> Gate | None:
    old, new = ledger.get(asked.old), ledger.get(asked.by)
    if old is None or new is None or not old.active or not new.active or old.id == new.id:
        return Gate.UNKNOWN_FACT
    if old.id in standing.by_hand or not may_supersede(standing.voice(new), standing.voice(old)):
        return Gate.UNTRUSTED
    return Gate.NOT_SAME_ATTRIBUTE if new.day < old.day else None


def _unlike(ledger: Ledger, asked: Replacement, names: frozenset[str]) -> Gate | None:
    old, new = ledger.get(asked.old), ledger.get(asked.by)
    if old is None or new is None:
        return Gate.UNKNOWN_FACT
    rested = ends_role(new.fact) and rests_on_role(old.fact)
    fits = rested or may_replace(new.fact, old.fact, names=names)
    return None if fits else Gate.NOT_SAME_ATTRIBUTE
