"""Change: operations that can be applied again, and beside what a person wrote meanwhile."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.core.change import (
    AddFact,
    Bullets,
    Change,
    Operation,
    Rules,
    Supersede,
    Touch,
    apply,
    files_of,
    operation_as_json,
)
from memoryd.core.entity import Ref
from memoryd.core.fact import Fact
from memoryd.core.items import dump_items, parse_items
from memoryd.core.ledger import Ledger
from memoryd.core.notes import Section
from memoryd.core.value import replace
from memoryd.errors import CorruptFileError

SARAH = Ref("people", "sarah")
PATH = "areas/people/sarah/items.json"
ONE = Fact("sarah-001", "Works at Acme", "2026-01-01", source="conversation:plain:s#1")
TWO = Fact("sarah-002", "Works at Newco", "2026-02-01", source="conversation:plain:s#2")


def done(raw: bytes | None, *operations: Operation) -> bytes | None:
    return apply(PATH, raw, [operation_as_json(op) for op in operations])


def facts(raw: bytes | None) -> tuple[Fact, ...]:
    assert raw is not None
    return parse_items(raw, SARAH, path=PATH).facts


def held(*found: Fact) -> bytes:
    return dump_items(Ledger(SARAH, found))


MOVE = (AddFact(SARAH, TWO, "Sarah"), Supersede(SARAH, "sarah-001", "sarah-002"))


def test_a_fact_is_added_and_the_old_one_marked() -> None:
    old, new = facts(done(held(ONE), *MOVE))

    assert (old.superseded_by, new.active) == ("sarah-002", True)


def test_a_new_entity_gets_a_summary_and_a_ledger() -> None:
    files = dict(files_of(MOVE[0], "areas/people/sarah"))

    assert apply(
        "areas/people/sarah/summary.md", None, [files["areas/people/sarah/summary.md"]]
    ) == (b"# Sarah\n")
    assert facts(apply(PATH, None, [files[PATH]])) == (TWO,)
    kept = apply("areas/people/sarah/summary.md", b"mine", [files["areas/people/sarah/summary.md"]])
    assert kept == b"mine"


def test_a_file_that_says_everything_already_keeps_its_bytes() -> None:
    after = done(held(ONE), *MOVE)
    assert after is not None
    reformatted = after.replace(b"  ", b"\t")

    assert done(reformatted, *MOVE) == reformatted


def test_a_number_a_person_took_meanwhile_is_theirs() -> None:
    theirs = Fact("sarah-002", "Likes tea", "2026-01-15", source="hand-edit")

    found = facts(done(held(ONE, theirs), *MOVE))

    assert [(f.id, f.fact) for f in found][1:] == [
        ("sarah-002", "Likes tea"), ("sarah-003", "Works at Newco"),
    ]  # fmt: skip
    assert found[0].superseded_by == "sarah-003"


def test_a_number_is_never_given_below_the_planned_one() -> None:
    theirs = Fact("sarah-007", "Likes tea", "2026-01-15", source="hand-edit")
    # 002 to 006 were deleted: that is why 007 was planned
    planned = replace(TWO, id="sarah-007")

    found = facts(done(held(ONE, theirs), AddFact(SARAH, planned, "Sarah")))

    assert [f.id for f in found] == ["sarah-001", "sarah-007", "sarah-008"]


@pytest.mark.parametrize(
    "raw",
    [held(), held(TWO), held(ONE.superseded(by="sarah-002"), TWO.touched(day="2026-03-01"))],
)
def test_what_a_person_decided_stays_decided(raw: bytes) -> None:
    before = facts(raw)

    after = facts(done(raw, Supersede(SARAH, "sarah-001", "sarah-002")))

    assert after == before


def test_a_touch_never_takes_a_count_back() -> None:
    raw = held(ONE.touched(day="2026-03-01").touched(day="2026-03-02"))

    assert done(raw, Touch(SARAH, "sarah-001", 1, "2026-02-01")) == raw
    assert facts(done(raw, Touch(SARAH, "sarah-001", 5, "2026-04-01")))[0].access_count == 5
    assert done(raw, Touch(SARAH, "ghost", 5, "2026-04-01")) == raw


def test_a_broken_ledger_is_left_alone() -> None:
    with pytest.raises(CorruptFileError):
        done(b"[{]", *MOVE)


def test_bullets_and_rules_go_into_their_files_once() -> None:
    bullets = Bullets("2026-01-05", Section.KEY_EVENTS, ("- 09:00 \N{EM DASH} x",))
    (path, row), *_ = files_of(bullets, "")
    once = apply(path, None, [row])
    (place, rules), *_ = files_of(Rules("Save through memory_remember."), "")

    assert path == "memory/2026-01-05.md"
    assert apply(path, once, [row]) == once
    assert place == "MEMORY.md"
    assert apply(place, apply(place, None, [rules]), [rules]) == apply(place, None, [rules])


def test_a_change_of_nothing_is_empty() -> None:
    def change(**more: Any) -> Change:
        return Change("heartbeat", "r", "2026-01-01T00:00:00Z", **more)

    assert change().empty
    assert not change(operations=MOVE).empty
    assert not change(extracted=0).empty
    assert not change(seen=(("x", "y"),)).empty


_IDS = st.integers(1, 4).map(lambda n: f"sarah-{n:03}")
_FACTS = st.builds(
    Fact, _IDS, st.sampled_from(["a", "b", "c"]), st.sampled_from(["2026-01-01", "2026-02-01"]),
    source=st.sampled_from(["x", "y"]),
)  # fmt: skip
_OPERATIONS = st.one_of(
    _FACTS.map(lambda fact: AddFact(SARAH, fact, "Sarah")),
    st.builds(Supersede, st.just(SARAH), _IDS, _IDS).filter(lambda op: op.old != op.by),
    st.builds(Touch, st.just(SARAH), _IDS, st.integers(0, 9), st.just("2026-03-01")),
)
_LEDGERS = st.lists(_FACTS, max_size=4, unique_by=lambda fact: fact.id)


def _means(operation: Operation) -> object:
    """A plan adds an id once."""
    return operation.fact.id if isinstance(operation, AddFact) else operation


@given(_LEDGERS, st.lists(_OPERATIONS, max_size=6, unique_by=_means))
def test_applied_twice_is_applied_once(start: list[Fact], operations: list[Operation]) -> None:
    once = done(held(*start), *operations)

    assert done(once, *operations) == once
    assert [f.id for f in facts(once)][: len(start)] == [f.id for f in start]
