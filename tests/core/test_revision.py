"""What a Sunday supersedes: what code finds contradicted, and of a model's list what holds."""

import pytest

from memoryd.core.entity import Ref
from memoryd.core.fact import Fact
from memoryd.core.ledger import Ledger
from memoryd.core.plan import Gate
from memoryd.core.proposal import Replacement
from memoryd.core.revision import Revised, Standing, revise
from memoryd.core.trust import Voice

DANA = Ref("people", "dana")
FACTS = (
    Fact("dana-001", "Lives in Kiel", "2025-03-01"),
    Fact("dana-002", "Likes long walks by the sea", "2025-04-01"),
    Fact("dana-003", "Manager of Alex at Acme Corp", "2025-05-01"),
    Fact("dana-004", "No longer works with Alex, who left Acme Corp", "2026-01-15"),
    Fact("dana-005", "Lives in Lübeck", "2026-01-20"),
)


def run(
    *asked: Replacement, facts: tuple[Fact, ...] = FACTS, by_hand: tuple[str, ...] = (),
    peers: tuple[str, ...] = (),
) -> Revised:  # fmt: skip
    standing = Standing(
        lambda fact: Voice.PEER if fact.id in peers else Voice.OPERATOR, by_hand, {}
    )
    return revise(Ledger(DANA, facts), asked, standing)


def done(revised: Revised) -> list[tuple[str, str]]:
    return [(each.old, each.by) for each in revised.done]


def test_code_supersedes_by_itself_what_a_newer_fact_contradicts() -> None:
    revised = run()

    assert done(revised) == [("dana-001", "dana-005")]
    assert revised.ledger.get("dana-001").superseded_by == "dana-005"  # type: ignore[union-attr]


def test_a_fact_that_a_persons_hand_put_there_is_not_superseded() -> None:
    assert done(run(by_hand=("dana-001",))) == []


def test_what_the_other_party_said_does_not_supersede_what_the_operator_said() -> None:
    assert done(run(peers=("dana-005",))) == []


def test_a_model_may_retire_what_rested_on_a_role_that_ended() -> None:
    revised = run(Replacement("dana-003", "dana-004", "left"))

    assert ("dana-003", "dana-004") in done(revised)
    assert revised.refused == ()


@pytest.mark.parametrize(
    ("old", "by", "gate"),
    [
        ("dana-009", "dana-004", Gate.UNKNOWN_FACT),
        ("dana-002", "dana-009", Gate.UNKNOWN_FACT),
        ("dana-002", "dana-002", Gate.UNKNOWN_FACT),
        ("dana-005", "dana-002", Gate.NOT_SAME_ATTRIBUTE),  # the older would replace the newer
        ("dana-002", "dana-005", Gate.NOT_SAME_ATTRIBUTE),
    ],
)
def test_what_a_model_lists_wrongly_is_refused_by_a_named_gate(
    old: str, by: str, gate: Gate
) -> None:
    revised = run(Replacement(old, by))

    assert [(each.old, why) for each, why in revised.refused] == [(old, gate)]
    assert done(revised) == [("dana-001", "dana-005")]


def test_what_code_has_done_already_is_no_refusal() -> None:
    assert run(Replacement("dana-001", "dana-005")).refused == ()


def test_a_model_may_replace_no_more_than_is_plausible_and_nothing_falls_under_the_table() -> None:
    facts = tuple(
        Fact(f"dana-{n:03}", f"Manager of project {n} at Acme Corp", f"2025-05-{n:02}")
        for n in range(1, 21)
    )
    end = Fact("dana-099", "No longer works at Acme Corp", "2026-01-15")
    asked = [Replacement(fact.id, end.id) for fact in facts]
    revised = run(*asked, facts=(*facts, end))

    assert len(revised.done) == 5
    assert {gate for _, gate in revised.refused} == {Gate.CAP}
    assert len(revised.done) + len(revised.refused) == len(asked)


class Asked(dict[str, str]):
    """Groups that count how often one is looked up: once for each fact held against others."""

    times = 0

    def get(self, key: str, default: str | None = None) -> str | None:  # type: ignore[override]
        self.times += 1
        return super().get(key, default)


TOWNS = ("Kiel", "Bonn", "Ulm", "Jena", "Celle", "Trier", "Gera", "Hof", "Aachen", "Fulda")


@pytest.mark.parametrize("number", [4, 10])
def test_what_is_replaced_is_held_against_nothing_any_more(number: int) -> None:
    groups = Asked()
    facts = tuple(
        Fact(f"dana-{n:03}", f"Moved to {town}", f"2025-01-{n:02}")
        for n, town in enumerate(TOWNS[:number], start=1)
    )
    revised = revise(Ledger(DANA, facts), (), Standing(lambda _: Voice.OPERATOR, (), groups))

    assert [fact.id for fact in revised.ledger.active] == [f"dana-{number:03}"]
    assert {each.by for each in revised.done} == {f"dana-{number:03}"}
    assert groups.times == number  # as many looks as facts, not as pairs


def test_what_a_person_keeps_still_replaces_what_is_older() -> None:
    facts = (
        Fact("dana-001", "Lives in Kiel", "2025-03-01"),
        Fact("dana-002", "Lives in Bonn", "2025-04-01"),
        Fact("dana-003", "Lives in Ulm", "2025-05-01"),
    )
    revised = run(facts=facts, by_hand=("dana-002",))

    assert done(revised) == [("dana-001", "dana-003")]
    assert done(run(facts=facts, peers=("dana-003",))) == [("dana-001", "dana-002")]
