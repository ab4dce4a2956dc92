"""Lines: kept in order, each once, whatever a crash, a disk or a person did to their files."""

import resource
from datetime import UTC, datetime
from pathlib import Path

import pytest

from memoryd.core.turn import Line, Role, Turn
from memoryd.errors import StoreError
from memoryd.store.lines import Lines
from memoryd.store.rowfile import RowFile
from memoryd.store.seen import Seen
from tests.store.kit import Memory, add, change, lines


def line(seq: int, text: str = "words", month: int = 1) -> Line:
    moment = datetime(2026, month, 5, 9, 0, tzinfo=UTC)
    return Line(seq, Turn("plain", "a", f"l{seq}", moment, Role.OPERATOR, text))


def seqs(kept: Lines, after: int = 0) -> list[int]:
    return [found.seq for found in kept.read(after)]


@pytest.fixture
def kept(tmp_path: Path) -> Lines:
    return Lines(tmp_path / "lines")


def test_lines_of_several_months_come_back_in_the_order_they_were_ingested(kept: Lines) -> None:
    kept.append([line(1, month=3), line(2), line(3, month=3), line(4, month=2)])
    kept.append([line(5), line(6, month=3)])
    assert seqs(kept) == [1, 2, 3, 4, 5, 6]
    assert seqs(kept, 4) == [5, 6]
    assert kept.last() == 6


def test_appending_again_after_a_crash_adds_nothing(kept: Lines) -> None:
    kept.append([line(1), line(2)])
    kept.append([line(1), line(2), line(3)])
    assert seqs(kept) == [1, 2, 3]


@pytest.mark.parametrize("size", range(1, 400, 37))
def test_a_torn_last_row_is_cut_and_written_again(kept: Lines, tmp_path: Path, size: int) -> None:
    kept.append([line(1), line(2, "long " * 60)])
    path = tmp_path / "lines/2026-01.jsonl"
    whole = path.read_bytes()
    start = whole.index(b"\n") + 1
    path.write_bytes(whole[: min(start + size, len(whole) - 1)])
    assert seqs(kept) == [1]
    kept.append([line(2, "long " * 60), line(3)])
    assert seqs(kept) == [1, 2, 3]
    assert path.read_bytes().startswith(whole)


def test_a_file_that_is_one_torn_row_begins_anew(kept: Lines, tmp_path: Path) -> None:
    path = tmp_path / "lines/2026-01.jsonl"
    path.parent.mkdir()
    path.write_bytes(b"x" * 200_000)
    assert (kept.last(), seqs(kept)) == (0, [])
    kept.append([line(1)])
    assert seqs(kept) == [1]


@pytest.mark.parametrize(
    "bad", [b"\n", b"\x00\x00\n", b"{}\n", b"[1]\n", b'{"seq": 2\n', b"\xff\n"]
)
@pytest.mark.parametrize("place", ["first", "middle", "last"])
def test_a_spoilt_row_is_named_and_hides_no_other(
    kept: Lines, tmp_path: Path, bad: bytes, place: str
) -> None:
    kept.append([line(1), line(2)])
    path = tmp_path / "lines/2026-01.jsonl"
    rows = path.read_bytes().splitlines(keepends=True)
    number = {"first": 0, "middle": 1, "last": 2}[place]
    rows.insert(number, bad)
    path.write_bytes(b"".join(rows))
    assert seqs(kept) == [1, 2]
    assert list(kept.unreadable()) == [f"2026-01.jsonl:{number + 1}"]
    kept.append([line(2), line(3)])
    assert seqs(kept) == [1, 2, 3]
    assert len(list(kept.keys())) == 3


@pytest.mark.parametrize("text", ["a\u2028b", "a\x85b\r\nc", "half \ud800 a character", "\x00", ""])
def test_any_text_comes_back_as_it_was(kept: Lines, text: str) -> None:
    kept.append([line(1, text)])
    assert next(kept.read()).turn.text == text
    assert kept.find(frozenset({"plain:a#l1"}))["plain:a#l1"].turn.text == text


