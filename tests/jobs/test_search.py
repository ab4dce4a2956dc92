"""Search over the whole memory: fresh at every question, honest when it cannot be, and discreet."""

import json
import shutil
from pathlib import Path

import pytest

from memoryd import clock
from memoryd.errors import UsageError
from memoryd.jobs.freshness import Scope
from memoryd.jobs.search import FILE
from tests.searched import Searched


class Memory(Searched):
    """A home whose memory is searched."""

    @property
    def index(self) -> Path:
        return next(self.state.rglob(FILE))


@pytest.fixture
def memory(tmp_path: Path) -> Memory:
    home = Memory(tmp_path)
    home.say("@person Sarah: plays the cello in Bremen", day="2026-01-05")
    home.say("@project Beacon: uses REST for its interface", day="2026-01-13")
    home.say("We ate soup with oregano.", day="2026-01-14")
    home.beat()
    (home.root / "MEMORY.md").write_text("# MEMORY.md\n\n## How I Work\n- Walks at noon\n")
    (home.root / "USER.md").write_text("- Allergic to walnuts\n")
    (home.root / "memory/2026-01-14.md").write_text("# 2026-01-14\n- 10:30am: Dentist, filling\n")
    return home


@pytest.mark.parametrize(
    ("words", "path", "layer"),
    [
        ("who plays the cello", "areas/people/sarah/items.json", "fact"),
        ("cello", "areas/people/sarah/items.json", "fact"),
        ("Saraj cello", "areas/people/sarah/items.json", "fact"),
        ("sarah-001", "areas/people/sarah/items.json", "fact"),
        ("noon walk", "MEMORY.md", "tacit"),
        ("walnut allergy", "USER.md", "user"),
        ("dentist", "memory/2026-01-14.md", "note"),
        ("oregano", "lines/plain/a#2026-01-14", "line"),
    ],
)
def test_every_layer_is_found_with_its_place(
    memory: Memory, words: str, path: str, layer: str
) -> None:
    first = next(row for row in memory.find(words)[:2] if row["path"] == path)

    assert first["provenance"]["layer"] == layer
    assert first["source"] == ("sessions" if layer == "line" else "memory")
    if layer not in ("fact", "line"):
        rows = (memory.root / path).read_text().splitlines()
        assert first["snippet"].split()[-1] in rows[first["startLine"] - 1]


def test_a_hand_edit_is_found_at_the_next_question_and_what_it_replaced_is_not(
    memory: Memory,
) -> None:
    assert memory.find("cello")
    rows = memory.items()
    rows[0]["fact"] = "plays the bassoon in Bremen"
    memory.items_path().write_text(json.dumps(rows))

    assert memory.find("bassoon")[0]["id"] == "sarah-001"
    assert not [row for row in memory.find("cello") if row["source"] == "memory"]


def test_what_was_removed_or_moved_is_not_found_where_it_was(memory: Memory) -> None:
    assert memory.find("cello")
    (memory.root / "archives/people").mkdir(parents=True)
    shutil.move(memory.root / "areas/people/sarah", memory.root / "archives/people/sarah")
    assert memory.find("cello")[0]["path"] == "archives/people/sarah/items.json"

    shutil.rmtree(memory.root / "archives/people/sarah")
    assert not [row for row in memory.find("cello") if row["source"] == "memory"]


def test_the_last_good_facts_of_a_broken_file_are_found(memory: Memory) -> None:
    memory.items_path().write_text("[{]")

    assert memory.find("cello")[0]["snippet"] == "plays the cello in Bremen"


@pytest.mark.parametrize("harm", ["gone", "cut", "garbled", "empty", "foreign"])
def test_a_damaged_index_is_built_anew_by_itself(memory: Memory, harm: str) -> None:
    assert memory.find("cello")
    raw = memory.index.read_bytes()
    bad = {"cut": raw[: len(raw) // 2], "garbled": raw[:100] + b"x" * (len(raw) - 100),
           "empty": b"", "foreign": b"not a database at all"}  # fmt: skip
    if harm == "gone":
        memory.index.unlink()
    else:
        memory.index.write_bytes(bad[harm])

    answer = memory.answer("cello")
    assert answer["results"][0]["id"] == "sarah-001"
    assert (answer["stale"], answer["degraded"]) == (False, None)


def test_a_replaced_fact_is_shown_only_with_history_and_behind_what_replaced_it(
    memory: Memory,
) -> None:
    rows = memory.items()
    new = {
        **rows[0],
        "id": "sarah-002",
        "fact": "plays no cello any more",
        "timestamp": "2026-02-01",
    }
    old = {**rows[0], "status": "superseded", "supersededBy": "sarah-002"}
    memory.items_path().write_text(json.dumps([old, new]))

    facts = [row["id"] for row in memory.find("plays cello Bremen") if row["id"]]
    assert facts == ["sarah-002"]
    with_it = [row["id"] for row in memory.find("plays cello Bremen", history=True) if row["id"]]
    assert with_it == ["sarah-002", "sarah-001"]


SECRET = ("cello", "noon", "walnuts", "dentist", "oregano", "sarah-001", "MEMORY.md",
          "areas/people/sarah/items.json")  # fmt: skip


@pytest.mark.parametrize("words", SECRET)
def test_a_group_finds_nothing_private(memory: Memory, words: str) -> None:
    assert memory.find(words)
    answer = memory.answer(words, "group")

    assert answer["results"] == []
    assert answer["behind"] == 0
    assert memory.find("REST interface", "group")[0]["entity"] == "projects/beacon"


def test_a_summary_is_told_to_a_group_only_while_all_of_its_facts_may_be(memory: Memory) -> None:
    summary = memory.root / "projects/beacon/summary.md"
    summary.write_text("# Beacon\n\nThe lighthouse project.\n")
    assert memory.find("lighthouse", "group")

    rows = json.loads((memory.root / "projects/beacon/items.json").read_text())
    rows[0]["relatedEntities"] = ["people/sarah"]
    (memory.root / "projects/beacon/items.json").write_text(json.dumps(rows))
    assert memory.find("lighthouse", "group") == []
    assert memory.find("REST interface", "group") == []


def test_new_lines_are_found_with_their_neighbours_after_a_heartbeat(memory: Memory) -> None:
    assert memory.find("oregano")
    memory.say("Then we went to see the tapirs.", day="2026-01-14")
    memory.beat()

    assert memory.find("tapirs")[0]["path"] == "lines/plain/a#2026-01-14"
    assert {row["snippet"] for row in memory.find("oregano tapirs")} >= {
        "We ate soup with oregano.", "Then we went to see the tapirs.",
    }  # fmt: skip


@pytest.mark.parametrize("limit", [0, -1, 51])
def test_a_number_of_results_that_is_none_is_refused(memory: Memory, limit: int) -> None:
    with pytest.raises(UsageError, match="1 to 50"):
        memory.answer("cello", limit=limit)


def test_the_machines_own_zone_read_twice_is_one_scope() -> None:
    """Else the daemon would open, and so write, its index anew at every question."""
    first, again = (clock.zone(None) for _ in range(2))

    assert Scope(first, "Alex", ()) == Scope(again, "Alex", ())
    assert Scope(first, "Alex", ()) != Scope(again, "Ben", ())
