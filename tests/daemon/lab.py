"""A machine with a real systemd for the time of a test: nspawn on an overlay of this one.

Needs root, Debian's package systemd-container, and nothing from the network. What the machine
writes lies on a tmpfs that goes with it. By hand, as root: `python -m tests.daemon.lab COMMAND...`
boots, runs the command as the user of the lab, and takes everything down.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).parents[2]
USER, HOME = "mira", Path("/home/mira")
PACKAGES, CODE, PYTHON = Path("/opt/packages"), Path("/opt/code"), Path("/opt/python")
BOOT_SECONDS = 60.0

# The lab has no disks, clock or network of its own to look after.
_IDLE = """systemd-timesyncd systemd-networkd systemd-resolved systemd-firstboot systemd-binfmt
    systemd-modules-load systemd-pcrphase systemd-pcrphase-sysinit systemd-hwdb-update
    kmod-static-nodes ldconfig console-getty getty-static""".split()
_NUMBER_ONE = re.compile(r"^NSpid:.*\t1$", re.MULTILINE)
_JOURNAL = "[Journal]\nStorage=persistent\n"  # only then has each user a journal of their own
# This Python may have been built for a folder that the lab's user cannot enter: its own library
# must come before the system's.
_PROGRAM = f"""#!/bin/sh
export PYTHONPATH={CODE}:{PACKAGES} LD_LIBRARY_PATH={PYTHON}/lib
exec {PYTHON}/bin/python{sys.version_info.major}.{sys.version_info.minor} -m memoryd "$@"
"""


def missing() -> str | None:
    """Return why there can be no lab here."""
    if not os.environ.get("MEMORYD_LAB"):
        return "boots a machine, which is slow: set MEMORYD_LAB=1"
    if os.geteuid() != 0:
        return "only root can boot a lab"
    if shutil.which("systemd-nspawn") is None:
        return "systemd-nspawn is not here: apt-get install systemd-container"
    return None


class Lab:
    """The booted machine. Commands are run as root, or as its user beside their own manager."""

    def __init__(self, root: Path, leader: int) -> None:
        self.root, self._leader = root, leader

    def as_root(self, *command: str | Path) -> subprocess.CompletedProcess[str]:
        return self._enter(self._leader, *command)

    def as_user(self, *command: str | Path) -> subprocess.CompletedProcess[str]:
        uid = self.uid()
        variables = {
            "HOME": str(HOME),
            "USER": USER,
            "PATH": "/usr/local/bin:/usr/bin:/bin",
            "LANG": "C.UTF-8",
            "XDG_RUNTIME_DIR": f"/run/user/{uid}",
            "DBUS_SESSION_BUS_ADDRESS": f"unix:path=/run/user/{uid}/bus",
        }
        given = [f"{name}={value}" for name, value in variables.items()]
        return self.as_root(*self._drop(uid), "env", "-i", *given, *command)

    def where_it_runs(self, pid: int, *command: str | Path) -> subprocess.CompletedProcess[str]:
        """Run a command as the user among the folders that a service of theirs sees."""
        enter = ("nsenter", f"--target={pid}", "--mount", "--")
        return self.as_root(*enter, *self._drop(self.uid()), *command)

    def uid(self) -> int:
        return (self.root / HOME.relative_to("/")).stat().st_uid

    def writes(self, path: Path, text: str, mode: int = 0o644) -> None:
        """Put a file of the user's there."""
        uid = self.uid()
        at = self.root / path.relative_to("/")
        for folder in reversed(at.relative_to(self.root).parents):
            if not (self.root / folder).exists():
                (self.root / folder).mkdir()
                os.chown(self.root / folder, uid, uid)
        at.write_text(text)
        at.chmod(mode)
        os.chown(at, uid, uid)

    @staticmethod
    def _drop(uid: int) -> tuple[str, ...]:
        return ("setpriv", f"--reuid={uid}", f"--regid={uid}", "--init-groups")

    @staticmethod
    def _enter(pid: int, *command: str | Path) -> subprocess.CompletedProcess[str]:
        spaces = ("--mount", "--uts", "--ipc", "--pid", "--cgroup", "--net")
        return subprocess.run(
            ["nsenter", f"--target={pid}", *spaces, "--wdns=/", "--", *command],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )


