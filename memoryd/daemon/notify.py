"""What systemd is told about this process (sd_notify), and how often it wants to hear."""

import os
import socket
from collections.abc import Mapping
from contextlib import suppress

_SEND_SECONDS = 5.0  # a manager that is busy for a moment must still hear READY


class Notifier:
    """Speaks to the service manager; silent where there is none."""

    def __init__(self, env: Mapping[str, str]) -> None:
        """Read NOTIFY_SOCKET, WATCHDOG_USEC and WATCHDOG_PID."""
        address = env.get("NOTIFY_SOCKET", "")
        self._address = f"\0{address[1:]}" if address.startswith("@") else address
        self.watchdog_seconds = _watchdog_seconds(env)

    def send(self, *fields: str) -> None:
        """Send fields such as READY=1 or `STATUS=...` as one message; nobody has to hear it."""
        if self._address[:1] not in ("/", "\0"):
            return
        message = "\n".join(" ".join(field.split("\n")) for field in fields)
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as to:
            to.settimeout(_SEND_SECONDS)
            to.sendto(message.encode("utf-8", "replace"), self._address)


def _watchdog_seconds(env: Mapping[str, str]) -> float | None:
    """Return within how many seconds the manager wants a sign of life; None where it wants none."""
    if env.get("WATCHDOG_PID", str(os.getpid())) != str(os.getpid()):
        return None
    try:
        return int(env.get("WATCHDOG_USEC", "")) / 1e6 or None
    except ValueError:
        return None
