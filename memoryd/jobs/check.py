"""check: reads everything and says what does not hold; changes nothing."""

import os
from collections.abc import Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from memoryd.core.entity import Ref
from memoryd.core.fact import Fact
from memoryd.core.provenance import lines_of
from memoryd.core.scope import visible
from memoryd.core.turn import Audience
from memoryd.core.visible import flags
from memoryd.errors import StoreError
from memoryd.jobs.troubles import broken_files, chain, kept_out
from memoryd.store import MemoryStore

_OPEN_TO_OTHERS = 0o077
_FLAGGED = {
    "hidden": "holds characters that do not show; they are left out where it is told",
    "markup": "holds Markdown or tags that could pass for structure; it is told as one quoted line",
}
_LEFTOVER = ".memoryd-"  # how the store's temporary files begin


@dataclass(frozen=True, slots=True)
class Checked:
    """What was read, and each problem as one line. facts, commits: None where a group asks.

    notes: what is worth knowing and no problem.
    """

    entities: int
    facts: int | None
    commits: int | None
    problems: tuple[str, ...]
    notes: tuple[str, ...] = ()


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
    facts = [(ref, fact) for ref in refs for fact in store.ledger(ref)[0].facts]
    commits, from_lines, broken_chain = chain(store)
    problems = [*broken_files(store), *_without_successor(store, facts), *kept_out(store)]
    problems += [broken_chain] if broken_chain else []
    problems += store.health.damage()
    notes = [*_no_utf_8(store, refs), *_flagged(store, facts)]
    if lost := store.head.marks.get("lost"):
        notes.append(f"audit: rows {lost} went missing; that is on record since")
    if keep_lines:
        gone = _gone_lines(store, facts)
        ours = [fact for fact in gone if store.audit_name(fact) in from_lines]
        problems += [f"{fact}: the line it came from is not there: {gone[fact]}" for fact in ours]
        if before := len(gone) - len(ours):
            notes.append(f"{before} facts come from lines that are gone (.memoryd was removed)")
    problems += _on_disk(store.root)
    return Checked(len(refs), len(facts), commits, tuple(problems), tuple(notes))


def _without_successor(store: MemoryStore, facts: Collection[tuple[Ref, Fact]]) -> Iterator[str]:
    for ref, fact in facts:
        if not fact.active and fact.superseded_by is None:
            yield f"{store.folder_of(ref)}/items.json: {fact.id} is superseded by no fact"


def _flagged(store: MemoryStore, facts: Collection[tuple[Ref, Fact]]) -> Iterator[str]:
    """Yield the facts whose words are not what they look like."""
    for ref, fact in facts:
        for flag in flags(fact.fact):
            yield f"{store.folder_of(ref)}/items.json: {fact.id} {_FLAGGED[flag]}"


def _gone_lines(store: MemoryStore, facts: Collection[tuple[Ref, Fact]]) -> dict[str, str]:
    """Return the facts (ref#id) of which a line is not there, and the keys of such lines."""
    wanted = {f"{ref}#{fact.id}": lines_of(fact.source or "") for ref, fact in facts}
    there = store.lines_by_key(key for keys in wanted.values() for key in keys)
    missing = {fact: [key for key in keys if key not in there] for fact, keys in wanted.items()}
    return {fact: ", ".join(keys) for fact, keys in missing.items() if keys}


def _no_utf_8(store: MemoryStore, refs: Collection[Ref]) -> Iterator[str]:
    """Yield the texts that are read with signs in place of what is not UTF-8."""
    summaries = (f"{store.folder_of(ref)}/summary.md" for ref in refs)
    for path in (*summaries, *(f"memory/{day}.md" for day in store.note_days()), "MEMORY.md"):
        with suppress(StoreError):  # named among the broken files
            try:
                (store.sound_text(path) or b"").decode()
            except UnicodeDecodeError as err:
                yield f"{path}: not UTF-8 from byte {err.start} on; its other text is read"


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
