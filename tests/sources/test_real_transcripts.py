"""Real recordings: what comes out is conversation only, counted a second way by plain rules."""

import json
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from memoryd.core.turn import Role
from memoryd.sources import ClaudeCodeSource, PiSource, Source
from tests.sources.reading import last, read

SHARED = Path(__file__).parents[2].parent / "shared"
pytestmark = [
    pytest.mark.shared,
    pytest.mark.skipif(not SHARED.is_dir(), reason="../shared with the recordings is absent"),
]
UTC = ZoneInfo("UTC")
NOT_TYPED = ("<command-", "<local-command-", "Caveat: The messages below")
CLAUDE = sorted(
    [
        *SHARED.glob("transcripts/claude-code/*/*.jsonl"),
        *SHARED.glob("samples/claude-code/**/*-*.jsonl"),
    ]
)
PI = sorted(
    [*SHARED.glob("transcripts/pi/*.jsonl"), *SHARED.glob("transcripts/deja-vu/*/session.jsonl")]
)


def objects(path: Path) -> list[dict[str, Any]]:
    found = []
    for raw in path.read_bytes().split(b"\n"):
        try:
            row = json.loads(raw)
        except ValueError:
            continue
        if isinstance(row, dict):
            found.append(row)
    return found


def words(content: Any) -> str:
    """All texts of a message, by another road than the source takes."""
    if isinstance(content, str):
        return content.strip()
    found = [b["text"] for b in content or [] if isinstance(b, dict) and b.get("type") == "text"]
    return "\n".join(found).strip()


def strings(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    below = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [text for part in below for text in strings(part)]


def expected_claude(path: Path) -> list[tuple[str, str]]:
    found: dict[object, tuple[str, str]] = {}
    for n, row in enumerate(objects(path)):
        message = row.get("message")
        if row.get("type") not in ("user", "assistant") or not isinstance(message, dict):
            continue
        flags = ("isMeta", "isSidechain", "isCompactSummary", "isVisibleInTranscriptOnly")
        text = words(message.get("content"))
        tool = "tool_result" in [
            b["type"] for b in message.get("content") or () if isinstance(b, dict)
        ]
        if any(row.get(flag) is True for flag in flags) or tool or "toolUseResult" in row:
            continue
        if not text or (row["type"] == "user" and text.startswith(NOT_TYPED)):
            continue
        found.setdefault(row.get("uuid", n), (row["type"], text))
    return list(found.values())


def expected_pi(path: Path) -> list[tuple[str, str]]:
    rows = [row["message"] | {"at": row["timestamp"]} for row in objects(path) if "message" in row]
    said = {
        (m["at"], m["role"], words(m["content"])): None
        for m in rows
        if m["role"] in ("user", "assistant")
    }
    return [
        (role, text)
        for _, role, text in said
        if text and text not in ("/", "/mode", "/them", "/the")
    ]


@pytest.mark.parametrize("path", CLAUDE, ids=lambda path: f"{path.parent.name}/{path.name[:12]}")
def test_a_claude_code_recording_gives_its_conversation(path: Path) -> None:
    compare(ClaudeCodeSource([], UTC), path, expected_claude(path))


@pytest.mark.parametrize("path", PI, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_pi_recording_gives_its_conversation(path: Path) -> None:
    compare(PiSource([], UTC), path, expected_pi(path))


def compare(source: Source, path: Path, expected: list[tuple[str, str]]) -> None:
    turns = read(source, path)

    assert [("user" if t.role is Role.OPERATOR else "assistant", t.text) for t in turns] == expected
    assert len({turn.key for turn in turns}) == len(turns)
    assert read(source, path, last(source, path).cursor) == []
    for chunk in source.read(path, None):
        assert (
            read(source, path, chunk.cursor)
            == turns[len(turns) - len(read(source, path, chunk.cursor)) :]
        )


@pytest.mark.parametrize(
    "path", [*CLAUDE, *PI], ids=lambda path: f"{path.parent.name}/{path.name[:12]}"
)
def test_no_tool_output_thinking_or_recap_is_in_any_turn(path: Path) -> None:
    source: Source = (PiSource if path in PI else ClaudeCodeSource)([], UTC)
    said = {turn.text for turn in read(source, path)}
    unsaid: set[str] = set()
    for row in objects(path):
        message = row.get("message") if isinstance(row.get("message"), dict) else {}
        content = message.get("content")
        for block in content if isinstance(content, list) else ():
            if isinstance(block, dict) and block.get("type") != "text":
                unsaid.update(strings(block))
        if message.get("role") == "toolResult" or row.get("isSidechain") or row.get("summary"):
            unsaid.update(strings(row))

    assert not {text.strip() for text in unsaid if len(text) > 40} & said
