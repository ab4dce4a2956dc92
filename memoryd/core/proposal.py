"""What a model may propose; code decides what becomes of it."""

from zoneinfo import ZoneInfo

from memoryd.core.turn import Line
from memoryd.core.value import frozen


@frozen
class Mention:
    """An entity as a model names it: kind person|company|project|resource|area:<folder>."""

    kind: str
    name: str


@frozen
class Proposal:
    """One proposed fact with the ids of the lines it rests on (m12)."""

    lines: tuple[str, ...]
    entity: Mention
    fact: str
    category: str
    when: str | None = None
    replaces: tuple[str, ...] = ()
    related: tuple[Mention, ...] = ()


@frozen
class Extraction:
    """A readable answer to one extraction call.

    whole: False when the answer was cut and holds only its complete facts.
    """

    facts: tuple[Proposal, ...]
    whole: bool = True


@frozen
class Known:
    """An entity that memory holds already, as shown to a model: its facts as (id, day, text)."""

    ref: str
    kind: str
    name: str
    facts: tuple[tuple[str, str, str], ...] = ()


@frozen
class ExtractionRequest:
    """One batch: who the operator is, the lines to read, and what memory knows of their names.

    zone: the operator's, in which lines are shown and dates are resolved.
    """

    operator: str
    zone: ZoneInfo
    lines: tuple[Line, ...]
    known: tuple[Known, ...] = ()


@frozen
class Noted:
    """Something that the day's note is to say. time: HH:MM of an event, as the model has it."""

    text: str
    lines: tuple[str, ...]
    time: str | None = None


@frozen
class DayReview:
    """A readable answer about a day's lines. referenced: ids of facts; whole: see Extraction."""

    facts: tuple[Proposal, ...] = ()
    events: tuple[Noted, ...] = ()
    decisions: tuple[Noted, ...] = ()
    processes: tuple[Noted, ...] = ()
    referenced: tuple[str, ...] = ()
    whole: bool = True


@frozen
class DayRequest:
    """One call of a day's review: its lines, what memory knows of them, what the note says."""

    operator: str
    zone: ZoneInfo
    lines: tuple[Line, ...]
    known: tuple[Known, ...] = ()
    noted: tuple[str, ...] = ()


@frozen
class SynthesisRequest:
    """One entity whose summary is to be written anew.

    summary: the text that stands; facts: (id, day, heat, text) of those that hold, hottest first;
    ended: (id, day, text, id of what replaced it).
    """

    operator: str
    name: str
    kind: str
    summary: str
    facts: tuple[tuple[str, str, str, str], ...]
    ended: tuple[tuple[str, str, str, str], ...] = ()


@frozen
class Replacement:
    """That one held fact makes another untrue, by their ids."""

    old: str
    by: str
    reason: str = ""


@frozen
class Synthesis:
    """A readable answer about one entity. summary: None for the rules' own text."""

    summary: str | None
    superseded: tuple[Replacement, ...] = ()
    completed: bool | None = None


@frozen
class TacitRequest:
    """The operator's lines, to look for how they work; standing: (section, line) of ours."""

    operator: str
    zone: ZoneInfo
    lines: tuple[Line, ...]
    standing: tuple[tuple[str, str], ...] = ()


@frozen
class TacitProposal:
    """A line for MEMORY.md; section: its name, "" where code is to choose one."""

    section: str
    text: str
    lines: tuple[str, ...]


@frozen
class TacitAnswer:
    """A readable answer about MEMORY.md. retire: (text, reason) of lines that hold no longer."""

    add: tuple[TacitProposal, ...] = ()
    retire: tuple[tuple[str, str], ...] = ()
    whole: bool = True
