"""What the operator types to remember is dated by its words, as a conversation is."""

from pathlib import Path
from typing import Any

import pytest

from memoryd.jobs.remember import remember, remember_of_assistant
from tests.store_kit import Home

TODAY = "2026-02-04"  # a Wednesday


@pytest.fixture
def home_of(tmp_path: Path) -> Home:
    return Home(tmp_path)


def typed(home: Home, text: str, about: str | None = None, day: str = TODAY) -> dict[str, Any]:
    with home.writer() as store:
        return remember(store, text, about=about, run=home.run(day))


def day_of(home: Home, text: str) -> str:
    typed(home, text, "people/sarah")
    (fact,) = home.items()
    return str(fact["timestamp"])


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("Moved to Oslo in 2019", "2019-12-31"),
        ("Moved to Oslo in May 2019", "2019-05-31"),
        ("Moved to Oslo on 3 May 2019", "2019-05-03"),
        ("Moved to Oslo on 2019-05-03", "2019-05-03"),
        ("In 2019, moved to Oslo", "2019-12-31"),
        ("Moved to Oslo last year", "2025-12-31"),
        ("Moved to Oslo last month", "2026-01-31"),
        ("Moved to Oslo yesterday", "2026-02-03"),
        ("Moved to Oslo two weeks ago", "2026-01-25"),
        ("Ist 2019 nach Oslo gezogen, am 3.5.2019", "2019-05-03"),
        ("Lives in Oslo since 2019", "2019-01-01"),
        ("Has lived in Oslo since May 2019", "2019-05-01"),
        ("Lived in Oslo from 2015 to 2019", "2019-12-31"),
        ('Said "never again" in 2019', "2019-12-31"),
        ("Born in Oslo on 3 May 1990", "1990-05-03"),
    ],
)
def test_it_is_dated_by_the_last_day_that_its_words_mean(
    home_of: Home, text: str, day: str
) -> None:
    assert day_of(home_of, text) == day


@pytest.mark.parametrize(
    "text",
    [
        "Moved to Oslo",
        "Moved to Oslo today",
        "Moved to Oslo this week",
        "Moved to Oslo in 2026",
        "Moves to Oslo in May 2027",
        "Will move to Oslo next week",
        "Moved to Oslo in 2019 and will leave in May 2027",
        "Moved to Oslo on February 30, 2019",
        "Lives in Oslo, moved in 2019",
        "Works at Acme; joined in 2019",
        "Lives in Oslo and moved there in 2019",
        "Works at Acme from 2019",
        "Birthday is May 3",
        "Birthday: 3 May 1990",
        "The deadline is May 3, 2025",
        "Prefers wine from 2015",
        "Room 2019 at the end",
    ],
)
def test_what_stands_now_or_is_ahead_is_dated_on_its_day(home_of: Home, text: str) -> None:
    assert day_of(home_of, text) == TODAY


@pytest.mark.parametrize(
    ("standing", "old"),
    [
        ("Lives in Berlin", "Moved to Oslo in 2019"),
        ("Lives in Berlin", "Moved to Oslo last year"),
        ("Lives in Berlin", "Lived in Oslo from 2015 to 2019, moved to Rome in 2019"),
        ("Works at Globex", "Joined Acme in May 2019"),
        ("Works at Globex", "Started a new job at Acme on 2019-05-03"),
        ("Is single", "Got married in 2011"),
    ],
)
def test_an_old_event_does_not_retire_what_stands(home_of: Home, standing: str, old: str) -> None:
    typed(home_of, standing, "people/sarah")
    answer = typed(home_of, old, "people/sarah")

    first, second = home_of.items()
    assert answer["superseded"] == []
    assert first["status"] == "active"
    assert second["timestamp"] < first["timestamp"]


@pytest.mark.parametrize(
    "new",
    ["Moved to Oslo yesterday", "Moved to Oslo last month", "Lives in Oslo since 2019",
     "Lives in Oslo, moved in 2019", "Moved to Oslo in 2025"],
)  # fmt: skip
def test_a_later_event_still_retires_what_stood_before_it(home_of: Home, new: str) -> None:
    typed(home_of, "Lives in Berlin", "people/sarah", day="2025-06-15")

    assert [old["fact"] for old in typed(home_of, new, "people/sarah")["superseded"]] == [
        "Lives in Berlin"
    ]


@pytest.mark.parametrize("text", ["Moved to Oslo in 2019", "Moved to Oslo yesterday"])
def test_what_an_assistant_states_is_dated_now(home_of: Home, text: str) -> None:
    asked = {"text": text, "about": "people/sarah", "client": "x", "audience": "private"}
    with home_of.writer() as store:
        remember_of_assistant(store, asked, home_of.run(TODAY))

    assert home_of.items()[0]["timestamp"] == TODAY


def test_a_typed_event_is_noted_on_the_day_it_was_typed(home_of: Home) -> None:
    typed(home_of, "Moved to Oslo in 2019", "people/sarah")

    assert [path.stem for path in (home_of.root / "memory").glob("*.md")] == [TODAY]
