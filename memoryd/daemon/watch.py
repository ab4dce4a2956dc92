"""Hints that a person saved something, from what the kernel tells watchdog.

A hint may be missed; the rescan at every `interval()` is the guarantee. No file is read here.
"""

import errno
import logging
import os
import re
import threading
import time
import warnings
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, Self

import structlog
from watchdog.events import (
    DirCreatedEvent,
    DirDeletedEvent,
    DirMovedEvent,
    FileClosedEvent,
    FileCreatedEvent,
    FileDeletedEvent,
    FileMovedEvent,
    FileSystemEvent,
    FileSystemEventHandler,
)
from watchdog.observers import Observer
from watchdog.observers.api import BaseObserver
from watchdog.utils import BaseThread

# Opening and reading must not be among them: watchdog's own walk would raise more events than the
# queue holds, and each overflow starts the walk again, without end from some 5,000 folders on.
_EVENTS: list[type[FileSystemEvent]] = [
    FileClosedEvent,
    FileMovedEvent,
    FileCreatedEvent,
    FileDeletedEvent,
    DirCreatedEvent,
    DirMovedEvent,
    DirDeletedEvent,
]
_NAMES = frozenset({"items.json", "summary.md", "MEMORY.md", "USER.md"})
_NOTE = re.compile(r"\d{4}-\d\d-\d\d\.md")
_DEPTH = 5  # archives/areas/people/sarah/items.json: nothing deeper is read as memory
_DEBOUNCE = 0.2
_WATCHED_SECONDS, _POLLED_SECONDS = 300.0, 30.0
_RETRY_SECONDS = 300.0  # somebody may have raised the limit; setting 10,000 watches takes 0.4 s
_SETTLED_SECONDS = 1.0
_REST = 4  # times as long as a notice took, so that no storm of saves fills a core with rescans
_REST_SECONDS = 2.0  # at the most
_LIMITS = {errno.ENOSPC: "max_user_watches", errno.EMFILE: "max_user_instances"}
_FDS = Path("/proc/self/fd")

log = structlog.get_logger()


