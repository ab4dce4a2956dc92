"""Sundays for the tests of jobs: a writer that does as it is told, and runs at a time."""

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from memoryd.core.entity import parse_ref
from memoryd.core.proposal import Synthesis, SynthesisRequest, TacitAnswer, TacitRequest
from memoryd.jobs.context import Run
from memoryd.jobs.synthesis import Sunday, synthesis
from memoryd.jobs.writing import RulesWriter, Writer
from memoryd.store import MemoryStore, locate
from tests.store_kit import Home

SUNDAY = "2026-02-01"


@dataclass
class Scribe:
    """A writer that does as it is told; of what it is not told it writes by the rules."""

    about: Callable[[SynthesisRequest], Synthesis] = lambda _: Synthesis(None)
    ways: Callable[[TacitRequest], TacitAnswer] = lambda _: TacitAnswer()
    name: str = "scribe"
    calls: int = 0
    asked: list[str] = field(default_factory=list)
    read: list[int] = field(default_factory=list)

    def synthesize(self, request: SynthesisRequest) -> Synthesis:
        self.calls += 1
        self.asked.append(request.name)
        return self.about(request)

    def tacit(self, request: TacitRequest) -> TacitAnswer:
        self.calls += 1
        self.read.append(len(request.lines))
        return self.ways(request)


def run_at(day: str, time_of_day: str = "04:00", layers: frozenset[str] | None = None) -> Run:
    now = datetime.fromisoformat(f"{day}T{time_of_day}:00+00:00").astimezone(UTC)
    run = Run("sunday", now, ZoneInfo("UTC"), operator="Alex")
    return run if layers is None else Run(run.id, now, run.zone, "Alex", layers=layers)


def held(
    home: Home, writer: Writer | None = None, day: str = SUNDAY, time_of_day: str = "04:00",
    layers: frozenset[str] | None = None,
) -> Sunday:  # fmt: skip
    """Hold a Sunday in a home, by the rules where no writer is given."""
    with home.writer() as store:
        return synthesis(store, writer or RulesWriter(), run_at(day, time_of_day, layers))


def put(home: Home, ref: str, *facts: tuple[str, str], related: tuple[str, ...] = ()) -> None:
    """Write an entity's items.json as a person would: (day, text) of each fact."""
    path = home.root / parse_ref(ref).path / "items.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(rows_of(ref.partition("/")[2], facts, related))


def on_record(home: Home, day: str) -> None:
    """Take in what was put, as written down on a day."""
    place = locate(home.root, workspace=None, state=home.state)
    with MemoryStore.writer(place, wait=0.0, now=f"{day}T12:00:00+00:00"):
        pass


def rows_of(slug: str, facts: Iterable[tuple[str, str]], related: tuple[str, ...] = ()) -> str:
    """An items.json of (day, text) facts, each accessed on its day."""
    rows = [
        {
            "id": f"{slug}-{n:03d}",
            "fact": text,
            "timestamp": day,
            "status": "active",
            "lastAccessed": day,
        }
        | ({"relatedEntities": list(related)} if related else {})
        for n, (day, text) in enumerate(facts, start=1)
    ]
    return json.dumps(rows)


def text_of(home: Home, ref: str) -> str:
    """The summary of an entity; "" where there is none."""
    path = home.root / parse_ref(ref).path / "summary.md"
    return path.read_text() if path.exists() else ""


def memory_of(home: Home) -> str:
    """MEMORY.md; "" where there is none."""
    path = home.root / "MEMORY.md"
    return path.read_text() if path.exists() else ""


def reviews_of(home: Home) -> list[dict[str, str]]:
    """The rows that wait for a person."""
    files = sorted((home.root / ".memoryd/review").glob("*.jsonl"))
    return [json.loads(row) for path in files for row in path.read_text().splitlines()]
