"""summary_saves: what of our text a person took out of a summary.md since it was written.

A save made from an older version, or of an empty file, took nothing out: what it lacks comes back.
"""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass

from memoryd.core.change import version_of
from memoryd.core.entity import Ref
from memoryd.core.fact import Fact
from memoryd.core.older import made_from
from memoryd.core.ours import WRITTEN, sentences, standing
from memoryd.core.outline import key
from memoryd.jobs.past import Version, versions
from memoryd.store import MemoryStore

_OLDEST = 40  # versions before our last one that are looked at: no buffer is older
_NEWEST = 10  # saves since then, of which one was made from another: an editor makes very many


@dataclass(frozen=True, slots=True)
class Saved:
    """base: what of ours the file was made from; lost: sentences that saves of it took out."""

    base: bytes | None
    lost: tuple[str, ...] = ()


class SummarySaves:
    """The summaries that were saved since we wrote them; the audit is read once for all of them."""

    def __init__(self, store: MemoryStore) -> None:
        """Read nothing until it is asked for."""
        self._store = store
        self._past: dict[str, list[Version]] | None = None

    def of(self, ref: Ref, present: bytes | None) -> Saved:
        """Return what became of our text in a summary.md with these bytes."""
        written = self._store.head.marks.get(mark(self._store, WRITTEN, ref), "")
        if not written or written == version_of(present):
            return Saved(self._store.version(written) if written else None)
        found = self._all().get(self._path(ref), [])
        places = [at for at, each in enumerate(found) if each.sha == written]
        near = found[max(0, places[-1] - _OLDEST) :] if places else []
        past = [(each.sha, each.ours) for each in near if each.ours or each.saved]
        read = ((self._store.version(sha), ours) for sha, ours in past or [(written, True)])
        known = [(raw, ours) for raw, ours in read if raw is not None]
        if found and not (found[-1].ours or found[-1].saved or sentences(present or b"")):
            # A heading that was born where a person had removed the file: it is of no version.
            return Saved(b"", _saved(known).lost)
        return _saved([*known, (present or b"", False)])

    def _all(self) -> dict[str, list[Version]]:
        if self._past is None:
            head, names = self._store.head, dict[str, str]()
            for ref in self._store.refs():
                name, written = self._path(ref), mark(self._store, WRITTEN, ref)
                if written in head.marks and head.marks[written] != head.files.get(name):
                    names[name] = written
            self._past = {name: [] for name in names}
            for found in versions(self._store, names):
                if found.sha:
                    self._past[found.path].append(found)
        return self._past

    def _path(self, ref: Ref) -> str:
        return self._store.audit_name(f"{self._store.folder_of(ref)}/summary.md")


def mark(store: MemoryStore, kind: str, ref: Ref) -> str:
    """Return the name of a mark of an entity's summary in the audit's head."""
    return f"{kind}:{store.audit_name(str(ref))}"


@dataclass(frozen=True, slots=True)
class Sentences:
    """Sentences by digests of their keys; a mark holds no text."""

    digests: frozenset[str] = frozenset()

    @classmethod
    def read(cls, said: str) -> "Sentences":
        """Read a mark."""
        return cls(frozenset(said.split()))

    def __contains__(self, key: object) -> bool:
        return isinstance(key, str) and _digest(key) in self.digests

    def and_more(self, keys: Iterable[str]) -> str:
        """Return the mark with the sentences of these keys beside."""
        return " ".join(sorted({*self.digests, *map(_digest, keys)}))


@dataclass(frozen=True, slots=True)
class Removed:
    """The words of the facts that a person removed from an entity; only their digests are kept."""

    store: MemoryStore
    ref: Ref

    def __contains__(self, key: object) -> bool:
        return isinstance(key, str) and self.store.is_tombstoned(self.ref, Fact("", key, ""))


def _saved(past: Iterable[tuple[bytes, bool]]) -> Saved:
    """Judge each save by the version it was made from; past: (bytes, ours), oldest first."""
    base: bytes = b""
    lost: dict[str, str] = {}
    roots: dict[bytes, bytes] = {}  # of each version, what of ours it goes back to
    known: list[bytes] = []  # of which a save may have been made
    written = 0  # how many of them stood up to our last writing
    for raw, ours in past:
        if ours:
            base, lost = raw, {}
        elif raw.strip():
            base = roots[made_from(raw, known, _keys)] if known else b""
            took_out = {key(said): said for said in sentences(base)}
            here = standing(raw, (*took_out.values(), *lost.values()))
            lost = {k: said for k, said in (lost | took_out).items() if k not in here}
        else:
            continue
        roots[raw] = base
        known.append(raw)
        if ours:
            written = len(known)
        del known[written:-_NEWEST]
    return Saved(base, tuple(lost.values()))


def _keys(raw: bytes) -> frozenset[str]:
    return frozenset(map(key, sentences(raw)))


def _digest(key: str) -> str:
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()[:12]
