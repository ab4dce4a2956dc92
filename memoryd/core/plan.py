"""Plan: what reconcile decided, proposal by proposal, and the change that carries it out."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from memoryd.core.change import Bullets, FactOrigin, Operation
from memoryd.core.entity import Ref
from memoryd.core.gates import Gate, Outcome
from memoryd.core.proposal import Proposal
from memoryd.core.turn import Line

__all__ = ["Decision", "Gate", "Outcome", "Plan"]


@dataclass(frozen=True, slots=True)
class Decision:
    """One proposal and its fate. refused: replacements that were not made, as (gate, fact id)."""

    proposal: Proposal
    outcome: Outcome
    gate: Gate | None = None
    ref: Ref | None = None
    fact_id: str | None = None
    refused: tuple[tuple[Gate, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Plan:
    """The frozen result of reconcile.

    said_again: the last ISO day on which a standing fact was said again, by its ref and id.
    """

    decisions: tuple[Decision, ...] = ()
    operations: tuple[Operation, ...] = ()
    origins: tuple[FactOrigin, ...] = ()
    reviews: tuple[Mapping[str, Any], ...] = ()
    said_again: Mapping[tuple[Ref, str], str] = field(default_factory=dict)

    def counts(self) -> Counter[str]:
        """Return how many proposals had each outcome; drops and parks are named by their gate."""
        return Counter(
            d.outcome.value if d.gate is None or d.outcome is Outcome.STORED
            else f"{d.outcome.value}:{d.gate.value}"
            for d in self.decisions
        )  # fmt: skip

    def switched_on(self, layers: Collection[str]) -> tuple[Operation, ...]:
        """Return the operations without those of a layer that is switched off."""
        return tuple(
            op for op in self.operations
            if ("notes" if isinstance(op, Bullets) else "graph") in layers
        )  # fmt: skip

    def kept_from(self, lines: Iterable[Line]) -> tuple[str, ...]:
        """Return the keys of the lines of which something is kept, whatever becomes of it."""
        kept = {line_id for d in self.decisions if d.outcome is not Outcome.DROPPED
                for line_id in d.proposal.lines}  # fmt: skip
        return tuple(line.turn.key for line in lines if line.id in kept)
