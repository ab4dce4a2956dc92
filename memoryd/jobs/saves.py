"""saves: what a look at the files took in, changed by a person or seen for the first time."""

from dataclasses import dataclass

from memoryd.jobs.context import Run
from memoryd.store import MemoryStore

_MARK = "first_seen"  # of the head, from store.edits: of the files that the last look took in


@dataclass(frozen=True, slots=True)
class Saves:
    """How many files were taken in.

    changed: known before, and other now; first_seen: new to the memory, because a person made or
    moved them, or what it knew of them was removed.
    """

    changed: int = 0
    first_seen: int = 0

    def __add__(self, more: "Saves") -> "Saves":
        return Saves(self.changed + more.changed, self.first_seen + more.first_seen)


def take_in(store: MemoryStore, run: Run) -> Saves:
    """Commit what people saved, and return what that was."""
    return _told_apart(store, store.rescan(run.stamp))


def taken_in_at_start(store: MemoryStore) -> Saves:
    """Return what the store took in when it was opened, once; for the first look after that."""
    count, store.opening.edits = store.opening.edits, 0
    return _told_apart(store, count)


def _told_apart(store: MemoryStore, count: int) -> Saves:
    first_seen = min(count, int(store.head.marks.get(_MARK, "0")))
    return Saves(count - first_seen, first_seen)
