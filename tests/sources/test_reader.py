from pathlib import Path
from typing import Any

from memoryd.sources import PlainSource
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
