"""What a command that an agent starts costs before it answers: modules, CPU beside a bare start.

No figure of time is asserted: machines differ, a bare interpreter on the same one is the measure.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.talking import Person

PROJECT = Path(__file__).parents[2]
# What measures the tests' coverage loads modules of its own into each process.
UNMEASURED = {"COVERAGE_PROCESS_START": "", "COVERAGE_PROCESS_CONFIG": ""}
HEAVY = {"pydantic", "httpx", "structlog", "apscheduler", "watchdog", "asyncio", "numpy", "logging",
         "subprocess", "ctypes", "shutil", "socket", "difflib", "dataclasses",
         "inspect"}  # fmt: skip
# What knows how to write or to make passages, and the large tables of rules.
WRITING = {"memoryd.store.memory", "memoryd.store.commit", "memoryd.core.change",
           "memoryd.core.merge", "memoryd.core.proposal", "memoryd.core.attributes",
           "memoryd.jobs.reindex", "memoryd.core.gathering", "memoryd.core.blocks"}  # fmt: skip
# What only files of another kind than the saved one, or facts that are over, are read with.
OTHERS = {"memoryd.core.attributes", "memoryd.core.grounding", "memoryd.core.notes",
          "memoryd.core.outline", "memoryd.core.tacit_lines", "memoryd.core.telling"}  # fmt: skip
# What only a question that may name days is read with.
OF_DAYS = {"memoryd.core.days_asked", "memoryd.core.asked_rules", "memoryd.core.asked_words",
           "memoryd.core.asked_meaning", "memoryd.core.when",
           "memoryd.search.asked_days"}  # fmt: skip
# What decides whether something becomes a fact: a daemon at rest, or a job without a line, does
# without.
ON_FACTS = {"memoryd.core.reconcile", "memoryd.core.grounding", "memoryd.core.supersede",
            "memoryd.core.admission"}  # fmt: skip
COMMANDS = {
    "search": ("search", "Rome"),
    "context": ("context",),
    "recall": ("recall", "people/sarah"),
    "session-start": ("hook", "session-start", "--audience", "private"),
    "user-prompt": ("hook", "user-prompt", "--audience", "private"),
}
SEARCH = ("search", "Rome")
HOOK = ("hook", "user-prompt", "--audience", "private")


@pytest.fixture(name="person")
def _person(person: Person) -> Person:
    person.has_config()
    fact = {"id": "sarah-001", "fact": "Lives in Rome", "timestamp": "2026-02-12"}
    person.has_facts("areas/people/sarah", fact)
    person.has_file("areas/people/sarah/summary.md", "# Sarah Li\n\nLives abroad.\n")
    person.has_file("memory/2026-02-12.md", "# 2026-02-12\n\n## Key Events\n- Went to Rome\n")
    assert person.types(*SEARCH).code == 0  # makes the index
    return person


def loaded(words: tuple[str, ...], prompt: str = "") -> set[str]:
    code = (
        "import sys; before = set(sys.modules); from memoryd.cli.main import main;"
        f"main({words!r});"
        "sys.stdout.flush(); print(*(set(sys.modules) - before), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-c", f"import sys; sys.path.insert(0, {str(PROJECT)!r}); {code}"],
        input=json.dumps({"prompt": prompt}), capture_output=True, text=True, check=True,
        env={**os.environ, **UNMEASURED},
    )  # fmt: skip
    return set(done.stderr.splitlines()[-1].split())


@pytest.mark.usefixtures("person")
def test_a_question_to_a_fresh_index_loads_nothing_that_writes() -> None:
    assert not loaded(("search", "Rome")) & (HEAVY | WRITING | OF_DAYS)


@pytest.mark.usefixtures("person")
def test_a_question_that_names_days_loads_what_reads_them() -> None:
    assert loaded(("search", "Rome in May")) >= OF_DAYS


@pytest.mark.usefixtures("person")
def test_a_prompt_that_names_nobody_loads_nothing_that_tells_or_writes() -> None:
    telling = {"memoryd.core.summary", "memoryd.jobs.recall", "memoryd.jobs.briefing"}

    assert not loaded(HOOK, "go on") & (HEAVY | WRITING | telling | {"sqlite3"})


@pytest.mark.usefixtures("person")
def test_a_prompt_that_names_somebody_loads_no_rules() -> None:
    rules = {"memoryd.core.change", "memoryd.core.merge", "memoryd.core.proposal",
             "memoryd.core.attributes", "memoryd.jobs.briefing", "sqlite3"}  # fmt: skip

    assert not loaded(HOOK, "ask Sarah Li") & (rules | (HEAVY - {"difflib"}))


@pytest.mark.usefixtures("person")
@pytest.mark.parametrize("command", COMMANDS)
def test_no_command_that_an_agent_starts_inspects_code(command: str) -> None:
    assert not loaded(COMMANDS[command], "ask Sarah Li") & (HEAVY - {"difflib"})


def test_a_search_after_a_save_loads_what_that_file_needs(person: Person) -> None:
    fact = {"id": "sarah-001", "fact": "Lives in Oslo", "timestamp": "2026-02-12"}
    person.has_facts("areas/people/sarah", fact)

    seen = loaded(SEARCH)

    assert "memoryd.jobs.reindex" in seen
    # Of a person no group hears: nobody's name is taken apart.
    assert not seen & (OTHERS | HEAVY | {"memoryd.core.named", "memoryd.jobs.hearing"})


def cpu(command: list[str]) -> float:
    """CPU seconds of a process, the least of several: what else the machine does counts least."""

    def once() -> float:
        child = os.fork()
        if child == 0:
            null = os.open(os.devnull, os.O_RDWR)
            for fd in (0, 1, 2):
                os.dup2(null, fd)
            os.execve(command[0], command, {**os.environ, **UNMEASURED})  # noqa: S606 - no shell
        _, status, used = os.wait4(child, 0)
        assert os.waitstatus_to_exitcode(status) == 0
        return used.ru_utime + used.ru_stime

    return min(once() for _ in range(5))


@pytest.mark.parametrize(("words", "most"), [(SEARCH, 10), (HOOK, 9), (COMMANDS["context"], 13)])
@pytest.mark.usefixtures("person")
def test_a_cold_answer_costs_a_few_bare_starts(
    words: tuple[str, ...], most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(PROJECT))

    assert cpu([sys.executable, "-m", "memoryd", *words]) < most * cpu([sys.executable, "-c", ""])


@pytest.mark.parametrize(
    ("path", "before", "after"),
    [
        ("areas/people/sarah/items.json", "Rome", "Lisbon"),
        ("areas/people/sarah/summary.md", "abroad", "in Lisbon"),
        ("memory/2026-02-12.md", "Rome", "Lisbon"),
        ("MEMORY.md", None, "# MEMORY.md\n\n## Hard Rules\n- Never fly to Lisbon\n"),
        ("archives/people/tom/summary.md", None, "# Tom\n\nMoved to Lisbon.\n"),
    ],
)
def test_what_was_saved_a_moment_ago_is_found_without_a_daemon(
    person: Person, path: str, before: str | None, after: str
) -> None:
    assert person.types("search", "Lisbon", "--json").json["results"] == []
    old = (person.life / path).read_text() if before else ""
    person.has_file(path, old.replace(before, after) if before else after)

    found = person.types("search", "Lisbon", "--json").json

    assert [hit["path"] for hit in found["results"]] == [path]
    assert (found["stale"], found["behind"]) == (False, 0)


@pytest.mark.parametrize("left", ["[", "[]", "", None])
def test_a_fact_of_a_file_that_broke_keeps_its_heat(person: Person, left: str | None) -> None:
    assert person.types("heartbeat").code == 0  # the facts are on record
    place = person.life / "areas/people/sarah/items.json"
    place.unlink() if left is None else place.write_text(left)

    said = person.types("search", "sarah-001", "--now", "2026-02-13", "--json")

    heats = [hit["heat"] for hit in said.json["results"] if hit["id"] == "sarah-001"]
    assert heats == ([] if left is None else ["hot"])


@pytest.mark.usefixtures("person")
def test_a_fresh_index_is_looked_at_and_not_written(person: Person) -> None:
    def stands() -> dict[str, tuple[int, int]]:
        # SQLite puts two files of its own beside it while it is read.
        return {p: s for p, s in person.files().items() if Path(p).is_file() and "db-" not in p}

    before = stands()
    for _ in range(2):
        assert person.types(*SEARCH).code == 0

    assert stands() == before


@pytest.mark.parametrize("words", [("heartbeat",), ("nightly",)])
@pytest.mark.usefixtures("person")
def test_a_job_with_nothing_to_read_loads_none_of_the_rules_on_facts(
    words: tuple[str, ...],
) -> None:
    assert not loaded(words) & ON_FACTS


@pytest.mark.parametrize("words", [("heartbeat",), ("nightly",)])
def test_a_job_with_a_line_to_read_loads_them(person: Person, words: tuple[str, ...]) -> None:
    person.says("Sarah moved to Oslo.")
    assert loaded(words) >= ON_FACTS
