"""Of two wishes that exclude each other the newer stands; of one wish in many words, one line."""

import pytest

from memoryd.core.supersede import contradicts
from memoryd.core.tacit import TacitSection
from memoryd.core.tacit_change import TacitChange, apply_tacit, without_doubled, without_outdated
from memoryd.core.tacit_lines import NewLine, read_tacit

WORK, REACH = TacitSection.HOW_I_WORK, TacitSection.COMMUNICATION
EXCLUDE = [
    ("Does not like calls", "Prefers calls"),
    ("Hates standups", "Prefers standups"),
    ("Prefers long reports", "Prefers short reports"),
    ("Wants detailed answers", "Wants short answers"),
    ("Prefers morning meetings", "Prefers evening meetings"),
    ("Wants weekly updates", "Wants daily updates"),
    ("Loves phone calls", "No longer prefers phone calls"),
]
FACTS = [
    ("Is vegetarian", "Eats meat again"), ("Vegan", "Eats meat now"), ("Eats meat", "Is vegan"),
    ("Is single", "Engaged to Tom"), ("Engaged to Tom", "Is married to Tom"),
    ("Engaged to Tom", "Separated from Tom"), ("Widowed", "Got engaged to Noor"),
]  # fmt: skip
BESIDE = [
    ("Prefers calls", "Prefers calls in the morning"),
    ("Likes calls", "Prefers calls"),
    ("Prefers long reports", "Prefers short meetings"),
    ("Prefers tea", "Prefers aisle seats"),
    ("Likes hot coffee", "Likes cold coffee"),
    ("Is vegetarian", "Eats fish"),
    ("Is vegetarian", "Eats meat on Sundays"),
    ("Is single", "Engaged the firm Hill as auditors"),
    ("Prefers not to travel", "Likes to travel light"),
]


@pytest.mark.parametrize(("old", "new"), [*EXCLUDE, *FACTS])
def test_the_newer_ends_the_older(old: str, new: str) -> None:
    assert contradicts(new, old)


@pytest.mark.parametrize(("old", "new"), EXCLUDE)
def test_memory_md_keeps_the_newer_wish_alone(old: str, new: str) -> None:
    first = TacitChange((NewLine(WORK, old, "2026-01-05", "conversation:plain:a#1"),))
    second = TacitChange((NewLine(REACH, new, "2026-01-12", "conversation:plain:b#1"),))
    raw = apply_tacit(None, first).file
    assert raw is not None
    made = apply_tacit(raw, without_outdated(second, read_tacit(raw))).file
    assert [line.text for line in read_tacit(made or b"")] == [new]


@pytest.mark.parametrize(("old", "new"), BESIDE)
def test_what_does_not_exclude_the_other_stands_beside_it(old: str, new: str) -> None:
    assert not contradicts(new, old)


SAID = "conversation:plain:a#1"


def test_one_statement_in_several_wordings_is_one_line() -> None:
    wordings = (
        (REACH, "Prefers calls over email"),
        (REACH, "Would rather have calls than email"),
        (REACH, "Likes calls more than email"),
        (WORK, "Calls preferred over email"),
    )
    change = TacitChange(
        tuple(NewLine(section, text, "2026-01-05", SAID) for section, text in wordings)
    )
    assert [line.text for line in without_doubled(change, ()).add] == [wordings[0][1]]


@pytest.mark.parametrize(
    ("text", "source"),
    [("Does not like calls over email", SAID), ("Prefers calls on Monday", SAID),
     ("Likes calls more than email", "conversation:plain:b#2")],
)  # fmt: skip
def test_another_statement_or_other_evidence_is_a_line_of_its_own(text: str, source: str) -> None:
    held = NewLine(REACH, "Prefers calls over email", "2026-01-05", SAID)
    raw = apply_tacit(None, TacitChange((held,))).file
    change = TacitChange((NewLine(REACH, text, "2026-01-06", source),))
    assert without_doubled(change, read_tacit(raw or b"")) == change
