"""What memory knows already, as jobs need it: the catalog, the entities a batch names, the view."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from memoryd.core.catalog import Catalog
from memoryd.core.change import Supersede
from memoryd.core.entity import Ref, kind_of
from memoryd.core.fact import Fact
from memoryd.core.ledger import Ledger
from memoryd.core.plan import Plan
from memoryd.core.proposal import Known
from memoryd.core.provenance import by_assistant, lines_of
from memoryd.core.reconcile import View
from memoryd.core.text import words
from memoryd.core.trust import Voice, highest, voice_of
from memoryd.core.turn import Line
from memoryd.jobs.context import Run
from memoryd.store import MemoryStore, Recorded

_FACTS_SHOWN = 25  # of one entity, the newest
_CHARS_SHOWN = 6_000  # of all of them together


def catalog(store: MemoryStore, run: Run) -> Catalog:
    """Return every entity with the names it goes by."""
    names: dict[Ref, tuple[str, ...]] = {}
    for ref in store.refs():
        summary = store.summary(ref)
        listed = (summary.name, *summary.aliases) if summary else ()
        names[ref] = tuple(name for name in listed if name)
    return Catalog(run.operator_ref, run.operator_name, names)


def view(store: MemoryStore, run: Run) -> View:
    """Return what reconcile may look at, read afresh: the files as they stand now."""
    standing = _Standing(store, run.channels)
    return View(
        catalog=catalog(store, run),
        zone=run.zone,
        ledger=standing.ledger,
        used=standing.used,
        tombstoned=store.is_tombstoned,
        voice=standing.voice,
        channels=run.channels,
        said_at=standing.said_at,
        said_again=lambda ref, fact_id: store.head.marks.get(_again(store, ref, fact_id), ""),
    )


def said_again(store: MemoryStore, plan: Plan) -> dict[str, str]:
    """Return the marks that remember on which day facts were said again; of those that hold."""
    ended = {_again(store, op.ref, op.old) for op in plan.operations if isinstance(op, Supersede)}
    days = {_again(store, *fact): day for fact, day in plan.said_again.items()}
    return days | dict.fromkeys(ended & (store.head.marks.keys() | days.keys()), "")


def _again(store: MemoryStore, ref: Ref, fact_id: str) -> str:
    return f"again:{store.audit_name(f'{ref}#{fact_id}')}"


@dataclass(slots=True)
class _Standing:
    """The facts that stand and the kept lines they rest on, each read once.

    A look for lines goes through all that are kept: the first one takes along the lines of every
    fact that was read by then.
    """

    store: MemoryStore
    channels: tuple[str, ...]
    _ledgers: dict[Ref, Ledger] = field(default_factory=dict)
    _used: dict[Ref, frozenset[str]] = field(default_factory=dict)
    _lines: dict[str, Line | None] = field(default_factory=dict)
    _recorded: Recorded | None = None

    def ledger(self, ref: Ref) -> Ledger:
        if ref not in self._ledgers:
            self._ledgers[ref] = self.store.ledger(ref)[0]
        return self._ledgers[ref]

    def used(self, ref: Ref) -> frozenset[str]:
        if ref not in self._used:
            self._used[ref] = self.store.used_ids(ref)
        return self._used[ref]

    def voice(self, ref: Ref, fact: Fact) -> Voice:
        """Return whose it is: of a hand edit, `remember` or lines that are gone, the operator's."""
        if by_assistant(fact):
            said = Voice.REMEMBER
        else:
            said = highest(voice_of(line.turn, self.channels) for line in self._rests_on(fact))
        return Voice.OPERATOR if said is Voice.OPERATOR or self._by_hand(ref, fact) else said

    def _by_hand(self, ref: Ref, fact: Fact) -> bool:
        """Return whether a person wrote or changed a fact in its file, whatever it rested on."""
        if self._recorded is None:
            self._recorded = self.store.recorded()
        return bool(self._recorded.by_hand(ref, [fact.id]))

    def said_at(self, fact: Fact) -> datetime | None:
        return min((line.turn.time for line in self._rests_on(fact)), default=None)

    def _rests_on(self, fact: Fact) -> list[Line]:
        keys = lines_of(fact.source or "")
        if not self._lines.keys() >= set(keys):
            standing = (fact for ledger in self._ledgers.values() for fact in ledger.active)
            wanted = {key for other in (fact, *standing) for key in lines_of(other.source or "")}
            wanted -= self._lines.keys()
            found = self.store.lines_by_key(wanted)
            self._lines.update({key: found.get(key) for key in wanted})
        return [line for key in keys if (line := self._lines[key]) is not None]


def said_at(store: MemoryStore) -> Callable[[str], datetime | None]:
    """Return when the last of the kept lines that a source names was said; None for none."""

    def last(source: str) -> datetime | None:
        found = store.lines_by_key(frozenset(lines_of(source)))
        return max((line.turn.time for line in found.values()), default=None)

    return last


def known_entities(store: MemoryStore, batch: Sequence[Line], run: Run) -> tuple[Known, ...]:
    """Return the operator and the entities that a batch names, with their newest active facts."""
    return Knowing(store, run).of(batch)


class Knowing:
    """What several calls of one run are told of the entities, each read once.

    It may be older than the files by as long as the calls take: an answer is weighed against what
    stands when it comes.
    """

    def __init__(self, store: MemoryStore, run: Run) -> None:
        """Read the names of all entities."""
        self._listed = catalog(store, run)
        self._standing = _Standing(store, run.channels)
        self._names = [
            (ref, [set(called) for name in (ref.slug.replace("-", " "), *names)
                   if (called := words(name))])
            for ref, names in sorted(self._listed.names.items(), key=self._place)
        ]  # fmt: skip

    def of(self, batch: Sequence[Line]) -> tuple[Known, ...]:
        """Return the operator and the entities that a batch names, as known_entities does."""
        spoken: set[str] = set()
        for line in batch:
            spoken.update(words(line.turn.text))
            spoken.update(words(line.turn.speaker or ""))
        found: list[Known] = []
        room = _CHARS_SHOWN
        for ref, names in self._names:
            if ref != self._listed.operator and not any(called <= spoken for called in names):
                continue
            shown = _shown(self._standing.ledger(ref), room)
            room -= sum(len(text) for _, _, text in shown)
            found.append(Known(str(ref), kind_of(ref.folder), self._listed.display(ref), shown))
        return tuple(found)

    def _place(self, named: tuple[Ref, tuple[str, ...]]) -> tuple[bool, Ref]:
        return named[0] != self._listed.operator, named[0]


def _shown(ledger: Ledger, room: int) -> tuple[tuple[str, str, str], ...]:
    newest = sorted(ledger.active, key=lambda fact: fact.day, reverse=True)[:_FACTS_SHOWN]
    kept: list[tuple[str, str, str]] = []
    for fact in newest:
        room -= len(fact.fact)
        if room < 0:
            break
        kept.append((fact.id, fact.day, fact.fact))
    return tuple(reversed(kept))
