"""memoryd demo: the whole way from conversation to fact, in a folder of its own."""

import argparse
import os
import shlex
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from secrets import token_hex
from typing import Any

import tomli_w

from memoryd.cli.exits import DONE, FAILED
from memoryd.cli.log import tell as tell_log
from memoryd.cli.opening import log_to_stderr, progress_line
from memoryd.cli.recall import as_json as recalled_as_json
from memoryd.cli.recall import tell as tell_recalled
from memoryd.cli.screen import say, say_json, warn
from memoryd.core.count import many
from memoryd.core.turn import Audience
from memoryd.errors import UsageError
from memoryd.jobs.init import found_sources, prepare, write_config
from memoryd.jobs.log import Log, log
from memoryd.jobs.reading import Reading
from memoryd.jobs.recall import Recalled, Shown, recall
from memoryd.wiring import App

HELP = """\
Show memoryd on a made-up story, or on your own conversations: they are read, facts are found by the
offline rules (no model, no network), and what came of it is shown. Everything is written into a new
folder; nothing of yours is changed."""
EXAMPLES = """\
  memoryd demo
  memoryd demo --into /tmp/look           a folder that does not exist yet
  memoryd demo --json                     what was made, as one JSON object
  memoryd demo --transcripts              your own conversations, where there are any"""
_STORY_PERSON = "people/sarah"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's own arguments."""
    parser.add_argument("--into", metavar="DIR", help="the folder to make; in $TMPDIR if left out")
    parser.add_argument("--transcripts", action="store_true",
                        help="read your own conversations instead of the story")  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Shown:
    """What came of one run: its app, the lines read, the facts kept, and whom to look at.

    pair: whether a fact there was superseded.
    """

    app: App
    lines: int
    kept: int
    ref: str
    found_by: str
    pair: bool


def run(args: argparse.Namespace) -> int:
    """Make the folder, run the main job in it, and show what a person would look at."""
    log_to_stderr()
    base = _folder(args.into)
    tell = _quiet if args.json else say
    tell(f"memoryd demo, in {base}\n")
    own = args.transcripts and bool(found_sources(App.of(os.environ).paths.home))
    shown = _read(base / "yours", own=True) if own else None
    if args.transcripts and not (shown and shown.kept):
        why = "no conversations of your own were found"
        if own:
            why = "the rules found no lasting fact in your conversations (a model finds more)"
        tell(f"{why}; here is a made-up story\n")
    story = None
    if not (shown and shown.kept and shown.pair):
        story = _read(base / "story" if own else base, own=False)
        if not story.kept:
            warn("no fact was found in the story; memoryd is not whole")
            return FAILED
    if not (shown and shown.kept):
        shown, story = story, None
    if shown:
        _show(shown, story, json=args.json)
    return DONE


def _show(shown: _Shown, story: _Shown | None, *, json: bool) -> None:
    """Show what came of it. story: the made-up one, for the pair that one's own facts lack."""
    if json:
        say_json(_as_json(shown) | ({"story": _as_json(story)} if story else {}))
        return
    _tell(shown)
    if story:
        say("\nNo fact of yours has been superseded yet. In a made-up story one was:")
        _tell_history(story)
    _tell_next(shown)


def _quiet(_text: str) -> None:
    """Say nothing: the answer is one JSON object."""


def _read(base: Path, *, own: bool) -> _Shown:
    """Run the main job into a folder."""
    app = _app(base, own=own)
    with app.writer() as store:
        prepare(store, app.places(), app.run())
        beat = app.perform("heartbeat", {}, store, progress_line())
        ledgers = {str(ref): store.ledger(ref)[0].facts for ref in store.refs()}
    kept = beat["counts"].get("stored", 0)
    # A fact with its successor shows more than many that all hold.
    facts = {ref: (any(not f.active for f in held), len(held)) for ref, held in ledgers.items()}
    ref = max(facts, key=lambda ref: facts[ref]) if own and facts else _STORY_PERSON
    pair = ref in facts and facts[ref][0]
    return _Shown(app, beat["lines"], kept, ref, beat["extractor"], pair)


