"""What goes to the screen: plain aligned text without control characters, or one JSON object."""

import json
import sys
import unicodedata
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from memoryd.cli.streams import put, tell

_TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def plain(text: str) -> str:
    """Return a text without what could move the cursor, colour, hide or reorder other text."""
    kept = (c for c in text if c in "\n\t" or (unicodedata.category(c) not in ("Cc", "Cs")))
    return "".join(c for c in kept if c not in _TURNING)


def say(text: str = "") -> None:
    """Print a text, made plain."""
    encoding = sys.stdout.encoding
    put(f"{plain(text)}\n".encode(encoding, "replace").decode(encoding))


def warn(text: str) -> None:
    """Print one line for a person on standard error."""
    tell(f"memoryd: {' '.join(plain(text).split())}\n")


def say_json(value: Any) -> None:  # noqa: ANN401 - any JSON document
    """Print a value as one JSON object."""
    say(json.dumps(value, ensure_ascii=False, indent=2))


def say_rows(rows: Iterable[Sequence[str]], *, indent: int = 0) -> None:
    """Print rows as columns two spaces apart; the last column runs free."""
    listed = [[" ".join(cell.splitlines()) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*listed, strict=True)]
    for row in listed:
        cells = (f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True))
        say(" " * indent + "  ".join(cells).rstrip())


def minute(moment: datetime | str, zone: ZoneInfo) -> str:
    """Return a moment (or its RFC 3339 text) as a person in that zone writes it."""
    known = datetime.fromisoformat(moment) if isinstance(moment, str) else moment
    return f"{known.astimezone(zone):%Y-%m-%d %H:%M}"
