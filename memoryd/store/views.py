"""Views: the files that people read; a save made while we write is merged, never lost."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from memoryd.core.entity import Ref, ref_of
from memoryd.core.fact import Fact
from memoryd.core.items import dump_items, parse_items
from memoryd.core.ledger import Ledger
from memoryd.core.value import field, frozen, mutable
from memoryd.errors import CorruptFileError, ReadOnlyStoreError, StoreError
from memoryd.store import disk
from memoryd.store.audit import Audit
from memoryd.store.history import History
from memoryd.store.layout import Layout
from memoryd.store.wal import Record

_FRESH_SECONDS = 1.0
_KEEP_BORN = 60.0
_NOTHING = frozenset(disk.digest(raw) for raw in (b"", b"[]", b"{}", b"[]\n", b"{}\n"))


@frozen
class Difference:
    """What a person's save of an items.json says about the facts that stood before it.

    gone: facts deleted for good; stale: facts so young that the save is only older than they are;
    edited: ids of new and changed facts.
    """

    ref: Ref
    gone: tuple[Fact, ...] = ()
    stale: tuple[Fact, ...] = ()
    edited: tuple[str, ...] = ()


@frozen
class _Placing:
    """A file being written: where it is, what is done to it, and what was read of it."""

    path: str
    target: Path
    operations: Sequence[Record]
    raw: bytes | None


@mutable
class Views:
    """Writes one file at a time; used under the lock only.

    met: saves that our writes met and merged, to be put on record with them; unsettled: a save that
    was taken out could not be merged yet and lies beside its file.
    """

    layout: Layout
    audit: Audit
    history: History
    clock: Callable[[], datetime]
    met: list[Difference] = field(default_factory=list)
    unsettled: bool = False
    _born: dict[str, dict[str, float]] = field(default_factory=dict)
    _returning: frozenset[str] = frozenset()

    def write(self, path: str, operations: Sequence[Record]) -> tuple[str | None, str | None]:
        """Apply operations to a file; return the SHA-256 of what was known and of what stands now.

        Both are the same when nothing was to be done. Raises CorruptFileError when the file waits
        for a person, StoreError when this file alone cannot be used, ReadOnlyStoreError when the
        disk is full or fails.
        """
        target = self.layout.absolute(path)
        raw = disk.read(target)
        self.refuse_emptied(path, raw)
        wanted = _apply(path, self._start(path, raw, operations), operations)
        if wanted is None or wanted == raw:
            known = self.known(path)
            return known, disk.digest(raw) if raw and self._ours(path, raw, operations) else known
        self.history.keep(wanted)
        try:
            stands = self._place(_Placing(path, target, operations, raw), wanted)
        except ReadOnlyStoreError as err:
            if disk.forbids(err):  # this folder alone is closed: it waits, others do not
                raise StoreError(str(err)) from err
            raise
        return disk.digest(raw) if raw is not None else None, disk.digest(stands)

    def _start(self, path: str, raw: bytes | None, operations: Sequence[Record]) -> bytes | None:
        """Return what the operations apply to.

        That is what stands there; of a save not yet judged, with the facts it was too old to have:
        a rescan comes before every commit, but a person can save once more right after it.
        """
        known = self.known(path)
        unjudged = raw is not None and known is not None and disk.digest(raw) != known
        before = self.whole(self.history.get(known)) if known and unjudged else None
        if raw is None or before is None or not path.endswith("/items.json"):
            return self.whole(raw)
        if self._ours(path, raw, operations):
            return raw
        fresh = self.fresh_ids(path, at=_saved_at(self.layout.absolute(path)))
        merged = _merge(path, before, before, raw, fresh)
        self.history.keep(raw)
        self._meet(path, before, raw, fresh)
        return merged

    def _ours(self, path: str, raw: bytes, operations: Sequence[Record]) -> bool:
        """Tell a write of ours that a crash kept out of the audit from a person's save."""
        known = self.known(path)
        before = self.history.get(known) if known else None
        if known is not None and (before is None or disk.digest(raw) == known):
            return False
        return _apply(path, self.whole(before), operations) == raw

    def known(self, path: str) -> str | None:
        """Return the SHA-256 of the last good version of a file; None when none was committed."""
        return self.audit.head.files.get(self.audit.name(path))

    def last_good(self, path: str) -> Ledger:
        """Return the last good version of an items.json; empty when there was none."""
        known = self.known(path)
        raw = self.whole(self.history.get(known)) if known else None
        with suppress(CorruptFileError):  # stubs whose texts went with the history
            if raw is not None:
                return parse_items(raw, ref_of(path), path=path)
        return Ledger(ref_of(path))

    def whole(self, raw: bytes | None) -> bytes | None:
        """Return a version with the texts that a person left out of superseded facts."""
        full = self.audit.head.marks.get(full_mark(disk.digest(raw))) if raw is not None else None
        return (self.history.get(full) or raw) if full else raw

    # -- placing -------------------------------------------------------------------------------

    def _place(self, placing: _Placing, wanted: bytes) -> bytes:
        """Exchange until nobody saved in between; return what stands then.

        Saves that were taken out stay beside the file until ours, with them merged in, stands. Only
        the first exchange is made durable at once: against a person who saves again and again, the
        later ones must be faster than they are.
        """
        base = expected = placing.raw
        taken: list[tuple[Path, bytes]] = []
        try:
            while wanted != expected:
                swapped = disk.swap(placing.target, wanted, expected, durable=not taken)
                if swapped.placed:
                    self._note_births(placing.path, expected, wanted)
                    if swapped.found == expected:
                        break
                if swapped.taken and swapped.found is not None:
                    taken.append((swapped.taken, swapped.found))
                base, wanted = self._after(placing, swapped, (base, wanted))
                expected = base
        except StoreError:
            self.unsettled = True
            raise
        if taken:
            self._settle(placing, wanted, taken)
        return wanted

    def _after(
        self, placing: _Placing, swapped: disk.Swapped, was: tuple[bytes | None, bytes]
    ) -> tuple[bytes | None, bytes]:
        """Return what stands after an exchange that met something else, and what to place next."""
        base, wanted = was
        if swapped.found is None:  # removed meanwhile: write it anew
            return None, wanted
        merged = self._merge_save(placing, (base, wanted, swapped.found), swapped)
        return (wanted if swapped.placed else swapped.found), merged

    def _settle(self, placing: _Placing, wanted: bytes, taken: list[tuple[Path, bytes]]) -> None:
        """Drop what was taken out, now that it stands merged and durable."""
        disk.settle(placing.target)
        self.history.keep(wanted)
        for place, found in taken:
            self.history.keep(found)
            place.unlink(missing_ok=True)

    def _merge_save(
        self, placing: _Placing, versions: tuple[bytes | None, bytes, bytes], swapped: disk.Swapped
    ) -> bytes:
        """Return the bytes a person saved in between with ours merged in."""
        path = placing.path
        base, wanted, found = versions
        try:
            self.refuse_emptied(path, found)
            saved_at = _saved_at(swapped.taken or placing.target)
            before, fresh = self.whole(base), self.fresh_ids(path, at=saved_at)
            merged = _merge(path, before, wanted, found, fresh)
            self._returning = fresh
            self._meet(path, before, found, fresh)
            return _apply(path, merged, placing.operations) or merged
        except CorruptFileError:
            if swapped.taken:  # theirs is out and ours is in: give it back as it was
                self._give_back(placing.target, swapped.taken, found, wanted)
            raise

    def _meet(self, path: str, before: bytes | None, saved: bytes, fresh: frozenset[str]) -> None:
        if path.endswith("/items.json"):
            ref = ref_of(path)
            base = parse_items(before, ref, path=path) if before is not None else Ledger(ref)
            ledger = parse_items(saved, ref, path=path, base=base)
            self.met.append(difference(base, ledger, fresh))

    def _give_back(self, target: Path, taken: Path, found: bytes, wanted: bytes) -> None:
        self.history.keep(found)
        back = disk.swap(target, found, wanted)
        taken.unlink(missing_ok=True)
        if not back.placed or back.taken:  # one more save came: it is judged next
            self.unsettled = True

    # -- deletions that are none ---------------------------------------------------------------

    def fresh_ids(self, path: str, *, at: float) -> frozenset[str]:
        """Return ids of facts that appeared too shortly before a save to be deleted in it.

        at: of the save, in seconds on the wall clock. Nobody reads a fact and deletes it within a
        second of its appearing; a save without it was made from a buffer older than the fact.
        """
        return frozenset(i for i, born in self._born.get(path, {}).items()
                         if at - born < _FRESH_SECONDS)  # fmt: skip

    def _note_births(self, path: str, before: bytes | None, after: bytes) -> None:
        """Remember when facts of ours appeared; one put back into an older buffer appears anew."""
        if path.endswith("/items.json"):
            moment = self.clock().timestamp()
            known = self._born.get(path, {})
            kept = {i: born for i, born in known.items() if moment - born < _KEEP_BORN}
            new = (self._ids(path, after) - self._ids(path, before)) | self._returning
            self._born[path] = kept | dict.fromkeys(new, moment)
        self._returning = frozenset()

    def _ids(self, path: str, raw: bytes | None) -> set[str]:
        with suppress(CorruptFileError):  # a stub's base may be gone: then nothing in it is new
            if whole := self.whole(raw):
                return {fact.id for fact in parse_items(whole, ref_of(path), path=path).facts}
        return set()

    def refuse_emptied(self, path: str, raw: bytes | None) -> None:
        """Raise CorruptFileError for an items.json that says nothing where facts stood.

        It is never a deletion: an editor that broke off, a disk that was full. Nor is one that is
        gone; who means to let go of an entity removes its folder.
        """
        if not path.endswith("/items.json") or (raw is not None and _says_something(raw)):
            return
        known = self.known(path)
        if known is None or known in _NOTHING:
            return
        before = self.history.get(known)
        if before is not None and b'"id"' not in before:
            return
        if raw is not None:
            raise CorruptFileError(path, 1, 1, "empty where facts stood; restore or fix it")
        if self.layout.absolute(path).parent.is_dir():
            rule = "gone where facts stood; put it back, or remove its folder to let go of them"
            raise CorruptFileError(path, 1, 1, rule)


