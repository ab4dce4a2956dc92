"""memoryd schema: the form in which a model must answer."""

import argparse

from memoryd.cli.exits import DONE
from memoryd.cli.opening import app_of
from memoryd.cli.screen import say_json
from memoryd.jobs.answers import SCHEMAS

HELP = """\
Print the JSON schema of the answers that memoryd asks of a model: `extraction` of a heartbeat,
`nightly` of a night, `synthesis` (a summary) and `tacit` (MEMORY.md) of a Sunday."""
EXAMPLES = """\
  memoryd schema extraction"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's own arguments."""
    parser.add_argument("name", metavar="NAME", choices=tuple(SCHEMAS), help=", ".join(SCHEMAS))


def run(args: argparse.Namespace) -> int:
    """Print a schema."""
    app_of(args)
    say_json(SCHEMAS[args.name]())
    return DONE
