"""A person's lines of MEMORY.md that no longer hold: asked about once, told until it is mended."""

import json
from pathlib import Path

import pytest

from memoryd.core.tacit_lines import read_tacit
from memoryd.core.turn import Audience
from memoryd.jobs.status import Setup, status
from memoryd.jobs.tacit_stale import found_stale
from tests.jobs.sundays import held, memory_of, put, reviews_of
from tests.store_kit import Home

OWN = "# MEMORY.md\n\n## Project Priorities\n"
BEACON = "Beacon launches on December 16"
SUNDAYS = ("2026-02-01", "2026-02-08", "2026-02-15", "2026-02-22")


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path)


def write(home: Home, *lines: str) -> None:
    (home.root / "MEMORY.md").write_text(OWN + "".join(f"- {line}\n" for line in lines))


def stale(home: Home) -> dict[str, str]:
    """What is told beside each line that is stale, as context tells it."""
    lines = read_tacit(memory_of(home).encode())
    return {each.line.text: each.by for each in found_stale(home.reader(), lines, "Alex")}


def rows(home: Home) -> list[tuple[str, str, str]]:
    return [(r["ref"], r["fact"], r["by"]) for r in reviews_of(home) if r["why"] == "stale"]


def counted(home: Home) -> int:
    """How many rows wait, as status tells it."""
    found = status(home.reader(), Setup("offline"), home.run(), audience=Audience.PRIVATE)
    waits: int = found["reviews"]
    return waits


def without_rows(home: Home) -> None:
    """Delete the rows, as a person is told to."""
    for path in (home.root / ".memoryd/review").glob("*.jsonl"):
        path.write_text("")


@pytest.mark.parametrize(
    ("ref", "line", "told"),
    [
        ("projects/beacon", BEACON, "Launch moved to January 20"),
        ("projects/beacon", "Ship Beacon", "Project is finished"),
        ("projects/nova-port", "Nova Port launches on May 2", "Launches on June 3"),
        ("people/dana-lee", "Dana Lee lives in Porto", "Lives in Lagos"),
        ("companies/acme", "Acme uses GraphQL", "Uses REST instead of GraphQL"),
        ("people/alex", "I live in Porto", "Lives in Lagos"),
        ("people/zoë-müller", "Zoë Müller lives in Porto", "Lives in Lagos"),
        ("projects/beacon-2", "Beacon-2 launches on May 2", "Launches on June 3"),
    ],
)
def test_a_line_that_the_facts_of_anybody_contradict_is_told_and_asked_about_once(
    home: Home, ref: str, line: str, told: str
) -> None:
    put(home, ref, ("2026-01-30", told))
    write(home, line, "Sleeps well")
    for day in SUNDAYS[:2]:
        sunday = held(home, day=day)
        assert sunday.tacit is not None
        assert sunday.tacit.stale == 1

    by = f"{ref.partition('/')[2]}-001"
    assert stale(home) == {line: by}
    assert rows(home) == [(ref, line, by)]
    assert counted(home) == 1
    assert line in memory_of(home)


def test_a_project_that_was_put_into_the_archives_by_hand_is_over(home: Home) -> None:
    put(home, "projects/larkspur", ("2026-01-20", "Uses Go"))
    write(home, "Ship Larkspur", "Larkspur taught me to test early")
    held(home)
    assert stale(home) == {}

    (home.root / "archives/projects").mkdir(parents=True, exist_ok=True)
    (home.root / "projects/larkspur").rename(home.root / "archives/projects/larkspur")
    held(home, day=SUNDAYS[1])

    assert stale(home) == {"Ship Larkspur": "archives/projects/larkspur"}
    assert rows(home) == [("projects/larkspur", "Ship Larkspur", "archives/projects/larkspur")]


def test_a_project_that_was_taken_out_of_the_archives_again_is_not_over(home: Home) -> None:
    put(home, "projects/larkspur", ("2026-01-20", "Project is finished"))
    write(home, "Ship Larkspur")
    held(home)
    assert (home.root / "archives/projects/larkspur").is_dir()
    assert stale(home) == {"Ship Larkspur": "larkspur-001"}

    (home.root / "archives/projects/larkspur").rename(home.root / "projects/larkspur")
    held(home, day=SUNDAYS[1])

    assert (stale(home), counted(home)) == ({}, 0)


def test_a_row_that_a_person_deleted_comes_back_only_with_other_words_or_facts(
    home: Home,
) -> None:
    put(home, "projects/beacon", ("2026-01-30", "Launches on January 20"))
    write(home, BEACON)
    held(home, day=SUNDAYS[0])
    assert counted(home) == 1
    without_rows(home)

    sunday = held(home, day=SUNDAYS[1])
    assert (rows(home), counted(home)) == ([], 0)
    assert sunday.tacit is not None
    assert sunday.tacit.stale == 0
    assert stale(home) == {BEACON: "beacon-001"}

    put(home, "projects/beacon", ("2026-01-30", "Launches on January 20"),
        ("2026-02-10", "Launches on March 3"))  # fmt: skip
    held(home, day=SUNDAYS[2])
    assert rows(home) == [("projects/beacon", BEACON, "beacon-002")]
    without_rows(home)

    write(home, "Beacon launches on December 17")
    held(home, day=SUNDAYS[3])
    assert [line for _, line, _ in rows(home)] == ["Beacon launches on December 17"]


@pytest.mark.parametrize(
    "lines",
    [
        ("Beacon launches on January 20",),
        ("Beacon launches on December 16 (2026-02-03)",),
        ("Sleeps well",),
        (),
    ],
)
def test_a_row_on_a_line_that_was_mended_or_is_gone_counts_no_more(
    home: Home, lines: tuple[str, ...]
) -> None:
    put(home, "projects/beacon", ("2026-01-30", "Launches on January 20"))
    write(home, BEACON)
    held(home)
    assert counted(home) == 1

    write(home, *lines)
    assert counted(home) == 0
    held(home, day=SUNDAYS[1])
    assert counted(home) == 0

    write(home, BEACON)
    held(home, day=SUNDAYS[2])
    assert (counted(home), len(rows(home))) == (1, 1)


def test_a_row_whose_fact_went_counts_no_more_and_other_rows_always_do(home: Home) -> None:
    put(home, "projects/beacon", ("2026-01-30", "Launches on January 20"))
    write(home, BEACON)
    held(home)
    (path,) = (home.root / ".memoryd/review").glob("*.jsonl")
    path.write_text(path.read_text() + json.dumps({"id": "r1", "why": "money"}) + "\n")
    assert counted(home) == 2

    put(home, "projects/beacon", ("2026-01-30", "Launches on December 16"))
    assert counted(home) == 1


def test_of_a_line_that_several_newer_facts_contradict_one_row_counts(home: Home) -> None:
    for sunday, facts in enumerate([("January 20",), ("January 20", "March 3")]):
        put(home, "projects/beacon", *(
            (f"2026-01-2{n}", f"Launches on {day}") for n, day in enumerate(facts)
        ))  # fmt: skip
        write(home, BEACON)
        held(home, day=SUNDAYS[sunday])

    assert counted(home) == 1
