from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from memoryd.sources.when import day, moment

BERLIN = ZoneInfo("Europe/Berlin")
LATEST = datetime(2026, 3, 1, tzinfo=UTC)
MOMENT = datetime(2026, 2, 15, 9, 15, tzinfo=UTC)


@pytest.mark.parametrize(
    "stated",
    [
        "2026-02-15T09:15:00Z",
        "2026-02-15t09:15:00z",
        "2026-02-15T09:15Z",
        "2026-02-15T09:15:00.000000000Z",
        "2026-02-15 09:15:00+00:00",
        "2026-02-15T10:15:00+01:00",
        "2026-02-15T10:15:00",  # in the operator's zone
        " 2026-02-15 10:15 ",
        1771146900000,
        1771146900,
        1771146900.0,
    ],
)
def test_every_spelling_of_a_time_is_the_same_moment(stated: object) -> None:
    found = moment(stated, BERLIN, LATEST)

    assert found == MOMENT
    assert found.utcoffset() == timedelta(0)


def test_fractions_of_a_second_are_kept_to_the_microsecond() -> None:
    found = moment("2026-02-15T09:15:00.1234567Z", BERLIN, LATEST)

    assert found == MOMENT + timedelta(microseconds=123456)


@pytest.mark.parametrize(
    "stated",
    [None, "", "soon", "2026-13-45T00:00:00Z", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z",
     "2026-03-01T00:00:01Z", "1969-12-31T23:00:00Z", 1772323201,
     "0001-01-01T00:00:00+14:00", 0, -5, True, [], {}, b"2026", float("nan"), float("inf"),
     10**30, "9" * 100_000],
    ids=lambda stated: repr(stated)[:24],
)  # fmt: skip
def test_what_is_no_time_is_none(stated: object) -> None:
    assert moment(stated, BERLIN, LATEST) is None


def test_a_number_too_large_for_any_calendar_is_none() -> None:
    assert moment(10**2000, BERLIN, LATEST) is None


@pytest.mark.parametrize("stated", ["2026-02-15T23:59:60Z", "2026-02-15 23:59:60+00:00",
                                    "2026-02-16T00:59:60.0", "2026-02-15t23:59:60z"])  # fmt: skip
def test_a_leap_second_is_the_next_second(stated: str) -> None:
    assert moment(stated, BERLIN, LATEST) == datetime(2026, 2, 16, tzinfo=UTC)


@pytest.mark.parametrize(
    ("stated", "known"),
    [("2026-02-15T25:00:00Z", True), (" 2026-02-15 at noon", True), ("2026-02-150", False),
     ("2026-02-30T25:00", False), ("2027-01-01T25:00", False), ("15.2.2026", False), (5, False)],
)  # fmt: skip
def test_the_day_of_a_broken_time_is_read_by_itself(stated: object, *, known: bool) -> None:
    found = day(stated, BERLIN, LATEST)

    assert found == (datetime(2026, 2, 15, tzinfo=BERLIN) if known else None)
