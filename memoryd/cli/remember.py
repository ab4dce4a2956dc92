"""memoryd remember: keep one fact that a person types."""

import argparse
from typing import Any

from memoryd.cli.exits import DONE, IN_PART
from memoryd.cli.opening import app_of, audience_of, writing
from memoryd.cli.screen import say, say_json, warn
from memoryd.core.fact import Category
from memoryd.core.turn import Audience
from memoryd.jobs.remember import about_in_group
from memoryd.jobs.troubles import held_up, is_inside
from memoryd.wiring import App

HELP = """\
Keep one fact about yourself, or about whom or what --about names; it is begun where it is new.
Words that plainly speak of another ("Sarah is my manager") go to them, as in a conversation.
What it contradicts is superseded, never deleted; what is known already is not kept twice."""
EXAMPLES = """\
  memoryd remember "I prefer short answers"
  memoryd remember "Sarah is my manager"
  memoryd remember "Moved to the design team" --about people/sarah
  memoryd remember "Uses REST instead of GraphQL" --about projects/beacon"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's own arguments."""
    parser.add_argument(
        "text", metavar="TEXT", nargs="*", help="one statement, at most 600 characters"
    )
    parser.add_argument("--about", metavar="REF", help="folder/name, or a known name")
    parser.add_argument(
        "--category", choices=[c.value for c in Category], help="found out if left out"
    )


def run(args: argparse.Namespace) -> int:
    """Keep the text and say what became of it."""
    app = app_of(args)
    params = {"text": " ".join(args.text), "about": args.about, "category": args.category}
    if audience_of(args) is Audience.GROUP:
        return _for_group(app, params, json=args.json)
    answer = writing(app, "remember", params)
    if args.json:
        say_json(answer)
    else:
        _tell(answer)
    if answer["closed"]:
        warn(f"{', '.join(answer['closed'])} cannot be written; run `chmod u+rwx` there")
    if answer.get("held"):
        warn(held_up(answer["waiting"]))
        return IN_PART
    broken = [path for path in answer["waiting"] if not is_inside(path, answer["closed"])]
    if broken:
        warn(f"{', '.join(broken)} is broken; `memoryd status` says where")
    return IN_PART if answer["waiting"] else DONE


def _for_group(app: App, params: dict[str, Any], *, json: bool) -> int:
    """Keep it, and tell others no more: what was known, or waits, may be what they may not know."""
    if params["about"] is not None:
        settings = app.settings()
        params["about"] = about_in_group(
            app.reader(), params["about"], settings.group_visible, settings.operator_name
        )
    writing(app, "remember", params, Audience.GROUP)
    say_json({"outcome": "kept"}) if json else say("kept")
    return DONE


def _tell(answer: dict[str, Any]) -> None:
    named, path = answer["id"], answer["path"]
    if answer.get("held"):
        done = f"{named} is kept, and written to {path} as soon as that can be"
    elif is_inside(path, answer["closed"]):
        done = f"{named} waits until {path} can be written; not in the file yet"
    elif path in answer["waiting"]:
        done = f"{named} waits for {path} to be mended; not in the file yet"
    elif answer["outcome"] == "merged":
        done = f"known already as {named} in {path}"
    else:
        done = f"kept as {named} in {path}"
    say(f"{done}: {answer['fact']}")
    for old in answer["superseded"]:
        say(f"  it replaces {old['id']}: {old['fact']}")
    if answer["secrets"]:
        say("  what looked like a password or key was masked; memory keeps none")
