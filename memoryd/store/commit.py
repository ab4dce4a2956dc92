"""The write path: one durable record, then views, then its audit row, then the record is dropped.

A crash anywhere leaves a record that is replayed; every effect can be applied twice.
"""

import json
import os
from collections.abc import Callable, Collection, Iterable
from datetime import datetime
from typing import TYPE_CHECKING, Any

from memoryd.core.entity import Ref, ref_of
from memoryd.core.fact import Fact
from memoryd.core.text import normal
from memoryd.core.value import frozen, replace
from memoryd.errors import DataError, ReadOnlyStoreError, StoreError
from memoryd.store import disk
from memoryd.store.audit import Audit
from memoryd.store.history import History
from memoryd.store.judging import as_change, judge_met
from memoryd.store.layout import Layout
from memoryd.store.lines import Lines, line_as_json, line_from_json
from memoryd.store.presence import counted_one_more
from memoryd.store.rowfile import RowFile
from memoryd.store.views import Views
from memoryd.store.waiting import (
    Files,
    Queue,
    facts_as_placed,
    facts_of,
    placed_as,
    renamed_to,
)
from memoryd.store.wal import Record, Wal

if TYPE_CHECKING:  # loaded when something is written: a question waits for its start
    from memoryd.core.change import Change, FactOrigin

_SIDE_FILES = ("review", "tombstones")


_NOTHING_ELSE: dict[str, Any] = {"seen": (), "tombstones": (), "origins": (), "marks": {}}
_LINES = ".memoryd/lines"  # how what was read is named where it waits for the disk


@frozen
class Receipt:
    """What became of a commit: its id, and the files whose operations wait.

    held: they wait for the disk, which took no more, and not for a person.
    """

    id: str
    waiting: tuple[str, ...] = ()
    held: bool = False


@frozen
class _Met:
    """What became of saves that were met: the marks they left, and what follows from them."""

    marks: frozenset[str] = frozenset()
    then: Record | None = None


