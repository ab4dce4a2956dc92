import os
from pathlib import Path
from typing import Any

import pytest

from memoryd.errors import SourceError
from memoryd.sources import PlainSource
from memoryd.sources.finding import _walk
from tests.contracts.source_suite import BERLIN
from tests.sources.reading import dump, read, skipped


def said(n: int) -> dict[str, Any]:
    return {"time": 1771146900 + n, "role": "operator", "id": n, "text": "again"}


def test_a_copy_is_noticed_a_long_way_behind_its_original(tmp_path: Path) -> None:
    path = tmp_path / "long.jsonl"
    path.write_bytes(dump(*map(said, range(33_000)), *map(said, range(32_700, 32_800))))

    assert skipped(PlainSource([], BERLIN), path) == {"duplicate": 100}


def test_a_stretch_without_any_turn_still_gives_places_to_resume_from(tmp_path: Path) -> None:
    path = tmp_path / "noise.jsonl"
    with path.open("wb") as handle:
        for _ in range(10):
            handle.write(b"x" * 7_000_000 + b"\n")
        handle.write(dump(said(1)))
    source = PlainSource([], BERLIN)

    first, second = source.read(path, None)

    assert dict(first.skipped) == {"bad_row": 10}
    assert first.cursor.offset == 70_000_010
    assert list(second.turns) == read(source, path, first.cursor)


@pytest.mark.parametrize("pattern", ["", "/*.jsonl", "/**/*.jsonl"])
def test_an_entry_that_cannot_be_looked_at_is_left_out_by_itself(
    tmp_path: Path, pattern: str
) -> None:
    for name in ("a", "c", "e"):
        (tmp_path / f"{name}.jsonl").write_bytes(dump(said(1)))
    for name in ("b", "d"):
        (tmp_path / f"{name}.jsonl").symlink_to(f"{name}.jsonl")
    (tmp_path / "gone.jsonl").symlink_to("nowhere")
    source = PlainSource([f"{tmp_path}{pattern}", str(tmp_path)], BERLIN)

    assert [path.stem for path in source.files()] == ["a", "c", "e"]
    assert sorted(line.partition(":")[0] for line in source.unreadable) == [
        str(tmp_path / "b.jsonl"),
        str(tmp_path / "d.jsonl"),
    ]


def test_files_that_vanish_while_a_folder_is_read_hide_no_other(tmp_path: Path) -> None:
    for number in range(200):
        (tmp_path / f"{number:03}.jsonl").write_bytes(dump(said(1)))
    complaints: list[str] = []
    walk = _walk(str(tmp_path), complaints)
    first, _ = next(walk)
    for number in range(0, 200, 2):  # the folder's names were read already
        (tmp_path / f"{number:03}.jsonl").unlink()
    found = {first, *(path for path, _ in walk)}

    assert found - {first} == {str(path) for path in tmp_path.iterdir()} - {first}
    assert complaints == []


LINKS = {
    "a folder elsewhere": ({"chats/p": "else/p"}, ["chats/a", "chats/p/b"]),
    "the folder above another": (
        {"chats/p": "else/p", "chats/q": "else"},
        ["chats/a", "chats/p/b", "chats/q/c"],
    ),
    "a folder twice": ({"chats/p": "else/p", "chats/p2": "else/p"}, ["chats/a", "chats/p/b"]),
    "a link to a folder": ({"chats/p": "l", "l": "else/p"}, ["chats/a", "chats/p/b"]),
    "itself": ({"chats/p": "chats"}, ["chats/a"]),
    "the folder above": ({"chats/p": "."}, ["chats/a"]),
    "one another": (
        {"chats/p": "else/p", "else/p/back": "chats", "else/p/up": "else"},
        ["chats/a", "chats/p/b"],
    ),
    "the whole disk": ({"chats/p": "/"}, ["chats/a"]),
    "nothing": ({"chats/p": "gone"}, ["chats/a"]),
}


@pytest.mark.parametrize("to", LINKS)
def test_a_folder_that_is_a_link_is_read_once(tmp_path: Path, to: str) -> None:
    for name in ("chats/a", "else/p/b", "else/c"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / f"{name}.jsonl").write_bytes(dump(said(1)))
    links, names = LINKS[to]
    for link, target in links.items():
        (tmp_path / link).symlink_to(tmp_path / target)
    source = PlainSource([str(tmp_path / "chats")], BERLIN)
    found = source.files()

    assert len(found) == len(names)
    real = {path.resolve() for path in found}
    assert real == {(tmp_path / f"{name}.jsonl").resolve() for name in names}
    assert source.unreadable == []


@pytest.mark.parametrize("pattern", ["", "/*.jsonl", "/*/*.jsonl", "/**/*.jsonl"])
@pytest.mark.parametrize("place", [b"caf\xe9/a.jsonl", b"caf\xe9.jsonl", b"caf\xe9/b/a.jsonl"])
def test_a_transcript_whose_name_is_no_utf8_is_named_once(
    tmp_path: Path, place: bytes, pattern: str
) -> None:
    for name in (place, place.replace(b"a.", b"z.")):
        path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/" + name))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(dump(said(1)))
    (tmp_path / "café").mkdir()
    (tmp_path / "café" / "ok.jsonl").write_bytes(dump(said(1)))
    source = PlainSource([f"{tmp_path}{pattern}", str(tmp_path)], BERLIN)

    assert [path.name for path in source.files()] == ["ok.jsonl"]
    named = sorted({line.partition(":")[0] for line in source.unreadable})
    assert all("rename" in line for line in source.unreadable)
    assert len(source.unreadable) == len(named)
    assert f"{tmp_path}/caf\ufffd" in named[0]


@pytest.mark.parametrize("name", ["A.JSONL", "a.Jsonl", "a.jsonL"])
def test_capitals_in_the_ending_make_no_difference(tmp_path: Path, name: str) -> None:
    for folder in ("x", "y"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / name).write_bytes(dump(said(1)))
    (tmp_path / "x" / f"b.deleted.{name}").write_bytes(dump(said(1)))
    source = PlainSource([str(tmp_path)], BERLIN)

    assert [path.name for path in source.files()] == [name, name]
    assert [source.stem(path) for path in source.files()] == [f"x/{name[0]}", f"y/{name[0]}"]


@pytest.mark.parametrize("coding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_a_transcript_in_utf16_is_named_until_it_is_saved_as_utf8(
    tmp_path: Path, coding: str
) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(dump(said(1)).decode().encode(coding))
    source = PlainSource([], BERLIN)

    for _ in range(2):
        with pytest.raises(SourceError, match=r"a\.jsonl: .*UTF-16.*; save it as UTF-8"):
            read(source, path)
    path.write_bytes(dump(said(1)))
    assert [turn.line for turn in read(source, path)] == ["1"]


@pytest.mark.parametrize("before", [0, 1, 4_096])
@pytest.mark.parametrize("after", [0, 1, 4_096])
def test_what_a_crash_left_around_a_row_loses_no_row(
    tmp_path: Path, before: int, after: int
) -> None:
    path = tmp_path / "padded.jsonl"
    row = dump(said(2)).rstrip(b"\n")
    padded = b"\0" * before + row + b"\0" * after + b"\n"
    path.write_bytes(dump(said(1)) + padded + dump(said(3)) + b"\0" * 512)

    assert [turn.line for turn in read(PlainSource([], BERLIN), path)] == ["1", "2", "3"]
    assert skipped(PlainSource([], BERLIN), path) == {}
