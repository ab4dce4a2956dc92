"""A real daemon, a manager that hears what it is told, and a person's chats."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from memoryd import clock
from memoryd.errors import MemorydError
from memoryd.jobs.remote import call

PROJECT = Path(__file__).parents[2]
LONG = 40.0  # seconds that nothing here should ever need


def eventually(true: Callable[[], Any], seconds: float = LONG) -> Any:
    deadline = time.monotonic() + seconds
    while not (found := true()):
        assert time.monotonic() < deadline, "it never came"
        time.sleep(0.01)
    return found


class Manager:
    """Stands for systemd: a datagram socket that keeps every field it is sent."""

    def __init__(self, home: Path) -> None:
        self.path = home / "notify"
        self._heard: list[str] = []
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(str(self.path))

    def heard(self) -> list[str]:
        while True:
            try:
                self._heard += self._socket.recv(4096, socket.MSG_DONTWAIT).decode().split("\n")
            except BlockingIOError:
                return self._heard

    def waits_for(self, field: str) -> None:
        eventually(lambda: any(one.startswith(field) for one in self.heard()))

    def close(self) -> None:
        self._socket.close()


def _is_past(moment: str) -> bool:
    return datetime.fromisoformat(moment) <= clock.now()


class Daemon:
    """One `memoryd run`, its log in a file as under systemd."""

    def __init__(self, home: Path, **variables: str) -> None:
        self.home, self.life = home, home / "life"
        self.log = home / "log"
        runtime = home / "run"
        runtime.mkdir(mode=0o700, exist_ok=True)
        self.socket = runtime / "memoryd/sock"
        self._env = {**os.environ, "XDG_RUNTIME_DIR": str(runtime), **variables}
        self.process = self._start()

    def _start(self) -> subprocess.Popen[bytes]:
        with self.log.open("ab") as log:
            status = os.fstat(log.fileno())
            env = {"JOURNAL_STREAM": f"{status.st_dev}:{status.st_ino}", **self._env}
            command = [sys.executable, "-m", "memoryd", "run"]
            return subprocess.Popen(command, cwd=PROJECT, env=env, stderr=log, umask=0)

    def starts_again(self) -> None:
        self.process = self._start()

    def asks(self, verb: str, **params: Any) -> dict[str, Any] | None:
        return call(self.socket, verb, params, timeout=LONG)

    def asks_in_vain(self) -> None:
        """Ask for a heartbeat that the daemon's end cuts off."""
        with suppress(MemorydError):
            self.asks("heartbeat", force=True)

    def is_up(self) -> dict[str, Any]:
        """Wait until it has answered and made its first heartbeat."""

        def answers() -> dict[str, Any] | None:
            assert self.process.poll() is None, self.log.read_text()
            found = self.asks("ping")
            return found if found and found["pid"] == self.process.pid else None

        found: dict[str, Any] = eventually(answers)
        return found

    def has_beaten(self) -> dict[str, Any]:
        self.is_up()
        found: dict[str, Any] = eventually(lambda: (self.asks("ping") or {})["last"])
        return found

    def has_caught_up(self) -> dict[str, Any]:
        """Wait until no job is at work and none is due."""

        def rests() -> dict[str, Any] | None:
            ping = self.asks("ping") or {}
            due = [job for job in ping["jobs"].values() if _is_past(job["next"])]
            return None if due or ping["running"] or not ping["last"] else ping

        self.is_up()
        found: dict[str, Any] = eventually(rests)
        return found

    def ends(self, number: int = signal.SIGTERM) -> int:
        self.process.send_signal(number)
        return self.process.wait(LONG)

    def lines(self) -> list[dict[str, Any]]:
        """The log's lines as JSON; each must have its priority."""
        found = []
        for line in self.log.read_text().splitlines():
            assert line[0] == "<", line
            assert line[2] == ">", line
            found.append(json.loads(line[3:]))
        return found

    def events(self) -> list[str]:
        return [line["event"] for line in self.lines()]


@contextmanager
def running(home: Path, **variables: str) -> Iterator[Daemon]:
    daemon = Daemon(home, **variables)
    try:
        yield daemon
    finally:
        if daemon.process.poll() is None:
            daemon.process.kill()
            daemon.process.wait(LONG)


def has_config(home: Path, text: str) -> Path:
    file = home / "xdg_config_home/memoryd/config.toml"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    return file


def says(home: Path, *texts: str) -> None:
    """Let the operator have said something yesterday: the next night that is due reviews it."""
    said = (clock.now() - timedelta(days=1)).isoformat()
    chats = home / "chats"
    chats.mkdir(exist_ok=True)
    with (chats / "one.jsonl").open("a") as handle:
        for text in texts:
            row = {"time": said, "role": "operator", "text": text}
            handle.write(json.dumps(row) + "\n")


def tree(home: Path) -> dict[str, tuple[int, int]]:
    """Every file and folder that memoryd could have touched: inode and time of change."""
    found = {}
    for folder in (home / "life", home / "xdg_state_home", home / "xdg_config_home"):
        for path in (folder, *folder.rglob("*")):
            status = path.lstat()
            found[str(path)] = (status.st_ino, status.st_mtime_ns)
    return found
