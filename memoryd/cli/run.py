"""memoryd run: the daemon, until it is stopped."""

import argparse

from memoryd.cli.opening import app_of

HELP = """\
Keep the memory current until stopped: read conversations every half hour, notice what you edit, and
answer the other verbs. Meant for `systemctl --user start memoryd`; Ctrl-C stops it by hand."""
EXAMPLES = """\
  memoryd run"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's own arguments: none."""
    del parser


def run(args: argparse.Namespace) -> int:
    """Run the daemon and return its exit code."""
    from memoryd.daemon.main import run as run_daemon  # noqa: PLC0415

    return run_daemon(app_of(args))
