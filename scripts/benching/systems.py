"""What is compared: thirty lines of FTS5 in three makes, peers where installed, and ours."""

import sqlite3
from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path

from benching.corpora import Doc, Query
from benching.peers import installed
from benching.shape import System, question_words, rendered
from memoryd.core.passage import Layer, Passage
from memoryd.search.embedding import missing
from memoryd.search.index import Index

_NO_DAY = date(2026, 1, 1)


class Ours:
    """The product's index, in a real file."""

    def __init__(self, folder: Path) -> None:
        """Begin an empty index."""
        self.path = folder / "index.db"
        self._index = Index.open(self.path, write=True)
        self._told: dict[str, list[Passage]] = {}  # by session, which may go on later

    def add(self, docs: Sequence[Doc]) -> None:
        """Replace the path of each session."""
        for doc in docs:
            self._told.setdefault(doc.session, []).append(_passage(doc))
        with self._index.batch():
            for session in dict.fromkeys(doc.session for doc in docs):
                self._index.replace(session, "1", self._told[session])

    def search(self, query: Query, depth: int) -> Sequence[str]:
        """Ask on the query's own day."""
        hits = self._index.search(query.text, today=today_of(query), limit=depth)
        return [hit.passage.origin or "" for hit in hits]

    def close(self) -> None:
        """Close the index."""
        self._index.close()


class Fts5:
    """SQLite FTS5 with Porter's stemmer, all words joined by OR."""

    def __init__(self, folder: Path, *, headed: bool = False, window: int = 0) -> None:
        """Choose what is indexed with a turn: its speaker and day, and neighbours on each side."""
        self._headed, self._window = headed, window
        self.path = folder / "fts5.db"
        self._db = sqlite3.connect(self.path)
        self._db.execute("CREATE VIRTUAL TABLE t USING fts5(id UNINDEXED, body, "
                         "tokenize='porter unicode61')")  # fmt: skip

    def add(self, docs: Sequence[Doc]) -> None:
        """Insert one row a turn."""
        rows = zip(
            (doc.id for doc in docs), rendered(docs, self._headed, self._window), strict=True
        )
        self._db.executemany("INSERT INTO t VALUES(?, ?)", rows)
        self._db.commit()

    def search(self, query: Query, depth: int) -> Sequence[str]:
        """Ask for any of the words."""
        match = " OR ".join(f'"{word}"' for word in question_words(query.text))
        if not match:  # FTS5 takes no empty question
            return []
        rows = self._db.execute("SELECT id FROM t WHERE t MATCH ? ORDER BY rank LIMIT ?",
                                (match, depth))  # fmt: skip
        return [row[0] for row in rows]

    def close(self) -> None:
        """Close the file."""
        self._db.close()


def systems(*, store: bool = False) -> dict[str, Callable[[Path], System]]:
    """Return what can be compared here, by name; ours are the last. store: the product as well."""
    found: dict[str, Callable[[Path], System]] = {
        "fts5 porter": Fts5,
        "fts5 +spk+date w1": lambda folder: Fts5(folder, headed=True, window=1),
        "fts5 +spk+date w2": lambda folder: Fts5(folder, headed=True, window=2),
    }
    found.update({peer.row: peer.start for peer in installed()})
    found["memoryd lexical"] = Ours
    if missing() is None:
        from benching.hybrid import Hybrid, Once  # noqa: PLC0415 - numpy: an extra

        once = Once()
        found["memoryd hybrid"] = lambda folder: Hybrid(folder, once)
    if store:
        from benching.product import Product  # noqa: PLC0415 - the whole product is imported

        found["the product, words"] = lambda folder: Product(folder, semantic=False)
        if missing() is None:
            found["the product, hybrid"] = lambda folder: Product(folder, semantic=True)
    return found


def today_of(query: Query) -> date:
    """Return the day a question is asked on."""
    return date.fromisoformat(query.day) if query.day else _NO_DAY


def _passage(doc: Doc) -> Passage:
    return Passage(doc.session, 1, 1, Layer.LINE, doc.text, scene=doc.session, day=doc.day or None,
                   speaker=doc.speaker or None, origin=doc.id)  # fmt: skip
