"""What the log says, and what it never says."""

import io
import json
import logging
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest
import structlog
from hypothesis import given
from hypothesis import strategies as st

from memoryd import logs
from memoryd.errors import CorruptFileError, SourceError
from tests.journal_kit import Journal


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def untouched_logging() -> Iterator[None]:
    handlers, level = logging.root.handlers[:], logging.root.level
    yield
    structlog.reset_defaults()
    logging.root.handlers[:], logging.root.level = handlers, level


def plain(level: str = "debug") -> io.StringIO:
    stream = io.StringIO()
    logs.setup(stream=stream, level=level, color=None, env={})
    return stream


def said(event: str = "beat_done", **values: Any) -> str:
    stream = plain()
    structlog.get_logger().info(event, **values)
    return stream.getvalue()


def journal(path: Path, log: Any, journal_socket: str = "") -> list[str]:
    """Return the lines written when the stream is the one that systemd names, but no socket."""
    with path.open("w") as stream:
        status = os.fstat(stream.fileno())
        env = {"JOURNAL_STREAM": f"{status.st_dev}:{status.st_ino}"}
        logs.setup(stream=stream, level="debug", color=None, env=env, journal_socket=journal_socket)
        log(structlog.get_logger())
    return path.read_text().splitlines()


def test_a_line_has_time_level_event_and_values() -> None:
    line = said("facts_extracted", entity="people/priya", added=2, whole=True)

    time, rest = line.split(" ", 1)
    assert time.startswith("timestamp=20")
    assert time.endswith("Z")
    assert rest == "level=info event=facts_extracted entity=people/priya added=2 whole=true\n"


def test_under_journald_a_line_is_json_with_a_priority_and_no_time(tmp_path: Path) -> None:
    lines = journal(tmp_path / "log", lambda log: log.warning("late", minutes=3))

    assert lines == ['<4>{"event": "late", "level": "warning", "minutes": 3}']


class Stream:
    """The journal's end of a service's standard error, which is a socket."""

    def __init__(self, journal_socket: str) -> None:
        self._ours, self._theirs = socket.socketpair()
        self.text = self._ours.makefile("w")
        status = os.fstat(self.text.fileno())
        env = {"JOURNAL_STREAM": f"{status.st_dev}:{status.st_ino}"}
        logs.setup(
            stream=self.text, level="debug", color=None, env=env, journal_socket=journal_socket
        )

    def lines(self) -> list[str]:
        """Return what went past the journal's protocol."""
        self.text.close()
        self._ours.close()
        with self._theirs:
            return self._theirs.makefile().read().splitlines()


Fields = list[tuple[str, str]]


def in_the_journal(folder: Path, log: Callable[[Any], object]) -> Fields:
    """Return the fields of the one line that was logged; nothing may go to the stream."""
    with Journal(folder / "journal") as heard:
        stream = Stream(heard.address)
        log(structlog.get_logger())
        fields = heard.fields()

        assert heard.is_empty()
    assert stream.lines() == []
    return fields


def test_in_the_journal_each_value_is_a_field(tmp_path: Path) -> None:
    fields = in_the_journal(
        tmp_path,
        lambda log: log.warning(
            "late", job="nightly", ref="people/priya", ms=3, whole=True, x=None
        ),
    )

    assert fields == [
        ("MESSAGE", "late job=nightly ref=people/priya ms=3 whole=true x="),
        ("PRIORITY", "4"),
        ("SYSLOG_IDENTIFIER", "memoryd"),
        ("MEMORYD_EVENT", "late"),
        ("JOB_ID", "nightly"),
        ("ENTITY", "people/priya"),
        ("MEMORYD_MS", "3"),
        ("MEMORYD_WHOLE", "true"),
    ]


def test_a_message_without_values_is_the_events_name(tmp_path: Path) -> None:
    assert ("MESSAGE", "stopped") in in_the_journal(tmp_path, lambda log: log.info("stopped"))


@pytest.mark.parametrize("key", sorted([*logs.WITHHELD, "old_fact", "api_key"]))
def test_text_and_secrets_are_no_fields(key: str, tmp_path: Path) -> None:
    fields = in_the_journal(tmp_path, lambda log: log.info("saved", **{key: MEMORY, "x": [MEMORY]}))

    assert (f"MEMORYD_{key.upper()}_CHARS", "28") in fields
    assert "bees" not in str(fields)


