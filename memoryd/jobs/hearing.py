"""hearing: whom a group must not hear of by name, and whether it may be told a summary."""

from collections.abc import Collection
from functools import lru_cache

from memoryd.core.entity import Ref
from memoryd.core.named import NOBODY, Hidden, hidden
from memoryd.core.scope import summary_told, visible, visible_facts
from memoryd.core.turn import Audience
from memoryd.store import Glance, MemoryStore


def hidden_from(audience: Audience, store: Glance, group_visible: Collection[str]) -> Hidden:
    """Return the names that an audience must not hear of: none for the operator.

    Every summary is read for that; they are taken apart once as long as no name changes.
    """
    if audience is Audience.PRIVATE:
        return NOBODY
    rows = tuple((ref, _head(raw)) for ref, raw in store.summaries())
    return _compiled(rows, tuple(group_visible))


def alias_told(
    store: MemoryStore, ref: Ref, audience: Audience, group_visible: Collection[str]
) -> bool:
    """Return whether an entity answers an audience to more than its slug: as its summary is told.

    ref: one that is visible to it.
    """
    if audience is Audience.PRIVATE:
        return True
    names = hidden_from(audience, store, group_visible)
    entity = store.entity(ref)
    told = visible_facts(entity.ledger.facts, audience, group_visible, names)
    return summary_told(entity.summary, entity.ledger.facts, told, names)


def _head(raw: bytes) -> bytes:
    """Return what the names of a summary are read from: mostly its first line."""
    return raw[: raw.find(b"\n") + 1 or None] if raw.startswith(b"# ") else raw


@lru_cache(maxsize=2)
def _compiled(rows: tuple[tuple[Ref, bytes], ...], group_visible: tuple[str, ...]) -> Hidden:
    from memoryd.core.summary import read_names  # noqa: PLC0415 - 8 ms that only a group waits for

    open_ = [visible(ref, Audience.GROUP, group_visible) for ref, _ in rows]
    return hidden(
        ((ref, read_names(raw)) for (ref, raw), seen in zip(rows, open_, strict=True) if not seen),
        (ref for (ref, _), seen in zip(rows, open_, strict=True) if seen),
    )
