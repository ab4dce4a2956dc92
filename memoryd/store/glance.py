"""Glance: which files a memory has and what the audit adds up to; all that is seen at once.

This is apart from the rest because a command that an agent starts pays for every module: with the
parts that know how to write, each question took 15 ms more.
"""

from collections.abc import Collection, Iterator
from contextlib import suppress
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Any

from memoryd.core.entity import Ref, slugify
from memoryd.core.items import parse_items
from memoryd.core.ledger import Ledger
from memoryd.errors import CorruptFileError, SlugError, StoreError
from memoryd.store import disk
from memoryd.store.audit import Audit
from memoryd.store.head import Head
from memoryd.store.layout import Layout

_ITEMS, _NOTES = "/items.json", "\nmemory/"


class Glance:
    """A memory seen from outside: nothing here takes a lock or writes."""

    def __init__(self, layout: Layout, audit: Audit) -> None:
        """Use the files of a layout; load() before anything else."""
        self._layout, self._audit = layout, audit

    @staticmethod
    def at(layout: Layout) -> "Glance":
        """Open for a look. Raises StoreError where the audit cannot be read."""
        found = Glance(layout, Audit(layout.own, layout.state, layout.writer))
        found.load()
        return found

    def load(self) -> None:
        """Read the head from the audit and its copy. Raises StoreError where it cannot be read."""
        try:
            self._audit.load(is_new=self._layout.is_new, last_line=self._last_line)
        except OSError as err:
            raise disk.refused(err, self._layout.own, doing="read") from err

    def _last_line(self) -> int:
        from memoryd.store.lines import Lines  # noqa: PLC0415 - only where the copy is no use

        return Lines(self._layout.own / "lines" / self._layout.writer).last()

    @property
    def root(self) -> Path:
        """The resolved root."""
        return self._layout.root

    @property
    def head(self) -> Head:
        """What the audit chain adds up to."""
        return self._audit.head

    @property
    def state(self) -> Path:
        """The folder of what is derived from this memory: it may be deleted."""
        return self._layout.state

    def begun(self) -> bool:
        """Return whether there is a memory, or was one that the state folder still knows of."""
        return self.root.is_dir() or self._audit.copy() is not None

    def files(self) -> dict[str, str]:
        """Return every file of the memory that a person reads and may have, with its place."""
        paths = [f"memory/{day}.md" for day in self._layout.note_days()] + ["MEMORY.md", "USER.md"]
        found = {path: self._layout.place(path) for path in paths}
        root = str(self.root)
        for folder in self._layout.entity_folders():
            for name in ("items.json", "summary.md"):
                found[f"{folder}/{name}"] = f"{root}/{folder}/{name}"
        return found

    def unread(self) -> dict[str, str]:
        """Return each folder of an entity that is passed over, relative to the root, and why."""
        return {
            path: "is a link and is not read; put the folder itself there"
            if link
            else "is not read; rename it in small letters, digits and hyphens"
            for path, link in self._layout.unread().items()
        }

    def gone_at_once(self, files: Collection[str]) -> dict[str, str]:
        """Return folder -> in one line what of the memory is gone all at once; "." for entities.

        files: those that there are. They are counted where fewer are there than were remembered.
        """
        from memoryd.store import presence  # noqa: PLC0415 - a question pays for every module

        found: dict[str, str | None] = {}
        head, listed = self.head, "\n".join(["", *files])  # counted so as every search does it
        if listed.count(_ITEMS) < presence.known(head).total():
            now = presence.counts(p.removesuffix(_ITEMS) for p in files if p.endswith(_ITEMS))
            found["."] = presence.missing(self.root, head, now)
        if listed.count(_NOTES) < presence.notes_known(head):
            papers = presence.papers(self._layout, head)
            found["memory"] = presence.papers_missing(self._layout, head, papers)
        return {folder: why for folder, why in found.items() if why}

    def summaries(self) -> Iterator[tuple[Ref, bytes]]:
        """Yield every entity, sorted by its folder, with its summary.md; b"" for none to be read.

        Not by way of its ref: a prompt waits while all of them are gone through.
        """
        for ref, folder in self._layout.entities().items():
            raw = self._summary_in(folder)
            yield (self.as_it_was(ref) if ref.folder == "archives" else ref), raw

    def passed_over(self) -> Iterator[tuple[Ref, bytes]]:
        """Yield as `summaries` what may be entities in folders that are not read: their names."""
        for kind, folder in self._layout.passed_over():
            with suppress(SlugError):
                yield Ref(kind, slugify(folder.rpartition("/")[2])), self._summary_in(folder)

    def _summary_in(self, folder: str) -> bytes:
        try:
            return disk.read(f"{self.root}/{folder}/summary.md") or b""
        except StoreError:
            return b""

    def names_known(self) -> bool:
        """Return whether every entity's name can be seen: no folder of them is shut or away."""
        from memoryd.store.presence import (  # noqa: PLC0415 - only a group asks
            counts,
            emptied,
            missing,
            shut,
        )

        if shut(self._layout) or self._layout.lost():
            return False
        copy = self._audit.copy()
        now = counts(self._layout.entity_folders())
        away = emptied(self.root, copy) if not now else copy and missing(self.root, copy, now)
        return not away

    def ledger_at(self, path: str, ref: Ref) -> Ledger:
        """Return the facts of an items.json; of a broken one the last good ones."""
        try:
            raw = disk.read(self._layout.absolute(path))
            if raw is not None and (found := parse_items(raw, ref, path=path)).facts:
                return found  # else it may have been emptied by mistake
        except (CorruptFileError, StoreError):
            pass
        return self.ledger(ref)[0]

    @cached_property
    def whole(self) -> Any:  # noqa: ANN401 - a MemoryStore, see below
        """The same memory as a MemoryStore, with all that can be read of it. Raises StoreError."""
        # Named, not imported: MemoryStore is made of this.
        return import_module("memoryd.store.memory").MemoryStore.reader(self._layout, self._audit)

    def as_it_was(self, ref: Ref) -> Ref:
        """Return an archived entity's ref with the kind it had, unless another stands there."""
        was: Ref = self.whole.as_it_was(ref)
        return was

    def ledger(self, ref: Ref) -> tuple[Ledger, CorruptFileError | None]:
        """Return an entity's facts; of a broken file the last good ones, and what is wrong."""
        found: tuple[Ledger, CorruptFileError | None] = self.whole.ledger(ref)
        return found
