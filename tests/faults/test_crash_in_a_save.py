"""A person saves while memoryd writes, and then it dies: both of them find what they wrote."""

import json
import os
import shutil
import sys
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from memoryd.core.change import AddFact, Bullets, Rewrite, version_of
from memoryd.core.entity import Ref
from memoryd.core.notes import Section
from memoryd.store import MemoryStore, disk
from tests.faults.shim import in_child
from tests.store.kit import DAY, NOW, SARAH, Memory, add, change, fact_of, note, relearn

STEP = int(os.environ.get("MEMORYD_SWEEP_STEP", "5"))  # 1 visits every statement
DIED, SURVIVED = 9, 0
NOTE = f"memory/{DAY}.md"
EXCHANGE = 2


def save(memory: Memory, how: str) -> None:
    rows: list[Any] = memory.rows()
    rows = [row for row in rows if row["fact"] != "one"] + [
        {"id": "mine", "fact": "by hand", "timestamp": "2026-01-01", "status": "active", "mood": 1}
    ]
    raw = json.dumps(rows, indent=1).encode()
    if how == "in place":
        memory.path().write_bytes(raw)
    else:
        temp = memory.path().with_name("editor.tmp")
        temp.write_bytes(raw)
        temp.replace(memory.path())


def begin(memory: Memory) -> None:
    """Two facts that a summary tells, and a note of two lines."""
    with memory.writer() as store:
        add(store, "one", "two")
        text = b"# Sarah\n\nOne.\nTwo.\n"
        before = version_of(memory.path().with_name("summary.md").read_bytes())
        store.commit(change(Rewrite(SARAH, before, text)))
        note(store, "- first", "- second")


def dies_after_a_save(memory: Memory, how: str, count: int) -> int:
    """Commit a fact and a line; a person saves both files right before they are exchanged.

    Die `count` statements after the first.
    """
    seen = 0
    armed = False

    def trace(frame: FrameType, event: str, _: Any) -> Any:
        nonlocal seen
        if "memoryd/store/" not in frame.f_code.co_filename:
            return None
        if event == "line" and armed:
            seen += 1
            if seen == count:
                os._exit(DIED)
        return trace

    exchange = disk._rename
    day = memory.root / NOTE
    saves = {
        memory.path(): lambda: save(memory, how),
        day: lambda: day.write_bytes(day.read_bytes().replace(b"- second\n", b"")),
    }

    def met(source: Path, target: Path, flag: int) -> None:
        nonlocal armed
        if flag == EXCHANGE and target in saves:
            saves.pop(target)()
            armed = True
        exchange(source, target, flag)

    disk._rename = met
    with memory.writer() as store:
        fact = fact_of(store, "three")
        sys.settrace(trace)
        line = Bullets(DAY, Section.DECISIONS_MADE, ("- third",))
        store.commit(change(AddFact(SARAH, fact, "Sarah"), line))
    return SURVIVED


def assert_its_effects_are_whole(memory: Memory, store: MemoryStore, count: int) -> None:
    """What follows from a save: a removed fact is told no more, a lost line is to be judged."""
    told = memory.path().with_name("summary.md").read_text()
    assert ("One." in told, "Two." in told) == (False, True), f"statement {count}"
    noted = (memory.root / NOTE).read_text()
    assert "- third" in noted, f"statement {count}"
    is_lost = "- second" not in noted
    assert (f"note-lost:{DAY}" in store.head.marks) == is_lost, f"statement {count}"


@pytest.mark.timeout(600)
@pytest.mark.parametrize("how", ["in place", "by a rename"])
def test_a_save_met_by_a_write_survives_a_death_at_any_statement_after_it(
    tmp_path: Path, how: str
) -> None:
    memory, begun = Memory(tmp_path), tmp_path / "begun"
    begin(memory)
    shutil.copytree(memory.root, begun)
    deaths, count = 0, 1
    while True:
        for folder in (memory.root, memory.state):
            shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(begun, memory.root)
        end = in_child(lambda n=count: dies_after_a_save(memory, how, n))
        assert end in (DIED, SURVIVED)
        with memory.writer() as store:
            assert store.verify() == [], f"statement {count}"
            origins = [f["origin"] for row in store.audit_rows() for f in row.get("facts", ())]
            assert relearn(store, "one") == ["one"], f"statement {count}"
            assert store.waiting_paths() == []
            assert_its_effects_are_whole(memory, store, count)
        assert sorted(memory.texts()) == ["by hand", "three", "two"], f"statement {count}"
        assert next(row for row in memory.rows() if row["id"] == "mine")["mood"] == 1
        assert not list(memory.root.rglob(".memoryd-*")), f"statement {count}"
        assert "hand-edit" in origins, f"statement {count}"
        if end == SURVIVED:
            break
        deaths += 1
        count += STEP
    assert deaths > 10


