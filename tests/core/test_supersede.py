"""Which facts exclude each other, and which only sound alike."""

import pytest

from memoryd.core.fact import Fact
from memoryd.core.supersede import contradicted, contradicts, may_replace, same_statement


@pytest.mark.parametrize(
    ("new", "old"),
    [
        ("Hates Chinese food", "Loves Chinese food"),
        ("No longer eats Chinese food", "Loves Chinese food"),
        ("Doesn't like Chinese food anymore", "Likes Chinese food"),
        ("Prefers coffee over tea", "Prefers tea to coffee"),
        ("Now lives in Rome", "Lives in Oslo"),
        ("Is based in Berlin", "Lives in Paris"),
        ("Alex moved to Rome", "Alex lives in Oslo"),
        ("Works at Newco", "Works at Acme"),
        ("Working for Globex now", "Working for Initech"),
        ("Started a new job at Newco", "Works for Acme Corp"),
        ("Reports to James", "Reports to Sarah"),
        ("Her manager is Tom", "Her manager is Ines"),
        ("Noor moved to team Beta", "Noor is on Alpha"),
        ("Alex is now on Beta", "Alex is on Alpha"),
        ("Dana is now CTO", "Dana is VP of Engineering"),
        ("Promoted to senior engineer", "Is a junior engineer"),
        ("Launch moved to April 3", "Beacon launches on March 1"),
        ("Launch date is 2026-04-03", "Launch target: March 1"),
        ("The deadline is May 3", "The deadline is April 3"),
        ("Is divorced", "Is married"),
        ("Email is a@b.example", "Email is c@d.example"),
        ("Beacon uses REST instead of GraphQL", "Beacon uses GraphQL"),
        ("Decided on REST over GraphQL for Beacon", "The Beacon API is GraphQL"),
        ("Beacon switched from GraphQL to REST", "Beacon will use GraphQL"),
    ],
)
def test_another_value_of_one_attribute_excludes_the_old(new: str, old: str) -> None:
    assert contradicts(new, old)


@pytest.mark.parametrize(
    ("new", "old"),
    [
        ("Alice reviewed Beacon", "Beacon uses REST"),
        ("Dana uses REST, not GraphQL", "Dana likes the GraphQL docs"),
        ("Dana uses REST, not GraphQL", "Dana reviewed the GraphQL schema"),
        ("Sarah's brother lives in Rome", "Sarah lives in Oslo"),
        ("Her son loves pizza", "She hates pizza"),
        ("Her dog's name is Rex", "Her cat's name is Tom"),
        ("Her son is 5 years old", "Her daughter is 7 years old"),
        ("Tom lives in Rome", "Dana lives in Oslo"),
        ("Noor is on Beta", "Noor is on Alpha"),
        ("Release 2.2 shipped", "Release 2.1 shipped"),
        ("Ships 3 units a week", "Ships 5 units a month"),
        ("The beta launches in March", "The public launch is in May"),
        ("The design is due April 1", "Beacon launches on March 1"),
        ("Reviewed the launch plan for May", "Launches in March"),
        ("Work phone is 123 456", "Mobile phone is 789 111"),
        ("Joined Greenpeace", "Works at Acme"),
        ("Lead of Beacon", "Lead of Atlas"),
        ("Dana is a lead guitarist", "Dana is senior engineer at Acme"),
        ("Is single-handedly running Beacon", "Is married"),
        ("Loves running", "Hates running shoes"),
        ("Loves Thai food", "Loves Chinese food"),
        ("Used to work at Acme", "Works at Newco"),
        ("Used to live in Oslo", "Lives in Rome"),
        ("Works with Dana", "Works at Acme"),
        ("Works at Acme Corp", "Works at Acme"),
        ("Visited Rome", "Lives in Oslo"),
    ],
)
def test_two_things_that_can_both_be_true_stand_side_by_side(new: str, old: str) -> None:
    assert not contradicts(new, old)


