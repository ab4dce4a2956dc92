"""What a person's hand put there is not superseded on a Sunday; that it stands is told."""

from pathlib import Path

import pytest

from memoryd.core.proposal import Replacement, Synthesis
from memoryd.core.selection import Looked, Why
from tests.jobs.sundays import SUNDAY, Scribe, held, put
from tests.store_kit import Home

FACTS = (
    ("2026-01-20", "Lives in Ulm"), ("2026-01-21", "Likes tea"), ("2026-01-22", "Works at Globex"),
    ("2026-01-25", "Moved to Bonn in January"), ("2026-01-26", "Works at Initech"),
)  # fmt: skip


def note_after(home: Home, *asked: tuple[str, str]) -> str:
    """Hold a Sunday on which a model names these replacements; return the day's note."""
    replaced = tuple(Replacement(f"sarah-{old}", f"sarah-{by}", "newer") for old, by in asked)
    put(home, "people/sarah", *FACTS)
    held(home, Scribe(about=lambda _: Synthesis(None, replaced)))
    note = home.root / "memory" / f"{SUNDAY}.md"
    return note.read_text() if note.exists() else ""


@pytest.mark.parametrize(
    "asked", [[("001", "004")], [("003", "005")], [("001", "004"), ("003", "005")]]
)
def test_a_supersession_held_back_for_a_persons_hand_is_told(
    tmp_path: Path, asked: list[tuple[str, str]]
) -> None:
    home = Home(tmp_path)
    note = note_after(home, *asked)

    assert note.count("stays beside") == len(asked)
    assert all(f"people/sarah: sarah-{old} stays beside sarah-{by}" in note for old, by in asked)
    assert all(row["status"] == "active" for row in home.items())


@pytest.mark.parametrize(
    "asked", [("002", "003"), ("004", "001"), ("001", "009"), ("001", "001"), ("002", "005")]
)
def test_one_that_would_not_hold_anyway_is_not(tmp_path: Path, asked: tuple[str, str]) -> None:
    assert "stays beside" not in note_after(Home(tmp_path), asked)


@pytest.mark.parametrize(
    "looked",
    [
        Looked(Why.NEW), Looked(Why.FACTS, written=True, superseded=2, archive=True),
        Looked(Why.FACTS, by_hand=(("a b-1", 'c "d"-2'), ("a-3", "a-4"))),
    ],
)  # fmt: skip
def test_what_a_look_did_is_read_back_as_it_was(looked: Looked) -> None:
    assert Looked.read(str(looked)) == looked
    assert looked.and_before(looked).by_hand == looked.by_hand
