"""Seen: which lines were ingested already, as 8 bytes a line."""

from array import array
from bisect import bisect_left
from collections.abc import Iterable
from hashlib import blake2b
from heapq import merge

_BYTES = 8  # of a million lines, two share a hash once in 37 million memories

_MANY = 4096  # new names, and an eighth of all, before they join the sorted ones: a set of them
_PART = 8  # takes 64 bytes a name


class Seen:
    """A set of names that grows; what it begins with is kept sorted and small."""

    def __init__(self, names: Iterable[str]) -> None:
        """Begin with these names."""
        self._known = array("Q", sorted(array("Q", map(_hash, names))))
        self._new: set[int] = set()

    def add(self, name: str) -> None:
        """Add one name."""
        self._new.add(_hash(name))
        if len(self._new) >= max(_MANY, len(self._known) // _PART):
            self._known = array("Q", merge(self._known, sorted(self._new)))
            self._new.clear()

    def __contains__(self, name: str) -> bool:
        """Return whether a name was added."""
        number = _hash(name)
        place = bisect_left(self._known, number)
        return number in self._new or self._known[place : place + 1] == array("Q", [number])


def _hash(name: str) -> int:
    return int.from_bytes(
        blake2b(name.encode("utf-8", "surrogatepass"), digest_size=_BYTES).digest()
    )
