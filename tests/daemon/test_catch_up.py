"""What the daemon's own parts catch up on, on a real memory under clocks of the test's."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import structlog.testing
from freezegun import freeze_time
from freezegun.api import FrozenDateTimeFactory

from memoryd import clock
from memoryd.daemon.due import Moment
from memoryd.daemon.schedule import Timetable
from memoryd.daemon.worker import Worker
from memoryd.wiring import App, LateStore
from tests.daemon.running import has_config

BERLIN = ZoneInfo("Europe/Berlin")
CONFIG = """\
[operator]
name = "Alex"
timezone = "Europe/Berlin"
[sources.plain]
paths = ["~/chats"]
"""
TALK = {
    "2026-10-22": "By the way, Sarah is my manager at Acme Corp.",
    "2026-10-23": "We decided to use REST for Beacon.",
    "2026-10-24": "My sister Greta lives in Oslo.",
    "2026-10-26": "Dana joined Meridian as a designer.",
}


def berlin(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=BERLIN).astimezone(UTC)


class Machine:
    """The daemon's parts on a real store, its two clocks, and a ticker that the test winds."""

    def __init__(self, frozen: FrozenDateTimeFactory, env: dict[str, str]) -> None:
        self._frozen, self._env, self._boot = frozen, env, 1000.0
        self.done: list[str] = []

    def now(self) -> Moment:
        return Moment(clock.now(), self._boot)

    def waits(self, time: timedelta) -> None:
        self._frozen.tick(time)
        self._boot += time.total_seconds()

    def is_set(self, by: timedelta) -> None:
        self._frozen.tick(by)

    @contextmanager
    def up(self) -> Iterator[None]:
        """Run the daemon's parts as its main module puts them together."""
        memory = LateStore(App.of(self._env), wait=1)
        memory.open()

        def performs(verb: str, params: Any, progress: Any) -> Any:
            answer = memory.perform(verb, params, progress)
            self.done += [f"night {day['day']}" for day in answer.get("days", ())] or [verb]
            return answer

        worker = Worker(performs, now=self.now)
        config = App.of(self._env).config()
        self.timetable = Timetable(worker, memory, config, now=self.now)
        yield
        assert worker.stop(within=5)
        memory.close()

    def lives(self, time: timedelta, *, step: timedelta = timedelta(minutes=10)) -> list[str]:
        """Return what was done in a time, without heartbeats."""
        before = len(self.done)
        end = self._boot + time.total_seconds()
        while self._boot < end:
            self.timetable.tick()
            if self.timetable._thread.is_alive():
                self.timetable._thread.join(20)
            self.waits(step)
        return [job for job in self.done[before:] if job != "heartbeat"]


@pytest.fixture
def env(home: Path) -> dict[str, str]:
    has_config(home, CONFIG)
    chats = home / "chats"
    chats.mkdir()
    for day, text in TALK.items():
        row = {"time": f"{day}T10:00:00+02:00", "role": "operator", "text": text}
        (chats / f"{day}.jsonl").write_text(json.dumps(row) + "\n")
    names = ("CONFIG_HOME", "STATE_HOME", "RUNTIME_DIR")
    return {"HOME": str(home)} | {f"XDG_{n}": str(home / f"xdg_{n.lower()}") for n in names}


def audit(home: Path, job: str) -> list[dict[str, Any]]:
    (path,) = home.joinpath("life/.memoryd/audit").glob("*.jsonl")
    return [row for row in map(json.loads, path.read_text().splitlines()) if row["job"] == job]


def closed(home: Path) -> list[str]:
    """The days in the order in which the audit says that they were closed."""
    marks = [name for row in audit(home, "nightly") for name in row.get("marks", {})]
    return [name.removeprefix("night:") for name in marks if name.startswith("night:")]


def runs(home: Path) -> list[tuple[list[str], str]]:
    """The days that each row of the audit closed, and the run that closed them."""
    found = [
        ([mark[6:] for mark in row.get("marks", {}) if mark.startswith("night:")], row["run"])
        for row in audit(home, "nightly")
    ]
    return [(days, run) for days, run in found if days]


