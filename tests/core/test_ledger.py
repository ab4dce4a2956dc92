"""Ledger: nothing dangles, nothing runs in a circle, nothing is lost."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.core.entity import Ref
from memoryd.core.fact import Fact
from memoryd.core.ledger import Ledger, next_id
from memoryd.errors import TransitionError

SARAH = Ref("people", "sarah")


def ledger(*days: str) -> Ledger:
    return Ledger(SARAH, tuple(Fact(f"sarah-{n}", f"thing {n}", d) for n, d in enumerate(days, 1)))


def test_a_fact_is_replaced_by_one_of_its_own_day_or_later() -> None:
    after = ledger("2026-01-01", "2026-01-01", "2026-02-01")
    after = after.supersede("sarah-1", by="sarah-2").supersede("sarah-2", by="sarah-3")

    assert after.successors("sarah-1") == ("sarah-2", "sarah-3")
    assert [fact.id for fact in after.active] == ["sarah-3"]
    assert len(after.facts) == 3


@pytest.mark.parametrize(
    ("old", "by", "why"),
    [("sarah-2", "sarah-1", "older"), ("sarah-1", "ghost", "no fact ghost"),
     ("ghost", "sarah-1", "no fact ghost"), ("sarah-1", "sarah-1", "itself")],
)  # fmt: skip
def test_no_link_leads_back_in_time_or_nowhere(old: str, by: str, why: str) -> None:
    with pytest.raises(TransitionError, match=why):
        ledger("2026-01-01", "2026-02-01").supersede(old, by=by)


def test_no_links_run_in_a_circle() -> None:
    chain = ledger("2026-01-01", "2026-01-01", "2026-01-01")
    chain = chain.supersede("sarah-1", by="sarah-2").supersede("sarah-2", by="sarah-3")

    with pytest.raises(TransitionError, match="cycle"):
        chain.supersede("sarah-3", by="sarah-1")


def test_an_id_stands_once_and_is_put_where_it_stood() -> None:
    held = ledger("2026-01-01", "2026-02-01")

    with pytest.raises(TransitionError, match="exists"):
        held.add(held.facts[0])
    with pytest.raises(TransitionError, match="no fact"):
        held.put(Fact("sarah-9", "x", "2026-01-01"))
    assert held.put(held.facts[0].touched(day="2026-03-01")).facts[0].access_count == 1


def test_history_is_in_order_of_the_day_then_of_the_file() -> None:
    held = ledger("2026-02-01", "2026-01-01T10:00:00Z", "2026-01-01")

    assert [fact.id for fact in held.in_order()] == ["sarah-2", "sarah-3", "sarah-1"]


@pytest.mark.parametrize(
    ("ids", "then"),
    [((), "sarah-001"), (("sarah-001", "sarah-007"), "sarah-008"), (("sarah-999",), "sarah-1000"),
     (("dana-050", "sarah-x", "x-sarah-009"), "sarah-001"), (("sarah-3",), "sarah-004")],
)  # fmt: skip
def test_the_next_id_is_above_all_that_ever_were(ids: tuple[str, ...], then: str) -> None:
    assert next_id(SARAH, ids) == then


@given(st.lists(st.tuples(st.integers(1, 6), st.integers(1, 6)), max_size=20),
       st.lists(st.integers(1, 28), min_size=6, max_size=6))  # fmt: skip
def test_whatever_is_superseded_nothing_is_lost_and_every_chain_ends(
    links: list[tuple[int, int]], days: list[int]
) -> None:
    held = before = ledger(*(f"2026-01-{day:02}" for day in days))
    for old, new in links:
        try:
            held = held.supersede(f"sarah-{old}", by=f"sarah-{new}")
        except TransitionError:
            continue

    assert [(f.id, f.fact, f.timestamp) for f in held.facts] == [
        (f.id, f.fact, f.timestamp) for f in before.facts
    ]
    assert held.active
    for fact in held.facts:
        chain = [held.get(fact_id) for fact_id in held.successors(fact.id)]
        assert None not in chain
        assert fact.active or chain[-1].active  # type: ignore[union-attr]
