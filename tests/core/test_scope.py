"""Who may be told what."""

import pytest

from memoryd.core.entity import Ref
from memoryd.core.fact import Fact, Status
from memoryd.core.named import NOBODY
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
