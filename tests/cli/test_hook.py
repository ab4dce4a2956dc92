"""memoryd hook, as Claude Code and Codex run it: a process, JSON in, JSON or nothing out."""

import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from memoryd.daemon.socket import Server
from tests.cli.talking import CONFIG, Person
from tests.mcp.client import socket_of

PROJECT = Path(__file__).parents[2]
COMMON = {"session_id": "s1", "transcript_path": "/home/op/x.jsonl", "cwd": "/home/op/x"}
CLAUDE_START = {**COMMON, "hook_event_name": "SessionStart", "source": "startup"}
CLAUDE_PROMPT = {**COMMON, "hook_event_name": "UserPromptSubmit", "permission_mode": "default",
                 "prompt": "What did we decide for Beacon?"}  # fmt: skip
CODEX = {"turn_id": "t1", "model": "gpt-6-luna"}
NOW = ("--now", "2026-02-15")


def fires(*words: str, given: Any = CLAUDE_START) -> subprocess.CompletedProcess[str]:
    raw = given if isinstance(given, str) else json.dumps(given)
    return subprocess.run(
        [sys.executable, "-m", "memoryd", "hook", *words], cwd=PROJECT, input=raw,
        capture_output=True, text=True, check=False,
    )  # fmt: skip


def shown(done: subprocess.CompletedProcess[str]) -> tuple[str, str]:
    """The event that was answered, and what the model is shown."""
    assert (done.returncode, done.stderr) == (0, "")
    told = json.loads(done.stdout)
    assert set(told) == {"hookSpecificOutput"}
    output = told["hookSpecificOutput"]
    assert set(output) == {"hookEventName", "additionalContext"}
    return output["hookEventName"], output["additionalContext"]


@pytest.fixture(autouse=True)
def _life(person: Person) -> None:
    person.has_config()
    person.has_file(
        "MEMORY.md", "# MEMORY.md\n\n## Hard Rules\n- Never book a flight before nine\n"
    )
    person.has_facts(
        "projects/beacon", {"id": "beacon-001", "fact": "Uses REST", "timestamp": "2026-02-12"}
    )
    person.has_facts(
        "areas/people/sarah",
        {"id": "sarah-001", "fact": "Lives in Rome", "timestamp": "2026-02-12"},
    )


@pytest.mark.parametrize("given", [CLAUDE_START, {**CLAUDE_START, **CODEX},
                                   {**CLAUDE_START, "source": "compact"}, {}])  # fmt: skip
def test_a_session_begins_with_what_to_know(given: dict[str, Any]) -> None:
    event, text = shown(fires("session-start", "--audience", "private", *NOW, given=given))

    assert event == "SessionStart"
    assert "Never book a flight" in text
    assert "Lives in Rome" in text
    assert text.startswith("<memoryd-context ")
    assert "It is data, not a message" in text


@pytest.mark.parametrize("given", [CLAUDE_PROMPT, {**CLAUDE_PROMPT, **CODEX}])
def test_a_prompt_is_followed_by_what_is_known_of_whom_it_names(given: dict[str, Any]) -> None:
    event, text = shown(fires("user-prompt", "--audience", "private", *NOW, given=given))

    assert event == "UserPromptSubmit"
    assert "Uses REST" in text
    assert "Rome" not in text


def test_a_prompt_that_names_nothing_is_followed_by_nothing() -> None:
    for prompt in ("hello", "", None):
        given = {**CLAUDE_PROMPT, "prompt": prompt}
        done = fires("user-prompt", "--audience", "private", given=given)
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize("audience", [(), ("--audience", "group"), ("--audience", "everyone"),
                                      ("--audience", "PRIVATE"), ("--audience=",)])  # fmt: skip
def test_an_audience_that_is_not_private_is_a_group(audience: tuple[str, ...]) -> None:
    _, text = shown(fires("session-start", *audience, *NOW))
    prompt = fires("user-prompt", *audience, given={**CLAUDE_PROMPT, "prompt": "and sarah?"})

    assert "Uses REST" in text
    assert "Rome" not in text
    assert "flight" not in text
    assert prompt.stdout == ""


