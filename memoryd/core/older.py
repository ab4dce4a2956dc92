"""Older: which version of a file a save was made from, as an editor's old buffer is told."""

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Sequence

Ours = Callable[[bytes], Collection[Hashable]]  # what of a version is of our writing


def made_from(saved: bytes, versions: Sequence[bytes], ours: Ours) -> bytes:
    """Return the version that a save was made from; versions: oldest first, not empty.

    That is the last one, unless the save is nearer to an older one, has nothing of what came after
    it, and either has all that is ours there or a line that is gone since; and differs from the
    last by more than one line that a person may well have deleted.
    """
    last, here, said = _counted(versions[-1]), _counted(saved), frozenset(ours(saved))
    best, least = versions[-1], _apart(last, here) - 1
    for older in reversed(versions[:-1]):
        was = _counted(older)
        apart = _apart(was, here)
        is_base = not (here - was) & last
        if apart < least and is_base and ((was - last) & here or said.issuperset(ours(older))):
            best, least = older, apart
    return best


def _counted(raw: bytes) -> Counter[bytes]:
    return Counter(line.strip() for line in raw.splitlines() if line.strip())


def _apart(one: Counter[bytes], other: Counter[bytes]) -> int:
    """Return how many lines stand in one of two versions only."""
    return (one - other).total() + (other - one).total()
