"""A small memory on disk for tests: transcripts, a scripted extractor, and what stands after."""

import json
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from memoryd.core.proposal import Extraction, ExtractionRequest, Mention, Proposal
from memoryd.jobs.context import Run
from memoryd.jobs.heartbeat import Beat, heartbeat
from memoryd.sources import PlainSource
from memoryd.store import MemoryStore, locate

UTC_ZONE = ZoneInfo("UTC")


class Scripted:
    """An extractor that proposes what lines spell out: `@person Name: the fact`."""

    name = "scripted"

    def __init__(self) -> None:
        self.requests: list[ExtractionRequest] = []
        self.on_call: Any = None

    def extract(self, request: ExtractionRequest) -> Extraction:
        self.requests.append(request)
        if self.on_call is not None:
            self.on_call()
        found = []
        for line in request.lines:
            for kind, name, fact in re.findall(r"@(\w+) ([^:]+): ([^@\n]+)", line.turn.text):
                found.append(Proposal((line.id,), Mention(kind, name), fact.strip(), "status"))
        return Extraction(tuple(found))


class Home:
    """One throw-away home: chats, root, state."""

    def __init__(self, base: Path) -> None:
        self.base = base
        self.chats = base / "chats"
        self.root = base / "life"
        self.state = base / "state"
        self.chats.mkdir(parents=True, exist_ok=True)
        self.extractor = Scripted()
        self.operator: str | None = "Alex"

    def say(self, text: str, *, session: str = "a", day: str = "2026-01-05", **more: Any) -> None:
        path = self.chats / f"{session}.jsonl"
        row = {"time": f"{day}T09:00:00Z", "role": "operator", "text": text, **more}
        with path.open("a") as handle:
            handle.write(json.dumps(row) + "\n")

    def run(self, day: str = "2026-02-01") -> Run:
        moment = datetime.fromisoformat(f"{day}T12:00:00+00:00").astimezone(UTC)
        return Run("test", moment, UTC_ZONE, operator=self.operator)

    def writer(self) -> MemoryStore:
        place = locate(self.root, workspace=None, state=self.state)
        return MemoryStore.writer(place, wait=0.0, now=self.run().stamp)

    def reader(self) -> MemoryStore:
        return MemoryStore.reader(locate(self.root, workspace=None, state=self.state))

    def sources(self) -> list[PlainSource]:
        return [PlainSource([str(self.chats)], UTC_ZONE)]

    def beat(self, store: MemoryStore | None = None) -> Beat:
        if store is not None:
            return heartbeat(store, self.sources(), self.extractor, self.run())
        with self.writer() as opened:
            return heartbeat(opened, self.sources(), self.extractor, self.run())

    def items(self, ref: str = "people/sarah") -> list[dict[str, Any]]:
        rows: list[dict[str, Any]] = json.loads(self.items_path(ref).read_text())
        return rows

    def items_path(self, ref: str = "people/sarah") -> Path:
        return self.root / "areas" / ref / "items.json"

    def visible(self) -> dict[str, bytes]:
        """Every file of the memory that a person sees, and the conversation lines."""
        found = {}
        for path in sorted(self.root.rglob("*")):
            name = path.relative_to(self.root).as_posix()
            if path.is_file() and (not name.startswith(".memoryd") or "/lines/" in name):
                found[name] = path.read_bytes()
        return found

    def everything(self) -> dict[str, tuple[int, int]]:
        """Every file under root and state with size and time: to see that nothing is written."""
        return {
            str(path): (path.stat().st_size, path.stat().st_mtime_ns)
            for top in (self.root, self.state)
            for path in sorted(top.rglob("*"))
        }
