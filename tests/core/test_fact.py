"""Fact: its transitions, and the days that count."""

import pytest

from memoryd.core.fact import Fact, Status, is_timestamp
from memoryd.errors import TransitionError

TEA = Fact("sarah-001", "Likes tea", "2026-01-05T09:00:00Z")


def test_a_superseded_fact_names_its_successor_and_keeps_its_words() -> None:
    old = TEA.superseded(by="sarah-002")

    assert (old.status, old.superseded_by, old.fact) == (Status.SUPERSEDED, "sarah-002", TEA.fact)
    assert TEA.active
    assert not old.active
    assert old.superseded(by="sarah-002") == old


def test_a_fact_is_replaced_once_and_never_by_itself() -> None:
    with pytest.raises(TransitionError, match="itself"):
        TEA.superseded(by="sarah-001")
    with pytest.raises(TransitionError, match="sarah-002 already"):
        TEA.superseded(by="sarah-002").superseded(by="sarah-003")


def test_a_touch_counts_and_never_moves_the_day_back() -> None:
    touched = TEA.touched(day="2026-02-01").touched(day="2026-01-20")

    assert (touched.access_count, touched.last_accessed) == (2, "2026-02-01")
    with pytest.raises(TransitionError, match="no ISO day"):
        TEA.touched(day="yesterday")


def test_the_day_of_a_full_time_is_its_date() -> None:
    assert TEA.day == "2026-01-05"


@pytest.mark.parametrize(
    "text", ["2026-02-15", "2024-02-29", "2026-02-15T09:15Z", "2026-02-15T09:15:59.123+05:30"]
)
def test_a_day_or_a_time_is_a_timestamp(text: str) -> None:
    assert is_timestamp(text)


@pytest.mark.parametrize(
    "text",
    ["", "2026", "2026-2-5", "2026-13-01", "2026-02-29", "0000-01-01", "2026-02-15T", "15.02.2026",
     "2026-02-15T09:15 or so", "\uff12026-02-15", " 2026-02-15", "2026-02-15\n"],
)  # fmt: skip
def test_what_is_no_day_is_no_timestamp(text: str) -> None:
    assert not is_timestamp(text)


@pytest.mark.parametrize(
    ("timestamp", "last", "day", "counts"),
    [
        ("2026-11-20", None, "2026-11-20", True),
        ("2026-11-20", None, "2026-11-21", True),
        ("2026-11-20", None, "2026-11-19", False),  # there was no such fact on that day
        ("2026-11-20T23:59:59Z", None, "2026-11-20", True),
        ("2026-11-20T00:00:00Z", None, "2026-11-10", False),
        ("2026-11-20", "2026-11-22", "2026-11-22", False),  # once a day
        ("2026-11-20", "2026-11-22T08:00:00Z", "2026-11-22", False),
        ("2026-11-20", "2026-11-22", "2026-11-21", False),  # never moved back
        ("2026-11-20", "2026-11-22", "2026-11-23", True),
        ("2026-11-20", "2026-11-01", "2026-11-10", False),
        ("2026-11-20", "2026-11-01", "2026-11-20", True),
    ],
)
def test_a_fact_is_used_on_days_from_its_own_on_and_once_a_day(
    timestamp: str, last: str | None, day: str, *, counts: bool
) -> None:
    fact = Fact("dana-001", "Moved to Oslo", timestamp, last_accessed=last)

    assert fact.is_used_on(day) is counts
    assert not fact.superseded(by="dana-002").is_used_on(day)
