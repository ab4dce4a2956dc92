"""Bytes on disk: durable writes that never lose a person's save, files 0600, folders 0700."""

import errno
import fcntl
import os
import stat
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path

from memoryd.core.digest import sha256
from memoryd.core.value import frozen
from memoryd.errors import ReadOnlyStoreError, StoreError, why_refused

TEMP_PREFIX = ".memoryd-"
_RENAME_NOREPLACE, _RENAME_EXCHANGE = 1, 2
_AT_FDCWD = -100
_NO_EXCHANGE = (errno.EINVAL, errno.ENOSYS, errno.ENOTSUP)
_FORBIDDEN = (errno.EACCES, errno.EPERM, errno.EROFS)
_REFUSED = (errno.ENOSPC, errno.EDQUOT, errno.EIO, *_FORBIDDEN)
_HELD_SECONDS = 1.0  # how long an editor that has the old file open is waited for
_CHUNK = 1 << 20

Stamp = tuple[int, int, int, int]


def stamp(path: Path | str) -> Stamp | None:
    """Return what tells a file from the one that stood there, None where none can be seen.

    Its number, its size in bytes, and when it was written and changed, in ns.
    """
    try:
        found = os.lstat(path)
    except OSError:
        return None
    # The time of change as well: some programs put the old time of modification back.
    return found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns


def digest(raw: bytes) -> str:
    """Return the SHA-256 of some bytes, in hex."""
    return sha256(raw)


def refused(err: OSError, path: Path, *, doing: str = "write") -> StoreError:
    """Turn an OSError into the error that says who can act, about the file that it names.

    path: what it is about where it names none.
    """
    place, why = err.filename2 or err.filename or path, why_refused(err, doing=doing)
    if err.errno in _REFUSED:
        return ReadOnlyStoreError(f"cannot {doing} {place}: {why}")
    return StoreError(f"cannot use {place}: {why}")


def forbids(err: StoreError) -> bool:
    """Return whether one place is closed to us, rather than the disk full or failing."""
    return isinstance(err.__cause__, OSError) and err.__cause__.errno in _FORBIDDEN


def read(path: Path | str) -> bytes | None:
    """Return the bytes of a file, None when there is none.

    Raises StoreError for a symbolic link (it could lead out of the memory), for what is no plain
    file, and for one that cannot be read.
    """
    try:
        # Without O_NONBLOCK a pipe of that name would be waited for without end.
        fd = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as err:
        if err.errno == errno.ELOOP:
            raise StoreError(f"{path} is a symbolic link; put the file itself there") from err
        raise StoreError(f"cannot read {path}: {os.strerror(err.errno or 0).lower()}") from err
    try:
        if not stat.S_ISREG(os.fstat(fd).st_mode):
            raise StoreError(f"{path} is no plain file; put a file there")
        with os.fdopen(fd, "rb", closefd=False) as handle:
            return handle.read()
    except OSError as err:
        raise StoreError(f"cannot read {path}: {os.strerror(err.errno or 0).lower()}") from err
    finally:
        os.close(fd)


def make_folder(path: Path) -> None:
    """Make a folder and its parents, each 0700 whatever the umask, and sync the parent."""
    if path.is_dir():
        return
    make_folder(path.parent)
    try:
        path.mkdir(mode=0o700, exist_ok=True)
        path.chmod(0o700)
        sync_folder(path.parent)
    except OSError as err:
        raise refused(err, path) from err


def sync_folder(path: Path) -> None:
    """Make the names in a folder durable."""
    fd = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)


