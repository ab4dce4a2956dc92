"""A throw-away memory for tests of the store alone: no transcripts, no extractor."""

import json
from datetime import datetime
from pathlib import Path
from typing import Any

from memoryd.core.change import AddFact, Bullets, Change, Operation, Supersede
from memoryd.core.cursor import Cursor
from memoryd.core.entity import Ref
from memoryd.core.fact import Fact
from memoryd.core.ledger import next_id
from memoryd.core.notes import Section
from memoryd.core.text import normal
from memoryd.core.turn import Line, Role, Turn
from memoryd.store import MemoryStore, Receipt, locate

SARAH = Ref("people", "sarah")
BEACON = Ref("projects", "beacon")
NOW = "2026-02-01T12:00:00+00:00"
DAY = "2026-02-01"


class Memory:
    """One root and its state folder."""

    def __init__(self, base: Path) -> None:
        self.root, self.state = base / "life", base / "state"

    def writer(self, *, anew: bool = False) -> MemoryStore:
        place = locate(self.root, workspace=None, state=self.state)
        return MemoryStore.writer(place, wait=0.0, now=NOW, anew=anew)

    def reader(self) -> MemoryStore:
        return MemoryStore.reader(locate(self.root, workspace=None, state=self.state))

    def path(self, ref: Ref = SARAH) -> Path:
        return self.root / ref.path / "items.json"

    def rows(self, ref: Ref = SARAH) -> list[dict[str, Any]]:
        rows: list[dict[str, Any]] = json.loads(self.path(ref).read_bytes())
        return rows

    def texts(self, ref: Ref = SARAH) -> list[str]:
        return [row["fact"] for row in self.rows(ref)]

    def save(self, rows: Any, ref: Ref = SARAH) -> bytes:
        """Save as a person's editor does: in place."""
        raw = rows if isinstance(rows, bytes) else json.dumps(rows, indent=1).encode()
        self.path(ref).parent.mkdir(parents=True, exist_ok=True)
        self.path(ref).write_bytes(raw)
        return raw

    def only(self, pattern: str) -> Path:
        (found,) = (self.root / ".memoryd").glob(pattern)
        return found

    @property
    def audit(self) -> Path:
        return self.only("audit/*.jsonl")

    @property
    def head_copy(self) -> Path:
        (found,) = self.state.glob("roots/*/head.json")
        return found

    def history(self) -> list[bytes]:
        return [path.read_bytes() for path in (self.root / ".memoryd/history").iterdir()]

    def everything(self) -> dict[str, tuple[int, int]]:
        """Every file with its size and time: to see that nothing is written."""
        return {
            str(path): (path.lstat().st_size, path.lstat().st_mtime_ns)
            for top in (self.root, self.state)
            for path in sorted(top.rglob("*"))
        }

    def bytes(self) -> dict[str, bytes]:
        files = (path for path in sorted(self.root.rglob("*")) if path.is_file())
        return {str(path): path.read_bytes() for path in files}


def change(*operations: Operation, **more: Any) -> Change:
    return Change("test", "run", NOW, operations=operations, **more)


def fact_of(store: MemoryStore, text: str, ref: Ref = SARAH, source: str | None = None) -> Fact:
    return Fact(
        next_id(ref, store.used_ids(ref)),
        text,
        DAY,
        category="status",
        source=source or f"conversation:plain:a#{text.replace(' ', '-')}",
    )


def add(store: MemoryStore, *texts: str, ref: Ref = SARAH) -> Receipt:
    receipt = Receipt("")
    for text in texts:
        store.rescan(NOW)
        fact = fact_of(store, text, ref)
        receipt = store.commit(change(AddFact(ref, fact, ref.slug.title())))
    return receipt


def relearn(store: MemoryStore, *texts: str) -> list[str]:
    """Propose facts as an extraction does; return those that were dropped as deleted."""
    dropped = []
    for text in texts:
        fact = fact_of(store, text)
        standing = {normal(known.fact) for known in store.ledger(SARAH)[0].facts}
        if normal(text) in standing:
            continue
        if store.is_tombstoned(SARAH, fact):
            dropped.append(text)
        else:
            store.commit(change(AddFact(SARAH, fact, "Sarah")))
    return dropped


def supersede(store: MemoryStore, old: str, by: str) -> Receipt:
    return store.commit(change(Supersede(SARAH, old, by)))


def note(store: MemoryStore, *bullets: str, day: str = DAY) -> Receipt:
    return store.commit(change(Bullets(day, Section.DECISIONS_MADE, bullets)))


def lines(store: MemoryStore, *texts: str, path: str = "/chats/a.jsonl") -> Receipt:
    """Ingest, as the job does: lines that were never seen, and the cursor that moved past them."""
    first, moment = store.next_line(), datetime.fromisoformat(NOW)
    new = [text for text in texts if not store.is_seen(("plain", "a", text), global_ids=False)]
    said = tuple(
        Line(first + n, Turn("plain", "a", text, moment, Role.OPERATOR, text))
        for n, text in enumerate(new)
    )
    end = (first + len(new)) * 100
    cursor = Cursor(path, end, "h", "t", 1, end, end)
    return store.commit(change(lines=said, cursors=(cursor,)))
