"""search: the best passages of the whole memory for people's words, as far as they may be told.

Before it answers, the index is compared with the files; where it cannot be brought up to date, the
answer says so (`stale`). Meaning is searched too where vectors are (`mode`), and what keeps it from
that is said in one line (`degraded`).
"""

import threading
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
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
from memoryd.core.question import shortened
from memoryd.core.turn import Audience
from memoryd.core.value import frozen, replace
from memoryd.core.visible import flags, one_line
from memoryd.errors import StoreError, UnansweredError, UsageError
from memoryd.jobs import in_force
from memoryd.jobs.freshness import Scope, may_tell
from memoryd.jobs.index_file import IndexFile
from memoryd.jobs.reading import Glancing, Reading
from memoryd.jobs.remote import call
from memoryd.paths import Paths
from memoryd.search.excerpt import excerpt
from memoryd.search.fusion import CANDIDATES
from memoryd.search.index import Index
from memoryd.search.successors import Hit
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
_NOT_WRITTEN = "the index cannot be brought up to date"
_NOT_READ = "not all of the memory can be read; an answer may be missing"
_NONE_YET = "there is no memory yet; `memoryd init` begins one"
_BEING_MADE = "vectors are being made"
_OFF = "searched by words alone: semantic is switched off in [search]"
_NO_DAEMON = "searched by words alone: no daemon runs"
_APART = "searched by words alone: the daemon was not asked"
_TO_A_PERSON = "; --semantic waits for the vectors"
_TO_A_TOOL = "; `memoryd run`, once it is up, finds by meaning too"


@frozen
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
        self._file = IndexFile(self._path, store, scope)
        self._nudged = 0
        self._beginning = threading.Lock()

    def refresh(self) -> int:
        """Bring the index up to date; return how many paths were written or dropped.

        One that is missing, damaged or of another version is built anew. Raises StoreError when it
        cannot be written.
        """
        done = self._file.refresh()
        self._nudge(self._with_meaning(asked=False))
        return done

    def _nudge(self, meaning: "Meaning | None") -> None:
        """Tell the vectors of what was written since they were told."""
        changes = self._file.changes
        if meaning is not None and (changes != self._nudged or not meaning.started):
            self._nudged = changes
            meaning.nudge()

    def _with_meaning(self, *, asked: bool) -> "Meaning | None":
        """Return the vectors; they begin when the memory is asked, and go on after a restart."""
        if not self.vectors or isinstance(self.vectors, str):
            return None
        with self._beginning:
            if self._meaning is None and (asked or (self._path.parent / _VECTORS).exists()):
                from memoryd.jobs.meaning import Meaning  # noqa: PLC0415 - see above

                self._meaning = Meaning(self._path.parent, self._path, self.vectors)
            return self._meaning

    def await_vectors(self, tell: "Tell", query: Query | None = None) -> None:
        """Return when every passage has its vector, or none can be had; tells how far it is.

        query: one whose vector is waited for as well; a group is not told how many passages there
        are. What keeps the index from being kept is left for the answer to say.
        """
        if query and query.audience is Audience.GROUP:
            tell = _uncounted(tell)
        with suppress(StoreError):
            self.refresh()
        if meaning := self._with_meaning(asked=True):
            meaning.nudge()
            meaning.wait(tell, query.text if query else "")

    def close(self) -> None:
        """Close what is open."""
        self._file.close()
        if self._meaning is not None:
            self._meaning.close()

    def search(self, query: Query) -> dict[str, Any]:
        """Return results, mode, stale, behind and degraded.

        mode: hybrid (by words and meaning) or lexical.

        Raises UsageError for a limit that is none; nothing about the words.
        """
        if not 1 <= query.limit <= MOST:
            raise UsageError(f"the number of results is 1 to {MOST}")
        meaning = self._with_meaning(asked=True)
        beside = meaning.begin(query.text, query.audience) if meaning else None
        wider = replace(query, limit=query.limit + _TIES)
        hits, trouble = self._file.answer(lambda index: self._ask(index, wider, beside))
        self._nudge(meaning)
        without = self.vectors if isinstance(self.vectors, str) else None
        file = self._file
        amiss = self._amiss(query.audience)
        return {
            "results": self._results(hits, query),
            "mode": "hybrid" if beside and beside.hybrid else "lexical",
            "stale": bool(file.behind or amiss),
            "behind": file.behind if query.audience is Audience.PRIVATE else 0,
            "degraded": _degraded(trouble, amiss, query.audience)
            or (None if hits or self._store.begun() else _NONE_YET)
            or (beside.amiss if beside else without),
        }

    def _amiss(self, audience: Audience) -> list[str]:
        """Return what an answer cannot know, in one line each, as far as an audience may hear."""
        private, kinds = audience is Audience.PRIVATE, self.scope.group_visible
        return [said for path, said in self._file.amiss.items()
                if private or may_tell(self._store, path, kinds)]  # fmt: skip

    def _ask(self, index: Index, query: Query, beside: "Beside | None") -> list[Hit]:
        text, group = query.text, query.audience is Audience.GROUP
        today, limit, history = self._today(query), query.limit, query.history
        if beside is None:
            return index.search(text, today=today, limit=limit, group=group, history=history)
        beside.bind(index.mark)
        lexical = index.scored(text, today=today, limit=CANDIDATES, also=beside.found, group=group)
        if history:
            past = index.superseded(text, today=today, limit=limit, group=group)
            lexical = replace(lexical, scores={**lexical.scores, **past})
        return index.hits(beside.fused(lexical, index), limit=limit, group=group, history=history)

    def _today(self, query: Query) -> date:
        return local_day(query.now, self.scope.zone)

    def _results(self, hits: list[Hit], query: Query) -> list[dict[str, Any]]:
        """Return as many as are asked for: of those that answer equally well the warmer first.

        A group is told no heat, not even by the order: it tells when the operator asked.
        """
        private = query.audience is Audience.PRIVATE
        heats = _Heats(self._store, self._today(query)) if private else None
        alike = Counter(round(hit.score, _DIGITS) for hit in hits)

        def order(hit: Hit) -> tuple[float, bool, int]:
            score = round(hit.score, _DIGITS)
            warmth = heats.of(hit.passage) if heats and alike[score] > 1 else None
            replaced = hit.passage.over
            return -score, replaced, _COOLNESS.get(warmth or "", len(_COOLNESS))

        best = sorted(hits, key=order)[: query.limit]
        return [self._result(hit, query, heats) for hit in best]

    def _result(self, hit: Hit, query: Query, heats: "_Heats | None") -> dict[str, Any]:
        passage = hit.passage
        return {
            "path": passage.path,
            "startLine": passage.start_line,
            "endLine": passage.end_line,
            "score": round(hit.score, _DIGITS),
            "snippet": excerpt(one_line(passage.text), query.text, _SNIPPET),
            "source": "sessions" if passage.layer is Layer.LINE else "memory",
            "provenance": {
                "layer": passage.layer.value,
                "origin": passage.origin,
                "speaker": passage.speaker if heats else None,
                "supersededBy": passage.superseded_by,
            },
            "asOf": passage.day,
            "heat": heats.of(passage) if heats else None,
            "entity": passage.entity,
            "id": passage.fact,
            **({"flags": list(found)} if (found := flags(passage.text)) and passage.fact else {}),
        }


