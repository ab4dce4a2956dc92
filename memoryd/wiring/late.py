"""The store of a daemon: opened as soon as the disk takes it, its index with the first question."""

import threading
from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any

import structlog

from memoryd import clock
from memoryd.errors import StoreError, UsageError
from memoryd.jobs.agenda import Past, began
from memoryd.store import MemoryStore
from memoryd.wiring.app import App, Params, Progress

if TYPE_CHECKING:
    from memoryd.jobs.search import Finder

_READS = ("status", "context")

log = structlog.get_logger()


class LateStore:
    """The store that a daemon writes to, opened as soon as the disk takes it.

    A root that is full or read-only when the daemon starts is no end: each verb tries again.
    """

    def __init__(self, app: App, *, wait: float) -> None:
        """Open nothing yet; wait: seconds for another writer."""
        self._app, self._wait = app, wait
        self._opening = threading.Lock()
        self._store: MemoryStore | None = None
        self._began: datetime | None = None
        self._finder: Finder | None = None
        self._found_as: tuple[object, ...] | None = None  # how the finder was made
        self._finding = threading.Lock()

    def open(self) -> MemoryStore:
        """Return the store. Raises LockedError, and ReadOnlyStoreError while the disk refuses."""
        with self._opening:
            if self._store is not None and not self._store.writable and self._store.root.is_dir():
                # .memoryd was removed, or the root made anew: the lock held is of the old one.
                self._close_finder()
                self._store.close()
                self._store = self._began = None
            if self._store is None:
                self._store = self._app.writer(wait=self._wait)
            return self._store

    def perform(self, verb: str, params: Mapping[str, Any], progress: Progress) -> dict[str, Any]:
        """Perform a verb as App.perform does, and search; status is told whatever the disk does.

        What a verb changed is found at once, as soon as anybody has searched.
        """
        if verb == "status" and self._store is None:
            return self._app.perform(verb, params, self._app.reader(), progress)
        store = self.open()
        if verb == "search":
            return self._search(store, params, progress)
        try:
            return self._app.perform(verb, params, store, progress)
        finally:
            if verb not in _READS:
                self._reindex(store)

    def _search(self, store: MemoryStore, params: Params, progress: Progress) -> dict[str, Any]:
        from memoryd.jobs.search import query_of, scope_of  # noqa: PLC0415 - see _reindex

        finder = self._found(store)
        if finder is None:
            scope_of(self._app.settings(), self._app.run().zone)  # says why
            raise UsageError("search is switched off")
        run, given = self._app.run(), params.get("now")
        query = query_of(params, clock.parse_now(str(given), run.zone) if given else run.now)
        if params.get("semantic"):
            finder.await_vectors(progress, query)
        return finder.search(query)

    def _found(self, store: MemoryStore) -> "Finder | None":
        """Return the index as the configuration has it now; None where search is off."""
        from memoryd.jobs.search import Finder, embedder_of, scope_of  # noqa: PLC0415 - see _reindex

        settings = self._app.settings()
        if "search" not in settings.layers:
            return None
        scope = scope_of(settings, clock.zone(settings.timezone))
        with self._finding:
            server = self._app.config().embeddings if settings.embeddings else None
            found_as = scope, settings.semantic, server
            if self._finder is None or self._found_as != found_as:
                self._close_finder()
                self._finder = Finder(store, scope, embedder_of(settings, self._app.embedder))
                self._found_as = found_as
            return self._finder

    def _close_finder(self) -> None:
        if self._finder is not None:
            self._finder.close()
            self._finder = None

    def _reindex(self, store: MemoryStore) -> None:
        """Keep the index up to date once somebody has asked; the first question finds it behind.

        Until then search takes no memory: its parts and the index are 6 MB.
        """
        if self._finder is None:
            return
        try:
            if finder := self._found(store):
                finder.refresh()
        except StoreError as err:
            log.warning("index_behind", exc_info=err)

    def stamp(self) -> str | None:
        """Return what changes with every commit; None while the store is not open."""
        store = self._store
        return None if store is None else store.head.hash

    def past(self) -> Past:
        """Return what the audit remembers of the jobs; nothing while the store is not open."""
        store = self._store
        if store is None:
            return Past({}, {})
        self._began = self._began or began(store)
        return Past.of(store, self._began)

    def close(self) -> None:
        """Close the store and its index, if they were ever opened."""
        self._close_finder()
        if self._store is not None:
            self._store.close()
