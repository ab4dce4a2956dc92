"""Entities of late: which files a context has to read by every rule, and which it may pass over."""

from pathlib import Path
from typing import Any

import pytest

from tests.store.kit import SARAH, Memory
from tests.store_kit import UTC_ZONE

OLD = {"id": "sarah-001", "fact": "Lives in Rome", "timestamp": "2024-01-05", "status": "active"}
USED = {**OLD, "lastAccessed": "2024-02-01"}
ON_RECORD = "2026-02-01"  # the kit's day
LATE = "2026-02-03"


def late(memory: Memory, day: str = LATE) -> bool:
    reader = memory.reader()
    found = list(reader.refs_since(day, reader.recorded(), UTC_ZONE))
    assert found in ([], [SARAH])
    return bool(found)


def on_record(memory: Memory, row: Any) -> None:
    memory.save([row])
    with memory.writer():
        pass


@pytest.mark.parametrize(
    ("row", "day", "expected"),
    [
        (OLD, ON_RECORD, True),  # written down that day
        (USED, ON_RECORD, True),  # whenever it was used last
        (OLD, LATE, False),
        (USED, LATE, False),
        ({**USED, "timestamp": LATE}, LATE, True),
        ({**USED, "lastAccessed": LATE}, LATE, True),
        ({**USED, "lastAccessed": "2026-02-02"}, LATE, False),
        ({**USED, "lastAccessed": "2026-02-03T08:00:00Z"}, LATE, True),
        ({**USED, "lastAccessed": "some day"}, LATE, True),
        ({**OLD, "timestamp": LATE, "status": "superseded"}, LATE, False),
    ],
)
def test_a_file_as_it_was_put_on_record_is_late_by_its_facts(
    tmp_path: Path, row: Any, day: str, expected: Any
) -> None:
    memory = Memory(tmp_path)
    on_record(memory, row)

    assert late(memory, day) is expected


@pytest.mark.parametrize("left", [b"[", b"[]", b"", b'[{"id": 1}]', None])
def test_a_file_that_broke_may_hold_anything(tmp_path: Path, left: bytes | None) -> None:
    memory = Memory(tmp_path)
    on_record(memory, USED)
    memory.path().unlink() if left is None else memory.path().write_bytes(left)

    assert late(memory)


@pytest.mark.parametrize("kind", ["saved since", "never on record", "link"])
def test_so_may_one_that_is_not_the_one_on_record(tmp_path: Path, kind: str) -> None:
    memory = Memory(tmp_path)
    if kind != "never on record":
        on_record(memory, USED)
    memory.save([{**USED, "fact": "Lives in Oslo"}])
    if kind == "link":
        memory.path().rename(tmp_path / "elsewhere")
        memory.path().symlink_to(tmp_path / "elsewhere")

    assert late(memory)


def test_a_folder_without_facts_is_none_of_them(tmp_path: Path) -> None:
    memory = Memory(tmp_path)
    on_record(memory, USED)
    (memory.root / "areas/people/tom").mkdir()

    assert not late(memory)


@pytest.mark.parametrize("place", ["archives/sarah", "archives/people/sarah"])
def test_what_was_archived_is_late_under_the_kind_that_it_had(tmp_path: Path, place: str) -> None:
    memory = Memory(tmp_path)
    on_record(memory, OLD)
    (memory.root / place).parent.mkdir(parents=True, exist_ok=True)
    memory.path().parent.rename(memory.root / place)

    assert late(memory, ON_RECORD)
