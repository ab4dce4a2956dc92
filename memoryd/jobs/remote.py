"""The commands' side of the daemon's socket: standard library only, as it is on every start."""

import json
import os
import re
import stat
import struct
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from memoryd.core.regex import regex
from memoryd.errors import ConfigError, CorruptFileError, MemorydError, UnansweredError, UsageError
from memoryd.paths import Paths

if TYPE_CHECKING:
    import socket

PING_SECONDS = 5.0  # for a ping, which waits for no job and no model: who needs longer hangs
_CREDENTIALS = struct.Struct("3i")  # pid, uid, gid
_RESTART = "`systemctl --user restart memoryd`, or `kill -9` it and start `memoryd run`"
_PLACE = regex(r"(.*?):(\d+):(\d+): (.*)", re.DOTALL)


def call(
    path: Path, verb: str, params: Mapping[str, Any],
    on_progress: Callable[[str], None] = lambda _: None, timeout: float | None = None,
) -> dict[str, Any] | None:  # fmt: skip
    """Ask the daemon to perform a verb and return its data; None when no daemon listens.

    timeout: seconds to wait for each line of the answer, None for ever. Raises the MemorydError
    that the daemon answered with, UnansweredError where it does not answer in time, UsageError for
    a socket that is another's.
    """
    connection = _connect(path, timeout)
    if connection is None:
        return None
    request = json.dumps({"verb": verb, "params": dict(params)}).encode() + b"\n"
    with connection:
        try:
            with suppress(BrokenPipeError):  # refused unread: the answer says why
                connection.sendall(request)
            return _answer(connection, on_progress)
        except TimeoutError as err:
            raise UnansweredError(_unanswered(verb, connection)) from err
        except (OSError, ValueError) as err:
            raise MemorydError(f"memoryd went away before it answered {verb}; try again") from err


def _connect(path: Path, timeout: float | None) -> "socket.socket | None":
    """Return a connection to the daemon at a path; None when none listens.

    Where the path is the one that this environment gives, a daemon that was started in another one
    is found too: by systemd while we are run by cron, or the reverse.
    """
    if found := _open(path, timeout):
        return found
    own = Paths.of(os.environ)
    for place in (own.lasting_socket, own.session_socket) if path == own.socket else ():
        with suppress(UsageError):  # not ours alone: there is none for us
            if found := _open(place, timeout):
                if place == own.lasting_socket or _is_of(found, own):
                    return found
                found.close()
    return None


def _open(path: Path, timeout: float | None) -> "socket.socket | None":
    if not _is_there(path):
        return None
    import socket  # noqa: PLC0415 - where no daemon ever ran, its 3 ms are no use

    connection = socket.socket(socket.AF_UNIX)
    connection.settimeout(timeout)
    try:
        connection.connect(str(path))
    except OSError as err:
        connection.close()
        if isinstance(err, FileNotFoundError | ConnectionRefusedError):
            return None
        if isinstance(err, BlockingIOError | TimeoutError):  # its queue is full: it takes no more
            raise MemorydError(f"the daemon at {path} does not answer; {_RESTART}") from err
        raise MemorydError(f"memoryd cannot be asked at {path}: {err.strerror or err}") from err
    return connection


def _unanswered(verb: str, connection: "socket.socket") -> str:
    if verb != "ping":
        return f"memoryd did not answer {verb} in time; it may be busy"
    return f"the daemon (process {_peer(connection)}) does not answer; {_RESTART}"


def _peer(connection: "socket.socket") -> int:
    """Return the number of the process at the other end."""
    import socket  # noqa: PLC0415 - as above

    raw = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _CREDENTIALS.size)
    pid: int = _CREDENTIALS.unpack(raw)[0]
    return pid


def _is_of(connection: "socket.socket", own: Paths) -> bool:
    """Return whether the daemon at the other end was started for the memory that is ours."""
    try:
        given = Path(f"/proc/{_peer(connection)}/environ").read_bytes()
        pairs = (pair.partition("=") for pair in os.fsdecode(given).split("\0"))
        theirs = Paths.of({name: value for name, _, value in pairs})
    except (OSError, UsageError):
        return False
    return (theirs.state_dir, theirs.config_file) == (own.state_dir, own.config_file)


def _is_there(path: Path) -> bool:
    """Return whether a socket stands there. Raises UsageError when another may have put it."""
    try:
        here, folder = path.lstat(), path.parent.lstat()
    except (FileNotFoundError, NotADirectoryError, PermissionError):
        return False
    private = stat.S_ISDIR(folder.st_mode) and not folder.st_mode & 0o077
    if not private or {here.st_uid, folder.st_uid} != {os.geteuid()}:
        raise UsageError(f"{path.parent} is not yours alone (0700); its socket is not trusted")
    return stat.S_ISSOCK(here.st_mode)


def _answer(connection: "socket.socket", on_progress: Callable[[str], None]) -> dict[str, Any]:
    with connection.makefile("rb") as lines:
        for line in lines:
            message = json.loads(line)
            if "progress" in message:
                on_progress(message["progress"])
            elif message["ok"]:
                data: dict[str, Any] = message["data"]
                return data
            else:
                raise _error(message["kind"], message["error"])
    raise ConnectionResetError


def _error(kind: str, text: str) -> MemorydError:
    """Return the error of that name with its message; the base class for a name unknown here."""
    found = _kinds(MemorydError).get(kind, MemorydError)
    if found is ConfigError:
        return ConfigError([text])
    if found is not CorruptFileError:
        return found(text)
    place = _PLACE.fullmatch(text)
    if place is None:
        return MemorydError(text)
    return CorruptFileError(place[1], int(place[2]), int(place[3]), place[4])


def _kinds(base: type[MemorydError]) -> dict[str, type[MemorydError]]:
    found = {base.__name__: base}
    for kind in base.__subclasses__():
        found |= _kinds(kind)
    return found
