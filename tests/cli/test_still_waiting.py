"""What waits for a person is said by every heartbeat, not by the first alone."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.talking import Person

SARAH = "areas/people/sarah"


def _linked(folder: Path) -> None:
    moved = folder.rename(folder.parents[3] / "elsewhere")
    folder.symlink_to(moved)


def _file_linked(folder: Path) -> None:
    moved = (folder / "items.json").rename(folder.parents[3] / "items.json")
    (folder / "items.json").symlink_to(moved)


def _broken(folder: Path) -> None:
    (folder / "items.json").write_text("[{")


@pytest.mark.parametrize("harm", [_linked, _file_linked, _broken])
def test_facts_that_wait_are_told_until_their_file_is_mended(
    person: Person, harm: Callable[[Path], None]
) -> None:
    person.has_config()
    person.says("By the way, Sarah is my manager at Acme Corp.")
    person.types("heartbeat")
    harm(person.life / SARAH)
    person.says("Sarah lives in Bergen.", day="2026-01-06")

    beats = [person.types("heartbeat") for _ in range(3)]

    assert [said.code for said in beats] == [3, 3, 3]
    assert all(f"{SARAH}/items.json" in said.err for said in beats)


@pytest.mark.parametrize("harm", [_linked, _file_linked, _broken])
def test_a_heartbeat_that_puts_in_what_had_waited_says_so(
    person: Person, harm: Callable[[Path], None]
) -> None:
    person.has_config()
    person.says("By the way, Sarah is my manager at Acme Corp.")
    person.types("heartbeat")
    items = person.life / SARAH / "items.json"
    whole = items.read_bytes()
    harm(person.life / SARAH)
    person.says("Sarah lives in Bergen.", day="2026-01-06")
    person.types("heartbeat")
    for place in (items.parent, items):
        if place.is_symlink():
            target = place.readlink()
            place.unlink()
            target.rename(place)
    items.write_bytes(whole)

    mended, after = person.types("heartbeat"), person.types("heartbeat")

    assert b"Bergen" in items.read_bytes()
    assert f"put in what had waited for {SARAH}/items.json" in mended.out
    assert "nothing new" not in mended.out
    assert after.out == "nothing new\n"


def test_a_program_is_told_of_what_had_waited_too(person: Person) -> None:
    person.has_config()
    person.says("By the way, Sarah is my manager at Acme Corp.")
    person.types("heartbeat")
    items = person.life / SARAH / "items.json"
    whole = items.read_bytes()
    items.write_text("[{")
    person.says("Sarah lives in Bergen.", day="2026-01-06")
    person.types("heartbeat")
    items.write_bytes(whole)

    told = [person.types("heartbeat", "--json").json["caught_up"] for _ in range(2)]

    assert told == [[f"{SARAH}/items.json"], []]
