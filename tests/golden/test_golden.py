"""The layout on disk is a contract: this folder is read as it stands, and written to the byte."""

import os
import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest

from memoryd.core.change import AddFact, Bullets, Supersede
from memoryd.core.entity import Ref
from memoryd.core.fact import Fact
from memoryd.core.notes import Section, event_bullet, fact_bullet, read_note
from tests.store.kit import Memory, change

GOLDEN = Path(__file__).parent / "life"
NORA, TIDEWATER = Ref("people", "nora"), Ref("companies", "tidewater")
LANTERN = Ref("projects", "lantern")
NEW = Fact(
    "nora-003",
    "Bäckt jetzt auch 東京-Brot",
    "2026-02-15",
    category="status",
    source="conversation:plain:a#3",
    related=("companies/tidewater",),
    access_count=0,
)
WRITTEN = """\
  {
    "id": "nora-003",
    "fact": "Bäckt jetzt auch 東京-Brot",
    "category": "status",
    "timestamp": "2026-02-15",
    "source": "conversation:plain:a#3",
    "status": "active",
    "relatedEntities": [
      "companies/tidewater"
    ],
    "accessCount": 0
  }
]
"""


@pytest.fixture
def memory(tmp_path: Path) -> Memory:
    memory = Memory(tmp_path)
    shutil.copytree(GOLDEN, memory.root)
    return memory


def seen_by_people(memory: Memory) -> dict[str, bytes]:
    return {name: raw for name, raw in memory.bytes().items() if "/.memoryd/" not in name}


def test_every_file_is_read_and_none_is_written(memory: Memory) -> None:
    old = datetime(2026, 1, 20, tzinfo=UTC).timestamp()
    for path in memory.root.rglob("*"):
        os.utime(path, (old, old))
    before = seen_by_people(memory)
    with memory.writer() as store:
        assert [str(ref) for ref in store.refs()] == [
            "archives/garden-2024", "companies/tidewater", "people/nora", "projects/lantern",
            "projects/old-boat", "resources/sourdough",
        ]  # fmt: skip
        assert (store.strange(), store.troubles(), store.verify()) == ([], [], [])
        facts = {str(ref): [f.id for f in store.ledger(ref)[0].facts] for ref in store.refs()}
        assert store.note_days() == ["2026-01-12", "2026-01-13"]
        assert store.opening.edits > 0
    assert {ref: ids for ref, ids in facts.items() if ids} == {
        "people/nora": ["nora-001", "nora-002"],
        "companies/tidewater": ["tw-1", "tidewater-002"],
        "projects/lantern": ["lantern-001"],
    }
    assert seen_by_people(memory) == before
    assert all(path.stat().st_mtime == old for path in map(Path, before))


def test_what_the_files_say_is_understood(memory: Memory) -> None:
    store = memory.reader()
    first, second = store.ledger(NORA)[0].facts
    assert (first.superseded_by, first.access_count, second.active) == ("nora-002", 8, True)
    assert store.ledger(TIDEWATER)[0].facts[0].extra["rating"] == {
        "stars": 4.5,
        "by": ["Ole", None],
    }
    assert store.summary(TIDEWATER).aliases == ("Tidewater Bakery", "TW")
    assert store.summary(LANTERN).name == "Lantern"
    flat = read_note(store.text_file("memory/2026-01-13.md"))
    assert [(entry.time, entry.text) for entry in flat.entries] == [
        ("10:30", "tea with Ole"), (None, "the boat is sold"),
    ]  # fmt: skip


def test_a_new_fact_is_written_to_the_byte(memory: Memory) -> None:
    path = memory.root / "areas/people/nora/items.json"
    before = path.read_text()
    with memory.writer() as store:
        store.commit(change(AddFact(NORA, NEW, "Nora"), Supersede(NORA, "nora-002", "nora-003")))
    replaced = before.replace(
        '"status": "active",', '"status": "superseded",\n    "supersededBy": "nora-003",'
    )
    assert path.read_text() == replaced.removesuffix("\n]\n") + ",\n" + WRITTEN


def test_a_first_fact_makes_an_entity_to_the_byte(memory: Memory) -> None:
    ole = Ref("people", "ole")
    with memory.writer() as store:
        store.commit(change(AddFact(ole, NEW, "Ole B.")))
    assert (memory.root / "areas/people/ole/items.json").read_text() == "[\n" + WRITTEN
    assert (memory.root / "areas/people/ole/summary.md").read_text() == "# Ole B.\n"


def test_what_others_wrote_into_a_file_of_theirs_survives_ours(memory: Memory) -> None:
    with memory.writer() as store:
        for ref in (TIDEWATER, LANTERN):
            store.commit(change(AddFact(ref, NEW, "x")))
        ledger = store.ledger(TIDEWATER)[0]
    assert ledger.facts[0].extra["colour"] == "blue"
    assert memory.rows(TIDEWATER)[0]["timestamp"] == "2025-03-02T07:30:00+01:00"
    assert [row["id"] for row in memory.rows(LANTERN)] == ["lantern-001", "nora-003"]


def test_a_note_is_written_to_the_byte(memory: Memory) -> None:
    path = memory.root / "memory/2026-01-12.md"
    fact = fact_bullet("Keeps bees", "areas/people/nora")
    with memory.writer() as store:
        store.commit(
            change(
                Bullets("2026-01-12", Section.KEY_EVENTS, (event_bullet("08:00", "Woke early"),)),
                Bullets("2026-01-12", Section.FACTS_EXTRACTED, (fact,)),
                Bullets("2026-01-12", Section.DECISIONS_MADE, ("- Sell the boat",)),
                Bullets("2026-02-15", Section.FACTS_EXTRACTED, (fact,)),
            )
        )
    golden = (GOLDEN / "memory/2026-01-12.md").read_text()
    decided = "## Decisions Made\n<!-- memoryd -->\n- Sell the boat\n<!-- /memoryd -->\n\n"
    assert path.read_text() == (
        golden.replace("- 09:15", "- 08:00 — Woke early\n- 09:15")
        .replace("nora)\n", f"nora)\n{fact}\n")
        .replace("## Facts", f"{decided}## Facts")
    )
    assert path.with_name("2026-02-15.md").read_text() == (
        f"# 2026-02-15\n\n## Facts Extracted\n<!-- memoryd -->\n{fact}\n<!-- /memoryd -->\n"
    )
