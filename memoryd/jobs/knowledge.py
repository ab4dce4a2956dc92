"""What memory knows already, as jobs need it: the catalog, the entities a batch names, the view."""

from collections.abc import Sequence

from memoryd.core.catalog import Catalog
from memoryd.core.entity import Ref
from memoryd.core.fact import Fact
from memoryd.core.ledger import Ledger
from memoryd.core.proposal import Known
from memoryd.core.provenance import lines_of
from memoryd.core.reconcile import View
from memoryd.core.text import words
from memoryd.core.trust import Voice, voice_of
from memoryd.core.turn import Line
from memoryd.jobs.context import Run
from memoryd.store import MemoryStore

_FACTS_SHOWN = 25  # of one entity, the newest
_CHARS_SHOWN = 6_000  # of all of them together
_KINDS = {"people": "person", "companies": "company", "projects": "project",
          "resources": "resource"}  # fmt: skip


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
    ledgers: dict[Ref, Ledger] = {}

    def ledger(ref: Ref) -> Ledger:
        if ref not in ledgers:
            ledgers[ref] = store.ledger(ref)[0]
        return ledgers[ref]

    def by_operator(fact: Fact) -> bool:
        keys = lines_of(fact.source or "")
        if not keys:  # a hand edit, `remember`, or unknown: treated as the operator's
            return True
        found = store.lines_by_key(keys).values()
        voices = {voice_of(line.turn, run.channels) for line in found}
        return not voices or Voice.OPERATOR in voices

    return View(
        catalog(store, run), run.zone, ledger, store.used_ids, store.is_tombstoned, by_operator,
        run.channels,
    )  # fmt: skip


def known_entities(store: MemoryStore, batch: Sequence[Line], run: Run) -> tuple[Known, ...]:
    """Return the operator and the entities that a batch names, with their newest active facts."""
    spoken: set[str] = set()
    for line in batch:
        spoken.update(words(line.turn.text))
        spoken.update(words(line.turn.speaker or ""))
    listed = catalog(store, run)
    found: list[Known] = []
    room = _CHARS_SHOWN
    for ref in sorted(listed.names, key=lambda ref: (ref != listed.operator, ref)):
        names = (ref.slug.replace("-", " "), *listed.names[ref])
        if ref != listed.operator and not any(set(words(n)) <= spoken for n in names if words(n)):
            continue
        shown = _shown(store.ledger(ref)[0], room)
        room -= sum(len(text) for _, _, text in shown)
        kind = _KINDS.get(ref.folder, f"area:{ref.folder}")
        found.append(Known(str(ref), kind, listed.display(ref), shown))
    return tuple(found)


def _shown(ledger: Ledger, room: int) -> tuple[tuple[str, str, str], ...]:
    newest = sorted(ledger.active, key=lambda fact: fact.day, reverse=True)[:_FACTS_SHOWN]
    kept: list[tuple[str, str, str]] = []
    for fact in newest:
        room -= len(fact.fact)
        if room < 0:
            break
        kept.append((fact.id, fact.day, fact.fact))
    return tuple(reversed(kept))
