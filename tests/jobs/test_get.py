"""memory_get: lines of one file, and nothing but files of the memory."""

from pathlib import Path
from typing import Any

import pytest

from memoryd.core.turn import Audience
from memoryd.jobs.get import get
from memoryd.jobs.reading import Reading
from tests.mcp.canaries import FILES, World


@pytest.fixture(name="memory", scope="module")
def _memory(tmp_path_factory: pytest.TempPathFactory) -> Reading:
    said = {"time": "2026-02-15T09:00:00Z", "text": "zzqk was said about Beacon"}
    talk = [{"role": "operator", **said}]
    memory = World(tmp_path_factory.mktemp("memory"), FILES, talk).reading()
    note = memory.store.root / "memory/2026-01-01.md"
    with note.open("w", newline="") as handle:
        handle.write("one\r\ntwo\u2028still two\nthree\nfour\n")
    (memory.store.root / "memory/2026-01-02.md").symlink_to("/etc/hostname")
    (memory.store.root / "memory/2026-01-03.md").mkdir()
    with (memory.store.root / "memory/2026-01-04.md").open("wb") as handle:
        handle.write(b"\xff\xfe long " + b"x" * 90_000 + b"\nnext\n")
    return memory


def read(memory: Reading, path: str, **more: Any) -> dict[str, Any]:
    return get(memory, path, audience=Audience.PRIVATE, **more)


NOTE = "memory/2026-01-01.md"


@pytest.mark.parametrize(
    ("path", "more", "text", "lines"),
    [
        (NOTE, {}, "one\ntwo\u2028still two\nthree\nfour", (1, 4)),
        (NOTE, {"start": 3}, "three\nfour", (3, 4)),
        (NOTE, {"start": 2, "count": 2}, "two\u2028still two\nthree", (2, 3)),
        (NOTE, {"start": 9}, "", (9, 8)),
        (f"{NOTE}#L4", {}, "four", (4, 4)),
        (f"{NOTE}#L3-L4", {"start": 1}, "three\nfour", (3, 4)),
        (f"{NOTE}#L3-4", {}, "three\nfour", (3, 4)),
        (f"{NOTE}#L4-L2", {}, "four", (4, 4)),
        (f"./{NOTE}", {"count": 1}, "one", (1, 1)),
    ],
)
def test_the_lines_that_were_asked_for(
    memory: Reading, path: str, more: dict[str, int], text: str, lines: tuple[int, int]
) -> None:
    found = read(memory, path, **more)

    assert (found["status"], found["text"]) == ("ok", text)
    assert (found["startLine"], found["endLine"], found["totalLines"]) == (*lines, 4)
    assert (found["path"], found["source"]) == (NOTE, "memory")
    assert found["provenance"] == {"layer": "note"}
    assert found["snippet"] == text[:200]


def test_a_full_path_inside_the_memory_is_read(memory: Reading) -> None:
    assert read(memory, f"{memory.store.root}/MEMORY.md")["path"] == "MEMORY.md"


@pytest.mark.parametrize(
    "path",
    ["", "/", ".", "..", "MEMORY.txt", "memory.md", "memory/2026-01-09.md", "memory", "notes/x.md",
     "memory/2026-01-02.md", "memory/2026-01-03.md", ".memoryd/salt", ".memoryd/x/items.json",
     "../config.toml", "projects/../MEMORY.md", "projects/beacon/../beacon/items.json",
     "memory/../MEMORY.md", "/etc/passwd", "projects/none/items.json", "projects/beacon",
     "projects/beacon/notes.md", "summary.md", "/items.json", "x/items.json", "a\0b/items.json",
     "\ud800/items.json", "x" * 5000 + "/items.json", "x" * 5000, "lines/plain/none", "lines/x"],
)  # fmt: skip
def test_what_is_not_there_is_not_found_and_raises_nothing(memory: Reading, path: str) -> None:
    assert read(memory, path) == {"path": path, "text": "", "status": "not_found"}


def test_what_was_said_is_read_by_its_place_in_memory(memory: Reading) -> None:
    found = read(memory, "lines/plain/zzqk")

    assert (found["source"], found["startLine"], found["endLine"]) == ("sessions", 1, 1)
    assert found["text"] == "2026-02-15T09:00:00+00:00 operator: zzqk was said about Beacon"
    for more in ("#L1", "#2026-02-15", "#2026-02-15#L1-L3"):
        assert read(memory, f"lines/plain/zzqk{more}")["text"] == found["text"]
    assert read(memory, "lines/plain/zzqk#2026-02-16")["status"] == "not_found"


def test_a_long_file_is_cut_and_says_how_far_it_goes(memory: Reading) -> None:
    found = read(memory, "memory/2026-01-04.md")
    rest = read(memory, "memory/2026-01-04.md", start=2)

    assert len(found["text"]) == 40_000
    assert (found["endLine"], found["totalLines"]) == (1, 2)
    assert rest["text"] == "next"


def test_an_archived_entity_is_read_where_it_lies(memory: Reading) -> None:
    place: Path = memory.store.root / "archives/projects/gone"
    place.mkdir(parents=True)
    with (place / "summary.md").open("w") as handle:
        handle.write("# Gone\n")

    assert read(memory, "archives/projects/gone/summary.md")["text"] == "# Gone"
