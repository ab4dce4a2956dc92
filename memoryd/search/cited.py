"""Which passages of one audience rest on which conversation lines.

It is kept beside the facts' own passages, which are written anew with their file: what became of
the facts on a line is looked up with the answer, and no line is ever written anew for it.
"""

import sqlite3
from collections.abc import Iterator, Sequence
from typing import Any

from memoryd.core.passage import Layer, Passage
from memoryd.search.wording import key_of

_TABLES = (
    "CREATE TABLE {0}_line(id INTEGER PRIMARY KEY, line INTEGER NOT NULL)",
    """CREATE TABLE {0}_cited(line INTEGER NOT NULL, id INTEGER NOT NULL,
    PRIMARY KEY(line, id)) WITHOUT ROWID""",
    "CREATE INDEX {0}_cited_id ON {0}_cited(id)",
)
_FACTS_ON = (
    "SELECT line.id, fact.path, fact.superseded_by FROM {0}_line AS line "
    "JOIN {0}_cited AS cited ON cited.line = line.line "
    "JOIN {0}_passage AS fact ON fact.id = cited.id WHERE line.id IN"
)
_CHUNK = 500


class Cited:
    """The tables of one audience, in an open index. Writes run in the caller's transaction."""

    def __init__(self, db: sqlite3.Connection, name: str) -> None:
        """Use the tables whose names begin with `name`, a constant of this package."""
        self._db, self._name = db, name

    def create(self) -> None:
        """Create the tables."""
        for statement in _TABLES:
            self._run(statement)

    def add(self, first: int, passages: Sequence[Passage]) -> None:
        """Keep which line each passage is, or rests on; their ids go up from the first."""
        for number, passage in enumerate(passages, first):
            table = "line" if passage.layer is Layer.LINE else "cited"
            into = f"INSERT INTO {{0}}_{table}(id, line) VALUES(?, ?)"
            for key in dict.fromkeys(passage.lines):
                self._run(into, number, _of_line(key))

    def remove(self, path: str) -> None:
        """Forget the passages of a path, which are still there."""
        for table in ("line", "cited"):
            self._run(f"DELETE FROM {{0}}_{table} WHERE id IN "  # noqa: S608 - constants
                      "(SELECT id FROM {0}_passage WHERE path = ?)", path)  # fmt: skip

    def facts_on(self, ids: Sequence[int]) -> Iterator[tuple[int, str, str | None]]:
        """Yield, of passages that are lines, id with path and superseded_by of each fact on them.

        A fact that holds has None.
        """
        for start in range(0, len(ids), _CHUNK):
            part = ids[start : start + _CHUNK]
            yield from self._run(f"{_FACTS_ON} ({','.join('?' * len(part))})", *part)

    def _run(self, text: str, *values: object) -> Iterator[tuple[Any, ...]]:
        return self._db.execute(text.replace("{0}", self._name), values)


def _of_line(key: str) -> int:
    """Return the number that stands for a line's key, which may be long."""
    return int.from_bytes(key_of(key)[:8], signed=True)
