"""A group hears nothing private, whatever it asks by whatever door; nor what depends on it."""

import os
from pathlib import Path

import pytest

from tests.mcp.asking import Asker, Call
from tests.mcp.canaries import both
from tests.mcp.doors import Doors, heard

QUESTIONS = int(os.environ.get("MEMORYD_CANARIES", "10000"))
PARTS = 20  # by seed: one that fails is named, and asked again by itself
STATEMENTS = 80
# One in so many is asked of the other memory too: that costs as much again.
COMPARED = int(os.environ.get("MEMORYD_CANARIES_COMPARED", "8"))


@pytest.fixture(name="doors", scope="module")
def _doors(tmp_path_factory: pytest.TempPathFactory) -> tuple[Doors, Doors]:
    """Open a memory with all that is private, and one of what a group may be told of it."""
    whole, told = both(tmp_path_factory.mktemp("memories"))
    return Doors(whole), Doors(told)


def asks(door: Doors, call: Call) -> str:
    said = door(call)
    # A command line may repeat what was typed; nothing else does.
    if call.is_open or call.door in ("mcp", "context"):
        assert not heard(said), (call, said)
    return said


@pytest.mark.parametrize("seed", range(PARTS))
def test_no_canary_in_ten_thousand_questions_of_a_group_and_no_byte_that_rests_on_one(
    doors: tuple[Doors, Doors], seed: int
) -> None:
    whole, told = doors
    for at, call in enumerate(Asker(seed).calls(QUESTIONS // PARTS)):
        said = asks(whole, call)
        if at % COMPARED == 0:
            assert said == told(call), call


def test_nor_in_what_it_is_told_of_what_it_asks_to_keep(
    tmp_path: Path,
) -> None:
    whole, told = map(Doors, both(tmp_path))
    for call in Asker(STATEMENTS).statements(STATEMENTS):
        assert asks(whole, call) == told(call), call
