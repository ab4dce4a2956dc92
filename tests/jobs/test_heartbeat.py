"""heartbeat: from what was said to a fact in the file, and nothing where nothing was said."""

from pathlib import Path

import pytest

from tests.store_kit import Home


@pytest.fixture
def life(tmp_path: Path) -> Home:
    return Home(tmp_path)


def test_what_was_said_stands_in_the_file_and_in_the_note_of_its_day(life: Home) -> None:
    life.say("@person Sarah: leads the team at Acme", day="2026-01-05")

    beat = life.beat()

    (fact,) = life.items()
    assert (fact["id"], fact["fact"]) == ("sarah-001", "leads the team at Acme")
    assert fact["timestamp"] == "2026-01-05"
    assert fact["source"].startswith("conversation:plain:")
    note = (life.root / "memory/2026-01-05.md").read_text()
    assert "- leads the team at Acme (\N{RIGHTWARDS ARROW} areas/people/sarah)" in note
    assert (len(life.extractor.requests), beat.waiting) == (1, 0)


def test_nothing_new_asks_no_model_and_writes_nothing(life: Home) -> None:
    life.say("@person Sarah: leads the team at Acme")
    life.beat()
    before = life.everything()

    beat = life.beat()

    assert (len(life.extractor.requests), beat.extracted.decisions) == (1, [])
    assert life.everything() == before


def test_a_line_added_later_is_the_only_one_asked_about(life: Home) -> None:
    life.say("@person Sarah: leads the team at Acme")
    life.beat()
    life.say("@person Sarah: likes tea", day="2026-01-06")

    life.beat()

    assert [len(request.lines) for request in life.extractor.requests] == [1, 1]
    assert [row["fact"] for row in life.items()] == ["leads the team at Acme", "likes tea"]


def test_the_model_is_shown_what_memory_holds_of_those_who_are_named(life: Home) -> None:
    life.say("@person Sarah: leads the team at Acme @person Dana: likes tea")
    life.beat()
    life.say("Sarah called")

    life.beat()

    known = {entity.ref: entity.facts for entity in life.extractor.requests[-1].known}
    assert known["people/sarah"] == (("sarah-001", "2026-01-05", "leads the team at Acme"),)
    assert "people/dana" not in known


def test_an_old_conversation_found_later_does_not_undo_a_newer_one(life: Home) -> None:
    life.say("@person Sarah: lives in Rome", day="2026-01-05")
    life.beat()
    life.say("@person Sarah: lives in Oslo", session="old", day="2024-01-05")

    life.beat()

    rome, oslo = life.items()
    assert (rome["status"], oslo["status"]) == ("active", "superseded")
    assert (oslo["supersededBy"], oslo["timestamp"]) == (rome["id"], "2024-01-05")


@pytest.mark.parametrize(
    "speaker",
    [
        {"role": "email", "speaker": "Ray"},
        {"role": "web"},
        {"role": "tool"},
        {"role": "member", "speaker": "Ray", "channel": "telegram:group"},
        {"role": "operator", "channel": "telegram:group"},
    ],
)
def test_a_strangers_word_ends_in_the_note_under_their_name(
    life: Home, speaker: dict[str, str]
) -> None:
    life.say("@person Sarah: leads the team at Acme")
    life.beat()
    life.say("@person Sarah: lives in Oslo", session="b", **speaker)

    beat = life.beat()

    assert dict(beat.extracted.counts) == {"attributed:untrusted": 1}
    assert [row["fact"] for row in life.items()] == ["leads the team at Acme"]
    assert "says: Sarah: lives in Oslo" in (life.root / "memory/2026-01-05.md").read_text()


def test_a_fact_that_a_person_deleted_does_not_come_back(life: Home) -> None:
    life.say("@person Sarah: leads the team at Acme @person Sarah: likes tea")
    life.beat()
    path = life.items_path()
    path.write_text(path.read_text().replace("likes tea", "likes rum"))
    life.say("@person Sarah: likes tea", day="2026-01-09")
    life.beat()

    assert "likes rum" in [row["fact"] for row in life.items()]
    life.say("@person Sarah: hello", day="2026-01-10")
    rows = path.read_text()
    path.write_text(rows[: rows.rindex("  {")].rstrip().rstrip(",") + "\n]\n")
    gone = [row["fact"] for row in life.items()]
    life.beat()
    life.say("@person Sarah: likes tea", day="2026-01-11")
    beat = life.beat()

    assert beat.extracted.counts["dropped:tombstoned"] == 1
    assert "likes tea" not in gone
    assert "likes tea" not in [row["fact"] for row in life.items()]


def test_a_broken_file_holds_up_only_itself(life: Home) -> None:
    life.say("@person Sarah: likes tea @person Dana: likes rum")
    life.beat()
    life.items_path().write_text("[{")
    life.say("@person Sarah: lives in Oslo @person Dana: lives in Rome", day="2026-01-06")

    beat = life.beat()

    assert beat.extracted.blocked == ["areas/people/sarah/items.json"]
    assert life.items_path().read_text() == "[{"
    assert [row["fact"] for row in life.items("people/dana")] == ["likes rum", "lives in Rome"]
