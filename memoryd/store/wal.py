"""wal/<writer>/: the redo log. A record that is in it is acknowledged; applied, it is dropped."""

import json
import os
from pathlib import Path
from typing import Any

from memoryd.store import disk

Record = dict[str, Any]


class Wal:
    """One log of whole records, and beside it those that wait for a broken file to be mended."""

    def __init__(self, folder: Path) -> None:
        """Use the folder of this writer; a host replays only its own."""
        self._log = folder / "log.jsonl"
        self._waiting = folder / "waiting.jsonl"

    def append(self, record: Record) -> None:
        """Make a record durable: on return it is acknowledged."""
        disk.append(self._log, _row(record))

    def pending(self) -> list[Record]:
        """Return the acknowledged records that are not dropped; cut a torn tail."""
        records, good = _read(self._log)
        if self._log.exists() and self._log.stat().st_size > good:
            os.truncate(self._log, good)
        return records

    def drop(self) -> None:
        """Forget all records of the log: their effects and their audit rows are durable."""
        os.truncate(self._log, 0)

    def wait(self, record: Record) -> None:
        """Keep the part of a record that a broken file holds up."""
        disk.append(self._waiting, _row(record))

    def waiting(self) -> list[Record]:
        """Return what waits, oldest first."""
        return _read(self._waiting)[0]

    def set_waiting(self, records: list[Record]) -> None:
        """Replace what waits."""
        if records:
            disk.replace(self._waiting, b"".join(_row(record) for record in records))
        elif self._waiting.exists():
            self._waiting.unlink()
            disk.sync_folder(self._waiting.parent)


def _row(record: Record) -> bytes:
    body = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
    return f"{disk.digest(body.encode())[:16]} {body}\n".encode()


def _read(path: Path) -> tuple[list[Record], int]:
    raw = disk.read(path) or b""
    records: list[Record] = []
    good = 0
    for row in raw.splitlines(keepends=True):
        checksum, _, body = row.partition(b" ")
        if not row.endswith(b"\n") or disk.digest(body[:-1])[:16].encode() != checksum:
            break
        records.append(json.loads(body))
        good += len(row)
    return records, good
