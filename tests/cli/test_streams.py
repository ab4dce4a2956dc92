"""Standard output that takes nothing: one line says so and the command failed, whatever it did."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.talking import Person

PROJECT = Path(__file__).parents[2]
FULL = "/dev/full"
NOWHERE = [f">{FULL}", ">&-"]
VERBS = [
    "recall people/operator --facts", "recall people/operator --json", "check", "status",
    "config", "log people/operator", 'remember "Likes plums"', "heartbeat", "--help", "--version",
    "recall --help",
]  # fmt: skip


def runs(line: str, shell: str, *, unbuffered: str = "") -> subprocess.CompletedProcess[str]:
    settings = f"PYTHONUNBUFFERED={unbuffered} " if unbuffered else "env -u PYTHONUNBUFFERED "
    command = f"set -o pipefail; {settings}{sys.executable} -m memoryd {line} {shell}"
    return subprocess.run(
        ["bash", "-c", command], cwd=PROJECT, capture_output=True, text=True, check=False
    )


@pytest.fixture(autouse=True)
def _a_memory(person: Person) -> None:
    person.types("init")
    person.has_facts(
        "areas/people/operator",
        *({"id": f"operator-{n:03d}", "fact": f"Likes tea number {n}, of the finer sort",
           "timestamp": "2026-01-05"} for n in range(1, 200)),
    )  # fmt: skip


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("shell", NOWHERE)
@pytest.mark.parametrize("line", VERBS)
def test_what_cannot_be_shown_is_said_in_one_line(line: str, shell: str, unbuffered: str) -> None:
    done = runs(line, shell, unbuffered=unbuffered)

    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("memoryd: standard output ")


@pytest.mark.parametrize("shell", [f"2>{FULL}", "2>&-"])
@pytest.mark.parametrize(
    ("line", "code"),
    [("config", 0), ("recall people/nobody", 1), ("recal x", 2),
     ("recall people/nobody --debug", 1)],
)  # fmt: skip
def test_errors_that_nobody_can_be_told_leave_the_exit_code(
    line: str, code: int, shell: str
) -> None:
    done = runs(line, shell)

    assert (done.returncode, done.stderr) == (code, "")


@pytest.mark.parametrize("shell", [f">{FULL} 2>{FULL}", ">&- 2>&-", "<&- >&- 2>&-"])
def test_a_command_that_can_tell_nobody_anything_has_failed(shell: str) -> None:
    assert runs("status", shell).returncode == 1


@pytest.mark.parametrize("line", ["recall people/operator --facts", "status", "--help"])
def test_a_reader_that_leaves_early_hears_nothing_of_it(line: str) -> None:
    done = runs(line, "| true")

    assert (done.returncode, done.stderr) == (0, "")


def test_what_was_to_be_kept_is_kept_though_nothing_can_be_shown(person: Person) -> None:
    runs('remember "Likes plums"', f">{FULL}")

    assert "Likes plums" in person.types("recall", "people/operator", "--facts").out
