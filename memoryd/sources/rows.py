"""Rows of a JSON Lines file: one at a time, in bounded memory, and never an error for a bad one."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, BinaryIO

MAX_ROW = 8 * 1024 * 1024  # bytes; a longer row is passed over without being held
_BLOCK = 256 * 1024


@dataclass(frozen=True, slots=True)
class Row:
    """One row: its bytes (None: longer than MAX_ROW), the offset after it, and if it is ended."""

    data: bytes | None
    end: int
    ended: bool


def rows(handle: BinaryIO, offset: int) -> Iterator[Row]:
    r"""Yield the rows from an offset on, split at b"\n" only; a row without its end is the last."""
    handle.seek(offset)
    ended = True
    while ended and (data := handle.readline(MAX_ROW + 1)):
        offset += len(data)
        held = len(data) <= MAX_ROW
        kept = data if held else None
        while not held and not data.endswith(b"\n") and (data := handle.readline(_BLOCK)):
            offset += len(data)
        ended = data.endswith(b"\n")
        yield Row(kept, offset, ended)


def parse(data: bytes) -> dict[str, Any] | None:
    """Return the JSON object of a row; None for anything else, however broken.

    NULs around it, which a crash leaves where a file had grown, are no part of it.
    """
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):  # no JSON, no UTF-8, 5,000 digits; brackets without end
        bare = data.strip(b"\0\r\n")
        return parse(bare) if len(bare) < len(data.rstrip()) else None
    return value if isinstance(value, dict) else None


def child(row: dict[str, Any], key: str) -> dict[str, Any]:
    """Return an object inside a row; an empty one where there is none."""
    value = row.get(key)
    return value if isinstance(value, dict) else {}


def name(value: object) -> str | None:
    """Return an id or session as a key can hold it: one printable word; else None."""
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value) if abs(value) < 10**18 else None
    if not isinstance(value, str) or not 0 < len(value) <= 128:  # noqa: PLR2004 - a uuid has 36
        return None
    return value if value.isprintable() and not any(c in value for c in " #") else None


def blocks(content: object) -> list[dict[str, Any]]:
    """Return the blocks of a message, a plain string being one text block."""
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    return [b for b in content if isinstance(b, dict)] if isinstance(content, list) else []


def texts(content: object) -> list[str]:
    """Return the texts among the blocks of a message, in order."""
    found = (b.get("text") for b in blocks(content) if b.get("type") == "text")
    return [text for text in found if isinstance(text, str)]
