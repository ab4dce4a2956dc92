import json
import os
import shutil
import socket
import stat
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from memoryd import errors
from memoryd.daemon.socket import MAX_CONNECTIONS, MAX_REQUEST, Server
from memoryd.errors import (
    ConfigError,
    CorruptFileError,
    LockedError,
    MemorydError,
    ReadOnlyStoreError,
    UsageError,
)
from memoryd.jobs.remote import call
from tests.daemon.running import eventually


class Answers:
    """Stands for the worker: echoes, counts, fails, waits or says nothing sensible."""

    def __init__(self) -> None:
        self.go_on = threading.Event()
        self.error: MemorydError = UsageError("no")
        self.asked: list[str] = []

    def __call__(
        self, verb: str, params: Mapping[str, Any], progress: Callable[[str], None]
    ) -> Any:
        self.asked.append(verb)
        match verb:
            case "count":
                for n in range(params["to"]):
                    progress(f"{n}")
            case "fail":
                raise self.error
            case "wait":
                self.go_on.wait(10)
        return dict(params)


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return tmp_path / "memoryd/sock"


@pytest.fixture
def answers(place: Path) -> Iterator[Answers]:
    answers = Answers()
    server = Server(place, answers, idle=0.3)
    server.start()
    yield answers
    answers.go_on.set()
    server.stop()


def raw(place: Path, request: bytes, *, end: bool = False) -> bytes:
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(10)
        connection.connect(str(place))
        connection.sendall(request)
        if end:
            connection.shutdown(socket.SHUT_WR)
        with connection.makefile("rb") as lines:
            return lines.read()


def test_an_answer_comes_back_with_what_was_asked(place: Path, answers: Answers) -> None:
    assert call(place, "echo", {"text": "Süß ☃ \n two"}) == {"text": "Süß ☃ \n two"}
    assert answers.asked == ["echo"]


def test_progress_comes_before_the_answer(place: Path, answers: Answers) -> None:
    heard: list[str] = []

    assert call(place, "count", {"to": 3}, heard.append) == {"to": 3}
    assert heard == ["0", "1", "2"]
    assert answers.asked == ["count"]


@pytest.mark.usefixtures("answers")
def test_the_lines_are_as_described(place: Path) -> None:
    said = raw(place, b'{"verb": "count", "params": {"to": 1}}\n').splitlines()

    assert [json.loads(line) for line in said] == [
        {"progress": "0"},
        {"ok": True, "data": {"to": 1}},
    ]


@pytest.mark.usefixtures("answers")
@pytest.mark.parametrize("end", [True, False])
def test_parameters_and_the_last_newline_may_be_missing(place: Path, *, end: bool) -> None:
    request = b'{"verb": "echo"}' if end else b'{"verb": "echo"}\n'

    assert json.loads(raw(place, request, end=end)) == {"ok": True, "data": {}}


@pytest.mark.parametrize(
    "request_line",
    [
        b"\n",
        b"{\n",
        b"[]\n",
        b"null\n",
        b'"heartbeat"\n',
        b'{"verb": 1}\n',
        b'{"params": {}}\n',
        b'{"verb": "echo", "params": []}\n',
        b'{"verb": "echo", "params": null}\n',
        b"\xff\xfe\x00\n",
        b"[" * 100_000 + b"\n",
        b"x" * (MAX_REQUEST + 1) + b"\n",
        b"x" * (4 * MAX_REQUEST) + b"\n",
        b'{"verb": "echo", "params": {"text": "' + b"x" * MAX_REQUEST + b'"}}\n',
    ],
    ids=lambda line: f"{line[:20]!r} {len(line)}",
)
def test_nonsense_is_refused_and_the_next_is_served(
    place: Path, answers: Answers, request_line: bytes
) -> None:
    said = json.loads(raw(place, request_line))

    assert (said["ok"], said["kind"]) == (False, "UsageError")
    assert answers.asked == []
    assert call(place, "echo", {}) == {}


@pytest.mark.usefixtures("answers")
def test_who_says_nothing_is_hung_up_on(place: Path) -> None:
    assert raw(place, b'{"verb": "ec') == b""


def test_who_leaves_early_harms_nobody(place: Path, answers: Answers) -> None:
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(str(place))
        connection.sendall(b'{"verb": "count", "params": {"to": 2000}}\n')
    eventually(lambda: answers.asked)

    assert call(place, "echo", {}) == {}