class Committer:
    """Holds the parts of one writer; used under the lock only."""

    def __init__(self, layout: Layout, clock: Callable[[], datetime]) -> None:
        """Use the files of this layout's writer; clock: the wall clock."""
        own, writer = layout.own, layout.writer
        self.layout = layout
        self.clock = clock
        self.wal = Wal(own / "wal" / writer)
        self.audit = Audit(own, layout.state, writer)
        self.history = History(own / "history")
        self.lines = Lines(own / "lines" / writer)
        self.views = Views(layout, self.audit, self.history, clock)
        self.met: dict[str, bool] = {}  # files whose saves were met since the last look: new ones?
        self.caught_up: dict[str, None] = {}  # files into which went what had waited, till told
        self._side = {name: RowFile(own / name / f"{writer}.jsonl") for name in _SIDE_FILES}

    def commit(self, change: "Change") -> Receipt:
        """Acknowledge a change and apply it.

        What cannot be applied now is applied by the next replay, before anything else is taken.
        Raises ReadOnlyStoreError, StoreError or OSError when nothing was acknowledged.
        """
        self.replay()
        if change.lines and change.lines[0].seq != self.audit.head.last_line + 1:
            raise StoreError("another commit came first; try again")
        record = self._record(change)
        for path in record["files"]:
            self._keep(path)
        self.wal.append(record)
        try:
            waiting = self._finish(record)
            self.wal.drop()
        except (StoreError, OSError):
            return Receipt(record["id"], tuple(record["files"]), held=True)
        return Receipt(record["id"], tuple(waiting))

    def _keep(self, path: str) -> None:
        """Keep the version that a commit starts from."""
        try:
            raw = disk.read(self.layout.absolute(path))
        except StoreError:
            return  # a link or a closed file: its operations will wait
        if raw is not None and disk.digest(raw) == self.views.known(path):
            self.history.keep(raw)  # a save that no look has found is kept when it is met

    def replay(self) -> int:
        """Apply what was acknowledged and not finished; return how many records."""
        pending = self.wal.pending()
        for record in pending:
            self._catch_up(record, self._finish(record))
        self.wal.drop()
        return len(pending)

    def retry_waiting(self) -> None:
        """Try the operations that wait for a broken file, in their order."""
        left: list[Record] = []
        queue, follows = Queue(), False
        for waits in self.wal.waiting():
            record = self._where_now(waits)
            files, blocked = self._views({**record, "files": queue.open(record["files"])})
            part = {**record, "id": f"{record['id']}+{self.audit.head.seq}"}
            met = self._take_in_met(part)
            rest = self._waiting_part(record, queue.passed(record["files"], blocked))
            if files:  # a record can get through file by file: each time has its own id
                facts = facts_as_placed(self.audit, self.layout, record, rest["files"])
                told = {"facts": facts, "foundBy": record.get("foundBy", "")} if facts else {}
                self.chain({**_about(part), "files": files, **told})
                self._catch_up(record, rest["files"])
            self._finish_met(met)
            if rest["files"]:
                left.append(rest)
            follows = follows or met.then is not None
        self.wal.set_waiting(left)
        if follows:  # it is in the log, and done
            self.replay()

    def _where_now(self, record: Record) -> Record:
        """Return a record that waits for the files where they lie now, its facts by their refs."""
        files: Files = {}
        names: dict[str, str] = {}
        for path, rows in record["files"].items():
            now = self.now_at(path)
            files.setdefault(now, []).extend(rows)
            for fact_id in placed_as(path, None, rows):
                was = self.id_mark(ref_of(path), fact_id)
                names[was] = self.id_mark(ref_of(now), fact_id)
        facts = [{**row, "fact": names.get(row["fact"], row["fact"])}
                 for row in record.get("facts", ())]  # fmt: skip
        return {**record, "files": files, "facts": facts}

    def _waiting_part(self, record: Record, files: Files) -> Record:
        """Return what of a record waits with these files: what is done to them, and its facts."""
        return {**_about(record), "files": files, "facts": facts_of(self.audit, record, files),
                "foundBy": record.get("foundBy", "")}  # fmt: skip

    def _catch_up(self, record: Record, blocked: Collection[str]) -> None:
        self.caught_up |= dict.fromkeys(
            path for path in record.get("files", ()) if path not in blocked
        )

    def now_at(self, path: str) -> str:
        """Return where a file lies that operations wait for; its entity may have been moved."""
        folder, _, name = path.rpartition("/")
        if name not in ("items.json", "summary.md"):
            return path
        now = self.folder_of(ref_of(path))
        if not self.layout.has(now):
            was = self.views.last_good(f"{folder}/items.json")
            now = renamed_to(self.layout, was) or now
        return f"{now}/{name}" if now != folder and self.layout.holds(now) else path

    def waiting_paths(self) -> list[str]:
        """Return the files whose operations wait."""
        return sorted({path for record in self.wal.waiting() for path in record["files"]})

    def held_paths(self, *, since: float) -> list[str]:
        """Return the files whose operations the disk holds up, so far for `since` seconds."""
        age = self.clock().timestamp() - self.wal.touched()
        held = self.wal.held() if age >= since else []
        lines = {_LINES for record in held if record["lines"]}
        return sorted({path for record in held for path in record["files"]} | lines)

    def _record(self, change: "Change") -> Record:
        return {
            "id": os.urandom(12).hex(),
            "job": change.job,
            "run": change.run,
            "now": change.now,
            "files": self.files_of(change),
            "lines": [line_as_json(line) for line in change.lines],
            "cursors": list(self.nameless(c.as_json() for c in change.cursors).values()),
            "extracted": change.extracted,
            "marks": dict(change.marks),
            "cited": [self.audit.name(key) for key in change.cited],
            "reviews": [dict(row) for row in change.reviews],
            "facts": self._origins(change.origins),
            "foundBy": change.found_by if change.origins else "",
            "tombstones": self._tombstones(change.tombstones),
            "seen": self._seen(change.seen),
        }

    def _seen(self, seen: Iterable[tuple[str, str]]) -> list[list[str | None]]:
        """Return [salted path, before, after] of files found, of one file in the order of saves."""
        rows: list[list[str | None]] = []
        last: dict[str, str] = {}
        for path, sha in seen:
            rows.append([self.audit.name(path), last.get(path, self.views.known(path)), sha])
            last[path] = sha
        return rows

    def files_of(self, change: "Change") -> dict[str, list[Record]]:
        """Return what a change does to each file, by path."""
        from memoryd.core.change import files_of  # noqa: PLC0415 - see above

        files: dict[str, list[Record]] = {}
        for operation in change.operations:
            ref = getattr(operation, "ref", None)
            folder = self.folder_of(ref) if ref is not None else ""
            for path, row in files_of(operation, folder):
                rows = files.setdefault(path, [])
                if row not in rows:
                    rows.append(row)
        for path in [path for path in files if path.endswith("/summary.md")]:
            if os.path.lexists(self.layout.place(path)):  # born already
                files[path] = [row for row in files[path] if row["op"] != "birth"]
        return {path: rows for path, rows in files.items() if rows}

    def _origins(self, origins: "Iterable[FactOrigin]") -> list[Record]:
        name = self.audit.name
        return [
            {
                "fact": name(f"{origin.ref}#{origin.id}"),
                "origin": origin.origin,
                "trust": origin.trust,
                "lines": [name(line) for line in origin.lines],
            }
            for origin in origins
        ]

    def _tombstones(self, gone: Iterable[tuple[Ref, Fact]]) -> list[str]:
        return [mark for ref, fact in gone for mark in self.marks(ref, fact)]

    def marks(self, ref: Ref, fact: Fact) -> list[str]:
        """Return the salted marks of a deleted fact: its id (never used again) and its words."""
        return [self.id_mark(ref, fact.id), self.audit.name(f"{ref}|{normal(fact.fact)}")]

    def id_mark(self, ref: Ref, fact_id: str) -> str:
        """Return the salted mark of a fact's id."""
        return self.audit.name(f"{ref}#{fact_id}")

    def folder_of(self, ref: Ref) -> str:
        """Return an entity's folder relative to the root.

        A person who archives it without its kind leaves it to us to remember what kind it was; of
        no known kind it is itself alone (archives/sarah), which a group is never told of.
        """
        folder, flat = self.layout.folder_of(ref), f"archives/{ref.slug}"
        if ref.folder == "archives" or self.layout.has(folder):
            return folder
        kind = self.kind_of(ref.slug) if self.layout.holds(flat) else None
        return flat if kind == ref.folder else folder

    def kind_of(self, slug: str) -> str | None:
        """Return the kind that archives/<slug> had when it was last written; None if never.

        Where several had that name, what a group may not know of comes first.
        """
        kinds = ("people", "companies", *self.layout.kinds(), "projects", "resources")
        known = self.audit.head.files
        places = ((kind, f"{Ref(kind, slug).path}/items.json") for kind in kinds)
        return next((kind for kind, path in places if self.audit.name(path) in known), None)

    def nameless(self, cursors: Iterable[Record]) -> dict[str, Record]:
        """Return cursors by their salted names: where a transcript lies may name somebody."""
        named = ((self.audit.name(row["path"]), row) for row in cursors)
        return {name: {**row, "path": name} for name, row in named}

    def _finish(self, record: Record) -> list[str]:
        """Apply a record wholly and chain its row; return the files that wait."""
        if self.audit.has(record["id"]):
            return []  # a crash came after its row: doing it again could undo a person's edit
        files, blocked = self._views(record)
        met = self._take_in_met(record)
        self.lines.append(line_from_json(row) for row in record["lines"])
        self._append_rows("review", record["reviews"], record["id"])
        tombstones = record["tombstones"]
        self._append_rows("tombstones", [{"marks": tombstones}] if tombstones else [], record["id"])
        rest = self._waiting_part(record, {path: record["files"][path] for path in blocked})
        if blocked and all(waiting["id"] != record["id"] for waiting in self.wal.waiting()):
            self.wal.wait(rest)
        sequence = [row["seq"] for row in record["lines"]]
        row = {
            "files": [*record["seen"], *files],
            "cursors": record["cursors"],
            "lines": [min(sequence), max(sequence)] if sequence else [],
            "extracted": record["extracted"],
            # What a save was found to be outlasts what was planned before it.
            "marks": {k: v for k, v in record["marks"].items() if k not in met.marks},
            "cited": record.get("cited", []),
            "facts": [row for row in record["facts"] if row not in rest["facts"]],
            "foundBy": record.get("foundBy", ""),
            "tombstones": tombstones,
            "reviews": len(record["reviews"]),
            "waiting": [self.audit.name(path) for path in blocked],
        }
        self.chain({**_about(record), **{key: value for key, value in row.items() if value}})
        self._finish_met(met)
        return blocked

    def _take_in_met(self, record: Record) -> "_Met":
        """Put the saves that a record's writes met on record, as a look does that finds them.

        They come before its own row: they stood when its operations were applied to them. What
        follows from them for other files is acknowledged here, and done once that row is there.
        """
        saves, self.views.met = self.views.met, []
        if not saves:
            return _Met()
        marks = {**self.audit.head.marks, **record.get("marks", {})}
        found = list(judge_met(self.views, saves, marks))
        self.met |= {save.path: self.views.known(save.path) is None for save in saves}
        change = as_change(found, record["now"], first_seen=sum(self.met.values()))
        row = {**self._record(replace(change, operations=())), "id": f"{record['id']}+met"}
        rewrites = tuple(each for one in found for each in one.rewrites)
        then = None
        if rewrites:
            then = self._record(replace(change, operations=rewrites, **_NOTHING_ELSE))
            self.wal.append(then)
        self._finish(row)
        return _Met(frozenset(name for one in found for name in one.marks), then)

    def _finish_met(self, met: "_Met") -> None:
        if met.then is not None:
            self._finish(met.then)

    def chain(self, row: dict[str, Any]) -> None:
        """Append a row to the audit, with the time on the wall clock."""
        self.audit.append({**row, "time": self.clock().isoformat()})

    def _append_rows(self, name: str, rows: list[Record], record_id: str) -> None:
        """Append a record's rows that are not there: by a crash, or by an earlier reading.

        A row with an id is the same row whenever it is offered; another is its record's only one.
        """
        if not rows:
            return
        file = self._side[name]
        there = list(file.rows())
        text = ""
        for row in rows:
            key, value = ("id", row["id"]) if "id" in row else ("record", record_id)
            mark = f'"{key}": {json.dumps(value, ensure_ascii=False)}'.encode()
            if not any(mark in old for old in there):
                text += json.dumps({"record": record_id, **row}, ensure_ascii=False) + "\n"
        if text:
            file.append(text.encode("utf-8", "surrogatepass"))

    def _views(self, record: Record) -> tuple[list[list[str | None]], list[str]]:
        """Apply a record to its files; return [salted path, before, after] rows and what waits.

        A file that is broken, or closed to us alone, waits; a full or failing disk holds all up.
        """
        done: list[list[str | None]] = []
        blocked: list[str] = []
        self.views.judged = frozenset(sha for *_, sha in record.get("seen", ()))
        for path, operations in record["files"].items():
            met = len(self.views.met)
            try:
                before, after = self.views.write(path, operations)
            except ReadOnlyStoreError:
                raise
            except (DataError, StoreError):
                blocked.append(path)
                del self.views.met[met:]  # a look finds what stands there
            else:
                if before != after:
                    done.append([self.audit.name(path), before, after])
                if before is None:
                    counted_one_more(self.audit.head, path)
        return done, blocked


def _about(record: Record) -> Record:
    return {key: record[key] for key in ("id", "job", "run", "now")}
