"""memoryd search: the best passages of the whole memory for your words."""

import argparse
import os
from typing import Any

from memoryd.cli.exits import DONE
from memoryd.cli.screen import say, say_json, warn
from memoryd.core.question import shortened
from memoryd.core.turn import Audience
from memoryd.errors import UnansweredError
from memoryd.jobs.in_force import apart
from memoryd.jobs.remote import call
from memoryd.paths import Paths

HELP = """\
Find what memory holds, in your own words: facts, summaries, notes, MEMORY.md, and what was said.
Names may be misspelt, dates may be words ("in May", "last week"); an id or a path is found as it
is. Facts that were replaced are shown with --history only. While `memoryd run` is up, passages that
share no word with yours are found by their meaning too (pip install 'memoryd[semantic]')."""
EXAMPLES = """\
  memoryd search what did we quote them last time
  memoryd search "Beacon launch" --limit 3
  memoryd search Sarah --history
  memoryd search last week --json"""

_PATIENCE = 10.0  # seconds for a daemon that is building its index


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's own arguments."""
    parser.add_argument("words", nargs="+", metavar="WORD", help="what to look for")
    parser.add_argument(
        "--limit", type=int, default=10, metavar="N", help="1 to 50; 10 if left out"
    )
    parser.add_argument("--history", action="store_true", help="also facts that were replaced")
    parser.add_argument(
        "--semantic", action="store_true", help="wait until all can be found by meaning too"
    )


def run(args: argparse.Namespace) -> int:
    """Answer a question, by the daemon where one runs."""
    answer = _asked(args)
    if args.json:
        say_json(answer)
    else:
        _tell(answer, private=args.audience == Audience.PRIVATE)
    if answer["degraded"]:
        warn(answer["degraded"])
    if answer["stale"]:
        warn("the index is behind the files; an answer may be missing")
    return DONE


def _asked(args: argparse.Namespace) -> dict[str, Any]:
    words = " ".join(args.words)
    elsewhere = bool(args.config)  # another memory is not the daemon's
    if not elsewhere:
        try:
            answer, elsewhere = _of_daemon(args, words)
        except UnansweredError as err:
            warn(f"{err}; the files are searched without it")
            answer, elsewhere = None, True
        if answer is not None:
            return answer
    # Where the daemon answers, nothing of this is needed: half of the time of a start.
    from memoryd import clock  # noqa: PLC0415 - see above
    from memoryd.cli.opening import app_of, glance_of  # noqa: PLC0415 - see above
    from memoryd.jobs.search import Query, search, why_not  # noqa: PLC0415 - see above

    memory = glance_of(args)
    now = clock.parse_now(args.now, memory.zone)
    query = Query(words, now, Audience(args.audience), args.limit, args.history)
    if not args.semantic:
        return search(memory, query, without=why_not(memory.settings, apart=elsewhere))
    return search(memory, query, warn, app_of(args).embedder)


def _of_daemon(args: argparse.Namespace, words: str) -> tuple[dict[str, Any] | None, bool]:
    """Return the daemon's answer, if it is to be asked and one runs; whether it is of elsewhere."""
    if found := apart(os.environ, _PATIENCE):
        warn(f"{found.line}; it was not asked")
        return None, True
    params = {"query": shortened(words), "limit": args.limit, "history": args.history,
              "audience": args.audience, "semantic": args.semantic, "now": args.now}  # fmt: skip
    return call(Paths.of(os.environ).socket, "search", params, warn, timeout=_PATIENCE), False


def _tell(answer: dict[str, Any], *, private: bool) -> None:
    if not answer["results"]:
        say("nothing found" if private else "nothing found that may be told here")
    for row in answer["results"]:
        place = f"{row['path']}:{row['startLine']}"
        facts = (row["asOf"], row["heat"], row["provenance"]["speaker"])
        about = "  ".join(fact for fact in facts if fact)
        over = row["provenance"]["supersededBy"]
        ended = "" if over is None else f"  (superseded by {over})" if over else "  (superseded)"
        say(f"{place}  {about}".rstrip())
        say(f"    {row['snippet']}{ended}")
