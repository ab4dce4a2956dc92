"""An index whose making was killed: the next question is answered as by one that was not."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.talking import CONFIG, Person

PROJECT = Path(__file__).parents[2]
PEOPLE = 300
QUESTION = ("search", "kayak", "--json")
SHARES = (0.05, 0.2, 0.35, 0.5, 0.65, 0.8, 0.95)  # of the time that an undisturbed search takes


@pytest.fixture(name="person")
def _person(home: Path, capsys: pytest.CaptureFixture[str]) -> Person:
    person = Person(home, capsys)
    person.has_config(CONFIG + "[search]\nsemantic = false\n")
    for number in range(PEOPLE):
        facts = [
            {"id": f"p{number}-{n:03d}", "fact": f"Paddles kayak {n} of {number}",
             "timestamp": "2026-02-12"} for n in range(1, 6)
        ]  # fmt: skip
        person.has_facts(f"areas/people/p{number}", *facts)
    return person


def started() -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "memoryd", *QUESTION], cwd=PROJECT, env=dict(os.environ),
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip


def without_index(person: Person) -> list[Path]:
    files = [path for path in person.home.rglob("*") if "index" in path.name and path.is_file()]
    for path in files:
        path.unlink()
    return files


def test_a_search_killed_while_it_makes_the_index_leaves_nothing_in_the_way(person: Person) -> None:
    begun = time.monotonic()
    with started() as whole:
        expected = whole.communicate()
    took = time.monotonic() - begun
    files = {path.name for path in without_index(person)}
    assert files

    killed = 0
    for share in SHARES:
        with started() as process:
            time.sleep(share * took)
            killed += process.poll() is None
            process.kill()
            process.communicate()
        with started() as again:
            told = again.communicate()

        assert (again.returncode, told) == (0, expected)
        left = {
            path.name.removesuffix("-wal").removesuffix("-shm") for path in without_index(person)
        }
        assert left <= files  # a killed writer's log stays with its file
    assert killed >= len(SHARES) // 2
