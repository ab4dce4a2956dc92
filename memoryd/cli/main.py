"""The command line: words in, one verb performed, text or JSON out.

Each verb is a module beside this one with `HELP`, `EXAMPLES`, `arguments(parser)` and
`run(args) -> int`. Only the verb that is asked for is imported: an agent waits for the start.
"""

import argparse
import os
import sys
from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import NoReturn

from memoryd import __version__
from memoryd.cli import streams
from memoryd.cli.exits import DONE, FAILED, INTERRUPTED, UNTOLD, WRONG_USE
from memoryd.cli.streams import put
from memoryd.errors import DataError, LockedError, MemorydError, StoreError, UsageError

VERBS = {
    "init": "begin a memory: the folders, the configuration, the rules for assistants",
    "demo": "show it on a made-up story, in a folder of its own",
    "run": "keep the memory current until stopped (the daemon)",
    "heartbeat": "read what is new in your conversations, once",
    "nightly": "review each day that is due, today too: its timeline, the facts it used",
    "synthesize": "write summaries anew and refresh MEMORY.md, as on Sunday",
    "status": "how the memory stands, and what needs you",
    "context": "what an assistant should know now, cut to a budget",
    "search": "find what memory holds, in your own words",
    "recall": "what is known about a person, company, project or subject",
    "remember": "keep one fact that you type",
    "log": "where each fact came from: the day, who said it, the very words",
    "mcp": "the memory as tools for an assistant, over stdin and stdout",
    "hook": "the memory beside a session or prompt of Claude Code and Codex",
    "check": "read everything and name what is wrong; changes nothing",
    "config": "the configuration in force, and where it is",
    "schema": "the form in which a model must answer",
}
_VALUED = ("--now", "--config", "--audience")  # common options that take the next word
_HEAD = f"""\
memoryd {__version__} keeps an AI assistant's memory in files that you can read and edit.

usage: memoryd VERB [options]        memoryd VERB --help shows examples
"""
_TAIL = """
Begin with `memoryd demo` (touches nothing of yours) or `memoryd init`.
Results: 0 done, 1 failed, 2 wrong use, 3 done in part or needs you, 130 interrupted.
"""


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, as every error here. dashed: a word looks like an option."""

    dashed = False

    def error(self, message: str) -> NoReturn:
        hint = "; words that begin with - stand behind --" if self.dashed else ""
        raise UsageError(f"{message}{hint}; see `{self.prog} --help`")

    def print_help(self, _file: object = None) -> None:  # argparse hides that it could not
        put(self.format_help())


def main(argv: list[str] | None = None) -> int:
    """Run one command and return its exit code; errors are one line on standard error."""
    words = sys.argv[1:] if argv is None else argv
    streams.open_shut()
    try:
        return _run(words)
    finally:
        streams.settle()


def _run(words: list[str]) -> int:
    try:
        code = _dispatch(words)
        streams.end()
    except KeyboardInterrupt:
        streams.tell("memoryd: interrupted\n")
        return INTERRUPTED
    except BrokenPipeError:  # the reader of our output has left
        return DONE
    except MemorydError as err:
        return _fail(err, words, WRONG_USE if isinstance(err, UsageError) else FAILED)
    except OSError as err:
        return _fail(err, words, FAILED, _told(err))
    except Exception as err:  # noqa: BLE001 - the last edge: a person gets a line, no traceback
        where = (
            f"unexpected {type(err).__name__}; run it again with --debug and report what it says"
        )
        return _fail(err, words, FAILED, where)
    return code


def _dispatch(words: list[str]) -> int:
    at = _verb_at(words)
    if at is None:
        if "--version" in words:
            put(f"memoryd {__version__}\n")
        elif not words or {"-h", "--help"} & set(words):
            put(_help())
        else:
            raise UsageError(f"no verb in {words[0]!r}; `memoryd --help` names them")
        return DONE
    verb = words[at]
    if verb not in VERBS:
        raise UsageError(f"there is no verb {verb!r}{_like(verb)}; `memoryd --help` names them all")
    module = import_module(f"memoryd.cli.{verb}")
    parser = getattr(module, "Parser", _Parser)(
        prog=f"memoryd {verb}",
        description=module.HELP,
        epilog=f"examples:\n{module.EXAMPLES}",
        formatter_class=_formatter(words),
        allow_abbrev=False,
    )
    parser.dashed = any(word[:1] == "-" != word[1:2] and word != "-h" for word in words)
    module.arguments(parser)
    _common(parser, ceiling=getattr(module, "CEILING", False))
    try:
        args = parser.parse_args([*words[:at], *words[at + 1 :]])
    except SystemExit as stop:  # --help has printed
        return int(stop.code or DONE)
    try:
        return int(module.run(args))
    except (DataError, StoreError, OSError) as err:
        if args.audience == "private" or isinstance(err, (LockedError, BrokenPipeError)):
            raise
        raise StoreError(UNTOLD) from None


def _formatter(words: list[str]) -> Callable[..., argparse.HelpFormatter]:
    """Return what lays help out; the width of the screen is looked for where it is shown: 3 ms."""
    asked = bool({"-h", "--help"} & set(words))
    return partial(argparse.RawDescriptionHelpFormatter, width=None if asked else 80)


def _common(parser: argparse.ArgumentParser, *, ceiling: bool) -> None:
    """Add the options that every verb takes.

    ceiling: --audience is the most that a program may be told; what is not private is group.
    """
    group = parser.add_argument_group("options of every verb")
    group.add_argument("--json", action="store_true", help="print one JSON object")
    group.add_argument("--now", metavar="TIME", help="act as if it were TIME: a day or RFC 3339")
    group.add_argument("--config", metavar="FILE", help="another configuration file")
    group.add_argument(
        "--audience",
        choices=None if ceiling else ("private", "group"),
        metavar="private|group",
        default="group" if ceiling else "private",
        help="who will read the answer; a group is told only what [privacy] allows",
    )
    group.add_argument("--debug", action="store_true", help="show where an error came from")


def _verb_at(words: list[str]) -> int | None:
    """Return the place of the verb: the first word that is no option and no option's value."""
    at = 0
    while at < len(words):
        if not words[at].startswith("-"):
            return at
        at += 2 if words[at] in _VALUED else 1
    return None


def _help() -> str:
    rows = [f"  {verb:<10} {what}" for verb, what in VERBS.items()]
    return "\n".join([_HEAD, *rows, _TAIL])


def _like(verb: str) -> str:
    from difflib import get_close_matches  # noqa: PLC0415 - only a typing error needs it

    close = get_close_matches(verb, VERBS, n=1)
    return f"; did you mean {close[0]}?" if close else ""


def _fail(err: Exception, words: list[str], code: int, message: str | None = None) -> int:
    if "--debug" in words:
        from traceback import format_exception  # noqa: PLC0415 - nobody else pays for it

        streams.tell("".join(format_exception(err)))
    line = " ".join((message or str(err)).split())
    streams.tell(f"memoryd: {line}\n")
    return code


def _told(err: OSError) -> str:
    """Return what the system said, and of which file, where somebody can act on it."""
    why = (err.strerror or type(err).__name__).lower()
    if not err.filename:
        return f"{why}; run it again with --debug to see where"
    place = os.fsdecode(err.filename) if isinstance(err.filename, bytes) else err.filename
    hint = "; run `chmod u+rwX` on it" if isinstance(err, PermissionError) else "; look at it"
    return f"cannot use {place}: {why}{hint}"
