"""What a crash leaves beside a file: half a temp file of ours, or a person's save taken out."""

import os
from collections.abc import Iterator
from pathlib import Path

from memoryd.errors import CorruptFileError, StoreError
from memoryd.store import disk
from memoryd.store.commit import Committer
from memoryd.store.disk import TEMP_PREFIX

_HALF = f"{TEMP_PREFIX}part-"
_AT_ONCE = 1.0  # seconds between keeping a version in history and writing it to a temp file


def harvest(committer: Committer) -> int:
    """Merge saves that a crash left taken out, drop our own leftovers; return how many saves.

    Runs before the redo log is replayed, so that its operations land on the merged file.
    """
    saves = 0
    for folder, prefix in _memory_folders(committer):
        for temp in _oldest_first(folder):
            if not temp.name.startswith(_HALF):
                name = temp.name.removeprefix(TEMP_PREFIX).rpartition("~")[0]
                try:
                    saves += _take_in(committer, f"{prefix}{name}", temp)
                except StoreError:
                    continue
            temp.unlink(missing_ok=True)
    for folder in _own_folders(committer):
        for temp in _oldest_first(folder):
            temp.unlink(missing_ok=True)
    return saves


def _take_in(committer: Committer, path: str, temp: Path) -> int:
    """Merge one save into its file; return 0 for a leftover of our own."""
    from memoryd.core.merge import merge  # noqa: PLC0415 - a question does without

    views, history = committer.views, committer.history
    raw = disk.read(temp)
    target = committer.layout.absolute(path)
    live = disk.read(target)
    if raw is not None and live is None and disk.digest(raw) == views.known(path):
        disk.swap(target, raw, None)  # taken out to be exchanged in two steps, and no further
        return 0
    if raw is None or _is_ours(committer, path, disk.digest(raw), temp):
        return 0
    known = views.known(path)
    base = views.whole(history.get(known)) if known else None
    try:
        merged = merge(path, base, live, raw) if live is not None else raw
    except CorruptFileError:
        merged = live or raw  # an unreadable save stays in history
    if merged != live:
        history.keep(merged)
        swapped = disk.swap(target, merged, live)
        if not swapped.placed:
            views.unsettled = True
            raise StoreError(f"{path} was saved while an older save was merged; will try again")
        if swapped.taken:  # one more save: it lies there and is merged next time
            views.unsettled = True
    history.keep(raw)  # not before it is merged: what is kept counts as dealt with
    return 1


def _is_ours(committer: Committer, path: str, sha: str, temp: Path) -> bool:
    """Return whether a leftover is the before or the after of a commit.

    A person can save an old version once more; it was kept long before it was taken out.
    """
    if sha == committer.views.known(path):
        return True
    kept = committer.history.kept_at(sha)
    return kept is not None and kept > temp.stat().st_mtime - _AT_ONCE


def _oldest_first(folder: str | Path) -> list[Path]:
    try:
        with os.scandir(folder) as entries:
            found = [e for e in entries if e.name.startswith(TEMP_PREFIX)]
            return [Path(e.path) for e in sorted(found, key=lambda e: e.stat().st_mtime_ns)]
    except OSError:
        return []


def _memory_folders(committer: Committer) -> Iterator[tuple[str | Path, str]]:
    layout = committer.layout
    yield layout.workspace, ""
    yield f"{layout.workspace}/memory", "memory/"
    for folder in layout.entity_folders():
        yield f"{layout.root}/{folder}", f"{folder}/"


def _own_folders(committer: Committer) -> Iterator[str | Path]:
    """Yield the folders of the machinery but history, which is large and holds no temp file."""
    layout = committer.layout
    yield layout.state
    for base, folders, _ in os.walk(layout.own):
        if base == str(layout.own) and "history" in folders:
            folders.remove("history")
        yield base
