from datetime import UTC, datetime, timedelta

import pytest

from memoryd.daemon.due import Moment, left

NOON = datetime(2026, 2, 15, 12, tzinfo=UTC)
HALF_HOUR = timedelta(minutes=30)


def minutes(count: float) -> timedelta:
    return timedelta(minutes=count)


def later(*, wall: float, boot: float) -> Moment:
    """A moment some minutes after noon, as each clock shows it."""
    return Moment(NOON + minutes(wall), 1000.0 + boot * 60)


THEN = later(wall=0, boot=0)


@pytest.mark.parametrize(
    ("now", "waits"),
    [
        pytest.param(later(wall=0, boot=0), 30, id="just done"),
        pytest.param(later(wall=10, boot=10), 20, id="some minutes later"),
        pytest.param(later(wall=30, boot=30), 0, id="in time"),
        pytest.param(later(wall=3000, boot=3000), 0, id="after a night of sleep"),
        pytest.param(later(wall=3000, boot=1), 0, id="clock set ahead"),
        pytest.param(later(wall=-3000, boot=10), 20, id="clock set back"),
        pytest.param(later(wall=-3000, boot=31), 0, id="clock set back, long ago"),
    ],
)
def test_a_clock_that_is_set_neither_delays_nor_repeats(now: Moment, waits: float) -> None:
    assert left(HALF_HOUR, THEN, now) == minutes(waits)


def test_what_was_never_done_is_due() -> None:
    assert left(HALF_HOUR, None, THEN) == timedelta(0)


def test_a_former_process_counts_by_the_audit_s_time() -> None:
    last = THEN.at("2026-02-15T12:50:00+01:00")

    assert left(HALF_HOUR, last, THEN) == minutes(20)


def test_an_audit_from_the_future_does_not_hold_anything_up() -> None:
    assert THEN.at("2031-01-01T00:00:00Z") is None
