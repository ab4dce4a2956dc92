"""The reading that all JSON Lines sources share: rows to turns, in chunks, from a cursor on."""

import os
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import Any, BinaryIO, ClassVar
from zoneinfo import ZoneInfo

from memoryd.core.cursor import Cursor
from memoryd.core.turn import Role, Turn
from memoryd.errors import SourceError
from memoryd.sources.finding import transcripts
from memoryd.sources.place import cursor_at, refused, start, unchanged
from memoryd.sources.rows import Row, parse, rows
from memoryd.sources.shapes import Chunk, Said, Skip
from memoryd.sources.strip import writable
from memoryd.sources.when import day, moment, written

MAX_TURNS = 500  # a chunk ends at the first of these three
MAX_TEXT = 1_000_000  # characters
MAX_RAW = 64 * 1024 * 1024  # bytes
_PEEK = 1024 * 1024  # bytes in which a session says whose it is
_PRIME = 64 * 1024  # bytes before a resumed place that say what was going on
_SHORT = 6  # of a hash: enough beside an id
_REMEMBERED = 32_768  # lines among which a copy is noticed; farther ones ingest drops by key


class JsonlSource(ABC):
    """A source of JSON Lines files; a format says what a row means and where files lie.

    paths: folders (searched for *.jsonl at any depth) and globs, ~ allowed;
    zone: the operator's, for times that state none; global_ids: the rows' own ids name one
    utterance in the whole world; unreadable: as Source says.
    """

    name: ClassVar[str]
    global_ids: ClassVar[bool] = False

    def __init__(self, paths: Sequence[str], zone: ZoneInfo) -> None:
        self.paths, self.zone = tuple(paths), zone
        self.unreadable: list[str] = []

    @abstractmethod
    def said(self, row: dict[str, Any]) -> Said | Skip:
        """Return what a row says. Raises nothing, whatever types the row holds."""

    def is_tool(self, data: bytes) -> bool:  # noqa: ARG002 - most rows must be parsed
        """Tell, before a row is parsed and beyond doubt, that it is a tool's output."""
        return False

    def session(self, row: dict[str, Any]) -> str | None:  # noqa: ARG002 - few have headers
        """Return the session id if this row is the file's header."""
        return None

    def stem(self, path: Path) -> str:
        """Return the session of a file that states none."""
        return path.stem

    def listing(self) -> list[tuple[str, os.stat_result]]:
        """Return every transcript now on disk with its stat, by path; deleted ones never.

        A file with several names is listed once. One stat a file: with nothing new this is most
        of what a heartbeat does.
        """
        listed, self.unreadable = transcripts(self.paths)
        self.learn([path for path, _ in listed])
        return listed

    def learn(self, paths: list[str]) -> None:  # noqa: B027 - most formats need not know
        """Take note of all transcripts that there are."""

    def files(self) -> list[Path]:
        """Return the paths of the listing."""
        return [Path(path) for path, _ in self.listing()]

    def read(self, path: Path, cursor: Cursor | None) -> Iterator[Chunk]:
        """Yield what stands after the cursor, the last chunk at the end of the file.

        Nothing for a file that is unchanged or gone. Raises SourceError if it cannot be read.
        """
        try:
            if cursor is not None and unchanged(path.stat(), cursor):
                return
            if line := refused(path):
                raise SourceError(line)
            with path.open("rb") as handle:
                yield from self._chunks(path, handle, cursor)
        except (FileNotFoundError, NotADirectoryError):
            return
        except OSError as err:
            raise SourceError(f"{path}: cannot be read ({err.strerror}); check it") from err

    def _chunks(self, path: Path, handle: BinaryIO, cursor: Cursor | None) -> Iterator[Chunk]:
        found = os.fstat(handle.fileno())
        offset = began = start(handle, cursor)
        batch = _Batch(self, found, self.stem(path))
        batch.peek(handle)
        batch.prime(handle, offset)
        for row in rows(handle, offset):
            if not row.ended and (row.data is None or parse(row.data) is None):
                break  # still being written
            batch.take(row)
            offset = row.end
            if batch.is_full() or offset - began >= MAX_RAW:
                yield batch.chunk(cursor_at(handle, path, offset, None))
                began = offset
        yield batch.chunk(cursor_at(handle, path, offset, found))


