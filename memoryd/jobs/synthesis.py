"""synthesis: on Sunday summaries are written anew, MEMORY.md is refreshed, the finished archived.

Each entity is one commit. The row that says that a Sunday is done comes last: what a model failed
at is asked again at the next try.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from memoryd import clock
from memoryd.core.change import Change
from memoryd.core.count import many
from memoryd.core.entity import Ref
from memoryd.core.kept import forget
from memoryd.core.proposal import Synthesis
from memoryd.core.value import replace
from memoryd.errors import LlmError, ReadOnlyStoreError, StoreError, UnreadableAnswerError
from memoryd.jobs import tacit
from memoryd.jobs.agenda import SYNTHESIS
from memoryd.jobs.archived import is_archived
from memoryd.jobs.context import Run
from memoryd.jobs.heartbeat import rename_operator
from memoryd.jobs.keeping import bring_back_owed, told_in_note
from memoryd.jobs.made import Made
from memoryd.jobs.saves import take_in
from memoryd.jobs.summaries import Summaries
from memoryd.jobs.tacit import Refreshed
from memoryd.jobs.writing import Writer
from memoryd.store import MemoryStore

_DAY = timedelta(days=1)
_KEPT_FOR = 50  # entities, for which what the rules worked out of texts is kept
_NAMED = 5  # entities that the note names, of more it tells the number


@dataclass(slots=True)
class Sunday:
    """What one synthesis did.

    made: per entity; unread: those to which no readable answer came, looked at again next Sunday;
    archived: projects that went to the archives, also those that had to wait for it; kept: those
    that are over and cannot go there yet, with what to do; tacit: of MEMORY.md, None while that
    layer is off; error: what stopped it, the rest waits.
    """

    made: list[Made] = field(default_factory=list)
    unread: list[Ref] = field(default_factory=list)
    archived: list[Ref] = field(default_factory=list)
    kept: list[tuple[Ref, str]] = field(default_factory=list)
    tacit: Refreshed | None = None
    left: int = 0
    error: LlmError | None = None


def synthesis(
    store: MemoryStore, writer: Writer, run: Run, progress: Callable[[str], None] = lambda _: None,
    slot: datetime | None = None,
) -> Sunday:  # fmt: skip
    """Write the summaries that are due and refresh MEMORY.md; nothing new: no call, no change.

    slot: the newest moment at which one was due; one that was done since is not put on record.
    """
    rename_operator(store, run)
    take_in(store, run)
    if "graph" in run.layers:
        bring_back_owed(store, run)
    sunday = Sunday()
    work = Summaries(store, run)
    try:
        if "graph" in run.layers:
            _write(work, writer, sunday, progress)
            sunday.kept = list(work.ends.kept())
        if "tacit" in run.layers and not _is_closed(store):
            sunday.tacit = tacit.refresh(store, writer, run, work.works())
            sunday.unread += [tacit.ITSELF] if sunday.tacit.unread else []
    except LlmError as err:
        sunday.error = err
    else:
        _close(store, run, work, slot)
    store.save_head()
    return sunday


def _is_closed(store: MemoryStore) -> bool:
    """Return whether a person has to mend MEMORY.md first (`sound_text`); status says why."""
    try:
        store.sound_text("MEMORY.md")
    except ReadOnlyStoreError:
        raise
    except StoreError:
        return True
    return False


def _write(
    work: Summaries, writer: Writer, sunday: Sunday, progress: Callable[[str], None]
) -> None:
    # What is over and was left behind, as a Sunday was cut short or its place was taken.
    sunday.archived += [ref for ref in work.ends.week() if work.ends.archive(ref)]
    entities = work.chosen()
    sunday.left = len(entities)
    for done, (ref, why) in enumerate(entities.items(), start=1):
        request = work.request(ref)
        answer: Synthesis | None = Synthesis(None)
        try:
            if request is not None:
                answer = writer.synthesize(request)
        except UnreadableAnswerError:
            sunday.unread.append(ref)
            answer = None
        made = replace(work.write(ref, why, answer), asked=request is not None)
        if answer is not None and made.unread:
            sunday.unread.append(ref)
        sunday.made.append(made)
        sunday.archived += [ref] if made.archived else []
        sunday.left -= 1
        if done % _KEPT_FOR == 0:
            forget()
        progress(f"{done} of {many(len(entities), 'summary', 'summaries')} looked at")


def _close(store: MemoryStore, run: Run, work: Summaries, slot: datetime | None) -> None:
    """Put on record that this Sunday is done, and tell in the day's note what changed."""
    last = _last(store)
    is_past = last is not None and run.now < last  # a time that was given; no later one is undone
    is_done = is_past or (last is not None and slot is not None and slot <= last)
    operations, marks = told_in_note(run, told(work)), work.ends.closing()
    if is_done and not operations and not marks:
        return
    if not is_past:
        marks["synthesis"] = run.stamp
    store.commit(Change(SYNTHESIS, run.id, run.stamp, operations, marks=marks))


def _last(store: MemoryStore) -> datetime | None:
    """Return the last success; what a clock far ahead put on record is none."""
    said = store.head.last_success.get(SYNTHESIS)
    last = clock.within(datetime.fromisoformat(said)) if said else None
    return last if last and last < clock.now() + _DAY else None


def told(work: Summaries) -> list[str]:
    """Return what changed in the graph on a Sunday, one line each; [] when nothing did."""
    found: list[str] = []
    week = work.ends.week()
    changed = [ref for ref, looked in week.items() if looked.written]
    if changed:
        named = ", ".join(map(str, changed[:_NAMED]))
        more = f" and {len(changed) - _NAMED} more" if len(changed) > _NAMED else ""
        found.append(f"Weekly synthesis: summaries written for {named}{more}")
    over = sum(looked.superseded for looked in week.values())
    if over:
        found.append(f"Weekly synthesis: {many(over, 'fact')} superseded by newer ones")
    found += [f"Weekly synthesis: {ref}: {old} stays beside {by}, as you wrote it there; "
              f"where it holds no more, take it out or mark it superseded"
              for ref, looked in week.items() for old, by in looked.by_hand]  # fmt: skip
    moved = [ref for ref, looked in week.items() if looked.archive and is_archived(work.store, ref)]
    return found + [f"Weekly synthesis: {ref} is finished and moved to the archives"
                    for ref in moved]  # fmt: skip
