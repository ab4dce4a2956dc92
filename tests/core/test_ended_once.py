"""Whatever ends a fact, and on however many grounds: in one plan it is superseded once."""

import pytest

from memoryd.core.change import Supersede
from memoryd.core.plan import Gate, Plan
from tests.core.recon_kit import Memory, line, propose

ALEX, SARAH, TOM = "people/alex", "people/sarah", "people/tom"


def at_acme() -> Memory:
    memory = Memory(names={SARAH: ("Sarah",), TOM: ("Tom",)}).hold(ALEX, "Works at Acme Corp")
    memory.hold(SARAH, "Manager of Alex at Acme Corp", related=(ALEX, "companies/acme-corp"))
    memory.hold(SARAH, "Micromanages everything", "Manager at Acme Corp", "Likes green tea")
    memory.hold(TOM, "Colleague of Alex at Acme Corp", related=(ALEX, "companies/acme-corp"))
    return memory.hold(TOM, "Works with Alex on reports", "Lives in Ulm", related=(ALEX,))


def tell(memory: Memory, *facts: str, about: str = "person Alex") -> Plan:
    proposals = [propose(fact, f"m{n}", about=about) for n, fact in enumerate(facts, start=1)]
    lines = [line(n, f"{text}, Sarah, Tom, James!") for n, text in enumerate(facts, start=1)]
    return memory.take(proposals, lines)


def pairs(plan: Plan) -> list[tuple[str, str]]:
    return [(op.old, op.by) for op in plan.operations if isinstance(op, Supersede)]


@pytest.mark.parametrize(
    ("facts", "about"),
    [
        (("Left Acme Corp",), "person Alex"),
        (("Works at Globex",), "person Alex"),
        (("Was laid off", "Started at Globex"), "person Alex"),
        (("Left Acme Corp", "Quit Acme Corp"), "person Alex"),
        (("Left Acme Corp", "No longer works at Acme Corp"), "person Alex"),
        (("Left Acme Corp",), "person Sarah"),
        (("No longer manager of Alex", "Left Acme Corp"), "person Sarah"),
        (("New manager of Alex at Acme Corp",), "person James"),
        (("No longer works with Alex",), "person Tom"),
    ],
)
def test_each_fact_that_ends_is_superseded_once(facts: tuple[str, ...], about: str) -> None:
    memory = at_acme()

    ended = [old for old, _ in pairs(tell(memory, *facts, about=about))]

    assert ended
    assert sorted(set(ended)) == sorted(ended)


def test_what_ends_of_itself_leaves_a_model_all_of_its_replacements() -> None:
    memory = at_acme().hold(SARAH, *(f"Plans {n} reports a week" for n in range(1, 4)))
    tell(memory, "Left Acme Corp")  # ends three of hers
    ended = [fact.id for fact in memory.facts[SARAH] if not fact.active]
    assert len(ended) == 3

    memory = at_acme().hold(SARAH, *(f"Plans {n} reports a week" for n in range(1, 4)))
    plans = [fact.id for fact in memory.facts[SARAH] if fact.fact.startswith("Plans")]
    asked = [
        propose(f"Plans {n + 3} reports a week", "m2", about="person Sarah", replaces=(plan,))
        for n, plan in enumerate(plans[:2], start=1)
    ]
    told = [line(1, "Left Acme Corp, Sarah."), line(2, "Sarah plans 4 or 5 reports a week.")]
    plan = memory.take([propose("Left Acme Corp", "m1"), *asked], told)

    assert Gate.CAP not in [gate for d in plan.decisions for gate, _ in d.refused]
