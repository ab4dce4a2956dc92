"""ingest: every line once, redacted, and not one byte written where nothing is new."""

import json
from pathlib import Path

import pytest

from memoryd.jobs.ingest import Ingested, ingest
from memoryd.store import MemoryStore
from tests.store_kit import Home

TOKEN = "ghp_" + "a1B2c3D4e5F6g7H8i9J0" + "k1L2m3N4o5P6q7R8"


@pytest.fixture
def life(tmp_path: Path) -> Home:
    return Home(tmp_path)


def taken(life: Home) -> tuple[Ingested, list[str]]:
    with life.writer() as store:
        found = ingest(store, life.sources(), life.run())
        return found, texts(store)


def texts(store: MemoryStore) -> list[str]:
    return [line.turn.text for line in store.waiting_lines()]


def test_each_line_is_taken_once_in_order_with_a_number_of_its_own(life: Home) -> None:
    for number in range(3):
        life.say(f"line {number}")
    found, waiting = taken(life)
    assert (found.lines, found.files, waiting) == (3, 1, ["line 0", "line 1", "line 2"])

    life.say("line 3")
    found, waiting = taken(life)

    assert (found.lines, waiting[-1]) == (1, "line 3")
    with life.reader() as store:
        assert [line.seq for line in store.waiting_lines()] == [1, 2, 3, 4]


def test_nothing_new_opens_no_file_and_writes_nothing(life: Home) -> None:
    life.say("one")
    taken(life)
    before = life.everything()

    found, _ = taken(life)

    assert (found.lines, found.files, found.commits) == (0, 0, 0)
    assert life.everything() == before


def test_a_row_without_its_newline_waits_for_it(life: Home) -> None:
    life.say("one")
    path = life.chats / "a.jsonl"
    whole = json.dumps({"time": "2026-01-05T09:01:00Z", "role": "operator", "text": "two"})
    with path.open("a") as handle:
        handle.write(whole[:20])
    assert taken(life)[1] == ["one"]

    with path.open("a") as handle:
        handle.write(whole[20:] + "\n")

    assert taken(life)[1] == ["one", "two"]


def test_a_transcript_that_is_rewritten_gives_its_old_lines_no_second_time(life: Home) -> None:
    for number in range(21):
        life.say(f"line {number}", id=f"i{number}")
    taken(life)
    path = life.chats / "a.jsonl"
    rows = path.read_text().splitlines(keepends=True)
    path.write_text("".join(rows[:8]))
    taken(life)
    life.say("new", id="new")

    found, waiting = taken(life)

    assert (found.lines, waiting.count("line 3"), waiting[-1]) == (1, 1, "new")


def test_rows_appended_twice_are_taken_once(life: Home) -> None:
    life.say("one", id="a")
    life.say("one", id="a")
    life.say("two", id="b")

    found, waiting = taken(life)

    assert (found.lines, waiting) == (2, ["one", "two"])
    assert sum(found.skipped["plain"].values()) == 1


def test_a_secret_is_masked_before_it_is_kept(life: Home) -> None:
    life.say(f"use {TOKEN} for the build")

    found, waiting = taken(life)

    assert found.secrets == 1
    assert TOKEN not in waiting[0]
    files = [path for path in life.base.rglob("*") if path.is_file() and "chats" not in path.parts]
    assert [path for path in files if TOKEN.encode() in path.read_bytes()] == []


def test_a_row_that_is_no_json_loses_only_itself(life: Home) -> None:
    life.say("one")
    with (life.chats / "a.jsonl").open("ab") as handle:
        handle.write(b"\xff{broken\n")
    life.say("two \N{LINE SEPARATOR} still two")

    found, waiting = taken(life)

    assert waiting == ["one", "two \N{LINE SEPARATOR} still two"]
    assert sum(found.skipped["plain"].values()) == 1


def test_a_line_of_a_megabyte_is_kept_by_its_beginning(life: Home) -> None:
    life.say("x y " * 300_000)

    _, waiting = taken(life)

    assert len(waiting[0]) < 250_000
    assert "characters left out" in waiting[0]


def test_many_lines_are_a_few_commits(life: Home) -> None:
    path = life.chats / "a.jsonl"
    row = {"time": "2026-01-05T09:00:00Z", "role": "operator"}
    path.write_text("".join(json.dumps({**row, "text": f"line {n}"}) + "\n" for n in range(1_200)))
    told: list[int] = []

    with life.writer() as store:
        found = ingest(store, life.sources(), life.run(), told.append)

    assert found.lines == 1_200
    assert 1 <= found.commits <= 4
    assert told[-1] == 1_200
