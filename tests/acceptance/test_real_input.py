"""Real transcripts in, a scripted model on loopback, facts out: once, whatever interrupts it."""

import json
import random
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from tests.acceptance.kit import SHARED, Person, first_words, reading
from tests.fakes_server import ModelServer, model_server

pytestmark = [
    pytest.mark.shared,
    pytest.mark.skipif(not SHARED.is_dir(), reason="needs ../shared/transcripts"),
    pytest.mark.timeout(900),
]
TRANSCRIPTS = SHARED / "transcripts"
DEATHS = 50


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
        sent = b"".join(request.raw for request in server.sent).decode()

    share = len(sent.encode()) / largest.stat().st_size
    print(f"sent {len(sent.encode())} bytes, {len(server.sent)} calls: {share:.1%} of the largest")
    assert share <= 0.08
    tool, said = _words("tool"), "\n".join(_words("said"))
    assert len(tool) > 1_000  # the recordings are mostly tool output
    assert not [words for words in tool if json.dumps(words)[1:-1] in sent and words not in said]


def _words(kind: str) -> set[str]:
    """Return every long line of what tools printed, or of what was said, in all recordings."""
    found: set[str] = set()
    for path in [*TRANSCRIPTS.glob("claude-code/**/*.jsonl"), *TRANSCRIPTS.glob("pi/**/*.jsonl")]:
        for raw in path.read_bytes().split(b"\n"):
            message = _message(raw)
            for block in _blocks(message.get("content")):
                is_tool = message.get("role") == "toolResult" or block.get("type") == "tool_result"
                if is_tool is (kind == "tool"):
                    inner = _blocks(block.get("content", block.get("text")))
                    lines = "\n".join(str(b.get("text", "")) for b in inner).split("\n")
                    found.update(line.strip() for line in lines if len(line.strip()) > 60)
    return found


def _blocks(content: object) -> list[dict[str, Any]]:
    blocks = content if isinstance(content, list) else [content]
    return [{"type": "text", "text": b} if isinstance(b, str) else b for b in blocks if b]


def _message(raw: bytes) -> dict[str, Any]:
    try:
        row = json.loads(raw)
    except ValueError:
        return {}
    message = row.get("message") if isinstance(row, dict) else None
    return message if isinstance(message, dict) else {}


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
