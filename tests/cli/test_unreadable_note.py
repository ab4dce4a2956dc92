"""A note or MEMORY.md that a person must mend: it waits, and everything else goes on."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.talking import Person

TWELFTH = "memory/2026-01-12.md"


def _link(place: Path) -> None:
    elsewhere = place.parents[2] / "elsewhere.md"
    elsewhere.write_text("# mine\n")
    place.symlink_to(elsewhere)


def _dangling(place: Path) -> None:
    place.symlink_to("nowhere")


def _folder(place: Path) -> None:
    place.mkdir()


def undone(place: Path) -> None:
    place.rmdir() if place.is_dir() and not place.is_symlink() else place.unlink()


HARMS = pytest.mark.parametrize("harm", [_link, _dangling, _folder])


def met_every_day(person: Person) -> None:
    person.has_config()
    for day in (12, 13, 14):
        person.says(f"We decided to ship part {day} on Friday.", day=f"2026-01-{day}",
                    session=f"d{day}")  # fmt: skip
    (person.life / "memory").mkdir(parents=True)


@HARMS
def test_nights_and_sundays_go_on_beside_a_note_that_cannot_be_read(
    person: Person, harm: Callable[[Path], None]
) -> None:
    met_every_day(person)
    harm(person.life / TWELFTH)

    person.types("heartbeat", "--now", "2026-01-14T20:00")
    nights = [person.types("nightly", "--now", f"2026-01-{day}T23:30") for day in (13, 14)]
    sunday = person.types("synthesize", "--now", "2026-01-18T22:00")

    assert [said.code for said in (*nights, sunday)] == [3, 3, 3]
    assert all(f"{TWELFTH}" in said.err and "until it is mended" in said.err
               for said in (*nights, sunday))  # fmt: skip
    assert "its summary" not in sunday.err
    for day in (13, 14):
        assert f"part {day}" in (person.life / f"memory/2026-01-{day}.md").read_text()
    status = person.types("status", "--now", "2026-01-18T23:00")
    assert status.code == 3
    assert f"mend {TWELFTH}" in status.err


@HARMS
def test_what_was_meant_for_a_note_stands_in_it_once_it_is_mended(
    person: Person, harm: Callable[[Path], None]
) -> None:
    met_every_day(person)
    harm(person.life / TWELFTH)
    person.types("heartbeat", "--now", "2026-01-14T20:00")
    person.types("nightly", "--now", "2026-01-14T23:30")

    undone(person.life / TWELFTH)
    person.types("heartbeat", "--now", "2026-01-15T08:00")

    assert (person.life / TWELFTH).read_text().count("part 12") == 1
    assert person.types("status").code == 0


def test_a_note_that_could_not_be_read_is_read_for_memory_md_when_it_is_mended(
    person: Person,
) -> None:
    met_every_day(person)
    _link(person.life / TWELFTH)
    person.types("heartbeat", "--now", "2026-01-14T20:00")
    person.has_file("memory/2026-01-13.md", "# 2026-01-13\n\n- I prefer tea over coffee.\n")
    person.types("synthesize", "--now", "2026-01-18T22:00")
    assert "tea over coffee" in (person.life / "MEMORY.md").read_text()

    undone(person.life / TWELFTH)
    person.has_file(TWELFTH, "# 2026-01-12\n\n- I prefer calls over email.\n")
    person.types("synthesize", "--now", "2026-01-25T22:00")

    told = (person.life / "MEMORY.md").read_text()
    assert told.count("alls over email") == told.count("ea over coffee") == 1


@HARMS
def test_status_tells_the_rest_beside_a_memory_md_that_cannot_be_read(
    person: Person, harm: Callable[[Path], None]
) -> None:
    met_every_day(person)
    harm(person.life / "MEMORY.md")
    person.types("heartbeat", "--now", "2026-01-14T20:00")

    status = person.types("status")

    assert status.code == 3
    assert "mend MEMORY.md" in status.err
    assert "nightly" in status.out
