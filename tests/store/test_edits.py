"""Hand edits: the person wins, what they delete stays deleted, what they break is left alone."""

import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from memoryd.core.change import AddFact
from memoryd.core.entity import Ref
from memoryd.errors import CorruptFileError
from memoryd.store import disk
from tests.store.kit import (
    BEACON,
    NOW,
    SARAH,
    Memory,
    add,
    change,
    fact_of,
    note,
    relearn,
    supersede,
)

FACT = b'{"id": "a", "fact": "b", "timestamp": "2026-01-01", "status": "active"}'
BROKEN = {
    "cut off": (b'[\n  {"id": "sarah-001", "fa', 2),
    "a comma too much": (b"[\n" + FACT + b",\n]", 3),
    "two arrays glued": (b"[" + FACT + b"]\n[]", 2),
    "not an array": (b'{"items": []}', 1),
    "the same id twice": (b"[" + FACT + b",\n" + FACT + b"]", 2),
    "a link to nowhere": (b"[\n\n" + FACT.replace(b"active", b'superseded", "supersededBy": "z')
                          + b"]", 3),
    "a merge in progress": (b"[\n<<<<<<< HEAD\n]", 2),
    "Latin-1": (b'[\n\n\n{"id": "\xe9"}]', 4),
    "nested without end": (b"[\n" + b"[" * 50_000, 2),
}  # fmt: skip

EMPTIED = {
    "nothing": b"", "brackets": b"[]", "braces": b"{}", "a mark only": b"\xef\xbb\xbf",
    "white space": b" \n" * 200, "brackets far apart": b"[" + b"\n" * 300 + b"]",
    "Windows": b"\xef\xbb\xbf[]\r\n", "a list of nothing": b"[{}]",
}  # fmt: skip


@pytest.fixture
def memory(tmp_path: Path) -> Memory:
    return Memory(tmp_path)


def test_a_changed_text_is_committed_as_the_operators_word(memory: Memory) -> None:
    with memory.writer() as store:
        add(store, "likes tea", "lives in Rome")
        rows = memory.rows()
        rows[0]["fact"] = "likes green tea"
        raw = memory.save(rows)
        assert store.rescan(NOW) == 1
        row = list(store.audit_rows())[-1]
        assert (row["job"], row["facts"][0]["origin"], row["facts"][0]["trust"]) == (
            "hand-edit", "hand-edit", "operator",
        )  # fmt: skip
        assert len(row["facts"]) == 1
        assert memory.path().read_bytes() == raw


def test_what_a_person_wrote_more_than_we_know_is_kept(memory: Memory) -> None:
    with memory.writer() as store:
        add(store, "likes tea")
        rows = memory.rows()
        rows[0] |= {"mood": {"x": [1, None]}, "timestamp": "2026-02-01T10:20:30.5+02:00"}
        memory.save(rows)
        add(store, "lives in Rome")
    kept = memory.rows()
    assert kept[0] == rows[0]
    assert memory.texts() == ["likes tea", "lives in Rome"]


