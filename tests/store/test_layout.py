"""Which names are memory, which are somebody's copies, and that no link leads out of the root."""

import os
import socket
from pathlib import Path

import pytest

from memoryd.core.change import AddFact
from memoryd.core.entity import Ref
from memoryd.errors import StoreError
from memoryd.store import MemoryStore, locate
from tests.store.kit import BEACON, NOW, SARAH, Memory, add, change, fact_of, note

COPIES = [
    "items.json~", ".#items.json", "#items.json#", ".items.json.swp", ".items.json.swo", "4913",
    "items copy.json", "items copy 2.json", "items 2.json", "items (1).json", "items - Copy.json",
    "items-copy.json", "items.sync-conflict-20260201-101010-ABCDEFG.json",
    "items (conflicted copy 2026-02-01).json", "items (Alex's conflicted copy 2026-02-01).json",
    "items_conflict-20260201-101010.json", "summary (SFConflict alex 2026-02-01).md",
    "items.json.orig", "items.json.bak", "items.json.rej", "items.json.tmp", "Items.json",
    "items_old.json.save", "items-old.json", "items Kopie.json", ".~lock.items.json#",
    "summary 2.md", "summary.md~", "SUMMARY.md", "summary copy.md",
]  # fmt: skip
ODD_FOLDERS = ["beacon 2", "q3-2 plan", "Beacon", "beacon copy", "beacon.old", "new\nline",
               "\udcff", "a~", "cafe\u0301", "-", "\u202e"]  # fmt: skip
FINE_FOLDERS = ["beacon-2", "q3-2-plan", "hard-copy", "café", "東京", "4913", "items-x"]


@pytest.fixture
def memory(tmp_path: Path) -> Memory:
    memory = Memory(tmp_path)
    with memory.writer() as store:
        add(store, "likes tea")
    return memory


@pytest.mark.parametrize("name", COPIES)
def test_a_copy_beside_a_file_is_never_read_and_is_named(memory: Memory, name: str) -> None:
    other = memory.path().with_name(name)
    other.write_bytes(memory.path().read_bytes().replace(b"tea", b"gin"))
    with memory.writer() as store:
        store.rescan(NOW)
        assert store.strange() == [f"areas/people/sarah/{name}"]
        assert [fact.fact for fact in store.ledger(SARAH)[0].facts] == ["likes tea"]
        assert store.refs() == [SARAH]
        assert store.troubles() == []
    assert b"gin" in other.read_bytes()


@pytest.mark.parametrize("name", ODD_FOLDERS)
def test_a_folder_that_is_no_slug_is_only_named(memory: Memory, name: str) -> None:
    folder = memory.root / "projects" / name
    folder.mkdir(parents=True)
    (folder / "items.json").write_bytes(memory.path().read_bytes())
    with memory.writer() as store:
        assert store.refs() == [SARAH]
        (named,) = store.strange()
        assert named.startswith("projects/")
        assert named.isprintable()
        assert not store.rescan(NOW)


@pytest.mark.parametrize("name", FINE_FOLDERS)
def test_a_folder_that_is_a_slug_is_an_entity_whatever_it_resembles(
    memory: Memory, name: str
) -> None:
    (memory.root / "projects" / name).mkdir(parents=True)
    with memory.reader() as store:
        assert store.refs() == [SARAH, Ref("projects", name)]
        assert store.strange() == []


def test_copies_of_notes_and_of_memory_md_are_named(memory: Memory) -> None:
    with memory.writer() as store:
        note(store, "- one")
    names = ["memory/2026-02-01 2.md", "memory/2026-02-01.sync-conflict-1.md", "MEMORY 2.md",
             "USER.md~"]  # fmt: skip
    for name in names:
        (memory.root / name).write_text("x")
    (memory.root / "notes.bak").write_text("a person's own")
    reader = memory.reader()
    assert reader.strange() == sorted(names)
    assert reader.note_days() == ["2026-02-01"]


@pytest.mark.parametrize("what", ["file", "folder", "kind", "base", "loop", "nowhere"])
def test_a_link_below_the_root_is_never_followed(memory: Memory, tmp_path: Path, what: str) -> None:
    outside = tmp_path / "outside"
    (outside / "sarah").mkdir(parents=True)
    for folder in (outside, outside / "sarah"):
        (folder / "items.json").write_text(
            '[{"id":"x","fact":"out","timestamp":"2026-01-01","status":"active"}]'
        )
    before = {path: path.read_bytes() for path in outside.rglob("*.json")}
    place, target = {
        "file": (memory.path(), outside / "items.json"),
        "folder": (memory.path().parent, outside),
        "kind": (memory.root / "areas/people", outside),
        "base": (memory.root / "areas", tmp_path),
        "loop": (memory.path().parent, memory.root / "areas"),
        "nowhere": (memory.path(), tmp_path / "gone"),
    }[what]  # fmt: skip
    place.rename(tmp_path / "aside")
    place.symlink_to(target)
    with memory.writer() as store:
        receipt = store.commit(change(AddFact(SARAH, fact_of(store, "new"), "Sarah")))
        assert "areas/people/sarah/items.json" in receipt.waiting
        assert str(place.relative_to(memory.root)) in store.strange()
        trouble = store.ledger(SARAH)[1]
        assert "symbolic link" in str(trouble)
        assert store.rescan(NOW) == 0
    assert {path: path.read_bytes() for path in outside.rglob("*.json")} == before
    assert place.is_symlink()
    place.unlink()
    (tmp_path / "aside").rename(place)
    with memory.writer() as store:
        assert store.waiting_paths() == []
    assert memory.texts() == ["likes tea", "new"]


