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
