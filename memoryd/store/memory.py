"""MemoryStore: the one door to the files. Reading needs no lock; writing holds it for its life."""

import os
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import date, datetime
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self
from zoneinfo import ZoneInfo

from memoryd import clock
from memoryd.core.cursor import Cursor
from memoryd.core.entity import Ref
from memoryd.core.turn import Line, Turn
from memoryd.core.value import mutable, replace
from memoryd.errors import ChainError, ReadOnlyStoreError, StoreError
from memoryd.store import disk
from memoryd.store.audit import Audit
from memoryd.store.commit import Receipt
from memoryd.store.edits import Edits
from memoryd.store.history import KEEP
from memoryd.store.layout import TREE, Layout
from memoryd.store.leftovers import harvest
from memoryd.store.lines import copy_name
from memoryd.store.lock import Lock
from memoryd.store.presence import counts, papers, remember
from memoryd.store.reading import Reading, months_of
from memoryd.store.seen import Seen

if TYPE_CHECKING:  # loaded when something is written: a question waits for its start
    from memoryd.core.change import Change


@mutable
class Opening:
    """What a writer found and did at its start; lost: rows of the audit that are missing."""

    replayed: int = 0
    harvested: int = 0
    edits: int = 0
    lost: int = 0


class MemoryStore(Reading):
    """One memory on disk. Made by `reader` (no lock, no write) or `writer` (a context manager)."""

    def __init__(self, layout: Layout) -> None:
        """Use `reader` or `writer` instead."""
        super().__init__(layout)
        self._edits = Edits(self._committer)
        self._lock = Lock(layout.own / "lock")
        self._threads = threading.RLock()
        self._seen: dict[bool, Seen] = {}
        self._copies: dict[str, Seen] = {}
        self.opening = Opening()
        self.state_trouble: str | None = None  # why the copies in the state folder are old

    @property
    def whole(self) -> "MemoryStore":
        """Itself."""
        return self

    @classmethod
    def reader(cls, layout: Layout, read: Audit | None = None) -> Self:
        """Open for reading only. read: the audit of that memory where it was loaded just now."""
        store = cls(layout)
        if read is None:
            store.load()
        else:
            store._committer.audit.take(read)
        return store

    @classmethod
    def writer(
        cls, layout: Layout, *, wait: float = 10.0, now: str | None = None, anew: bool = False
    ) -> Self:
        """Open for writing: take the lock, finish what a crash left, take in hand edits.

        now: clock of the run for the audit, RFC 3339; anew: go on without what is gone, or begin
        one where another stood. Raises LockedError after `wait` seconds, ReadOnlyStoreError when
        the disk refuses or the memory is away.
        """
        store = cls(layout)
        try:
            is_new = layout.is_new()
            if is_new and not anew and (away := store.away()):
                raise ReadOnlyStoreError(away)
            disk.make_folder(layout.root)
            store._lock.acquire(wait=wait)
        except OSError as err:
            raise disk.refused(err, layout.root) from err
        try:
            with store._writing():
                store._recover(now or clock.now().isoformat(), is_new=is_new, anew=anew)
        except BaseException:  # also Ctrl-C: the lock of a store that was never opened goes
            store._lock.release()
            raise
        return store

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Save the head's copy, which may be lost without harm, and give the lock back."""
        if self.writable and self.head.seq:
            self.save_head()
        self._lock.release()

    def accept_missing(self) -> None:
        """Take what is gone as let go of: a person says so."""
        layout = self._layout
        remember(self.head, counts(layout.entity_folders()), papers(layout, self.head))

    def _recover(self, now: str, *, is_new: bool, anew: bool) -> None:
        committer = self._committer
        audit = committer.audit
        audit.load(is_new=lambda: is_new, last_line=committer.lines.last)
        if anew:
            self.accept_missing()
        audit.ensure_salt()
        self._keep_state(self._layout.remember_writer)
        if audit.lost:
            self.opening.lost = audit.lost[1] - audit.lost[0] + 1
            rows = f"{audit.lost[0]} to {audit.lost[1]}"
            row = {"id": f"recover-{audit.lost[1]}", "job": "recover", "run": "recover",
                   "now": now, "marks": {"lost": rows}}  # fmt: skip
            committer.chain(row)
        self.opening.harvested = harvest(committer)
        self.opening.replayed = committer.replay()
        self.opening.edits = self.rescan(now)

    @property
    def writable(self) -> bool:
        """Whether this store holds the lock and the root is still where it was."""
        return self._lock.still_ours()

    @contextmanager
    def exclusive(self) -> Iterator[None]:
        """Keep other threads from writing between a plan and its commit; never across a call."""
        with self._threads:
            yield

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """Write, one thread at a time. Raises ReadOnlyStoreError where the disk refuses."""
        with self._threads:
            if not self.writable:
                raise ReadOnlyStoreError(
                    f"{self.root} went away while in use; nothing was written: put it back"
                )
            try:
                yield
            except OSError as err:
                raise disk.refused(err, self.root) from err

    # -- writing -------------------------------------------------------------------------------

    def commit(self, change: "Change") -> Receipt:
        """Acknowledge and apply a change; saves of people that it meets are kept.

        What it cannot write now (a broken file, a disk that fills up meanwhile) is kept and written
        later. Raises ReadOnlyStoreError when nothing was acknowledged.
        """
        with self._writing():
            now = clock.now()
            if self.head.day != now.date().isoformat():
                self.prune(now)
            receipt = self._committer.commit(change)
            for global_ids, seen in self._seen.items():
                for line in change.lines:
                    turn = line.turn
                    key = (turn.assistant, turn.session, turn.line)
                    seen.add(_name(key, global_ids=global_ids))
            for line in change.lines:
                if line.turn.assistant in self._copies:
                    self._copies[line.turn.assistant].add(copy_name(line.turn))
            return receipt

    def rescan(self, now: str) -> int:
        """Commit hand edits, retry what waits; return how many files people changed."""
        with self._writing():
            self._committer.replay()
            if self._committer.views.unsettled:
                self._committer.views.unsettled = False
                harvest(self._committer)
            count = self._edits.rescan(now)
            self._committer.retry_waiting()
            return count

    def take_caught_up(self) -> list[str]:
        """Return the files into which what had waited was put since this was last asked."""
        found = sorted(self._committer.caught_up)
        self._committer.caught_up.clear()
        return found

    def prune(self, now: datetime) -> int:
        """Drop old versions from history: older than 400 days, but each file's newest of a month.

        Called by the first commit of a day. Returns how many went.
        """
        old = self._committer.history.older(now - KEEP)
        if not old:
            return 0
        try:
            needed = self._needed((now - KEEP).date().isoformat())
        except ChainError:
            return 0  # what is needed cannot be known
        with self._writing():
            return self._committer.history.drop(old - needed)

    def keep(self, raw: bytes) -> str:
        """Keep a version that a mark is to name, and return its SHA-256."""
        return self._committer.history.keep(raw)

    def _needed(self, oldest: str) -> set[str]:
        """Return the versions that stay: of now, of the days from `oldest` on, of a month's end."""
        needed = {*self.head.files.values(), *self.head.marks.values()}
        monthly: dict[tuple[str, str], str] = {}
        for row in self.audit_rows():
            for name, before, after in row.get("files", ()):
                if row["time"][:10] >= oldest:
                    needed.update((before, after))
                monthly[name, row["time"][:7]] = after
        return needed.union(monthly.values())

    def note_cursors(self, cursors: Iterable[Cursor], marks: Mapping[str, str]) -> None:
        """Remember cursors that moved past no line; losing them costs one more read of the rows."""
        with self._threads:
            self.head.cursors.update(self._committer.nameless(c.as_json() for c in cursors))
            self.head.marks.update(marks)

    def drop_words(self, day: date, zone: ZoneInfo, *, upto: int) -> int:
        """Take the words of a local day's lines away, up to a sequence number; return of how many.

        Those that wait to be extracted keep them.
        """
        last = min(upto, self.head.extracted)

        def is_done(line: Line) -> bool:
            return line.seq <= last and clock.local_day(line.turn.time, zone) == day

        with self._writing():
            return self._committer.lines.blank(months_of(day), is_done)

    def missing_folders(self) -> list[str]:
        """Return the folders of the tree that do not exist, as paths a person would see."""
        layout = self._layout
        wanted = [layout.root / name for name in TREE] + [layout.workspace / "memory"]
        return [str(path) for path in wanted if not os.path.isdir(path)]  # noqa: PTH112 - no error

    def make_tree(self) -> list[str]:
        """Make the folders of the tree, 0700; return those that were missing."""
        missing = self.missing_folders()
        for path in missing:
            disk.make_folder(Path(path))
        return missing

    def rename_operator(self, ref: Ref, name: str, *, run: str, now: str) -> Ref | None:
        """Give the operator's folder the ref of the name they go by now; return the old ref.

        The old ref leads to the new one from then on. None where there is nothing to rename, or
        where an entity of the new ref exists: two are merged by a person only.
        """
        kept = self.head.marks.get("operator")  # all entities are looked through for another's
        same = kept == self.audit_name(str(ref))
        old = (None if same else self._named(kept)) or Ref("people", "operator")
        folder, target = self.folder_of(old), self.root / ref.path
        if old == ref or not (self.root / folder).is_dir():
            return None
        if target.exists() or self._layout.has(self._committer.folder_of(ref)):
            return None

        from memoryd.core.summary import birth, read_summary  # noqa: PLC0415 - see Change

        def named_anew() -> None:
            raw = disk.read(target / "summary.md") or b""
            if raw == birth(read_summary(raw).name or ""):  # ours, and untouched by a person
                disk.replace(target / "summary.md", birth(name))

        marks = {f"redirect:{self.audit_name(str(old))}": self.audit_name(str(ref)),
                 "operator": self.audit_name(str(ref))}  # fmt: skip
        self._move(folder, ref.path, _change("rename", run, now, marks), named_anew)
        return old

    def archive(self, ref: Ref, *, run: str, now: str) -> bool:
        """Move an entity's folder whole into the archives; its ref goes on leading to it.

        False where it is there already, does not exist, operations wait for one of its files, or
        the archives alone are closed to us.
        """
        folder, target = self.folder_of(ref), f"archives/{ref.folder}/{ref.slug}"
        if folder.startswith("archives/") or not self._may_move(folder, target):
            return False
        try:
            return self._move(folder, target, _change("archive", run, now))
        except ReadOnlyStoreError as err:
            if disk.forbids(err):
                return False
            raise

    def unarchive(self, ref: Ref, *, run: str, now: str) -> bool:
        """Move an archived entity's folder back to its place; False where there is none.

        One that a person archived without its kind has no other place than where it lies.
        """
        folder, target = self.folder_of(ref), ref.path
        away = folder.startswith("archives/") and ref.folder != "archives"
        return away and self._may_move(folder, target) and (
            self._move(folder, target, _change("unarchive", run, now)))  # fmt: skip

    def _may_move(self, folder: str, target: str) -> bool:
        if not (self.root / folder).is_dir() or self._layout.in_the_way(target):
            return False
        return not any(path.startswith(f"{folder}/") for path in self.waiting_paths())

    def _move(
        self, folder: str, target: str, change: "Change", then: Callable[[], None] = lambda: None
    ) -> bool:
        """Move a folder and put on record what stands in it now.

        A crash in between leaves files of known versions at a new place: the rescan takes them in.
        """
        with self._writing():
            disk.make_folder((self.root / target).parent)
            (self.root / folder).rename(self.root / target)
            disk.sync_folder((self.root / target).parent)
            disk.sync_folder((self.root / folder).parent)
            then()
            names = (f"{target}/{name}" for name in ("items.json", "summary.md"))
            files = ((path, disk.read(self.root / path)) for path in names)
            found = tuple((path, self._committer.history.keep(raw)) for path, raw in files if raw)
            self._committer.commit(replace(change, seen=found))
        return True

    def save_head(self) -> None:
        """Write the head's copy to the state folder, where it has changed."""
        with self._threads:
            self._keep_state(self._committer.audit.save_copy)

    def _keep_state(self, write: Callable[[], None]) -> None:
        """Write what is only a copy; `state_trouble` says when that cannot be."""
        try:
            write()
            self.state_trouble = None
        except StoreError as err:
            self.state_trouble = str(err)

    @property
    def broken(self) -> list[str]:
        """What is wrong with each file that the last rescan could not take in, one line each."""
        with self._threads:
            return [self._edits.broken[path] for path in sorted(self._edits.broken)]

    def is_seen(self, turn_key: tuple[str, str, str], *, global_ids: bool) -> bool:
        """Return whether a line (assistant, session, line id) was ingested before.

        global_ids: the line id alone identifies it within its assistant.
        """
        if global_ids not in self._seen:
            keys = self._committer.lines.keys()
            self._seen[global_ids] = Seen(_name(key, global_ids=global_ids) for key in keys)
        return _name(turn_key, global_ids=global_ids) in self._seen[global_ids]

    def is_copy(self, turn: Turn) -> bool:
        """Return whether a line of this id, time, speaker and words was ingested in any session."""
        if turn.assistant not in self._copies:
            copies = self._committer.lines.copies(turn.assistant)
            self._copies[turn.assistant] = Seen(copies)
        return copy_name(turn) in self._copies[turn.assistant]


def _change(job: str, run: str, now: str, marks: Mapping[str, str] | None = None) -> "Change":
    from memoryd.core.change import Change  # noqa: PLC0415 - see above

    return Change(job, run, now, marks=marks or {})


def _name(turn_key: tuple[str, str, str], *, global_ids: bool) -> str:
    assistant, session, line = turn_key
    return f"{assistant}#{line}" if global_ids else f"{assistant}:{session}#{line}"
