"""The plan of a Sunday says what the Sunday right after it does, and writes nothing."""

import json
import os
import shutil
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest

from memoryd.core.change import AddFact, Change
from memoryd.core.entity import parse_ref
from memoryd.core.fact import Fact
from memoryd.jobs.rehearsal import Planned, plan
from memoryd.jobs.synthesis import Sunday, synthesis
from memoryd.jobs.writing import RulesWriter
from memoryd.store import Rehearsal
from tests.jobs.sundays import SUNDAY, Scribe, held, put, run_at
from tests.store_kit import Home

ALL = frozenset({"tacit", "notes", "graph", "search"})
LARKSPUR = "projects/larkspur"


def told(sunday: Sunday) -> dict[str, Any]:
    """What of a Sunday is compared."""
    memory = sunday.tacit
    return {
        "made": [(str(m.ref), m.why, m.superseded, m.archived, m.changed, m.trouble)
                 for m in sunday.made],
        "archived": sunday.archived,
        "kept": sunday.kept,
        "memory": memory and (memory.added, memory.retired, memory.fallen, memory.now,
                              memory.refused, memory.over_budget, memory.stale),
    }  # fmt: skip


def planned(home: Home, day: str = SUNDAY, *, by_rules: bool = True,
            layers: frozenset[str] = ALL) -> Planned:  # fmt: skip
    before = home.everything()
    found = plan(home.reader(), run_at(day, layers=layers), by_rules=by_rules)
    assert home.everything() == before
    return found


def keeps(home: Home, ref: str, *facts: tuple[str, str], source: str = "conversation") -> None:
    """Commit facts as a job would; that they contradict one another is found on Sunday."""
    slug = ref.partition("/")[2]
    operations = tuple(
        AddFact(
            parse_ref(ref), Fact(f"{slug}-{n:03d}", text, day, source=f"{source}:p:s#{n}"), slug
        )
        for n, (day, text) in enumerate(facts, start=1)
    )
    with home.writer() as store:
        store.commit(Change("heartbeat", "test", home.run().stamp, operations))


def contradicted(home: Home) -> None:
    keeps(home, "people/sarah", ("2026-01-20", "Works at Acme"), ("2026-01-28", "Lives in Ulm"),
          ("2026-01-29", "Works at Globex"), ("2026-01-30", "Lives in Bonn"))  # fmt: skip


def contradicted_by_hand(home: Home) -> None:
    put(home, "people/sarah", ("2026-01-20", "Works at Acme"), ("2026-01-30", "Works at Globex"))


def saved_since(home: Home) -> None:
    contradicted(home)
    path = home.items_path()
    path.write_text(path.read_text().replace("Ulm", "Oslo"))


def deleted_since(home: Home) -> None:
    contradicted(home)
    path = home.items_path()
    rows = [row for row in json.loads(path.read_text()) if "Bonn" not in row["fact"]]
    path.write_text(json.dumps(rows))


def stub_since(home: Home) -> None:
    """A person leaves the text out of what is superseded, which stays known."""
    contradicted(home)
    held(home, day="2026-01-30")
    rows = home.items()
    short = [{k: v for k, v in row.items() if k != "fact" or row["status"] == "active"}
             for row in rows]  # fmt: skip
    assert short != rows
    home.items_path().write_text(json.dumps(short))
    keeps(home, "people/tom", ("2026-01-30", "Plays chess"))


def broken_since(home: Home) -> None:
    contradicted(home)
    put(home, "people/tom", ("2026-01-20", "Plays chess"))
    home.items_path().write_text('[{"id": "a"},]')


def emptied_since(home: Home) -> None:
    contradicted(home)
    home.items_path().write_text("[]")


def linked(home: Home) -> None:
    contradicted(home)
    place = home.root / "areas/people/sarah/summary.md"
    place.unlink(missing_ok=True)
    (home.root / "elsewhere.md").write_text("# Sarah\n")
    place.symlink_to(home.root / "elsewhere.md")


def finished(home: Home) -> None:
    home.say("@project Larkspur: Uses REST", session="one", day="2026-01-20")
    home.beat()
    held(home, day="2026-01-25")
    home.say("@project Larkspur: Finished", session="two", day="2026-01-28")
    home.beat()


def finished_and_kept(home: Home) -> None:
    finished(home)
    (home.root / f"archives/{LARKSPUR}").mkdir(parents=True)


def finished_and_freed(home: Home) -> None:
    finished_and_kept(home)
    held(home, day="2026-01-30")
    (home.root / f"archives/{LARKSPUR}").rmdir()


def taken_up_again(home: Home) -> None:
    finished_and_kept(home)
    held(home, day="2026-01-30")
    home.say("We are working on Larkspur again.", session="three", day="2026-01-31")
    home.beat()


def owed(home: Home) -> None:
    finished(home)
    held(home, day="2026-01-29")
    (home.root / LARKSPUR).mkdir(parents=True)
    home.say("@project Larkspur: Needs a new logo", session="three", day="2026-01-30")
    home.beat()
    shutil.rmtree(home.root / LARKSPUR)


def cut_short(home: Home) -> None:
    finished(home)
    contradicted(home)
    with home.writer() as store:
        week = {f"week:{store.audit_name(LARKSPUR)}": "FACTS 1 0 1"}
        store.commit(Change("summary", "test", home.run().stamp, marks=week))


def news(home: Home) -> None:
    finished(home)
    home.say("@project Larkspur: Uses GraphQL now", session="three", day="2026-01-30")
    home.beat()


