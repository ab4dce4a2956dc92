"""meaning: the vectors of a memory's passages, made beside everything else, and asked for nearness.

Importing this loads numpy (12 MB): it is imported by who uses vectors, when they are used.
"""

import ctypes
import os
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path

import numpy as np

from memoryd.core.scripts import is_latin
from memoryd.core.turn import Audience
from memoryd.errors import MemorydError, StoreError
from memoryd.search.embedding import IDLE, Embedder, Questions, Vector
from memoryd.search.fusion import NEAREST, WEIGHT, Lexical, fuse
from memoryd.search.index import Index
from memoryd.search.vector_keys import as_keys
from memoryd.search.vector_view import VectorView
from memoryd.search.vectors import Vectors
from memoryd.search.wording import meant

_ASK_SECONDS = 0.1  # for the views and the vector of a question: the model answers in 0.005
_WAIT_SECONDS = 20.0  # for the same where a person asked to wait: the model starts in 0.2
_REST_SECONDS = 60.0  # after a failure
_QUIET = 60.0  # seconds without a question after which what the next one makes again is given back
_BATCH = 32  # passages that are embedded before anything else is looked at
_NICE = 10
_NEAR = 0.25  # a cosine below which nothing is found by meaning alone; 2 % of what answers is
_STOP_SECONDS = 2.0
_READ = 400  # characters of a question by which its script is known
_TELL_SECONDS = 1.0
_MMAP_THRESHOLD = -3  # of malloc.h
_ANOTHER = "another process makes the vectors"
_UNDONE = "vectors are still being made{}; an answer may be missing"
_LOADING = "vectors are being loaded; searched by words alone, ask again in a moment"
_RESIZED = (
    "the model gives other vectors than before, and all are made anew; searched by words alone"
)
_HARMED = "vectors were damaged and are made anew; an answer may be missing"
# A group is not told of servers, caps and disks.
_AMISS = "not all was searched by meaning; an answer may be missing"

Tell = Callable[[str], None]


class Beside:
    """The search by meaning for one question, while that by words runs.

    amiss: what keeps it from finding all, in one line.
    """

    def __init__(self, meaning: "Meaning", text: str, audience: Audience) -> None:
        """Ask for the vector of a question, unless it says nothing to the model."""
        self.amiss: str | None = None
        self._meaning, self._audience = meaning, audience
        self._asked = meaning.questions.begin(text) if meaning.reads(text) else None
        self._mark = ""
        self._view: VectorView | None = None
        self._vector: Vector | None = None
        self._near: dict[int, float] = {}

    def bind(self, mark: str) -> None:
        """Say which index the question is put to: ids of another one mean nothing in it."""
        self._mark = mark

    @property
    def hybrid(self) -> bool:
        """Whether it had a vector to compare."""
        return self._view is not None and self._vector is not None

    def found(self) -> Iterable[int]:
        """Return the ids of what is near; waits a little for the vector."""
        self._near = {}
        if self._asked is None:
            return self._near
        until = time.monotonic() + _ASK_SECONDS
        self._view, self.amiss = self._meaning.view(self._audience, self._mark, until)
        if self._view is None:
            return self._near
        self._vector, trouble = self._asked.wait(until - time.monotonic())
        if self._vector is not None and not self._view.fits(self._vector):
            self._vector, trouble = None, _RESIZED
            self._meaning.make_anew()
        if trouble:
            self.amiss = trouble if self._audience is Audience.PRIVATE else _AMISS
        if self._vector is not None:
            found = self._view.search(self._vector, NEAREST)
            self._near = {number: near for number, near in found.items() if near >= _NEAR}
            self._look_for_harm()
        return self._near

    def fused(
        self, lexical: Lexical, index: Index, weight: float = WEIGHT
    ) -> list[tuple[int, float]]:
        """Return the ids of both kinds with one score each, best first.

        index: the one that was asked. weight: the part of the vectors, 0 to 1.
        """
        asking = partial(index.asking, group=self._audience is Audience.GROUP)
        scores = self._near
        if self._view is not None and self._vector is not None:
            scores = scores | self._view.scores(self._vector, lexical.scores)
            self._look_for_harm()
        return list(fuse(lexical, scores, weight, asking).items())

    def _look_for_harm(self) -> None:
        self.amiss = self._meaning.harm(self._audience) or self.amiss


