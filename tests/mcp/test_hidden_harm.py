"""Whatever becomes of what is private, a group's answers stay what they were."""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.mcp.asking import Call
from tests.mcp.canaries import CANARY, DAY, FILES, TALK, TOLD, World
from tests.mcp.client import request, tool
from tests.mcp.doors import Doors, heard

DANA = f"areas/people/{CANARY}-dana"
NOTE = f"memory/{DAY}.md"
Harm = Callable[[World], object]


def whole(files: dict[str, Any]) -> dict[str, Any]:
    """Return the files without those that are broken from the start."""
    return {path: text for path, text in files.items() if "roken/" not in path and " " not in path}


def put(path: str, text: str | bytes) -> Harm:
    def harm(world: World) -> None:
        place = world.root / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(text if isinstance(text, bytes) else text.encode())

    return harm


def torn_facts(text: str | bytes) -> Harm:
    return put(f"{DANA}/items.json", text)


def gone(path: str) -> Harm:
    def harm(world: World) -> None:
        place = world.root / path
        shutil.rmtree(place) if place.is_dir() else place.unlink()

    return harm


def in_place(path: str, make: Callable[[Path], object]) -> Harm:
    """Put something else there than what is."""

    def harm(world: World) -> None:
        gone(path)(world)
        make(world.root / path)

    return harm


def moved(path: str) -> Harm:
    """Move a folder elsewhere and leave a link to it."""

    def harm(world: World) -> None:
        place = world.root / path
        place.rename(world.base / "elsewhere")
        place.symlink_to(world.base / "elsewhere")

    return harm


def torn_lines(world: World) -> None:
    for place in (world.root / ".memoryd/lines").rglob("*.jsonl"):
        place.write_bytes(f"{CANARY}\n".encode())


TWICE = f'[{{"id": "{CANARY}", "fact": "a", "timestamp": "2026-01-01", "status": "active"}}%s]'
UNHEARD: dict[str, Harm] = {
    "nothing": lambda _: None,
    "facts that do not parse": torn_facts(f'[{{"id": "{CANARY}'),
    "facts that are emptied": torn_facts(""),
    "an id twice": torn_facts(TWICE % ("," + TWICE[1:-3])),
    "facts that are no text": torn_facts(b'[{"id": "\xff"}]'),
    "a summary that is no text": put(f"{DANA}/summary.md", CANARY.encode() + b"\xff\n"),
    "front matter without an end": put(f"{DANA}/summary.md", f"---\naliases: [Dana\n# {CANARY}\n"),
    "a folder in place of facts": in_place(f"{DANA}/items.json", Path.mkdir),
    "a pipe in place of facts": in_place(f"{DANA}/items.json", os.mkfifo),
    "a link in place of facts": in_place(f"{DANA}/items.json", lambda p: p.symlink_to("/none")),
    "a person behind a link": moved(DANA),
    "a person behind a link to nowhere": in_place(DANA, lambda p: p.symlink_to("/none")),
    "a person behind a link to itself": in_place(DANA, lambda p: p.symlink_to(p)),
    "all people behind a link": moved("areas/people"),
    "somebody new, broken": put(f"areas/people/{CANARY}-new/items.json", "[{"),
    "a name that is no slug": put(f"areas/people/{CANARY.title()} Odd/items.json", "[]"),
    "somebody archived, broken": put(f"archives/{CANARY}-gone/items.json", "[{"),
    "somebody in two places": put(f"archives/people/{CANARY}-dana/items.json", "[]"),
    "two versions": put(f"{DANA}/items.sync-conflict-1.json", "[{"),
    "a folder in place of MEMORY.md": in_place("MEMORY.md", Path.mkdir),
    "no MEMORY.md": gone("MEMORY.md"),
    "too long a MEMORY.md": put("MEMORY.md", "## Hard Rules\n" + f"- {CANARY} is so\n" * 2000),
    "a folder in place of a note": in_place(NOTE, Path.mkdir),
    "a note that is no text": put(NOTE, b"# \xff"),
    "notes behind a link": moved("memory"),
    "lines that are torn": torn_lines,
    "something to review": put(".memoryd/review/x.jsonl", '{"id": "x", "why": "unreadable"}\n'),
}  # fmt: skip
# Where names can be seen no more a group is told less than before.
NAMES_LOST: dict[str, Harm] = {
    "all areas gone": gone("areas"),
    "all areas behind a link to nowhere": in_place("areas", lambda p: p.symlink_to("/none")),
    "people behind a link to nowhere": in_place("areas/people", lambda p: p.symlink_to("/none")),
    "a file in place of all areas": in_place("areas", lambda p: p.write_bytes(CANARY.encode())),
}  # fmt: skip

