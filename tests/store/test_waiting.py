"""What waits for a broken file means the facts it meant, whatever a person wrote while mending."""

import copy
import json
import shutil
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from memoryd.core.change import AddFact, FactOrigin, Operation, Supersede, Touch
from memoryd.store import MemoryStore
from tests.store.kit import DAY, NOW, SARAH, Memory, add, change, fact_of

ROME, BERLIN, OSLO, CATS = "lives in Rome", "lives in Berlin", "lives in Oslo", "has two cats"


def own(fact_id: str, text: str) -> dict[str, Any]:
    """Return a fact as a person writes it."""
    return {"id": fact_id, "fact": text, "timestamp": DAY, "status": "active"}


def told(store: MemoryStore, text: str, *, instead: str = "", used: str = "") -> None:
    """Commit one fact, what it replaces and what was used, by the ids that are served."""
    ids = {fact.fact: fact.id for fact in store.ledger(SARAH)[0].facts}
    fact = fact_of(store, text)
    more: list[Operation] = [Supersede(SARAH, ids[instead], fact.id)] if instead else []
    more += [Touch(SARAH, ids[used], 7, DAY)] if used else []
    origin = FactOrigin(SARAH, fact.id, "conversation", "other")
    store.commit(change(AddFact(SARAH, fact, "Sarah"), *more, origins=(origin,)))


def waits(memory: Memory, store: MemoryStore) -> list[dict[str, Any]]:
    """Have three commits wait, of which each names the one before it; return the last good rows."""
    add(store, ROME)
    good = memory.rows()
    memory.save(b"[")
    store.rescan(NOW)
    told(store, BERLIN, instead=ROME)
    told(store, CATS, used=BERLIN)
    told(store, OSLO, instead=BERLIN)
    return good


def stands(memory: Memory) -> dict[str, str | None]:
    """Return each fact's words with those of what replaced it."""
    words = {row["id"]: row["fact"] for row in memory.rows()}
    by = {row["id"]: words.get(row.get("supersededBy") or "") for row in memory.rows()}
    assert len(words) == len(memory.rows())
    assert len(set(words.values())) == len(words), "nothing is told twice"
    return {words[fact_id]: replaced for fact_id, replaced in by.items()}


OURS = {ROME: BERLIN, BERLIN: OSLO, CATS: None, OSLO: None}
MENDED: dict[str, tuple[list[dict[str, Any]], dict[str, str | None]]] = {
    "as it was": ([], OURS),
    "with the first id": ([own("sarah-002", "sings")], OURS | {"sings": None}),
    "with the second id": ([own("sarah-003", "sings")], OURS | {"sings": None}),
    "with the last id": ([own("sarah-004", "sings")], OURS | {"sings": None}),
    "with all ids": ([own(f"sarah-00{n}", f"sings {n}") for n in (2, 3, 4)],
                     OURS | {"sings 2": None, "sings 3": None, "sings 4": None}),
    "with the same words": ([own("sarah-007", "Has two cats.")],
                            {ROME: BERLIN, BERLIN: OSLO, "Has two cats.": None, OSLO: None}),
    "with the last one's words": ([own("x", OSLO)], OURS),
    "with words that are replaced later": ([own("sarah-003", BERLIN)], OURS | {BERLIN: None}),
    "with these under the id they waited with": ([own("sarah-002", BERLIN)], OURS | {BERLIN: None}),
    "with these under another's id": ([own("sarah-004", BERLIN)], OURS | {BERLIN: None}),
}  # fmt: skip


@pytest.mark.parametrize("kind", MENDED)
def test_operations_that_waited_mean_the_facts_they_meant(memory: Memory, kind: str) -> None:
    written, expected = MENDED[kind]
    with memory.writer() as store:
        good = waits(memory, store)
        memory.save([*good, *written])
        store.rescan(NOW)
        assert store.waiting_paths() == []
        assert store.verify() == []
    assert stands(memory) == expected
    rows = {row["id"]: row for row in memory.rows()}
    for row in written:
        kept = {key: rows[row["id"]].get(key) for key in row}
        assert kept == row, "what a person wrote stands as they wrote it"
        touched = rows[row["id"]].get("accessCount")
        assert touched == (7 if row["fact"] == BERLIN else None)


@pytest.mark.parametrize("kind", MENDED)
def test_a_replay_of_what_waited_gives_the_same(memory: Memory, kind: str) -> None:
    written, expected = MENDED[kind]
    with memory.writer() as store:
        good = waits(memory, store)
        queue = memory.only("wal/*/waiting.jsonl")
        waiting = queue.read_bytes()
        memory.save([*good, *written])
        store.rescan(NOW)
    raw = memory.path().read_bytes()
    for left in (waiting, b"".join(waiting.splitlines(keepends=True)[1:])):
        queue.write_bytes(left)  # the process was killed before it noted that they are in
        with memory.writer() as store:
            store.rescan(NOW)
            assert store.verify() == []
        if left is waiting:
            assert memory.path().read_bytes() == raw
            assert stands(memory) == expected


