"""freshness: what the search index lacks, by what stat and the head say; it reads little.

The index is disposable: a copy of the files by their paths, each with a stamp by which a change is
seen. A path's stamp is the SHA-256 of its bytes and what stat says of it; the second is looked at
first.
"""

import os
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from stat import S_ISREG
from zoneinfo import ZoneInfo

from memoryd.core.digest import sha256
from memoryd.core.entity import Ref
from memoryd.core.value import field, frozen
from memoryd.store import Glance

SETTINGS, LINES = ":settings", ":lines"  # names in the place of paths: none begins with a colon
BROKEN = ":broken:"  # before a path: what is wrong with a file that does not parse
_MADE = 5  # of the way passages are made: another one makes all of them anew
_PAIR = ("/items.json", "/summary.md")
_LAYERS = ("areas", "projects", "resources", "archives")


@frozen
class Scope:
    """What decides how passages are made. lines: whether conversation lines are kept.

    secrets: regular expressions of the operator's own (core.secret_own).
    """

    zone: ZoneInfo
    operator: str | None
    group_visible: tuple[str, ...]
    lines: bool = True
    secrets: tuple[str, ...] = ()

    def __eq__(self, other: object) -> bool:
        """Two are the same that make the same passages: the machine's own zone is read anew."""
        return isinstance(other, Scope) and self.stamp == other.stamp

    def __hash__(self) -> int:
        """Go with equality."""
        return hash(self.stamp)

    @property
    def stamp(self) -> str:
        """Another one makes every passage anew."""
        own = (self.secrets,) if self.secrets else ()
        return repr((_MADE, self.zone.key, self.operator, self.group_visible, self.lines, *own))


@frozen
class Behind:
    """What the index lacks. changed: path -> its new stamp; gone: paths; lines: how many new ones.

    whole: it was made under other settings, or never.
    touched: path -> a new stamp for the same bytes.
    unseen: path of what cannot be read or is away -> in one line what it is; what was known of it
    stays. broken: the same of what does not parse, as it was known when it was indexed.
    """

    changed: Mapping[str, str] = field(default_factory=dict)
    gone: tuple[str, ...] = ()
    lines: int = 0
    whole: bool = False
    touched: Mapping[str, str] = field(default_factory=dict)
    unseen: Mapping[str, str] = field(default_factory=dict)
    broken: Mapping[str, str] = field(default_factory=dict)

    @property
    def amiss(self) -> Mapping[str, str]:
        """What an answer cannot know: path -> in one line what is wrong with it."""
        return {**self.unseen, **self.broken}

    @property
    def count(self) -> int:
        """How many files, and talks at least, an answer may be wrong about."""
        return len(self.changed) + len(self.gone) + self.lines


def behind(store: Glance, stamps: Mapping[str, str], scope: Scope) -> Behind:
    """Compare the files and lines with what was indexed; reads only what stat says has changed."""
    if not store.root.is_dir():
        if not stamps and not store.begun():
            return Behind()
        return Behind(unseen={".": "the memory's folder is not there; put it back where it was"})
    whole = stamps.get(SETTINGS) != scope.stamp
    known = {} if whole else stamps
    files = store.files()
    seen = _Seen(files, known)
    changed = seen.changed()
    away = seen.away(store)
    lost = {} if away else store.gone_at_once(files)  # of a shut folder nothing is gone
    unseen = seen.unread | away
    missing = known.keys() - seen.stats.keys()  # few of them, if any
    gone = tuple(
        path
        for path in sorted(missing)
        if not is_ours(path) and not _within(path, [*unseen, *lost])
    )
    last = int(known.get(LINES, "0"))
    lines = max(0, store.head.last_line - last) if scope.lines else 0
    passed = store.unread()
    amiss = {path: f"{path} {what}" for path, what in (unseen | passed).items()} | lost
    return Behind(changed, gone, lines, whole, seen.touched, amiss, broken(stamps, gone))


def broken(stamps: Mapping[str, str], gone: Iterable[str] = ()) -> dict[str, str]:
    """Return what is wrong with the files that did not parse when indexed, but for those gone."""
    going = {f"{BROKEN}{path}" for path in gone}
    return {
        path.removeprefix(BROKEN): said
        for path, said in stamps.items() if path.startswith(BROKEN) and path not in going
    }  # fmt: skip


