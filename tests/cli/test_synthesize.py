"""memoryd synthesize: what it says of files that it cannot use, and that the rest goes on."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.acceptance.kit import Person

CONFIG = """
[operator]
name = "Alex"
timezone = "UTC"
[sources.plain]
paths = ["~/chats/*.jsonl"]
"""
SAID = (
    '{"time": "2026-01-05T09:00:00Z", "role": "operator", "text": "Sarah is my manager."}\n'
    '{"time": "2026-01-05T09:01:00Z", "role": "operator", "text": "Maria is my neighbour."}\n'
)


@pytest.fixture
def alex(tmp_path: Path) -> Person:
    person = Person(tmp_path)
    person.config(CONFIG)
    (tmp_path / "chats").mkdir()
    (tmp_path / "chats/a.jsonl").write_text(SAID)
    person.run("heartbeat", "--now", "2026-01-05")
    return person


def _broken(root: Path) -> None:
    (root / "areas/people/sarah/items.json").write_text('[{"id": "a"},]')


def _linked(root: Path) -> None:
    (root / "elsewhere.md").write_text("# MEMORY.md\n")
    (root / "MEMORY.md").unlink(missing_ok=True)
    (root / "MEMORY.md").symlink_to(root / "elsewhere.md")


@pytest.mark.parametrize(
    ("harm", "named"),
    [(_broken, "areas/people/sarah/items.json:1:14"), (_linked, "MEMORY.md")],
)
def test_a_file_that_cannot_be_used_is_named_and_the_others_are_written(
    alex: Person, harm: Callable[[Path], None], named: str
) -> None:
    harm(alex.home / "life")
    process = alex.start("synthesize", "--now", "2026-01-11T04:00:00")
    out, err = process.communicate(timeout=60)

    assert process.returncode == 3, out
    assert named in err
    assert "Traceback" not in err
    summary = (alex.home / "life/areas/people/maria/summary.md").read_text()
    assert "Neighbour" in summary or "neighbour" in summary