ASKED = [
    tool(1, "memory_search", query="river"), tool(1, "memory_search", query=f"Dana {CANARY}"),
    tool(1, "memory_entity", entity="beacon"), tool(1, "memory_context"),
    tool(1, "memory_get", path="projects/forms/items.json"),
    tool(1, "memory_get", path="MEMORY.md"), tool(1, "memory_get", path=f"{DANA}/items.json"),
    request(1, "resources/list"),
    request(1, "resources/read", uri="memory://entities/projects/delta"),
    request(1, "resources/read", uri=f"memory://entities/people/{CANARY}-dana"),
]  # fmt: skip
NOT_KNOWN = [tool(1, "memory_entity", entity=name) for name in ("Dana", "nobody")]
TYPED = "search river", "search Dana", "recall beacon", "log delta", "status", "check", "context"
UNKNOWN = "recall Dana", "recall nobody", "log nobody"


def calls(asked: list[dict[str, Any]], typed: tuple[str, ...]) -> list[Call]:
    return [
        *(Call("mcp", message) for message in asked),
        *(Call("argv", [*verb.split(), "--audience", "group", *more])
          for verb in typed for more in ([], ["--json"])),
        Call("hook", (["session-start"], "{}")),
        Call("hook", (["user-prompt"], '{"prompt": "and beacon, Dana?"}')),
        Call("argv", ["synthesize", "--dry-run", "--audience", "group"]),
    ]  # fmt: skip


@pytest.fixture(name="worlds", scope="module")
def _worlds(tmp_path_factory: pytest.TempPathFactory) -> tuple[World, World]:
    base = tmp_path_factory.mktemp("harm")
    return World(base / "whole", whole(FILES), TALK), World(base / "told", whole(TOLD), [])


@contextmanager
def harmed(world: World, harm: Harm) -> Iterator[None]:
    before = world.base / "before"
    shutil.copytree(world.root, before, symlinks=True)
    try:
        harm(world)
        yield
    finally:
        shutil.rmtree(world.root)
        shutil.rmtree(world.base / "elsewhere", ignore_errors=True)
        before.rename(world.root)


@pytest.mark.parametrize("harm", UNHEARD)
def test_what_is_broken_or_odd_among_the_private_changes_no_answer_of_a_group(
    worlds: tuple[World, World], harm: str
) -> None:
    world, told = map(Doors, worlds)
    for door in (world, told):
        door(Call("mcp", ASKED[0]))  # the index is made, which on a busy machine takes a while
    with harmed(worlds[0], UNHEARD[harm]):
        for call in calls([*ASKED, *NOT_KNOWN], (*TYPED, *UNKNOWN)):
            assert world(call) == told(call), call


@pytest.mark.parametrize("harm", NAMES_LOST)
def test_a_group_is_told_nothing_that_may_name_somebody_while_names_are_away(
    worlds: tuple[World, World], harm: str
) -> None:
    world = Doors(worlds[0])
    with harmed(worlds[0], NAMES_LOST[harm]):
        for call in calls([*ASKED, *NOT_KNOWN], (*TYPED, *UNKNOWN)):
            said = world(call)
            assert not (call.door == "mcp" or call.is_open) or not heard(said), (call, said)
        assert "Has a pier" not in world(Call("mcp", ASKED[4]))
    assert "Has a pier" in world(Call("mcp", ASKED[4]))
