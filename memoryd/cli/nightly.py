"""memoryd nightly: review the days that are due, today too."""

import argparse
from collections.abc import Iterator
from typing import Any

from memoryd.cli.exits import DONE, IN_PART
from memoryd.cli.heartbeat import blocked_by_hand, tell_group
from memoryd.cli.heartbeat import problems as heartbeat_problems
from memoryd.cli.opening import app_of, audience_of, writing
from memoryd.cli.screen import say, say_json, warn
from memoryd.core.count import many
from memoryd.core.turn import Audience

HELP = """\
Review each day that no night has reviewed yet, and today: a clean timeline, what was decided, what
is still running, facts that were missed, and which facts the day referred to. A day is reviewed
once; lines that come later open it again for the next night. The daemon does this at
[schedule] nightly, by your clock, and catches up on nights it missed."""
EXAMPLES = """\
  memoryd nightly
  memoryd nightly --now 2026-02-15        as of that day (with the daemon stopped)
  memoryd nightly --json                  with every decision and its reason"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's own arguments: none."""
    del parser


def run(args: argparse.Namespace) -> int:
    """Review the days, in the daemon where one runs."""
    app = app_of(args)
    answer = writing(app, "nightly", {"force": True}, audience_of(args))
    if audience_of(args) is Audience.GROUP:
        stuck = any(night["error"] and not night["parked"] for night in answer["days"])
        return tell_group(json=args.json, failed=bool(answer["heartbeat"]["error"]) or stuck)
    if args.json:
        say_json(answer)
    else:
        tell(answer)
    for part in (answer["heartbeat"], *answer["days"]):
        part["blocked"] = blocked_by_hand(app, part["blocked"])
    for problem in _problems(answer):
        warn(problem)
    return IN_PART if answer["partial"] else DONE


def tell(answer: dict[str, Any]) -> None:
    """Print what was done, for a person."""
    if not answer["days"] and (answer["heartbeat"]["error"] or answer["left"]):
        say("nothing reviewed yet; what hinders it is said below")
    elif not answer["days"]:
        say("nothing to review: no new line since the last night")
    for night in answer["days"]:
        found = sum(row["outcome"] == "stored" and "id" in row for row in night["decisions"])
        done = (
            f"{night['noted']} noted, {many(found, 'fact')} found, "
            f"{many(night['touched'], 'fact')} referred to"
        )
        if night.get("empty"):
            say(f"{many(night['empty'], 'day')} before {night['day']} without a line")
        waits = f"waits: {night['error']}" if night["error"] else done
        say(f"{night['day']}  {many(night['lines'], 'line')}  {waits}")
        for ref in night["back"]:
            say(f"  {ref} is at work again")
    if any(night["lines"] for night in answer["days"]):
        say(f"by {answer['reviewer']}")


def _problems(answer: dict[str, Any]) -> Iterator[str]:
    """Yield what went wrong, one line each."""
    yield from heartbeat_problems(answer["heartbeat"])
    for night in answer["days"]:
        if night["parked"]:
            yield f"{night['day']}: no answer could be read; closed, and parked for review"
        if night["blocked"]:
            yield f"{night['day']}: facts wait for {', '.join(night['blocked'])}"
    if answer["left"]:
        yield f"{many(answer['left'], 'day')} left for the next night"
