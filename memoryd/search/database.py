"""The SQLite file of the index: opened, checked, and its faults told as ours."""

import sqlite3
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path

from memoryd.errors import BrokenIndexError, StoreError

VERSION = 3  # of the schema, the terms and the wording; another one is built anew
_APPLICATION = 0x6D656D64  # "memd"
_BUSY = ("locked", "busy")


@contextmanager
def told() -> Generator[None]:
    """Tell SQLite's errors as ours: BrokenIndexError, or StoreError while another one writes."""
    try:
        yield
    except sqlite3.DatabaseError as err:
        if any(word in str(err) for word in _BUSY):
            raise StoreError("the search index is busy; try again in a moment") from err
        raise BrokenIndexError(f"the search index cannot be used ({err}); it is rebuilt") from err


def connect(path: Path, *, write: bool) -> sqlite3.Connection:
    """Open the file for reading, or for writing where it may be new.

    Raises BrokenIndexError when it is missing (reading) or not an index of this version.
    """
    with told():
        if write:
            path.touch(mode=0o600)
        mode = "rw" if write else "ro"
        db = sqlite3.connect(
            f"{path.absolute().as_uri()}?mode={mode}", uri=True, check_same_thread=False,
            isolation_level=None, timeout=5.0,
        )  # fmt: skip
        try:
            _check(db, write=write)
        except (sqlite3.DatabaseError, BrokenIndexError):
            db.close()
            raise
    return db


def remove(path: Path) -> None:
    """Remove the file with what SQLite keeps beside it."""
    for name in (path.name, f"{path.name}-wal", f"{path.name}-shm"):
        with suppress(FileNotFoundError):
            path.with_name(name).unlink()


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