def write_temp(folder: Path, raw: bytes, *, durable: bool = True) -> Path:
    """Write bytes to a new 0600 file in a folder; return its path. A failure leaves nothing."""
    temp = folder / f"{TEMP_PREFIX}part-{os.urandom(6).hex()}"
    try:
        fd = os.open(temp, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    except OSError as err:
        err.filename = str(folder)  # the name of a temporary file says nothing to a person
        raise refused(err, folder) from err
    try:
        os.fchmod(fd, 0o600)
        view = memoryview(raw)
        while view:
            view = view[os.write(fd, view[:_CHUNK]) :]
        if durable:
            os.fsync(fd)
    except OSError as err:
        temp.unlink(missing_ok=True)
        raise refused(err, folder) from err
    finally:
        os.close(fd)
    return temp


def replace(path: Path, raw: bytes, *, durable: bool = True, by: Path | None = None) -> None:
    """Replace a file that only memoryd writes; by: the folder for the temp file, else its own."""
    make_folder(path.parent)
    temp = write_temp(by or path.parent, raw, durable=durable)
    try:
        temp.replace(path)
        if durable:
            sync_folder(path.parent)
    except OSError as err:
        temp.unlink(missing_ok=True)
        raise refused(err, path) from err


@frozen
class Swapped:
    """What an exchange found: the bytes that stood there (None: no file); whether ours stand now.

    taken: where a person's save lies that was taken out, until the caller has merged and placed it.
    """

    found: bytes | None
    placed: bool
    taken: Path | None = None


def swap(path: Path, raw: bytes, expected: bytes | None, *, durable: bool = True) -> Swapped:
    """Put bytes at a path in exchange for what stands there at that very moment.

    expected: what the caller read (None: no file). When something else was found, a person saved
    in between and these are their bytes. An editor that has the old file open is waited for.
    durable: whether it must outlast a loss of power; else the caller calls settle(). Raises
    ReadOnlyStoreError when the disk refuses, StoreError when an editor keeps writing.
    """
    if expected is None:  # else whoever removed the folder let go of it
        make_folder(path.parent)
    temp = _name_for(path, write_temp(path.parent, raw, durable=durable))
    try:
        _rename(temp, path, _RENAME_NOREPLACE if expected is None else _RENAME_EXCHANGE)
    except (FileExistsError, FileNotFoundError) as err:
        temp.unlink(missing_ok=True)
        return Swapped(read(path) if isinstance(err, FileExistsError) else None, placed=False)
    except OSError as err:
        if err.errno in _NO_EXCHANGE:
            return _take_and_place(temp, path, expected)
        temp.unlink(missing_ok=True)
        raise refused(err, path) from err
    try:
        if durable:
            sync_folder(path.parent)
        return (
            Swapped(None, placed=True) if expected is None else _take_out(temp, path, raw, expected)
        )
    except OSError as err:  # what was taken out stays beside the file, to be harvested
        raise refused(err, path) from err


def settle(path: Path) -> None:
    """Make a file that was exchanged in a hurry durable."""
    try:
        fd = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
        try:
            os.fsync(fd)
        finally:
            os.close(fd)
        sync_folder(path.parent)
    except FileNotFoundError:
        return  # a person removed it meanwhile
    except OSError as err:
        raise refused(err, path) from err


def _take_out(temp: Path, path: Path, raw: bytes, expected: bytes) -> Swapped:
    """Look at the file taken out, once no editor has it open for writing."""
    if not _wait_unheld(temp):
        _rename(temp, path, _RENAME_EXCHANGE)  # give the editor its file back
        if read(temp) == raw:  # else one more save, left there to be harvested
            temp.unlink(missing_ok=True)
        raise StoreError(f"{path} is being written by another program; will try again")
    old = read(temp)
    if old != expected:
        return Swapped(old, placed=True, taken=temp)
    temp.unlink(missing_ok=True)
    return Swapped(old, placed=True)


def _name_for(path: Path, temp: Path) -> Path:
    """Give a whole, durable temp file the name that says which file it will be exchanged with.

    What a crash leaves under such a name is whole: ours, or a person's save that was taken out.
    """
    named = path.parent / f"{TEMP_PREFIX}{path.name}~{os.urandom(6).hex()}"
    try:
        temp.rename(named)
    except OSError as err:
        temp.unlink(missing_ok=True)
        raise refused(err, path) from err
    return named


def _wait_unheld(temp: Path) -> bool:
    from signal import SIGURG  # noqa: PLC0415 - who only reads does without

    deadline = time.monotonic() + _HELD_SECONDS
    fd = os.open(temp, os.O_RDONLY | os.O_CLOEXEC)
    try:
        # The kernel's notice of a broken lease must not be SIGIO: that ends the process.
        fcntl.fcntl(fd, 10, SIGURG)  # F_SETSIG
        while True:
            try:
                fcntl.fcntl(fd, fcntl.F_SETLEASE, fcntl.F_RDLCK)
            except OSError as err:
                if err.errno != errno.EAGAIN:
                    return True  # no lease on this file system or another's file: nothing to know
            else:
                fcntl.fcntl(fd, fcntl.F_SETLEASE, fcntl.F_UNLCK)
                return True
            if time.monotonic() > deadline:
                return False
            time.sleep(0.002)
    finally:
        os.close(fd)


def _take_and_place(temp: Path, path: Path, expected: bytes | None) -> Swapped:
    """Do what an exchange does in two steps, where there is none (FUSE, NFS).

    What stands there is taken out by a rename, which takes a save of the last moment too; ours is
    placed only where nobody saved anew. A crash in between leaves the file under the name that
    harvesting looks for.
    """
    taken: Path | None = None
    try:
        if expected is not None:
            taken = path.rename(temp.with_name(f"{temp.name}0"))
            if not _wait_unheld(taken):
                _place(taken, path)
                raise StoreError(f"{path} is being written by another program; will try again")
        placed = _place(temp, path)
        sync_folder(path.parent)
    except FileNotFoundError:
        temp.unlink(missing_ok=True)
        return Swapped(None, placed=False)
    except OSError as err:  # what was taken out stays beside the file, to be harvested
        raise refused(err, path) from err
    finally:
        temp.unlink(missing_ok=True)
    old = read(taken) if taken is not None else None
    if taken is not None and old == expected:
        taken.unlink(missing_ok=True)
        taken = None
    if placed:
        return Swapped(old, placed=True, taken=taken)
    if taken is not None:  # two saves: the first lies there to be harvested
        raise StoreError(f"{path} is being written by another program; will try again")
    return Swapped(read(path), placed=False)


def _place(source: Path, path: Path) -> bool:
    """Give a file its name unless a file stands there; return whether it has it now."""
    try:
        os.link(source, path)
    except FileExistsError:
        return False
    except OSError:  # a file system without links: what is left is to look first
        if path.exists():
            return False
        source.rename(path)
        return True
    source.unlink()
    return True


@cache
def _renameat2() -> Callable[..., int] | None:
    import ctypes  # noqa: PLC0415 - as above: 2 ms of a start

    libc = ctypes.CDLL(None, use_errno=True)
    return getattr(libc, "renameat2", None)


def _rename(source: Path, target: Path, flag: int) -> None:
    import ctypes  # noqa: PLC0415 - as above

    exchange = _renameat2()
    if exchange is None:
        raise OSError(errno.ENOSYS, "no renameat2")
    if exchange(_AT_FDCWD, os.fsencode(source), _AT_FDCWD, os.fsencode(target), flag) != 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code), str(target))
