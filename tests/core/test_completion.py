"""A project is over when a fact says so of the whole of it, and not a word sooner."""

import pytest

from memoryd.core.completion import goes_on, is_finished, is_resumed


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
        "Complete",
        "Is complete.",
        "Shipped",
        "Shipped!",
        "Has been shipped",
        "Shipped last week",
        "Delivered on Friday",
        "Finally complete",
        "Archived",
        "Is over now",
        "Is over and archived",
        "Launched",
        "Launched yesterday",
        "Launched on February 20",
        "Launched in spring",
        "Has launched",
        "Has been released",
        "Beacon was launched today",
        "Officially launched, as planned",
        "Is live",
        "Is now live.",
        "Is live since Monday",
        "Is live and stable",
        "Went live on May 4",
        "Finally live!",
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
        "Is done, but maintenance goes on",
        "Is finished except for the docs",
        "Is complete apart from the tests",
        "Finished, though support continues",
        "Is done for today",
        "Is done with the beta",
        "Is over budget",
        "Is over its deadline",
        "Was closed to new members",
        "Shipped 20 boxes to Kiel",
        "Shipped to 20 customers",
        "Complete rewrite of the parser",
        "Not complete",
        "Will be shipped in May",
        "Launched v2",
        "Launched the beta",
        "The beta is live",
        "Launched a blog",
        "Launched in Germany",
        "Launched to 20 customers",
        "Launched, maintenance goes on",
        "Will be launched in May",
        "Launches on May 4",
        "Goes live on May 4",
        "Not launched",
        "Almost live",
        "Should be live",
        "Is live on staging",
        "Is live in Germany",
        "Is live at beacon.example",
        "Is live, but payments are missing",
        "Live coverage of the event",
        "Is released under MIT",
    ],
)
def test_what_is_not(text: str) -> None:
    assert not is_finished(text)


@pytest.mark.parametrize(
    ("said", "more"),
    [
        ("The Larkspur project is done, but maintenance goes on.", True),
        ("Larkspur is finished except for the docs.", True),
        ("Larkspur is complete, only the invoice is missing.", True),
        ("Larkspur is done for today.", True),
        ("Larkspur is finished. But I am tired.", False),
        ("Larkspur is complete!", False),
        ("The docs remain in the wiki. Larkspur is done.", False),
    ],
)
def test_what_goes_on_is_said_in_the_sentence_of_the_end(said: str, *, more: bool) -> None:
    assert goes_on(said) is more


@pytest.mark.parametrize(
    ("text", "again"),
    [
        ("Is active again", True),
        ("Restarted on 2026-02-20", True),
        ("Was reopened", True),
        ("We are working on Larkspur again", True),
        ("Work resumed", True),
        ("Was taken up again", True),
        ("Back in development", True),
        ("No longer finished", True),
        ("Will be restarted in May", False),
        ("May be reopened", False),
        ("Uses REST again", False),
        ("Resumes of candidates are stored there", False),
        ("Missed its deadline again", False),
        ("Finished", False),
    ],
)
def test_what_is_taken_up_again(text: str, *, again: bool) -> None:
    assert is_resumed(text) is again
