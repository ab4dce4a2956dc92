"""A project is over when a fact says so of the whole of it, and not a word sooner."""

import pytest

from memoryd.core.completion import is_finished


@pytest.mark.parametrize(
    "text",
    [
        "Larkspur is finished",
        "The project was completed on 2026-01-30",
        "Is now done, everything is delivered",
        "Finished last week",
        "Cancelled",
        "Was abandoned in favour of Beacon",
        "Handed over and closed",
        "Officially over: the project is officially over",
        "Shut down",
        "Done",
        "Over.",
    ],
)
def test_what_is_over(text: str) -> None:
    assert is_finished(text)


@pytest.mark.parametrize(
    "text",
    [
        "Is not finished",
        "Isn't done yet",
        "Will be completed in March",
        "Almost finished",
        "The first draft is finished",
        "Phase 1 is completed",
        "24 of 47 tasks are done",
        "80 % is done",
        "Must be finished by April",
        "Launches on April 2",
        "Finished goods are stored in Kiel",
        "Uses REST over GraphQL",
        "Closed a round with two investors",
        "When it is finished, Maria takes over",
    ],
)
def test_what_is_not(text: str) -> None:
    assert not is_finished(text)
