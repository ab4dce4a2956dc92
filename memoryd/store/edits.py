"""Hand edits: found by hash, validated, committed as such. The person wins."""

import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING

from memoryd.core.ledger import Ledger
from memoryd.core.value import field, frozen, mutable, replace
from memoryd.errors import CorruptFileError, ReadOnlyStoreError, StoreError
from memoryd.store import disk
from memoryd.store.commit import Committer, hand_edited
from memoryd.store.presence import counts, missing, papers, papers_missing, remember, shut
from memoryd.store.views import Difference, difference, filled, full_mark

if TYPE_CHECKING:
    from memoryd.core.change import Rewrite

_SETTLED_SECONDS = 0.1
_AT_ONCE = 200  # files in one commit
_Stat = tuple[int, int, int, int]


@mutable
class Edits:
    """Watches by stat and hash what stands on disk against what was committed last.

    broken: path -> what is wrong with a file that was not taken in, or with a summary's head.
    """

    committer: Committer
    broken: dict[str, str] = field(default_factory=dict)
    _stats: dict[str, _Stat] = field(default_factory=dict)
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

        Raises ReadOnlyStoreError while most of the memory is gone at once, or cannot be read.
        """
        changes: list[_Found] = []
        count = self._first_seen = 0
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

    def _look(self, path: str) -> "_Found | None":
        stat = _stat(self.committer.layout.place(path))
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

    def _judge(self, path: str, stat: _Stat | None) -> "_Found | None":
        views, history = self.committer.views, self.committer.history
        raw = disk.read(self.committer.layout.absolute(path))
        if stat is None or raw is None:
            views.refuse_emptied(path, None)
            return None
        sha = disk.digest(raw)
        self._note_front_matter(path, raw)
        if sha == views.known(path):
            if not history.has(sha):  # the history was removed: from here on it is kept again
                history.keep(raw, durable=False)
            return None
        if not path.endswith("/items.json"):
            history.keep(raw, durable=False)
            return _Found(path, sha, marks=self._marks_of_loss(path, raw))
        views.refuse_emptied(path, raw)
        base = views.last_good(path)
        saved, whole = filled(path, raw, base)
        marks = {full_mark(sha): history.keep(whole)} if whole is not None else {}
        moved = views.known(path) is None and history.has(sha)
        history.keep(raw, durable=False)
        fresh = views.fresh_ids(path, at=stat[2] / 1e9)
        change = difference(base, saved, fresh)
        rewrites, known = self._rewrites(path, base, saved, fresh)
        found = replace(change, edited=()) if moved else change
        return _Found(path, sha, found, marks | known, rewrites)

    def _rewrites(
        self, path: str, base: Ledger, saved: Ledger, fresh: frozenset[str]
    ) -> tuple[tuple["Rewrite", ...], dict[str, str]]:
        """Return how the summary beside a save goes on without what was taken out of its facts.

        Until the next Sunday it would be told of it. With it the mark of what we wrote last: what
        goes was not taken out of the text by a person, and may come back with its fact.
        """
        words = {fact.id: fact.fact for fact in saved.facts}
        gone = [f for f in base.facts if f.id not in fresh and words.get(f.id) != f.fact]
        if not gone:
            return (), {}
        from memoryd.core.change import Rewrite  # noqa: PLC0415 - as in _commit
        from memoryd.core.ours import WRITTEN, Withdrawn  # noqa: PLC0415 - as in _commit

        committer, withdrawn = self.committer, Withdrawn(gone, saved.facts)
        raw = None
        with suppress(StoreError):  # a link, or closed to us: it is left as it is
            raw = disk.read(committer.layout.absolute(f"{path.rpartition('/')[0]}/summary.md"))
        mark = f"{WRITTEN}:{committer.audit.name(str(base.ref))}"
        written = committer.audit.head.marks.get(mark)
        last = (committer.history.get(written) if written else None) or b""
        after = withdrawn.out_of(raw, last) if raw is not None else None
        if raw is None or after is None or after == raw:
            return (), {}
        marks = {mark: committer.history.keep(withdrawn.out_of(last, last))} if last else {}
        return (Rewrite(base.ref, disk.digest(raw), after),), marks

    def _note_front_matter(self, path: str, raw: bytes) -> None:
        """Note what is wrong with a summary's front matter; the save is kept all the same."""
        if not path.endswith("/summary.md") or b"---" not in raw[:8]:
            return
        from memoryd.core.summary import placed, read_summary  # noqa: PLC0415 - as in _commit

        if trouble := read_summary(raw).trouble:
            self.broken[path] = str(placed(path, trouble))

    def _marks_of_loss(self, path: str, raw: bytes) -> dict[str, str]:
        """Return what has a night judge a note's save that lacks lines of ours.

        Whether a person took them out or saved an older buffer, the versions before it tell.
        """
        from memoryd.core.notes import LOST, our_lines  # noqa: PLC0415 - as in _commit

        views = self.committer.views
        known = views.known(path) if path.startswith("memory/") else None
        before = self.committer.history.get(known) if known else None
        if before is None or our_lines(before).keys() <= our_lines(raw).keys():
            return {}
        return {f"{LOST}{path.removeprefix('memory/').removesuffix('.md')}": "1"}

    def _commit(self, changes: "list[_Found]", now: str) -> None:
        from memoryd.core.change import AddFact, Change  # noqa: PLC0415 - a question does without

        for c in changes:  # whatever becomes of the commit, these are looked at once more
            self._stats.pop(c.path, None)
        found = [c.change for c in changes if c.change is not None]
        marks = {name: sha for c in changes for name, sha in c.marks.items()}
        stale = (AddFact(c.ref, fact, c.ref.slug) for c in found for fact in c.stale)
        change = Change(
            job="hand-edit",
            run="hand-edit",
            now=now,
            operations=(*stale, *(each for c in changes for each in c.rewrites)),
            seen=tuple((c.path, c.sha) for c in changes),
            tombstones=tuple((c.ref, fact) for c in found for fact in c.gone),
            origins=tuple(hand_edited(c.ref, fact_id) for c in found for fact_id in c.edited),
            marks={"first_seen": str(self._first_seen), **marks} if changes else {},
        )
        if not change.empty:
            self.committer.commit(change)


@frozen
class _Found:
    """A changed file, what it changed of its facts, and what else is to change with it."""

    path: str
    sha: str
    change: Difference | None = None
    marks: Mapping[str, str] = field(default_factory=dict)
    rewrites: "tuple[Rewrite, ...]" = ()


def _stat(place: str) -> _Stat | None:
    try:
        stat = os.lstat(place)
    except OSError:
        return None
    # The time of change as well: some programs put the old time of modification back.
    return stat.st_ino, stat.st_size, stat.st_mtime_ns, stat.st_ctime_ns
