"""The write path: one durable record, then views, then its audit row, then the record is dropped.

A crash anywhere leaves a record that is replayed; every effect can be applied twice. A person's
save is found by comparing what the exchange took out with what was read, and merged.
"""

import json
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from memoryd.core.change import Change, apply, files_of
from memoryd.core.fact import Fact
from memoryd.core.entity import Ref, ref_of
from memoryd.core.items import parse_items
from memoryd.core.merge import merge
from memoryd.core.text import normal
from memoryd.errors import CorruptFileError, ReadOnlyStoreError, StoreError
from memoryd.store import disk
from memoryd.store.audit import Audit, Head, salted
from memoryd.store.history import History
from memoryd.store.layout import Layout
from memoryd.store.lines import Lines, line_as_json, line_from_json
from memoryd.store.wal import Record, Wal

_FRESH_SECONDS = 1.0
_KEEP_BORN = 60.0


@dataclass(frozen=True, slots=True)
class Edit:
    """A person's save that a write met: what stood before it, and what it says."""

    path: str
    before: bytes | None
    saved: bytes


@dataclass(frozen=True, slots=True)
class Receipt:
    """What became of a commit: its id, and the files whose operations wait to be mended."""

    id: str
    waiting: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Placing:
    """A file being written: where it is, what is done to it, and what was read of it."""

    path: str
    target: Path
    operations: list[Record]
    raw: bytes | None