def test_down_from_friday_to_tuesday_over_the_change_of_the_clocks(
    home: Path, env: dict[str, str]
) -> None:
    later = [home / "chats" / f"{day}.jsonl" for day in list(TALK)[2:]]
    texts = [path.read_text() for path in later]
    for path in later:
        path.unlink()
    with freeze_time(berlin("2026-10-22T09:00")) as frozen:
        machine = Machine(frozen, env)
        with machine.up():
            machine.lives(timedelta(hours=32))  # until Friday at five
        assert closed(home)[-1] == "2026-10-22"
        machine.done.clear()
        for path, text in zip(later, texts, strict=True):
            path.write_text(text)

        machine.waits(berlin("2026-10-27T08:00") - clock.now())
        with machine.up():
            machine.lives(timedelta(seconds=40), step=timedelta(seconds=5))
            caught_up = machine.done.copy()
            assert machine.lives(timedelta(hours=14)) == []

        nights = [f"night 2026-10-{day}" for day in (23, 24, 25, 26)]
        assert caught_up == ["heartbeat", *nights, "synthesis"]
        assert closed(home)[-4:] == ["2026-10-23", "2026-10-24", "2026-10-25", "2026-10-26"]
        assert len(set(closed(home))) == len(closed(home))
        four = runs(home)[-4:]
        assert [days for days, _ in four] == [[night[6:]] for night in nights]
        assert len({run for _, run in four}) == 4
        assert len(audit(home, "synthesis")) == 1
        for day, said in (("2026-10-23", "REST"), ("2026-10-24", "Oslo"), ("2026-10-26", "Dana")):
            assert (home / f"life/memory/{day}.md").read_text().count(said) >= 1


def test_a_daemon_that_is_started_again_and_again_repeats_nothing(
    home: Path, env: dict[str, str]
) -> None:
    with freeze_time(berlin("2026-10-27T08:00")) as frozen:
        machine = Machine(frozen, env)
        for _ in range(6):
            with machine.up():
                machine.lives(timedelta(seconds=10), step=timedelta(seconds=5))

    assert closed(home) == sorted(set(closed(home)))
    assert set(closed(home)) >= set(TALK)
    assert audit(home, "synthesis") == []  # the memory began after the last Sunday


@pytest.mark.parametrize("by", [timedelta(seconds=-90), timedelta(hours=2)])
def test_a_clock_that_is_set_in_the_night_leaves_each_day_closed_once(
    home: Path, env: dict[str, str], by: timedelta
) -> None:
    with freeze_time(berlin("2026-10-26T12:00")) as frozen:
        machine = Machine(frozen, env)
        with machine.up():
            machine.lives(timedelta(hours=11, seconds=30), step=timedelta(seconds=30))
            machine.is_set(by)
            machine.lives(timedelta(hours=3))
            machine.is_set(-by)
            machine.lives(timedelta(days=2))

    days = ["2026-10-25", "2026-10-26", "2026-10-27", "2026-10-28"]
    assert [day for day in closed(home) if day >= days[0]][: len(days)] == days[:4]
    assert len(set(closed(home))) == len(closed(home))


def test_a_layer_switched_on_while_it_runs_is_caught_up_on_the_next_night(
    home: Path, env: dict[str, str]
) -> None:
    has_config(home, f"{CONFIG}[layers]\nnotes = false\n")
    with freeze_time(berlin("2026-10-26T23:10")) as frozen:
        machine = Machine(frozen, env)
        with machine.up():
            machine.lives(timedelta(hours=2))
            assert not (home / "life/memory/2026-10-23.md").exists()
            has_config(home, CONFIG)
            machine.lives(timedelta(hours=24))

    assert "REST" in (home / "life/memory/2026-10-23.md").read_text()


@pytest.mark.parametrize(
    ("asleep", "awake", "hours"),
    [("2026-10-22T22:50", "2026-10-23T07:10", 8), ("2026-10-24T22:00", "2026-10-25T08:30", 10)],
    ids=["a night", "the night in which the clocks go back"],
)
def test_a_night_that_was_slept_through_is_held_once_and_called_late(
    env: dict[str, str], asleep: str, awake: str, hours: int
) -> None:
    with (
        freeze_time(berlin("2026-10-22T09:00")) as frozen,
        structlog.testing.capture_logs() as logs,
    ):
        machine = Machine(frozen, env)
        with machine.up():
            machine.lives(berlin(asleep) - clock.now())
            logs.clear()
            machine.waits(berlin(awake) - clock.now())
            assert machine.lives(timedelta(hours=2))[0] == f"night {asleep[:10]}"

    nights = [row for row in logs if row["event"] == "nightly_done"]
    assert [row["day"] for row in nights] == [asleep[:10]]
    assert [row["late_seconds"] // 3600 for row in nights] == [hours]
