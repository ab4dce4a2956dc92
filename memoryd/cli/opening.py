"""From a verb's options to the app, the audience and the daemon."""

import argparse
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from memoryd.core.turn import Audience
from memoryd.errors import UsageError
from memoryd.wiring import App


def app_of(args: argparse.Namespace) -> App:
    """Return the app for this environment. Raises UsageError for a --config that is not there."""
    file = Path(args.config).expanduser().absolute() if args.config else None
    if file is not None and not file.is_file():
        raise UsageError(f"{args.config} is not there; write one with `memoryd init`")
    return App.of(os.environ, config_file=file, now=args.now)


def audience_of(args: argparse.Namespace) -> Audience:
    """Return who will read the answer."""
    return Audience(args.audience)


def writing(app: App, verb: str, params: dict[str, Any]) -> dict[str, Any]:
    """Perform a verb that writes: through the daemon where one runs, else here, under the lock."""
    from memoryd.jobs.remote import call  # noqa: PLC0415 - reading verbs do without a socket

    progress = progress_line()
    # A memory or a moment of one's own is not the daemon's.
    ours = app.config_file != app.paths.config_file or app.now_text is not None
    answer = None if ours else call(app.paths.socket, verb, params, progress)
    if answer is None:
        with app.writer() as store:
            answer = app.perform(verb, params, store, progress)
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr, flush=True)
    return answer


def progress_line() -> Callable[[str], None]:
    """Return what shows how far a job is: one line that is written over, on a terminal only."""
    if not sys.stderr.isatty():
        return lambda _: None
    return lambda text: print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)
