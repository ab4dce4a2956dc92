from pathlib import Path
from typing import Any

import pytest

from memoryd.core.turn import Role
from memoryd.sources import ClaudeCodeSource, Source
from memoryd.sources.claude_code import default_paths
from tests.contracts.source_suite import BERLIN, SourceSuite
from tests.sources.reading import dump, read, skipped

WHEN = "2026-02-15T09:00:00Z"


def row(kind: str, content: Any, **more: Any) -> dict[str, Any]:
    return {
        "parentUuid": None,
        "isSidechain": False,
        "type": kind,
        "message": {"role": kind, "content": content},
        "uuid": "n",
        "timestamp": WHEN,
        "cwd": "/home/op/beacon",
        "sessionId": "s-1",
        **more,
    }


RESULT = [{"tool_use_id": "t", "type": "tool_result", "content": "NOISE"}]


class TestClaudeCodeSource(SourceSuite):
    def make(self, folder: Path) -> Source:
        return ClaudeCodeSource([str(folder)], BERLIN)

    def row(self, who: Role, text: str, time: object, line: str) -> dict[str, Any]:
        if who is Role.OPERATOR:
            return row("user", text, uuid=line, timestamp=time)
        blocks = [{"type": "text", "text": text}]
        return row("assistant", blocks, uuid=line, timestamp=time)

    def noise(self) -> list[dict[str, Any]]:
        text = [{"type": "text", "text": "NOISE"}]
        return [
            {"type": "queue-operation", "content": "NOISE", "timestamp": WHEN},
            {"type": "summary", "summary": "NOISE", "leafUuid": "n"},
            {"type": "last-prompt", "lastPrompt": "NOISE"},
            {"type": "file-history-snapshot", "snapshot": {}},
            {"type": "attachment", "attachment": {"content": ["NOISE"]}, "uuid": "n"},
            {"type": "system", "subtype": "compact_boundary", "content": "NOISE", "uuid": "n"},
            row("user", RESULT),
            row("user", [*text, *RESULT]),
            row("user", "NOISE", toolUseResult={"stdout": "NOISE"}),
            {"message": {"content": RESULT, "role": "user"}, "type": "user"},
            row("user", "NOISE", isSidechain=True),
            row("assistant", text, isSidechain=True),
            row("user", "NOISE", isMeta=True),
            row("user", "NOISE", isCompactSummary=True),
            row("user", "NOISE", repeatsCompactSummary=True),
            row("user", "NOISE", isVisibleInTranscriptOnly=True),
            row("user", "NOISE", rowSource="harness"),
            row("user", "<command-name>/compact</command-name> NOISE"),
            row("user", "<command-message>NOISE</command-message>"),
            row("user", "<local-command-stdout>NOISE</local-command-stdout>"),
            row("user", "<bash-input>NOISE</bash-input>"),
            row("user", "<bash-stdout>NOISE</bash-stdout><bash-stderr></bash-stderr>"),
            row("user", "<task-notification>x</task-notification>\nNOISE"),
            row("user", "<system-reminder>NOISE</system-reminder>"),
            row("user", "[Request interrupted by user for tool use]"),
            row("user", "This session is being continued from a previous conversation that ran "
                "out of context. NOISE"),
            row("user", [{"type": "image", "source": {"data": "NOISE"}}]),
            row("assistant", [{"type": "thinking", "thinking": "NOISE"}]),
            row("assistant", [{"type": "tool_use", "name": "Bash", "input": {"a": "NOISE"}}]),
            row("assistant", text, isApiErrorMessage=True),
            row("assistant", [{"type": "text", "text": "No response requested."}]),
        ]  # fmt: skip


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "0a1b.jsonl"


def source() -> ClaudeCodeSource:
    return ClaudeCodeSource([], BERLIN)


def test_a_row_names_its_session_and_uuid(path: Path) -> None:
    path.write_bytes(dump(row("user", "one", uuid="u-1"), row("user", "two", uuid="u-2")))

    assert [turn.key for turn in read(source(), path)] == [
        "claude-code:s-1#u-1",
        "claude-code:s-1#u-2",
    ]


def test_a_fork_that_copies_rows_keeps_their_ids(path: Path) -> None:
    fork = path.with_name("fork.jsonl")
    path.write_bytes(dump(row("user", "one", uuid="u-1")))
    fork.write_bytes(dump(row("user", "one", uuid="u-1", sessionId="s-2")))

    assert source().global_ids
    assert read(source(), path)[0].line == read(source(), fork)[0].line


def test_an_old_row_without_session_uuid_and_role_is_read(path: Path) -> None:
    path.write_bytes(dump({"type": "user", "timestamp": WHEN, "message": {"content": "Hello"}}))

    (turn,) = read(source(), path)

    assert (turn.role, turn.session, len(turn.line)) == (Role.OPERATOR, "0a1b", 12)


