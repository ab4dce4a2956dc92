"""Catalog: which entity a name means."""

import pytest

from memoryd.core.catalog import Catalog, operator_ref
from memoryd.core.entity import Ref
from memoryd.core.proposal import Mention
from memoryd.errors import SlugError

ALEX = Ref("people", "alex-kim")
BEACON, BEACON2 = Ref("projects", "beacon"), Ref("projects", "beacon-2")
ACME = Ref("companies", "acme-corp")
BOOK = Catalog(
    ALEX,
    "Alex Kim",
    {
        ALEX: ("Alex Kim",),
        BEACON: ("Beacon", "Lighthouse", "BCN"),
        BEACON2: ("Beacon 2",),
        ACME: ("Acme Corp",),
        Ref("people", "dana"): ("Dana",),
        Ref("projects", "bcn"): ("BCN",),
    },
)


@pytest.mark.parametrize(
    ("kind", "name", "ref"),
    [
        ("project", "beacon", BEACON),
        ("project", "LIGHTHOUSE", BEACON),
        ("project", "beacon_2", BEACON2),
        ("company", "acme_corp", ACME),
        ("company", "ACME CORP.", ACME),
        ("person", "Alex Kim", ALEX),
        ("person", "operator", ALEX),
        ("person", "the user", ALEX),
        ("area:people", "ALEX KIM", ALEX),
        ("project", "Project Beacon", BEACON),
        ("project", "the Lighthouse project", None),
        ("project", "Lighthouse Project", BEACON),
        ("project", "project", None),
        ("company", "Project Acme Corp", None),
        ("project", "BCN", Ref("projects", "bcn")),
        ("project", "beacon-3", None),
        ("project", "Beacons", None),
        ("person", "Dana Lee", None),
        ("person", "Acme Corp", None),
        ("person", "🦀", None),
        ("person", "!!", None),
    ],
)
def test_a_name_means_the_entity_of_its_kind_that_has_exactly_it(
    kind: str, name: str, ref: Ref | None
) -> None:
    assert BOOK.resolve(Mention(kind, name)) == ref
    assert BOOK.knows(Mention(kind, name)) is (ref is not None)


def test_a_new_entity_is_found_by_its_name_in_later_runs() -> None:
    book = BOOK.with_entity(Ref("projects", "crab"), "🦀")

    for _ in range(4):
        assert book.resolve(Mention("project", "🦀")) == Ref("projects", "crab")
        book = book.with_entity(Ref("projects", "crab"), "🦀")
    assert book.display(Ref("projects", "crab")) == "🦀"


def test_a_kind_that_does_not_exist_is_an_error() -> None:
    with pytest.raises(SlugError):
        BOOK.resolve(Mention("planet", "Beacon"))
    assert not BOOK.knows(Mention("planet", "Beacon"))


def test_an_entity_is_shown_by_its_first_name() -> None:
    assert BOOK.display(BEACON) == "Beacon"
    assert BOOK.display(ALEX) == "Alex Kim"
    assert BOOK.display(Ref("people", "ann-lee")) == "Ann Lee"


def test_the_operator_is_named_by_their_slug_or_operator() -> None:
    assert str(operator_ref("Alex Kim")) == "people/alex-kim"
    assert str(operator_ref(None)) == "people/operator"