def _tell(shown: _Shown) -> None:
    say(f"read {many(shown.lines, 'line')} of conversation, kept {many(shown.kept, 'fact')}")
    say(f"by {shown.found_by}\n")
    for path in _tree(shown.app.settings().root):
        say(f"  {path}")
    _tell_history(shown)


def _as_json(shown: _Shown) -> dict[str, Any]:
    app, root = shown.app, shown.app.settings().root
    found = recall(
        app.reader(),
        shown.ref,
        audience=Audience.PRIVATE,
        group_visible=app.settings().group_visible,
    )
    return {
        "root": str(root),
        "config": str(app.config_file),
        "lines": shown.lines,
        "kept": shown.kept,
        "tree": list(_tree(root)),
        "entity": recalled_as_json(found) if isinstance(found, Recalled) else None,
    }


def _command() -> str:
    """Return how this program is called from here."""
    place = Path(sys.argv[0])
    known = str(place.absolute().parent) in os.environ.get("PATH", "").split(os.pathsep)
    return "memoryd" if known or place.name != "memoryd" else os.path.relpath(place)


def _folder(into: str | None) -> Path:
    """Make the new folder. Raises UsageError for one that exists."""
    parent = Path(os.environ.get("TMPDIR") or "/tmp")  # noqa: S108 - the name behind it is random
    path = Path(into).expanduser().absolute() if into else parent / f"memoryd-demo-{token_hex(4)}"
    try:
        path.mkdir(mode=0o700, parents=bool(into))
    except FileExistsError as err:
        raise UsageError(f"{path} exists; name a folder that does not") from err
    except OSError as err:
        raise UsageError(f"cannot make {path}: {(err.strerror or '').lower()}") from err
    return path.resolve()


def _app(base: Path, *, own: bool) -> App:
    """Return an app whose every file is under the folder; only conversations are read outside."""
    story = str(files("memoryd.jobs") / "demo" / "story-*.jsonl")
    base.mkdir(mode=0o700, exist_ok=True)
    config_file = base / "config.toml"
    write_config(
        config_file,
        tomli_w.dumps({
            "operator": {} if own else {"name": "Alex", "timezone": "Europe/Berlin"},
            "memory": {"root": str(base / "life")},
            "sources": {
                "claude_code": {"enabled": own},
                "pi": {"enabled": own},
                "plain": {"paths": [] if own else [story]},
            },
        }),
    )  # fmt: skip
    inside = {"XDG_STATE_HOME": str(base / "state"), "XDG_RUNTIME_DIR": str(base / "state")}
    return App.of({**os.environ, **inside}, config_file=config_file)


def _tree(root: Path) -> Iterator[str]:
    """Yield the files a person would open, sorted."""
    for path in sorted(root.rglob("*")):
        inside = path.relative_to(root)
        if path.is_file() and not inside.parts[0].startswith("."):
            yield str(inside)


def _tell_history(shown: _Shown) -> None:
    """Show what is known of somebody, what replaced what, and where the first of it was said."""
    app, ref = shown.app, shown.ref
    reader, zone, group_visible = app.reader(), app.run().zone, app.settings().group_visible
    private = Audience.PRIVATE
    say(f"\n$ memoryd recall {ref} --history\n")
    found = recall(reader, ref, audience=private, group_visible=group_visible)
    if isinstance(found, Recalled):
        tell_recalled(found.narrowed(Shown.HISTORY), Shown.HISTORY)
        first = found.facts[0].id
        say(f"\n$ memoryd log {ref} {first}")
        traced = log(Reading(reader, app.settings(), zone), ref, first, audience=private)
        if isinstance(traced, Log):
            tell_log(traced, zone, private=True)


def _tell_next(shown: _Shown) -> None:
    """Show where to look around; the command keeps its notes in the demo's folder as well."""
    app = shown.app
    words = ("recall", shown.ref, "--config", str(app.config_file))
    state = shlex.quote(str(app.paths.state_dir.parent))
    say(f"\nLook around in {app.settings().root}: edit a file, and what you wrote wins.")
    say(f"Ask yourself:    XDG_STATE_HOME={state} {_command()} {shlex.join(words)}")
    say(f"Begin your own:  {_command()} init")
