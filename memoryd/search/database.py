"""The SQLite file of the index: opened, checked, and its faults told as ours."""

import fcntl
import os
import sqlite3
import time
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path

from memoryd.errors import BrokenIndexError, ReadOnlyStoreError, StoreError, why_refused

VERSION = 8  # of the schema, the terms and the wording; another one is built anew
_APPLICATION = 0x6D656D64  # "memd"
_LOCK = "index.lock"  # beside the file: one process at a time writes it, or makes it anew
_LOCK_SECONDS = 5.0
_LOOK_SECONDS = 0.01
_MEMORY = Path(":memory:")
_BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
# The disk, the rights or the machine, not the file: what is in it may be whole.
_REFUSED = (
    sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_INTERRUPT,
    sqlite3.SQLITE_NOLFS, sqlite3.SQLITE_PROTOCOL, sqlite3.SQLITE_TOOBIG,
)  # fmt: skip


class Connection(sqlite3.Connection):
    """A connection. snapshot: it does not see what is written to the file after it was opened."""

    snapshot = False


@contextmanager
def told() -> Generator[None]:
    """Tell SQLite's errors as ours.

    StoreError while another one writes, ReadOnlyStoreError where the disk or its rights refuse:
    what is there may be whole. Only else BrokenIndexError.
    """
    try:
        yield
    except sqlite3.DatabaseError as err:
        code = getattr(err, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
        if code in _BUSY:
            raise StoreError("the search index is busy; try again in a moment") from err
        if code in _REFUSED:
            raise ReadOnlyStoreError(f"the search index cannot be used ({err})") from err
        raise BrokenIndexError(f"the search index cannot be used ({err}); it is rebuilt") from err


def connect(path: Path, *, write: bool) -> Connection:
    """Open the file for reading, or for writing where it may be new.

    Raises BrokenIndexError when it is missing (reading) or not an index of this version, and
    ReadOnlyStoreError where the disk refuses.
    """
    try:
        if write:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            path.touch(mode=0o600)
        elif not path.exists():
            raise BrokenIndexError("the search index is missing; it is built")
    except OSError as err:
        raise _unkept(path, err) from err
    if write:
        return _opened(path, "mode=rw", write=True)
    try:
        return _opened(path, "mode=ro", write=False)
    except ReadOnlyStoreError as err:
        if not path.exists():
            raise BrokenIndexError("the search index was removed; it is built") from err
        # A folder that takes no file of locks: nobody writes there, unless their log says so.
        if _has_log(path):
            raise
        db = _opened(path, "mode=ro&immutable=1", write=False)
        db.snapshot = True
        return db


def connect_memory() -> Connection:
    """Open an empty file that is in memory alone, to be written to."""
    return sqlite3.connect(
        _MEMORY, check_same_thread=False, isolation_level=None, factory=Connection
    )


def _opened(path: Path, how: str, *, write: bool) -> Connection:
    with told():
        db = sqlite3.connect(
            f"{path.absolute().as_uri()}?{how}", uri=True, check_same_thread=False,
            isolation_level=None, timeout=5.0, factory=Connection,
        )  # fmt: skip
        try:
            _check(db, write=write)
        except (sqlite3.DatabaseError, BrokenIndexError):
            db.close()
            raise
    return db


def _has_log(path: Path) -> bool:
    try:
        return path.with_name(f"{path.name}-wal").stat().st_size > 0
    except OSError:
        return False


@contextmanager
def alone(path: Path) -> Generator[bool]:
    """Keep other processes from writing the file; gives whether one had to be waited for.

    Raises ReadOnlyStoreError where the folder takes no lock, StoreError after a while of waiting.
    """
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW
        fd = os.open(path.with_name(_LOCK), flags, 0o600)
    except OSError as err:
        raise _unkept(path, err) from err
    try:
        yield _waited(fd)
    finally:
        os.close(fd)


def _unkept(path: Path, err: OSError) -> ReadOnlyStoreError:
    said = f"the search index cannot be kept in {path.parent}: {why_refused(err)}"
    return ReadOnlyStoreError(said)


def _waited(fd: int) -> bool:
    until = time.monotonic() + _LOCK_SECONDS
    waited = False
    while True:
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > until:
                raise StoreError("the search index is busy; try again in a moment") from None
            waited = True
            time.sleep(_LOOK_SECONDS)
        else:
            return waited


def remove(path: Path) -> None:
    """Remove the file with what SQLite keeps beside it. Raises ReadOnlyStoreError."""
    try:
        for name in (path.name, f"{path.name}-wal", f"{path.name}-shm"):
            with suppress(FileNotFoundError):
                path.with_name(name).unlink()
    except OSError as err:
        raise _unkept(path, err) from err


def sign_off(db: sqlite3.Connection) -> None:
    """Mark a new file as an index of this version."""
    db.execute(f"PRAGMA application_id={_APPLICATION}")
    db.execute(f"PRAGMA user_version={VERSION}")


def is_new(db: sqlite3.Connection) -> bool:
    """Return whether nothing was ever written to the file."""
    return bool(db.execute("PRAGMA schema_version").fetchone()[0] == 0)


def _check(db: sqlite3.Connection, *, write: bool) -> None:
    if is_new(db) and write:
        db.execute("PRAGMA journal_mode=WAL")
    elif (
        db.execute("PRAGMA application_id").fetchone()[0] != _APPLICATION
        or db.execute("PRAGMA user_version").fetchone()[0] != VERSION
    ):
        raise BrokenIndexError("the search index is of another version; it is rebuilt")
    db.execute("PRAGMA cache_size=-512")  # KiB: the system keeps the pages of the file anyway
    db.execute("PRAGMA synchronous=NORMAL")  # a lost tail is seen by its stamps and built again
