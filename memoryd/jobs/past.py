"""past: the versions of files that the audit knows, oldest first; a file saved is told by them."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from memoryd.errors import ChainError
from memoryd.store import MemoryStore


@dataclass(frozen=True, slots=True)
class Version:
    """One version of a file.

    path: its salted name; sha: of its bytes; ours: a job remembers to have written just these;
    saved: a person did; heard: the last line of the conversation that was known then.
    """

    path: str
    sha: str
    ours: bool
    saved: bool
    heard: int


def versions(store: MemoryStore, paths: Mapping[str, str]) -> Iterator[Version]:
    """Yield each version of some files, oldest first, by one look at the audit.

    paths: salted name -> the mark in which the job that writes the file remembers its bytes, ""
    for none. Of a broken audit what is readable is told.
    """
    marks = {mark: path for path, mark in paths.items() if mark}
    heard, last = 0, dict[str, str]()
    with suppress(ChainError):
        for row in store.audit_rows():
            heard = max(heard, *row.get("lines", [0]))
            for path, sha, ours, saved in _of_row(row, marks):
                if path in paths and sha and (ours or sha != last.get(path)):
                    yield Version(path, sha, ours, saved, heard)
                    last[path] = sha


def _of_row(
    row: Mapping[str, Any], marks: Mapping[str, str]
) -> Iterable[tuple[str, str | None, bool, bool]]:
    files = row.get("files", ())
    # What stood before a write and no look has found was saved right before it.
    yield from ((path, before, False, True) for path, before, _ in files)
    # A save that the write met is merged into what was to be written, and stands after it.
    known = row.get("marks", {}).items()
    yield from ((marks[name], sha, True, False) for name, sha in known if name in marks)
    saved = row["job"] == "hand-edit"
    yield from ((path, after, False, saved) for path, _, after in files)
