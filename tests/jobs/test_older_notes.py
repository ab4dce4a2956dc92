"""An older buffer of a daily note takes none of our entries; what a person took out stays out."""

from pathlib import Path

import pytest

from memoryd.core.notes import read_note
from tests.jobs.nights_kit import LAYERS, Nights
from tests.jobs.older_kit import Edit, older, without

CALL, REST, IMPORT, WALK, BONN = "Long call", "REST for Beacon", "Import runs", "Long walk", "Bonn"
ALL = {CALL, REST, IMPORT, WALK, BONN}
OLD = {CALL}  # what the older buffer holds
NONE: set[str] = set()


@pytest.fixture
def nights(tmp_path: Path) -> Nights:
    """A day that was noted, and noted more when lines came late."""
    made = Nights(tmp_path)
    made.says(f"!event {CALL} about Beacon")
    made.night()
    (tmp_path / "older").write_text(made.note())
    made.says(f"!event {WALK} !decision {REST} !process {IMPORT} %person Sarah: lives in {BONN}",
              "2026-01-05T12:00:00Z")  # fmt: skip
    made.night("2026-01-06T23:01:00Z")
    assert standing(made) == ALL
    return made


def standing(nights: Nights) -> set[str]:
    ours = [e.text for e in read_note(nights.note().encode()).entries if e.ours]
    assert len(ours) == len(set(ours))
    return {word for word in ALL if any(word in text for text in ours)}


def saved(nights: Nights, *edits: Edit, now: str = "2026-01-07T23:01:00Z") -> None:
    """Save one after the other, each found by a look, and wait for a night."""
    path, stood = nights.root / "memory/2026-01-05.md", nights.note()
    for edit in edits:
        path.write_text(edit((nights.base / "older").read_text(), stood))
        with nights.writer() as store:
            store.rescan(nights.run().stamp)
    nights.night(now)


@pytest.mark.parametrize(
    ("edits", "stays_away"),
    [
        ([older], NONE),
        ([lambda old, _: old.replace("\n", "\r\n")], NONE),
        ([lambda old, _: old + "\n## Mine\n- typed into the old buffer\n"], NONE),
        ([lambda old, _: old.replace("# ", "Typed above.\n\n# ", 1)], NONE),
        ([lambda *_: ""], NONE),
        ([lambda old, _: old, lambda old, _: old + "typed on\n"], NONE),
        ([without(REST)], {REST}),
        ([without(CALL)], {CALL}),
        ([without(REST, WALK)], {REST, WALK}),
        ([without(*ALL)], ALL),
        ([lambda _, now: now.replace(WALK, "A walk of an hour")], {WALK}),
        ([without(REST), older], {REST}),
        ([older, lambda _, now: now], NONE),
        ([without(REST), lambda _, now: now], NONE),
    ],
    ids=["older", "line-ends", "older-and-more", "more-above", "emptied", "typed-on", "a-decision",
         "of-before", "two", "all", "reworded", "deleted-then-older", "older-then-ours",
         "undone"],
)  # fmt: skip
def test_only_what_a_person_took_out_stays_out(
    nights: Nights, edits: list[Edit], stays_away: set[str]
) -> None:
    saved(nights, *edits)
    assert standing(nights) == ALL - stays_away
    nights.says("!event Another day", "2026-01-08T09:00:00Z")
    nights.night("2026-01-08T23:01:00Z")

    assert standing(nights) == ALL - stays_away


def test_what_a_person_typed_into_the_old_buffer_stays_as_it_is(nights: Nights) -> None:
    saved(nights, lambda old, _: old + "\n## Mine\n- typed into the old buffer\n")

    assert nights.note().count("- typed into the old buffer\n") == 1


def test_what_was_put_back_and_is_taken_out_again_stays_out(nights: Nights) -> None:
    saved(nights, older)
    saved(nights, older, now="2026-01-08T23:01:00Z")

    assert standing(nights) == OLD


def test_while_notes_are_switched_off_nothing_is_put_back_and_nothing_forgotten(
    nights: Nights,
) -> None:
    nights.layers = LAYERS - {"notes"}
    saved(nights, older)
    assert standing(nights) == OLD
    nights.layers = LAYERS
    nights.night("2026-01-08T23:01:00Z")

    assert standing(nights) == ALL


def test_a_note_that_lost_nothing_of_ours_costs_no_look_and_no_row(nights: Nights) -> None:
    path = nights.root / "memory/2026-01-05.md"
    path.write_text(nights.note() + "\n- typed by hand\n")
    with nights.writer() as store:
        store.rescan(nights.run().stamp)
        assert not [name for name in store.head.marks if name.startswith("note-lost:")]