def test_what_memoryd_wrote_before_it_died_is_not_taken_for_a_hand_edit(tmp_path: Path) -> None:
    memory = Memory(tmp_path)
    with memory.writer() as store:
        add(store, "one")

    def work() -> int:
        with memory.writer() as store:
            store._committer.audit.append = lambda _: os._exit(DIED)
            add(store, "two")
        return SURVIVED

    assert in_child(work) == DIED
    assert memory.texts() == ["one", "two"]
    with memory.writer() as store:
        assert store.opening.replayed == 1
        assert store.opening.edits == 0
        assert [row["job"] for row in store.audit_rows()] == ["test", "test"]
        last = list(store.audit_rows())[-1]
        assert (len(last["files"]), last.get("facts")) == (1, None)


def test_a_record_that_was_finished_is_not_done_again_over_a_persons_edit(tmp_path: Path) -> None:
    memory = Memory(tmp_path)
    with memory.writer() as store:
        store._committer.wal.drop = lambda: None  # a power loss brings the record back
        add(store, "one")
    memory.save([{**memory.rows()[0], "id": "x", "fact": "mine"}])
    with memory.writer() as store:
        assert relearn(store, "one") == ["one"]
    assert memory.texts() == ["mine"]


# -- what lies beside a file at the start ----------------------------------------------------------


def leave(memory: Memory, raw: bytes, name: str = ".memoryd-items.json~0123456789ab") -> Path:
    place = memory.path().with_name(name)
    place.write_bytes(raw)
    return place


@pytest.fixture
def memory(tmp_path: Path) -> Memory:
    memory = Memory(tmp_path)
    with memory.writer() as store:
        add(store, "one", "two")
    return memory


def test_a_save_that_was_taken_out_is_merged_at_the_next_start(memory: Memory) -> None:
    old = memory.rows()
    with memory.writer() as store:
        add(store, "three")
    rows = [*memory.rows()[1:], {**old[0], "id": "mine", "fact": "by hand"}]
    left = leave(memory, json.dumps(rows).encode())
    with memory.writer() as store:
        assert (store.opening.harvested, store.opening.edits) == (1, 1)
        assert relearn(store, "one") == ["one"]
    assert sorted(memory.texts()) == ["by hand", "three", "two"]
    assert not left.exists()


@pytest.mark.parametrize("which", ["before", "after", "half", "of our own folders"])
def test_what_is_ours_is_dropped(memory: Memory, which: str) -> None:
    before = memory.path().read_bytes()
    with memory.writer() as store:
        add(store, "three")
        after = memory.path().read_bytes()
    if which == "of our own folders":
        left = memory.root / ".memoryd/audit/.memoryd-part-0123456789ab"
        left.write_bytes(b"x")
    elif which == "half":
        left = leave(memory, before[:40], ".memoryd-part-0123456789ab")
    else:
        left = leave(memory, before if which == "before" else after)
        blob = memory.root / f".memoryd/history/{disk.digest(left.read_bytes())}"
        os.utime(blob, None if which == "before" else (1, 1))
    with memory.writer() as store:
        assert (store.opening.harvested, store.opening.edits) == (0, 0)
    assert not left.exists()
    assert memory.path().read_bytes() == after


def test_an_old_version_that_a_person_saved_once_more_is_a_save_too(memory: Memory) -> None:
    old = memory.path().read_bytes()
    rows = memory.rows()
    memory.save([{**rows[0], "fact": "changed"}, rows[1]])
    memory.writer().close()
    blob = memory.root / f".memoryd/history/{disk.digest(old)}"
    os.utime(blob, (1, 1))
    leave(memory, old)
    with memory.writer() as store:
        assert store.opening.harvested == 1
    assert memory.texts() == ["one", "two"]


def test_a_save_that_nobody_can_read_goes_to_history(memory: Memory) -> None:
    before = memory.path().read_bytes()
    left = leave(memory, b"[{ half a save")
    memory.writer().close()
    assert memory.path().read_bytes() == before
    assert b"[{ half a save" in memory.history()
    assert not left.exists()


def test_a_save_of_a_file_that_is_gone_is_put_back(memory: Memory) -> None:
    rows = [*memory.rows(), {**memory.rows()[0], "id": "mine", "fact": "by hand"}]
    memory.path().unlink()
    leave(memory, json.dumps(rows).encode())
    memory.writer().close()
    assert memory.texts() == ["one", "two", "by hand"]


def test_a_save_of_a_note_is_merged_line_by_line(memory: Memory) -> None:
    path = memory.root / "memory/2026-02-01.md"
    with memory.writer() as store:
        note(store, "- one")
        saved = path.read_bytes() + b"my words\n"
        store._committer.audit.append = lambda _: None  # it dies before that
        store._committer.wal.drop = lambda: None
        note(store, "- two")
    path.with_name(".memoryd-2026-02-01.md~0123456789ab").write_bytes(saved)
    with memory.writer() as store:
        store.rescan(NOW)
        assert store.refs() == [Ref("people", "sarah")]
    raw = path.read_bytes()
    assert [raw.count(text) for text in (b"- one", b"- two", b"my words")] == [1, 1, 1]
    assert list(path.parent.iterdir()) == [path]
