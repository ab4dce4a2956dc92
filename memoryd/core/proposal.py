"""What a model may propose; code decides what becomes of it."""

from dataclasses import dataclass
from zoneinfo import ZoneInfo

from memoryd.core.turn import Line


@dataclass(frozen=True, slots=True)
class Mention:
    """An entity as a model names it: kind person|company|project|resource|area:<folder>."""

    kind: str
    name: str


@dataclass(frozen=True, slots=True)
class Proposal:
    """One proposed fact with the ids of the lines it rests on (m12)."""

    lines: tuple[str, ...]
    entity: Mention
    fact: str
    category: str
    when: str | None = None
    replaces: tuple[str, ...] = ()
    related: tuple[Mention, ...] = ()


@dataclass(frozen=True, slots=True)
class Extraction:
    """A readable answer to one extraction call.

    whole: False when the answer was cut and holds only its complete facts.
    """

    facts: tuple[Proposal, ...]
    whole: bool = True


@dataclass(frozen=True, slots=True)
class Known:
    """An entity that memory holds already, as shown to a model: its facts as (id, day, text)."""

    ref: str
    kind: str
    name: str
    facts: tuple[tuple[str, str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class ExtractionRequest:
    """One batch: who the operator is, the lines to read, and what memory knows of their names.

    zone: the operator's, in which lines are shown and dates are resolved.
    """

    operator: str
    zone: ZoneInfo
    lines: tuple[Line, ...]
    known: tuple[Known, ...] = ()
