"""When each job is due, by what the audit remembers."""

from datetime import UTC, datetime, time, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

import pytest

from memoryd.core.nights import Closed
from memoryd.jobs.agenda import Past, agenda

BERLIN = ZoneInfo("Europe/Berlin")


class Weekly(NamedTuple):
    day: str = "sun"
    at: time = time(4)


class Schedule(NamedTuple):
    heartbeat: timedelta = timedelta(minutes=30)
    nightly: time = time(23)
    synthesis: Weekly = Weekly()


def berlin(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=BERLIN)


def night(day: str, at: str) -> dict[str, str]:
    return {f"night:{day}": str(Closed(0, frozenset(), berlin(at)))}


def due(job: str, now: str, past: Past, schedule: Schedule | None = None) -> str:
    """The moment a job is due, on the clock of Berlin."""
    found = agenda(past, schedule or Schedule(), berlin(now).astimezone(UTC), BERLIN)[job].due
    return found.astimezone(BERLIN).isoformat()[:16]


@pytest.mark.parametrize(
    ("closed", "now", "when"),
    [
        pytest.param({}, "2026-02-15T12:00", "2026-02-14T23:00", id="never: yesterday's"),
        pytest.param(night("2026-02-14", "2026-02-14T23:00"), "2026-02-15T12:00",
                     "2026-02-15T23:00", id="tonight"),
        pytest.param(night("2026-02-13", "2026-02-13T23:00"), "2026-02-15T12:00",
                     "2026-02-14T23:00", id="missed"),
        pytest.param(night("2026-02-15", "2026-02-15T12:00"), "2026-02-15T23:00",
                     "2026-02-15T23:00", id="closed by hand before its night"),
        pytest.param(night("2026-02-14", "2026-02-14T23:01") | night("2026-02-15",
                     "2026-02-15T23:01"), "2026-02-15T22:59", "2026-02-16T23:00",
                     id="clock set back over a night that was held"),
    ],
)  # fmt: skip
def test_the_night_that_is_due(closed: dict[str, str], now: str, when: str) -> None:
    assert due("nightly", now, Past(closed, {})) == when


@pytest.mark.parametrize(
    ("last", "began", "now", "when"),
    [
        ("2026-02-15T04:01", None, "2026-02-15T12:00", "2026-02-22T04:00"),
        ("2026-02-08T04:01", None, "2026-02-15T03:59", "2026-02-15T04:00"),
        ("2026-02-08T04:01", None, "2026-02-18T12:00", "2026-02-15T04:00"),  # missed
        ("2026-02-15T04:01", None, "2026-02-15T03:59", "2026-02-22T04:00"),  # clock set back
        ("2027-02-15T04:01", "2025-01-01T00:00", "2026-02-18T12:00", "2026-02-15T04:00"),
        (None, "2026-02-15T05:00", "2026-02-18T12:00", "2026-02-22T04:00"),  # began since
        (None, "2026-02-14T05:00", "2026-02-18T12:00", "2026-02-15T04:00"),
        (None, None, "2026-02-18T12:00", "2026-02-22T04:00"),
        ("2026-10-18T04:01", None, "2026-10-25T03:30", "2026-10-25T04:00"),  # after two threes
        ("2026-03-22T04:01", None, "2026-03-29T01:30", "2026-03-29T04:00"),
    ],
)
def test_the_sunday_that_is_due(last: str | None, began: str | None, now: str, when: str) -> None:
    success = {"synthesis": berlin(last).isoformat()} if last else {}

    past = Past({}, success, berlin(began) if began else None)

    assert due("synthesis", now, past) == when


@pytest.mark.parametrize(
    ("success", "when"),
    [
        ({}, "2026-02-15T12:00"),
        ({"heartbeat": "2026-02-15T11:50:00+01:00"}, "2026-02-15T12:20"),
        ({"heartbeat": "2026-02-15T09:00:00+01:00"}, "2026-02-15T09:30"),
        ({"heartbeat": "2026-02-15T09:00:00+01:00", "ingest": "2026-02-15T10:00:00Z"},
         "2026-02-15T11:30"),
        ({"heartbeat": "2031-01-01T00:00:00Z"}, "2026-02-15T12:00"),
    ],
)  # fmt: skip
def test_the_heartbeat_that_is_due(success: dict[str, str], when: str) -> None:
    assert due("heartbeat", "2026-02-15T12:00", Past({}, success)) == when


