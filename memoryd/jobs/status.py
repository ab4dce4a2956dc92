"""status: how the memory stands, and what needs a person."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from memoryd.clock import local_day, within
from memoryd.core.count import many
from memoryd.core.nights import LAYERS, days_with_lines
from memoryd.core.provenance import lines_of
from memoryd.core.scope import visible, visible_facts
from memoryd.core.tacit_change import over_budget
from memoryd.core.turn import Audience
from memoryd.jobs.agenda import (
    TACIT,
    UNREAD_NIGHT,
    UNREAD_TACIT,
    Past,
    Schedule,
    agenda,
    as_of,
    began,
)
from memoryd.jobs.context import Run
from memoryd.jobs.hearing import hidden_from
from memoryd.jobs.outlook import ADVICE, CHANCE, Holdup, Outlook
from memoryd.jobs.tacit_stale import waiting
from memoryd.jobs.troubles import broken_files, chain, kept_out
from memoryd.store import MemoryStore

_MANY_FACTS = 12  # of one entity: more than one wants to read through
_NIGHT = "night-"  # begins the id of the review row of a day, from jobs.nightly
_OFFLINE = "offline rules: no model, precise but modest; set [llm] provider to use one"


@dataclass(frozen=True, slots=True)
class Setup:
    """What status tells of the configuration.

    sources: those that are read, by name, with the places of one that has no transcript there.
    refused: what a heartbeat would refuse in it, one line each; model: how it stands with it.
    """

    provider: str
    sources: Mapping[str, Sequence[str]] = field(default_factory=dict)
    group_visible: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    model: Outlook = field(default_factory=Outlook)


def status(store: MemoryStore, setup: Setup, run: Run, *, audience: Audience) -> dict[str, Any]:
    """Return the state of a memory as JSON-able values; `needs` lists what a person must do.

    A group is told counts of the entities that it may know of, and no more.
    """
    refs = [ref for ref in store.refs() if visible(ref, audience, setup.group_visible)]
    found: dict[str, Any] = {"entities": len(refs), "active": 0, "superseded": 0}
    broken = largest = told = 0
    hidden = hidden_from(audience, store, setup.group_visible, run.operator)
    for ref in refs:
        ledger, trouble = store.ledger(ref)
        facts = visible_facts(ledger.facts, audience, setup.group_visible, hidden)
        active = sum(fact.active for fact in facts)
        found["active"] += active
        found["superseded"] += len(facts) - active
        largest = max(largest, active)
        told += sum(bool(lines_of(fact.source or "")) for fact in facts)
        broken += trouble is not None
    if audience is Audience.GROUP:
        return {**found, "broken": broken, "needs": []}
    found |= _private(store, setup, run)
    found["factsPer100Lines"] = _per_100_lines(store, told)
    found["broken"] = list(broken_files(store))
    found["needs"] = _needs(store, setup, found)
    found["next"] = _next(found, setup, run, largest)
    return found


def job_times(store: MemoryStore, schedule: Schedule, run: Run) -> dict[str, Any]:
    """Return when each job was last done and is due next, as the files have it.

    Only a running daemon knows of overruns, and of heartbeats that found nothing.
    """
    found = agenda(Past.of(store, began(store)), schedule, run.now, run.zone)
    return {job: times.as_json(run.zone) | {"overruns": 0} for job, times in found.items()}


def _private(store: MemoryStore, setup: Setup, run: Run) -> dict[str, Any]:
    head = store.head
    holdup = setup.model.holdup
    return {
        "root": str(store.root),
        "notes": len(store.note_days()),
        "layers": sorted(run.layers),
        "lastHeartbeat": _last_kept(store),
        "lastExtractedTimestamp": _last_extracted(store),
        "skipped": _skipped(store),
        "lines": head.last_line,
        "waitingLines": max(0, head.last_line - head.extracted),
        "waitingDays": len(_waiting_days(store, run)),
        "waiting": None if holdup is None else _told(holdup),
        "waitingFiles": store.waiting_paths(),
        "reviews": len(waiting(store, store.legible("MEMORY.md"), run.operator)),
        "strange": store.strange(),
        "auditLost": head.marks.get("lost"),
        "sources": list(setup.sources),
        "noTranscripts": {name: list(at) for name, at in setup.sources.items() if at},
        "provider": _OFFLINE if setup.provider == "offline" else setup.provider,
        "spend": None if setup.model.spend is None else dict(setup.model.spend),
    }


def _waiting_days(store: MemoryStore, run: Run) -> list[date]:
    """Return the days before today with lines that no night reviewed yet."""
    if not run.layers.intersection(LAYERS):
        return []
    today = local_day(run.now, run.zone)
    return [day for day in days_with_lines(as_of(store.head.marks, store, run)) if day < today]


def _per_100_lines(store: MemoryStore, told: int) -> float | None:
    """Return how many facts 100 extracted lines gave, told of them all; None before the first.

    Much small talk kept as facts, or a model that finds nothing, shows here.
    """
    return round(100 * told / store.head.extracted, 1) if store.head.extracted else None


def _last_kept(store: MemoryStore) -> str | None:
    """Return when a heartbeat last kept lines or facts; one that found nothing leaves no trace."""
    said = (store.head.last_success.get(job) for job in ("heartbeat", "ingest"))
    times = (within(datetime.fromisoformat(stamp)) for stamp in said if stamp)
    last = max(times, default=None)
    return last.isoformat() if last else None


def _told(holdup: Holdup) -> dict[str, Any]:
    return {
        "outcome": holdup.outcome,
        "said": holdup.said,
        "time": holdup.time.isoformat() if holdup.time else None,
        "heldUntil": holdup.until.isoformat() if holdup.until else None,
    }


def _last_extracted(store: MemoryStore) -> dict[str, str]:
    """Return, per assistant, the time of the newest line that was extracted."""
    marks = store.head.marks.items()
    return {k.removeprefix("extracted:"): v for k, v in sorted(marks) if k.startswith("extracted:")}


def _skipped(store: MemoryStore) -> dict[str, dict[str, int]]:
    """Return how many rows of the transcripts were left out, by source and reason."""
    found: dict[str, dict[str, int]] = {}
    for name, count in sorted(store.head.marks.items()):
        kind, _, rest = name.partition(":")
        source, _, why = rest.partition(":")
        if kind == "skipped":
            found.setdefault(source, {})[why] = int(count)
    return found


def _needs(store: MemoryStore, setup: Setup, found: Mapping[str, Any]) -> list[str]:
    needs = [f"mend {where}" for where in found["broken"]]
    needs += kept_out(store)
    needs += [trouble] if (trouble := chain(store)[2]) else []
    needs += _parked([r for r in store.health.reviews() if r.get("why") == "unreadable"])
    needs += _unanswered(store)
    needs += _too_long(store) if "tacit" in found["layers"] else ()
    return [*needs, *setup.refused, *setup.model.needs]


def _too_long(store: MemoryStore) -> Iterator[str]:
    """Yield that a person's own text fills MEMORY.md beyond what assistants read of it."""
    over = over_budget(store.legible("MEMORY.md"))
    if over > 0:
        yield (f"MEMORY.md is {many(over, 'character')} over its budget by what you wrote; "
               "shorten it: assistants cut what is too long")  # fmt: skip


