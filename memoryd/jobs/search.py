"""search: the best passages of the whole memory for people's words, as far as they may be told.

Before it answers, the index is compared with the files; where it cannot be brought up to date, the
answer says so (`stale`). Meaning is searched too where vectors are (`mode`), and what keeps it from
that is said in one line (`degraded`).
"""

import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from memoryd.clock import local_day
from memoryd.config import Settings
from memoryd.core.decay import Heat, heat
from memoryd.core.entity import parse_ref
from memoryd.core.ledger import Ledger
from memoryd.core.passage import Layer, Passage
from memoryd.core.turn import Audience
from memoryd.core.visible import one_line
from memoryd.errors import BrokenIndexError, StoreError, UsageError
from memoryd.jobs.freshness import Scope, behind
from memoryd.jobs.reading import Glancing, Reading
from memoryd.jobs.remote import call
from memoryd.paths import Paths
from memoryd.search.database import remove
from memoryd.search.fusion import CANDIDATES
from memoryd.search.index import Hit, Index
from memoryd.store import Glance

if TYPE_CHECKING:  # numpy and the model's process, for who uses vectors: half of a cold start
    from memoryd.jobs.meaning import Beside, Meaning, Tell
    from memoryd.search.embedding import Embedder

    Server = Callable[[], Embedder | str]

FILE = "index.db"  # in the memory's own state folder
_VECTORS = "vectors.signs"  # beside it, where vectors were ever made
MOST = 50
_PATIENCE = 10.0  # seconds for a daemon that is building its index
_SNIPPET = 400  # characters
_DIGITS = 4  # of a score that are told: equal in these is equally good
_TIES = 10  # answers beyond the last, which may be as good and warmer
_COOLNESS = {Heat.HOT.value: 0, Heat.WARM.value: 1}  # all else is alike
_OFF = "searched by words alone: semantic is switched off in [search]"
_NO_DAEMON = "searched by words alone: no daemon runs; --semantic waits for the vectors"


@dataclass(frozen=True, slots=True)
class Query:
    """One question. now: aware, for "last week" and for heat; history: superseded facts too."""

    text: str
    now: datetime
    audience: Audience
    limit: int = 10
    history: bool = False


