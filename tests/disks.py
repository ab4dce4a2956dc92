"""A small file system of its own, to be closed and opened again; and work without root's rights."""

import codecs
import os
import subprocess
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest


class SmallDisk:
    """A mounted file system: read-only or full, and neither again."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self._ballast = place / "ballast"

    def closes(self, how: str) -> None:
        if how == "read-only":
            _mount("-o", "remount,ro", str(self.place))
            return
        with suppress(OSError), self._ballast.open("wb", buffering=0) as handle:
            while True:
                handle.write(b"x" * 4096)

    def opens(self) -> None:
        _mount("-o", "remount,rw", str(self.place))
        self._ballast.unlink(missing_ok=True)


def _mount(*words: str) -> bool:
    return subprocess.run(["mount", *words], check=False, capture_output=True).returncode == 0


@contextmanager
def small_disk(place: Path) -> Iterator[SmallDisk]:
    """Mount 1 MB at a place; skip the test where that is not allowed."""
    place.mkdir()
    if not _mount("-t", "tmpfs", "-o", "size=1m,mode=0700", "none", str(place)):
        pytest.skip("this machine does not let tests mount a file system")
    try:
        yield SmallDisk(place)
    finally:
        subprocess.run(["umount", "-l", str(place)], check=True)


def heeding_modes() -> list[str]:
    """Return what stands before a command so that it heeds modes though it is root's."""
    if os.geteuid() != 0:
        return []
    words = ["setpriv", "--bounding-set", "-dac_override,-dac_read_search"]
    with suppress(OSError):
        if subprocess.run([*words, "true"], check=False, capture_output=True).returncode == 0:
            return words
    pytest.skip("this machine does not let root's rights be given up")


def without_rights(top: Path, work: Callable[[], object]) -> None:
    """Do something as the owner of everything below `top` who is not root; it fails as work does.

    Root may write into a folder of mode 0555. The child's output goes where this process' goes.
    """
    if os.geteuid() != 0:
        work()
        return
    for folder in top.parents:
        if folder.stat().st_uid == 0 and folder != Path("/"):
            folder.chmod(folder.stat().st_mode | 0o055)
    for path in (top, *top.rglob("*")):
        os.lchown(path, 65534, 65534)
    codecs.lookup("ascii")  # the child may not read this Python's own files
    pid = os.fork()
    if pid == 0:
        code = 1
        try:
            os.setgroups([])
            os.setgid(65534)
            os.setuid(65534)
            work()
            code = 0
        except BaseException:  # noqa: BLE001 - the child may only end through _exit
            os.write(2, traceback.format_exc().encode())
        finally:
            os._exit(code)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
