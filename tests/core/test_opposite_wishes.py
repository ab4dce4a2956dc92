"""Of two wishes that exclude each other the newer stands; of one wish in many words, one line."""

from datetime import UTC, datetime

import pytest

from memoryd.core.supersede import contradicts
from memoryd.core.tacit import TacitSection
from memoryd.core.tacit_change import TacitChange, apply_tacit, without_doubled, without_outdated
from memoryd.core.tacit_lines import NewLine, read_tacit
from tests.core.recon_kit import Memory, line, propose

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


SOURCE = "conversation:plain:a#1"


def test_one_statement_in_several_wordings_is_one_line() -> None:
    wordings = (
        (REACH, "Prefers calls over email"),
        (REACH, "Would rather have calls than email"),
        (REACH, "Likes calls more than email"),
        (WORK, "Calls preferred over email"),
    )
    change = TacitChange(
        tuple(NewLine(section, text, "2026-01-05", SOURCE) for section, text in wordings)
    )
    assert [line.text for line in without_doubled(change, ()).add] == [wordings[0][1]]


@pytest.mark.parametrize(
    ("text", "source"),
    [("Does not like calls over email", SOURCE), ("Prefers calls on Monday", SOURCE),
     ("Likes calls more than email", "conversation:plain:b#2")],
)  # fmt: skip
def test_another_statement_or_other_evidence_is_a_line_of_its_own(text: str, source: str) -> None:
    held = NewLine(REACH, "Prefers calls over email", "2026-01-05", SOURCE)
    raw = apply_tacit(None, TacitChange((held,))).file
    change = TacitChange((NewLine(REACH, text, "2026-01-06", source),))
    assert without_doubled(change, read_tacit(raw or b"")) == change


