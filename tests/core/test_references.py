"""Which facts count as used on a day: named by id, or by their entity and their own words."""

from datetime import UTC, datetime

import pytest

from memoryd.core.entity import Ref
from memoryd.core.fact import Fact, Status
from memoryd.core.references import referenced
from memoryd.core.turn import Line, Role, Turn

BEACON, ALEX = Ref("projects", "beacon"), Ref("people", "alex")
FACTS = {
    BEACON: (
        Fact("beacon-001", "Beacon launches on April 2", "2026-01-27",
             source="conversation:plain:a#1"),
        Fact("beacon-002", "Uses REST over GraphQL", "2026-01-13"),
        Fact("beacon-003", "Launches on March 16", "2026-01-13", status=Status.SUPERSEDED,
             superseded_by="beacon-001"),
    ),
    ALEX: (Fact("alex-001", "Prefers calls over email", "2026-01-08"),),
}  # fmt: skip
NAMES = {BEACON: ("Beacon", "Project B"), ALEX: ("Alex",)}


def lines(*texts: str, role: Role = Role.OPERATOR) -> list[Line]:
    now = datetime(2026, 2, 1, tzinfo=UTC)
    return [Line(i, Turn("plain", "a", str(i), now, role, text)) for i, text in enumerate(texts, 1)]


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("When does Beacon launch, was it April?", {"beacon-001"}),
        ("Is project B still on REST and not GraphQL?", {"beacon-002"}),
        ("Check beacon-002 again.", {"beacon-002"}),
        ("I still prefer calls, email is too slow.", {"alex-001"}),
        ("Beacon again!", set()),
        ("When do we launch in April?", set()),  # nothing says that it is about Beacon
        ("I wrote an email.", set()),
        ("beacon-0021 is no fact", set()),
    ],
)
def test_a_fact_is_referenced_by_its_id_or_by_name_and_words(text: str, ids: set[str]) -> None:
    found = referenced(FACTS, NAMES, lines("Hello.", text), ALEX)

    assert {fact_id for _, fact_id in found} == ids


def test_the_line_that_a_fact_came_from_does_not_refer_to_it() -> None:
    assert referenced(FACTS, NAMES, lines("Beacon launches on April 2."), ALEX) == set()
    assert referenced(FACTS, NAMES, lines("Hm.", "Beacon launches on April 2."), ALEX)


def test_a_replaced_fact_and_the_words_of_a_tool_count_for_nothing() -> None:
    assert not referenced(FACTS, NAMES, lines("Beacon-003", "beacon-003"), ALEX)
    assert not referenced(FACTS, NAMES, lines("x", "Beacon uses REST", role=Role.TOOL), ALEX)
