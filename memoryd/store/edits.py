"""Hand edits: found by hash, validated, committed as such. The person wins."""

from collections.abc import Iterable

from memoryd.core.value import field, mutable
from memoryd.errors import CorruptFileError, ReadOnlyStoreError, StoreError
from memoryd.store import disk
from memoryd.store.births import saved_at
from memoryd.store.commit import Committer
from memoryd.store.judging import Found, Known, as_change, judge
from memoryd.store.presence import counts, missing, papers, papers_missing, remember, shut

_SETTLED_SECONDS = 0.1
_AT_ONCE = 200  # files in one commit


@mutable
class Edits:
    """Watches by stat and hash what stands on disk against what was committed last.

    broken: path -> what is wrong with a file that was not taken in, or with a summary's head.
    """

    committer: Committer
    broken: dict[str, str] = field(default_factory=dict)
    _stats: dict[str, disk.Stamp] = field(default_factory=dict)
    _first_seen: int = 0  # of the files that the last look took in; a heartbeat tells it

    def paths(self) -> list[str]:
        """Return every memory file that a person may edit and that may exist."""
        layout = self.committer.layout
        found = [f"memory/{day}.md" for day in layout.note_days()]
        found.append("MEMORY.md")
        for folder in layout.entity_folders():
            found += [f"{folder}/items.json", f"{folder}/summary.md"]
        return found

    def rescan(self, now: str) -> int:
        """Commit what people changed; return how many files. Broken ones are left as they are.

        Those whose saves our own writes met since the last look count too.

        Raises ReadOnlyStoreError while most of the memory is gone at once, or cannot be read.
        """
        changes: list[Found] = []
        met, self.committer.met = self.committer.met, {}
        count, self._first_seen = len(met), sum(met.values())
        paths = self.paths()
        self._refuse_missing(path for path in paths if path.endswith("/items.json"))
        for gone in self.broken.keys() - set(paths):
            del self.broken[gone]
        for path in paths:
            if (found := self._look(path)) is not None:
                changes.append(found)
                count += 1
                self._first_seen += self.committer.views.known(path) is None
            if len(changes) == _AT_ONCE:
                self._commit(changes, now)
                changes = []
        self._commit(changes, now)
        return count

    def _refuse_missing(self, items: Iterable[str]) -> None:
        committer = self.committer
        layout, head = committer.layout, committer.audit.head
        if unseen := shut(layout):  # what cannot be seen is not gone
            raise ReadOnlyStoreError(unseen)
        now, here = counts(items), papers(layout, head)
        if away := missing(layout.root, head, now) or papers_missing(layout, head, here):
            raise ReadOnlyStoreError(away)
        remember(head, now, here)

    def _look(self, path: str) -> Found | None:
        stat = disk.stamp(self.committer.layout.place(path))
        if stat is not None and self._stats.get(path) == stat:
            return None
        self._stats.pop(path, None)
        self.broken.pop(path, None)
        if stat is None and self.committer.views.known(path) is None:
            return None  # not there, and never was: half of an entity's files
        try:
            found = self._judge(path, stat)
        except CorruptFileError as err:
            self.broken[path] = str(err)
            found = None
        except ReadOnlyStoreError:
            raise
        except StoreError as err:  # a link, or closed to us: looked at again each time
            self.broken[path] = f"{path}: {err}"
            return None
        # A file written just now may be written again within the same tick of its clock.
        if stat and self.committer.clock().timestamp() - max(stat[2:]) / 1e9 > _SETTLED_SECONDS:
            self._stats[path] = stat
        return found

    def _judge(self, path: str, stat: disk.Stamp | None) -> Found | None:
        views, history = self.committer.views, self.committer.history
        raw = disk.read(self.committer.layout.absolute(path))
        if stat is None or raw is None:
            views.refuse_broken(path, None)
            return None
        sha = disk.digest(raw)
        self._note_front_matter(path, raw)
        if sha == views.known(path):
            if not history.has(sha):  # the history was removed: from here on it is kept again
                history.keep(raw, durable=False)
            return None
        views.refuse_broken(path, raw)
        save = views.save(path, raw, views.before(path), at=saved_at(stat[2] / 1e9, stat[3] / 1e9))
        found = judge(views, save, Known(self.committer.audit.head.marks))
        history.keep(raw, durable=False)
        return found

    def _note_front_matter(self, path: str, raw: bytes) -> None:
        """Note what is wrong with a summary's front matter; the save is kept all the same."""
        if not path.endswith("/summary.md") or b"---" not in raw[:8]:
            return
        from memoryd.core.summary import placed, read_summary  # noqa: PLC0415 - as in _commit

        if trouble := read_summary(raw).trouble:
            self.broken[path] = str(placed(path, trouble))

    def _commit(self, changes: list[Found], now: str) -> None:
        for found in changes:  # whatever becomes of the commit, these are looked at once more
            self._stats.pop(found.path, None)
        change = as_change(changes, now, first_seen=self._first_seen)
        if not change.empty:
            self.committer.commit(change)
