"""Which entities a Sunday looks at: what changed since, and what is tied to it; nothing else."""

import pytest

from memoryd.core.decay import Heat
from memoryd.core.entity import Ref
from memoryd.core.fact import Fact, Status
from memoryd.core.selection import State, Why, chosen, state_of

DANA, ACME, BEACON = Ref("people", "dana"), Ref("companies", "acme"), Ref("projects", "beacon")
OLD = State("f1", "h1")


@pytest.mark.parametrize(
    ("now", "before", "why"),
    [
        (OLD, None, Why.NEW),
        (OLD, "f1 h1", None),
        (State("f2", "h1"), "f1 h1", Why.FACTS),
        (State("f2", "h2", edited=True), "f1 h1", Why.FACTS),
        (State("f1", "h1", edited=True), "f1 h1", Why.EDITED),
        (State("f1", "h2"), "f1 h1", Why.HEAT),
    ],
)
def test_an_entity_is_looked_at_for_what_changed(
    now: State, before: str | None, why: Why | None
) -> None:
    found = chosen({DANA: now}, {DANA: before} if before else {}, {}, {})

    assert found == ({DANA: why} if why else {})


@pytest.mark.parametrize("ties", [{DANA: frozenset({ACME})}, {ACME: frozenset({DANA})}])
def test_who_is_tied_to_one_whose_facts_changed_is_looked_at_too(
    ties: dict[Ref, frozenset[Ref]],
) -> None:
    now = {DANA: OLD, ACME: State("f2", "h1"), BEACON: OLD}
    before = dict.fromkeys(now, "f1 h1")

    assert chosen(now, before, ties, {}) == {ACME: Why.FACTS, DANA: Why.TIED}


def test_a_tie_to_one_that_only_cooled_or_is_tied_itself_goes_no_further() -> None:
    now = {DANA: OLD, ACME: State("f1", "h2"), BEACON: OLD}
    ties = {DANA: frozenset({ACME}), BEACON: frozenset({DANA})}
    assert chosen(now, dict.fromkeys(now, "f1 h1"), ties, {}) == {ACME: Why.HEAT}

    now[ACME] = State("f2", "h1")
    assert BEACON not in chosen(now, dict.fromkeys(now, "f1 h1"), ties, {})


def test_a_sunday_cut_short_goes_on_with_what_was_tied_to_the_ones_it_did() -> None:
    now = dict.fromkeys((DANA, ACME), OLD)
    ties = {DANA: frozenset({ACME})}

    assert chosen(now, dict.fromkeys(now, "f1 h1"), ties, {ACME: Why.FACTS}) == {DANA: Why.TIED}


def test_the_state_follows_what_holds_and_its_tiers_and_nothing_else() -> None:
    one = Fact("dana-001", "Leads the office", "2026-01-05")
    over = Fact("dana-002", "Was here", "2026-01-01", status=Status.SUPERSEDED,
                superseded_by="dana-001")  # fmt: skip
    heats = {"dana-001": Heat.HOT}
    state = state_of((one, over), heats, edited=False)

    assert state_of((one,), heats, edited=False) == state
    counted = Fact("dana-001", "Leads the office", "2026-01-05", access_count=4)
    assert state_of((counted,), heats, edited=False) == state
    assert state_of((one,), {"dana-001": Heat.WARM}, edited=False).heats != state.heats
    said = Fact("dana-001", "Leads the Kiel office", "2026-01-05")
    assert state_of((said,), heats, edited=False).facts != state.facts


def test_a_plan_whose_day_has_passed_is_looked_at_as_what_cooled() -> None:
    plan, heats = Fact("nova-001", "Launches on November 18", "2026-11-10"), {"nova-001": Heat.HOT}
    before, after = (state_of((plan,), heats, ids, edited=False) for ids in ((), ("nova-001",)))

    assert state_of((plan,), heats, edited=False) == before
    assert chosen({DANA: after}, {DANA: str(before)}, {}, {}) == {DANA: Why.HEAT}
