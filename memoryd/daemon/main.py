"""`memoryd run`: opens the parts in order, serves until a signal, stops them in reverse."""

import faulthandler
import gc
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime
from types import FrameType

import structlog

import memoryd
from memoryd import clock, logs
from memoryd.config_model import Config
from memoryd.daemon.due import Moment
from memoryd.daemon.notify import Notifier
from memoryd.daemon.schedule import Ticker, Timetable
from memoryd.daemon.socket import Server
from memoryd.daemon.trim import share
from memoryd.daemon.watch import Watch
from memoryd.daemon.worker import Data, Progress, Worker
from memoryd.errors import ConfigError, MemorydError, ReadOnlyStoreError
from memoryd.jobs.agenda import Times
from memoryd.jobs.troubles import chain
from memoryd.wiring import App, LateStore

_LOCK_SECONDS = 0.5
_RELIED_ON = 60.0  # a watch that has the files looked at more often does not hear of every save
_LAST_LOOK_SECONDS = 3.0  # at 10,000 entities it takes one; a disk that hangs must not hold the end
_STOP_SECONDS = 3.0  # a commit takes milliseconds: what is left then waits for a model
_HEARD = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)

log = structlog.get_logger()


def run(app: App) -> int:
    """Serve until SIGTERM or SIGINT and return 0.

    Raises ConfigError, LockedError (a second start) and other MemorydErrors while it starts.
    """
    os.umask(0o077)
    share()
    faulthandler.enable()  # the manager's watchdog sends SIGABRT: say where the loop hung
    threading.excepthook = _log_the_end
    notifier = Notifier(app.env)
    with _signals() as signals, ExitStack() as parts:
        try:
            daemon = _start(app, notifier, parts)
        except MemorydError as err:
            notifier.send(f"STATUS={err}")
            raise
        for number in signals:
            if number == signal.SIGHUP:
                daemon.reload()
                continue
            log.info("stopping", signal=signal.Signals(number).name)
            notifier.send("STOPPING=1", "STATUS=stopping")
            break
    log.info("stopped")
    return 0


def _start(app: App, notifier: Notifier, parts: ExitStack) -> "_Daemon":
    """Open every part in order and note in `parts` how each is stopped."""
    app = app.holding()
    config = app.config()
    logs.setup(stream=sys.stderr, level="info", color=None, env=app.env)
    memory = LateStore(app, wait=_LOCK_SECONDS)
    _open(memory)
    worker = Worker(memory.perform)
    parts.callback(_close, worker, memory)
    folders = [place for place in (config.memory.root, config.memory.workspace) if place]
    watch = Watch(lambda: folders, look := _Look(worker))
    daemon = _Daemon(app, config, notifier, worker, Timetable(worker, memory, config), watch)
    server = Server(app.paths.socket, daemon.answer)
    parts.callback(server.stop)
    server.start()

    def tick() -> None:
        server.renew()
        daemon.tick()

    ticker = Ticker(tick, watchdog=notifier.watchdog_seconds)
    log.info("started", version=memoryd.__version__, pid=os.getpid(), root=config.memory.root)
    parts.callback(_stop_watching, watch, look)
    watch.start()
    gc.collect()
    gc.freeze()  # what lives as long as the process is never looked at again
    ticker.start()
    parts.callback(ticker.stop)
    return daemon


def _open(memory: LateStore) -> None:
    """Open the memory and verify its audit; a disk that refuses is tried again by each verb.

    Raises LockedError: two daemons never serve one memory.
    """
    try:
        if broken := chain(memory.open())[2]:
            log.error("audit_broken", rule=broken)
    except ReadOnlyStoreError as err:
        log.warning("memory_refused", exc_info=err)


def _close(worker: Worker, memory: LateStore) -> None:
    # A verb that still waits for its model keeps the lock: it is freed when the process ends, so
    # that nothing can be written by two. What the verb has not committed simply waits.
    if worker.stop(within=_STOP_SECONDS):
        memory.close()
    else:
        log.warning("stopped_during_a_call")


@dataclass(slots=True)
class _Look:
    """Takes in what a person saved. refused: why the memory could not be used the last time."""

    worker: Worker
    refused: str = ""

    def __call__(self) -> None:
        """Look once; that the memory is away, and that it is back, is said when it is seen."""
        try:
            self.worker.perform("rescan", {}, lambda _: None)
        except ReadOnlyStoreError as err:
            if str(err) != self.refused:
                log.warning("memory_refused", exc_info=err)
            self.refused = str(err)
        else:
            if self.refused:
                log.info("memory_back")
            self.refused = ""


def _stop_watching(watch: Watch, take_in: Callable[[], None]) -> None:
    """Take in what was saved right before the end, for as long as an end may take."""
    watch.stop()

    def look() -> None:
        with suppress(MemorydError):  # the next start takes it in
            take_in()

    last = threading.Thread(target=look, name="last look", daemon=True)
    last.start()
    last.join(_LAST_LOOK_SECONDS)


