"""troubles: what in the files needs a person, one line each; status and check tell the same."""

from collections.abc import Collection, Iterator
from itertools import count
from re import IGNORECASE

from memoryd.core.regex import regex
from memoryd.core.summary import placed
from memoryd.errors import ChainError
from memoryd.jobs.archived import is_to_go
from memoryd.store import MemoryStore

# A conflict copy by the name that Syncthing, ownCloud, Dropbox, Nextcloud or Seafile gives it.
_COPY = regex(
    r"(?P<of>(?:.*/)?[^/]+?)(?:[. -]sync-conflict|_conflict-\d| \((?:[^/()]* )?conflicted[ -]copy"
    r"|[. -]conflicted[ -]copy| \(sfconflict)[^/]*?(?P<end>\.[a-z]+)?",
    IGNORECASE,
)
_MOMENT = 2.0  # seconds: a commit is over by then


def broken_files(store: MemoryStore) -> Iterator[str]:
    """Yield what is wrong with each file that cannot be read whole: its place and the rule."""
    yield from map(str, store.troubles())
    for ref in store.refs():
        summary = store.summary(ref)
        if summary and summary.trouble:
            yield str(placed(f"{store.folder_of(ref)}/summary.md", summary.trouble))


def kept_out(store: MemoryStore) -> Iterator[str]:
    """Yield what is not read, or cannot be written, until a person acts."""
    if away := store.away():
        yield away
    yield from _passed_over(store)
    yield from _unwritten(store)


def _passed_over(store: MemoryStore) -> Iterator[str]:
    yield from _in_two_places(store)
    yield from _kept_at_work(store)
    for path in store.health.links():
        yield f"{path} is a symbolic link and is not read; put the folder itself there"
    for path in store.strange():
        if found := _COPY.fullmatch(path):
            of = f"{found['of']}{found['end'] or ''}"
            put = f"what only it holds into {of}, then remove it"
            otherwise = f"rename it to {of}, which is gone, or remove it"
            to_do = f"put {put}" if (store.root / of).exists() else otherwise
            yield f"{path} is another version that a sync program kept and is not read: {to_do}"


def _in_two_places(store: MemoryStore) -> Iterator[str]:
    """Yield each entity that lies in the archives and has something beside it at its place."""
    layout = store.health.layout
    for ref, folder in layout.entities().items():
        archived, way = layout.blocked(ref) or ("", "")
        if way == folder:
            yield (
                f"{ref} lies in {folder} and in {archived}, which is not read: to go on with "
                f"what is known move {archived}/items.json to {folder}, else rename {folder}"
            )
        elif way and not (store.root / way).is_symlink():  # a link is told of by itself
            yield f"{ref} lies in {archived} and cannot come back: rename or move {way}"


def _kept_at_work(store: MemoryStore) -> Iterator[str]:
    """Yield each entity that is finished while something stands in its place in the archives."""
    layout = store.health.layout
    for ref in layout.entities():
        if is_to_go(store, ref) and (way := layout.in_the_way(f"archives/{ref}")):
            yield f"{ref} is finished and cannot go to the archives: rename or move {way}"


def _unwritten(store: MemoryStore) -> Iterator[str]:
    shut = store.health.unreadable()
    for place in shut:
        yield f"{place} cannot be read; run `chmod u+rwX` on it, what is in it is left out"
    refusal = None if "." in shut else store.health.refusal()
    if refusal:
        yield f"{refusal}; nothing is kept until it takes files again"
    closed = () if refusal else store.health.closed()
    for folder in sorted(set(closed) - set(shut)):
        yield f"{folder} cannot be written; run `chmod u+rwx` on it, what belongs there waits"
    if held := store.held_paths(since=_MOMENT):
        yield held_up(held) if refusal or closed else _cut_short(held)
    for path in store.waiting_paths():
        if not is_inside(path, closed):
            yield f"{path}: facts wait until this file is mended"


def held_up(paths: Collection[str]) -> str:
    """Say that facts wait for the disk, which took no more of what was kept already."""
    return (
        "the disk is full or failing, or .memoryd is closed to memoryd: "
        f"facts wait for {', '.join(paths)}, which is written as soon as it does"
    )


def _cut_short(paths: Collection[str]) -> str:
    """Say that facts wait though the disk seems to take files: nobody is there to write them."""
    return (
        "a change was cut short, by a kill or a failing disk: facts wait for "
        f"{', '.join(paths)}, which the next `memoryd heartbeat` writes"
    )


def closed_over(store: MemoryStore, paths: Collection[str]) -> list[str]:
    """Return the folders that cannot be written and hold one of these files."""
    closed = store.health.closed() if paths else []
    return [folder for folder in closed if any(is_inside(path, [folder]) for path in paths)]


def is_inside(path: str, folders: Collection[str]) -> bool:
    """Return whether a file lies in one of these folders."""
    return any(path.startswith(f"{folder}/") for folder in folders)


def chain(store: MemoryStore) -> tuple[int, frozenset[str], str | None]:
    """Read the audit: how many commits, the names of facts that came from lines, what is wrong."""
    seen = count()
    facts: set[str] = set()
    trouble = None
    try:
        for row in store.audit_rows():
            next(seen)
            facts.update(origin["fact"] for origin in row.get("facts", ()) if origin["lines"])
    except ChainError as err:
        if not store.health.is_removed():
            trouble = f"audit: {err}; it was changed by hand or by another program"
    return next(seen), frozenset(facts), trouble
