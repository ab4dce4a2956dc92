"""The unit file, as systemd itself reads it."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from memoryd.config import read_settings
from memoryd.llm import keys
from memoryd.paths import Paths
from tests.daemon.running import PROJECT, has_config

UNIT = PROJECT / "systemd/memoryd.service"
MAX_EXPOSURE = 2.5  # systemd's measure: 0 is sealed, 10 is open

systemd = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="systemd is not installed"
)


def analyze(home: Path, *words: str | Path) -> subprocess.CompletedProcess[str]:
    (home / "run").mkdir(exist_ok=True)
    return subprocess.run(
        ["systemd-analyze", "--user", *words],
        env={"HOME": str(home), "XDG_RUNTIME_DIR": str(home / "run"), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
    )


def values(key: str) -> list[str]:
    """Return what the unit gives for a key, word by word."""
    found = re.findall(rf"^{key}=(.*)$", UNIT.read_text(), re.MULTILINE)
    return [word for text in found for word in text.split()]


@systemd
def test_systemd_finds_nothing_to_say_about_the_unit(home: Path) -> None:
    program = home / ".local/bin/memoryd"
    program.parent.mkdir(parents=True)
    program.touch(mode=0o755)
    said = analyze(home, "verify", UNIT)

    assert (said.returncode, said.stdout, said.stderr) == (0, "", "")


@systemd
def test_systemd_calls_the_unit_well_sealed(home: Path) -> None:
    said = analyze(home, "security", "--offline=yes", UNIT)
    if "unrecognized option" in said.stderr:
        pytest.skip("this systemd cannot judge a file (it can from 250 on)")
    found = re.search(r"exposure level for memoryd.service: ([0-9.]+)", said.stdout)

    assert found, said.stderr
    assert float(found[1]) <= MAX_EXPOSURE


def test_the_rules_on_folders_are_in_force() -> None:
    # A user service without PrivateUsers ignores the others, and no check of systemd's tells.
    assert values("PrivateUsers") == ["yes"]
    assert values("ProtectSystem") == ["strict"]
    assert values("ProtectHome") == ["read-only"]


def test_the_service_may_write_where_memoryd_writes_by_default_and_nowhere_else() -> None:
    env = {"HOME": "/home/alex"}
    root, state = read_settings(env=env).root, Paths.of(env).state_dir
    written = [
        path.removeprefix("-").replace("%h", "/home/alex") for path in values("ReadWritePaths")
    ]

    assert written == [str(root), str(state)]
    assert read_settings(env=env).workspace is None


def test_the_services_socket_is_where_commands_look_for_it() -> None:
    socket = Paths.of({"HOME": "/home/alex", "XDG_RUNTIME_DIR": "/run/user/1000"}).socket

    assert [str(socket.parent)] == [f"/run/user/1000/{name}" for name in values("RuntimeDirectory")]


def test_a_wrong_configuration_ends_with_the_status_that_prevents_a_restart(home: Path) -> None:
    has_config(home, "[schedule]\nheartbeat = 3\n")
    command = [sys.executable, "-m", "memoryd", "run"]
    done = subprocess.run(command, cwd=PROJECT, capture_output=True, check=False)

    assert values("RestartPreventExitStatus") == [str(done.returncode)]


def test_the_watchdog_waits_a_minute() -> None:
    assert values("WatchdogSec") == ["60s"]


def test_the_key_is_an_optional_credential_of_the_name_that_memoryd_asks_for() -> None:
    assert values("LoadCredential") == [f"{keys._NAME}:%h/.config/memoryd/{keys._NAME}"]
    assert values("SetCredential") == [f"{keys._NAME}:\\n"]


# Each was seen to work in a user service of systemd 252; what a test above compares is left out.
SEALED = {
    "Type": "notify", "NotifyAccess": "main", "ExecStart": "%h/.local/bin/memoryd run",
    "ExecReload": "/bin/kill -HUP $MAINPID", "Restart": "on-failure", "TimeoutStopSec": "20s",
    "StartLimitIntervalSec": "0", "UMask": "0077", "RuntimeDirectoryMode": "0700",
    "InaccessiblePaths": "-%h/.ssh -%h/.gnupg -%h/.aws", "PrivateTmp": "yes",
    "NoNewPrivileges": "yes", "CapabilityBoundingSet": "", "RestrictSUIDSGID": "yes",
    "KeyringMode": "private", "RestrictAddressFamilies": "AF_UNIX AF_INET AF_INET6",
    "RestrictNamespaces": "yes", "RestrictRealtime": "yes", "LockPersonality": "yes",
    "MemoryDenyWriteExecute": "yes",
    "SystemCallFilter": "@system-service ~@privileged @resources",
    "SystemCallErrorNumber": "EPERM", "SystemCallArchitectures": "native",
    "ProtectKernelTunables": "yes", "ProtectKernelModules": "yes", "ProtectControlGroups": "yes",
    "ProtectClock": "yes", "ProtectHostname": "yes", "WantedBy": "default.target",
}  # fmt: skip
# They keep it from starting, lose what is written, or cut off the model.
UNFIT = """DynamicUser ProtectKernelLogs StateDirectory LogsDirectory IPAddressDeny PrivateNetwork
    PrivateDevices""".split()


@pytest.mark.parametrize(("key", "value"), SEALED.items())
def test_the_unit_holds_every_rule_that_works_in_a_user_service(key: str, value: str) -> None:
    assert re.search(rf"^{key}=", UNIT.read_text(), re.MULTILINE)
    assert " ".join(values(key)) == value


@pytest.mark.parametrize("key", UNFIT)
def test_the_unit_holds_no_rule_that_breaks_a_user_service(key: str) -> None:
    assert values(key) == []
    assert not re.search(rf"^{key}=", UNIT.read_text(), re.MULTILINE)
