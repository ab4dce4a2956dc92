"""memoryd recall: what is known about one entity."""

import argparse

from memoryd import clock
from memoryd.cli.exits import DONE, FAILED
from memoryd.cli.opening import audience_of, reading_of
from memoryd.cli.screen import say, say_json, say_rows, warn
from memoryd.core.fact import Fact
from memoryd.core.fence import FLAGS
from memoryd.core.value import replace
from memoryd.core.visible import flags, one_line
from memoryd.jobs.hearing import hidden_for
from memoryd.jobs.recall import Recalled, Shown, Unclear, fact_told, opened, recall

HELP = """\
Show what is known about a person, company, project or subject: the summary, and the facts that are
newer than it. Name it as folder/name (people/sarah), or by its name alone where only one has it."""
EXAMPLES = """\
  memoryd recall people/sarah             the short, current picture
  memoryd recall sarah --facts            every fact that holds today
  memoryd recall beacon --history         all of it in order, and what replaced what"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's own arguments."""
    parser.add_argument("ref", metavar="REF", help="folder/name, or a name")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--facts", action="store_const", dest="shown", const=Shown.FACTS,
                     help="every fact that holds today")  # fmt: skip
    how.add_argument("--history", action="store_const", dest="shown", const=Shown.HISTORY,
                     help="all facts in the order they happened")  # fmt: skip


def run(args: argparse.Namespace) -> int:
    """Print what is known; a broken file is told on standard error beside its last good facts."""
    memory = reading_of(args)
    memory = replace(memory, now=clock.parse_now(args.now, memory.zone))
    shown = args.shown or Shown.SUMMARY
    found = recall(
        memory.store,
        args.ref,
        audience=audience_of(args),
        group_visible=memory.settings.group_visible,
        hidden=hidden_for(memory, audience_of(args)),
    )
    if isinstance(found, Unclear):
        return tell_unclear(found)
    if found.trouble is not None:
        warn(f"stale: {found.trouble}; the last good facts are shown until it is mended")
    found = found.narrowed(shown)
    if args.json:
        say_json(as_json(found))
    else:
        tell(found, shown)
    opened(memory, found)
    return DONE


def tell_unclear(found: Unclear) -> int:
    """Say that no one entity is meant, and which may be."""
    if found.meant:
        warn(f"several have that name; write one of: {', '.join(found.meant)}")
    elif found.nearest:
        warn(f"nothing is known by that name; the nearest are: {', '.join(found.nearest)}")
    else:
        warn("nothing is known by that name; `memoryd search` looks through all that was said")
    return FAILED


def as_json(found: Recalled) -> dict[str, object]:
    """Return what is known as JSON-able values."""
    return {
        "ref": str(found.ref),
        "name": found.name,
        "path": found.path,
        "summary": found.text,
        "facts": [fact_told(fact) for fact in found.facts],
        "flags": ["stale"] if found.stale else [],
        "trouble": str(found.trouble) if found.trouble else None,
    }


def tell(found: Recalled, shown: Shown) -> None:
    """Print what is known, for a person."""
    flag = "  [stale]" if found.stale else ""
    say(f"# {found.name}  ({found.path or found.ref}){flag}")
    if found.text:
        say(f"\n{found.text}")
    if found.text and found.facts:
        say("\nSince then:")
    elif found.facts:
        say("\nNothing is kept of it by itself; others' facts name it:\n" if found.tied else "")
    elif not found.text:
        say("\nNothing is known yet.")
    say_rows([_row(fact, shown) for fact in found.facts])


def _row(fact: Fact, shown: Shown) -> tuple[str, ...]:
    words = " ".join([one_line(fact.fact), *(f"[{FLAGS[flag]}]" for flag in flags(fact.fact))])
    if shown is not Shown.HISTORY:
        return fact.day, fact.id, words
    return fact.day, fact.id, standing(fact), words


def standing(fact: Fact) -> str:
    """Return whether a fact holds, or by what it was replaced."""
    if fact.active:
        return "active"
    return f"superseded by {fact.superseded_by}" if fact.superseded_by else "superseded"
