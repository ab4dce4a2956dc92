"""The two flat files of vectors, as arrays.

vectors.signs   a page of header, then blocks of BLOCK rows: the keys (16 bytes a row, zero where a
                row is free), a check of each row's key and signs (8 bytes), then the signs of
                the numbers, one bit each, as planes of 64 bits.
vectors.rows    a page of header, then for each row a scale (32-bit float) and its numbers, 8 bits.

A row's key is written last, so a row with a key is whole. Both headers carry the same random mark;
files that do not belong together, are cut, or come from somewhere else are not opened, and made
anew by whoever writes: nothing in them cannot be computed again. So is a row whose check does not
fit its key and signs, or whose numbers are not of length one and of these signs.
"""

import fcntl
import mmap
import os
import secrets
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import numpy as np
from numpy.typing import NDArray

BLOCK = 16384  # rows; their signs (8 bytes of each at a time) stay in the processor's cache
KEY_BYTES, CHECK_BYTES = 16, 8
_PAGE = 4096
_HEADER = struct.Struct("<16sQ16sII")  # magic, generation, mark, numbers in a row, name's length
_MAGIC = b"memoryd vectors2"
_GENERATION_AT = 16
_LONGEST_NAME = 1024
_LITTLE = 16 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Shape:
    """What vectors belong to: the model's name and how many numbers they have."""

    model: str
    size: int

    @property
    def words(self) -> int:
        """How many times 64 signs a row has."""
        return -(-self.size // 64)

    @property
    def stride(self) -> int:
        """Bytes of a row: the scale and the numbers, on a boundary of four."""
        return 4 + -(-self.size // 4) * 4

    @property
    def block_bytes(self) -> int:
        """Bytes of a block of signs."""
        return BLOCK * (KEY_BYTES + CHECK_BYTES + 8 * self.words)


class VectorFiles:
    """An open pair. Arrays of a block are views into the file itself: what is set is written."""

    def __init__(self, folder: Path, shape: Shape, signs: int, rows: int) -> None:
        """Take two descriptors of files that fit together; use `open` or `create`."""
        self.shape = shape
        self._folder, self._signs, self._rows = folder, signs, rows
        self._writable = fcntl.fcntl(signs, fcntl.F_GETFL) & os.O_RDWR != 0
        self._map_signs()
        self._head = self._stable_head()
        self._long = os.fstat(rows).st_size

    @classmethod
    def open(cls, folder: Path, model: str, *, write: bool) -> Self | None:
        """Open what is there; None where nothing fits: absent, cut, foreign, another model's."""
        flags = (os.O_RDWR if write else os.O_RDONLY) | os.O_CLOEXEC | os.O_NOFOLLOW
        opened: list[int] = []
        try:
            opened += [os.open(folder / "vectors.signs", flags)]
            opened += [os.open(folder / "vectors.rows", flags)]
            shape = _fitting(opened[0], opened[1], model)
            if shape is None:
                return None
            files = cls(folder, shape, opened[0], opened[1])
            if not files.holds_all():
                return None
        except (OSError, ValueError):
            return None  # absent, or unreadable: as good as absent
        else:
            opened.clear()
            return files
        finally:
            for fd in opened:
                os.close(fd)

    @classmethod
    def create(cls, folder: Path, shape: Shape) -> Self:
        """Begin empty files in place of whatever is there. Raises OSError."""
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        header = _header(shape, secrets.token_bytes(16))
        opened = []
        for name in ("vectors.rows", "vectors.signs"):
            fresh = folder / f"{name}.new"
            fresh.unlink(missing_ok=True)
            fd = os.open(fresh, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
            opened.append(fd)
            os.fchmod(fd, 0o600)
            os.pwrite(fd, header, 0)
            os.replace(fresh, folder / name)  # noqa: PTH105 - a pair of names, as in the loop
        rows, signs = opened
        return cls(folder, shape, signs, rows)

    @property
    def blocks(self) -> int:
        """How many blocks of rows there is room for."""
        return (len(self._map) - _PAGE) // self.shape.block_bytes

    @property
    def generation(self) -> int:
        """A number that every change raises; read by other processes too."""
        (number,) = struct.unpack_from("<Q", self._map, _GENERATION_AT)
        return int(number)

    def intact(self) -> bool:
        """Return whether both files are still those in the folder, begin as they did, and as long.

        A file that another process cut would end this one at the next look into it.
        """
        signs = self._still("vectors.signs", self._signs)
        rows = self._still("vectors.rows", self._rows)
        if signs != len(self._map) or rows < self._long:
            return False
        self._long = rows
        return self._stable_head() == self._head

    def holds_all(self) -> bool:
        """Return whether the numbers reach as far as the keys."""
        for block in reversed(range(self.blocks)):
            if (used := np.flatnonzero(self.keys(block).any(axis=1))).size:
                return self._long >= _PAGE + (block * BLOCK + int(used[-1]) + 1) * self.shape.stride
        return True

    def written(self) -> int:
        """Return when anybody last wrote signs, in nanoseconds; a map's writes count at once."""
        return os.fstat(self._signs).st_mtime_ns

    def changed(self) -> None:
        """Raise the generation."""
        struct.pack_into("<Q", self._map, _GENERATION_AT, self.generation + 1)

    def grow(self) -> None:
        """Make room for one more block. Raises OSError (disk full)."""
        size = _PAGE + (self.blocks + 1) * self.shape.block_bytes
        # Reserved, not sparse: writing to a map on a full disk would end the process.
        os.posix_fallocate(self._signs, 0, size)
        self._map_signs()

    def keys(self, block: int) -> NDArray[np.uint64]:
        """Return the keys of a block, two numbers a row."""
        at = _PAGE + block * self.shape.block_bytes
        return np.frombuffer(self._map, np.uint64, BLOCK * 2, at).reshape(BLOCK, 2)

    def checks(self, block: int) -> NDArray[np.uint64]:
        """Return the checks of a block, one number a row."""
        at = _PAGE + block * self.shape.block_bytes + BLOCK * KEY_BYTES
        return np.frombuffer(self._map, np.uint64, BLOCK, at)

    def planes(self, block: int) -> NDArray[np.uint64]:
        """Return the signs of a block: for each 64 of a row's numbers a plane of all its rows."""
        words = self.shape.words
        at = _PAGE + block * self.shape.block_bytes + BLOCK * (KEY_BYTES + CHECK_BYTES)
        return np.frombuffer(self._map, np.uint64, BLOCK * words, at).reshape(words, BLOCK)

    def write_rows(self, rows: NDArray[np.int64], records: NDArray[np.uint8]) -> None:
        """Write the numbers of some rows. Raises OSError (disk full)."""
        for row, record in zip(rows.tolist(), records, strict=True):
            os.pwrite(self._rows, record.tobytes(), _PAGE + row * self.shape.stride)

    def sync_rows(self) -> None:
        """Let the numbers reach the disk before the keys that say they are there."""
        os.fdatasync(self._rows)

    def read_rows(self, rows: NDArray[np.int64]) -> NDArray[np.uint8]:
        """Return the records of some rows; zeros where the file ends before them."""
        stride = self.shape.stride
        parts = [os.pread(self._rows, stride, _PAGE + row * stride) for row in rows.tolist()]
        whole = b"".join(part if len(part) == stride else bytes(stride) for part in parts)
        return np.frombuffer(whole, np.uint8).reshape(len(parts), stride)

    def trim(self) -> None:
        """Give the mapped pages back to the system's cache, where they are many.

        Mapping 100,000 rows (6 MB) again takes a fifth of a search.
        """
        if len(self._map) > _LITTLE:
            self.rest()

    def rest(self) -> None:
        """Give the mapped pages back, however few: in a process at rest they count as its own."""
        self._map.madvise(mmap.MADV_DONTNEED)

    def close(self) -> None:
        """Let the files go. The map goes with the last array that looks into it."""
        os.close(self._signs)
        os.close(self._rows)

    def _still(self, name: str, fd: int) -> int:
        """Return how long an open file is; -1 where another one, or none, has its name."""
        try:
            named, mine = os.stat(self._folder / name), os.fstat(fd)  # noqa: PTH116 - beside fstat
        except OSError:
            return -1
        same = (named.st_ino, named.st_dev) == (mine.st_ino, mine.st_dev)
        return mine.st_size if same else -1

    def _stable_head(self) -> bytes:
        """Return what the header holds beside the generation."""
        return self._map[:_GENERATION_AT] + self._map[_GENERATION_AT + 8 : _HEADER.size]

    def _map_signs(self) -> None:
        access = mmap.ACCESS_WRITE if self._writable else mmap.ACCESS_READ
        self._map = mmap.mmap(self._signs, os.fstat(self._signs).st_size, access=access)


def _header(shape: Shape, mark: bytes) -> bytes:
    name = shape.model.encode()[:_LONGEST_NAME]
    head = _HEADER.pack(_MAGIC, 0, mark, shape.size, len(name))
    return (head + name).ljust(_PAGE, b"\0")


def _fitting(signs: int, rows: int, model: str) -> Shape | None:
    """Return the shape that two files have in common, None when they do not fit."""
    read = [_parsed(os.pread(fd, _PAGE, 0)) for fd in (signs, rows)]
    if read[0] is None or read[0] != read[1]:
        return None
    name, size, _ = read[0]
    shape = Shape(model, size)
    length = os.fstat(signs).st_size - _PAGE
    fits = name == model.encode()[:_LONGEST_NAME] and length % shape.block_bytes == 0
    return shape if fits else None


def _parsed(header: bytes) -> tuple[bytes, int, bytes] | None:
    """Return the model's name, the size of a row and the mark that a header states."""
    if len(header) != _PAGE:
        return None
    magic, _, mark, size, length = _HEADER.unpack_from(header)
    if magic != _MAGIC or not size or length > _LONGEST_NAME:
        return None
    return header[_HEADER.size : _HEADER.size + length], size, mark
