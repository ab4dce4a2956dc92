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
