"""memoryd schema: the form in which a model must answer."""

import argparse

from memoryd.cli.exits import DONE, FAILED
from memoryd.cli.opening import app_of
from memoryd.cli.screen import say_json, warn

HELP = """\
Print the JSON schema of the answers that memoryd asks of a model. `extraction` finds facts in
conversations; the others belong to jobs that this version does not have."""
EXAMPLES = """\
  memoryd schema extraction"""
_LATER = ("nightly", "synthesis", "tacit")


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's own arguments."""
    parser.add_argument("name", metavar="NAME", choices=("extraction", *_LATER),
                        help=", ".join(("extraction", *_LATER)))  # fmt: skip


def run(args: argparse.Namespace) -> int:
    """Print a schema; those of jobs to come are no use yet, and that is said."""
    app_of(args)
    if args.name in _LATER:
        warn(
            f"this version asks no model for {args.name}; only `memoryd schema extraction` is used"
        )
        return FAILED
    from memoryd.jobs.proposals import extraction_schema  # noqa: PLC0415 - brings pydantic

    say_json(extraction_schema())
    return DONE