@contextmanager
def booted() -> Iterator[Lab]:
    """Boot a lab in which `~/.local/bin/memoryd` is this checkout; leave nothing of it behind."""
    base = Path(tempfile.mkdtemp(prefix="lab-"))
    _mount("tmpfs", base, kind="tmpfs", options="size=1g,mode=755")
    try:
        root = _tree(base)
        with _machine(root, base / "console") as leader:
            lab = Lab(root, leader)
            lab.writes(HOME / ".local/bin/memoryd", _PROGRAM, mode=0o755)
            _until(lambda: _is_up(lab), base / "console")
            yield lab
    finally:
        _unmount(base / "root")
        _unmount(base)
        base.rmdir()


def _tree(base: Path) -> Path:
    for name in ("upper", "work", "root"):
        (base / name).mkdir()
    root = base / "root"
    options = f"lowerdir=/,upperdir={base}/upper,workdir={base}/work"
    _mount("overlay", root, kind="overlay", options=options)
    system = root / "etc/systemd/system"
    for wanted in system.glob("**/*.wants/*"):  # this machine's services stay out
        wanted.unlink()
    for name in _IDLE:
        _link(system / f"{name}.service", "/dev/null")
    _link(system / "proc-sys-fs-binfmt_misc.automount", "/dev/null")
    _link(system / "default.target", "/lib/systemd/system/multi-user.target")
    (root / "etc/fstab").write_text("")
    (root / "etc/machine-id").write_text("")
    (root / "var/lib/dbus/machine-id").unlink(missing_ok=True)
    _put(root / "etc/systemd/journald.conf.d/lab.conf", _JOURNAL)
    (root / "var/log/journal").mkdir(exist_ok=True)
    subprocess.run(["chroot", root, "useradd", "--create-home", USER], check=True)
    _put(root / "var/lib/systemd/linger" / USER, "")  # their manager runs without a session
    return root


@contextmanager
def _machine(root: Path, console: Path) -> Iterator[int]:
    """Boot, yield the number that the lab's first process has out here, power off."""
    binds = {PROJECT: CODE, Path(sysconfig.get_path("purelib")): PACKAGES}
    binds[Path(sys.base_prefix)] = PYTHON
    with console.open("wb") as out:
        nspawn = subprocess.Popen(
            [
                "systemd-nspawn", "--quiet", "--register=no", "--keep-unit", "--boot",
                f"--directory={root}", f"--machine=lab-{os.getpid()}", "--private-network",
                "--private-users=no", "--link-journal=no", "--resolv-conf=off", "--timezone=off",
                *(f"--bind-ro={here}:{there}" for here, there in binds.items()),
            ],
            env={**os.environ, "SYSTEMD_NSPAWN_UNIFIED_HIERARCHY": "1"},
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=out,
            start_new_session=True,
        )  # fmt: skip
    leader = 0
    try:
        leader = _until(lambda: _first_process(nspawn), console)
        yield leader
    finally:
        _power_off(nspawn, leader)


def _first_process(nspawn: subprocess.Popen[bytes]) -> int | None:
    assert nspawn.poll() is None, "systemd-nspawn ended"
    for children in Path(f"/proc/{nspawn.pid}/task").glob("*/children"):
        for pid in children.read_text().split():
            with suppress(OSError):  # it ended in between
                if _NUMBER_ONE.search(Path(f"/proc/{pid}/status").read_text()):
                    return int(pid)
    return None


def _is_up(lab: Lab) -> bool:
    state = lab.as_user("systemctl", "--user", "is-system-running").stdout.strip()
    return state in ("running", "degraded")


def _power_off(nspawn: subprocess.Popen[bytes], leader: int) -> None:
    if leader:
        Lab._enter(leader, "systemctl", "--no-block", "poweroff")
    try:
        nspawn.wait(20)
    except subprocess.TimeoutExpired:
        if leader:
            os.kill(leader, signal.SIGKILL)
        nspawn.kill()
        nspawn.wait()


def _until(true: Callable[[], Any], console: Path) -> Any:
    end = time.monotonic() + BOOT_SECONDS
    while not (found := true()):
        assert time.monotonic() < end, console.read_text(errors="replace")
        time.sleep(0.1)
    return found


def _put(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def _link(path: Path, target: str) -> None:
    path.unlink(missing_ok=True)
    path.symlink_to(target)


def _mount(what: str, at: Path, *, kind: str, options: str) -> None:
    subprocess.run(["mount", "-t", kind, "-o", options, what, at], check=True)


def _unmount(at: Path) -> None:
    if os.path.ismount(at):
        # Lazily: a process that is just ending may still stand in it.
        subprocess.run(["umount", "--lazy", at], check=True)


if __name__ == "__main__":
    with booted() as machine:
        done = machine.as_user(*sys.argv[1:])
    sys.stdout.write(done.stdout)
    sys.stderr.write(done.stderr)
    sys.exit(done.returncode)
