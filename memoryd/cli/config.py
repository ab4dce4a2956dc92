"""memoryd config: what is in force, and where it is written."""

import argparse
import json

from memoryd.cli.exits import DONE
from memoryd.cli.opening import app_of
from memoryd.cli.screen import say, say_json
from memoryd.config_model import dump

HELP = """\
Print the configuration in force, every key with its value. Each command reads it anew,
a running daemon when told to: by `systemctl --user reload memoryd`; `restart` for other folders."""
EXAMPLES = """\
  memoryd config
  memoryd config --path                   only where the file is"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's own arguments."""
    parser.add_argument("--path", action="store_true", help="print only the file's place")


def run(args: argparse.Namespace) -> int:
    """Print the configuration as TOML. Raises ConfigError with every problem of the file."""
    app = app_of(args)
    if args.path:
        say(str(app.config_file))
        return DONE
    config = app.config()
    if args.json:
        say_json(json.loads(config.model_dump_json(exclude_none=True)))
        return DONE
    there = "" if app.config_file.exists() else "  (not written yet: these are the defaults)"
    say(f"# {app.config_file}{there}\n\n{dump(config).rstrip()}")
    return DONE