def may_tell(store: Glance, path: str, group_visible: Collection[str]) -> bool:
    """Return whether a group may hear that something is amiss at a path.

    Only where that keeps it from what it may know of: it hears of nothing else, not even that it
    is there. Of a folder that holds many it may: what is told rests on all their names. path: of a
    file, of an entity's folder, or of such a one.
    """
    first, *inner = path.split("/")
    if first == "archives" and inner:
        if inner[0] == "areas":
            return may_tell(store, "/".join(inner), group_visible)
        flat = store.as_it_was(Ref(first, inner[0])).folder
        return inner[0] in group_visible or flat in group_visible
    if first == "areas":
        return len(inner) <= 1 or inner[0] in group_visible
    return path in (".", "archives") or first in group_visible


class _Seen:
    """What a look at the files shows, read only where it must be.

    unread: path of a file or folder -> what keeps it from being read.
    """

    def __init__(self, files: Mapping[str, str], known: Mapping[str, str]) -> None:
        self._known = known
        self._workspace = files["MEMORY.md"].rpartition("/")[0]
        self.unread: dict[str, str] = {}
        self.touched: dict[str, str] = {}
        self.stats = dict(self._stats(files))

    def _stats(self, files: Mapping[str, str]) -> Iterator[tuple[str, tuple[str, str]]]:
        lstat = os.lstat
        for path, place in files.items():
            try:
                stat = lstat(place)
            except (FileNotFoundError, NotADirectoryError):
                continue
            except OSError as err:
                self.unread[path] = _cannot(err)
                continue
            if not S_ISREG(stat.st_mode):  # a pipe is waited for without end, a link is not read
                continue
            # The time of change too: the other one can be set, as `touch -r` and rsync do.
            times = f"{stat.st_mtime_ns} {stat.st_ctime_ns}"
            yield path, (place, f"{stat.st_ino} {stat.st_size} {times}")

    def changed(self) -> dict[str, str]:
        """Return path -> new stamp of what has other bytes, and of what is told by it."""
        changed: dict[str, str] = {}
        for path, (_, seen) in self.stats.items():
            known = self._known.get(path, "")
            if not known.endswith(f" {seen}") and (now := self._digest(path)):
                same = known.startswith(f"{now} ")
                (self.touched if same else changed)[path] = f"{now} {seen}"
        for path in [path for path in changed if path.endswith(_PAIR)]:
            # Who may hear a summary is decided by the facts, what they are called by the summary.
            folder = path.rpartition("/")[0]
            for name in _PAIR:
                other = f"{folder}{name}"
                if other in self.stats and other not in changed and (now := self._digest(other)):
                    changed[other] = f"{now} {self.stats[other][1]}"
        return changed

    def away(self, store: Glance) -> dict[str, str]:
        """Return folders that are shut, and those gone as a whole with all that was known there.

        Nobody clears a whole layer away by hand: a disk that is not mounted looks like that.
        """
        root = str(store.root)
        places = {name: f"{root}/{name}" for name in _LAYERS}
        places |= {".": root, "memory": f"{self._workspace}/memory"}
        kinds = {f"areas/{kind}" for kind in _names(f"{root}/areas")}
        places |= {kind: f"{root}/{kind}" for kind in kinds}
        found: dict[str, str] = {}
        for name, place in places.items():
            try:
                with os.scandir(place):
                    pass
            except FileNotFoundError:
                if name not in kinds and self._knew(name):
                    found[name] = "is not there; put it back, or make it anew if it shall be empty"
            except NotADirectoryError:
                continue
            except OSError as err:
                found[name] = _cannot(err)
        return found

    @cached_property
    def _tops(self) -> frozenset[str]:
        return frozenset(top for path in self._known for top, below, _ in [path.partition("/")]
                         if below)  # fmt: skip

    def _knew(self, folder: str) -> bool:
        return bool(self._known) if folder == "." else folder in self._tops

    def _digest(self, path: str) -> str | None:
        try:
            raw = Path(self.stats[path][0]).read_bytes()
        except OSError as err:
            self.unread[path] = _cannot(err)
            return None
        return sha256(raw)[:24]


def is_ours(path: str) -> bool:
    """Return whether a path is none of a file that a person sees."""
    return path.startswith((":", "lines/"))


def _cannot(err: OSError) -> str:
    return f"cannot be read: {(err.strerror or 'it failed').lower()}"


def _within(path: str, unseen: Iterable[str]) -> bool:
    return any(name in (".", path) or path.startswith(f"{name}/") for name in unseen)


def _names(place: str) -> list[str]:
    try:
        return os.listdir(place)  # noqa: PTH208 - hot
    except OSError:
        return []
