"""The audit: a chain in which every change shows, and a head that survives what happens to it."""

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from memoryd.core.cursor import Cursor
from memoryd.errors import ChainError
from memoryd.store.audit import _seal
from tests.store.kit import BEACON, NOW, SARAH, Memory, add, lines, note

Rows = list[bytes]


def forged(row: bytes, **more: Any) -> bytes:
    return json.dumps({**json.loads(row), **more}, separators=(",", ":")).encode() + b"\n"


def sealed(row: bytes, **more: Any) -> bytes:
    changed = json.loads(forged(row, **more))
    return forged(row, **more, hash=_seal(changed))


TAMPERED: dict[str, Callable[[Rows], Rows]] = {
    "a row edited": lambda rows: [*rows[:2], forged(rows[2], now="2020-01-01"), *rows[3:]],
    "the last row edited": lambda rows: [*rows[:-1], forged(rows[-1], job="other")],
    "a row edited and sealed anew": lambda rows: [
        *rows[:2],
        sealed(rows[2], now="2020-01-01"),
        *rows[3:],
    ],
    "a row removed": lambda rows: rows[:2] + rows[3:],
    "the first row removed": lambda rows: rows[1:],
    "the last row removed": lambda rows: rows[:-1],
    "the last rows removed": lambda rows: rows[:-3],
    "all rows removed": lambda _: [],
    "two rows exchanged": lambda rows: [rows[1], rows[0], *rows[2:]],
    "a row twice": lambda rows: [*rows[:3], *rows[2:]],
    "a row that is none": lambda rows: [*rows[:2], b"\x00\x00\x00\n", *rows[3:]],
    "a row of another shape": lambda rows: [*rows[:2], b"[]\n", *rows[3:]],
    "the end replaced by zeros": lambda rows: [*rows[:-1], b"\x00" * len(rows[-1])],
}


@pytest.fixture
def memory(tmp_path: Path) -> Memory:
    memory = Memory(tmp_path)
    with memory.writer() as store:
        add(store, "one", "two")
        lines(store, "a", "b")
        add(store, "three")
        note(store, "- note")
    return memory


def test_a_chain_left_alone_verifies_and_holds_no_word(memory: Memory) -> None:
    assert memory.reader().verify() == []
    raw = memory.audit.read_text()
    assert [json.loads(row)["seq"] for row in raw.splitlines()] == [1, 2, 3, 4, 5]
    assert not any(word in raw for word in ("sarah", "two", "note", "Sarah", "items.json"))


@pytest.mark.parametrize("kind", TAMPERED)
def test_a_chain_that_was_changed_says_so(memory: Memory, kind: str) -> None:
    rows = memory.audit.read_bytes().splitlines(keepends=True)
    memory.audit.write_bytes(b"".join(TAMPERED[kind](rows)))
    with pytest.raises(ChainError):
        list(memory.reader().audit_rows())
    assert len(memory.reader().verify()) == 1


@pytest.mark.parametrize("copy", ["kept", "lost", "older"])
@pytest.mark.parametrize("kind", TAMPERED)
def test_a_changed_chain_neither_stops_memory_nor_makes_it_learn_twice(
    memory: Memory, kind: str, copy: str
) -> None:
    old = memory.head_copy.read_bytes()
    with memory.writer() as store:
        lines(store, "c")
        add(store, "four")
    rows = memory.audit.read_bytes().splitlines(keepends=True)
    memory.audit.write_bytes(b"".join(TAMPERED[kind](rows)))
    if copy == "lost":
        memory.head_copy.unlink()
    elif copy == "older":
        memory.head_copy.write_bytes(old)
    with memory.writer() as store:
        assert store.next_line() == 4
        lines(store, "d")
        add(store, "five")
        if copy == "kept":
            assert store.cursor("/chats/a.jsonl").offset == 500
            assert store.head.extracted == 0
    with memory.writer() as store:
        assert [line.turn.text for line in store.waiting_lines()] == ["a", "b", "c", "d"]
    assert memory.texts() == ["one", "two", "three", "four", "five"]


