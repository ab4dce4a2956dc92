"""report: what a job did, as the JSON object that the command line and the daemon share."""

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any

from memoryd.core.plan import Decision
from memoryd.core.redact import redact
from memoryd.errors import HeldError
from memoryd.jobs.heartbeat import Beat

if TYPE_CHECKING:  # a heartbeat does without nights and Sundays
    from memoryd.jobs.made import Made
    from memoryd.jobs.nightly import Night
    from memoryd.jobs.rehearsal import Planned
    from memoryd.jobs.synthesis import Sunday


def beat_as_json(
    beat: Beat, extractor_name: str, *,
    calls: int = 0, broken: Sequence[str] = (), waiting: Collection[str] = (),
) -> dict[str, Any]:  # fmt: skip
    """Return a heartbeat as JSON-able values.

    calls: those sent to a model; edits: files that people changed; first_seen: files new to memory;
    caught_up: files into which what had waited was put;
    partial: a model failed, a transcript could not be read, or a file waits to be mended;
    broken: what is wrong with files that were not taken in; waiting: files that something of an
    earlier run waits for too, which makes the blocked ones;
    held: the error is an older one's, told when it came, and no call was made.
    """
    found, told = beat.ingested, beat.extracted
    blocked = sorted({*told.blocked, *waiting})
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
        "caught_up": list(beat.caught_up),
        "broken": list(broken),
        "waiting": beat.waiting,
        "parked": told.parked,
        "blocked": blocked,
        "back": list(told.back),
        "error": str(told.error) if told.error else None,
        "held": isinstance(told.error, HeldError),
        "partial": bool(told.error or blocked or broken or found.errors),
    }


def night_as_json(night: "Night") -> dict[str, Any]:
    """Return one day's review as JSON-able values; see jobs.nightly.Night."""
    return {
        "day": night.day.isoformat(),
        "lines": night.lines,
        "empty": night.empty,
        "noted": night.noted,
        "counts": dict(sorted(night.counts.items())),
        "decisions": [_decision(decision) for decision in night.decisions],
        "touched": night.touched,
        "back": list(night.back),
        "parked": night.parked,
        "edits": night.saves.changed,
        "blocked": list(night.blocked),
        "error": str(night.error) if night.error else None,
        "held": isinstance(night.error, HeldError),
    }


def planned_as_json(planned: "Planned") -> dict[str, Any]:
    """Return what a synthesis would do as JSON-able values; see jobs.rehearsal.Planned."""
    sunday = planned.sunday
    return {
        "plan": [_planned(made, planned) for made in sunday.made],
        **_ended(sunday),
        "memory": _memory(sunday),
        "by_rules": planned.by_rules,
        "calls": planned.calls,
        "lines": planned.lines,
        "pending": planned.pending,
    }


def _planned(made: "Made", planned: "Planned") -> dict[str, Any]:
    facts = {fact.id: fact.fact for fact in planned.ledgers[made.ref].facts}
    return {
        "ref": str(made.ref),
        "why": made.why.value,
        "superseded": [{"old": old, "old_fact": facts[old], "by": by, "by_fact": facts[by]}
                       for old, by in made.superseded],
        "archived": made.archived,
        "model_may_supersede": made.room if made.asked and not planned.by_rules else 0,
        "trouble": made.trouble,
    }  # fmt: skip


def sunday_as_json(sunday: "Sunday", writer_name: str, *, calls: int) -> dict[str, Any]:
    """Return one synthesis as JSON-able values; see jobs.synthesis.Sunday."""
    return {
        "writer": writer_name,
        "calls": calls,
        "entities": [_made(made) for made in sunday.made],
        "unread": [str(ref) for ref in sunday.unread],
        **_ended(sunday),
        "memory": _memory(sunday),
        "left": sunday.left,
        "error": str(sunday.error) if sunday.error else None,
        "held": isinstance(sunday.error, HeldError),
        "partial": bool(sunday.error or sunday.unread or any(m.trouble for m in sunday.made)),
    }  # fmt: skip


def _ended(sunday: "Sunday") -> dict[str, Any]:
    return {
        "archived": [str(ref) for ref in sunday.archived],
        "kept": [{"ref": str(ref), "to_do": to_do} for ref, to_do in sunday.kept],
    }


def _memory(sunday: "Sunday") -> dict[str, Any] | None:
    tacit = sunday.tacit
    return None if tacit is None else {
        "added": [{"section": new.section.value, "text": new.text, "source": new.source}
                  for new in tacit.added],
        "retired": [line.text for line in tacit.retired],
        "fallen": [line.text for line in tacit.fallen],
        "now": [{"old": old, "text": text} for old, text in tacit.now],
        "refused": [{"text": text, "reason": why} for text, why in tacit.refused],
        "stale": tacit.stale,
        "over_budget": tacit.over_budget,
    }  # fmt: skip


def _made(made: "Made") -> dict[str, Any]:
    report = made.report
    return {
        "ref": str(made.ref),
        "why": made.why.value,
        "text": report.origin.value if report else None,
        "refusal": report.refusal.value if report and report.refusal else None,
        "left_out": [{"text": text, "why": why.value} for text, why in report.left_out]
        if report else [],
        "superseded": [{"old": old, "by": by} for old, by in made.superseded],
        "refused": [{"old": asked.old, "by": asked.by, "gate": gate.value}
                    for asked, gate in made.refused],
        "kept_by_hand": len(report.by_hand) if report else 0,
        "archived": made.archived,
        "changed": made.changed,
        "trouble": made.trouble,
    }  # fmt: skip


def _decision(decision: Decision) -> dict[str, Any]:
    row: dict[str, Any] = {"outcome": decision.outcome.value}
    if decision.gate:
        row["gate"] = decision.gate.value
    if decision.ref:
        row["ref"] = str(decision.ref)
    if decision.fact_id:
        row["id"] = decision.fact_id
    row["fact"] = redact(decision.proposal.fact).text  # what was not kept, nothing else has masked
    if decision.refused:
        row["refused"] = [{"gate": gate.value, "id": fact_id} for gate, fact_id in decision.refused]
    return row
