"""A sentence of a summary keeps the doubts, sides, names and numbers of the fact it tells."""

import pytest

from memoryd.core.decay import Heat
from memoryd.core.fact import Fact
from memoryd.core.rewrite import Known, Versions, rewrite

TEXTS = (
    "May move to Oslo in summer", "Earns less than Tom", "Birthday on March 3",
    "Runs the Beacon launch on April 12", "Lent Alex 500 euros", "Wants to quit smoking",
    "Lives in Ulm with two cats", "Likes dogs but not cheese", "Planning to marry Peter",
    "Works at Globex until June", "Manager of Dana", "Told Dana that the budget is tight",
    "Rarely drinks coffee", "Drinks wine only on Sundays",
)  # fmt: skip
FACTS = tuple(Fact(f"sarah-{n:03}", text, "2026-01-08") for n, text in enumerate(TEXTS, 1))
DEPARTS = [
    "Sarah will move to Oslo in summer.", "Sarah moves to Oslo in summer.",
    "Tom earns less than Sarah.", "Sarah earns more than Tom.",
    "Sarah's birthday is on April 12.", "Sarah runs the Beacon launch on March 3.",
    "Sarah lent Alex 500 euros on April 12.", "Alex lent Sarah 500 euros.",
    "Sarah quit smoking.", "Sarah likes cheese but not dogs.", "Sarah married Peter.",
    "Sarah is married to Peter.", "Sarah works at Globex from June.", "Dana works at Globex.",
    "Dana lives in Ulm with two cats.", "Sarah lives with Tom in Ulm.",
    "Sarah lives with Peter and two cats in Ulm.", "Dana told Sarah that the budget is tight.",
    "Sarah drinks coffee.", "Sarah drinks wine on Sundays and coffee.", "Tom likes dogs.",
    "Dana runs the Beacon launch on April 12.",
]  # fmt: skip
KEPT = [
    "Sarah may move to Oslo in summer.",
    "Sarah earns less than Tom.", "Sarah's birthday is on March 3.",
    "Sarah runs the Beacon launch on April 12.", "Sarah lent Alex 500 euros.",
    "She wants to quit smoking.", "Sarah likes dogs but not cheese.",
    "Sarah plans to marry Peter.", "Sarah works at Globex until June.",
    "Sarah lives in Ulm with two cats.", "Sarah rarely drinks coffee.",
    "Sarah told Dana that the budget is tight.", "Sarah drinks wine only on Sundays.",
    "Sarah, who is planning to marry Peter, lives in Ulm with two cats.",
    "She is the manager of Dana and runs the Beacon launch on April 12.",
]  # fmt: skip


def written(sentence: str) -> str:
    known = Known("Sarah", FACTS, {f.id: Heat.HOT for f in FACTS}, ("Sarah", "Alex", "Dana", "Tom"))
    made, _ = rewrite(Versions(None, None, None), known, f"{sentence}\n\nLent Alex 500 euros.")
    return made.decode()


@pytest.mark.parametrize("sentence", DEPARTS)
def test_a_sentence_that_says_otherwise_is_left_out_and_hides_no_fact(sentence: str) -> None:
    made = written(sentence)
    assert sentence not in made
    assert all(text in made for text in TEXTS)


@pytest.mark.parametrize("sentence", KEPT)
def test_a_sentence_in_other_words_stands(sentence: str) -> None:
    assert sentence in written(sentence)


def test_a_name_that_looks_like_another_word_is_still_its_own() -> None:
    facts = (Fact("james-001", "Works at Globex", "2026-01-08"),)
    known = Known("James", facts, {"james-001": Heat.HOT}, ("James",))
    made, _ = rewrite(Versions(None, None, None), known, "James works at Globex.")
    assert "James works at Globex." in made.decode()
