"""Plan: what reconcile decided, proposal by proposal, and the change that carries it out."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from memoryd.core.change import FactOrigin, Operation
from memoryd.core.entity import Ref
from memoryd.core.proposal import Proposal


class Outcome(StrEnum):
    """What became of a proposal."""

    STORED = "stored"
    MERGED = "merged"
    ATTRIBUTED = "attributed"
    PARKED = "parked"
    DROPPED = "dropped"


class Gate(StrEnum):
    """Why a proposal was not stored as offered."""

    NO_CITATION = "no_citation"  # cites nothing, or only lines that were not shown
    NO_SHARED_WORD = "no_shared_word"  # no content word in a cited line, or too few in its session
    OTHER_LANGUAGE = "other_language"  # than the cited lines
    UNGROUNDED_NAME = "ungrounded_name"
    UNGROUNDED_NUMBER = "ungrounded_number"
    BAD_ENTITY = "bad_entity"
    BAD_TEXT = "bad_text"
    UNTRUSTED = "untrusted"
    SENSITIVE = "sensitive"
    TOMBSTONED = "tombstoned"  # a person deleted it
    ALREADY_CITED = "already_cited"  # a night takes no fact from a line that gave something before
    CAP = "cap"  # more replacements in one run than is plausible
    NOT_SAME_ATTRIBUTE = "not_same_attribute"  # of a replacement; the fact itself is stored
    UNKNOWN_FACT = "unknown_fact"  # a replacement names an id that the entity does not have


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
