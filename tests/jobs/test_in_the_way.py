"""Something in the way of a project's move is named, fails nothing else, and is waited for."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from memoryd.core.entity import Ref
from memoryd.jobs.troubles import kept_out
from tests.jobs.sundays import held, put, text_of
from tests.store_kit import Home

REF = Ref("projects", "larkspur")
WORK, ARCHIVED = "projects/larkspur", "archives/projects/larkspur"
NEWS = "@project Larkspur: Needs a new logo"
Block = Callable[[Path], object]


def folder(place: Path) -> None:
    place.mkdir(parents=True)


def notes(place: Path) -> None:
    folder(place)
    (place / "plan.txt").write_text("x")


def summary(place: Path) -> None:
    folder(place)
    (place / "summary.md").write_text("# Larkspur\n")


def nothing_known(place: Path) -> None:
    folder(place)
    (place / "items.json").write_text("[]")


def file(place: Path) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text("x")


def link(place: Path) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    place.symlink_to(place.parent)


def file_for_the_kind(place: Path) -> None:
    place.parent.parent.mkdir(exist_ok=True)
    place.parent.write_text("x")


def freed(home: Home, place: str) -> None:
    path = home.root / place
    while not path.exists() and not path.is_symlink():
        path = path.parent
    shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()


def told(home: Home) -> list[str]:
    return [said for said in kept_out(home.reader()) if "larkspur" in said or "archives" in said]


def others_are_written(home: Home, day: str) -> None:
    """Let an entity before it and one behind it have news, and hold a Sunday."""
    for ref in ("people/ada", "resources/zoo"):
        put(home, ref, (day, f"Is new on {day}"))
    held(home, day=day)
    assert all(f"Is new on {day}" in text_of(home, ref) for ref in ("people/ada", "resources/zoo"))


@pytest.fixture
def home(tmp_path: Path) -> Home:
    made = Home(tmp_path)
    made.say("@project Larkspur: Uses REST", session="one", day="2026-01-20")
    made.beat()
    return made


def finish(home: Home) -> None:
    home.say("@project Larkspur: Finished", session="two", day="2026-01-28")
    home.beat()


def facts(home: Home) -> list[str]:
    store = home.reader()
    assert store.folder_of(REF) == WORK
    return [fact.fact for fact in store.ledger(REF)[0].facts]


@pytest.mark.parametrize("block", [folder, notes, summary, nothing_known, file, link])
@pytest.mark.parametrize(
    ("said", "more"),
    [(NEWS, ["Needs a new logo"]), ("We are working on Larkspur again.", [])],
    ids=["a-fact", "a-name"],
)
def test_what_cannot_come_back_is_named_and_comes_back_on_a_later_sunday_with_all_facts(
    home: Home, block: Block, said: str, more: list[str]
) -> None:
    finish(home)
    held(home)
    block(home.root / WORK)
    home.say(said, session="three", day="2026-02-03")
    home.beat()
    others_are_written(home, "2026-02-08")
    assert told(home)
    assert (home.root / ARCHIVED / "items.json").exists()
    freed(home, WORK)
    home.beat()
    others_are_written(home, "2026-02-15")

    assert facts(home) == ["Uses REST", "Finished", *more]
    assert told(home) == []
    assert all(text in text_of(home, str(REF)) for text in more)


def test_what_nobody_spoke_of_stays_in_the_archives_when_its_place_is_free(home: Home) -> None:
    finish(home)
    held(home)
    folder(home.root / WORK)
    others_are_written(home, "2026-02-08")
    freed(home, WORK)
    others_are_written(home, "2026-02-15")

    assert (home.root / ARCHIVED).is_dir()
    assert not (home.root / WORK).exists()


@pytest.mark.parametrize("block", [folder, notes, file, link, file_for_the_kind])
def test_what_cannot_be_archived_is_named_and_archived_on_a_later_sunday(
    home: Home, block: Block
) -> None:
    block(home.root / ARCHIVED)
    finish(home)
    others_are_written(home, "2026-02-01")
    assert [said for said in told(home) if "cannot go to the archives" in said]
    assert (home.root / WORK / "items.json").exists()
    freed(home, ARCHIVED)
    others_are_written(home, "2026-02-08")

    assert (home.root / ARCHIVED / "items.json").exists()
    assert told(home) == []
