"""The daemon, the command line and a tool write at once: nothing of any is lost or doubled."""

import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tests.daemon.running import Daemon, running
from tests.mcp.client import PROJECT, Client, tool
from tests.mcp.test_server import facts

EACH = 20


def by_the_daemon(daemon: Daemon) -> None:
    for n in range(EACH):
        daemon.asks("remember", text=f"Room {n} is painted", about="projects/hotel")


def by_the_command_line() -> None:
    for n in range(EACH):
        words = ["remember", f"Room {n} is cleaned", "--about", "projects/hotel"]
        command = [sys.executable, "-m", "memoryd", *words]
        done = subprocess.run(command, cwd=PROJECT, check=False, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr


def by_a_tool(client: Client) -> None:
    client.sends(*(tool(n, "memory_remember", text=f"Room {n} is booked", about="projects/hotel")
                   for n in range(EACH)))  # fmt: skip
    said = client.hears_all(EACH)
    assert [said[n]["result"]["isError"] for n in range(EACH)] == [False] * EACH


def test_sixty_writes_of_three_kinds_at_once_are_sixty_facts(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(home / "run"))  # where the daemon listens
    with running(home) as daemon, Client("--audience", "private") as client:
        daemon.is_up()
        others = [threading.Thread(target=by_the_daemon, args=(daemon,)),
                  threading.Thread(target=by_the_command_line)]  # fmt: skip
        for thread in others:
            thread.start()
        by_a_tool(client)
        for thread in others:
            thread.join()

    kept = [fact["fact"] for fact in facts(home, "projects/hotel")]
    done = ("painted", "cleaned", "booked")
    wanted = {f"Room {n} is {what}" for n in range(EACH) for what in done}
    assert set(kept) == wanted
    assert len(kept) == len({fact["id"] for fact in facts(home, "projects/hotel")}) == 3 * EACH
