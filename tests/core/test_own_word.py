"""A line of MEMORY.md is replaced by the operator's own plain word, and by nothing less."""

import pytest

from memoryd.core.own_word import is_told_as_own
from memoryd.core.supersede import contradicts
from memoryd.core.tacit import TacitSection
from memoryd.core.tacit_change import TacitChange, apply_tacit, without_outdated
from memoryd.core.tacit_lines import NewLine, read_tacit

CALLS, PHONE = "Prefers calls over email", "Prefers calls"
OWN = [
    (CALLS, "Prefers email over calls"), (CALLS, "Would prefer email over calls"),
    (CALLS, "I prefer email over calls"), (CALLS, "Does not prefer calls over email"),
    (CALLS, "Now prefers email over calls"), (CALLS, "Really does prefer email over calls"),
    (CALLS, "These days prefers email over calls"),
    (CALLS, "Communication: prefers email over calls"),
    (CALLS, "In general, prefers email over calls"),
    (CALLS, "Prefers to be told by mail, prefers email over calls"),
    (PHONE, "Hates calls"), (PHONE, "No calls please, e-mail me"),
    (PHONE, "No longer prefers calls"),
    (PHONE, "Would rather have e-mails than calls"), (PHONE, "Can't stand calls"),
    (PHONE, "Prefers not to be called"), (PHONE, "Don't call me, text me"),
    (PHONE, "I really don't like calls"), (PHONE, "E-mail only, hates calls"),
]  # fmt: skip
NOT_OWN = [
    # asked, doubted, on a condition
    (CALLS, "Do I prefer email over calls?"), (CALLS, "Prefers email over calls?"),
    (CALLS, "Do I prefer email over calls"), (CALLS, "If in sales, would prefer email over calls"),
    (CALLS, "Unless it is urgent, prefers email over calls"),
    (CALLS, "Might prefer email over calls"),
    (CALLS, "Maybe prefers email over calls"), (CALLS, "Not sure whether prefers email over calls"),
    (CALLS, "Would almost prefer email over calls"), (CALLS, "Hopes to prefer email over calls"),
    (PHONE, "Maybe no calls"), (PHONE, "Would hate calls if in sales"), (PHONE, "Hates calls?"),
    (PHONE, "Sometimes wonders: hates calls"), (PHONE, "Does not like calls, just kidding"),
    # of somebody else
    (CALLS, "Tom prefers email over calls"), (CALLS, "He prefers email over calls"),
    (CALLS, "Clients prefer email over calls"), (CALLS, "Tom: prefers email over calls"),
    (CALLS, "Tom, who prefers email over calls"), (CALLS, "Everybody prefers email over calls"),
    (CALLS, "Dana and Tom prefer email over calls"), (CALLS, "Boss would prefer email over calls"),
    (PHONE, "Tom hates calls"), (PHONE, "My wife hates calls"), (PHONE, "Tom can't stand calls"),
    (PHONE, "Tom says no calls"), (PHONE, "Does not like calls, according to Tom"),
    # said by others, or never
    (CALLS, "Never said to prefer email over calls"), (CALLS, "Denies to prefer email over calls"),
    (CALLS, "Heard to prefer email over calls"), (CALLS, 'Asked about "prefers email over calls"'),
    (CALLS, "Didn't mean to prefer email over calls"),
    (CALLS, "Tom thinks I prefer email over calls"),
    (PHONE, 'Quote: "I hate calls"'), (PHONE, "Never said: no calls"),
    # once
    (CALLS, "Used to prefer email over calls"), (CALLS, "Preferred email over calls"),
    (PHONE, "Used to hate calls"), (PHONE, "Hated calls as a child"),
]  # fmt: skip


def kept(old: str, new: str) -> list[str]:
    """Return our lines after one was said, and another a week later."""
    rows = [NewLine(TacitSection.COMMUNICATION, text, day, f"conversation:plain:a#{day}")
            for text, day in ((old, "2026-01-05"), (new, "2026-01-12"))]  # fmt: skip
    raw = apply_tacit(None, TacitChange((rows[0],))).file or b""
    change = without_outdated(TacitChange((rows[1],)), read_tacit(raw))
    return [line.text for line in read_tacit(apply_tacit(raw, change).file or b"")]


@pytest.mark.parametrize(("old", "new"), OWN)
def test_their_own_word_takes_the_place_of_the_older(old: str, new: str) -> None:
    assert contradicts(new, old)
    assert kept(old, new) == [new]


@pytest.mark.parametrize(("old", "new"), NOT_OWN)
def test_no_question_condition_quotation_or_other_does(old: str, new: str) -> None:
    assert old in kept(old, new)


EMAIL = "Prefers email over calls"


@pytest.mark.parametrize(
    ("text", "said", "own"),
    [
        (EMAIL, "I prefer email over calls.", True), (EMAIL, "Email over calls, please.", True),
        (EMAIL, "Tom likes calls but I prefer email over calls.", True),
        (EMAIL, "My wife prefers calls. I really prefer email.", True),
        (EMAIL, "You know I prefer email over calls.", True),
        (EMAIL, "Alex prefers email over calls.", True), (EMAIL, "We prefer email to calls.", True),
        (EMAIL, "What I want is email, not calls.", True), (EMAIL, "Email me, don't call.", True),
        (EMAIL, "I wanted to say that I prefer email over calls.", True),
        (EMAIL, "My preferred channel is email, not calls.", True),
        ("Tom prefers email over calls", "Tom prefers email over calls.", True),
        ("Drinks tea", "She wants tea.", True),
        (EMAIL, "My wife and I argue: she prefers email over calls.", False),
        (EMAIL, "People who prefer email over calls are odd.", False),
        (EMAIL, "As a child I preferred email over calls.", False),
        (EMAIL, "I wish I preferred email over calls.", False),
        (EMAIL, "Tom and Dana prefer email over calls.", False),
        (EMAIL, "I asked Tom. He prefers email over calls.", False),
        ("Hates calls", "My boss hates calls.", False),
    ],
)  # fmt: skip
def test_a_wish_is_theirs_where_they_said_it_of_themselves(
    text: str, said: str, *, own: bool
) -> None:
    assert is_told_as_own(text, [said], names="Alex") is own
