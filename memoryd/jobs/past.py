"""past: the versions of files that the audit knows, oldest first; a file saved is told by them."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from memoryd.core.older import SAVED
from memoryd.errors import ChainError
from memoryd.store import MemoryStore


@dataclass(frozen=True, slots=True)
class Version:
    """One version of a file.

    path: its salted name; sha: of its bytes, "" where it was gone; ours: a job remembers to have
    written just these, and they stood there; saved: a person did; heard: the last line of the
    conversation that was known then; at: when its row was written, or when the save was made where
    that is remembered, in seconds on the wall clock. run: of the job that wrote it, and its time.
    """

    path: str
    sha: str
    ours: bool
    saved: bool
    heard: int
    at: float = 0.0
    run: tuple[str, str] = ("", "")

    def is_passed_over(self, after: "Version") -> bool:
        """Return whether the next version is of the same run: one step of several."""
        return self.run == after.run and not (self.saved or after.saved)


def versions(store: MemoryStore, paths: Mapping[str, str]) -> Iterator[Version]:
    """Yield each version of some files, of each the oldest first, by one look at the audit.

    Of what one run wrote in several steps only the last is told: that a person deletes what one
    step added is more likely than that their editor read the file between two.

    paths: salted name -> the mark in which the job that writes the file remembers its bytes, ""
    for none. Of a broken audit what is readable is told.
    """
    last: dict[str, Version] = {}
    for version in _written(store, paths):
        before = last.get(version.path)
        if before and not before.is_passed_over(version):
            yield before
        last[version.path] = version
    yield from last.values()


def _written(store: MemoryStore, paths: Mapping[str, str]) -> Iterator[Version]:
    marks = {mark: path for path, mark in paths.items() if mark}
    heard, now = 0, _Now()
    with suppress(ChainError):
        for row in store.audit_rows():
            heard = max(heard, *row.get("lines", [0]))
            written = {marks[m]: sha for m, sha in row.get("marks", {}).items() if m in marks}
            for path, sha, ours, saved in _of_row(row, written, now):
                is_new = ours or sha != now.stands.get(path)
                if path in paths and (sha or path in now.stands) and is_new:
                    at, run = _at(row, path, saved=saved), (row.get("run", ""), row["now"])
                    yield Version(path, sha or "", ours, saved, heard, at, run)
                    now.stands[path] = sha or ""


def _at(row: Mapping[str, Any], path: str, *, saved: bool) -> float:
    made = row.get("marks", {}).get(f"{SAVED}:{path}") if saved else None
    return float(made) if made else datetime.fromisoformat(row["time"]).timestamp()


@dataclass(frozen=True, slots=True)
class _Now:
    """By path, the version that stands, and the one that a job remembers to have written."""

    stands: dict[str, str] = field(default_factory=dict)
    written: dict[str, str] = field(default_factory=dict)


def _of_row(
    row: Mapping[str, Any], written: Mapping[str, str], now: _Now
) -> Iterable[tuple[str, str | None, bool, bool]]:
    files, saved = row.get("files", ()), row["job"] == "hand-edit"
    # What stood before a write and no look has found was saved right before it.
    yield from ((path, before, False, True) for path, before, _ in files)
    now.written.update(written)
    places = {(path, after) for path, _, after in files}
    for path, sha in written.items():
        if (path, sha) not in places:
            # Where the write met a save and left it as it was, what is remembered never stood.
            yield path, sha, saved or now.stands.get(path) == sha, False
    yield from ((path, sha, now.written.get(path) == sha, saved) for path, _, sha in files)
