"""The unix socket for the commands: one JSON line in, progress and one answer out.

    {"verb": "heartbeat", "params": {}}
    {"progress": "120 lines read"}                      none or more
    {"ok": true, "data": {...}}                         or
    {"ok": false, "error": "...", "kind": "UsageError"}

A connection carries one request. Only this user may connect; nobody else learns even that.
"""

import errno
import json
import os
import socket
import stat
import struct
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import structlog

from memoryd.daemon.worker import Data, Progress
from memoryd.errors import LockedError, MemorydError, ReadOnlyStoreError, UsageError

MAX_REQUEST = 1 << 20
MAX_CONNECTIONS = 16
IDLE_SECONDS = 10.0  # for a whole request to come in, and for an answer to be taken
_CREDENTIALS = struct.Struct("3i")  # pid, uid, gid

Answer = Callable[[str, Data, Progress], Data]

log = structlog.get_logger()


class Server:
    """Listens at a path; `answer(verb, params, progress)` returns data or raises MemorydError."""

    def __init__(self, path: Path, answer: Answer, *, idle: float = IDLE_SECONDS) -> None:
        """Name the path; start() binds it. idle: see IDLE_SECONDS."""
        self._path = path
        self._answer = answer
        self._idle = idle
        self._free = threading.BoundedSemaphore(MAX_CONNECTIONS)
        self._stopping = False
        self._changing = threading.Lock()
        self._trouble = ""
        self._listener: socket.socket | None = None
        self._inode = 0
        self._uid = os.geteuid()

    def start(self) -> None:
        """Bind and serve; a socket that a dead daemon left is replaced.

        Raises LockedError when another daemon answers there, UsageError when the place is not ours.
        """
        _own_folder(self._path.parent)
        _refuse_taken(self._path)
        self._listener, self._inode = _bind(self._path)
        threading.Thread(
            target=self._accept, args=(self._listener,), name="socket", daemon=True
        ).start()

    def renew(self) -> None:
        """Listen anew where the socket or its folder was removed; tell the log where that fails."""
        with self._changing:
            if self._stopping or self._listener is None or self._stands():
                return
            old = self._listener
            try:
                self.start()
            except MemorydError as err:
                if self._trouble != (trouble := str(err)):
                    log.warning("socket_not_renewed", exc_info=err)
                self._trouble = trouble
            else:
                log.warning("socket_renewed")
                self._trouble = ""
                _close(old)

    def stop(self) -> None:
        """Take no more connections and remove the socket, if it is still this one."""
        with self._changing:
            self._stopping = True
            if self._listener is None:
                return
            _close(self._listener)
            with suppress(OSError):
                if self._stands():
                    self._path.unlink()

    def _stands(self) -> bool:
        try:
            return self._path.lstat().st_ino == self._inode
        except OSError:
            return False

    def _serves(self, listener: socket.socket) -> bool:
        return not self._stopping and listener is self._listener

    def _accept(self, listener: socket.socket) -> None:
        while self._serves(listener):
            try:
                connection, _ = listener.accept()
            except OSError as err:
                if self._serves(listener):
                    log.warning("socket_refused", exc_info=err)
                    time.sleep(1)  # no more files: somebody must close one first
                continue
            if self._free.acquire(blocking=False):
                threading.Thread(target=self._serve, args=(connection,), daemon=True).start()
            else:
                busy = MemorydError("too many commands at once; try again")
                with connection, suppress(OSError):
                    connection.settimeout(0)
                    _send(connection, _refusal(busy))

    def _serve(self, connection: socket.socket) -> None:
        try:
            with connection, suppress(OSError):  # the other side went away, or said nothing
                if self._is_ours(connection):
                    self._converse(connection)
        finally:
            self._free.release()

    def _is_ours(self, connection: socket.socket) -> bool:
        raw = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _CREDENTIALS.size)
        uid: int = _CREDENTIALS.unpack(raw)[1]
        if uid != self._uid:
            log.warning("socket_stranger", uid=uid)
        return uid == self._uid

    def _converse(self, connection: socket.socket) -> None:
        try:
            verb, params = _parse(_receive(connection, self._idle))
            connection.settimeout(self._idle)
            data = self._answer(verb, params, _Progress(connection))
        except MemorydError as err:
            _send(connection, _refusal(err))
        else:
            _send(connection, {"ok": True, "data": data})


