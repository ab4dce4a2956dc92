from pathlib import Path
from typing import Any

import pytest

from memoryd.core.turn import Role
from memoryd.sources import PiSource, Source
from tests.contracts.source_suite import BERLIN, SourceSuite
from tests.sources.reading import dump, last, read, skipped

WHEN = "2026-02-15T09:00:00Z"


def message(role: str, content: Any, **more: Any) -> dict[str, Any]:
    body = {"role": role, "content": content}
    return {
        "type": "message",
        "id": "n",
        "parentId": None,
        "timestamp": WHEN,
        "message": body | more,
    }


class TestPiSource(SourceSuite):
    def make(self, folder: Path) -> Source:
        return PiSource([str(folder)], BERLIN)

    def row(self, who: Role, text: str, time: object, line: str) -> dict[str, Any]:
        body = {"role": "user" if who is Role.OPERATOR else "assistant",
                "content": [{"type": "text", "text": text}]}  # fmt: skip
        return {"type": "message", "id": line, "parentId": None, "timestamp": time, "message": body}

    def noise(self) -> list[dict[str, Any]]:
        said = [{"type": "text", "text": "NOISE"}]
        thinking = {"type": "thinking", "thinking": "NOISE"}
        call = {"type": "toolCall", "id": "c", "name": "read", "arguments": {"path": "NOISE"}}
        hidden = {"provenance": {"kind": "inter_session", "sourceTool": "x"}}
        return [
            {"type": "session", "version": 3, "id": "s-1", "timestamp": WHEN, "cwd": "/home/op"},
            {"type": "model_change", "id": "n", "timestamp": WHEN, "modelId": "NOISE"},
            {"type": "compaction", "id": "n", "timestamp": WHEN, "summary": "NOISE"},
            {"type": "branch_summary", "id": "n", "timestamp": WHEN, "summary": "NOISE"},
            {"type": "custom", "customType": "x", "data": {"text": "NOISE"}},
            {"type": "custom_message", "content": said, "display": True},
            message("toolResult", said, toolCallId="c", toolName="read"),
            {"message": {"content": said, "role": "toolResult"}, "type": "message"},
            message("bashExecution", None, command="NOISE", output="NOISE"),
            message("compactionSummary", said),
            message("assistant", [thinking, call], stopReason="toolUse"),
            message("assistant", [], stopReason="aborted"),
            message("user", "NOISE", **hidden),
            message("user", "NOISE", display=False),
            message("user", "NOISE", runtimeContextCarrier=True),
            message("user", said) | {"appendMode": "side"},
            message("assistant", said) | {"appendMode": "side"},
            message("user", said) | {"display": False},
            message("user", [{"type": "image", "data": "NOISE"}]),
            message("user", "/mode"),
            message("user", "/"),
        ]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "2026_abc.jsonl"


def source() -> PiSource:
    return PiSource([], BERLIN)


def test_the_header_names_the_session_also_on_a_resumed_read(path: Path) -> None:
    header = {"type": "session", "version": 3, "id": "s-1", "timestamp": WHEN}
    path.write_bytes(dump(header, message("user", "one")))
    cursor = last(source(), path).cursor
    path.write_bytes(path.read_bytes() + dump(message("user", "two") | {"id": "m"}))

    assert [turn.session for turn in read(source(), path, cursor)] == ["s-1"]


def test_a_row_copied_into_a_branch_keeps_the_id_of_its_line(path: Path) -> None:
    rows = [message("user", "one"), message("assistant", "two") | {"id": "m"}]
    path.write_bytes(dump({"type": "session", "id": "s-1"}, *rows))
    branch = path.with_name("branch.jsonl")
    branch.write_bytes(dump({"type": "session", "id": "s-2", "branchedFrom": "s-1"}, *rows))

    lines = [[turn.line for turn in read(source(), file)] for file in (path, branch)]

    assert lines[0] == lines[1]
    assert source().global_ids


@pytest.mark.parametrize("header", [{"type": "session"}, {"type": "session", "id": ["x"]}])
def test_a_header_without_an_id_leaves_the_files_name(path: Path, header: dict[str, Any]) -> None:
    path.write_bytes(dump(header, message("user", "one")))

    assert read(source(), path)[0].session == "2026_abc"


def test_words_beside_thinking_and_tool_calls_are_kept(path: Path) -> None:
    blocks = [{"type": "thinking", "thinking": "hm"}, {"type": "text", "text": "Done."},
              {"type": "toolCall", "name": "x"}, {"type": "text", "text": "Next?"}]  # fmt: skip
    path.write_bytes(dump(message("assistant", blocks, stopReason="aborted")))

    assert [turn.text for turn in read(source(), path)] == ["Done.\nNext?"]


def test_the_messages_own_milliseconds_serve_where_the_row_has_no_time(path: Path) -> None:
    row = message("user", "hi", timestamp=1771146900000)
    del row["timestamp"]
    path.write_bytes(dump(row))

    assert read(source(), path)[0].time.timestamp() == 1771146900
    assert skipped(source(), path) == {}


def test_a_person_named_as_such_is_heard(path: Path) -> None:
    path.write_bytes(dump(message("user", "hi", provenance={"kind": "external_user"})))

    assert len(read(source(), path)) == 1


def test_a_command_with_words_and_a_path_are_heard(path: Path) -> None:
    path.write_bytes(
        dump(message("user", "/plan my trip"), message("user", "/home/op/x.py") | {"id": "m"})
    )

    assert len(read(source(), path)) == 2


def test_a_person_who_quotes_a_tool_row_is_heard(path: Path) -> None:
    quote = '{"type":"message","message":{"role":"toolResult","content":[]}} fails, why?'
    path.write_bytes(dump(message("user", quote)))

    assert [turn.text for turn in read(source(), path)] == [quote]
