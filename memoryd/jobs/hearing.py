"""hearing: whom a group must not hear of by name, and whether it may be told a summary."""

from collections.abc import Collection
from functools import lru_cache

from memoryd.core.catalog import operator_ref
from memoryd.core.entity import Ref
from memoryd.core.named import ANYBODY, NOBODY, Hidden
from memoryd.core.named import hidden as compiled
from memoryd.core.scope import summary_told, visible, visible_facts
from memoryd.core.turn import Audience
from memoryd.jobs.reading import Glancing, Reading
from memoryd.store import Glance, MemoryStore


def hidden_from(
    audience: Audience, store: Glance, group_visible: Collection[str], operator: str | None = None
) -> Hidden:
    """Return the names that an audience must not hear of: none for the operator.

    Every summary is read for that, in folders too that are not read for more; they are taken apart
    once as long as no name changes. While folders are away or shut, any name may be in them. The
    operator's own name is none: who hears from an assistant knows whose it is.
    """
    if audience is Audience.PRIVATE:
        return NOBODY
    if not store.names_known():
        return ANYBODY
    rows = tuple((ref, _head(raw)) for ref, raw in (*store.passed_over(), *store.summaries()))
    asked = (rows, tuple(group_visible), operator)
    begun = frozenset(ref for ref in _doubted(*asked) if _by_group(store, ref))
    return _compiled(*asked, begun)


def _by_group(store: Glance, ref: Ref) -> bool:
    """Return whether a group began an entity: its slug is then no name that the operator gave."""
    facts = store.ledger(ref)[0].facts
    return bool(facts) and facts[0].by_group


@lru_cache(maxsize=2)
def _doubted(
    rows: tuple[tuple[Ref, bytes], ...], group_visible: tuple[str, ...], operator: str | None
) -> tuple[Ref, ...]:
    """Return the visible entities whose slugs may hold a name that is hidden: mostly none."""
    names = _compiled(rows, group_visible, operator, frozenset())
    return tuple(
        ref for ref, _ in rows
        if visible(ref, Audience.GROUP, group_visible) and names.may_stand_in(ref.slug)
    )  # fmt: skip


def hidden_for(memory: Reading | Glancing, audience: Audience) -> Hidden:
    """Return the same for a memory opened with its settings."""
    settings = memory.settings
    return hidden_from(audience, memory.store, settings.group_visible, settings.operator_name)


def alias_told(
    store: MemoryStore, ref: Ref, audience: Audience, group_visible: Collection[str],
    hidden: Hidden | None = None,
) -> bool:  # fmt: skip
    """Return whether an entity answers an audience to more than its slug: as its summary is told.

    ref: one that is visible to it. hidden: as in jobs.recall.
    """
    if audience is Audience.PRIVATE:
        return True
    names = hidden_from(audience, store, group_visible) if hidden is None else hidden
    entity = store.entity(ref)
    told = visible_facts(entity.ledger.facts, audience, group_visible, names)
    return summary_told(ref, entity.summary, entity.ledger.facts, told, names)


def _head(raw: bytes) -> bytes:
    """Return what the names of a summary are read from: mostly its first line."""
    return raw[: raw.find(b"\n") + 1 or None] if raw.startswith(b"# ") else raw


@lru_cache(maxsize=4)
def _compiled(
    rows: tuple[tuple[Ref, bytes], ...], group_visible: tuple[str, ...], operator: str | None,
    begun: frozenset[Ref],
) -> Hidden:  # fmt: skip
    """Return the names. begun: entities that a group began; their slugs open no fact."""
    # 8 ms that only a group waits for.
    from memoryd.core.summary import doubtful_names, read_names  # noqa: PLC0415 - see above

    seen = {ref for ref, _ in rows if visible(ref, Audience.GROUP, group_visible)}
    self_ = operator_ref(operator)
    own = next((read_names(raw) for ref, raw in rows if ref == self_), ())
    return compiled(
        ((ref, (*read_names(raw), *doubtful_names(raw)))
         for ref, raw in rows if ref not in seen and ref != self_),
        (ref for ref, _ in rows if ref in seen - begun),
        (*([operator] if operator else []), *own),
    )  # fmt: skip
