"""Presence: a memory that is gone all at once is one whose place is away, not one let go of.

An unmounted disk, a folder that a program moves, a sync that has not begun: what is missing then
was deleted by nobody. Nothing is written over it until it is back, or until a person says by
`memoryd init` that it was meant.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

from memoryd.core.count import many
from memoryd.store.head import Head
from memoryd.store.layout import Layout

_COUNT = "entities:"  # marks of the head: how many each folder of the tree held
_MANY = 10  # a person may well let go of half of fewer
_SOME = 3  # and of all that an empty folder held, of fewer
_HINT = "bring them back, or run `memoryd init` to go on without them"


def counts(folders: Iterable[str]) -> Counter[str]:
    """Return how many entities each folder of the tree holds; folders: of entities."""
    return Counter(folder.partition("/")[0] for folder in folders)


def counted_one_more(head: Head, path: str) -> None:
    """Count an entity that was just made."""
    name = f"{_COUNT}{path.partition('/')[0]}"
    head.marks[name] = str(int(head.marks.get(name, "0")) + 1)


def remember(head: Head, now: Mapping[str, int]) -> None:
    """Remember how many entities there are: what is missing from then on was never there."""
    if known(head) == Counter(now):
        return
    for name in [name for name in head.marks if name.startswith(_COUNT)]:
        del head.marks[name]
    head.marks.update({f"{_COUNT}{base}": str(count) for base, count in now.items()})


def known(head: Head) -> Counter[str]:
    """Return how many entities each folder of the tree held."""
    found = {n.removeprefix(_COUNT): int(v) for n, v in head.marks.items() if n.startswith(_COUNT)}
    return Counter(found)


def shut(layout: Layout) -> str | None:
    """Return why entities cannot be seen, so that nothing may be written; None where all can."""
    unseen = [folder for folder in layout.shut() if folder != "memory"]
    if not unseen:
        return None
    places = ", ".join(str(layout.root / folder) for folder in unseen)
    return f"cannot read {places}: permission denied; run `chmod u+rwx` there"


def emptied(root: Path, copy: Head | None) -> str | None:
    """Return why a place without any memory is not to be begun anew; None where it may be."""
    total = known(copy).total() if copy is not None else 0
    if not total:
        return None
    return (
        f"{root} is empty and held {total} entities before: bring it back (is a disk not "
        "mounted?), or run `memoryd init` to begin anew there"
    )


def missing(root: Path, head: Head, now: Mapping[str, int]) -> str | None:
    """Return why nothing may be written while much is gone at once; None where it is there.

    All of some entities, half of many, or all of one folder of the tree that is itself gone, or
    empty and held some. What only moved, to the archives, is not gone.
    """
    before = known(head)
    total, gone = before.total(), before.total() - sum(now.values())
    if gone <= 0:
        return None
    if (gone == total >= _SOME) or (total >= _MANY and gone * 2 > total):
        return f"{gone} of {total} entities are gone from {root} at once: {_HINT}"
    for base, held in before.items():
        least = _SOME if (root / base).is_dir() else 1
        if held >= least and not now.get(base) and gone >= held:
            all_of_them = many(held, "entity", "entities")
            return f"all of {all_of_them} in {root / base} gone at once: {_HINT}"
    return None
