"""File systems without an exchange, and programs that keep a file open: nothing is lost."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from memoryd.store import disk
from tests.faults.shim import in_child
from tests.store.kit import NOW, Memory, add

OK, BAD = 0, 1


def by_hand(memory: Memory, **differs: str) -> None:
    fact = {"id": "mine", "fact": "by hand", "timestamp": "2026-01-01", "status": "active"}
    memory.save([*memory.rows(), fact | differs])


def without_exchange(work: Any) -> int:
    """Run in a child where the kernel knows no renameat2, as on FUSE and NFS."""

    def child() -> int:
        disk._renameat2 = lambda: None
        work()
        return OK

    return in_child(child)


def test_without_an_exchange_a_fact_is_written(tmp_path: Path) -> None:
    memory = Memory(tmp_path)

    def work() -> None:
        with memory.writer() as store:
            add(store, "one")
            add(store, "two")

    assert without_exchange(work) == OK
    assert memory.texts() == ["one", "two"]
    assert not list(memory.root.rglob(".memoryd-*"))


def test_without_an_exchange_a_save_that_lands_before_the_rename_is_merged(tmp_path: Path) -> None:
    memory = Memory(tmp_path)

    def work() -> None:
        with memory.writer() as store:
            add(store, "one")
            exchange, saves = disk._rename, []

            def met(source: Path, target: Path, flag: int) -> None:
                if target == memory.path() and not saves:
                    saves.append(1)
                    by_hand(memory)
                exchange(source, target, flag)

            disk._rename = met
            add(store, "two")

    assert without_exchange(work) == OK
    assert sorted(memory.texts()) == ["by hand", "one", "two"]


def meets(memory: Memory, step: str, then: Any) -> None:
    """Let something happen right before the file's name is taken away (rename) or given (link)."""
    made, met = getattr(os, step), []

    def meeting(*args: Any, **options: Any) -> Any:
        if os.fspath(memory.path()) in map(os.fspath, args[:2]) and not met:
            met.append(1)
            then()
        return made(*args, **options)

    setattr(os, step, meeting)


def saves_anew(memory: Memory) -> Any:
    """Return a save by a rename, of a buffer that an editor read now."""
    fact = {"id": "mine", "fact": "by hand", "timestamp": "2026-01-01", "status": "active"}
    buffer = json.dumps([*memory.rows(), fact])

    def save() -> None:
        mine = memory.path().with_name("mine.tmp")
        mine.write_text(buffer)
        mine.rename(memory.path())

    return save


@pytest.mark.parametrize("step", ["rename", "link"])
def test_without_an_exchange_a_save_at_any_step_is_merged(tmp_path: Path, step: str) -> None:
    memory = Memory(tmp_path)

    def work() -> None:
        with memory.writer() as store:
            add(store, "one")
            meets(memory, step, saves_anew(memory))
            add(store, "two")

    assert without_exchange(work) == OK
    assert sorted(memory.texts()) == ["by hand", "one", "two"]
    assert not list(memory.root.rglob(".memoryd-items*"))


def test_without_an_exchange_two_saves_at_once_are_both_kept(tmp_path: Path) -> None:
    memory = Memory(tmp_path)

    def work() -> None:
        with memory.writer() as store:
            add(store, "one")
            second = saves_anew(memory)
            meets(memory, "rename", lambda: by_hand(memory, id="first", fact="first by hand"))
            meets(memory, "link", second)
            add(store, "two")
            store.rescan(NOW)

    assert without_exchange(work) == OK
    assert sorted(memory.texts()) == ["by hand", "first by hand", "one", "two"]


def test_without_an_exchange_a_crash_between_two_steps_leaves_every_fact(tmp_path: Path) -> None:
    memory = Memory(tmp_path)

    def work() -> None:
        with memory.writer() as store:
            add(store, "one")
            meets(memory, "link", lambda: os._exit(BAD))
            add(store, "two")

    assert without_exchange(work) == BAD
    assert not memory.path().exists()  # it died in the one moment in which it is not there
    with memory.writer() as store:
        store.rescan(NOW)
    assert memory.texts() == ["one", "two"]


def test_a_file_that_a_program_holds_open_for_writing_waits_for_it(tmp_path: Path) -> None:
    memory = Memory(tmp_path)
    with memory.writer() as store:
        add(store, "one")
        with memory.path().open("r+b") as held:
            add(store, "two")
            assert store.waiting_paths() == ["areas/people/sarah/items.json"]
            rows = json.loads(held.read())
            assert [row["fact"] for row in rows] == ["one"]
            rows[0]["fact"] = "one, in other words"
            held.seek(0)
            held.write(json.dumps(rows).encode())
            held.truncate()
        store.rescan(NOW)
        assert store.waiting_paths() == []

    assert memory.texts() == ["one, in other words", "two"]
    assert not list(memory.root.rglob(".memoryd-*"))
