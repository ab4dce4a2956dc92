"""MEMORY.md kept by the rules alone: what the operator says on one week and another on the next."""

from pathlib import Path

import pytest

from memoryd.core.tacit_lines import read_tacit
from memoryd.llm.offline import Offline
from tests.jobs.sundays import held, memory_of
from tests.store_kit import Home

FIRST, THEN = ("2026-01-06", "2026-01-11"), ("2026-01-13", "2026-01-18")


@pytest.fixture
def home(tmp_path: Path) -> Home:
    home = Home(tmp_path)
    home.extractor = Offline()
    return home


def told(home: Home, week: tuple[str, str], said: str) -> set[str]:
    """Say something in a week, hold its Sunday; return our lines with their sections."""
    home.say(said, day=week[0], session=week[0])
    home.beat()
    held(home, day=week[1])
    found = read_tacit(memory_of(home).encode())
    return {f"{line.section}: {line.text}" for line in found if line.ours}


@pytest.mark.parametrize(
    ("said", "line", "then", "after"),
    [
        ("I prefer phone calls to emails.",
         "Communication Preferences: Prefers phone calls to emails",
         "I no longer prefer phone calls, email is better for me now.",
         {"Communication Preferences: Email is better now"}),
        ("I love working late.", "How I Work: Loves working late",
         "I used to love working late, but not any more.", set()),
        ("I don't eat meat.", "How I Work: Does not eat meat", "I eat meat again.",
         {"How I Work: Eats meat again"}),
        ("I prefer to be called Lex.", "Communication Preferences: Prefers to be called Lex",
         "Please call me Sam, not Lex.", {"How I Work: Goes by Sam"}),
        ("I'd rather text than phone.",
         "Communication Preferences: Prefers to text rather than phone",
         "From now on I'd rather phone than text.",
         {"Communication Preferences: Prefers to phone rather than text"}),
        ("I always get up at six.", "How I Work: Gets up at six", "I get up at seven these days.",
         {"How I Work: Gets up at seven"}),
        ("My top priority is the Atlas migration.",
         "Project Priorities: Top priority is the Atlas migration",
         "My top priority is now the Orion launch.",
         {"Project Priorities: Top priority is the Orion launch"}),
        ("The Beacon launch is my main focus until March.",
         "Project Priorities: Main focus is the Beacon launch until March",
         "We launched Beacon yesterday.", set()),
        ("I'm working on the Harbour project this month, that comes first.",
         "Project Priorities: Harbour comes first this month", "The Harbour project is done.",
         set()),
        ("Always answer in German when my mother writes.",
         "Hard Rules: Always answer in German when Alex's mother writes", "We launched Beacon.",
         {"Hard Rules: Always answer in German when Alex's mother writes"}),
        ("Do not share my address with anybody.",
         "Hard Rules: Do not share Alex's address with anybody",
         "I don't work on Harbour any more.",
         {"Hard Rules: Do not share Alex's address with anybody"}),
    ],
)  # fmt: skip
def test_what_is_said_stands_until_it_is_taken_back(
    home: Home, said: str, line: str, then: str, after: set[str]
) -> None:
    assert told(home, FIRST, said) == {line}
    assert told(home, THEN, then) == after


@pytest.mark.parametrize("said", ["We launched Beacon.", "We shipped Beacon.", "Beacon went live."])
def test_what_came_out_is_no_priority_and_goes_to_the_archives(home: Home, said: str) -> None:
    assert told(home, FIRST, said) == set()
    assert (home.root / "archives/projects/beacon").exists()


def test_a_priority_goes_when_its_own_last_day_has_passed(home: Home) -> None:
    said = "The Beacon launch is my main focus until March."
    line = {"Project Priorities: Main focus is the Beacon launch until March"}
    assert told(home, FIRST, said) == line
    held(home, day="2026-03-29")
    assert "main focus" in memory_of(home).casefold()
    held(home, day="2026-04-05")
    assert "main focus" not in memory_of(home).casefold()
