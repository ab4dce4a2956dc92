"""history/<sha256>: every version a commit wrote or found."""

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

from memoryd.store import disk

KEEP = timedelta(days=400)


class History:
    """Content-addressed copies; a blob once written is never modified."""

    def __init__(self, folder: Path) -> None:
        """Use the folder; it is made at the first write."""
        self._folder = folder

    def keep(self, raw: bytes, *, durable: bool = True) -> str:
        """Keep some bytes and return their SHA-256; durable on return unless it may be lost."""
        name = disk.digest(raw)
        path = self._folder / name
        if not path.exists():
            disk.replace(path, raw, durable=durable)
        return name

    def get(self, name: str) -> bytes | None:
        """Return the bytes with that SHA-256; None when they are not kept or do not match it."""
        raw = disk.read(self._folder / name)
        return raw if raw is not None and disk.digest(raw) == name else None

    def prune(self, now: datetime, *, needed: frozenset[str]) -> int:
        """Drop blobs older than 400 days but the newest of each month; return how many went.

        needed: the versions that stand now, kept whatever their age.
        """
        newest: dict[str, tuple[float, str]] = {}
        old: list[tuple[float, str]] = []
        for entry in os.scandir(self._folder) if self._folder.is_dir() else ():
            stamp = entry.stat().st_mtime
            moment = datetime.fromtimestamp(stamp, tz=UTC)
            if entry.name in needed or now - moment <= KEEP:
                continue
            old.append((stamp, entry.name))
            month = f"{moment:%Y-%m}"
            newest[month] = max(newest.get(month, (0.0, "")), (stamp, entry.name))
        kept = {name for _, name in newest.values()}
        gone = [name for _, name in old if name not in kept]
        for name in gone:
            (self._folder / name).unlink(missing_ok=True)
        return len(gone)
