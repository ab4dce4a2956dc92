"""Three-way merge of a person's save with ours: facts by id, text by lines. The person wins."""

from collections.abc import Mapping
from difflib import SequenceMatcher

from memoryd.core.entity import ref_of
from memoryd.core.fact import Fact, Status
from memoryd.core.items import dump_items, parse_items
from memoryd.core.ledger import Ledger, next_id
from memoryd.core.value import replace

# What of a fact is merged one by one; its link and status go together.
_FIELDS = ("fact", "timestamp", "category", "source", "related", "last_accessed", "access_count",
           "extra")  # fmt: skip


def merge(
    path: str, base: bytes | None, mine: bytes, theirs: bytes, fresh: frozenset[str] = frozenset()
) -> bytes:
    """Return `theirs` with what `mine` changed since `base`.

    fresh: ids of facts so new that a save without them is an older buffer, not a deletion.

    Raises CorruptFileError when `theirs` is an items.json that cannot be read.
    """
    if path.endswith("/items.json"):
        return _merge_items(path, base, mine, theirs, fresh)
    return _merge_text(base or b"", mine, theirs)


def _merge_items(
    path: str, base: bytes | None, mine: bytes, theirs: bytes, fresh: frozenset[str]
) -> bytes:
    ref = ref_of(path)
    ours = parse_items(mine, ref, path=path)
    before = parse_items(base, ref, path=path) if base else Ledger(ref)
    saved = parse_items(theirs, ref, path=path, base=ours)
    merged = merge_ledgers(before, ours, saved, fresh)
    return theirs if merged == saved else dump_items(merged)


def merge_ledgers(
    base: Ledger, mine: Ledger, theirs: Ledger, fresh: frozenset[str] = frozenset()
) -> Ledger:
    """Return the person's ledger with our additions and with what we changed and they did not.

    A fact that they removed stays removed; a link of ours to it falls with it. Where both took one
    id for different facts, ours gets the next free one.
    """
    before, saved = ({fact.id: fact for fact in ledger.facts} for ledger in (base, theirs))
    merged, renamed = _with_additions(mine, theirs, before, fresh)
    links: list[tuple[str, str]] = []
    for ours in mine.facts:
        fact_id = renamed.get(ours.id, ours.id)
        fact, old = merged.get(fact_id), before.get(ours.id)
        by = ours.superseded_by
        if fact is not None and fact.active and by in fresh and by not in saved:
            links.append((fact_id, renamed.get(by, by)))  # an older buffer knows nothing of it
        if fact is None or ours.id not in saved or old is None or ours == old:
            continue
        fact = _fields(old, ours, fact)
        if ours.superseded_by and _link(old) == _link(fact) != _link(ours):
            links.append((fact_id, renamed.get(ours.superseded_by, ours.superseded_by)))
        merged = merged.put(fact)
    links += [(renamed[f.id], renamed.get(f.superseded_by, f.superseded_by))
              for f in mine.facts if f.id in renamed and f.superseded_by]  # fmt: skip
    for fact_id, by in links:
        merged = _linked(merged, fact_id, by)
    return merged


def _with_additions(
    mine: Ledger, theirs: Ledger, before: Mapping[str, Fact], fresh: frozenset[str]
) -> tuple[Ledger, dict[str, str]]:
    """Return theirs with our new facts, not yet linked, and the id each of those has there."""
    saved = {fact.id: fact for fact in theirs.facts}
    ids = {*saved, *before, *(fact.id for fact in mine.facts)}
    added: list[Fact] = []
    renamed: dict[str, str] = {}
    for fact in mine.facts:
        taken = fact.id in saved
        if (fact.id in before and not (fact.id in fresh and not taken)) or (
            taken and _same(fact, saved[fact.id])
        ):
            continue
        fact_id = next_id(mine.ref, ids) if taken else fact.id
        ids.add(fact_id)
        renamed[fact.id] = fact_id
        added.append(_unlinked(replace(fact, id=fact_id)))
    return replace(theirs, facts=(*theirs.facts, *added)), renamed


def _same(one: Fact, other: Fact) -> bool:
    return (one.fact, one.source) == (other.fact, other.source)


def _fields(old: Fact, ours: Fact, saved: Fact) -> Fact:
    """Return what the person saved with each field that we changed and they left; links wait."""
    changed = {
        name: getattr(ours, name) for name in _FIELDS
        if getattr(saved, name) == getattr(old, name) != getattr(ours, name)
    }  # fmt: skip
    return replace(saved, **changed)


def _link(fact: Fact) -> tuple[Status, str | None]:
    return fact.status, fact.superseded_by


def _unlinked(fact: Fact) -> Fact:
    if fact.superseded_by is None:
        return fact
    return replace(fact, status=Status.ACTIVE, superseded_by=None)


def _linked(ledger: Ledger, fact_id: str, by: str) -> Ledger:
    """Return the ledger with one link of ours, unless its end is gone or it closes a circle."""
    fact = ledger.get(fact_id)
    if fact is None or ledger.get(by) is None or fact_id in (by, *ledger.successors(by)):
        return ledger
    return ledger.put(replace(fact, status=Status.SUPERSEDED, superseded_by=by))


def _merge_text(base: bytes, mine: bytes, theirs: bytes) -> bytes:
    old, ours, saved = (raw.splitlines(keepends=True) for raw in (base, mine, theirs))
    place = _places(old, saved)
    out = list(saved)
    # From the end, so that earlier places stay valid.
    hunks = SequenceMatcher(None, old, ours, autojunk=False).get_opcodes()
    for tag, i1, i2, j1, j2 in reversed(hunks):
        if tag == "equal":
            continue
        spots = [spot for i in range(i1, i2) if (spot := place[i]) is not None]
        if spots and len(spots) == i2 - i1:
            for spot in reversed(spots):  # what they wrote in between stays
                del out[spot]
            out[spots[0] : spots[0]] = ours[j1:j2]
        else:
            before = [spot for i in range(i1) if (spot := place[i]) is not None]
            at = before[-1] + 1 if before else 0
            out[at:at] = [line for line in ours[j1:j2] if line not in saved]
    return b"".join(out)


def _places(old: list[bytes], saved: list[bytes]) -> list[int | None]:
    place: list[int | None] = [None] * len(old)
    for block in SequenceMatcher(None, old, saved, autojunk=False).get_matching_blocks():
        for offset in range(block.size):
            place[block.a + offset] = block.b + offset
    return place
