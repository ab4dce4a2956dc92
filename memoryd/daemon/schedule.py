"""The ticker, and the jobs that a tick starts.

APScheduler ticks and decides nothing: its slots are wall times of one process. What is due follows
from what was done last, which the audit remembers.
"""

import threading
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Protocol

import structlog
from apscheduler.executors.debug import DebugExecutor
from apscheduler.schedulers.background import BackgroundScheduler
from apscheduler.triggers.base import BaseTrigger

from memoryd import clock
from memoryd.config_model import Config
from memoryd.core.nights import latest_night
from memoryd.core.sundays import latest_slot
from memoryd.core.value import replace
from memoryd.daemon.due import Moment, left
from memoryd.daemon.worker import Data, Running, Worker
from memoryd.errors import MemorydError
from memoryd.jobs.agenda import HEARTBEAT, NIGHTLY, SYNTHESIS, Past, Times, agenda, beats_after

_TICK_SECONDS = 2.0  # within which a socket that was removed is back
_REFUSED_RETRY = timedelta(minutes=1)
_RETRY = timedelta(minutes=30)  # after a night or a Sunday that failed
_NIGHTS_FIRST = timedelta(days=1)  # for so long a night that fails keeps the Sunday waiting
_JOB = "tick"

log = structlog.get_logger()


class Ticker:
    """Calls `tick` from the scheduler's own loop: a loop that hangs is one that no longer ticks."""

    def __init__(self, tick: Callable[[], None], *, watchdog: float | None) -> None:
        """Tick every 2 s (0.4 ms of work each), or three times within the watchdog's seconds."""
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


class Memory(Protocol):
    """What the audit remembers."""

    def stamp(self) -> str | None:
        """Return what changes with every commit; None while the memory is not open."""

    def past(self) -> Past:
        """Return what is remembered of the jobs."""


@dataclass(frozen=True, slots=True)
class _Known:
    """The agenda as it was worked out from the audit's state of that stamp, at that time."""

    stamp: str
    at: datetime
    agenda: Mapping[str, Times]


@dataclass(frozen=True, slots=True)
class _Failed:
    """Since when a job that is due has failed, and when it was last tried."""

    since: Moment
    tried: Moment


