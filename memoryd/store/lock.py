""".memoryd/lock: one writer a host, held by flock for the writer's life, freed by its death."""

import errno
import fcntl
import os
import time
from pathlib import Path

from memoryd.errors import LockedError
from memoryd.store import disk


class Lock:
    """An exclusive lock; nothing is written into the file after its birth."""

    def __init__(self, path: Path) -> None:
        """Name the lock file; acquire() makes it."""
        self._path = path
        self._fd: int | None = None

    def acquire(self, *, wait: float) -> None:
        """Take the lock within `wait` seconds. Raises LockedError when another writer keeps it."""
        disk.make_folder(self._path.parent)
        try:
            fd = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            os.fchmod(fd, 0o600)
        except OSError as err:
            raise disk.refused(err, self._path) from err
        deadline = time.monotonic() + wait
        while True:
            try:
                fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as err:
                if err.errno not in (errno.EAGAIN, errno.EACCES) or time.monotonic() >= deadline:
                    os.close(fd)
                    raise LockedError(
                        "another memoryd writes to this memory; wait for it, or stop it: with "
                        "`systemctl --user stop memoryd`, or Ctrl-C where a terminal runs it"
                    ) from err
                time.sleep(0.02)
            else:
                self._fd = fd
                return

    def release(self) -> None:
        """Give the lock back."""
        if self._fd is not None:
            os.close(self._fd)
            self._fd = None

    def still_ours(self) -> bool:
        """Return whether the locked file still stands at its path: the root was not moved away."""
        if self._fd is None:
            return False
        try:
            there = self._path.stat()
        except OSError:
            return False
        mine = os.fstat(self._fd)
        return (there.st_dev, there.st_ino) == (mine.st_dev, mine.st_ino)
