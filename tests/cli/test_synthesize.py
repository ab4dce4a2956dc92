"""memoryd synthesize: what it says of files that it cannot use, and that the rest goes on."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from memoryd.cli.synthesize import tell
from tests.acceptance.kit import CHATS, Person

SAID = (
    '{"time": "2026-01-05T09:00:00Z", "role": "operator", "text": "Sarah is my manager."}\n'
    '{"time": "2026-01-05T09:01:00Z", "role": "operator", "text": "Maria is my neighbour."}\n'
)


@pytest.fixture
def alex(tmp_path: Path) -> Person:
    person = Person(tmp_path)
    person.config(CHATS)
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


def answer_of(
    *entities: dict[str, Any], memory: dict[str, Any] | None = None, unread: tuple[str, ...] = ()
) -> dict[str, Any]:
    made = {"ref": "people/sarah", "why": "facts changed", "changed": False, "superseded": [],
            "refused": [], "kept_by_hand": 0, "archived": False}  # fmt: skip
    return {"writer": "offline", "memory": memory, "unread": unread,
            "entities": [made | entity for entity in entities]}  # fmt: skip


LINE = {"text": "Prefers calls"}
NOTHING = "nothing to do: no fact changed, cooled or warmed since the last synthesis"
PAIR = {"old": "sarah-001", "by": "sarah-002"}


@pytest.mark.parametrize(
    ("answer", "first"),
    [
        (answer_of({"changed": True}), "1 summary made, by offline"),
        (answer_of({"changed": True}, memory={"added": [LINE]}),
         "1 summary made, 1 line added to MEMORY.md, by offline"),
        (answer_of(memory={"added": [LINE, LINE]}), "2 lines added to MEMORY.md, by offline"),
        (answer_of(memory={"retired": ["x"]}), "1 line taken out of MEMORY.md, by offline"),
        (answer_of(memory={"retired": ["x"], "fallen": ["y"]}),
         "2 lines taken out of MEMORY.md, by offline"),
        (answer_of({"superseded": [PAIR]}), "1 fact superseded, by offline"),
        (answer_of({"archived": True}), "1 project archived, by offline"),
        (answer_of({}), NOTHING),
        (answer_of(), NOTHING),
        (answer_of(memory={"added": []}),
         NOTHING),
    ],
)  # fmt: skip
def test_what_was_done_is_said_and_nothing_that_was_not(
    capsys: pytest.CaptureFixture[str], answer: dict[str, Any], first: str
) -> None:
    tell(answer)

    assert capsys.readouterr().out.splitlines()[0] == first