class Watch:
    """Gives notice of hand edits below some folders. `tick` and `check` run on one thread only."""

    def __init__(
        self,
        folders: Callable[[], Sequence[Path]],
        notice: Callable[[], None],
        *,
        debounce: float = _DEBOUNCE,
    ) -> None:
        """Watch nothing yet.

        folders: the root, and the workspace where it is another; must not raise. notice: called on
        one thread of its own, some `debounce` seconds after the last of a burst of events.
        """
        self._folders = folders
        self._notices = _Notices(notice, debounce)
        self._log = _Hearing(self._told)
        self._net: _Net | None = None
        self._trouble: str | None = None
        self._count = 0
        self._tried = 0.0
        self._round: float | None = None
        self._overflowed = False
        self._changed: float | None = None  # when a folder last came, went or moved

    def start(self) -> None:
        """Set the watches; the first notice follows, of what was saved before."""
        # It warns of a folder that comes back to where it was, and names it.
        warnings.filterwarnings("ignore", "Callback with id", RuntimeWarning)
        _watchdogs_log().addHandler(self._log)
        self._notices.start()
        self._notices.hint()
        self.check()

    def stop(self) -> None:
        """Give no more notices."""
        _watchdogs_log().removeHandler(self._log)
        self._notices.stop()
        self._let_go()

    def tick(self, now: float) -> None:
        """Mend what is lost, and give the notice that comes round; now: seconds of any clock."""
        self.check()
        if self._round is None:
            self._round = now
        elif now - self._round >= self.interval():
            self._round = now
            self._notices.hint()

    def check(self) -> None:
        """Set the watches anew where they are lost, count them where the tree has changed."""
        folders = self._folders()
        targets = _targets(folders)
        if self._is_lost(targets):
            self._set(targets, root=folders[0])
        elif self._changed is not None and time.monotonic() - self._changed > _SETTLED_SECONDS:
            self._changed = None
            self._compare()

    def interval(self) -> float:
        """Return how many seconds may go by between two rescans that rely on no hint."""
        return _POLLED_SECONDS if self._trouble else _WATCHED_SECONDS

    def state(self) -> str:
        """Return one line for a person: what is watched, or what to do so that it can be."""
        watched = self._trouble or f"{self._count} folders watched"
        return f"{watched}; notices in the last minute: {self._notices.of_last_minute()}"

    def _is_lost(self, targets: "list[_Target]") -> bool:
        net = self._net
        if net is None:
            return True
        # watchdog's own repair of an overflow overflows the queue again where there are more
        # folders than it has places.
        if targets != net.targets or not net.is_alive() or self._overflowed:
            return True
        return bool(self._trouble) and time.monotonic() - self._tried > _RETRY_SECONDS

    def _set(self, targets: "list[_Target]", *, root: Path) -> None:
        self._let_go()
        self._overflowed, self._changed = False, None
        self._tried = time.monotonic()
        if not root.is_dir():
            self._say(f"{root} is not there; it will be watched when it is back")
        if not targets:
            return
        try:
            self._net = _Net.over(targets, self._heard)
        except OSError as err:
            limit = _LIMITS.get(err.errno or 0)
            cure = f"raise fs.inotify.{limit}" if limit else os.strerror(err.errno or 0).lower()
            self._say(f"no folder is watched: {cure}; edits are seen every {_POLLED_SECONDS:.0f} s")
            return
        if root.is_dir():
            self._compare()
        self._notices.hint()

    def _let_go(self) -> None:
        if self._net is not None:
            self._net.close()
            self._net = None

    def _compare(self) -> None:
        """Find out whether the kernel watches every folder: watchdog says nothing of a limit."""
        if self._net is None:
            return
        folders, watches = self._net.count()
        self._count = folders
        if watches < folders:
            self._say(
                f"only {watches} of {folders} folders are watched: raise "
                "fs.inotify.max_user_watches; "
                f"edits elsewhere are seen every {_POLLED_SECONDS:.0f} s"
            )
        else:
            self._say(None)

    def _say(self, trouble: str | None) -> None:
        if trouble and trouble != self._trouble:
            log.warning("edits_not_watched", reason=trouble)
        elif trouble is None and self._trouble:
            log.info("edits_watched", folders=self._count)
        self._trouble = trouble

    def _heard(self, *, folder: bool) -> None:
        if folder:
            self._changed = time.monotonic()
        self._notices.hint()

    def _told(self) -> None:
        self._overflowed = True
        self._notices.hint()


class _Target(NamedTuple):
    """A folder to watch, by its real path and identity; deep: with all that is below."""

    path: str
    device: int
    inode: int
    deep: bool


def _targets(folders: Sequence[Path]) -> list[_Target]:
    """Return what there is to watch: the root, and flatly a workspace that is elsewhere."""
    root, *others = folders
    deep = [*_target(root, deep=True)]
    places = [place for other in others for place in (other, other / "memory")]
    flat = [target for place in places for target in _target(place, deep=False)]
    return deep + [t for t in flat if not any(Path(t.path).is_relative_to(d.path) for d in deep)]


def _target(folder: Path, *, deep: bool) -> Iterable[_Target]:
    try:
        real = folder.resolve(strict=True)
        status = real.stat()
    except (OSError, RuntimeError):  # the latter for a circle of links
        return
    if real.is_dir():
        yield _Target(str(real), status.st_dev, status.st_ino, deep)


@dataclass(frozen=True, slots=True)
class _Net:
    """An observer at work: its threads (one reads the kernel's queue), its inotify descriptors."""

    observer: BaseObserver
    targets: list[_Target]
    threads: list[BaseThread]
    fds: set[str]

    @classmethod
    def over(cls, targets: list[_Target], heard: "_Heard") -> Self:
        """Set watches on all folders. Raises OSError when a limit lets none be set."""
        threads, fds = threading.enumerate(), _inotify_fds()
        observer = Observer()
        try:
            for target in targets:
                handler = _Handler(target.path, heard)
                observer.schedule(handler, target.path, recursive=target.deep, event_filter=_EVENTS)
            observer.start()
        except OSError:
            observer.stop()
            raise
        started = [t for t in threading.enumerate() if isinstance(t, BaseThread)]
        new = [thread for thread in started if thread not in threads]
        return cls(observer, targets, new, _inotify_fds() - fds)

    def is_alive(self) -> bool:
        """Return whether no thread has died: an emitter ends with the folder it watches."""
        return all(thread.is_alive() for thread in self.threads)

    def count(self) -> tuple[int, int]:
        """Return how many folders there are that can be read, and how many watches."""
        folders = sum(sum(1 for _ in os.walk(t.path)) if t.deep else 1 for t in self.targets)
        watches = sum(map(_watches, self.fds))
        return folders, watches or folders  # none at all: this kernel does not tell

    def close(self) -> None:
        """Drop the watches and end the threads."""
        self.observer.stop()
        for thread in self.threads:
            thread.join(1.0)


