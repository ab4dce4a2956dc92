"""`memoryd run`: opens the parts in order, serves until a signal, stops them in reverse."""

import faulthandler
import gc
import os
import signal
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from types import FrameType

import structlog

import memoryd
from memoryd import clock, logs
from memoryd.config_model import Config
from memoryd.daemon.due import Moment
from memoryd.daemon.notify import Notifier
from memoryd.daemon.schedule import Heartbeats, Ticker
from memoryd.daemon.socket import Server
from memoryd.daemon.worker import Data, Progress, Worker
from memoryd.errors import ConfigError, MemorydError, ReadOnlyStoreError
from memoryd.jobs.troubles import chain
from memoryd.wiring import App, LateStore

_LOCK_SECONDS = 0.5
_STOP_SECONDS = 3.0  # a commit takes milliseconds: what is left then waits for a model
_HEARD = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)

log = structlog.get_logger()


def run(app: App) -> int:
    """Serve until SIGTERM or SIGINT and return 0.

    Raises ConfigError, LockedError (a second start) and other MemorydErrors while it starts.
    """
    os.umask(0o077)
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
    config = app.config()
    logs.setup(stream=sys.stderr, level="info", color=None, env=app.env)
    memory = LateStore(app, wait=_LOCK_SECONDS)
    last = _last_heartbeat(memory)
    worker = Worker(memory.perform)

    @parts.callback
    def close() -> None:
        # A verb that still waits for its model keeps the lock: it is freed when the process ends,
        # so that nothing can be written by two. What the verb has not committed simply waits.
        if not worker.stop(within=_STOP_SECONDS):
            log.warning("stopped_during_a_call")
            return
        memory.close()

    heartbeats = Heartbeats(worker, config.schedule.heartbeat, last)
    daemon = _Daemon(app, config, notifier, worker, heartbeats)
    server = Server(app.paths.socket, daemon.answer)
    parts.callback(server.stop)
    server.start()

    def tick() -> None:
        server.renew()
        daemon.tick()

    ticker = Ticker(tick, watchdog=notifier.watchdog_seconds)
    log.info("started", version=memoryd.__version__, pid=os.getpid(), root=app.settings().root)
    gc.collect()
    gc.freeze()  # what lives as long as the process is never looked at again
    ticker.start()
    parts.callback(ticker.stop)
    return daemon


def _last_heartbeat(memory: LateStore) -> str | None:
    """Return when the last heartbeat was; None, so that one is due at once, on a closed disk.

    Raises LockedError: two daemons never serve one memory.
    """
    try:
        store = memory.open()
        if broken := chain(store)[2]:
            log.error("audit_broken", rule=broken)
        return store.head.last_success.get("heartbeat")
    except ReadOnlyStoreError as err:
        log.warning("memory_refused", exc_info=err)
        return None


@dataclass(slots=True)
class _Daemon:
    """What a tick, a command and a signal act on."""

    app: App
    config: Config
    notifier: Notifier
    worker: Worker
    heartbeats: Heartbeats
    started: Moment = field(default_factory=Moment.now)
    ready: bool = False

    def tick(self) -> None:
        """Start what is due, then give the manager a sign of life: a tick that fails gives none."""
        self.heartbeats.tick()
        first = () if self.ready else ("READY=1",)
        self.ready = True
        self.notifier.send(*first, f"STATUS={self.status()}", "WATCHDOG=1")

    def answer(self, verb: str, params: Data, progress: Progress) -> Data:
        """Answer a command: `ping` here, every other verb by the worker. Raises MemorydError."""
        return self.ping() if verb == "ping" else self.worker.perform(verb, params, progress)

    def ping(self) -> Data:
        """Return who this is, and what the last heartbeat did."""
        now, beat = Moment.now(), self.worker.last_beat
        return {
            "pid": os.getpid(),
            "version": memoryd.__version__,
            "started": self.started.wall.isoformat(timespec="seconds"),
            "next_heartbeat": (now.wall + self.heartbeats.left(now)).isoformat(timespec="seconds"),
            "overruns": self.heartbeats.overruns,
            "last": None if beat is None else beat.as_json(),
        }

    def status(self) -> str:
        """Return the line that `systemctl status` shows; it holds no memory."""
        beat = self.worker.last_beat
        if beat is None:
            return "no heartbeat yet"
        at = beat.started.wall.astimezone(clock.zone(self.config.operator.timezone))
        parts = [
            f"heartbeat {at:%Y-%m-%d %H:%M}",
            beat.problem or "well",
            f"lines waiting: {beat.waiting}",
            f"files to mend: {beat.blocked}",
        ]
        if self.heartbeats.overruns:
            parts.append(f"overruns: {self.heartbeats.overruns}")
        return "; ".join(parts)

    def reload(self) -> None:
        """Read the configuration again: schedule at once, sources and model at the next job."""
        try:
            config = self.app.config()
        except ConfigError:
            log.exception("config_refused")
            return
        self.heartbeats.every = config.schedule.heartbeat
        if config.memory != self.config.memory:
            log.warning("restart_needed", table="memory")
        self.config = config
        log.info("config_reloaded", heartbeat_seconds=self.heartbeats.every.total_seconds())


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
