"""An entity's folder that is not read is told by search, as by status: nothing found is not all."""

import unicodedata
from pathlib import Path

import pytest

from tests.search.test_cases_j import Memory, fact


@pytest.fixture(name="memory")
def _memory(tmp_path: Path) -> Memory:
    home = Memory(tmp_path)
    home.say("Nothing new.")
    home.beat()
    home.facts("projects/beacon", fact("beacon-001", "Uses REST"))
    return home


NAMES = ["areas/people/Sarah", "areas/people/Anna Lee", "projects/My Project", "resources/A_b",
         "archives/people/Sarah", "archives/areas/people/Sarah", "areas/health/Knie",
         f"areas/people/{unicodedata.normalize('NFD', 'josé')}"]  # fmt: skip


@pytest.mark.parametrize("folder", NAMES)
@pytest.mark.parametrize("file", ["items.json", "summary.md"])
def test_a_folder_whose_name_is_no_slug_is_told(memory: Memory, folder: str, file: str) -> None:
    memory.write(f"{folder}/{file}", "[]" if file == "items.json" else "# Zorblax\n")

    private = memory.answer("Zorblax")
    assert private["results"] == []
    assert private["degraded"].startswith("not all of the memory can be read: ")
    assert folder.rpartition("/")[2] in private["degraded"]
    group, told = memory.answer("Zorblax", "group"), folder.startswith(("projects", "resources"))
    assert group["degraded"] == (
        "not all of the memory can be read; an answer may be missing" if told else None
    )
    assert group["stale"] == told


def test_a_folder_that_is_a_link_is_told(memory: Memory, tmp_path: Path) -> None:
    (tmp_path / "else").mkdir()
    (tmp_path / "else/summary.md").write_text("# Zorblax\n")
    (memory.root / "areas/people").mkdir(parents=True, exist_ok=True)
    (memory.root / "areas/people/sarah").symlink_to(tmp_path / "else")

    assert "areas/people/sarah is a link" in memory.answer("Zorblax")["degraded"]


@pytest.mark.parametrize(
    "path",
    ["areas/people/Sarah/photo.jpg", "areas/people/sarah/summary.md", "projects/.git/summary.md",
     "areas/people/sarah (conflicted copy)/summary.md", "Downloads/Sarah/summary.md"],
)  # fmt: skip
def test_what_holds_no_memory_is_not_told(memory: Memory, path: str) -> None:
    memory.write(path, "# X\n")

    assert memory.answer("REST")["degraded"] in (None, "no vectors")
