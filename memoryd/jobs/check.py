"""check: reads everything and says what does not hold; changes nothing."""

import os
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

from memoryd.core.entity import Ref
from memoryd.core.provenance import lines_of
from memoryd.core.scope import visible
from memoryd.core.turn import Audience
from memoryd.errors import ChainError
from memoryd.store import MemoryStore

_OPEN_TO_OTHERS = 0o077
_LEFTOVER = ".memoryd-"  # how the store's temporary files begin


@dataclass(frozen=True, slots=True)
class Checked:
    """What was read, and each problem as one line. facts, commits: None where a group asks."""

    entities: int
    facts: int | None
    commits: int | None
    problems: tuple[str, ...]


def check(
    store: MemoryStore, *, audience: Audience, group_visible: Collection[str], keep_lines: bool
) -> Checked:
    """Read every file of the memory and its audit. For a group: entities it may know of, no words.

    keep_lines: whether each fact's line is to be there.
    """
    refs = [ref for ref in store.refs() if visible(ref, audience, group_visible)]
    if audience is Audience.GROUP:
        broken = sum(store.ledger(ref)[1] is not None for ref in refs)
        told = (f"{broken} files cannot be read; run check in private",) if broken else ()
        return Checked(len(refs), None, None, told)
    problems = [*_entity_problems(store, refs)]
    facts = [(ref, fact) for ref in refs for fact in store.ledger(ref)[0].facts]
    if keep_lines:
        problems += _gone_lines(store, {(ref, fact.id): fact.source or "" for ref, fact in facts})
    commits, broken_chain = _chain(store)
    problems += broken_chain
    problems += [f"{path}: facts wait until this file is mended" for path in store.waiting_paths()]
    problems += _on_disk(store.root)
    return Checked(len(refs), len(facts), commits, tuple(problems))


def _entity_problems(store: MemoryStore, refs: Collection[Ref]) -> Iterator[str]:
    for ref in refs:
        entity = store.entity(ref)
        if entity.trouble:
            yield str(entity.trouble)
        if entity.summary and entity.summary.trouble:
            yield f"{store.folder_of(ref)}/summary.md: {entity.summary.trouble}"
        for fact in entity.ledger.facts:
            if not fact.active and fact.superseded_by is None:
                yield f"{store.folder_of(ref)}/items.json: {fact.id} is superseded by no fact"


def _gone_lines(store: MemoryStore, sources: dict[tuple[Ref, str], str]) -> Iterator[str]:
    """Yield the facts whose lines are not kept (any more)."""
    there = store.lines_by_key(key for source in sources.values() for key in lines_of(source))
    for (ref, fact_id), source in sources.items():
        gone = [key for key in lines_of(source) if key not in there]
        if gone:
            yield f"{ref}: the line that {fact_id} came from is not there: {', '.join(gone)}"


def _chain(store: MemoryStore) -> tuple[int, list[str]]:
    count = 0
    try:
        for _ in store.audit_rows():
            count += 1
    except ChainError as err:
        return count, [f"audit: {err}; it was changed by hand or by another program"]
    return count, []


def _on_disk(root: Path) -> Iterator[str]:
    """Yield what others could read, and what a crash left behind."""
    if not root.is_dir():
        return
    closed = not root.stat().st_mode & _OPEN_TO_OTHERS
    if not closed:
        yield f"{root}: other users can look in; run `chmod 700 {root}`"
    for base, folders, files in os.walk(root):
        for name in (*folders, *files):
            place = Path(base, name)
            inside = place.relative_to(root)
            mode = place.lstat().st_mode
            if inside.parts[0] == ".memoryd" and mode & _OPEN_TO_OTHERS and not place.is_symlink():
                yield f"{inside}: other users could read it; run `chmod go= {place}`"
            if name.startswith(_LEFTOVER):
                yield f"{inside}: left by a crash; the next `memoryd heartbeat` takes it in"
