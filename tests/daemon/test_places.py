"""The daemon is found by whoever asks for it: from a session, by cron, through sudo."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from memoryd.jobs.remote import call
from tests.daemon.running import PROJECT, eventually
from tests.faults.shim import in_child

CONFIG = '[operator]\nname = "Alex"\ntimezone = "UTC"\n'


class Somebody:
    """Somebody with a home, in and out of a session."""

    def __init__(self, home: Path, session: Path) -> None:
        self.home, self.session = home, session
        (home / ".config/memoryd").mkdir(parents=True)
        (home / ".config/memoryd/config.toml").write_text(CONFIG)

    def command(self, *words: str, inside: bool, **variables: str) -> dict[str, object]:
        env = {"HOME": str(self.home), "PATH": os.environ["PATH"]}
        if inside:
            env["XDG_RUNTIME_DIR"] = str(self.session)
        return {"args": [sys.executable, "-m", "memoryd", *words], "cwd": PROJECT,
                "env": env | variables}  # fmt: skip

    def types(self, *words: str, inside: bool, **variables: str) -> tuple[int, str]:
        command = self.command(*words, inside=inside, **variables)
        done = subprocess.run(**command, capture_output=True, text=True, check=False)
        return done.returncode, done.stdout + done.stderr

    def sees_it(self, *, inside: bool, **variables: str) -> bool:
        return "daemon          running" in self.types("status", inside=inside, **variables)[1]


@pytest.fixture
def somebody(tmp_path: Path) -> Iterator[Somebody]:
    """Somebody whose session's folder stands where systemd puts it."""
    session = Path(f"/run/user/{os.geteuid()}")
    place = session / "memoryd"
    made = [path for path in (place, session, session.parent) if not path.exists()]
    try:
        for path in reversed(made):
            path.mkdir(mode=0o700)
    except OSError as err:
        pytest.skip(f"{place} cannot be had for a test: {err.strerror}")
    if place not in made:
        pytest.skip(f"{place} is in use")
    yield Somebody(tmp_path / "home", session)
    (place / "sock").unlink(missing_ok=True)
    for path in made:
        path.rmdir()


@contextmanager
def daemon(somebody: Somebody, *, inside: bool) -> Iterator[None]:
    it = subprocess.Popen(**somebody.command("run", inside=inside), stderr=subprocess.DEVNULL)
    try:
        eventually(lambda: somebody.sees_it(inside=inside))
        yield
    finally:
        it.terminate()
        it.wait()


@pytest.mark.parametrize("inside", [True, False])
def test_a_daemon_in_and_out_of_a_session_is_found_from_both(
    somebody: Somebody, *, inside: bool
) -> None:
    with daemon(somebody, inside=inside):
        assert somebody.sees_it(inside=not inside)
        code, said = somebody.types("remember", "I like tea", inside=not inside)
        assert (code, "alex-001" in said) == (0, True)


def test_a_daemon_of_another_memory_is_passed_over(somebody: Somebody, tmp_path: Path) -> None:
    with daemon(somebody, inside=True):
        assert not somebody.sees_it(inside=False, HOME=str(tmp_path))
        assert not somebody.sees_it(inside=False, XDG_STATE_HOME=str(tmp_path))


def test_a_socket_that_others_may_have_put_is_passed_over(somebody: Somebody) -> None:
    with daemon(somebody, inside=True):
        (somebody.session / "memoryd").chmod(0o755)
        assert not somebody.sees_it(inside=False)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
def test_a_session_folder_of_another_user_is_no_error(tmp_path: Path) -> None:
    tmp_path.chmod(0o700)

    def asks() -> None:
        os.setuid(65534)
        assert call(tmp_path / "memoryd/sock", "ping", {}) is None

    assert in_child(asks) == 0
