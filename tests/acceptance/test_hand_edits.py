"""A person edits while the program works: the edit is there afterwards, whole."""

import json
import os
import re
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from tests.acceptance.kit import Person, reading
from tests.fakes_server import Handler, Sent, Step, model_server

SAVES = int(os.environ.get("MEMORYD_SAVES", "500"))  # of each kind against the busy daemon
BURST = 20  # of each kind without a rest; a commit waits until nobody saves


def say(person: Person, text: str, *, session: str = "a", day: str = "2026-01-05") -> None:
    path = person.home / f"chats/{session}.jsonl"
    path.parent.mkdir(exist_ok=True)
    row = {"time": f"{day}T09:00:00Z", "role": "operator", "text": text}
    with path.open("a") as handle:
        handle.write(json.dumps(row) + "\n")


def numbered(lines: list[Any]) -> list[dict[str, Any]]:
    """Propose each line `Sarah saw thing N` as a fact about Sarah."""
    return [
        {"lines": [line[0]], "entity": {"kind": "person", "name": "Sarah"}, "fact": line[4],
         "category": "status", "when": None, "replaces": [], "related": []}
        for line in lines
    ]  # fmt: skip


def configured(base: Path, url: str) -> Person:
    person = Person(base)
    person.config(
        f'[operator]\nname = "Alex"\ntimezone = "UTC"\n[llm]\nprovider = "openai"\n'
        f'model = "gpt-6-luna"\nbase_url = "{url}"\n[budget]\ndaily_usd = 1000.0\n'
        'monthly_usd = 1000.0\n[sources.plain]\npaths = ["~/chats/*.jsonl"]\n'
    )
    return person


def items(person: Person, ref: str = "people/sarah") -> Path:
    return person.home / f"life/areas/{ref}/items.json"


def hand_fact(name: str) -> dict[str, Any]:
    return {"id": f"hand-{name}", "fact": f"by hand {name}", "timestamp": "2026-01-05",
            "status": "active", "mood": ["kept", None]}  # fmt: skip


def test_an_edit_made_while_the_model_answers_is_in_the_file_afterwards(tmp_path: Path) -> None:
    edits: list[Path] = []

    def meanwhile(answer: Step) -> Step:
        def step(handler: Handler) -> None:
            for path in edits:
                rows = json.loads(path.read_text())
                rows[0]["fact"] = "in the operator's own words"
                path.write_text(json.dumps([*rows, hand_fact("1")]))
            answer(handler)

        return step

    with model_server(meanwhile(reading(numbered, "openai"))) as server:
        person = configured(tmp_path, server.url)
        say(person, "Sarah saw thing 1")
        person.run("heartbeat")
        edits.append(items(person))
        say(person, "Sarah saw thing 2")
        person.run("heartbeat")

    rows = json.loads(items(person).read_text())
    assert [row["fact"] for row in rows] == [
        "in the operator's own words", "by hand 1", "Sarah saw thing 2",
    ]  # fmt: skip
    assert rows[1] == hand_fact("1")


def test_a_broken_file_is_named_left_alone_and_its_last_facts_are_served(tmp_path: Path) -> None:
    with model_server(reading(numbered, "openai")) as server:
        person = configured(tmp_path, server.url)
        say(person, "Sarah saw thing 1")
        person.run("heartbeat")
        broken = items(person).read_bytes().replace(b'"status": "active",', b'"status": active,')
        items(person).write_bytes(broken)
        say(person, "Sarah saw thing 2")
        told = person.json("heartbeat", code=3)
        assert told["blocked"] == ["areas/people/sarah/items.json"]
        assert items(person).read_bytes() == broken
        status = person.json("status", code=3)
        assert any("areas/people/sarah/items.json:8:15" in text for text in status["needs"])
        assert "Sarah saw thing 1" in person.run("recall", "people/sarah", "--facts")
        person.run("check", code=3)

        items(person).write_bytes(broken.replace(b": active", b': "active"'))
        person.run("heartbeat")

    facts = [row["fact"] for row in json.loads(items(person).read_text())]
    assert facts == ["Sarah saw thing 1", "Sarah saw thing 2"]


