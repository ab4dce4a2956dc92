"""What an index may be like when several ask at once: missing, of another version, torn."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

_PAGE = 4096


def _removed(place: Path) -> None:
    place.unlink()


def _older(place: Path) -> None:
    with sqlite3.connect(place) as db:
        db.execute("PRAGMA user_version=3")
    db.close()


def _half(place: Path) -> None:
    raw = place.read_bytes()
    place.write_bytes(raw[: len(raw) // _PAGE // 2 * _PAGE])


def _damaged(place: Path) -> None:
    raw = place.read_bytes()
    place.write_bytes(raw[:_PAGE] + bytes(_PAGE) + raw[2 * _PAGE :])


HARMS: dict[str, Callable[[Path], object]] = {
    "missing": _removed,
    "of another version": _older,
    "cut in half": _half,
    "damaged": _damaged,
    "empty": lambda place: place.write_bytes(b""),
    "no index": lambda place: place.write_bytes(b"no index at all" * _PAGE),
}
