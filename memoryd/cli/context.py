"""memoryd context: what an assistant should know now, cut to a budget."""

import argparse

from memoryd.cli.exits import DONE
from memoryd.cli.opening import reading_of
from memoryd.cli.screen import say, say_json, warn
from memoryd.errors import UsageError
from memoryd.jobs.prompted import BUDGET
from memoryd.jobs.showing import context

HELP = """\
Print what an assistant should know at the start of a session: how you work (MEMORY.md), what is
current, and the notes of today and yesterday, as quoted data in a fence that memoryd does not read
again. Whole items only, in order of need. A line that newer facts contradict is marked stale; what
others said is left out."""
EXAMPLES = """\
  memoryd context                         at most 2000 tokens
  memoryd context --budget 500            a token is counted as 4 characters
  memoryd context --audience group        only what a group may know"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's own arguments."""
    parser.add_argument(
        "--budget", metavar="TOKENS", type=int, default=BUDGET, help="4 characters each"
    )


def run(args: argparse.Namespace) -> int:
    """Print the context; nothing where there is nothing to tell."""
    if args.budget < 1:
        raise UsageError("--budget is a number of tokens from 1")
    asked = {"audience": args.audience, "now": args.now, "budget": args.budget}
    found = context(reading_of(args), asked)
    if args.json:
        say_json(found)
        return DONE
    if found["degraded"]:
        warn(found["degraded"])
    if found["text"]:
        say(found["text"].rstrip("\n"))
    if found["leftOut"]:
        warn(f"{found['leftOut']} more did not fit into {args.budget} tokens (4 characters each)")
    return DONE
