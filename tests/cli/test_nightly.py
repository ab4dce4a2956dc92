"""memoryd nightly, as a person meets it."""

import json

import pytest

from memoryd.cli.nightly import tell
from tests.cli.talking import Person
from tests.fakes_server import Handler, model_server, openai, reply

NOW = ("--now", "2026-01-05T23:10:00+01:00")


def test_what_a_day_came_to_is_told_a_line_a_day(person: Person) -> None:
    person.has_config()
    person.says("We decided on REST for Beacon.", "Met Dana at the station.")
    person.says("The nightly import is running.", day="2026-01-04", session="b")

    said = person.types("nightly", *NOW)

    assert (said.code, said.err) == (0, "")
    *rows, finder = said.out.splitlines()
    assert [row[:10] for row in rows] == ["2026-01-04", "2026-01-05"]
    assert finder == "by offline rules (no model)"
    assert "2 lines" in rows[1]
    note = (person.life / "memory/2026-01-05.md").read_text()
    assert "## Decisions Made" in note
    assert "## Key Events" in note


def test_with_nothing_new_nothing_is_done_and_no_byte_changes(person: Person) -> None:
    person.has_config()
    person.says("We decided on REST for Beacon.")
    person.types("nightly", *NOW)
    before = person.files()

    for _ in range(3):
        said = person.types("nightly", *NOW)
        assert said.code == 0
        assert said.out == "nothing to review: no new line since the last night\n"
    assert person.files() == before


def test_a_memory_without_a_conversation_has_a_night_too(person: Person) -> None:
    person.has_config()

    said = person.types("nightly", *NOW)

    assert said.code == 0
    assert said.out.startswith("2026-01-05  0 lines")


def test_facts_are_told_apart_from_what_others_said(person: Person) -> None:
    """A fact that was found counts as one, however many lines the note got."""
    answers = {"facts": [fact("m1", "Dana", "Plays chess on Thursdays")], "events": [
        {"time": None, "text": "The demo of Meridian is on Friday", "lines": ["m2"]},
        {"time": None, "text": "The office moved", "lines": ["m2"]}]}  # fmt: skip

    def step(handler: Handler) -> None:
        night = "memoryd-nightly" in json.dumps(handler.server.sent[-1].body)
        openai(json.dumps(answers if night else {"facts": []}))(handler)

    with model_server(step) as server:
        person.has_model(server.url)
        person.says("Dana plays chess on Thursdays.")
        chats = person.home / "chats/mail.jsonl"
        row = {"time": "2026-01-05T09:20:00+01:00", "role": "email", "speaker": "Ravi",
               "text": "The demo of Meridian is on Friday. The office moved."}  # fmt: skip
        chats.write_text(json.dumps(row) + "\n")
        said = person.types("nightly", *NOW)

    assert "2 noted, 1 fact found, 0 facts referred to" in said.out


def fact(line: str, name: str, text: str) -> dict[str, object]:
    return {"lines": [line], "entity": {"kind": "person", "name": name}, "fact": text,
            "category": "status", "when": None, "replaces": [], "related": []}  # fmt: skip


def test_a_model_that_is_down_is_one_line_and_exit_3(person: Person) -> None:
    with model_server(reply(401)) as server:
        person.has_model(server.url)
        person.says("We decided on REST for Beacon.")
        said = person.types("nightly", *NOW)
        others = person.types("nightly", *NOW, "--audience", "group")

    assert (others.code, others.out) == (3, "done in part\n")
    assert said.code == 3
    assert said.out.startswith("2026-01-05  1 line  waits: ")
    assert "1 day left for the next night" in said.err
    assert "Traceback" not in said.err


@pytest.mark.parametrize("words", [["nightly", "today"], ["nightly", "--now", "tomorrow"]])
def test_what_it_does_not_know_is_wrong_use(person: Person, words: list[str]) -> None:
    person.has_config()

    assert person.types(*words).code == 2


@pytest.mark.parametrize("now", ["2026-03-05T23:10:00+01:00", "2030-06-01T12:00:00+01:00"])
def test_days_without_a_line_are_no_list(person: Person, now: str) -> None:
    person.has_config()
    person.says("We decided on REST for Beacon.")
    person.types("nightly", *NOW)

    said = person.types("nightly", "--now", now)

    assert (said.code, said.err) == (0, "")
    *before, day = said.out.splitlines()
    assert day.startswith(now[:10])
    assert len(before) <= 1
    assert person.types("nightly", "--now", now).out.startswith("nothing to review")


@pytest.mark.parametrize(("empty", "words"), [(1, "1 day"), (399, "399 days")])
def test_how_many_days_had_no_line_is_one_line(
    capsys: pytest.CaptureFixture[str], empty: int, words: str
) -> None:
    night = {"day": "2030-06-01", "lines": 0, "empty": empty, "noted": 0, "touched": 0, "back": [],
             "error": None, "decisions": []}  # fmt: skip
    tell({"days": [night]})

    first, second = capsys.readouterr().out.splitlines()
    assert first == f"{words} before 2030-06-01 without a line"
    assert second.startswith("2030-06-01  0 lines")