@dataclass(slots=True)
class Committer:
    """Holds the parts of one writer; used under the lock only."""

    layout: Layout
    head: Head
    wal: Wal
    audit: Audit
    history: History
    lines: Lines
    clock: Callable[[], datetime]
    edits: list[Edit] = field(default_factory=list)
    unsettled: bool = False  # a save taken out could not be merged yet: harvest it
    _born: dict[str, dict[str, float]] = field(default_factory=dict)

    def commit(self, change: Change) -> Receipt:
        """Acknowledge a change and apply it.

        Raises ReadOnlyStoreError when the disk refuses: then nothing is acknowledged.
        """
        record = self._record(change)
        for path in record["files"]:
            raw = disk.read(self.layout.absolute(path))
            if raw is not None:
                self.history.keep(raw)
        self.wal.append(record)
        waiting = self._finish(record)
        return Receipt(record["id"], tuple(waiting))

    def replay(self) -> int:
        """Apply what was acknowledged and not finished; return how many records."""
        pending = self.wal.pending()
        for record in pending:
            self._finish(record, drop=False)
        if pending:
            self.wal.drop()
        return len(pending)

    def retry_waiting(self) -> list[str]:
        """Try the operations that waited for a broken file; return the paths that still do."""
        waiting = self.wal.waiting()
        if not waiting:
            return []
        left: list[Record] = []
        for record in waiting:
            files, blocked = self._views(record)
            if files:
                row = {"id": f"{record['id']}+", "files": files, "extracted": None}
                self._chain({**_about(record), **row})
            if blocked:
                left.append({**_about(record), "files": {p: record["files"][p] for p in blocked}})
        self.wal.set_waiting(left)
        return sorted({path for record in left for path in record["files"]})

    def _record(self, change: Change) -> Record:
        files: dict[str, list[Record]] = {}
        for operation in change.operations:
            ref = getattr(operation, "ref", None)
            folder = self.layout.folder_of(ref) if ref is not None else ""
            for path, row in files_of(operation, folder):
                rows = files.setdefault(path, [])
                if row not in rows:
                    rows.append(row)
        return {
            "id": os.urandom(12).hex(),
            "job": change.job,
            "run": change.run,
            "now": change.now,
            "files": files,
            "lines": [line_as_json(line) for line in change.lines],
            "cursors": [cursor.as_json() for cursor in change.cursors],
            "extracted": change.extracted,
            "marks": dict(change.marks),
            "reviews": [dict(row) for row in change.reviews],
            "facts": self._origins(change),
            "tombstones": [m for ref, fact in change.tombstones for m in self.marks(ref, fact)],
            "seen": [[self.name(path), self.head.files.get(self.name(path)), sha]
                     for path, sha in change.seen],
        }  # fmt: skip

    def _origins(self, change: Change) -> list[Record]:
        salt = self.head.salt
        return [
            {
                "fact": salted(salt, f"{origin.ref}#{origin.id}"),
                "origin": origin.origin,
                "trust": origin.trust,
                "lines": [salted(salt, line) for line in origin.lines],
            }
            for origin in change.origins
        ]

    def name(self, path: str) -> str:
        """Return the salted name of a path."""
        return salted(self.head.salt, path)

    def marks(self, ref: Ref, fact: Fact) -> list[str]:
        """Return the salted marks of a deleted fact: its id (never used again) and its words."""
        return [
            salted(self.head.salt, f"{ref}#{fact.id}"),
            salted(self.head.salt, f"{ref}|{normal(fact.fact)}"),
        ]

    def _finish(self, record: Record, *, drop: bool = True) -> list[str]:
        files, blocked = self._views(record)
        if record["lines"]:
            self.lines.append(line_from_json(row) for row in record["lines"])
        self._append_rows("review", record["reviews"], record["id"])
        self._append_rows(
            "tombstones", [{"marks": record["tombstones"]}] if record["tombstones"] else [],
            record["id"],
        )  # fmt: skip
        if blocked:
            part = {path: record["files"][path] for path in blocked}
            if all(w["id"] != record["id"] for w in self.wal.waiting()):
                self.wal.wait({**_about(record), "files": part})
        sequence = [row["seq"] for row in record["lines"]]
        row = {
            "id": record["id"],
            "files": [*record["seen"], *files],
            "cursors": record["cursors"],
            "lines": [min(sequence), max(sequence)] if sequence else [],
            "extracted": record["extracted"],
            "marks": record["marks"],
            "facts": record["facts"],
            "tombstones": record["tombstones"],
            "reviews": len(record["reviews"]),
            "waiting": [self.name(path) for path in blocked],
        }
        self._chain({**_about(record), **{k: v for k, v in row.items() if v not in ([], {}, None, 0)}})
        if drop:
            self.wal.drop()
        return blocked

    def _chain(self, row: Record) -> None:
        self.audit.append({**row, "time": self.clock().isoformat()}, self.head)

    def _append_rows(self, folder: str, rows: list[Record], record_id: str) -> None:
        path = self.layout.own / folder / f"{self.layout.writer}.jsonl"
        if not rows or f'"record": "{record_id}"'.encode() in (disk.read(path) or b""):
            return
        text = "".join(
            json.dumps({"record": record_id, **row}, ensure_ascii=False) + "\n" for row in rows
        )
        disk.append(path, text.encode())

    def _views(self, record: Record) -> tuple[list[list[str | None]], list[str]]:
        """Apply a record to its files; return [salted path, before, after] rows and what waits."""
        done: list[list[str | None]] = []
        blocked: list[str] = []
        for path, operations in record["files"].items():
            try:
                before, after = self._view(path, operations)
            except (CorruptFileError, StoreError) as err:
                if isinstance(err, ReadOnlyStoreError):
                    raise
                blocked.append(path)
            else:
                if before != after:
                    done.append([self.name(path), before, after])
        return done, blocked

    def _view(self, path: str, operations: list[Record]) -> tuple[str | None, str | None]:
        """Write one file; return the SHA-256 of what was read and of what stands now."""
        target = self.layout.absolute(path)
        raw = disk.read(target)
        self.refuse_emptied(path, raw)
        wanted = apply(path, self._with_fresh(path, raw), operations)
        if wanted is None or wanted == raw:
            return None, None
        self.history.keep(wanted)
        stands = self._place(_Placing(path, target, operations, raw), wanted)
        if path.endswith("/items.json"):
            self._remember_new(path, raw, stands)
        return disk.digest(raw) if raw is not None else None, disk.digest(stands)

    def _place(self, placing: "_Placing", wanted: bytes) -> bytes:
        """Exchange until nobody saved in between; return what stands then.

        Saves that were taken out stay beside the file until ours, with them merged in, stands.
        """
        base = expected = placing.raw
        taken: list[tuple[Path, bytes]] = []
        try:
            while wanted != expected:
                swapped = disk.swap(placing.target, wanted, expected)
                found = swapped.found
                if swapped.placed and found == expected:
                    break
                if found is None:  # removed meanwhile: write it anew
                    base = expected = None
                    continue
                if swapped.taken:
                    taken.append((swapped.taken, found))
                merged = self._merge_save(placing, (base, wanted, found), swapped)
                base = expected = wanted if swapped.placed else found
                wanted = merged
        except StoreError:
            self.unsettled = True
            raise
        if taken:
            self.history.keep(wanted)
        for place, found in taken:
            self.history.keep(found)
            place.unlink(missing_ok=True)
        return wanted

    def _merge_save(
        self, placing: "_Placing", versions: tuple[bytes | None, bytes, bytes], swapped: disk.Swapped
    ) -> bytes:
        """Return the bytes a person saved in between with ours merged in."""
        path = placing.path
        base, wanted, found = versions
        try:
            self.refuse_emptied(path, found)
            merged = merge(path, base, wanted, found, self.fresh_ids(path))
            self._remember_new(path, base, found)
            self.edits.append(Edit(path, base, found))
            return apply(path, merged, placing.operations) or merged
        except CorruptFileError:
            if swapped.taken:  # theirs is out and ours is in: give it back as it was
                self.history.keep(found)
                disk.swap(placing.target, found, wanted)
                swapped.taken.unlink(missing_ok=True)
            raise

    def _with_fresh(self, path: str, raw: bytes | None) -> bytes | None:
        """Return what stands there; of a save not yet judged, with the facts it was too old to have.

        A rescan comes before every commit, but a person can save once more right after it.
        """
        known = self.head.files.get(self.name(path))
        if raw is None or known is None or not path.endswith("/items.json"):
            return raw
        before = self.history.get(known) if disk.digest(raw) != known else None
        if before is None:
            return raw
        merged = merge(path, before, before, raw, self.fresh_ids(path))
        self.history.keep(raw)
        self.edits.append(Edit(path, before, raw))
        return merged

    def fresh_ids(self, path: str, *, at: float | None = None) -> frozenset[str]:
        """Return ids of facts that stood too briefly before `at` (seconds, wall) to be deleted.

        Nobody reads a fact and deletes it within a second; a save without it was made from a buffer
        older than the fact.
        """
        moment = self.clock().timestamp() if at is None else at
        return frozenset(i for i, born in self._born.get(path, {}).items()
                         if moment - born < _FRESH_SECONDS)  # fmt: skip

    def _remember_new(self, path: str, before: bytes | None, after: bytes | None) -> None:
        moment = self.clock().timestamp()
        born = {i: t for i, t in self._born.get(path, {}).items() if moment - t < _KEEP_BORN}
        new = dict.fromkeys(_ids(path, after) - _ids(path, before), moment)
        self._born[path] = new | born  # put back once: the first birth counts

    def refuse_emptied(self, path: str, raw: bytes | None) -> None:
        """An items.json that says nothing where facts stood is never a deletion."""
        if not path.endswith("/items.json") or raw is None or len(raw) > 64:  # noqa: PLR2004 - no fact is this short
            return
        if raw.strip(b"\xef\xbb\xbf \t\r\n") in (b"", b"[]", b"{}"):
            known = self.history.get(self.head.files.get(self.name(path), "")) or b""
            if b'"id"' in known:
                raise CorruptFileError(path, 1, 1, "empty where facts stood; restore or fix it")


def _about(record: Record) -> Record:
    return {key: record[key] for key in ("id", "job", "run", "now")}


def _ids(path: str, raw: bytes | None) -> set[str]:
    if raw is None:
        return set()
    return {fact.id for fact in parse_items(raw, ref_of(path), path=path).facts}
