"""wal/<writer>/: the redo log. A record that is in it is acknowledged; applied, it is dropped."""

import json
import os
from pathlib import Path
from typing import Any

from memoryd.store import disk
from memoryd.store.rowfile import RowFile

Record = dict[str, Any]


class Wal:
    """One log of whole records, and beside it those that wait for a broken file to be mended."""

    def __init__(self, folder: Path) -> None:
        """Use the folder of this writer; a host replays only its own."""
        self._log = RowFile(folder / "log.jsonl")
        self._waiting = RowFile(folder / "waiting.jsonl")

    def append(self, record: Record) -> None:
        """Make a record durable: on return it is acknowledged."""
        self._log.append(_row(record))

    def pending(self) -> list[Record]:
        """Return the acknowledged records that are not dropped. Raises OSError."""
        self._log.cut()
        return _records(self._log)

    def held(self) -> list[Record]:
        """Return the same without touching the file: another process may be writing it."""
        return _records(self._log)

    def touched(self) -> float:
        """Return when the log was written last, in seconds on the wall clock."""
        try:
            return self._log.path.stat().st_mtime
        except OSError:
            return 0.0

    def drop(self) -> None:
        """Forget all records of the log: their effects and their audit rows are durable."""
        if self._log.path.exists() and self._log.path.stat().st_size:
            os.truncate(self._log.path, 0)

    def wait(self, record: Record) -> None:
        """Keep the part of a record that a broken file holds up."""
        self._waiting.append(_row(record))

    def waiting(self) -> list[Record]:
        """Return what waits, oldest first."""
        return _records(self._waiting)

    def set_waiting(self, records: list[Record]) -> None:
        """Replace what waits, where it is not the same."""
        raw = b"".join(_row(record) for record in records)
        if raw == (disk.read(self._waiting.path) or b""):
            return
        if records:
            disk.replace(self._waiting.path, raw)
        else:
            self._waiting.path.unlink()
            disk.sync_folder(self._waiting.path.parent)


def _row(record: Record) -> bytes:
    text = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
    body = text.encode("utf-8", "surrogatepass")
    return f"{disk.digest(body)[:16]} ".encode() + body + b"\n"


def _records(file: RowFile) -> list[Record]:
    """Return the records whose checksum holds: a torn one was never acknowledged."""
    records: list[Record] = []
    for row in file.rows():
        checksum, _, body = row.partition(b" ")
        if disk.digest(body[:-1])[:16].encode() == checksum:
            records.append(json.loads(body))
    return records
