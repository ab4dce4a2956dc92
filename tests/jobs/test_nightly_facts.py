"""Which facts a night learns, and which it counts as referred to."""

import json
import os
import shutil
import sys
from collections.abc import Callable
from datetime import date
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from memoryd.core.proposal import DayReview
from tests.jobs.nights_kit import Nights


@pytest.fixture
def nights(tmp_path: Path) -> Nights:
    return Nights(tmp_path)


# facts


def test_a_night_finds_the_fact_that_a_heartbeat_missed(nights: Nights) -> None:
    nights.says("%person Sarah: lives in Bonn")
    nights.night()

    assert [row["fact"] for row in nights.items()] == ["lives in Bonn"]
    assert "lives in Bonn (→ areas/people/sarah)" in nights.note()


def fate_stored(nights: Nights) -> None:
    nights.says("%person Sarah: Bonn is where she lives now @person Sarah: lives in Bonn")


def fate_merged(nights: Nights) -> None:
    nights.says("@person Sarah: lives in Bonn", "2026-01-04T09:00:00Z")
    with nights.writer() as store:
        nights.read(store, "2026-01-04T12:00:00Z")
    nights.says("%person Sarah: Bonn is where she lives now @person Sarah: lives in Bonn")


def fate_attributed(nights: Nights) -> None:
    nights.says("%person Sarah: Bonn is where she lives now @person Sarah: lives in Bonn",
                role="email", speaker="Dana", channel=None)  # fmt: skip


def fate_parked(nights: Nights) -> None:
    nights.says("%person Sarah: Acme holds the bank account of Sarah"
                " @person Sarah: Her bank account at Acme has the password swordfish",
                role="email", speaker="Dana", channel=None)  # fmt: skip


def fate_superseded(nights: Nights) -> None:
    fate_stored(nights)
    with nights.writer() as store:
        nights.read(store, "2026-01-05T10:00:00Z")
    rows = nights.items()
    rows[0] |= {"status": "superseded", "supersededBy": "sarah-002"}
    rows.append({"id": "sarah-002", "fact": "lives in Ulm", "category": "status",
                 "timestamp": "2026-01-05", "status": "active"})  # fmt: skip
    nights.items_path().write_text(json.dumps(rows, indent=2) + "\n")


def fate_deleted(nights: Nights) -> None:
    nights.says("@person Sarah: keeps bees", "2026-01-04T09:00:00Z")
    fate_stored(nights)
    with nights.writer() as store:
        nights.read(store, "2026-01-05T10:00:00Z")
    rows = [row for row in nights.items() if row["fact"] == "keeps bees"]
    nights.items_path().write_text(json.dumps(rows, indent=2) + "\n")


FATES = [fate_stored, fate_merged, fate_attributed, fate_parked, fate_superseded, fate_deleted]


@pytest.mark.parametrize("fate", FATES, ids=[fate.__name__[5:] for fate in FATES])
def test_a_line_that_gave_something_before_gives_no_fact_to_a_night(
    nights: Nights, fate: Callable[[Nights], None]
) -> None:
    fate(nights)
    with nights.writer() as store:
        nights.read(store, "2026-01-05T11:00:00Z")
    path = nights.items_path()
    before = path.read_text() if path.exists() else None
    found = nights.night()

    (night,) = [night for night in found if night.lines and night.day == date(2026, 1, 5)]
    assert night.counts["dropped:already_cited"] == 1
    after = path.read_text() if path.exists() else None
    assert "where she lives now" not in (after or "")
    assert (before is None) == (after is None)


def test_a_fact_that_a_person_deleted_is_not_learned_again_from_another_line(
    nights: Nights,
) -> None:
    nights.says("@person Sarah: keeps bees @person Sarah: lives in Bonn", "2026-01-04T09:00:00Z")
    with nights.writer() as store:
        nights.read(store, "2026-01-04T12:00:00Z")
    rows = [row for row in nights.items() if row["fact"] != "lives in Bonn"]
    nights.items_path().write_text(json.dumps(rows, indent=2) + "\n")
    nights.says("%person Sarah: lives in Bonn")

    found = nights.night()

    assert sum(night.counts["dropped:tombstoned"] for night in found) == 1
    assert [row["fact"] for row in nights.items()] == ["keeps bees"]


# references


def grown(nights: Nights) -> None:
    known = "@person Sarah: lives in Bonn @person Sarah: keeps bees behind the house"
    nights.says(f"{known} @project Beacon: uses REST for its interface", "2026-01-03T09:00:00Z")
    nights.night("2026-01-04T23:00:00Z")


@pytest.mark.parametrize(
    ("said", "id_"),
    [
        ("Does Sarah still live in Bonn?", "sarah-001"),
        ("What was sarah-002 again?", "sarah-002"),
        ("The bees of Sarah, and her house: ?sarah-002", "sarah-002"),
        ("Where would she be at home, Sarah? ?sarah-001", "sarah-001"),
    ],
)
def test_a_fact_that_the_day_refers_to_counts_once_more_by_name_id_or_meaning(
    nights: Nights, said: str, id_: str
) -> None:
    grown(nights)
    for hour in (9, 12, 15):  # however often
        nights.says(said, f"2026-01-05T{hour:02}:00:00Z")
    nights.night()
    nights.says("Nothing of note.", "2026-01-05T23:10:00Z")
    nights.night("2026-01-06T23:00:00Z")  # the day was open again

    counted = {fact_id: n for fact_id, (n, _) in nights.counts().items() if n}
    assert counted == {id_: 1}
    assert nights.counts()[id_] == (1, "2026-01-05")


