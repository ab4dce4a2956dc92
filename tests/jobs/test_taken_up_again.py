"""A project that was archived and is back at work stays there until it is over once more."""

import shutil
from pathlib import Path

import pytest

from memoryd.core.proposal import Synthesis, SynthesisRequest
from memoryd.llm.offline import Offline
from tests.jobs.sundays import Scribe, held, memory_of, text_of
from tests.store_kit import Home

ARCHIVED = "archives/projects/larkspur"
OVER = "@project Larkspur: Finished"


@pytest.fixture
def life(tmp_path: Path) -> Home:
    """A home whose project was finished, and archived on a Sunday."""
    made = Home(tmp_path)
    made.say("@project Larkspur: Uses REST", session="one", day="2026-01-20")
    made.say(OVER, session="two", day="2026-01-28")
    made.beat()
    held(made)
    assert (made.root / ARCHIVED).is_dir()
    return made


def by_hand(home: Home) -> None:
    shutil.move(home.root / ARCHIVED, home.root / "projects/larkspur")


def tell(home: Home, text: str, day: str) -> None:
    home.say(text, session=day, day=day)
    home.beat()


def sundays(home: Home, *days: str, writer: Scribe | None = None) -> list[bool]:
    """Hold Sundays; return of each whether the project lies in the archives then."""
    found = []
    for day in days:
        held(home, writer, day=day)
        found.append((home.root / ARCHIVED).exists())
    return found


BACK = [
    "We are working on Larkspur again, it needs a new login page.",
    "Larkspur is active again.",
    "I restarted Larkspur today.",
    "Larkspur needs a new logo.",
    "@project Larkspur: Needs a new logo",
    "@project Larkspur: Is active again",
    "by hand",
]


def take_up(home: Home, how: str, day: str = "2026-02-03") -> None:
    by_hand(home) if how == "by hand" else tell(home, how, day)
    assert not (home.root / ARCHIVED).exists()


@pytest.mark.parametrize("how", BACK)
def test_what_is_taken_up_again_stays_at_work(life: Home, how: str) -> None:
    take_up(life, how)

    assert sundays(life, "2026-02-08", "2026-02-15", "2026-03-08", "2026-05-03") == [False] * 4


def told(home: Home) -> list[str]:
    """What the notes say of the project's ways, oldest first, without the time."""
    notes = sorted((home.root / "memory").glob("*.md"))
    lines = [line for note in notes for line in note.read_text().splitlines()]
    return [line.partition(" — ")[2] for line in lines if "the archives" in line]


WENT = "Weekly synthesis: projects/larkspur is finished and moved to the archives"
CAME = "projects/larkspur is at work again and moved back from the archives"


@pytest.mark.parametrize("how", BACK)
def test_its_way_back_is_told_once_in_the_days_note_as_its_way_there_is(
    life: Home, how: str
) -> None:
    assert told(life) == [WENT]
    take_up(life, how)
    for _ in range(2):
        life.beat()
        sundays(life, "2026-02-08")

    assert sorted(told(life)) == sorted([WENT, *([] if how == "by hand" else [CAME])])


def test_its_way_back_is_told_also_where_its_place_had_to_be_free_first(life: Home) -> None:
    (life.root / "projects/larkspur").mkdir()
    (life.root / "projects/larkspur/mine.txt").write_text("mine")
    tell(life, BACK[0], "2026-02-03")
    assert sundays(life, "2026-02-08") == [True]
    assert told(life) == [WENT]
    shutil.rmtree(life.root / "projects/larkspur")

    assert sundays(life, "2026-02-15", "2026-02-22") == [False, False]
    assert told(life) == [WENT, CAME]


@pytest.mark.parametrize("how", BACK)
@pytest.mark.parametrize("end", [OVER, "@project Larkspur: Cancelled", "@project Larkspur: Done"])
def test_finished_once_more_it_is_archived_once_more(life: Home, how: str, end: str) -> None:
    take_up(life, how)
    sundays(life, "2026-02-08")
    tell(life, end, "2026-02-10")

    assert sundays(life, "2026-02-15", "2026-02-22") == [True, True]


@pytest.mark.parametrize(
    "end",
    ["Larkspur is finished again.", "Larkspur is now finished for good.",
     "Larkspur is done once more.", "We finally completed Larkspur at last."],
)  # fmt: skip
def test_so_it_is_where_the_rules_read_its_end(life: Home, end: str) -> None:
    take_up(life, BACK[0])
    sundays(life, "2026-02-08")
    life.extractor = Offline()
    tell(life, end, "2026-02-10")

    assert sundays(life, "2026-02-15", "2026-02-22") == [True, True]


