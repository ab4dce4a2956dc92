"""Performs verbs one at a time, whoever asks: the schedule or a command at the socket."""

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

_READING = frozenset({"status"})  # these wait for nobody

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Beat:
    """How a heartbeat went.

    waiting: lines left; troubles: files a person must mend; problem: one line, None when all went
    well; refused: the disk took nothing.
    """

    started: Moment
    ms: int
    waiting: int = 0
    troubles: int = 0
    problem: str | None = None
    refused: bool = False

    def as_json(self) -> dict[str, Any]:
        """Return what `ping` tells of it."""
        return {
            "started": self.started.wall.isoformat(timespec="seconds"),
            "ms": self.ms,
            "waiting": self.waiting,
            "troubles": self.troubles,
            "problem": self.problem,
        }


class Worker:
    """Holds the one turn to write. Every error that leaves it is a MemorydError."""

    def __init__(self, perform: Perform) -> None:
        """Use `perform(verb, params, progress)`, which raises MemorydError."""
        self._perform = perform
        self._turn = _Turn()
        self._stopping = False
        self.beat_started: Moment | None = None
        self.last_beat: Beat | None = None

    def perform(self, verb: str, params: Data, progress: Progress) -> Data:
        """Perform a verb when its turn comes. Raises MemorydError."""
        if verb in _READING:
            return self._guarded(verb, params, progress)
        with self._turn.held():
            self._refuse_when_stopping()
            run = self._beat if verb == "heartbeat" else self._guarded
            return run(verb, params, lambda text: self._between(progress, text))

    def stop(self, *, within: float) -> bool:
        """Start nothing more; return whether the running verb ended within so many seconds."""
        self._stopping = True
        return self._turn.take(within)

    def _between(self, progress: Progress, text: str) -> None:
        """Between two commits of a long verb: stop if asked to, let somebody else write."""
        self._refuse_when_stopping()
        progress(text)
        self._turn.pass_on()
        self._refuse_when_stopping()

    def _refuse_when_stopping(self) -> None:
        if self._stopping:
            raise MemorydError("memoryd is stopping; ask again when it runs")

    def _beat(self, verb: str, params: Data, progress: Progress) -> Data:
        started = self.beat_started = Moment.now()
        begin = time.perf_counter()
        data: Data = {}
        problem: MemorydError | None = None
        try:
            data = self._guarded(verb, params, progress)
        except MemorydError as err:
            problem = err
            raise
        finally:
            beat = _beat_of(started, round((time.perf_counter() - begin) * 1000), data, problem)
            if not (
                self._stopping and problem
            ):  # lines that wait for the next start are no failure
                self.last_beat = beat
                _tell(beat, data, problem)
        return {"ms": beat.ms, **data}

    def _guarded(self, verb: str, params: Data, progress: Progress) -> Data:
        try:
            return self._perform(verb, params, progress)
        except MemorydError:
            raise
        except Exception as err:  # the edge of a job: a bug in one must not end the daemon
            log.exception("unexpected_error", verb=verb)
            raise MemorydError(
                f"{verb} failed in a way nobody foresaw ({type(err).__name__}); the log says where"
            ) from err


def _beat_of(started: Moment, ms: int, data: Data, problem: MemorydError | None) -> Beat:
    text = str(problem) if problem else None
    if data.get("error"):
        text = "the model failed; its lines wait"
    return Beat(
        started,
        ms,
        waiting=int(data.get("waiting", 0)),
        troubles=len(data.get("troubles", ())),
        problem=text,
        refused=isinstance(problem, ReadOnlyStoreError),
    )


def _tell(beat: Beat, data: Data, problem: MemorydError | None) -> None:
    counts = {key: value for key, value in data.items() if isinstance(value, int)}
    if problem is not None:
        log.error("heartbeat_failed", ms=beat.ms, exc_info=problem)
    elif beat.problem is not None:
        log.warning("heartbeat_incomplete", ms=beat.ms, **counts)
    else:
        log.info("heartbeat_done", ms=beat.ms, **counts)


class _Turn:
    """A lock that can be passed on: who waits for it comes before the one who passes it on."""

    def __init__(self) -> None:
        self._next = threading.Lock()  # held by the one that comes next
        self._held = threading.Lock()

    def take(self, within: float = -1) -> bool:
        """Wait for the turn; return whether it came within so many seconds (each way)."""
        if not self._next.acquire(timeout=within):
            return False
        try:
            return self._held.acquire(timeout=within)
        finally:
            self._next.release()

    @contextmanager
    def held(self) -> Iterator[None]:
        """Hold the turn."""
        self.take()
        try:
            yield
        finally:
            self._held.release()

    def pass_on(self) -> None:
        """Let the next one in, where there is one, and wait for the turn again."""
        self._held.release()
        self.take()
