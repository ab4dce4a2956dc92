"""items.json: bytes -> Ledger with the place of every error, and Ledger -> bytes.

Written by hand instead of a model class: the read path may not import pydantic (0.12 s), and a
person needs the line and column of a rule that a fact breaks, not only of a syntax error.
"""

import json
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, NoReturn

from memoryd.core.entity import Ref
from memoryd.core.fact import Fact, Status, is_timestamp
from memoryd.core.ledger import Ledger
from memoryd.errors import CorruptFileError

# JSON key -> field of Fact, in the order in which the keys are written.
_KEYS = {
    "id": "id",
    "fact": "fact",
    "category": "category",
    "timestamp": "timestamp",
    "source": "source",
    "status": "status",
    "supersededBy": "superseded_by",
    "relatedEntities": "related",
    "lastAccessed": "last_accessed",
    "accessCount": "access_count",
}
_TEXT_KEYS = ("category", "source", "supersededBy", "lastAccessed")


class _RuleError(ValueError):
    """A rule is broken inside the element being read; the caller knows its place."""


def parse_items(raw: bytes, ref: Ref, *, path: str, base: Ledger | None = None) -> Ledger:
    """Read the bytes of an items.json.

    path: as shown to a person. base: the last good version; a superseded stub without text takes
    its text and timestamp from there. Raises CorruptFileError with line, column and rule.
    """
    reader = _Reader(raw, path)
    facts: list[Fact] = []
    places: dict[str, int] = {}
    for element, start in reader.elements():
        try:
            fact = _fact(element, base)
        except _RuleError as err:
            reader.fail(start, str(err))
        if fact.id in places:
            reader.fail(start, f"duplicate id {fact.id!r}; every fact has its own id")
        places[fact.id] = start
        facts.append(fact)
    ledger = Ledger(ref, tuple(facts))
    for fact in facts:
        if broken := _broken_link(ledger, fact):
            reader.fail(places[fact.id], broken)
    return ledger


def dump_items(ledger: Ledger) -> bytes:
    """Return the bytes of a ledger: our key order, indent 2, UTF-8, newline at the end."""
    rows = [fact_as_json(fact) for fact in ledger.facts]
    return (json.dumps(rows, indent=2, ensure_ascii=False) + "\n").encode()


def fact_as_json(fact: Fact) -> dict[str, Any]:
    """Return a fact as the JSON object of items.json; what is None is left out."""
    row: dict[str, Any] = {}
    for key, name in _KEYS.items():
        value = getattr(fact, name)
        if value is not None:
            row[key] = list(value) if isinstance(value, tuple) else value
    return row | dict(fact.extra)


def fact_from_json(row: Mapping[str, Any]) -> Fact:
    """Read one fact that fact_as_json wrote. Raises CorruptFileError for another shape."""
    try:
        return _fact(dict(row), None)
    except _RuleError as err:
        raise CorruptFileError("record", 1, 1, str(err)) from err


