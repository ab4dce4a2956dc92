"""What is told of one first name may be of two people: then code replaces nothing of it."""

import pytest

from memoryd.core.entity import Ref
from memoryd.core.fact import Fact
from memoryd.core.ledger import Ledger
from memoryd.core.revision import Standing, revise
from memoryd.core.told_apart import namesakes
from memoryd.core.trust import Voice
from tests.core.recon_kit import Memory, line, propose
from tests.llm.test_offline_changes import at_once_and_apart

TOM = "people/tom"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("brother", "friend"), ("brother", "colleague"), ("cousin", "uncle"), ("dentist", "friend"),
        ("brother", "boss"), ("son", "father"), ("neighbour", "doctor"), ("husband", "landlord"),
        ("nephew", "best friend"), ("father-in-law", "brother-in-law"), ("cousin", "roommate"),
        ("colleague", "friend"), ("boss", "neighbour"), ("flatmate", "coworker"),
    ],
)  # fmt: skip
def test_a_second_tie_that_is_hardly_the_same_persons_ends_nothing(one: str, other: str) -> None:
    for first, second in ((one, other), (other, one)):
        for memory in at_once_and_apart(
            "2026-05-01", f"My {first} Tom works at SAP.",
            "2026-06-01", f"My {second} Tom works at Bosch.",
        ):  # fmt: skip
            assert {"Works at SAP", "Works at Bosch"} <= set(memory.active(TOM))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("brother", "brother"), ("brother", "older brother"), ("colleague", "boss"),
        ("friend", "best friend"), ("friend", "neighbour"), ("boyfriend", "husband"),
        ("father", "dad"), ("manager", "colleague"),
    ],
)  # fmt: skip
def test_ties_that_one_person_has_leave_one_value_to_an_attribute(one: str, other: str) -> None:
    for memory in at_once_and_apart(
        "2026-05-01", f"My {one} Tom works at SAP.", "2026-06-01", f"My {other} Tom works at Bosch."
    ):
        assert "Works at SAP" not in memory.active(TOM)
        assert "Works at Bosch" in memory.active(TOM)


@pytest.mark.parametrize("attribute", [("Lives in Rome", "Lives in Berlin"),
                                       ("Is vegan", "Is vegetarian"),
                                       ("Is married", "Is single")])  # fmt: skip
@pytest.mark.parametrize("replaces", [(), ("tom-002",)])
@pytest.mark.parametrize("ties_too", [True, False])
def test_a_models_facts_of_a_namesake_end_nothing_whatever_it_lists(
    attribute: tuple[str, str], replaces: tuple[str, ...], *, ties_too: bool
) -> None:
    new, old = attribute
    memory = Memory(names={TOM: ("Tom",)}).hold(TOM, "Brother of Alex", old)
    proposals = [propose(new, about="person Tom", replaces=replaces)]
    if ties_too:
        proposals.append(propose("Friend of Alex", about="person Tom"))
    memory.take(proposals, [line(1, f"My friend Tom {new[0].lower()}{new[1:]}.")])
    assert {old, new} <= set(memory.active(TOM))


def test_what_is_told_of_a_name_held_for_two_ends_nothing_on_later_days() -> None:
    memory = Memory(names={TOM: ("Tom",)})
    memory.hold(TOM, "Brother of Alex", "Alex's dentist", "Lives in Berlin")
    memory.take([propose("Lives in Rome", about="person Tom")], [line(1, "Tom lives in Rome.")])
    assert {"Lives in Rome", "Lives in Berlin"} <= set(memory.active(TOM))


def test_the_end_of_one_tie_of_two_is_still_heard() -> None:
    memory = Memory(names={TOM: ("Tom",)}).hold(TOM, "Brother of Alex", "Dentist of Alex")
    memory.take([propose("No longer dentist of Alex", about="person Tom")],
                [line(1, "Tom is no longer my dentist.")])  # fmt: skip
    assert memory.active(TOM) == ["Brother of Alex", "No longer dentist of Alex"]


@pytest.mark.parametrize(
    ("texts", "two"),
    [
        (("Brother of Alex", "Friend of Dana"), False),
        (("Brother of Alex", "Alex's friend"), True),
        (("Is the older brother of Alex", "Best friend of Alex"), True),
        (("Brother of Alex", "Former friend of Alex"), False),
        (("Brother of Alex", "Met a friend of Alex"), False),
        (("Brother of Alex", "Alex's friend's dentist"), False),
        (("Colleague of Alex", "Friend of Alex"), False),
        (("Sister of Alex", "Brother of Alex"), True),
    ],
)
def test_ties_are_of_two_people_where_they_exclude_each_other(
    texts: tuple[str, ...], *, two: bool
) -> None:
    assert namesakes(texts) is two


def test_a_sunday_replaces_nothing_of_two_namesakes() -> None:
    told = [("2026-05-01", "Brother of Alex"), ("2026-05-01", "Works at SAP"),
            ("2026-06-01", "Friend of Alex"), ("2026-06-01", "Works at Bosch")]  # fmt: skip
    facts = (Fact(f"tom-{n}", text, day) for n, (day, text) in enumerate(told))
    ledger = Ledger(Ref("people", "tom"), tuple(facts))
    standing = Standing(lambda _fact: Voice.OPERATOR, (), {})
    assert revise(ledger, (), standing).done == ()
