"""memoryd context, as a person meets it."""

import pytest

from tests.cli.talking import Person

NOW = ("--now", "2026-02-15")


@pytest.fixture(autouse=True)
def _life(person: Person) -> None:
    person.has_config()
    person.has_file(
        "MEMORY.md", "# MEMORY.md\n\n## Hard Rules\n- Never book a flight before nine\n"
    )
    person.has_file("memory/2026-02-14.md", "# 2026-02-14\n- 10:30am: Bought bread\n")
    person.has_facts(
        "projects/beacon", {"id": "beacon-001", "fact": "Uses REST", "timestamp": "2026-02-12"}
    )


def test_it_prints_what_to_know_on_the_day_that_is_named(person: Person) -> None:
    said = person.types("context", *NOW)
    later = person.types("context", "--now", "2026-06-01")

    assert (said.code, said.err) == (0, "")
    for part in ('as-of="2026-02-15"', "Never book a flight", "Uses REST", "Bought bread"):
        assert part in said.out
    assert "Uses REST" not in later.out
    assert "Never book a flight" in later.out


def test_what_does_not_fit_is_counted(person: Person) -> None:
    said = person.types("context", "--budget", "85", *NOW)

    assert said.code == 0
    assert 0 < len(said.out) <= 4 * 85
    assert "more did not fit into 85 tokens (4 characters each)" in said.err


def test_a_budget_that_holds_nothing_prints_nothing(person: Person) -> None:
    said = person.types("context", "--budget", "3", *NOW)

    assert (said.code, said.out) == (0, "")
    assert "3 more did not fit" in said.err


def test_json_has_the_text_and_its_size(person: Person) -> None:
    found = person.types("context", "--json", *NOW).json

    assert found["tokens"] == -(-len(found["text"]) // 4)
    assert (found["budget"], found["leftOut"]) == (2000, 0)


def test_a_group_is_told_what_it_may_know(person: Person) -> None:
    said = person.types("context", "--audience", "group", *NOW)

    assert "Uses REST" in said.out
    assert "flight" not in said.out
    assert "bread" not in said.out


@pytest.mark.parametrize("words", [["--budget", "0"], ["--budget", "-4"], ["--budget", "many"],
                                   ["--audience", "everyone"], ["--now", "soon"]])  # fmt: skip
def test_wrong_use_is_said(person: Person, words: list[str]) -> None:
    said = person.types("context", *words)

    assert (said.code, said.out, said.err.count("\n")) == (2, "", 1)


def test_a_memory_that_is_not_there_prints_nothing_and_writes_nothing(person: Person) -> None:
    for path in sorted(person.life.rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()
    person.life.rmdir()
    before = person.files()

    assert person.types("context").code == 0
    assert person.files() == before
