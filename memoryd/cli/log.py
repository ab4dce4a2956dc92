"""memoryd log: where facts came from."""

import argparse
from typing import Any
from zoneinfo import ZoneInfo

from memoryd.cli.exits import DONE
from memoryd.cli.opening import audience_of, reading_of
from memoryd.cli.recall import standing, tell_unclear
from memoryd.cli.screen import minute, say, say_json, say_rows, warn
from memoryd.core.provenance import by_assistant
from memoryd.core.turn import Audience
from memoryd.jobs.log import Commit, Log, Traced, log, speaker
from memoryd.jobs.recall import Unclear

HELP = """\
Show where each fact came from: the day, who said it and in which conversation, the very words, and
which job kept it when, with the model or the rules that found it. Facts that you edited in their
file are shown as such."""
EXAMPLES = """\
  memoryd log people/sarah                every fact about Sarah
  memoryd log people/sarah sarah-003      one of them"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's own arguments."""
    parser.add_argument("ref", metavar="REF", help="folder/name, or a name")
    parser.add_argument("fact", metavar="FACT-ID", nargs="?", help="one fact, such as sarah-003")


def run(args: argparse.Namespace) -> int:
    """Print the provenance of facts; to a group, without any words."""
    memory = reading_of(args)
    audience = audience_of(args)
    found = log(memory, args.ref, args.fact, audience=audience)
    if isinstance(found, Unclear):
        return tell_unclear(found)
    private = audience is Audience.PRIVATE
    if found.broken:
        why = found.broken if private else "the audit cannot be read whole"
        warn(f"stale: {why}; later commits are not shown, `memoryd check` says more")
    if args.json:
        say_json(_as_json(found, private=private))
    else:
        say(f"{found.ref}{'  [stale]' if found.stale else ''}")
        tell(found, memory.zone, private=private)
    return DONE


def tell(found: Log, zone: ZoneInfo, *, private: bool) -> None:
    """Print where facts came from, for a person."""
    for traced in found.facts:
        _tell(traced, zone, private=private)
    if not found.facts:
        say("Nothing is known yet.")


def _as_json(found: Log, *, private: bool) -> dict[str, Any]:
    flags = ["stale"] if found.stale or found.broken else []
    rows = [_row(traced, private=private) for traced in found.facts]
    return {"ref": str(found.ref), "facts": rows, "flags": flags}


def _row(traced: Traced, *, private: bool) -> dict[str, Any]:
    fact = traced.fact
    row: dict[str, Any] = {
        "id": fact.id,
        "day": fact.day,
        "status": fact.status.value,
        "supersededBy": fact.superseded_by,
        "origin": traced.origin,
        "committed": [{"time": c.time, "job": c.job, "run": c.run, "origin": c.origin}
                      for c in traced.commits],
    }  # fmt: skip
    if private:
        row["fact"], row["source"] = fact.fact, fact.source
        row["lines"] = [
            {"time": n.turn.time.isoformat(), "who": speaker(n), "assistant": n.turn.assistant,
             "session": n.turn.session, "line": n.turn.line, "text": n.turn.text}
            for n in traced.lines
        ]  # fmt: skip
        row["gone"] = list(traced.gone)
        for commit, told in zip(traced.commits, row["committed"], strict=True):
            told["foundBy"] = commit.found_by or None
    return row


def _tell(traced: Traced, zone: ZoneInfo, *, private: bool) -> None:
    fact = traced.fact
    say(f"\n{fact.id}  {fact.day}  {standing(fact)}")
    rows = [("fact", fact.fact)] if private else []
    rows.append(("origin", _origin(traced)))
    if private:
        for line in traced.lines:
            turn = line.turn
            rows.append(("said", f"{minute(turn.time, zone)} {speaker(line)}: {turn.text}"))
            rows.append(("in", f"{turn.assistant}, session {turn.session}, line {turn.line}"))
        rows += [("said", f"the line is gone: {key}") for key in traced.gone]
    rows += [("kept", _kept(commit, zone, private=private)) for commit in traced.commits]
    say_rows(rows, indent=2)


def _kept(commit: Commit, zone: ZoneInfo, *, private: bool) -> str:
    when = minute(commit.time, zone)
    if commit.origin == "hand-edit":
        return f"{when} as you wrote it in the file"
    found = f", found by {commit.found_by}" if private and commit.found_by else ""
    return f"{when} by {commit.job} (run {commit.run}){found}"


def _origin(traced: Traced) -> str:
    """Return in words who said a fact."""
    if traced.fact.by_group:
        return "remembered by an assistant that a group heard"
    if by_assistant(traced.fact):
        return "remembered by an assistant"
    return _ORIGINS.get(traced.origin, traced.origin)


_ORIGINS = {
    "remember": "typed with `memoryd remember`",
    "hand-edit": "written into the file by hand",
    "file": "stood in the file; memoryd did not write it",
    "group": "group conversation",
}
