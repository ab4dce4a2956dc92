"""audit/<writer>.jsonl: a hash-chained record of every commit, without memory text.

Head: what the chain adds up to (cursors, versions, sequence numbers). It is folded from the chain
and kept as a copy in the state folder, which also outlives the removal of .memoryd.
"""

import hashlib
import json
import os
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from memoryd.core.cursor import Cursor, cursor_from_json
from memoryd.errors import ChainError
from memoryd.store import disk

Row = dict[str, Any]


@dataclass(slots=True)
class Head:
    """The state after the last audit row.

    size: bytes of the audit file folded in; files: salted hash of a path -> SHA-256 of its last
    good version; extracted, last_line: sequence numbers of lines; salt: hex.
    """

    seq: int = 0
    hash: str = ""
    size: int = 0
    salt: str = ""
    last_line: int = 0
    extracted: int = 0
    files: dict[str, str] = field(default_factory=dict)
    cursors: dict[str, Row] = field(default_factory=dict)
    tombstones: list[str] = field(default_factory=list)
    last_success: dict[str, str] = field(default_factory=dict)
    marks: dict[str, str] = field(default_factory=dict)

    def fold(self, row: Row) -> None:
        """Take one audit row in."""
        self.seq, self.hash = row["seq"], row["hash"]
        self.files.update((name, after) for name, _, after in row.get("files", ()) if after)
        for name, _, after in row.get("files", ()):
            if not after:
                self.files.pop(name, None)
        self.cursors.update((c["path"], c) for c in row.get("cursors", ()))
        self.tombstones.extend(row.get("tombstones", ()))
        self.last_line = max(self.last_line, *row.get("lines", [0]))
        self.extracted = max(self.extracted, row.get("extracted") or 0)
        self.last_success[row["job"]] = row["now"]
        self.marks.update(row.get("marks", {}))

    def cursor(self, path: str) -> Cursor | None:
        """Return how far a transcript was read."""
        row = self.cursors.get(path)
        return cursor_from_json(row) if row else None


class Audit:
    """The chain of one writer."""

    def __init__(self, own: Path, state: Path, writer: str) -> None:
        """Use <own>/audit/<writer>.jsonl and the head's copy in the state folder."""
        self._path = own / "audit" / f"{writer}.jsonl"
        self._salt_path = own / "salt"
        self._head_path = state / "head.json"
        self._ids: set[str] = set()

    @property
    def path(self) -> Path:
        """The audit file."""
        return self._path

    def load(self) -> Head:
        """Return the head: the copy, brought up to date from the chain, or folded anew."""
        head = self._copy() or Head()
        size = self._path.stat().st_size if self._path.exists() else 0
        if size < head.size or not self._joins(head):
            if size:
                # The chain was cut or exchanged: what it says now holds, the copy keeps the rest.
                head = Head(salt=head.salt, tombstones=head.tombstones)
            head.size = 0
        for row, end in self._rows(head.size):
            head.fold(row)
            head.size = end
            self._ids.add(row["id"])
        head.salt = head.salt or self._salt()
        return head

    def _copy(self) -> Head | None:
        raw = disk.read(self._head_path)
        if raw is None:
            return None
        try:
            return Head(**json.loads(raw))
        except (ValueError, TypeError):
            return None  # a torn copy: the chain says it all again

    def _joins(self, head: Head) -> bool:
        if head.size == 0:
            return True
        if not self._path.exists():
            return False
        with self._path.open("rb") as handle:
            handle.seek(max(0, head.size - 200))
            return head.hash.encode() in handle.read(min(200, head.size))

    def _salt(self) -> str:
        raw = disk.read(self._salt_path)
        return raw.decode().strip() if raw else ""

    def ensure_salt(self, head: Head) -> None:
        """Make sure that there is a salt, in the memory and in the head."""
        on_disk = self._salt()
        if on_disk:
            head.salt = on_disk
            return
        head.salt = head.salt or os.urandom(16).hex()
        disk.replace(self._salt_path, f"{head.salt}\n".encode())

    def save_copy(self, head: Head) -> None:
        """Write the head's copy where it changed; it may be lost without harm."""
        raw = json.dumps(asdict(head)).encode()
        if disk.read(self._head_path) != raw:
            disk.replace(self._head_path, raw, durable=False)

    def append(self, row: Row, head: Head) -> None:
        """Chain a row to the head and make it durable; a row whose id is there is left out."""
        if row["id"] in self._recent_ids(head):
            return
        body = {"seq": head.seq + 1, **row, "prev": head.hash}
        body["hash"] = _seal(body)
        raw = (json.dumps(body, ensure_ascii=False, separators=(",", ":")) + "\n").encode()
        self._cut_torn_tail(head.size)
        disk.append(self._path, raw)
        head.fold(body)
        head.size += len(raw)
        self._ids.add(row["id"])

    def _recent_ids(self, head: Head) -> set[str]:
        """Return the ids this process folded or wrote, and those of the last rows on disk."""
        if not self._ids and head.size:
            for row, _ in self._rows(max(0, self._line_start(head.size - 65_536))):
                self._ids.add(row["id"])
        return self._ids

    def _line_start(self, offset: int) -> int:
        if offset <= 0:
            return 0
        with self._path.open("rb") as handle:
            handle.seek(offset)
            return offset + len(handle.readline())

    def _cut_torn_tail(self, size: int) -> None:
        if self._path.exists() and self._path.stat().st_size > size:
            os.truncate(self._path, size)

    def _rows(self, start: int) -> Iterator[tuple[Row, int]]:
        """Yield (row, offset of its end) from an offset; a torn tail ends it."""
        if not self._path.exists():
            return
        with self._path.open("rb") as handle:
            handle.seek(start)
            for raw in handle:
                start += len(raw)
                if not raw.endswith(b"\n"):
                    return
                yield json.loads(raw), start

    def rows(self) -> Iterator[Row]:
        """Yield every row, oldest first, checking the chain. Raises ChainError at a break."""
        previous: str | None = None
        try:
            for row, _ in self._rows(0):
                if (previous is not None and row["prev"] != previous) or row["hash"] != _seal(row):
                    raise ChainError(f"audit row {row.get('seq')} does not follow the one before")
                previous = row["hash"]
                yield row
        except (ValueError, KeyError, TypeError) as err:
            raise ChainError(f"the audit of this host has a row that is not one: {err}") from err


def _seal(row: Row) -> str:
    body = {key: value for key, value in row.items() if key != "hash"}
    return hashlib.sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()


def salted(salt: str, text: str) -> str:
    """Return the name under which a ref, fact id, line id or path stands in the audit."""
    return hashlib.sha256(f"{salt}\0{text}".encode()).hexdigest()[:24]
