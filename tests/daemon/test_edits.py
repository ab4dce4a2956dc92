"""What the log tells of files that a person saved and that could not be taken in."""

import pytest
from structlog.testing import capture_logs

from memoryd.daemon.edits import Edits

SARAH, BEACON = "areas/people/sarah/items.json", "projects/beacon/items.json"
COMMA = f"{SARAH}:2:14: expected a comma or the closing bracket"


def test_a_trouble_is_told_once_and_so_is_its_end() -> None:
    edits = Edits()

    with capture_logs() as logged:
        for broken in ([COMMA], [COMMA], [], []):
            edits.look({"edits": 0, "broken": broken})

    assert [(line["event"], line["path"]) for line in logged] == [
        ("edit_refused", SARAH),
        ("edit_mended", SARAH),
    ]
    assert (logged[0]["line_number"], logged[0]["column"]) == (2, 14)
    assert logged[0]["rule"] == "expected a comma or the closing bracket"
    assert logged[0]["log_level"] == "warning"


def test_another_trouble_of_the_same_file_is_told_too() -> None:
    edits = Edits()

    with capture_logs() as logged:
        edits.look({"broken": [COMMA]})
        edits.look({"broken": [f"{SARAH}:3:1: nested too deeply", f"{BEACON}:1:1: not JSON: x"]})

    assert [line["event"] for line in logged] == ["edit_refused"] * 3
    assert set(edits.broken) == {SARAH, BEACON}


def test_a_night_and_a_heartbeat_tell_as_a_look_at_the_files_does() -> None:
    edits = Edits()

    with capture_logs() as logged:
        edits.look({"heartbeat": {"broken": [COMMA]}, "days": []})
        edits.look({"broken": [], "lines": 3})

    assert [line["event"] for line in logged] == ["edit_refused", "edit_mended"]


def test_a_verb_that_did_not_look_mends_nothing() -> None:
    edits = Edits()

    with capture_logs() as logged:
        edits.look({"broken": [COMMA]})
        edits.look({"entities": [], "partial": False})

    assert [line["event"] for line in logged] == ["edit_refused"]


@pytest.mark.parametrize(
    ("said", "rule"),
    [
        (f"{SARAH}:1:1: duplicate id 'canary 4711'; every fact has its own id",
         "duplicate id ...; every fact has its own id"),
        (f"{SARAH}:1:1: a-1 is supersededBy \"the canary's\", which is not in this file",
         "a-1 is supersededBy ..., which is not in this file"),
        (f'{SARAH}:1:1: a-1 has no text under "fact"', 'a-1 has no text under "fact"'),
        (f"{SARAH}: cannot be read: permission denied", "cannot be read: permission denied"),
    ],
)  # fmt: skip
def test_what_a_person_typed_is_not_in_the_log(said: str, rule: str) -> None:
    with capture_logs() as logged:
        Edits().look({"broken": [said]})

    assert (logged[0]["path"], logged[0]["rule"]) == (SARAH, rule)
