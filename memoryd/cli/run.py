"""memoryd run: the daemon, until it is stopped."""

import argparse
from importlib import import_module

from memoryd.cli.opening import app_of
from memoryd.errors import UsageError

HELP = """\
Keep the memory current until stopped: read conversations every half hour, notice what you edit, and
answer the other verbs. Meant for `systemctl --user start memoryd`; Ctrl-C stops it by hand."""
EXAMPLES = """\
  memoryd run"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's own arguments: none."""
    del parser


def run(args: argparse.Namespace) -> int:
    """Run the daemon and return its exit code. Raises UsageError for what it would not heed."""
    for name in ("now", "json"):
        if getattr(args, name):
            raise UsageError(f"run goes by the clock and gives no answer: leave out --{name}")
    # Named, not imported: what a command line starts stays light, and the daemon is its sibling.
    daemon = import_module("memoryd.daemon.main")
    return int(daemon.run(app_of(args)))
