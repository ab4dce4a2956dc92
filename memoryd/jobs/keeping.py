"""keeping: what every job does with a plan on its way into a commit."""

from collections.abc import Iterable

from memoryd.clock import local_day
from memoryd.core.change import AddFact, Bullets, Operation
from memoryd.core.completion import is_finished
from memoryd.core.notes import Section, event_bullet
from memoryd.core.plan import Outcome, Plan
from memoryd.core.turn import Line
from memoryd.jobs.context import Run
from memoryd.store import MemoryStore


def switched_on(plan: Plan, run: Run) -> tuple[Operation, ...]:
    """Return a plan's operations without those of a layer that is switched off."""
    return tuple(
        op for op in plan.operations
        if ("notes" if isinstance(op, Bullets) else "graph") in run.layers
    )  # fmt: skip


def told_in_note(run: Run, texts: Iterable[str]) -> tuple[Bullets, ...]:
    """Return what puts these texts into the day's note as events of now; () where notes are off."""
    at = f"{run.now.astimezone(run.zone):%H:%M}"
    lines = tuple(event_bullet(at, text) for text in texts)
    day = local_day(run.now, run.zone).isoformat()
    return (Bullets(day, Section.KEY_EVENTS, lines),) if lines and "notes" in run.layers else ()


def kept_from(plan: Plan, lines: Iterable[Line]) -> tuple[str, ...]:
    """Return the keys of the lines of which a plan keeps something, whatever becomes of it."""
    kept = {line_id for d in plan.decisions if d.outcome is not Outcome.DROPPED
            for line_id in d.proposal.lines}  # fmt: skip
    return tuple(line.turn.key for line in lines if line.id in kept)


def bring_back(store: MemoryStore, plan: Plan, run: Run) -> list[str]:
    """Move what is archived and spoken of anew back to work; return the refs.

    That it is finished is no new mention.
    """
    wanted = {op.ref for op in switched_on(plan, run)
              if isinstance(op, AddFact) and not is_finished(op.fact.fact)}  # fmt: skip
    return [str(ref) for ref in sorted(wanted) if store.unarchive(ref, run=run.id, now=run.stamp)]
