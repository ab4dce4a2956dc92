"""synthesis: on Sunday summaries are written anew, MEMORY.md is refreshed, the finished archived.

Each entity is one commit. The row that says that a Sunday is done comes last: what a model failed
at is asked again at the next try.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from memoryd.clock import local_day
from memoryd.core.change import Bullets, Change
from memoryd.core.count import many
from memoryd.core.entity import Ref
from memoryd.core.notes import Section, event_bullet
from memoryd.core.proposal import Synthesis
from memoryd.core.selection import Why
from memoryd.errors import LlmError, UnreadableAnswerError
from memoryd.jobs import tacit
from memoryd.jobs.context import Run
from memoryd.jobs.heartbeat import rename_operator
from memoryd.jobs.saves import take_in
from memoryd.jobs.summaries import Made, Summaries
from memoryd.jobs.tacit import Refreshed
from memoryd.jobs.writing import Writer
from memoryd.store import MemoryStore

_NAMED = 5  # entities that the note names, of more it tells the number


@dataclass(slots=True)
class Sunday:
    """What one synthesis did.

    made: per entity; unread: those to which no readable answer came, to be looked at next Sunday;
    tacit: of MEMORY.md, None while that layer is off; error: what stopped it, the rest waits.
    """

    made: list[Made] = field(default_factory=list)
    unread: list[Ref] = field(default_factory=list)
    tacit: Refreshed | None = None
    left: int = 0
    error: LlmError | None = None

    @property
    def written(self) -> list[Made]:
        """The entities whose summary was made anew."""
        return [made for made in self.made if made.report is not None]


@dataclass(frozen=True, slots=True)
class Planned:
    """What a synthesis would do now. calls: to a model, at least; lines: to read for MEMORY.md."""

    entities: tuple[tuple[Ref, Why], ...]
    calls: int
    lines: int


def plan(store: MemoryStore, run: Run) -> Planned:
    """Return what a synthesis would look at; nothing is asked or written."""
    if "graph" in run.layers:
        work = Summaries(store, run)
        entities = tuple(work.chosen().items())
        calls = sum(work.request(ref) is not None for ref, _ in entities)
    else:
        entities, calls = (), 0
    lines = tacit.waiting(store) if "tacit" in run.layers else 0
    return Planned(entities, calls + bool(lines), lines)


def synthesis(
    store: MemoryStore, writer: Writer, run: Run, progress: Callable[[str], None] = lambda _: None
) -> Sunday:
    """Write the summaries that are due and refresh MEMORY.md; nothing new: no call, no change."""
    rename_operator(store, run)
    take_in(store, run)
    sunday = Sunday()
    work = Summaries(store, run)
    try:
        if "graph" in run.layers:
            _write(work, writer, sunday, progress)
        if "tacit" in run.layers:
            sunday.tacit = tacit.refresh(store, writer, run, work.works())
    except LlmError as err:
        sunday.error = err
    else:
        _close(store, run, sunday)
    store.save_head()
    return sunday


def _write(
    work: Summaries, writer: Writer, sunday: Sunday, progress: Callable[[str], None]
) -> None:
    entities = work.chosen()
    sunday.left = len(entities)
    for done, (ref, why) in enumerate(entities.items(), start=1):
        request = work.request(ref)
        try:
            answer = Synthesis(None) if request is None else writer.synthesize(request)
        except UnreadableAnswerError:
            sunday.unread.append(ref)
        else:
            sunday.made.append(work.write(ref, why, answer))
        sunday.left -= 1
        progress(f"{done} of {many(len(entities), 'summary', 'summaries')} looked at")


def _close(store: MemoryStore, run: Run, sunday: Sunday) -> None:
    """Put on record that this Sunday is done, and tell in the day's note what changed."""
    at = run.now.astimezone(run.zone)
    day = local_day(run.now, run.zone).isoformat()
    lines = tuple(event_bullet(f"{at:%H:%M}", text) for text in told(sunday))
    notes = "notes" in run.layers and lines
    operations = (Bullets(day, Section.KEY_EVENTS, lines),) if notes else ()
    slot = {"synthesis": run.stamp}
    store.commit(Change("synthesis", run.id, run.stamp, operations, marks=slot))


def told(sunday: Sunday) -> list[str]:
    """Return what changed on a Sunday, one line each for the day's note; [] when nothing did."""
    found: list[str] = []
    changed = [made.ref for made in sunday.written]
    if changed:
        named = ", ".join(map(str, changed[:_NAMED]))
        more = f" and {len(changed) - _NAMED} more" if len(changed) > _NAMED else ""
        found.append(f"Weekly synthesis: summaries written for {named}{more}")
    over = sum(len(made.superseded) for made in sunday.made)
    if over:
        found.append(f"Weekly synthesis: {many(over, 'fact')} superseded by newer ones")
    found += [f"Weekly synthesis: {made.ref} is finished and moved to the archives"
              for made in sunday.made if made.archived]  # fmt: skip
    if sunday.tacit:
        found += _told_of_memory(sunday.tacit)
    return found


def _told_of_memory(done: Refreshed) -> list[str]:
    found: list[str] = []
    if done.added or done.retired:
        added = many(len(done.added), "line")
        found.append(f"MEMORY.md: {added} added, {len(done.retired)} retired")
    if done.fallen:
        older = many(len(done.fallen), "older line")
        found.append(f"MEMORY.md is full: {older} left it and stay in its history")
    return found