def test_a_line_of_the_note_that_a_person_deletes_stays_gone(tmp_path: Path) -> None:
    note = tmp_path / "life/memory/2026-01-05.md"
    with model_server(reading(numbered, "openai")) as server:
        person = configured(tmp_path, server.url)
        for number in (1, 2):
            say(person, f"Sarah saw thing {number}")
        person.run("heartbeat")
        rows = note.read_text().splitlines(keepends=True)
        note.write_text("".join(row for row in rows if "thing 1" not in row))
        for number in (3, 4):
            say(person, f"Sarah saw thing {number}")
            person.run("heartbeat")
        person.run("heartbeat")

    bullets = re.findall(r"^- .*(thing \d)", note.read_text(), re.MULTILINE)
    assert bullets == ["thing 2", "thing 3", "thing 4"]
    facts = [row["fact"] for row in json.loads(items(person).read_text())]
    assert facts == [f"Sarah saw thing {number}" for number in (1, 2, 3, 4)]


@pytest.mark.timeout(600)
def test_every_save_against_a_busy_daemon_is_kept(tmp_path: Path) -> None:
    with model_server(reading(numbered, "openai")) as server:
        person = configured(tmp_path, server.url)
        say(person, "Sarah saw thing 0")
        person.run("heartbeat")
        daemon = person.start("run")
        try:
            _until((person.home / ".local/state/memoryd/sock").exists)
            busy = _Busy(person)
            busy.start()
            answered = _saves(items(person), server.sent)
            busy.stop.set()
            busy.join()
            person.run("heartbeat")
        finally:
            daemon.terminate()
            daemon.communicate(timeout=30)

    facts = [row["fact"] for row in json.loads(items(person).read_text())]
    saved = [f"by hand {kind}{n}" for n in range(SAVES) for kind in "rp"]
    assert [text for text in saved if text not in facts] == []
    told = [f"Sarah saw thing {n}" for n in range(busy.said + 1)]
    assert [text for text in told if text not in facts] == []
    assert len(facts) == len(set(facts))
    print(f"{2 * SAVES} saves while the model answered {answered} times")
    assert answered >= min(10, SAVES // BURST)


class _Busy(threading.Thread):
    """Says things and asks the daemon for heartbeats, one after the other."""

    def __init__(self, person: Person) -> None:
        super().__init__()
        self.person, self.stop, self.said = person, threading.Event(), 0

    def run(self) -> None:
        while not self.stop.is_set():
            self.said += 1
            say(self.person, f"Sarah saw thing {self.said}")
            process = self.person.start("heartbeat")
            _, err = process.communicate(timeout=120)
            # 3: it met half of a save in place, and waits for the other half.
            assert process.returncode in (0, 3), err


def _saves(path: Path, asked: list[Sent]) -> int:
    """Save in bursts, each begun as the model answers: into the commit of what it found.

    Return how often it answered meanwhile.
    """
    before = seen = len(asked)
    for number in range(SAVES):
        if number % BURST == 0:
            _until(lambda seen=seen: len(asked) > seen)
            seen = len(asked)
        _save(path, f"r{number}", replace=True)
        _save(path, f"p{number}", replace=False)
    return len(asked) - before


def _save(path: Path, name: str, *, replace: bool) -> None:
    raw = json.dumps([*json.loads(path.read_bytes()), hand_fact(name)], indent=1).encode()
    if replace:
        temp = path.with_name("editor.tmp")
        temp.write_bytes(raw)
        temp.replace(path)
    else:
        path.write_bytes(raw)
    time.sleep(0.01)


def _until(true: Any) -> None:
    deadline = time.monotonic() + 20
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.05)
