import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

import pytest
from freezegun import freeze_time

from memoryd.daemon.schedule import Ticker
from tests.daemon.running import eventually

NOON = datetime(2026, 2, 15, 12, tzinfo=UTC)


class Ticks(list[str]):
    def __call__(self) -> None:
        self.append(threading.current_thread().name)


@contextmanager
def ticking(ticks: Ticks, *, watchdog: float | None) -> Iterator[None]:
    ticker = Ticker(ticks, watchdog=watchdog)
    ticker.start()
    try:
        yield
    finally:
        ticker.stop()


def test_it_ticks_at_once_and_three_times_within_the_watchdog_s_time() -> None:
    ticks = Ticks()

    with ticking(ticks, watchdog=0.6):
        time.sleep(1.1)

    assert 4 <= len(ticks) <= 6


def test_it_ticks_in_the_scheduler_s_own_loop() -> None:
    ticks = Ticks()

    with ticking(ticks, watchdog=None):
        eventually(lambda: ticks)

    assert ticks == ["APScheduler"]


@pytest.mark.parametrize("jump", ["2026-02-15 15:00", "2026-02-22 12:00", "2099-01-01 12:00"])
def test_a_clock_set_ahead_is_one_tick(jump: str) -> None:
    ticks = Ticks()

    with freeze_time(NOON) as frozen, ticking(ticks, watchdog=0.3):
        eventually(lambda: len(ticks) == 1)
        frozen.move_to(jump)
        eventually(lambda: len(ticks) == 2, seconds=2)
        time.sleep(0.3)

    assert len(ticks) == 2


def test_a_clock_set_back_does_not_silence_it() -> None:
    ticks = Ticks()

    with freeze_time(NOON) as frozen, ticking(ticks, watchdog=0.3):
        eventually(lambda: len(ticks) == 1)
        frozen.move_to("2026-02-15 09:00")
        eventually(lambda: len(ticks) == 2, seconds=2)


def test_a_tick_that_fails_is_logged_without_its_words(caplog: pytest.LogCaptureFixture) -> None:
    calls = []

    def fails() -> None:
        calls.append(1)
        raise KeyError("canary-4711")

    ticker = Ticker(fails, watchdog=0.15)
    ticker.start()
    eventually(lambda: len(calls) > 1)
    ticker.stop()

    assert "canary-4711" not in "".join(record.getMessage() for record in caplog.records)
