"""Hand edits: found by hash, validated, committed as such. The person wins."""

import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from memoryd.core.change import AddFact, Change, FactOrigin
from memoryd.core.entity import ref_of
from memoryd.core.fact import Fact
from memoryd.core.items import parse_items
from memoryd.core.ledger import Ledger
from memoryd.errors import CorruptFileError, StoreError
from memoryd.store import disk
from memoryd.store.commit import Committer

_SETTLED_SECONDS = 0.1
_Stat = tuple[int, int, int]


@dataclass(slots=True)
class Edits:
    """Watches by stat and hash what stands on disk against what was committed last."""

    committer: Committer
    troubles: dict[str, CorruptFileError] = field(default_factory=dict)
    _stats: dict[str, _Stat] = field(default_factory=dict)

    def paths(self) -> list[str]:
        """Return every memory file that a person may edit and that exists now."""
        layout = self.committer.layout
        found = [f"memory/{day}.md" for day in layout.note_days()]
        found += [name for name in ("MEMORY.md",) if (layout.workspace / name).is_file()]
        for ref in layout.refs()[0]:
            folder = layout.folder_of(ref)
            found += [f"{folder}/{name}" for name in ("items.json", "summary.md")]
        return found

    def rescan(self, now: str, paths: Iterable[str] | None = None) -> int:
        """Commit what people changed; return how many files. Broken ones are left and named."""
        changes = [c for path in (self.paths() if paths is None else paths)
                   if (c := self._look(path)) is not None]  # fmt: skip
        for start in range(0, len(changes), 200):
            self._commit(changes[start : start + 200], now)
        return len(changes)

    def absorb_met(self, now: str) -> None:
        """Commit the saves that our own writes met and merged."""
        met, self.committer.edits[:] = list(self.committer.edits), []
        changes = []
        for edit in met:
            if edit.path.endswith("/items.json"):
                base = _ledger(edit.path, edit.before, None)
                saved = _ledger(edit.path, edit.saved, base)
                fresh = self.committer.fresh_ids(edit.path)
                changes.append(_Found(edit.path, None, *_compare(base, saved, fresh)))
        if changes:
            self._commit(changes, now)

    def _look(self, path: str) -> "_Found | None":
        place = self.committer.layout.absolute(path)
        stat = _stat(place)
        if stat is None:
            self.troubles.pop(path, None)
            self._stats.pop(path, None)
            return None
        if self._stats.get(path) == stat:
            return None
        try:
            found = self._judge(path, stat)
        except CorruptFileError as err:
            self.troubles[path] = err
            found = None
        except StoreError as err:
            self.troubles[path] = CorruptFileError(path, 1, 1, str(err))
            return None
        else:
            self.troubles.pop(path, None)
        # A file written just now may be written again within the same tick of its clock.
        if self.committer.clock().timestamp() - stat[2] / 1e9 > _SETTLED_SECONDS:
            self._stats[path] = stat
        return found

    def _judge(self, path: str, stat: _Stat) -> "_Found | None":
        committer = self.committer
        raw = disk.read(committer.layout.absolute(path))
        if raw is None:
            return None
        sha = disk.digest(raw)
        known = committer.head.files.get(committer.name(path))
        if sha == known:
            return None
        if not path.endswith("/items.json"):
            committer.history.keep(raw)
            return _Found(path, sha)
        committer.refuse_emptied(path, raw)
        base = self.last_good(path)
        saved = _ledger(path, raw, base)
        committer.history.keep(raw)
        fresh = committer.fresh_ids(path, at=stat[2] / 1e9)
        return _Found(path, sha, *_compare(base, saved, fresh))

    def last_good(self, path: str) -> Ledger:
        """Return the last version of an items.json that was committed; empty when none was."""
        known = self.committer.head.files.get(self.committer.name(path))
        raw = self.committer.history.get(known) if known else None
        return _ledger(path, raw, None)

    def _commit(self, changes: "list[_Found]", now: str) -> None:
        seen = tuple((c.path, c.sha) for c in changes if c.sha is not None)
        operations = tuple(
            AddFact(ref_of(c.path), fact, ref_of(c.path).slug) for c in changes for fact in c.stale
        )
        change = Change(
            job="hand-edit",
            run="hand-edit",
            now=now,
            operations=operations,
            seen=seen,
            tombstones=tuple((ref_of(c.path), fact) for c in changes for fact in c.gone),
            origins=tuple(
                FactOrigin(ref_of(c.path), fact_id, "hand-edit", "operator")
                for c in changes
                for fact_id in c.edited
            ),
        )
        if not change.empty:
            self.committer.commit(change)
        for c in changes:
            self._stats.pop(c.path, None)


@dataclass(frozen=True, slots=True)
class _Found:
    """A changed file: facts gone for good, facts that an older buffer lacked, ids changed."""

    path: str
    sha: str | None
    gone: tuple[Fact, ...] = ()
    stale: tuple[Fact, ...] = ()
    edited: tuple[str, ...] = ()


def _compare(
    base: Ledger, saved: Ledger, fresh: frozenset[str]
) -> tuple[tuple[Fact, ...], tuple[Fact, ...], tuple[str, ...]]:
    missing = [fact for fact in base.facts if saved.get(fact.id) is None]
    gone = tuple(fact for fact in missing if fact.id not in fresh)
    stale = tuple(fact for fact in missing if fact.id in fresh)
    edited = tuple(fact.id for fact in saved.facts if base.get(fact.id) != fact)
    return gone, stale, edited


def _ledger(path: str, raw: bytes | None, base: Ledger | None) -> Ledger:
    ref = ref_of(path)
    return Ledger(ref) if raw is None else parse_items(raw, ref, path=path, base=base)


def _stat(place: Path) -> _Stat | None:
    try:
        stat = os.lstat(place)
    except OSError:
        return None
    return stat.st_ino, stat.st_size, stat.st_mtime_ns
