"""Who may be told what."""

import pytest

from memoryd.core.entity import Ref
from memoryd.core.fact import Fact, Status
from memoryd.core.named import ANYBODY, NOBODY, hidden
from memoryd.core.scope import visible, visible_facts
from memoryd.core.turn import Audience

OPEN = ("projects", "resources")


def fact(number: int, *, related: tuple[str, ...] | None = None, **more: object) -> Fact:
    return Fact(f"beacon-{number:03}", "Uses REST", "2026-01-05", related=related, **more)


@pytest.mark.parametrize(
    ("folder", "seen"),
    [("projects", True), ("resources", True), ("people", False), ("companies", False),
     ("health", False), ("archives", False)],
)  # fmt: skip
def test_a_group_knows_only_of_the_kinds_listed(folder: str, seen: bool) -> None:  # noqa: FBT001
    ref = Ref(folder, "beacon")

    assert visible(ref, Audience.GROUP, OPEN) is seen
    assert visible(ref, Audience.PRIVATE, ())


@pytest.mark.parametrize(
    ("related", "told"),
    [
        (None, True),
        ((), True),
        (("projects/atlas",), True),
        (("people/sarah",), False),
        (("areas/people/sarah",), False),
        (("projects/atlas", "companies/acme"), False),
        (("Sarah",), False),
    ],
)
def test_what_came_up_about_somebody_hidden_is_not_told(
    related: tuple[str, ...] | None,
    told: bool,  # noqa: FBT001
) -> None:
    assert bool(visible_facts([fact(1, related=related)], Audience.GROUP, OPEN, NOBODY)) is told
    assert visible_facts([fact(1, related=related)], Audience.PRIVATE, OPEN, NOBODY)


def test_a_group_sees_neither_conversation_nor_the_id_of_a_hidden_successor() -> None:
    old = fact(1, source="conversation:pi:s#l1", status=Status.SUPERSEDED,
               superseded_by="beacon-002", extra={"note": "private"})  # fmt: skip
    new = fact(2, related=("people/sarah",))

    (told,) = visible_facts([old, new], Audience.GROUP, OPEN, NOBODY)

    assert (told.source, told.superseded_by, dict(told.extra)) == ("conversation", None, {})


SARAH = Ref("people", "sarah")
SHOWN = (Ref("projects", "beacon"), Ref("projects", "sarahs-folly"), Ref("projects", "sarah"))
ORIGINS_TOLD = {
    "conversation:pi:s#l1": "conversation", "group:x:y#1": "group", "remember": "remember",
    "hand-edit": "hand-edit", "import": "import", "email": "email",
    "Sarah said so": None, "sarah": None, "Sarah:pi:s#l1": None, "Conversation": None, "": None,
    None: None,
}  # fmt: skip
CATEGORIES_TOLD = {
    "status": "status", "preference": "preference", "milestone": "milestone",
    "relationship": "relationship", "about Sarah": None, "Status": None, "": None, None: None,
}  # fmt: skip
IDS_TOLD = {
    "beacon-001": True, "001": True, "x": True, "sarahs-folly-002": True, "sarahland-1": True,
    "sarah-003": True,  # by the slug of a project that a group hears of
    "sarah": False, "sarah-quits": False, "about-sarah-2": False, "SarahQuits": False,
    "Sarah's": False, "beacon-sarah": False, "beacon-sarah-001": False,
}  # fmt: skip


@pytest.mark.parametrize(("source", "told"), ORIGINS_TOLD.items())
def test_a_group_is_told_an_origin_that_is_one_and_no_words_in_its_place(
    source: str | None, told: str | None
) -> None:
    (shown,) = visible_facts([fact(1, source=source)], Audience.GROUP, OPEN, NOBODY)

    assert shown.source == told


@pytest.mark.parametrize(("category", "told"), CATEGORIES_TOLD.items())
def test_a_group_is_told_a_category_that_is_one_and_no_words_in_its_place(
    category: str | None, told: str | None
) -> None:
    (shown,) = visible_facts([fact(1, category=category)], Audience.GROUP, OPEN, NOBODY)

    assert shown.category == told


@pytest.mark.parametrize(("fact_id", "told"), IDS_TOLD.items())
def test_a_fact_whose_id_names_somebody_hidden_is_hidden(fact_id: str, told: bool) -> None:  # noqa: FBT001
    names = hidden([(SARAH, ("Sarah",))], SHOWN)
    named = Fact(fact_id, "Uses REST", "2026-01-05")
    over = Fact("beacon-009", "Used it", "2026-01-01", status=Status.SUPERSEDED,
                superseded_by=fact_id)  # fmt: skip

    shown = visible_facts([named, over], Audience.GROUP, OPEN, names)

    assert [one.id for one in shown] == [fact_id, "beacon-009"][not told :]
    assert shown[-1].superseded_by == (fact_id if told else None)


def test_while_names_are_unknown_nothing_is_told() -> None:
    assert visible_facts([fact(1)], Audience.GROUP, OPEN, ANYBODY) == ()
    assert visible_facts([fact(1)], Audience.PRIVATE, OPEN, ANYBODY)
