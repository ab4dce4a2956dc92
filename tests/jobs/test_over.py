"""A project that is over: its summary announces no more what was planned before the end."""

import json
from pathlib import Path

import pytest

from memoryd.core.proposal import Synthesis, SynthesisRequest
from memoryd.jobs.writing import RulesWriter
from tests.jobs.sundays import Scribe, held, text_of
from tests.store_kit import Home

WREN = "projects/wren"


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path)


def said(home: Home, *facts: tuple[str, str]) -> None:
    for at, (day, text) in enumerate(facts):
        home.say(f"@project Wren: {text}", day=day, session=f"{day}{at}")
    home.beat()


def text_of_wren(home: Home) -> str:
    """Return the summary, wherever the project lies."""
    archived = home.root / f"archives/{WREN}/summary.md"
    return archived.read_text() if archived.exists() else text_of(home, WREN)


def lines_of(home: Home) -> list[str]:
    return [line for line in text_of_wren(home).splitlines()[1:] if line]


PLANS = ("Launches on January 26", "Launch is planned for spring", "Ships in two weeks",
         "Will move to Porto", "Deadline is on May 5")  # fmt: skip
DONE = ("Decided on Postgres", "Launched on January 20", "Kickoff was on January 7")


@pytest.mark.parametrize("by_model", [False, True])
@pytest.mark.parametrize("plan", PLANS)
def test_what_was_planned_is_not_announced_once_it_is_over(
    home: Home, plan: str, *, by_model: bool
) -> None:
    def about(request: SynthesisRequest) -> Synthesis:
        return Synthesis(" ".join(f"{fact[3].rstrip('.')}." for fact in request.facts))

    writer = Scribe(about) if by_model else RulesWriter()
    said(home, ("2026-01-20", plan), ("2026-01-20", DONE[0]))
    held(home, writer, day="2026-01-25")
    assert f"{plan}." in lines_of(home)
    said(home, ("2026-01-28", "Finished"))
    sunday = held(home, writer)
    assert [str(ref) for ref in sunday.archived] == [WREN]
    after = home.visible()
    for minute in ("05:01", "05:02", "05:03"):
        held(home, writer, time_of_day=minute)

    assert sorted(lines_of(home)) == sorted([f"{DONE[0]}.", "Finished."])
    assert home.visible() == after
    held(home, writer, day="2026-03-15")
    assert plan not in text_of_wren(home)
    rows = json.loads((home.root / f"archives/{WREN}/items.json").read_text())
    assert {row["fact"]: row["status"] for row in rows}[plan] == "active"


@pytest.mark.parametrize("fact", DONE)
def test_what_was_done_is_told_of_a_project_that_is_over(home: Home, fact: str) -> None:
    said(home, ("2026-01-20", fact), ("2026-01-28", "Finished"))
    held(home)

    assert sorted(lines_of(home)) == sorted([f"{fact}.", "Finished."])


def test_what_is_planned_of_a_project_at_work_again_is_told(home: Home) -> None:
    said(home, ("2026-01-20", "Launches on April 2"), ("2026-01-28", "Finished"))
    held(home)
    said(home, ("2026-02-03", "Launches its second version on June 1"))
    held(home, day="2026-02-08")

    assert "Launches its second version on June 1." in lines_of(home)


def test_a_model_whose_text_is_of_no_use_keeps_no_plan_alive(home: Home) -> None:
    said(home, ("2026-01-20", "Launches on April 2"), ("2026-01-28", "Finished"))
    sunday = held(home, Scribe(lambda _: Synthesis("TODO", completed=False)))

    assert [str(ref) for ref in sunday.archived] == [WREN]
    assert lines_of(home) == ["Finished."]


def test_where_a_model_says_that_it_goes_on_its_plans_are_told(home: Home) -> None:
    text = "The migration is finished. Wren launches on April 2."
    said(home, ("2026-01-20", "Launches on April 2"), ("2026-01-28", "Migration is finished"))
    sunday = held(home, Scribe(lambda _: Synthesis(text, completed=False)))

    assert sunday.archived == []
    assert "launches on April 2" in text_of(home, WREN)
