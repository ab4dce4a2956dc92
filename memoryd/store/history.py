"""history/<sha256>: every version a commit wrote or found."""

import os
from datetime import datetime, timedelta
from pathlib import Path

from memoryd.store import disk

KEEP = timedelta(days=400)
_NAME_LENGTH = 64


class History:
    """Content-addressed copies; a blob once written is never modified."""

    def __init__(self, folder: Path) -> None:
        """Use the folder; it is made at the first write."""
        self._folder = folder
        self._soft: set[str] = set()  # written here and not synced yet

    def keep(self, raw: bytes, *, durable: bool = True) -> str:
        """Keep some bytes and return their SHA-256; durable on return unless it may be lost."""
        name = disk.digest(raw)
        path = self._folder / name
        try:
            there = path.stat().st_size == len(raw)  # else a power loss took its bytes
        except OSError:
            there = False
        if not there or (durable and name in self._soft):
            disk.make_folder(self._folder)
            # The temp file lies outside: what a crash leaves is found without reading all names.
            disk.replace(path, raw, durable=durable, by=self._folder.parent)
            (self._soft.discard if durable else self._soft.add)(name)
        return name

    def has(self, name: str) -> bool:
        """Return whether a version is kept; one whose bytes a power loss took is not."""
        try:
            return (self._folder / name).stat().st_size > 0
        except OSError:
            return False

    def kept_at(self, name: str) -> float | None:
        """Return when a version was kept first (seconds, wall), None when it is not."""
        try:
            return (self._folder / name).stat().st_mtime
        except OSError:
            return None

    def get(self, name: str) -> bytes | None:
        """Return the bytes with that SHA-256; None when they are not kept or do not match it."""
        raw = disk.read(self._folder / name)
        return raw if raw is not None and disk.digest(raw) == name else None

    def older(self, moment: datetime) -> set[str]:
        """Return the versions that were kept before a moment."""
        if not self._folder.is_dir():
            return set()
        with os.scandir(self._folder) as entries:
            return {
                entry.name
                for entry in entries
                if len(entry.name) == _NAME_LENGTH and entry.stat().st_mtime < moment.timestamp()
            }

    def drop(self, names: set[str]) -> int:
        """Drop versions for good; return how many."""
        for name in names:
            (self._folder / name).unlink(missing_ok=True)
        return len(names)
