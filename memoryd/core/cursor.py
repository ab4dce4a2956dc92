"""Cursor: how far one transcript file was read, and how to notice that it was rewritten."""

from operator import itemgetter
from typing import Any

from memoryd.core.value import as_dict, frozen


@frozen
class Cursor:
    """The place after the last whole row read, in bytes, and what stood before it.

    head, tail: SHA-256 (hex) of the first and of the last at most 1,024 bytes before `offset`;
    a file whose bytes there differ was rewritten and is read again from its start.
    ino, size, mtime_ns: of the last stat; all three unchanged means nothing new.
    """

    path: str
    offset: int
    head: str
    tail: str
    ino: int
    size: int
    mtime_ns: int

    def as_json(self) -> dict[str, Any]:
        """Return the JSON object that a commit record holds."""
        return as_dict(self)


_read_so_far = itemgetter(*Cursor.__match_args__[1:])


def cursor_of(path: str, data: dict[str, Any]) -> Cursor:
    """Return the cursor of a path, of what as_json wrote. Raises KeyError for another shape."""
    return Cursor(path, *_read_so_far(data))
