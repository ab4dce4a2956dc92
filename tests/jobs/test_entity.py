"""memory_entity: one entity as JSON."""

from pathlib import Path

import pytest

from memoryd.core.turn import Audience
from memoryd.jobs.entity import entity
from memoryd.jobs.reading import Reading
from memoryd.jobs.recall import Shown
from tests.mcp.canaries import FILES, World


@pytest.fixture(name="memory")
def _memory(tmp_path: Path) -> Reading:
    return World(tmp_path, FILES, []).reading()


def test_it_tells_what_recall_tells(memory: Reading) -> None:
    def told(shown: Shown) -> list[str]:
        found = entity(memory, "beacon", shown=shown, audience=Audience.PRIVATE)
        return [fact["id"] for fact in found["facts"]]

    found = entity(memory, "Beacon", shown=Shown.SUMMARY, audience=Audience.PRIVATE)

    assert (found["status"], found["ref"], found["name"]) == ("ok", "projects/beacon", "Beacon")
    assert (found["path"], found["stale"]) == ("projects/beacon", False)
    assert "Ships in March" in found["summary"]
    assert told(Shown.FACTS) == ["beacon-001", "beacon-002"]
    assert told(Shown.HISTORY) == ["beacon-001", "beacon-002", "beacon-003"]


def test_a_broken_file_gives_its_last_good_facts_and_says_stale(memory: Reading) -> None:
    found = entity(memory, "projects/broken", shown=Shown.FACTS, audience=Audience.PRIVATE)

    assert (found["status"], found["stale"], found["facts"]) == ("ok", True, [])


def test_who_may_be_meant_is_named(memory: Reading) -> None:
    (memory.store.root / "resources/beacon").mkdir()
    unclear = entity(memory, "beacon", shown=Shown.FACTS, audience=Audience.GROUP)
    near = entity(memory, "beacn", shown=Shown.FACTS, audience=Audience.GROUP)

    assert unclear == {"status": "unclear", "nearest": ["projects/beacon", "resources/beacon"]}
    assert near["status"] == "not_found"
    assert "projects/beacon" in near["nearest"]
