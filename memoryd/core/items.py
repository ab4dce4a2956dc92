"""items.json: bytes -> Ledger with the place of every error, and Ledger -> bytes.

Written by hand instead of a model class: the read path may not import pydantic (0.12 s), and a
person needs the line and column of a rule that a fact breaks, not only of a syntax error.
"""

import json
import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, NoReturn

from memoryd.core.entity import Ref
from memoryd.core.fact import Fact, Status, is_timestamp
from memoryd.core.ledger import Ledger
from memoryd.core.regex import regex
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
MERGE_RULE = "conflict markers of a merge; resolve them"
_CONFLICT = regex(r"^(?:<{7}|={7}|>{7})(?: |\r?$)", re.MULTILINE)  # no JSON text has one
_SURROGATE = regex(r"\\u[dD][89a-fA-F]")
# Strings (with the colon that makes one a key) and brackets: enough to see what is a fact's own.
_STRUCTURE = regex(r'(?P<string>"(?:[^"\\]|\\.)*")(?P<colon>\s*:)?|[{}\[\]]')
_BOM = b"\xef\xbb\xbf"
_TOKEN = regex(r'"(?:[^"\\]|\\.)*"|-?Infinity|NaN|-?\d[\d.eE+-]*')
_DEEPEST = 50
_LONGEST_INT = len(str(2**63))


class _RuleError(ValueError):
    """A rule is broken inside the element being read.

    key: where in it; None for the element itself. nth: which of the key's places (from 0).
    """

    def __init__(self, rule: str, key: str | None = None, nth: int = 0) -> None:
        super().__init__(rule)
        self.key, self.nth = key, nth


class _TokenError(ValueError):
    """A number of the element being read is none that JSON or we can keep."""


def parse_items(raw: bytes, ref: Ref, *, path: str, base: Ledger | None = None) -> Ledger:
    """Read the bytes of an items.json.

    path: as shown to a person. base: the last good version; a superseded stub without text takes
    its text and timestamp from there. Raises CorruptFileError with line, column and rule.
    """
    reader = _Reader(raw, path)
    facts: dict[str, Fact] = {}
    places: dict[str, int] = {}
    for element, start in reader.elements():
        try:
            fact = _fact(element, base)
        except _RuleError as err:
            reader.refuse(start, err)
        if fact.id in facts:
            twice = f"duplicate id {fact.id!r}; every fact has its own id"
            reader.refuse(start, _RuleError(twice, "id"))
        facts[fact.id], places[fact.id] = fact, start
    for fact_id, broken in _broken_links(facts):
        reader.refuse(places[fact_id], broken)
    return Ledger(ref, tuple(facts.values()))