# What changes a file is loaded when one is written: a question to the memory waits for its start.
def _apply(path: str, raw: bytes | None, operations: Sequence[Record]) -> bytes | None:
    from memoryd.core.change import apply  # noqa: PLC0415 - 20 ms of a start

    return apply(path, raw, operations)


def _merge(
    path: str, base: bytes | None, ours: bytes, theirs: bytes, fresh: frozenset[str]
) -> bytes:
    from memoryd.core.merge import merge  # noqa: PLC0415 - as above

    return merge(path, base, ours, theirs, fresh)


def difference(base: Ledger, saved: Ledger, fresh: frozenset[str]) -> Difference:
    """Compare a save with what stood before it; fresh: ids too young to be deleted."""
    before = {fact.id: fact for fact in base.facts}
    now = {fact.id for fact in saved.facts}
    missing = [fact for fact in base.facts if fact.id not in now]
    return Difference(
        base.ref,
        gone=tuple(fact for fact in missing if fact.id not in fresh),
        stale=tuple(fact for fact in missing if fact.id in fresh),
        edited=tuple(fact.id for fact in saved.facts if before.get(fact.id) != fact),
    )


def _says_something(raw: bytes) -> bool:
    text = raw.removeprefix(b"\xef\xbb\xbf").strip()
    return text[:1] + text[1:-1].strip() + text[1:][-1:] not in (b"", b"[]", b"{}")


def full_mark(sha: str) -> str:
    """Return the mark of the head that names the whole of a version with superseded stubs."""
    return f"full:{sha}"


def filled(path: str, raw: bytes, base: Ledger) -> tuple[Ledger, bytes | None]:
    """Read a save; where stubs in it take their text from `base`, return its whole bytes too."""
    ref = ref_of(path)
    try:
        return parse_items(raw, ref, path=path), None
    except CorruptFileError:
        ledger = parse_items(raw, ref, path=path, base=base)
        return ledger, dump_items(ledger)


def _saved_at(place: Path) -> float:
    try:
        return place.lstat().st_mtime
    except OSError:
        return 0.0  # gone again: then nothing in it can have been meant as a deletion
