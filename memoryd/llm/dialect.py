"""What a dialect is: pure translation between our question and a provider's JSON, both ways."""

from collections.abc import Mapping
from typing import Any, Protocol

from memoryd.core.money import Usage
from memoryd.llm.question import Answer, Question, Stop

_CUT = frozenset(
    """length model_length context_length max_tokens max_output_tokens max_new_tokens
    model_context_window_exceeded""".split()
)
_REFUSED = frozenset("content_filter refusal safety".split())


class ShapeError(ValueError):
    """A body of status 200 that does not have the dialect's shape."""


class Dialect(Protocol):
    """One provider's way of speaking.

    home: its own address; optional: the fields of a body that some servers refuse, each with
    other words by which their errors name it.
    """

    name: str
    home: str
    path: str
    optional: Mapping[str, tuple[str, ...]]

    def headers(self, key: str | None) -> dict[str, str]:
        """Return the headers that carry the key and the version."""

    def body(self, question: Question, model: str, *, at_home: bool) -> dict[str, Any]:
        """Return the whole JSON body; at_home: it goes to the provider's own address."""

    def read(self, body: Mapping[str, Any]) -> Answer:
        """Read a body of status 200. Raises ShapeError when it has another shape."""


def stop_of(reason: object) -> Stop:
    """Return what a server's reason to stop means.

    Servers spell the good ones in many ways, or leave them out: an end that is missing after one
    of those still shows in the text.
    """
    word = reason.strip().casefold() if isinstance(reason, str) else ""
    return Stop.CUT if word in _CUT else Stop.REFUSED if word in _REFUSED else Stop.WHOLE


def text_of(value: object) -> str:
    """Return a text that a body must hold. Raises ShapeError."""
    if not isinstance(value, str):
        raise ShapeError("a text is missing")
    return value


def table_of(value: object) -> Mapping[str, Any]:
    """Return an object that a body must hold. Raises ShapeError."""
    if not isinstance(value, dict):
        raise ShapeError("an object is missing")
    return value


def list_of(value: object) -> list[Any]:
    """Return a list that a body must hold. Raises ShapeError."""
    if not isinstance(value, list):
        raise ShapeError("a list is missing")
    return value


def counted(usage: object, *names: str) -> int | None:
    """Return a count of tokens found under nested names; None unless it is a whole number."""
    for name in names:
        usage = usage.get(name) if isinstance(usage, dict) else None
    return usage if type(usage) is int and usage >= 0 else None


def usage_of(uncached: int | None, output: int | None, *cached: int | None) -> Usage | None:
    """Return a usage, None when the server did not say what went in or out."""
    if uncached is None or output is None:
        return None
    read, written = (count or 0 for count in cached)
    return Usage(max(0, uncached), output, read, written)
