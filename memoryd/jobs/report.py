"""report: what a heartbeat did, as the JSON object that the command line and the daemon share."""

from collections.abc import Sequence
from typing import Any

from memoryd.core.plan import Decision
from memoryd.errors import HeldError
from memoryd.jobs.heartbeat import Beat


def beat_as_json(
    beat: Beat, extractor_name: str, *, calls: int = 0, broken: Sequence[str] = ()
) -> dict[str, Any]:
    """Return a heartbeat as JSON-able values.

    calls: those sent to a model; edits: files that people changed; first_seen: files new to memory;
    partial: a model failed, a transcript could not be read, or a file waits to be mended;
    broken: what is wrong with files that were not taken in; blocked: files that facts wait for;
    held: the error is an older one's, told when it came, and no call was made.
    """
    found, told = beat.ingested, beat.extracted
    skipped = {name: dict(sorted(c.items())) for name, c in found.skipped.items() if c}
    return {
        "lines": found.lines,
        "files": found.files,
        "skipped": skipped,
        "borrowed_time": found.borrowed,
        "secrets": found.secrets,
        "source_errors": list(found.errors),
        "extractor": extractor_name,
        "calls": calls,
        "counts": dict(sorted(told.counts.items())),
        "decisions": [_decision(decision) for decision in told.decisions],
        "edits": beat.edits,
        "first_seen": beat.saves.first_seen,
        "broken": list(broken),
        "waiting": beat.waiting,
        "parked": told.parked,
        "blocked": list(told.blocked),
        "error": str(told.error) if told.error else None,
        "held": isinstance(told.error, HeldError),
        "partial": bool(told.error or told.blocked or broken or found.errors),
    }


def _decision(decision: Decision) -> dict[str, Any]:
    row: dict[str, Any] = {"outcome": decision.outcome.value}
    if decision.gate:
        row["gate"] = decision.gate.value
    if decision.ref:
        row["ref"] = str(decision.ref)
    if decision.fact_id:
        row["id"] = decision.fact_id
    row["fact"] = decision.proposal.fact
    if decision.refused:
        row["refused"] = [{"gate": gate.value, "id": fact_id} for gate, fact_id in decision.refused]
    return row
