"""Other systems that are compared where they are installed; none is needed by the product."""

import importlib.util
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from benching import libraries, memories
from benching.corpora import Doc, Query
from benching.shape import System

_LONGEST = 200  # characters of another's error


class PeerError(Exception):
    """A peer that is installed did not start or answer; says which and why, in one line."""


@dataclass(frozen=True, slots=True)
class Peer:
    """A system of others: its row, what pip calls it, the modules it needs, how it was asked."""

    row: str
    package: str
    modules: tuple[str, ...]
    make: Callable[[Path], System]
    how: str

    def __str__(self) -> str:
        """Name it with the version that is installed."""
        try:
            return f"{self.package} {version(self.package)}"
        except PackageNotFoundError:
            return f"{self.package} of unknown version"

    def start(self, folder: Path) -> System:
        """Begin an empty one; raises PeerError, as its methods do, whatever goes wrong in it."""
        return _Guarded(self, folder)


_KNOWN = (
    Peer("bm25s", "bm25s", ("bm25s", "Stemmer"), libraries.Bm25s,
         "any word, English stemmer"),
    Peer("tantivy", "tantivy", ("tantivy",), libraries.Tantivy,
         "any word, English stemmer"),
    Peer("memvid", "memvid-sdk", ("memvid_sdk",), memories.Memvid,
         "its context for the question, then any word"),
    Peer("basic-memory, words", "basic-memory", ("basic_memory",), memories.BasicMemory,
         "the question over MCP, its vectors off"),
    Peer("MemPalace", "mempalace", ("mempalace",), memories.MemPalace,
         "the question, its default model"),
)  # fmt: skip


def installed() -> list[Peer]:
    """Return the peers whose modules are there; whether they work shows when they start."""
    return [peer for peer in _KNOWN if all(map(importlib.util.find_spec, peer.modules))]


class _Guarded:
    """A peer whose errors are all of one kind, and whose prints stay out of the tables."""

    def __init__(self, peer: Peer, folder: Path) -> None:
        self._peer = peer
        self._failed: PeerError | None = None  # what went wrong first is what is told
        self._told: set[str] = set()
        with self._guard():
            self._system = peer.make(folder)

    def add(self, docs: Sequence[Doc]) -> None:
        """Take more turns."""
        self._told.update(doc.id for doc in docs)
        with self._guard():
            self._system.add(docs)

    def search(self, query: Query, depth: int) -> Sequence[str]:
        """Return ids of turns, best first."""
        with self._guard():
            found = list(self._system.search(query, depth))
            if not self._told.issuperset(found):
                raise LookupError("it answers with what it was not given")
            return found

    def close(self) -> None:
        """Let its files and processes go."""
        with self._guard():
            self._system.close()

    @contextmanager
    def _guard(self) -> Iterator[None]:
        try:
            with redirect_stdout(sys.stderr):
                yield
        except KeyboardInterrupt:
            raise
        except BaseException as err:  # a package of others may raise anything: Rust panics, exits
            said = next(iter(str(err).splitlines()), "")
            told = f"{self._peer} ({type(err).__name__}: {said[:_LONGEST]})"
            self._failed = self._failed or PeerError(told)
            raise self._failed from err
