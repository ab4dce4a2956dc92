"""Where a reader stands in a file, and whether the file before that place is still the same."""

import os
from hashlib import sha256
from pathlib import Path
from typing import BinaryIO

from memoryd.core.cursor import Cursor

_UTF16 = (b"\xff\xfe", b"\xfe\xff", b'{\0"\0', b'\0{\0"')  # its marks, and a row without one
_HASHED = 1024  # bytes at each end, as Cursor says


def unchanged(stat: os.stat_result, cursor: Cursor) -> bool:
    """Tell from the stat alone that a file holds nothing new."""
    return (stat.st_ino, stat.st_size, stat.st_mtime_ns) == (
        cursor.ino,
        cursor.size,
        cursor.mtime_ns,
    )


def refused(path: Path) -> str | None:
    """Return a line for a transcript that stands there and cannot be read, else None."""
    try:
        with path.open("rb") as handle:
            coded = handle.read(4).startswith(_UTF16)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as err:
        return f"{path}: cannot be read ({err.strerror}); check it"
    return f"{path}: cannot be read (it is UTF-16); save it as UTF-8" if coded else None


def start(handle: BinaryIO, cursor: Cursor | None) -> int:
    """Return the offset to read from: 0 for a file that is new or was rewritten.

    A new inode with the same bytes (rotation, a copy put back) is the same file.
    """
    if cursor is None or _hashes(handle, cursor.offset) != (cursor.head, cursor.tail):
        return 0  # a file now shorter than the offset has a shorter, so another, tail
    return cursor.offset


def cursor_at(handle: BinaryIO, path: Path, offset: int, stat: os.stat_result | None) -> Cursor:
    """Return the cursor for an offset; stat: taken before the read, None if more is to come."""
    head, tail = _hashes(handle, offset)
    # zeros never equal a real stat, so a read that was cut short goes on the next time
    ino, size, mtime = (stat.st_ino, stat.st_size, stat.st_mtime_ns) if stat else (0, 0, 0)
    return Cursor(str(path), offset, head, tail, ino, size, mtime)


def _hashes(handle: BinaryIO, offset: int) -> tuple[str, str]:
    length = min(_HASHED, offset)
    ends = (0, offset - length)
    head, tail = (os.pread(handle.fileno(), length, at) for at in ends)
    return sha256(head).hexdigest(), sha256(tail).hexdigest()
