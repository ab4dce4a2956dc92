"""opened.jsonl: which facts readers opened, by id, until a night counts them.

Readers hold no lock and must not wait: a row is one append. What gets lost (a full disk, a place
that takes nothing, an append in the moment of a drop) is a count that was missed, nothing more.
"""

import json
import os
import stat
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

from memoryd.core.entity import Ref, parse_ref
from memoryd.core.value import frozen
from memoryd.errors import SlugError, StoreError
from memoryd.store import disk

MOST_BYTES = 1 << 20  # where no night ever comes, it grows no further
_NEAR = 1 << 16  # bytes at the end in which the same row is looked for


@frozen
class Opened:
    """Facts of one entity that somebody opened on a local day.

    summary: its text was shown as well, and with it the facts that it tells.
    """

    day: date
    ref: Ref
    ids: tuple[str, ...]
    summary: bool = False


@frozen
class Found:
    """What was read: the whole rows, and how many bytes of the file they are."""

    rows: tuple[Opened, ...]
    size: int


class OpenedLog:
    """The file of what was opened; its folder is the state's, which may be deleted."""

    def __init__(self, path: Path) -> None:
        """Name the file; the first row makes it."""
        self._path = path

    def note(self, row: Opened) -> None:
        """Append a row, unless it stands near the end already. It never raises."""
        told: dict[str, Any] = {"day": row.day.isoformat(), "ref": str(row.ref), "ids": row.ids}
        raw = json.dumps({**told, "summary": True} if row.summary else told).encode() + b"\n"
        try:
            disk.make_folder(self._path.parent)
            flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK
            fd = os.open(self._path, flags | os.O_CLOEXEC, 0o600)
            try:
                _append(fd, raw)
            finally:
                os.close(fd)
        except (OSError, StoreError):
            return  # reading is what was asked for

    def read(self) -> Found:
        """Return what stands there; a torn row, and a file that cannot be read, count nothing."""
        raw = self._raw()[:MOST_BYTES]
        whole = raw[: raw.rfind(b"\n") + 1]
        return Found(tuple(row for _, row in _rows(whole)), len(whole))

    def drop(self, found: Found, *, upto: date) -> None:
        """Take away what was read of days up to one; what was appended since stays.

        Where that cannot be, it is read again: whoever counts it looks at the day.
        """
        try:
            raw = self._raw()
            later = [line for line, row in _rows(raw[: found.size]) if row.day > upto]
            kept = b"".join([*later, raw[found.size :]])
            if kept == raw:
                return
            if kept:
                disk.replace(self._path, kept, durable=False)
            else:
                self._path.unlink(missing_ok=True)
        except (OSError, StoreError):
            return

    def _raw(self) -> bytes:
        try:
            return disk.read(self._path) or b""
        except StoreError:
            return b""


def _append(fd: int, raw: bytes) -> None:
    about = os.fstat(fd)
    if not stat.S_ISREG(about.st_mode) or about.st_size + len(raw) >= MOST_BYTES:
        return
    if about.st_size == 0:
        os.fchmod(fd, 0o600)  # whatever the umask
    near = os.pread(fd, _NEAR, max(0, about.st_size - _NEAR))
    if raw in near:
        return  # a fact is counted once a day
    torn = near and not near.endswith(b"\n")
    os.write(fd, b"\n" + raw if torn else raw)


def _rows(raw: bytes) -> Iterator[tuple[bytes, Opened]]:
    for line in raw.splitlines(keepends=True):
        try:
            row = _row(json.loads(line))
        except (ValueError, TypeError, KeyError, RecursionError, SlugError):
            continue
        yield line, row


def _row(told: dict[str, Any]) -> Opened:
    day, ids = told["day"], told["ids"]
    if not isinstance(ids, list) or not all(isinstance(text, str) for text in ids):
        raise TypeError
    if not isinstance(told["ref"], str) or len(day) != len("2026-02-15"):
        raise TypeError
    return Opened(date.fromisoformat(day), parse_ref(told["ref"]), tuple(ids), "summary" in told)
