"""The unit under a real systemd; see lab.py for what that needs."""

import json
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.daemon.lab import HOME, PROJECT, Lab, booted, missing

WHY_NOT = missing()
pytestmark = pytest.mark.skipif(WHY_NOT is not None, reason=WHY_NOT or "")

UNITS = HOME / ".config/systemd/user"
CONFIG = HOME / ".config/memoryd/config.toml"
CHAT = HOME / "chats/one.jsonl"
CONFIGURED = '[operator]\nname = "Alex"\n[sources.plain]\npaths = ["~/chats"]\n'
SAID = {"time": "2026-01-05T09:15:00+01:00", "role": "operator", "text": "Sarah is my manager."}
SECONDS = 30.0  # more than RestartSec


class Service:
    """memoryd as a service of the lab's user."""

    def __init__(self, lab: Lab) -> None:
        self.lab = lab

    def does(self, verb: str) -> None:
        done = self.lab.as_user("systemctl", "--user", verb, "memoryd")
        assert done.returncode == 0, done.stderr + self.journal_text()

    def shows(self, name: str) -> str:
        command = ("systemctl", "--user", "show", "--value", f"--property={name}", "memoryd")
        return self.lab.as_user(*command).stdout.strip()

    @property
    def pid(self) -> int:
        return int(self.shows("MainPID"))

    def journal(self, *matches: str) -> list[dict[str, Any]]:
        command = ("journalctl", "--user", "-u", "memoryd", "-o", "json", *matches)
        return [json.loads(line) for line in self.lab.as_user(*command).stdout.splitlines()]

    def journal_text(self) -> str:
        return self.lab.as_user("journalctl", "--user", "-u", "memoryd", "-n", "20").stdout

    def sees(self, *command: str) -> str:
        """Return what a command says among the folders of the running daemon."""
        done = self.lab.where_it_runs(self.pid, *command)
        return done.stdout + done.stderr


@pytest.fixture(scope="module")
def lab() -> Iterator[Lab]:
    with booted() as lab:
        yield lab


@pytest.fixture
def service(lab: Lab) -> Iterator[Service]:
    """Start the service on a memory that is new."""
    lab.as_root("rm", "-rf", HOME / "life", HOME / ".local/state/memoryd", UNITS)
    lab.writes(CONFIG, CONFIGURED)
    lab.writes(CHAT, json.dumps(SAID) + "\n")
    lab.writes(HOME / ".ssh/id_ed25519", "a key of Mira's\n", mode=0o600)
    lab.writes(UNITS / "memoryd.service", (PROJECT / "systemd/memoryd.service").read_text())
    for folder in (HOME / "life", HOME / ".local/state/memoryd"):
        lab.as_user("mkdir", "-p", folder)
    lab.as_user("systemctl", "--user", "daemon-reload")
    service = Service(lab)
    service.does("start")
    yield service
    lab.as_user("systemctl", "--user", "stop", "memoryd")
    lab.as_user("systemctl", "--user", "reset-failed", "memoryd")


def eventually(true: Callable[[], Any], service: Service) -> Any:
    end = time.monotonic() + SECONDS
    while not (found := true()):
        assert time.monotonic() < end, service.journal_text()
        time.sleep(0.1)
    return found


def test_it_is_active_once_started_and_says_how_it_is(service: Service) -> None:
    assert service.shows("ActiveState") == "active"
    eventually(lambda: "well" in service.shows("StatusText"), service)
    assert service.shows("StatusText").startswith("heartbeat 20")


def test_a_killed_daemon_is_started_again(service: Service) -> None:
    before = service.pid
    service.lab.as_root("kill", "-KILL", str(before))

    eventually(lambda: service.shows("NRestarts") == "1" and service.pid, service)
    eventually(lambda: service.shows("ActiveState") == "active", service)
    assert service.pid != before


def test_a_daemon_that_hangs_is_ended_and_started_again(service: Service) -> None:
    # The unit waits 60 s; its way is the same in 3.
    service.lab.writes(UNITS / "memoryd.service.d/soon.conf", "[Service]\nWatchdogSec=3s\n")
    service.lab.as_user("systemctl", "--user", "daemon-reload")
    service.does("restart")
    service.lab.as_root("kill", "-STOP", str(service.pid))

    eventually(lambda: service.shows("Result") == "watchdog", service)
    eventually(lambda: service.shows("NRestarts") == "1" and service.pid, service)


def test_a_reload_reads_the_configuration_again(service: Service) -> None:
    before = service.pid
    service.lab.writes(CONFIG, f'{CONFIGURED}[schedule]\nheartbeat = "7m"\n')
    service.does("reload")

    match = "MEMORYD_HEARTBEAT_SECONDS=420.0"
    (line,) = eventually(lambda: service.journal(match, f"_PID={before}"), service)
    assert line["MEMORYD_EVENT"] == "config_reloaded"
    assert service.pid == before


def test_the_journal_finds_a_jobs_lines(service: Service) -> None:
    line, *_ = eventually(lambda: service.journal("JOB_ID=heartbeat"), service)

    assert line["MEMORYD_EVENT"] == "heartbeat_done"
    assert line["MESSAGE"].startswith("heartbeat_done job=heartbeat ")
    assert (line["PRIORITY"], line["SYSLOG_IDENTIFIER"]) == ("6", "memoryd")
    assert line["_TRANSPORT"] == "journal"
    assert not [one for one in service.journal() if "Sarah" in str(one)]


def test_it_writes_to_the_memory_and_its_state_alone(service: Service) -> None:
    for folder in ("life", ".local/state/memoryd"):
        assert service.sees("touch", f"{HOME}/{folder}/probe") == ""
    for place in (f"{HOME}/probe", f"{HOME}/.config/memoryd/config.toml", "/etc/probe"):
        assert "Read-only file system" in service.sees("touch", place)
    assert "Permission denied" in service.sees("cat", f"{HOME}/.ssh/id_ed25519")


def test_a_memory_elsewhere_is_refused_until_the_unit_names_it(service: Service) -> None:
    service.lab.writes(CONFIG, f'{CONFIGURED}[memory]\nroot = "~/elsewhere"\n')
    service.lab.as_user("mkdir", "-p", HOME / "elsewhere")
    service.does("restart")
    eventually(lambda: service.journal("MEMORYD_EVENT=memory_refused"), service)
    assert service.shows("ActiveState") == "active"

    more = f"[Service]\nReadWritePaths={HOME}/elsewhere\n"
    service.lab.writes(UNITS / "memoryd.service.d/root.conf", more)
    service.lab.as_user("systemctl", "--user", "daemon-reload")
    service.does("restart")
    eventually(lambda: "well" in service.shows("StatusText"), service)


def test_a_wrong_configuration_ends_it_for_good(service: Service) -> None:
    service.lab.writes(CONFIG, "[schedule]\nheartbeat = 3\n")
    service.lab.as_user("systemctl", "--user", "restart", "memoryd")

    eventually(lambda: service.shows("ActiveState") == "failed", service)
    assert (service.shows("ExecMainStatus"), service.shows("NRestarts")) == ("2", "0")


def test_a_stop_is_clean_and_its_last_line_is_found(service: Service) -> None:
    pid = service.pid
    service.does("stop")

    assert (service.shows("Result"), service.shows("ExecMainStatus")) == ("success", "0")
    assert service.shows("ActiveState") == "inactive"
    eventually(lambda: service.journal("MEMORYD_EVENT=stopped", f"_PID={pid}"), service)
    socket = f"/run/user/{service.lab.uid()}/memoryd/sock"
    assert service.lab.as_root("test", "-e", socket).returncode == 1
