"""A fact that says several things is replaced only by what makes all of it untrue."""

import pytest

from memoryd.core.fact import Fact
from memoryd.core.several import clauses
from memoryd.core.supersede import contradicted

KEPT = [
    ("Lives in Porto and is allergic to penicillin", "Moved to Oslo"),
    ("Is allergic to penicillin and lives in Porto", "Lives in Oslo"),
    ("Works at Volvo and has a daughter called Mia", "Works at IKEA"),
    ("Works at Volvo; has a daughter called Mia", "Works at IKEA"),
    ("Vegetarian and allergic to nuts", "Eats meat again"),
    ("Lives in Porto, works at Volvo", "Moved to Oslo"),
    ("Email is ann@x.org and speaks Finnish", "Email is ann@y.org"),
]
GONE = [
    ("Lives in Porto", "Moved to Oslo"),
    ("Lives in Porto and works at Volvo", "Lives in Oslo and works at IKEA"),
    ("Lives in Porto and is allergic to penicillin",
     "Lives in Oslo and is allergic to penicillin"),
    ("Lives in Porto and Lisbon", "Moved to Oslo"),
    ("Prefers tea and cakes over coffee", "Prefers coffee over tea and cakes"),
]  # fmt: skip


def replaced(old: str, new: str) -> bool:
    was = Fact("a-001", old, "2026-01-05", category="status")
    now = Fact("a-002", new, "2026-02-05", category="status")
    return contradicted(now, [was], {}) == [was]


@pytest.mark.parametrize(("old", "new"), KEPT)
def test_what_else_it_says_keeps_it(old: str, new: str) -> None:
    assert not replaced(old, new)


@pytest.mark.parametrize(("old", "new"), GONE)
def test_what_is_untrue_as_a_whole_goes(old: str, new: str) -> None:
    assert replaced(old, new)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Likes tea and cakes", 1),
        ("Lives in Porto, Portugal", 1),
        ("Leads Beacon and Larkspur", 1),
        ("Is the head of research and development", 1),
        ("Lives in Porto and is a vet", 2),
        ("Lives in Porto, is a vet and has a dog", 3),
    ],
)
def test_lists_are_one_clause(text: str, parts: int) -> None:
    assert len(clauses(text)) == parts
