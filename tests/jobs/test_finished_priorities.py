"""A priority in the operator's words stands until it is over, whatever a model says of it."""

from collections.abc import Callable
from pathlib import Path

import pytest

from memoryd.core.proposal import TacitAnswer, TacitProposal, TacitRequest
from memoryd.core.tacit_lines import read_tacit
from tests.jobs.sundays import Scribe, held, memory_of
from tests.store_kit import Home

SAID = {
    "Q2 goal: get the Beacon pilot signed": "My Q2 goal: get the Beacon pilot signed.",
    "Shipping Beacon comes first": "Shipping Beacon comes first for me.",
    "Top priority: the tax return": "My top priority: the tax return.",
    "Sell Beacon to the Nordwind customers": "A priority: sell Beacon to the Nordwind customers.",
}
OF_BEACON, SELLING = list(SAID)[:2], "Sell Beacon to the Nordwind customers"
TAXES = "Top priority: the tax return"


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path)


def proposing(request: TacitRequest) -> TacitAnswer:
    """Propose each of these for the line that says it."""
    return TacitAnswer(
        tuple(
            TacitProposal("Project Priorities", text, (line.id,))
            for line in request.lines
            for text, said in SAID.items()
            if line.turn.text == said
        )
    )


def silent(_request: TacitRequest) -> TacitAnswer:
    return TacitAnswer()


def own(home: Home) -> set[str]:
    """The priorities of the operator that stand in MEMORY.md."""
    return {n.text for n in read_tacit(memory_of(home).encode()) if n.ours} & SAID.keys()


def begun(home: Home, *, weeks: int = 3) -> None:
    """Say the priorities and what Beacon is, and hold some Sundays on which nothing more comes."""
    home.say("@project Beacon: Launches on August 2", session="p")
    for at, said in enumerate(SAID.values()):
        home.say(said, session=f"s{at}")
    home.beat()
    for week in range(weeks):
        held(home, Scribe(ways=proposing if week == 0 else silent), day=f"2026-01-{11 + 7 * week}")


def note_of(home: Home, day: str) -> str:
    path = home.root / f"memory/{day}.md"
    return path.read_text() if path.exists() else ""


def test_a_priority_with_a_colon_is_no_projects_and_stands(home: Home) -> None:
    begun(home)

    assert own(home) == SAID.keys()
    assert "retired" not in "".join(note_of(home, f"2026-01-{day}") for day in (11, 18, 25))


@pytest.mark.parametrize("ways", [silent, proposing])
@pytest.mark.parametrize(
    "over",
    ["@project Beacon: Project is finished", "@project Beacon: Beacon was cancelled"],
)
def test_it_goes_with_the_project_that_it_wants_done(
    home: Home, over: str, ways: Callable[[TacitRequest], TacitAnswer]
) -> None:
    begun(home, weeks=1)
    home.say(over, day="2026-02-10", session="end")
    home.beat()
    for day in ("2026-02-15", "2026-02-22"):
        held(home, Scribe(ways=ways), day=day)

    assert own(home) == SAID.keys() - set(OF_BEACON)
    assert all(f"retired: {text}" in note_of(home, "2026-02-15") for text in OF_BEACON)
    assert "retired" not in note_of(home, "2026-02-22")
    before = home.visible()
    held(home, Scribe(ways=ways), day="2026-02-22", time_of_day="05:00")
    assert home.visible() == before


def test_a_project_that_a_person_put_into_the_archives_takes_it_along(home: Home) -> None:
    begun(home, weeks=1)
    (home.root / "archives/projects").mkdir(parents=True)
    (home.root / "projects/beacon").rename(home.root / "archives/projects/beacon")
    held(home, Scribe(), day="2026-02-15")

    assert own(home) == SAID.keys() - set(OF_BEACON)


@pytest.mark.parametrize(
    ("said", "stays"),
    [
        ("I handed in the tax return today!", False),
        ("The tax return is done.", False),
        ("The tax return is not finished yet.", True),
        ("Dana handed in her tax return.", True),
        ("I handed in the invoice.", True),
    ],
)
def test_what_the_operator_says_is_done_is_no_priority_though_a_model_is_silent(
    home: Home, said: str, *, stays: bool
) -> None:
    begun(home, weeks=1)
    home.say(said, day="2026-02-10", session="end")
    home.beat()
    held(home, Scribe(), day="2026-02-15")

    assert own(home) == (SAID.keys() if stays else SAID.keys() - {TAXES})


def test_one_that_the_same_week_says_is_done_becomes_no_line(home: Home) -> None:
    home.say(SAID[TAXES], session="a")
    home.say("I handed in the tax return today!", day="2026-01-07", session="b")
    home.beat()
    sunday = held(home, Scribe(ways=proposing), day="2026-01-11")

    assert own(home) == set()
    assert sunday.tacit is not None
    assert sunday.tacit.refused == [(TAXES, "it is over")]


def test_one_that_names_its_last_day_goes_when_that_has_passed(home: Home) -> None:
    home.say("My goal until March 31: the garden.")
    home.beat()
    goal = "Goal until March 31: the garden"
    ways = lambda asked: TacitAnswer(  # noqa: E731 - one line of use
        (TacitProposal("Project Priorities", goal, (asked.lines[0].id,)),)
    )
    held(home, Scribe(ways=ways), day="2026-01-11")

    held(home, Scribe(), day="2026-03-29")
    assert goal in memory_of(home)
    held(home, Scribe(), day="2026-04-05")
    assert goal not in memory_of(home)
