"""audit/<writer>.jsonl: a hash-chained record of every commit, without memory text.

What the chain adds up to (the head) is kept as a copy in the state folder. The copy outlives the
removal of .memoryd, and shows when rows at the chain's end went missing.
"""

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path

from memoryd.core.digest import sha256
from memoryd.core.regex import regex
from memoryd.errors import ChainError
from memoryd.store import disk
from memoryd.store.head import Head, Row
from memoryd.store.rowfile import RowFile

_SALT = regex(r"[0-9a-f]{32}")
_RECENT = 65_536  # bytes at the end of the chain, in which a record that is replayed may stand


class Audit:
    """The chain of one writer, and its head."""

    def __init__(self, own: Path, state: Path, writer: str) -> None:
        """Use <own>/audit/<writer>.jsonl and the head's copy in the state folder."""
        self._file = RowFile(own / "audit" / f"{writer}.jsonl")
        self._salt_path = own / "salt"
        self._head_path = state / "head.json"
        self._ids: set[str] | None = None
        self._saved: tuple[Head, disk.Stamp | None] | None = None
        self.head = Head()
        self.lost: tuple[int, int] | None = None  # rows that the copy knows and the chain lacks

    # -- the head ------------------------------------------------------------------------------

    def load(self, *, is_new: Callable[[], bool], last_line: Callable[[], int]) -> None:
        """Bring the head up to date: from the copy and the chain, or from the chain alone.

        is_new: whether there is no memory yet, so that a copy is of one that was removed;
        last_line: the highest sequence number among the lines on disk.
        """
        salt = self._salt()
        copy = self.copy()
        if copy is not None and salt and copy.salt != salt:
            copy = None  # of another memory that stood at this place
        self._ids, self.lost = None, None
        if copy is not None and self._joins(copy):
            self.head = copy
            self._fold_from(copy.size)
        else:
            self.head = Head()
            self._fold_from(0)
            on_disk = last_line()
            if copy is not None:
                self._take_over(copy, is_new=is_new(), last_line=on_disk)
            self.head.last_line = max(self.head.last_line, on_disk)
        self.head.salt = salt or self.head.salt

    def take(self, read: "Audit") -> None:
        """Go by what another has loaded of the same chain just now, instead of load()."""
        self._ids, self.head, self.lost = None, read.head, read.lost

    def _fold_from(self, start: int, *, above: int = 0) -> None:
        head = self.head
        for row, end in self._good_rows(start):
            if row["seq"] > above:
                head.fold(row)
            head.hash, head.size = row["hash"], end

    def _take_over(self, copy: Head, *, is_new: bool, last_line: int) -> None:
        """Join a copy to a chain that it does not continue: rows were lost or changed.

        When the lines on disk are older too, a backup was restored: what the chain says holds and
        the transcripts are read again from there. Else the copy knows better than what is left.
        """
        chain = self.head
        rolled_back = chain.size > 0 and chain.seq < copy.seq and last_line < copy.last_line
        if is_new or rolled_back:
            chain.salt = copy.salt
            chain.tombstones |= copy.tombstones
        else:
            self.head = copy
            self.head.hash, self.head.size = "", 0
            self._fold_from(0, above=copy.seq)
        if chain.seq < copy.seq:
            self.lost = (chain.seq + 1, copy.seq)
            self.head.seq = copy.seq

    def copy(self) -> Head | None:
        """Return the head's copy in the state folder; None where there is none that can be read."""
        raw = disk.read(self._head_path)
        return None if raw is None else Head.from_bytes(raw)

    def _joins(self, copy: Head) -> bool:
        """Return whether the chain holds the row that the copy ends with, where it says."""
        if copy.size == 0 or not self._file.path.exists():
            return False
        with self._file.path.open("rb") as handle:
            handle.seek(max(0, copy.size - 200))
            return handle.read(min(200, copy.size)).endswith(f'"hash":"{copy.hash}"}}\n'.encode())

    def save_copy(self) -> None:
        """Write the head's copy where it changed; it may be lost without harm."""
        # A head of 2,000 transcripts takes 8 ms to be written down; to be compared, a tenth.
        if self._saved == (self.head, disk.stamp(self._head_path)):
            return
        raw = self.head.as_bytes()
        if disk.read(self._head_path) != raw:
            disk.replace(self._head_path, raw, durable=False)
        self._saved = (self.head.copied(), disk.stamp(self._head_path))

    # -- names ---------------------------------------------------------------------------------

    def _salt(self) -> str:
        raw = disk.read(self._salt_path) or b""
        text = raw.decode("utf-8", "replace").strip()
        return text if _SALT.fullmatch(text) else ""

    def ensure_salt(self) -> None:
        """Make sure that there is a salt, on disk and in the head."""
        on_disk = self._salt()
        if on_disk:
            self.head.salt = on_disk
            return
        self.head.salt = self.head.salt or os.urandom(16).hex()
        disk.replace(self._salt_path, f"{self.head.salt}\n".encode())

    def name(self, text: str) -> str:
        """Return the name under which a ref, fact id, line id or path stands in the audit."""
        return sha256(f"{self.head.salt}\0{text}".encode())[:24]

    # -- rows ----------------------------------------------------------------------------------

    def append(self, row: Row) -> None:
        """Chain a row to the head and make it durable; a row whose id is there is left out."""
        if self.has(row["id"]):
            return
        head = self.head
        body = {"seq": head.seq + 1, **row, "prev": head.hash}
        if self.lost:
            body["lost"] = list(self.lost)
        body["hash"] = _seal(body)
        raw = (json.dumps(body, ensure_ascii=False, separators=(",", ":")) + "\n").encode()
        self._file.append(raw)
        head.fold(body)
        head.size = self._file.path.stat().st_size
        self.lost = None
        self._recent().add(row["id"])

    def has(self, row_id: str) -> bool:
        """Return whether a commit with that id is among the last rows, so that it was finished."""
        return row_id in self._recent()

    def _recent(self) -> set[str]:
        window = _RECENT
        while self._ids is None:
            start = max(0, self.head.size - window)
            whole = self._good_rows(start, skip_first=start > 0)
            found = {row["id"] for row, _ in whole}
            window *= 8
            if found or start == 0:  # else the last row is larger than the window
                self._ids = found
        return self._ids

    def _good_rows(self, start: int, *, skip_first: bool = False) -> Iterator[tuple[Row, int]]:
        """Yield (row, offset of its end) for the rows that are whole and sealed.

        A row that somebody changed says nothing; rows() names it.
        """
        for raw in self._file.rows(start):
            start += len(raw)
            if skip_first:
                skip_first = False
                continue
            row = _read(raw)
            if row is not None:
                yield row, start

    def rows(self) -> Iterator[Row]:
        """Yield every row, oldest first. Raises ChainError at a row that does not fit.

        So does an end that lacks rows which the head's copy knows.
        """
        copy = self.copy()  # before the rows: a writer appends first and copies then
        salt = self._salt()
        last: Row = {"seq": 0, "hash": ""}
        for number, raw in enumerate(self._file.rows(), start=1):
            row = _read(raw)
            if row is None or row["prev"] != last["hash"] or row["seq"] != _next(last, row):
                raise ChainError(f"row {number} of the audit was changed or does not follow")
            last = row
            yield row
        if copy is None or (salt and copy.salt != salt):
            return
        if copy.seq > last["seq"] or (copy.seq == last["seq"] and copy.hash != last["hash"]):
            raise ChainError(f"the audit ends at row {last['seq']} of {copy.seq}: rows are missing")


def _next(last: Row, row: Row) -> int:
    """Return the number that follows; a row that records a loss skips the rows that were lost."""
    lost = row.get("lost")
    if lost and lost[0] == last["seq"] + 1:
        return int(lost[1]) + 1
    return int(last["seq"]) + 1


def _read(raw: bytes) -> Row | None:
    """Return a row; None when it is none or its seal is not right."""
    try:
        row = json.loads(raw)
        return row if row["hash"] == _seal(row) else None
    except (ValueError, TypeError, KeyError, RecursionError):
        return None


def _seal(row: Row) -> str:
    body = {key: value for key, value in row.items() if key != "hash"}
    return sha256(json.dumps(body, sort_keys=True).encode())
