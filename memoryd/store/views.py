"""Views: the files that people read; a save made while we write is merged, never lost."""

import json
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from memoryd.core.entity import ref_of
from memoryd.core.items import MERGE_RULE, dump_items, fact_as_json, parse_items
from memoryd.core.ledger import Ledger
from memoryd.core.value import field, frozen, mutable
from memoryd.errors import CorruptFileError, DataError, ReadOnlyStoreError, StoreError
from memoryd.store import disk
from memoryd.store.audit import Audit
from memoryd.store.births import Births, saved_at
from memoryd.store.history import History
from memoryd.store.layout import Layout
from memoryd.store.wal import Record

_ITEMS = "/items.json"
_WIDE = (b"\xff\xfe", b"\xfe\xff")  # how UTF-16 begins, and UTF-32
_SAMPLE = 4096  # bytes of a text that tell its encoding
_NOTHING = frozenset(disk.digest(raw) for raw in (b"", b"[]", b"{}", b"[]\n", b"{}\n"))


@frozen
class Save:
    """A person's save of a file, and what it is judged by.

    before: the version it is compared with; fresh: ids of facts too young to be deleted in it;
    moved: it is new at its path and known from another; at: when it was made, in seconds on the
    wall clock.
    """

    path: str
    raw: bytes
    before: bytes | None = None
    fresh: frozenset[str] = frozenset()
    moved: bool = False
    at: float = 0.0


@frozen
class _Placing:
    """A file being written: where it is, and what is done to it."""

    path: str
    target: Path
    operations: Sequence[Record]


@mutable
class _Round:
    """Where the writing of a file has come to.

    made_from: what `wanted` was made from; stands: what is believed to stand there; ours: the same
    where we placed it; taken: where saves lie that were taken out; theirs: the ids of
    their facts.
    """

    made_from: bytes | None
    wanted: bytes
    stands: bytes | None
    ours: bytes | None = None
    taken: list[Path] = field(default_factory=list)
    theirs: set[str] = field(default_factory=set)