class Finder:
    """The index of one memory, kept open: one writer and one reader of it in this process.

    Vectors are made from the first question on, and from then on kept up: a memory that nobody
    asks costs neither time nor space.
    """

    def __init__(self, store: Glance, scope: Scope, vectors: "Embedder | str | None") -> None:
        """Open nothing yet. vectors: who makes them, or in one line why they are not used."""
        self._store, self.scope, self.vectors = store, scope, vectors
        self._meaning: Meaning | None = None
        self._path = store.state / FILE
        self._reads, self._writes, self._beginning = (threading.Lock() for _ in range(3))
        self._reader: Index | None = None
        self._writer: Index | None = None
        self._looked = float("-inf")
        self.behind = 0  # how much the index lacked when it was last looked at

    def refresh(self) -> int:
        """Bring the index up to date; return how many paths were written or dropped.

        One that is missing, damaged or of another version is built anew. Raises StoreError when it
        cannot be written.
        """
        with self._writes:
            try:
                done = self._refreshed()
            except BrokenIndexError:
                self._forget()
                remove(self._path)
                done = self._refreshed()
            meaning = self._with_meaning(asked=False)
            if meaning is not None and (done or not meaning.started):
                meaning.nudge()
            return done

    def _refreshed(self) -> int:
        looked = time.monotonic()
        what = behind(self._store, self._stamps(), self.scope)
        self.behind = what.count
        self._looked = looked
        if not what.count:
            return 0
        from memoryd.jobs.reindex import reindex  # noqa: PLC0415 - a question waits for its start

        writer = self._written()
        done = reindex(self._store.whole, writer, self.scope, what)
        writer.rest()
        self.behind = 0
        return done + len(what.gone)

    def _stamps(self) -> dict[str, str]:
        """Return what the index was made of: a fresh one is opened for reading alone."""
        if self._writer is None and self._path.exists():
            # One that another process is beginning looks broken from here: the writer waits for it.
            with suppress(BrokenIndexError), self._reads:
                self._reader = self._reader or _open(self._path, write=False)
                return self._reader.stamps()
        return self._written().stamps()

    def _written(self) -> Index:
        self._writer = self._writer or _open(self._path, write=True)
        return self._writer

    def _forget(self) -> None:
        """Close both connections: the file they are of goes."""
        with self._reads:
            for index in (self._reader, self._writer):
                if index is not None:
                    index.close()
            self._reader = self._writer = None
            if self._meaning is not None:
                self._meaning.forget()

    def _with_meaning(self, *, asked: bool) -> "Meaning | None":
        """Return the vectors; they begin when the memory is asked, and go on after a restart."""
        if not self.vectors or isinstance(self.vectors, str):
            return None
        with self._beginning:
            if self._meaning is None and (asked or (self._path.parent / _VECTORS).exists()):
                from memoryd.jobs.meaning import Meaning  # noqa: PLC0415 - see above

                self._meaning = Meaning(self._path.parent, self._path, self.vectors)
            return self._meaning

    def await_vectors(self, tell: "Tell") -> None:
        """Return when every passage has its vector, or none can be had; tells how far it is."""
        self.refresh()
        if meaning := self._with_meaning(asked=True):
            meaning.nudge()
            meaning.wait(tell)

    def close(self) -> None:
        """Close what is open."""
        with self._writes:
            self._forget()
            if self._meaning is not None:
                self._meaning.close()

    def search(self, query: Query, *, fresh_for: float = 0.0) -> dict[str, Any]:
        """Return results, mode, stale, behind and degraded.

        mode: hybrid (by words and meaning) or lexical.

        fresh_for: seconds after a look at the files in which they are not looked at again: a daemon
        is told of what changes. Raises UsageError for a limit that is none; nothing about the
        words.
        """
        if not 1 <= query.limit <= MOST:
            raise UsageError(f"the number of results is 1 to {MOST}")
        meaning = self._with_meaning(asked=True)
        beside = meaning.begin(query.text, query.audience) if meaning else None
        degraded = None
        wider = replace(query, limit=query.limit + _TIES)
        try:
            if not fresh_for or time.monotonic() - self._looked > fresh_for:
                self.refresh()
            elif meaning is not None and not meaning.started:
                meaning.nudge()
            hits = self._ask(wider, beside)
        except StoreError as err:
            degraded = "the index cannot be brought up to date"
            if query.audience is Audience.PRIVATE:
                degraded = str(err)
            self.behind = max(1, self.behind)
            hits = self._ask_as_it_is(wider)
        without = self.vectors if isinstance(self.vectors, str) else None
        return {
            "results": self._results(hits, query),
            "mode": "hybrid" if beside and beside.hybrid and not degraded else "lexical",
            "stale": bool(self.behind),
            "behind": self.behind if query.audience is Audience.PRIVATE else 0,
            "degraded": degraded or (beside.amiss if beside else without),
        }

    def _ask(self, query: Query, beside: "Beside | None" = None) -> list[Hit]:
        text, group = query.text, query.audience is Audience.GROUP
        today, limit, history = self._today(query), query.limit, query.history
        with self._reads:
            if self._reader is None:
                self._reader = _open(self._path, write=False)
            index = self._reader
            if beside is None:
                return index.search(text, today=today, limit=limit, group=group, history=history)
            lexical = index.scored(
                text, today=today, limit=CANDIDATES, also=beside.found, group=group
            )
            if history:
                lexical |= index.superseded(text, today=today, limit=limit, group=group)
            return index.hits(beside.fused(lexical), limit=limit, group=group, history=history)

    def _ask_as_it_is(self, query: Query) -> list[Hit]:
        """Answer from an index that cannot be written; with nothing where there is none."""
        try:
            return self._ask(query)
        except StoreError:
            return []

    def _today(self, query: Query) -> date:
        return local_day(query.now, self.scope.zone)

    def _results(self, hits: list[Hit], query: Query) -> list[dict[str, Any]]:
        """Return as many as are asked for: of those that answer equally well the warmer first."""
        heats = _Heats(self._store, self._today(query))
        alike = Counter(round(hit.score, _DIGITS) for hit in hits)

        def order(hit: Hit) -> tuple[float, bool, int]:
            score = round(hit.score, _DIGITS)
            warmth = heats.of(hit.passage) if alike[score] > 1 else None
            replaced = hit.passage.superseded_by is not None
            return -score, replaced, _COOLNESS.get(warmth or "", len(_COOLNESS))

        best = sorted(hits, key=order)[: query.limit]
        return [self._result(hit, query, heats) for hit in best]

    def _result(self, hit: Hit, query: Query, heats: "_Heats") -> dict[str, Any]:
        passage, private = hit.passage, query.audience is Audience.PRIVATE
        return {
            "path": passage.path,
            "startLine": passage.start_line,
            "endLine": passage.end_line,
            "score": round(hit.score, _DIGITS),
            "snippet": _snippet(passage),
            "source": "sessions" if passage.layer is Layer.LINE else "memory",
            "provenance": {
                "layer": passage.layer.value,
                "origin": passage.origin,
                "speaker": passage.speaker if private else None,
                "supersededBy": passage.superseded_by,
            },
            "asOf": passage.day,
            "heat": heats.of(passage),
            "entity": passage.entity,
            "id": passage.fact,
        }


