"""A group hears nothing private, whatever it asks by whatever door; nor what depends on it."""

import os

import pytest

from tests.mcp.asking import Asker, Call
from tests.mcp.canaries import both
from tests.mcp.doors import Doors, heard

QUESTIONS = int(os.environ.get("MEMORYD_CANARIES", "2000"))
PARTS = 10  # by seed: one that fails is named, and asked again by itself
STATEMENTS = 60


@pytest.fixture(name="doors", scope="module")
def _doors(tmp_path_factory: pytest.TempPathFactory) -> tuple[Doors, Doors]:
    whole, told = both(tmp_path_factory.mktemp("memories"))
    return Doors(whole), Doors(told)


def asks(doors: tuple[Doors, Doors], call: Call) -> None:
    """Ask both memories: no canary, and not a byte that rests on what is hidden."""
    whole, told = doors
    said = whole(call)
    # A command line may repeat what was typed; nothing else does.
    if call.is_open or call.door in ("mcp", "context"):
        assert not heard(said), (call, said)
    assert said == told(call), call


@pytest.mark.parametrize("seed", range(PARTS))
def test_a_group_hears_what_it_would_if_nothing_private_were_there(
    doors: tuple[Doors, Doors], seed: int
) -> None:
    for call in Asker(seed).calls(QUESTIONS // PARTS):
        asks(doors, call)
