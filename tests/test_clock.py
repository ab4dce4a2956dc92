"""The clock: what --now may be."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from memoryd.clock import local_day, parse_now
from memoryd.errors import UsageError

ZONES = [ZoneInfo(name) for name in ("Pacific/Kiritimati", "Etc/GMT+12", "Europe/Berlin", "UTC")]


@pytest.mark.parametrize(
    "text",
    [
        "9999-12-31T23:59:59-12:00",
        "0001-01-01T00:00:00+14:00",
        "0001-01-01",
        "9999-12-31",
        "9998-12-31T23:59:59-12:00",
        "0002-12-31",
    ],
)
def test_a_time_at_an_end_of_the_calendar_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match=r"--now .* is too far away; use a time of the years"):
        parse_now(text, ZONES[0])


@pytest.mark.parametrize("text", ["0003-01-01", "1970-01-01", "2026-02-15", "9997-12-31"])
def test_any_other_time_has_a_day_in_every_zone(text: str) -> None:
    for zone in ZONES:
        assert all(local_day(parse_now(text, zone), other) for other in ZONES)


@pytest.mark.parametrize("text", ["9999-12-31T23:59:59-12:00", "0001-01-01T00:00:00+14:00"])
def test_a_time_that_was_written_down_before_this_rule_is_reckoned_with_all_the_same(
    text: str,
) -> None:
    for zone in ZONES:
        assert abs(local_day(datetime.fromisoformat(text), zone).year - int(text[:4])) <= 3
