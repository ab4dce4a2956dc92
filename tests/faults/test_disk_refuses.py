"""A disk that fails, fills up or is closed: one clear error, nothing lost, nothing twice."""

import errno
import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import nullcontext, suppress
from pathlib import Path

import pytest

from memoryd.core.change import AddFact
from memoryd.errors import ReadOnlyStoreError, StoreError
from memoryd.store import MemoryStore
from tests.faults.shim import FailingDisk, in_child
from tests.store.kit import BEACON, NOW, SARAH, Memory, add, change, fact_of, lines, note, supersede

STEP = int(os.environ.get("MEMORYD_SWEEP_STEP", "3"))  # 1 visits every call
ROOT = os.geteuid() == 0
needs_root = pytest.mark.skipif(not ROOT, reason="mounting and dropping rights take root")


def extracts(store: MemoryStore) -> None:
    """Extract the lines that wait, as the job does: rows for review in the record that moves on."""
    if store.head.extracted < 2:
        store.commit(change(reviews=({"kind": "money"},), extracted=2))


STEPS: list[Callable[[MemoryStore], object]] = [
    lambda store: lines(store, "a", "b"),
    lambda store: add(store, "one"),
    lambda store: add(store, "two"),
    lambda store: supersede(store, "sarah-001", "sarah-002"),
    lambda store: note(store, "- note"),
    extracts,
    lambda store: lines(store, "c"),
]
REFUSED, ANOTHER, MISSED, FIRST_STEP = 3, 4, 5, 20


def litter(memory: Memory) -> list[Path]:
    tops = (memory.root, memory.state)
    return [path for top in tops for path in top.rglob(".memoryd-*") if path.is_file()]


def holds_all(memory: Memory) -> None:
    """The memory is what an undisturbed run leaves, and says so itself."""
    with memory.writer() as store:
        assert store.verify() == []
        assert store.waiting_paths() == []
        kept = [line.turn.text for line in store._committer.lines.read()]
        assert store.head.extracted == 2
    assert kept == ["a", "b", "c"]
    assert memory.texts() == ["one", "two"]
    assert memory.rows()[0]["supersededBy"] == "sarah-002"
    text = (memory.root / "memory/2026-02-01.md").read_text()
    assert text.count("- note") == 1
    assert memory.only("review/*.jsonl").read_text().count("money") == 1
    assert litter(memory) == []


def goes_on(memory: Memory, disk: FailingDisk) -> int:
    """As the daemon does: what was refused is asked again by the same process."""
    store: MemoryStore | None = None
    code = 0
    for step in STEPS:
        for _ in range(disk.length + 2):
            try:
                store = store or memory.writer()
                step(store)
                break
            except StoreError as err:
                clear = isinstance(err, ReadOnlyStoreError) and "\n" not in str(err)
                code = REFUSED if clear else ANOTHER
    if store is not None:
        store.close()
    return code if disk.fired else MISSED


def gives_up(memory: Memory, disk: FailingDisk) -> int:
    """As a command does: at the first refusal the process ends, with the number of its step."""
    number = 0
    try:
        with memory.writer() as store:
            for number, step in enumerate(STEPS):  # noqa: B007
                step(store)
    except StoreError:
        return FIRST_STEP + number
    return 0 if disk.fired else MISSED


@pytest.fixture
def memory(tmp_path: Path) -> Memory:
    return Memory(tmp_path)


def sweep(memory: Memory) -> Iterator[int]:
    """Yield the number of each call to fail, with an empty memory for it, until none is left."""
    number = 1
    while True:
        for folder in (memory.root, memory.state):
            shutil.rmtree(folder, ignore_errors=True)
        yield number
        number += STEP


@pytest.mark.timeout(600)
@pytest.mark.parametrize("code", [errno.EIO, errno.ENOSPC])
def test_after_any_call_that_fails_once_the_same_process_finishes_the_work(
    memory: Memory, code: int
) -> None:
    faults = 0
    for number in sweep(memory):
        end = in_child(lambda n=number: goes_on(memory, FailingDisk(n, code=code)))
        if end == MISSED:
            break
        assert end in (0, REFUSED), f"call {number}"
        faults += 1
        holds_all(memory)
    assert faults > 20


