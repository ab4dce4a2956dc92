"""From the object of a day review's answer to what it proposes."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Annotated, Any

import structlog
from pydantic import Field, TypeAdapter, ValidationError

from memoryd.core.proposal import DayReview, Noted
from memoryd.errors import TooLongError, UnreadableAnswerError
from memoryd.jobs.proposals import MAX_FACTS, Part, read_facts
from memoryd.llm.answer import Parsed, parse_object
from memoryd.llm.question import Answer, Stop

log = structlog.get_logger()
MAX_NOTED = 60  # entries of one kind for one call's lines; a day has no more that matter
_LISTS = ("events", "decisions", "processes")
_KEYS = ("facts", *_LISTS, "referenced")


class _Noted(Part):
    """One entry; a time that is left out is the line's own."""

    text: Annotated[str, Field(min_length=1, max_length=2000)]
    lines: Annotated[list[str], Field(max_length=200)]
    time: str | None = None


_NOTED = TypeAdapter(_Noted)


def read_review(answer: Answer) -> DayReview:
    """Return what an answer proposes; a row that is none is dropped and counted, the others stay.

    A list that is missing or null is an empty one. Raises UnreadableAnswerError when nothing of it
    can be used.
    """
    parsed = _parsed(answer.text)
    facts, dropped, all_of_them = read_facts(_list(parsed.value, "facts"))
    referenced = _list(parsed.value, "referenced")
    rows = {name: _list(parsed.value, name)[:MAX_NOTED] for name in _LISTS}
    noted = {name: tuple(filter(None, map(_noted, rows[name]))) for name in _LISTS}
    dropped += sum(len(rows[name]) - len(noted[name]) for name in _LISTS)
    if dropped and not facts and not any(noted.values()):
        raise UnreadableAnswerError("no entry of the answer has the form that was asked for")
    whole = parsed.whole and answer.stop is Stop.WHOLE and all_of_them
    if dropped or not whole:
        log.warning("answer_incomplete", dropped=dropped, cut=not whole)
    ids = tuple(each for each in referenced[:MAX_FACTS] if isinstance(each, str))
    events, decisions, processes = (noted[name] for name in _LISTS)
    return DayReview(facts, events, decisions, processes, ids, whole)


def _parsed(text: str) -> Parsed:
    """Return the answer's object, by the first of the lists that it has."""
    try:
        return parse_object(text, _KEYS[0])
    except TooLongError:
        raise
    except UnreadableAnswerError:
        for key in _KEYS[1:]:
            with suppress(UnreadableAnswerError):
                return parse_object(text, key)
        raise


def _list(value: Mapping[str, Any], name: str) -> list[Any]:
    found = value.get(name)
    if found is None:
        return []
    if not isinstance(found, list):
        raise UnreadableAnswerError(f'"{name}" of the answer is no list')
    return found


def _noted(row: object) -> Noted | None:
    try:
        read = _NOTED.validate_python(row)
    except ValidationError:
        return None
    return Noted(read.text, tuple(read.lines), read.time)
