"""What a tick starts, and when, whatever happens to the clocks."""

import threading
import time as real_time
from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from structlog.testing import capture_logs

from memoryd.config_model import Config, parse
from memoryd.core.nights import Closed, is_due, latest_night, night_of, unfinished
from memoryd.daemon.due import Moment
from memoryd.daemon.schedule import Timetable
from memoryd.daemon.worker import Worker
from memoryd.errors import MemorydError, ReadOnlyStoreError
from memoryd.jobs.agenda import Past
from tests.daemon.running import eventually

BERLIN = ZoneInfo("Europe/Berlin")
LAYERS = frozenset({"graph", "notes"})
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
CONFIG = '[operator]\ntimezone = "Europe/Berlin"\n'


def berlin(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=BERLIN).astimezone(UTC)


def config(text: str = "") -> Config:
    return parse(CONFIG + text, home=Path("/home/mira"), name="config.toml")


class Machine:
    """A machine's two clocks, a memory's audit, and jobs that keep it as the real ones do."""

    def __init__(self, now: str, *, held: str | None = None, at: time = time(23)) -> None:
        """Start at a time in Berlin; held: the last day whose night was held."""
        self.wall, self.boot, self.at = berlin(now), 1000.0, at
        self.marks: dict[str, str] = {}
        self.success = {"heartbeat": self.wall.isoformat(), "synthesis": self.wall.isoformat()}
        self.began: datetime | None = self.wall - 400 * DAY
        self.commits, self.looks = 0, 0
        self.is_open = True
        self.done: list[str] = []
        self.failing: dict[str, MemorydError | str] = {}
        self.go_on = threading.Event()
        self.go_on.set()
        if held:
            day = date.fromisoformat(held)
            self._close(day, night_of(day, at, BERLIN))
        self.worker = Worker(self.performs, now=self.now)
        self.timetable = Timetable(self.worker, self, config(), now=self.now)

    # the two clocks

    def now(self) -> Moment:
        return Moment(self.wall, self.boot)

    def waits(self, time: timedelta) -> None:
        """Let time go by, awake or suspended."""
        self.wall += time
        self.boot += time.total_seconds()

    def is_set(self, by: timedelta) -> None:
        self.wall += by

    # the audit

    def stamp(self) -> str | None:
        return str(self.commits) if self.is_open else None

    def past(self) -> Past:
        self.looks += 1
        return Past(self.marks.copy(), self.success.copy(), self.began)

    # the jobs

    def performs(self, verb: str, _params: Any, progress: Callable[[str], None]) -> Any:
        self.done.append(verb)
        self.go_on.wait(10)
        progress("one batch")
        trouble = self.failing.get(verb)
        if isinstance(trouble, MemorydError):
            raise trouble
        if verb == "nightly":
            return self._night(trouble)
        if verb == "synthesis" and trouble is None:
            self.success["synthesis"] = self.wall.isoformat()
            self.commits += 1
        return {"error": trouble, "partial": trouble is not None}

    def _night(self, trouble: str | None) -> Any:
        last = latest_night(self.wall, self.at, BERLIN)
        days = unfinished(self.marks, last, LAYERS, date(2026, 1, 1))
        if not is_due(self.marks, self.wall, self.at, BERLIN):
            return {"days": [], "partial": False}
        day = days[0] if days else last
        self.commits += 1  # a failed try leaves its trace too
        if not trouble:
            self._close(day, self.wall)
            self.done[-1] = f"night of {day}"
        night = {"day": str(day), "error": trouble, "parked": False}
        return {"days": [night], "partial": bool(trouble)}

    def _close(self, day: date, at: datetime) -> None:
        self.marks[f"night:{day}"] = str(Closed(3, LAYERS, at))

    # the ticker

    def ticks(self, *, times: int = 1) -> list[str]:
        """Tick some times, 5 s apart, and return what was done meanwhile."""
        before = len(self.done)
        for _ in range(times):
            self.timetable.tick()
            self.rests()
            self.waits(timedelta(seconds=5))
        return self.done[before:]

    def rests(self) -> None:
        """Wait for the job that was started."""
        if self.timetable._thread.is_alive():
            self.timetable._thread.join(10)

    def lives(self, time: timedelta, *, step: timedelta = MINUTE) -> list[str]:
        """Let time go by with a tick now and then; return what was done, without heartbeats."""
        before = len(self.done)
        end = self.boot + time.total_seconds()
        while self.boot < end:
            self.timetable.tick()
            self.rests()
            self.waits(step)
        return [job for job in self.done[before:] if job != "heartbeat"]