@dataclass(slots=True)
class _Daemon:
    """What a tick, a command and a signal act on."""

    app: App
    config: Config
    notifier: Notifier
    worker: Worker
    timetable: Timetable
    watch: Watch
    started: Moment = field(default_factory=Moment.now)
    ready: bool = False

    def tick(self) -> None:
        """Start what is due, then give the manager a sign of life: a tick that fails gives none."""
        self.watch.tick(Moment.now().boot)
        self.timetable.tick()
        first = () if self.ready else ("READY=1",)
        self.ready = True
        self.notifier.send(*first, f"STATUS={self.status()}", "WATCHDOG=1")

    def answer(self, verb: str, params: Data, progress: Progress) -> Data:
        """Answer a command: `ping` here, every other verb by the worker. Raises MemorydError."""
        return self.ping() if verb == "ping" else self.worker.perform(verb, params, progress)

    def ping(self) -> Data:
        """Return who this is, what the last heartbeat did, and each job's last and next run."""
        beat, running = self.worker.last_beat, self.worker.running
        zone = clock.zone(self.config.operator.timezone)
        times, overruns = self.timetable.times(), self.timetable.overruns
        return {
            "pid": os.getpid(),
            "version": memoryd.__version__,
            "started": self.started.wall.isoformat(timespec="seconds"),
            "running": running.job if running else None,
            "jobs": {job: {**each.as_json(zone), "overruns": overruns[job]}
                     for job, each in times.items()},
            "watch": self._deaf(),
            "last": None if beat is None else beat.as_json(),
            "configuration": self.app.in_force(),
        }  # fmt: skip

    def status(self) -> str:
        """Return the line that `systemctl status` shows; it holds no memory."""
        beat, times = self.worker.last_beat, self.timetable.times()
        jobs = [f"{job} {self._said(job, each)}" for job, each in times.items()]
        if beat is None:
            parts = ["no heartbeat yet", *jobs]
        else:
            blocked = beat.blocked - beat.broken + len(self.worker.edits.broken)
            parts = [
                *(jobs[:1] or [f"heartbeat {self._minute(beat.started.wall)}"]),
                beat.problem or "well",
                f"lines waiting: {beat.waiting}",
                f"files to mend: {blocked}",
                *jobs[1:],
            ]
        overruns = self.timetable.overruns
        parts += [f"overruns of {job}: {n}" for job, n in overruns.copy().items()]
        return "; ".join([*parts, *filter(None, [self._deaf()])])

    def _deaf(self) -> str | None:
        """Return what keeps the watch from hearing of every save, None where it does."""
        return self.watch.state() if self.watch.interval() < _RELIED_ON else None

    def _said(self, job: str, times: Times) -> str:
        """Return a job's last and next run in words."""
        last = self._minute(times.last) if times.last else "never"
        running = self.worker.running
        if running and running.job == job:
            return f"{last}, at work"
        due = times.due <= clock.now()
        return f"{last}, next {'due now' if due else self._minute(times.due)}"

    def _minute(self, moment: datetime) -> str:
        return f"{moment.astimezone(clock.zone(self.config.operator.timezone)):%Y-%m-%d %H:%M}"

    def reload(self) -> None:
        """Read the configuration again: times at once, layers, sources, model at the next job."""
        try:
            config = self.app.reload()
        except ConfigError:
            log.exception("config_refused")
            return
        if self.app.in_force()["mark"] is None:
            log.warning("restart_needed", table="memory")
        self.config = config
        self.timetable.reload(config)
        log.info(
            "config_reloaded",
            heartbeat_seconds=config.schedule.heartbeat.total_seconds(),
            nightly=config.schedule.nightly,
            synthesis=" ".join(map(str, config.schedule.synthesis)),
        )


def _log_the_end(end: threading.ExceptHookArgs) -> None:
    """Tell of a thread that died as the log tells it: Python would print the foreign message."""
    log.error("thread_died", exc_info=end.exc_value)


@contextmanager
def _signals() -> Iterator[Iterator[int]]:
    """Yield the numbers of the signals that come, waiting for each without a wake-up.

    Not by a mask and sigwait: a program started for the model would inherit the mask.
    """
    receiver, sender = socket.socketpair()
    sender.settimeout(0)
    before = signal.set_wakeup_fd(sender.fileno(), warn_on_full_buffer=False)
    handlers = {number: signal.signal(number, _noticed) for number in _HEARD}
    try:
        yield (number for part in iter(lambda: receiver.recv(64), b"") for number in part)
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
        signal.set_wakeup_fd(before)
        receiver.close()
        sender.close()


def _noticed(_number: int, _frame: FrameType | None) -> None:
    """Do nothing: the number has been written to the wake-up socket."""