@mutable
class Views:
    """Writes one file at a time; used under the lock only.

    met: saves that our writes met, to be put on record with them; judged: the SHA-256 of those that
    the record at work puts on record itself; unsettled: a save that was taken out could not be
    merged yet and lies beside its file.
    """

    layout: Layout
    audit: Audit
    history: History
    clock: Callable[[], datetime]
    met: list[Save] = field(default_factory=list)
    judged: frozenset[str] = frozenset()
    unsettled: bool = False
    births: Births = field(default_factory=Births)

    def write(self, path: str, operations: Sequence[Record]) -> tuple[str | None, str | None]:
        """Apply operations to a file; return the SHA-256 of what was known and of what stands now.

        Both are the same when nothing was to be done. Raises CorruptFileError when the file waits
        for a person, StoreError when this file alone cannot be used, ReadOnlyStoreError when the
        disk is full or fails.
        """
        target = self.layout.absolute(path)
        raw = disk.read(target)
        self.refuse_broken(path, raw)
        wanted = _apply(path, self._start(path, raw, operations), operations)
        if wanted is None or wanted == raw:
            known = self.known(path)
            return known, disk.digest(raw) if raw and self._ours(path, raw, operations) else known
        self.history.keep(wanted)
        try:
            before, stands = self._place(_Placing(path, target, operations), raw, wanted)
        except ReadOnlyStoreError as err:
            if disk.forbids(err):  # this folder alone is closed: it waits, others do not
                raise StoreError(str(err)) from err
            raise
        return disk.digest(before) if before is not None else None, disk.digest(stands)

    def _start(self, path: str, raw: bytes | None, operations: Sequence[Record]) -> bytes | None:
        """Return what the operations apply to.

        That is what stands there; of a save not yet judged, with the facts it was too old to have:
        a rescan comes before every commit, but a person can save once more right after it.
        """
        known = self.known(path)
        if raw is None or disk.digest(raw) == known or self._ours(path, raw, operations):
            return self.whole(raw)
        before = self.before(path)
        if known is not None and before is None:  # its history was removed: nothing can be told
            self.history.keep(raw)
            return self.whole(raw)
        save = self.save(path, raw, before, at=when_saved(self.layout.absolute(path)))
        start = self._joined(save, before, before)
        self.history.keep(raw)
        if disk.digest(raw) not in self.judged:
            self.met.append(save)
        return start

    def save(self, path: str, raw: bytes, before: bytes | None, *, at: float) -> Save:
        """Return a save with what it is judged by, while the history does not hold it yet.

        before: the version it is compared with; at: when it was made, in seconds on the wall clock.
        """
        moved = self.known(path) is None and self.history.has(disk.digest(raw))
        return Save(path, raw, before, self._fresh(path, raw, before, at=at), moved, at)

    def before(self, path: str) -> bytes | None:
        """Return the last good version of a file, whole; None when there is none or it is lost."""
        known = self.known(path)
        return self.whole(self.history.get(known)) if known else None

    def _ours(self, path: str, raw: bytes, operations: Sequence[Record]) -> bool:
        """Tell a write of ours that a crash kept out of the audit from a person's save."""
        known = self.known(path)
        before = self.history.get(known) if known else None
        if known is not None and (before is None or disk.digest(raw) == known):
            return False
        planned = _apply(path, self.whole(before), operations)
        if planned is not None and planned != raw:
            self.history.keep(planned)  # what jobs remember as written is known, though a save came
        return planned == raw

    def known(self, path: str) -> str | None:
        """Return the SHA-256 of the last good version of a file; None when none was committed."""
        return self.audit.head.files.get(self.audit.name(path))

    def last_good(self, path: str) -> Ledger:
        """Return the last good version of an items.json; empty when there was none."""
        raw = self.before(path)
        with suppress(CorruptFileError):  # stubs whose texts went with the history
            if raw is not None:
                return parse_items(raw, ref_of(path), path=path)
        return Ledger(ref_of(path))

    def whole(self, raw: bytes | None) -> bytes | None:
        """Return a version with the texts that a person left out of superseded facts."""
        full = self.audit.head.marks.get(full_mark(disk.digest(raw))) if raw is not None else None
        return (self.history.get(full) or raw) if full else raw

    # -- placing -------------------------------------------------------------------------------

    def _place(
        self, placing: _Placing, raw: bytes | None, wanted: bytes
    ) -> tuple[bytes | None, bytes]:
        """Exchange until nobody saved in between; return what stood before us and what stands.

        Saves that were taken out stay beside the file until ours, with them merged in, stands. Only
        the first exchange is made durable at once: against a person who saves again and again, the
        later ones must be faster than they are.
        """
        now, met = _Round(raw, wanted, raw), len(self.met)
        try:
            self._exchange(placing, now)
        except (DataError, StoreError):
            self.unsettled = True
            raise
        saves = self.met[met:]
        if saves:
            self._settle(placing, now, saves)
        return saves[-1].raw if saves else raw, now.wanted

    def _exchange(self, placing: _Placing, now: _Round) -> None:
        while now.wanted != now.stands:
            swapped = disk.swap(placing.target, now.wanted, now.stands, durable=not now.taken)
            if swapped.placed:
                self._note_births(placing.path, now)
                if swapped.found == now.stands:
                    break
            if swapped.taken:
                now.taken.append(swapped.taken)
            self._meet(placing, now, swapped)

    def _settle(self, placing: _Placing, now: _Round, saves: Sequence[Save]) -> None:
        """Drop what was taken out, now that it stands merged and durable."""
        if now.taken:
            disk.settle(placing.target)
        for raw in (now.wanted, *(save.raw for save in saves)):
            self.history.keep(raw)  # not before: what is kept counts as dealt with
        for place in now.taken:
            place.unlink(missing_ok=True)

    def _meet(self, placing: _Placing, now: _Round, swapped: disk.Swapped) -> None:
        """Go on from what an exchange met: ours is made anew from it."""
        path, found = placing.path, swapped.found
        try:
            self.refuse_broken(path, found)
            if found is None:  # an editor that takes its file away first puts it there again
                raise StoreError(f"{path} was removed while it was written; will try again")
            base = now.made_from
            if now.ours is not None and self._is_made_from(path, found, base, now.ours):
                base = now.ours
            at = when_saved(swapped.taken or placing.target)
            save = self.save(path, found, self.whole(base), at=at)
            carried = now.wanted if base is not now.made_from or path.endswith(_ITEMS) else None
            joined = self._joined(save, base, carried)
            wanted = _apply(path, joined, placing.operations) or joined
        except CorruptFileError:
            if swapped.taken and found is not None:  # ours is in: give theirs back as it was
                self._give_back(placing.target, swapped.taken, found, now.wanted)
            raise
        self.met.append(save)
        now.theirs |= (theirs := self._ids(path, found))
        self.births.returning = save.fresh - theirs
        now.ours = now.wanted if swapped.placed else None
        now.stands = now.wanted if swapped.placed else found
        now.made_from, now.wanted = self._filled(save, now.wanted), wanted

    def _is_made_from(self, path: str, saved: bytes, before: bytes | None, ours: bytes) -> bool:
        """Return whether a save was made from what we placed, and not from the save before it.

        It then holds what that save lacks; what it lacks itself a person may have taken out.
        """
        was, now, here = (Counter(self._parts(path, raw)) for raw in (before, ours, saved))
        added, removed = now - was, was - now
        if added:
            return (added & here).total() > (added - here).total()
        return (removed - here).total() > (removed & here).total()

    def _parts(self, path: str, raw: bytes | None) -> list[str] | list[bytes]:
        """Return what of a version can be told apart: its facts, or its lines."""
        if not path.endswith(_ITEMS):
            return [line.strip() for line in (raw or b"").splitlines() if line.strip()]
        with suppress(CorruptFileError):
            if whole := self.whole(raw):
                facts = parse_items(whole, ref_of(path), path=path).facts
                return [json.dumps(fact_as_json(fact), sort_keys=True) for fact in facts]
        return []

    def _filled(self, save: Save, ours: bytes) -> bytes:
        """Return a save with the texts that it left out of superseded facts."""
        if not save.path.endswith(_ITEMS):
            return save.raw
        base = parse_items(ours, ref_of(save.path), path=save.path)
        return filled(save.path, save.raw, base)[1] or save.raw

    def _joined(self, save: Save, base: bytes | None, ours: bytes | None) -> bytes:
        """Return a save with what `ours` says beyond `base`; None for nothing."""
        if ours is None:
            return save.raw
        return _merge(save.path, self.whole(base), ours, save.raw, save.fresh)

    def _give_back(self, target: Path, taken: Path, found: bytes, wanted: bytes) -> None:
        self.history.keep(found)
        back = disk.swap(target, found, wanted)
        taken.unlink(missing_ok=True)
        if not back.placed or back.taken:  # one more save came: it is judged next
            self.unsettled = True

    # -- deletions that are none ---------------------------------------------------------------

    def _fresh(self, path: str, raw: bytes, before: bytes | None, *, at: float) -> frozenset[str]:
        """Return ids of facts that appeared too shortly before a save to be deleted in it.

        A save without them was made from a buffer older than they are: within a second in any
        case, and while it also says something of its own, for as long as a burst of saves may take
        that no look has met.
        """
        births = self.births
        if not births.may_be_unseen(path, at=at):
            return frozenset()
        fresh = births.young(path, at=at)
        late = births.unseen(path, self._ids(path, raw), at=at) - fresh
        if late and Counter(self._parts(path, raw)) - Counter(self._parts(path, before)):
            return fresh | late
        return fresh

    def _note_births(self, path: str, now: _Round) -> None:
        """Note the facts that stand for the first time, or again: a person may have read before."""
        new = self._ids(path, now.wanted) - self._ids(path, now.stands)
        self.births.note(path, new, now.theirs, now=self.clock().timestamp())

    def _ids(self, path: str, raw: bytes | None) -> set[str]:
        if not path.endswith(_ITEMS):
            return set()
        with suppress(CorruptFileError):  # a stub's base may be gone: then nothing in it is new
            if whole := self.whole(raw):
                return {fact.id for fact in parse_items(whole, ref_of(path), path=path).facts}
        return set()

    def refuse_broken(self, path: str, raw: bytes | None) -> None:
        """Raise CorruptFileError for what a person has to mend before it is read or written.

        A text in the middle of a merge or of no encoding of ours, and an items.json that says
        nothing where facts stood. That is never a deletion: an editor that broke off, a disk that
        was full. Nor is one that is gone; who means to let go of an entity removes its folder.
        """
        if not path.endswith(_ITEMS):
            if raw is not None and (found := to_mend(raw)):
                line, rule = found
                raise CorruptFileError(path, line, 1, rule)
            return
        if raw is not None and _says_something(raw):
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


def _says_something(raw: bytes) -> bool:
    text = raw.removeprefix(b"\xef\xbb\xbf").strip()
    return text[:1] + text[1:-1].strip() + text[1:][-1:] not in (b"", b"[]", b"{}")


def to_mend(raw: bytes) -> tuple[int, str] | None:
    """Return what a person must mend in a text: the line, counted from 1, and the rule, or None.

    A merge that was left open; two or four bytes a character, after which none of ours can stand.
    """
    if raw.startswith(_WIDE) or raw.count(0, 0, _SAMPLE) * 4 > len(raw[:_SAMPLE]):
        return 1, "UTF-16 or UTF-32; save the file as UTF-8"
    if b"<<<<<<< " not in raw:
        return None
    from memoryd.core.blocks import open_merge  # noqa: PLC0415 - as above

    return (line, MERGE_RULE) if (line := open_merge(raw)) else None


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


def when_saved(place: Path) -> float:
    """Return when what stands at a place was saved, in seconds on the wall clock."""
    try:
        stat = place.lstat()
        return saved_at(stat.st_mtime, stat.st_ctime)
    except OSError:
        return 0.0  # gone again: then nothing in it can have been meant as a deletion
