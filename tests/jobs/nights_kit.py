"""Nights of one throw-away home: a scripted reviewer, and what stands after."""

import json
import re
from collections.abc import Callable, Iterable
from datetime import datetime, time
from pathlib import Path
from typing import Any

from memoryd.core.proposal import DayRequest, DayReview, Mention, Noted, Proposal
from memoryd.errors import LlmError
from memoryd.jobs.context import Run
from memoryd.jobs.heartbeat import heartbeat
from memoryd.jobs.nightly import Night, days_to_review, nightly
from memoryd.sources import PlainSource
from memoryd.store import MemoryStore
from tests.store_kit import UTC_ZONE, Home

LAYERS = frozenset({"tacit", "notes", "graph", "search"})
ELEVEN = time(23)


class Scripted:
    """A reviewer that reads off what lines spell out.

    `!event text`, `!decision text`, `!process text`, `%person Name: fact`; `?id` is referenced.
    """

    name = "scripted"

    def __init__(self) -> None:
        self.requests: list[DayRequest] = []
        self.fails: list[LlmError | None] = []
        self.edit: Callable[[DayReview], DayReview] = lambda found: found

    @property
    def calls(self) -> int:
        return len(self.requests)

    @property
    def asked(self) -> list[list[str]]:
        return [[line.turn.text for line in request.lines] for request in self.requests]

    def review(self, request: DayRequest) -> DayReview:
        self.requests.append(request)
        failure = self.fails.pop(0) if self.fails else None
        if failure is not None:
            raise failure
        noted: dict[str, list[Noted]] = {"event": [], "decision": [], "process": []}
        facts, ids = [], []
        for line in request.lines:
            text = line.turn.text
            for kind, said in re.findall(r"!(event|decision|process) ([^!%?@\n]+)", text):
                noted[kind].append(Noted(said.strip(), (line.id,)))
            for kind, name, fact in re.findall(r"%(\w+) ([^:]+): ([^!%?@\n]+)", text):
                facts.append(Proposal((line.id,), Mention(kind, name), fact.strip(), "status"))
            ids += re.findall(r"\?([\w-]+)", text)
        return self.edit(DayReview(tuple(facts), tuple(noted["event"]), tuple(noted["decision"]),
                                   tuple(noted["process"]), tuple(ids)))  # fmt: skip


class Nights(Home):
    """A home with nights. zone: the operator's."""

    def __init__(self, base: Path) -> None:
        super().__init__(base)
        self.reviewer = Scripted()
        self.zone = UTC_ZONE
        self.layers = LAYERS
        self.keep_lines = True

    def says(self, text: str, at: str = "2026-01-05T09:00:00Z", **more: Any) -> None:
        row = {"time": at, "role": "operator", "channel": "telegram:direct", "text": text}
        session = more.pop("session", "a")
        with (self.chats / f"{session}.jsonl").open("a") as handle:
            handle.write(json.dumps({**row, **more}) + "\n")

    def at(self, now: str) -> Run:
        return Run("test", datetime.fromisoformat(now), self.zone, operator=self.operator,
                   layers=self.layers, keep_lines=self.keep_lines)  # fmt: skip

    def read(self, store: MemoryStore, now: str) -> None:
        sources = [PlainSource([str(self.chats)], self.zone)]
        heartbeat(store, sources, self.extractor, self.at(now))

    def night(self, now: str = "2026-01-05T23:00:30Z", *, by_hand: bool = False,
              at: time = ELEVEN) -> list[Night]:  # fmt: skip
        """Every day that is due, as the daemon comes to them one after the other."""
        found: list[Night] = []
        with self.writer() as store:
            self.read(store, now)
            while days := days_to_review(store, self.at(now), at, by_hand=by_hand):
                found.append(nightly(store, self.reviewer, self.at(now), days[0]))
                if found[-1].error and not found[-1].parked:
                    break
        return found

    def rows(self) -> list[dict[str, Any]]:
        with self.writer() as store:
            return [row for row in store.audit_rows() if row["job"] == "nightly"]

    def closed(self) -> list[str]:
        """The days closed so far, in order, each as often as it was."""
        marks = (name for row in self.rows() for name in row.get("marks", {}))
        return [name.removeprefix("night:") for name in marks if name.startswith("night:")]

    def note(self, day: str = "2026-01-05") -> str:
        path = self.root / f"memory/{day}.md"
        return path.read_text() if path.exists() else ""

    def reviews(self) -> list[dict[str, Any]]:
        files = sorted((self.root / ".memoryd/review").glob("*.jsonl"))
        return [json.loads(row) for path in files for row in path.read_text().splitlines()]

    def counts_of_beacon(self) -> list[tuple[int, str | None]]:
        rows = json.loads((self.root / "projects/beacon/items.json").read_text())
        return [(row.get("accessCount", 0), row.get("lastAccessed")) for row in rows]

    def counts(self, ref: str = "people/sarah") -> dict[str, tuple[int, str | None]]:
        return {r["id"]: (r.get("accessCount", 0), r.get("lastAccessed")) for r in self.items(ref)}


def days(nights: Iterable[Night]) -> list[str]:
    return [night.day.isoformat() for night in nights]


def events(note: str) -> list[str]:
    return re.findall(r"^- \d\d:\d\d — .*$", note, re.MULTILINE)


def reworded(found: DayReview) -> DayReview:
    """The same lines told in other words, as a model does that is asked again."""
    events = tuple(
        Noted(note.text.replace("Long call about Beacon", "Beacon was talked over, a long call"),
              note.lines) for note in found.events
    )  # fmt: skip
    return DayReview(found.facts, events, found.decisions, found.processes, found.referenced)
