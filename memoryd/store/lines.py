"""lines/<writer>/2026-02.jsonl: what was said, by whom, when, from which source; redacted."""

import json
import os
from collections.abc import Iterable, Iterator
from datetime import datetime
from heapq import merge
from pathlib import Path
from typing import Any

from memoryd.core.turn import Line, Role, Turn
from memoryd.store import disk


class Lines:
    """The conversation lines of one writer, in the order of their sequence numbers."""

    def __init__(self, folder: Path) -> None:
        """Use the folder of this writer."""
        self._folder = folder

    def append(self, lines: Iterable[Line]) -> None:
        """Append lines, each to the file of its month; one that stands there already is left out."""
        months: dict[str, list[Line]] = {}
        for line in lines:
            months.setdefault(f"{line.turn.time:%Y-%m}", []).append(line)
        for month, group in months.items():
            path = self._folder / f"{month}.jsonl"
            last = self._mend(path)
            rows = [_dump(line) for line in group if line.seq > last]
            if rows:
                disk.append(path, b"".join(rows))

    def _mend(self, path: Path) -> int:
        """Cut a torn last row and return the highest sequence number of the file."""
        try:
            size = path.stat().st_size
        except FileNotFoundError:
            return 0
        tail = _tail(path, size)
        if not tail.endswith(b"\n"):
            cut = size - len(tail) + tail.rfind(b"\n") + 1
            os.truncate(path, cut)
            tail = tail[: tail.rfind(b"\n") + 1]
        return _last_seq(tail)

    def read(self, after: int = 0) -> Iterator[Line]:
        """Yield the lines with a sequence number above `after`, in order."""
        newer = (path for path in self._files() if _last_seq(_tail_of(path)) > after)
        # Each month's file is in order already, and may be larger than memory.
        yield from merge(*(_lines(path, after) for path in newer), key=lambda line: line.seq)

    def keys(self) -> Iterator[tuple[str, str, str]]:
        """Yield (assistant, session, line id) of every line, in no order."""
        for path in self._files():
            with path.open("rb") as handle:
                for raw in handle:
                    if raw.endswith(b"\n"):
                        row = json.loads(raw)
                        yield row["assistant"], row["session"], row["line"]

    def find(self, wanted: frozenset[str]) -> dict[str, Line]:
        """Return the lines whose key (assistant:session#line) is wanted."""
        found: dict[str, Line] = {}
        if wanted:
            for path in self._files():
                for line in _lines(path, 0):
                    if line.turn.key in wanted:
                        found[line.turn.key] = line
        return found

    def _files(self) -> list[Path]:
        try:
            return sorted(self._folder.glob("*.jsonl"))
        except OSError:
            return []


def _last_seq(tail: bytes) -> int:
    rows = tail[: tail.rfind(b"\n") + 1].splitlines()
    return int(json.loads(rows[-1])["seq"]) if rows else 0


def _tail_of(path: Path) -> bytes:
    return _tail(path, path.stat().st_size)


def _tail(path: Path, size: int) -> bytes:
    """Return the end of a file, at least its whole last row."""
    step = 65_536
    with path.open("rb") as handle:
        while True:
            handle.seek(max(0, size - step))
            tail = handle.read()
            if size <= step or tail[:-1].count(b"\n") > 1:
                return tail
            step *= 8


def _lines(path: Path, after: int) -> Iterator[Line]:
    with path.open("rb") as handle:
        for raw in handle:
            if raw.endswith(b"\n"):
                row = json.loads(raw)
                if row["seq"] > after:
                    yield line_from_json(row)


def line_as_json(line: Line) -> dict[str, Any]:
    """Return the JSON object of a line; what is None is left out."""
    turn = line.turn
    row = {
        "seq": line.seq,
        "assistant": turn.assistant,
        "session": turn.session,
        "line": turn.line,
        "time": turn.time.isoformat(),
        "role": turn.role.value,
        "speaker": turn.speaker,
        "channel": turn.channel,
        "text": turn.text,
    }
    return {key: value for key, value in row.items() if value is not None}


def line_from_json(row: dict[str, Any]) -> Line:
    """Read what line_as_json wrote."""
    turn = Turn(
        assistant=row["assistant"],
        session=row["session"],
        line=row["line"],
        time=datetime.fromisoformat(row["time"]),
        role=Role(row["role"]),
        text=row["text"],
        speaker=row.get("speaker"),
        channel=row.get("channel"),
    )
    return Line(row["seq"], turn)


def _dump(line: Line) -> bytes:
    return (json.dumps(line_as_json(line), ensure_ascii=False) + "\n").encode()
