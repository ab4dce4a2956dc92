"""memoryd synthesize: what Sunday does, now."""

import argparse
from collections.abc import Iterator, Mapping
from typing import Any

from memoryd.cli.exits import DONE, IN_PART
from memoryd.cli.heartbeat import meanwhile, tell_group
from memoryd.cli.opening import app_of, audience_of, writing
from memoryd.cli.screen import say, say_json, warn
from memoryd.core.count import many
from memoryd.core.turn import Audience

HELP = """\
Write anew the summary of every entity whose facts changed, cooled or warmed, or that is tied to one
whose facts changed; supersede what newer facts contradict; refresh MEMORY.md from what you said
since the last time; move finished projects to the archives. What you wrote by hand stays. The
daemon does this at [schedule] synthesis."""
EXAMPLES = """\
  memoryd synthesize --dry-run            what it would change and why; nothing is asked or written
  memoryd synthesize
  memoryd synthesize --json               with every sentence left out and the reason"""

_NOTHING = "nothing to do: no fact changed, cooled or warmed since the last synthesis"


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
        tell_plan(answer)
    else:
        tell(answer)
    for problem in _problems(answer):
        warn(problem)
    return IN_PART if answer.get("partial") else DONE


def tell_plan(answer: dict[str, Any]) -> None:
    """Print what would be done, for a person."""
    told = [*_planned(answer), *_of_memory(answer["memory"] or {})]
    if not told and not answer["lines"] and answer.get("pending"):
        say("nothing is planned yet; see below")
        return
    if not told and not answer["lines"]:
        say(_NOTHING)
        return
    for line in told:
        say(line)
    say(f"{many(answer['lines'], 'line')} to read for MEMORY.md")
    if answer["by_rules"]:
        say(f"with a model: {many(answer['calls'], 'call')} at least; the rules need none")
        return
    least = f"{many(answer['calls'], 'call')} at least" if answer["calls"] else "no call for now"
    say(f"the model: {least}; it alone decides the words of the "
        "summaries, what it supersedes beside the above, whether a finished project goes on, and "
        "what the lines add to MEMORY.md or retire there")  # fmt: skip


def _planned(answer: dict[str, Any]) -> Iterator[str]:
    """Yield what would become of each entity, and below it what the rules decide."""
    width = max((len(row["ref"]) for row in answer["plan"]), default=0)
    for row in answer["plan"]:
        more = row["model_may_supersede"]
        room = f"; the model may supersede up to {many(more, 'fact')} more" if more else ""
        yield f"{row['ref']:<{width}}  {row['why']}{room}"
        for pair in row["superseded"]:
            yield f"  superseded: {pair['old']} {pair['old_fact']}"
            yield f"          by: {pair['by']} {pair['by_fact']}"
        if row["trouble"]:
            yield "  left as it is, see below"
    for ref in answer["archived"]:
        yield f"{ref} is finished and goes to the archives"


def tell(answer: dict[str, Any]) -> None:
    """Print what was done, for a person."""
    memory = answer["memory"] or {}
    done = ", ".join(_done(answer, memory))
    if not done:
        say("nothing done yet; what hinders it is said below" if _is_hindered(answer)
            else _nothing_done(answer))  # fmt: skip
        return
    say(f"{done}, by {answer['writer']}")
    for made in answer["entities"]:
        say(f"  {made['ref']}  {'; '.join(_about(made))}")
    for line in _of_memory(memory):
        say(f"  {line}")


def _nothing_done(answer: Mapping[str, Any]) -> str:
    """Say that nothing came of what was looked at, if anything was."""
    if looked := [f"{made['ref']} ({made['why']})" for made in answer["entities"]]:
        return f"nothing to write: looked at {', '.join(looked)}; what is told there stays true"
    if answer.get("calls"):
        return (
            f"nothing to write: {many(answer['calls'], 'answer')} of the model brought nothing new"
        )
    return _NOTHING


def _is_hindered(answer: Mapping[str, Any]) -> bool:
    """Return whether there was something to do that could not be done."""
    hindered = any(answer.get(what) for what in ("error", "left", "unread", "broken", "kept"))
    return hindered or any(made["trouble"] for made in answer["entities"])


def _of_memory(memory: Mapping[str, Any]) -> Iterator[str]:
    """Yield what comes into MEMORY.md and what leaves it, one line each."""
    for word in ("added", "retired", "fallen"):
        for line in memory.get(word, ()):
            yield f"MEMORY.md, {word}: {line['text'] if word == 'added' else line}"
    yield from (f"MEMORY.md, now: {row['text']} (before: {row['old']})"
                for row in memory.get("now", ()))  # fmt: skip


def _done(answer: Mapping[str, Any], memory: Mapping[str, Any]) -> Iterator[str]:
    """Yield what was done, each kind with its number; nothing of what was not."""
    entities = answer["entities"]
    taken_out = len(memory.get("retired", ())) + len(memory.get("fallen", ()))
    counts = (
        (sum(made["changed"] for made in entities), "summary", "summaries", " made"),
        (sum(len(made["superseded"]) for made in entities), "fact", "facts", " superseded"),
        (len(answer["archived"]), "project", "projects", " archived"),
        (len(memory.get("added", ())), "line", "lines", " added to MEMORY.md"),
        (taken_out, "line", "lines", " taken out of MEMORY.md"),
        (len(memory.get("now", ())), "line", "lines", " of MEMORY.md replaced"),
    )
    yield from (many(n, one, more) + what for n, one, more, what in counts if n)


def _about(made: dict[str, Any]) -> Iterator[str]:
    yield made["why"]
    if made["changed"] and made["refusal"]:
        yield f"no usable text from the model ({made['refusal']}), so the rules wrote it"
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
    if answer.get("pending"):
        yield ("a change that was cut short is pending: what is done may differ from this plan; "
               "the next command that writes settles it (`memoryd heartbeat`)")  # fmt: skip
    for broken in answer.get("broken", ()):
        yield f"{broken}; {meanwhile(broken)} until it is mended"
    for made in answer.get("entities", answer.get("plan", ())):
        if made["trouble"]:
            yield f"{made['trouble']}; the file is left as it is until you mend it"
    for kept in answer.get("kept", ()):
        yield f"{kept['ref']} is finished and cannot go to the archives: {kept['to_do']}"
    if answer.get("unread"):
        about = ", ".join(answer["unread"])
        yield (f"no readable answer about {about}; the rules did what they can, asked again later "
               "(if answers are cut off: raise [llm] max_output_tokens)")  # fmt: skip
    yield from _problems_of(answer.get("memory") or {})
    if answer.get("error"):
        left = answer.get("left")
        rest = many(left, "entity waits", "entities wait") if left else "the rest waits"
        yield f"{answer['error']}; {rest} for the next try"


def _problems_of(memory: Mapping[str, Any]) -> Iterator[str]:
    if memory.get("over_budget"):
        over = many(memory["over_budget"], "character")
        yield f"MEMORY.md is {over} over its budget by what you wrote; shorten it to make room"
    if memory.get("stale"):
        stale = many(memory["stale"], "line")
        yield f"{stale} of yours in MEMORY.md may be out of date; .memoryd/review says which"
