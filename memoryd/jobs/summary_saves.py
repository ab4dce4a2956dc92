"""summary_saves: what of our text a person took out of a summary.md since it was written.

A save made from an older version, or of an empty file, took nothing out: what it lacks comes back.
"""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from memoryd import clock
from memoryd.core.change import version_of
from memoryd.core.entity import Ref
from memoryd.core.fact import Fact
from memoryd.core.older import made_from, was_begun_before
from memoryd.core.ours import WRITTEN, sentences, standing
from memoryd.core.outline import key
from memoryd.jobs.past import Version, versions
from memoryd.store import MemoryStore

_OLDEST = 40  # versions before our last one that are looked at: no buffer is older
_NEWEST = 10  # saves since then, of which one was made from another: an editor makes very many


@dataclass(frozen=True, slots=True)
class Saved:
    """base: what of ours the file was made from; lost: sentences that saves of it took out.

    begun: who saved had begun before our last writing, and has nothing that came with it.
    """

    base: bytes | None
    lost: tuple[str, ...] = ()
    begun: bool = False


@dataclass(frozen=True, slots=True)
class _Stood:
    """A version that stood; ours: of our writing; at: since when, seconds on the wall clock."""

    raw: bytes
    ours: bool
    at: float


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
        alone = Version("", written, ours=True, saved=False, heard=0)
        known = list(self._stood(near or [alone]))
        if found and not (found[-1].ours or found[-1].saved or sentences(present or b"")):
            # A heading that was born where a person had removed the file: it is of no version.
            return Saved(b"", _saved(known).lost)
        return _saved([*known, _Stood(present or b"", ours=False, at=clock.now().timestamp())])

    def _stood(self, past: Iterable[Version]) -> Iterator[_Stood]:
        for each in past:
            raw = self._store.version(each.sha) if each.ours or each.saved else None
            if raw is not None:
                yield _Stood(raw, each.ours, each.at)

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


def _saved(past: Sequence[_Stood]) -> Saved:
    """Judge each save by the version it was made from; past: oldest first."""
    base: bytes = b""
    lost: dict[str, str] = {}
    roots: dict[bytes, bytes] = {}  # of each version, what of ours it goes back to
    known: list[bytes] = []  # of which a save may have been made
    written = 0  # how many of them stood up to our last writing
    for each in past:
        raw = each.raw
        if each.ours:
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
        if each.ours:
            written = len(known)
        del known[written:-_NEWEST]
    return Saved(base, tuple(lost.values()), _is_begun(past))


def _is_begun(past: Sequence[_Stood]) -> bool:
    """Return whether the first save since our last writing was begun before that."""
    last = max((at for at, each in enumerate(past) if each.ours), default=None)
    if last is None or last + 1 >= len(past):
        return False
    before, ours, save = past[last - 1].raw if last else b"", past[last], past[last + 1]
    came = _keys(ours.raw) - _keys(before)
    seen = came & standing(save.raw)
    known = (each.raw for each in past[: last + 1])
    return not seen and was_begun_before(save.raw, known, save.at - ours.at)


def _keys(raw: bytes) -> frozenset[str]:
    return frozenset(map(key, sentences(raw)))


def _digest(key: str) -> str:
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()[:12]
