"""Search as an agent meets it through the tools: any words, at once, and cited so it can be read.

The daemon is down; what the index itself does stands in tests/search.
"""

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.mcp.client import Client

DAY = "2026-02-15"
SCRIPTS = {
    "北山咖啡馆的会员周三打九折": ("咖啡馆 折扣", "会员", "馆", "周三打折吗"),
    "明日は図書館でピアノの練習": ("図書館", "ピアノ", "図"),
    "수요일에 도서관에서 피아노 연습": ("도서관", "피아노를", "수"),
    "วันพุธซ้อมเปียโนที่ห้องสมุด": ("ห้องสมุด", "เปียโน", "ซ"),
}
TYPED = {
    "it's the old router": ("it's", "its", "it\u2019s"),
    "the fault is in gateway/run.py": ("gateway/run.py", "run.py", "gateway"),
    "write to user@host.example": ("user@host.example", "user@host"),
    "nobody knows why": ("why?", "why", "WHY"),
    "the parser is in C++ now": ("C++", "c++?"),
    "sizes a,b and c": ("a,b",),
    "NEAR( is no word": ("NEAR(", 'NEAR("'),
    "the column col: is empty": ("col:",),
    "run it with -x to trace": ("-x",),
    "Zoë naïvely agreed": ("Zoe", "naively"),
}
NEVER_RAISE = ('"', "*", "'", "^", "AND", "NOT", "(", "", " ", "\0", "\ud800", "x" * 100_000,
               "sail " * 20_000)  # fmt: skip
FACT = {"category": "status", "status": "active", "timestamp": DAY}


class Memory:
    """The memory of one home, and an agent that asks it."""

    def __init__(self, home: Path, client: Client) -> None:
        self.life, self.state, self._client = home / "life", home / "xdg_state_home", client

    def has(self, path: str, text: str | list[dict[str, Any]]) -> Path:
        place = self.life / path
        place.parent.mkdir(parents=True, exist_ok=True)
        with place.open("w") as handle:
            handle.write(text if isinstance(text, str) else json.dumps(text, indent=2))
        return place

    def noted(self, *texts: str, day: str = DAY) -> None:
        rows = "".join(f"- 09:{n:02d} — {text}\n" for n, text in enumerate(texts))
        self.has(f"memory/{day}.md", f"# {day}\n\n## Key Events\n{rows}")

    def tool(self, name: str, **arguments: Any) -> dict[str, Any]:
        answer = self._client.calls(name, **arguments)
        assert not answer["isError"], answer
        found: dict[str, Any] = answer["structuredContent"]
        return found

    def answer(self, query: str, **more: Any) -> dict[str, Any]:
        return self.tool("memory_search", query=query, **more)

    def find(self, query: str, **more: Any) -> list[dict[str, Any]]:
        rows: list[dict[str, Any]] = self.answer(query, **more)["results"]
        return rows

    def read(self, hit: dict[str, Any], **more: Any) -> str:
        """What memory_get shows of the lines that a result cites."""
        cited = f"{hit['path']}#L{hit['startLine']}-L{hit['endLine']}"
        found = self.tool("memory_get", path=cited, **more)
        assert found["status"] == "ok", cited
        assert (found["startLine"], found["endLine"]) == (hit["startLine"], hit["endLine"])
        text: str = found["text"]
        return text

    def reads(self, query: str, **more: Any) -> list[str]:
        return [self.read(hit, **more) for hit in self.find(query, **more)]


@pytest.fixture(name="memory")
def _memory(home: Path) -> Iterator[Memory]:
    with Client("--audience", "private") as client:
        yield Memory(home, client)


@pytest.mark.parametrize("kind", [SCRIPTS, TYPED])
def test_what_people_write_in_any_script_is_found_and_its_lines_hold_it(
    memory: Memory, kind: dict[str, tuple[str, ...]]
) -> None:
    for n, text in enumerate(kind):
        memory.noted("Nothing much, some soup", text, "A walk", day=f"2026-01-{n + 1:02d}")

    asked = [(text, query) for text, queries in kind.items() for query in queries]
    missed = [
        (text, query) for text, query in asked if not any(text in r for r in memory.reads(query))
    ]

    assert missed == []


def test_nothing_that_is_typed_is_an_error_and_a_word_among_it_is_found(memory: Memory) -> None:
    memory.noted("We went for a sail")

    for query in NEVER_RAISE:
        memory.find(query)
    assert memory.find("sail " * 20_000)
    assert memory.find('"sail" AND (NOT ^* ')


def test_what_was_just_written_is_found_at_once(memory: Memory) -> None:
    memory.noted("We went for a sail")
    assert memory.find("sail")

    kept = memory.tool("memory_remember", text="Plays the oboe", about="people/Dana Lee")
    (by_tool, *_) = memory.find("oboe")
    memory.has("projects/beacon/items.json", [{"id": "beacon-001", "fact": "Uses gRPC", **FACT}])
    by_hand = memory.answer("gRPC")

    assert (by_tool["entity"], by_tool["id"]) == (kept["ref"], kept["id"])
    assert by_hand["results"][0]["id"] == "beacon-001"
    assert by_hand["stale"] is False


