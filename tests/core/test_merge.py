"""Three-way merge: a person's save and ours, with nothing of either lost."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.core.entity import Ref
from memoryd.core.fact import Fact
from memoryd.core.items import dump_items, parse_items
from memoryd.core.ledger import Ledger
from memoryd.core.merge import merge, merge_ledgers
from memoryd.core.value import replace
from memoryd.errors import CorruptFileError

SARAH = Ref("people", "sarah")
PATH = "areas/people/sarah/items.json"
ONE = Fact("sarah-001", "Works at Acme", "2026-01-01", source="remember")
TWO = Fact("sarah-002", "Works at Newco", "2026-02-01", source="conversation:plain:s#1")
THREE = Fact("sarah-003", "Likes tea", "2026-02-02", source="hand-edit")


def ledger(*facts: Fact) -> Ledger:
    return Ledger(SARAH, facts)


def texts(found: Ledger) -> list[str]:
    return [fact.fact for fact in found.facts]


def test_both_additions_stand() -> None:
    merged = merge_ledgers(ledger(ONE), ledger(ONE, TWO), ledger(ONE, THREE))

    assert texts(merged) == ["Works at Acme", "Likes tea", "Works at Newco"]


def test_one_id_taken_by_both_keeps_both_facts_and_our_links() -> None:
    theirs = replace(THREE, id="sarah-002")
    ours = ledger(ONE.superseded(by="sarah-002"), TWO)

    merged = merge_ledgers(ledger(ONE), ours, ledger(ONE, theirs))

    assert [(f.id, f.fact) for f in merged.facts] == [
        ("sarah-001", "Works at Acme"), ("sarah-002", "Likes tea"), ("sarah-003", "Works at Newco"),
    ]  # fmt: skip
    assert merged.facts[0].superseded_by == "sarah-003"


def test_a_word_they_mended_stays_and_what_we_superseded_is_superseded() -> None:
    mended = replace(ONE, fact="Works at ACME")

    merged = merge_ledgers(ledger(ONE), ledger(ONE.superseded(by="sarah-002"), TWO), ledger(mended))

    assert merged.facts[0].fact == "Works at ACME"
    assert merged.facts[0].superseded_by == "sarah-002"


def test_what_both_changed_is_as_the_person_has_it() -> None:
    theirs = replace(ONE, fact="Works at ACME", access_count=7)
    ours = replace(ONE, fact="Worked at Acme", category="status")

    merged = merge_ledgers(ledger(ONE), ledger(ours), ledger(theirs))

    assert merged.facts == (replace(theirs, category="status"),)


def test_a_fact_they_removed_stays_removed_with_every_link_to_it() -> None:
    base = ledger(ONE, TWO)
    new = replace(THREE, timestamp="2026-01-01").superseded(by="sarah-002")

    merged = merge_ledgers(base, ledger(ONE.superseded(by="sarah-002"), TWO, new), ledger(ONE))

    assert texts(merged) == ["Works at Acme", "Likes tea"]
    assert all(fact.active for fact in merged.facts)


def test_a_fact_too_new_for_their_buffer_is_put_back() -> None:
    merged = merge_ledgers(ledger(ONE, TWO), ledger(ONE, TWO), ledger(ONE), frozenset({TWO.id}))

    assert texts(merged) == ["Works at Acme", "Works at Newco"]


def test_two_links_that_meet_make_no_circle() -> None:
    same_day = replace(TWO, timestamp=ONE.timestamp)

    merged = merge_ledgers(
        ledger(ONE, same_day),
        ledger(ONE.superseded(by=TWO.id), same_day),
        ledger(ONE, same_day.superseded(by=ONE.id)),
    )

    assert [fact.active for fact in merged.facts] == [True, False]


def test_what_they_saved_comes_back_byte_for_byte_where_we_have_nothing_to_add() -> None:
    theirs = dump_items(ledger(ONE)).replace(b"  ", b"\t")

    assert merge(PATH, dump_items(ledger(ONE)), dump_items(ledger(ONE)), theirs) == theirs
    with pytest.raises(CorruptFileError):
        merge(PATH, None, dump_items(ledger(ONE)), b"[")


@pytest.mark.parametrize(
    ("base", "mine", "theirs", "merged"),
    [
        ("a\nb\n", "a\nb\nours\n", "a\nb\ntheirs\n", "a\nb\nours\ntheirs\n"),
        ("a\nb\n", "a\nB\n", "a\nb\ntheirs\n", "a\nB\ntheirs\n"),
        ("a\nb\n", "a\nours\nb\n", "a\n", "a\nours\n"),
        ("a\nb\nc\n", "x\n", "a\ntheirs\nb\nc\n", "x\ntheirs\n"),
        ("a\n", "A\n", "theirs\n", "A\ntheirs\n"),
        ("", "ours\n", "theirs\n", "ours\ntheirs\n"),
        ("a\n", "a\n", "theirs\n", "theirs\n"),
        ("a\n", "a\nsame\n", "a\nsame\n", "a\nsame\n"),
    ],
)
def test_texts_merge_by_lines_and_their_lines_stay(
    base: str, mine: str, theirs: str, merged: str
) -> None:
    assert merge("memory/2026-01-05.md", *(t.encode() for t in (base, mine, theirs))) == (
        merged.encode()
    )


_IDS = st.integers(1, 5).map(lambda n: f"sarah-{n:03}")
_WORDS = st.sampled_from(["Likes tea", "Works at Acme", "Lives in Oslo", "Has a dog"])


@st.composite
def versions(draw: st.DrawFn) -> tuple[Ledger, Ledger, Ledger]:
    """A base, and what we and a person made of it."""

    def some() -> dict[str, Fact]:
        count = draw(st.integers(0, 4))
        found = [Fact(draw(_IDS), draw(_WORDS), "2026-01-01", source=draw(st.sampled_from("abc")))
                 for _ in range(count)]  # fmt: skip
        return {fact.id: fact for fact in found}

    base = some()
    ours = some() | base
    theirs = some() | {k: f for k, f in base.items() if draw(st.booleans())}
    mine = Ledger(SARAH, tuple(ours.values()))
    for old, new in draw(st.lists(st.tuples(_IDS, _IDS), max_size=3)):
        if old != new and old in ours and new in ours and old not in mine.successors(new):
            fact = mine.get(old)
            assert fact is not None
            mine = mine.put(fact.superseded(by=new)) if fact.active else mine
    return (Ledger(SARAH, tuple(base.values())), mine, Ledger(SARAH, tuple(theirs.values())))


@given(versions())
def test_every_fact_of_theirs_and_every_addition_of_ours_is_there(
    three: tuple[Ledger, Ledger, Ledger],
) -> None:
    base, mine, theirs = three

    merged = merge_ledgers(base, mine, theirs)

    kept = {fact.id: fact.fact for fact in merged.facts}
    assert all(kept[fact.id] == fact.fact for fact in theirs.facts)
    held = [(fact.fact, fact.source) for fact in merged.facts]
    added = [fact for fact in mine.facts if base.get(fact.id) is None]
    assert all((fact.fact, fact.source) in held for fact in added)
    assert parse_items(dump_items(merged), SARAH, path=PATH) == merged
