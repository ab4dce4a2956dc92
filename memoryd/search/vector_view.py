"""The vectors of one audience's passages: what is not in the view is not looked at at all."""

import threading
import time
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from memoryd.search.embedding import Vector
from memoryd.search.vector_keys import as_keys
from memoryd.search.vectors import Epoch, Vectors

Numbers = NDArray[np.integer[Any]]

_MOST_SMALL = 2**31 - 1
_LOOK_AGAIN = 1.0  # seconds between looks for vectors that came meanwhile


class VectorView:
    """Passages by the meaning of their text; two with the same text share a row.

    Make one for an audience and a state of its index; it follows the vectors by itself.
    """

    def __init__(self, vectors: Vectors, passages: Sequence[int], keys: Sequence[bytes]) -> None:
        """Take the ids of the audience's passages and the keys of their texts (`key_of`)."""
        self._vectors = vectors
        ids = np.array(passages, np.int64)
        order = np.argsort(ids)
        self._ids, self._keys = _small(ids[order]), as_keys(keys)[order]
        self._outdated = False
        self._guard = threading.Lock()
        self._epoch: Epoch | None = None
        self._looked = 0.0
        self._rows: Numbers = np.full(len(self._ids), -1, np.int32)

    def outdated(self) -> bool:
        """Return whether its rows went while it rested: another view is to be made."""
        with self._guard:
            self._follow()
            return self._outdated

    def rest(self) -> None:
        """Give back the keys, where every passage has its row."""
        with self._guard:
            self._follow()
            if not (self._rows < 0).any():
                self._keys = self._keys[:0].copy()

    def __len__(self) -> int:
        """Return how many passages there are."""
        return len(self._ids)

    @property
    def made(self) -> int:
        """How many of them have a vector."""
        with self._guard:
            self._follow()
            return int(np.count_nonzero(self._rows >= 0))

    def fits(self, query: Vector) -> bool:
        """Return whether a question's vector can be compared with what there is."""
        return self._vectors.size in {None, len(query)}

    def search(self, query: Vector, k: int) -> dict[int, float]:
        """Return the ids of the nearest passages and their cosines, the best first."""
        with self._guard:
            self._follow()
            mask, rows, ids, epoch = self._mask, self._sorted, self._in_order, self._epoch
        # Rows given anew at this very moment find nothing, once.
        near = self._vectors.search(query, mask, k, epoch=epoch)
        wanted = np.array([row for row, _ in near], rows.dtype)  # of another kind all are copied
        first, last = (np.searchsorted(rows, wanted, side).tolist() for side in ("left", "right"))
        found: dict[int, float] = {}
        for (_, score), begin, end in zip(near, first, last, strict=True):
            found.update(dict.fromkeys(ids[begin:end].tolist(), score))
        return found

    def scores(self, query: Vector, passages: Iterable[int]) -> dict[int, float]:
        """Return the cosines of those passages of the view that have a vector."""
        with self._guard:
            self._follow()
            rows, epoch = self._rows, self._epoch
        asked = np.fromiter(passages, np.int64)
        places = np.searchsorted(self._ids, asked)
        inside = np.flatnonzero(places < len(self._ids))
        places = places[inside][self._ids[places[inside]] == asked[inside]]
        known = places[rows[places] >= 0]
        if epoch is None or not known.size:
            return {}
        found = self._vectors.cosines(query, rows[known], epoch=epoch)
        return dict(zip(self._ids[known].tolist(), found.tolist(), strict=False))

    def _follow(self) -> None:
        """Look up the rows of those passages that had none, of all when rows were given anew."""
        now = time.monotonic()
        rows = self._rows
        epoch = self._vectors.follow()
        if self._epoch != epoch:
            self._epoch = epoch
            self._outdated = len(self._keys) < len(self._ids)
            rows = np.full(len(self._ids), -1) if self._outdated else (
                self._vectors.rows_of(self._keys))  # fmt: skip
        elif now - self._looked < _LOOK_AGAIN:
            return
        else:
            lacking = np.flatnonzero(rows < 0)
            if self._outdated or not lacking.size:
                return
            rows = rows.copy()
            rows[lacking] = self._vectors.rows_of(self._keys[lacking])
        self._looked = now
        self._set(rows)

    def _set(self, rows: Numbers) -> None:
        rows = _small(rows)
        self._rows = rows
        order = np.argsort(rows, kind="stable")
        order = order[rows[order] >= 0]
        self._sorted, self._in_order = rows[order], self._ids[order]
        self._mask = np.zeros(int(rows.max(initial=-1)) + 1, np.bool_)
        self._mask[self._sorted] = True


def _small(numbers: Numbers) -> Numbers:
    """Return numbers in half the memory, where they fit: there are five of each passage."""
    fits = int(numbers.max(initial=0)) <= _MOST_SMALL
    return numbers.astype(np.int32) if fits else numbers