@pytest.mark.parametrize("name", ["summary.md", "note", "memory", "MEMORY.md"])
def test_a_linked_text_is_named_and_stops_nothing(
    memory: Memory, tmp_path: Path, name: str
) -> None:
    outside = tmp_path / "outside"
    place = {
        "summary.md": memory.path().with_name("summary.md"),
        "note": memory.root / "memory/2026-02-01.md",
        "memory": memory.root / "memory",
        "MEMORY.md": memory.root / "MEMORY.md",
    }[name]
    if place.exists():
        place.unlink()
    place.parent.mkdir(exist_ok=True)
    outside.mkdir() if name == "memory" else outside.write_text("theirs")
    place.symlink_to(outside)
    with memory.writer() as store:
        assert add(store, "new").waiting == ()
        note(store, "- one")
        assert str(place.relative_to(memory.root)) in store.strange()
        assert store.summary(SARAH) is None or name != "summary.md"
        assert bool(store.troubles()) == (name != "memory")
    assert memory.texts() == ["likes tea", "new"]
    assert list(outside.iterdir()) == [] if name == "memory" else outside.read_text() == "theirs"


def test_a_pipe_in_the_place_of_a_file_is_not_waited_for(memory: Memory) -> None:
    memory.path().unlink()
    os.mkfifo(memory.path())
    with memory.writer() as store:
        assert add(store, "new").waiting
        assert "plain file" in str(store.ledger(SARAH)[1])


def test_the_root_may_be_a_link_and_stays_one(tmp_path: Path) -> None:
    memory = Memory(tmp_path)
    vault = tmp_path / "mnt/vault"
    vault.mkdir(parents=True)
    memory.root.symlink_to(vault)
    with memory.writer() as store:
        add(store, "likes tea")
        assert store.strange() == []
    assert memory.root.is_symlink()
    assert (vault / "areas/people/sarah/items.json").exists()
    assert memory.texts() == ["likes tea"]


def test_a_root_that_links_to_what_is_not_mounted_is_refused_and_nothing_is_made(
    tmp_path: Path,
) -> None:
    memory = Memory(tmp_path)
    memory.root.symlink_to(tmp_path / "mnt/vault")
    for opened in (memory.writer, memory.reader):
        with pytest.raises(StoreError, match="link to a folder that is not there"):
            opened()
    assert not (tmp_path / "mnt").exists()


def test_a_renamed_host_stays_the_same_writer(memory: Memory) -> None:
    before = memory.audit
    name = socket.gethostname()
    written = next(memory.state.glob("roots/*/writer"))
    assert written.read_text().startswith(before.stem[:4])
    other = before.with_name("once-0a1b2c.jsonl")
    before.rename(other)
    (memory.root / ".memoryd/lines").mkdir(exist_ok=True)
    written.write_text("once-0a1b2c\n")
    with memory.writer() as store:
        add(store, "new")
        assert store.verify() == []
    assert list(other.parent.iterdir()) == [other]
    assert socket.gethostname() == name


@pytest.mark.parametrize(
    "path", ["../x/items.json", "/etc/passwd", "areas/../../x", "memory/../../x"]
)
def test_a_path_that_leaves_the_memory_is_refused(memory: Memory, path: str) -> None:
    with pytest.raises(StoreError, match="outside the memory"):
        memory.reader().text_file(path)


def test_notes_may_live_elsewhere(tmp_path: Path) -> None:
    memory = Memory(tmp_path)
    elsewhere = tmp_path / "workspace"
    layout = locate(memory.root, workspace=elsewhere, state=memory.state)
    with MemoryStore.writer(layout, wait=0.0, now=NOW) as store:
        note(store, "- one")
        add(store, "uses REST", ref=BEACON)
        (elsewhere / "memory/2026-02-01 2.md").write_text("x")
        assert store.note_days() == ["2026-02-01"]
        assert store.strange() == ["../workspace/memory/2026-02-01 2.md"]
    assert not (memory.root / "memory").exists()
