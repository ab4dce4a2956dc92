"""Of an entity gone cold one or two lines say who it is: from what holds, and now before then."""

import pytest

from memoryd.core.decay import Heat
from memoryd.core.fact import Category, Fact, Status
from memoryd.core.outline import outline
from memoryd.core.rewrite import Known, Versions, rewrite
from memoryd.core.summary import take_apart

MANAGER = "Manager of Alex at Kestrel"
FORMER = "Former manager of Alex at Kestrel (until 2026-03-01)."
TIE = Category.RELATIONSHIP.value


def cold(*texts: str) -> list[str]:
    """What is told of Bob, who was a manager until the first fact, when all of it is cold."""
    held = [
        Fact(f"bob-{n:03d}", text, "2026-03-01", category=TIE if "Alex" in text else "status")
        for n, text in enumerate(texts, start=1)
    ]
    role = Fact("bob-009", MANAGER, "2025-01-01", category=TIE, status=Status.SUPERSEDED,
                superseded_by="bob-001")  # fmt: skip
    facts, heats = (*held, role), {fact.id: Heat.COLD for fact in held}
    told = outline("Bob Ray", facts, heats).splitlines()
    raw, _ = rewrite(Versions.of(None, None), Known("Bob Ray", facts, heats), None)
    assert [row.text for row in take_apart(raw).rows if row.text] == told
    return told


@pytest.mark.parametrize("over", ["Left Kestrel", "No longer works at Kestrel", "Quit",
                                  "Laid off from Kestrel",
                                  "No longer works with Alex"])  # fmt: skip
@pytest.mark.parametrize(
    "now",
    ["CTO at Norvik", "CTO of Norvik", "Joined Norvik as CTO", "Works at Norvik", "Is a teacher",
     "Works as a nurse", "Nurse at St Mary", "Promoted to head of sales",
     "Bob Ray is CTO at Norvik", "Sister of Alex", "Married to Dana", "Works with Alex at Norvik",
     "Founder of Norvik", "Landlord of Alex", "Dentist of Alex"],
)  # fmt: skip
def test_who_somebody_is_stands_in_place_of_what_they_were(over: str, now: str) -> None:
    assert cold(over, now) == [f"{now}."]
    assert cold(over, now, "Allergic to shellfish") == [f"{now}.", "Allergic to shellfish."]
    assert cold(over, "Allergic to shellfish", now) == [f"{now}.", "Allergic to shellfish."]


@pytest.mark.parametrize("was", ["Former nurse", "Used to be a nurse", "Was CTO of Kestrel",
                                 "Was the manager of Alex until May", "Former manager of Alex",
                                 "Ex-CTO of Kestrel", "Worked as a nurse"])  # fmt: skip
def test_what_somebody_was_is_no_more_in_whatever_words(was: str) -> None:
    assert cold("Likes tea", was, "CTO at Norvik") == ["CTO at Norvik.", "Likes tea."]
    assert cold(was, "Likes tea", "CTO at Norvik") == ["CTO at Norvik.", "Likes tea."]


@pytest.mark.parametrize("was", ["Was ill in May", "Was late for lunch", "Led a walk on Sunday"])
def test_what_once_happened_says_nothing_of_who_somebody_is(was: str) -> None:
    assert cold(was, "Likes tea", "Works at Norvik") == ["Works at Norvik.", f"{was}."]


@pytest.mark.parametrize(
    ("texts", "lines"),
    [
        (("Left Kestrel",), [FORMER, "Left Kestrel."]),
        (("Left Kestrel", "Allergic to shellfish"), [FORMER, "Allergic to shellfish."]),
        (("No longer works with Alex",),
         [FORMER, "No longer relevant: No longer works with Alex."]),
        (("Left Kestrel", "Had lunch with Alex"), [FORMER, "Had lunch with Alex."]),
        (("Likes tea", "Ex-wife of Alex"), ["Ex-wife of Alex.", "Likes tea."]),
        (("Likes tea", "Ex-wife of Alex", "CTO at Norvik"), ["Ex-wife of Alex.", "CTO at Norvik."]),
        (("Likes tea", "Sister of Alex", "CTO at Norvik"), ["Sister of Alex.", "CTO at Norvik."]),
    ],
)  # fmt: skip
def test_a_role_that_is_over_says_who_it_is_where_nothing_else_does(
    texts: tuple[str, ...], lines: list[str]
) -> None:
    assert cold(*texts) == lines


def test_also_beside_something_warm_what_it_is_opens_and_what_it_was_follows() -> None:
    facts = (Fact("bob-001", "Left Kestrel", "2026-03-05"), Fact("bob-002", "CTO at Norvik",
             "2026-03-01"), Fact("bob-003", "Bought a boat", "2027-02-01"))  # fmt: skip
    heats = {"bob-003": Heat.HOT, "bob-001": Heat.COLD, "bob-002": Heat.COLD}

    assert outline("Bob", facts, heats).splitlines() == [
        "CTO at Norvik.", "Left Kestrel.", "Bought a boat.",
    ]  # fmt: skip