PHONE, MAIL = "Prefers calls", "Prefers e-mail"
OF_WAYS = [
    (PHONE, "No calls please, e-mail me"), (PHONE, "No calls"), (PHONE, "No phone calls please"),
    (PHONE, "No more calls"), (PHONE, "Never call"), (PHONE, "Don't call me, text me"),
    (PHONE, "Wants no calls"), (PHONE, "Does not want calls"), (PHONE, "Does not like phone calls"),
    (PHONE, "Wants e-mails instead of calls"), (PHONE, "Prefers not to be called"),
    (PHONE, "Prefers e-mail to phone calls"), (PHONE, "Prefers e-mail over calls"), (PHONE, MAIL),
    (PHONE, "E-mail only"), (PHONE, "Prefers to be e-mailed"), (PHONE, "Prefers texts"),
    (PHONE, "Only e-mail please"), (PHONE, "Would rather have e-mails than calls"),
    ("Likes to be called", "No calls"), ("Wants to be called", "Avoids calls"),
    ("No calls, e-mail only", PHONE), (MAIL, "Prefers phone calls"), ("Hates calls", PHONE),
    ("Likes meetings", "No meetings please"), ("Prefers morning meetings", "No morning meetings"),
    ("Wants reminders", "No reminders please"), ("Likes emojis", "No more emojis"),
    ("Prefers calls over e-mail", "Prefers e-mail"), ("Wants daily updates", "No daily updates"),
]  # fmt: skip
WAYS_BESIDE = [
    (PHONE, "No calls on Mondays"), (PHONE, "Prefers e-mail for invoices"), (PHONE, "No coffee"),
    (PHONE, "No calls before 9"), (PHONE, "No calls from Globex"), (PHONE, "Likes e-mail"),
    (PHONE, "Does not like long calls"), (PHONE, "Dana prefers e-mail"), (PHONE, "Prefers tea"),
    (PHONE, "Sister wants no calls"), (PHONE, "Prefers written answers"), ("Likes cars", "No car"),
    (PHONE, "No calls after 18:00"), (PHONE, "No video calls"), (PHONE, "Missed a call"),
    ("Prefers short meetings", "No meetings on Fridays"), (PHONE, "Prefers calls in the morning"),
    ("Prefers calls over e-mail", "Likes e-mail"),
    ("Prefers coffee over tea at work", "Prefers tea"),
    ("Prefers e-mail over calls for invoices", PHONE), ("Likes it when Dana calls", "No calls"),
    ("Likes dogs", "Has no dog"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new"), OF_WAYS)
def test_of_two_ways_to_be_dealt_with_the_newer_stands(old: str, new: str) -> None:
    assert contradicts(new, old)
    assert contradicts(old, new) or "only" in new.casefold() or "over" in old + new


@pytest.mark.parametrize(("old", "new"), WAYS_BESIDE)
def test_another_occasion_or_another_ones_wish_stands_beside_it(old: str, new: str) -> None:
    assert not contradicts(new, old)


EVENING = 600  # minutes after nine
SAID = (("I prefer calls.", PHONE), ("No calls please, e-mail me.", "No calls please, e-mail me"))


@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize("at_once", [True, False])
def test_of_one_day_the_fact_of_the_evening_holds(first: int, *, at_once: bool) -> None:
    said = (SAID[first], SAID[1 - first])
    lines = [line(1, said[0][0]), line(EVENING, said[1][0])]
    proposals = [propose(said[1][1], f"m{EVENING}", category="preference"),
                 propose(said[0][1], "m1", category="preference")]  # fmt: skip
    memory = Memory()
    for batch in [proposals] if at_once else [[proposals[1]], [proposals[0]]]:
        memory.take(batch, lines)
        memory.said = {f"alex-{n:03d}": one.turn.time for n, one in enumerate(lines, 1)}
    assert memory.active() == [said[1][1]]
    assert len(memory.facts["people/alex"]) == 2


def wish(text: str, source: str, section: TacitSection = REACH) -> NewLine:
    return NewLine(section, text, "2026-01-05", source)


@pytest.mark.parametrize("in_order", [True, False])
@pytest.mark.parametrize(("old", "new"), OF_WAYS[:6])
def test_of_one_day_memory_md_keeps_what_was_said_last(
    old: str, new: str, *, in_order: bool
) -> None:
    moments = {"conversation:plain:a#1": datetime(2026, 1, 5, 9, tzinfo=UTC),
               "conversation:plain:a#2": datetime(2026, 1, 5, 19, tzinfo=UTC)}  # fmt: skip
    morning, evening = (
        wish(text, source) for text, source in zip((old, new), moments, strict=True)
    )
    pair = (morning, evening) if in_order else (evening, morning)
    made = without_outdated(TacitChange(pair), (), moments.get)
    assert [line.text for line in made.add] == [new]

    raw = apply_tacit(None, TacitChange((pair[0],))).file or b""
    change = without_outdated(TacitChange((pair[1],)), read_tacit(raw), moments.get)
    assert [n.text for n in read_tacit(apply_tacit(raw, change).file or b"")] == [new]


def test_where_nobody_knows_the_hour_what_is_added_later_is_newer() -> None:
    raw = apply_tacit(None, TacitChange((wish(PHONE, "remember"),))).file or b""
    change = without_outdated(TacitChange((wish("No calls", "remember:r2"),)), read_tacit(raw))
    assert [n.text for n in read_tacit(apply_tacit(raw, change).file or b"")] == ["No calls"]


def test_a_hard_rule_ends_the_wish_against_it_and_no_wish_ends_a_rule() -> None:
    rule = wish("Never call me", "conversation:plain:a#2", TacitSection.HARD_RULES)
    raw = apply_tacit(None, TacitChange((wish(PHONE, "conversation:plain:a#1"),))).file or b""
    raw = apply_tacit(raw, without_outdated(TacitChange((rule,)), read_tacit(raw))).file or b""
    assert [n.text for n in read_tacit(raw)] == ["Never call me"]
    later = TacitChange((wish(PHONE, "conversation:plain:a#3"),))
    assert without_outdated(later, read_tacit(raw)).retire == ()
