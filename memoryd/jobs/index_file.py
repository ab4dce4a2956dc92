"""The file of the index, kept open: followed, brought up to date, built anew, answered from.

It is disposable, so only damage removes it: a disk that is full or shut says nothing against what
is there. Whoever deletes or replaces it meanwhile is noticed at the next use.
"""

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TypeVar

from memoryd.core.value import frozen
from memoryd.errors import BrokenIndexError, MemorydError, ReadOnlyStoreError, StoreError
from memoryd.jobs.freshness import Behind, Scope, behind, broken
from memoryd.search.database import alone, remove
from memoryd.search.index import Index
from memoryd.store import Glance

Found = TypeVar("Found")
_Identity = tuple[int, int] | None


@frozen
class _Opened:
    """A connection, and which file it is of."""

    index: Index
    file: _Identity


class IndexFile:
    """The index of one memory: one writer and one reader of it in this process.

    behind: how much it lacked when it was last looked at; amiss: path -> what could not be read
    then. changes: how many times something was written to it.
    """

    def __init__(self, path: Path, store: Glance, scope: Scope) -> None:
        """Open nothing yet."""
        self.behind = 0
        self.amiss: Mapping[str, str] = {}
        self.changes = 0
        self._path, self._store, self._scope = path, store, scope
        self._reads, self._writes = threading.Lock(), threading.Lock()
        self._reader: _Opened | None = None
        self._writer: _Opened | None = None
        self._temporary: Index | None = None

    def refresh(self) -> int:
        """Bring the index up to date; return how many paths were written or dropped.

        One that is missing, damaged or of another version is built anew. Raises StoreError when it
        cannot be written.
        """
        with self._writes:
            try:
                what = self._look(None)
            except BrokenIndexError:
                what = None
            if what is not None and not (what.count or what.whole):
                self._restamp(what)
                return 0
            with alone(self._path) as waited:
                return self._renew(None if waited else what)

    def answer(self, work: Callable[[Index], Found]) -> tuple[Found, StoreError | None]:
        """Return what `work` finds in the index, and what kept it from being brought up to date.

        work: may be called twice. The files are looked at each time: what tells a daemon of a save
        comes after it, so that nothing else can say that none was made.
        """
        try:
            self.refresh()
            return self._ask(work), None
        except BrokenIndexError as err:
            trouble: StoreError = err
        except StoreError as err:
            trouble = err
        if isinstance(trouble, BrokenIndexError):
            try:
                self._make_anew()
                return self._ask(work, filled=True), None
            except StoreError as err:
                trouble = err
        self.behind = max(1, self.behind)
        try:
            return self._ask(work), trouble
        except StoreError:
            return self._ask_in_memory(work), trouble

    def close(self) -> None:
        """Close what is open."""
        with self._writes:
            self._forget()

    def _look(self, stamps: Mapping[str, str] | None) -> Behind:
        """Return what the index lacks; a look for that alone opens it for reading only."""
        if stamps is None:
            with self._reads, self._unless_replaced():
                stamps = self._read().stamps()
        what = behind(self._store, stamps, self._scope)
        self.behind, self.amiss = what.count, what.amiss
        return what

    def _restamp(self, what: Behind) -> None:
        if what.touched:
            with suppress(StoreError), alone(self._path):  # else they are read again, no more
                self._written().restamp(what.touched)

    def _renew(self, what: Behind | None) -> int:
        """Write what the index lacks, while no other process does."""
        try:
            return self._catch_up(what)
        except BrokenIndexError:
            self._forget()
            remove(self._path)
            return self._catch_up(None)

    def _catch_up(self, what: Behind | None) -> int:
        writer = self._written()
        return self._fill(writer, what or self._look(writer.stamps()))

    def _fill(self, index: Index, what: Behind) -> int:
        if not what.count and not what.whole:
            return 0
        from memoryd.jobs.reindex import reindex  # noqa: PLC0415 - a question waits for its start

        done = reindex(self._store.whole, index, self._scope, what)
        index.rest()
        self.changes += 1
        self.behind = 0
        # What does not parse is known now.
        self.amiss = {**what.unseen, **broken(index.stamps())}
        if index is not self._temporary:
            self._open_anew()
        return done + len(what.gone)

    def _open_anew(self) -> None:
        """Let the writer's statements go: each keeps a megabyte of what was freed around it."""
        if self._writer is not None:
            self._writer.index.close()
            self._writer = None
        with suppress(StoreError):  # then the next change opens it, or says why not
            self._written()

    def _make_anew(self) -> None:
        """Remove a file that turned out to be damaged, unless another process did already."""
        with self._writes, alone(self._path):
            with self._reads:
                harmed = self._reader.file if self._reader else None
            self._forget()
            if harmed is not None and harmed == _identity(self._path):
                remove(self._path)
            self._renew(None)

    def _ask(self, work: Callable[[Index], Found], *, filled: bool = False) -> Found:
        """Answer from the file; one that another process has only begun with is none yet.

        filled: whether it was waited for, so that what is in it is all there is.
        """
        with self._reads, self._unless_replaced():
            index = self._read()
            if not (filled or index.filled):
                raise BrokenIndexError("the search index is being built")
            return _asked(index, work)

    def _ask_in_memory(self, work: Callable[[Index], Found]) -> Found:
        """Answer from an index of this process alone, where the disk takes none."""
        with self._writes, self._reads:
            self._temporary = index = self._temporary or Index.in_memory()
            self._fill(index, self._look(index.stamps()))
            return _asked(index, work)

    @contextmanager
    def _unless_replaced(self) -> Iterator[None]:
        """Take what the disk refuses for a broken index where another process replaced the file.

        SQLite reads what is kept beside the new one, and calls that a failing disk; hold _reads.
        """
        try:
            yield
        except ReadOnlyStoreError as err:
            if self._reader is None or self._reader.file == _identity(self._path):
                raise
            raise BrokenIndexError("the search index was replaced while it was read") from err

    def _read(self) -> Index:
        """Return the reader of the file that has the name now; hold _reads."""
        old = self._reader
        if old is not None and (old.index.snapshot or old.file != _identity(self._path)):
            old.index.close()
            self._reader = None
        self._reader = self._reader or _open(self._path, write=False)
        return self._reader.index

    def _written(self) -> Index:
        """Return the writer of the file that has the name now; hold _writes and the lock."""
        if self._writer is not None and self._writer.file != _identity(self._path):
            self._writer.index.close()
            self._writer = None
        self._writer = self._writer or _open(self._path, write=True)
        if self._temporary is not None:  # the disk takes it again
            self._temporary.close()
            self._temporary = None
        return self._writer.index

    def _forget(self) -> None:
        """Close all connections; hold _writes."""
        with self._reads:
            for opened in (self._reader, self._writer):
                if opened is not None:
                    opened.index.close()
            if self._temporary is not None:
                self._temporary.close()
            self._reader = self._writer = self._temporary = None


def _open(path: Path, *, write: bool) -> _Opened:
    """Open the file. Raises StoreError; where it is replaced at this very moment it is broken."""
    before = _identity(path)
    try:
        index = Index.open(path, write=write)
    except ReadOnlyStoreError as err:
        if before == _identity(path):
            raise
        raise BrokenIndexError("the search index was replaced while it was opened") from err
    after = _identity(path)
    if before not in (None, after):
        index.close()  # what SQLite keeps beside it may be that of the new one
        raise BrokenIndexError("the search index was replaced while it was opened")
    return _Opened(index, after)


def _identity(path: Path) -> _Identity:
    try:
        stat = path.stat()
    except OSError:
        return None
    return stat.st_dev, stat.st_ino


def _asked(index: Index, work: Callable[[Index], Found]) -> Found:
    try:
        return work(index)
    except MemorydError:
        raise
    except Exception:  # whatever a damaged row may give; it is raised again if none is damaged
        index.check()
        raise
