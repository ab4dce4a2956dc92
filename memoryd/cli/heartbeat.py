"""memoryd heartbeat: read what is new, once."""

import argparse
from typing import Any

from memoryd.cli.exits import DONE, IN_PART
from memoryd.cli.opening import app_of, writing
from memoryd.cli.screen import say, say_json, warn

HELP = """\
Read what is new in your conversations and keep the facts worth knowing. Nothing new: nothing is
asked of a model and nothing is written. The daemon (`memoryd run`) does this every half hour."""
EXAMPLES = """\
  memoryd heartbeat
  memoryd heartbeat --json                with every decision and its reason"""
_SKIPPED_SHOWN = 6


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's own arguments: none."""
    del parser


def run(args: argparse.Namespace) -> int:
    """Perform one heartbeat, in the daemon where one runs."""
    answer = writing(app_of(args), "heartbeat", {"force": True})
    if args.json:
        say_json(answer)
    else:
        _tell(answer)
    for error in answer["source_errors"]:
        warn(error)
    if answer["blocked"]:
        warn(f"facts wait for broken files: {', '.join(answer['blocked'])}; see `memoryd status`")
    if answer["parked"]:
        parked = "1 line" if answer["parked"] == 1 else f"{answer['parked']} lines"
        warn(f"no answer about {parked} could be read; parked for review")
    if answer["error"]:
        warn(f"{answer['error']}; {_lines(answer['waiting'])} for the next heartbeat")
    return IN_PART if answer["partial"] else DONE


def _tell(answer: dict[str, Any]) -> None:
    counts = answer["counts"]
    if not (answer["lines"] or answer["decisions"] or answer["edits"]):
        say("nothing new")
    else:
        say(f"read {answer['lines']} new lines in {answer['files']} files")
        if answer["edits"]:
            say(f"took in {answer['edits']} files that you changed")
        stored, merged = counts.get("stored", 0), counts.get("merged", 0)
        rest = sum(counts.values()) - stored - merged
        say(f"kept {stored} facts, {merged} known already, {rest} not kept")
        for row in answer["decisions"]:
            if row["outcome"] == "stored":
                say(f"  {row['ref']}  {row['fact']}")
    if answer["secrets"]:
        say(f"masked {answer['secrets']} secrets")
    for name, reasons in answer["skipped"].items():
        said = ", ".join(f"{n} {why}" for why, n in list(reasons.items())[:_SKIPPED_SHOWN])
        say(f"skipped in {name}: {said}")


def _lines(waiting: int) -> str:
    return "1 line waits" if waiting == 1 else f"{waiting} lines wait"
