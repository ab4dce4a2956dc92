"""On a Sunday no model writes into MEMORY.md more than the operator said."""

from pathlib import Path

import pytest

from memoryd.core.proposal import TacitAnswer, TacitProposal, TacitRequest
from tests.jobs.sundays import Scribe, held, memory_of
from tests.store_kit import Home

SAID = (
    "I prefer calls over email.", "Please never schedule meetings before ten.",
    "Beacon is my top priority this month.", "Sarah likes short reports.",
)  # fmt: skip


def refused(base: Path, section: str, text: str, *cited: int) -> tuple[bool, str]:
    """Return whether a line that cites these of SAID was refused as too wide, and MEMORY.md."""
    home = Home(base)
    for said in SAID:
        home.say(said)
    home.beat()

    def propose(request: TacitRequest) -> TacitAnswer:
        lines = tuple(request.lines[at].id for at in cited)
        return TacitAnswer((TacitProposal(section, text, lines),))

    sunday = held(home, Scribe(ways=propose))
    assert sunday.tacit is not None
    return (text, "widened") in sunday.tacit.refused, memory_of(home)


@pytest.mark.parametrize(
    ("section", "text", "cited"),
    [
        ("Communication Preferences", "Prefers calls over email for urgent matters", [0]),
        ("Communication Preferences", "Prefers calls over email and text messages", [0]),
        ("Communication Preferences", "Prefers calls over email because email is slow", [0]),
        ("How I Work", "Might prefer calls over email", [0]),
        ("Hard Rules", "Never schedule meetings before ten on weekdays", [1]),
        ("Communication Preferences", "Write short reports", [3]),
        ("Project Priorities", "Beacon is Sarah's top priority this month", [2, 3]),
    ],
)
def test_a_line_that_adds_to_what_was_said_does_not_get_in(
    tmp_path: Path, section: str, text: str, cited: list[int]
) -> None:
    is_refused, memory = refused(tmp_path, section, text, *cited)

    assert is_refused
    assert text not in memory


@pytest.mark.parametrize(
    ("section", "text", "cited"),
    [
        ("Communication Preferences", "Prefers calls over email", [0]),
        ("Hard Rules", "Never schedule meetings before ten", [1]),
    ],
)
def test_a_line_that_says_it_in_other_words_does(
    tmp_path: Path, section: str, text: str, cited: list[int]
) -> None:
    assert f"- {text} (" in refused(tmp_path, section, text, *cited)[1]
