"""Heat: the ladder from hot to cold, and the order it gives."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.core.decay import Heat, by_heat, heat
from memoryd.core.fact import Fact

TODAY = date(2026, 3, 31)
HOT, WARM, COLD = Heat


def fact(age: int | None, count: int | None = None, *, stamp: str = "2020-01-01") -> Fact:
    last = None if age is None else (TODAY - timedelta(days=age)).isoformat()
    return Fact("ines-001", "Runs the shop", stamp, last_accessed=last, access_count=count)


@pytest.mark.parametrize(
    ("count", "last_hot", "last_warm"),
    [
        (None, 7, 30),
        (0, 7, 30),
        (1, 7, 30),
        (2, 8, 37),  # 1.25: 8.75 and 37.5 days
        (3, 9, 41),
        (4, 10, 45),
        (16, 14, 60),
        (255, 20, 89),
        (256, 21, 90),
        (1_000_000, 21, 90),
    ],
)
def test_the_ladder_of_days(count: int | None, last_hot: int, last_warm: int) -> None:
    ages = range(last_warm + 20)

    tiers = [heat(fact(age, count), today=TODAY, recorded=None) for age in ages]

    assert tiers.index(WARM) - 1 == last_hot
    assert tiers.index(COLD) - 1 == last_warm
    assert tiers == sorted(tiers, key=list(Heat).index)


@pytest.mark.parametrize(
    ("stamp", "accessed", "recorded", "tier"),
    [
        ("2026-03-30", None, None, HOT),
        ("2026-03-24", None, None, HOT),
        ("2026-03-23", None, None, WARM),
        ("2026-03-01", None, None, WARM),
        ("2026-02-28", None, None, COLD),
        ("2019-05-01", None, "2026-03-30", HOT),  # old news, heard yesterday
        ("2026-03-30", None, "2019-05-01", HOT),
        ("2019-05-01", None, "2026-03-10", WARM),
        ("2026-03-30", "2025-01-01", "2026-03-30", HOT),  # the latest of the three
        ("2026-03-30", "2025-01-01", None, HOT),
        ("2019-05-01", "2025-01-01", "2026-03-30", HOT),  # a mention of an old day, read yesterday
        ("2019-05-01", "2025-01-01", "2026-03-10", WARM),
        ("2019-05-01", "2026-03-10", "2026-01-01", WARM),
        ("2019-05-01", "2025-01-01", "2025-06-01", COLD),
        ("2031-01-01", "2025-01-01", None, HOT),
        ("2019-05-01", "2026-03-30", None, HOT),
        ("2019-05-01", "2026-03-24T23:59:59.5+13:00", None, HOT),
        ("2019-05-01", "2026-03-23T00:00:00Z", None, WARM),
        ("2026-03-23t10:00:00z", None, None, WARM),
        ("2031-01-01", None, None, HOT),  # planned
        ("2019-05-01", "2031-01-01", None, HOT),
        ("2019-05-01", None, "2031-01-01", HOT),
        ("2019-05-01", "lately", None, COLD),
        ("2019-05-01", "lately", "2026-03-30", HOT),
        ("2019-05-01", "2026-02-30", None, COLD),
        ("2019-05-01", "", None, COLD),
    ],
)
def test_what_the_age_counts_from(
    stamp: str, accessed: str | None, recorded: str | None, tier: Heat
) -> None:
    one = Fact("ines-001", "Runs the shop", stamp, last_accessed=accessed)
    day = date.fromisoformat(recorded) if recorded else None

    assert heat(one, today=TODAY, recorded=day) is tier


def test_an_access_reheats_a_cold_fact() -> None:
    cold = fact(200, 3)

    assert heat(cold, today=TODAY, recorded=None) is COLD
    assert heat(cold.touched(day=TODAY.isoformat()), today=TODAY, recorded=None) is HOT


def test_hot_goes_first_then_the_newest_access_then_the_id() -> None:
    rows = [("d", 40, None), ("c", 9, None), ("b", 9, 300), ("f", 1, None), ("e", 1, None),
            ("a", 20, 16), ("g", -5, None), ("h", 0, None)]  # fmt: skip
    facts = [
        Fact(name, "x", "2020-01-01", access_count=count,
             last_accessed=(TODAY - timedelta(days=age)).isoformat())
        for name, age, count in rows
    ]  # fmt: skip

    ranked = by_heat(facts, today=TODAY, recorded={})

    assert list(ranked) == ["g", "h", "e", "f", "b", "c", "a", "d"]
    assert [*ranked.values()] == [HOT] * 5 + [WARM] * 2 + [COLD]
    assert list(by_heat(reversed(facts), today=TODAY, recorded={})) == list(ranked)


def test_the_day_a_fact_was_recorded_counts_in_the_order() -> None:
    facts = [Fact(name, "x", "2026-01-05") for name in "abc"]

    ranked = by_heat(facts, today=TODAY, recorded={"b": TODAY, "c": date(2026, 3, 20)})

    assert ranked == {"b": HOT, "c": WARM, "a": COLD}
    assert list(ranked) == ["b", "c", "a"]


@given(st.integers(-400, 4000), st.integers(0, 10**12), st.integers(1, 400))
def test_time_only_cools_and_access_only_warms(age: int, count: int, more: int) -> None:
    order = list(Heat).index

    here = order(heat(fact(age, count), today=TODAY, recorded=None))

    assert order(heat(fact(age + more, count), today=TODAY, recorded=None)) >= here
    assert order(heat(fact(age, count + more), today=TODAY, recorded=None)) <= here


_DAYS = st.dates(date(2024, 1, 1), date(2028, 1, 1))


@given(_DAYS, st.none() | _DAYS, st.none() | _DAYS.map(str) | st.just("lately"), _DAYS)
def test_a_fact_with_an_access_is_never_colder_than_without(
    became: date, recorded: date | None, before: str | None, access: date
) -> None:
    one = Fact("ines-001", "Runs the shop", became.isoformat(), last_accessed=before)
    never = Fact("ines-001", "Runs the shop", became.isoformat())
    touched = one.touched(day=access.isoformat()) if before != "lately" else one
    order = list(Heat).index

    ranks = [order(heat(each, today=TODAY, recorded=recorded)) for each in (touched, one, never)]

    assert ranks == sorted(ranks)
