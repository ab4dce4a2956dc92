"""reindex: what changed in the files and lines since the index was made, put into it."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from itertools import groupby
from zoneinfo import ZoneInfo

from memoryd.core.catalog import operator_ref
from memoryd.core.entity import Ref, ref_of
from memoryd.core.gathering import (
    day_of,
    of_facts,
    of_note,
    of_summary,
    of_tacit,
    of_talk,
    of_user,
    talk_of,
)
from memoryd.core.passage import Passage
from memoryd.core.redact import redact
from memoryd.core.scope import visible
from memoryd.core.turn import Audience, Line
from memoryd.core.value import replace
from memoryd.errors import StoreError
from memoryd.jobs.audible import Hearing
from memoryd.jobs.freshness import BROKEN, LINES, SETTINGS, Behind, Scope
from memoryd.search.index import Index
from memoryd.store import MemoryStore

_PAIR = ("/items.json", "/summary.md")
_NAMES = ":names"  # in the place of a path: what tells whether a hidden name is another
_MANY = 2_000  # new lines, from which on all talks are gone through in one pass


def reindex(store: MemoryStore, index: Index, scope: Scope, what: Behind) -> int:
    """Bring the index up to date; return how many paths were written."""
    done = 0
    with index.batch():
        if what.whole:
            for path in index.stamps():
                index.drop(path)
            index.replace(SETTINGS, scope.stamp, ())
        for path in what.gone:
            index.drop(path)
            index.drop(f"{BROKEN}{path}")
        index.restamp(what.touched)
        hearing = Hearing(store, scope.group_visible, scope.operator)
        changed = {**what.changed, **_told_otherwise(store, index, scope, what, hearing)}
        for path, stamp in changed.items():
            passages = _passages(store, path, scope, hearing)
            index.replace(path, stamp, _masked(passages, scope.secrets))
            _note_trouble(store, index, path)
            done += 1
        if what.lines:
            done += _index_lines(store, index, scope)
    return done


def _note_trouble(store: MemoryStore, index: Index, path: str) -> None:
    """Keep beside a file what is wrong with it: what is told of it is older, or nothing."""
    if not path.endswith("/items.json"):
        return
    trouble = store.ledger(_as_known(store, ref_of(path)))[1]
    if trouble is None:
        index.drop(f"{BROKEN}{path}")
    else:
        index.replace(f"{BROKEN}{path}", str(trouble).encode("utf-8", "replace").decode(), ())


def _told_otherwise(
    store: MemoryStore, index: Index, scope: Scope, what: Behind, hearing: Hearing
) -> dict[str, str]:
    """Return the unchanged files of which a group may now be told more or less, with their stamps.

    So it is where somebody hidden is new, gone or called otherwise.
    """
    stamps = index.stamps()
    renamed = any(_may_rename(path, stamp, stamps) for path, stamp in what.changed.items())
    gone = any(path.endswith(_PAIR) for path in what.gone)
    if not (renamed or gone) or stamps.get(_NAMES) == hearing.hidden.digest:
        return {}
    index.replace(_NAMES, hearing.hidden.digest, ())
    return {
        path: stamp for path, stamp in stamps.items()
        if path.endswith(_PAIR) and not path.startswith(":") and path not in what.changed
        and visible(_as_known(store, ref_of(path)), Audience.GROUP, scope.group_visible)
    }  # fmt: skip


def _may_rename(path: str, stamp: str, stamps: Mapping[str, str]) -> bool:
    """Return whether a changed file may change who is there, or what they are called."""
    before = stamps.get(path, "").partition(" ")[0]
    named = path.endswith("/summary.md") and before != stamp.partition(" ")[0]
    return named or (path.endswith(_PAIR) and not before)


def _passages(store: MemoryStore, path: str, scope: Scope, hearing: Hearing) -> Iterator[Passage]:
    """Yield the passages of a file; of a broken one, those of its last good version."""
    try:
        raw = store.text_file(path)
    except StoreError:
        return
    if raw is None:
        return
    if path.endswith(("/items.json", "/summary.md")):
        yield from _of_entity(store, path, raw, scope, hearing)
    elif path == "MEMORY.md":
        yield from of_tacit(path, raw)
    elif path == "USER.md":
        yield from of_user(path, raw)
    else:
        yield from of_note(path, raw, path.removeprefix("memory/").removesuffix(".md"))


def _of_entity(
    store: MemoryStore, path: str, raw: bytes, scope: Scope, hearing: Hearing
) -> Iterator[Passage]:
    ref = _as_known(store, ref_of(path))
    summary = store.summary(ref)
    names = tuple(n for n in (summary.name, *summary.aliases) if n) if summary else ()
    if ref == operator_ref(scope.operator) and scope.operator:
        names = (*names, scope.operator)
    ledger = store.ledger(ref)[0]
    told = hearing.told(ledger, summary)
    if path.endswith("/items.json"):
        yield from of_facts(path, raw, ledger, names, told)
    else:
        yield from of_summary(path, raw, ledger, names, for_group=told.whole)


def _masked(passages: Iterable[Passage], own: tuple[str, ...]) -> tuple[Passage, ...]:
    """Return passages without the operator's own secrets; those of known formats are gone."""
    if not own:
        return tuple(passages)
    return tuple(
        replace(one, text=redact(one.text, own).text, subject=redact(one.subject, own).text)
        for one in passages
    )


