"""search: the best passages of the whole memory for people's words, as far as they may be told.

Before it answers, the index is compared with the files; where it cannot be brought up to date, the
answer says so (`stale`).
"""

import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from memoryd.clock import local_day
from memoryd.config import Settings
from memoryd.core.blocks import one_line
from memoryd.core.decay import heat
from memoryd.core.entity import parse_ref
from memoryd.core.passage import Layer, Passage
from memoryd.core.turn import Audience
from memoryd.errors import StoreError, UsageError
from memoryd.jobs.freshness import Behind, Scope, behind
from memoryd.jobs.reading import Reading
from memoryd.jobs.remote import call
from memoryd.paths import Paths
from memoryd.search.database import BrokenIndexError, remove
from memoryd.search.index import Hit, Index
from memoryd.store import MemoryStore

FILE = "index.db"  # in the memory's own state folder
MOST = 50
_PATIENCE = 10.0  # seconds for a daemon that is building its index
_SNIPPET = 400  # characters


@dataclass(frozen=True, slots=True)
class Query:
    """One question. now: aware, for "last week" and for heat; history: superseded facts too."""

    text: str
    now: datetime
    audience: Audience
    limit: int = 10
    history: bool = False


class Finder:
    """The index of one memory, kept open: one writer and one reader of it in this process."""

    def __init__(self, store: MemoryStore, scope: Scope) -> None:
        """Open nothing yet."""
        self._store, self.scope = store, scope
        self._path = store.state / FILE
        self._reads, self._writes = threading.Lock(), threading.Lock()
        self._reader: Index | None = None
        self._writer: Index | None = None
        self._looked = float("-inf")
        self.behind = 0  # how much the index lacked when it was last looked at

    def refresh(self) -> int:
        """Bring the index up to date; return how many paths were written.

        One that is missing, damaged or of another version is built anew. Raises StoreError when it
        cannot be written.
        """
        with self._writes:
            try:
                return self._refreshed()
            except BrokenIndexError:
                self._forget()
                remove(self._path)
                return self._refreshed()

    def _refreshed(self) -> int:
        if self._writer is None:
            self._writer = _open(self._path, write=True)
        looked = time.monotonic()
        what = self._behind(self._writer)
        self.behind = what.count
        self._looked = looked
        if not what.count:
            return 0
        from memoryd.jobs.reindex import reindex  # noqa: PLC0415 - a question waits for its start

        done = reindex(self._store, self._writer, self.scope, what)
        self.behind = 0
        return done

    def _behind(self, index: Index) -> Behind:
        return behind(self._store, index.stamps(), self.scope)

    def _forget(self) -> None:
        """Close both connections: the file they are of goes."""
        with self._reads:
            for index in (self._reader, self._writer):
                if index is not None:
                    index.close()
            self._reader = self._writer = None

    def close(self) -> None:
        """Close what is open."""
        with self._writes:
            self._forget()

    def search(self, query: Query, *, fresh_for: float = 0.0) -> dict[str, Any]:
        """Return results, stale, behind and degraded; a result has the fields of jobs.search.

        fresh_for: seconds after a look at the files in which they are not looked at again: a daemon
        is told of what changes. Raises UsageError for a limit that is none; nothing about the
        words.
        """
        if not 1 <= query.limit <= MOST:
            raise UsageError(f"the number of results is 1 to {MOST}")
        degraded = None
        try:
            if not fresh_for or time.monotonic() - self._looked > fresh_for:
                self.refresh()
            hits = self._ask(query)
        except StoreError as err:
            degraded = str(err)
            self.behind = max(1, self.behind)
            hits = self._ask_as_it_is(query)
        return {
            "results": [self._result(hit, query) for hit in hits],
            "stale": bool(self.behind),
            "behind": self.behind if query.audience is Audience.PRIVATE else 0,
            "degraded": degraded if query.audience is Audience.PRIVATE or not degraded
            else "the index cannot be brought up to date",
        }  # fmt: skip

    def _ask(self, query: Query) -> list[Hit]:
        with self._reads:
            if self._reader is None:
                self._reader = _open(self._path, write=False)
            return self._reader.search(
                query.text,
                today=self._today(query),
                limit=query.limit,
                group=query.audience is Audience.GROUP,
                history=query.history,
            )

    def _ask_as_it_is(self, query: Query) -> list[Hit]:
        """Answer from an index that cannot be written; with nothing where there is none."""
        try:
            return self._ask(query)
        except StoreError:
            return []

    def _today(self, query: Query) -> date:
        return local_day(query.now, self.scope.zone)

    def _result(self, hit: Hit, query: Query) -> dict[str, Any]:
        passage, private = hit.passage, query.audience is Audience.PRIVATE
        return {
            "path": passage.path,
            "startLine": passage.start_line,
            "endLine": passage.end_line,
            "score": round(hit.score, 4),
            "snippet": _snippet(passage),
            "source": "sessions" if passage.layer is Layer.LINE else "memory",
            "provenance": {
                "layer": passage.layer.value,
                "origin": passage.origin,
                "speaker": passage.speaker if private else None,
                "supersededBy": passage.superseded_by,
            },
            "asOf": passage.day,
            "heat": self._heat(passage, query),
            "entity": passage.entity,
            "id": passage.fact,
        }

    def _heat(self, passage: Passage, query: Query) -> str | None:
        if passage.fact is None or passage.entity is None:
            return None
        fact = self._store.ledger(parse_ref(passage.entity))[0].get(passage.fact)
        if fact is None or not fact.active:
            return None
        return heat(fact, today=self._today(query), recorded=None).value


def _open(path: Path, *, write: bool) -> Index:
    if write:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    return Index.open(path, write=write)


def _snippet(passage: Passage) -> str:
    text = one_line(passage.text)
    return text if len(text) <= _SNIPPET else f"{text[: _SNIPPET - 1]}…"


def search(memory: Reading, query: Query) -> dict[str, Any]:
    """Answer one question from a memory opened for reading; see Finder.search."""
    finder = Finder(memory.store, scope_of(memory.settings, memory.zone))
    try:
        return finder.search(query)
    finally:
        finder.close()


def scope_of(settings: Settings, zone: ZoneInfo) -> Scope:
    """Return what decides how passages are made; raises UsageError where search is off."""
    if "search" not in settings.layers:
        raise UsageError("search is switched off; set search = true in [layers]")
    return Scope(zone, settings.operator_name, settings.group_visible, settings.keep_lines)


def asked(
    env: Mapping[str, str], config_file: Path | None, memory: Reading, query: Query
) -> dict[str, Any]:
    """Answer one question: through the daemon where one serves this memory, else from the files."""
    paths = Paths.of(env)
    if config_file in (None, paths.config_file):  # another memory is not the daemon's
        params = {"query": query.text, "limit": query.limit, "history": query.history,
                  "audience": query.audience.value}  # fmt: skip
        found = call(paths.socket, "search", params, timeout=_PATIENCE)
        if found is not None:
            return found
    return search(memory, query)


def query_of(params: Mapping[str, Any], now: datetime) -> Query:
    """Read a question as the daemon's verb `search` takes it; whoever is no operator is a group."""
    private = params.get("audience") == Audience.PRIVATE.value
    return Query(
        str(params.get("query", "")),
        now,
        Audience.PRIVATE if private else Audience.GROUP,
        int(params.get("limit") or 10),
        bool(params.get("history")),
    )
