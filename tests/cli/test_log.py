"""memoryd log, as a person meets it."""

import json

import pytest

from memoryd.core.fact import source_in_group
from tests.cli.talking import Person
from tests.fakes_server import model_server, openai

WORDS = "By the way, Sarah is my manager at Acme Corp."


def remembered(person: Person) -> None:
    person.has_config()
    person.says(WORDS)
    assert person.types("heartbeat").code == 0


def test_a_fact_leads_to_the_very_words(person: Person) -> None:
    remembered(person)

    said = person.types("log", "people/sarah")

    assert said.code == 0
    assert f"2026-01-05 09:15 operator: {WORDS}" in said.out
    assert "session a" in said.out
    assert "by heartbeat (run " in said.out


MANAGER = {"entity": {"kind": "person", "name": "Sarah"}, "category": "relationship",
           "fact": "Manager of Alex at Acme Corp", "lines": ["m1"], "when": None}  # fmt: skip


@pytest.mark.parametrize(
    ("by_model", "finder"),
    [(False, "offline rules (no model)"), (True, "openai:gpt-6-luna")],
)
def test_who_found_a_fact_in_the_words_is_named_but_not_to_a_group(
    person: Person, finder: str, *, by_model: bool
) -> None:
    person.has_config()
    person.says(WORDS)
    with model_server(openai(json.dumps({"facts": [MANAGER]}))) as server:
        if by_model:
            person.has_model(server.url)
        assert person.types("heartbeat").code == 0

    shown, group = person.types("log", "sarah"), person.types("log", "sarah", "--audience", "group")
    (fact,) = person.types("log", "sarah", "--json").json["facts"]

    assert f", found by {finder}\n" in shown.out
    assert fact["committed"][0]["foundBy"] == finder
    assert "found by" not in group.out


def test_what_a_person_typed_or_saved_was_found_by_nobody(person: Person) -> None:
    remembered(person)
    person.types("remember", "Sings", "--about", "sarah")
    path = person.life / "areas/people/sarah/items.json"
    path.write_text(path.read_text().replace("Sings", "Sings alto"))
    person.says("Sarah is my manager, and Ben is my dentist.", day="2026-01-06")
    person.types("heartbeat", "--now", "2026-01-06T10:00")

    facts = person.types("log", "sarah", "--json").json["facts"]

    (sings,) = (fact for fact in facts if fact["fact"] == "Sings alto")
    assert [commit["foundBy"] for commit in sings["committed"]] == [None, None]


def test_as_json_every_part_has_a_name(person: Person) -> None:
    remembered(person)

    (fact,) = person.types("log", "sarah", "sarah-001", "--json").json["facts"]

    assert fact["origin"] == "conversation"
    assert fact["lines"][0]["text"] == WORDS
    assert fact["gone"] == []
    assert [commit["job"] for commit in fact["committed"]] == ["heartbeat"]


def test_a_fact_that_does_not_exist_is_wrong_use(person: Person) -> None:
    remembered(person)

    said = person.types("log", "sarah", "sarah-099")

    assert said.code == 2
    assert "--history" in said.err


def test_a_line_that_is_gone_is_said_to_be_gone(person: Person) -> None:
    remembered(person)
    for path in person.life.joinpath(".memoryd/lines").rglob("*.jsonl"):
        path.unlink()

    said = person.types("log", "sarah")

    assert said.code == 0
    assert "the line is gone: plain:a#" in said.out


def test_what_a_person_wrote_or_typed_is_shown_as_such(person: Person) -> None:
    remembered(person)
    person.types("remember", "Sings", "--about", "sarah")
    path = person.life / "areas/people/sarah/items.json"
    person.has_file(
        "areas/people/sarah/items.json", path.read_text().replace("Sings", "Sings alto")
    )
    person.has_facts(
        "areas/people/dana", {"id": "dana-001", "fact": "x", "timestamp": "2026-01-01"}
    )
    person.types("heartbeat")

    sarah, dana = person.types("log", "sarah").out, person.types("log", "dana").out

    assert "typed with `memoryd remember`" in sarah
    assert "as you wrote it in the file" in sarah
    assert "written into the file by hand" in dana


def test_facts_that_memoryd_never_saw_are_from_the_file(person: Person) -> None:
    person.has_facts(
        "areas/people/dana", {"id": "dana-001", "fact": "x", "timestamp": "2026-01-01"}
    )

    assert "stood in the file" in person.types("log", "dana").out


def test_a_group_is_told_no_words_and_no_conversation(person: Person) -> None:
    person.has_config()
    person.says("We chose REST over GraphQL for project Beacon.")
    person.types("heartbeat")
    assert "REST" in person.types("log", "beacon").out

    for how in ((), ("--json",)):
        said = person.types("log", "beacon", "--audience", "group", *how)
        assert said.code == 0
        assert "beacon-001" in said.out
        assert "REST" not in said.out
        assert "plain" not in said.out


def test_a_broken_audit_is_told_and_the_facts_are_shown(person: Person) -> None:
    remembered(person)
    (audit,) = person.life.joinpath(".memoryd/audit").glob("*.jsonl")
    text = audit.read_text().replace('"job":"heartbeat"', '"job":"heartbeet"')
    person.has_file(f".memoryd/audit/{audit.name}", text)

    said = person.types("log", "sarah")

    assert said.code == 0
    assert "of the audit" in said.err
    assert WORDS in said.out


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("remember", "typed with `memoryd remember`"),
        ("remember:claude-code:r1", "remembered by an assistant"),
        (source_in_group("remember:claude-code:r1", WORDS),
         "remembered by an assistant that a group heard"),
    ],
)  # fmt: skip
def test_who_had_a_fact_remembered_is_told(person: Person, source: str, said: str) -> None:
    person.has_config()
    row = {"id": "sarah-001", "fact": WORDS, "timestamp": "2026-01-05", "source": source}
    person.has_facts("areas/people/sarah", row)

    told = person.types("log", "people/sarah").out
    assert f"origin  {said}\n" in told


def test_what_a_group_said_is_not_told_unasked_in_private(person: Person) -> None:
    person.has_config()
    own = {"fact": "Sings", "timestamp": "2026-01-05", "source": "remember"}
    group = {"fact": WORDS, "timestamp": "2026-01-05",
             "source": source_in_group("remember:claude-code:r1", WORDS)}  # fmt: skip
    person.has_facts("areas/people/sarah", {"id": "sarah-001", **own}, {"id": "sarah-002", **group})

    told = person.types("context", "--now", "2026-01-06").out
    assert "Sings" in told
    assert WORDS not in told
    assert WORDS in person.types("recall", "sarah").out
