"""A priority is over when its own date has passed, or something said names it and says so."""

from datetime import date

import pytest

from memoryd.core.priority_end import is_shown_over

DAY, TODAY = date(2026, 1, 6), date(2026, 1, 25)
THESIS = "Thesis on bees this quarter"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (THESIS, "The thesis is finished."), (THESIS, "I handed in the thesis on Friday!"),
        (THESIS, "I gave up on the thesis."), (THESIS, "The thesis is not a priority any more."),
        (THESIS, "I have submitted my thesis."), (THESIS, "Die Thesis ist abgegeben."),
        ("Move to Porto", "The move to Porto is called off."),
        ("Marathon training", "I stopped the marathon training."),
        ("Tax return by January 20", "Hello."), ("Onboarding of Noor this week", "Hello."),
        ("Beacon launch on January 15", "Hello."), ("Finish the deck until 2026-01-10", ""),
    ],
)  # fmt: skip
def test_it_is_over(text: str, said: str) -> None:
    assert is_shown_over(text, DAY, [said], TODAY)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (THESIS, "Hello, what time is it?"), (THESIS, "The dishes are done."),
        (THESIS, "The thesis is not finished yet."), (THESIS, "Is the thesis finished?"),
        (THESIS, "Maybe I have to give up the thesis."),
        (THESIS, "I will submit the thesis in May."),
        (THESIS, "I almost finished the thesis."), (THESIS, "I work on the thesis every day."),
        (THESIS, "I finished the first chapter of the book."),
        (THESIS, "I want to be done with the thesis."), (THESIS, "If the thesis is done I rest."),
        ("Tax return by February 20", "Hello."), ("Marathon training this month", "Hello."),
        ("Sailing since January 2", "Hello."), ("Onboarding of Noor", ""),
        ("Project Beacon", "The project Atlas is finished."),
    ],
)  # fmt: skip
def test_nothing_shows_that_it_is_over(text: str, said: str) -> None:
    assert not is_shown_over(text, DAY, [said], TODAY)


def test_this_quarter_ends_with_the_quarter_it_was_written_in() -> None:
    assert is_shown_over(THESIS, DAY, [], date(2026, 4, 1))
    assert not is_shown_over(THESIS, DAY, [], date(2026, 3, 31))
