"""Notes and MEMORY.md that are gone all at once are away, as entities are."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from memoryd.core.change import Bullets, Change
from memoryd.core.notes import Section
from memoryd.errors import ReadOnlyStoreError
from memoryd.store import Layout, MemoryStore, locate
from memoryd.store.head import Head
from memoryd.store.presence import papers_missing, remember

NOW = "2026-01-20T12:00:00+01:00"


class Place:
    """A memory whose notes and MEMORY.md may lie in a workspace of their own."""

    def __init__(self, base: Path, *, apart: bool, days: int) -> None:
        self.base, self.root = base, base / "life"
        self.workspace = base / "ws" if apart else self.root
        self.root.mkdir()
        for day in range(1, days + 1):
            self.note(day)
        (self.workspace / "MEMORY.md").write_text("# MEMORY.md\n\n- by hand\n")
        self.beat()

    @property
    def layout(self) -> Layout:
        return locate(self.root, workspace=self.workspace, state=self.base / "state")

    def note(self, day: int, *, anew: bool = False) -> None:
        with MemoryStore.writer(self.layout, anew=anew) as store:
            text = Bullets(f"2026-01-{day:02}", Section.DECISIONS_MADE, (f"- plan {day}",))
            store.commit(Change("test", f"run-{day}", NOW, (text,)))

    def beat(self) -> None:
        with MemoryStore.writer(self.layout) as store:
            store.rescan(NOW)

    @property
    def away(self) -> str | None:
        return MemoryStore.reader(self.layout).away()

    def files(self) -> list[str]:
        places = [self.workspace / "MEMORY.md", *(self.workspace / "memory").glob("*.md")]
        return [str(path) for path in places if path.exists()]


def move_notes(place: Place) -> None:
    (place.workspace / "memory").rename(place.base / "away")


def empty_notes(place: Place) -> None:
    move_notes(place)
    (place.workspace / "memory").mkdir()


def unmount(place: Place) -> None:
    place.workspace.rename(place.base / "away")


def unmount_to_an_empty_place(place: Place) -> None:
    unmount(place)
    place.workspace.mkdir()


def lose_most(place: Place) -> None:
    for path in sorted((place.workspace / "memory").iterdir())[2:]:
        path.unlink()


def take_both(place: Place) -> None:
    move_notes(place)
    (place.workspace / "MEMORY.md").rename(place.base / "MEMORY.md")


@pytest.mark.parametrize(
    ("go", "apart", "days"),
    [
        (move_notes, False, 12),
        (move_notes, True, 1),
        (empty_notes, False, 12),
        (empty_notes, True, 4),
        (unmount, True, 12),
        (unmount, True, 1),
        (unmount_to_an_empty_place, True, 12),
        (unmount_to_an_empty_place, True, 1),
        (lose_most, False, 12),
        (take_both, False, 3),
    ],
)
def test_nothing_is_written_until_they_are_back_or_a_person_says_so(
    tmp_path: Path, go: Callable[[Place], None], *, apart: bool, days: int
) -> None:
    place = Place(tmp_path, apart=apart, days=days)
    go(place)
    left = place.files()

    assert "memoryd init" in (place.away or "")
    with pytest.raises(ReadOnlyStoreError, match=r"gone from .* at once"):
        place.note(20)
    assert place.files() == left

    place.note(20, anew=True)
    assert place.away is None
    assert len(place.files()) == len(left) + 1


def test_what_comes_back_is_taken_up_again(tmp_path: Path) -> None:
    place = Place(tmp_path, apart=True, days=4)
    unmount_to_an_empty_place(place)
    assert place.away
    place.workspace.rmdir()
    (tmp_path / "away").rename(place.workspace)

    assert place.away is None
    place.note(20)
    assert len(place.files()) == 6


@pytest.mark.parametrize("harm", ["MEMORY.md", "one note", "two notes of four", "a link", "shut"])
def test_what_a_person_may_well_do_is_not_away(tmp_path: Path, harm: str) -> None:
    place = Place(tmp_path, apart=True, days=4)
    notes = place.workspace / "memory"
    if harm == "MEMORY.md":
        (place.workspace / "MEMORY.md").unlink()
    elif harm == "a link":
        notes.rename(tmp_path / "elsewhere")
        notes.symlink_to(tmp_path / "elsewhere")
    elif harm == "shut":
        notes.chmod(0)
    else:
        for path in sorted(notes.iterdir())[: 1 if harm == "one note" else 2]:
            path.unlink()

    assert place.away is None
    place.beat()
    notes.chmod(0o700)
    assert place.away is None
    shutil.rmtree(tmp_path / "elsewhere", ignore_errors=True)


def test_a_head_that_never_counted_notes_misses_none(tmp_path: Path) -> None:
    place = Place(tmp_path, apart=True, days=1)
    old = Head(marks={"entities:areas": "3"})

    assert papers_missing(place.layout, old, {"memory": 0, "MEMORY.md": 0}) is None
    remember(old, {"areas": 3}, {"memory": 1, "MEMORY.md": 1})
    assert papers_missing(place.layout, old, {"memory": 0, "MEMORY.md": 0})
