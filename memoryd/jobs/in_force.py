"""Whether a daemon goes by the configuration as it is now, and what to do where it does not.

As light as the rest of what an agent starts: a file that is as the daemon read it is not parsed.
"""

import os
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from memoryd.core.value import frozen
from memoryd.errors import ConfigError, MemorydError
from memoryd.jobs.remote import PING_SECONDS, call
from memoryd.paths import Paths


@frozen
class Apart:
    """How the daemon's configuration differs from the file.

    line: what, and what to do; it names no folder of a memory, as a group may be told it.
    other_memory: the file names another folder than the one that the daemon writes to.
    """

    line: str
    other_memory: bool = False


def mark(file: Path) -> str:
    """Return what changes with a configuration's bytes; empty where there is no file to read."""
    try:
        return f"{zlib.crc32(file.read_bytes()):08x}" if file.is_file() else ""
    except OSError:
        return ""


def apart(
    env: Mapping[str, str], timeout: float = PING_SECONDS, *, file: Path | None = None
) -> Apart | None:
    """Ask the daemon of this environment what it goes by, and return how that differs.

    None where none runs, where it goes by the file as it is, and where it is of a version that
    does not say. file: the configuration, where it is not the standard one; timeout: seconds for
    the daemon's answer; what is raised is named in remote.call.
    """
    paths = Paths.of(env)
    file = file or paths.config_file
    said = call(paths.socket, "ping", {}, timeout=timeout)
    held = said.get("configuration") if said else None
    if said is None or held is None or held["mark"] == mark(file):
        return None
    return _difference(held, said["pid"], file, env)


def goes_by(env: Mapping[str, str], file: Path, timeout: float = PING_SECONDS) -> bool:
    """Return whether a daemon of this environment was started with this file.

    One that does not answer hinders no other memory; its own is held by its lock.
    """
    try:
        said = call(Paths.of(env).socket, "ping", {}, timeout=timeout)
    except MemorydError:
        return False
    return _is_same((said or {}).get("configuration") or {}, file)


def _is_same(held: Mapping[str, Any], file: Path) -> bool:
    """Return whether a daemon was started with this file, by whatever way it is named."""
    return "file" in held and os.path.realpath(held["file"]) == os.path.realpath(file)


def _difference(held: Mapping[str, Any], pid: int, file: Path, env: Mapping[str, str]) -> Apart:
    # Only here, as TOML is 4 ms that a command whose daemon is up to date does without.
    from memoryd.config import read_settings  # noqa: PLC0415 - see above

    restart = f"`systemctl --user restart memoryd`, or stop process {pid} and start `memoryd run`"
    try:
        now = read_settings(file, env=env)
    except ConfigError as err:
        return Apart(f"{err}; until that is mended the daemon goes by what it read before")
    folders = str(now.root), now.workspace and str(now.workspace)
    elsewhere = folders != (held["root"], held["workspace"])
    if _is_same(held, file) and not mark(file):
        gone = f"{file} is gone; put it back, or go on with the defaults: {restart}"
        return Apart(gone, other_memory=elsewhere)
    if elsewhere:
        said = f"the daemon keeps another memory than {file} names; {restart}"
        return Apart(said, other_memory=True)
    if not _is_same(held, file):
        return Apart(f"the daemon was started with another file than {file}; {restart}")
    reload = f"`systemctl --user reload memoryd` or `kill -HUP {pid}`"
    return Apart(f"the daemon goes by {file} as it was before its last change; {reload}")