def resting_on_replaced(home: Home) -> None:
    home.say("I prefer calls over email.", session="one", day="2026-01-20")
    home.beat()
    held(home, day="2026-01-25")
    memory = home.root / "MEMORY.md"
    source = memory.read_text().partition("<!-- from: ")[2].partition(" ")[0]
    old = Fact("alex-001", "Prefers calls over email", "2026-01-20", source=source)
    new = Fact("alex-002", "Prefers email over calls", "2026-01-29", source="remember")
    ref = parse_ref("people/alex")
    with home.writer() as store:
        store.commit(Change("heartbeat", "test", home.run().stamp,
                            (AddFact(ref, old, "Alex"), AddFact(ref, new, "Alex"))))  # fmt: skip


def says_otherwise(home: Home) -> None:
    home.say("I prefer calls over email.", session="one", day="2026-01-20")
    home.beat()
    held(home, day="2026-01-25")
    home.say("I prefer email over calls.", session="two", day="2026-01-30")
    home.beat()


def line_removed(home: Home) -> None:
    says_otherwise(home)
    path = home.root / "MEMORY.md"
    path.write_text(
        "".join(n for n in path.read_text().splitlines(keepends=True) if "calls" not in n)
    )


def own_text_alone(home: Home) -> None:
    finished(home)
    (home.root / "MEMORY.md").write_text("# MEMORY.md\n\n" + "Likes long walks at dawn. " * 600)


def note_of_theirs(home: Home) -> None:
    finished(home)
    (home.root / "memory/2026-01-27.md").write_text("- I prefer tea\n")


CASES = [contradicted, contradicted_by_hand, saved_since, deleted_since, stub_since, broken_since,
         emptied_since, linked, finished, finished_and_kept, finished_and_freed, taken_up_again,
         owed, cut_short, news, resting_on_replaced, says_otherwise, line_removed, own_text_alone,
         note_of_theirs]  # fmt: skip
Case = Callable[[Home], None]


@pytest.fixture
def home(tmp_path: Any) -> Home:
    return Home(tmp_path)


@pytest.mark.parametrize("case", CASES)
def test_the_plan_by_the_rules_is_what_the_sunday_does(home: Home, case: Case) -> None:
    case(home)
    found = planned(home)
    done = held(home)

    assert told(found.sunday) == told(done)
    assert any(told(done).values())


@pytest.mark.parametrize("off", sorted(ALL))
@pytest.mark.parametrize("case", [cut_short, says_otherwise])
def test_so_it_is_with_each_layer_off(home: Home, case: Case, off: str) -> None:
    case(home)
    layers = ALL - {off}

    assert told(planned(home, layers=layers).sunday) == told(held(home, layers=layers))


def test_the_plan_names_what_is_superseded_archived_and_retired(home: Home) -> None:
    finished(home)
    contradicted(home)
    sunday = planned(home).sunday

    assert {made.ref.slug: made.superseded for made in sunday.made if made.superseded} == {
        "sarah": (("sarah-002", "sarah-004"), ("sarah-001", "sarah-003"))
    }
    assert [str(ref) for ref in sunday.archived] == [LARKSPUR]
    assert sunday.tacit is not None
    assert [line.text for line in sunday.tacit.retired] == ["Larkspur: Uses REST"]


@pytest.mark.parametrize("case", [contradicted, finished, says_otherwise])
def test_with_a_model_nothing_is_said_for_it(home: Home, case: Case) -> None:
    case(home)
    found = planned(home, by_rules=False).sunday
    done = held(home, Scribe())  # a model that has nothing to say

    assert told(found) == told(done)


def test_a_model_may_supersede_no_more_than_its_cap_of_each_entity_it_is_asked_about(
    home: Home,
) -> None:
    keeps(home, "people/ann", *(("2026-01-30", f"Owns item {n}") for n in range(80)))
    keeps(home, "people/bob", ("2025-01-30", "Plays chess"))
    contradicted(home)
    rooms = {made.ref.slug: (made.room, made.asked) for made in planned(home).sunday.made}

    assert rooms["ann"] == (8, True)
    assert rooms["sarah"] == (5, True)


def test_a_rehearsal_may_go_on_and_sees_what_it_did(home: Home) -> None:
    finished(home)
    contradicted(home)
    before = home.everything()
    stage = Rehearsal.of(home.reader())

    synthesis(stage, RulesWriter(), run_at(SUNDAY))
    again = synthesis(stage, RulesWriter(), run_at(SUNDAY, "05:00"))

    assert (again.made, again.archived, again.kept) == ([], [], [])
    assert stage.folder_of(parse_ref(LARKSPUR)) == f"archives/{LARKSPUR}"
    assert home.everything() == before


def dies_with_a_change_on_record(job: Callable[[], object]) -> None:
    """Do a job in a child that dies when its first change is acknowledged and none of it done."""

    def trace(frame: FrameType, _event: str, _arg: Any) -> None:
        if frame.f_code.co_name == "_finish":
            os._exit(9)

    if not (pid := os.fork()):
        sys.settrace(trace)
        try:
            job()
        finally:
            os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 9


@pytest.mark.parametrize("job", ["heartbeat", "Sunday"])
def test_a_change_that_a_crash_left_pending_is_told_with_the_plan(home: Home, job: str) -> None:
    finished(home)
    assert not planned(home).pending
    home.say("I prefer calls over email.", session="three", day="2026-01-29")
    dies_with_a_change_on_record(home.beat if job == "heartbeat" else lambda: held(home))

    assert planned(home).pending

    with home.writer() as store:
        store.rescan(home.run().stamp)
    assert not planned(home).pending
    assert told(planned(home).sunday) == told(held(home))