def test_it_may_go_and_come_back_more_than_once(life: Home) -> None:
    for month in ("02", "03", "04"):
        take_up(life, BACK[0], f"2026-{month}-03")
        assert sundays(life, f"2026-{month}-08") == [False]
        tell(life, OVER, f"2026-{month}-10")
        assert sundays(life, f"2026-{month}-15") == [True]


def test_archived_by_hand_before_the_sunday_and_moved_back_it_stays(tmp_path: Path) -> None:
    home = Home(tmp_path)
    tell(home, OVER, "2026-01-28")
    (home.root / "archives/projects").mkdir(parents=True, exist_ok=True)
    shutil.move(home.root / "projects/larkspur", home.root / ARCHIVED)
    assert sundays(home, "2026-02-01") == [True]
    by_hand(home)

    assert sundays(home, "2026-02-08", "2026-02-15") == [False, False]


def test_at_work_again_it_is_a_priority_by_what_it_is_and_not_by_its_end(life: Home) -> None:
    take_up(life, BACK[0])
    sundays(life, "2026-02-08")

    assert "Larkspur: Uses REST" in memory_of(life)
    assert "Finished" not in memory_of(life)


@pytest.mark.parametrize("how", BACK)
@pytest.mark.parametrize("proposed", [None, "Larkspur is finished.", "Larkspur was finished."])
def test_its_summary_does_not_end_with_its_end(life: Home, how: str, proposed: str | None) -> None:
    writer = Scribe(about=lambda _: Synthesis(proposed))
    take_up(life, how)
    for day in ("2026-02-08", "2026-02-15", "2026-03-08", "2026-05-03"):
        held(life, writer, day=day)
        told = text_of(life, "projects/larkspur")
        assert "again" in told
        assert "Finished." not in told


def test_a_model_is_shown_that_it_is_at_work_again_and_may_say_so(life: Home) -> None:
    shown: list[str] = []

    def about(request: SynthesisRequest) -> Synthesis:
        shown.extend(text for _, _, _, text in request.facts)
        return Synthesis("Larkspur was finished on 2026-01-28 and is at work again. Uses REST.")

    take_up(life, BACK[0])
    held(life, Scribe(about=about), day="2026-02-08")

    assert "Finished (2026-01-28), and at work again since then" in shown
    assert "Larkspur was finished on 2026-01-28 and is at work again." in (
        text_of(life, "projects/larkspur")
    )


@pytest.mark.parametrize("finally_over", [False, True])
def test_in_the_archives_its_summary_says_that_it_is_finished(
    life: Home, *, finally_over: bool
) -> None:
    if finally_over:
        take_up(life, BACK[0])
        sundays(life, "2026-02-08")
        tell(life, OVER, "2026-02-10")
        sundays(life, "2026-02-15")
    sundays(life, "2026-02-22")

    assert "Finished." in (life.root / ARCHIVED / "summary.md").read_text()


def test_while_its_place_in_the_archives_is_taken_it_is_not_at_work_again(tmp_path: Path) -> None:
    home = Home(tmp_path)
    tell(home, OVER, "2026-01-28")
    (home.root / ARCHIVED).mkdir(parents=True)
    sundays(home, "2026-02-01", "2026-02-08")

    assert text_of(home, "projects/larkspur") == "# Larkspur\n\nFinished.\n"


def test_told_to_be_finished_while_in_the_archives_it_does_not_go_back_there(life: Home) -> None:
    tell(life, OVER, "2026-02-02")
    take_up(life, BACK[0])

    assert sundays(life, "2026-02-08") == [False]


@pytest.mark.parametrize(
    ("said", "archived"),
    [
        ("It is done, but maintenance goes on.", False),
        ("It is finished except for the docs.", False),
        ("It is complete, though support continues.", False),
        ("It is done for today.", False),
        ("It is done. But I am tired.", True),
        ("It is finished!", True),
    ],
)
def test_an_end_after_which_more_is_to_come_archives_nothing(
    tmp_path: Path, said: str, *, archived: bool
) -> None:
    home = Home(tmp_path)
    home.say(f"{said}\n@project Larkspur: Done", day="2026-01-28")
    home.beat()

    assert sundays(home, "2026-02-01") == [archived]


@pytest.mark.parametrize("how", BACK)
@pytest.mark.parametrize("end", ["Shipped", "Cancelled", "Finished at last"])
def test_archived_once_more_it_lies_there_as_it_was_left(life: Home, how: str, end: str) -> None:
    take_up(life, how, "2026-02-03")
    tell(life, f"@project Larkspur: {end}", "2026-02-03")
    assert sundays(life, "2026-02-08") == [True]
    summary = life.root / ARCHIVED / "summary.md"
    left = summary.read_text()

    assert sundays(life, "2026-02-08", "2026-02-08", "2026-02-15") == [True] * 3
    assert summary.read_text() == left
    assert "was finished on" not in left
