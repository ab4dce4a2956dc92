"""freshness: what the search index lacks, by what stat and the head say; it reads little.

The index is disposable: a copy of the files by their paths, each with a stamp by which a change is
seen. A path's stamp is the SHA-256 of its bytes and what stat says of it; the second is looked at
first.
"""

import hashlib
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from stat import S_ISREG
from zoneinfo import ZoneInfo

from memoryd.store import Glance

SETTINGS, LINES = ":settings", ":lines"  # names in the place of paths: none begins with a colon
_MADE = 2  # of the way passages are made: another one makes all of them anew
_PAIR = ("/items.json", "/summary.md")


@dataclass(frozen=True, slots=True, eq=False)
class Scope:
    """What decides how passages are made. lines: whether conversation lines are kept."""

    zone: ZoneInfo
    operator: str | None
    group_visible: tuple[str, ...]
    lines: bool = True

    def __eq__(self, other: object) -> bool:
        """Two are the same that make the same passages: the machine's own zone is read anew."""
        return isinstance(other, Scope) and self.stamp == other.stamp

    def __hash__(self) -> int:
        """Go with equality."""
        return hash(self.stamp)

    @property
    def stamp(self) -> str:
        """Another one makes every passage anew."""
        return repr((_MADE, self.zone.key, self.operator, self.group_visible, self.lines))


@dataclass(frozen=True, slots=True)
class Behind:
    """What the index lacks. changed: path -> its new stamp; gone: paths; lines: how many new ones.

    whole: it was made under other settings, or never.
    """

    changed: Mapping[str, str]
    gone: tuple[str, ...] = ()
    lines: int = 0
    whole: bool = False

    @property
    def count(self) -> int:
        """How many files, and talks at least, an answer may be wrong about."""
        return len(self.changed) + len(self.gone) + self.lines


def behind(store: Glance, stamps: Mapping[str, str], scope: Scope) -> Behind:
    """Compare the files and lines with what was indexed; reads only what stat says has changed."""
    whole = stamps.get(SETTINGS) != scope.stamp
    known = {} if whole else stamps
    stats = dict(_stats(store.files()))
    changed: dict[str, str] = {}
    for path, (place, seen) in stats.items():
        digest, _, before = known.get(path, "").partition(" ")
        if before != seen and (now := _digest(place)) != digest:
            changed[path] = f"{now} {seen}"
    for path in [path for path in changed if path.endswith(_PAIR)]:
        # Who may hear a summary is decided by the facts, and what they are called by the summary.
        folder = path.rpartition("/")[0]
        for name in _PAIR:
            other = f"{folder}{name}"
            if other in stats and other not in changed:
                place, seen = stats[other]
                changed[other] = f"{_digest(place)} {seen}"
    present = stats.keys()
    gone = tuple(path for path in known if path not in present and not _is_ours(path))
    last = int(known.get(LINES, "0"))
    lines = max(0, store.head.last_line - last) if scope.lines else 0
    return Behind(changed, gone, lines, whole)


def _stats(files: Mapping[str, str]) -> Iterator[tuple[str, tuple[str, str]]]:
    lstat = os.lstat
    for path, place in files.items():
        try:
            stat = lstat(place)
        except OSError:  # not there, or shut
            continue
        if not S_ISREG(stat.st_mode):  # a pipe is waited for without end, a link is not read
            continue
        yield path, (place, f"{stat.st_ino} {stat.st_size} {stat.st_mtime_ns}")


def _is_ours(path: str) -> bool:
    return path.startswith((":", "lines/"))


def _digest(place: str) -> str:
    try:
        return hashlib.sha256(Path(place).read_bytes()).hexdigest()[:24]
    except OSError:
        return "unreadable"
