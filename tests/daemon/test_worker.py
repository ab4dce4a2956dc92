import threading
import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from structlog.testing import capture_logs

from memoryd import clock
from memoryd.daemon.due import Moment
from memoryd.daemon.schedule import Heartbeats
from memoryd.daemon.worker import Worker
from memoryd.errors import LockedError, MemorydError, ReadOnlyStoreError
from tests.daemon.running import eventually

HALF_HOUR = timedelta(minutes=30)
WELL = {"lines": 2, "waiting": 0, "blocked": [], "error": None}


class Jobs:
    """Stands for what verbs do: answers, fails, or is held up until it may go on."""

    def __init__(self, answer: Any = WELL) -> None:
        self.answer = answer
        self.go_on = threading.Event()
        self.go_on.set()
        self.started: list[str] = []
        self.at_once = self.most_at_once = 0

    def __call__(self, verb: str, params: Any, progress: Callable[[str], None]) -> Any:
        del params
        self.started.append(verb)
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        try:
            self.go_on.wait(10)
            progress("one batch")
        finally:
            self.at_once -= 1
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


def quietly(_text: str) -> None:
    """Hear no progress."""


def refused(worker: Worker, verb: str) -> str:
    with pytest.raises(MemorydError) as error:
        worker.perform(verb, {}, quietly)
    return str(error.value)


def in_thread(work: Callable[[], object]) -> threading.Thread:
    thread = threading.Thread(target=work)
    thread.start()
    return thread


def test_a_heartbeat_says_how_long_it_took() -> None:
    worker = Worker(Jobs())

    answer = worker.perform("heartbeat", {}, quietly)

    assert answer == {**WELL, "ms": answer["ms"]}
    assert 0 <= answer["ms"] < 1000
    assert worker.last_beat is not None
    assert worker.last_beat.problem is None


def test_heartbeats_wait_for_one_another_and_other_verbs_for_nobody() -> None:
    jobs = Jobs()
    jobs.go_on.clear()
    worker = Worker(jobs)
    beats = [in_thread(lambda: worker.perform("heartbeat", {}, quietly)) for _ in range(3)]
    eventually(lambda: jobs.started)

    remember = in_thread(lambda: worker.perform("remember", {}, quietly))
    eventually(lambda: "remember" in jobs.started)
    assert jobs.started.count("heartbeat") == 1
    jobs.go_on.set()
    for thread in (*beats, remember):
        thread.join()

    assert jobs.started.count("heartbeat") == 3


@pytest.mark.parametrize("error", [LockedError("busy"), ReadOnlyStoreError("disk full")])
def test_an_error_for_a_person_reaches_the_one_who_asked(error: MemorydError) -> None:
    worker = Worker(Jobs(error))

    with pytest.raises(type(error), match=str(error)):
        worker.perform("heartbeat", {}, quietly)

    assert worker.last_beat is not None
    assert worker.last_beat.problem == str(error)


@pytest.mark.parametrize("verb", ["heartbeat", "remember", "status"])
def test_a_bug_is_told_by_type_and_place_and_never_in_its_words(verb: str) -> None:
    worker = Worker(Jobs(KeyError("canary-4711")))

    with capture_logs() as logged, pytest.raises(MemorydError, match="KeyError") as caught:
        worker.perform(verb, {}, quietly)

    assert logged[0]["event"] == "unexpected_error"
    assert "canary-4711" not in str(caught.value)


def test_a_model_that_fails_shows_and_its_words_do_not() -> None:
    worker = Worker(Jobs({"waiting": 7, "error": "canary-4711"}))

    with capture_logs() as logged:
        worker.perform("heartbeat", {}, quietly)

    assert worker.last_beat is not None
    assert (worker.last_beat.waiting, worker.last_beat.problem) == (
        7,
        "the model failed; its lines wait",
    )
    assert "canary-4711" not in repr(logged)


