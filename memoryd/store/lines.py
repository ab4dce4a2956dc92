"""lines/<writer>/2026-02.jsonl: what was said, by whom, when, from which source; redacted."""

import json
import os
from collections.abc import Callable, Container, Iterable, Iterator
from datetime import datetime
from heapq import merge
from pathlib import Path
from typing import Any

from memoryd.core.regex import regex
from memoryd.core.turn import Line, Role, Turn
from memoryd.core.value import replace
from memoryd.store import disk
from memoryd.store.rowfile import RowFile, whole_size

# How a row begins; where an id holds an escape, the whole row is read instead.
_TEXT = rb'"([^"\\]*)"'
_BEGINNING = regex(
    rb'\{"seq": (\d+), "assistant": ' + _TEXT + rb', "session": ' + _TEXT + rb', "line": ' + _TEXT
)
_MONTH = regex(r"\d{4}-\d\d\.jsonl")
_FEW = 16  # keys; for more, every row's key is looked at
_KEYS = {"seq", "assistant", "session", "line", "time", "role", "text"}


class Lines:
    """The conversation lines of one writer, in the order of their sequence numbers."""

    def __init__(self, folder: Path) -> None:
        """Use the folder of this writer."""
        self._folder = folder

    def append(self, lines: Iterable[Line]) -> None:
        """Append lines, each to the file of its month; one that stands there is left out."""
        months: dict[str, list[Line]] = {}
        for line in lines:
            months.setdefault(line.turn.time.isoformat()[: len("2026-02")], []).append(line)
        for month, group in months.items():
            file = RowFile(self._folder / f"{month}.jsonl")
            last = _last_seq(file.path)
            rows = [_dump(line) for line in group if line.seq > last]
            if rows:
                file.append(b"".join(rows))

    def last(self) -> int:
        """Return the highest sequence number on disk, 0 where there is no line."""
        return max((_last_seq(path) for path in self._files()), default=0)

    def read(self, after: int = 0) -> Iterator[Line]:
        """Yield the lines with a sequence number above `after`, in order."""
        newer = [path for path in self._files() if _last_seq(path) > after]
        # Each month's file is in order already, and may be larger than memory.
        yield from merge(*(_lines(path, after) for path in newer), key=lambda line: line.seq)

    def of_months(self, wanted: Callable[[str], bool]) -> Iterator[Line]:
        """Yield the lines of the wanted months (2026-02, by each line's own clock), in order."""
        files = [path for path in self._files() if wanted(path.stem)]
        yield from merge(*(_lines(path, 0) for path in files), key=lambda line: line.seq)

    def blank(self, months: Container[str], wanted: Callable[[Line], bool]) -> int:
        """Take the words of the wanted lines away; return of how many.

        Their places stay, so that none of them is ever read again.
        """
        count = 0
        for path in (path for path in self._files() if path.stem in months):
            rows: list[bytes] = []
            blanked = 0
            for raw in RowFile(path).rows():
                line = _line(raw)
                if line is not None and line.turn.text and wanted(line):
                    raw = _dump(replace(line, turn=replace(line.turn, text="")))  # noqa: PLW2901 - as it is written
                    blanked += 1
                rows.append(raw)
            if blanked:
                disk.replace(path, b"".join(rows))
            count += blanked
        return count

    def keys(self) -> Iterator[tuple[str, str, str]]:
        """Yield (assistant, session, line id) of every line, in no order."""
        for path in self._files():
            for raw in RowFile(path).rows():
                if (key := _key(raw)) is not None:
                    yield key

    def copies(self, assistant: str) -> Iterator[str]:
        """Yield what copy_name gives for each line of an assistant, in no order."""
        for path in self._files():
            for raw in RowFile(path).rows():
                key = _key(raw)
                if key is not None and key[0] == assistant:
                    yield _from_id_on(raw)

    def find(self, wanted: frozenset[str]) -> dict[str, Line]:
        """Return the lines whose key (assistant:session#line) is wanted."""
        found: dict[str, Line] = {}
        hints = _hints(wanted)
        for path in self._files() if wanted else ():
            for raw in RowFile(path).rows():
                if hints and not any(hint in raw for hint in hints):
                    continue
                assistant, session, name = _key(raw) or ("", "", "")
                key = f"{assistant}:{session}#{name}"
                if key in wanted and (line := _line(raw)) is not None:
                    found[key] = line
        return found

    def unreadable(self) -> Iterator[str]:
        """Yield the place of each row that is none, or was cut off: month.jsonl:number."""
        for path in self._files():
            number = 0
            for number, raw in enumerate(RowFile(path).rows(), start=1):
                if _line(raw) is None:
                    yield f"{path.name}:{number}"
            size = path.stat().st_size
            if whole_size(path, size) < size:
                yield f"{path.name}:{number + 1}"

    def _files(self) -> list[Path]:
        try:
            names = sorted(os.listdir(self._folder))  # noqa: PTH208 - names only
        except FileNotFoundError:
            return []
        except OSError as err:  # what cannot be read is not gone
            raise disk.refused(err, self._folder, doing="read") from err
        return [self._folder / name for name in names if _MONTH.fullmatch(name)]


