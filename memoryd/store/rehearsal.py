"""Rehearsal: a memory to try a job on. What the job changes is kept beside it; no file is written.

Each change is applied by the code that applies it to the files. What people saved and no look has
taken in is read as it stands, as theirs.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Self

from memoryd.core.change import apply, version_of
from memoryd.core.entity import Ref
from memoryd.core.items import parse_items
from memoryd.core.ledger import Ledger
from memoryd.core.summary import Summary, read_summary
from memoryd.errors import CorruptFileError, DataError, StoreError
from memoryd.store.commit import Receipt
from memoryd.store.judging import Known, difference, judge
from memoryd.store.layout import Layout
from memoryd.store.memory import MemoryStore
from memoryd.store.views import filled, when_saved
from memoryd.store.waiting import Queue

if TYPE_CHECKING:
    from memoryd.core.change import Change

_NAMES = ("items.json", "summary.md")


class Rehearsal(MemoryStore):
    """A memory as it stands, with what was tried on it since. Made by `of`."""

    def __init__(self, layout: Layout) -> None:
        """Use `of` instead."""
        super().__init__(layout)
        self._files: dict[str, bytes] = {}  # as they would stand now, by path
        self._moved: dict[str, str] = {}  # folder -> where it would lie now
        self._versions: dict[str, bytes] = {}  # of files that are not in the history
        self._saves: list[dict[str, Any]] = []  # rows for the audit

    @classmethod
    def of(cls, store: MemoryStore) -> Self:
        """Begin with what stands on disk. Raises StoreError where the audit cannot be read."""
        return cls.reader(store.health.layout)

    # -- what stands, with what was tried ------------------------------------------------------

    def text_file(self, path: str) -> bytes | None:
        """Return the bytes of a file as they would be now."""
        tried = self._files.get(path)
        return super().text_file(path) if tried is None else tried

    def ledger(self, ref: Ref) -> tuple[Ledger, CorruptFileError | None]:
        """Return an entity's facts as they would be now."""
        path = self._items_of(ref)
        tried = self._files.get(path)
        return super().ledger(ref) if tried is None else (parse_items(tried, ref, path=path), None)

    def summary(self, ref: Ref) -> Summary | None:
        """Return an entity's summary as it would be now."""
        tried = self._files.get(f"{self.folder_of(ref)}/summary.md")
        return super().summary(ref) if tried is None else read_summary(tried)

    def folder_of(self, ref: Ref) -> str:
        """Return the folder in which an entity would lie now."""
        folder = super().folder_of(ref)
        return self._moved.get(folder, folder)

    def audit_rows(self) -> Iterator[dict[str, Any]]:
        """Yield the audit, and the row of what people saved."""
        yield from super().audit_rows()
        yield from self._saves

    def version(self, sha: str) -> bytes | None:
        """Return a version of a file, also of one that a person saved."""
        return self._versions.get(sha) or super().version(sha)

    def keep(self, raw: bytes) -> str:
        """Keep a version beside the memory."""
        self._versions[version_of(raw)] = raw
        return version_of(raw)

    # -- what is tried -------------------------------------------------------------------------

    def commit(self, change: "Change") -> Receipt:
        """Keep what a change would make of the files, and remember its marks."""
        marks = self.head.marks
        self._try(self._committer.files_of(change))
        marks.update(change.marks)
        for name in [name for name, value in change.marks.items() if not value]:
            marks.pop(name, None)
        return Receipt("")

    def _try(self, files: Mapping[str, Sequence[Mapping[str, Any]]]) -> None:
        for path, rows in files.items():
            with suppress(DataError, StoreError):  # a person has to mend it: it would wait
                raw = self.text_file(path)
                self._committer.views.refuse_broken(path, raw)
                after = apply(path, raw, rows)
                if after is not None:
                    self._stands(path, after)

    def _stands(self, path: str, raw: bytes) -> None:
        self._files[path] = self._versions[version_of(raw)] = raw
        self.head.files[self.audit_name(path)] = version_of(raw)

    def rescan(self, now: str) -> int:
        """Put what people saved on the record that is kept here, and try what waits for a file.

        0: nothing is taken in.
        """
        files: list[list[str | None]] = []
        facts: list[dict[str, Any]] = []
        marks: dict[str, str] = {}
        for path in self._edits.paths():
            with suppress(DataError, StoreError):
                raw, known = self.text_file(path), self._committer.views.known(path)
                if raw is not None and version_of(raw) != known:
                    if path.endswith(_NAMES[0]):
                        raw, found = self._judged(path, raw)
                        facts += found
                    else:
                        marks |= self._marks_of(path, raw)
                    files.append([self.audit_name(path), known, version_of(raw)])
                    self._stands(path, raw)
        self.head.marks.update(marks)
        committer = self._committer
        time = committer.clock().isoformat()
        row = {"job": "hand-edit", "run": "hand-edit", "now": now, "time": time, "files": files,
               "facts": facts, "marks": marks}  # fmt: skip
        self._saves += [row] if files else []
        queue = Queue()
        for waits in committer.wal.waiting():
            waiting = {committer.now_at(path): rows for path, rows in waits["files"].items()}
            self._try(queue.open(waiting))
            queue.passed(waiting, ())
        return 0

    def _marks_of(self, path: str, raw: bytes) -> Mapping[str, str]:
        """Return what a look puts on record of a save of text."""
        views = self._committer.views
        at = when_saved(self._committer.layout.absolute(path))
        save = views.save(path, raw, views.before(path), at=at)
        return judge(views, save, Known(self.head.marks)).marks

    def _judged(self, path: str, raw: bytes) -> tuple[bytes, list[dict[str, Any]]]:
        """Return a save with the texts it leaves out, and the rows of the facts that it wrote.

        What it lacks counts as removed.
        """
        views, committer = self._committer.views, self._committer
        views.refuse_broken(path, raw)
        base = views.last_good(path)
        saved, whole = filled(path, raw, base)
        if views.known(path) is None and committer.history.has(version_of(raw)):
            return raw, []  # it was moved there
        found = difference(base, saved, frozenset())
        for fact in found.gone:
            self.head.tombstones.update(committer.marks(base.ref, fact))
        edited = (committer.id_mark(base.ref, fact_id) for fact_id in found.edited)
        facts = [{"fact": name, "origin": "hand-edit", "lines": []} for name in edited]
        return whole or raw, facts

    def rename_operator(self, ref: Ref, name: str, *, run: str, now: str) -> Ref | None:
        """Leave the operator the name they had: a heartbeat gives them the new one."""
        del ref, name, run, now
        return None

    def save_head(self) -> None:
        """Save nothing."""

    def _move(
        self, folder: str, target: str, change: "Change", then: Callable[[], None] = lambda: None
    ) -> bool:
        del then
        for name in _NAMES:
            with suppress(StoreError):
                raw = self.text_file(f"{folder}/{name}")
                if raw is not None:
                    self._stands(f"{target}/{name}", raw)
        self._moved[folder] = target
        self.commit(change)
        return True
