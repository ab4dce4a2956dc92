"""A fact that says no to another of the same words ends it, and is ended by it in turn."""

import pytest

from memoryd.core.supersede import contradicts
from tests.core.recon_kit import Memory, line, propose

PAIRS = [
    ("No longer vegetarian", "Vegetarian"),
    ("Not vegetarian any more", "Vegetarian"),
    ("No longer a vegetarian", "Vegetarian"),
    ("I'm no longer vegetarian", "I'm vegetarian"),
    ("I am not a vegetarian anymore", "I'm a vegetarian"),
    ("Is no longer vegan", "Vegan"),
    ("No longer a doctor", "Doctor"),
    ("No longer a doctor", "Now a doctor"),
    ("Is not a doctor any more", "Is a doctor"),
    ("No longer allergic to nuts", "Allergic to nuts"),
    ("Not afraid of spiders any longer", "Afraid of spiders"),
    ("No longer lives in Berlin", "Lives in Berlin"),
    ("Does not live in Berlin any more", "Lives in Berlin"),
    ("Doesn't play chess anymore", "Plays chess"),
    ("No longer plays chess", "Plays chess"),
    ("Does not own a car", "Owns a car"),
    ("Anna is no longer a nurse", "Anna is a nurse"),
    ("I don't smoke any more", "I smoke"),
]


@pytest.mark.parametrize(("no", "yes"), PAIRS)
def test_a_denial_and_what_it_denies_exclude_each_other(no: str, yes: str) -> None:
    assert contradicts(no, yes)
    assert contradicts(yes, no)


@pytest.mark.parametrize(
    ("new", "old"),
    [
        ("No longer vegetarian", "Strict about vegetarian food"),
        ("No longer vegetarian", "Vegan"),
        ("Not just a nurse", "Nurse"),
        ("Not only a doctor", "Doctor"),
        ("Not always vegetarian", "Vegetarian"),
        ("Not yet a doctor", "Is a doctor"),
        ("No longer a doctor", "Sees a doctor"),
        ("Anna is no longer a doctor", "Doctor"),
        ("No longer plays chess", "Plays chess on Mondays"),
        ("No longer plays chess on Mondays", "Plays chess"),
        ("Plays chess, not go", "Plays chess"),
        ("Not vegetarian", "Not vegetarian any more"),
        ("Vegetarian", "Vegetarian"),
        ("No longer lives in Berlin", "Works in Berlin"),
        ("Does not own a car", "Wants to own a car"),
        ("Never plays chess with Tom", "Plays chess with Ann"),
    ],
)
def test_what_denies_something_else_ends_nothing(new: str, old: str) -> None:
    assert not contradicts(new, old)


@pytest.mark.parametrize(
    ("new", "old"),
    [
        ("Now a doctor", "Nurse"), ("Became a teacher", "Software engineer"),
        ("Now a senior designer", "Designer"), ("Is now a paramedic", "Is a nurse"),
    ],
)  # fmt: skip
def test_a_trade_that_somebody_turned_to_ends_the_one_before(new: str, old: str) -> None:
    assert contradicts(new, old)


@pytest.mark.parametrize(
    ("new", "old"),
    [
        ("Doctor", "Nurse"), ("Writer", "Teacher"), ("Nurse", "Now a doctor"),
        ("Now a doctor", "Doctor"), ("Now a doctor", "Sees a nurse"),
        ("Now also a teacher", "Nurse"), ("Now a doctor", "Sister is a nurse"),
        ("Now a part-time teacher", "Nurse"),
    ],
)  # fmt: skip
def test_two_trades_can_be_one_persons(new: str, old: str) -> None:
    assert not contradicts(new, old)


@pytest.mark.parametrize(
    ("fact", "ends"),
    [
        ("Was Alex's manager until July", True), ("Was manager of Alex till last month", True),
        ("Was Alex's manager", False), ("Is Alex's manager until July", False),
    ],
)  # fmt: skip
def test_a_tie_that_was_until_some_day_is_over(fact: str, *, ends: bool) -> None:
    assert contradicts(fact, "Manager of Alex at Acme") is ends


@pytest.mark.parametrize(("no", "yes"), [p for p in PAIRS if "Anna" not in p[0]][:4])
def test_the_later_of_the_two_stands(no: str, yes: str) -> None:
    memory = Memory().hold("people/alex", yes, day="2026-01-05")
    memory.take([propose(no)], [line(1, f"I'm {no.lower()}")])
    assert memory.active() == [no]

    memory.take([propose(yes, "m2")], [line(2, f"{yes} again", day="2026-03-01")])
    assert memory.active() == [yes]
