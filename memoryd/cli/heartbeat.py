"""memoryd heartbeat: read what is new, once."""

import argparse
from collections.abc import Iterator, Sequence
from typing import Any

from memoryd.cli.exits import DONE, IN_PART
from memoryd.cli.opening import app_of, audience_of, writing
from memoryd.cli.screen import say, say_json, warn
from memoryd.core.count import many
from memoryd.core.turn import Audience
from memoryd.jobs.troubles import held_up, is_inside
from memoryd.wiring import App

HELP = """\
Read what is new in your conversations and keep the facts worth knowing. Nothing new: nothing is
asked of a model and nothing is written. The daemon (`memoryd run`) does this every half hour."""
EXAMPLES = """\
  memoryd heartbeat
  memoryd heartbeat --json                with every decision and its reason"""
_SKIPPED_SHOWN = 6
_BORROWED = "{} without a time, or with one that lies ahead: dated by the rows before"
GATES = {
    "no_citation": "no line cited",
    "already_cited": "a line that gave a fact before",
    "no_shared_word": "no word shared with the line",
    "other_language": "another language than the line's",
    "ungrounded_name": "a name not in the line",
    "ungrounded_number": "a number not in the line",
    "bad_entity": "about nothing that can have a folder",
    "bad_text": "no fact that can be kept",
    "turned": "says otherwise than the line: who did it, or how sure it is",
    "passing": "asked for one occasion, dictated or quoted",
    "widened": "says more than the words that it cites",
    "untrusted": "not theirs to say",
    "sensitive": "about money, access or identity",
    "tombstoned": "deleted by you before",
    "cap": "more replacements than is plausible",
    "not_same_attribute": "no replacement of that fact",
    "unknown_fact": "a fact that is not there",
}
_BEFORE_GATE = {"attributed": "noted with who said it", "parked": "waiting for your review"}


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's own arguments: none."""
    del parser


def run(args: argparse.Namespace) -> int:
    """Perform one heartbeat, in the daemon where one runs."""
    app = app_of(args)
    answer = writing(app, "heartbeat", {"force": True}, audience_of(args))
    if audience_of(args) is Audience.GROUP:
        return tell_group(json=args.json, failed=bool(answer["error"]))
    if args.json:
        say_json(answer)
    else:
        _tell(answer)
    answer["blocked"] = blocked_by_hand(app, answer["blocked"])
    for problem in problems(answer):
        warn(problem)
    return IN_PART if answer["partial"] else DONE


def tell_group(*, json: bool, failed: bool) -> int:
    """Tell others that it was done: each count tells of talks that they did not hear."""
    say_json({"partial": failed}) if json else say("done in part" if failed else "done")
    return IN_PART if failed else DONE


def _tell_kept(answer: dict[str, Any]) -> None:
    counts = answer["counts"]
    stored, merged = counts.get("stored", 0), counts.get("merged", 0)
    rest = sum(counts.values()) - stored - merged
    why = f" ({', '.join(_reasons(counts))})" if rest else ""
    by = answer["extractor"]
    say(f"kept {many(stored, 'fact')}, {merged} known already, {rest} not kept{why}; by {by}")
    for row in answer["decisions"]:
        if row["outcome"] == "stored":
            say(f"  {row['ref']}  {row['fact']}")


def _reasons(counts: dict[str, int]) -> Iterator[str]:
    """Yield why proposals were not kept, with how many; what is most frequent first."""
    for name, count in sorted(counts.items(), key=lambda row: -row[1]):
        outcome, _, gate = name.partition(":")
        if outcome not in ("stored", "merged"):
            before = _BEFORE_GATE.get(outcome)
            yield f"{count} {before + ': ' if before else ''}{GATES.get(gate, gate)}"


def blocked_by_hand(app: App, blocked: Sequence[str]) -> list[str]:
    """Say which of these files wait for the disk, and return the others."""
    held = app.reader().held_paths() if blocked else []
    if held:
        warn(held_up(held))
    return [path for path in blocked if path not in held]


def problems(answer: dict[str, Any]) -> Iterator[str]:
    """Yield what went wrong, one line each."""
    yield from answer["source_errors"]
    if answer["state_trouble"]:
        yield f"{answer['state_trouble']}; the memory is whole, only its copies there are old"
    for broken in answer["broken"]:
        yield f"{broken}; {meanwhile(broken)} until it is mended"
    closed = answer["closed"]
    if closed:
        yield f"facts wait: {', '.join(closed)} cannot be written; run `chmod u+rwx` there"
    blocked = [path for path in answer["blocked"] if not is_inside(path, closed)]
    if blocked:
        yield f"facts wait for broken files: {', '.join(blocked)}; see `memoryd status`"
    if answer["parked"]:
        yield f"no answer about {many(answer['parked'], 'line')} could be read; parked for review"
    if answer["error"]:
        waiting = many(answer["waiting"], "line waits", "lines wait")
        yield f"{answer['error']}; {waiting} for the next heartbeat"


def _tell(answer: dict[str, Any]) -> None:
    read = answer["lines"] or answer["decisions"]
    did = ("edits", "first_seen", "caught_up", "broken")
    if not (read or any(answer[name] for name in did)):
        waits = many(answer["waiting"], "earlier line waits", "earlier lines wait")
        say(f"nothing new; {waits}" if answer["waiting"] else "nothing new")
    if read:
        say(f"read {many(answer['lines'], 'new line')} in {many(answer['files'], 'file')}")
    _tell_count("took in {} that you changed", answer["edits"], "file")
    _tell_count("took in {} seen for the first time", answer["first_seen"], "file")
    if answer["caught_up"]:
        say(f"put in what had waited for {', '.join(answer['caught_up'])}")
    if read:
        _tell_kept(answer)
    _tell_count(_BORROWED, answer["borrowed_time"], "row")
    _tell_count("masked {}", answer["secrets"], "secret")
    for name, reasons in answer["skipped"].items():
        said = ", ".join(f"{n} {why}" for why, n in list(reasons.items())[:_SKIPPED_SHOWN])
        say(f"skipped in {name}: {said}")


def _tell_count(said: str, number: int, thing: str) -> None:
    """Say how many there were, where there were any."""
    if number:
        say(said.format(many(number, thing)))


def meanwhile(broken: str) -> str:
    """Return what becomes of a file while a person must mend it; broken: PATH:LINE:COLUMN: why."""
    name = broken.partition(":")[0].rpartition("/")[2]
    kinds = {
        "items.json": "the last good version is served",
        "summary.md": "its aliases are not used",
    }
    return kinds.get(name, "what is meant for it waits")
