"""What somebody was, expected or studied is over in other words than "no longer"."""

import pytest

from memoryd.core.outcomes import as_no_longer
from memoryd.core.supersede import contradicts, may_replace

CEO = "CEO of Acme"
ENDED = [
    *((CEO, said) for said in (
        "Stepped down as CEO of Acme", "Resigned as CEO of Acme", "Was replaced as CEO of Acme",
        "Stood down as CEO of Acme in March", "Stepped down as the CEO of Acme after ten years",
        "Has stepped down as CEO of Acme to write a book", "Resigned from her post as CEO of Acme",
        "Handed over as CEO of Acme to Noor", "Was voted out as CEO of Acme last week")),
    ("Is the CEO of Acme", "Stepped down as CEO"),
    ("Head of sales at Acme", "Resigned as head of sales"),
    ("Captain of the team", "Was replaced as captain"),
    ("Works as a nurse", "Retired as a nurse"),
    ("Chair of the choir", "Gave up the post of chair of the choir"),
    ("Treasurer of the club", "Gave up the post of treasurer"),
    ("Is pregnant", "Gave birth to a boy"),
    ("Pregnant with her second child", "Had the baby on May 3"),
    ("Expecting a baby in May", "Their daughter was born"),
    ("Studies law", "Graduated in law"),
    ("Studying law in Berlin", "Finished her law degree"),
    ("Studies law", "Has graduated"),
]  # fmt: skip
STANDS = [
    *((CEO, said) for said in (
        "Stepped down as CEO of Globex", "Stepped down as treasurer of Acme",
        "May step down as CEO of Acme", "Thinks about stepping down as CEO of Acme",
        "Boss stepped down as CEO of Acme", "Denied that she stepped down as CEO of Acme",
        "Never stepped down as CEO of Acme", "Stepped down as CEO of Acme in the rumour",
        "Was asked whether she stepped down as CEO of Acme", "Hired as CEO of Acme")),
    ("Board member of Globex", "Stepped down as CEO of Globex"),
    ("Works as a nurse", "Brother retired as a nurse"),
    ("Is pregnant", "Sister gave birth to a boy"), ("Is pregnant", "Had the flu"),
    ("Has two children", "Gave birth to a boy"),
    ("Studies law", "Sister graduated in law"), ("Studies law", "Graduated in history"),
    ("Studies law", "Finished her medical degree"), ("Practises law", "Graduated in law"),
    *((f"{what} to Rome on May 3", f"{what} to Oslo on June 9") for what in (
        "Flight", "Trip", "Train", "Has a flight", "Booked a trip")),
    ("Dinner with Tom on Friday", "Dinner with Ines on Sunday"),
]  # fmt: skip
MOVED = [
    ("Flight to Rome on May 3", "Flight to Rome on May 4 now"),
    ("Flight to Rome on May 3", "Flight moved to May 4"),
]


@pytest.mark.parametrize(("old", "new"), ENDED + MOVED)
def test_a_model_may_retire_what_came_to_its_end(old: str, new: str) -> None:
    assert may_replace(new, old, names=frozenset())


@pytest.mark.parametrize(("old", "new"), STANDS)
def test_what_ended_for_another_or_is_one_of_several_stands(old: str, new: str) -> None:
    assert not may_replace(new, old, names=frozenset())
    assert not contradicts(new, old)


@pytest.mark.parametrize("said", [said for old, said in ENDED if old == CEO])
def test_a_post_that_is_said_to_be_given_up_needs_no_model(said: str) -> None:
    assert contradicts(said, CEO)
    assert as_no_longer(said).casefold() in ("no longer ceo of acme", "no longer the ceo of acme")


def test_what_tells_of_no_post_is_left_as_it_is() -> None:
    for text in ("Stepped down the ladder", "Resigned", "Retired in May", "Gave up smoking"):
        assert as_no_longer(text) == text
