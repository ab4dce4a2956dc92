"""By the offline rules too what somebody is like is no post, and only a post replaces a post."""

import pytest

from tests.core.recon_kit import Memory
from tests.llm.test_offline_stored import _tell as tell


@pytest.mark.parametrize(
    "told",
    [
        ("I'm a senior engineer.", "I'm a patient engineer."),
        ("I'm a patient engineer.", "I'm a senior engineer."),
        ("I work as a product designer.", "I work as a careful designer."),
        ("I'm a senior engineer.", "I'm a blockchain engineer."),
        ("I'm a senior engineer.", "I'm an engineer."),
    ],
)
def test_both_remarks_stay(told: tuple[str, str]) -> None:
    memory = Memory()

    for text in told:
        tell(memory, text)

    assert len(memory.active()) == 2


@pytest.mark.parametrize(
    ("told", "left"),
    [
        (("I'm a senior engineer.", "I'm now an engineering manager."),
         "Now an engineering manager"),
        (("I work as a product designer.", "I work as a product manager."), "Product manager"),
        (("I'm a senior engineer.", "I got promoted to staff engineer."),
         "Promoted to staff engineer"),
    ],
)  # fmt: skip
def test_a_new_post_is_the_one_that_stands(told: tuple[str, str], left: str) -> None:
    memory = Memory()

    for text in told:
        tell(memory, text)

    assert memory.active() == [left]
