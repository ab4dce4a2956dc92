"""memoryd status: how the memory stands."""

import argparse
from typing import Any

from memoryd.cli.exits import DONE, IN_PART
from memoryd.cli.opening import app_of
from memoryd.cli.screen import say_json, say_rows, warn
from memoryd.errors import MemorydError
from memoryd.jobs.remote import call
from memoryd.wiring import App

HELP = """\
Show how the memory stands: what it holds, how far conversations were read, which model is used,
and what needs you. The result is 3 when something does."""
EXAMPLES = """\
  memoryd status
  memoryd status --json"""
_PATIENCE = 2.0  # seconds for a daemon that is busy with a model


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's own arguments: none."""
    del parser


def run(args: argparse.Namespace) -> int:
    """Print the state, read from the files, and what only a running daemon knows."""
    app = app_of(args)
    answer = app.perform("status", {"audience": args.audience}, app.reader(), lambda _: None)
    if args.audience == "private":
        answer = _daemon(app) | answer
    if args.json:
        say_json(answer)
    else:
        _tell(answer)
    for need in answer["needs"]:
        warn(need)
    return IN_PART if answer["needs"] else DONE


def _daemon(app: App) -> dict[str, Any]:
    """Return what the daemon says of itself."""
    try:
        said = call(app.paths.socket, "ping", {}, timeout=_PATIENCE)
    except MemorydError as err:
        return {"daemon": f"cannot be asked: {err}"}
    if said is None:
        return {"daemon": "not running; `memoryd run` starts it"}
    return {"daemon": f"running, next heartbeat {said['next_heartbeat']}"}


def _tell(found: dict[str, Any]) -> None:
    holds = (
        f"{found['entities']} entities, {found['active']} facts that hold, "
        f"{found['superseded']} superseded"
    )
    if "root" not in found:
        say_rows([("holds", holds), ("broken files", str(found["broken"]))])
        return
    rows = [
        ("memory", found["root"]),
        ("holds", f"{holds}, {found['notes']} daily notes"),
        ("daemon", found["daemon"]),
        ("last heartbeat", found["lastHeartbeat"] or "never"),
        ("reads from", ", ".join(found["sources"]) or "nothing yet"),
    ]
    rows += [
        (f"  {name}", f"up to {time}") for name, time in found["lastExtractedTimestamp"].items()
    ]
    rows += [(f"  {name}", f"left out: {', '.join(f'{n} {why}' for why, n in reasons.items())}")
             for name, reasons in found["skipped"].items()]  # fmt: skip
    rows.append(("lines", f"{found['lines']} read, {found['waitingLines']} wait to be extracted"))
    rows.append(("model", found["provider"]))
    if found["spend"]:
        rows.append(("spent", ", ".join(f"{k} {v}" for k, v in found["spend"].items())))
    if found["strange"]:
        rows.append(("not read", ", ".join(found["strange"])))
    if found["next"]:
        rows.append(("worth a look", found["next"]))
    say_rows(rows)
