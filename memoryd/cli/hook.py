"""memoryd hook: what Claude Code and Codex show their model beside a session or a prompt."""

import argparse
import json
import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, NoReturn

from memoryd.cli.exits import DONE, UNTOLD
from memoryd.cli.streams import settle, tell
from memoryd.errors import MemorydError, UsageError
from memoryd.jobs.in_force import apart
from memoryd.jobs.remote import call
from memoryd.paths import Paths

HELP = """\
Answer a hook of Claude Code or Codex: its JSON comes on stdin, what the model is to be shown goes
to stdout. --audience is the most that is told: private, or group (also where it is left out).
Whatever goes wrong, the assistant's turn goes on: the exit code is 0 and nothing is shown."""
EXAMPLES = """\
  memoryd hook session-start --audience private     what to know now
  memoryd hook user-prompt --audience private       what is known of whom the prompt names"""
CEILING = True  # without --audience the answer is for a group
_EVENTS = {"session-start": "SessionStart", "user-prompt": "UserPromptSubmit"}
_PATIENCE = 0.5  # seconds for the daemon; then the files are read here


class Parser(argparse.ArgumentParser):
    """Ends well whatever it is given: exit code 2 would take the person's prompt away."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong on standard error and end."""
        _trouble(message)
        settle()
        raise SystemExit(DONE)

    def print_help(self, _file: object = None) -> None:
        """Show the help, if anybody can be shown it."""
        tell(self.format_help(), "stdout")


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's own arguments."""
    parser.add_argument("event", metavar="EVENT", nargs="?", help=" or ".join(_EVENTS))


def run(args: argparse.Namespace) -> int:
    """Print the hook's JSON, or nothing."""
    try:
        text = _text(args)
        if text:
            told = {"hookEventName": _EVENTS[args.event], "additionalContext": text}
            tell(json.dumps({"hookSpecificOutput": told}) + "\n", "stdout")
    except MemorydError as err:
        in_words = args.audience == "private" or isinstance(err, UsageError)
        _trouble(str(err) if in_words else UNTOLD)
    except Exception as err:  # noqa: BLE001 - the last edge: no bug of ours breaks an agent's turn
        _trouble(f"unexpected {type(err).__name__}")
    settle()
    return DONE


def _text(args: argparse.Namespace) -> str:
    if args.event not in _EVENTS:
        raise UsageError(f"write {' or '.join(_EVENTS)} after `memoryd hook`")
    given = _given()
    prompt = given.get("prompt")
    params = {
        "audience": "private" if args.audience == "private" else "group",
        "now": args.now,
        "prompt": None if args.event == "session-start" else str(prompt or ""),
    }
    if params["prompt"] == "":
        return ""
    return str(_answer(args, params)["text"])


def _given() -> Mapping[str, Any]:
    """Return the hook's JSON. Raises UsageError for anything else."""
    try:
        given = json.loads(sys.stdin.buffer.read())
    except (ValueError, RecursionError) as err:
        raise UsageError("the hook's JSON is expected on stdin") from err
    if not isinstance(given, dict):
        raise UsageError("the hook's JSON is expected on stdin")
    return given


def _answer(args: argparse.Namespace, params: Mapping[str, Any]) -> Mapping[str, Any]:
    """Ask the daemon, which has it all in memory; read the files here where there is none."""
    answer = None
    if not args.config:  # another memory is not the daemon's
        with suppress(MemorydError):  # too busy, stopping, or of another version
            if found := apart(os.environ, _PATIENCE):
                _trouble(f"{found.line}; it was not asked")
            else:
                answer = call(Paths.of(os.environ).socket, "context", params, timeout=_PATIENCE)
    if answer is not None:
        return answer
    # Imported only here: 0.1 s that the daemon saves.
    from memoryd.cli.opening import glance_of  # noqa: PLC0415 - see above
    from memoryd.jobs.showing import context  # noqa: PLC0415 - see above

    return context(glance_of(args), params)


def _trouble(text: str) -> None:
    tell(f"memoryd hook: {' '.join(text.split())}\n")