@pytest.mark.parametrize("zone", [BERLIN, ZoneInfo("Asia/Tokyo")])
def test_times_are_told_on_the_operator_s_clock(zone: ZoneInfo) -> None:
    past = Past(night("2026-07-14", "2026-07-14T23:00"), {})
    now = berlin("2026-07-15T12:00")

    told = agenda(past, Schedule(), now, BERLIN)["nightly"].as_json(zone)

    expected = {
        "Europe/Berlin": ("2026-07-14T23:00:00+02:00", "2026-07-15T23:00:00+02:00"),
        "Asia/Tokyo": ("2026-07-15T06:00:00+09:00", "2026-07-16T06:00:00+09:00"),
    }
    assert (told["last"], told["next"]) == expected[zone.key]


HALF_PAST_TWO = Schedule(nightly=time(2, 30), synthesis=Weekly("sun", time(2, 30)))


@pytest.mark.parametrize(
    ("job", "now", "done", "three"),
    [
        # 02:30 does not come on 2026-03-29, and comes twice on 2026-10-25.
        ("nightly", "2026-03-27T12:00", "2026-03-27T02:30",
         ["2026-03-28T02:30:00+01:00", "2026-03-29T03:30:00+02:00", "2026-03-30T02:30:00+02:00"]),
        ("nightly", "2026-10-24T12:00", "2026-10-24T02:30",
         ["2026-10-25T02:30:00+02:00", "2026-10-26T02:30:00+01:00", "2026-10-27T02:30:00+01:00"]),
        ("synthesis", "2026-03-20T12:00", "2026-03-15T02:30",
         ["2026-03-22T02:30:00+01:00", "2026-03-29T03:30:00+02:00", "2026-04-05T02:30:00+02:00"]),
        ("synthesis", "2026-10-23T12:00", "2026-10-18T02:30",
         ["2026-10-25T02:30:00+02:00", "2026-11-01T02:30:00+01:00", "2026-11-08T02:30:00+01:00"]),
        # One that was missed comes now, and the others when they would.
        ("nightly", "2026-10-25T12:00", "2026-10-24T02:30",
         ["2026-10-25T02:30:00+02:00", "2026-10-26T02:30:00+01:00", "2026-10-27T02:30:00+01:00"]),
        ("synthesis", "2026-03-28T12:00", "2026-03-15T02:30",
         ["2026-03-22T02:30:00+01:00", "2026-03-29T03:30:00+02:00", "2026-04-05T02:30:00+02:00"]),
        ("heartbeat", "2026-10-25T02:20", "2026-10-25T02:15",
         ["2026-10-25T02:45:00+02:00", "2026-10-25T02:15:00+01:00", "2026-10-25T02:45:00+01:00"]),
        ("heartbeat", "2026-03-29T01:30", "2026-03-29T00:00",
         ["2026-03-29T00:30:00+01:00", "2026-03-29T03:00:00+02:00", "2026-03-29T03:30:00+02:00"]),
    ],
)  # fmt: skip
def test_the_next_three_runs_over_a_change_of_the_clocks(
    job: str, now: str, done: str, three: list[str]
) -> None:
    marks = {}
    if job == "nightly":
        day = datetime.fromisoformat(done).date() - timedelta(days=1)  # the night after it
        marks = night(day.isoformat(), done)
    past = Past(marks, {job: berlin(done).isoformat()})
    times = agenda(past, HALF_PAST_TWO, berlin(now).astimezone(UTC), BERLIN)[job].as_json(BERLIN)

    assert [times["next"], *times["then"]] == three


@pytest.mark.parametrize(("number", "day"), list(enumerate("mon tue wed thu fri sat sun".split())))
def test_a_job_of_a_named_day_comes_on_that_day(number: int, day: str) -> None:
    schedule = Schedule(synthesis=Weekly(day, time(4)))
    past = Past({}, {"synthesis": berlin("2026-10-14T12:00").isoformat()})
    times = agenda(past, schedule, berlin("2026-10-14T12:00").astimezone(UTC), BERLIN)
    three = [times["synthesis"].due, *times["synthesis"].then]

    assert [moment.astimezone(BERLIN).weekday() for moment in three] == [number] * 3
    assert {moment.astimezone(BERLIN).time() for moment in three} == {time(4)}


def test_a_night_under_a_clock_that_was_far_ahead_is_not_the_last_one() -> None:
    ahead = night("2030-12-31", "2031-01-01T00:00")
    held = night("2026-02-14", "2026-02-14T23:00")
    now = berlin("2026-02-15T12:00").astimezone(UTC)

    def last(marks: dict[str, str]) -> datetime | None:
        return agenda(Past(marks, {}, None), Schedule(), now, BERLIN)["nightly"].last

    assert last(ahead | held) == berlin("2026-02-14T23:00")
    assert last(ahead) == berlin("2031-01-01T00:00")
    assert last({}) is None