SATURDAY = "2026-02-14T12:00"  # winter: no change of the clocks


def test_a_week_has_seven_nights_one_sunday_and_a_heartbeat_every_half_hour() -> None:
    machine = Machine(SATURDAY, held="2026-02-13")

    done = machine.lives(7 * DAY)

    nights = [f"night of 2026-02-{day}" for day in range(14, 21)]
    assert done == [nights[0], "synthesis", *nights[1:]]
    assert machine.done.count("heartbeat") == pytest.approx(7 * 48, abs=2)


def test_after_a_night_of_sleep_each_job_is_done_once_and_one_a_tick() -> None:
    machine = Machine("2026-02-14T22:50", held="2026-02-13")
    machine.ticks()

    machine.waits(8 * HOUR)

    assert machine.ticks(times=6) == ["heartbeat", "night of 2026-02-14", "synthesis"]


def test_downtime_over_the_change_of_the_clocks_is_caught_up_in_order() -> None:
    machine = Machine("2026-10-27T08:00", held="2026-10-22")
    machine.success = {
        "heartbeat": berlin("2026-10-23T12:00").isoformat(),
        "synthesis": berlin("2026-10-18T04:00").isoformat(),
    }
    machine.timetable = Timetable(machine.worker, machine, config(), now=machine.now)

    nights = [f"night of 2026-10-{day}" for day in (23, 24, 25, 26)]
    assert machine.ticks(times=6) == ["heartbeat", *nights, "synthesis"]
    assert machine.lives(8 * HOUR) == []


@pytest.mark.parametrize("before", [timedelta(seconds=-20), 20 * MINUTE, 8 * HOUR])
@pytest.mark.parametrize(
    "by", [timedelta(seconds=-90), -2 * HOUR, -DAY, 2 * HOUR, 25 * HOUR, timedelta(seconds=90)]
)
def test_a_clock_that_is_set_and_set_right_loses_no_night_and_doubles_none(
    by: timedelta, before: timedelta
) -> None:
    """The clock goes wrong about the time of a night, or long before one, and is mended later."""
    machine = Machine("2026-02-16T12:00", held="2026-02-15")
    machine.lives(11 * HOUR - before)
    machine.is_set(by)
    machine.lives(3 * HOUR)
    machine.is_set(-by)
    machine.lives(5 * DAY)

    held = [job for job in machine.done if job.startswith("night")]
    assert len(held) == len(set(held)), held
    assert {f"night of 2026-02-{day}" for day in range(16, 21)} <= set(held)
    assert machine.done.count("heartbeat") <= 5.6 * 48 + 4  # no storm


def test_a_clock_set_back_over_a_sunday_does_not_repeat_it() -> None:
    machine = Machine("2026-02-15T03:59", held="2026-02-14")
    assert machine.lives(5 * MINUTE) == ["synthesis"]

    machine.is_set(timedelta(minutes=-8))

    assert machine.lives(DAY)[:1] == ["night of 2026-02-15"]
    assert "synthesis" not in machine.lives(5 * DAY)
    assert machine.lives(DAY + HOUR).count("synthesis") == 1


def test_sundays_go_on_after_a_clock_that_was_a_year_ahead() -> None:
    machine = Machine("2026-02-14T12:00", held="2026-02-13")
    machine.is_set(365 * DAY)
    machine.ticks(times=3)
    machine.success["synthesis"] = machine.wall.isoformat()
    machine.commits += 1

    machine.is_set(-365 * DAY)

    # Which Sunday was held before is not known any more: one of them twice rather than none.
    assert machine.lives(15 * DAY).count("synthesis") == 1 + 3


def test_what_was_worked_out_under_a_clock_that_was_ahead_is_worked_out_again() -> None:
    machine = Machine("2026-02-16T12:00", held="2026-02-15")
    machine.is_set(30 * DAY)
    machine.ticks(times=40)
    assert machine.ticks(times=3) == []

    machine.is_set(-30 * DAY)

    assert "synthesis" in machine.lives(DAY)


def test_a_clock_a_year_ahead_starts_one_job_a_tick_and_one_heartbeat() -> None:
    machine = Machine("2026-02-14T12:00", held="2026-02-13")
    machine.is_set(365 * DAY)

    done = machine.ticks(times=20)

    assert done.count("heartbeat") == 1
    assert len(done) == len(set(done)) == 20  # nights of days without a line cost nothing


