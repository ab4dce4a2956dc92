"""Revision: which held facts of one entity make others of it untrue, as of a Sunday."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from memoryd.core.fact import Fact
from memoryd.core.ledger import Ledger
from memoryd.core.plan import Gate
from memoryd.core.proposal import Replacement
from memoryd.core.rivals import Rivals
from memoryd.core.roles import tie
from memoryd.core.supersede import fits
from memoryd.core.text import words
from memoryd.core.told_apart import namesakes
from memoryd.core.trust import Voice, may_supersede
from memoryd.core.value import replace

_CAP_SHARE, _CAP_LEAST = 0.1, 5  # replacements that a model may make of one entity's facts


@dataclass(frozen=True, slots=True)
class Standing:
    """What decides beside the words: whose a fact is, and which a person's hand put as it is."""

    voice: Callable[[Fact], Voice]
    by_hand: Collection[str]
    groups: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Revised:
    """The ledger after it, what was replaced, and what was refused with the gate.

    room: how many facts more a model might have replaced. by_hand: of what was refused, that which
    holds only as a person's hand put the old fact there.
    """

    ledger: Ledger
    done: tuple[Replacement, ...] = ()
    refused: tuple[tuple[Replacement, Gate], ...] = ()
    room: int = 0
    by_hand: tuple[Replacement, ...] = ()


def revise(ledger: Ledger, proposed: Iterable[Replacement], standing: Standing) -> Revised:
    """Replace what code finds contradicted, then what a model proposes where the gates allow it.

    The newer by event time wins; a fact whose state is a person's doing is left as it is.
    """
    held = {fact.id: fact for fact in ledger.facts}
    done: dict[str, Replacement] = {}  # by the id of the old one, which is replaced once
    refused: list[tuple[Replacement, Gate]] = []
    names = frozenset(words(ledger.ref.slug.replace("-", " ")))
    for found in _contradictions(ledger.active, standing, done, names):
        if _gate(held, found, standing) is None:
            held[found.old] = held[found.old].superseded(by=found.by)
            done[found.old] = found
    room = max(_CAP_LEAST, int(sum(fact.active for fact in held.values()) * _CAP_SHARE))
    for asked in dict.fromkeys(proposed):
        gate = _gate(held, asked, standing) or _unlike(held, asked, names)
        if gate is None and room <= 0:
            gate = Gate.CAP
        if gate is None:  # both are active and the old one is not newer: no circle can close
            held[asked.old] = held[asked.old].superseded(by=asked.by)
            done[asked.old] = asked
            room -= 1
        elif asked.old not in done:
            refused.append((asked, gate))
    revised = replace(ledger, facts=tuple(held.values()))
    free = replace(standing, by_hand=frozenset[str]())
    hands = (asked for asked, _ in refused if asked.old in standing.by_hand)
    kept = (
        asked for asked in hands if not (_gate(held, asked, free) or _unlike(held, asked, names))
    )
    return Revised(revised, tuple(done.values()), tuple(refused), room, tuple(kept))


def _contradictions(
    facts: Sequence[Fact], standing: Standing, gone: Collection[str], names: Collection[str]
) -> Iterator[Replacement]:
    """Yield what a newer fact makes untrue, the newest first: it is the one that stands.

    gone: ids of facts that were replaced since; they replace nothing, and are replaced once.
    Of two namesakes only what says who they are makes anything untrue.
    """
    active = sorted(facts, key=lambda fact: fact.day, reverse=True)
    mixed = namesakes(fact.fact for fact in active)
    # What a person's hand put there is not replaced: it need not be looked for.
    rivals = Rivals(active, standing.groups, fixed=standing.by_hand, names=names)
    for new in active:
        if new.id in gone or (mixed and tie(new.fact) is None):
            continue
        for old in rivals.made_untrue(new, gone):
            yield Replacement(old.id, new.id, "another value of the same attribute")


def _gate(held: Mapping[str, Fact], asked: Replacement, standing: Standing) -> Gate | None:
    old, new = held.get(asked.old), held.get(asked.by)
    if old is None or new is None or not old.active or not new.active or old.id == new.id:
        return Gate.UNKNOWN_FACT
    if old.id in standing.by_hand or not may_supersede(standing.voice(new), standing.voice(old)):
        return Gate.UNTRUSTED
    return Gate.NOT_SAME_ATTRIBUTE if new.day < old.day else None


def _unlike(held: Mapping[str, Fact], asked: Replacement, names: frozenset[str]) -> Gate | None:
    old, new = held.get(asked.old), held.get(asked.by)
    if old is None or new is None:
        return Gate.UNKNOWN_FACT
    return None if fits(new.fact, old.fact, names=names) else Gate.NOT_SAME_ATTRIBUTE
