"""What reconcile may look at, read from a store: whose words stand, and when they were said."""

from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from memoryd.core.entity import Ref
from memoryd.core.fact import Fact
from memoryd.core.ledger import Ledger
from memoryd.core.summary import Summary
from memoryd.core.trust import Voice
from memoryd.core.turn import Line
from memoryd.errors import CorruptFileError
from memoryd.jobs.knowledge import Knowing, known_entities, view
from memoryd.store import MemoryStore, locate
from tests.store_kit import Home

OPERATOR = Ref("people", "alex")


class Counting(MemoryStore):
    """A store that counts how often all kept lines are looked through."""

    looks = 0

    def lines_by_key(self, keys: Iterable[str]) -> dict[str, Line]:
        self.looks += 1
        return super().lines_by_key(keys)


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path)


def _store(home: Home) -> Counting:
    return Counting.reader(locate(home.root, workspace=None, state=home.state))


def test_a_fact_is_as_old_as_the_line_it_rests_on(home: Home) -> None:
    home.say("@person Alex: Lives in Rome", time="2026-01-05T18:30:00Z")
    home.beat()
    seen = view(_store(home), home.run())

    (fact,) = seen.ledger(OPERATOR).facts

    assert seen.said_at(fact) == datetime(2026, 1, 5, 18, 30, tzinfo=UTC)
    assert seen.said_at(Fact("alex-9", "Lives in Oslo", "2026-01-05", source="remember")) is None


def test_a_line_read_late_does_not_replace_what_was_said_after_it(home: Home) -> None:
    home.say("@person Alex: Lives in Rome", time="2026-01-05T18:30:00Z")
    home.beat()
    home.say("@person Alex: Lives in Oslo", time="2026-01-05T08:00:00Z", session="b")
    home.beat()

    standing = {row["fact"]: row["status"] for row in home.items("people/alex")}

    assert standing == {"Lives in Rome": "active", "Lives in Oslo": "superseded"}


def test_a_fact_is_of_whoever_said_it_and_else_the_operators(home: Home) -> None:
    direct = {"role": "member", "speaker": "Dana", "channel": "telegram:direct"}
    home.say("@person Alex: Lives in Rome")
    home.say("@person Dana: Dana works at Falke", **direct)
    home.beat()
    seen = view(_store(home), home.run())

    refs = [Ref("people", name) for name in ("alex", "dana")]
    facts = [(ref, fact) for ref in refs for fact in seen.ledger(ref).facts]
    gone = Fact("alex-9", "x", "2026-01-05", source="conversation:plain:none#7")

    assert [seen.voice(*known) for known in facts] == [Voice.OPERATOR, Voice.PEER]
    assert seen.voice(refs[0], gone) is Voice.OPERATOR


def test_kept_lines_are_looked_through_once_for_all_facts_read_by_then(home: Home) -> None:
    for n in range(5):
        home.say(f"@person Alex: Knows trick {n}")
        home.say(f"@person Dana: Dana knows trick {n}")
    home.beat()
    store = _store(home)
    seen = view(store, home.run())

    refs = [Ref("people", name) for name in ("alex", "dana")]
    facts = [(ref, fact) for ref in refs for fact in seen.ledger(ref).facts]
    for ref, fact in facts:
        assert seen.voice(ref, fact) is Voice.OPERATOR
        assert seen.said_at(fact) is not None

    assert len(facts) == 10
    assert store.looks == 1


class Reads(MemoryStore):
    """A store that counts how often files of entities are read."""

    summaries = ledgers = 0

    def summary(self, ref: Ref) -> Summary | None:
        self.summaries += 1
        return super().summary(ref)

    def ledger(self, ref: Ref) -> tuple[Ledger, CorruptFileError | None]:
        self.ledgers += 1
        return super().ledger(ref)


def test_many_calls_of_one_run_read_each_entity_once(home: Home) -> None:
    for name in ("Sarah", "Dana", "Tom"):
        home.say(f"@person {name}: Lives in Rome")
    home.beat()
    store = Reads.reader(locate(home.root, workspace=None, state=home.state))
    lines = tuple(store.lines_after(0))
    knowing = Knowing(store, home.run())
    told = [knowing.of((line,)) for line in lines * 20]

    assert len(told) == 60
    assert [[known.ref for known in each] for each in told[:3]] == [
        ["people/sarah"], ["people/dana"], ["people/tom"],
    ]  # fmt: skip
    assert told[:3] == [known_entities(store, (line,), home.run()) for line in lines]
    assert store.summaries <= 4 * 3  # once here, and once for each of the three beside it
    assert store.ledgers <= 3 + 3


def test_the_ids_in_use_are_read_once_for_all_facts_of_an_answer(home: Home) -> None:
    home.say("@person Alex: Lives in Rome")
    home.beat()
    store = Reads.reader(locate(home.root, workspace=None, state=home.state))
    seen = view(store, home.run())

    used = [seen.used(OPERATOR) for _ in range(100)]

    assert used == [frozenset({"alex-001"})] * 100
    assert store.ledgers == 1