class _Progress:
    """Tells of progress for as long as somebody listens; a verb goes on without."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection: socket.socket | None = connection

    def __call__(self, text: str) -> None:
        if self._connection is not None:
            try:
                _send(self._connection, {"progress": text})
            except OSError:
                self._connection = None


def _own_folder(folder: Path) -> None:
    """Make the folder, 0700. Raises UsageError when it is another's, or no folder."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        found = folder.lstat()
        if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.geteuid():
            raise UsageError(f"{folder} is not a folder of yours; remove it, the socket goes there")
        folder.chmod(0o700)
    except FileExistsError as err:
        raise UsageError(f"{folder} is in the way; the socket's folder goes there") from err
    except OSError as err:
        raise ReadOnlyStoreError(f"cannot make {folder} for the socket: {err.strerror}") from err


def _refuse_taken(path: Path) -> None:
    """Raise LockedError when somebody answers, UsageError when something else stands there."""
    try:
        if not stat.S_ISSOCK(path.lstat().st_mode):
            raise UsageError(f"{path} is in the way; remove it, the socket goes there")
        with socket.socket(socket.AF_UNIX) as probe:
            probe.settimeout(1)
            probe.connect(str(path))
    except OSError as err:
        if err.errno in (errno.ENOENT, errno.ECONNREFUSED):
            return
    raise LockedError(f"another memoryd answers at {path}; stop it first")


def _bind(path: Path) -> tuple[socket.socket, int]:
    """Listen at a path, return its inode too; it never shows the umask's mode, nor nothing."""
    new = path.with_name(".new")  # no longer than the path: both must fit
    listener = socket.socket(socket.AF_UNIX)
    try:
        new.unlink(missing_ok=True)
        listener.bind(str(new))
        new.chmod(0o600)
        listener.listen(MAX_CONNECTIONS)
        inode = new.stat().st_ino
        new.replace(path)
    except OSError as err:
        listener.close()
        raise ReadOnlyStoreError(f"cannot make the socket {path}: {err.strerror}") from err
    return listener, inode


def _close(listener: socket.socket) -> None:
    with suppress(OSError):
        listener.shutdown(socket.SHUT_RDWR)  # wakes accept()
    listener.close()


def _receive(connection: socket.socket, seconds: float) -> bytes:
    """Return the request's line. Raises TimeoutError (an OSError) when it does not come in time."""
    deadline = time.monotonic() + seconds
    raw = bytearray()
    size = 0
    while b"\n" not in raw:
        connection.settimeout(max(0.001, deadline - time.monotonic()))
        part = connection.recv(65_536)
        if not part:
            break
        size += len(part)
        if size > MAX_REQUEST:
            raw.clear()  # but read on: who still writes would not hear the answer
        raw += part
    if size > MAX_REQUEST:
        raise UsageError(f"the request is longer than {MAX_REQUEST} bytes")
    return bytes(raw).partition(b"\n")[0]


def _parse(raw: bytes) -> tuple[str, Data]:
    try:
        match json.loads(raw):
            case {"verb": str(verb), "params": dict(params)}:
                return verb, params
            case {"verb": str(verb), **rest} if "params" not in rest:
                return verb, {}
    except (ValueError, RecursionError):
        pass
    raise UsageError('the request is not one line of {"verb": "...", "params": {...}}')


def _refusal(error: MemorydError) -> dict[str, Any]:
    return {"ok": False, "error": str(error), "kind": type(error).__name__}


def _send(connection: socket.socket, message: Data) -> None:
    connection.sendall(json.dumps(message, default=str).encode() + b"\n")
