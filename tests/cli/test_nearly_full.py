"""A disk that takes what is kept, and then no more: that is said, and no file is called broken."""

import os
from pathlib import Path

import pytest

from tests.cli.talking import Person, Said
from tests.disks import SmallDisk

ROOMS = range(0, 60_000, 2_048)
LONG = "keeps an allotment behind the old station with three sorts of beans " * 8


def leaves(disk: SmallDisk, room: int) -> None:
    """Fill the disk but for this many bytes."""
    disk.closes("full")
    ballast = disk.place / "ballast"
    os.truncate(ballast, max(0, ballast.stat().st_size - room))


def is_clear(said: Said) -> None:
    words = said.out + said.err
    for wrong in ("broken", "mended", "unexpected", "chmod"):
        assert wrong not in words
    if said.code:
        assert "no space left on device" in words or "the disk is full" in words


def test_what_waits_for_room_is_said_to_and_is_there_when_there_is_some(
    person: Person, small_disk: SmallDisk
) -> None:
    person.has_config()
    person.types("remember", "I like tea")
    held = []
    for number, room in enumerate(ROOMS):
        leaves(small_disk, room)
        said = person.types("remember", f"{number} {LONG}")
        is_clear(said)
        if said.code == 3:
            held.append(f"{number} {LONG}".strip())
            assert "written to areas/people/alex/items.json as soon as that can be" in said.out
            assert "closed to memoryd: facts wait for areas/people/" in said.err
            is_clear(person.types("status"))
            _time_passes(person.life)
            assert "the disk is full or failing" in person.types("status").err
        small_disk.opens()
        assert person.types("heartbeat").code == 0
        assert person.types("status").code == 0
    facts = [f["fact"] for f in person.types("recall", "alex", "--facts", "--json").json["facts"]]

    assert held
    assert set(held) <= set(facts)


@pytest.mark.parametrize("verb", ["heartbeat", "nightly"])
def test_so_it_is_with_conversations(person: Person, small_disk: SmallDisk, verb: str) -> None:
    person.has_config()
    person.types("remember", "I like tea")
    held = 0
    for number, room in enumerate(ROOMS):
        name = f"{'BDFGJ'[number % 5]}{'aeiou'[number // 5 % 5]}nn{'aei'[number // 25]}"
        person.says(f"By the way, {name} is my manager at Acme Corp.")
        leaves(small_disk, room)
        said = person.types(verb)
        is_clear(said)
        assert said.code or "Acme Corp" in person.types("recall", name).out
        held += "facts wait for" in said.err
        small_disk.opens()
        assert person.types("heartbeat").code == 0
        assert "Acme Corp" in person.types("recall", name).out

    assert held or verb == "nightly"  # what it commits next is refused: no space left
    assert person.types("status").code == 0


def _time_passes(life: Path) -> None:
    """Let the log of what is to be done be an hour old."""
    for log in life.glob(".memoryd/wal/*/log.jsonl"):
        os.utime(log, (log.stat().st_mtime - 3600,) * 2)