class _Reader:
    """Walks the top-level array element by element, so that each has its place in the file."""

    def __init__(self, raw: bytes, path: str) -> None:
        self._path = path
        self._text = self._decode(raw)
        self._json = json.JSONDecoder(
            object_pairs_hook=_unique_keys, parse_constant=_no_constant, parse_int=_small_int
        )

    def _decode(self, raw: bytes) -> str:
        try:
            return raw.decode("utf-8-sig")
        except UnicodeDecodeError as err:
            good = raw[: err.start].decode(errors="replace")
            line, column = good.count("\n") + 1, len(good) - good.rfind("\n")
            rule = f"byte 0x{raw[err.start]:02x} is not UTF-8; save the file as UTF-8"
            raise CorruptFileError(self._path, line, column, rule) from err

    def fail(self, offset: int, rule: str) -> NoReturn:
        before = self._text[:offset]
        line, column = before.count("\n") + 1, offset - before.rfind("\n")
        raise CorruptFileError(self._path, line, column, rule)

    def elements(self) -> list[tuple[Any, int]]:
        if "<<<<<<< " in self._text:
            self.fail(self._text.index("<<<<<<< "), "conflict markers of a merge; resolve them")
        index = self._skip(0)
        if self._text[index : index + 1] != "[":
            self.fail(index, "must be a JSON array of facts: [ {...}, {...} ]")
        found: list[tuple[Any, int]] = []
        index = self._skip(index + 1)
        while self._text[index : index + 1] != "]":
            element, end = self._decode_at(index)
            found.append((element, index))
            index = self._skip(end)
            if self._text[index : index + 1] == ",":
                index = self._skip(index + 1)
                if self._text[index : index + 1] == "]":
                    self.fail(index, "comma before the closing bracket")
            elif self._text[index : index + 1] != "]":
                self.fail(index, "expected a comma or the closing bracket")
        if (rest := self._skip(index + 1)) != len(self._text):
            self.fail(rest, "text after the closing bracket")
        return found

    def _skip(self, index: int) -> int:
        while index < len(self._text) and self._text[index] in " \t\r\n":
            index += 1
        return index

    def _decode_at(self, index: int) -> tuple[Any, int]:
        try:
            return self._json.raw_decode(self._text, index)
        except json.JSONDecodeError as err:
            self.fail(err.pos, f"not JSON: {err.msg.lower()}")
        except RecursionError:
            self.fail(index, "nested too deeply")
        except ValueError as err:
            self.fail(index, str(err))


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    row = dict(pairs)
    if len(row) != len(pairs):
        names = [key for key, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise _RuleError(f"key {twice!r} stands twice in one fact")
    return row


def _no_constant(name: str) -> NoReturn:
    raise _RuleError(f"{name} is not JSON")


def _small_int(digits: str) -> int:
    if len(digits) > len(str(2**63)):
        raise _RuleError("a number is too long")
    return int(digits)


def _fact(row: Any, base: Ledger | None) -> Fact:  # noqa: ANN401 - any JSON value may stand there
    if not isinstance(row, dict):
        raise _RuleError("every element must be an object { ... }")
    fact_id = row.get("id")
    if not isinstance(fact_id, str) or not fact_id.strip() or "\n" in fact_id:
        raise _RuleError("a fact needs an id, one line of text")
    try:
        status = Status(row.get("status", ""))
    except ValueError:
        raise _RuleError(f"status of {fact_id} must be active or superseded") from None
    stub = base.get(fact_id) if base and status is Status.SUPERSEDED else None
    return replace(
        Fact(fact_id, _words(row, fact_id, stub), _timestamp(row, fact_id, stub), status=status),
        **_optional(row, fact_id, stub),
        extra=MappingProxyType({key: row[key] for key in row if key not in _KEYS}),
    )


def _words(row: dict[str, Any], fact_id: str, stub: Fact | None) -> str:
    words = row.get("fact") or (stub.fact if stub else None)
    if not isinstance(words, str) or not words.strip():
        raise _RuleError(f'{fact_id} has no text under "fact"')
    if any("\ud800" <= char <= "\udfff" for char in words):
        raise _RuleError(f"the text of {fact_id} holds half a character (lone surrogate)")
    return words


def _timestamp(row: dict[str, Any], fact_id: str, stub: Fact | None) -> str:
    stamp = row.get("timestamp") or (stub.timestamp if stub else None)
    if not isinstance(stamp, str) or not is_timestamp(stamp):
        raise _RuleError(f"timestamp of {fact_id} must be a day such as 2026-02-15")
    return stamp


def _optional(row: dict[str, Any], fact_id: str, stub: Fact | None) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key in _TEXT_KEYS:
        value = row.get(key)
        if value is None and stub is not None:
            value = getattr(stub, _KEYS[key])
        if value is not None and not isinstance(value, str):
            raise _RuleError(f"{key} of {fact_id} must be text")
        found[_KEYS[key]] = value
    related = row.get("relatedEntities", list(stub.related or ()) if stub else None)
    if related is not None:
        if not isinstance(related, list) or not all(isinstance(r, str) for r in related):
            raise _RuleError(f"relatedEntities of {fact_id} must be a list of texts")
        found["related"] = tuple(related)
    count = row.get("accessCount", stub.access_count if stub else None)
    if count is not None and (isinstance(count, bool) or not isinstance(count, int) or count < 0):
        raise _RuleError(f"accessCount of {fact_id} must be a whole number from 0")
    found["access_count"] = count
    return found


def _broken_link(ledger: Ledger, fact: Fact) -> str | None:
    if fact.superseded_by is None:
        return None
    if ledger.get(fact.superseded_by) is None:
        return f"{fact.id} is supersededBy {fact.superseded_by!r}, which is not in this file"
    if fact.id in ledger.successors(fact.id):
        return f"supersededBy of {fact.id} runs in a circle"
    return None
