"""The store as a whole: one writer, quiet when nothing is new, closed to others, all kept."""

import json
import multiprocessing
import os
import signal
import stat
import subprocess
import sys
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from memoryd.core.change import AddFact
from memoryd.errors import LockedError, ReadOnlyStoreError
from memoryd.store import MemoryStore
from memoryd.store.audit import _seal
from tests.store.kit import BEACON, NOW, SARAH, Memory, add, change, fact_of, lines, note, supersede


@pytest.fixture
def memory(tmp_path: Path) -> Memory:
    return Memory(tmp_path)


def full(store: MemoryStore) -> None:
    """A bit of everything."""
    lines(store, "a", "b")
    add(store, "lives in Rome", "lives in Oslo")
    supersede(store, "sarah-001", "sarah-002")
    add(store, "uses REST", ref=BEACON)
    note(store, "- one")
    store.commit(change(reviews=({"kind": "money"},), extracted=2))


def test_a_second_writer_is_refused_while_the_first_lives(memory: Memory) -> None:
    with memory.writer():
        with pytest.raises(LockedError, match="another memoryd"):
            memory.writer()
        memory.reader()
    memory.writer().close()


def test_the_lock_of_a_killed_writer_is_free_at_once(memory: Memory) -> None:
    hold = ("import sys,time; from pathlib import Path; from memoryd.store import *\n"
            "s = MemoryStore.writer(locate(Path(sys.argv[1]), workspace=None,"
            " state=Path(sys.argv[2])))\nprint('held', flush=True); time.sleep(60)")  # fmt: skip
    holder = subprocess.Popen(
        [sys.executable, "-c", hold, str(memory.root), str(memory.state)],
        stdout=subprocess.PIPE, cwd=Path(__file__).parents[2],
    )  # fmt: skip
    with holder:
        assert holder.stdout.readline() == b"held\n"
        with pytest.raises(LockedError):
            memory.writer()
        holder.send_signal(signal.SIGKILL)
        holder.wait()
    memory.writer().close()


def test_a_lock_file_that_somebody_removed_lets_nobody_write_beside_the_first(
    memory: Memory,
) -> None:
    with memory.writer() as store:
        (memory.root / ".memoryd/lock").unlink()
        with memory.writer() as second:
            add(second, "likes tea")
        with pytest.raises(ReadOnlyStoreError):
            add(store, "likes gin")
    assert memory.texts() == ["likes tea"]


def test_a_root_moved_away_is_not_made_again_and_works_when_it_is_back(memory: Memory) -> None:
    away = memory.root.with_name("away")
    with memory.writer() as store:
        add(store, "one")
        fact = fact_of(store, "two")
        memory.root.rename(away)
        for write in (
            lambda: store.commit(change(AddFact(SARAH, fact, "Sarah"))),
            lambda: store.rescan(NOW),
        ):
            with pytest.raises(ReadOnlyStoreError, match="went away"):
                write()
        store.save_head()
        assert not memory.root.exists()
        away.rename(memory.root)
        add(store, "two")
        memory.root.rename(away)
    assert not memory.root.exists()
    away.rename(memory.root)
    assert memory.texts() == ["one", "two"]


def test_nothing_new_changes_not_one_byte_nor_time(memory: Memory) -> None:
    with memory.writer() as store:
        full(store)
        add(store, "uses SOAP", ref=BEACON)
        memory.save(b"[{", BEACON)
        assert add(store, "waits", ref=BEACON).waiting
    memory.save([{**row, "mood": 1} for row in memory.rows()])
    memory.writer().close()
    before = memory.everything()
    for _ in range(2):
        with memory.writer() as store:
            store.rescan(NOW)
            store.save_head()
            store.troubles()
            store.verify()
    memory.reader().troubles()
    assert memory.everything() == before


def test_whatever_the_umask_everything_made_is_for_the_owner_alone(memory: Memory) -> None:
    old = os.umask(0)
    try:
        with memory.writer() as store:
            store.make_tree()
            full(store)
            memory.path().chmod(0o644)
            add(store, "sings")
            memory.save(b"[", BEACON)
            add(store, "waits", ref=BEACON)
    finally:
        os.umask(old)
    paths = [p for top in (memory.root, memory.state) for p in (top, *top.rglob("*"))]
    modes = {str(path): stat.S_IMODE(path.lstat().st_mode) for path in paths}
    theirs = str(memory.path(BEACON))  # a person's save in place keeps its mode
    expected = {str(path): 0o700 if path.is_dir() else 0o600 for path in paths}
    assert {p: m for p, m in modes.items() if p != theirs} == {
        p: m for p, m in expected.items() if p != theirs
    }
    assert {"history", "wal", "audit", "lines", "review", "lock", "salt"} <= {p.name for p in paths}


def test_a_umask_that_takes_everything_takes_nothing(memory: Memory) -> None:
    old = os.umask(0o777)
    try:
        with memory.writer() as store:
            full(store)
    finally:
        os.umask(old)
    modes = {stat.S_IMODE(p.stat().st_mode) for p in memory.root.rglob("*") if p.is_file()}
    assert modes == {0o600}


