"""Facts that came while somebody saved are told from facts that somebody took out."""

import os
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from memoryd.core.change import AddFact, Supersede
from tests.faults.met_kit import in_flight
from tests.store.kit import NOW, SARAH, Memory, add, change, fact_of, relearn


@pytest.fixture
def memory(tmp_path: Path) -> Memory:
    return Memory(tmp_path)


def by_hand(name: str) -> dict[str, str]:
    return {"id": f"hand-{name}", "fact": f"by hand {name}", "timestamp": "2026-02-01",
            "status": "active"}  # fmt: skip


def saved_later(memory: Memory, rows: list[dict[str, Any]], *, seconds: float) -> None:
    """Save as a person does some seconds from now."""
    memory.save(rows)
    later = memory.path().stat().st_mtime + seconds
    os.utime(memory.path(), (later, later))


def test_a_burst_of_saves_begun_before_a_fact_came_does_not_delete_it(memory: Memory) -> None:
    with memory.writer() as store:
        add(store, "likes tea")
        before = memory.rows()
        add(store, "lives in Rome")
        saved_later(memory, [*before, by_hand("1"), by_hand("2")], seconds=3)
        store.rescan(NOW)
        assert memory.texts() == ["likes tea", "by hand 1", "by hand 2", "lives in Rome"]
        saved_later(memory, [*before, by_hand("1"), by_hand("2"), by_hand("3")], seconds=3)
        add(store, "sings")  # the same where a commit meets the save
    assert memory.texts()[-3:] == ["by hand 3", "lives in Rome", "sings"]


@pytest.mark.parametrize(
    ("kept", "more", "seconds"),
    [
        (["likes tea"], [], 3),  # it says nothing else: that is what it was made for
        (["likes tea", "sings"], ["1"], 3),  # what came after it was seen
        (["likes tea"], ["1"], 8),  # no burst is as long as that
    ],
)
def test_a_fact_that_a_person_saw_and_took_out_is_gone(
    memory: Memory, kept: list[str], more: list[str], seconds: float
) -> None:
    with memory.writer() as store:
        add(store, "likes tea")
        add(store, "lives in Rome", "sings")
        rows = [row for row in memory.rows() if row["fact"] in kept]
        saved_later(memory, [*rows, *map(by_hand, more)], seconds=seconds)
        store.rescan(NOW)
        assert memory.texts() == [*kept, *(f"by hand {name}" for name in more)]
        assert relearn(store, "lives in Rome") == ["lives in Rome"]


def test_a_fact_that_a_burst_met_is_as_safe_from_its_next_save(memory: Memory) -> None:
    with memory.writer() as store:
        add(store, "likes tea")
        before = memory.rows()
        with in_flight(memory.path(), lambda: memory.save([*before, by_hand("1")])):
            add(store, "lives in Rome")
        assert memory.texts() == ["likes tea", "by hand 1", "lives in Rome"]
        saved_later(memory, [*before, by_hand("1"), by_hand("2")], seconds=2)
        store.rescan(NOW)
    assert memory.texts() == ["likes tea", "by hand 1", "by hand 2", "lives in Rome"]


@pytest.mark.parametrize("ahead", [timedelta(minutes=2), timedelta(hours=1), timedelta(days=400)])
def test_a_clock_that_was_ahead_keeps_no_fact_from_being_deleted(
    memory: Memory, ahead: timedelta
) -> None:
    with memory.writer() as store:
        views = store._committer.views
        right = views.clock
        views.clock = lambda: right() + ahead
        add(store, "likes tea", "lives in Rome")
        views.clock = right
        memory.save([row for row in memory.rows() if row["fact"] != "lives in Rome"])
        store.rescan(NOW)
    assert memory.texts() == ["likes tea"]


def test_a_copy_that_comes_with_its_old_time_takes_out_what_came_long_ago(memory: Memory) -> None:
    with memory.writer() as store:
        add(store, "likes tea")
        copy = memory.path().with_name("items.json.bak")
        copy.write_bytes(memory.path().read_bytes())
        os.utime(copy, (1_700_000_000, 1_700_000_000))
        add(store, "lives in Rome")
        store._committer.views.births.forget()  # it came long ago
        add(store, "sings")
        copy.replace(memory.path())
        store.rescan(NOW)
    assert memory.texts() == ["likes tea", "sings"]


@pytest.mark.parametrize("found", ["by a look", "by a write"])
@pytest.mark.parametrize("seconds", [0.5, 3])
def test_a_fact_put_back_replaces_again_what_it_had_replaced(
    memory: Memory, seconds: float, found: str
) -> None:
    with memory.writer() as store:
        add(store, "lives in Ulm")
        before = memory.rows()
        new = fact_of(store, "lives in Rome")
        store.commit(
            change(AddFact(SARAH, new, "Sarah"), Supersede(SARAH, before[0]["id"], new.id))
        )
        saved_later(memory, [*before, by_hand("1")], seconds=seconds)
        if found == "by a look":
            store.rescan(NOW)
        else:
            add(store, "sings")
        store.rescan(NOW)
        links = {row["fact"]: row.get("supersededBy") for row in memory.rows()}
        assert store.verify() == []
    assert links["lives in Ulm"] == new.id
    assert links["lives in Rome"] is None
    assert "by hand 1" in links


def test_a_fact_that_a_person_made_active_again_stays_so(memory: Memory) -> None:
    with memory.writer() as store:
        add(store, "lives in Ulm")
        old = memory.rows()[0]
        new = fact_of(store, "lives in Rome")
        store.commit(change(AddFact(SARAH, new, "Sarah"), Supersede(SARAH, old["id"], new.id)))
        saved_later(memory, [old, memory.rows()[1]], seconds=1)
        store.rescan(NOW)
        store.rescan(NOW)
    assert [row["status"] for row in memory.rows()] == ["active", "active"]
