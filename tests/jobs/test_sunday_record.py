"""What a Sunday puts on record: once a slot, never an earlier time, and nothing of nothing."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from memoryd import clock
from memoryd.core.change import Change
from memoryd.jobs.context import Run
from memoryd.jobs.synthesis import synthesis
from memoryd.jobs.writing import RulesWriter
from tests.jobs.sundays import put, run_at
from tests.store_kit import UTC_ZONE, Home

SLOT = datetime(2026, 2, 1, 4, tzinfo=UTC)


@pytest.fixture
def home(tmp_path: Path) -> Home:
    home = Home(tmp_path)
    put(home, "people/sarah", ("2026-01-20", "Works at Acme Corp"))
    return home


def hold(home: Home, day: str, time: str = "04:00", slot: datetime | None = SLOT) -> None:
    with home.writer() as store:
        synthesis(store, RulesWriter(), run_at(day, time), slot=slot)


def last(home: Home) -> str | None:
    return home.reader().head.last_success.get("synthesis")


def rows(home: Home) -> list[dict[str, Any]]:
    return list(home.reader().audit_rows())


def test_three_more_of_any_sunday_change_no_byte(home: Home) -> None:
    hold(home, "2026-02-01")
    before, audit = home.everything(), rows(home)
    for _ in range(3):
        hold(home, "2026-02-01", "05:00")

    assert rows(home) == audit
    assert home.everything() == before


def test_a_slot_without_anything_new_is_put_on_record_once(home: Home) -> None:
    hold(home, "2026-02-01")
    for time in ("04:00", "04:10", "06:00"):
        hold(home, "2026-02-08", time, SLOT + timedelta(weeks=1))

    done = [row["now"][:16] for row in rows(home) if row["job"] == "synthesis"]
    assert done == ["2026-02-01T04:00", "2026-02-08T04:00"]


def test_one_held_by_hand_in_the_week_leaves_the_next_slot_to_be_done(home: Home) -> None:
    hold(home, "2026-02-01")
    put(home, "people/sarah", ("2026-01-20", "Works at Acme Corp"), ("2026-02-02", "Plays chess"))
    hold(home, "2026-02-04", "09:00")
    assert str(last(home))[:10] == "2026-02-04"
    hold(home, "2026-02-08", slot=SLOT + timedelta(weeks=1))

    assert str(last(home))[:10] == "2026-02-08"


@pytest.mark.parametrize("slot", [None, SLOT - timedelta(weeks=2)])
@pytest.mark.parametrize("new", [False, True])
def test_one_of_the_past_moves_no_time_back(
    home: Home, slot: datetime | None, *, new: bool
) -> None:
    hold(home, "2026-02-01")
    before = last(home)
    if new:
        put(home, "people/dana", ("2026-01-02", "Plays chess"))
    hold(home, "2026-01-20", slot=slot)

    assert last(home) == before
    assert (home.root / "areas/people/dana/summary.md").exists() == new


def test_what_a_clock_set_wrong_put_on_record_gives_way(home: Home) -> None:
    ahead = clock.now() + timedelta(days=400)
    hold(home, "2026-02-01")
    with home.writer() as store:
        store.commit(Change("synthesis", "x", ahead.isoformat(), marks={"synthesis": "x"}))
        now = clock.now()
        synthesis(store, RulesWriter(), Run("y", now, UTC_ZONE, operator="Alex"), slot=now)

    assert str(last(home))[:10] == now.date().isoformat()
