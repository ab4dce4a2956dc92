"""A newcomer's first look: the bundled story, from conversation to a superseded fact."""

import json
import re
from pathlib import Path

from tests.acceptance.kit import Person


def test_the_demo_shows_the_tree_and_how_sarahs_story_ends(tmp_path: Path) -> None:
    newcomer = Person(tmp_path / "home")
    newcomer.home.mkdir()
    told = newcomer.run("demo", "--into", str(tmp_path / "look"))

    assert "areas/people/sarah/items.json" in told
    history = re.findall(r"^(\d{4}-\d\d-\d\d)  (sarah-\d+)  (active|superseded by (\S+)) +(.*)$",
                         told, re.MULTILINE)  # fmt: skip
    days = [row[0] for row in history]
    assert days == sorted(days)
    old = next(row for row in history if "micromanages" in row[4])
    last = history[-1]
    assert old[3] == last[1]
    assert last[2] == "active"
    assert list(newcomer.home.iterdir()) == []  # nothing outside the folder it was given


def test_the_whole_story_is_in_the_files_with_its_sources(tmp_path: Path) -> None:
    person = Person(tmp_path)
    person.run("demo", "--into", str(tmp_path / "look"))
    root = tmp_path / "look/life"
    facts = [row for path in root.rglob("items.json") for row in json.loads(path.read_text())]
    texts = " | ".join(row["fact"] for row in facts)

    for word in ("Acme Corp", "James", "developers", "first steps", "REST", "calls", "rise"):
        assert word.lower() in texts.lower(), word
    assert all(re.fullmatch(r"conversation:plain:story-[\w-]+#\w+", row["source"]) for row in facts)
    notes = "".join(path.read_text() for path in (root / "memory").iterdir())
    assert all(row["fact"] in notes for row in facts)


def test_log_shows_the_line_each_fact_came_from(tmp_path: Path) -> None:
    person = Person(tmp_path)
    person.run("demo", "--into", str(tmp_path / "look"))
    told = person.run("log", "people/sarah", "--config", str(tmp_path / "look/config.toml"))

    assert told.count("operator:") == told.count("  fact ")
    assert "micromanages" in told


def test_a_second_reading_of_the_story_changes_no_byte(tmp_path: Path) -> None:
    person = Person(tmp_path)
    person.run("demo", "--into", str(tmp_path / "look"))
    config = ("--config", str(tmp_path / "look/config.toml"))
    person.run("heartbeat", *config)  # another state folder: cursors come from the audit
    before = person.files("look/life")
    told = person.json("heartbeat", *config)

    assert told["lines"] == 0
    assert person.files("look/life") == before
