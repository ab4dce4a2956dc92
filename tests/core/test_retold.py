"""A summary tells a fact in its own time, no less surely or widely, and for no other reason."""

import pytest

from memoryd.core.decay import Heat
from memoryd.core.fact import Fact, Status
from memoryd.core.rewrite import Known, Versions, rewrite

PAST = [
    ("Works at Globex", "Sarah worked at Globex."),
    ("Works at Globex", "Sarah has worked at Globex."),
    ("Launches on May 4", "Sarah launched on May 4."),
    ("Launches on May 4", "Sarah has launched on May 4."),
    ("Is launching on May 4", "Sarah launched on May 4."),
    ("Will launch on May 4", "Sarah launched on May 4."),
    ("Launch planned for May 4", "Sarah launched on May 4."),
    ("Uses Postgres", "Sarah used Postgres."),
    ("Drinks green tea", "Sarah drank green tea."),
    ("Writes for the Tribune", "Sarah wrote for the Tribune."),
    ("Teaches at Bonn University", "Sarah taught at Bonn University."),
    ("Keeps bees", "Sarah kept bees."),
    ("Wears a hearing aid", "Sarah wore a hearing aid."),
    ("Studies law in Bonn", "Sarah studied law in Bonn."),
    ("Plans trips with care", "Sarah planned trips with care."),
    ("Puts tests first", "Sarah put tests first."),
    ("Starts at Initech on May 4", "Sarah started at Initech on May 4."),
    ("Moves to Bonn in March", "Sarah moved to Bonn in March."),
    ("Is moving to Bonn in March", "Sarah moved to Bonn in March."),
    ("Manager of Priya at Acme", "Sarah managed Priya at Acme."),
    ("Works at Globex", "Sarah did work at Globex."),
    ("Works at Globex", "Sarah's work at Globex is over."),
    ("Works at Globex", "Sarah will work at Globex."),
    ("Moved to Bonn in January", "Sarah moves to Bonn in January."),
    ("Moved to Bonn in January", "Sarah will move to Bonn in January."),
    ("Launched on May 4", "Sarah launches on May 4."),
    ("Won the clock prize", "Sarah wins the clock prize."),
]
TURNED = [
    ("Moved to Bonn in January", "Sarah moved from Bonn in January."),
    ("Moved from Bonn in January", "Sarah moved to Bonn in January."),
    ("Works at Globex", "Sarah moved from Globex."),
    ("Works at Globex", "Sarah works from Globex."),
    ("Works at Globex", "Sarah should work at Globex."),
    ("Works at Globex", "Sarah can work at Globex."),
    ("Works at Globex", "Sarah works at Globex for now."),
    ("Works at Globex", "Sarah works at Globex again."),
    ("Moved to Bonn in January", "Sarah moved out of Bonn in January."),
    ("Moved to Bonn in January", "Sarah moved through Bonn in January."),
    ("Likes tea and coffee", "Sarah likes tea more than coffee."),
    ("Likes tea and coffee", "Sarah likes tea or coffee."),
    ("Uses Postgres", "Sarah uses only Postgres."),
    ("Uses Postgres", "Sarah just uses Postgres."),
    ("Uses Postgres", "Sarah exclusively uses Postgres."),
    ("Uses Postgres", "Sarah mostly uses Postgres."),
    ("Uses Postgres", "Sarah uses nothing but Postgres."),
    ("Launches on May 4", "Sarah may launch on May 4."),
    ("Launches on May 4", "Sarah might launch on May 4."),
    ("Launches on May 4", "Sarah probably launches on May 4."),
    ("Launches on May 4", "Sarah possibly launches on May 4."),
    ("Launches on May 4", "Sarah is likely to launch on May 4."),
    ("Launches on May 4", "Sarah tries to launch on May 4."),
    ("Launches on May 4", "Sarah sometimes launches on May 4."),
    ("Launches on May 4", "Sarah launches after May 4."),
    ("Launches on May 4", "Sarah launches before May 4."),
    ("Launches on May 4", "Sarah launches by May 4."),
    ("Launches on May 4", "Sarah launches around May 4."),
    ("Launches before May 4", "Sarah launches on May 4."),
    ("Launches before May 4", "Sarah launches after May 4."),
    ("Launches in May", "Sarah launches after May."),
    ("Has a budget of 40,000 euros", "Sarah has a budget of over 40,000 euros."),
    ("Has a budget of 40,000 euros", "Sarah has a budget of at least 40,000 euros."),
    ("Has a budget of up to 40,000 euros", "Sarah has a budget of 40,000 euros."),
]  # fmt: skip
HONEST = [
    ("Works at Globex", "Sarah works at Globex."),
    ("Works at Globex", "Sarah is working at Globex."),
    ("Works at Globex", "Sarah has worked at Globex since January."),
    ("Worked at Globex in 2024", "Sarah worked at Globex in 2024."),
    ("Launches on May 4", "Sarah will launch on May 4."),
    ("Launches on May 4", "Sarah is launching on May 4."),
    ("Launches on May 4", "Sarah is to launch on May 4."),
    ("Launched on May 4", "Sarah launched on May 4."),
    ("Launched on May 4", "Sarah has launched on May 4."),
    ("Uses Postgres", "Postgres is used by Sarah."),
    ("Works at Globex", "Sarah now works at Globex."),
    ("May launch on May 4", "Sarah may launch on May 4."),
    ("Is based in Porto", "Sarah is based in Porto."),
    ("Moved to Bonn in January", "Sarah moved to Bonn in January."),
    ("Moved to Bonn in January", "Sarah has moved to Bonn in January."),
    ("Moved to Bonn in January", "Sarah is in Bonn since January."),
    ("Moved from Ulm to Bonn", "Sarah moved from Ulm to Bonn."),
    ("Met Tom in Ulm", "Sarah met Tom in Ulm."),
    ("Meets Tom every week", "Sarah meets Tom every week."),
    ("Uses only Postgres", "Sarah uses only Postgres."),
    ("Launches before May 4", "Sarah launches by May 4."),
    ("Launches before May 4", "Sarah will launch before May 4."),
    ("Has a budget of at least 40,000 euros", "Sarah has a budget of at least 40,000 euros."),
    ("Has a budget of 40,000 euros", "Sarah's budget is 40,000 euros."),
    ("Moved to Bonn because rents are low", "Sarah moved to Bonn because rents are low."),
    ("Moved to Bonn due to low rents", "Sarah moved to Bonn because of low rents."),
    ("Needs a wheelchair", "Sarah needs a wheelchair."),
    ("Prefers the planned launch on May 4", "Sarah prefers the planned launch on May 4."),
    ("Works at Globex again", "Sarah works at Globex again."),
    ("Likes tea more than coffee", "Sarah likes tea more than coffee."),
    ("Takes tea or coffee", "Sarah takes tea or coffee."),
    ("Must not eat nuts", "Sarah must not eat nuts."),
    ("Can swim", "Sarah can swim."),
    ("Will join Initech", "Sarah will join Initech."),
    ("Launches next week", "Sarah will launch next week."),
    ("Works at Globex", "Sarah works for Globex."),
    ("Made a list of her moves", "Sarah made a list of her moves."),
    ("Just moved to Bonn", "Sarah just moved to Bonn."),
]  # fmt: skip
TWO = ("Launches on May 4", "Has a budget of 40,000 euros")
REASONS = [
    "Sarah launches on May 4 because it has a budget of 40,000 euros.",
    "Sarah has a budget of 40,000 euros, so it launches on May 4.",
    "Sarah has a budget of 40,000 euros so that it launches on May 4.",
    "Sarah has a budget of 40,000 euros and therefore launches on May 4.",
    "Sarah launches on May 4 due to a budget of 40,000 euros.",
    "Sarah launches on May 4 thanks to a budget of 40,000 euros.",
    "Sarah has a budget of 40,000 euros, which is why it launches on May 4.",
    "Because it has a budget of 40,000 euros, Sarah launches on May 4.",
]
JOINED = [
    "Sarah launches on May 4 and has a budget of 40,000 euros.",
    "Sarah launches on May 4, with a budget of 40,000 euros.",
    "Sarah has a budget of 40,000 euros; it launches on May 4.",
    "Sarah, which has a budget of 40,000 euros, launches on May 4.",
]