def test_an_event_that_is_no_constant_name_is_no_field(tmp_path: Path) -> None:
    fields = in_the_journal(tmp_path, lambda log: log.info(MEMORY))

    assert ("MEMORYD_EVENT", "unnamed_event") in fields
    assert "bees" not in str(fields)


def test_an_exception_becomes_fields(tmp_path: Path) -> None:
    fields = dict(
        in_the_journal(
            tmp_path, lambda log: log.error("job_failed", exc_info=OSError(28, MEMORY, MEMORY))
        )
    )

    assert (fields["MEMORYD_ERROR"], fields["MEMORYD_ERRNO"]) == ("OSError", "ENOSPC")
    assert "bees" not in str(fields)


def test_what_a_library_says_becomes_fields(tmp_path: Path) -> None:
    httpx = logging.getLogger("httpx")  # noqa: TID251 - as libraries do
    fields = dict(in_the_journal(tmp_path, lambda _: httpx.warning("GET %s failed", "?key=sk-1")))

    assert (fields["MEMORYD_LIBRARY"], fields["PRIORITY"]) == ("httpx", "4")
    assert fields["MEMORYD_TEMPLATE"] == "GET %s failed"
    assert "sk-1" not in str(fields)


def test_what_the_journal_does_not_take_goes_to_the_stream(tmp_path: Path) -> None:
    stream = Stream(str(tmp_path / "nobody"))
    structlog.get_logger().warning("late", minutes=3)

    assert stream.lines() == ['<4>{"event": "late", "level": "warning", "minutes": 3}']


def test_a_file_that_is_named_as_the_journals_stream_gets_its_lines(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal") as heard:
        lines = journal(tmp_path / "log", lambda log: log.info("started"), heard.address)

        assert heard.is_empty()
    assert len(lines) == 1


def test_a_line_too_large_for_the_journal_arrives_cut(tmp_path: Path) -> None:
    fields = dict(in_the_journal(tmp_path, lambda log: log.info("listed", names="n" * 500_000)))

    assert fields["MESSAGE"].startswith("listed names=nnn")
    assert fields["MEMORYD_CUT"] == "true"


@pytest.mark.parametrize(
    ("level", "priority"),
    [("debug", 7), ("info", 6), ("warning", 4), ("error", 3), ("exception", 3), ("critical", 2)],
)
def test_priorities_are_those_of_syslog(level: str, priority: int, tmp_path: Path) -> None:
    (line,) = journal(tmp_path / "log", lambda log: getattr(log, level)("happened"))

    assert line.startswith(f"<{priority}>{{")


def test_a_terminal_that_systemd_started_is_no_journal() -> None:
    stream = io.StringIO()
    env = {"JOURNAL_STREAM": "8:1234", "INVOCATION_ID": "0" * 32}
    logs.setup(stream=stream, level="info", color=None, env=env)
    structlog.get_logger().info("started")

    assert stream.getvalue().startswith("timestamp=")


@pytest.mark.parametrize(
    ("stream", "color", "env", "coloured"),
    [
        (Terminal(), None, {}, True),
        (Terminal(), None, {"NO_COLOR": "1"}, False),
        (Terminal(), None, {"NO_COLOR": ""}, True),
        (Terminal(), None, {"TERM": "dumb"}, False),
        (Terminal(), False, {}, False),
        (io.StringIO(), None, {}, False),
        (io.StringIO(), True, {}, True),
    ],
)
def test_colour_is_for_terminals_unless_told_otherwise(
    *, stream: io.StringIO, color: bool | None, env: dict[str, str], coloured: bool
) -> None:
    logs.setup(stream=stream, level="info", color=color, env=env)
    structlog.get_logger().info("started")

    assert ("\x1b[" in stream.getvalue()) is coloured


def test_what_is_below_the_level_is_not_said() -> None:
    stream = plain("warning")
    structlog.get_logger().info("started")

    assert stream.getvalue() == ""


def test_nothing_is_written_to_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    logs.setup(stream=sys.stderr, level="info", color=None, env={})
    structlog.get_logger().info("started")

    out, err = capsys.readouterr()
    assert (out, "started" in err) == ("", True)


MEMORY = "Priya keeps bees on the roof"


@pytest.mark.parametrize("key", sorted([*logs.WITHHELD, "old_fact", "api_key", "system_prompt"]))
def test_text_and_secrets_become_lengths(key: str) -> None:
    line = said(**{key: MEMORY})

    assert f" {key}_chars=28\n" in line
    assert "bees" not in line


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ([MEMORY], "value_count=1"),
        ({"text": MEMORY}, "value_count=1"),
        ((MEMORY, MEMORY), "value_count=2"),
        (MEMORY.encode(), "value_count=28"),
        (CorruptFileError, "value_type=type"),
        (ValueError(MEMORY), "value_type=ValueError"),
        (SourceError("cannot read a.jsonl"), 'value="cannot read a.jsonl"'),
        (Path("/a/b"), "value=/a/b"),
        (date(2026, 2, 15), "value=2026-02-15"),
        (None, "value="),
        ("a\nb\x1b[31m", r"value=a\nb\x1b[31m"),
        ("Zoë", "value=Zoë"),
    ],
)
def test_only_plain_values_are_shown(value: object, shown: str) -> None:
    line = said(value=value)

    assert "bees" not in line
    assert line.count("\n") == 1
    assert line.endswith(f" {shown}\n")


