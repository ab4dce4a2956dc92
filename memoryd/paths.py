"""Where memoryd's own files are (the XDG folders), and what `~` means in a path a person wrote."""

import os
import zlib
from collections.abc import Mapping
from pathlib import Path

from memoryd.core.value import frozen
from memoryd.errors import UsageError

MAX_SOCKET_BYTES = 107  # sun_path on Linux is 108 bytes, the closing zero among them
_SYSTEM = frozenset(  # nothing below these is a person's
    Path("/") / name
    for name in "bin boot etc lib lib32 lib64 proc sbin sys usr System Library Windows".split()
)
_SHARED = frozenset(  # below these a person may have a folder
    Path("/") / name
    for name in """dev dev/shm home media mnt opt root run run/user srv tmp var var/lib var/tmp
    private private/tmp Users Volumes Applications""".split()
)


@frozen
class Paths:
    """The places one environment gives; all absolute, none of them touched or created here.

    socket: short enough to bind. It may stand in /tmp when every other place is too long, so
    whoever binds or connects must see that its folder is their own and has mode 0700.
    """

    home: Path
    config_file: Path
    state_dir: Path
    socket: Path

    @property
    def lasting_socket(self) -> Path:
        """Where the daemon of this state listens when it was started outside of a session."""
        return _socket(None, self.state_dir)

    @property
    def session_socket(self) -> Path:
        """Where a daemon of this user listens when a session started it, whatever its memory."""
        return Path(f"/run/user/{os.geteuid()}/memoryd/sock")

    @classmethod
    def of(cls, env: Mapping[str, str]) -> "Paths":
        """Read HOME and the XDG variables; raises UsageError when HOME is no full path."""
        home = Path(env.get("HOME", ""))
        if not home.is_absolute():
            raise UsageError("HOME is not set to a full path; set it and try again")
        config = _folder(env, "XDG_CONFIG_HOME") or home / ".config"
        state = (_folder(env, "XDG_STATE_HOME") or home / ".local/state") / "memoryd"
        return cls(
            home=home,
            config_file=config / "memoryd/config.toml",
            state_dir=state,
            socket=_socket(_folder(env, "XDG_RUNTIME_DIR"), state),
        )


def given_file(text: str, *, to_write: bool = False) -> Path:
    """Return the configuration file that --config names. to_write: it need not be there yet.

    Raises UsageError where it is none: another memory would answer in its place.
    """
    file = Path(text).expanduser().absolute()
    if file.is_dir():
        raise UsageError(f"{text} is a folder; name the file in it, as {file / 'config.toml'}")
    if file.is_symlink() and not file.exists():
        raise UsageError(f"{text} is a link to a file that is not there; mend the link")
    if not file.exists() and not to_write:
        raise UsageError(f"{text} is not there; `memoryd init --config FILE` writes one")
    if file.exists() and not file.is_file():
        raise UsageError(f"{text} is no file; name a configuration file")
    return file


def expand_home(text: str, home: Path) -> Path:
    """Return the full path a person wrote; `~` and `~/x` are theirs.

    Raises ValueError with the rule that the text breaks.
    """
    path = home / text[2:] if text == "~" or text.startswith("~/") else Path(text)
    if not path.is_absolute():
        raise ValueError("must be a full path; start it with / or ~/")
    return path


def own_folder(path: Path, home: Path) -> Path:
    """Return a full path that a memory may fill: not the home itself, nor a place of the system.

    Raises ValueError with the rule that it breaks.
    """
    plain = Path("/", os.path.normpath(path).lstrip("/"))
    above = (plain, *plain.parents)
    if plain in (home, *home.parents, *_SHARED) or any(folder in above for folder in _SYSTEM):
        raise ValueError("must be a folder of its own, such as ~/life")
    return path


def _folder(env: Mapping[str, str], name: str) -> Path | None:
    # The XDG specification: a relative path is invalid and is ignored.
    path = Path(env.get(name, ""))
    return path if path.is_absolute() else None


def _socket(runtime: Path | None, state: Path) -> Path:
    places = [state / "sock"] if runtime is None else [runtime / "memoryd/sock", state / "sock"]
    for place in places:
        if len(os.fsencode(place)) <= MAX_SOCKET_BYTES:
            return place
    # A checksum, not a secret: it only keeps two states of one user apart (hashlib loads OpenSSL).
    mark = zlib.crc32(os.fsencode(state))
    return Path(f"/tmp/memoryd-{os.getuid()}-{mark:08x}/sock")  # noqa: S108 - see Paths.socket