def _deleted(memory: Memory) -> str | None:
    shutil.rmtree(memory.life / "projects/beacon")
    return None


def _renamed(memory: Memory) -> str | None:
    (memory.life / "projects/beacon").rename(memory.life / "projects/lantern")
    return "projects/lantern/items.json"


def _archived(memory: Memory) -> str | None:
    (memory.life / "archives/projects").mkdir(parents=True)
    (memory.life / "projects/beacon").rename(memory.life / "archives/projects/beacon")
    return "archives/projects/beacon/items.json"


def _edited(memory: Memory) -> str | None:
    memory.has("projects/beacon/items.json", [{"id": "beacon-001", "fact": "Uses REST", **FACT}])
    return None


@pytest.mark.parametrize("change", [_deleted, _renamed, _archived, _edited])
def test_what_went_is_gone_at_once_and_what_moved_is_found_where_it_lies(
    memory: Memory, change: Callable[[Memory], str | None]
) -> None:
    memory.has("projects/beacon/items.json", [{"id": "beacon-001", "fact": "Uses gRPC", **FACT}])
    memory.has("resources/ropes/items.json", [{"id": "ropes-001", "fact": "Wet weaker", **FACT}])
    assert memory.find("gRPC")

    place = change(memory)

    found = [hit for hit in memory.find("gRPC") if "gRPC" in hit["snippet"]]
    assert [hit["path"] for hit in found] == ([place] if place else [])
    assert all("gRPC" in memory.read(hit) for hit in found)


def test_without_vectors_words_answer_and_the_answer_says_so(memory: Memory) -> None:
    memory.noted("We went for a sail")

    found = memory.answer("sail")

    assert found["results"]
    assert found["degraded"]


def _cut(index: Path) -> None:
    with index.open("r+b") as handle:
        handle.truncate(index.stat().st_size // 2)


def _garbled(index: Path) -> None:
    with index.open("r+b") as handle:
        handle.write(b"no index at all " * 64)


def _emptied(index: Path) -> None:
    with index.open("wb"):
        pass


@pytest.mark.parametrize("harm", [_cut, _garbled, _emptied, Path.unlink])
def test_a_damaged_index_is_made_anew_by_the_question(
    memory: Memory, harm: Callable[[Path], None]
) -> None:
    memory.noted("We went for a sail", *(f"Walk number {n}" for n in range(40)))
    before = memory.find("sail")
    (index,) = memory.state.rglob("index.db")
    for beside in index.parent.glob("index.db-*"):
        beside.unlink()

    harm(index)

    assert memory.find("sail") == before
    assert memory.find("walk")


def test_a_pasted_prompt_of_five_thousand_bytes_finds_what_it_is_about(memory: Memory) -> None:
    for n in range(28):
        memory.noted(f"Coffee and a walk, day {n}", day=f"2026-01-{n + 1:02d}")
    memory.noted("The quote for Meridian was 4,200 euros for two kiosks")
    filler = "Please look at the following and answer as well as you can, step by step. " * 34
    prompt = f"{filler} What did we quote Meridian, and for what? {filler}"
    assert len(prompt) > 5_000

    assert "4,200" in memory.reads(prompt)[0]


def test_every_result_cites_lines_that_memory_get_shows(memory: Memory) -> None:
    memory.has("MEMORY.md", "# MEMORY.md\n\n## How I Work\n- Sails at noon\n")
    memory.has("USER.md", "# USER.md\n\nGets ill on a sail\n")
    memory.noted("Something else", "Sail on the lake")
    memory.has("projects/beacon/summary.md", "# Beacon\n\nA sail for the harbour.\n")
    memory.has("projects/beacon/items.json", [
        {"id": "beacon-001", "fact": "The sail is red", **FACT, "status": "superseded",
         "supersededBy": "beacon-002"},
        {"id": "beacon-002", "fact": "The sail is blue", **FACT},
    ])  # fmt: skip

    hits = memory.find("sail", history=True)

    layers = {hit["provenance"]["layer"] for hit in hits}
    assert layers == {"tacit", "user", "note", "summary", "fact"}
    assert {hit["id"] for hit in hits if hit.get("id")} == {"beacon-001", "beacon-002"}
    shown = [(hit["snippet"].split()[-1], memory.read(hit)) for hit in hits]
    assert [(word, text) for word, text in shown if word not in text] == []
    assert all(hit.get("id") != "beacon-001" for hit in memory.find("sail"))


def test_what_a_group_is_cited_it_can_read(memory: Memory) -> None:
    memory.has("projects/beacon/items.json", [
        {"id": "beacon-001", "fact": "Dana wants a sail", **FACT, "relatedEntities": ["people/d"]},
        {"id": "beacon-002", "fact": "The sail is blue", **FACT},
    ])  # fmt: skip

    (hit,) = memory.find("sail", audience="group")

    assert '"id": "beacon-002"' in memory.read(hit, audience="group")
    assert "Dana" not in memory.read(hit, audience="group")
