"""Plan: what reconcile decided, proposal by proposal, and the change that carries it out."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from memoryd.core.change import FactOrigin, Operation
from memoryd.core.entity import Ref
from memoryd.core.gates import Gate, Outcome
from memoryd.core.proposal import Proposal

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
    """The frozen result of reconcile."""

    decisions: tuple[Decision, ...] = ()
    operations: tuple[Operation, ...] = ()
    origins: tuple[FactOrigin, ...] = ()
    reviews: tuple[Mapping[str, Any], ...] = ()

    def counts(self) -> Counter[str]:
        """Return how many proposals had each outcome; drops and parks are named by their gate."""
        return Counter(
            d.outcome.value if d.gate is None or d.outcome is Outcome.STORED
            else f"{d.outcome.value}:{d.gate.value}"
            for d in self.decisions
        )  # fmt: skip
