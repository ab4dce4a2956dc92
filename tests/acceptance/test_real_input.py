"""Real transcripts in, a scripted model on loopback, facts out: once, whatever interrupts it."""

import json
import random
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from tests.acceptance.kit import LINE, SHARED, Person, Shown, first_words, reading
from tests.fakes_server import ModelServer, model_server

pytestmark = [
    pytest.mark.shared,
    pytest.mark.skipif(not SHARED.is_dir(), reason="needs ../shared/transcripts"),
    pytest.mark.timeout(900),
]
TRANSCRIPTS = SHARED / "transcripts"
DEATHS = 50
NOT_SAID = (
    "isSidechain",
    "isMeta",
    "isCompactSummary",
    "isVisibleInTranscriptOnly",
    "toolUseResult",
)
ROLES = {"user": "operator", "assistant": "assistant"}
BY_PROGRAMS = (
    "<",
    "Caveat: The messages",
    "[Request interrupted",
    "This session is being continued",
)
LONG = 40  # letters and digits: a stretch that is no chance
# where the program cut a long line, or masked a secret
LEFT_OUT = re.compile(r"\[\.\.\. [\d,]+ characters left out \.\.\.\]|\[secret:\w+\]")


def person(base: Path, server: ModelServer, provider: str = "anthropic") -> Person:
    found = Person(base)
    for kind in ("claude-code", "pi"):
        shutil.copytree(TRANSCRIPTS / kind, base / kind)
    found.config(
        f"""
[operator]
name = "Alex"
timezone = "UTC"
[llm]
provider = "{provider}"
model = "claude-haiku-5-5"
base_url = "{server.url}"
[sources.claude_code]
paths = ["~/claude-code"]
[sources.pi]
paths = ["~/pi"]
"""
    )
    return found


@pytest.mark.parametrize("provider", ["anthropic", "openai"])
def test_a_second_heartbeat_makes_no_call_and_writes_nothing(tmp_path: Path, provider: str) -> None:
    with model_server(reading(first_words, provider)) as server:
        alex = person(tmp_path, server, provider)
        first = alex.json("heartbeat")
        calls, before = len(server.sent), alex.everything()
        second = alex.json("heartbeat")

        assert first["counts"]["stored"] > 20
        assert (second["calls"], len(server.sent)) == (0, calls)
        assert alex.everything() == before


def test_only_what_people_and_assistants_said_is_sent_and_little_of_the_bytes(
    tmp_path: Path,
) -> None:
    largest = max(TRANSCRIPTS.glob("*/**/*.jsonl"), key=lambda path: path.stat().st_size)
    with model_server(reading(first_words, "anthropic")) as server:
        alex = person(tmp_path, server)
        alex.json("heartbeat")
        raw = b"".join(request.raw for request in server.sent).decode()
        prompts = server.prompts

    shown = [line for prompt in prompts for line in _shown(prompt)]
    said = _said()
    print(f"{len(shown)} lines shown, of {sum(map(len, said.values()))} said")
    assert len(shown) > 500
    assert [line for line in shown if not _was_said(line, said)] == []

    tool, words = _tool_output(), "\n".join(text for texts in said.values() for text in texts)
    assert len(tool) > 1_000  # the recordings are mostly tool output
    sent = _stretches(raw) | _stretches("\n".join(prompts))
    leaked = [line for line in tool if _is_whole_in(line, sent)]
    assert [line for line in leaked if _squashed(line) not in words] == []

    share = len(raw.encode()) / largest.stat().st_size
    print(f"sent {len(raw.encode())} bytes, {len(prompts)} calls: {share:.1%} of the largest")
    assert share <= 0.08


def _shown(prompt: str) -> list[Shown]:
    """Return every line between the marks of a prompt; each must have a line's form."""
    fence = re.search(r"^<<<(\w+)\n(.*?)^\1>>>$", prompt, re.MULTILINE | re.DOTALL)
    assert fence is not None
    found = [LINE.fullmatch(row) for row in fence[2].splitlines()]
    assert None not in found
    return [match.groups() for match in found if match]  # type: ignore[misc]


def _was_said(line: Shown, said: dict[tuple[str, str], list[str]]) -> bool:
    """Whether the words, but for what was left out, were said by that one at that minute."""
    _, day, clock, who, text = line
    pieces = [_squashed(piece) for piece in LEFT_OUT.split(text)]
    return any(_in_order(pieces, whole) for whole in said.get((who, f"{day} {clock}"), ()))


