"""MemoryStore: the one door to the files. Reading needs no lock; writing holds it for its life."""

import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from memoryd import clock
from memoryd.core.change import Change, apply
from memoryd.core.cursor import Cursor
from memoryd.core.entity import Ref, parse_ref
from memoryd.core.fact import Fact
from memoryd.core.items import parse_items
from memoryd.core.ledger import Ledger
from memoryd.core.summary import Summary, read_summary
from memoryd.core.turn import Line
from memoryd.errors import CorruptFileError, ReadOnlyStoreError, SlugError, StoreError
from memoryd.store import disk
from memoryd.store.audit import Audit, Head
from memoryd.store.commit import Committer, Receipt
from memoryd.store.edits import Edits
from memoryd.store.history import History
from memoryd.store.layout import Layout
from memoryd.store.leftovers import harvest
from memoryd.store.lines import Lines
from memoryd.store.lock import Lock
from memoryd.store.wal import Wal


TREE = ("areas/people", "areas/companies", "projects", "resources", "archives")


@dataclass(frozen=True, slots=True)
class Entity:
    """What stands on disk about one entity."""

    ref: Ref
    summary: Summary | None
    ledger: Ledger
    trouble: CorruptFileError | None = None


@dataclass(slots=True)
class Opening:
    """What a writer found and did at its start."""

    replayed: int = 0
    harvested: int = 0
    edits: int = 0


