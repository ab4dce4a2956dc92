import os
import socket
from pathlib import Path

import pytest

from memoryd.daemon.notify import Notifier


@pytest.fixture(params=["path", "abstract"])
def manager(request: pytest.FixtureRequest, tmp_path: Path) -> object:
    name = str(tmp_path / "notify") if request.param == "path" else f"@memoryd-test-{os.getpid()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        listener.bind(f"\0{name[1:]}" if name.startswith("@") else name)
        yield name, listener


def test_fields_arrive_as_one_message(manager: tuple[str, socket.socket]) -> None:
    name, listener = manager

    Notifier({"NOTIFY_SOCKET": name}).send("READY=1", "STATUS=well")

    assert listener.recv(100) == b"READY=1\nSTATUS=well"


def test_a_field_cannot_smuggle_in_another(manager: tuple[str, socket.socket]) -> None:
    name, listener = manager

    Notifier({"NOTIFY_SOCKET": name}).send("STATUS=a\nMAINPID=1")

    assert listener.recv(100) == b"STATUS=a MAINPID=1"


@pytest.mark.parametrize("name", ["", "/nowhere/notify", "vsock:2:1234", "relative"])
def test_nobody_has_to_listen(name: str) -> None:
    Notifier({"NOTIFY_SOCKET": name}).send("READY=1")
    Notifier({}).send("READY=1")


def test_who_begins_to_listen_late_hears_what_comes_then(tmp_path: Path) -> None:
    notifier = Notifier({"NOTIFY_SOCKET": str(tmp_path / "late")})
    notifier.send("READY=1")

    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        listener.bind(str(tmp_path / "late"))
        notifier.send("STATUS=2 lines")
        assert listener.recv(100, socket.MSG_DONTWAIT) == b"STATUS=2 lines"


@pytest.mark.parametrize(
    ("env", "seconds"),
    [
        ({}, None),
        ({"WATCHDOG_USEC": "60000000"}, 60.0),
        ({"WATCHDOG_USEC": "60000000", "WATCHDOG_PID": str(os.getpid())}, 60.0),
        ({"WATCHDOG_USEC": "60000000", "WATCHDOG_PID": "1"}, None),
        ({"WATCHDOG_USEC": "0"}, None),
        ({"WATCHDOG_USEC": "soon"}, None),
    ],
)
def test_the_watchdog_is_this_process_s(env: dict[str, str], seconds: float | None) -> None:
    assert Notifier(env).watchdog_seconds == seconds