class _Batch:
    """What a read carries from row to row, and gathers for the chunk in the making."""

    def __init__(self, source: JsonlSource, file: os.stat_result, session: str) -> None:
        self._source, self._session = source, session
        self._time, self._latest = written(file)
        self._local: set[str] = set()
        self._borrowed = 0
        self._turns: list[Turn] = []
        self._skipped: Counter[Skip] = Counter()
        self._text = 0
        self._recent: set[str] = set()
        self._older: set[str] = set()
        self._own = self._polled = False

    def peek(self, handle: BinaryIO) -> None:
        """Learn from the first rows, also on a resumed read, whose session it is and since when."""
        begun = False
        for row in rows(handle, 0):
            parsed = parse(row.data) if row.data is not None else None
            said = self._source.said(parsed) if parsed is not None else Skip.BAD_ROW
            if not begun:
                self._session = (self._source.session(parsed) if parsed else None) or self._session
                self._own = said is Skip.OWN
            time = self._stated(said)[1] if isinstance(said, Said) else None
            self._time = time or self._time
            if self._own or time or row.end > _PEEK:
                return
            begun = begun or isinstance(said, Said)

    def prime(self, handle: BinaryIO, offset: int) -> None:
        """Learn from the rows before a resumed place the time, and whether a poll stands open."""
        for row in rows(handle, max(0, offset - _PRIME)):
            if row.end > offset:
                return
            parsed = parse(row.data) if row.data is not None else None
            said = self._follow(self._source.said(parsed)) if parsed is not None else None
            if isinstance(said, Said):
                self._time = self._stated(said)[1] or self._lent(said)

    def take(self, row: Row) -> None:
        """Add one row's turn, or count why there is none."""
        if row.data is None:
            self._skipped[Skip.OVERSIZE] += 1
        elif not row.data.strip():
            return
        elif self._own:
            self._skipped[Skip.OWN] += 1
        elif self._source.is_tool(row.data):
            self._skipped[Skip.TOOL] += 1
        elif (parsed := parse(row.data)) is None:
            self._skipped[Skip.BAD_ROW] += 1
        else:
            self._add(parsed)

    def is_full(self) -> bool:
        """Tell that the chunk holds as many turns or as much text as it may."""
        return len(self._turns) >= MAX_TURNS or self._text >= MAX_TEXT

    def chunk(self, cursor: Cursor) -> Chunk:
        """Return what was gathered, and begin anew."""
        skipped = {why.value: n for why, n in self._skipped.items()}
        done = Chunk(tuple(self._turns), cursor, skipped, frozenset(self._local), self._borrowed)
        self._turns, self._skipped, self._text = [], Counter(), 0
        self._local, self._borrowed = set(), 0
        return done

    def _follow(self, said: Said | Skip) -> Said | Skip:
        """Tell an answer to a poll by what it answers, not by its words."""
        if isinstance(said, Skip):
            self._polled = self._polled or said is Skip.HEARTBEAT
            return said
        self._polled = self._polled and said.role is Role.ASSISTANT
        return Skip.ACK if self._polled else said

    def _add(self, row: dict[str, Any]) -> None:
        said = self._follow(self._source.said(row))
        if isinstance(said, Skip):
            self._skipped[said] += 1
            return
        stated, time = self._stated(said)
        self._time = time or self._lent(said)
        line, own = self._ids(said, stated, timed=time is not None)
        if own in self._recent or own in self._older:
            self._skipped[Skip.DUPLICATE] += 1
            return
        self._remember(own)
        if own != line:
            self._local.add(line)
        self._borrowed += time is None
        self._turns.append(self._turn(said, line))
        self._text += len(said.text)

    def _ids(self, said: Said, stated: str, *, timed: bool) -> tuple[str, str]:
        """Return a row's line id, and what tells it from every other row of the file."""
        hashed = _hashed(stated, said)
        if said.line is None or self._source.global_ids:
            line = said.line or hashed
            return line, line
        if timed:
            return said.line, f"{said.line}~{hashed}"
        # The time that is lent to a row may be another in each copy of the file.
        line = f"{said.line}~{hashed[:_SHORT]}"
        return line, line

    def _turn(self, said: Said, line: str) -> Turn:
        return Turn(
            assistant=self._source.name,
            session=said.session or self._session,
            line=line,
            time=self._time,
            role=said.role,
            text=said.text,
            speaker=said.speaker,
            channel=said.channel,
        )

    def _stated(self, said: Said) -> tuple[str, datetime | None]:
        """Return the time as the row states it, "" where it says nothing, and as a value."""
        for stated in said.times:
            if time := moment(stated, self._source.zone, self._latest):
                return str(stated), time
        return next((writable(t) for t in said.times if isinstance(t, str)), ""), None

    def _lent(self, said: Said) -> datetime:
        """Return a time for a row without one: of the row before, but never of another day."""
        zone = self._source.zone
        days = (day(stated, zone, self._latest) for stated in said.times)
        start = next(filter(None, days), None)
        if start and start.astimezone(zone).date() != self._time.astimezone(zone).date():
            return start
        return self._time

    def _remember(self, line: str) -> None:
        if len(self._recent) >= _REMEMBERED:
            self._older, self._recent = self._recent, set()
        self._recent.add(line)


def _hashed(stated: str, said: Said) -> str:
    """Return an id for a row without one, from what the row itself says and nothing else."""
    parts = (stated, said.role, said.text, *([said.speaker] if said.speaker else ()))
    return sha256("\x1f".join(parts).encode()).hexdigest()[:12]