def test_the_versions_before_and_after_every_commit_are_kept(memory: Memory) -> None:
    versions = []
    with memory.writer() as store:
        for text in ("one", "two", "three"):
            add(store, text)
            versions.append(memory.path().read_bytes())
        versions.append(memory.save([*memory.rows(), {**memory.rows()[0], "id": "x"}]))
        add(store, "four")
        versions.append(memory.path().read_bytes())
        note(store, "- a")
        versions.append((memory.root / "memory/2026-02-01.md").read_bytes())
        rows = list(store.audit_rows())
    kept = memory.history()
    assert [raw for raw in versions if raw not in kept] == []
    hashes = [file for row in rows for file in row.get("files", ())]
    chained = [f for f in hashes if f[0] == hashes[1][0]]
    assert [after for _, _, after in chained][:-1] == [before for _, before, _ in chained][1:]


def aged(memory: Memory, *days: int) -> None:
    """Let each commit so far be as old as that, the last of them and all versions the oldest."""
    now = datetime.now(UTC)  # noqa: TID251 - the age of real files
    previous, rows = "", []
    for raw, age in zip(memory.audit.read_text().splitlines(), days, strict=False):
        row = json.loads(raw) | {"time": (now - timedelta(days=age)).isoformat(), "prev": previous}
        row["hash"] = previous = _seal(row)
        rows.append(json.dumps(row, separators=(",", ":")))
    memory.audit.write_text("\n".join(rows) + "\n")
    memory.head_copy.unlink()
    aged_versions(memory, max(days))


def aged_versions(memory: Memory, days: float) -> None:
    moment = time.time() - days * 86_400  # noqa: TID251
    for path in (memory.root / ".memoryd/history").iterdir():
        os.utime(path, (moment, moment))


def test_old_versions_go_but_what_stands_and_the_last_of_each_file_and_month(
    memory: Memory,
) -> None:
    versions = []
    with memory.writer() as store:
        for text in ("one", "two", "three", "four"):
            add(store, text)
            versions.append(memory.path().read_bytes())
        add(store, "uses REST", ref=BEACON)
    aged(memory, 500, 500, 440, 440, 440)
    with memory.writer() as store:
        add(store, "five")  # the first commit of a day
    kept = memory.history()
    assert [raw in kept for raw in versions] == [False, True, False, True]
    assert memory.path(BEACON).read_bytes() in kept


def test_versions_of_the_last_400_days_stay_whatever_the_time_of_their_files(
    memory: Memory,
) -> None:
    with memory.writer() as store:
        add(store, "one", "two", "three")
    aged(memory, 399, 399, 399)
    aged_versions(memory, 500)
    with memory.writer() as store:
        assert store.prune(datetime.now(UTC)) == 0  # noqa: TID251


def test_nothing_is_dropped_while_the_audit_does_not_say_what_is_needed(memory: Memory) -> None:
    with memory.writer() as store:
        add(store, "one", "two", "three")
    aged(memory, 500, 500, 500)
    memory.audit.write_bytes(b"{}\n" + memory.audit.read_bytes())
    with memory.writer() as store:
        assert store.prune(datetime.now(UTC)) == 0  # noqa: TID251


def test_the_whole_of_a_stub_outlives_retention(memory: Memory) -> None:
    with memory.writer() as store:
        add(store, "lives in Rome", "lives in Oslo")
        rows = memory.rows()
        rows[0] = {"id": "sarah-001", "status": "superseded", "supersededBy": "sarah-002"}
        memory.save(rows)
    memory.writer().close()
    aged(memory, 500, 500, 500)
    with memory.writer() as store:
        store.prune(datetime.now(UTC))  # noqa: TID251
        assert store.ledger(SARAH)[0].facts[0].fact == "lives in Rome"
        assert store.ledger(SARAH)[1] is None


def _adds(memory: Memory, name: str, number: int) -> None:
    for n in range(number):
        while True:
            try:
                with memory.writer() as store:
                    add(store, f"{name} {n}")
                break
            except LockedError:
                time.sleep(0.01)


def test_twenty_writes_of_three_processes_are_sixty_facts(memory: Memory) -> None:
    fork = multiprocessing.get_context("fork")
    writers = [fork.Process(target=_adds, args=(memory, name, 20)) for name in "abc"]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert sorted(memory.texts()) == sorted(f"{name} {n}" for name in "abc" for n in range(20))
    assert len({row["id"] for row in memory.rows()}) == 60
    assert memory.reader().verify() == []


def test_the_same_fact_of_the_same_line_is_stored_once(memory: Memory) -> None:
    with memory.writer() as store:
        fact = fact_of(store, "likes tea")
        for _ in range(2):
            store.commit(change(AddFact(SARAH, fact, "Sarah")))
    assert memory.texts() == ["likes tea"]