def _uncounted(tell: "Tell") -> "Tell":
    return lambda _: tell(_BEING_MADE)


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


def _degraded(trouble: StoreError | None, amiss: Sequence[str], audience: Audience) -> str | None:
    """Return in one line what keeps an answer from being whole; a group hears of no place."""
    if trouble is None and not amiss:
        return None
    if audience is Audience.GROUP:
        return _NOT_WRITTEN if trouble else _NOT_READ
    if trouble is not None:
        return str(trouble)
    more = f" (and {len(amiss) - 1} more)" if len(amiss) > 1 else ""
    return f"not all of the memory can be read: {amiss[0]}{more}"


def search(
    memory: Reading | Glancing, query: Query, tell: "Tell | None" = None,
    server: "Server | None" = None, *, without: str | None = None,
) -> dict[str, Any]:  # fmt: skip
    """Answer one question from a memory opened for reading; see Finder.search.

    tell: wait for the vectors that are lacking, and tell how far they are; else words alone count.
    server: as for `embedder_of`. without: in one line why they do, as `why_not` says it to
    whom the answer goes.
    """
    settings = memory.settings
    vectors = embedder_of(settings, server) if tell else without or why_not(settings)
    finder = Finder(memory.store, scope_of(memory.settings, memory.zone), vectors)
    try:
        if tell:
            finder.await_vectors(tell, query)
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


def why_not(settings: Settings, *, apart: bool = False, to_tool: bool = False) -> str:
    """Return in one line why a question is answered by words alone where no daemon answers.

    apart: none was asked, as the question is about another memory. to_tool: it
    is told to a tool, which has no --semantic.
    """
    if not settings.semantic:
        return _OFF
    return (_APART if apart else _NO_DAEMON) + (_TO_A_TOOL if to_tool else _TO_A_PERSON)


def scope_of(settings: Settings, zone: ZoneInfo) -> Scope:
    """Return what decides how passages are made; raises UsageError where search is off."""
    if "search" not in settings.layers:
        raise UsageError("search is switched off; set search = true in [layers]")
    return Scope(
        zone,
        settings.operator_name,
        settings.group_visible,
        settings.keep_lines,
        settings.secret_patterns,
    )


def asked(
    env: Mapping[str, str], config_file: Path | None, memory: Reading, query: Query
) -> dict[str, Any]:
    """Answer a tool's question: by the daemon where one serves this memory, else from the files."""
    paths = Paths.of(env)
    # Another memory is not the daemon's; as it read the file, it may tell more to a group.
    try:
        apart = config_file not in (None, paths.config_file) or bool(in_force.apart(env, _PATIENCE))
        found = None if apart else _of_daemon(paths, query)
    except UnansweredError:  # the files can be read without it
        apart, found = True, None
    if found is not None:
        return found
    return search(memory, query, without=why_not(memory.settings, apart=apart, to_tool=True))


def _of_daemon(paths: Paths, query: Query) -> dict[str, Any] | None:
    params = {"query": shortened(query.text), "limit": query.limit, "history": query.history,
              "audience": query.audience.value}  # fmt: skip
    return call(paths.socket, "search", params, timeout=_PATIENCE)


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