def test_one_that_takes_long_does_not_hold_up_another(place: Path, answers: Answers) -> None:
    slow = threading.Thread(target=lambda: call(place, "wait", {}))
    slow.start()
    eventually(lambda: answers.asked)

    assert call(place, "echo", {}) == {}
    answers.go_on.set()
    slow.join()


def test_too_many_at_once_are_told_so(place: Path, answers: Answers) -> None:
    waiting = [threading.Thread(target=call, args=(place, "wait", {})) for _ in range(16)]
    for thread in waiting:
        thread.start()
    eventually(lambda: len(answers.asked) == MAX_CONNECTIONS)

    for _ in range(50):
        with pytest.raises(MemorydError, match="too many"):
            call(place, "echo", {})
    answers.go_on.set()
    for thread in waiting:
        thread.join()
    assert call(place, "echo", {}) == {}


def every_error() -> list[MemorydError]:
    plain = (errors.UsageError, errors.DataError, errors.SlugError, errors.TransitionError,
             errors.StoreError, errors.LockedError, errors.ReadOnlyStoreError, errors.ChainError,
             errors.SourceError, errors.LlmError, errors.TransientLlmError, MemorydError,
             errors.TerminalLlmError, errors.UnreadableAnswerError, errors.BudgetError)  # fmt: skip
    hurt = CorruptFileError("areas/people/x:y/items.json", 3, 1, "a rule: broken")
    return [*(kind("what; do this") for kind in plain), ConfigError(["one", "two"]), hurt]


@pytest.mark.parametrize("error", every_error(), ids=lambda error: type(error).__name__)
def test_an_error_is_the_same_on_the_other_side(
    place: Path, answers: Answers, error: MemorydError
) -> None:
    answers.error = error

    with pytest.raises(type(error)) as caught:
        call(place, "fail", {})

    assert type(caught.value) is type(error)
    assert str(caught.value) == str(error)


def test_the_place_of_a_broken_file_survives(place: Path, answers: Answers) -> None:
    answers.error = CorruptFileError("projects/x/items.json", 3, 14, "not JSON: a comma")

    with pytest.raises(CorruptFileError) as caught:
        call(place, "fail", {})

    found = caught.value
    assert (found.path, found.line, found.column) == ("projects/x/items.json", 3, 14)
    assert found.rule == "not JSON: a comma"


def test_nobody_listening_is_no_error(place: Path) -> None:
    assert call(place, "ping", {}) is None
    leave_stale(place)
    assert call(place, "ping", {}) is None


def leave_stale(place: Path) -> None:
    """What a daemon that was killed leaves."""
    place.parent.mkdir(mode=0o700, exist_ok=True)
    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(str(place))


def test_a_dead_daemon_s_socket_is_replaced(place: Path) -> None:
    leave_stale(place)
    (place.parent / ".new").touch()
    server = Server(place, Answers())
    server.start()

    assert call(place, "echo", {}) == {}
    server.stop()
    assert list(place.parent.iterdir()) == []


@pytest.mark.usefixtures("answers")
def test_a_living_daemon_s_socket_is_not_taken(place: Path) -> None:
    with pytest.raises(LockedError):
        Server(place, Answers()).start()

    assert call(place, "echo", {}) == {}


def test_another_s_socket_is_left_when_it_stops(place: Path) -> None:
    server = Server(place, Answers())
    server.start()
    place.unlink()
    leave_stale(place)

    server.stop()

    assert place.exists()


@pytest.mark.parametrize("umask", [0o000, 0o022, 0o777])
def test_only_its_user_can_open_it_whatever_the_umask(place: Path, umask: int) -> None:
    before = os.umask(umask)
    try:
        server = Server(place, Answers())
        server.start()
    finally:
        os.umask(before)

    modes = [stat.S_IMODE(path.stat().st_mode) for path in (place.parent, place)]
    server.stop()

    assert modes == [0o700, 0o600]


def a_file(folder: Path) -> None:
    folder.mkdir()
    (folder / "sock").touch()


def a_link(folder: Path) -> None:
    (folder.parent / "elsewhere").mkdir()
    folder.symlink_to(folder.parent / "elsewhere")


