"""keeping: what a plan brings back from the archives, and what of it the day's note tells."""

import re
from collections.abc import Collection, Iterable, Mapping

from memoryd.clock import local_day
from memoryd.core.change import AddFact, Bullets, Change
from memoryd.core.completion import is_finished
from memoryd.core.entity import Ref
from memoryd.core.ledger import Ledger
from memoryd.core.notes import Section, event_bullet
from memoryd.core.plan import Outcome, Plan
from memoryd.core.project_end import ends_project
from memoryd.core.reconcile import View
from memoryd.core.text import words
from memoryd.core.trust import Voice, voice_of
from memoryd.core.turn import Line, Role
from memoryd.jobs.archived import end_mark, is_archived, is_to_go
from memoryd.jobs.context import Run
from memoryd.jobs.ends import called_back
from memoryd.store import MemoryStore

_OWED = "owed:"  # of the head, with an entity: it is to come back once nothing is in its place
# Who looks back on a project does not take it up again.
_OF_OLD = re.compile(
    r"\b(?:was|were|had|did|used to|back (?:then|when)|finished|done|over|remember|since)\b",
    re.IGNORECASE,
)


def told_in_note(run: Run, texts: Iterable[str]) -> tuple[Bullets, ...]:
    """Return what puts these texts into the day's note as events of now; () where notes are off."""
    at = f"{run.now.astimezone(run.zone):%H:%M}"
    lines = tuple(event_bullet(at, text) for text in texts)
    day = local_day(run.now, run.zone).isoformat()
    return (Bullets(day, Section.KEY_EVENTS, lines),) if lines and "notes" in run.layers else ()


def bring_back(
    store: MemoryStore, plan: Plan, run: Run, lines: Iterable[Line], seen: View
) -> list[str]:
    """Move what is archived and spoken of anew back to work; return the refs.

    A new fact about it does, and the operator's naming of a project. That it is finished is no new
    mention, nor is what was said before it was.
    """
    if "graph" not in run.layers:
        return []
    new = {op.ref: op.fact.day for op in plan.operations
           if isinstance(op, AddFact) and not is_finished(op.fact.fact)}  # fmt: skip
    lines = list(lines)
    named = _named(seen.catalog.names, [line for line in lines if _is_work(line, run)], run)
    _end_anew(store, plan, run, lines)
    days = {ref: max(new.get(ref, ""), named.get(ref, "")) for ref in new.keys() | named.keys()}
    anew = [ref for ref, day in sorted(days.items())
            if day >= _over(seen.ledger(ref), seen.catalog.all_names(ref))]  # fmt: skip
    marks = {_owed(store, ref): "1" for ref in anew if store.health.layout.blocked(ref)}
    for ref in anew:
        marks |= called_back(store, ref)
    if any(store.head.marks.get(name) != value for name, value in marks.items()):
        store.commit(Change("archive", run.id, run.stamp, marks=marks))
    return [str(ref) for ref in anew if _moved_back(store, ref, run)]


def bring_back_owed(store: MemoryStore, run: Run) -> None:
    """Move what was spoken of anew while something stood in its place back, now that it is free."""
    if not any(name.startswith(_OWED) for name in store.head.marks):
        return
    for ref in store.refs():
        mark = _owed(store, ref)
        if mark in store.head.marks and not store.health.layout.blocked(ref):
            _moved_back(store, ref, run)
            store.commit(Change("archive", run.id, run.stamp, marks={mark: ""}))


def _moved_back(store: MemoryStore, ref: Ref, run: Run) -> bool:
    if not (is_archived(store, ref) and store.unarchive(ref, run=run.id, now=run.stamp)):
        return False
    note = told_in_note(run, [f"{ref} is at work again and moved back from the archives"])
    if note:
        store.commit(Change("archive", run.id, run.stamp, note))
    return True


def _owed(store: MemoryStore, ref: Ref) -> str:
    return f"{_OWED}{store.audit_name(str(ref))}"


def _end_anew(store: MemoryStore, plan: Plan, run: Run, lines: list[Line]) -> None:
    """Let the end of a project count again that the operator tells anew, in the same words.

    Said of one in the archives, or on its way there, it is no news, and what was said before it
    came back is over.
    """
    told = {line.id: line for line in lines if _is_own(line, run)}
    marks: dict[str, str] = {}
    for done in plan.decisions:
        if done.ref is None or done.outcome is not Outcome.MERGED:
            continue
        known = store.head.marks.get(end_mark(store, done.ref))
        if not known or is_archived(store, done.ref) or is_to_go(store, done.ref):
            continue
        said = [told[key] for key in done.proposal.lines if key in told]
        ended, _, moved = known.rpartition(" ")
        news = any(line.turn.time.timestamp() > float(moved) for line in said)
        if news and done.fact_id in ended.split() and is_finished(done.proposal.fact):
            marks[end_mark(store, done.ref)] = ""
    if marks:
        store.commit(Change("archive", run.id, run.stamp, marks=marks))


def _named(names: Mapping[Ref, Iterable[str]], lines: list[Line], run: Run) -> dict[Ref, str]:
    """Return the projects that lines name, with the newest day on which they do."""
    said = [(frozenset(words(n.turn.text)), local_day(n.turn.time, run.zone)) for n in lines]
    found: dict[Ref, str] = {}
    for ref, called in names.items():
        callings = [frozenset(words(name)) for name in (ref.slug.replace("-", " "), *called)]
        for text, day in said if ref.folder == "projects" else ():
            if any(calling and calling <= text for calling in callings):
                found[ref] = max(found.get(ref, ""), day.isoformat())
    return found


def _is_work(line: Line, run: Run) -> bool:
    """Return whether what a line names is at work: the operator's words, and not of its end."""
    said = line.turn.text
    return _is_own(line, run) and not is_finished(said) and not _OF_OLD.search(said)


def _is_own(line: Line, run: Run) -> bool:
    turn = line.turn
    return turn.role is Role.OPERATOR and voice_of(turn, run.channels) is Voice.OPERATOR


def _over(ledger: Ledger, names: Collection[str]) -> str:
    """Return the day on which the newest fact says that it is over; "" where none does."""
    ends = (fact.day for fact in ledger.facts if ends_project(fact.fact, names))
    return max(ends, default="")
