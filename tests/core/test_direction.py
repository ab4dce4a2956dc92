"""Who is what of whom: a summary may put it in other words, and not turn it round."""

import pytest

from memoryd.core.decay import Heat
from memoryd.core.direction import turned_round
from memoryd.core.fact import Fact
from memoryd.core.rewrite import Known, Versions, rewrite
from memoryd.core.text import content_stems

SARAH = content_stems("Sarah")
SWAPPED = [
    ("Manager of Alex at Acme Corp", "Alex is the manager of Sarah at Acme Corp."),
    ("Manager of Alex at Acme Corp", "Sarah's manager at Acme Corp is Alex."),
    ("Manager of Alex at Acme Corp", "Her manager is Alex at Acme Corp."),
    ("Mentor of Priya", "Priya is a mentor of Sarah."),
    ("Is Priya's teacher", "Priya is Sarah's teacher."),
    ("Mother of Tom", "Tom is the mother of Sarah."),
    ("Landlord of Mary Jane", "Mary Jane is the landlord of Sarah."),
    ("Mentors Priya", "Priya mentors Sarah."),
    ("Mentors Priya", "Is mentored by Priya."),
    ("Hired Priya", "Priya hired Sarah."),
    ("Owes Priya 50 euros", "Priya owes Sarah 50 euros."),
    ("Reports to Noor", "Noor reports to Sarah."),
    ("Was taught by Noor", "Taught Noor."),
]
KEPT = [
    ("Manager of Alex at Acme Corp", "Sarah is the manager of Alex at Acme Corp."),
    ("Manager of Alex at Acme Corp", "Sarah is Alex's manager at Acme Corp."),
    ("Manager of Alex at Acme Corp", "Alex's manager at Acme Corp."),
    ("Mentors Priya", "Sarah mentors Priya."),
    ("Mentors Priya", "Priya is mentored by Sarah."),
    ("Colleague of Tom", "Tom is a colleague of Sarah."),
    ("Friend of Priya", "Priya is a friend."),
    ("Reports to Noor", "Sarah reports to Noor."),
    ("Was hired by Noor", "Hired by Noor."),
    ("Met Tom in Ulm", "Sarah met Tom in Ulm."),
]


@pytest.mark.parametrize(("fact", "sentence"), SWAPPED)
def test_a_sentence_that_swaps_the_two_is_turned_round(fact: str, sentence: str) -> None:
    assert turned_round(sentence, fact, SARAH)
    assert turned_round(fact, sentence, SARAH)


@pytest.mark.parametrize(("fact", "sentence"), KEPT)
def test_a_sentence_in_other_words_is_not(fact: str, sentence: str) -> None:
    assert not turned_round(sentence, fact, SARAH)


@pytest.mark.parametrize(("text", "sentence"), SWAPPED)
def test_a_swapped_sentence_is_left_out_and_the_fact_told_in_its_own_words(
    text: str, sentence: str
) -> None:
    held = (Fact("sarah-001", text, "2026-01-05", category="relationship"),
            Fact("sarah-002", "Likes green tea", "2026-01-05"))  # fmt: skip
    known = Known("Sarah", held, {fact.id: Heat.HOT for fact in held}, ("Sarah", "Alex"))
    made, report = rewrite(Versions.of(None, None), known, f"{sentence} Likes green tea.")

    assert sentence not in made.decode()
    assert f"{text}." in made.decode()
    assert [left for left, _ in report.left_out] == [sentence]
