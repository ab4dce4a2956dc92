"""memoryd init: begin a memory."""

import argparse
import os
import sys
from dataclasses import dataclass
from pathlib import Path

from memoryd import clock
from memoryd.cli.exits import DONE
from memoryd.cli.opening import writing
from memoryd.cli.screen import say, say_json
from memoryd.config_model import parse, starter
from memoryd.errors import UsageError
from memoryd.jobs.init import (
    Prepared,
    found_sources,
    is_ready,
    write_config,
)
from memoryd.paths import given_file
from memoryd.wiring import App

HELP = """\
Begin a memory: write the configuration, the folders, and in MEMORY.md the rules by which assistants
use them. What exists already is kept; doing it twice changes nothing."""
EXAMPLES = """\
  memoryd init                            asks for your name, your time zone and the place
  memoryd init --yes                      asks nothing
  memoryd init --yes --name Alex --timezone Europe/Berlin --root ~/life"""
_ROOT = "~/life"


@dataclass(frozen=True, slots=True)
class _Answers:
    """What the configuration is begun with; None leaves a key out."""

    name: str | None
    timezone: str | None
    root: str


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's own arguments."""
    parser.add_argument("--yes", action="store_true", help="ask nothing; take the defaults")
    parser.add_argument("--root", metavar="DIR", help=f"the memory's folder; {_ROOT} if left out")
    parser.add_argument("--name", metavar="NAME", help="your name, as in your conversations")
    parser.add_argument("--timezone", metavar="ZONE", help="such as Europe/Berlin; this machine's "
                        "if left out")  # fmt: skip


def run(args: argparse.Namespace) -> int:
    """Write what is missing and say what that was."""
    file = given_file(args.config, to_write=True) if args.config else None
    app = App.of(os.environ, config_file=file, now=args.now)
    written = _configure(app, args)
    done = _prepare(app)
    if args.json:
        say_json({"config": str(app.config_file), "written": written,
                  "made": list(done.made), "updated": list(done.updated),
                  "waiting": list(done.waiting)})  # fmt: skip
    else:
        _tell(app, args, done, written=written)
    return DONE


def _configure(app: App, args: argparse.Namespace) -> bool:
    """Write the configuration where there is none; return whether it was written."""
    if app.config_file.exists():
        return False
    found = found_sources(app.paths.home)
    answers = _Answers(args.name, args.timezone, args.root or _ROOT)
    if not args.yes and sys.stdin.isatty():
        answers = _ask(answers, found)
    text = starter(
        operator_name=answers.name, timezone=answers.timezone, root=_full(answers.root), found=found
    )
    parse(text, home=app.paths.home, name="init")  # refuses a name, zone or folder that cannot be
    return write_config(app.config_file, text)


def _full(root: str) -> str:
    """Return a folder as the configuration takes it; a relative one counts from here."""
    return root if root.startswith(("~", "/")) else str(Path(root).absolute())


def _ask(answers: _Answers, found: tuple[str, ...]) -> _Answers:
    say("Three questions; Enter takes what stands in brackets.\n")
    name = _line("Your name, as in your conversations", answers.name)
    zone = _zone(answers.timezone or _machine_zone())
    root = _line("The folder of the memory", answers.root)
    say(f"\nConversations found: {', '.join(found) or 'none; see [sources] in the configuration'}")
    return _Answers(name, zone, root or _ROOT)


def _zone(default: str | None) -> str | None:
    """Ask for a time zone until there is one of that name."""
    while name := _line("Your time zone", default):
        try:
            clock.zone(name)
        except UsageError as err:
            say(str(err))
            if name == default:
                return None
        else:
            return name
    return None


def _line(question: str, default: str | None) -> str | None:
    try:
        return input(f"{question} [{default or 'none'}]: ").strip() or default
    except EOFError:
        return default


def _machine_zone() -> str | None:
    """Return the machine's zone by its name, where it has one."""
    try:
        place = os.readlink("/etc/localtime")  # noqa: PTH115 - its text is wanted, not its target
    except OSError:
        return None
    return place.partition("zoneinfo/")[2] or None


def _prepare(app: App) -> Prepared:
    if is_ready(app.reader(), app.places(), app.run()):
        return Prepared()
    answer = writing(app, "prepare", {})
    return Prepared(*(tuple(answer[name]) for name in ("made", "updated", "waiting")))


def _tell(app: App, args: argparse.Namespace, done: Prepared, *, written: bool) -> None:
    config_file = app.places().named(app.config_file)
    if written:
        say(f"wrote    {config_file}")
        if not args.yes and not sys.stdin.isatty():
            say("         no terminal, so nothing was asked: --name, --timezone, --root")
    else:
        say(f"kept     {config_file}  (edit it to change anything)")
        if args.name or args.timezone or args.root:
            say("         the name, zone and folder given here were not used")
    for path in done.made:
        say(f"made     {path}")
    for path in done.updated:
        say(f"updated  {path}")
    for path in done.waiting:
        say(f"left     {path}  (the rules go in once it is mended: `memoryd check` says how)")
    if done == Prepared() and not written:
        say("nothing to do: this memory is ready")
        return
    say("\nNext: `memoryd heartbeat` reads your conversations, `memoryd status` shows the rest.")