def test_a_night_that_fails_is_tried_again_after_half_an_hour_and_keeps_the_sunday_waiting() -> (
    None
):
    machine = Machine("2026-02-15T03:00", held="2026-02-13")
    machine.failing["nightly"] = "the model failed"

    assert machine.lives(2 * HOUR) == ["nightly"] * 4
    machine.failing.clear()

    assert machine.lives(HOUR) == ["night of 2026-02-14", "synthesis"]


def test_a_night_that_fails_for_a_day_keeps_the_sunday_waiting_no_longer() -> None:
    machine = Machine("2026-02-15T03:00", held="2026-02-13")
    machine.failing["nightly"] = "the model failed"

    assert "synthesis" not in machine.lives(23 * HOUR)
    assert machine.lives(2 * HOUR).count("synthesis") == 1


@pytest.mark.parametrize("job", ["nightly", "synthesis"])
@pytest.mark.parametrize("trouble", ["the model failed", ReadOnlyStoreError("disk full")])
def test_what_fails_is_no_storm_and_a_new_configuration_tries_at_once(
    job: str, trouble: MemorydError | str
) -> None:
    held = "2026-02-13" if job == "nightly" else "2026-02-14"
    machine = Machine("2026-02-15T04:10", held=held)
    machine.success["synthesis"] = berlin("2026-02-08T04:00").isoformat()
    machine.failing[job] = trouble
    assert machine.ticks(times=60).count(job) == 1
    due = machine.timetable.times()[job].due
    assert due == berlin("2026-02-15T04:40") + timedelta(seconds=due.second)

    machine.failing.clear()
    machine.timetable.reload(config())

    assert machine.ticks(times=4) != []
    assert machine.timetable.times()[job].due > machine.wall + HOUR


def test_a_night_that_turns_out_not_to_be_due_is_not_asked_for_at_every_tick() -> None:
    machine = Machine("2026-02-14T23:30", held="2026-02-13", at=time(23, 45))

    assert machine.ticks(times=100).count("nightly") == 1


def test_a_memory_that_never_had_a_sunday_waits_for_the_first_after_it_began() -> None:
    machine = Machine("2026-02-15T04:30", held="2026-02-14")
    del machine.success["synthesis"]
    machine.began = berlin("2026-02-15T04:20")

    assert "synthesis" not in machine.lives(6 * DAY)
    assert machine.lives(DAY).count("synthesis") == 1


def test_new_times_count_from_the_next_tick() -> None:
    machine = Machine("2026-02-14T12:00", held="2026-02-13")
    machine.ticks()
    machine.at = time(12)

    machine.timetable.reload(config('[schedule]\nnightly = "12:00"\nsynthesis = "sat 12:01"\n'))

    assert machine.lives(3 * MINUTE) == ["night of 2026-02-14", "synthesis"]


def test_nothing_but_heartbeats_is_due_while_the_memory_cannot_be_opened() -> None:
    machine = Machine("2026-02-15T12:00", held="2026-02-13")
    machine.is_open = False
    machine.failing["heartbeat"] = ReadOnlyStoreError("disk full")
    machine.waits(HOUR)

    assert machine.ticks(times=30) == ["heartbeat"] * 3  # within a minute each
    assert machine.timetable.times() == {}

    machine.is_open = True
    assert machine.ticks() == ["night of 2026-02-14"]


def test_the_audit_is_read_only_where_it_has_changed() -> None:
    machine = Machine("2026-02-14T12:00", held="2026-02-13")
    machine.ticks()
    machine.looks = 0

    machine.ticks(times=500)
    assert machine.looks == 0

    machine.commits += 1
    machine.ticks(times=10)
    assert machine.looks == 1


