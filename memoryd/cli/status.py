"""memoryd status: how the memory stands."""

import argparse
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

from memoryd.cli.exits import DONE, IN_PART
from memoryd.cli.opening import app_of
from memoryd.cli.screen import minute, say_json, say_rows, warn
from memoryd.core.count import many
from memoryd.core.money import show_usd
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
    zone = app.run().zone
    answer = app.perform("status", {"audience": args.audience}, app.reader(), lambda _: None)
    if args.audience == "private":
        answer = _daemon(app, zone) | answer
    if args.json:
        say_json(answer)
    else:
        _tell(answer, zone)
    for need in answer["needs"]:
        warn(need)
    return IN_PART if answer["needs"] else DONE


def _daemon(app: App, zone: ZoneInfo) -> dict[str, Any]:
    """Return what the daemon says of itself."""
    try:
        said = call(app.paths.socket, "ping", {}, timeout=_PATIENCE)
    except MemorydError as err:
        return {"daemon": f"cannot be asked: {err}"}
    if said is None:
        return {"daemon": "not running; `memoryd run` starts it"}
    return {
        "daemon": f"running, next heartbeat {minute(said['next_heartbeat'], zone)}",
        "lastLooked": said["last"] and said["last"]["started"],
    }


def _tell(found: dict[str, Any], zone: ZoneInfo) -> None:
    holds = (
        f"{many(found['entities'], 'entity', 'entities')}, "
        f"{many(found['active'], 'fact that holds', 'facts that hold')}, "
        f"{found['superseded']} superseded"
    )
    if "root" not in found:
        say_rows([("holds", holds), ("broken files", str(found["broken"]))])
        return
    rows = [
        ("memory", found["root"]),
        ("holds", f"{holds}, {many(found['notes'], 'daily note')}"),
        ("daemon", found["daemon"]),
        ("last heartbeat", _last(found, zone)),
        ("reads from", ", ".join(found["sources"]) or "nothing yet"),
    ]
    rows += [(f"  {name}", f"up to {minute(time, zone)}")
             for name, time in found["lastExtractedTimestamp"].items()]  # fmt: skip
    rows += [(f"  {name}", f"left out: {', '.join(f'{n} {why}' for why, n in reasons.items())}")
             for name, reasons in found["skipped"].items()]  # fmt: skip
    waiting = many(found["waitingLines"], "waits", "wait")
    rows.append(("lines", f"{found['lines']} read, {waiting} to be extracted"))
    if found["waiting"]:
        rows.append(("they wait because", _why(found["waiting"], zone)))
    rows.append(("model", found["provider"]))
    if found["spend"]:
        rows.append(("spent", _spent(found["spend"])))
    if found["reviews"]:
        rows.append(("waits for your review", str(found["reviews"])))
    if found["auditLost"]:
        rows.append(("audit", f"rows {found['auditLost']} went missing once; that is on record"))
    if found["strange"]:
        rows.append(("not read", ", ".join(found["strange"])))
    if found["next"]:
        rows.append(("worth a look", found["next"]))
    say_rows(rows)


def _last(found: dict[str, Any], zone: ZoneInfo) -> str:
    """Return when a heartbeat last looked, which the daemon knows, and last kept something."""
    looked, kept = found.get("lastLooked"), found["lastHeartbeat"]
    seen = f"{minute(looked, zone)}; " if looked else ""
    return f"{seen}that kept something: {minute(kept, zone) if kept else 'never'}"


def _why(waiting: dict[str, Any], zone: ZoneInfo) -> str:
    """Return why lines wait: what was said when, and when it is tried again."""
    said = str(waiting["said"])
    if not waiting["time"]:
        return said
    at = minute(waiting["time"], zone)
    said = f"{said} on {at}"
    if not waiting["heldUntil"]:
        return said
    until = minute(waiting["heldUntil"], zone)
    same_day = until[: len("2026-02-15")] == at[: len("2026-02-15")]
    after = until.partition(" ")[2] if same_day else until
    return f"{said}; the daemon asks again after {after}; `memoryd heartbeat` asks now"


def _spent(spend: dict[str, Any]) -> str:
    today, month = (show_usd(Decimal(str(spend[key]))) for key in ("today_usd", "month_usd"))
    unknown = spend["unknown_price_calls"]
    left_out = f" ({many(unknown, 'call')} at an unknown price not counted)" if unknown else ""
    return f"{today} today, {month} this month{left_out}"
