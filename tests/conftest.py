"""Sealed tests: an empty home for each, no network beyond this machine, no key of the developer."""

import ipaddress
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import structlog
from hypothesis import settings

settings.register_profile("dev", max_examples=50, deadline=None)
settings.register_profile("ci", max_examples=1000, deadline=None, print_blob=True)
settings.register_profile("deterministic", max_examples=200, deadline=None, derandomize=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "dev"))

_XDG = ("CACHE_HOME", "CONFIG_DIRS", "CONFIG_HOME", "DATA_DIRS", "DATA_HOME", "RUNTIME_DIR")
_XDG_VARIABLES = tuple(f"XDG_{name}" for name in (*_XDG, "STATE_HOME"))
_MACHINE = ("JOURNAL_STREAM", "INVOCATION_ID", "NOTIFY_SOCKET", "CREDENTIALS_DIRECTORY", "NO_COLOR")


@pytest.fixture(autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give the test, and every program it starts, an empty home and no variable of this machine."""
    folder = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("HOME", str(folder))
    for name in _XDG_VARIABLES:
        monkeypatch.setenv(name, str(folder / name.lower()))
    for name in [*_MACHINE, *(x for x in os.environ if x.endswith("_API_KEY"))]:
        monkeypatch.delenv(name, raising=False)
    return folder


@pytest.fixture(autouse=True)
def logs_as_at_first() -> Iterator[None]:
    """Let no test, and no fixture of a whole module, decide what another one logs."""
    structlog.reset_defaults()
    yield
    structlog.reset_defaults()


def _is_near(host: object) -> bool:
    if host in (None, "", b"", "localhost"):
        return True
    try:
        return ipaddress.ip_address(str(host)).is_loopback
    except ValueError:
        return False


def _stay_on_this_machine(event: str, args: tuple[Any, ...]) -> None:
    if event == "socket.getaddrinfo":
        host = args[0]
    elif event in {"socket.connect", "socket.sendto"} and isinstance(args[1], tuple):
        host = args[1][0]  # a path (AF_UNIX) is no tuple
    else:
        return
    if not _is_near(host):
        raise RuntimeError(f"sealed tests: {event} to {host!r}; only loopback may be reached")


sys.addaudithook(_stay_on_this_machine)