@pytest.mark.parametrize(
    ("job", "start", "late", "overruns"),
    [
        ("heartbeat", "2026-02-14T12:00", 29 * MINUTE, 0),
        ("heartbeat", "2026-02-14T12:00", 31 * MINUTE, 1),
        ("heartbeat", "2026-02-14T12:00", 5 * HOUR, 1),  # asleep: it is due once
        ("nightly", "2026-02-14T23:00", 23 * HOUR, 0),
        ("nightly", "2026-02-14T23:00", 25 * HOUR, 1),
        ("synthesis", "2026-02-15T04:00", 6 * DAY, 0),
        ("synthesis", "2026-02-15T04:00", 8 * DAY, 1),
    ],
)
def test_a_job_that_still_runs_when_it_is_due_again_is_an_overrun(
    job: str, start: str, late: timedelta, overruns: int
) -> None:
    machine = Machine(start, held="2026-02-14" if job == "synthesis" else "2026-02-13")
    machine.success["heartbeat"] = machine.success["synthesis"] = "2026-02-08T03:30:00Z"
    if job != "heartbeat":
        machine.success["heartbeat"] = machine.wall.isoformat()
    machine.timetable = Timetable(machine.worker, machine, config(), now=machine.now)
    machine.go_on.clear()
    machine.timetable.tick()
    eventually(lambda: machine.worker.running)

    machine.waits(late)
    with capture_logs() as logged:
        for _ in range(3):
            machine.timetable.tick()
    told = [(line["event"], line["job"]) for line in logged]
    machine.go_on.set()
    machine.timetable._thread.join(10)

    assert machine.done[:2] in ([job], [f"night of {start[:10]}"])
    assert dict(machine.timetable.overruns) == ({job: 1} if overruns else {})
    assert told == [("job_overrun", job)] * overruns


def test_the_heartbeat_that_an_overrun_left_out_is_not_made_up_for() -> None:
    machine = Machine("2026-02-14T12:00", held="2026-02-13")
    machine.waits(HOUR)
    machine.go_on.clear()
    machine.timetable.tick()
    eventually(lambda: machine.worker.running)
    machine.waits(31 * MINUTE)
    machine.timetable.tick()
    machine.go_on.set()
    machine.rests()

    assert machine.ticks(times=2) == []
    assert machine.lives(45 * MINUTE) == []
    assert machine.done == ["heartbeat"] * 2


def test_a_job_at_work_keeps_all_others_waiting_and_is_no_overrun_of_theirs() -> None:
    machine = Machine("2026-02-14T22:59", held="2026-02-13")
    machine.go_on.clear()
    by_hand = threading.Thread(
        target=lambda: machine.worker.perform("synthesis", {"force": True}, lambda _: None)
    )
    by_hand.start()
    eventually(lambda: machine.worker.running)

    machine.waits(2 * HOUR)
    for _ in range(5):
        machine.timetable.tick()
    real_time.sleep(0.05)
    assert machine.done == ["synthesis"]
    assert not machine.timetable.overruns
    machine.go_on.set()
    by_hand.join()

    assert machine.ticks(times=4) == ["heartbeat", "night of 2026-02-14"]


def test_what_a_person_asked_for_counts() -> None:
    machine = Machine("2026-02-14T23:10", held="2026-02-13")
    machine.waits(HOUR)

    machine.worker.perform("nightly", {"force": True}, lambda _: None)
    machine.worker.perform("heartbeat", {}, lambda _: None)

    assert machine.ticks(times=5) == []


@pytest.mark.parametrize(("ago", "beats"), [(40 * MINUTE, 1), (10 * MINUTE, 0)])
def test_a_new_process_goes_by_the_audit(ago: timedelta, beats: int) -> None:
    machine = Machine("2026-02-14T12:00", held="2026-02-13")
    machine.success["heartbeat"] = (machine.wall - ago).isoformat()
    machine.timetable = Timetable(machine.worker, machine, config(), now=machine.now)

    assert machine.ticks(times=3) == ["heartbeat"] * beats


def test_a_disk_that_refuses_is_tried_again_within_a_minute_and_a_bug_is_not() -> None:
    machine = Machine("2026-02-14T12:00", held="2026-02-13")
    machine.waits(HOUR)
    machine.failing["heartbeat"] = ReadOnlyStoreError("disk full")
    assert machine.ticks(times=13) == ["heartbeat"] * 2

    machine.failing["heartbeat"] = MemorydError("a bug")
    machine.waits(MINUTE)

    assert machine.ticks(times=30) == ["heartbeat"]


@pytest.mark.parametrize("job", ["heartbeat", "nightly", "synthesis"])
@pytest.mark.parametrize("failing", [False, True])
def test_three_runs_of_each_job_are_told_in_order(job: str, *, failing: bool) -> None:
    machine = Machine("2026-03-28T22:50", held="2026-03-27")
    machine.success["synthesis"] = berlin("2026-03-22T04:00").isoformat()
    if failing:
        machine.failing |= {"nightly": "the model failed", "synthesis": "the model failed"}
    for _ in range(3):
        machine.lives(8 * HOUR, step=10 * MINUTE)
        times = machine.timetable.times()[job]
        runs = [times.due, *times.then]

        assert runs == sorted(set(runs))
        assert all(moment > machine.wall for moment in runs[1:])
        assert len(runs) == 3 or failing
