"""Six programs at once on a missing or harmed index: commands, and servers of assistants."""

import json
import subprocess
import sys
from contextlib import ExitStack
from typing import Any

import pytest

from tests.cli.talking import Person
from tests.index_harms import HARMS
from tests.mcp.client import PROJECT, Client, tool

THINGS = ("cello", "canoe", "kiln", "beehive", "ladder", "sundial")


@pytest.fixture
def owner(person: Person) -> Person:
    person.has_config()
    for number in range(60):
        row = {"id": f"p{number}-001", "timestamp": "2026-01-05"}
        text = f"Owns a {THINGS[number % len(THINGS)]} from shed {number}"
        person.has_facts(f"areas/people/p{number}", {**row, "fact": text})
    assert person.types("search", "cello").code == 0
    return person


def starts(thing: str) -> subprocess.Popen[str]:
    words = [sys.executable, "-m", "memoryd", "search", thing, "--json"]
    return subprocess.Popen(
        words, cwd=PROJECT, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )


def is_whole(thing: str, answer: dict[str, Any]) -> None:
    """Every owner of it is found, nothing is behind, and no index is called busy or locked."""
    found = [row for row in answer["results"] if f"Owns a {thing}" in row["snippet"]]
    assert (len(found), answer["stale"]) == (10, False)
    assert "no daemon runs" in answer["degraded"]


@pytest.mark.parametrize("harm", HARMS)
def test_each_of_six_programs_finds_all_there_is(owner: Person, harm: str) -> None:
    HARMS[harm](next(owner.home.rglob("index.db")))

    with ExitStack() as stack:
        servers = {t: stack.enter_context(Client("--audience", "private")) for t in THINGS[3:]}
        commands = {thing: starts(thing) for thing in THINGS[:3]}
        for thing, server in servers.items():
            server.sends(tool(1, "memory_search", query=thing))
        for thing, command in commands.items():
            out, err = command.communicate()
            is_whole(thing, json.loads(out))
            assert "busy" not in err
            assert "locked" not in err
        for thing, server in servers.items():
            is_whole(thing, server.hears()["result"]["structuredContent"])
            assert server.hangs_up() == (0, [], "")
