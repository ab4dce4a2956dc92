import io
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from memoryd import logs
from memoryd.daemon.worker import Worker
from memoryd.errors import LockedError, MemorydError, ReadOnlyStoreError
from tests.daemon.running import eventually
from tests.journal_kit import told_to

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

    assert not worker.stop(within=0.1)  # else it waited for what goes on only afterwards
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


def test_jobs_wait_for_one_another_whatever_they_are() -> None:
    jobs = Jobs()
    jobs.go_on.clear()
    worker = Worker(jobs)
    names = ("heartbeat", "nightly", "synthesis")
    threads, told = [], []
    for name in names:
        threads.append(in_thread(partial(worker.perform, name, {}, told.append)))
        eventually(lambda: jobs.started)
    eventually(lambda: len(told) == 2)
    assert worker.running is not None
    assert worker.running.job == "heartbeat"
    assert told == ["waits for the heartbeat at work"] * 2

    jobs.go_on.set()
    for thread in threads:
        thread.join()

    assert sorted(jobs.started) == sorted(names)
    assert jobs.most_at_once == 1
    assert worker.running is None


@pytest.mark.parametrize("verb", ["nightly", "remember"])
def test_each_line_logged_within_a_verb_names_it(verb: str) -> None:
    out = io.StringIO()
    logs.setup(stream=out, level="info", color=False, env={})
    worker = Worker(Jobs(KeyError("x")))

    refused(worker, verb)

    lines = out.getvalue().splitlines()
    assert lines
    assert all(f"job={verb}" in line for line in lines)


NIGHT = {"day": "2026-02-15", "error": None, "held": False, "parked": False, "blocked": []}
STUCK = {**NIGHT, "error": "canary-4711"}


@pytest.mark.parametrize(
    ("days", "partial", "event"),
    [
        ([NIGHT], False, "nightly_done"),
        ([], False, "nightly_done"),
        ([NIGHT, STUCK], True, "nightly_incomplete"),
        ([{**STUCK, "held": True}], True, "nightly_done"),  # told when the model failed
        ([{**NIGHT, "blocked": ["areas/people/sarah/items.json"]}], True, "nightly_incomplete"),
    ],
)
def test_a_night_that_did_not_do_all_is_a_warning(
    days: list[dict[str, Any]], event: str, *, partial: bool
) -> None:
    worker = Worker(Jobs({"days": days, "partial": partial, "left": 0}))

    with capture_logs() as logged:
        worker.perform("nightly", {}, quietly)

    assert [line["event"] for line in logged] == [event]
    assert "canary-4711" not in repr(logged)
    assert worker.last_beat is None


@pytest.mark.parametrize(
    "beat",
    [{"broken": ["areas/people/sarah/items.json:3:9: it is cut"]},
     {"blocked": ["areas/people/sarah/items.json"]}],
)  # fmt: skip
def test_the_files_that_kept_a_nights_own_heartbeat_from_ending_are_counted_in_its_warning(
    beat: dict[str, Any],
) -> None:
    worker = Worker(Jobs({"heartbeat": beat, "days": [NIGHT], "partial": True, "left": 0}))

    with capture_logs() as logged:
        worker.perform("nightly", {}, quietly)

    (warned,) = [line for line in logged if line["event"] == "nightly_incomplete"]
    assert warned["blocked"] == 1


def test_in_the_journal_a_night_is_found_by_its_job(tmp_path: Path) -> None:
    jobs = Jobs({"days": [{"day": "2026-02-15"}], "calls": 1, "left": 0, "partial": False})
    with told_to(tmp_path) as told:
        Worker(jobs).perform("nightly", {}, quietly)

    (fields,) = told
    assert fields["JOB_ID"] == "nightly"
    assert fields["MEMORYD_EVENT"] == "nightly_done"
    assert fields["MEMORYD_DAY"] == "2026-02-15"
    assert fields["PRIORITY"] == "6"
