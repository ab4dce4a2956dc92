"""What `memoryd recall` opens counts at night, as a person meets it."""

import json
from typing import Any

import pytest

from tests.cli.talking import Person

SARAH = {"id": "sarah-001", "fact": "Plays the cello", "timestamp": "2025-08-01"}
NIGHT = ("nightly", "--now", "2026-01-05T23:10:00+01:00")


def fact(person: Person) -> dict[str, Any]:
    found: dict[str, Any]
    (found,) = json.loads((person.life / "areas/people/sarah/items.json").read_bytes())
    return found


@pytest.mark.parametrize("how", [[], ["--facts"], ["--history"], ["--json"]])
def test_recall_counts_for_the_day_it_acts_as_if_it_were(person: Person, how: list[str]) -> None:
    person.has_config()
    place = person.has_facts("areas/people/sarah", SARAH)
    before = place.read_bytes()

    for _ in range(3):
        assert person.types("recall", "sarah", "--now", "2026-01-05T09:00+01:00", *how).code == 0
    assert place.read_bytes() == before  # no file of a person's is written because it was read
    person.types(*NIGHT)

    assert (fact(person)["accessCount"], fact(person)["lastAccessed"]) == (1, "2026-01-05")


@pytest.mark.parametrize(
    "words",
    [["log", "sarah"], ["context"], ["search", "cello"], ["status"], ["check"],
     ["recall", "sarah", "--audience", "group"], ["recall", "nobody"]],
)  # fmt: skip
def test_what_merely_shows_or_refuses_counts_nothing(person: Person, words: list[str]) -> None:
    person.has_config()
    person.has_facts("areas/people/sarah", SARAH)
    person.types(*words, "--now", "2026-01-05T09:00+01:00")
    person.types(*NIGHT)

    assert "accessCount" not in fact(person)


def test_a_time_that_is_none_is_said(person: Person) -> None:
    person.has_config()
    person.has_facts("areas/people/sarah", SARAH)

    assert person.types("recall", "sarah", "--now", "soon").code == 2