def left_out(sentence: str, *texts: str, more: tuple[Fact, ...] = ()) -> tuple[bool, str]:
    """Return whether a sentence of a summary of these facts is left out, and the summary."""
    held = tuple(Fact(f"sarah-{at:03}", text, "2026-01-20")
                 for at, text in enumerate(("Likes dark chocolate", *texts), 1))  # fmt: skip
    heats = {fact.id: Heat.HOT for fact in held}
    known = Known("Sarah", (*held, *more), heats, ("Sarah", "Alex", "Priya", "Tom"))
    made, report = rewrite(Versions.of(None, None), known, f"Likes dark chocolate. {sentence}")
    return sentence in [left for left, _ in report.left_out], made.decode()


@pytest.mark.parametrize(("fact", "sentence"), [*PAST, *TURNED])
def test_a_sentence_that_tells_a_fact_otherwise_is_left_out_and_the_fact_told(
    fact: str, sentence: str
) -> None:
    is_out, made = left_out(sentence, fact)

    assert is_out
    assert f"{fact}." in made


@pytest.mark.parametrize(("fact", "sentence"), HONEST)
def test_a_sentence_that_tells_it_in_other_words_stands(fact: str, sentence: str) -> None:
    is_out, made = left_out(sentence, fact)

    assert not is_out
    assert sentence in made


@pytest.mark.parametrize("sentence", REASONS)
def test_two_facts_are_joined_by_no_reason_that_none_of_them_gives(sentence: str) -> None:
    is_out, made = left_out(sentence, *TWO)

    assert is_out
    assert all(f"{fact}." in made for fact in TWO)


@pytest.mark.parametrize("sentence", JOINED)
def test_two_facts_may_stand_in_one_sentence(sentence: str) -> None:
    assert left_out(sentence, *TWO)[1].endswith(f"{sentence}\n")


@pytest.mark.parametrize(
    "sentence",
    ["Lived in Ulm until 2026.", "Formerly lived in Ulm.", "She previously lived in Ulm."],
)
def test_what_is_over_may_be_told_as_past(sentence: str) -> None:
    old = Fact("sarah-009", "Lives in Ulm", "2024-01-20", status=Status.SUPERSEDED,
               superseded_by="sarah-002")  # fmt: skip

    assert sentence in left_out(sentence, "Lives in Bonn", more=(old,))[1]