@pytest.mark.timeout(600)
@pytest.mark.parametrize("length", [1, 12])
def test_after_any_call_that_fails_the_next_process_finishes_the_work(
    memory: Memory, length: int
) -> None:
    faults = 0
    for number in sweep(memory):
        end = in_child(lambda n=number: gives_up(memory, FailingDisk(n, length=length)))
        if end == MISSED:
            break
        faults += 1
        if end >= FIRST_STEP:
            with memory.writer() as store:
                for step in STEPS[end - FIRST_STEP :]:
                    step(store)
        else:
            assert end == 0, f"call {number}"
        holds_all(memory)
    assert faults > 20


def test_a_sync_that_fails_acknowledges_nothing_and_is_not_tried_again(memory: Memory) -> None:
    def work() -> int:
        with memory.writer() as store:
            add(store, "one")
            before = memory.path().read_bytes()
            disk = FailingDisk(1, length=10**6, only=("fsync",))
            for _ in range(3):
                with pytest.raises(ReadOnlyStoreError, match="input/output error"):
                    store.commit(change(AddFact(SARAH, fact_of(store, "two"), "Sarah")))
                assert memory.path().read_bytes() == before
                assert memory.only("wal/*/log.jsonl").read_bytes() == b""
            disk.length = 0
            assert store.rescan(NOW) == 0
            assert memory.path().read_bytes() == before
            add(store, "two")
        return 0

    assert in_child(work) == 0
    assert memory.texts() == ["one", "two"]
    assert memory.reader().verify() == []
    assert litter(memory) == []


def test_a_hand_edit_that_could_not_be_recorded_is_recorded_later(memory: Memory) -> None:
    def work() -> None:
        with memory.writer() as store:
            add(store, "one")
            memory.save([*memory.rows(), {**memory.rows()[0], "id": "x", "fact": "mine"}])
            time.sleep(0.15)  # until it counts as settled
            disk = FailingDisk(1, length=10**6, only=("fsync",))
            for _ in range(2):
                with pytest.raises(ReadOnlyStoreError):
                    store.rescan(NOW)
            disk.length = 0
            assert store.rescan(NOW) == 1

    assert in_child(work) == 0


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """Mount a file system of 256 KB."""
    place = tmp_path / "small"
    place.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=256k", "none", str(place)], check=False,
        capture_output=True,
    )  # fmt: skip
    if mounted.returncode:
        pytest.skip("this machine does not let tests mount a file system")
    yield place
    subprocess.run(["umount", "-l", str(place)], check=True)


def filled(ballast: Path, step: int) -> Path:
    """Take all the room that is left."""
    with suppress(OSError), ballast.open("wb", buffering=0) as handle:
        while True:
            handle.write(b"x" * step)
    return ballast


@needs_root
def test_a_full_disk_refuses_in_one_line_and_takes_facts_again_when_there_is_room(
    small_disk: Path,
) -> None:
    memory = Memory(small_disk)
    with memory.writer() as store:
        add(store, "one")
        ballast = filled(small_disk / "ballast", 4096)
        before = memory.path().read_bytes()
        for _ in range(3):
            with pytest.raises(ReadOnlyStoreError, match="no space left on device") as caught:
                add(store, "two " + "long " * 2_000)
            assert "\n" not in str(caught.value)
            assert memory.path().read_bytes() == before
            assert litter(memory) == []
        assert [fact.fact for fact in memory.reader().ledger(SARAH)[0].facts] == ["one"]
        ballast.unlink()
        add(store, "two")
    assert memory.texts() == ["one", "two"]
    assert memory.reader().verify() == []


@needs_root
@pytest.mark.parametrize("room", range(0, 40_000, 2_048))
def test_a_disk_that_fills_up_at_any_point_loses_and_doubles_nothing(
    small_disk: Path, room: int
) -> None:
    memory = Memory(small_disk)
    with memory.writer() as store:
        add(store, "one")
        ballast = filled(small_disk / "ballast", 1024)
        os.truncate(ballast, max(0, ballast.stat().st_size - room))
        told = []
        for number in range(20):
            try:
                add(store, f"fact {number} " + "long " * 100)
            except ReadOnlyStoreError:
                break
            told.append(number)
        assert litter(memory) == []
        ballast.unlink()
        store.rescan(NOW)
        add(store, "last")
    texts = [text.split(" long")[0] for text in memory.texts()]
    assert texts == ["one", *(f"fact {number}" for number in told), "last"]
    assert memory.reader().verify() == []


