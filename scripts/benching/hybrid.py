"""The product's search by words and meaning, where memoryd[semantic] is installed."""

from collections.abc import Sequence
from datetime import date
from pathlib import Path

import numpy as np

from benching.corpora import Doc, Query
from benching.systems import Ours, today_of
from memoryd.core.turn import Audience
from memoryd.jobs.meaning import Beside, Meaning
from memoryd.search.embedding import DIMENSION, LocalEmbedder, Rows, Vector
from memoryd.search.fusion import CANDIDATES, WEIGHT, Lexical
from memoryd.search.index import Index
from memoryd.search.successors import Hit
from memoryd.search.vector_keys import as_keys
from memoryd.search.vectors import Vectors

_BATCH = 10_000  # random vectors made at a time


class Once:
    """The local model; a passage is embedded once in a run, a question (alone) each time."""

    def __init__(self) -> None:
        """Start nothing yet."""
        self._local = LocalEmbedder()
        self.model, self.latin = self._local.model, self._local.latin
        self._kept: dict[str, Vector] = {}

    def embed(self, texts: Sequence[str]) -> Rows:
        """Return one row a text."""
        if len(texts) == 1:
            return self._local.embed(texts)
        new = [text for text in texts if text not in self._kept]
        self._kept.update(zip(new, self._local.embed(new), strict=True))
        return [self._kept[text] for text in texts]

    def close(self) -> None:
        """End the model, which comes back when asked."""
        self._local.close()


class Hybrid(Ours):
    """Our index with its vectors."""

    def __init__(self, folder: Path, embedder: Once) -> None:
        """Begin an empty index."""
        super().__init__(folder)
        self._meaning = Meaning(folder, self.path, embedder)

    def add(self, docs: Sequence[Doc]) -> None:
        """Take more turns, and wait for their vectors."""
        super().add(docs)
        if self._told:  # of an index without anything no vectors are made, nor waited for
            self._meaning.nudge()
            self._meaning.wait(lambda _: None)

    def search(self, query: Query, depth: int, *, weight: float = WEIGHT) -> Sequence[str]:
        """Ask on the query's own day. weight: of meaning, beside that of words."""
        beside, lexical = _waited(self._index, self._meaning, query.text, today_of(query), depth)
        hits = self._index.hits(beside.fused(lexical, self._index, weight), limit=depth)
        return [hit.passage.origin or "" for hit in hits]

    def close(self) -> None:
        """Let the files go."""
        self._meaning.close()
        super().close()


class Big:
    """An index of any size, with random vectors."""

    def __init__(self, path: Path) -> None:
        """Make a vector for every passage."""
        self._index = Index.open(path, write=False)
        local = LocalEmbedder()
        vectors = Vectors(path.parent, local.model, write=True)
        keys, draw = as_keys([self._index.keys()[1]]), np.random.default_rng(1)
        for start in range(0, len(keys), _BATCH):
            part = keys[start : start + _BATCH]
            vectors.add(part, draw.standard_normal((len(part), DIMENSION), np.float32))
        vectors.close()
        self._meaning = Meaning(path.parent, path, local)
        self.looks_anew()

    def looks_anew(self) -> None:
        """Do what follows every change of the index, here without one."""
        self._meaning.nudge()
        self._meaning.wait(lambda _: None)

    def ask(self, text: str, today: date) -> None:
        """Ask as the product does."""
        hybrid(self._index, self._meaning, text, today, 10)

    def close(self) -> None:
        """End the model, let the files go."""
        self._meaning.close()
        self._index.close()


def hybrid(index: Index, meaning: Meaning, text: str, today: date, limit: int) -> list[Hit]:
    """Ask by words and meaning, as jobs.search does."""
    beside, lexical = _waited(index, meaning, text, today, limit)
    return index.hits(beside.fused(lexical, index), limit=limit)


def _waited(
    index: Index, meaning: Meaning, text: str, today: date, limit: int
) -> tuple[Beside, Lexical]:
    """Ask when the vector of the question is there, if it has any, as the product does.

    Raises ValueError where one is to be had and none came.
    """
    beside, lexical = _asked(index, meaning, text, today, limit)
    if not meaning.started or not meaning.reads(text):
        return beside, lexical
    if not beside.hybrid:  # the model was at rest, and is started: a benchmark waits for it
        meaning.wait(lambda _: None, text)
        beside, lexical = _asked(index, meaning, text, today, limit)
    if not beside.hybrid:
        raise ValueError(f"no vectors: {beside.amiss}")
    return beside, lexical


def _asked(
    index: Index, meaning: Meaning, text: str, today: date, limit: int
) -> tuple[Beside, Lexical]:
    beside = meaning.begin(text, Audience.PRIVATE)
    beside.bind(index.mark)
    depth = max(CANDIDATES, limit)
    return beside, index.scored(text, today=today, limit=depth, also=beside.found)