def _as_known(store: MemoryStore, ref: Ref) -> Ref:
    """Return the entity's ref with the kind it had before it was archived flat."""
    return next((known for known in store.refs() if known.slug == ref.slug
                 and known != ref and store.folder_of(known) == ref.path), ref) if (
        ref.folder == "archives") else ref  # fmt: skip


def _index_lines(store: MemoryStore, index: Index, scope: Scope) -> int:
    """Index the talks that have new lines, whole: a line is found by its neighbours too."""
    last = int(index.stamps().get(LINES, "0"))
    upto = store.head.last_line
    talks = _all_talks if upto - last > _MANY else _new_talks
    done = 0
    for talk, lines in talks(store, last, scope.zone):
        passages = of_talk(talk, lines, scope.zone, scope.operator or "operator")
        index.replace(talk, str(lines[-1].seq), _masked(passages, scope.secrets))
        done += 1
    index.replace(LINES, str(upto), ())
    return done


def _new_talks(store: MemoryStore, last: int, zone: ZoneInfo) -> Iterator[tuple[str, list[Line]]]:
    """Yield each talk that has new lines, with all its lines of that day."""
    new = {(day_of(line, zone), talk_of(line, zone)) for line in store.lines_after(last)}
    for day, group in groupby(sorted(new), key=lambda pair: pair[0]):
        wanted = {talk for _, talk in group}
        found: dict[str, list[Line]] = {}
        for line in store.lines_of_day(date.fromisoformat(day), zone):
            if (talk := talk_of(line, zone)) in wanted:
                found.setdefault(talk, []).append(line)
        yield from found.items()


def _all_talks(store: MemoryStore, _last: int, zone: ZoneInfo) -> Iterator[tuple[str, list[Line]]]:
    """Yield every talk as soon as it is whole: the lines are read twice, the first time to count.

    All of them at once are 60 MB of 100,000, and what lay between them stays with the process.
    """
    left = Counter(talk_of(line, zone) for line in store.lines_after(0))
    found: dict[str, list[Line]] = {}
    for line in store.lines_after(0):
        talk = talk_of(line, zone)
        if left[talk] > 0:  # else it came meanwhile, and is new at the next look
            found.setdefault(talk, []).append(line)
            left[talk] -= 1
            if not left[talk]:
                yield talk, found.pop(talk)
    yield from found.items()  # of which a line went meanwhile