@pytest.mark.parametrize(
    "copy", [b"", b"{", b"[]", b"null", b'{"seq": "x"}', b"\x00" * 50, b'{"seq": 3}', None, "old"]
)
def test_a_lost_torn_or_old_copy_of_the_head_is_made_anew(memory: Memory, copy: Any) -> None:
    old = memory.head_copy.read_bytes()
    with memory.writer() as store:
        add(store, "four")
        memory.save(memory.rows()[1:])
    memory.writer().close()
    expected = memory.head_copy.read_bytes()
    if copy is None:
        memory.head_copy.unlink()
    else:
        memory.head_copy.write_bytes(old if copy == "old" else copy)
    before = memory.reader().head
    memory.writer().close()
    assert json.loads(memory.head_copy.read_bytes()) == json.loads(expected)
    # Counted when it is opened for writing; no chain holds it.
    before.marks |= {"entities:areas/people": "1", "papers:memory": "1"}
    assert before == memory.reader().head


def test_rows_lost_at_the_end_are_named_once_and_their_numbers_stay_empty(memory: Memory) -> None:
    rows = memory.audit.read_bytes().splitlines(keepends=True)
    memory.audit.write_bytes(b"".join(rows[:3]))
    (problem,) = memory.reader().verify()
    assert "ends at row 3 of 5" in problem
    with memory.writer() as store:
        assert store.opening.lost == 2
        add(store, "four")
    found = list(memory.reader().audit_rows())
    assert [row["seq"] for row in found] == [1, 2, 3, 6, 7]
    assert (found[3]["job"], found[3]["lost"]) == ("recover", [4, 5])
    assert memory.reader().verify() == []
    with memory.writer() as store:
        assert store.opening.lost == 0


def test_half_a_row_at_the_end_was_never_acknowledged(memory: Memory) -> None:
    whole = memory.audit.read_bytes()
    memory.audit.write_bytes(whole + whole.splitlines(keepends=True)[-1][:40])
    assert memory.reader().verify() == []
    with memory.writer() as store:
        add(store, "four")
    assert memory.audit.read_bytes().startswith(whole)
    assert len(list(memory.reader().audit_rows())) == 6


def test_without_its_machinery_memory_keeps_what_it_knows_and_reads_nothing_twice(
    memory: Memory,
) -> None:
    seen = {name: raw for name, raw in memory.bytes().items() if "/.memoryd/" not in name}
    cursor = memory.reader().cursor("/chats/a.jsonl")
    memory.save(memory.rows()[1:])
    memory.writer().close()
    shutil.rmtree(memory.root / ".memoryd")
    with memory.writer() as store:
        assert store.cursor("/chats/a.jsonl") == cursor
        assert len(store.head.tombstones) == 2
        assert store.next_line() == 3
        assert store.opening.edits == 0
        add(store, "four")
        assert store.verify() == []
    assert memory.texts() == ["two", "three", "four"]
    now = {name: raw for name, raw in memory.bytes().items() if "/.memoryd/" not in name}
    assert [name for name in seen if now[name] != seen[name]] == [str(memory.path())]
    memory.save(memory.rows()[:-1])  # the history was taken up again, so deletions are noticed
    with memory.writer() as store:
        assert len(store.head.tombstones) == 4


def test_deletions_are_noticed_again_as_soon_as_a_lost_history_is_begun_anew(
    memory: Memory,
) -> None:
    shutil.rmtree(memory.root / ".memoryd")
    memory.writer().close()
    memory.save(memory.rows()[1:])
    with memory.writer() as store:
        assert len(store.head.tombstones) == 2
    assert any(b'"one"' in raw for raw in memory.history())


def test_a_version_whose_bytes_a_power_loss_took_is_kept_again(memory: Memory) -> None:
    for blob in (memory.root / ".memoryd/history").iterdir():
        os.truncate(blob, 0)
    memory.writer().close()
    memory.save(memory.rows()[1:])
    with memory.writer() as store:
        assert len(store.head.tombstones) == 2


def test_a_backup_put_back_is_read_on_from_where_it_was(memory: Memory, tmp_path: Path) -> None:
    shutil.copytree(memory.root, tmp_path / "backup")
    with memory.writer() as store:
        lines(store, "c")
        add(store, "four")
    shutil.rmtree(memory.root)
    (tmp_path / "backup").rename(memory.root)
    with memory.writer() as store:
        assert store.cursor("/chats/a.jsonl").offset == 300  # "c" is read again
        assert store.next_line() == 3
        lines(store, "c")
        assert [line.turn.text for line in store.waiting_lines()] == ["a", "b", "c"]
        assert store.verify() == []


