"""A time given by --now undoes no later one, and a Sunday done again puts nothing on record."""

import json
from pathlib import Path

import pytest

from tests.acceptance.kit import CHATS, Person

SAID = '{{"time": "{day}T09:00:00Z", "role": "operator", "text": "Sarah is my manager."}}\n'


@pytest.fixture
def alex(tmp_path: Path) -> Person:
    person = Person(tmp_path)
    person.config(CHATS)
    (tmp_path / "chats").mkdir()
    (tmp_path / "chats/a.jsonl").write_text(SAID.format(day="2026-01-05"))
    for verb in ("heartbeat", "nightly", "synthesize"):
        person.run(verb, "--now", "2026-01-11T05:00:00")
    return person


@pytest.mark.parametrize("verb", ["heartbeat", "nightly", "synthesize"])
def test_a_time_of_the_past_moves_no_last_run_back(alex: Person, verb: str) -> None:
    times = ("--now", "2026-01-11T06:00:00")
    before = alex.json("status", *times)
    (alex.home / "chats/b.jsonl").write_text(SAID.format(day="2026-01-04").replace("my", "his"))
    alex.run(verb, "--now", "2026-01-08T12:00:00")

    after = alex.json("status", *times)
    assert after["lastHeartbeat"] == before["lastHeartbeat"]
    assert {job: t["last"] for job, t in after["jobs"].items()} == {
        job: t["last"] for job, t in before["jobs"].items()
    }


def test_three_more_of_a_sunday_change_no_byte_and_add_no_row(alex: Person) -> None:
    (audit,) = (alex.home / "life/.memoryd/audit").glob("*.jsonl")
    before = audit.read_bytes()
    for hour in (6, 7, 8):
        alex.run("synthesize", "--now", f"2026-01-11T0{hour}:00:00")

    assert audit.read_bytes() == before
    assert json.loads(before.splitlines()[-1])["job"] == "synthesis"
