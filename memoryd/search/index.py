"""The index as its users see it: keep passages by path, and ask for the best ones."""

import os
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import Self

from memoryd.core.passage import Passage
from memoryd.errors import BrokenIndexError, StoreError
from memoryd.search import database, query
from memoryd.search.asking import Asking
from memoryd.search.database import told
from memoryd.search.fusion import Lexical
from memoryd.search.ranking import QUESTION_MARKS
from memoryd.search.shelf import Shelf
from memoryd.search.successors import Hit, in_order
from memoryd.search.words import forget

_FILES = "CREATE TABLE file(path TEXT PRIMARY KEY, stamp TEXT NOT NULL) WITHOUT ROWID"
_MADE = "CREATE TABLE made(mark TEXT NOT NULL)"
Found = Callable[[], Iterable[int]]


class Index:
    """Passages on disk, by the path they come from. One connection: use it from one thread."""

    def __init__(self, db: database.Connection) -> None:
        """Use an open file; `open` is the way to get one."""
        self._db = db
        self.snapshot = db.snapshot  # whether it sees nothing that is written from now on
        self._own, self._group = Shelf(db, "own"), Shelf(db, "shared")
        self._stamps: tuple[tuple[int, int], Mapping[str, str]] | None = None

    @classmethod
    def open(cls, path: Path, *, write: bool) -> Self:
        """Open the index at a path; for writing, a missing one begins empty.

        Raises BrokenIndexError when it cannot be used as it is: remove it, and build it anew.
        ReadOnlyStoreError where the disk refuses, StoreError while another one writes.
        """
        index = cls(database.connect(path, write=write))
        try:
            if write:
                index._begin()
        except StoreError:
            index.close()
            raise
        return index

    @classmethod
    def in_memory(cls) -> Self:
        """Begin an empty index that is on no disk."""
        index = cls(database.connect_memory())
        index._begin()
        return index

    @cached_property
    def mark(self) -> str:
        """What no other index has: ids are those of the one they were asked of."""
        with told():
            row = self._db.execute("SELECT mark FROM made").fetchone()
        if row is None:
            raise BrokenIndexError("the search index is damaged; it is rebuilt")
        return str(row[0])

    @property
    def filled(self) -> bool:
        """Whether any path was ever put into it."""
        with told():
            return self._db.execute("SELECT 1 FROM file LIMIT 1").fetchone() is not None

    def check(self) -> None:
        """Go through the whole file. Raises BrokenIndexError where its parts do not fit."""
        with told():
            said = self._db.execute("PRAGMA integrity_check(1)").fetchone()[0]
        if said != "ok":
            raise BrokenIndexError("the search index is damaged; it is rebuilt")

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def rest(self) -> None:
        """Give back the memory that writing took."""
        self._own.forget()
        self._group.forget()
        forget()
        with told():
            self._db.execute("PRAGMA shrink_memory")

    def stamps(self) -> Mapping[str, str]:
        """Return for every path the stamp it was last replaced with.

        Every answer of a daemon begins with them: they are read again where anybody wrote since.
        """
        with told():
            written = self._db.execute("PRAGMA data_version").fetchone()[0], self._db.total_changes
            if self._stamps is None or self._stamps[0] != written:
                found = dict(self._db.execute("SELECT path, stamp FROM file"))
                self._stamps = written, found
            return self._stamps[1]

    def replace(self, path: str, stamp: str, passages: Sequence[Passage]) -> None:
        """Put these passages of a path in place of what there was, all or nothing."""
        with self.batch():
            self._drop(path)
            self._db.execute("INSERT INTO file VALUES(?, ?)", (path, stamp))
            self._own.add(passages)
            self._group.add([passage.as_told() for passage in passages if passage.for_group])

    def restamp(self, stamps: Mapping[str, str]) -> None:
        """Give paths another stamp; their passages stay."""
        with self.batch():
            self._db.executemany(
                "UPDATE file SET stamp = ? WHERE path = ?",
                ((stamp, path) for path, stamp in stamps.items()),
            )

    def drop(self, path: str) -> None:
        """Remove a path, all or nothing."""
        with self.batch():
            self._drop(path)

    @contextmanager
    def batch(self) -> Generator[None]:
        """Make one transaction of the replacements and drops inside: for building anew."""
        with told():
            if self._db.in_transaction:
                yield
                return
            with self._writing():
                yield
                self._own.flush()
                self._group.flush()

    def search(
        self, text: str, *, today: date, limit: int = 10, group: bool = False, history: bool = False
    ) -> list[Hit]:
        """Return the best passages for people's words, best first; raises nothing about them.

        today: the local day that "last week" is counted from. history: superseded facts too, each
        behind the one that took its place.
        """
        with told():
            asking = self._asking(text, today, group=group)
            ranked = asking.best(limit)
            if history:
                ranked += asking.best(limit, old=True)
        return self.hits(ranked, limit=limit, group=group, history=history)

    def scored(
        self, text: str, *, today: date, limit: int, also: Found, group: bool = False
    ) -> Lexical:
        """Return ids and lexical scores: the best, best first, and those that `also` returns.

        also: called when the best are known: what else is found, such as by vectors meanwhile.
        """
        with told():
            asking = self._asking(text, today, group=group)
            found = dict(asking.best(limit))
            others = [number for number in also() if number not in found]
            # Days asked for count from nothing up, or the least of them would be no better than
            # what only means the like.
            known = dict.fromkeys(others, 0.0) if asking.for_days else {}
            found |= known | asking.those(others)
            return Lexical(found, asking.guessed(found))

    def superseded(
        self, text: str, *, today: date, limit: int, group: bool = False
    ) -> dict[int, float]:
        """Return ids and lexical scores of the best superseded facts."""
        with told():
            return dict(self._asking(text, today, group=group).best(limit, old=True))

    def hits(
        self, ranked: Sequence[tuple[int, float]], *, limit: int, group: bool = False,
        history: bool = False,
    ) -> list[Hit]:  # fmt: skip
        """Return the passages of the best ids, given best first with scores; some may be gone.

        history: superseded facts are among them. What no longer holds stands behind what took its
        place, see `successors`.
        """
        shelf = self._group if group else self._own
        with told():
            hits = self._hits(shelf, ranked if history else ranked[:limit])
            if len(hits) < limit < len(ranked):  # some are gone
                hits = self._hits(shelf, ranked)
            return in_order(shelf, hits, history=history)[:limit]

    def keys(self, *, group: bool = False) -> tuple[Sequence[int], bytes]:
        """Return the ids of the passages that hold, and keys of what they mean, 16 bytes each.

        An id that is gone later is never another passage's.
        """
        with told():
            return (self._group if group else self._own).keys()

    def passages(self, ids: Iterable[int], *, group: bool = False) -> dict[int, Passage]:
        """Return passages by id; ids that are gone are left out."""
        with told():
            return (self._group if group else self._own).passages(ids)

    def asking(self, ids: Iterable[int], *, group: bool = False) -> frozenset[int]:
        """Return those of some passages that end in a question."""
        found = self.passages(ids, group=group)
        return frozenset(n for n, said in found.items()
                         if said.text.rstrip().endswith(QUESTION_MARKS))  # fmt: skip

    def count(self, *, group: bool = False) -> int:
        """Return how many passages there are for an audience."""
        with told():
            return (self._group if group else self._own).size().passages

    def _asking(self, text: str, today: date, *, group: bool) -> Asking:
        return Asking(self._group if group else self._own, query.read(text, today), today)

    def _begin(self) -> None:
        with told():
            if database.is_new(self._db):
                with self._writing():
                    if database.is_new(self._db):  # another writer may have been first
                        self._create()

    def _create(self) -> None:
        self._db.execute(_FILES)
        self._db.execute(_MADE)
        self._db.execute("INSERT INTO made VALUES(?)", (os.urandom(8).hex(),))
        for shelf in (self._own, self._group):
            shelf.create()
        database.sign_off(self._db)

    def _drop(self, path: str) -> None:
        if self._db.execute("DELETE FROM file WHERE path = ?", (path,)).rowcount:
            self._own.remove(path)
            self._group.remove(path)

    @contextmanager
    def _writing(self) -> Generator[None]:
        self._db.execute("BEGIN IMMEDIATE")
        done = False
        try:
            yield
            self._db.execute("COMMIT")
            done = True
        finally:
            if not done:
                self._own.forget()
                self._group.forget()
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")

    @staticmethod
    def _hits(shelf: Shelf, ranked: Sequence[tuple[int, float]]) -> list[Hit]:
        found = shelf.passages([number for number, _ in ranked])
        return [Hit(number, score, found[number]) for number, score in ranked if number in found]
