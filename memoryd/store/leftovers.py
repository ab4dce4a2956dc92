"""What a crash leaves beside a file: half a temp file of ours, or a person's save taken out."""

import os
from collections.abc import Iterator
from pathlib import Path

from memoryd.core.merge import merge
from memoryd.errors import CorruptFileError
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
        for temp in sorted(folder.glob(f"{TEMP_PREFIX}*")):
            if not temp.name.startswith(_HALF):
                name = temp.name.removeprefix(TEMP_PREFIX).rpartition("~")[0]
                saves += _take_in(committer, f"{prefix}{name}", temp)
            temp.unlink(missing_ok=True)
    return saves


def _take_in(committer: Committer, path: str, temp: Path) -> int:
    raw = disk.read(temp)
    if raw is None or committer.history.get(disk.digest(raw)) is not None:
        return 0  # the before or the after of a commit
    committer.history.keep(raw)
    target = committer.layout.absolute(path)
    live = disk.read(target)
    known = committer.head.files.get(committer.name(path))
    base = committer.history.get(known) if known else None
    try:
        merged = merge(path, base, live, raw) if live is not None else raw
    except CorruptFileError:
        return 1  # their unreadable save stays in history, named by its hash in the audit
    committer.history.keep(merged)
    disk.swap(target, merged, live)
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
