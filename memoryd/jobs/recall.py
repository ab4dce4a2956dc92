"""recall: what memory holds about one entity, as far as the audience may know it."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from zoneinfo import ZoneInfo

from memoryd import clock
from memoryd.clock import local_day
from memoryd.core.entity import Ref
from memoryd.core.fact import Fact
from memoryd.core.named import Hidden
from memoryd.core.scope import summary_told, visible_facts
from memoryd.core.turn import Audience
from memoryd.errors import CorruptFileError
from memoryd.jobs.find import find, nearest
from memoryd.jobs.hearing import hidden_from
from memoryd.jobs.reading import Reading
from memoryd.store import MemoryStore, Opened


class Shown(StrEnum):
    """How much of an entity is asked for."""

    SUMMARY = "summary"  # its text, and the facts newer than it
    FACTS = "facts"  # what holds today
    HISTORY = "history"  # everything, in the order it happened


@dataclass(frozen=True, slots=True)
class Recalled:
    """Everything that may be told. path: its folder, relative to the root; facts: in event order.

    text: the summary's, and saved: when that was saved last; stale: its file is broken and these
    are the last good facts; trouble: the place and the rule, for the operator only.
    """

    ref: Ref
    name: str
    path: str
    facts: tuple[Fact, ...]
    text: str = ""
    saved: datetime | None = None
    stale: bool = False
    trouble: CorruptFileError | None = None

    def narrowed(self, shown: Shown, zone: ZoneInfo) -> "Recalled":
        """Return only what is asked for; a summary without text gives way to the facts."""
        active = tuple(fact for fact in self.facts if fact.active)
        match shown:
            case Shown.HISTORY:
                return replace(self, text="")
            case Shown.FACTS:
                return replace(self, text="", facts=active)
            case Shown.SUMMARY:
                written = local_day(self.saved, zone).isoformat() if self.saved else ""
                newer = tuple(fact for fact in active if fact.day >= written)
                return replace(self, facts=newer if self.text else active)


@dataclass(frozen=True, slots=True)
class Unclear:
    """No one entity is meant. meant: several that are; nearest: others with similar names."""

    meant: tuple[str, ...] = ()
    nearest: tuple[str, ...] = ()


def recall(
    store: MemoryStore, text: str, *,
    audience: Audience, group_visible: Collection[str], hidden: Hidden | None = None,
) -> Recalled | Unclear:  # fmt: skip
    """Return what memory holds about the entity that a text means (a ref, a slug or a name).

    hidden: jobs.hearing.hidden_from, where the caller has it. Raises StoreError where none is found
    and the memory is away.
    """
    refs = find(store, text, audience=audience, group_visible=group_visible)
    if len(refs) != 1:
        near = () if refs else nearest(store, text, audience=audience, group_visible=group_visible)
        return Unclear(tuple(map(str, refs)), near)
    entity = store.entity(refs[0])
    if hidden is None:
        hidden = hidden_from(audience, store, group_visible)
    told = visible_facts(entity.ledger.in_order(), audience, group_visible, hidden)
    whole = summary_told(entity.summary, entity.ledger.facts, told, hidden)
    summary = entity.summary if whole else None
    path = store.folder_of(entity.ref)
    return Recalled(
        ref=entity.ref,
        name=(summary.name if summary else None) or entity.ref.slug.replace("-", " ").title(),
        path=path,
        facts=told,
        text=summary.body if summary else "",
        saved=_saved(store.root / path / "summary.md") if summary else None,
        stale=entity.trouble is not None,
        trouble=entity.trouble if audience is Audience.PRIVATE else None,
    )


def count_opened(memory: Reading, ref: Ref, ids: Iterable[str], *, summary: bool = False) -> None:
    """Note that somebody asked for these facts: the next night counts each once for the day.

    summary: its text was shown, and with it the facts that it tells. What a group asks for counts
    too: it heard of nothing else, and assistants are groups unless told otherwise. Context and
    hooks, which show what nobody asked for, do not come here. It never raises.
    """
    row = Opened(local_day(memory.now or clock.now(), memory.zone), ref, tuple(ids), summary)
    if row.ids or row.summary:
        memory.store.opened_log.note(row)


def opened(memory: Reading, shown: Recalled) -> None:
    """Count what was shown of an entity as opened."""
    ids = (fact.id for fact in shown.facts)
    count_opened(memory, shown.ref, ids, summary=bool(shown.text))


def _saved(path: Path) -> datetime | None:
    try:
        return datetime.fromtimestamp(path.stat().st_mtime, tz=UTC)
    except FileNotFoundError:  # moved to the archives meanwhile
        return None