@pytest.mark.parametrize(
    ("new", "groups", "gone"),
    [
        ("Noor moved to Beta", {"beta": "projects"}, ["Noor is on Alpha"]),
        ("Noor moved to Lisbon", {}, []),
        ("Noor transferred to Lisbon", {}, []),
        ("Noor transferred to Beta", {"beta": "projects"}, ["Noor is on Alpha"]),
        ("Noor moved to team Beta", {}, ["Noor is on Alpha"]),
        ("Noor joined Newco", {"newco": "companies"}, ["Noor works at Acme"]),
        ("Noor joined Newco as a designer", {}, ["Noor works at Acme"]),
        ("Noor joined Greenpeace", {}, []),
    ],
)
def test_what_a_move_means_is_read_off_where_to(
    new: str, groups: dict[str, str], gone: list[str]
) -> None:
    held = ["Noor is on Alpha", "Noor lives in Oslo", "Noor works at Acme", "Noor likes tea"]
    facts = [Fact(f"noor-{n}", text, "2026-01-01") for n, text in enumerate(held)]

    found = contradicted(Fact("noor-9", new, "2026-02-01"), facts, groups)

    assert [fact.fact for fact in found] == gone


@pytest.mark.parametrize(
    "new",
    ["Moved to Hamburg", "Dana moved to Hamburg", "Dana moved from Kiel to Hamburg in May",
     "Has moved to Hamburg", "Just moved to Hamburg", "Transferred to Hamburg",
     "Was transferred to Hamburg", "Moved to Beta"],
)  # fmt: skip
@pytest.mark.parametrize("old", ["On Beacon", "Works on Beacon", "Dana is working on Beacon"])
def test_a_move_to_what_no_memory_knows_as_a_team_takes_nobody_off_one(new: str, old: str) -> None:
    held = [Fact("dana-001", old, "2026-01-01")]

    assert contradicted(Fact("dana-009", new, "2026-02-01"), held, {"beacon": "projects"}) == []


def test_a_related_project_tells_too() -> None:
    old = [
        Fact("noor-1", "Noor is on Alpha", "2026-01-01"),
        Fact("noor-2", "Noor lives in Oslo", ""),
    ]
    new = Fact("noor-9", "Noor moved to Beta", "2026-02-01", related=("projects/beta",))

    assert contradicted(new, old, {}) == old[:1]


@pytest.mark.parametrize(
    ("new", "old"),
    [
        ("Budget raised to 15K", "Budget is 12K"),
        ("Lives in Rome", "Lives in Oslo"),
        ("Is CTO at Newco", "Is CTO at Newco since May"),
        ("The api will be public in May", "The api is private"),
    ],
)
def test_a_model_may_replace_what_is_of_the_same_attribute(new: str, old: str) -> None:
    assert may_replace(new, old, names=frozenset())


@pytest.mark.parametrize(
    ("new", "old"),
    [
        ("Alice reviewed Beacon", "Beacon uses REST"),
        ("Alice reviewed the REST docs of Beacon", "Beacon uses REST"),
        ("Alice uses Beacon daily", "Beacon uses REST"),
        ("Works at Acme", "Lives in Oslo"),
        ("Likes tea", "Is on holiday"),
    ],
)
def test_a_model_may_not_replace_what_is_about_something_else(new: str, old: str) -> None:
    assert not may_replace(new, old, names=frozenset({"beacon"}))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Likes the sea", "likes sea."),
        ("My name is Alex Kim", "My name is Alxe Kim"),
        ("Operator's name is Alexander", "Name is Alexandre"),
        ("\uff24\uff41\uff4e\uff41 leads", "Dana leads"),
    ],
)
def test_one_statement_in_two_spellings_is_one(one: str, other: str) -> None:
    assert same_statement(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Dana reports to Sarah", "Sarah reports to Dana"),
        ("No meetings before 10", "No meetings after 10"),
        ("Moved from Berlin to Paris", "Moved from Paris to Berlin"),
        ("Is called beacon-2", "Is called beacon-3"),
        ("The dog is named Rexi", "The cat is named Rexa"),
        ("Her name is Dana and she lives in Rome", "Her name is Dana and she works at Acme"),
        ("Name is Ann", "Name is Ana"),
        ("Dana was manager", "Dana is manager"),
        ("Is not here", "Is here"),
        ("🦀", "🦞"),
    ],
)
def test_two_statements_stay_two(one: str, other: str) -> None:
    assert not same_statement(one, other)