def test_a_file_of_a_windows_editor_is_read_and_left_as_it_is(memory: Memory) -> None:
    with memory.writer() as store:
        add(store, "likes tea")
        text = json.dumps([*memory.rows(), {"id": "x", "fact": "drives", "status": "active",
                                            "timestamp": "2026-01-01"}], indent=1)  # fmt: skip
        raw = memory.save(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
        store.rescan(NOW)
        assert [fact.id for fact in store.ledger(SARAH)[0].facts] == ["sarah-001", "x"]
        assert memory.path().read_bytes() == raw


@pytest.mark.parametrize("kind", BROKEN)
def test_a_broken_file_is_left_named_served_from_history_and_our_facts_wait(
    memory: Memory, kind: str
) -> None:
    raw, line = BROKEN[kind]
    with memory.writer() as store:
        add(store, "likes tea")
        good = memory.path().read_bytes()
        memory.save(raw)
        receipt = add(store, "lives in Rome")
        assert receipt.waiting == ("areas/people/sarah/items.json",)
        assert store.waiting_paths() == ["areas/people/sarah/items.json"]
        assert memory.path().read_bytes() == raw
        ledger, trouble = store.ledger(SARAH)
        assert [fact.fact for fact in ledger.facts] == ["likes tea", "lives in Rome"]
        assert (trouble.path, trouble.line) == ("areas/people/sarah/items.json", line)
        assert [str(found) for found in store.troubles()] == [str(trouble)]

    with memory.writer() as store:  # a restart changes nothing of it
        assert memory.path().read_bytes() == raw
        add(store, "speaks Greek")
        memory.save(good)
        store.rescan(NOW)
        assert store.waiting_paths() == []
        assert store.verify() == []
    assert memory.texts() == ["likes tea", "lives in Rome", "speaks Greek"]


def test_two_files_of_one_commit_that_are_mended_one_after_the_other_both_get_their_facts(
    memory: Memory,
) -> None:
    with memory.writer() as store:
        add(store, "likes tea")
        add(store, "uses REST", ref=BEACON)
        good = {ref: memory.path(ref).read_bytes() for ref in (SARAH, BEACON)}
        for ref in good:
            memory.save(b"[", ref)
        store.commit(change(*(AddFact(ref, fact_of(store, "new", ref), "N") for ref in good)))
        for ref, raw in good.items():
            memory.save(raw, ref)
            store.rescan(NOW)
        store.rescan(NOW)
        jobs = [row["job"] for row in store.audit_rows()]
    assert [memory.texts(ref)[-1] for ref in good] == ["new", "new"]
    assert jobs.count("hand-edit") == 0


@pytest.mark.parametrize("kind", EMPTIED)
def test_an_emptied_file_is_never_a_deletion(memory: Memory, kind: str) -> None:
    with memory.writer() as store:
        add(store, "likes tea")
        good = memory.path().read_bytes()
        memory.save(EMPTIED[kind])
        store.rescan(NOW)
        assert add(store, "lives in Rome").waiting
        assert memory.path().read_bytes() == EMPTIED[kind]
        ledger, trouble = store.ledger(SARAH)
        assert [fact.fact for fact in ledger.facts] == ["likes tea", "lives in Rome"]
        assert isinstance(trouble, CorruptFileError)
        assert store.head.tombstones == set()
        memory.save(good)
        store.rescan(NOW)
    assert memory.texts() == ["likes tea", "lives in Rome"]


def test_an_empty_file_where_nothing_stood_is_fine(memory: Memory) -> None:
    memory.save(b"[]\n")
    with memory.writer() as store:
        assert store.troubles() == []
        assert add(store, "likes tea").waiting == ()
    assert memory.texts() == ["likes tea"]


def test_an_emptied_file_is_no_deletion_when_its_history_is_gone_too(memory: Memory) -> None:
    with memory.writer() as store:
        add(store, "likes tea")
    for blob in (memory.root / ".memoryd/history").iterdir():
        blob.unlink()
    memory.save(b"[]")
    with memory.writer() as store:
        assert store.ledger(SARAH)[1] is not None
        assert add(store, "lives in Rome").waiting


def test_a_deleted_fact_is_not_learned_again_and_its_words_stay_in_history(memory: Memory) -> None:
    with memory.writer() as store:
        add(store, "likes tea", "lives in Rome")
    memory.save([row for row in memory.rows() if row["fact"] != "likes tea"])
    with memory.writer() as store:
        assert relearn(store, "likes tea", "Likes  TEA", "sings") == ["likes tea", "Likes  TEA"]
        rows = "".join(json.dumps(row) for row in store.audit_rows())
    assert memory.texts() == ["lives in Rome", "sings"]
    assert any(b"likes tea" in raw for raw in memory.history())
    assert "tea" not in rows


def test_the_id_of_a_deleted_fact_is_never_given_again(memory: Memory) -> None:
    with memory.writer() as store:
        add(store, "one", "two", "three", "four")
    for _ in range(3):  # the newest goes, thrice
        memory.save(memory.rows()[:-1])
        memory.writer().close()
    with memory.writer() as store:
        assert relearn(store, "five") == []
    assert [row["id"] for row in memory.rows()] == ["sarah-001", "sarah-005"]


def test_a_deletion_is_remembered_when_everything_under_memoryd_goes(memory: Memory) -> None:
    with memory.writer() as store:
        add(store, "likes tea", "lives in Rome")
    memory.save(memory.rows()[1:])
    memory.writer().close()
    shutil.rmtree(memory.root / ".memoryd")
    with memory.writer() as store:
        assert relearn(store, "likes tea") == ["likes tea"]


def test_a_stub_of_a_superseded_fact_takes_its_text_from_the_last_version(memory: Memory) -> None:
    with memory.writer() as store:
        add(store, "lives in Rome", "lives in Oslo")
        rows = memory.rows()
        rows[0] = {"id": "sarah-001", "status": "superseded", "supersededBy": "sarah-002"}
        raw = memory.save(rows)
        for _ in range(2):
            store.rescan(NOW)
            ledger, trouble = store.ledger(SARAH)
            assert (ledger.facts[0].fact, trouble) == ("lives in Rome", None)
            assert memory.path().read_bytes() == raw
    with memory.writer() as store:
        assert store.ledger(SARAH)[0].facts[0].timestamp == "2026-02-01"
        assert add(store, "sings").waiting == ()
        assert store.verify() == []
    assert memory.texts() == ["lives in Rome", "lives in Oslo", "sings"]


def test_a_save_that_is_written_to_when_it_is_found_is_on_record_once(memory: Memory) -> None:
    with memory.writer() as store:
        add(store, "likes tea", "lives in Rome")
        raw = memory.save(memory.rows()[:-1])  # of an older buffer: Rome is put back
        store.rescan(NOW)
        edits = [row["files"] for row in store.audit_rows() if row["job"] == "hand-edit"]
    assert memory.texts() == ["likes tea", "lives in Rome"]
    found = [after for files in edits for *_, after in files]
    assert found.count(disk.digest(raw)) == 1
    assert len(edits) == 1


def test_a_stub_saved_right_before_a_commit_is_no_broken_file_for_long(memory: Memory) -> None:
    with memory.writer() as store:
        add(store, "lives in Rome", "lives in Oslo")
        fact = fact_of(store, "sings")
        rows = memory.rows()
        rows[0] = {"id": "sarah-001", "status": "superseded", "supersededBy": "sarah-002"}
        memory.save(rows)
        store.commit(change(AddFact(SARAH, fact, "Sarah")))
        store.rescan(NOW)
        assert store.waiting_paths() == []
    assert memory.texts() == ["lives in Rome", "lives in Oslo", "sings"]


def test_an_edit_with_the_same_size_and_the_old_time_is_noticed(memory: Memory) -> None:
    with memory.writer() as store:
        add(store, "likes tea")
        stat = memory.path().stat()
        os.utime(memory.path(), ns=(stat.st_atime_ns, stat.st_mtime_ns - 10**10))
        store.rescan(NOW)
        stat = memory.path().stat()
        memory.path().write_bytes(memory.path().read_bytes().replace(b"tea", b"gin"))
        os.utime(memory.path(), ns=(stat.st_atime_ns, stat.st_mtime_ns))
        assert store.rescan(NOW) == 1


def test_facts_of_a_folder_moved_to_the_archives_are_no_news(memory: Memory) -> None:
    with memory.writer() as store:
        add(store, "uses REST", ref=BEACON)
        (memory.root / "archives/projects").mkdir(parents=True)
        memory.path(BEACON).parent.rename(memory.root / "archives/projects/beacon")
        store.rescan(NOW)
        rows = list(store.audit_rows())
        assert [fact.fact for fact in store.ledger(BEACON)[0].facts] == ["uses REST"]
        assert store.folder_of(BEACON) == "archives/projects/beacon"
    assert "facts" not in rows[-1]
    assert len(rows[-1]["files"]) == 2


def test_an_archive_that_a_person_made_is_read_and_written_where_it_lies(memory: Memory) -> None:
    ref = Ref("archives", "old-plan")
    place = memory.root / "archives/old-plan/items.json"
    place.parent.mkdir(parents=True)
    place.write_text(
        '[{"id": "x", "fact": "was dropped", "timestamp": "2025-01-01", "status": "active"}]'
    )
    with memory.writer() as store:
        assert store.refs() == [ref]
        assert store.ledger(ref)[0].facts[0].fact == "was dropped"
        add(store, "came back", ref=ref)
    assert [row["fact"] for row in json.loads(place.read_text())] == ["was dropped", "came back"]


def test_a_note_keeps_what_people_wrote_around_and_inside_ours(memory: Memory) -> None:
    path = memory.root / "memory/2026-02-01.md"
    with memory.writer() as store:
        note(store, "- one")
        raw = (
            path.read_bytes().replace(b"- one\n", b"- one\n- mine, in between\n")
            + b"\nmy own words\n"
        )
        path.write_bytes(raw)
        store.rescan(NOW)
        assert path.read_bytes() == raw
        note(store, "- two")
    text = path.read_text()
    assert text.index("one") < text.index("mine, in between") < text.index("two")
    assert text.endswith("\nmy own words\n")


def test_a_note_saved_right_before_a_commit_is_in_history_as_it_was(memory: Memory) -> None:
    path = memory.root / "memory/2026-02-01.md"
    with memory.writer() as store:
        note(store, "- one")
        raw = path.read_bytes() + b"my words\n"
        path.write_bytes(raw)
        note(store, "- two")
    assert raw in memory.history()


def test_a_fact_that_a_person_superseded_stays_so(memory: Memory) -> None:
    with memory.writer() as store:
        add(store, "one", "two", "three")
        rows = memory.rows()
        rows[0] |= {"status": "superseded", "supersededBy": "sarah-002"}
        memory.save(rows)
        store.rescan(NOW)
        supersede(store, "sarah-001", "sarah-003")
    assert memory.rows()[0]["supersededBy"] == "sarah-002"


@pytest.mark.parametrize("kind", ["kept", "removed"])
def test_an_edit_made_while_memoryd_is_down_is_taken_in_at_its_start(
    memory: Memory, kind: str
) -> None:
    with memory.writer() as store:
        add(store, "likes tea", "lives in Rome")
    rows: list[Any] = memory.rows()
    memory.save(rows[1:] if kind == "removed" else [*rows, {**rows[0], "id": "x", "fact": "sings"}])
    with memory.writer() as store:
        assert store.opening.edits == 1
        assert bool(store.head.tombstones) == (kind == "removed")
    with memory.writer() as store:
        assert store.opening.edits == 0
