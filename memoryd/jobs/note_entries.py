"""note_entries: what a person wrote in the daily notes, as lines of theirs for MEMORY.md."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime, time
from zoneinfo import ZoneInfo

from memoryd.clock import local_day
from memoryd.core.notes import read_note
from memoryd.core.turn import Line, Role, Turn
from memoryd.jobs.context import Run
from memoryd.store import MemoryStore

# Mark of the head: the last day whose note was read, and before it those that could not be.
NOTES = "tacit-notes"
FIRST = 1_000_000_000  # entries of notes are numbered above every line


def days_to_read(store: MemoryStore, run: Run) -> list[str]:
    """Return the days that are over and whose notes were not read yet, oldest first."""
    today = local_day(run.now, run.zone).isoformat()
    *missed, since = store.head.marks.get(NOTES, "").split() or [""]
    return sorted(d for d in store.note_days() if since < d < today or d in missed)


def read_until(store: MemoryStore, days: Sequence[str]) -> str:
    """Return the mark once these days were read: those whose note must be mended wait for it."""
    *_, since = store.head.marks.get(NOTES, "").split() or [""]
    there = set(store.note_days())
    missed = [d for d in days if d in there and store.legible(_path(d)) is None]
    return " ".join([*missed, max(since, days[-1])])


def _path(day: str) -> str:
    return f"memory/{day}.md"


def entries_of(store: MemoryStore, days: Iterable[str], zone: ZoneInfo) -> Iterator[Line]:
    """Yield the entries that are not ours, said at noon; the line id is the line of the note.

    A file edit cannot be told from the operator's: what stands in a note is taken as theirs.
    """
    seq = FIRST
    for day in days:
        noon = datetime.combine(date.fromisoformat(day), time(12), zone)
        for entry in read_note(store.legible(_path(day)) or b"").entries:
            if not entry.ours:
                seq += 1
                turn = Turn("note", day, str(entry.line), noon, Role.OPERATOR, entry.text)
                yield Line(seq, turn)
