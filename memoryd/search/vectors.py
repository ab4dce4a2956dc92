"""Vectors beside the index: the nearest texts by meaning, from two flat files.

A row is found by its text's key, so the same text is embedded once wherever it stands. A search
compares signs only (one bit a number), then scores the CUT nearest with eight bits a number. With
a mask only the rows it names are looked at: what a group may not see costs it not even time.
"""

import fcntl
import os
import threading
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from memoryd.errors import EmbeddingError
from memoryd.search.embedding import NO_VECTOR, Embedder, Vector, is_vector
from memoryd.search.vector_files import BLOCK, Shape, VectorFiles
from memoryd.search.vector_keys import Keys, KeyTable, keys_of
from memoryd.search.vector_numbers import checks, distances, records, scores, signs, sound, unit

CUT = 400  # rows that are scored in full
_BATCH = 32  # texts that are kept together: what a crash can lose
_WASTE = 2 * BLOCK  # free rows below which the files are not packed

Rows = NDArray[np.int64]
Mask = NDArray[np.bool_]
Epoch = tuple[int, int]


class Vectors:
    """The rows of one model. Safe to use from several threads; one process at a time writes."""

    def __init__(self, folder: Path, model: str, *, write: bool) -> None:
        """Open the files in a folder; nothing there that fits is the same as nothing there.

        write: fill and drop rows, where no other process does already.
        """
        self._folder, self._model = folder, model
        self._guard = threading.RLock()
        self._opened = self._dropped = 0
        self.harmed = False  # rows were lost, since whoever makes them anew said otherwise
        self._lock = _locked(folder) if write else None
        self._files: VectorFiles | None = None
        self._live: Mask = np.zeros(0, np.bool_)
        self._table: KeyTable | None = None
        self._load()

    @property
    def writable(self) -> bool:
        """Whether this is the process that fills."""
        return self._lock is not None

    @property
    def size(self) -> int | None:
        """How many numbers a vector has; None while there is none."""
        with self._guard:
            return self._files.shape.size if self._files else None

    @property
    def epoch(self) -> Epoch:
        """What row numbers hold for: another epoch may have given a row to another text."""
        return self._opened, self._dropped

    @property
    def _keys(self) -> KeyTable:
        if self._table is None:
            self._table = KeyTable(self._files)
        return self._table

    def follow(self) -> Epoch:
        """Take in what another process wrote, and return the epoch."""
        with self._guard:
            self._refresh()
            return self.epoch

    def __len__(self) -> int:
        """Return how many texts have a vector."""
        with self._guard:
            self._refresh()
            return int(np.count_nonzero(self._live))

    def rest(self) -> None:
        """Give back what the next use makes again: the files' pages, and the table of their keys.

        Of 100,000 rows 10 MB, made again in 0.02 s, most of it only when the index changed.
        """
        with self._guard:
            self._table = None
            if self._files is not None:
                self._files.rest()

    def close(self) -> None:
        """Let go of the files and of the right to write."""
        with self._guard:
            self._forget_files()
            if self._lock is not None:
                os.close(self._lock)
                self._lock = None

    def pending(self, texts: Sequence[str]) -> list[str]:
        """Return the texts that have no vector yet, each once."""
        once = list(dict.fromkeys(texts))
        rows = self.rows_of(keys_of(once))
        return [text for text, row in zip(once, rows.tolist(), strict=True) if row < 0]

    def rows_of(self, keys: Keys) -> Rows:
        """Return the row of each key, -1 where there is none."""
        with self._guard:
            self._refresh()
            return self._keys.find(keys)

    def fill(self, texts: Sequence[str], embedder: Embedder) -> int:
        """Embed the texts that lack a vector; returns how many came.

        What came before a failure is kept, and of a batch what is a vector at all. Raises what the
        embedder does, EmbeddingError where a batch has none, OSError (disk full).
        """
        if not self.writable or embedder.model != self._model:
            return 0
        done = 0
        waiting = self.pending(texts)
        for start in range(0, len(waiting), _BATCH):
            batch = waiting[start : start + _BATCH]
            rows = embedder.embed(batch)  # no lock is held meanwhile
            good = [at for at, row in enumerate(rows) if is_vector(row)]
            if not good:
                raise EmbeddingError(NO_VECTOR)
            vectors = np.asarray([rows[at] for at in good], np.float32)
            self.add(keys_of([batch[at] for at in good]), vectors)
            done += len(good)
        return done

    def add(self, keys: Keys, vectors: NDArray[np.float32]) -> None:
        """Write the vectors of keys that have none. Raises OSError (disk full)."""
        with self._guard:
            self._refresh()
            files = self._files
            if files is None or files.shape.size != vectors.shape[1]:
                self._forget_files()
                files = VectorFiles.create(self._folder, Shape(self._model, vectors.shape[1]))
                self._adopt(files)
            rows = self._take(files, len(keys))
            units = unit(vectors)
            files.write_rows(rows, records(units, files.shape))
            files.sync_rows()
            bits = signs(units, files.shape)
            for block, at, of in _by_block(rows):
                files.planes(block)[:, at] = bits[of].T
                files.checks(block)[at] = checks(keys[of], bits[of].T)
                files.keys(block)[at] = keys[of]
            self._live[rows] = True
            self._keys.add(keys, rows)
            self._note_change(files)

    def keep_only(self, keys: Keys) -> int:
        """Forget every row whose key is not among these; returns how many went.

        Their numbers are overwritten: a vector says much about its text. Raises OSError.
        """
        with self._guard:
            self._refresh()
            wanted = np.zeros_like(self._live)
            rows = self._keys.find(keys)
            wanted[rows[rows >= 0]] = True
            gone = np.flatnonzero(self._live & ~wanted)
            if self._files is None or not self.writable or not gone.size:
                return 0
            self._clear(self._files, gone)
            kept = int(np.count_nonzero(self._live))
            if len(self._live) - kept > max(_WASTE, 2 * kept):
                self._pack(self._files)
            return int(gone.size)

    def search(
        self, query: Vector, mask: Mask | None, k: int, *, epoch: Epoch | None = None
    ) -> list[tuple[int, float]]:
        """Return the nearest rows and their cosines, the best first; none for another model's.

        mask: the rows that may be looked at, by number; shorter than the rows is no for the rest.
        epoch: when the mask was made; nothing is looked at when rows were given anew since.
        """
        with self._guard:
            self._refresh()
            if epoch not in {None, self.epoch}:
                return []
            files, wanted = self._files, np.asarray(query, np.float32)
            if files is None or wanted.shape != (files.shape.size,) or k < 1:
                return []
            wanted = unit(wanted[None])[0]
            near = self._nearest(files, wanted, mask)
            read, good = self._read(files, near)
            files.trim()
        near, cosines = near[good], scores(read[good], wanted)
        best = np.argsort(-cosines, kind="stable")[:k]
        return list(zip(near[best].tolist(), cosines[best].tolist(), strict=True))

    def cosines(self, query: Vector, rows: Rows, *, epoch: Epoch) -> NDArray[np.float32]:
        """Return the cosines of some rows; none when rows were given anew since the epoch.

        Of a row that is damaged 0.
        """
        with self._guard:
            self._refresh()
            files, wanted = self._files, np.asarray(query, np.float32)
            if files is None or epoch != self.epoch or wanted.shape != (files.shape.size,):
                return np.empty(0, np.float32)
            read, good = self._read(files, rows)
        cosines = np.zeros(len(rows), np.float32)
        cosines[good] = scores(read[good], unit(wanted[None])[0])
        return cosines

    def inspect(self) -> None:
        """Read every row, in parts, and let go of those that are damaged."""
        with self._guard:
            self._refresh()
            rows, epoch = np.flatnonzero(self._live), self._opened
        for start in range(0, len(rows), CUT):
            with self._guard:
                if self._files is None or self._opened != epoch:
                    return
                part = rows[start : start + CUT]
                self._read(self._files, part[self._live[part]])

    def _read(self, files: VectorFiles, rows: Rows) -> tuple[NDArray[np.uint8], Mask]:
        """Return the records of rows, and which are what was written; the others are dropped."""
        read = files.read_rows(rows)
        good = np.ones(len(rows), np.bool_)
        for block, at, of in _by_block(rows):
            good[of] = sound(read[of], files.planes(block)[:, at], files.shape)
        if not good.all():
            self._drop(files, rows[~good])
        return read, good

    def _drop(self, files: VectorFiles, rows: Rows) -> None:
        """Let go of damaged rows, so that they are made anew."""
        self.harmed = True
        if self.writable:
            with suppress(OSError):  # they are found again at the next look
                self._clear(files, rows)

    def _nearest(self, files: VectorFiles, query: NDArray[np.float32], mask: Mask | None) -> Rows:
        """Return the CUT rows whose signs differ least."""
        bits = signs(query[None], files.shape)[0]
        counts = np.zeros(64 * files.shape.words + 1, np.int64)
        found: list[tuple[Rows | slice, int, NDArray[np.uint16]]] = []
        for block in range(files.blocks):
            at = self._looked_at(block, mask)
            if at is not None:
                apart = distances(files.planes(block), bits, at)
                counts += np.bincount(apart, minlength=len(counts))
                found.append((at, block, apart))
        limit = int(np.searchsorted(np.cumsum(counts), CUT))
        inside: list[Rows] = []
        on_edge: list[Rows] = []
        for at, block, apart in found:
            for rows, chosen in ((inside, apart < limit), (on_edge, apart == limit)):
                here = np.flatnonzero(chosen)
                rows.append((here if isinstance(at, slice) else at[here]) + block * BLOCK)
        whole = np.concatenate([*inside, *on_edge]) if found else np.empty(0, np.int64)
        return np.sort(whole[:CUT])

    def _looked_at(self, block: int, mask: Mask | None) -> Rows | slice | None:
        """Return the rows of a block that may be looked at, a slice when it is all of them."""
        allowed = self._live[block * BLOCK : (block + 1) * BLOCK]
        if mask is not None:
            part = mask[block * BLOCK : (block + 1) * BLOCK]
            allowed = allowed[: len(part)] & part
        at = np.flatnonzero(allowed)
        if not at.size:
            return None
        return slice(0, BLOCK) if at.size == BLOCK else at

    def _take(self, files: VectorFiles, count: int) -> Rows:
        """Return rows that are free, growing the files for more."""
        while len(free := np.flatnonzero(~self._live)) < count:
            files.grow()
            self._live = np.concatenate([self._live, np.zeros(BLOCK, np.bool_)])
        return free[:count]

    def _clear(self, files: VectorFiles, rows: Rows) -> None:
        for block, at, _ in _by_block(rows):
            files.keys(block)[at] = 0
            files.checks(block)[at] = 0
            files.planes(block)[:, at] = 0
        files.write_rows(rows, np.zeros((len(rows), files.shape.stride), np.uint8))
        self._live[rows] = False
        self._table = None
        self._dropped += 1
        self._note_change(files)

    def _pack(self, files: VectorFiles) -> None:
        """Move the rows into files without gaps."""
        live = np.flatnonzero(self._live)
        fresh = VectorFiles.create(self._folder, files.shape)
        for start in range(0, len(live), BLOCK):
            fresh.grow()
            rows = live[start : start + BLOCK]
            to = np.arange(len(rows)) + start
            fresh.write_rows(to, files.read_rows(rows))
            for block, at, of in _by_block(rows):
                target = start // BLOCK
                fresh.planes(target)[:, of] = files.planes(block)[:, at]
                fresh.checks(target)[of] = files.checks(block)[at]
                fresh.keys(target)[of] = files.keys(block)[at]
        fresh.sync_rows()
        files.close()
        self._adopt(fresh)

    def _refresh(self) -> None:
        """Follow what another process did to the files."""
        files = self._files
        if files is None:
            if not self.writable:
                self._load()
        elif not files.intact():
            self._forget_files()
            self._load()
            # Whoever does not write may have met files that another process made anew.
            self.harmed |= self.writable or self._files is None
        elif (files.generation, files.written()) != (self._generation, self._written):
            self._adopt(files)

    def _load(self) -> None:
        self._adopt(VectorFiles.open(self._folder, self._model, write=self.writable))

    def _adopt(self, files: VectorFiles | None) -> None:
        self._files = files
        self._opened += 1
        self._dropped = 0
        self._table = table = KeyTable(files)
        self._live = table.live.copy()
        self._generation = files.generation if files else 0
        self._written = files.written() if files else 0
        if files and table.harmed.size:
            self._drop(files, table.harmed)

    def _forget_files(self) -> None:
        if self._files:
            self._files.close()
        self._adopt(None)

    def _note_change(self, files: VectorFiles) -> None:
        files.changed()
        self._generation, self._written = files.generation, files.written()


def _locked(folder: Path) -> int | None:
    """Take the right to write; None where another process has it."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW
    fd = os.open(folder / "vectors.lock", flags, 0o600)
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(fd)
        return None
    return fd


def _by_block(rows: Rows) -> Iterator[tuple[int, Rows, Rows]]:
    """Yield a block, places in it, and which of the rows these are."""
    blocks = rows // BLOCK
    for block in sorted(set(blocks.tolist())):  # np.unique loads 2 MB that nothing else needs
        of = np.flatnonzero(blocks == block)
        yield block, rows[of] - block * BLOCK, of
