"""Which lines a night reviews, and that each is reviewed and noted once."""

from datetime import date, datetime, time
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from memoryd.core.proposal import DayReview
from memoryd.jobs.nightly import nightly
from tests.jobs.nights_kit import LAYERS, Nights, days, events, reworded
from tests.store_kit import UTC_ZONE


@pytest.fixture
def nights(tmp_path: Path) -> Nights:
    return Nights(tmp_path)


# each day once


def test_a_day_is_reviewed_once_and_three_more_nights_change_no_byte(nights: Nights) -> None:
    nights.says("!event Long call about Beacon !decision REST for Beacon !process Import runs")

    first = nights.night()
    before = nights.everything()
    again = [nights.night("2026-01-05T23:10:00Z") for _ in range(3)]
    by_hand = [nights.night("2026-01-05T23:20:00Z", by_hand=True) for _ in range(3)]

    assert days(first) == nights.closed() == ["2026-01-05"]
    assert again == by_hand == [[], [], []]
    assert nights.everything() == before
    assert nights.reviewer.calls == 1
    note = nights.note()
    assert "- 09:00 — Long call about Beacon" in note
    assert "- REST for Beacon" in note
    assert "- Import runs" in note


def test_missed_nights_are_caught_up_in_order_in_one_commit_a_day(nights: Nights) -> None:
    nights.says("!event Monday call", "2026-01-05T09:00:00Z")
    nights.night()
    nights.says("!event Thursday call", "2026-01-08T09:00:00Z")
    nights.says("!event Tuesday call", "2026-01-06T09:00:00Z", session="b")

    late = nights.night("2026-01-09T07:10:00Z")

    assert days(late) == ["2026-01-06", "2026-01-07", "2026-01-08"]
    assert nights.closed() == ["2026-01-05", *days(late)]
    assert len(nights.rows()) == 4
    assert not (nights.root / "memory/2026-01-07.md").exists()
    assert [night.lines for night in late] == [1, 0, 1]


def test_lines_that_come_after_a_night_reopen_their_day_and_nothing_is_noted_twice(
    nights: Nights,
) -> None:
    nights.says("!event Long call about Beacon %person Sarah: lives in Bonn")
    nights.night()
    nights.says("!event Dinner with Tom", "2026-01-05T23:30:00Z")
    nights.reviewer.edit = reworded

    later = nights.night("2026-01-06T23:01:00Z")

    assert days(later) == ["2026-01-05", "2026-01-06"]
    assert events(nights.note()) == [
        "- 09:00 — Long call about Beacon",
        "- 23:30 — Dinner with Tom",
    ]
    assert len(nights.items()) == 1


def test_a_reopened_day_asks_nothing_about_what_was_reviewed_before(nights: Nights) -> None:
    for n in range(250):  # more than one call
        nights.says(f"Nothing of note, {n}.")
    nights.night()
    assert [len(texts) for texts in nights.reviewer.asked] == [200, 50]
    nights.says("!event Dinner with Tom", "2026-01-05T23:30:00Z")

    nights.night("2026-01-06T23:01:00Z")

    assert nights.reviewer.calls == 3


def test_a_day_taken_by_hand_at_noon_is_looked_at_again_at_night_without_a_call(
    nights: Nights,
) -> None:
    nights.says("!event Long call about Beacon")
    assert days(nights.night("2026-01-05T12:00:00Z", by_hand=True)) == ["2026-01-05"]
    nights.reviewer.edit = reworded

    assert days(nights.night()) == ["2026-01-05"]
    assert events(nights.note()) == ["- 09:00 — Long call about Beacon"]
    assert nights.reviewer.calls == 1


def test_by_hand_today_is_taken_again_after_new_lines(nights: Nights) -> None:
    nights.says("!event Long call about Beacon")
    nights.night("2026-01-05T12:00:00Z", by_hand=True)
    assert nights.night("2026-01-05T12:05:00Z", by_hand=True) == []
    nights.says("!event Lunch with Tom", "2026-01-05T12:30:00Z")

    assert days(nights.night("2026-01-05T13:00:00Z", by_hand=True)) == ["2026-01-05"]
    assert len(events(nights.note())) == 2


def test_lines_that_come_while_the_model_answers_leave_the_day_open(nights: Nights) -> None:
    nights.says("!event Long call about Beacon")
    with nights.writer() as store:
        nights.read(store, "2026-01-05T23:00:00Z")

        def comes_in(found: DayReview) -> DayReview:
            nights.reviewer.edit = lambda found: found
            nights.says("!event Dinner with Tom", "2026-01-05T22:59:00Z")
            nights.read(store, "2026-01-05T23:00:10Z")
            return found

        nights.reviewer.edit = comes_in
        nightly(store, nights.reviewer, nights.at("2026-01-05T23:00:00Z"), date(2026, 1, 5))

    assert len(events(nights.note())) == 1
    nights.night("2026-01-06T23:00:00Z")
    assert len(events(nights.note())) == 2


def test_a_zone_that_changes_leaves_no_day_open_for_ever(nights: Nights) -> None:
    nights.says("!event Late call", "2026-01-05T23:30:00Z")
    with nights.writer() as store:
        nights.read(store, "2026-01-05T23:40:00Z")
    nights.zone = ZoneInfo("Asia/Tokyo")  # there it is the 6th

    for now in ("2026-01-06T22:00:00Z", "2026-01-07T22:00:00Z", "2026-01-08T22:00:00Z"):
        assert len(nights.night(now)) <= 3
    with nights.writer() as store:
        assert not [name for name in store.head.marks if name.startswith("day:")]
    assert events(nights.note("2026-01-06")) == ["- 08:30 — Late call"]


