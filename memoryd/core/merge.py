"""Three-way merge of a person's save with ours: facts by id, text by lines. The person wins."""

from dataclasses import replace
from difflib import SequenceMatcher

from memoryd.core.entity import ref_of
from memoryd.core.items import dump_items, parse_items
from memoryd.core.ledger import Ledger


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
    """Return the person's ledger with our additions and with our changes to what they left alone.

    A fact that they removed stays removed; a link of ours to it falls with it.
    """
    merged = theirs
    for fact in mine.facts:
        old, saved = base.get(fact.id), theirs.get(fact.id)
        if saved is None and (old is None or fact.id in fresh):
            merged = replace(merged, facts=(*merged.facts, fact))
        elif saved is not None and old is not None and saved == old != fact:
            merged = merged.put(fact)
    for fact in merged.facts:
        if fact.superseded_by and merged.get(fact.superseded_by) is None:
            kept = theirs.get(fact.id) or fact
            merged = merged.put(kept if kept.superseded_by != fact.superseded_by else fact)
    return merged


def _merge_text(base: bytes, mine: bytes, theirs: bytes) -> bytes:
    old, ours, saved = (raw.splitlines(keepends=True) for raw in (base, mine, theirs))
    place = _places(old, saved)
    out = list(saved)
    # From the end, so that earlier places stay valid.
    hunks = SequenceMatcher(None, old, ours, autojunk=False).get_opcodes()
    for tag, i1, i2, j1, j2 in reversed(hunks):
        if tag == "equal":
            continue
        spots = [place[i] for i in range(i1, i2)]
        if spots and None not in spots:
            first = next(spot for spot in spots if spot is not None)
            out[first : first + len(spots)] = ours[j1:j2]
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
