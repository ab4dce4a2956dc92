"""memoryd mcp: the memory as tools for an assistant, over stdin and stdout."""

import argparse
import os
from importlib import import_module

HELP = """\
Serve the memory to one assistant over stdin and stdout (the Model Context Protocol). The assistant
starts it; you name it in the assistant's configuration. --audience is the most that it may tell:
private, or group (also where it is left out). Each call may lower it."""
EXAMPLES = """\
  claude mcp add memoryd --scope user -- memoryd mcp --audience private
  memoryd mcp --audience group            for a program that also speaks in groups"""
CEILING = True  # without --audience the answer is for a group


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's own arguments: none."""
    del parser


def run(args: argparse.Namespace) -> int:
    """Serve until the assistant closes its end."""
    # Named, not imported: its sibling; and what an agent starts waits for nothing it does not need.
    server = import_module("memoryd.mcp.main")
    return int(server.run(os.environ, args.config, private=args.audience == "private"))
