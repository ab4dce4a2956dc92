"""What a Sunday supersedes: what code finds contradicted, and of a model's list what holds."""

from collections.abc import Iterator
from datetime import date, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memoryd.core.entity import Ref
from memoryd.core.fact import Fact
from memoryd.core.ledger import Ledger
from memoryd.core.plan import Gate
from memoryd.core.proposal import Replacement
from memoryd.core.revision import Revised, Standing, revise
from memoryd.core.rivals import Files, Rivals
from memoryd.core.roles import tie
from memoryd.core.supersede import contradicted, same_statement
from memoryd.core.told_apart import namesakes
from memoryd.core.trust import Voice, may_supersede

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


# Among many facts


def pair_by_pair(
    facts: list[Fact], peers: set[str], by_hand: set[str], groups: dict[str, str]
) -> Iterator[tuple[str, str]]:
    """What code replaces, each fact held against each older one."""

    def voice(fact: Fact) -> Voice:
        return Voice.PEER if fact.id in peers else Voice.OPERATOR

    gone: set[str] = set()
    active = sorted(facts, key=lambda fact: fact.day, reverse=True)
    for place, new in enumerate(active):
        if new.id in gone:
            continue
        older = [old for old in active[place + 1 :] if old.day < new.day]
        mixed = namesakes(fact.fact for fact in active) and tie(new.fact) is None
        for old in () if mixed else contradicted(new, older, groups):
            is_free = old.id not in gone | by_hand and may_supersede(voice(new), voice(old))
            if is_free:
                gone.add(old.id)
                yield old.id, new.id


SAID = (
    "Lives in Kiel", "Lives in Bonn", "Moved to Bonn", "Moved to Beacon", "Works on Beacon",
    "Joined Acme", "Works at Acme", "Works at Initech", "Left Acme", "Left Acme Corp in May",
    "Works at Acme again", "Manager of Alex at Acme", "No longer works with Alex",
    "Colleague of Alex", "Brother of Alex", "No longer manager of Alex", "Former boss of Alex",
    "Uses REST instead of GraphQL", "Uses GraphQL", "Switched to Postgres", "Runs on MySQL",
    "Switched from React to Vue", "Is built with React", "Likes jasmine tea", "Dislikes tea",
    "Does not eat meat", "Eats meat", "Prefers tea over coffee", "Prefers coffee over tea",
    "Prefers coffee over tea at work", "Prefers calls", "No calls please, e-mail me", "E-mail only",
    "Wants long reports", "Wants short reports", "Likes calls",
    "Would rather have e-mails than calls",
    "Has a sister called Ann", "Has a sister called Eve",
    "Works from home on Mondays", "Lives in Kiel on weekends", "Deadline is 2026-03-01",
    "Deadline is 2026-04-01", "Launches in May", "Is a teacher", "Turned 40", "Turned 41",
    "Name is Dana Ruiz", "Name is Dana Lopez", "Nickname is Dee", "Is married to Noor",
    "Divorced from Noor", "Favourite colour is red", "Favourite colour is blue", "Phone is 123",
    "Sarah's brother lives in Rome", "His brother lives in Oslo", "No longer drinks", "Drinks",
    "Role is engineer at Acme", "Is an engineer at Initech", "Is head of sales at Acme",
)  # fmt: skip
GROUPS = {"beacon": "projects", "acme": "companies"}


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_many_facts_are_revised_as_if_each_was_held_against_each(data: st.DataObject) -> None:
    texts = data.draw(st.lists(st.sampled_from(SAID), min_size=2, max_size=12))
    days = [f"2026-01-{data.draw(st.integers(1, 6)):02d}" for _ in texts]
    facts = [Fact(f"dana-{n:03d}", text, days[n]) for n, text in enumerate(texts)]
    ids = st.sets(st.sampled_from([fact.id for fact in facts]), max_size=4)
    peers, by_hand = data.draw(ids), data.draw(ids)
    groups = data.draw(st.sampled_from([{}, GROUPS]))
    standing = Standing(
        lambda fact: Voice.PEER if fact.id in peers else Voice.OPERATOR, by_hand, groups
    )

    found = revise(Ledger(DANA, tuple(facts)), (), standing)

    assert done(found) == list(pair_by_pair(facts, peers, by_hand, groups))
    ledger = Ledger(DANA, tuple(facts))
    for old, by in done(found):
        ledger = ledger.supersede(old, by=by)
    assert found.ledger == ledger


def test_each_two_sentences_contradict_each_other_as_before() -> None:
    for one in SAID:
        for other in SAID:
            facts = [Fact("dana-001", one, "2026-01-01"), Fact("dana-002", other, "2026-01-02")]
            found = run(facts=tuple(facts))
            assert done(found) == list(pair_by_pair(facts, set(), set(), {})), (one, other)


@pytest.mark.parametrize(
    "said",
    ["Lives in Town{n}", "Lives in Kiel", "Uses Tool{next} instead of Tool{n}",
     "Likes walk number {n}", "Eats dish{half}|Does not eat dish{half}", "Left Company{n}",
     "Works at Company{n}", "Has a sister called Ann{n}", "Works at Company{n}|Left Company{n}",
     "Brother of Tom{n}", "No longer works with Tom{half}|Colleague of Tom{half}"],
)  # fmt: skip
def test_a_fact_is_held_against_few_of_many(said: str) -> None:
    forms = said.split("|")
    many, first = 300, date(2020, 1, 1)
    days = [(first + timedelta(days=n)).isoformat() for n in range(many)]
    texts = [forms[n % len(forms)].format(n=n, next=n + 1, half=n // 2) for n in range(many)]
    facts = [Fact(f"dana-{n:03d}", texts[n], days[n]) for n in reversed(range(many))]
    rivals = Rivals(facts, {}, fixed=())
    gone: set[str] = set()
    held = 0
    for new in facts:
        if new.id not in gone:
            near = rivals.near(new, gone)
            held += len(near)
            gone.update(old.id for old in contradicted(new, near, {}))

    assert held <= 3 * many


@pytest.mark.parametrize("names", [None, frozenset(), frozenset({"sarah", "dana"})])
@pytest.mark.parametrize("groups", [{}, GROUPS])
@pytest.mark.parametrize("day", ["2026-01-01", "2026-01-03"])
def test_held_against_what_is_near_a_fact_ends_and_repeats_what_it_does_held_against_all(
    names: frozenset[str] | None, groups: dict[str, str], day: str
) -> None:
    files = Files()
    said = (*SAID, "A drinks!", "Name is Dana Ruis", "name is dana ruiz.", "The", "A", "")
    held = [Fact(f"dana-{n:03d}", text, "2026-01-02") for n, text in enumerate(said)]
    for text in said:
        new = Fact("dana-999", text, day)
        for some in ([fact] for fact in held):
            found = contradicted(new, some, groups, names=names, near=files.near)
            assert found == contradicted(new, some, groups, names=names), (text, some)
        same = [fact for fact in held if same_statement(text, fact.fact)]
        assert [f for f in files.alike(text, held) if f in same] == same