class Meaning:
    """The vectors of one index, kept up by a thread of its own.

    What a question needs is a view of each audience's passages. A view is replaced after the index
    changed; until then it lacks what is new, and what is gone is no passage any more. When nobody
    asked for a while everything is let go: of 100,000 passages 30 MB, read again in 0.3 s. Before
    that, what the next question does without waiting is given back.
    """

    def __init__(
        self, folder: Path, index: Path, embedder: Embedder, *,
        idle: float = IDLE, quiet: float = _QUIET,
    ) -> None:  # fmt: skip
        """Take the folder of the vectors' files, the index's file and who makes vectors.

        Seconds without a question: quiet, after which it rests, idle, after which all is let go.
        """
        self._folder, self._index, self._embedder = folder, index, embedder
        self._idle, self._quiet = idle, quiet
        self._used = time.monotonic()  # when anybody asked last, or anything was done
        self._resting = False
        self.questions = Questions(embedder)
        self._views: Mapping[Audience, VectorView] = {}
        self._mark = ""  # of the index that the views are of
        self._unloaded = False
        self._changed, self._loaded, self._settled = (threading.Event() for _ in range(3))
        self._stopping = False
        self._starting = threading.Lock()
        self._thread: threading.Thread | None = None
        self._vectors: Vectors | None = None
        self._made, self._wanted = 0, 0
        self._trouble: str | None = None
        self._lost: str | None = None
        self._outdated = False

    @property
    def started(self) -> bool:
        """Whether it was ever told of an index."""
        return self._thread is not None

    def nudge(self) -> None:
        """Say that the index changed; returns at once."""
        self._settled.clear()
        self._changed.set()
        with self._starting:
            if not self._stopping and (self._thread is None or not self._thread.is_alive()):
                self._thread = threading.Thread(target=self._run, name="vectors", daemon=True)
                self._thread.start()

    def make_anew(self) -> None:
        """Make all vectors again: what they are compared with has another size."""
        self.questions.forget()
        self._outdated = True
        self.nudge()

    def wait(self, tell: Tell, text: str = "") -> None:
        """Wait until every passage has its vector, or none can be had; tells how far it is.

        text: a question that is then asked, whose vector is waited for as well.
        """
        while not self._settled.wait(_TELL_SECONDS) and self._thread and self._thread.is_alive():
            tell(f"vectors: {self._made} of {self._wanted}")
        if self._views and self.reads(text):
            self.questions.begin(text, patient=True).wait(_WAIT_SECONDS)

    def close(self) -> None:
        """Stop the thread, which gives up after the texts it is at; what it made is kept."""
        with self._starting:
            self._stopping = True
        self._changed.set()
        self._settled.set()
        if self._thread is not None:
            self._thread.join(_STOP_SECONDS)
        self._embedder.close()

    def begin(self, text: str, audience: Audience) -> Beside:
        """Begin the search for one question; returns at once."""
        self._used, self._resting = time.monotonic(), False
        if self.started and not self._views:
            self.nudge()
        return Beside(self, text, audience)

    def reads(self, text: str) -> bool:
        """Return whether the vector of a question means anything.

        Of scripts that the local model does not know it costs: of 144 notes in Thai, each asked
        for in three ways, words alone bring the right one first always, with vectors for 79 %; in
        Korean 79 %, Chinese 93 %.
        """
        if not any(map(str.isalnum, text)):
            return False
        return not self._embedder.latin or is_latin(text[:_READ])

    def view(
        self, audience: Audience, mark: str, until: float
    ) -> tuple[VectorView | None, str | None]:
        """Return what may be looked at, and in one line what is amiss with it.

        mark: of the index that is asked; until: how long a view is waited for, by the monotonic
        clock, unless the last question did so in vain.
        """
        if not self._views and not self._unloaded:
            self._unloaded = not self._loaded.wait(max(0.0, until - time.monotonic()))
        made, views = self._mark, self._views  # in this order: a pair that does not fit is refused
        view = views.get(audience)
        if view is not None and (made != mark or view.outdated()):
            self.nudge()
            return None, _LOADING
        if view is None:
            return None, self._told_trouble(audience) or _LOADING
        if harm := self.harm(audience):
            return view if view.made else None, harm
        if audience is Audience.PRIVATE:
            return view if self._made else None, self._amiss()
        return view if view.made else None, self._amiss_in_group(view)

    def harm(self, audience: Audience) -> str | None:
        """Return in one line that vectors were lost, which are then made anew."""
        vectors = self._vectors
        if vectors is None or not vectors.harmed:
            return None
        self.nudge()
        return self._told_trouble(audience) or (_HARMED if audience is Audience.PRIVATE else _AMISS)

    def _amiss(self) -> str | None:
        if self._trouble or self._made >= self._wanted:
            return self._trouble
        return _UNDONE.format(f" ({self._made} of {self._wanted})")

    def _amiss_in_group(self, view: VectorView) -> str | None:
        """Return what keeps its own passages from being found, whatever holds of all others."""
        if self._trouble and self._trouble != self._lost:
            return _AMISS
        if view.made == len(view):
            return None
        return _AMISS if self._lost else _UNDONE.format("")

    def _told_trouble(self, audience: Audience) -> str | None:
        return self._trouble if audience is Audience.PRIVATE or not self._trouble else _AMISS

    def _run(self) -> None:
        with suppress(OSError):  # of this thread alone, and the model's process that it starts
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICE)
        with suppress(OSError, AttributeError):  # no glibc
            # What views are made of is given back at once: 8 MB less of 100,000 passages.
            ctypes.CDLL(None).mallopt(_MMAP_THRESHOLD, 160 * 1024)
        well = True
        while True:
            changed = self._changed.wait(self._pause() if well else _REST_SECONDS)
            if self._stopping:
                break
            self._changed.clear()
            if changed or not well:
                well = self._caught_up()
                self._used, self._resting = time.monotonic(), False
            else:
                self._rest()
        self._let_go()

    def _pause(self) -> float | None:
        """Return for how many seconds nothing is to be done, unless somebody tells of a change."""
        if not self._views:
            return None
        due = self._idle if self._resting else min(self._quiet, self._idle)
        return min(self._quiet, max(0.0, due - (time.monotonic() - self._used)))

    def _rest(self) -> None:
        """Give back what is due after as long without a question."""
        unused = time.monotonic() - self._used
        if unused >= self._idle:
            self._let_go()
        elif unused >= self._quiet and not self._resting and self._vectors is not None:
            self._resting = True
            for view in self._views.values():
                view.rest()
            self._vectors.rest()
            _give_back()

    def _let_go(self) -> None:
        self._loaded.clear()
        self._views = {}
        if self._vectors is not None:
            self._vectors.close()
            self._vectors = None
        _give_back()

    def _caught_up(self) -> bool:
        """Bring views and vectors up to date; return whether that may be left at rest."""
        try:
            vectors = self._opened()
            if self._outdated:
                self._outdated = False
                vectors.keep_only(as_keys([]))
            with Index.open(self._index, write=False) as index:
                # One that is being built anew: its passages are not gone.
                done = bool(index.stamps()) and self._filled(index, vectors)
            mine = vectors.writable or self._made >= self._wanted  # else there is who makes them
            self._trouble = self._lost or (None if mine else _ANOTHER)
        except (MemorydError, OSError) as err:
            self._trouble, done = _line(err), True
        if done and not self._changed.is_set():
            self._settled.set()
        self._loaded.set()
        return self._trouble is None

    def _opened(self) -> Vectors:
        """Return the vectors; opened anew while it is another process that fills them."""
        if self._vectors is None or not self._vectors.writable:
            if self._vectors is not None:
                self._vectors.close()
            self._vectors = Vectors(self._folder, self._embedder.model, write=True)
        return self._vectors

    def _look(self, index: Index, vectors: Vectors) -> None:
        """Make the views of what the index holds now, and let go of other vectors."""
        if vectors.harmed:  # where some rows are damaged others may be
            vectors.inspect()
        vectors.harmed = False
        views: dict[Audience, VectorView] = {}
        keys: dict[Audience, bytes] = {}
        for audience in (Audience.GROUP, Audience.PRIVATE):
            ids, keys[audience] = index.keys(group=audience is Audience.GROUP)
            views[audience] = VectorView(vectors, ids, [keys[audience]])
        vectors.keep_only(as_keys(keys.values()))
        rows = vectors.rows_of(as_keys([keys[Audience.PRIVATE]]))
        self._made, self._wanted = int(np.count_nonzero(rows >= 0)), len(rows)
        self._views, self._mark = {}, index.mark
        self._views = views
        self._unloaded = False
        self._loaded.set()

    def _filled(self, index: Index, vectors: Vectors) -> bool:
        """Make views and vectors; what a group is told in other words has vectors of its own."""
        self._look(index, vectors)
        both = (Audience.PRIVATE, Audience.GROUP)
        return all(self._fill(index, vectors, audience) for audience in both)

    def _fill(self, index: Index, vectors: Vectors, audience: Audience) -> bool:
        """Embed the passages of an audience that lack a vector, what was told last first.

        Returns False where the index changed before all were done.
        """
        group = audience is Audience.GROUP
        ids, blob = index.keys(group=group)
        lacking = np.asarray(ids)[vectors.rows_of(as_keys([blob])) < 0][::-1].tolist()
        lost = 0
        for start in range(0, len(lacking) if vectors.writable else 0, _BATCH):
            if self._changed.is_set():
                return False
            part = lacking[start : start + _BATCH]
            texts = [meant(passage) for passage in index.passages(part, group=group).values()]
            before = vectors.size
            vectors.fill(texts, self._embedder)
            lost += (missed := len(vectors.pending(texts)))
            self._made += 0 if group else len(part) - missed
            if before not in {None, vectors.size}:  # what there was cannot be compared, and went
                self.questions.forget()
                self._changed.set()
                return False
        if not group:
            what = f"the model gave no usable vector for {lost} of the passages"
            self._lost = what if lost else None
        return True


def _give_back() -> None:
    """Give free memory back to the system: the C library keeps it else."""
    with suppress(OSError, AttributeError):  # no glibc
        ctypes.CDLL(None).malloc_trim(0)


def _line(err: MemorydError | OSError) -> str:
    if isinstance(err, OSError):
        return f"vectors cannot be kept: {err.strerror or err}"
    return f"vectors wait: {err}" if isinstance(err, StoreError) else str(err)
