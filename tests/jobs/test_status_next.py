"""What status says is worth switching on next: by what has gathered, and nothing before that."""

from pathlib import Path

import pytest

from memoryd.core.turn import Audience
from memoryd.jobs.context import Run
from memoryd.jobs.status import Setup, status
from tests.jobs.nights_kit import Nights
from tests.store_kit import UTC_ZONE

ALL = frozenset({"tacit", "notes", "graph", "search"})
MODEL = Setup("openai", sources={"plain": ()})
RULES = Setup("offline", sources={"plain": ()})


def next_of(base: Path, lines: int, *, off: set[str], setup: Setup = MODEL) -> str | None:
    home = Nights(base)
    for number in range(lines):
        home.says(f"Nothing of note, {number}.")
    run = Run("test", home.run().now, UTC_ZONE, operator="Alex", layers=ALL - off)
    with home.writer() as store:
        home.read(store, "2026-01-05T12:00:00Z")
        said: str | None = status(store, setup, run, audience=Audience.PRIVATE)["next"]
    return said


@pytest.mark.parametrize(
    ("layer", "enough"), [("notes", 10), ("graph", 10), ("tacit", 30), ("search", 100)]
)
def test_a_layer_is_named_from_that_many_lines_on_with_their_number(
    tmp_path: Path, layer: str, enough: int
) -> None:
    assert next_of(tmp_path / "few", enough - 1, off={layer}) is None

    said = next_of(tmp_path / "many", enough, off={layer})
    assert said is not None
    assert said.startswith(f"{layer} = true in [layers]")
    assert f"{enough} lines" in said


@pytest.mark.parametrize(
    ("off", "first"),
    [
        ({"notes", "graph", "search", "tacit"}, "notes"),
        ({"graph", "search", "tacit"}, "graph"),
        ({"search", "tacit"}, "search"),
        ({"tacit"}, "tacit"),
    ],
)
def test_of_several_one_is_named(tmp_path: Path, off: set[str], first: str) -> None:
    said = next_of(tmp_path, 100, off=off)

    assert said is not None
    assert said.startswith(f"{first} = true")


def test_of_several_the_one_is_named_for_which_enough_has_gathered(tmp_path: Path) -> None:
    said = next_of(tmp_path, 30, off={"search", "tacit"})

    assert said is not None
    assert said.startswith("tacit = true")


@pytest.mark.parametrize("lines", [0, 9])
def test_of_next_to_nothing_no_layer_and_no_model_is_worth_it(tmp_path: Path, lines: int) -> None:
    assert next_of(tmp_path, lines, off=set(ALL), setup=RULES) is None


def test_with_all_layers_on_a_model_is_worth_it_once_there_are_lines(tmp_path: Path) -> None:
    said = next_of(tmp_path, 10, off=set(), setup=RULES)

    assert said is not None
    assert said.startswith("a model in [llm]")


def test_without_a_source_conversations_come_first(tmp_path: Path) -> None:
    said = next_of(tmp_path, 100, off=set(ALL), setup=Setup("openai"))

    assert said is not None
    assert "[sources]" in said