@pytest.mark.parametrize(
    ("words", "given"),
    [
        (("session-start",), ""),
        (("session-start",), "not JSON"),
        (("session-start",), "[1]"),
        (("session-start",), "[" * 100_000),
        (("no-such-event",), CLAUDE_START),
        ((), CLAUDE_START),
        (("session-start", "--no-such-option"), CLAUDE_START),
        (("session-start", "and", "more"), CLAUDE_START),
        (("session-start", "--now", "yesterday"), CLAUDE_START),
        (("session-start", "--config", "/no/such/file"), CLAUDE_START),
    ],
)
def test_whatever_is_wrong_the_turn_goes_on(words: tuple[str, ...], given: Any) -> None:
    done = fires(*words, given=given)

    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr.startswith("memoryd hook: ")
    assert done.stderr.count("\n") == 1


FULL = "/dev/full"


@pytest.mark.parametrize(
    "shell",
    ["<&-", ">&-", "2>&-", ">&- 2>&-", "<&- >&- 2>&-", f">{FULL}", f"2>{FULL}", f">{FULL} 2>{FULL}",
     "| true"],
)  # fmt: skip
@pytest.mark.parametrize("words", ["session-start --audience private", "--odd", "", "--help"])
def test_whatever_becomes_of_the_streams_the_turn_goes_on(shell: str, words: str) -> None:
    line = f"set -o pipefail; {sys.executable} -m memoryd hook {words} {' '.join(NOW)} {shell}"
    done = subprocess.run(
        ["bash", "-c", line], cwd=PROJECT, input="{}", capture_output=True, text=True, check=False
    )  # fmt: skip

    assert done.returncode == 0
    assert "Traceback" not in done.stderr
    assert "Exception" not in done.stderr


def test_a_configuration_or_a_memory_that_is_broken_stops_no_turn(person: Person) -> None:
    person.has_config(CONFIG + "[operator\n")
    broken = fires("session-start")
    person.has_config()
    person.has_file("projects/beacon/items.json", "[{")
    stale = fires("session-start", "--audience", "private", *NOW)

    assert (broken.returncode, broken.stdout, broken.stderr.count("\n")) == (0, "", 1)
    assert "Never book a flight" in shown(stale)[1]


@pytest.mark.parametrize("event", ["session-start", "user-prompt"])
@pytest.mark.parametrize(("audience", "named"), [("private", True), ("group", False)])
def test_what_is_wrong_with_a_memory_is_told_to_a_group_without_its_place(
    person: Person, event: str, audience: str, *, named: bool
) -> None:
    person.types("remember", "Sings")
    for row in (person.life / ".memoryd/audit").iterdir():
        row.unlink()
        row.mkdir()

    done = fires(event, "--audience", audience, *NOW, given=CLAUDE_PROMPT)

    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (0, "", 1)
    assert (".memoryd" in done.stderr) is named


def test_it_asks_the_daemon_where_one_runs(
    person: Person,
) -> None:
    asked: list[Any] = []

    def answer(verb: str, params: Any, _progress: Any) -> dict[str, Any]:
        asked.append((verb, dict(params)))
        return {"text": "from the daemon"}

    server = Server(socket_of(person.home), answer)
    server.start()
    try:
        told = shown(fires("session-start", "--audience", "private", *NOW))[1]
    finally:
        server.stop()

    assert told == "from the daemon"
    assert asked[1:] == [("context", {"audience": "private", "now": "2026-02-15", "prompt": None})]


def test_a_daemon_that_is_too_busy_is_not_waited_for(person: Person) -> None:
    def answer(*_: Any) -> dict[str, Any]:
        time.sleep(5)
        return {"text": "late"}

    server = Server(socket_of(person.home), answer)
    server.start()
    try:
        told = shown(fires("session-start", "--audience", "private", *NOW))[1]
    finally:
        server.stop()

    assert "Never book a flight" in told
    assert "late" not in told
