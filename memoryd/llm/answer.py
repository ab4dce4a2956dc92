"""From a model's words to one JSON object: fences, prose around it, small slips, a cut end.

Nothing is guessed: a repair touches quotes, commas and literals, never a value; an object inside
another is never taken for the answer; two different answers are none.
"""

import json
import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from memoryd.errors import TooLongError, UnreadableAnswerError

MAX_CHARS = 2_000_000
_MAX_OBJECTS = 1_000  # more than one is odd already
_THINKS = re.compile(r"\s*<(think|thinking|reasoning)>")
_THOUGHT = re.compile(r"</(?:think|thinking|reasoning)>")
# Some servers keep the opening tag to themselves. In a fact's text no line begins.
_UNOPENED = re.compile(rf"^\s*{_THOUGHT.pattern}", re.MULTILINE)
_FENCE = re.compile(r"^[ \t]*```", re.MULTILINE)
_MARKS = re.compile(r'[{}\[\]]|"(?:[^"\\]|\\.)*"?', re.DOTALL)
_TOKEN = re.compile(
    r'(?P<double>"(?:[^"\\]|\\.)*")'
    r"|\\'(?P<escaped>.*?)\\'"
    r"|'(?P<single>(?:[^'\\]|\\.)*)'"
    r"|(?P<between>[^\"'\\]+)",
    re.DOTALL,
)
_WORDS = {"None": "null", "True": "true", "False": "false"}
_IN_LIST = ["{", "["]


@dataclass(frozen=True, slots=True)
class Parsed:
    """The object; whole: False when its end is missing and only complete list entries stand."""

    value: dict[str, Any]
    whole: bool = True


@dataclass(frozen=True, slots=True)
class _Span:
    """One outermost {...} of a text. last: where the last complete entry of a list in it ends."""

    text: str
    fenced: bool
    closed: bool
    last: int = 0


def parse_object(text: str, key: str) -> Parsed:
    """Return the one object with a top-level `key` that an answer holds.

    Raises TooLongError when it is cut before anything complete, UnreadableAnswerError for any other
    answer: prose, a repeated key, NaN, nesting too deep, two different objects.
    """
    if len(text) > MAX_CHARS:
        raise UnreadableAnswerError("the answer is longer than any that was asked for")
    text = _after_thoughts(text.lstrip("\N{ZERO WIDTH NO-BREAK SPACE}"))
    whole = _loads(text)
    if isinstance(whole, dict) and key in whole:
        return Parsed(whole)
    if whole is not None:
        raise UnreadableAnswerError(f'the answer is JSON without "{key}" at its top')
    spans = list(islice(_spans(text), _MAX_OBJECTS))
    for fenced in (True, False):
        chosen = [span for span in spans if span.fenced is fenced and span.closed]
        found = _objects(chosen, key)
        if any(value != found[0] for value in found):
            raise UnreadableAnswerError("the answer holds several objects that differ")
        if found:
            return Parsed(found[0])
    if spans and not spans[-1].closed:
        return _salvaged(spans[-1], key)
    raise UnreadableAnswerError(f'the answer holds no JSON object with "{key}"')


def _after_thoughts(text: str) -> str:
    """Return what stands behind a model's thoughts: what they weigh is no answer."""
    opened = _THINKS.match(text)
    end = (_THOUGHT if opened else _UNOPENED).search(text)
    if opened and end is None:
        raise UnreadableAnswerError("the answer ends within the model's thoughts")
    return text[end.end() :] if end else text


def _objects(spans: list[_Span], key: str) -> list[dict[str, Any]]:
    values = (_value(span.text) for span in spans)
    return [value for value in values if isinstance(value, dict) and key in value]


def _salvaged(span: _Span, key: str) -> Parsed:
    value = _value(span.text[: span.last] + "]}") if span.last else None
    if isinstance(value, dict) and key in value:
        return Parsed(value, whole=False)
    raise TooLongError("the answer is truncated and holds nothing complete")


def _value(text: str) -> Any:  # noqa: ANN401 - JSON
    value = _loads(text)
    return _loads(_repaired(text), strict=False) if value is None else value


def _loads(text: str, *, strict: bool = True) -> Any:  # noqa: ANN401 - JSON
    """Return the value of a JSON text, None when it is none or holds what JSON must not."""
    try:
        return json.loads(
            text, strict=strict, object_pairs_hook=_unique, parse_constant=_no_constant
        )
    except (ValueError, RecursionError):
        return None


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        raise ValueError("a repeated key")
    return value


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def _spans(text: str) -> Iterator[_Span]:
    """Yield each outermost object; quotes count only inside one."""
    fences = [match.start() for match in _FENCE.finditer(text)]
    at = text.find("{")
    while at >= 0:
        end, last = _end(text, at)
        fenced = bisect_left(fences, at) % 2 == 1
        stop = len(text) if end is None else end
        yield _Span(text[at:stop], fenced, end is not None, last - at if last else 0)
        at = text.find("{", stop)


def _end(text: str, start: int) -> tuple[int | None, int]:
    """Return where an object ends, None when it does not, and its last complete list entry."""
    stack: list[str] = []
    last = 0
    for match in _MARKS.finditer(text, start):
        mark = match[0]
        if mark in ("{", "["):
            stack.append(mark)
        elif mark in ("}", "]"):
            stack.pop()
            if not stack:
                return match.end(), last
            if mark == "}" and stack == _IN_LIST:
                last = match.end()
    return None, last


def _repaired(text: str) -> str:
    """Return a text with JSON's quotes and literals, and without commas before a bracket."""
    parts: list[str] = []
    for match in _TOKEN.finditer(text):
        match match.lastgroup:
            case "double":
                parts.append(match[0].replace("\\'", "'"))
            case "between":
                bare = re.sub(r",(\s*[}\]])", r"\1", match[0])
                parts.append(re.sub(r"\b(?:None|True|False)\b", lambda m: _WORDS[m[0]], bare))
            case _:
                parts.append(_quoted(match["escaped"] or match["single"] or ""))
    return "".join(parts)


def _quoted(inner: str) -> str:
    bare = inner.replace("\\'", "'")
    return '"' + re.sub(r'(?<!\\)"', r"\\" + '"', bare) + '"'
