"""The rules' day: what the operator plainly says happened, was decided or runs, and no more."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from memoryd.core.proposal import DayRequest, DayReview
from memoryd.core.turn import Line, Role, Turn
from memoryd.llm.offline_day import review


def day(*texts: str, role: Role = Role.OPERATOR) -> DayReview:
    now = datetime(2026, 2, 15, 9, 15, tzinfo=UTC)
    lines = (Line(i, Turn("plain", "s", str(i), now, role, t)) for i, t in enumerate(texts, 1))
    return review(DayRequest("Alex", ZoneInfo("UTC"), tuple(lines)))


@pytest.mark.parametrize(
    ("said", "kind", "text"),
    [
        ("We chose REST over GraphQL.", "decisions", "Chose REST over GraphQL"),
        ("Oh, and we postponed the reporting page.", "decisions", "Postponed the reporting page"),
        ("Long call about project Beacon.", "events", "Long call about project Beacon"),
        ("I met Dana at the fair today.", "events", "Met Dana at the fair today"),
        ("We shipped the billing service.", "events", "Shipped the billing service"),
        ("The import is still running.", "processes", "The import is still running"),
        ("24/47 tasks done on the API.", "processes", "24/47 tasks done on the API"),
    ],
)  # fmt: skip
def test_a_plain_statement_becomes_an_entry_of_its_kind(said: str, kind: str, text: str) -> None:
    found = day("Good morning!", said)

    assert [noted.text for noted in getattr(found, kind)] == [text]
    assert [noted.lines for noted in getattr(found, kind)] == [("m2",)]
    assert sum(map(len, (found.events, found.decisions, found.processes))) == 1


@pytest.mark.parametrize(
    "said",
    [
        "Should we cut the reporting page?",
        "If we had met Dana, we would have signed.",
        "He said they shipped it.",
        '"We decided on REST", as they wrote.',
        "Please book a meeting with Dana.",
        "What a day.",
        "Imagine we launched it on the moon.",
        "Hi",
    ],
)
def test_questions_maybes_and_the_words_of_others_are_no_entries(said: str) -> None:
    assert day(said) == DayReview()


def test_only_the_operator_is_heard() -> None:
    assert day("We shipped the billing service.", role=Role.ASSISTANT) == DayReview()
