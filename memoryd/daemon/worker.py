"""Performs verbs, whoever asks: the schedule, a command at the socket, or a person's save."""

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import structlog

from memoryd import logs
from memoryd.daemon import entities
from memoryd.daemon.due import Moment
from memoryd.daemon.edits import Edits
from memoryd.daemon.trim import trim
from memoryd.errors import MemorydError, ReadOnlyStoreError
from memoryd.jobs.agenda import HEARTBEAT, JOBS

Data = Mapping[str, Any]
Progress = Callable[[str], None]
Perform = Callable[[str, Data, Progress], Data]

_LONG_MS = 100  # a job that took as long may have used much memory

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Running:
    """A job at work."""

    job: str
    started: Moment


@dataclass(frozen=True, slots=True)
class Beat:
    """How a heartbeat went.

    waiting: lines left; blocked: files that a person must mend, broken: those of them that do not
    parse; problem: one line, None when all went well; refused: the disk took nothing.
    """

    started: Moment
    ms: int
    waiting: int = 0
    blocked: int = 0
    broken: int = 0
    problem: str | None = None
    refused: bool = False

    def as_json(self) -> dict[str, Any]:
        """Return what `ping` tells of it."""
        return {
            "started": self.started.wall.isoformat(timespec="seconds"),
            "ms": self.ms,
            "waiting": self.waiting,
            "blocked": self.blocked,
            "problem": self.problem,
        }


class Worker:
    """Performs what is asked until it is stopped. Every error that leaves it is a MemorydError."""

    def __init__(self, perform: Perform, *, now: Callable[[], Moment] = Moment.now) -> None:
        """Use `perform(verb, params, progress)`, which plans and commits under the store's lock."""
        self._perform = perform
        self._now = now
        self._one_job = threading.Lock()
        self._ended = threading.Condition()
        self._running = 0
        self._stopping = False
        self.edits = Edits()
        self.running: Running | None = None
        self.beat_started: Moment | None = None
        self.last_beat: Beat | None = None

    def perform(self, verb: str, params: Data, progress: Progress) -> Data:
        """Perform a verb; a job waits for the one that runs. Raises MemorydError."""
        with logs.in_job(verb):
            if verb not in JOBS:
                return self._trimmed(verb, params, progress)
            if running := self.running:
                progress(f"waits for the {running.job} at work")
            with self._one_job:
                return self._job(verb, params, progress)

    def stop(self, *, within: float) -> bool:
        """Start nothing more; return whether all that runs ended within so many seconds."""
        self._stopping = True
        with self._ended:
            return self._ended.wait_for(lambda: not self._running, within)

    @contextmanager
    def _counted(self) -> Iterator[None]:
        with self._ended:
            self._refuse_when_stopping()
            self._running += 1
        try:
            yield
        finally:
            with self._ended:
                self._running -= 1
                self._ended.notify_all()

    def _refuse_when_stopping(self) -> None:
        if self._stopping:
            raise MemorydError("memoryd is stopping; ask again when it runs")

    def _trimmed(self, verb: str, params: Data, progress: Progress) -> Data:
        begin = time.perf_counter()
        try:
            return self._guarded(verb, params, progress)
        finally:
            if (time.perf_counter() - begin) * 1000 > _LONG_MS:
                trim()  # the first question has the index made

    def _guarded(self, verb: str, params: Data, progress: Progress) -> Data:
        def between_commits(text: str) -> None:
            self._refuse_when_stopping()
            progress(text)

        try:
            with self._counted():
                answer = self._perform(verb, params, between_commits)
        except MemorydError:
            raise
        except Exception as err:  # the edge of a job: a bug in one must not end the daemon
            log.exception("unexpected_error", verb=verb)
            raise MemorydError(
                f"{verb} failed in a way nobody foresaw ({type(err).__name__}); the log says where"
            ) from err
        self.edits.look(answer)
        return answer

    def _job(self, job: str, params: Data, progress: Progress) -> Data:
        started = self._now()
        if job == HEARTBEAT:
            self.beat_started = started
        begin = time.perf_counter()
        data: Data = {}
        problem: MemorydError | None = None
        self.running = Running(job, started)
        try:
            data = self._guarded(job, params, progress)
        except MemorydError as err:
            problem = err
            raise
        finally:
            self.running = None
            ms = round((time.perf_counter() - begin) * 1000)
            # What waits for the next start because this one ends is no failure.
            if not (self._stopping and problem):
                if job == HEARTBEAT:
                    self.last_beat = _beat_of(started, ms, data, problem)
                entities.tell(data)
                _tell(job, ms, data, problem)
            if ms > _LONG_MS:
                trim()
        return {**data, "ms": ms}


def _beat_of(started: Moment, ms: int, data: Data, problem: MemorydError | None) -> Beat:
    said = str(problem) if problem else None
    if data.get("error"):
        said = "the model failed; its lines wait"
    return Beat(
        started,
        ms,
        waiting=data.get("waiting", 0),
        blocked=len(_broken(data) | _to_mend(data)),
        broken=len(_broken(data)),
        problem=said,
        refused=isinstance(problem, ReadOnlyStoreError),
    )


def _broken(data: Data) -> set[str]:
    """Return the files that could not be taken in."""
    return {said.partition(":")[0] for part in _parts(data) for said in part.get("broken", ())}


def _to_mend(data: Data) -> set[str]:
    """Return the files that facts wait for."""
    return {path for part in _parts(data) for path in part.get("blocked", ())}


def _parts(data: Data) -> tuple[Data, ...]:
    """Return what a job did, with what a night tells of its own heartbeat and of each day."""
    return (data, data.get("heartbeat") or {}, *data.get("days", ()))


def _tell(job: str, ms: int, data: Data, problem: MemorydError | None) -> None:
    """Log how a job went. What a held model keeps waiting was told when the model failed."""
    counts = {key: value for key, value in data.items() if isinstance(value, int)}
    if days := data.get("days"):
        counts |= {"days": len(days), "day": days[-1]["day"]}
    blocked = len(_broken(data) | _to_mend(data))
    failed = data.get("error") if job == HEARTBEAT else data.get("partial")
    done, incomplete, ended = (f"{job}_{how}" for how in ("done", "incomplete", "failed"))
    if problem is not None:
        log.error(ended, ms=ms, exc_info=problem)
    elif blocked or (failed and not _held(data)):
        log.warning(incomplete, ms=ms, blocked=blocked, **counts)
    else:
        log.info(done, ms=ms, **counts)


def _held(data: Data) -> bool:
    """Return whether all that failed is an older failure's wait that is not over."""
    failed = [part for part in (data, *data.get("days", ())) if part.get("error")]
    return bool(failed) and all(part.get("held") for part in failed)
