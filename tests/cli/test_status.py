"""memoryd status and check, as a person meets them."""

import pytest

from tests.cli.talking import Person
from tests.fakes_server import model_server, reply

BROKEN = '[\n  {"id": "sarah-001", "fact": "Told in confidence" "x"}\n]'


def test_a_memory_never_begun_has_a_status(person: Person) -> None:
    said = person.types("status", "--json")

    assert said.code == 0
    assert said.json["entities"] == said.json["lines"] == 0
    assert said.json["lastHeartbeat"] is None
    assert said.json["lastExtractedTimestamp"] == {}


def test_it_counts_and_says_how_far_conversations_were_read(person: Person) -> None:
    person.has_config()
    person.says("By the way, Sarah is my manager at Acme Corp.")
    person.types("heartbeat")

    found = person.types("status", "--json").json

    assert found["active"] > 0
    assert found["waitingLines"] == 0
    assert found["lastExtractedTimestamp"]["plain"].startswith("2026-01-05T")
    assert "no model" in found["provider"]
    text = person.types("status")
    assert text.code == 0
    assert "plain" in text.out


def test_a_broken_file_needs_a_person(person: Person) -> None:
    person.has_file("areas/people/sarah/items.json", BROKEN)

    for verb in ("status", "check"):
        said = person.types(verb)
        assert said.code == 3
        assert "areas/people/sarah/items.json:2:" in said.out + said.err


def test_copies_of_an_editor_are_named_and_conflicts_need_a_person(person: Person) -> None:
    facts = person.has_facts("areas/people/sarah")
    facts.with_name("items.json~").touch()
    assert person.types("status").code == 0
    assert "items.json~" in person.types("status").out

    facts.with_name("items.sync-conflict-20260101-120000-ABCDEFG.json").touch()

    said = person.types("status")
    assert said.code == 3
    assert "sync-conflict" in said.err


@pytest.mark.parametrize("how", [(), ("--json",)])
@pytest.mark.parametrize("verb", ["status", "check"])
def test_a_group_hears_of_nothing_that_is_hidden(
    person: Person, verb: str, how: tuple[str, ...]
) -> None:
    person.has_config()
    person.says("By the way, Sarah is my manager at Acme Corp.")
    person.types("heartbeat")
    person.has_facts("projects/beacon", {"id": "b", "fact": "Told", "timestamp": "2026-01-01"})
    person.has_file("areas/people/dana/items.json", BROKEN)
    person.has_file("areas/people/dana/items.json~", BROKEN)

    said = person.types(verb, "--audience", "group", *how)

    assert said.code == 0
    for hidden in ("sarah", "dana", "acme", "Told", "confidence", "life"):
        assert hidden not in (said.out + said.err).lower()
    if how:
        assert said.json["entities"] == 1


def test_a_sound_memory_is_ok(person: Person) -> None:
    person.has_config()
    person.types("init", "--yes")
    person.says("By the way, Sarah is my manager at Acme Corp.")
    person.types("heartbeat")

    said = person.types("check")

    assert (said.code, said.err) == (0, "")
    assert said.out.startswith("ok: ")


def _forge(person: Person) -> None:
    (audit,) = person.life.joinpath(".memoryd/audit").glob("*.jsonl")
    text = audit.read_text().replace('"job":"ingest"', '"job":"jest"')
    person.has_file(f".memoryd/audit/{audit.name}", text)


def _lose_lines(person: Person) -> None:
    for path in person.life.joinpath(".memoryd/lines").rglob("*.jsonl"):
        path.unlink()


def _open_lines(person: Person) -> None:
    for path in person.life.joinpath(".memoryd/lines").rglob("*.jsonl"):
        path.chmod(0o644)


def _crash(person: Person) -> None:
    person.has_file("areas/people/sarah/.memoryd-items.json~0123456789ab", "[]").chmod(0o600)


def _drop_successor(person: Person) -> None:
    person.has_facts("areas/people/zoe", {"id": "zoe-001", "fact": "x", "timestamp": "2026-01-01",
                                          "status": "superseded"})  # fmt: skip


@pytest.mark.parametrize(
    ("harm", "part"),
    [
        (_forge, "audit"),
        (_lose_lines, "is not there"),
        (_open_lines, "other users could read"),
        (lambda person: person.life.chmod(0o755), "other users can look in"),
        (_crash, "left by a crash"),
        (_drop_successor, "superseded by no fact"),
        (lambda p: p.has_file("areas/people/sarah/summary.md", "---\naliases: [a\n---\n# S\n"),
         "summary.md"),
    ],
)  # fmt: skip
def test_check_names_each_harm_and_changes_nothing(person: Person, harm: object, part: str) -> None:
    person.has_config()
    person.says("By the way, Sarah is my manager at Acme Corp.")
    person.types("heartbeat")
    assert callable(harm)
    harm(person)
    before = person.files()

    said = person.types("check")

    assert said.code == 3
    assert part in said.out
    assert person.files() == before


def test_lines_that_are_not_kept_are_not_missed(person: Person) -> None:
    person.has_config()
    person.says("By the way, Sarah is my manager at Acme Corp.")
    person.types("heartbeat")
    _lose_lines(person)
    person.has_config('[operator]\nname = "Alex"\n[memory]\nkeep_lines = false\n')

    assert person.types("check").code == 0


def test_rows_that_went_missing_from_the_audit_stay_on_record(person: Person) -> None:
    for text in ("likes tea", "likes rain"):
        person.types("remember", text)
    (audit,) = person.life.joinpath(".memoryd/audit").glob("*.jsonl")
    audit.write_bytes(b"".join(audit.read_bytes().splitlines(keepends=True)[:-1]))
    person.types("remember", "likes snow")

    checked = person.types("check", "--json")
    assert checked.code == 0
    assert any("went missing" in note for note in checked.json["notes"])
    assert "went missing" in person.types("status").out


def test_a_heartbeat_that_kept_nothing_is_not_said_never_to_have_been(person: Person) -> None:
    person.has_config()
    assert person.types("heartbeat").out == "nothing new\n"

    assert "last heartbeat  that kept something: never\n" in person.types("status").out
    assert person.types("status", "--json").json["lastHeartbeat"] is None


def test_the_last_that_kept_something_may_have_kept_lines_only(person: Person) -> None:
    person.has_config()
    person.says("By the way, Sarah is my manager at Acme Corp.")
    person.types("heartbeat", "--now", "2026-01-06T10:00:00+01:00")
    with model_server(reply(503)) as server:
        person.has_model(server.url)
        person.says("Dana is my manager at Meridian.")
        person.types("heartbeat", "--now", "2026-01-07T10:00:00+01:00")

        out = person.types("status").out

    assert "that kept something: 2026-01-07 10:00\n" in out


def test_one_of_each_is_counted_in_the_singular(person: Person) -> None:
    person.types("remember", "I like tea")

    assert "1 entity, 1 fact that holds, 0 superseded" in person.types("status").out
    assert person.types("check").out == "ok: read 1 entity, 1 fact, 1 commit\n"