class MemoryStore:
    """One memory on disk. Made by `reader` (no lock, no write) or `writer` (a context manager)."""

    def __init__(self, layout: Layout) -> None:
        """Use `reader` or `writer` instead."""
        self._layout = layout
        audit = Audit(layout.own, layout.state, layout.writer)
        self._committer = Committer(
            layout=layout,
            head=Head(),
            wal=Wal(layout.own / "wal" / layout.writer),
            audit=audit,
            history=History(layout.own / "history"),
            lines=Lines(layout.own / "lines" / layout.writer),
            clock=clock.now,
        )
        self._edits = Edits(self._committer)
        self._lock = Lock(layout.own / "lock")
        self._threads = threading.RLock()
        self._seen: dict[str, set[str]] | None = None
        self.opening = Opening()

    @classmethod
    def reader(cls, layout: Layout) -> Self:
        """Open for reading only."""
        store = cls(layout)
        store.refresh()
        return store

    @classmethod
    def writer(cls, layout: Layout, *, wait: float = 10.0, now: str | None = None) -> Self:
        """Open for writing: take the lock, finish what a crash left, take in hand edits.

        now: clock of the run for the audit, RFC 3339. Raises LockedError after `wait` seconds,
        ReadOnlyStoreError when the disk refuses.
        """
        store = cls(layout)
        if not layout.root.exists():
            disk.make_folder(layout.root)
        store._lock.acquire(wait=wait)
        try:
            store._recover(now or clock.now().isoformat())
        except BaseException:
            store._lock.release()
            raise
        return store

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Save the head's copy and give the lock back."""
        if self.writable and self._committer.head.seq:
            self.save_head()
        self._lock.release()

    def _recover(self, now: str) -> None:
        committer = self._committer
        committer.head = committer.audit.load()
        if committer.head.seq or committer.wal.pending():
            committer.audit.ensure_salt(committer.head)
        self.opening.harvested = harvest(committer)
        self.opening.replayed = committer.replay()
        committer.retry_waiting()
        self.opening.edits = self.rescan(now)

    def refresh(self) -> None:
        """Read the head again: for readers, whose writer is another process."""
        if not self.writable:
            self._committer.head = self._committer.audit.load()

    @property
    def writable(self) -> bool:
        """Whether this store holds the lock and the root is still where it was."""
        return self._lock.still_ours()

    @contextmanager
    def exclusive(self) -> Iterator[None]:
        """Keep other threads from writing between a plan and its commit; never across a call."""
        with self._threads:
            yield

    # -- writing -------------------------------------------------------------------------------

    def commit(self, change: Change) -> Receipt:
        """Acknowledge and apply a change; saves of people that it meets are kept.

        Raises ReadOnlyStoreError when nothing could be acknowledged.
        """
        with self._threads:
            if not self.writable:
                raise ReadOnlyStoreError(
                    f"{self._layout.root} went away while in use; nothing was written"
                )
            try:
                self._committer.audit.ensure_salt(self._committer.head)
                self._committer.replay()  # what a full disk held up comes first
                receipt = self._committer.commit(change)
            except OSError as err:
                raise disk.refused(err, self._layout.root) from err
            self._edits.absorb_met(change.now)
            if self._seen is not None:
                self._note_seen((n.turn.assistant, n.turn.session, n.turn.line) for n in change.lines)
            return receipt

    def rescan(self, now: str) -> int:
        """Commit hand edits, retry what waits; return how many files people changed."""
        with self._threads:
            if self._edits.paths():
                self._committer.audit.ensure_salt(self._committer.head)
            self._committer.replay()
            if self._committer.unsettled:
                self._committer.unsettled = False
                harvest(self._committer)
            count = self._edits.rescan(now)
            if self._committer.wal.waiting():
                self._committer.retry_waiting()
            return count

    def note_cursors(self, cursors: Iterable[Cursor]) -> None:
        """Remember cursors that moved past no line; losing them costs one more read of the rows."""
        with self._threads:
            self.head.cursors.update((cursor.path, cursor.as_json()) for cursor in cursors)

    def missing_folders(self) -> list[str]:
        """Return the folders of the tree that do not exist, as paths a person would see."""
        layout = self._layout
        wanted = [layout.root / name for name in TREE] + [layout.workspace / "memory"]
        return [str(path) for path in wanted if not path.is_dir()]

    def make_tree(self) -> list[str]:
        """Make the folders of the tree, 0700; return those that were missing."""
        missing = self.missing_folders()
        for path in missing:
            disk.make_folder(Path(path))
        return missing

    def rename(self, old: Ref, new: Ref) -> bool:
        """Give an entity's folder another ref; False where the old is absent or the new exists."""
        source, target = self.root / self.folder_of(old), self.root / new.path
        if not source.is_dir() or target.exists():
            return False
        disk.make_folder(target.parent)
        source.rename(target)
        disk.sync_folder(target.parent)
        disk.sync_folder(source.parent)
        return True

    def save_head(self) -> None:
        """Write the head's copy to the state folder, where it has changed."""
        with self._threads:
            self._committer.audit.save_copy(self.head)

    def next_line(self) -> int:
        """Return the sequence number of the next line."""
        return self._committer.head.last_line + 1

    def is_seen(self, turn_key: tuple[str, str, str], *, global_ids: bool) -> bool:
        """Return whether a line (assistant, session, line id) was ingested before.

        global_ids: the line id alone identifies it within its assistant.
        """
        if self._seen is None:
            self._seen = {}
            self._note_seen(self._committer.lines.keys())
        assistant, session, line = turn_key
        name = f"{assistant}#{line}" if global_ids else f"{assistant}:{session}#{line}"
        return name in self._seen.get(assistant, ())

    def _note_seen(self, keys: Iterable[tuple[str, str, str]]) -> None:
        seen = self._seen if self._seen is not None else {}
        for assistant, session, line in keys:
            names = seen.setdefault(assistant, set())
            names.update((f"{assistant}#{line}", f"{assistant}:{session}#{line}"))

    # -- reading -------------------------------------------------------------------------------

    @property
    def root(self) -> Path:
        """The resolved root."""
        return self._layout.root

    @property
    def head(self) -> Head:
        """What the audit chain adds up to."""
        return self._committer.head

    def cursor(self, path: str) -> Cursor | None:
        """Return how far a transcript was read."""
        return self.head.cursor(path)

    def refs(self) -> list[Ref]:
        """Return every entity on disk, sorted."""
        return self._layout.refs()[0]

    def strange(self) -> list[str]:
        """Return files and folders that are not read: copies, conflicts, links, odd names."""
        return self._layout.refs()[1]

    def folder_of(self, ref: Ref) -> str:
        """Return an entity's folder relative to the root."""
        return self._layout.folder_of(ref)

    def exists(self, ref: Ref) -> bool:
        """Return whether an entity has a folder."""
        return (self.root / self.folder_of(ref)).is_dir()

    def summary(self, ref: Ref) -> Summary | None:
        """Return an entity's summary, None when it has none."""
        raw = disk.read(self.root / self.folder_of(ref) / "summary.md")
        return read_summary(raw) if raw is not None else None

    def ledger(self, ref: Ref) -> tuple[Ledger, CorruptFileError | None]:
        """Return an entity's facts; of a broken file the last good ones, and what is wrong."""
        path = f"{self.folder_of(ref)}/items.json"
        good = self._edits.last_good
        trouble: CorruptFileError | None = None
        try:
            raw = disk.read(self.root / path)
            self._committer.refuse_emptied(path, raw)
            base = good(path) if raw is not None and b'"superseded"' in raw else None
            ledger = parse_items(raw, ref, path=path, base=base) if raw else Ledger(ref)
        except StoreError as err:
            trouble = CorruptFileError(path, 1, 1, str(err))
            ledger = good(path)
        except CorruptFileError as err:
            trouble = err
            ledger = good(path)
        return self._with_waiting(ledger, path) if trouble else ledger, trouble

    def _with_waiting(self, ledger: Ledger, path: str) -> Ledger:
        from memoryd.core.items import dump_items  # noqa: PLC0415 - only a broken file comes here

        raw: bytes | None = dump_items(ledger)
        for record in self._committer.wal.waiting():
            raw = apply(path, raw, record["files"].get(path, []))
        return parse_items(raw, ledger.ref, path=path) if raw else ledger

    def entity(self, ref: Ref) -> Entity:
        """Return everything that stands about an entity."""
        ledger, trouble = self.ledger(ref)
        return Entity(ref, self.summary(ref), ledger, trouble)

    def used_ids(self, ref: Ref) -> frozenset[str]:
        """Return ids that an entity's facts have or had, so that none is used again."""
        ledger, _ = self.ledger(ref)
        known = self._edits.last_good(f"{self.folder_of(ref)}/items.json")
        return frozenset(fact.id for fact in (*ledger.facts, *known.facts))

    def is_tombstoned(self, ref: Ref, fact: Fact) -> bool:
        """Return whether a person deleted this fact (by its words) or a fact with its id."""
        return any(mark in self.head.tombstones for mark in self._committer.marks(ref, fact))

    def waiting_lines(self) -> Iterator[Line]:
        """Yield the lines not yet extracted, in order; commits made meanwhile do not disturb it."""
        if self.head.last_line > self.head.extracted:
            yield from self._committer.lines.read(self.head.extracted)

    def lines_by_key(self, keys: Iterable[str]) -> dict[str, Line]:
        """Return the lines with these keys (assistant:session#line)."""
        return self._committer.lines.find(frozenset(keys))

    def text_file(self, path: str) -> bytes | None:
        """Return the bytes of MEMORY.md, or of a note (memory/2026-02-15.md)."""
        return disk.read(self._layout.absolute(path))

    def note_days(self) -> list[str]:
        """Return the days that have a note."""
        return self._layout.note_days()

    def troubles(self) -> list[CorruptFileError]:
        """Return every file that cannot be read, each with its place and rule."""
        return [trouble for ref in self.refs() if (trouble := self.ledger(ref)[1]) is not None]

    def audit_name(self, text: str) -> str:
        """Return the salted name under which a ref#id stands in the audit."""
        return self._committer.name(text)

    def audit_rows(self) -> Iterator[dict[str, Any]]:
        """Yield the audit, oldest first. Raises ChainError at a break."""
        yield from self._committer.audit.rows()

    def waiting_paths(self) -> list[str]:
        """Return the files whose operations wait to be mended."""
        return sorted({p for record in self._committer.wal.waiting() for p in record["files"]})


def find_ref(store: MemoryStore, text: str) -> Ref | None:
    """Return the entity a person means: a ref, or a bare slug that only one entity has."""
    try:
        ref = parse_ref(text)
    except SlugError:
        named = [ref for ref in store.refs() if ref.slug == text.strip().lower()]
        return named[0] if len(named) == 1 else None
    return ref if store.exists(ref) else None
