"""memoryd synthesize: what Sunday does, now."""

import argparse
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from memoryd.cli.exits import DONE, IN_PART
from memoryd.cli.heartbeat import meanwhile, tell_group
from memoryd.cli.opening import app_of, audience_of, writing
from memoryd.cli.screen import say, say_json, say_rows, warn
from memoryd.core.count import many
from memoryd.core.turn import Audience

HELP = """\
Write anew the summary of every entity whose facts changed, cooled or warmed, or that is tied to one
whose facts changed; supersede what newer facts contradict; refresh MEMORY.md from what you said
since the last time; move finished projects to the archives. What you wrote by hand stays. The
daemon does this at [schedule] synthesis."""
EXAMPLES = """\
  memoryd synthesize --dry-run            what it would look at and why; nothing is asked or written
  memoryd synthesize
  memoryd synthesize --json               with every sentence left out and the reason"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's own arguments."""
    parser.add_argument("--dry-run", action="store_true", help="show the plan and do nothing")


def run(args: argparse.Namespace) -> int:
    """Perform one synthesis, or show its plan, in the daemon where one runs."""
    app = app_of(args)
    if args.dry_run:
        answer = app.perform("synthesis", {"plan": True}, app.reader(), lambda _: None)
    else:
        answer = writing(app, "synthesis", {"force": True}, audience_of(args))
    if audience_of(args) is Audience.GROUP:
        return tell_group(json=args.json, failed=bool(answer.get("error")))
    if args.json:
        say_json(answer)
    elif args.dry_run:
        _tell_plan(answer)
    else:
        tell(answer)
    for problem in _problems(answer):
        warn(problem)
    return IN_PART if answer.get("partial") else DONE


def _tell_plan(answer: dict[str, Any]) -> None:
    if not answer["plan"] and not answer["lines"]:
        say("nothing to do: no fact changed, cooled or warmed since the last synthesis")
        return
    if answer["plan"]:
        say_rows([(row["ref"], row["why"]) for row in answer["plan"]])
    say(f"{many(answer['lines'], 'line')} to read for MEMORY.md")
    say(f"with a model: {many(answer['calls'], 'call')} at least; the rules need none")


def tell(answer: dict[str, Any]) -> None:
    """Print what was done, for a person."""
    memory = answer["memory"] or {}
    done = ", ".join(_done(answer["entities"], memory))
    if not done:
        say("nothing to do: no fact changed, cooled or warmed since the last synthesis")
        return
    say(f"{done}, by {answer['writer']}")
    for made in answer["entities"]:
        say(f"  {made['ref']}  {'; '.join(_about(made))}")
    for word in ("added", "retired", "fallen"):
        for line in memory.get(word, ()):
            say(f"  MEMORY.md, {word}: {line['text'] if word == 'added' else line}")


def _done(entities: Sequence[Mapping[str, Any]], memory: Mapping[str, Any]) -> Iterator[str]:
    """Yield what was done, each kind with its number; nothing of what was not."""
    taken_out = len(memory.get("retired", ())) + len(memory.get("fallen", ()))
    counts = (
        (sum(made["changed"] for made in entities), "summary", "summaries", " made"),
        (sum(len(made["superseded"]) for made in entities), "fact", "facts", " superseded"),
        (sum(made["archived"] for made in entities), "project", "projects", " archived"),
        (len(memory.get("added", ())), "line", "lines", " added to MEMORY.md"),
        (taken_out, "line", "lines", " taken out of MEMORY.md"),
    )
    yield from (many(n, one, more) + what for n, one, more, what in counts if n)


def _about(made: dict[str, Any]) -> Iterator[str]:
    yield made["why"]
    if made["superseded"]:
        yield f"{many(len(made['superseded']), 'fact')} superseded"
    if made["refused"]:
        yield f"{many(len(made['refused']), 'replacement')} refused, for your review"
    if made["kept_by_hand"]:
        yield f"{many(made['kept_by_hand'], 'line')} of yours kept"
    if made["archived"]:
        yield "finished, now in the archives"


def _problems(answer: dict[str, Any]) -> Iterator[str]:
    """Yield what went wrong, one line each."""
    for broken in answer.get("broken", ()):
        yield f"{broken}; {meanwhile(broken)} until it is mended"
    for made in answer.get("entities", ()):
        if made["trouble"]:
            yield f"{made['trouble']}; the file is left as it is until you mend it"
    if answer.get("unread"):
        about = ", ".join(answer["unread"])
        yield f"no readable answer about {about}; the rules did what they can, asked again later"
    memory = answer.get("memory") or {}
    if memory.get("over_budget"):
        over = many(memory["over_budget"], "character")
        yield f"MEMORY.md is {over} over its budget by what you wrote; shorten it to make room"
    if memory.get("stale"):
        stale = many(memory["stale"], "line")
        yield f"{stale} of yours in MEMORY.md may be out of date; .memoryd/review says which"
    if answer.get("error"):
        yield f"{answer['error']}; the rest waits for the next try"
