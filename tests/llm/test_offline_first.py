"""What the operator says comes first is a priority, until it or its project is over."""

import pytest

from memoryd.core.passing import is_passing
from memoryd.core.tacit import TacitSection, section_for
from tests.llm.offline_lines import briefly
from tests.llm.test_offline_changes import at_once_and_apart

NOW, LATER = "2026-05-01", "2026-06-01"
ATLAS = "My top priority is the Atlas migration."
HARBOUR = "I'm working on the Harbour project this month, that comes first."


@pytest.mark.parametrize(
    ("said", "first"),
    [
        (ATLAS, "Top priority is the Atlas migration"),
        ("The Beacon launch is my main focus until March.",
         "Main focus is the Beacon launch until March"),
        ("My main focus this month is Orion.", "Main focus is Orion this month"),
        ("My main focus is now on the Orion launch.", "Main focus is the Orion launch"),
        ("My number one priority is to finish Atlas.", "Number one priority is to finish Atlas"),
        ("The Harbour project comes first.", "The Harbour project comes first"),
        ("The Harbour project comes first this month.",
         "The Harbour project comes first this month"),
        (HARBOUR, "Harbour comes first this month"),
    ],
)  # fmt: skip
def test_what_is_said_to_be_first_is_a_priority(said: str, first: str) -> None:
    assert f"Alex: {first}" in briefly(said)
    assert section_for(first) is TacitSection.PRIORITIES
    assert not is_passing(first, [said], for_now=True)


@pytest.mark.parametrize(
    "said",
    ["Safety comes first.", "Family comes first.", "Sarah comes first.", "Breakfast comes first.",
     "What is my top priority?", "Is Atlas my top priority?", "Sarah's top priority is Atlas.",
     "Her main focus is Atlas.", "If Atlas is my top priority, tell me.",
     "My boss says my top priority is Atlas.", 'He wrote "my top priority is Atlas".',
     "My top priority was Atlas.", "My top priority is not Atlas.", "My focus is terrible today.",
     "My top priority isn't Atlas.", "My main focus next month is Orion.",
     "Next month my main focus is Orion.", "Atlas should be my top priority.",
     "Atlas might be my main focus.", "My top priority today is the dentist.",
     "My top priority is to get some sleep.", "My top priority is this.",
     "Our customer's top priority is Atlas.", "The Harbour project would come first."],
)  # fmt: skip
def test_what_is_first_for_others_for_today_or_in_general_is_none(said: str) -> None:
    assert not [fact for fact in briefly(said) if "priority" in fact or "first" in fact]
    assert "Alex: Main focus" not in str(briefly(said))


@pytest.mark.parametrize(
    ("before", "said", "stands"),
    [
        (ATLAS, "My top priority is now the Orion launch.", {"Top priority is the Orion launch"}),
        (ATLAS, "The Orion project comes first.", {"The Orion project comes first"}),
        ("The Beacon launch is my main focus until March.", "We launched Beacon yesterday.",
         {"Beacon came first, and is launched", "Launched"}),
        (HARBOUR, "The Harbour project is done.",
         {"No longer on Harbour", "Harbour came first, and is done", "Done"}),
        ("I'm on the Harbour team.", "The Harbour project is cancelled.",
         {"No longer on Harbour", "Cancelled"}),
        ("I'm on the Harbour team.", "I don't work on Harbour any more.", {"No longer on Harbour"}),
        ("I'm on the Harbour team.", "I no longer work on Harbour.", {"No longer on Harbour"}),
        ("I'm on the Harbour team.", "I'm not on Harbour any more.", {"No longer on Harbour"}),
    ],
)  # fmt: skip
def test_it_ends_with_what_comes_first_instead_or_with_its_project(
    before: str, said: str, stands: set[str]
) -> None:
    for memory in at_once_and_apart(NOW, before, LATER, said):
        assert {fact.fact for fact in memory.everything() if fact.active} == stands


@pytest.mark.parametrize(
    "said",
    ["The Harbour beta is live.", "Is Harbour done?", "The Harbour project is almost done.",
     "The Harbour project is not done.", "The Beacon project is done.", "I don't work on Beacon.",
     "If the Harbour project is done, tell me.", "Sarah no longer works on Harbour.",
     "Tom said the Harbour project is done.", "The first phase of Harbour is done."],
)  # fmt: skip
def test_who_is_on_a_project_that_goes_on_stays_on_it(said: str) -> None:
    for memory in at_once_and_apart(NOW, "I'm on the Harbour team.", LATER, said):
        assert "On Harbour" in memory.active()


@pytest.mark.parametrize(
    ("said", "facts"),
    [
        ("I don't work on Harbour any more.", ["Alex: No longer on Harbour"]),
        ("I don't work on Harbour.", []),
        ("I'm not on Prozac any more.", []),
        ("I don't work on Sundays.", ["Alex: Does not work on Sundays"]),
        ("I don't work on Fridays any more.", ["Alex: Does not work on Fridays any more"]),
        ("I don't work on Christmas.", ["Alex: Does not work on Christmas"]),
        ("I don't work on weekends.", ["Alex: Does not work on weekends"]),
    ],
)
def test_what_one_is_not_at_work_on_is_no_way_of_working(said: str, facts: list[str]) -> None:
    assert briefly(said) == facts