def _parked(rows: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield what was put aside because no answer about it could be read."""
    ids = [str(row.get("id")) for row in rows]
    lines = [row for row, name in zip(rows, ids, strict=True) if not name.startswith(_NIGHT)]
    days = sorted(name.removeprefix(_NIGHT) for name in ids if name.startswith(_NIGHT))
    what = "keep what matters with `memoryd remember` and delete the rows in .memoryd/review"
    if lines:
        yield (
            f"{many(len(lines), 'line')} could not be extracted (the first is "
            f"{lines[0].get('source')}); {what}"
        )
    if days:
        yield f"{many(len(days), 'day')} could not be reviewed (the first is {days[0]}); {what}"


def _unanswered(store: MemoryStore) -> Iterator[str]:
    """Yield what a night or a Sunday asks about again and again without a readable answer."""
    marks = store.head.marks
    tries = {name.removeprefix(UNREAD_NIGHT): int(value) for name, value in marks.items()
             if name.startswith(UNREAD_NIGHT)}  # fmt: skip
    first, _, tried = marks.get(UNREAD_TACIT, "").partition(":")
    if tried and int(first) > int(marks.get(TACIT, "0")):
        tries["MEMORY.md"] = int(tried)
    for what, times in sorted(tries.items()):
        if times > CHANCE:
            yield f"no readable answer about {what}, {times} times in a row; {ADVICE}"


@dataclass(frozen=True, slots=True)
class _Worth:
    """From when on a layer that is off is worth it: so much of these has gathered for it."""

    layer: str
    of: tuple[str, ...]
    least: int
    brings: str

    def said(self, found: Mapping[str, Any]) -> str | None:
        """Return what to do and why, None while too little has gathered."""
        if sum(found[name] for name in self.of) < self.least:
            return None
        there = ", ".join(many(found[n], _GATHERED[n]) for n in self.of if found[n])
        return f"{self.layer} = true in [layers] {self.brings}; there are {there} for it"


_GATHERED = {"lines": "line", "notes": "daily note", "active": "fact"}
_A_DAY, _A_WEEK, _A_LOT = 10, 30, 100  # lines of talk; of the last nobody finds one by eye
# The one that helps most comes first.
_LAYERS = (
    _Worth("notes", ("lines",), _A_DAY, "keeps one note a day"),
    _Worth("graph", ("lines",), _A_DAY, "keeps facts about people, companies and projects"),
    _Worth("search", ("lines", "notes", "active"), _A_LOT, "finds what was said and kept"),
    _Worth("tacit", ("lines", "notes"), _A_WEEK,
           "tells assistants how you work and how to use what is here (MEMORY.md)"),
)  # fmt: skip


def _next(found: Mapping[str, Any], setup: Setup, run: Run, largest: int) -> str | None:
    """Return the one thing to switch on that would help most now, None where none would yet."""
    if not found["sources"]:
        return "conversations: name the folders of your assistants in [sources]"
    off = (worth.said(found) for worth in _LAYERS if worth.layer not in run.layers)
    if (layer := next(filter(None, off), None)) is not None:
        return layer
    if setup.provider == "offline" and (largest > _MANY_FACTS or found["lines"] >= _A_DAY):
        return "a model in [llm] finds more facts than the offline rules do"
    return None
