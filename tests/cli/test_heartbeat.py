"""memoryd heartbeat and demo, as a person meets them."""

from pathlib import Path

import pytest

from tests.cli.talking import Person


def test_what_was_said_becomes_facts_and_is_told(person: Person) -> None:
    person.has_config()
    person.says("By the way, Sarah is my manager at Acme Corp.", "Nice weather today.")

    said = person.types("heartbeat")

    assert (said.code, said.err) == (0, "")
    assert "read 2 new lines in 1 files" in said.out
    assert "people/sarah" in said.out
    assert person.types("heartbeat").out == "nothing new\n"


def test_as_json_every_decision_is_there(person: Person) -> None:
    person.has_config()
    person.says("By the way, Sarah is my manager at Acme Corp.")

    found = person.types("heartbeat", "--json").json

    assert found["lines"] == found["files"] == found["calls"] == 1
    assert found["waiting"] == 0
    assert found["error"] is None
    assert {"outcome": "stored", "ref": "people/sarah", "id": "sarah-001"}.items() <= (
        found["decisions"][0].items()
    )
    again = person.types("heartbeat", "--json").json
    assert (again["lines"], again["calls"], again["decisions"]) == (0, 0, [])


def test_facts_that_wait_for_a_broken_file_make_it_3(person: Person) -> None:
    person.has_config()
    broken = person.has_file("areas/people/sarah/items.json", "[{")
    person.says("By the way, Sarah is my manager at Acme Corp.")

    said = person.types("heartbeat")

    assert said.code == 3
    assert "areas/people/sarah/items.json" in said.err
    assert broken.read_text() == "[{"


def test_the_demo_tells_the_story_and_touches_nothing_else(
    person: Person, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))

    said = person.types("demo")

    assert (said.code, said.err) == (0, "")
    assert "superseded by sarah-" in said.out
    assert "operator: " in said.out
    assert person.files() == {}
    (made,) = tmp_path.iterdir()
    assert str(made) in said.out


def test_the_demo_reads_ones_own_conversations_where_there_are_any(
    person: Person, tmp_path: Path
) -> None:
    folder = person.home / ".claude/projects/-home-alex"
    folder.mkdir(parents=True)
    with (folder / "0b7c6f0e-1111-4222-8333-444455556666.jsonl").open("w") as handle:
        handle.write(
            '{"type": "user", "uuid": "u1", "sessionId": "0b7c6f0e-1111-4222-8333-444455556666",'
            ' "timestamp": "2026-01-05T09:15:00Z", "userType": "external", "isSidechain": false,'
            ' "message": {"role": "user", "content": "Dana is my manager at Meridian."}}\n'
        )
    before = person.files()

    said = person.types("demo", "--transcripts", "--into", str(tmp_path / "look"))

    assert said.code == 0
    assert "people/dana" in said.out
    assert person.files() == before


def test_the_demo_takes_no_folder_that_exists(person: Person, tmp_path: Path) -> None:
    assert person.types("demo", "--into", str(tmp_path)).code == 2
