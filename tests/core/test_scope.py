"""Who may be told what."""

import pytest

from memoryd.core.entity import Ref
from memoryd.core.fact import Fact, Status, source_in_group
from memoryd.core.named import ANYBODY, NOBODY, hidden
from memoryd.core.scope import summary_told, visible, visible_facts
from memoryd.core.summary import Summary
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


OWN = "Sarah came by today"
OURS_TOLD = {
    "its own words": (OWN, source_in_group("remember:pi:r1", OWN), True),
    "another's words": (OWN, "remember:pi:r1", False),
    "the operator's": (OWN, "remember", False),
    "its own, changed by a person": (f"{OWN}, ill", source_in_group("remember:pi:r1", OWN), False),
    "a source made up": (OWN, "remember:pi:r1:group-", False),
}


@pytest.mark.parametrize(("text", "source", "told"), OURS_TOLD.values(), ids=OURS_TOLD.keys())
def test_a_group_hears_what_it_said_itself_as_it_said_it(
    text: str,
    source: str,
    told: bool,  # noqa: FBT001
) -> None:
    names = hidden([(SARAH, ("Sarah",))], SHOWN)
    said = Fact("beacon-001", text, "2026-01-05", source=source, related=("people/sarah",))

    shown = visible_facts([said], Audience.GROUP, OPEN, names)

    assert [(one.fact, one.source, one.related) for one in shown] == [
        (text, "remember", None)
    ] * told
    assert visible_facts([said], Audience.GROUP, OPEN, ANYBODY) == ()


@pytest.mark.parametrize(
    ("related", "told"),
    [
        (("projects/sarahs-folly",), ("projects/sarahs-folly",)),
        (("people/sarah", "projects/sarahs-folly"), ("projects/sarahs-folly",)),
        (("projects/codename",), None),  # by an alias: of that it may be told nothing
        (("somewhere", "people/x"), None),
    ],
)
def test_of_its_own_words_a_group_hears_what_they_are_about_by_slug_alone(
    related: tuple[str, ...], told: tuple[str, ...] | None
) -> None:
    text = "Sarahs Folly and Tempest are one"
    said = Fact("beacon-001", text, "2026-01-05", related=related,
                source=source_in_group("remember:pi:r1", text))  # fmt: skip

    (shown,) = visible_facts([said], Audience.GROUP, OPEN, NOBODY)

    assert shown.related == told


BODIES = {
    "Stands on the rocks.": True,
    "Stands on the rocks. Sarah came by today.": True,
    "Stands on the rocks.\n\n- Sarah came by today": True,
    "Sarah came by today, ill.": False,
    "Sarah came by today. Sarah is ill.": False,
    "Sarah is ill.": False,
}


@pytest.mark.parametrize(("body", "told"), BODIES.items())
@pytest.mark.parametrize("name", ["Beacon", "Beacon of Sarah", None])
def test_what_a_group_said_takes_no_summary_from_it(
    body: str,
    told: bool,  # noqa: FBT001
    name: str | None,
) -> None:
    names = hidden([(SARAH, ("Sarah",))], SHOWN[:1])
    said = Fact("beacon-001", OWN, "2026-01-05", source=source_in_group("remember:pi:r1", OWN))
    facts = visible_facts([said], Audience.GROUP, OPEN, names)
    summary = Summary(name, (), body)

    for slug in ("beacon", "beacon-of-sarah"):
        alone = name != "Beacon of Sarah" or slug == "beacon-of-sarah"
        ref = Ref("projects", slug)
        assert summary_told(ref, summary, (said,), facts, names) is (told and alone)