def _last_seq(path: Path) -> int:
    """Return the sequence number of the last row that is one, 0 where there is none."""
    try:
        end = path.stat().st_size
    except FileNotFoundError:
        return 0
    while (end := whole_size(path, end)) > 0:
        start = whole_size(path, end - 1)
        with path.open("rb") as handle:
            handle.seek(start)
            row = _row(handle.read(end - start))
        if row is not None:
            return int(row["seq"])
        end = start
    return 0


def _lines(path: Path, after: int) -> Iterator[Line]:
    for raw in RowFile(path).rows():
        beginning = _BEGINNING.match(raw)
        if beginning and int(beginning[1]) <= after:
            continue
        line = _line(raw)
        if line is not None and line.seq > after:
            yield line


def _hints(wanted: frozenset[str]) -> list[bytes]:
    """Return bytes of which a wanted row holds at least one; none where they are too many."""
    ends = [key.rpartition("#")[2] for key in wanted] if len(wanted) <= _FEW else []
    return [json.dumps(e, ensure_ascii=False)[1:-1].encode("utf-8", "surrogatepass") for e in ends]


def _key(raw: bytes) -> tuple[str, str, str] | None:
    """Return (assistant, session, line id) of a row without reading its text, None of no row."""
    if beginning := _BEGINNING.match(raw):
        _, *names = beginning.groups()
        assistant, session, line = (name.decode("utf-8", "surrogatepass") for name in names)
        return assistant, session, line
    row = _row(raw)
    return None if row is None else (row["assistant"], row["session"], row["line"])


def _line(raw: bytes) -> Line | None:
    """Read a row as a line; None for one that a disk or a person spoilt: the others still count."""
    row = _row(raw)
    try:
        return None if row is None else line_from_json(row)
    except (ValueError, TypeError, AttributeError):
        return None


def copy_name(turn: Turn) -> str:
    """Return what a line shares with its copies in other sessions: id, time, who, and words."""
    return _from_id_on(_dump(Line(0, turn)))


def _from_id_on(raw: bytes) -> str:
    # No value before this key can hold it: a quotation mark inside one is escaped.
    return raw.partition(b'"line": ')[2].rstrip().decode("utf-8", "replace")


def _row(raw: bytes) -> dict[str, Any] | None:
    """Read a row's keys; None for one that was spoilt."""
    try:
        row = json.loads(raw)
        sound = row.keys() >= _KEYS and type(row["seq"]) is int
    except (ValueError, AttributeError, RecursionError):
        return None
    return row if sound else None


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
    row = json.dumps(line_as_json(line), ensure_ascii=False) + "\n"
    return row.encode("utf-8", "surrogatepass")  # half a character in a transcript loses no line