@pytest.mark.parametrize("event", [f"Saved {MEMORY}", f"saved: {MEMORY}", MEMORY, "", "saved\n"])
def test_an_event_that_is_no_constant_name_is_withheld(event: str) -> None:
    line = said(event)

    assert line.endswith(f"level=info event=unnamed_event event_chars={len(event)}\n")
    assert "bees" not in line


@given(st.text(min_size=30), st.sampled_from(sorted(logs.WITHHELD)))
def test_no_text_under_a_withheld_key_reaches_the_log(text: str, key: str) -> None:
    assert text not in said(**{key: text})


def raise_from(error: Exception, cause: Exception | None = None) -> None:
    secret = MEMORY  # a local that a long traceback would show
    if secret:
        raise error from cause


def failed(error: Exception, cause: Exception | None = None) -> str:
    stream = plain()
    try:
        raise_from(error, cause)
    except Exception:  # noqa: BLE001 - any kind is what is tested
        structlog.get_logger().exception("job_failed", job="nightly")
    return stream.getvalue()


def test_a_foreign_exception_is_logged_as_type_and_place() -> None:
    line = failed(ValueError(f"no JSON: {MEMORY}"), KeyError(MEMORY))

    assert "event=job_failed job=nightly error=ValueError cause=KeyError at=" in line
    assert "bees" not in line
    assert line.count("\n") == 1


def test_our_own_errors_keep_their_message() -> None:
    assert 'error=SourceError reason="a.jsonl: cut"' in failed(SourceError("a.jsonl: cut"))


def test_an_error_of_the_system_keeps_its_name_but_no_file() -> None:
    line = failed(OSError(28, "No space left", "/home/alex/life/areas/people/priya"))

    assert "error=OSError errno=ENOSPC" in line
    assert "priya" not in line


def test_the_place_of_an_error_is_the_innermost_one_of_ours() -> None:
    stream = plain()
    try:
        logs.setup(stream=stream, level="nonsense", color=None, env={})
    except KeyError:
        structlog.get_logger().exception("job_failed")

    assert " at=memoryd.logs:" in stream.getvalue()


def test_an_exception_may_be_given_as_a_value() -> None:
    stream = plain()
    structlog.get_logger().error("job_failed", exc_info=ValueError(MEMORY))

    assert stream.getvalue().endswith("event=job_failed error=ValueError\n")


def library(name: str, level: int, template: str, *args: object, **more: Any) -> str:
    stream = plain()
    logging.getLogger(name).log(level, template, *args, **more)  # noqa: TID251 - as libraries do
    return stream.getvalue()


@pytest.mark.parametrize("name", ["apscheduler.scheduler", "watchdog", "httpx", "httpcore"])
def test_libraries_are_heard_from_warnings_on(name: str) -> None:
    assert library(name, logging.INFO, "started") == ""
    assert "level=warning event=library_message library=" in library(name, logging.WARNING, "late")


