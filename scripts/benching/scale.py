"""How search behaves with size: build, bytes, latency, an edited file, a cold start, memory.

Where memoryd[semantic] is installed, hybrid too: the questions are embedded by the real model, the
passages' vectors are random, as a million real ones take an hour.
"""

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from datetime import date
from pathlib import Path

from benching.made_up import MadeUp
from memoryd.core.passage import Layer, Passage
from memoryd.search.embedding import missing
from memoryd.search.index import Index

_QUERIES, _FACTS, _BATCH = 300, 60, 500
_TODAY = date(2026, 2, 15)
_COLD = """
import sys, time
began = time.perf_counter()
from datetime import date
from pathlib import Path
from memoryd.search.index import Index
index = Index.open(Path(sys.argv[1]), write=False)
index.search(sys.argv[2], today=date(2026, 2, 15))
taken = 1000 * (time.perf_counter() - began)
# Not getrusage, which counts the parent that this was forked from.
status = Path("/proc/self/status").read_text()
print(taken, status.partition("VmHWM:")[2].split()[0])
"""
HEAD = (
    "| passages | build s | MB | query p50 ms | p95 | 60 facts edited ms "
    "| cold import, open, query ms | RSS MB | hybrid p50 ms | p95 | view ms |\n"
    "|---|---|---|---|---|---|---|---|---|---|---|\n"
)


def run(sizes: Sequence[int]) -> None:
    """Write one row of figures for each size to stdout. Raises ValueError for one below 1."""
    if min(sizes, default=1) < 1:
        raise ValueError(f"scale: a memory of {min(sizes)} passages cannot be searched, give 1 up")
    sys.stdout.write(HEAD)
    for size in sizes:
        with tempfile.TemporaryDirectory() as folder:
            sys.stdout.write(_row(Path(folder) / "index.db", size) + "\n")
            sys.stdout.flush()


def _row(path: Path, size: int) -> str:
    made = MadeUp()
    with Index.open(path, write=True) as index:
        built = _timed(lambda: _build(index, made, size))
        taken = sorted(_timed(lambda: index.search(made.query(), today=_TODAY))
                       for _ in range(_QUERIES))  # fmt: skip
        edited = sorted(_edit(index, made, at) for at in range(9))
    cold = sorted(_cold(path, made.query()) for _ in range(5))
    hybrid = _hybrid(path, made)
    size_mb = sum(file.stat().st_size for file in path.parent.iterdir()) / 1e6
    return (
        f"| {size} | {built:.1f} | {size_mb:.1f} | {1e3 * taken[_QUERIES // 2]:.2f} "
        f"| {1e3 * taken[_QUERIES * 95 // 100]:.2f} | {1e3 * edited[4]:.1f} | {cold[2][0]:.1f} "
        f"| {cold[2][1] / 1024:.0f} | {hybrid} |"
    )


def _hybrid(path: Path, made: MadeUp) -> str:
    if missing() is not None:
        return "not installed | | "
    from benching.hybrid import Big  # noqa: PLC0415 - numpy: an extra

    with closing(Big(path)) as big:
        big.ask(made.query(), _TODAY)  # starts the model
        taken = sorted(_timed(lambda: big.ask(made.query(), _TODAY)) for _ in range(_QUERIES))
        view = sorted(_timed(big.looks_anew) for _ in range(5))
    return (f"{1e3 * taken[_QUERIES // 2]:.2f} | {1e3 * taken[_QUERIES * 95 // 100]:.2f} "
            f"| {1e3 * view[2]:.0f}")  # fmt: skip


def _build(index: Index, made: MadeUp, size: int) -> None:
    talks = list(made.talks(size)) if size <= _BATCH else made.talks(size)
    with index.batch():
        for path, passages in talks:
            index.replace(path, "1", passages)


def _edit(index: Index, made: MadeUp, at: int) -> float:
    facts = [
        Passage("areas/people/ana/items.json", line, line, Layer.FACT, made.query(),
                subject="Ana", entity="people/ana", day="2026-02-01", fact=f"ana-{line:03}")
        for line in range(_FACTS)
    ]  # fmt: skip
    return _timed(lambda: index.replace("areas/people/ana/items.json", str(at), facts))


def _cold(path: Path, query: str) -> tuple[float, float]:
    command = [sys.executable, "-c", _COLD, str(path), query]
    done = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603 - ours
    taken, memory = done.stdout.split()
    return float(taken), float(memory)


def _timed(action: Callable[[], object]) -> float:
    began = time.perf_counter()
    action()
    return time.perf_counter() - began
