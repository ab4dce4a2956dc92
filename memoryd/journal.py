"""The journal's own protocol: one datagram a line, in which each value is a field of its own.

Fields are what `journalctl --user -u memoryd JOB_ID=nightly` looks for.
"""

import errno
import re
import socket
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress

SOCKET = "/run/systemd/journal/socket"
IDENTIFIER = "memoryd"

_NAMES = {"event": "MEMORYD_EVENT", "job": "JOB_ID", "entity": "ENTITY", "ref": "ENTITY"}
_NAME_CHARS = 64  # the journal drops a field with a longer name
_FOREIGN = re.compile("[^A-Z0-9_]")
_SEND_SECONDS = 1.0  # a journal that hangs must not stop the work
_TOO_LARGE = frozenset({errno.EMSGSIZE, errno.ENOBUFS})
_CUT_MESSAGE, _CUT_VALUE = 16_384, 512  # bytes that are left of what was too large

Field = tuple[str, str]


def entry(message: str, priority: int, values: Mapping[str, object]) -> list[Field]:
    """Return a line's fields; priority: syslog's number; values: plain ones, None is left out.

    `job` becomes JOB_ID, `entity` and `ref` ENTITY, any other key MEMORYD_<KEY>.
    """
    fields = [
        ("MESSAGE", message),
        ("PRIORITY", str(priority)),
        ("SYSLOG_IDENTIFIER", IDENTIFIER),
    ]
    fields += [(_name(key), _shown(value)) for key, value in values.items() if value is not None]
    return fields


def send(fields: Iterable[Field], *, address: str = SOCKET) -> bool:
    """Send one line; return False when the journal did not take it.

    What is too large for a datagram is sent with its values cut and MEMORYD_CUT=true.
    """
    given = list(fields)
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as to:
        to.settimeout(_SEND_SECONDS)
        try:
            to.sendto(_datagram(given), address)
        except OSError as err:
            if err.errno not in _TOO_LARGE:
                raise
            to.sendto(_datagram(_cut(given)), address)
        return True
    return False


def _name(key: str) -> str:
    return _NAMES.get(key) or _FOREIGN.sub("_", f"MEMORYD_{key.upper()}")[:_NAME_CHARS]


def _shown(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _datagram(fields: Iterable[Field]) -> bytes:
    return b"".join(_encoded(name, value) for name, value in fields)


def _encoded(name: str, value: str) -> bytes:
    raw = value.encode("utf-8", "backslashreplace")
    if b"\n" not in raw:
        return b"%s=%s\n" % (name.encode(), raw)
    # A value of several lines could pass for more fields: its length goes before it.
    return b"%s\n%s%s\n" % (name.encode(), len(raw).to_bytes(8, "little"), raw)


def _cut(fields: Iterable[Field]) -> Iterator[Field]:
    for name, value in fields:
        most = _CUT_MESSAGE if name == "MESSAGE" else _CUT_VALUE
        raw = value.encode("utf-8", "backslashreplace")
        yield name, raw[:most].decode("utf-8", "ignore")
    yield "MEMORYD_CUT", "true"
