"""Which of our priorities go with a project that is over, and which it leaves standing."""

import pytest

from memoryd.core.fact import Fact
from memoryd.core.finished import is_over_with, is_told_over
from memoryd.core.stale import Subject
from memoryd.core.tacit import TacitSection
from memoryd.core.tacit_lines import TacitLine

NAME = "Beacon"
DAY = "2026-02-03"


def priority(text: str, evidence: str = "claude:one:a#1") -> TacitLine:
    return TacitLine(TacitSection.PRIORITIES, text, ours=True, evidence=evidence, line=1, day=DAY)


def ended(day: str | None, source: str = "claude:one:b#1") -> Subject:
    """The project, at an end that a fact of this day tells; None: in the archives, no fact why."""
    end = Fact("beacon-009", "Project is finished", day, source=source) if day else None
    return Subject((NAME,), (end,) if end else (), ended=True, end=end)


@pytest.mark.parametrize(
    "text",
    [
        "Shipping Beacon by April",
        "Beacon launch is the top priority",
        "Focuses on Beacon until launch",
        "Getting Beacon out the door",
        "Finish the Beacon migration before the demo",
        "Top priority is the beacon launch",
        "Main focus is shipping Beacon",
        "Wants Beacon done before anything else",
        "Beacon comes first this month",
        "Works on Beacon every morning",
        "The Beacon project takes priority over Wren",
        "Q2 goal: get the Beacon pilot signed",
        "Goal for May: Beacon in production",
        "Quarter goal: ship Beacon",
        "Deliver Beacon's second phase",
    ],
)
def test_a_priority_to_get_a_project_done_is_over_with_it(text: str) -> None:
    for end in ("2026-03-01", DAY, None):
        assert is_over_with(priority(text), ended(end))
    assert not is_over_with(priority(text), Subject((NAME,), ()))
    assert not is_over_with(priority(text), ended("2026-02-02"))


@pytest.mark.parametrize(
    "text",
    [
        "Hire two engineers after Beacon",
        "Write the retro of Beacon",
        "Supports Beacon's customers",
        "Sell Beacon to the Nordwind customers",
        "Wren first, as Beacon did",
        "Apply what Beacon taught",
        "Spend the money Beacon earned on Wren",
        "Replace Beacon by Wren",
        "Move Beacon's customers to Wren",
        "Finish Beaconsfield",
        "Finish Wren before the summer",
    ],
)
def test_a_priority_that_merely_names_a_project_outlives_it(text: str) -> None:
    assert not is_over_with(priority(text), ended("2026-03-01"))


def test_an_end_in_the_very_words_of_a_priority_is_none_of_it() -> None:
    line = priority("Top priority is Beacon", evidence="claude:one:a#4")

    assert not is_over_with(line, ended(DAY, source="claude:one:a#4"))


@pytest.mark.parametrize(
    ("text", "told", "names", "over"),
    [
        ("Finish the Beacon billing module", "Billing module finished", (NAME,), True),
        ("Finish the Beacon billing module", "Billing module finished", (), False),
        ("Finish the Beacon billing module", "Billing module is nearly finished", (NAME,), False),
        ("Finish the Beacon billing module", "Search module finished", (NAME,), False),
        ("Finish the tax return", "I handed in the tax return", (), True),
        ("Finish the tax return", "I handed in the report", (), False),
    ],
)
def test_a_priority_is_over_once_its_own_thing_is_said_to_be(
    text: str, told: str, names: tuple[str, ...], *, over: bool
) -> None:
    assert is_told_over(text, DAY, [("2026-02-20", told)], names) is over
    assert not is_told_over(text, DAY, [("2026-01-20", told)], names)
