"""Reading: what stands on disk, as values. It needs no lock and writes nothing."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date, datetime, timedelta
from itertools import chain
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from memoryd import clock
from memoryd.core.cursor import Cursor, cursor_of
from memoryd.core.entity import Ref
from memoryd.core.fact import Fact
from memoryd.core.items import days_of, dump_items, parse_items
from memoryd.core.ledger import Ledger, next_id
from memoryd.core.provenance import lines_of
from memoryd.core.turn import Line
from memoryd.core.value import frozen
from memoryd.errors import ChainError, CorruptFileError, StoreError
from memoryd.store import disk
from memoryd.store.commit import Committer
from memoryd.store.glance import Glance
from memoryd.store.health import Health
from memoryd.store.layout import Layout
from memoryd.store.opened import OpenedLog
from memoryd.store.presence import counts, emptied, missing, papers, papers_missing, shut
from memoryd.store.views import to_mend

if TYPE_CHECKING:
    from memoryd.core.summary import Summary

_ONE_DAY = timedelta(days=1)
ANY_DAY = "~"  # after every ISO day
_GAP = 20  # ids that may never have been given, between two that a person deleted


@frozen
class Entity:
    """What stands on disk about one entity."""

    ref: Ref
    summary: "Summary | None"
    ledger: Ledger
    trouble: CorruptFileError | None = None


@frozen
class Cited:
    """Lines by their salted names, which are all that the audit keeps of them."""

    names: frozenset[str]
    name: Callable[[str], str]

    def __contains__(self, key: object) -> bool:
        """Return whether the line with this key (assistant:session#line) was ever cited."""
        return isinstance(key, str) and self.name(key) in self.names


@frozen
class Recorded:
    """What the audit says of facts, by their salted names; times are those of the runs."""

    times: Mapping[str, str]
    hands: frozenset[str]
    name: Callable[[Ref, str], str]

    def day(self, ref: Ref, fact_id: str, zone: ZoneInfo) -> date | None:
        """Return the local day on which a fact was written down; None when nothing says so."""
        stamp = self.times.get(self.name(ref, fact_id))
        return clock.local_day(datetime.fromisoformat(stamp), zone) if stamp else None

    def by_hand(self, ref: Ref, ids: Iterable[str]) -> frozenset[str]:
        """Return those of the ids whose facts a person wrote or changed in the file."""
        return frozenset(i for i in ids if self.name(ref, i) in self.hands)


def _local(stamp: str, zone: ZoneInfo) -> str:
    return clock.local_day(datetime.fromisoformat(stamp), zone).isoformat()


def months_of(day: date) -> frozenset[str]:
    """Return the months in whose files lines of a local day may stand: each has its own clock."""
    return frozenset(f"{d:%Y-%m}" for d in (day - _ONE_DAY, day, day + _ONE_DAY))


class Reading(Glance):
    """The half of a store that only reads."""

    def __init__(self, layout: Layout) -> None:
        """Use the files of a layout; load() before anything else."""
        self._committer = Committer(layout, clock.now)
        super().__init__(layout, self._committer.audit)
        self.health = Health(layout, self._committer)
        self.opened_log = OpenedLog(layout.state / "opened.jsonl")

    def away(self) -> str | None:
        """Return in one line why the memory seems to be away, None where it is there.

        What cannot be read is not away.
        """
        if self.unseen():
            return None
        copy = self._committer.audit.copy()
        if self._layout.is_new():
            return emptied(self.root, copy)
        if copy is None:
            return None
        now = counts(self._layout.entity_folders())
        gone = missing(self.root, copy, now)
        return gone or papers_missing(self._layout, copy, papers(self._layout, copy))

    def unseen(self) -> str | None:
        """Return in one line why some entities cannot be seen, None where all can."""
        return shut(self._layout)

    # -- the graph -----------------------------------------------------------------------------

    def refs(self) -> list[Ref]:
        """Return every entity on disk, sorted."""
        found = (self.as_it_was(ref) for ref in self._layout.entities())
        return sorted(set(found))

    def refs_since(
        self, day: str, recorded: "Recorded | None", zone: ZoneInfo,
        among: Callable[[Ref], bool] = lambda _: True,
    ) -> dict[Ref, str]:  # fmt: skip
        """Return, sorted, the entities that may have a fact of a day or later, with the latest day.

        Days are ISO; a fact is of the latest of the days on which it became true, was used last and
        was written down (the local one), as for core.decay. None of an entity's is later than its
        latest. A file that is not as it was last put on record may hold anything: ANY_DAY.
        among: which entities are looked at.
        """
        times = recorded.times if recorded else {}
        fresh = {name: time for name, time in times.items() if time[:10] >= day}
        newest = _local(max(fresh.values()), zone) if fresh else ""
        found: dict[Ref, str] = {}
        for place, folder in self._layout.entities().items():
            ref = self.as_it_was(place)
            if among(ref) and (rows := self._days(f"{folder}/items.json")) is not None:
                latest = max((max(became, used or "") for _, became, used in rows), default="")
                ids = (fact_id for fact_id, *_ in reversed(rows))
                while latest < newest and (fact_id := next(ids, None)):
                    if time := fresh.get(self._committer.id_mark(ref, fact_id)):
                        latest = max(latest, _local(time, zone))
                if latest >= day:
                    found[ref] = max(latest, found.get(ref, ""))
        return dict(sorted(found.items()))

    def _days(self, path: str) -> list[tuple[str, str, str | None]] | None:
        """Return what days_of tells of a file, None where there is and was none."""
        any_day: list[tuple[str, str, str | None]] = [("", ANY_DAY, None)]
        try:
            raw = disk.read(self._layout.place(path))
        except StoreError:
            return any_day
        known = self._committer.views.known(path)
        if raw is None and known is None:
            return None
        return any_day if raw is None or disk.digest(raw) != known else list(days_of(raw))

    def strange(self) -> list[str]:
        """Return files and folders that are not read: copies, conflicts, links, odd names."""
        return self._layout.strange()

    def folder_of(self, ref: Ref) -> str:
        """Return an entity's folder relative to the root, also by a ref that it had before."""
        folder = self._committer.folder_of(ref)
        if self._layout.has(folder):
            return folder
        target = self._named(self.head.marks.get(f"redirect:{self.audit_name(str(ref))}"))
        return self._committer.folder_of(target) if target else folder

    def as_it_was(self, ref: Ref) -> Ref:
        """Return an archived entity's ref with the kind it had, unless another stands there."""
        kind = self._committer.kind_of(ref.slug) if ref.folder == "archives" else None
        if kind is None:
            return ref
        was = Ref(kind, ref.slug)
        return was if self._committer.folder_of(was) == f"archives/{ref.slug}" else ref

    def _named(self, name: str | None) -> Ref | None:
        """Return the entity with a salted name: the audit keeps no other."""
        refs = self.refs() if name else []
        return next((ref for ref in refs if self.audit_name(str(ref)) == name), None)

    def exists(self, ref: Ref) -> bool:
        """Return whether an entity has a folder."""
        return self._layout.has(self.folder_of(ref))

    def summary(self, ref: Ref) -> "Summary | None":
        """Return an entity's summary; None when it has none, or none that can be read."""
        from memoryd.core.summary import read_summary  # noqa: PLC0415 - a search does without

        try:
            raw = disk.read(self._layout.absolute(f"{self.folder_of(ref)}/summary.md"))
        except StoreError:
            return None
        return read_summary(raw) if raw is not None else None

    def ledger(self, ref: Ref) -> tuple[Ledger, CorruptFileError | None]:
        """Return an entity's facts; of a broken file the last good ones, and what is wrong."""
        path = self._items_of(ref)
        try:
            return self._parsed(path, disk.read(self._layout.absolute(path)), ref), None
        except StoreError as err:
            trouble = CorruptFileError(path, 1, 1, str(err))
        except CorruptFileError as err:
            trouble = err
        return self._with_waiting(self._committer.views.last_good(path), path), trouble

    def _items_of(self, ref: Ref) -> str:
        return f"{self.folder_of(ref)}/items.json"

    def _parsed(self, path: str, raw: bytes | None, ref: Ref) -> Ledger:
        self._committer.views.refuse_broken(path, raw)
        if raw is None:
            return Ledger(ref)
        try:
            return parse_items(raw, ref, path=path)
        except CorruptFileError:  # a stub without text, perhaps
            base = self._committer.views.last_good(path)
            return parse_items(raw, ref, path=path, base=base)

    def _with_waiting(self, ledger: Ledger, path: str) -> Ledger:
        """Return the last good facts with those that wait for the file to be mended."""
        from memoryd.core.change import apply  # noqa: PLC0415 - of a broken file: 20 ms of a start

        raw: bytes | None = dump_items(ledger)
        for record in self._committer.wal.waiting():
            raw = apply(path, raw, record["files"].get(path, []))
        return parse_items(raw, ledger.ref, path=path) if raw else ledger

    def entity(self, ref: Ref) -> Entity:
        """Return everything that stands about an entity."""
        ledger, trouble = self.ledger(ref)
        return Entity(ref, self.summary(ref), ledger, trouble)

    def used_ids(self, ref: Ref) -> frozenset[str]:
        """Return ids that an entity's facts have or had, so that none is used again."""
        known = self._committer.views.last_good(self._items_of(ref))
        ids = {fact.id for fact in (*self.ledger(ref)[0].facts, *known.facts)}
        return frozenset(ids.union(self._deleted_after(ref, ids)))

    def _deleted_after(self, ref: Ref, ids: Iterable[str]) -> Iterator[str]:
        """Yield the ids above those in use whose facts a person deleted."""
        number = last = int(next_id(ref, ids).rpartition("-")[2])
        while self.head.tombstones and number < last + _GAP:
            fact_id = f"{ref.slug}-{number:03d}"
            number += 1
            if self._committer.id_mark(ref, fact_id) in self.head.tombstones:
                last = number
                yield fact_id

    def is_tombstoned(self, ref: Ref, fact: Fact) -> bool:
        """Return whether a person deleted this fact (by its words) or a fact with its id."""
        return not self.head.tombstones.isdisjoint(self._committer.marks(ref, fact))

    # -- conversation lines --------------------------------------------------------------------

    def cursor(self, path: str) -> Cursor | None:
        """Return how far a transcript was read."""
        row = self.head.cursors.get(self.audit_name(path))
        return cursor_of(path, row) if row else None

    def next_line(self) -> int:
        """Return the sequence number of the next line."""
        return self.head.last_line + 1

    def waiting_lines(self) -> Iterator[Line]:
        """Yield the lines not yet extracted, in order; commits made meanwhile do not disturb it."""
        if self.head.last_line > self.head.extracted:
            yield from self._committer.lines.read(self.head.extracted)

    def lines_of_day(self, day: date, zone: ZoneInfo) -> Iterator[Line]:
        """Yield the lines said on a local day, in the order of their sequence numbers."""
        for line in self._committer.lines.of_months(months_of(day).__contains__):
            if clock.local_day(line.turn.time, zone) == day:
                yield line

    def cited(self) -> "Cited":
        """Return the lines that any commit or review row rests on, by key."""
        names = {
            name
            for row in self.audit_rows()
            for name in chain(row.get("cited", ()), *(f["lines"] for f in row.get("facts", ())))
        }
        keys = {key for row in self.health.reviews() for key in lines_of(row.get("source", ""))}
        return Cited(frozenset(names.union(map(self.audit_name, keys))), self.audit_name)

    def lines_after(self, seq: int) -> Iterator[Line]:
        """Yield the lines with a sequence number above `seq`, in order."""
        yield from self._committer.lines.read(seq)

    def lines_from(self, day: date) -> Iterator[Line]:
        """Yield the lines said in the month of a day and later, in order."""
        yield from self._committer.lines.of_months(lambda month: month >= f"{day:%Y-%m}")

    def recorded(self) -> "Recorded":
        """Return when each fact was written down, and which of them a person's hand put there."""
        days: dict[str, str] = {}
        by_hand: set[str] = set()
        for row in self.audit_rows():
            for fact in row.get("facts", ()):
                days.setdefault(fact["fact"], row["now"])
                if fact["origin"] == "hand-edit":
                    by_hand.add(fact["fact"])
        return Recorded(days, frozenset(by_hand), self._committer.id_mark)

    def version(self, sha: str) -> bytes | None:
        """Return a version of a file that a commit wrote or found; None when it is not kept."""
        return self._committer.history.get(sha)

    def lines_by_key(self, keys: Iterable[str]) -> dict[str, Line]:
        """Return the lines with these keys (assistant:session#line)."""
        return self._committer.lines.find(frozenset(keys))

    # -- notes and troubles --------------------------------------------------------------------

    def text_file(self, path: str) -> bytes | None:
        """Return the bytes of MEMORY.md, or of a note (memory/2026-02-15.md)."""
        return disk.read(self._layout.absolute(path))

    def legible(self, path: str) -> bytes | None:
        """Return the bytes of MEMORY.md, or of a note; None also of one that a person must mend.

        What is meant for it waits (`waiting_paths`), and `troubles` names it.
        """
        try:
            return self.sound_text(path)
        except StoreError:
            return None

    def sound_text(self, path: str) -> bytes | None:
        """Return the bytes of a text to be written anew.

        Raises StoreError for one that a person must mend first: a link, one that is closed to us,
        one in the middle of a merge, one of another encoding.
        """
        raw = self.text_file(path)
        if raw is not None and (found := to_mend(raw)):
            raise StoreError("line {}: {}".format(*found))
        return raw

    def note_days(self) -> list[str]:
        """Return the days that have a note."""
        return self._layout.note_days()

    def troubles(self) -> list[CorruptFileError]:
        """Return every file that cannot be read, each with its place and rule."""
        found = [trouble for ref in self.refs() if (trouble := self.ledger(ref)[1]) is not None]
        texts = [f"{self.folder_of(ref)}/summary.md" for ref in self.refs()]
        for path in [*texts, *(f"memory/{day}.md" for day in self.note_days()), "MEMORY.md"]:
            try:
                raw = self.text_file(path)
            except StoreError as err:
                found.append(CorruptFileError(path, 1, 1, str(err)))
            else:
                if raw is not None and (amiss := to_mend(raw)):
                    found.append(CorruptFileError(path, amiss[0], 1, amiss[1]))
        return found

    def verify(self) -> list[str]:
        """Return what is wrong with the audit, the kept lines and versions, a line each."""
        found = list(self.health.damage())
        try:
            for _ in self.audit_rows():
                pass
        except ChainError as err:
            found.append(f"audit: {err}")
        return found

    def waiting_paths(self) -> list[str]:
        """Return the files whose operations wait to be mended."""
        return self._committer.waiting_paths()

    def held_paths(self, *, since: float = 0.0) -> list[str]:
        """Return the files whose operations wait for the disk to take them.

        since: seconds that they have to wait already, so that a commit in the making is none.
        """
        return self._committer.held_paths(since=since)

    def is_cut_short(self) -> bool:
        """Return whether a change is acknowledged and not finished: the next writer does that."""
        return bool(self._committer.wal.held())

    # -- the audit -----------------------------------------------------------------------------

    def audit_name(self, text: str) -> str:
        """Return the salted name under which a ref#id stands in the audit."""
        return self._committer.audit.name(text)

    def audit_rows(self) -> Iterator[dict[str, Any]]:
        """Yield the audit, oldest first. Raises ChainError where rows were changed or are gone."""
        yield from self._committer.audit.rows()
