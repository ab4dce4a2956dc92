from pathlib import Path
from typing import Any

import pytest

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