class Timetable:
    """Starts the job that is due, off the ticker's thread, one at a time."""

    def __init__(
        self, worker: Worker, memory: Memory, config: Config, *,
        now: Callable[[], Moment] = Moment.now,
    ) -> None:  # fmt: skip
        """Go by the audit; of heartbeats, which leave no trace in it, by those of this process."""
        self.overruns: Counter[str] = Counter()
        self._worker, self._memory, self._config, self._now = worker, memory, config, now
        said = memory.past().last_success.get(HEARTBEAT) if memory.stamp() is not None else None
        self._beat = now().at(said) if said else None
        self._known: _Known | None = None
        self._failed: dict[str, _Failed] = {}
        self._measured: tuple[Running, Moment] | None = None
        self._thread = threading.Thread()

    def reload(self, config: Config) -> None:
        """Go by another configuration; what failed is tried again at once."""
        self._config = config
        self._known = None
        self._failed.clear()

    def tick(self) -> None:
        """Start the job that is due, and count the one that still runs when it is due again."""
        now = self._now()
        if running := self._worker.running:
            self._measure(running, now)
        elif not self._thread.is_alive() and (job := self._due(now)):
            if job == HEARTBEAT:
                self._beat = now
            # A daemon thread: a model that answers slowly must not hold up the end of the process.
            self._thread = threading.Thread(target=self._run, args=(job,), name=job, daemon=True)
            self._thread.start()

    def times(self) -> dict[str, Times]:
        """Return when each job was last done and comes next, as far as that is known."""
        now = self._now()
        times = dict(self._agenda(now))
        if beat := times.get(HEARTBEAT):
            started = self._worker.beat_started
            due = now.wall + self.left(now)
            then = beats_after(due, now.wall, self._config.schedule.heartbeat)
            times[HEARTBEAT] = Times(started.wall if started else beat.last, due, then)
        for job, failed in self._failed.copy().items():
            if job in times and times[job].due <= now.wall:
                held = now.wall + left(_RETRY, failed.tried, now)
                then = tuple(moment for moment in times[job].then if moment > held)
                times[job] = replace(times[job], due=max(times[job].due, held), then=then)
        return times

    def left(self, now: Moment) -> timedelta:
        """Return how long it is until the next heartbeat."""
        started, beat = self._worker.beat_started, self._worker.last_beat
        if started and (self._beat is None or started.boot > self._beat.boot):
            self._beat = started  # a command asked for one
        every = self._config.schedule.heartbeat
        if beat and beat.refused:
            every = min(every, _REFUSED_RETRY)
        return left(every, self._beat, now)

    def _due(self, now: Moment) -> str | None:
        """Return the job to start: a heartbeat first, the nights before the Sunday."""
        if not self.left(now):
            return HEARTBEAT
        due = [job for job in (NIGHTLY, SYNTHESIS) if self._is_due(job, now)]
        for job in self._failed.keys() - set(due):
            self._failed.pop(job, None)  # it was done by hand
        for job in due:
            failed = self._failed.get(job)
            if failed is None or not left(_RETRY, failed.tried, now):
                return job
            if left(_NIGHTS_FIRST, failed.since, now):
                return None
        return None

    def _is_due(self, job: str, now: Moment) -> bool:
        times = self._agenda(now).get(job)
        return times is not None and times.due <= now.wall

    def _agenda(self, now: Moment) -> Mapping[str, Times]:
        """Return the agenda, worked out anew only where the audit or the clock say otherwise."""
        stamp, known = self._memory.stamp(), self._known
        if stamp is None:
            return {}
        if known is None or known.stamp != stamp or now.wall < known.at:
            zone = clock.zone(self._config.operator.timezone)
            found = agenda(self._memory.past(), self._config.schedule, now.wall, zone)
            self._known = known = _Known(stamp, now.wall, found)
        return known.agenda

    def _run(self, job: str) -> None:
        answer: Data = {}
        with suppress(MemorydError):  # the worker has logged it, and what is to be done waits
            answer = self._worker.perform(job, {}, lambda _: None)
        if job != HEARTBEAT:
            self._settle(job, answer)

    def _settle(self, job: str, answer: Data) -> None:
        """Let a job wait that is still due though none of its days was closed."""
        now = self._now()
        closed = [day for day in answer.get("days", ()) if day["parked"] or not day["error"]]
        if closed or not self._is_due(job, now):
            self._failed.pop(job, None)
        else:
            before = self._failed.get(job)
            self._failed[job] = _Failed(before.since if before else now, now)

    def _measure(self, running: Running, now: Moment) -> None:
        """Count an overrun where a job became due again while it runs; once, however often."""
        if self._measured is None or self._measured[0] is not running:
            self._measured = running, running.started
        if not self._came_again(running.job, self._measured[1], now):
            return
        self._measured = running, now
        if running.job == HEARTBEAT:
            self._beat = now  # the one that was due is left out
        self.overruns[running.job] += 1
        log.warning("job_overrun", job=running.job, overruns=self.overruns[running.job])

    def _came_again(self, job: str, since: Moment, now: Moment) -> bool:
        schedule, zone = self._config.schedule, clock.zone(self._config.operator.timezone)
        if job == HEARTBEAT:
            return not left(schedule.heartbeat, since, now)
        if job == NIGHTLY:
            nights = [latest_night(moment.wall, schedule.nightly, zone) for moment in (since, now)]
            return nights[0] < nights[1]
        when = schedule.synthesis
        slots = [latest_slot(moment.wall, when.day, when.at, zone) for moment in (since, now)]
        return slots[0].timestamp() < slots[1].timestamp()
