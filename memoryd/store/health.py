"""Health: what keeps a memory from being written or read whole, found without writing."""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from memoryd.core.value import frozen
from memoryd.store.commit import Committer
from memoryd.store.layout import TREE, Layout
from memoryd.store.rowfile import RowFile

_ROOM = 65_536  # bytes: a commit of a few facts and its copies


@frozen
class Health:
    """Looks at one memory; nothing here takes a lock."""

    layout: Layout
    committer: Committer

    def refusal(self) -> str | None:
        """Return in one line why nothing could be written now, None when it could."""
        for place in (self.layout.root, self.layout.own):
            there = _nearest(place)
            if reason := _refuses(there):
                return f"cannot write {there}: {reason}"
        return None

    def is_removed(self) -> bool:
        """Return whether a person removed the machinery's folder, which takes no fact."""
        return not self.layout.own.is_dir()

    def closed(self) -> list[str]:
        """Return the folders of people's files that cannot be written, relative to the root."""
        folders = [*TREE, "areas", *self.layout.entity_folders()]
        places = [self.layout.root / name for name in folders]
        places += [self.layout.workspace, self.layout.workspace / "memory"]
        there = [p for p in places if os.path.isdir(p)]  # noqa: PTH112 - never raises
        shut = {p for p in there if not os.access(p, os.W_OK | os.X_OK)}
        shut.discard(self.layout.root)  # refusal() names it
        return sorted(os.path.relpath(place, self.layout.root) for place in shut)

    def unreadable(self) -> list[str]:
        """Return what cannot be read, relative to the root: folders, and files of ours."""
        root, own = self.layout.root, self.layout.own
        found: list[str] = []

        def noted(err: OSError) -> None:
            if not isinstance(err, FileNotFoundError):
                found.append(err.filename)

        for base, folders, files in os.walk(own, onerror=noted):
            if base == str(own) and "history" in folders and os.access(own / "history", os.X_OK):
                folders.remove(
                    "history"
                )  # large; a version that cannot be read is told of by check
            places = (f"{base}/{name}" for name in files)
            found += (place for place in places if not os.access(place, os.R_OK))
        return sorted({*self.layout.shut(), *(os.path.relpath(place, root) for place in found)})

    def links(self) -> list[str]:
        """Return the folders that are symbolic links and so are not read, relative to the root."""
        root = self.layout.root
        odd = (path for path in self.layout.strange() if (root / path).is_symlink())
        return [path for path in odd if (root / path).is_dir()]

    def reviews(self) -> Iterator[dict[str, Any]]:
        """Yield the rows that wait for a person, of every writer; what is no row is left out."""
        for path in sorted(self.layout.own.glob("review/*.jsonl")):
            for raw in RowFile(path).rows():
                try:
                    row = json.loads(raw)
                except ValueError:
                    continue
                if isinstance(row, dict):
                    yield row

    def damage(self) -> Iterator[str]:
        """Yield what is wrong with the kept lines and versions, one line of text each."""
        for place in self.committer.lines.unreadable():
            yield f"lines/{place}: cannot be read"
        if self.is_removed():
            return
        for path in self._files():
            known = self.committer.views.known(path)
            if known and self.committer.history.get(known) is None:
                yield f"{path}: its last version is missing or spoilt in history ({known[:12]})"

    def _files(self) -> Iterator[str]:
        yield from (f"memory/{day}.md" for day in self.layout.note_days())
        yield "MEMORY.md"
        for folder in self.layout.entity_folders():
            yield from (f"{folder}/{name}" for name in ("items.json", "summary.md"))


def _nearest(place: Path) -> Path:
    """Return a place, or what stands nearest above it."""
    while not place.exists() and place != place.parent:
        place = place.parent
    return place


def _refuses(place: Path) -> str | None:
    """Return why a folder takes no file, as far as it says so."""
    status = os.statvfs(place)
    if status.f_flag & os.ST_RDONLY:
        return "read-only file system"
    if not os.access(place, os.W_OK | os.X_OK):
        return "permission denied"
    blocks = status.f_bavail if os.geteuid() else status.f_bfree
    if blocks * status.f_frsize < _ROOM:
        return "no space left on device"
    if status.f_files and not status.f_favail:  # some file systems count none
        return "no room for one more file"
    return None
