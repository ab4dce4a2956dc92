"""The ticker, and the heartbeats that a tick starts.

APScheduler ticks and decides nothing: its slots are wall times of one process. What is due follows
from the last run, which the audit or this process remembers.
"""

import threading
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

import structlog
from apscheduler.executors.debug import DebugExecutor
from apscheduler.schedulers.background import BackgroundScheduler
from apscheduler.triggers.base import BaseTrigger

from memoryd import clock
from memoryd.daemon.due import Moment, left
from memoryd.daemon.worker import Worker
from memoryd.errors import MemorydError

_TICK_SECONDS = 5.0  # within which a socket that was removed is back
_REFUSED_RETRY = timedelta(minutes=1)
_JOB = "tick"

log = structlog.get_logger()


class Ticker:
    """Calls `tick` from the scheduler's own loop: a loop that hangs is one that no longer ticks."""

    def __init__(self, tick: Callable[[], None], *, watchdog: float | None) -> None:
        """Tick every 5 s, or three times within the watchdog's seconds."""
        seconds = _TICK_SECONDS if watchdog is None else min(_TICK_SECONDS, watchdog / 3)
        self._loop = _Loop(seconds)
        self._loop.add_job(
            tick,
            _Pulse(seconds),
            id=_JOB,
            coalesce=True,
            max_instances=1,
            misfire_grace_time=None,  # late is never too late
        )

    def start(self) -> None:
        """Tick at once, and go on."""
        self._loop.start()

    def stop(self) -> None:
        """Stop after the tick that runs."""
        self._loop.shutdown(wait=False)


class _Pulse(BaseTrigger):  # type: ignore[misc]  # APScheduler 3 has no types
    """Counts from the present, so that a night of missed ticks is one tick.

    An IntervalTrigger lists every missed slot first: a clock set from 1970 would cost gigabytes.
    """

    def __init__(self, seconds: float) -> None:
        self._every = timedelta(seconds=seconds)

    def get_next_fire_time(self, previous: datetime | None, now: datetime) -> datetime:
        return now if previous is None else now + self._every


class _Loop(BackgroundScheduler):  # type: ignore[misc]  # APScheduler 3 has no types
    """Sleeps no longer than a tick, though a clock set back moves its next wall time far away."""

    def __init__(self, seconds: float) -> None:
        super().__init__(timezone="UTC", executors={"default": DebugExecutor()})
        self._seconds = seconds

    def _process_jobs(self) -> Any:  # noqa: ANN401 - seconds, or None where there is no job
        wait = super()._process_jobs()
        if wait is not None and wait > self._seconds:
            self.modify_job(_JOB, next_run_time=clock.now())  # wakes this loop at once
        return wait


class Heartbeats:
    """Starts a heartbeat when one is due, off the ticker's thread, never two at a time."""

    def __init__(self, worker: Worker, every: timedelta, last_success: str | None) -> None:
        """Take the audit's last success (RFC 3339), None where there was none."""
        self.every = every
        self.overruns = 0
        self._worker = worker
        self._last = Moment.now().at(last_success) if last_success else None
        self._thread = threading.Thread()

    def left(self, now: Moment) -> timedelta:
        """Return how long it is until the next heartbeat."""
        started, beat = self._worker.beat_started, self._worker.last_beat
        if started and (self._last is None or started.boot > self._last.boot):
            self._last = started  # a command asked for one
        every = min(self.every, _REFUSED_RETRY) if beat and beat.refused else self.every
        return left(every, self._last, now)

    def tick(self) -> None:
        """Start the heartbeat that is due; one that still runs then is an overrun."""
        now = Moment.now()
        if self.left(now):
            return
        self._last = now
        if self._thread.is_alive():
            self.overruns += 1
            log.warning("heartbeat_overrun", overruns=self.overruns)
            return
        # A daemon thread: a model that answers slowly must not hold up the end of the process.
        self._thread = threading.Thread(target=self._run, name="heartbeat", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        with suppress(MemorydError):  # the worker has logged it, and the lines wait
            self._worker.perform("heartbeat", {}, lambda _: None)