# days and zones


@pytest.mark.parametrize(
    ("zone", "said", "day"),
    [
        ("Asia/Shanghai", "2026-01-05T03:53:00+08:00", "2026-01-05"),
        ("Asia/Shanghai", "2026-01-04T19:53:00Z", "2026-01-05"),
        ("America/Los_Angeles", "2026-01-05T18:17:00-08:00", "2026-01-05"),
        ("America/Los_Angeles", "2026-01-06T02:17:00Z", "2026-01-05"),
        ("Europe/Berlin", "2026-02-28T23:30:00Z", "2026-03-01"),  # its own clock shows February
        ("Pacific/Kiritimati", "2026-01-31T12:00:00Z", "2026-02-01"),
        ("Europe/Berlin", "2026-10-25T02:30:00+02:00", "2026-10-25"),
        ("Europe/Berlin", "2026-10-25T02:30:00+01:00", "2026-10-25"),
        ("Europe/Berlin", "2026-03-29T03:00:00+02:00", "2026-03-29"),
    ],
)
def test_a_line_is_of_the_operators_day_whatever_the_clock_it_was_written_by(
    nights: Nights, zone: str, said: str, day: str
) -> None:
    nights.zone = ZoneInfo(zone)
    nights.says("!event Long call about Beacon", said)
    later = datetime.fromisoformat(f"{day}T23:30:00").replace(tzinfo=nights.zone)
    nights.night(later.isoformat())

    clock = f"{datetime.fromisoformat(said).astimezone(nights.zone):%H:%M}"
    assert events(nights.note(day)) == [f"- {clock} — Long call about Beacon"]
    assert nights.closed() == [day]


def test_a_session_over_midnight_goes_to_both_days_though_the_night_is_two_days_late(
    nights: Nights,
) -> None:
    nights.zone = ZoneInfo("Europe/Berlin")
    nights.says("!event Before midnight", "2026-01-05T23:58:00+01:00")
    nights.says("!event After midnight", "2026-01-06T00:02:00+01:00")
    late = nights.night("2026-01-08T09:00:00+01:00")

    assert days(late) == ["2026-01-05", "2026-01-06", "2026-01-07"]
    assert events(nights.note("2026-01-05")) == ["- 23:58 — Before midnight"]
    assert events(nights.note("2026-01-06")) == ["- 00:02 — After midnight"]


@pytest.mark.parametrize(("day", "hours"), [("2026-03-29", 23), ("2026-10-25", 25)])
def test_a_day_of_23_or_25_hours_is_one_day(nights: Nights, day: str, hours: int) -> None:
    nights.zone = ZoneInfo("Europe/Berlin")
    start = datetime.fromisoformat(day).replace(tzinfo=nights.zone).timestamp()
    for hour in range(hours):
        moment = datetime.fromtimestamp(start + 3600 * hour + 600, tz=UTC_ZONE)
        nights.says(f"!event Call number {hour}", moment.isoformat())
    (night,) = nights.night(f"{day}T23:30:00{'+02:00' if hours == 23 else '+01:00'}")

    assert night.lines == hours
    assert len(events(nights.note(day))) == hours


def test_a_nightly_at_half_past_midnight_reviews_the_day_before(nights: Nights) -> None:
    nights.zone = ZoneInfo("Europe/Berlin")
    for day in (28, 29, 30):  # the 29th has no 02:30
        nights.says(f"!event Call number {day}", f"2026-03-{day}T12:00:00+02:00")
    after = ("2026-03-29T00:31:00+01:00", "2026-03-30T00:31:00+02:00", "2026-03-31T00:31:00+02:00")
    found = [nights.night(moment, at=time(0, 30)) for moment in after]

    assert [days(each) for each in found] == [["2026-03-28"], ["2026-03-29"], ["2026-03-30"]]


def test_a_clock_that_jumps_ahead_and_back_doubles_no_night(nights: Nights) -> None:
    nights.night("2026-01-04T23:00:00Z")
    nights.says("!event Long call about Beacon")
    nights.night("2026-01-05T23:00:00Z")
    nights.night("2026-01-06T01:00:00Z")  # two hours ahead
    nights.night("2026-01-05T22:58:30Z")  # and 90 s back
    nights.night("2026-01-05T23:00:10Z")

    assert nights.closed() == ["2026-01-04", "2026-01-05"]
    assert nights.reviewer.calls == 1


# layers


def test_a_layer_switched_on_later_has_the_old_lines_reviewed_for_it(nights: Nights) -> None:
    nights.says("!event Long call about Beacon %person Sarah: lives in Bonn")
    nights.layers = frozenset({"graph"})
    nights.night()
    assert nights.note() == ""
    nights.layers = LAYERS
    nights.night("2026-01-06T23:00:00Z")

    assert events(nights.note()) == ["- 09:00 — Long call about Beacon"]
    assert len(nights.items()) == 1


def test_with_neither_layer_nothing_is_asked(nights: Nights) -> None:
    nights.says("!event Long call about Beacon %person Sarah: lives in Bonn")
    nights.layers = frozenset({"tacit"})
    nights.night()

    assert nights.reviewer.calls == 0
    assert nights.closed() == ["2026-01-05"]