class _Heats:
    """The heat of facts on one day; a file is read once."""

    def __init__(self, store: Glance, today: date) -> None:
        self._store, self._today = store, today
        self._ledgers: dict[str, Ledger] = {}

    def of(self, passage: Passage) -> str | None:
        """Return the heat of the fact that a passage is; None of what is none, or was replaced."""
        if passage.fact is None or passage.entity is None:
            return None
        ledger = self._ledgers.get(passage.path)
        if ledger is None:
            ledger = self._store.ledger_at(passage.path, parse_ref(passage.entity))
            self._ledgers[passage.path] = ledger
        fact = ledger.get(passage.fact)
        if fact is None or not fact.active:
            return None
        return heat(fact, today=self._today, recorded=None).value


def _open(path: Path, *, write: bool) -> Index:
    if write:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    return Index.open(path, write=write)


def _snippet(passage: Passage) -> str:
    text = one_line(passage.text)
    return text if len(text) <= _SNIPPET else f"{text[: _SNIPPET - 1]}…"


def search(
    memory: Reading | Glancing, query: Query, tell: "Tell | None" = None,
    server: "Server | None" = None,
) -> dict[str, Any]:  # fmt: skip
    """Answer one question from a memory opened for reading; see Finder.search.

    tell: wait for the vectors that are lacking, and tell how far they are; else words alone count.
    server: as for `embedder_of`.
    """
    vectors = embedder_of(memory.settings, server) if tell else why_not(memory.settings)
    finder = Finder(memory.store, scope_of(memory.settings, memory.zone), vectors)
    try:
        if tell:
            finder.await_vectors(tell)
        return finder.search(query)
    finally:
        finder.close()


def embedder_of(settings: Settings, server: "Server | None" = None) -> "Embedder | str":
    """Return who makes vectors, or in one line why they are not used.

    server: makes the one that asks the server of [embeddings], where the settings want it.
    """
    if not settings.semantic:
        return _OFF
    if server is not None and settings.embeddings:
        return server()
    from memoryd.search.embedding import LocalEmbedder, missing  # noqa: PLC0415 - see above

    trouble = missing()
    return LocalEmbedder() if trouble is None else f"searched by words alone: {trouble}"


def why_not(settings: Settings) -> str:
    """Return in one line why a question is answered by words alone where no daemon runs."""
    return _NO_DAEMON if settings.semantic else _OFF


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