def test_a_librarys_arguments_are_not_logged() -> None:
    line = library("httpx", logging.ERROR, "GET %s failed", "http://h/?key=sk-1")

    assert 'template="GET %s failed"' in line
    assert "sk-1" not in line


def test_httpx_stays_silent_even_where_somebody_turned_it_up() -> None:
    stream = plain()
    httpx = logging.getLogger("httpx")  # noqa: TID251 - as libraries do
    httpx.setLevel(logging.INFO)
    try:
        httpx.info("HTTP Request: %s", "http://h/?key=sk-1")
    finally:
        httpx.setLevel(logging.NOTSET)

    assert stream.getvalue() == ""


def test_a_librarys_exception_is_described_like_ours() -> None:
    error = ValueError(MEMORY)
    line = library("apscheduler", logging.ERROR, "Job raised", exc_info=(ValueError, error, None))

    assert "error=ValueError" in line
    assert "bees" not in line


def test_work_goes_on_when_the_log_cannot_be_written() -> None:
    program = (
        "import sys, os, structlog; from memoryd import logs;"
        "logs.setup(stream=sys.stderr, level='info', color=None, env={});"
        "[structlog.get_logger().info('started') for _ in range(9)]; print('done')"
    )
    full = Path("/dev/full")
    with full.open("w") as stderr:
        done = subprocess.run(
            [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=stderr, check=False
        )

    assert done.stdout == b"done\n"


def test_setting_up_again_moves_the_log() -> None:
    first, second = plain(), plain()
    structlog.get_logger().info("started")

    assert (first.getvalue(), second.getvalue().count("started")) == ("", 1)


def test_journal_lines_are_json_whatever_the_values(tmp_path: Path) -> None:
    (line,) = journal(tmp_path / "log", lambda log: log.info("x", day=date(2026, 2, 15), n="\n"))

    assert json.loads(line[3:]) == {"event": "x", "level": "info", "day": "2026-02-15", "n": "\\n"}


def test_what_is_logged_within_a_job_names_it() -> None:
    stream = plain()
    log = structlog.get_logger()  # as modules do, before any job
    with logs.in_job("nightly"):
        log.info("began", ms=1)
        with logs.in_job("nightly", "0a1b"):
            log.info("called", ms=2)
        log.info("ended", ms=3)
    log.info("idle")

    assert [line.split(" ", 2)[2] for line in stream.getvalue().splitlines()] == [
        "event=began job=nightly ms=1",
        "event=called job=nightly run=0a1b ms=2",
        "event=ended job=nightly ms=3",
        "event=idle",
    ]


def test_a_job_within_a_job_is_the_one_that_is_named() -> None:
    stream = plain()
    with logs.in_job("nightly", "0a1b"):
        with logs.in_job("heartbeat", "2c3d"):
            structlog.get_logger().info("inner")
        structlog.get_logger().info("outer")

    inner, outer = stream.getvalue().splitlines()
    assert inner.endswith("event=inner job=heartbeat run=2c3d")
    assert outer.endswith("event=outer job=nightly run=0a1b")


def test_a_job_that_fails_is_over() -> None:
    stream = plain()
    with pytest.raises(SourceError), logs.in_job("nightly"):
        raise SourceError("a.jsonl: cut")
    structlog.get_logger().info("idle")

    assert stream.getvalue().endswith(" event=idle\n")


def test_what_a_line_itself_says_comes_before_the_job_around_it() -> None:
    stream = plain()
    with logs.in_job("nightly"):
        structlog.get_logger().info("overrun", job="heartbeat")

    assert stream.getvalue().endswith(" event=overrun job=heartbeat\n")


def test_a_job_is_named_in_its_own_thread_alone() -> None:
    stream = plain()
    with logs.in_job("nightly"):
        other = threading.Thread(target=lambda: structlog.get_logger().info("asked"))
        other.start()
        other.join()

    assert stream.getvalue().endswith(" event=asked\n")


def test_what_a_library_says_within_a_job_names_it(tmp_path: Path) -> None:
    httpx = logging.getLogger("httpx")  # noqa: TID251 - as libraries do
    with logs.in_job("nightly", "0a1b"):
        fields = dict(in_the_journal(tmp_path, lambda _: httpx.warning("late")))

    assert (fields["JOB_ID"], fields["MEMORYD_RUN"]) == ("nightly", "0a1b")
