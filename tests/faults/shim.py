"""A disk that fails: in a child process, the calls that write raise errors when told to."""

import errno
import os
import sys
import traceback
from collections.abc import Callable, Collection
from typing import Any

from memoryd.store import disk

CALLS = ("fsync", "write", "open", "truncate", "ftruncate", "unlink", "rename", "replace", "mkdir",
         "fchmod", "chmod")  # fmt: skip


class FailingDisk:
    """Counts the calls that write, and fails those from `start` on, `length` of them.

    only: the names of the calls that count. After a failed fsync the descriptor may not be synced
    again: whoever does ends the process with code 7.
    """

    def __init__(
        self, start: int, *, length: int = 1, code: int = errno.EIO, only: Collection[str] = CALLS
    ) -> None:
        self.start, self.length, self.code = start, length, code
        self.seen = 0
        self._failed: set[int] = set()
        self._only = only
        for name in {*only, "open"}:
            setattr(os, name, self._wrapped(name, getattr(os, name)))
        if "rename" in only:
            disk._rename = self._wrapped("exchange", disk._rename)

    def _wrapped(self, name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        counts = name in self._only or name == "exchange"

        def wrapper(*args: Any, **more: Any) -> Any:
            if name == "open" and not args[1] & (os.O_WRONLY | os.O_RDWR):
                return self._opened(call(*args, **more))
            if name == "fsync" and args[0] in self._failed:
                os._exit(7)
            self.seen += counts
            if counts and self.start <= self.seen < self.start + self.length:
                if name == "fsync":
                    self._failed.add(args[0])
                raise OSError(self.code, os.strerror(self.code))
            result = call(*args, **more)
            return self._opened(result) if name == "open" else result

        return wrapper

    def _opened(self, fd: int) -> int:
        self._failed.discard(fd)  # the number of a closed descriptor is given again
        return fd

    @property
    def fired(self) -> bool:
        return self.seen >= self.start


def in_child(work: Callable[[], int | None]) -> int:
    """Run work in a child; return its exit code: what work returns (None is 0), 99 for an error."""
    pid = os.fork()
    if pid == 0:
        code = 99
        try:
            code = work() or 0
        except BaseException as err:  # noqa: BLE001 - the child may only end through _exit
            traceback.print_exception(err, file=sys.__stderr__)
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
