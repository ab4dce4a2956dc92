"""What a person's own line of MEMORY.md says already is not added again in another person."""

import pytest

from memoryd.core.tacit import TacitSection, section_for
from memoryd.core.tacit_lines import NewLine, read_tacit
from memoryd.core.tacit_said import without_said

RULES = TacitSection.HARD_RULES


def is_added(own: str, text: str, section: TacitSection | None = None) -> bool:
    new = NewLine(section or section_for(text), text, "2026-03-01", "conversation:plain:a#1")
    lines = read_tacit(f"# MEMORY.md\n\n## How I Work\n- {own}\n".encode())
    return without_said([new], lines, "Alex Roth") == (new,)


@pytest.mark.parametrize(
    ("own", "text"),
    [
        ("I prefer email over calls", "Prefers email over calls"),
        ("I prefer email over calls.", "Prefers email to calls"),
        ("I prefer e-mail over phone calls", "Prefers email over calls"),
        ("Prefer emails over calls", "Prefers email over calls"),
        ("The operator prefers email over calls", "Prefers email over calls"),
        ("Alex Roth prefers email over calls", "Prefers email over calls"),
        ("I prefer email over calls. I live in Rome", "Prefers email over calls"),
        ("My timezone is Europe/Berlin", "Timezone is Europe/Berlin"),
        ("Timezone: Europe/Berlin", "Timezone is Europe/Berlin"),
        ("My time zone is Europe/Berlin", "Timezone: Europe/Berlin"),
        ("I live in Porto", "Lives in Porto"),
        ("I'm a vegetarian", "Is a vegetarian"),
        ("Vegetarian", "Is a vegetarian"),
        ("I don't like meetings before ten", "Does not like meetings before ten"),
        ("I have two children", "Has two children"),
        ("I reply on Mondays", "Replies on Mondays"),
        ("I watch the sea", "Watches the sea"),
        ("My manager is Petra Lunt", "Manager is Petra Lunt"),
        ("I prefer email, not calls", "Prefers email over calls"),
        ("Email over calls", "Prefers email over calls"),
        ("My preference: email over calls", "Prefers email over calls"),
        ("I am based in Berlin", "Is based in Berlin"),
        ("I can't work at night", "Cannot work at night"),
        ("Beacon launches on May 2", "Beacon: Launches on May 2"),
    ],
)
def test_what_a_person_says_of_themselves_is_not_added_again(own: str, text: str) -> None:
    assert not is_added(own, text)


@pytest.mark.parametrize(
    ("own", "text"),
    [
        ("I prefer calls over email", "Prefers email over calls"),
        ("I don't prefer email over calls", "Prefers email over calls"),
        ("Dana prefers email over calls", "Prefers email over calls"),
        ("My manager prefers email over calls", "Prefers email over calls"),
        ("We prefer email over calls", "Prefers email over calls"),
        ("I prefer email over calls on Mondays", "Prefers email over calls"),
        ("I prefer email over calls", "Prefers email over calls on Mondays"),
        ("I prefer email over calls", "Prefers email over calls, and reads it at noon"),
        ("I prefer email over calls, except from Dana", "Prefers email over calls"),
        ("My timezone is Europe/Rome", "Timezone is Europe/Berlin"),
        ("Dana's timezone is Europe/Berlin", "Timezone is Europe/Berlin"),
        ("Calls over email", "Prefers email over calls"),
        ("Email over calls on Mondays", "Prefers email over calls"),
        ("Dana: email over calls", "Prefers email over calls"),
        ("I like email, not calls", "Prefers email over calls"),
        ("I am managed by Petra Lunt", "Manages Petra Lunt"),
        ("I manage Petra Lunt", "Manager is Petra Lunt"),
        ("I call daily", "Is called daily"),
        ("I live in Porto", "Lived in Porto"),
        ("I live in Porto", "Lives near Porto"),
        ("I never work at night", "Works at night"),
        ("I work late", "Works lately"),
        ("", "Prefers email over calls"),
    ],
)
def test_what_no_line_of_a_person_says_is_added(own: str, text: str) -> None:
    assert is_added(own, text)


@pytest.mark.parametrize(
    ("own", "added"),
    [
        ("Never book a flight before nine", False),
        ("Never book flights before nine", False),
        ("I never book flights before nine", True),
    ],
)
def test_a_rule_for_assistants_is_said_only_by_a_rule(own: str, added: bool) -> None:  # noqa: FBT001 - a row
    assert is_added(own, "Never book flights before nine", RULES) is added
