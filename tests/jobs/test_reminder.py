"""reminder: which entities a prompt names, and the short that is told of them."""

from pathlib import Path

import pytest

from memoryd.core.turn import Audience
from memoryd.jobs.briefing import Asked
from memoryd.jobs.reminder import named, reminder
from tests.jobs.test_briefing import NOW, Life


@pytest.fixture(name="life")
def _life(tmp_path: Path) -> Life:
    life = Life(tmp_path)
    for ref in ("projects/beacon", "projects/beacon-2", "areas/people/sarah", "areas/people/alex",
                "areas/people/the", "areas/people/li-lei", "areas/companies/acme-corp",
                "areas/people/dana", "areas/people/kate-whitfield", "areas/people/mia-day",
                "areas/people/иван", "areas/people/김민수"):  # fmt: skip
        life.has_fact(ref, f"A fact on {ref.rpartition('/')[2]}", "2024-02-12")
    life.has("areas/people/li-lei/summary.md", "---\naliases: [李雷]\n---\n# Li Lei\n")
    return life


@pytest.mark.parametrize(
    ("prompt", "refs"),
    [
        ("What did we decide for Beacon?", ["projects/beacon"]),
        ("beacon-2 or Beacon 2?", ["projects/beacon-2"]),
        ("beacon, then beacon-2", ["projects/beacon", "projects/beacon-2"]),
        ("ask Sarah's team and ACME Corp.", ["people/sarah", "companies/acme-corp"]),
        ("see people/sarah", ["people/sarah"]),
        ("acme", ["companies/acme-corp"]),
        ("Sarahs plan for ACME's launch", ["people/sarah", "companies/acme-corp"]),
        ("AcmeCorp called", ["companies/acme-corp"]),
        ("what of Whitfield?", ["people/kate-whitfield"]),
        ("ask kate", ["people/kate-whitfield"]),
        ("what did Day say?", ["people/mia-day"]),
        ("Day by day", []),
        ("спроси Ивана", ["people/иван"]),
        ("민수는?", ["people/김민수"]),
        ("the thing", []),
        ("alex is me", []),
        ("我和李雷说过", ["people/li-lei"]),
        ("Nothing here", []),
        ("", []),
        ("x " * 20_000 + "beacon", []),
    ],
)
def test_the_entities_that_a_prompt_names(life: Life, prompt: str, refs: list[str]) -> None:
    assert [str(ref) for ref in named(life.memory(), prompt, Audience.PRIVATE)] == refs


def test_three_of_them_are_told_of_and_nothing_else(life: Life) -> None:
    prompt = "dana, sarah, beacon and acme corp"
    text = reminder(life.memory(), prompt, Asked(Audience.PRIVATE, NOW, 600))["text"]

    assert [part for part in ("dana", "sarah", "beacon", "acme-corp") if f"on {part}" in text] == [
        "dana", "sarah", "beacon",
    ]  # fmt: skip
    assert text.startswith("<memoryd-context ")


def test_a_prompt_that_names_nothing_is_told_nothing(life: Life) -> None:
    assert reminder(life.memory(), "hello", Asked(Audience.PRIVATE, NOW, 600)) == {"text": ""}


def test_a_group_is_reminded_of_what_it_may_know(life: Life) -> None:
    text = reminder(life.memory(), "sarah and beacon", Asked(Audience.GROUP, NOW, 600))["text"]

    assert "beacon" in text
    assert "sarah" not in text
    assert list(named(life.memory(), "sarah", Audience.GROUP)) == []


def test_the_budget_holds(life: Life) -> None:
    for budget in (10, 80, 100, 120):
        asked = Asked(Audience.PRIVATE, NOW, budget)
        assert len(reminder(life.memory(), "dana, sarah", asked)["text"]) <= 4 * budget
