"""The log: where it goes, how it looks there, and what it never says.

Fields under journald, colour on a terminal, key=value otherwise. A line is an event's constant
name and plain values; the memory's text, secrets and foreign exceptions' messages are withheld.
"""

import errno
import logging
import os
import re
import stat
import sys
from collections.abc import Iterator, Mapping, MutableMapping, Sequence, Sized
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from datetime import date, time, timedelta
from decimal import Decimal
from pathlib import PurePath
from traceback import walk_tb
from types import MappingProxyType
from typing import Any, TextIO

import structlog
from structlog.typing import Processor

from memoryd import journal
from memoryd.errors import MemorydError

# Keys whose last word is one of these are logged as a length: text, old_fact, api_key.
WITHHELD = frozenset({
    "text", "fact", "prompt", "answer", "content", "summary", "message", "line",
    "key", "token", "password", "secret",
})  # fmt: skip
_EVENT = re.compile("[a-z][a-z0-9_]*")
_PRIORITIES = {"debug": 7, "info": 6, "warning": 4, "error": 3, "critical": 2}  # as syslog has them

_within: ContextVar[Mapping[str, str]] = ContextVar("within", default=MappingProxyType({}))

Event = MutableMapping[str, Any]


def setup(
    *,
    stream: TextIO,
    level: str,
    color: bool | None,
    env: Mapping[str, str],
    journal_socket: str = journal.SOCKET,
) -> None:
    """Send every line of `level` (debug, info, warning, error) and above to the stream.

    stream: standard error, always: standard output belongs to what commands answer. Where it leads
    to the journal, lines go to the journal's socket as fields, and to the stream when that fails;
    color: True and False decide, None looks at the stream. Libraries are heard from warnings on.
    """
    if _is_journal(stream, env):
        look = _journal_look(stream, journal_socket)
    else:
        look = _look(stream, env, color=color)
    structlog.configure(
        processors=[_name_level_and_job, _describe_exception, _withhold, *look],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=lambda *_: _Lines(stream),
        cache_logger_on_first_use=False,
    )
    logging.basicConfig(handlers=[_Library(logging.WARNING)], level=logging.WARNING, force=True)


@contextmanager
def in_job(job: str, run: str | None = None) -> Iterator[None]:
    """Name the job (heartbeat, nightly, synthesis) in each line logged within, and its run.

    run: the run's id, None where it has none yet. It holds for the thread that enters it alone:
    threads started within begin without.
    """
    token = _within.set({"job": job} if run is None else {"job": job, "run": run})
    try:
        yield
    finally:
        _within.reset(token)


def _look(stream: TextIO, env: Mapping[str, str], *, color: bool | None) -> Sequence[Processor]:
    clock = structlog.processors.TimeStamper(fmt="iso", utc=True)
    if color is None:
        color = stream.isatty() and not env.get("NO_COLOR") and env.get("TERM") != "dumb"
    if color:
        return [clock, structlog.dev.ConsoleRenderer(colors=True)]
    order = ["timestamp", "level", "event"]
    return [clock, structlog.processors.LogfmtRenderer(key_order=order, bool_as_flag=False)]


def _journal_look(stream: TextIO, address: str) -> Sequence[Processor]:
    lines: list[Processor] = [structlog.processors.JSONRenderer(), _prefix_priority]
    # The journal's stream is a socket. For anything else the variable was set by hand, and what
    # reads it there must not find it empty.
    native = stat.S_ISSOCK(os.fstat(stream.fileno()).st_mode)
    return [_ToJournal(address), *lines] if native else lines


def _is_journal(stream: TextIO, env: Mapping[str, str]) -> bool:
    """Tell whether the stream itself is the journal's, which has the time of each line.

    Programs started from a desktop's terminal inherit the variable, but not the stream.
    """
    try:
        status = os.fstat(stream.fileno())
    except (OSError, ValueError):
        return False
    return env.get("JOURNAL_STREAM") == f"{status.st_dev}:{status.st_ino}"


def _name_level_and_job(_logger: object, method: str, event: Event) -> Event:
    return {"event": event.pop("event"), "level": method, **_within.get(), **event}


def _prefix_priority(_logger: object, method: str, line: Any) -> str:  # noqa: ANN401 - structlog's
    return f"<{_PRIORITIES[method]}>{line}"


def _describe_exception(_logger: object, _method: str, event: Event) -> Event:
    """Replace exc_info by the error's type, place and cause; a foreign message may hold memory."""
    given = event.pop("exc_info", None)
    error = sys.exc_info()[1] if given is True else given[1] if isinstance(given, tuple) else given
    if not isinstance(error, BaseException):
        return event
    event["error"] = type(error).__name__
    if isinstance(error, MemorydError):
        event["reason"] = str(error)
    if isinstance(error, OSError) and error.errno:
        event["errno"] = errno.errorcode.get(error.errno, error.errno)
    if error.__cause__:
        event["cause"] = type(error.__cause__).__name__
    frames = [(f.f_globals.get("__name__", "?"), line) for f, line in walk_tb(error.__traceback__)]
    ours = [place for place in frames if place[0].startswith("memoryd")]
    if frames:
        event["at"] = ":".join(map(str, (ours or frames)[-1]))
    return event


def _withhold(_logger: object, _method: str, event: Event) -> Event:
    """Let only constant names and plain values pass; everything else becomes a size or a type."""
    name = str(event.pop("event"))
    known: Event = {"event": name if _EVENT.fullmatch(name) else "unnamed_event"}
    if known["event"] != name:
        known["event_chars"] = len(name)
    known.update(_plain(key, value) for key, value in event.items())
    return known


def _plain(key: str, value: object) -> tuple[str, object]:
    if key.rpartition("_")[2] in WITHHELD:
        return f"{key}_chars", len(str(value))
    match value:
        case None | bool() | int() | float():
            return key, value
        case MemorydError() | str() | date() | time() | timedelta() | PurePath() | Decimal():
            text = str(value)
            return key, text if text.isprintable() else ascii(text)[1:-1]
        case Sized():
            return f"{key}_count", len(value)
        case _:
            return f"{key}_type", type(value).__name__


class _ToJournal:
    """The step of a line that ends it where the journal takes it."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._render = structlog.processors.LogfmtRenderer(bool_as_flag=False)

    def __call__(self, logger: object, method: str, event: Event) -> Event:
        values = {key: value for key, value in event.items() if key != "level"}
        rest = {key: value for key, value in values.items() if key != "event"}
        message = f"{values['event']} {self._render(logger, method, rest)}".rstrip()
        fields = journal.entry(message, _PRIORITIES[method], values)
        if journal.send(fields, address=self._address):
            raise structlog.DropEvent
        return event


class _Lines:
    """What structlog writes to: one whole line a call."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def info(self, line: str) -> None:
        # Work must not stop because nobody can be told of it (a full disk, a closed pipe).
        with suppress(OSError, ValueError):
            self._stream.write(f"{line}\n")
            self._stream.flush()

    debug = warning = error = critical = info


class _Library(logging.Handler):
    """Brings what APScheduler, watchdog and httpx say into the same log.

    Only the message's template: its arguments may be addresses with keys, or text of the memory.
    """

    def emit(self, record: logging.LogRecord) -> None:
        level = min(record.levelno // 10 * 10, logging.CRITICAL)
        structlog.get_logger().log(
            level,
            "library_message",
            library=record.name,
            template=record.msg,
            exc_info=record.exc_info,
        )
