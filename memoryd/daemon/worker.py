"""Performs verbs, whoever asks: the schedule, or a command at the socket."""

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import structlog

from memoryd.daemon.due import Moment
from memoryd.errors import MemorydError, ReadOnlyStoreError

Data = Mapping[str, Any]
Progress = Callable[[str], None]
Perform = Callable[[str, Data, Progress], Data]

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Beat:
    """How a heartbeat went.

    waiting: lines left; blocked: files that a person must mend; problem: one line, None when all
    went well; refused: the disk took nothing.
    """

    started: Moment
    ms: int
    waiting: int = 0
    blocked: int = 0
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

    def __init__(self, perform: Perform) -> None:
        """Use `perform(verb, params, progress)`, which plans and commits under the store's lock."""
        self._perform = perform
        self._one_beat = threading.Lock()
        self._ended = threading.Condition()
        self._running = 0
        self._stopping = False
        self.beat_started: Moment | None = None
        self.last_beat: Beat | None = None

    def perform(self, verb: str, params: Data, progress: Progress) -> Data:
        """Perform a verb; a heartbeat waits for the one that runs. Raises MemorydError."""
        if verb != "heartbeat":
            return self._guarded(verb, params, progress)
        with self._one_beat:
            return self._beat(params, progress)

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

    def _guarded(self, verb: str, params: Data, progress: Progress) -> Data:
        def between_commits(text: str) -> None:
            self._refuse_when_stopping()
            progress(text)

        try:
            with self._counted():
                return self._perform(verb, params, between_commits)
        except MemorydError:
            raise
        except Exception as err:  # the edge of a job: a bug in one must not end the daemon
            log.exception("unexpected_error", verb=verb)
            raise MemorydError(
                f"{verb} failed in a way nobody foresaw ({type(err).__name__}); the log says where"
            ) from err

    def _beat(self, params: Data, progress: Progress) -> Data:
        started = self.beat_started = Moment.now()
        begin = time.perf_counter()
        data: Data = {}
        problem: MemorydError | None = None
        try:
            data = self._guarded("heartbeat", params, progress)
        except MemorydError as err:
            problem = err
            raise
        finally:
            ms = round((time.perf_counter() - begin) * 1000)
            if not (
                self._stopping and problem
            ):  # lines that wait for the next start are no failure
                self.last_beat = _beat_of(started, ms, data, problem)
                _tell(self.last_beat, data, problem)
        return {**data, "ms": ms}


def _beat_of(started: Moment, ms: int, data: Data, problem: MemorydError | None) -> Beat:
    said = str(problem) if problem else None
    if data.get("error"):
        said = "the model failed; its lines wait"
    return Beat(
        started,
        ms,
        waiting=data.get("waiting", 0),
        blocked=len(_to_mend(data)),
        problem=said,
        refused=isinstance(problem, ReadOnlyStoreError),
    )


def _to_mend(data: Data) -> set[str]:
    """Return the files that facts wait for, or that could not be taken in."""
    broken = (said.partition(":")[0] for said in data.get("broken", ()))
    return {*data.get("blocked", ()), *broken}


def _tell(beat: Beat, data: Data, problem: MemorydError | None) -> None:
    counts = {key: value for key, value in data.items() if isinstance(value, int)}
    if problem is not None:
        log.error("heartbeat_failed", ms=beat.ms, exc_info=problem)
    elif beat.blocked or (beat.problem and not data.get("held")):
        log.warning("heartbeat_incomplete", ms=beat.ms, blocked=beat.blocked, **counts)
    else:
        log.info("heartbeat_done", ms=beat.ms, **counts)
