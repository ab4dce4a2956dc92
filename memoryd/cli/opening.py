"""From a verb's options to the app, the audience and the daemon."""

import argparse
import os
import sys
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from memoryd.cli.screen import warn
from memoryd.core.turn import Audience
from memoryd.errors import LockedError, UsageError
from memoryd.jobs.reading import Glancing, Reading, glance, open_reading
from memoryd.paths import given_file

if TYPE_CHECKING:
    from memoryd.wiring import App

_PATIENCE = 10.0  # seconds in all for another writer
_LOCK = 1.0  # seconds for the lock, before the daemon is looked for again


def reading_of(args: argparse.Namespace) -> Reading:
    """Return the memory opened for reading."""
    return open_reading(os.environ, _config_file(args))


def glance_of(args: argparse.Namespace) -> Glancing:
    """Return the memory opened for a look: half the start of `reading_of`."""
    return glance(os.environ, _config_file(args))


def app_of(args: argparse.Namespace) -> "App":
    """Return the app for this environment."""
    from memoryd.wiring import App  # noqa: PLC0415 - pydantic and the model adapter: 0.2 s

    return App.of(os.environ, config_file=_config_file(args), now=args.now)


def _config_file(args: argparse.Namespace) -> Path | None:
    """Return the file of --config. Raises UsageError where it is none."""
    return given_file(args.config) if args.config else None


def audience_of(args: argparse.Namespace) -> Audience:
    """Return who will read the answer."""
    return Audience(args.audience)


def log_to_stderr() -> None:
    """Send what is logged to standard error: standard output is the answer's."""
    from memoryd import logs  # noqa: PLC0415 - reading verbs log nothing and do without structlog

    # A person at a terminal is told in one line by the verb itself; a log kept of runs has it all.
    level = "error" if sys.stderr.isatty() else "warning"
    logs.setup(stream=sys.stderr, level=level, color=None, env=os.environ)


def writing(
    app: "App", verb: str, params: dict[str, Any], audience: Audience = Audience.PRIVATE
) -> dict[str, Any]:
    """Perform a verb that writes: through the daemon where one runs, else here, under the lock.

    audience: who reads along; others hear neither how far it is nor what is wrong.

    A daemon that answers is waited for however long it works. Raises MemorydError for one that
    does not, UsageError where it would write to another memory than the configuration names,
    LockedError while another writer keeps the memory.
    """
    from memoryd.jobs.agenda import JOBS  # noqa: PLC0415 - reading verbs do without these
    from memoryd.jobs.troubles import chain  # noqa: PLC0415 - as above

    log_to_stderr()
    private = audience is Audience.PRIVATE
    progress = progress_line() if private else _untold
    found = _daemon_or_lock(app, verb, params, progress)
    if isinstance(found, dict):
        answer = found
    else:
        with found as store:
            # As the daemon does at its start.
            if private and verb in JOBS and (broken := chain(store)[2]):
                warn(broken)
            answer = app.perform(verb, params, store, progress)
    progress("")
    return answer


def _daemon_or_lock(
    app: "App", verb: str, params: dict[str, Any], progress: Callable[[str], None]
) -> dict[str, Any] | AbstractContextManager[Any]:
    """Return what the daemon did, or the memory opened for writing where none runs.

    Who waits for the lock looks for the daemon again and again: one whose socket was removed, or
    that is only starting, holds the lock before it listens.
    """
    deadline = time.monotonic() + _PATIENCE
    while True:
        answer = _by_the_daemon(app, verb, params, progress)
        if answer is not None:
            return answer
        try:
            return app.writer(wait=_LOCK, anew=verb == "prepare")
        except LockedError:
            if time.monotonic() >= deadline:
                raise


def _by_the_daemon(
    app: "App", verb: str, params: dict[str, Any], progress: Callable[[str], None]
) -> dict[str, Any] | None:
    """Return the daemon's answer, None where none runs that serves this memory."""
    from memoryd.jobs.in_force import apart, goes_by  # noqa: PLC0415 - reading verbs do without
    from memoryd.jobs.remote import PING_SECONDS, call  # noqa: PLC0415 - as above

    file = app.config_file
    if file != app.paths.config_file and not goes_by(app.env, file):
        return None  # another memory is not the daemon's
    if app.now_text and call(app.paths.socket, "ping", {}, timeout=PING_SECONDS):
        app.run()  # what is no time is told as that
        stop = "`systemctl --user stop memoryd`, or Ctrl-C where a terminal runs it"
        raise UsageError(f"--now needs the daemon stopped: {stop}")
    if found := apart(app.env, file=file):
        if found.other_memory:
            raise UsageError(found.line)
        warn(found.line)
    return call(app.paths.socket, verb, params, progress)


def _untold(_text: str) -> None:
    """Show nothing."""


def progress_line() -> Callable[[str], None]:
    """Return what shows how far a job is: one line that is written over, on a terminal only."""
    if not sys.stderr.isatty():
        return lambda _: None

    def show(text: str) -> None:
        sys.stderr.write(f"\r\033[K{text}")
        sys.stderr.flush()

    return show