@needs_root
def test_a_disk_mounted_read_only_is_served_and_refuses_in_one_line(small_disk: Path) -> None:
    memory = Memory(small_disk)
    with memory.writer() as store:
        add(store, "one")
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    before = memory.everything()
    with pytest.raises(ReadOnlyStoreError, match="read-only file system"):
        memory.writer()
    reader = memory.reader()
    assert [fact.fact for fact in reader.ledger(SARAH)[0].facts] == ["one"]
    assert reader.verify() == []
    assert memory.everything() == before
    subprocess.run(["mount", "-o", "remount,rw", str(small_disk)], check=True)
    with memory.writer() as store:
        add(store, "two")
    assert memory.texts() == ["one", "two"]


def as_nobody(memory: Memory, work: Callable[[], int | None], roots: tuple[Path, ...] = ()) -> int:
    """Do something without the rights of root, as the owner of all of the memory but `roots`."""
    for folder in (memory.root.parent, *memory.root.parent.parents):
        if folder.stat().st_uid == 0 and folder != Path("/"):
            folder.chmod(folder.stat().st_mode | 0o055)
    for top in (memory.root, memory.state):
        for path in (top, *top.rglob("*")):
            if path not in roots:
                os.lchown(path, 65534, 65534)

    def dropped() -> int | None:
        os.setgroups([])
        os.setgid(65534)
        os.setuid(65534)
        return work()

    return in_child(dropped)


@needs_root
@pytest.mark.parametrize("closed", ["areas/people/sarah", ".", ".memoryd", ".memoryd/history"])
def test_a_closed_folder_is_named_and_takes_facts_when_it_is_open_again(
    memory: Memory, closed: str
) -> None:
    with memory.writer() as store:
        add(store, "one")
        add(store, "uses REST", ref=BEACON)
    place = memory.root / closed
    alone = closed == "areas/people/sarah"  # else nothing can be taken
    folders = [place, *(path for path in place.rglob("*") if path.is_dir())]

    def work() -> None:
        before = memory.path().read_bytes()
        for folder in folders:
            folder.chmod(0o555)
        assert [fact.fact for fact in memory.reader().ledger(SARAH)[0].facts] == ["one"]
        with nullcontext() if alone else pytest.raises(ReadOnlyStoreError, match="permission"):
            adds_two(memory)
        assert memory.path().read_bytes() == before
        assert litter(memory) == []
        for folder in folders:
            folder.chmod(0o700)
        with memory.writer() as store:
            assert store.waiting_paths() == []
        if not alone:
            adds_two(memory)

    assert as_nobody(memory, work) == 0
    assert memory.texts() == ["one", "two"]
    assert memory.texts(BEACON) == ["uses REST", "is green"]
    assert memory.reader().verify() == []


def adds_two(memory: Memory) -> None:
    with memory.writer() as store:
        add(store, "two")
        assert add(store, "is green", ref=BEACON).waiting == ()


@needs_root
@pytest.mark.parametrize("name", ["items.json", "summary.md"])
def test_a_file_closed_to_us_is_named_and_stops_no_other(memory: Memory, name: str) -> None:
    with memory.writer() as store:
        add(store, "one")
        add(store, "uses REST", ref=BEACON)
    memory.path().with_name(name).chmod(0)

    def work() -> int:
        with memory.writer() as store:
            waiting = add(store, "two").waiting
            assert bool(waiting) == (name == "items.json")
            add(store, "is green", ref=BEACON)
            assert [trouble.path for trouble in store.troubles()] == [f"areas/people/sarah/{name}"]
        memory.path().with_name(name).chmod(0o600)
        memory.writer().close()
        return 0

    assert as_nobody(memory, work) == 0
    assert memory.texts() == ["one", "two"]


@needs_root
def test_a_file_that_another_user_owns_can_still_be_written(memory: Memory) -> None:
    with memory.writer() as store:
        add(store, "one")

    memory.path().chmod(0o644)

    def work() -> int:
        with memory.writer() as store:
            return len(add(store, "two").waiting)

    assert as_nobody(memory, work, roots=(memory.path(),)) == 0
    assert memory.texts() == ["one", "two"]
