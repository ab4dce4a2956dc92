"""What has no folder of its own is told of by the facts that are tied to it."""

import json

import pytest

from tests.cli.talking import Person

ACME, LANE = "companies/acme-corp", "companies/tallow-lane"
ALEX = {
    "id": "alex-001",
    "fact": "Works at Acme Corp",
    "timestamp": "2026-01-05",
    "relatedEntities": [ACME],
}
SARAH = {
    "id": "sarah-001",
    "fact": "Manages the team at Acme Corp",
    "timestamp": "2026-01-02",
    "relatedEntities": [ACME, LANE],
}
BEACON = {
    "id": "beacon-001",
    "fact": "Is built for Tallow Lane",
    "timestamp": "2026-01-03",
    "relatedEntities": [LANE],
}


@pytest.fixture
def told(person: Person) -> Person:
    person.has_config()
    person.has_facts("areas/people/alex", ALEX)
    person.has_facts("areas/people/sarah", SARAH)
    person.has_facts("projects/beacon", BEACON)
    return person


@pytest.mark.parametrize("name", [ACME, "acme-corp", "Acme Corp", "acme corp", f"areas/{ACME}"])
@pytest.mark.parametrize("shown", [(), ("--facts",), ("--history",)])
def test_a_name_that_only_others_facts_hold_is_answered_by_these(
    told: Person, name: str, shown: tuple[str, ...]
) -> None:
    said = told.types("recall", name, *shown)

    assert said.code == 0, said
    assert said.out.startswith(f"# Acme Corp  ({ACME})")
    assert "others' facts name it" in said.out
    assert said.out.index("sarah-001") < said.out.index("alex-001")
    assert "beacon-001" not in said.out


def test_the_answer_as_json_has_no_folder(told: Person) -> None:
    found = told.types("recall", ACME, "--json").json

    assert (found["ref"], found["path"], found["summary"]) == (ACME, "", "")
    assert [fact["id"] for fact in found["facts"]] == ["sarah-001", "alex-001"]


@pytest.mark.parametrize("name", ["companies/nobody", "people/acme-corp", "Nobody", "???"])
def test_a_name_that_no_fact_holds_is_still_unknown(told: Person, name: str) -> None:
    assert told.types("recall", name).code == 1


def test_what_has_a_folder_is_told_by_its_own(told: Person) -> None:
    own = {"id": "acme-corp-001", "fact": "Makes rope", "timestamp": "2026-01-09"}
    told.has_facts(f"areas/{ACME}", own)

    said = told.types("recall", ACME)

    assert "Makes rope" in said.out
    assert "alex-001" not in said.out


@pytest.mark.parametrize(
    ("kinds", "heard"),
    [
        (["projects"], None),
        (["companies"], None),
        (["projects", "companies"], ["beacon-001"]),
        (["people", "companies"], ["sarah-001"]),
    ],
)
def test_a_group_hears_of_it_what_it_may_know_and_who_else_is_tied_counts(
    told: Person, kinds: list[str], heard: list[str] | None
) -> None:
    told.has_config(f"[privacy]\ngroup_visible = {json.dumps(kinds)}\n")

    said = told.types("recall", LANE, "--audience", "group", "--json")

    assert said.code == (1 if heard is None else 0)
    if heard is not None:
        assert [fact["id"] for fact in said.json["facts"]] == heard


def test_a_name_that_is_tied_as_two_kinds_must_be_written_out(told: Person) -> None:
    other = {**BEACON, "relatedEntities": ["projects/tallow-lane"]}
    told.has_facts("projects/beacon", other)

    said = told.types("recall", "tallow lane")

    assert said.code == 1
    assert LANE in said.err
    assert "projects/tallow-lane" in said.err


def test_what_was_shown_counts_as_opened_for_those_whose_it_is(told: Person) -> None:
    told.types("recall", ACME)

    (log,) = told.home.glob("**/opened.jsonl")
    rows = [json.loads(row) for row in log.read_text().splitlines()]
    assert "alex-001" in str(rows)
    assert "people/alex" in str(rows)
    assert ACME not in str(rows)
