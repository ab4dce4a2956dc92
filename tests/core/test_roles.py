"""When a role ends, and what rested on it."""

import pytest

from memoryd.core.entity import Ref
from memoryd.core.fact import Fact
from memoryd.core.ledger import Ledger
from memoryd.core.roles import Company, ends_role, left_company, rested, rests_on_role

ACME = Company("companies/acme-corp", "Acme Corp")
ALEX = Ref("people", "alex")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Left Acme", "Acme"),
        ("Alex left Acme Corp for Newco", "Acme Corp"),
        ("No longer works at Acme", "Acme"),
        ("Was laid off from Acme", "Acme"),
        ("Resigned from Acme Corp in May", "Acme Corp"),
        ("Quit Acme", "Acme"),
        ("Stopped working at Acme", "Acme"),
        ("Job at Acme ended", "Acme"),
        ("Used to work at Acme", "Acme"),
        ("Sarah is no longer with Acme", "Acme"),
        ("Last day at Acme was yesterday", "Acme"),
        ("Quit her job", None),
        ("Resigned", None),
        ("Was laid off", None),
        ("Left the company", None),
        ("No longer reports to Sarah", None),
        ("Does not work at Acme", None),
        ("No longer Alex's manager", None),
        ("No longer Noor's direct manager", None),
        ("No longer Mary Jane's team lead", None),
        ("Former manager of Alex", None),
        ("No longer works with Alex, who left Acme", None),
        ("Broke up with Tom", None),
    ],
)
def test_the_end_of_a_role_is_heard(text: str, name: str | None) -> None:
    assert ends_role(text)
    if name:
        assert left_company(text) == name


@pytest.mark.parametrize(
    "text",
    [
        "Left her laptop at Acme", "Left the party", "Turned left at Acme", "Left-handed",
        "Has not left Acme", "Never left Acme", "Might have left Acme", "Plans to quit Acme",
        "Left Acme at 6pm", "Left Acme early", "Left town", "Quit smoking", "Is a former nurse",
        "No longer eats meat", "Job at Acme is great", "Works at Acme", "Does not work at night",
    ],
)  # fmt: skip
def test_what_only_sounds_like_it_ends_nothing(text: str) -> None:
    assert not ends_role(text)
    assert left_company(text) is None


@pytest.mark.parametrize(
    "text",
    ["Difficult manager, micromanages", "Reports to Sarah", "Works with Alex", "Strict about code",
     "Weekly one-on-ones", "Is Alex's boss", "Colleague of Alex"],
)  # fmt: skip
def test_what_is_true_only_at_work_rests_on_the_role(text: str) -> None:
    assert rests_on_role(text)


@pytest.mark.parametrize(
    "text",
    ["Is Alex's neighbour", "Has two sisters", "Works with Alex on the allotment", "Likes tea",
     "Colleague and close friend of Alex", "Lives in Oslo", "Sings in Alex's choir",
     "Runs a book club; meets on Thursdays", "Is vegetarian"],
)  # fmt: skip
def test_what_is_private_does_not(text: str) -> None:
    assert not rests_on_role(text)


def _ledger(*facts: tuple[str, tuple[str, ...]]) -> Ledger:
    held = (Fact(f"x-{n}", text, "2026-01-01", related=r) for n, (text, r) in enumerate(facts))
    return Ledger(Ref("people", "x"), tuple(held))


LEFT = Fact("left", "Left Acme Corp", "2026-02-01")


def test_who_leaves_loses_only_what_names_the_company_and_who_they_reported_to() -> None:
    own = _ledger(
        ("Works at Acme Corp", ("companies/acme-corp",)),
        ("Is senior engineer at Acme Corp", ()),
        ("Reports to Sarah", ()),
        ("Works at Globex on weekends", ()),
        ("Works with Dana at Globex", ("companies/globex",)),
        ("Likes tea", ()),
        ("Was laid off from Acme Corp", ()),
    )

    found = [fact.id for fact in rested(own, LEFT, ACME, own=True)]

    assert found == ["x-0", "x-1"]  # with another employer, Sarah may be their manager there
    only = Ledger(own.ref, own.facts[:3])
    assert [f.id for f in rested(only, LEFT, ACME, own=True)] == ["x-0", "x-1", "x-2"]


def test_a_manager_there_is_no_manager_any_more_but_stays_a_neighbour() -> None:
    sarah = _ledger(
        ("Alex's manager at Acme Corp", ("people/alex", "companies/acme-corp")),
        ("Difficult manager, micromanages", ()),
        ("Works at Globex too", ("companies/globex",)),
        ("Employed at Initech before", ()),
        ("Lives next door, a good neighbour", ()),
        ("Likes tea", ()),
    )

    found = rested(sarah, LEFT, ACME, own=False, operator=ALEX)

    assert [fact.id for fact in found] == ["x-0", "x-1"]


@pytest.mark.parametrize(
    "tie",
    [
        ("Manager at Globex", ("people/alex", "companies/globex")),
        ("Lives in Oslo", ("people/alex",)),
        ("Manager of Tom", ()),
    ],
)
def test_who_was_not_tied_through_that_company_keeps_everything(
    tie: tuple[str, tuple[str, ...]],
) -> None:
    assert rested(_ledger(tie, ("Difficult", ())), LEFT, ACME, own=False, operator=ALEX) == []
