"""Summaries of a Sunday: what a model is asked, what of its answer is done, what is refused."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from memoryd.core.entity import parse_ref
from memoryd.core.proposal import Replacement, Synthesis, SynthesisRequest
from memoryd.core.turn import Role
from memoryd.jobs.summaries import Summaries
from memoryd.jobs.sunday_answers import read_synthesis
from memoryd.llm.question import Answer, Stop
from tests.jobs.sundays import (
    SUNDAY,
    Scribe,
    held,
    memory_of,
    on_record,
    put,
    reviews_of,
    run_at,
    text_of,
)
from tests.store_kit import Home

Write = Callable[[SynthesisRequest], Synthesis]


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path)


def said(home: Home, *facts: tuple[str, str], who: str = "person Ann") -> None:
    """Let the operator state facts on their days."""
    for day, text in facts:
        home.say(f"@{who}: {text}", day=day, session=day)
    home.beat()


def request(home: Home, ref: str) -> SynthesisRequest | None:
    with home.writer() as store:
        return Summaries(store, run_at(SUNDAY)).request(parse_ref(ref))


def test_a_model_is_shown_hot_facts_first_and_what_they_replaced(home: Home) -> None:
    put(home, "people/ann", ("2025-01-01", "Had a cat"), ("2026-01-10", "Plays go"),
        ("2026-01-30", "Plays chess"))  # fmt: skip
    on_record(home, "2025-01-02")
    shown = request(home, "people/ann")

    assert shown is not None
    assert [(fact[2], fact[3]) for fact in shown.facts] == [
        ("hot", "Plays chess"), ("warm", "Plays go"),
    ]  # fmt: skip
    assert (shown.name, shown.kind, shown.ended) == ("Ann", "person", ())


def test_of_an_entity_of_which_all_is_cold_no_model_is_asked(home: Home) -> None:
    put(home, "people/ann", ("2025-01-01", "Sister of Alex"), ("2025-02-01", "Had a cat"))
    on_record(home, "2025-02-02")
    scribe = Scribe()
    held(home, scribe)

    assert scribe.asked == []
    assert "Sister of Alex." in text_of(home, "people/ann")


GATES = [
    ("an unknown fact", "nobody-001", "ann-001", "unknown_fact"),
    ("itself", "ann-001", "ann-001", "unknown_fact"),
    ("the newer by the older", "ann-002", "ann-001", "not_same_attribute"),
    ("another matter", "ann-001", "ann-003", "not_same_attribute"),
    ("another entity's fact", "ann-001", "bob-001", "unknown_fact"),
]


@pytest.mark.parametrize(("old", "by", "gate"), [row[1:] for row in GATES],
                         ids=[row[0] for row in GATES])  # fmt: skip
def test_a_replacement_that_the_facts_do_not_bear_out_waits_for_review(
    home: Home, old: str, by: str, gate: str
) -> None:
    said(home, ("2026-01-28", "wrote the first report"), ("2026-01-29", "wrote the second report"),
         ("2026-01-30", "likes fennel"))  # fmt: skip
    asked = (Replacement(old, by, "newer"),)
    sunday = held(home, Scribe(lambda _: Synthesis(None, asked)))

    assert [row["status"] for row in home.items("people/ann")] == ["active"] * 3
    assert [made.superseded for made in sunday.made] == [()]
    (row,) = reviews_of(home)
    assert (row["replaces"], row["by"], row["gate"], row["ref"]) == (old, by, gate, "people/ann")


def test_what_is_over_the_cap_waits_for_review_and_none_is_lost(home: Home) -> None:
    days = [f"2026-01-{n:02d}" for n in range(10, 20)]
    said(home, *((day, f"manages {n} people") for n, day in enumerate(days)))
    last = "ann-010"
    asked = tuple(Replacement(f"ann-{n:03d}", last) for n in range(1, 10))
    sunday = held(home, Scribe(lambda _: Synthesis(None, asked)))

    over = [row["id"] for row in home.items("people/ann") if row["status"] == "superseded"]
    rows = [(row["replaces"], row["gate"]) for row in reviews_of(home)]
    assert len(over) == 5
    assert len(sunday.made[0].superseded) == 5
    assert sorted([*over, *(old for old, _ in rows)]) == [f"ann-{n:03d}" for n in range(1, 10)]
    assert {gate for _, gate in rows} == {"cap"}
    held(home, Scribe(lambda _: Synthesis(None, asked)), time_of_day="06:00")
    assert len(reviews_of(home)) == len(rows)


def test_what_the_operator_said_is_not_replaced_by_what_another_said(home: Home) -> None:
    said(home, ("2026-01-28", "wrote the first report"))
    home.say("@person Ann: wrote the last report", day="2026-01-30", role="member",
             speaker="Dana", channel="telegram:direct")  # fmt: skip
    home.beat()
    assert len(home.items("people/ann")) == 2
    held(home, Scribe(lambda _: Synthesis(None, (Replacement("ann-001", "ann-002"),))))

    assert [row["status"] for row in home.items("people/ann")] == ["active", "active"]
    assert [row["gate"] for row in reviews_of(home)] == ["untrusted"]


FINISHED = ("2026-01-30", "The project is finished")
GOOD = "Larkspur: the project is finished."


@pytest.mark.parametrize(
    ("text", "completed", "archived"),
    [
        (None, None, True), (GOOD, True, True), (GOOD, None, True), (GOOD, False, False),
        ("", False, True), ("I'm sorry, I can't.", False, True),
    ],
)  # fmt: skip
def test_only_a_model_that_wrote_a_usable_text_keeps_a_finished_project_at_work(
    home: Home, *, text: str | None, completed: bool | None, archived: bool
) -> None:
    said(home, FINISHED, who="project Larkspur")
    sunday = held(home, Scribe(lambda _: Synthesis(text, (), completed)))

    assert [made.archived for made in sunday.made] == [archived]
    assert (home.root / "archives/projects/larkspur/summary.md").exists() is archived
    assert "Larkspur" not in memory_of(home)  # finished: no priority, wherever it lies


@pytest.mark.parametrize("completed", ["yes", 1, None, [], {}])
def test_a_completed_that_is_no_yes_or_no_says_nothing(completed: object) -> None:
    row = {"summary": "x", "superseded": [], "completed": completed}
    assert read_synthesis(Answer(json.dumps(row), Stop.WHOLE, None)).completed is None


@pytest.mark.parametrize("text", ["The design is done", "Should be finished by May",
                                  "Not finished yet", "Launches on May 2"])  # fmt: skip
def test_completed_of_which_no_fact_speaks_archives_nothing(home: Home, text: str) -> None:
    said(home, ("2026-01-30", text), who="project Larkspur")
    held(home, Scribe(lambda _: Synthesis(f"{text}.", (), completed=True)))

    assert (home.root / "projects/larkspur/items.json").exists()


def test_a_finished_project_with_newer_work_stays(home: Home) -> None:
    said(home, FINISHED, ("2026-01-31", "Launches again on May 2"), who="project Larkspur")
    held(home)

    assert (home.root / "projects/larkspur/items.json").exists()


def test_a_save_made_while_the_model_writes_is_in_the_facts_and_in_the_text(home: Home) -> None:
    put(home, "people/ann", ("2026-01-30", "Plays chess"))
    held(home, day="2026-01-31")
    summary = home.root / "areas/people/ann/summary.md"

    def about(_: SynthesisRequest) -> Synthesis:
        put(home, "people/ann", ("2026-01-30", "Plays chess"), ("2026-01-31", "Moved to Ulm"))
        summary.write_text(summary.read_text() + "\nMet at the lake.\n")
        return Synthesis("Ann plays chess.")

    put(home, "people/ann", ("2026-01-30", "Plays chess"), ("2026-01-31", "Likes tea"))
    held(home, Scribe(about))

    text = text_of(home, "people/ann")
    assert "Moved to Ulm." in text
    assert "Met at the lake." in text
    assert "Likes tea" not in text
    rows = json.loads((home.root / "areas/people/ann/items.json").read_text())
    assert [row["fact"] for row in rows] == ["Plays chess", "Moved to Ulm"]


def test_a_removed_entity_is_not_made_again_by_an_answer_that_comes_late(home: Home) -> None:
    put(home, "people/ann", ("2026-01-30", "Plays chess"))
    folder = home.root / "areas/people/ann"

    def about(_: SynthesisRequest) -> Synthesis:
        (folder / "items.json").unlink()
        (folder / "summary.md").unlink(missing_ok=True)
        folder.rmdir()
        return Synthesis("Ann plays chess.")

    held(home, Scribe(about))
    assert not folder.exists()


@pytest.mark.parametrize("role", [Role.OPERATOR, Role.MEMBER])
def test_a_project_that_only_another_calls_finished_stays_at_work(home: Home, role: Role) -> None:
    more = {} if role is Role.OPERATOR else {"speaker": "Dana", "channel": "telegram:direct"}
    home.say(
        "@project Larkspur: The project is finished", day="2026-01-30", role=role.value, **more
    )
    home.beat()
    held(home)

    assert (home.root / "archives/projects/larkspur").exists() is (role is Role.OPERATOR)


@pytest.mark.parametrize("text", ["I'm sorry, I can't help with that.", "", "TODO: summary"])
def test_an_entity_of_which_a_model_says_nothing_is_asked_about_again(
    home: Home, text: str
) -> None:
    said(home, ("2026-01-30", "plays chess"))
    scribe = Scribe(lambda _: Synthesis(text))
    first = held(home, scribe)

    assert [made.unread for made in first.made] == [True]
    assert "chess" in text_of(home, "people/ann")
    again = Scribe(lambda _: Synthesis("Plays chess."))
    second = held(home, again, time_of_day="06:00")
    assert (again.asked, [made.unread for made in second.made]) == (["Ann"], [False])
    assert held(home, again, day="2026-02-08").made == []
