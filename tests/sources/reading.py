"""Rows into a file and turns out of it, for the tests of sources."""

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from memoryd.core.cursor import Cursor
from memoryd.core.turn import Turn
from memoryd.sources import Chunk, Source

_PEAK = """
import sys
from pathlib import Path
from zoneinfo import ZoneInfo
import memoryd.sources
source = getattr(memoryd.sources, sys.argv[1])([], ZoneInfo("UTC"))
turns = [t.text for chunk in source.read(Path(sys.argv[2]), None) for t in chunk.turns]
# ru_maxrss would be the parent's: exec hands it down
peak = next(line for line in open("/proc/self/status") if line.startswith("VmHWM"))
print(len(turns), int(peak.split()[1]) // 1024)
"""


def dump(*rows: dict[str, Any]) -> bytes:
    return b"".join(json.dumps(row).encode() + b"\n" for row in rows)


def read(source: Source, path: Path, cursor: Cursor | None = None) -> list[Turn]:
    return [turn for chunk in source.read(path, cursor) for turn in chunk.turns]


def last(source: Source, path: Path, cursor: Cursor | None = None) -> Chunk:
    return list(source.read(path, cursor))[-1]


def skipped(source: Source, path: Path, cursor: Cursor | None = None) -> dict[str, int]:
    total: Counter[str] = Counter()
    for chunk in source.read(path, cursor):
        total.update(chunk.skipped)
    return dict(total)


def peak_of(source: Source, path: Path) -> tuple[int, int]:
    """Return how many turns a process of its own reads, and its peak of memory in MB."""
    command = [sys.executable, "-c", _PEAK, type(source).__name__, str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    turns, peak = done.stdout.split()
    return int(turns), int(peak)