def test_stopping_waits_for_what_ends_soon() -> None:
    jobs = Jobs()
    jobs.go_on.clear()
    worker = Worker(jobs)
    remember = in_thread(lambda: refused(worker, "remember"))
    eventually(lambda: jobs.started)
    threading.Timer(0.1, jobs.go_on.set).start()

    assert worker.stop(within=5)
    remember.join()


def test_stopping_does_not_wait_for_a_model() -> None:
    jobs = Jobs()
    jobs.go_on.clear()
    worker = Worker(jobs)
    beat = in_thread(lambda: refused(worker, "heartbeat"))
    eventually(lambda: jobs.started)

    begin = time.monotonic()
    ended = worker.stop(within=0.1)

    assert not ended
    assert time.monotonic() - begin < 2
    jobs.go_on.set()
    beat.join()
    assert worker.last_beat is None  # lines that wait for the next start are no failure


def test_a_long_verb_stops_between_two_commits() -> None:
    jobs = Jobs()
    jobs.go_on.clear()
    worker = Worker(jobs)
    told: list[str] = []
    thread = in_thread(lambda: told.append(refused(worker, "heartbeat")))
    eventually(lambda: jobs.started)

    worker.stop(within=0)
    jobs.go_on.set()
    thread.join()

    assert "stopping" in told[0]


def test_nothing_starts_once_it_stops() -> None:
    jobs = Jobs()
    worker = Worker(jobs)

    assert worker.stop(within=0)

    for verb in ("heartbeat", "remember"):
        with pytest.raises(MemorydError, match="stopping"):
            worker.perform(verb, {}, quietly)
    assert jobs.started == []


def test_a_tick_starts_what_is_due_off_its_own_thread_and_once() -> None:
    jobs = Jobs()
    heartbeats = Heartbeats(Worker(jobs), HALF_HOUR, None)

    for _ in range(5):
        heartbeats.tick()
    eventually(lambda: jobs.started)

    assert jobs.started == ["heartbeat"]
    assert heartbeats.left(Moment.now()) > timedelta(minutes=29)


@pytest.mark.parametrize(("minutes_ago", "beats"), [(40, 1), (10, 0)])
def test_a_new_process_goes_by_the_audit(minutes_ago: int, beats: int) -> None:
    last = (clock.now() - timedelta(minutes=minutes_ago)).isoformat()
    jobs = Jobs()
    heartbeats = Heartbeats(Worker(jobs), HALF_HOUR, last)

    heartbeats.tick()
    time.sleep(0.1)

    assert len(jobs.started) == beats


def test_a_heartbeat_that_a_command_asked_for_counts() -> None:
    jobs = Jobs()
    worker = Worker(jobs)
    heartbeats = Heartbeats(worker, HALF_HOUR, None)

    worker.perform("heartbeat", {}, quietly)
    heartbeats.tick()

    assert jobs.started == ["heartbeat"]


def test_a_heartbeat_that_runs_past_the_next_is_counted_and_not_doubled() -> None:
    jobs = Jobs()
    jobs.go_on.clear()
    heartbeats = Heartbeats(Worker(jobs), timedelta(milliseconds=20), None)

    with capture_logs() as logged:
        heartbeats.tick()
        eventually(lambda: jobs.started)
        time.sleep(0.05)
        heartbeats.tick()

    assert heartbeats.overruns == 1
    assert [line["event"] for line in logged] == ["heartbeat_overrun"]
    assert jobs.started == ["heartbeat"]
    jobs.go_on.set()


def test_a_disk_that_refuses_is_tried_again_within_a_minute_and_a_bug_is_not() -> None:
    jobs = Jobs(ReadOnlyStoreError("disk full"))
    worker = Worker(jobs)
    heartbeats = Heartbeats(worker, HALF_HOUR, None)
    for error, soon in [(jobs.answer, True), (KeyError("x"), False), (WELL, False)]:
        jobs.answer = error
        if isinstance(error, Exception):
            with pytest.raises(MemorydError):
                worker.perform("heartbeat", {}, quietly)
        else:
            worker.perform("heartbeat", {}, quietly)

        assert (heartbeats.left(Moment.now()) <= timedelta(minutes=1)) is soon
