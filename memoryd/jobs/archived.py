"""archived: which projects lie in the archives, and what is remembered of those that did."""

from memoryd.core.entity import Ref
from memoryd.core.selection import Looked
from memoryd.store import MemoryStore


def end_mark(store: MemoryStore, ref: Ref) -> str:
    """Return the mark that holds the ids of the facts for whose end a project was archived once.

    If it lies among the others again, somebody took it up: those facts archive it no more.
    """
    return f"over:{store.audit_name(str(ref))}"


def archived_for(store: MemoryStore, ref: Ref) -> frozenset[str]:
    """Return the ids of the facts for which a project went to the archives once."""
    return frozenset(store.head.marks.get(end_mark(store, ref), "").split()[:-1])


def week_mark(store: MemoryStore, ref: Ref) -> str:
    """Return the mark that holds what an unfinished Sunday did about an entity."""
    return f"week:{store.audit_name(str(ref))}"


def looked_at(store: MemoryStore, ref: Ref) -> Looked | None:
    """Return what an unfinished Sunday did about an entity, or the last one left to be done."""
    said = store.head.marks.get(week_mark(store, ref))
    return Looked.read(said) if said else None


def is_archived(store: MemoryStore, ref: Ref) -> bool:
    """Return whether an entity lies in the archives."""
    return store.folder_of(ref).startswith("archives/")


def is_to_go(store: MemoryStore, ref: Ref) -> bool:
    """Return whether a Sunday found a project to be over which is not in the archives yet."""
    done = looked_at(store, ref)
    return done is not None and done.archive and not is_archived(store, ref)
