"""Own secrets: regular expressions that an operator adds to the formats that are known."""

import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any


def fault(pattern: str) -> str | None:
    """Return what is wrong with such a regular expression, None for one that can be used."""
    try:
        form = re.compile(pattern)
    except (re.error, RecursionError, OverflowError) as err:
        return f"{{value}} is no regular expression: {err}"
    if form.search(""):
        return "{value} would match no text at all; write what stands in each such secret"
    if _grows(_PARSER.parse(pattern)):
        return (
            "{value} repeats what may be of many lengths, which can take for ever; repeat what has "
            "one length, as in (?:[0-9A-F]{4}-){3}"
        )
    return None


def spans(text: str, patterns: Iterable[str]) -> Iterator[tuple[int, int]]:
    """Yield where such secrets stand in a text."""
    for pattern in patterns:
        yield from (m.span() for m in _compiled(pattern).finditer(text) if m[0])


_PARSER: Any = sys.modules["re._parser"]  # what reads each pattern; re keeps it to itself
_REPEATS = (_PARSER.MAX_REPEAT, _PARSER.MIN_REPEAT)


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


def _grows(parts: Sequence[Any], *, within: bool = False) -> bool:
    """Return whether a repeat holds what can be read in several ways.

    A repeat, a choice: then the time may grow with 2 to the length of a text.
    """
    for kind, given in parts:
        repeats = kind in _REPEATS and given[1] > 1
        varies = (kind in _REPEATS and given[0] != given[1]) or kind == _PARSER.BRANCH
        if varies and within:
            return True
        if any(_grows(inner, within=within or repeats) for inner in _inside(given)):
            return True
    return False


def _inside(given: Any) -> Iterator[Sequence[Any]]:  # noqa: ANN401 - as the parser gives it
    """Yield the sequences of parts in what the parser says of one part."""
    for each in given if isinstance(given, (tuple, list)) else ():
        if hasattr(each, "data"):
            yield each
        elif isinstance(each, (tuple, list)):
            yield from _inside(each)
