"""note_entries: what a person wrote in the daily notes, as lines of theirs for MEMORY.md."""

from collections.abc import Iterable, Iterator
from datetime import date, datetime, time
from zoneinfo import ZoneInfo

from memoryd.clock import local_day
from memoryd.core.notes import read_note
from memoryd.core.turn import Line, Role, Turn
from memoryd.jobs.context import Run
from memoryd.store import MemoryStore

NOTES = "tacit-notes"  # mark of the head: the last day whose note was read
FIRST = 1_000_000_000  # entries of notes are numbered above every line


def days_to_read(store: MemoryStore, run: Run) -> list[str]:
    """Return the days that are over and whose notes were not read yet, oldest first."""
    today = local_day(run.now, run.zone).isoformat()
    since = store.head.marks.get(NOTES, "")
    return sorted(day for day in store.note_days() if since < day < today)


def entries_of(store: MemoryStore, days: Iterable[str], zone: ZoneInfo) -> Iterator[Line]:
    """Yield the entries that are not ours, said at noon; the line id is the line of the note.

    A file edit cannot be told from the operator's: what stands in a note is taken as theirs.
    """
    seq = FIRST
    for day in days:
        noon = datetime.combine(date.fromisoformat(day), time(12), zone)
        for entry in read_note(store.text_file(f"memory/{day}.md") or b"").entries:
            if not entry.ours:
                seq += 1
                turn = Turn("note", day, str(entry.line), noon, Role.OPERATOR, entry.text)
                yield Line(seq, turn)
