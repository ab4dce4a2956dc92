"""memoryd check: read everything, name what is wrong."""

import argparse

from memoryd.cli.exits import DONE, IN_PART
from memoryd.cli.opening import app_of, audience_of
from memoryd.cli.screen import say, say_json
from memoryd.core.count import many
from memoryd.jobs.check import Checked, check

HELP = """\
Read every file of the memory and say what does not hold: files that cannot be read, facts whose
line is gone, a broken audit, files that others could read, folders that cannot be written. Nothing
is changed. The result is 3 when there are problems; what is only worth knowing is a note."""
EXAMPLES = """\
  memoryd check
  memoryd check --json"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's own arguments: none."""
    del parser


def run(args: argparse.Namespace) -> int:
    """Print ok or each problem."""
    app = app_of(args)
    found = check(
        app.reader(),
        audience=audience_of(args),
        group_visible=app.settings().group_visible,
        keep_lines=app.config().memory.keep_lines,
    )
    if args.json:
        say_json({"entities": found.entities, "facts": found.facts, "commits": found.commits,
                  "problems": list(found.problems), "notes": list(found.notes)})  # fmt: skip
    else:
        _tell(found)
    return IN_PART if found.problems else DONE


def _tell(found: Checked) -> None:
    for problem in found.problems:
        say(problem)
    for note in found.notes:
        say(f"note: {note}")
    more = "" if found.facts is None else f", {many(found.facts, 'fact')}"
    more += "" if found.commits is None else f", {many(found.commits, 'commit')}"
    verdict = many(len(found.problems), "problem") if found.problems else "ok"
    say(f"{verdict}: read {many(found.entities, 'entity', 'entities')}{more}")
