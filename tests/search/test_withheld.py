"""An answer to a group tells nothing of what it withholds: no id, no use, no line, by any door."""

import json
from pathlib import Path
from typing import Any

import pytest

from memoryd.cli.main import main
from memoryd.core.turn import Audience
from memoryd.jobs.get import get
from memoryd.jobs.search import query_of, search
from memoryd.mcp.answers import MemoryAnswers
from tests.search.test_cases_j import Memory, fact, over
from tests.searched import NOW

PATH = "projects/beacon/items.json"
HOT = {"lastAccessed": "2026-02-15", "accessCount": 99}


@pytest.fixture(name="memory")
def _memory(tmp_path: Path) -> Memory:
    """A project of which two facts are told, among eight that are not."""
    home = Memory(tmp_path)
    home.say("Nothing new.")
    home.beat()
    home.write("areas/people/sarah/summary.md", "# Sarah\n")
    home.facts(
        "projects/beacon",
        *(fact(f"x-{at:03}", f"Sarah marzipan {at}") for at in range(1, 5)),
        over(fact("beacon-001", "Uses marzipan"), "sarah-quits"),
        fact("sarah-quits", "Sarah quits marzipan"),
        *(fact(f"x-{at:03}", f"Sarah marzipan {at}") for at in range(6, 9)),
        fact("beacon-002", "Likes marzipan", "2025-06-01"),
    )
    return home


def by_finder(memory: Memory) -> list[dict[str, Any]]:
    return memory.find("marzipan", "group", history=True)


def by_socket(memory: Memory) -> list[dict[str, Any]]:
    params = {"query": "marzipan", "history": True}
    rows: list[dict[str, Any]] = search(memory.reading(), query_of(params, NOW))["results"]
    return rows


def by_tool(memory: Memory) -> list[dict[str, Any]]:
    def ask(reading: Any, query: str, **how: Any) -> dict[str, Any]:
        params = {"query": query, "audience": how["audience"].value, "history": how["history"]}
        return search(reading, query_of(params, NOW))

    answers = MemoryAnswers(memory.reading, Audience.GROUP, search=ask, remember=dict)
    asked = {"query": "marzipan", "history": True}
    rows: list[dict[str, Any]] = answers.call("memory_search", asked, "test")[
        "structuredContent"]["results"]  # fmt: skip
    return rows


@pytest.mark.parametrize("door", [by_finder, by_socket, by_tool])
def test_a_group_is_told_nothing_of_what_is_withheld(memory: Memory, door: Any) -> None:
    found = {row["id"]: row for row in door(memory)}

    assert set(found) == {"beacon-001", "beacon-002"}
    assert found["beacon-001"]["provenance"]["supersededBy"] == ""
    assert [row["heat"] for row in found.values()] == [None, None]
    assert "sarah" not in json.dumps(list(found.values())).lower()
    for fact_id, row in found.items():
        lines = (row["startLine"], row["endLine"])
        shown = get(memory.reading(), f"{PATH}#L{lines[0]}-L{lines[1]}", audience=Audience.GROUP)
        assert json.loads(shown["text"].rstrip(","))["id"] == fact_id
        assert lines[1] <= shown["totalLines"]


def test_the_command_line_tells_a_group_neither(
    memory: Memory, capsys: pytest.CaptureFixture[str]
) -> None:
    config = str(memory.reading().settings.config_file)
    main(["search", "marzipan", "--history", "--audience", "group", "--config", config])

    said = capsys.readouterr().out
    told = {line.partition("  ")[0] for line in said.splitlines() if not line.startswith(" ")}
    assert len(told) == 2
    assert all(int(place.rpartition(":")[2]) < 30 for place in told)
    assert "sarah" not in said
    assert "cold" not in said


def test_no_order_of_a_group_tells_of_use(memory: Memory) -> None:
    for name, more in (("aaa", {}), ("bbb", HOT), ("ccc", {})):
        memory.facts(f"projects/{name}", fact(f"{name}-001", "likes nougat", "2025-06-01", **more))
    cold = [row["id"] for row in memory.find("nougat", "group")]
    for name in ("aaa", "ccc"):
        memory.facts(f"projects/{name}", fact(f"{name}-001", "likes nougat", "2025-06-01", **HOT))
    memory.facts("projects/bbb", fact("bbb-001", "likes nougat", "2025-06-01"))

    assert memory.find("nougat")[0]["id"] != "bbb-001"
    group = [row["id"] for row in memory.find("nougat", "group")]
    assert sorted(group) == sorted(cold)
    assert [row["heat"] for row in memory.find("nougat", "group")] == [None] * 3


def test_the_operator_is_told_all_of_it(memory: Memory) -> None:
    found = {row["id"]: row for row in memory.find("marzipan", history=True)}

    assert found["beacon-001"]["provenance"]["supersededBy"] == "sarah-quits"
    assert found["beacon-002"]["heat"] == "cold"