@pytest.mark.parametrize("ids", list(permutations(["sarah-002", "sarah-003", "sarah-004"], 2)))
def test_a_file_broken_again_between_two_tries_keeps_what_each_id_means(
    memory: Memory, ids: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with memory.writer() as store:
        good = waits(memory, store)
        memory.save([*good, own(ids[0], "sings")])
        chain = store._committer.chain

        def broken_after(row: dict[str, Any]) -> None:
            chain(row)
            if "+" in row["id"] and not row["id"].endswith("+met"):
                mended.append(copy.deepcopy(memory.rows()))
                memory.save(b"[")

        mended: list[list[dict[str, Any]]] = []
        monkeypatch.setattr(store._committer, "chain", broken_after)
        store.rescan(NOW)
        monkeypatch.undo()
        assert len(mended) == 1
        assert store.waiting_paths() == ["areas/people/sarah/items.json"]
    with memory.writer() as store:
        memory.save([*mended[0], own(ids[1] + "0", "runs")])
        store.rescan(NOW)
        assert store.verify() == []
    assert stands(memory) == OURS | {"sings": None, "runs": None}


def test_what_a_person_removed_between_two_tries_stays_removed() -> None:
    from memoryd.core.change import apply  # noqa: PLC0415 - of this test alone
    from memoryd.core.fact import Fact  # noqa: PLC0415 - as above
    from memoryd.core.items import fact_as_json  # noqa: PLC0415 - as above

    gone = Fact("sarah-002", BERLIN, DAY, source="conversation:plain:a#1")
    path, raw = "areas/people/sarah/items.json", json.dumps([own("sarah-002", "sings")]).encode()
    rows = [{"op": "placed", "fact": fact_as_json(gone)},
            {"op": "supersede", "old": "sarah-002", "by": "sarah-001"},
            {"op": "touch", "id": "sarah-002", "accessCount": 3, "lastAccessed": DAY}]  # fmt: skip
    assert apply(path, raw, rows) == raw


@pytest.fixture
def memory(tmp_path: Path) -> Memory:
    return Memory(tmp_path)


RENAMED = {
    "another name": "areas/people/sarah-lee", "another kind": "areas/friends/sarah",
    "both": "areas/friends/sally", "the archives": "archives/people/sarah",
    "a project": "projects/sarah-lee",
}  # fmt: skip


@pytest.mark.parametrize("mended", ["at once", "later"])
@pytest.mark.parametrize("kind", RENAMED)
def test_facts_that_wait_follow_their_folder(memory: Memory, kind: str, mended: str) -> None:
    was, now = memory.root / SARAH.path, memory.root / RENAMED[kind]
    with memory.writer() as store:
        good = waits(memory, store)
        memory.path().write_bytes(json.dumps(good, indent=3).encode() + b"// note\n")
        store.rescan(NOW)
        now.parent.mkdir(parents=True, exist_ok=True)
        was.rename(now)
        if mended == "later":
            store.rescan(NOW)
            assert store.waiting_paths() == [f"{RENAMED[kind]}/items.json"]
        (now / "items.json").write_text(json.dumps([*good, own("sarah-003", "sings")]))
        store.rescan(NOW)
        assert not was.exists()
        assert store.waiting_paths() == []
        assert store.verify() == []
        names = {row["fact"] for found in store.audit_rows() for row in found.get("facts", ())}
        (ref,) = store.refs()
        assert store.ledger(ref)[0].facts
        assert all(store.audit_name(f"{ref}#{row['id']}") in names or row["fact"] == ROME
                   for row in json.loads((now / "items.json").read_bytes()))  # fmt: skip
    rows = {row["fact"]: row for row in json.loads((now / "items.json").read_bytes())}
    assert rows.keys() == {ROME, BERLIN, CATS, OSLO, "sings"}
    assert [row["fact"] for row in rows.values() if row["status"] == "active"] == [
        "sings", CATS, OSLO]  # fmt: skip


@pytest.mark.parametrize("other", ["of the same slug", "two that could be it", "none"])
def test_facts_that_wait_follow_no_folder_that_is_not_surely_theirs(
    memory: Memory, other: str
) -> None:
    places = {"of the same slug": ["projects/sarah"], "none": [],
              "two that could be it": ["areas/people/sal", "areas/people/sam"]}[other]  # fmt: skip
    with memory.writer() as store:
        good = waits(memory, store)
        rows = [own("sarah-001", "is a ship")] if other == "of the same slug" else good
        for place in places:
            (memory.root / place).mkdir(parents=True)
            (memory.root / place / "items.json").write_text(json.dumps(rows))
        shutil.rmtree(memory.root / SARAH.path)
        store.rescan(NOW)
        assert store.verify() == []
    for place in places:
        assert json.loads((memory.root / place / "items.json").read_bytes()) == rows