def days_of(raw: bytes) -> Iterator[tuple[str, str, str | None]]:
    """Yield the id of each fact that stands, its timestamp, and its last access as it is written.

    raw: an items.json that parse_items has read before: no rule is checked again.
    """
    for row in json.loads(raw):
        if row["status"] == Status.ACTIVE:
            yield row["id"], row["timestamp"], row.get("lastAccessed")


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
            object_pairs_hook=_unique_keys, parse_constant=_no_constant,
            parse_int=_small_int, parse_float=_finite,
        )  # fmt: skip
        self._halves = _SURROGATE.search(self._text) is not None

    def _decode(self, raw: bytes) -> str:
        raw = raw.removeprefix(_BOM)
        try:
            return raw.decode()
        except UnicodeDecodeError as err:
            self._text = raw[: err.start].decode()
            self.fail(
                len(self._text), f"byte 0x{raw[err.start]:02x} is not UTF-8; save the file as UTF-8"
            )

    def fail(self, offset: int, rule: str) -> NoReturn:
        before = self._text[:offset]
        line, column = before.count("\n") + 1, offset - before.rfind("\n")
        raise CorruptFileError(self._path, line, column, rule)

    def elements(self) -> list[tuple[Any, int]]:
        if conflict := _CONFLICT.search(self._text):
            self.fail(conflict.start(), MERGE_RULE)
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
            element, end = self._json.raw_decode(self._text, index)
        except json.JSONDecodeError as err:
            self.fail(err.pos, f"not JSON: {err.msg.lower()}")
        except RecursionError:
            self.fail(index, "nested too deeply")
        except _RuleError as err:
            self.refuse(index, err)
        except _TokenError as err:
            self.fail(self._bad_token(index), str(err))
        if self._halves and _has_half(element):
            text = self._text[index:end]
            at = index + next(m.start() for m in _SURROGATE.finditer(text) if _lone(text, m))
            self.fail(at, "half a character (lone surrogate); write the whole one")
        return element, end

    def refuse(self, start: int, err: _RuleError) -> NoReturn:
        """Raise with the place of the key by which the element that starts there breaks a rule."""
        self.fail(self._place(start, err), str(err))

    def _place(self, start: int, err: _RuleError) -> int:
        if err.key is None or self._text[start] != "{":
            return start
        depth, spots = 0, []
        for match in _STRUCTURE.finditer(self._text, start):
            mark = match[0]
            if mark in "{[":
                depth += 1
            elif mark in "}]":
                depth -= 1
                if not depth:
                    break
            elif depth == 1 and match["colon"] and json.loads(match["string"]) == err.key:
                spots.append(match.start())
        return spots[err.nth] if err.nth < len(spots) else start

    def _bad_token(self, index: int) -> int:
        """Return where the first number stands that is none."""
        for match in _TOKEN.finditer(self._text, index):
            if match[0].startswith('"'):
                continue
            try:
                self._json.decode(match[0])
            except ValueError:
                return match.start()
        return index


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    row = dict(pairs)
    if len(row) != len(pairs):
        names = [key for key, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise _RuleError(f"key {twice!r} stands twice in one fact", twice, nth=1)
    return row


def _no_constant(name: str) -> NoReturn:
    raise _TokenError(f"{name} is not JSON")


def _small_int(digits: str) -> int:
    if len(digits) > _LONGEST_INT:
        raise _TokenError("a number is too long")
    return int(digits)


def _finite(digits: str) -> float:
    number = float(digits)
    if number in (float("inf"), float("-inf")):
        raise _TokenError("a number is too large")
    return number


def _has_half(element: object) -> bool:
    """Return whether a text anywhere in a JSON value cannot be written as UTF-8."""
    try:
        json.dumps(element, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return True
    return False


def _lone(text: str, match: re.Match[str]) -> bool:
    """Return whether the escape that begins there is half a character."""
    pair = re.compile(r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F]")
    if pair.match(text, match.start()):
        return False
    return pair.match(text, max(0, match.start() - 6)) is None


def _fact(row: Any, base: Ledger | None) -> Fact:  # noqa: ANN401 - any JSON value may stand there
    if not isinstance(row, dict):
        raise _RuleError("every element must be an object { ... }")
    fact_id = row.get("id")
    if not isinstance(fact_id, str) or not fact_id.strip() or "\n" in fact_id:
        raise _RuleError("a fact needs an id, one line of text", "id")
    try:
        status = Status(row.get("status", ""))
    except ValueError:
        raise _RuleError(f"status of {fact_id} must be active or superseded", "status") from None
    nested = (key for key, value in row.items() if isinstance(value, (dict, list)))
    if (deep := next((key for key in nested if _is_deep(row[key])), None)) is not None:
        raise _RuleError("nested too deeply", deep)
    stub = base.get(fact_id) if base and status is Status.SUPERSEDED else None
    return Fact(
        fact_id,
        _words(row, fact_id, stub),
        _timestamp(row, fact_id, stub),
        status=status,
        **_optional(row, fact_id, stub),
        extra=MappingProxyType({key: row[key] for key in row if key not in _KEYS}),
    )


def _is_deep(value: object) -> bool:
    """Return whether a value nests further than any writer of it could mean."""
    level = [value]
    for _ in range(_DEEPEST):
        level = [
            inner for outer in level if isinstance(outer, (dict, list))
            for inner in (outer.values() if isinstance(outer, dict) else outer)
        ]  # fmt: skip
        if not level:
            return False
    return True


def _words(row: dict[str, Any], fact_id: str, stub: Fact | None) -> str:
    words = row.get("fact") or (stub.fact if stub else None)
    if not isinstance(words, str) or not words.strip():
        raise _RuleError(f'{fact_id} has no text under "fact"', "fact")
    return words


def _timestamp(row: dict[str, Any], fact_id: str, stub: Fact | None) -> str:
    stamp = row.get("timestamp") or (stub.timestamp if stub else None)
    if not isinstance(stamp, str) or not is_timestamp(stamp):
        raise _RuleError(f"timestamp of {fact_id} must be a day such as 2026-02-15", "timestamp")
    return stamp


def _optional(row: dict[str, Any], fact_id: str, stub: Fact | None) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key in _TEXT_KEYS:
        value = row.get(key)
        if value is None and stub is not None:
            value = getattr(stub, _KEYS[key])
        if value is not None and not isinstance(value, str):
            raise _RuleError(f"{key} of {fact_id} must be text", key)
        found[_KEYS[key]] = value
    found["related"] = _related(row, fact_id, stub)
    count = row.get("accessCount", stub.access_count if stub else None)
    if count is not None and (isinstance(count, bool) or not isinstance(count, int) or count < 0):
        raise _RuleError(f"accessCount of {fact_id} must be a whole number from 0", "accessCount")
    found["access_count"] = count
    return found


def _related(row: dict[str, Any], fact_id: str, stub: Fact | None) -> tuple[str, ...] | None:
    related = row.get("relatedEntities", list(stub.related or ()) if stub else None)
    if related is None:
        return None
    if not isinstance(related, list) or not all(isinstance(ref, str) for ref in related):
        raise _RuleError(f"relatedEntities of {fact_id} must be a list of texts", "relatedEntities")
    return tuple(related)


def _broken_links(facts: Mapping[str, Fact]) -> Iterator[tuple[str, _RuleError]]:
    """Yield each fact whose supersededBy leads nowhere, or back to itself; each link once."""
    ends: set[str] = set()  # facts whose chain is known to end
    for fact in facts.values():
        if fact.superseded_by is not None and fact.superseded_by not in facts:
            rule = f"{fact.id} is supersededBy {fact.superseded_by!r}, which is not in this file"
            yield fact.id, _RuleError(rule, "supersededBy")
    for first in facts:
        chain: dict[str, None] = {}
        here: str | None = first
        while here is not None and here in facts and here not in ends and here not in chain:
            chain[here] = None
            here = facts[here].superseded_by
        if here is not None and here in chain:
            rule = f"supersededBy of {here} runs in a circle"
            yield here, _RuleError(rule, "supersededBy")
        ends.update(chain)