@pytest.mark.parametrize(
    "name", ['quo"te', "back\\slash", "a\nb", "é", "東京", "#:%,", "\ud800", ""]
)
def test_a_line_is_found_whatever_its_names_are(kept: Lines, name: str) -> None:
    said = Turn(name, name, name, datetime(2026, 1, 5, tzinfo=UTC), Role.OPERATOR, name)
    kept.append([line(1), Line(2, said), line(3)])
    assert list(kept.keys())[1] == (name, name, name)
    assert kept.find(frozenset({said.key})) == {said.key: Line(2, said)}
    assert kept.find(frozenset({said.key, *map(str, range(30))})) == {said.key: Line(2, said)}
    assert seqs(kept, 1) == [2, 3]


def test_a_spoilt_row_of_lines_is_told_by_check(tmp_path: Path) -> None:
    memory = Memory(tmp_path)
    with memory.writer() as store:
        lines(store, "a", "b")
    path = memory.only("lines/*/*.jsonl")
    path.write_bytes(b"oops\n" + path.read_bytes())
    assert memory.reader().verify() == ["lines/2026-02.jsonl:1: cannot be read"]


def test_lines_that_somebody_else_committed_first_are_not_taken_for_ours(tmp_path: Path) -> None:
    memory = Memory(tmp_path)
    with memory.writer() as store:
        lines(store, "a")
        store.head.last_line = 0  # as a caller that read the number too early
        stale = store.next_line()
        store.head.last_line = 1
        assert stale == 1
        with pytest.raises(StoreError, match="try again"):
            store.commit(change(lines=(line(stale, "b"),)))
        lines(store, "b")
        assert [found.turn.text for found in store.waiting_lines()] == ["a", "b"]


def test_half_a_million_lines_are_known_in_little_memory() -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    seen = Seen(f"plain:session-{n // 100}#{n}" for n in range(250_000))
    for n in range(250_000, 500_000):
        seen.add(f"plain:session-{n // 100}#{n}")
    assert all(f"plain:session-{n // 100}#{n}" in seen for n in range(0, 500_000, 997))
    assert not any(f"plain:session-{n}#other" in seen for n in range(0, 50_000, 97))
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 60_000


def test_a_line_is_known_by_its_session_or_by_its_id_alone(tmp_path: Path) -> None:
    memory = Memory(tmp_path)
    with memory.writer() as store:
        lines(store, "a")
    with memory.writer() as store:
        assert store.is_seen(("plain", "a", "a"), global_ids=False)
        assert not store.is_seen(("plain", "b", "a"), global_ids=False)
        assert store.is_seen(("plain", "b", "a"), global_ids=True)
        lines(store, "b")
        assert store.is_seen(("plain", "z", "b"), global_ids=True)
        assert store.is_seen(("plain", "a", "b"), global_ids=False)


@pytest.mark.parametrize("raw", [b"", b"x", b"x\n", b"x\ny", b"x\n" * 70_000 + b"y" * 70_000])
def test_appending_to_a_row_file_cuts_what_is_no_whole_row(tmp_path: Path, raw: bytes) -> None:
    path = tmp_path / "rows"
    path.write_bytes(raw)
    RowFile(path).append(b"new\n")
    assert path.read_bytes() == raw[: raw.rfind(b"\n") + 1] + b"new\n"
    assert list(RowFile(path).rows())[-1] == b"new\n"


def test_a_fact_of_lines_that_are_gone_is_still_there(tmp_path: Path) -> None:
    memory = Memory(tmp_path)
    with memory.writer() as store:
        lines(store, "a")
        add(store, "likes tea")
    memory.only("lines/*/*.jsonl").unlink()
    with memory.writer() as store:
        assert store.next_line() == 2
        assert list(store.waiting_lines()) == []
    assert memory.texts() == ["likes tea"]