@pytest.mark.parametrize("in_the_way", [Path.touch, a_file, a_link])
def test_what_is_in_the_way_is_named_and_kept(
    place: Path, in_the_way: Callable[[Path], None]
) -> None:
    in_the_way(place.parent)

    with pytest.raises(UsageError, match=str(place.parent)):
        Server(place, Answers()).start()


def test_a_folder_that_cannot_be_made_is_one_clear_error() -> None:
    with pytest.raises(ReadOnlyStoreError, match="/proc/none"):
        Server(Path("/proc/none/memoryd/sock"), Answers()).start()


@pytest.mark.usefixtures("answers")
@pytest.mark.parametrize("mode", [0o755, 0o770, 0o707])
def test_a_socket_in_a_folder_open_to_others_is_not_trusted(place: Path, mode: int) -> None:
    place.parent.chmod(mode)

    with pytest.raises(UsageError, match="not yours alone"):
        call(place, "ping", {})


@pytest.mark.usefixtures("answers")
@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file to another user")
@pytest.mark.parametrize("which", ["socket", "folder"])
def test_a_socket_of_another_user_is_not_trusted(place: Path, which: str) -> None:
    os.chown(place if which == "socket" else place.parent, 12345, 12345)

    with pytest.raises(UsageError, match="not yours alone"):
        call(place, "ping", {})


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
def test_another_user_is_not_answered(place: Path, answers: Answers) -> None:
    for path in (place, *place.parents[:4]):
        path.chmod(0o777)
    with socket.socket(socket.AF_UNIX) as connection:
        os.seteuid(12345)
        try:
            connection.connect(str(place))
        finally:
            os.seteuid(0)

        with suppress(ConnectionError):
            connection.sendall(b'{"verb": "echo"}\n')
            assert connection.recv(100) == b""

    assert answers.asked == []


def test_an_answer_that_does_not_come_is_one_clear_error(place: Path, answers: Answers) -> None:
    with pytest.raises(MemorydError, match="in time"):
        call(place, "wait", {}, timeout=0.1)
    assert answers.asked == ["wait"]


@pytest.mark.parametrize("queued", [0, 1])
def test_a_daemon_that_takes_no_question_is_one_clear_error(place: Path, queued: int) -> None:
    place.parent.mkdir(mode=0o700)
    with socket.socket(socket.AF_UNIX) as hung, socket.socket(socket.AF_UNIX) as other:
        hung.bind(str(place))
        hung.listen(0)
        if queued:  # as many as its queue holds
            other.connect(str(place))

        with pytest.raises(MemorydError, match=r"does not answer; `systemctl") as caught:
            call(place, "ping", {}, timeout=0.1)

    assert "\n" not in str(caught.value)


def test_a_daemon_that_dies_is_one_clear_error(place: Path) -> None:
    place.parent.mkdir(mode=0o700)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(place))
        listener.listen()

        def hang_up() -> None:
            connection, _ = listener.accept()
            with connection:
                connection.recv(100)
                connection.sendall(b'{"progress": "1"}\n{"ok": tr')

        dying = threading.Thread(target=hang_up)
        dying.start()
        with pytest.raises(MemorydError, match="went away"):
            call(place, "ping", {})
        dying.join()


def test_a_socket_that_is_gone_is_made_anew_and_one_that_stands_is_left(place: Path) -> None:
    server = Server(place, Answers())
    server.start()
    before = place.stat().st_ino
    server.renew()
    assert place.stat().st_ino == before
    for harm in (place.unlink, lambda: shutil.rmtree(place.parent)):
        threads = threading.active_count()
        harm()
        server.renew()
        assert call(place, "echo", {"n": 1}) == {"n": 1}
        eventually(lambda count=threads: threading.active_count() <= count)
    server.stop()
    server.renew()

    assert not place.exists()


@pytest.mark.parametrize("what", ["file", "daemon"])
def test_what_stands_in_the_place_of_a_socket_that_was_removed_is_left_alone(
    place: Path, what: str, caplog: pytest.LogCaptureFixture
) -> None:
    server, other = Server(place, Answers()), Server(place, Answers())
    server.start()
    place.unlink()
    if what == "file":
        place.touch()
    else:
        other.start()
    before = place.lstat().st_ino

    server.renew()
    server.renew()

    assert place.lstat().st_ino == before
    assert len([r for r in caplog.records if "socket_not_renewed" in r.getMessage()]) <= 1
    server.stop()
    assert place.lstat().st_ino == before
    other.stop()