def _in_order(pieces: list[str], whole: str) -> bool:
    start = 0
    for piece in pieces:
        start = whole.find(piece, start)
        if start < 0:
            return False
        start += len(piece)
    return True


def _squashed(text: str) -> str:
    """Return the letters and digits alone: how lines were folded into one does not matter."""
    return "".join(filter(str.isalnum, text))


def _stretches(text: str) -> set[str]:
    letters = _squashed(text)
    return {letters[at : at + LONG] for at in range(len(letters) - LONG + 1)}


def _is_whole_in(line: str, sent: set[str]) -> bool:
    """Whether a line was sent, as it is or in JSON, with its letters escaped or not."""
    forms = (line, json.dumps(line)[1:-1], json.dumps(line, ensure_ascii=False)[1:-1])
    return any(_stretches(form) <= sent for form in forms)


def _said() -> dict[tuple[str, str], list[str]]:
    """Return the squashed words of every text block a person or an assistant wrote.

    By role and minute in UTC, read from the recordings with no help of the program's readers.
    """
    found: dict[tuple[str, str], list[str]] = {}
    for row in _rows():
        kind, message = row.get("type"), row.get("message", {})
        # Claude Code names the speaker in the row's type, and not always in the message as pi does
        role = ROLES.get(message.get("role") if kind == "message" else kind)
        blocks = _blocks(message.get("content"))
        if role is None or any(row.get(flag) for flag in NOT_SAID):
            continue
        if any(block.get("type") == "tool_result" for block in blocks):
            continue
        minute = datetime.fromisoformat(row["timestamp"]).astimezone(UTC).strftime("%Y-%m-%d %H:%M")
        text = "".join(block["text"] for block in blocks if block.get("type") == "text")
        if not (role == "operator" and text.lstrip().startswith(BY_PROGRAMS)):
            found.setdefault((role, minute), []).append(_squashed(text))
    return found


def _tool_output() -> set[str]:
    """Return every line of many letters that tools printed in the recordings."""
    found: set[str] = set()
    for row in _rows():
        message = row.get("message", {})
        for block in _blocks(message.get("content")):
            if message.get("role") == "toolResult" or block.get("type") == "tool_result":
                inner = _blocks(block.get("content", block.get("text")))
                lines = "\n".join(str(b.get("text", "")) for b in inner).split("\n")
                found.update(line for line in lines if len(_squashed(line)) >= LONG)
    return found


def _rows() -> Iterator[dict[str, Any]]:
    for kind in ("claude-code", "pi"):
        for path in sorted(TRANSCRIPTS.glob(f"{kind}/**/*.jsonl")):
            for raw in path.read_bytes().split(b"\n"):
                with suppress(ValueError):
                    row = json.loads(raw)
                    if isinstance(row, dict) and isinstance(row.get("message", {}), dict):
                        yield row


def _blocks(content: object) -> list[dict[str, Any]]:
    blocks = content if isinstance(content, list) else [content]
    return [{"type": "text", "text": b} if isinstance(b, str) else b for b in blocks if b]


def test_killed_at_random_moments_it_ends_where_an_undisturbed_run_ends(tmp_path: Path) -> None:
    with model_server(reading(first_words, "anthropic")) as server:
        calm = person(tmp_path / "calm", server)
        began = time.monotonic()
        calm.json("heartbeat")
        whole = time.monotonic() - began
        expected = calm.files()

        hurt = person(tmp_path / "hurt", server)
        dice = random.Random(7)  # noqa: S311 - moments, not secrets
        deaths = 0
        while deaths < DEATHS:
            shutil.rmtree(hurt.home / "life", ignore_errors=True)
            shutil.rmtree(hurt.home / ".local", ignore_errors=True)
            deaths += _killed_until_it_ends(hurt, dice, whole)
            assert hurt.files() == expected, f"after {deaths} deaths"


def _killed_until_it_ends(hurt: Person, dice: random.Random, whole: float) -> int:
    deaths = 0
    while True:
        process = hurt.start("heartbeat")
        try:
            process.wait(dice.uniform(0.25, whole * 1.1))
        except subprocess.TimeoutExpired:
            process.kill()
        process.communicate()
        if process.returncode == 0:
            return deaths
        deaths += 1
