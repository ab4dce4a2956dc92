"""Which row holds the vector of a text: keys looked up many at a time."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from memoryd.search.vector_files import VectorFiles
from memoryd.search.vector_numbers import checks
from memoryd.search.wording import key_of

Keys = NDArray[np.uint64]  # two numbers a key
Rows = NDArray[np.int64]
_RECENT = 8192  # keys that are sorted apart until there are so many


def keys_of(texts: Iterable[str]) -> Keys:
    """Return the keys of texts."""
    return as_keys(map(key_of, texts))


def as_keys(keys: Iterable[bytes]) -> Keys:
    """Return keys of 16 bytes, as an index keeps them, as numbers."""
    return np.frombuffer(b"".join(keys), np.uint64).reshape(-1, 2)


class _Sorted:
    """Some keys in the order of their first half (alike once in 10^19), with their rows."""

    def __init__(self, keys: Keys, rows: Rows) -> None:
        order = np.argsort(keys[:, 0], kind="stable")
        self.keys, self.rows = keys[order], rows[order]
        self._first = np.ascontiguousarray(self.keys[:, 0])

    def find(self, keys: Keys) -> Rows:
        if not len(self.rows):
            return np.full(len(keys), -1, np.int64)
        at = np.searchsorted(self._first, keys[:, 0])
        at[at == len(self.rows)] = 0
        return np.where((self.keys[at] == keys).all(axis=1), self.rows[at], -1)


class KeyTable:
    """The keys of a pair of files; live: which rows have one; harmed: rows that do not fit it."""

    def __init__(self, files: VectorFiles | None) -> None:
        """Read all keys."""
        blocks = files.blocks if files else 0
        keys = [files.keys(block) for block in range(blocks)] if files else []
        every: Keys = np.concatenate(keys) if keys else np.empty((0, 2), np.uint64)
        keyed = (every[:, 0] != 0) | (every[:, 1] != 0)
        fits = [files.checks(block) == checks(files.keys(block), files.planes(block))
                for block in range(blocks)] if files else []  # fmt: skip
        whole = np.concatenate(fits) if fits else keyed
        self.live: NDArray[np.bool_] = keyed & whole
        self.harmed: Rows = np.flatnonzero(keyed & ~whole)
        rows = np.flatnonzero(self.live)
        self._old = _Sorted(every[rows], rows)
        self._new = _Sorted(every[:0], rows[:0])

    def add(self, keys: Keys, rows: Rows) -> None:
        """Take in keys that are not there yet."""
        new = self._joined(self._new, keys, rows)
        if len(new.rows) > _RECENT:
            self._old = self._joined(self._old, new.keys, new.rows)
            new = _Sorted(keys[:0], rows[:0])
        self._new = new

    def find(self, keys: Keys) -> Rows:
        """Return the row of each key, -1 where there is none."""
        found = self._old.find(keys)
        lacking = np.flatnonzero(found < 0)
        found[lacking] = self._new.find(keys[lacking])
        return found

    @staticmethod
    def _joined(old: _Sorted, keys: Keys, rows: Rows) -> _Sorted:
        return _Sorted(np.concatenate([old.keys, keys]), np.concatenate([old.rows, rows]))
