"""Presence: a memory that is gone all at once is one whose place is away, not one let go of.

An unmounted disk, a folder that a program moves, a sync that has not begun: what is missing then
was deleted by nobody. Nothing is written over it until it is back, or until a person says by
`memoryd init` that it was meant.
"""

import os
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

from memoryd.core.count import many
from memoryd.store.head import Head
from memoryd.store.layout import Layout

_COUNT = "entities:"  # marks of the head: how many each folder of the tree held, each kind in areas
_PAPERS = "papers:"  # and of the workspace: how many notes, and whether MEMORY.md was there
_NOTES, _TACIT = "memory", "MEMORY.md"
_MANY = 10  # a person may well let go of half of fewer
_SOME = 3  # and of all that an empty folder held, of fewer
_HINT = "bring them back, or run `memoryd init` to go on without them"


def counts(folders: Iterable[str]) -> Counter[str]:
    """Return how many entities each folder of the tree holds; folders: of entities.

    Of areas each kind: it is a folder of its own, which may be moved away alone.
    """
    return Counter(map(_base, folders))


def _base(path: str) -> str:
    base, _, rest = path.partition("/")
    return f"{base}/{rest.partition('/')[0]}" if base == "areas" and rest else base


def papers(layout: Layout, head: Head) -> Counter[str]:
    """Return how many notes there are, and whether MEMORY.md is.

    In a folder that is a link, or cannot be read, are as many as were.
    """
    folder = layout.workspace / _NOTES
    unseen = folder.is_symlink() or _NOTES in layout.shut()
    notes = notes_known(head) if unseen else len(layout.note_days())
    return +Counter({_NOTES: notes, _TACIT: int(os.path.lexists(layout.place(_TACIT)))})


def counted_one_more(head: Head, path: str) -> None:
    """Count an entity, a note or MEMORY.md that was just made."""
    base = path.partition("/")[0]
    if base in (_NOTES, _TACIT):
        name = f"{_PAPERS}{base}"
    elif path.endswith("/items.json"):
        name = f"{_COUNT}{_base(path)}"
    else:
        return
    head.marks[name] = str(int(head.marks.get(name, "0")) + 1)


def remember(head: Head, now: Mapping[str, int], papers_now: Mapping[str, int]) -> None:
    """Remember how much there is: what is missing from then on was never there."""
    for prefix, count in ((_COUNT, now), (_PAPERS, papers_now)):
        if known(head, prefix) == Counter(count):
            continue
        for name in [name for name in head.marks if name.startswith(prefix)]:
            del head.marks[name]
        head.marks.update({f"{prefix}{base}": str(n) for base, n in count.items()})


def known(head: Head, prefix: str = _COUNT) -> Counter[str]:
    """Return how many entities each folder of the tree held; none of a head too old to say."""
    found = {n.removeprefix(prefix): int(v) for n, v in head.marks.items() if n.startswith(prefix)}
    return Counter(found)


def notes_known(head: Head) -> int:
    """Return how many notes there were."""
    return int(head.marks.get(f"{_PAPERS}{_NOTES}", "0"))


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
    notes = notes_known(copy) if copy is not None else 0
    if not total and not notes:
        return None
    held = many(total, "entity", "entities") if total else many(notes, "note")
    return (
        f"{root} is empty and held {held} before: bring it back (is a disk not "
        "mounted?), or run `memoryd init` to begin anew there"
    )


def missing(root: Path, head: Head, now: Mapping[str, int]) -> str | None:
    """Return why nothing may be written while much is gone at once; None where it is there.

    All of some entities, half of many, or all of one folder of the tree, or of one kind in areas,
    that is itself gone, or empty and held some. What only moved, to the archives, is not gone.
    """
    before = known(head)
    total, gone = before.total(), before.total() - sum(now.values())
    if gone <= 0:
        return None
    if (gone == total >= _SOME) or (total >= _MANY and gone * 2 > total):
        return f"{gone} of {total} entities are gone from {root} at once: {_HINT}"
    whole: Counter[str] = Counter()
    for base, held in before.items():
        whole[base.partition("/")[0]] += held
    for base, held in {**whole, **before}.items():
        if "/" in base and any(path.is_symlink() for path in (root / base, (root / base).parent)):
            continue  # it is not read, and says so itself
        least = _SOME if (root / base).is_dir() else 1
        here = any(place == base or place.startswith(f"{base}/") for place in now)
        if held >= least and not here and gone >= held:
            all_of_them = many(held, "entity", "entities")
            return f"all of {all_of_them} in {root / base} gone at once: {_HINT}"
    return None


def papers_missing(layout: Layout, head: Head, now: Mapping[str, int]) -> str | None:
    """Return why nothing may be written while the notes are gone at once; None where they are not.

    The same rule: all of some, half of many, or all of a folder that is itself gone; and all that a
    workspace of its own held, which is where a disk is mounted. MEMORY.md alone may be removed.
    """
    before = known(head, _PAPERS)
    total, left = before.total(), sum(now.values())
    place = layout.workspace
    apart = place != layout.root
    if total and not left and (total >= _SOME or apart):
        return f"MEMORY.md and the notes are gone from {place} at once: {_HINT}"
    held, notes = before[_NOTES], now.get(_NOTES, 0)
    gone = held - notes
    least = _SOME if (place / _NOTES).is_dir() else 1
    if (held >= least and not notes) or (held >= _MANY and gone * 2 > held):
        return f"{gone} of {many(held, 'note')} are gone from {place / _NOTES} at once: {_HINT}"
    return None
