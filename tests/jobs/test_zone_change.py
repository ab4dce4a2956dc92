"""The operator's zone changes: each line is reviewed once, and none is left out."""

import re
from collections import Counter
from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from memoryd.errors import TransientLlmError
from tests.jobs.nights_kit import Nights
from tests.store_kit import UTC_ZONE

FIRST = datetime(2026, 1, 5, 12, tzinfo=UTC_ZONE)
MOVES = [
    ("Europe/Berlin", "America/New_York"),
    ("America/New_York", "Europe/Berlin"),
    ("UTC", "Asia/Tokyo"),
    ("Asia/Tokyo", "UTC"),
    ("Etc/GMT+12", "Pacific/Kiritimati"),  # two days apart on the calendar
    ("Pacific/Kiritimati", "Etc/GMT+12"),
]


@pytest.fixture
def nights(tmp_path: Path) -> Nights:
    return Nights(tmp_path)


def talk(nights: Nights, hours: range, session: str = "a") -> None:
    """One line an hour, each with an event of its own."""
    for hour in hours:
        moment = FIRST + timedelta(hours=hour)
        nights.says(f"!event Call number {hour}", moment.isoformat(), session=session)


def noted(nights: Nights) -> Counter[int]:
    """How often each line's event stands in the notes."""
    notes = sorted((nights.root / "memory").glob("*.md"))
    found = (re.findall(r"Call number (-?\d+)", path.read_text()) for path in notes)
    return Counter(int(number) for each in found for number in each)


def later(hours: int) -> str:
    return (FIRST + timedelta(hours=hours)).isoformat()


def once(hours: range) -> Counter[int]:
    return Counter(dict.fromkeys(hours, 1))


@pytest.mark.parametrize(("before", "after"), MOVES)
@pytest.mark.parametrize("more", [0, 9])
def test_lines_near_midnight_are_noted_once(
    nights: Nights, before: str, after: str, more: int
) -> None:
    nights.zone = ZoneInfo(before)
    talk(nights, range(80))
    nights.night(later(80))
    nights.zone = ZoneInfo(after)
    talk(nights, range(80, 80 + more))
    for hour in (90, 114, 138, 162):
        nights.night(later(hour))

    assert noted(nights) == once(range(80 + more))


@pytest.mark.parametrize(("before", "after"), MOVES)
def test_lines_that_no_night_reviewed_before_the_move_are_not_left_out(
    nights: Nights, before: str, after: str
) -> None:
    nights.zone = ZoneInfo(before)
    nights.night(later(0))
    talk(nights, range(-400, -300))
    talk(nights, range(60), session="b")
    with nights.writer() as store:
        nights.read(store, later(60))
    nights.zone = ZoneInfo(after)
    for hour in (72, 96, 120):
        nights.night(later(hour))

    assert noted(nights) == once(range(-400, -300)) + once(range(60))


@pytest.mark.parametrize(("before", "after"), MOVES)
def test_there_and_back_again_notes_each_line_once(nights: Nights, before: str, after: str) -> None:
    for n in range(4):
        nights.zone = ZoneInfo(before if n % 2 else after)
        talk(nights, range(n * 30, n * 30 + 30), session=f"s{n}")
        nights.night(later(n * 30 + 30), by_hand=bool(n % 2))
        nights.says(f"!event Call number {200 + n}", later(n * 30 + 1), session=f"old{n}")
    for hour in (150, 174, 198):
        nights.night(later(hour))

    assert noted(nights) == once(range(120)) + once(range(200, 204))


@pytest.mark.parametrize(("before", "after"), MOVES)
def test_a_fact_that_lines_refer_to_is_not_counted_again(
    nights: Nights, before: str, after: str
) -> None:
    nights.zone = ZoneInfo(before)
    nights.says("%project Beacon: is run by Dana", later(-48))
    nights.night(later(-20))
    for hour in range(24):
        nights.says(f"Is Beacon still run by Dana? {hour}", later(hour), session="b")
    nights.night(later(48))
    before_move = nights.counts_of_beacon()
    nights.zone = ZoneInfo(after)
    for hour in (72, 96, 120):
        nights.night(later(hour))

    assert before_move[0][0] > 0
    assert nights.counts_of_beacon() == before_move


@pytest.mark.parametrize(("before", "after"), MOVES)
def test_a_night_that_a_model_ended_early_is_gone_on_with_in_another_zone(
    nights: Nights, before: str, after: str
) -> None:
    nights.zone = ZoneInfo(before)
    for n in range(420):  # three calls a day, over midnight
        moment = FIRST + timedelta(minutes=n * 6)
        nights.says(f"!event Call number {n}", moment.isoformat())
    nights.reviewer.fails = [None, None, TransientLlmError("the model is down")]
    nights.night(later(60))
    nights.zone = ZoneInfo(after)
    for hour in (84, 108):
        nights.night(later(hour))

    # A day has room for what matters of it; what is told twice is the fault looked for here.
    found = noted(nights)
    assert max(found.values()) == 1
    shown = Counter(text for asked in nights.reviewer.asked for text in asked)
    assert set(shown) == {f"!event Call number {n}" for n in range(420)}


def test_closings_of_an_older_version_name_no_zone_and_count(nights: Nights) -> None:
    """What they closed was closed by the zone of the first night that named one."""
    nights.zone = ZoneInfo("Europe/Berlin")
    talk(nights, range(40))
    nights.night(later(40))
    with nights.writer() as store:
        marks = store.head.marks
        zoned = {k: v for k, v in marks.items() if k.startswith(("night:", "zones"))}
        store.note_cursors([], {k: v.rpartition(" ")[0] for k, v in zoned.items()})
        del store.head.marks["zones"]
        store.save_head()
    talk(nights, range(40, 41))
    nights.night(later(64))
    nights.zone = ZoneInfo("America/New_York")
    for hour in (88, 112):
        nights.night(later(hour))

    assert noted(nights) == once(range(41))


def test_a_zone_that_stays_is_on_record_once(nights: Nights) -> None:
    talk(nights, range(3))
    nights.night(later(12))
    talk(nights, range(24, 27))
    nights.night(later(36))

    assert [row["marks"].get("zones") for row in nights.rows()] == ["UTC UTC", None]
