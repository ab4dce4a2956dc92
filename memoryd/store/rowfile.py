"""RowFile: a file that only grows, row by row; half a row at its end was never acknowledged."""

import os
from collections.abc import Iterator
from pathlib import Path

from memoryd.store import disk

_STEP = 65_536


class RowFile:
    """Rows end with a newline. Reading stops at half a row, appending cuts it first."""

    def __init__(self, path: Path) -> None:
        """Name the file; the first append makes it."""
        self.path = path
        self._named = False  # whether this process made its name durable
        self._whole: int | None = None  # after a failed append: the size without what it left

    def append(self, raw: bytes) -> None:
        """Append whole rows, durable on return.

        A failed write or sync is never retried on the same descriptor, and what it left does not
        stay. Raises ReadOnlyStoreError or StoreError.
        """
        disk.make_folder(self.path.parent)
        try:
            self.cut()
            born = not self.path.exists()
            flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC
            fd = os.open(self.path, flags, 0o600)
            try:
                self._make_name_durable(fd, born=born)
                self._write(fd, raw)
            finally:
                os.close(fd)
        except OSError as err:
            raise disk.refused(err, self.path) from err

    def _make_name_durable(self, fd: int, *, born: bool) -> None:
        if born or not self._named:  # a crash may have come between its birth and this
            os.fchmod(fd, 0o600)
            disk.sync_folder(self.path.parent)
            self._named = True

    def _write(self, fd: int, raw: bytes) -> None:
        self._whole = os.fstat(fd).st_size
        view = memoryview(raw)
        try:
            while view:
                view = view[os.write(fd, view) :]
            os.fsync(fd)
        except OSError:
            os.ftruncate(fd, self._whole)  # where this fails too, the next cut() does it
            raise
        self._whole = None

    def cut(self) -> None:
        """Cut half a row from the end, and what a failed append left. Raises OSError."""
        try:
            size = self.path.stat().st_size
        except FileNotFoundError:
            return
        whole = whole_size(self.path, size) if self._whole is None else min(size, self._whole)
        if whole < size:
            os.truncate(self.path, whole)
        self._whole = None

    def rows(self, start: int = 0) -> Iterator[bytes]:
        """Yield the whole rows from an offset on, with their newlines.

        Raises ReadOnlyStoreError or StoreError for a file that cannot be read.
        """
        try:
            handle = self.path.open("rb")
        except FileNotFoundError:
            return
        except OSError as err:
            raise disk.refused(err, self.path, doing="read") from err
        with handle:
            handle.seek(start)
            for raw in handle:
                if raw.endswith(b"\n"):
                    yield raw


def whole_size(path: Path, size: int) -> int:
    """Return the offset after the last newline within the first `size` bytes of a file."""
    with path.open("rb") as handle:
        end = size
        while end > 0:
            start = max(0, end - _STEP)
            handle.seek(start)
            found = handle.read(end - start).rfind(b"\n")
            if found >= 0:
                return start + found + 1
            end = start
    return 0