def test_a_memory_begun_anew_reads_everything_again(memory: Memory) -> None:
    memory.save(memory.rows()[1:])
    memory.writer().close()
    shutil.rmtree(memory.root)
    with memory.writer(anew=True) as store:
        assert store.cursor("/chats/a.jsonl") is None
        assert (store.next_line(), store.opening.edits, store.refs()) == (1, 0, [])
        assert len(store.head.tombstones) == 2
        add(store, "two")
    assert memory.texts() == ["two"]
    assert memory.reader().verify() == []


def test_another_memory_at_the_same_place_takes_nothing_over(
    memory: Memory, tmp_path: Path
) -> None:
    other = Memory(tmp_path / "other")
    with other.writer() as store:
        add(store, "uses REST", ref=BEACON)
    memory.root.rename(tmp_path / "away")
    other.root.rename(memory.root)
    with memory.writer() as store:
        assert store.cursor("/chats/a.jsonl") is None
        assert (store.head.seq, store.opening.edits, store.opening.lost) == (1, 0, 0)


def test_two_roots_with_one_state_folder_do_not_mix(tmp_path: Path) -> None:
    one, two = Memory(tmp_path / "a"), Memory(tmp_path / "b")
    two.state = one.state
    with one.writer() as first, two.writer() as second:
        lines(first, "x")
        add(first, "one")
        add(second, "two")
    assert two.reader().cursor("/chats/a.jsonl") is None
    assert (one.texts(), two.texts()) == (["one"], ["two"])
    assert [store.verify() for store in (one.reader(), two.reader())] == [[], []]


def test_what_another_writer_left_under_memoryd_is_left_alone(memory: Memory) -> None:
    own = memory.root / ".memoryd"
    others = {
        own / "wal/laptop-abc123/log.jsonl": b"0123456789abcdef {}\n",
        own / "audit/laptop-abc123.jsonl": b'{"seq": 1}\n',
        own / "lines/laptop-abc123/2026-02.jsonl": b'{"seq": 9}\n',
        own / "review/laptop-abc123.jsonl": b"{}\n",
    }
    for path, raw in others.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(raw)
    with memory.writer() as store:
        assert store.next_line() == 3
        add(store, "four")
        store.rescan(NOW)
    assert {path: path.read_bytes() for path in others} == others


@pytest.mark.parametrize("raw", [b"", b"\xff\xfe", b"short\n", None])
def test_a_spoilt_salt_is_put_back_from_the_copy(memory: Memory, raw: bytes | None) -> None:
    place = memory.root / ".memoryd/salt"
    salt = place.read_bytes()
    place.unlink()
    if raw is not None:
        place.write_bytes(raw)
    with memory.writer() as store:
        assert store.ledger(SARAH)[1] is None
        assert store.opening.edits == 0
    assert place.read_bytes() == salt


def test_the_copy_of_the_head_is_written_when_it_says_something_else_and_only_then(
    memory: Memory,
) -> None:
    with memory.writer() as store:
        store.save_head()
        kept, stamp = memory.head_copy.read_bytes(), memory.head_copy.stat()
        store.save_head()
        assert memory.head_copy.stat() == stamp

        for spoil in (
            lambda path: path.unlink(),
            lambda path: path.write_bytes(b"{}"),
            lambda path: (path.write_bytes(kept[::-1]), os.utime(path, (1, 1))),
        ):
            spoil(memory.head_copy)
            store.save_head()
            assert memory.head_copy.read_bytes() == kept

        for tell in (
            lambda: store.head.marks.update({"told": "now"}),
            lambda: store.note_cursors([Cursor("/x.jsonl", 5, "a", "b", 1, 9, 7)], {}),
            lambda: store.note_cursors([Cursor("/x.jsonl", 5, "a", "b", 1, 9, 8)], {}),
            lambda: store.head.tombstones.add("gone"),
            lambda: add(store, "four"),
        ):
            before = memory.head_copy.read_bytes()
            tell()
            store.save_head()
            assert memory.head_copy.read_bytes() == store.head.as_bytes() != before
