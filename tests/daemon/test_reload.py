"""A hang-up puts each table of the configuration in force, or says that it needs a restart."""

import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.daemon.running import Daemon, eventually, has_config, running, says

PLAIN = (
    '[operator]\nname = "Alex"\n[sources.plain]\npaths = ["~/chats"]\n[search]\nsemantic = false\n'
)
MODEL = '[llm]\nprovider = "openai"\nmodel = "gpt-6-luna"\nbase_url = "http://127.0.0.1:9"\n'


@pytest.fixture
def daemon(home: Path) -> Any:
    has_config(home, PLAIN)
    says(home, "By the way, Sarah is my manager at Acme Corp.")
    with running(home) as daemon:
        daemon.has_caught_up()
        yield daemon


def hang_up(daemon: Daemon, text: str) -> None:
    told = daemon.events().count("config_reloaded")
    has_config(daemon.home, text)
    daemon.process.send_signal(signal.SIGHUP)
    eventually(lambda: daemon.events().count("config_reloaded") > told)


def status(daemon: Daemon) -> dict[str, Any]:
    found = daemon.asks("status", audience="private")
    assert found is not None
    return found


def jobs(daemon: Daemon) -> Any:
    return (daemon.asks("ping") or {})["jobs"]


@pytest.mark.parametrize(
    ("text", "in_force"),
    [
        pytest.param(PLAIN + '[schedule]\nnightly = "21:10"\n',
                     lambda d: jobs(d)["nightly"]["next"][11:16] == "21:10", id="schedule"),
        pytest.param(PLAIN.replace("[sources", 'timezone = "Asia/Tokyo"\n[sources'),
                     lambda d: jobs(d)["nightly"]["next"].endswith("+09:00"), id="operator"),
        pytest.param(PLAIN + "[layers]\ntacit = false\n",
                     lambda d: "tacit" not in status(d)["layers"], id="layers"),
        pytest.param(PLAIN.replace("[sources.plain]", "[sources.plain]\nenabled = false"),
                     lambda d: "plain" not in status(d)["sources"], id="sources"),
        pytest.param(PLAIN + MODEL, lambda d: "openai" in status(d)["provider"], id="llm"),
    ],
)  # fmt: skip
def test_a_table_is_in_force_after_a_hang_up(
    daemon: Daemon, text: str, in_force: Callable[[Daemon], Any]
) -> None:
    before = daemon.process.pid
    assert not in_force(daemon)
    hang_up(daemon, text)

    eventually(lambda: in_force(daemon))
    assert daemon.process.pid == before
    assert "restart_needed" not in daemon.events()


@pytest.mark.parametrize("key", ["root", "workspace"])
def test_another_place_of_the_memory_needs_a_restart_which_is_said(
    daemon: Daemon, key: str
) -> None:
    (daemon.home / "elsewhere").mkdir()
    hang_up(daemon, PLAIN + f'[memory]\n{key} = "~/elsewhere"\n')

    (told,) = [line for line in daemon.lines() if line["event"] == "restart_needed"]
    assert told["table"] == "memory"
    command = [sys.executable, "-m", "memoryd", "status"]
    said = subprocess.run(command, env=daemon._env, capture_output=True, text=True, check=False)
    assert said.returncode == 3
    assert "restart" in said.stderr
    says(daemon.home, "My neighbour Maria has a dog.")
    daemon.asks("heartbeat", force=True)
    assert not any((daemon.home / "elsewhere").rglob("items.json"))
    assert (daemon.life / "areas/people/sarah/items.json").exists()