def test_words_beside_a_tool_call_are_kept_and_thinking_is_not(path: Path) -> None:
    blocks = [{"type": "thinking", "thinking": "hm"}, {"type": "text", "text": "Let me look."},
              {"type": "tool_use", "name": "Bash", "input": {}}]  # fmt: skip
    path.write_bytes(dump(row("assistant", blocks)))

    assert [turn.text for turn in read(source(), path)] == ["Let me look."]


def test_ten_compactions_give_every_human_turn_once(path: Path) -> None:
    talk = []
    for n in range(10):
        talk += [
            row("user", f"question {n}", uuid=f"u-{n}"),
            {"type": "system", "subtype": "compact_boundary", "uuid": f"c-{n}"},
            row("user", "recap", uuid=f"r-{n}", isCompactSummary=True),
            row("user", f"question {n}", uuid=f"u-{n}"),
        ]
    path.write_bytes(dump(*talk))

    assert [turn.text for turn in read(source(), path)] == [f"question {n}" for n in range(10)]


@pytest.mark.parametrize("cwd", ["/home/op/.claude-mem/observer-sessions", "/home/op/.claude-mem"])
def test_another_memory_tools_session_is_left_out_whole(path: Path, cwd: str) -> None:
    path.write_bytes(
        dump(row("user", "You observe.", cwd=cwd), row("assistant", "ok", uuid="m", cwd="/"))
    )

    assert read(source(), path) == []
    assert skipped(source(), path) == {"own": 2}


@pytest.mark.parametrize(
    "more",
    [{"turnOrigin": "hook"}, {"promptSource": "system"}, {"rowSource": "harness"},
     {"origin": {"kind": "task-notification"}}, {"message": {"role": "assistant", "content": "x"}}],
)  # fmt: skip
def test_what_a_row_says_a_program_wrote_is_nobodys_word(path: Path, more: dict[str, Any]) -> None:
    path.write_bytes(dump(row("user", "My boss is Tom.", uuid="a") | more))

    assert read(source(), path) == []


@pytest.mark.parametrize(
    "text", ["Stop hook feedback:\nMy boss is Tom.", "[SYSTEM NOTIFICATION - NOT USER INPUT] Hi."]
)
def test_what_a_program_opens_with_its_own_words_is_nobodys(path: Path, text: str) -> None:
    path.write_bytes(dump(row("user", text)))

    assert read(source(), path) == []


STOP, STOP_TOOL = "[Request interrupted by user]", "[Request interrupted by user for tool use]"


@pytest.mark.parametrize(
    "content",
    [
        f"{STOP}\nI live in Berlin.",
        f"{STOP_TOOL}\n\nI live in Berlin.",
        f"{STOP} I live in Berlin.",
        f"I live in Berlin.\n{STOP}",
        [{"type": "text", "text": STOP}, {"type": "text", "text": "I live in Berlin."}],
        [{"type": "text", "text": "I live in Berlin."}, {"type": "text", "text": STOP_TOOL}],
    ],
)
def test_what_a_person_types_beside_an_interruption_is_heard(path: Path, content: Any) -> None:
    path.write_bytes(dump(row("user", content)))

    assert [turn.text for turn in read(source(), path)] == ["I live in Berlin."]


@pytest.mark.parametrize("text", [STOP, STOP_TOOL, f"{STOP}\n{STOP}\n", f"{STOP}\n<bash-input>x"])
def test_an_interruption_alone_is_nobodys_word(path: Path, text: str) -> None:
    path.write_bytes(dump(row("user", text)))

    assert read(source(), path) == []


def test_a_person_who_speaks_of_an_interruption_is_heard(path: Path) -> None:
    text = f"Why does it say {STOP} here?"
    path.write_bytes(dump(row("user", text)))

    assert [turn.text for turn in read(source(), path)] == [text]


def test_a_person_who_quotes_a_tool_row_is_heard(path: Path) -> None:
    quote = '"message":{"role":"user","content":[{"type":"tool_result"'
    path.write_bytes(dump(row("user", quote, uuid='x", "type": "tool_result')))

    assert [turn.text for turn in read(source(), path)] == [quote]


@pytest.mark.parametrize(
    ("environ", "folder"),
    [({}, "~/.claude/projects"), ({"CLAUDE_CONFIG_DIR": ""}, "~/.claude/projects"),
     ({"CLAUDE_CONFIG_DIR": "/srv/claude"}, "/srv/claude/projects")],
)  # fmt: skip
def test_the_programs_own_variable_moves_the_folder(environ: dict[str, str], folder: str) -> None:
    assert default_paths(environ) == (folder,)