def _watches(fd: str) -> int:
    try:
        return Path(f"/proc/self/fdinfo/{fd}").read_bytes().count(b"inotify wd:")
    except OSError:  # its thread has just died: found at the next check
        return 0


def _inotify_fds() -> set[str]:
    """Return the numbers of this process' inotify descriptors; none where there is no /proc."""
    found = set()
    for fd in _FDS.iterdir() if _FDS.is_dir() else ():
        try:
            if fd.readlink().name == "anon_inode:inotify":
                found.add(fd.name)
        except OSError:  # closed meanwhile
            continue
    return found


_Heard = Callable[..., None]


class _Handler(FileSystemEventHandler):
    """Picks the events that may tell of an edit. An exception here would end the observer."""

    def __init__(self, top: str, heard: _Heard) -> None:
        self._top, self._heard = top, heard

    def on_any_event(self, event: FileSystemEvent) -> None:
        for path in (event.src_path, event.dest_path):
            below = os.fsdecode(path).removeprefix(self._top)
            if path and _matters(below, folder=event.is_directory):
                self._heard(folder=event.is_directory)
                return


def _matters(below: str, *, folder: bool) -> bool:
    """Return whether a path may be memory: nothing hidden is, be it ours, git's or an editor's."""
    if "/." in below or below.count("/") > _DEPTH:
        return False
    name = below.rpartition("/")[2]
    return folder or name in _NAMES or bool(_NOTE.fullmatch(name))


class _Hearing(logging.Handler):
    """Listens to watchdog's log, the only place where it says that events were lost."""

    def __init__(self, told: Callable[[], None]) -> None:
        super().__init__(logging.WARNING)
        self._told = told

    def emit(self, _record: logging.LogRecord) -> None:
        self._told()


def _watchdogs_log() -> logging.Logger:
    return logging.getLogger("watchdog")  # noqa: TID251 - to listen, not to write


class _Notices:
    """Turns a burst of hints into one notice, given on one thread."""

    def __init__(self, notice: Callable[[], None], debounce: float) -> None:
        self._notice = notice
        self._debounce, self._longest = debounce, 2.5 * debounce
        self._hinted = threading.Condition()
        self._first: float | None = None
        self._last = 0.0
        self._stopping = False
        self._given: deque[float] = deque(maxlen=1000)
        self._thread = threading.Thread(target=self._run, name="hand-edits", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        with self._hinted:
            self._stopping = True
            self._hinted.notify_all()
        self._thread.join(1.0)

    def hint(self) -> None:
        with self._hinted:
            self._last = time.monotonic()
            if self._first is None:
                self._first = self._last
                self._hinted.notify_all()

    def of_last_minute(self) -> int:
        since = time.monotonic() - 60
        return sum(given > since for given in self._given.copy())

    def _run(self) -> None:
        while self._comes():
            begin = time.monotonic()
            self._given.append(begin)
            try:
                self._notice()
            except Exception:  # the edge: the next save must still be noticed
                log.exception("notice_failed")
            self._rest(min(_REST_SECONDS, _REST * (time.monotonic() - begin)))

    def _comes(self) -> bool:
        """Wait for a hint, then for the burst to end; return False when it is time to stop."""
        with self._hinted:
            self._hinted.wait_for(lambda: self._stopping or self._first is not None)
            while not self._stopping and (left := self._left()) > 0:
                self._hinted.wait(left)
            self._first = None
            return not self._stopping

    def _left(self) -> float:
        longest = (self._first or 0.0) + self._longest
        return min(self._last + self._debounce, longest) - time.monotonic()

    def _rest(self, seconds: float) -> None:
        with self._hinted:
            self._hinted.wait_for(lambda: self._stopping, seconds)
