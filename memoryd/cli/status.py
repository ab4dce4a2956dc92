"""memoryd status: how the memory stands."""

import argparse
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

from memoryd.cli.exits import DONE, IN_PART
from memoryd.cli.opening import app_of
from memoryd.cli.screen import minute, say_json, say_rows, warn
from memoryd.core.count import many
from memoryd.core.money import show_usd
from memoryd.errors import MemorydError
from memoryd.jobs.agenda import HEARTBEAT
from memoryd.jobs.context import Run
from memoryd.jobs.in_force import apart, goes_by
from memoryd.jobs.remote import call
from memoryd.jobs.status import job_times
from memoryd.wiring import App

HELP = """\
Show how the memory stands: what it holds, how far conversations were read, which model is used,
and what needs you. The result is 3 when something does."""
EXAMPLES = """\
  memoryd status
  memoryd status --json"""
_CALLED = {HEARTBEAT: "next heartbeat"}
_PATIENCE = 2.0  # seconds for a daemon that is busy with a model


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's own arguments: none."""
    del parser


def run(args: argparse.Namespace) -> int:
    """Print the state, read from the files, and what only a running daemon knows."""
    app = app_of(args)
    now = app.run()
    store = app.reader()
    answer = app.perform("status", {"audience": args.audience}, store, lambda _: None)
    if args.audience == "private":
        jobs = job_times(store, app.config().schedule, now)
        answer |= {"jobs": jobs} | _daemon(app)
        answer["needs"] = [*answer["needs"], *_out_of_date(app)]
    if args.json:
        say_json(answer)
    else:
        _tell(answer, now)
    for need in answer["needs"]:
        warn(need)
    return IN_PART if answer["needs"] else DONE


def _daemon(app: App) -> dict[str, Any]:
    """Return what the daemon says of itself, and of the jobs it is going to run."""
    try:
        said = call(app.paths.socket, "ping", {}, timeout=_PATIENCE)
    except MemorydError as err:
        return {"daemon": f"cannot be asked: {err}"}
    if said is None:
        return {"daemon": "not running; `memoryd run` starts it"}
    working = f"; {said['running']} is at work" if said["running"] else ""
    told = {
        "daemon": f"running{working}",
        "lastLooked": said["last"] and said["last"]["started"],
        "watch": said["watch"],
    }
    return told | ({"jobs": said["jobs"]} if said["jobs"] else {})


def _out_of_date(app: App) -> list[str]:
    """Return how the daemon's configuration differs from the file, where one says so."""
    with suppress(MemorydError):  # told of as what the daemon is
        file = app.config_file
        ours = file == app.paths.config_file or goes_by(app.env, file, _PATIENCE)
        if ours and (found := apart(app.env, _PATIENCE, file=file)):
            return [found.line]
    return []


def _tell(found: dict[str, Any], run: Run) -> None:
    zone = run.zone
    holds = (
        f"{many(found['entities'], 'entity', 'entities')}, "
        f"{many(found['active'], 'fact that holds', 'facts that hold')}, "
        f"{found['superseded']} superseded"
    )
    if "root" not in found:
        say_rows([("holds", holds), ("broken files", str(found["broken"]))])
        return
    say_rows([
        ("memory", found["root"]),
        ("holds", f"{holds}, {many(found['notes'], 'daily note')}"),
        ("daemon", found["daemon"]),
        ("last heartbeat", _last(found, zone)),
        *((_CALLED.get(job, job), _when(job, times, run)) for job, times in found["jobs"].items()),
        *_reading(found, zone),
        *_attention(found),
    ])  # fmt: skip


def _reading(found: dict[str, Any], zone: ZoneInfo) -> Iterator[tuple[str, str]]:
    """Yield how far the conversations were read, and by whose help."""
    yield "reads from", ", ".join(found["sources"]) or "nothing yet"
    for name, places in found["noTranscripts"].items():
        yield f"  {name}", f"no transcript at {', '.join(places)}"
    for name, time in found["lastExtractedTimestamp"].items():
        yield f"  {name}", f"up to {minute(time, zone)}"
    for name, reasons in found["skipped"].items():
        yield f"  {name}", f"left out: {', '.join(f'{n} {why}' for why, n in reasons.items())}"
    waiting = many(found["waitingLines"], "waits", "wait")
    yield "lines", f"{found['lines']} read, {waiting} to be extracted"
    if found["waitingDays"]:
        waiting = many(found["waitingDays"], "day waits", "days wait")
        yield "nights", f"{waiting} to be reviewed; `memoryd nightly` does it now"
    if found["factsPer100Lines"] is not None:
        yield "facts", f"{found['factsPer100Lines']:g} from each 100 lines that were extracted"
    if found["waiting"]:
        yield "they wait because", _why(found["waiting"], zone)
    yield from _asked(found)


def _asked(found: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield who is asked, and what it has cost."""
    yield "model", found["provider"]
    if found["spend"]:
        yield "spent", _spent(found["spend"])
        if cut := found["spend"]["cut_calls_today"]:
            said = many(cut, "answer came", "answers came")
            yield "cut", f"{said} cut off today; raise [llm] max_output_tokens"


def _attention(found: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield what is worth knowing, though none of it needs a person at once."""
    if found.get("watch"):
        yield "hand edits", found["watch"]
    if found["reviews"]:
        what = "in .memoryd/review, a row each: `memoryd remember` what matters, delete the row"
        yield "waits for your review", f"{found['reviews']}, {what}"
    if found["auditLost"]:
        yield "audit", f"rows {found['auditLost']} went missing once; that is on record"
    if found["strange"]:
        yield "not read", ", ".join(found["strange"])
    if found["next"]:
        yield "worth a look", found["next"]


def _last(found: dict[str, Any], zone: ZoneInfo) -> str:
    """Return when a heartbeat last looked, which the daemon knows, and last kept something."""
    looked, kept = found.get("lastLooked"), found["lastHeartbeat"]
    seen = f"{minute(looked, zone)}; " if looked else ""
    return f"{seen}that kept something: {minute(kept, zone) if kept else 'never'}"


def _when(job: str, times: dict[str, Any], run: Run) -> str:
    """Return when a job was last done and comes next, three times.

    Of heartbeats another row tells the last, and the configuration how often they come.
    """
    due = datetime.fromisoformat(times["next"]) <= run.now
    coming = "due now" if due else minute(times["next"], run.zone)
    if job != HEARTBEAT:
        last = minute(times["last"], run.zone) if times["last"] else "never"
        later = [minute(moment, run.zone) for moment in times.get("then", ())]
        then = f", then {', '.join(later)}" if later else ""
        coming = f"last {last}, next {coming}{then}"
    over = times["overruns"]
    return f"{coming}; {many(over, 'overrun')}" if over else coming


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
    guessed = Decimal(str(spend["month_estimated_usd"]))
    guess = f" ({show_usd(guessed)} of it estimated: the server did not say)" if guessed else ""
    cap = f" of {show_usd(Decimal(str(spend['daily_cap_usd'])))}" if spend["daily_cap_usd"] else ""
    return f"{today}{cap} today, {month} this month{guess}{left_out}"
