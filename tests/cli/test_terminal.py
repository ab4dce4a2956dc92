"""What a person at a terminal sees of a model that is down: one line of the verb, no log."""

import os
import pty
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.acceptance.kit import CHATS, Person
from tests.fakes_server import model_server, reply

MODEL = """\
[llm]
provider = "openai"
model = "gpt-6-luna"
base_url = "{url}"
"""
CONFIG = CHATS + MODEL
SAID = '{"time": "2026-01-05T09:00:00Z", "role": "operator", "text": "Sarah is my manager."}\n'


@pytest.mark.parametrize("status", [401, 503])
@pytest.mark.parametrize("verb", ["heartbeat", "nightly", "synthesize"])
def test_a_model_that_is_down_is_told_by_the_verb_alone(
    tmp_path: Path, verb: str, status: int
) -> None:
    person = Person(tmp_path)
    (tmp_path / "chats").mkdir()
    (tmp_path / "chats/a.jsonl").write_text(SAID)
    with model_server(reply(status)) as server:
        person.config(CONFIG.format(url=server.url))
        person.run("heartbeat", "--now", "2026-01-05T12:00:00", code=3)
        seen = at_a_terminal(person, verb, "--now", "2026-01-06T12:00:00")

    assert "llm_call_failed" not in seen
    assert "memoryd: " in seen or "waits: " in seen


def at_a_terminal(person: Person, *words: str, typed: str = "") -> str:
    """Return what a verb writes to standard error where that is a terminal."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "memoryd", *words]
    process = subprocess.Popen(
        command, env=person.env, stdin=theirs if typed else None, stdout=theirs, stderr=theirs
    )
    os.write(ours, typed.encode())
    os.close(theirs)
    seen = b""
    try:
        while part := os.read(ours, 4096):
            seen += part
    except OSError:  # the other end is closed
        pass
    process.wait(30)
    os.close(ours)
    return seen.decode()


def test_a_zone_that_is_none_is_asked_for_again_and_the_other_answers_stay(tmp_path: Path) -> None:
    person = Person(tmp_path)

    seen = at_a_terminal(person, "init", typed="Dana\nEurope/Berln\nEurope/Berlin\n\n")

    assert "'Europe/Berln' is not known" in seen
    settings = tomllib.loads((tmp_path / ".config/memoryd/config.toml").read_text())
    assert settings["operator"] == {"name": "Dana", "timezone": "Europe/Berlin"}


def test_without_a_terminal_it_is_said_that_nothing_was_asked(tmp_path: Path) -> None:
    person = Person(tmp_path)

    told = person.run("init")

    assert "nothing was asked: --name, --timezone, --root" in told
    assert "nothing was asked" not in Person(tmp_path / "b").run("init", "--yes")
