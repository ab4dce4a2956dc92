"""What is compared: thirty lines of FTS5 in three makes, bm25s where installed, and ours."""

import importlib.util
import re
import sqlite3
from collections.abc import Callable, Sequence
from datetime import date
from itertools import groupby
from pathlib import Path
from typing import Protocol

from benching.corpora import Doc, Query
from memoryd.core.passage import Layer, Passage
from memoryd.core.text import STOP_WORDS
from memoryd.search.embedding import missing
from memoryd.search.index import Index

Search = Callable[[Query, int], Sequence[str]]  # a question and a depth -> ids of turns, best first
_WORD = re.compile(r"[a-z0-9]+(?:'[a-z]+)?|[^\W_]+")
_NO_DAY = date(2026, 1, 1)
_NEIGHBOUR = 400  # characters of a neighbouring turn


class System(Protocol):
    """Something that can be asked after it was given turns; `add` may be called again."""

    def add(self, docs: Sequence[Doc]) -> None:
        """Take more turns, whole sessions at a time."""

    def search(self, query: Query, depth: int) -> Sequence[str]:
        """Return ids of turns, best first."""

    def close(self) -> None:
        """Let the files go."""


class Ours:
    """The product's index, in a real file."""

    def __init__(self, folder: Path) -> None:
        """Begin an empty index."""
        self.path = folder / "index.db"
        self._index = Index.open(self.path, write=True)

    def add(self, docs: Sequence[Doc]) -> None:
        """Replace the path of each session."""
        with self._index.batch():
            for session, turns in groupby(docs, key=lambda doc: doc.session):
                self._index.replace(session, "1", [_passage(doc) for doc in turns])

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
        rows = self._db.execute("SELECT id FROM t WHERE t MATCH ? ORDER BY rank LIMIT ?",
                                (match, depth))  # fmt: skip
        return [row[0] for row in rows] if match else []

    def close(self) -> None:
        """Close the file."""
        self._db.close()


class Bm25s:
    """bm25s with its English stop words and, where installed, PyStemmer."""

    def __init__(self, _folder: Path) -> None:
        """Begin with no turns."""
        self._docs: list[Doc] = []
        self._index: object | None = None

    def add(self, docs: Sequence[Doc]) -> None:
        """Take more turns; the index is built anew when asked."""
        self._docs += docs
        self._index = None

    def search(self, query: Query, depth: int) -> Sequence[str]:
        """Ask for any of the words."""
        import bm25s  # noqa: PLC0415 - an extra; without it this line is left out of the table

        if self._index is None:
            self._index = bm25s.BM25(method="lucene")
            self._index.index(self._tokens(rendered(self._docs, True, 0)), show_progress=False)  # noqa: FBT003
        wanted = self._tokens([" ".join(question_words(query.text))])
        found, scores = self._index.retrieve(wanted, k=min(depth, len(self._docs)),
                                             show_progress=False)  # fmt: skip
        pairs = zip(found[0], scores[0], strict=True)
        return [self._docs[at].id for at, score in pairs if score > 0]

    def close(self) -> None:
        """Hold no file."""

    @staticmethod
    def _tokens(texts: Sequence[str]) -> object:
        import bm25s  # noqa: PLC0415 - see above
        import Stemmer  # noqa: PLC0415 - see above

        stemmer = Stemmer.Stemmer("english")
        return bm25s.tokenize(texts, stopwords="en", stemmer=stemmer, show_progress=False)


def systems(*, store: bool = False) -> dict[str, Callable[[Path], System]]:
    """Return what can be compared here, by name; ours are the last. store: the product as well."""
    found: dict[str, Callable[[Path], System]] = {
        "fts5 porter": Fts5,
        "fts5 +spk+date w1": lambda folder: Fts5(folder, headed=True, window=1),
        "fts5 +spk+date w2": lambda folder: Fts5(folder, headed=True, window=2),
    }
    if importlib.util.find_spec("bm25s") and importlib.util.find_spec("Stemmer"):
        found["bm25s"] = Bm25s
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


def rendered(docs: Sequence[Doc], headed: bool, window: int) -> list[str]:  # noqa: FBT001
    """Return the turns as one text each: neighbours of the session, speaker, spelled-out day."""
    texts = []
    for at, doc in enumerate(docs):
        near = [(i, docs[i]) for i in range(max(0, at - window), min(len(docs), at + window + 1))]
        parts = [other.text if i == at else other.text[:_NEIGHBOUR]
                 for i, other in near if other.session == doc.session]  # fmt: skip
        head = f"{doc.speaker} ({_spelled(doc.day)}): " if headed else ""
        texts.append(head + "\n".join(parts))
    return texts


def question_words(text: str) -> list[str]:
    """Return the words of a question without those that only shape it."""
    words = [word.removesuffix("'s").replace("'", "") for word in _WORD.findall(text.lower())]
    kept = [word for word in words if word and word not in STOP_WORDS]
    return list(dict.fromkeys(kept or filter(None, words)))


def _spelled(day: str) -> str:
    return f"{date.fromisoformat(day):%-d %B %Y}" if day else ""


def _passage(doc: Doc) -> Passage:
    return Passage(doc.session, 1, 1, Layer.LINE, doc.text, scene=doc.session, day=doc.day or None,
                   speaker=doc.speaker or None, origin=doc.id)  # fmt: skip
