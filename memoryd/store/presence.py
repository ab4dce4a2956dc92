"""Presence: a memory that is gone all at once is one whose place is away, not one let go of.

An unmounted disk, a folder that a program moves, a sync that has not begun: what is missing then
was deleted by nobody. Nothing is written over it until it is back, or until time has shown that it
was meant.
"""

from datetime import datetime, timedelta
from pathlib import Path

from memoryd.store.head import Head
from memoryd.store.layout import Layout

COUNT, SINCE = "entities", "entities-gone"  # marks of the head: how many there were; since when not
_MANY = 10  # a person may well let go of half of fewer
_PATIENCE = timedelta(days=1)


def counted_one_more(head: Head) -> None:
    """Count an entity that was just made."""
    head.marks[COUNT] = str(int(head.marks.get(COUNT, "0")) + 1)


def shut(layout: Layout) -> str | None:
    """Return why entities cannot be seen, so that nothing may be written; None where all can."""
    unseen = [folder for folder in layout.shut() if folder != "memory"]
    if not unseen:
        return None
    places = ", ".join(str(layout.root / folder) for folder in unseen)
    return f"cannot read {places}: permission denied; run `chmod u+rwx` there"


def emptied(root: Path, copy: Head | None) -> str | None:
    """Return why a place without any memory is not to be begun anew; None where it may be."""
    known = int(copy.marks.get(COUNT, "0")) if copy is not None else 0
    if not known:
        return None
    return (
        f"{root} is empty and held {known} entities before: bring it back (is a disk not "
        "mounted?), or run `memoryd init` to begin anew there"
    )


def halved(root: Path, head: Head, count: int, now: datetime) -> str | None:
    """Return why nothing may be written while most entities are gone; None where they are there.

    Remembers in the head how many there are, and since when they are gone: after a day it is taken
    as meant.
    """
    known = int(head.marks.get(COUNT, "0"))
    if known < _MANY or count * 2 >= known:
        head.marks[COUNT] = str(count)
        head.marks.pop(SINCE, None)
        return None
    since = datetime.fromisoformat(head.marks.setdefault(SINCE, now.isoformat()))
    if now - since >= _PATIENCE:
        head.marks[COUNT] = str(count)
        del head.marks[SINCE]
        return None
    return (
        f"{known - count} of {known} entities are gone from {root} at once: bring them back; "
        f"meant or not, nothing is written before {since + _PATIENCE:%Y-%m-%d %H:%M} UTC"
    )