@pytest.mark.parametrize("id_", ["beacon-001", "sarah-9", "sarah-099", "nobody-001", "x", "sarah"])
def test_ids_that_were_not_shown_or_do_not_exist_count_for_nothing(
    nights: Nights, id_: str
) -> None:
    grown(nights)
    nights.says("What does Sarah do?")  # Beacon is not named
    nights.reviewer.edit = lambda _: DayReview(referenced=(id_, "", "\n"))
    nights.night()

    assert all(n == 0 for n, _ in nights.counts().values())
    assert all(n == 0 for n, _ in nights.counts_of_beacon())


def test_a_superseded_fact_is_never_counted(nights: Nights) -> None:
    grown(nights)
    rows = nights.items()
    rows[0] |= {"status": "superseded", "supersededBy": "sarah-002"}
    nights.items_path().write_text(json.dumps(rows, indent=2) + "\n")
    nights.says("Sarah lives in Bonn? sarah-001 ?sarah-001")
    nights.night()

    assert nights.counts()["sarah-001"] == (0, None)


def test_two_entities_that_share_an_id_are_both_meant_by_it(nights: Nights) -> None:
    nights.says("@person Beacon: barks at night @project Beacon: uses REST for its interface",
                "2026-01-03T09:00:00Z")  # fmt: skip
    nights.night("2026-01-04T23:00:00Z")
    nights.says("How is Beacon? ?beacon-001")
    nights.night()

    assert nights.counts("people/beacon")["beacon-001"][0] == 1
    assert nights.counts_of_beacon() == [(1, "2026-01-05")]


def test_a_day_that_is_reviewed_late_never_moves_the_last_access_back(nights: Nights) -> None:
    grown(nights)
    nights.says("Does Sarah still live in Bonn?", "2026-01-07T09:00:00Z")
    nights.night("2026-01-07T23:00:00Z")
    nights.says("Does Sarah really live in Bonn?", "2026-01-05T09:00:00Z", session="b")
    nights.night("2026-01-08T23:00:00Z")

    assert nights.counts()["sarah-001"][1] == "2026-01-07"


@pytest.mark.parametrize(
    "said",
    ["Maybe Sarah lives in Bonn?", "Does she, in sarah-001?", "Where is she, Sarah? ?sarah-001",
     "@person Sarah: lives in Bonn"],
)  # fmt: skip
@pytest.mark.parametrize(
    ("day", "count"),
    [
        ("2026-01-02", (0, None)),
        ("2026-01-03", (1, "2026-01-03")),
        ("2026-01-04", (1, "2026-01-04")),
    ],
)
def test_a_fact_counts_as_used_on_no_day_before_its_own(
    nights: Nights, said: str, day: str, count: tuple[int, str | None]
) -> None:
    nights.says("@person Sarah: lives in Bonn", "2026-01-03T09:00:00Z", session="b")
    with nights.writer() as store:
        nights.read(store, "2026-01-03T10:00:00Z")
    nights.says(said, f"{day}T11:00:00Z")  # a session that is read late
    nights.night("2026-01-05T12:00:00Z")

    assert nights.counts()["sarah-001"] == count


def test_a_heartbeat_that_counted_a_fact_today_is_not_added_to(nights: Nights) -> None:
    grown(nights)
    nights.says("@person Sarah: lives in Bonn")
    nights.says("Does Sarah still live in Bonn?", "2026-01-05T10:00:00Z")
    nights.night()

    assert nights.counts()["sarah-001"] == (1, "2026-01-05")


# the same commit twice


def dies_at(nights: Nights, moment: str) -> bool:
    """Hold a night in a child that dies where its commit enters a function of the store."""
    pid = os.fork()
    if pid == 0:
        finishing = False

        def trace(frame: FrameType, _event: str, _arg: Any) -> None:
            nonlocal finishing
            name = frame.f_code.co_name
            if name == "_finish":
                finishing = frame.f_locals["record"]["job"] == "nightly"
            if finishing and name == moment:
                os._exit(9)

        sys.settrace(trace)
        try:
            nights.night()
        finally:
            os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 9


@pytest.mark.parametrize(
    "moment", ["_finish", "_views", "_take_in_met", "chain", "drop", "save_copy"]
)
def test_a_night_that_dies_in_its_commit_counts_and_notes_nothing_twice(
    tmp_path: Path, moment: str
) -> None:
    calm = Nights(tmp_path / "calm")
    grown(calm)
    calm.says("Does Sarah still live in Bonn? !event Call about Sarah %person Tom: plays chess")
    with calm.writer() as store:
        calm.read(store, "2026-01-05T22:00:00Z")
    shutil.copytree(calm.base, tmp_path / "hurt")
    hurt = Nights(tmp_path / "hurt")
    calm.night()

    assert dies_at(hurt, moment)
    hurt.night("2026-01-05T23:05:00Z")

    assert hurt.visible() == calm.visible()
    assert hurt.counts()["sarah-001"] == (1, "2026-01-05")
    assert hurt.closed().count("2026-01-05") == 1
