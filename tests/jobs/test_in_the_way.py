"""Something in the way of a project's move is named, fails nothing else, and is waited for."""

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from memoryd.core.entity import Ref
from memoryd.jobs.troubles import kept_out
from tests.faults.shim import in_child
from tests.jobs.sundays import held, memory_of, put, text_of
from tests.store_kit import Home

REF = Ref("projects", "larkspur")
WORK, ARCHIVED = "projects/larkspur", "archives/projects/larkspur"
OVER = "Finished"
NOBODY = 65534
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


def file_for_all(place: Path) -> None:
    place.parents[1].write_text("x")


def link_for_the_kind(place: Path) -> None:
    folder(place.parents[2] / "elsewhere")
    place.parents[1].mkdir(exist_ok=True)
    place.parent.symlink_to(place.parents[2] / "elsewhere")


def link_for_all(place: Path) -> None:
    folder(place.parents[2] / "elsewhere")
    place.parents[1].symlink_to(place.parents[2] / "elsewhere")


BLOCKS = [folder, notes, summary, nothing_known, file, link, file_for_the_kind, file_for_all,
          link_for_the_kind, link_for_all]  # fmt: skip


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


def finished_and_held_up(home: Home, block: Block = notes) -> None:
    """Let the project, told of in MEMORY.md, be finished and its place in the archives be taken."""
    held(home, day="2026-01-25")
    assert "- Larkspur: Uses REST" in memory_of(home)
    block(home.root / ARCHIVED)
    finish(home)
    others_are_written(home, "2026-02-01")


def names_it_no_more(home: Home) -> bool:
    return "Larkspur" not in memory_of(home) and "again" not in text_of(home, str(REF))


@pytest.mark.parametrize("block", BLOCKS)
def test_what_cannot_be_archived_is_named_and_archived_on_a_later_sunday(
    home: Home, block: Block
) -> None:
    finished_and_held_up(home, block)
    assert [said for said in told(home) if "cannot go to the archives" in said]
    assert (home.root / WORK / "items.json").exists()
    freed(home, ARCHIVED)
    others_are_written(home, "2026-02-08")

    assert (home.root / ARCHIVED / "items.json").exists()
    assert not (home.root / WORK).exists()
    assert told(home) == []


@pytest.mark.parametrize("block", BLOCKS)
def test_what_cannot_be_archived_is_over_all_the_same(home: Home, block: Block) -> None:
    finished_and_held_up(home, block)
    assert names_it_no_more(home)
    assert "Finished." in text_of(home, str(REF))
    for day in ("2026-02-08", "2026-02-15", "2026-03-15"):
        others_are_written(home, day)
        assert names_it_no_more(home)
    freed(home, ARCHIVED)
    others_are_written(home, "2026-03-22")

    assert names_it_no_more(home)
    assert not (home.root / WORK).exists()


def by_hand(home: Home) -> None:
    """Add a fact to its file."""
    path = home.root / WORK / "items.json"
    rows = json.loads(path.read_text())
    new = {"id": "larkspur-009", "fact": "Needs a new logo", "timestamp": "2026-02-03"}
    path.write_text(json.dumps([*rows, rows[0] | new]))


def end_removed_by_hand(home: Home) -> None:
    path = home.root / WORK / "items.json"
    path.write_text(json.dumps([r for r in json.loads(path.read_text()) if r["fact"] != OVER]))


def says(text: str, day: str = "2026-02-03") -> Callable[[Home], None]:
    def told(home: Home) -> None:
        home.say(text, session=f"again-{day}", day=day)
        home.beat()

    return told


TAKEN_UP = {
    "a-fact": says(NEWS),
    "a-name": says("We are working on Larkspur again."),
    "a-word": says("@project Larkspur: Is active again"),
    "by-hand": by_hand,
    "no-end": end_removed_by_hand,
}


@pytest.mark.parametrize(
    ("how", "block", "free"),
    [
        *((how, notes, free) for how in TAKEN_UP for free in ("before", "after", "never")),
        *(("a-name", block, "after") for block in (file, link, file_for_all)),
    ],
)
def test_what_is_taken_up_again_while_its_place_was_taken_stays_at_work(
    home: Home, how: str, block: Block, free: str
) -> None:
    finished_and_held_up(home, block)
    TAKEN_UP[how](home)
    if free == "before":
        freed(home, ARCHIVED)
    others_are_written(home, "2026-02-08")
    if free == "after":
        freed(home, ARCHIVED)
    others_are_written(home, "2026-02-15")

    assert not [said for said in told(home) if "cannot go to the archives" in said]
    assert (home.root / WORK / "items.json").exists()
    assert "- Larkspur: " in memory_of(home)
    assert "Finished." not in text_of(home, str(REF))


@pytest.mark.parametrize("again", ["a-fact", "a-name", "a-word"])
def test_finished_once_more_it_goes_to_the_archives_when_its_place_is_free(
    home: Home, again: str
) -> None:
    finished_and_held_up(home)
    TAKEN_UP[again](home)
    others_are_written(home, "2026-02-08")
    says("@project Larkspur: Finished", "2026-02-10")(home)
    others_are_written(home, "2026-02-15")
    assert [said for said in told(home) if "cannot go to the archives" in said]
    assert names_it_no_more(home)
    freed(home, ARCHIVED)
    others_are_written(home, "2026-02-22")

    assert (home.root / ARCHIVED / "items.json").exists()


def test_what_is_told_once_more_while_it_waits_is_no_news_of_it(home: Home) -> None:
    finished_and_held_up(home)
    says("@project Larkspur: Finished")(home)
    freed(home, ARCHIVED)
    others_are_written(home, "2026-02-08")
    shutil.move(home.root / ARCHIVED, home.root / WORK)
    others_are_written(home, "2026-02-15")

    assert (home.root / WORK / "items.json").exists()
    assert "- Larkspur: Uses REST" in memory_of(home)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
@pytest.mark.parametrize("shut", ["archives", "archives/projects"])
def test_archives_that_are_closed_to_us_keep_nothing_else_from_being_done(
    home: Home, shut: str
) -> None:
    finish(home)
    for path in (home.base, *home.base.rglob("*")):
        os.lchown(path, NOBODY, NOBODY)
    for above in home.base.parents:
        if above != Path("/") and above.stat().st_uid == 0:
            above.chmod(above.stat().st_mode | 0o055)
    (home.root / shut).mkdir(parents=True, exist_ok=True)
    for path in (home.root / "archives", home.root / shut):
        os.lchown(path, NOBODY, NOBODY)
    (home.root / shut).chmod(0o500)

    def sunday() -> None:
        os.setgroups([])
        os.setgid(NOBODY)
        os.setuid(NOBODY)
        others_are_written(home, "2026-02-01")

    assert in_child(sunday) == 0
    assert (home.root / WORK / "items.json").exists()
    (home.root / shut).chmod(0o700)
    others_are_written(home, "2026-02-08")
    assert (home.root / ARCHIVED / "items.json").exists()
