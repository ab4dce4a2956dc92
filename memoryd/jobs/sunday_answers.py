"""From the objects of a Sunday's answers to what they propose."""

from typing import Annotated, Any

import structlog
from pydantic import Field, TypeAdapter, ValidationError

from memoryd.core.proposal import Replacement, Synthesis, TacitAnswer, TacitProposal
from memoryd.errors import TooLongError, UnreadableAnswerError
from memoryd.jobs.proposals import Part
from memoryd.llm.answer import parse_object
from memoryd.llm.question import Answer, Stop

log = structlog.get_logger()
_MOST = 200  # rows of one list
_Text = Annotated[str, Field(min_length=1, max_length=2000)]


class _Replaced(Part):
    old: Annotated[str, Field(min_length=1, max_length=100)]
    by: Annotated[str, Field(min_length=1, max_length=100)]
    reason: Annotated[str, Field(max_length=2000)] = ""


class _Added(Part):
    text: _Text
    lines: Annotated[list[str], Field(max_length=200)]
    section: Annotated[str, Field(max_length=100)] = ""


class _Retired(Part):
    text: _Text
    reason: Annotated[str, Field(max_length=2000)] = ""


_REPLACED, _ADDED = TypeAdapter(_Replaced), TypeAdapter(_Added)
_RETIRED = TypeAdapter(_Retired)


def read_synthesis(answer: Answer) -> Synthesis:
    """Return what an answer says of one entity.

    Raises TooLongError for a cut one: half a summary is none; UnreadableAnswerError else.
    """
    parsed = parse_object(answer.text, "summary")
    if answer.stop is Stop.CUT or not parsed.whole:
        raise TooLongError("the summary is truncated")
    summary = parsed.value["summary"]
    if not isinstance(summary, str):
        raise UnreadableAnswerError('"summary" of the answer is no text')
    rows = _rows(parsed.value, "superseded", _REPLACED)
    completed = parsed.value.get("completed")
    return Synthesis(
        summary,
        tuple(Replacement(row.old, row.by, row.reason) for row in rows),
        completed if isinstance(completed, bool) else None,
    )


def read_tacit(answer: Answer) -> TacitAnswer:
    """Return what an answer says of MEMORY.md; a cut one keeps its complete rows, not whole."""
    parsed = parse_object(answer.text, "add")
    add = _rows(parsed.value, "add", _ADDED)
    retire = _rows(parsed.value, "retire", _RETIRED)
    return TacitAnswer(
        tuple(TacitProposal(row.section, row.text, tuple(row.lines)) for row in add),
        tuple((row.text, row.reason) for row in retire),
        parsed.whole and answer.stop is Stop.WHOLE,
    )


def _rows(value: dict[str, Any], name: str, kind: TypeAdapter[Any]) -> list[Any]:
    """Return the rows of a list that have its form; the others are counted in the log."""
    listed = value.get(name, [])
    if not isinstance(listed, list):
        raise UnreadableAnswerError(f'"{name}" of the answer is no list')
    found = [row for row in (_row(each, kind) for each in listed[:_MOST]) if row is not None]
    if len(found) < len(listed):
        log.warning("answer_incomplete", rows=len(listed), dropped=len(listed) - len(found))
    if listed and not found:
        raise UnreadableAnswerError(f'no row of "{name}" has the form that was asked for')
    return found


def _row(each: object, kind: TypeAdapter[Any]) -> Any:  # noqa: ANN401 - one of the parts above
    try:
        return kind.validate_python(each)
    except ValidationError:
        return None
