"""What a crash leaves beside a file: half a temp file of ours, or a person's save taken out."""

import os
from collections.abc import Iterator
from pathlib import Path

from memoryd.core.merge import merge
from memoryd.errors import CorruptFileError, StoreError
from memoryd.store import disk
from memoryd.store.commit import Committer
from memoryd.store.layout import TEMP_PREFIX

_HALF = f"{TEMP_PREFIX}part-"


def harvest(committer: Committer) -> int:
    """Merge saves that a crash left taken out, drop our own leftovers; return how many saves.

    Runs before the redo log is replayed, so that its operations land on the merged file.
    """
    saves = 0
    for folder, prefix in list(_folders(committer)):
        found = folder.glob(f"{TEMP_PREFIX}*")
        for temp in sorted(found, key=lambda temp: temp.stat().st_mtime_ns):
            if not temp.name.startswith(_HALF):
                name = temp.name.removeprefix(TEMP_PREFIX).rpartition("~")[0]
                try:
                    saves += _take_in(committer, f"{prefix}{name}", temp)
                except StoreError:
                    continue
            temp.unlink(missing_ok=True)
    return saves


def _take_in(committer: Committer, path: str, temp: Path) -> int:
    raw = disk.read(temp)
    if raw is None or committer.history.get(disk.digest(raw)) is not None:
        return 0  # the before or the after of a commit
    target = committer.layout.absolute(path)
    live = disk.read(target)
    known = committer.head.files.get(committer.name(path))
    base = committer.history.get(known) if known else None
    try:
        merged = merge(path, base, live, raw) if live is not None else raw
    except CorruptFileError:
        merged = live or raw  # an unreadable save stays in history
    if merged != live:
        committer.history.keep(merged)
        swapped = disk.swap(target, merged, live)
        if not swapped.placed:
            committer.unsettled = True
            raise StoreError(f"{path} was saved while an older save was merged; will try again")
        if swapped.taken:  # one more save: it lies there and is merged next time
            committer.unsettled = True
    committer.history.keep(raw)
    return 1


def _folders(committer: Committer) -> Iterator[tuple[Path, str]]:
    layout = committer.layout
    yield layout.workspace, ""
    yield layout.workspace / "memory", "memory/"
    for base, _, _ in os.walk(layout.root):
        relative = os.path.relpath(base, layout.root)
        if relative.split(os.sep)[0] in ("areas", "projects", "resources", "archives"):
            yield Path(base), f"{relative}/"
    for folder in (layout.own, layout.state):
        for base, _, _ in os.walk(folder):
            for temp in Path(base).glob(f"{TEMP_PREFIX}*"):
                temp.unlink(missing_ok=True)
