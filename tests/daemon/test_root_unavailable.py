"""A memory of which much is gone at once: said when seen, no wish, and whole again."""

import json
from pathlib import Path

import pytest

from tests.daemon.running import eventually, has_config, running

MANY = 12


def memory_of_many(life: Path) -> None:
    for n in range(MANY):
        folder = life / f"areas/people/person-{n}"
        folder.mkdir(parents=True)
        row = {"id": f"person-{n}-001", "fact": f"Likes tea number {n}", "category": "status",
               "timestamp": "2026-11-01", "source": "import", "status": "active"}  # fmt: skip
        (folder / "items.json").write_text(json.dumps([row]))


@pytest.mark.parametrize("gone", ["areas/people", "areas"])
def test_that_most_of_the_memory_is_gone_is_in_the_log_at_once_and_so_is_its_return(
    home: Path, gone: str
) -> None:
    has_config(home, '[operator]\nname = "Alex"\n[search]\nsemantic = false\n')
    memory_of_many(home / "life")
    with running(home) as daemon:
        daemon.has_caught_up()
        away = home / "away"
        (daemon.life / gone).rename(away)

        eventually(lambda: "memory_refused" in daemon.events())
        assert "heartbeat_failed" not in daemon.events()  # nobody had to wait for one
        assert not (daemon.life / gone).exists()

        away.rename(daemon.life / gone)
        eventually(lambda: "memory_back" in daemon.events())
        daemon.ends()
        assert daemon.events().count("memory_refused") == 1
        assert "Likes tea" not in daemon.log.read_text()
    assert not list((home / "life/.memoryd").rglob("tombstones/*.jsonl"))
