"""On whose account something came up is kept with the fact, whatever a model leaves out."""

import pytest

from memoryd.core.named import NOBODY, named_beside
from memoryd.core.scope import visible_facts
from memoryd.core.turn import Audience
from tests.core.recon_kit import Memory, line, propose

FACT, ABOUT = "Decided on Kafka", "project Beacon"


def memory() -> Memory:
    held = Memory(names={
        "people/sarah-quill": ("Sarah Quill", "Squill"), "people/li-ming": ("李明",),
        "companies/acme": ("Acme Corp.",), "health/knee": ("My knee",),
        "projects/beacon": ("Beacon",), "projects/sarahs-folly": ("Sarah's Folly",),
    })  # fmt: skip
    for ref in held.names:
        held.hold(ref, "Is known")
    return held


ON_ACCOUNT = {
    "a first name": (
        "We decided on Kafka for Beacon because Sarah hates it.", "people/sarah-quill",
    ),
    "a whole name": ("We decided on Kafka for Beacon; Sarah Quill hates it.", "people/sarah-quill"),
    "a possessive": ("Over Sarah's hate we decided on Kafka for Beacon.", "people/sarah-quill"),
    "an alias": ("Squill made us; we decided on Kafka for Beacon.", "people/sarah-quill"),
    "another script": ("We decided on Kafka for Beacon, 李明 hates it.", "people/li-ming"),
    "a company": ("ACME hates it, so we decided on Kafka for Beacon.", "companies/acme"),
    "a matter of health": ("My knee hurts, so we decided on Kafka for Beacon.", "health/knee"),
    "the second sentence": (
        "Lunch was fine. We decided on Kafka for Beacon because Sarah hates it.",
        "people/sarah-quill",
    ),
}  # fmt: skip
ON_NO_ACCOUNT = {
    "nobody": "We decided on Kafka for Beacon.",
    "somebody nobody knows": "We decided on Kafka for Beacon because Noor hates it.",
    "a fragment": "We decided on Kafka for Beacon in Sarahland.",
    "another sentence": "Sarah came for lunch. We decided on Kafka for Beacon.",
    "another line of the message": "Lunch with Sarah Quill\n\nWe decided on Kafka for Beacon",
    "the operator": "I, Alex, decided on Kafka for Beacon.",
}


@pytest.mark.parametrize(("said", "ref"), ON_ACCOUNT.values(), ids=ON_ACCOUNT.keys())
def test_whom_the_cited_sentence_names_is_related_though_no_model_said_so(
    said: str, ref: str
) -> None:
    held = memory()
    held.take([propose(FACT, "m1", about=ABOUT)], [line(1, said)])

    (fact,) = [fact for fact in held.facts["projects/beacon"] if fact.fact == FACT]
    assert fact.related == (ref,)
    assert visible_facts([fact], Audience.GROUP, ("projects",), NOBODY) == ()


@pytest.mark.parametrize("said", ON_NO_ACCOUNT.values(), ids=ON_NO_ACCOUNT.keys())
def test_what_came_up_on_nobodys_account_stays_open(said: str) -> None:
    held = memory()
    held.take([propose(FACT, "m1", about=ABOUT)], [line(1, said)])

    (fact,) = [fact for fact in held.facts["projects/beacon"] if fact.fact == FACT]
    assert fact.related == ()


def test_a_name_within_the_facts_own_is_nobody_else() -> None:
    held = memory()
    said = "We decided on Kafka for Sarah's Folly."
    held.take([propose(FACT, "m1", about="project Sarah's Folly")], [line(1, said)])

    assert held.facts["projects/sarahs-folly"][-1].related == ()


def test_whom_a_model_names_is_named_once() -> None:
    held = memory()
    said = "We decided on Kafka for Beacon because Sarah Quill hates it."
    proposal = propose(FACT, "m1", about=ABOUT, related=("person Sarah Quill",))
    held.take([proposal], [line(1, said)])

    assert held.facts["projects/beacon"][-1].related == ("people/sarah-quill",)


def test_the_order_of_those_named_is_always_the_same() -> None:
    catalog = memory().view().catalog
    own = next(ref for ref in catalog.names if ref.slug == "beacon")
    said = "Acme and Sarah and 李明 hate it, so we decided on Kafka"

    found = [str(ref) for ref in named_beside(FACT, [said], own, catalog)]
    assert found == ["companies/acme", "people/li-ming", "people/sarah-quill"]
