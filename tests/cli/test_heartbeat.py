"""memoryd heartbeat and demo, as a person meets them."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from memoryd.cli.heartbeat import GATES
from memoryd.core.plan import Gate
from tests.cli.talking import Person
from tests.fakes_server import Step, model_server, openai, reply


def test_what_was_said_becomes_facts_and_is_told(person: Person) -> None:
    person.has_config()
    person.says("By the way, Sarah is my manager at Acme Corp.", "Nice weather today.")

    said = person.types("heartbeat")

    assert (said.code, said.err) == (0, "")
    assert "read 2 new lines in 1 file\n" in said.out
    assert "people/sarah" in said.out
    assert person.types("heartbeat").out == "nothing new\n"


def test_as_json_every_decision_is_there(person: Person) -> None:
    person.has_config()
    person.says("By the way, Sarah is my manager at Acme Corp.")

    found = person.types("heartbeat", "--json").json

    assert found["lines"] == found["files"] == 1
    assert found["calls"] == 0  # the offline rules ask nobody
    assert found["waiting"] == 0
    assert found["error"] is None
    assert {"outcome": "stored", "ref": "people/sarah", "id": "sarah-001"}.items() <= (
        found["decisions"][0].items()
    )
    again = person.types("heartbeat", "--json").json
    assert (again["lines"], again["calls"], again["decisions"]) == (0, 0, [])


@pytest.mark.parametrize(
    ("script", "budget", "sent"),
    [
        ([openai('{"facts": []}')], "", 1),
        ([openai("no JSON"), openai('{"facts": []}')], "", 2),
        ([reply(503, retry_after_ms="1"), openai('{"facts": []}')], "", 2),
        ([reply(401)], "", 1),
        ([openai('{"facts": []}')], "[budget]\ndaily_tokens = 10", 0),
    ],
)
def test_calls_are_those_that_were_sent(
    person: Person, script: list[Step], budget: str, sent: int
) -> None:
    with model_server(*script) as server:
        person.has_model(server.url, budget)
        person.says("By the way, Sarah is my manager at Acme Corp.")
        found = person.types("heartbeat", "--json").json

    assert found["calls"] == len(server.sent) == sent


def test_why_facts_were_not_kept_is_told_in_words_and_counts(person: Person) -> None:
    def fact(text: str, name: str = "Sarah", cited: str = "m1") -> dict[str, object]:
        return {"lines": [cited], "entity": {"kind": "person", "name": name}, "fact": text,
                "category": "status", "when": None, "replaces": [], "related": []}  # fmt: skip

    facts = [
        fact("Sarah is my manager"),
        fact("Enjoys opera"),
        fact("Collects stamps"),
        fact("Is my manager with Zebulon"),
        fact("Sarah is my manager", cited="m9"),
    ]
    with model_server(openai(json.dumps({"facts": facts}))) as server:
        person.has_model(server.url)
        person.says("By the way, Sarah is my manager at Acme Corp.")
        said = person.types("heartbeat")

    assert (
        "4 not kept (2 no word shared with the line, 1 no line cited, 1 a name not in the line)"
        in said.out
    )
    assert "opera" not in said.out


def test_who_found_the_facts_is_told_beside_them(person: Person) -> None:
    person.has_config()
    person.says("Sarah is my manager at Acme Corp.")

    assert person.types("heartbeat").out.splitlines()[1].endswith("; by offline rules (no model)")


def test_while_lines_wait_it_is_never_said_that_there_is_nothing(person: Person) -> None:
    person.has_model("http://127.0.0.1:9")
    person.says("Sarah is my manager at Acme Corp.", "She likes tea.")
    person.types("heartbeat")

    said = person.types("heartbeat")

    assert said.out == "nothing new; 2 earlier lines wait\n"
    assert "2 lines wait for the next heartbeat" in said.err


@pytest.mark.parametrize("verb", ["heartbeat", "nightly", "synthesize"])
def test_a_job_by_hand_says_that_the_audit_was_changed(person: Person, verb: str) -> None:
    person.has_config()
    for text in ("I like tea", "I have a boat", "I live in Oslo"):
        person.types("remember", text)
    (audit,) = person.life.glob(".memoryd/audit/*.jsonl")
    rows = audit.read_bytes().splitlines(keepends=True)
    audit.write_bytes(b"".join([rows[0], rows[1].replace(b"2", b"3", 1), *rows[2:]]))

    said = person.types(verb)

    assert "audit: " in said.err
    assert "changed by hand" in said.err


def test_every_gate_has_words() -> None:
    assert set(GATES) == set(Gate)


@pytest.mark.parametrize(
    "time", [{"time": "2999-01-01T00:00:00Z"}, {}, {"time": "soon"}, {"time": None}]
)
@pytest.mark.parametrize("rows", [1, 2])
def test_rows_that_borrow_a_date_are_told(person: Person, time: dict[str, Any], rows: int) -> None:
    person.has_config()
    person.says("Nice weather today.")
    with (person.home / "chats/a.jsonl").open("a") as handle:
        for n in range(rows):
            row = {**time, "role": "operator", "text": f"Sarah is my manager, part {n}."}
            handle.write(json.dumps(row) + "\n")

    said = person.types("heartbeat")

    count = "1 row" if rows == 1 else "2 rows"
    assert f"{count} without a time, or with one that lies ahead: dated by the rows" in said.out
    assert person.types("heartbeat").out == "nothing new\n"


@pytest.mark.parametrize("harm", ["moved", "machinery removed", "new"])
def test_files_that_are_merely_new_to_memory_are_not_said_to_be_changed(
    person: Person, harm: str
) -> None:
    person.has_config()
    person.types("remember", "I like tea")
    person.types("heartbeat")
    people = person.life / "areas/people"
    if harm == "moved":
        person.life.joinpath("archives").mkdir()
        people.joinpath("alex").rename(person.life / "archives/alex")
    elif harm == "machinery removed":
        shutil.rmtree(person.life / ".memoryd")
        shutil.rmtree(person.home / "xdg_state_home")
    else:
        person.has_facts("areas/people/zoe", {"id": "z", "fact": "x", "timestamp": "2026-01-01"})

    said = person.types("heartbeat", "--json").json

    assert said["edits"] == 0
    assert said["first_seen"] >= 1
    person.has_facts("areas/people/yan", {"id": "y", "fact": "x", "timestamp": "2026-01-01"})
    assert "took in 1 file seen for the first time\n" in person.types("heartbeat").out
    person.has_facts("areas/people/yan", {"id": "y", "fact": "z", "timestamp": "2026-01-01"})
    person.has_facts("areas/people/xin", {"id": "x", "fact": "x", "timestamp": "2026-01-01"})
    out = person.types("heartbeat").out
    assert "took in 1 file that you changed\n" in out
    assert "took in 1 file seen for the first time\n" in out


@pytest.mark.parametrize("verb", ["heartbeat", "status", "check", "recall sarah"])
def test_one_of_a_thing_is_said_in_the_singular(person: Person, verb: str) -> None:
    with model_server(reply(503)) as server:
        person.has_model(server.url)
        person.says("By the way, Sarah is my manager at Acme Corp.")
        person.has_facts("areas/people/sarah", {"id": "s", "fact": "x", "timestamp": "2026-01-01"})
        said = person.types(*verb.split())
        second = person.types(*verb.split())

    plural = r"\b1 (?:new |daily )?(?:line|file|fact|commit|secret|row|call|note)s\b"
    for out in (said.out, said.err, second.out, second.err):
        assert not re.search(rf"{plural}|\b1 (?:entities|wait|hold|lines? wait)\b", out), out


@pytest.mark.parametrize("verb", ["heartbeat", "heartbeat --json"])
def test_what_is_logged_does_not_stand_in_the_answer(person: Person, verb: str) -> None:
    busy = reply(429, {"error": {"type": "rate_limit"}}, retry_after_ms="1")
    with model_server(busy, openai('{"facts": []}')) as server:
        person.has_model(server.url)
        person.says("By the way, Sarah is my manager at Acme Corp.")
        said = person.types(*verb.split())

    assert said.code == 0
    assert "llm_call_failed" in said.err
    assert "llm_call_failed" not in said.out
    if "--json" in verb:
        assert said.json["lines"] == 1


def test_files_that_a_person_changed_are_told_though_no_line_was_read(person: Person) -> None:
    person.has_config()
    person.types("remember", "I like tea")
    facts = person.life / "areas/people/alex/items.json"
    person.has_file("areas/people/alex/items.json", facts.read_text().replace("tea", "rum"))

    said = person.types("heartbeat")

    assert (said.code, said.out) == (0, "took in 1 file that you changed\n")
    assert person.types("heartbeat").out == "nothing new\n"


def test_a_broken_file_is_told_though_no_line_was_read(person: Person) -> None:
    person.has_config()
    person.types("remember", "I like tea")
    person.has_file("areas/people/alex/items.json", "[{")

    said = person.types("heartbeat")

    assert said.code == 3
    assert "areas/people/alex/items.json:1:" in said.err
    assert person.types("heartbeat", "--json").json["broken"]


@pytest.mark.parametrize("provider", ["offline", "openai"])
def test_a_state_folder_that_takes_nothing_is_warned_of_and_stops_only_calls(
    person: Person, provider: str
) -> None:
    with model_server(openai('{"facts": []}')) as server:
        if provider == "openai":
            person.has_model(server.url)
        else:
            person.has_config()
        person.home.joinpath("xdg_state_home").touch()  # no folder, whoever asks for it
        person.says("By the way, Sarah is my manager at Acme Corp.")
        said = person.types("heartbeat")
        status = person.types("status")

    assert said.err.count("xdg_state_home") == (1 if provider == "offline" else 2)
    assert len(server.sent) == 0
    assert "read 1 new line" in said.out
    if provider == "offline":
        assert (said.code, status.code) == (0, 0)
        assert "kept 1 fact" in said.out or "kept 2 facts" in said.out
    else:
        assert (said.code, status.code) == (3, 3)
        assert "cannot be written down" in status.err


def test_facts_that_wait_for_a_broken_file_make_it_3(person: Person) -> None:
    person.has_config()
    broken = person.has_file("areas/people/sarah/items.json", "[{")
    person.says("By the way, Sarah is my manager at Acme Corp.")

    said = person.types("heartbeat")

    assert said.code == 3
    assert "areas/people/sarah/items.json" in said.err
    assert broken.read_text() == "[{"


def test_claude_codes_own_variable_says_where_its_conversations_are(
    person: Person, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    moved = tmp_path / "claude"
    row = {"type": "user", "uuid": "u1", "sessionId": "s", "timestamp": "2026-01-05T09:00:00Z",
           "message": {"role": "user", "content": "Sarah is my manager at Acme Corp."}}  # fmt: skip
    (moved / "projects/x").mkdir(parents=True)
    (moved / "projects/x/s.jsonl").write_text(json.dumps(row) + "\n")
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(moved))

    assert person.types("heartbeat", "--json").json["lines"] == 1
