"""Two facts of one line of which one says all that the other does are one fact."""

from itertools import permutations

import pytest

from memoryd.core.decay import Heat
from memoryd.core.fact import Fact
from memoryd.core.fuller import says_all
from memoryd.core.outline import outline
from tests.core.recon_kit import Memory, line, propose

SARAH = "people/sarah"
PARTED, WHY = "No longer works with Alex", "No longer works with Alex: left Acme Corp"
PAIRS = [
    (PARTED, WHY),
    (PARTED, "No longer works with Alex, who left Acme Corp"),
    (PARTED, "No longer works with Alex because Alex left Acme Corp"),
    (PARTED, "Sarah no longer works with Alex (left Acme Corp)"),
    ("Sarah no longer works with Alex", "No longer works with Alex; left Acme Corp"),
    (PARTED, "Left Acme Corp, no longer works with Alex"),
    ("No longer manager of Alex", "No longer manager of Alex at Acme Corp"),
    ("Manager of Alex", "Is the manager of Alex at Acme Corp"),
    ("Works at Acme Corp", "Works at Acme Corp (since May)"),
    ("Moved to Oslo", "Moved to Oslo in May"),
    ("Allergic to nuts", "Allergic to nuts: found out in May"),
    ("Plays the cello", "Plays cello in an orchestra"),
    ("Prefers tea", "Prefers tea: coffee is too strong"),
    ("Does not drink wine", "Does not drink wine, because of the pills"),
]
APART = [
    ("Likes tea", "Likes tea in the morning"),
    ("Likes tea", "Likes tea when ill"),
    ("Prefers calls", "Prefers calls on Mondays"),
    ("Does not drink wine", "Does not drink wine at lunch"),
    ("Works with Alex", WHY),
    ("Works at Acme Corp", "Works at Acme Corp until May"),
    ("Works at Acme Corp", "Worked at Acme Corp, in sales"),
    ("Works at Acme Corp", "Maybe works at Acme Corp, in sales"),
    ("Works at Acme Corp", "Works at Acme Corp or at Norvik"),
    ("Works at Acme Corp", "Wants to move, works at Acme Corp only for now"),
    ("Lives in Rome", "Lives in Romeo's house, in Oslo"),
    ("Sister of Alex", "Sister of Alex's wife"),
    ("Allergic to nuts", "Allergic to nuts, but not to almonds"),
    ("Left Acme Corp", PARTED),
    ("Works from home", "Works from home on Mondays"),
    ("Works at Acme Corp", "Works at Acme Corp as a designer"),
    ("Works at Acme Corp", "Works at Acme Corp with Dana"),
    ("Uses Postgres", "Uses Postgres and Redis"),
    ("Likes tea", "Likes tea, hates coffee"),
    ("Wife of Alex", "Wife of Alex, teacher"),
    ("Decided on Postgres", "Decided on Postgres, not Redis"),
    ("Manager of Alex", "Former manager of Alex, at Acme Corp"),
]


def test_of_a_pair_only_the_fuller_says_all() -> None:
    assert [pair for pair in PAIRS if not says_all(pair[1], pair[0], "Sarah")] == []
    assert [pair for pair in PAIRS if says_all(pair[0], pair[1], "Sarah")] == []
    both = (*APART, *(pair[::-1] for pair in APART))
    wished = [pair for pair in both if says_all(pair[1], pair[0], "Sarah")]
    assert wished == []


@pytest.mark.parametrize("said", PAIRS)
@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_they_are_stored_as_the_one_that_says_more(
    said: tuple[str, str], order: tuple[int, int]
) -> None:
    memory = Memory(names={SARAH: ("Sarah",)})
    proposals = [propose(said[at], about="person Sarah") for at in order]
    lines = [line(1, f"Sarah: {said[1]}, that is {said[0]}.")]
    for _ in range(2):
        plan = memory.take(proposals, lines)

        assert [fact.fact for fact in memory.facts[SARAH]] == [said[1]]
        assert all(fact.access_count == 0 for fact in memory.facts[SARAH])
        assert len(plan.decisions) == 2


@pytest.mark.parametrize("said", [("Likes tea", "Likes tea in the morning"),
                                  ("Works from home", "Works from home on Mondays")])  # fmt: skip
@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_what_the_other_narrows_is_stored_beside_it(
    said: tuple[str, str], order: tuple[int, int]
) -> None:
    memory = Memory(names={SARAH: ("Sarah",)})
    lines = [line(1, f"Sarah {said[0]}. Sarah {said[1]}.")]
    memory.take([propose(said[at], about="person Sarah") for at in order], lines)

    assert sorted(fact.fact for fact in memory.facts[SARAH]) == sorted(said)


def test_what_different_lines_say_is_two_facts() -> None:
    memory = Memory(names={SARAH: ("Sarah",)})
    proposals = [propose(text, f"m{n}", about="person Sarah")
                 for n, text in enumerate((WHY, PARTED), start=1)]  # fmt: skip
    memory.take(proposals, [line(1, f"Sarah: {WHY}"), line(2, f"Sarah: {PARTED}")])

    assert [fact.fact for fact in memory.facts[SARAH]] == [WHY, PARTED]


@pytest.mark.parametrize("heat", list(Heat))
@pytest.mark.parametrize("order", list(permutations(range(2))))
@pytest.mark.parametrize(("source", "count"), [("conversation:plain:a#1", 1), (None, 2)])
def test_where_both_stand_already_a_summary_has_one_line(
    heat: Heat, order: tuple[int, ...], source: str | None, count: int
) -> None:
    texts = ("Moved to Oslo", "Moved to Oslo in May")
    facts = [Fact(f"sarah-{at}", texts[at], "2026-02-01", source=source) for at in order]

    told = outline("Sarah", facts, {fact.id: heat for fact in facts}).splitlines()

    assert len(told) == count
    assert "Moved to Oslo in May." in told
