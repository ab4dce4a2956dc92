"""From the object of an extraction's answer to proposals."""

from typing import Annotated

import structlog
from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    TypeAdapter,
    ValidationError,
)

from memoryd.core.proposal import Extraction, Mention, Proposal
from memoryd.errors import UnreadableAnswerError
from memoryd.llm.answer import parse_object
from memoryd.llm.question import Answer, Stop

log = structlog.get_logger()
MAX_FACTS = 200  # of one answer; of a longer one the rest is asked for in smaller calls
FLOOD = 1_000  # no lines that fit into a call state so many: this is no extraction
_KIND = r"^(?:person|company|project|resource|area:\S.*)$"


def _folded(value: str) -> str:
    return " ".join(value.split()).casefold()


def _folded_kind(value: object) -> object:
    """Return a kind without the capitals and spaces that a model may put: " Area: Health"."""
    return ":".join(map(_folded, value.split(":", 1))) if isinstance(value, str) else value


class Part(BaseModel):
    """A part of an answer: the right types, keys of its own ignored."""

    model_config = ConfigDict(strict=True, frozen=True, extra="ignore", hide_input_in_errors=True)


class _Entity(Part):
    kind: Annotated[str, BeforeValidator(_folded_kind), Field(pattern=_KIND, max_length=80)]
    name: Annotated[str, Field(min_length=1, max_length=200)]

    def mention(self) -> Mention:
        return Mention(self.kind, self.name)


class _Row(Part):
    """One fact; what a model may leave out has a default, what decides its fate has none."""

    lines: Annotated[list[str], Field(max_length=200)]
    entity: _Entity
    fact: Annotated[str, Field(min_length=1, max_length=2000)]
    category: Annotated[str, AfterValidator(_folded)]
    when: str | None = None
    replaces: list[str] = []
    related: list[_Entity] = []

    def proposal(self) -> Proposal:
        return Proposal(
            lines=tuple(self.lines),
            entity=self.entity.mention(),
            fact=self.fact,
            category=self.category,
            when=self.when,
            replaces=tuple(self.replaces),
            related=tuple(entity.mention() for entity in self.related),
        )


_ROW = TypeAdapter(_Row)


def read_extraction(answer: Answer) -> Extraction:
    """Return an answer's proposals; a row that is none is dropped and counted, the others stay.

    Raises UnreadableAnswerError when nothing of it can be used.
    """
    parsed = parse_object(answer.text, "facts")
    facts, dropped, all_of_them = read_facts(parsed.value["facts"])
    if dropped and not facts:
        raise UnreadableAnswerError("no fact of the answer has the form that was asked for")
    whole = parsed.whole and answer.stop is Stop.WHOLE and all_of_them
    if dropped or not whole:
        log.warning("answer_incomplete", dropped=dropped, cut=not whole)
    return Extraction(facts, whole)


def read_facts(rows: object) -> tuple[tuple[Proposal, ...], int, bool]:
    """Return the facts of an answer's list, how many rows are none, and whether it was not capped.

    Raises UnreadableAnswerError for what is no list, or a flood.
    """
    if not isinstance(rows, list):
        raise UnreadableAnswerError('"facts" of the answer is no list')
    if len(rows) > FLOOD:
        raise UnreadableAnswerError(f"the answer is a flood of {len(rows)} facts")
    kept = [row for row in map(_read_row, rows[:MAX_FACTS]) if row is not None]
    facts = tuple(row.proposal() for row in kept)
    return facts, len(rows[:MAX_FACTS]) - len(facts), len(rows) <= MAX_FACTS


def _read_row(row: object) -> _Row | None:
    try:
        return _ROW.validate_python(row)
    except ValidationError:
        return None
