"""What a person saves is found by the next question to a daemon, whatever kind of file it is."""

from pathlib import Path
from typing import Any

import pytest

from tests.daemon.running import eventually, has_config, running

OPERATOR = '[operator]\nname = "Alex"\ntimezone = "UTC"\n[search]\nsemantic = false\n'
FACT = (
    '[{"id": "x-001", "fact": "Owns a gooseberry farm", "timestamp": "2026-01-05", '
    '"status": "active"}]'
)
SAVED = {
    "memory/2026-01-05.md": "# 2026-01-05\n\n- Picked gooseberry after gooseberry\n",
    "MEMORY.md": "# MEMORY.md\n\n## How I Work\n- Eats a gooseberry at noon\n",
    "USER.md": "- Allergic to gooseberry jam\n",
    "areas/people/xenia/items.json": FACT,
    "areas/people/xenia/summary.md": "# Xenia\n\nKnown for her gooseberry farm.\n",
}


@pytest.mark.parametrize("path", SAVED)
def test_a_save_is_found_and_its_removal_too(home: Path, path: str) -> None:
    has_config(home, OPERATOR)
    place = home / "life" / path
    with running(home) as daemon:
        daemon.has_caught_up()

        def found() -> list[Any]:
            answer = daemon.asks("search", query="gooseberry", audience="private")
            assert answer is not None
            return [row["path"] for row in answer["results"]]

        assert found() == []
        place.parent.mkdir(parents=True, exist_ok=True)
        before = place.read_text() if place.exists() else None
        place.write_text(SAVED[path])
        eventually(lambda: path in found())
        if before is None and not path.endswith("items.json"):
            place.unlink()
        else:
            place.write_text(SAVED[path].replace("gooseberry", "elder"))
        eventually(lambda: found() == [])
