"""recall: what memory holds about one entity, as far as the audience may know it."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from zoneinfo import ZoneInfo

from memoryd.clock import local_day
from memoryd.core.entity import Ref
from memoryd.core.fact import Fact
from memoryd.core.scope import visible_facts
from memoryd.core.turn import Audience
from memoryd.errors import CorruptFileError
from memoryd.jobs.find import find, nearest
from memoryd.store import MemoryStore


class Shown(StrEnum):
    """How much of an entity is asked for."""

    SUMMARY = "summary"  # its text, and the facts newer than it
    FACTS = "facts"  # what holds today
    HISTORY = "history"  # everything, in the order it happened


@dataclass(frozen=True, slots=True)
class Recalled:
    """What is told. path: its folder, relative to the root; text: the summary's, where shown.

    stale: its file is broken and these are the last good facts; trouble: the place and the rule,
    for the operator only.
    """

    ref: Ref
    name: str
    path: str
    text: str
    facts: tuple[Fact, ...]
    stale: bool = False
    trouble: CorruptFileError | None = None


@dataclass(frozen=True, slots=True)
class Unclear:
    """No one entity is meant. meant: several that are; nearest: others with similar names."""

    meant: tuple[str, ...] = ()
    nearest: tuple[str, ...] = ()


def recall(
    store: MemoryStore, text: str, *,
    audience: Audience, group_visible: Collection[str], shown: Shown, zone: ZoneInfo,
) -> Recalled | Unclear:  # fmt: skip
    """Return what memory holds about the entity that a text means (a ref, a slug or a name)."""
    refs = find(store, text, audience=audience, group_visible=group_visible)
    if len(refs) != 1:
        near = () if refs else nearest(store, text, audience=audience, group_visible=group_visible)
        return Unclear(tuple(map(str, refs)), near)
    entity = store.entity(refs[0])
    told = visible_facts(entity.ledger.in_order(), audience, group_visible)
    summary = entity.summary
    found = Recalled(
        ref=entity.ref,
        name=(summary.name if summary else None) or entity.ref.slug.replace("-", " ").title(),
        path=store.folder_of(entity.ref),
        # A summary is made of all facts: where one may not be told, nor may the summary.
        text=summary.body if summary and len(told) == len(entity.ledger.facts) else "",
        facts=told,
        stale=entity.trouble is not None,
        trouble=entity.trouble if audience is Audience.PRIVATE else None,
    )
    return _narrow(store, found, shown, zone)


def _narrow(store: MemoryStore, found: Recalled, shown: Shown, zone: ZoneInfo) -> Recalled:
    active = tuple(fact for fact in found.facts if fact.active)
    match shown:
        case Shown.HISTORY:
            return replace(found, text="")
        case Shown.FACTS:
            return replace(found, text="", facts=active)
    if found.text:
        written = _summary_day(store, found, zone)
        active = tuple(fact for fact in active if fact.day >= written)
    return replace(found, facts=active)


def _summary_day(store: MemoryStore, found: Recalled, zone: ZoneInfo) -> str:
    """Return the local day on which the summary was saved last."""
    stamp = (store.root / found.path / "summary.md").stat().st_mtime
    return local_day(datetime.fromtimestamp(stamp, tz=zone), zone).isoformat()
