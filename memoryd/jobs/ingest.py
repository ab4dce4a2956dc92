"""ingest: what is new in the transcripts -> redacted lines and cursors, one commit, no model."""

import os
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from unicodedata import normalize

from memoryd.clock import local_day
from memoryd.core.catalog import SELF
from memoryd.core.change import Change
from memoryd.core.cursor import Cursor
from memoryd.core.entity import match_key
from memoryd.core.nights import DAY
from memoryd.core.own_names import names_of
from memoryd.core.redact import redact
from memoryd.core.turn import Line, Role, Turn
from memoryd.core.value import replace
from memoryd.errors import SourceError
from memoryd.jobs.context import Run
from memoryd.jobs.taken import Taken
from memoryd.sources import Chunk, Source, refused, unchanged
from memoryd.store import MemoryStore

_COMMIT_TURNS = 500
_COMMIT_CHARS = 1_000_000
_MAX_TEXT = 200_000  # characters of one line; what a person types is far below
# What an id is made of that can be no secret, and is not searched for one.
_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_SHORT = re.compile(r"\w{0,12}")
_MASK = re.compile(r"\[secret:[a-z_]+\]")
_AROUND = " \t-–:,;()[]<>"


@dataclass(slots=True)
class Ingested:
    """What one ingest found.

    skipped: rows by reason, per source name; borrowed: rows whose time was lent; errors: one line
    each.
    """

    files: int = 0
    lines: int = 0
    commits: int = 0
    secrets: int = 0
    borrowed: int = 0
    skipped: dict[str, Counter[str]] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)


def ingest(
    store: MemoryStore, sources: Sequence[Source], run: Run,
    progress: Callable[[int], None] = lambda _: None,
) -> Ingested:  # fmt: skip
    """Read every transcript from its cursor on and commit what is new; nothing new writes nothing.

    progress: called with the number of lines so far after each commit.
    """
    gathered = _Gathered(store, run, progress)
    new = [(stat.st_mtime_ns, source, path, cursor)
           for source, path, stat, cursor in _changed(store, sources)]  # fmt: skip
    # What was said first is taken first, as far as files tell: later lines end what stands before.
    for _, source, path, cursor in sorted(new, key=lambda found: found[0]):
        gathered.found.files += 1
        try:
            for chunk in source.read(Path(path), cursor):
                gathered.take(source, chunk)
        except SourceError as err:
            gathered.found.errors.append(redact(str(err)).text)
    for source in sources:
        gathered.found.errors += (redact(line).text for line in source.unreadable)
    gathered.flush()
    return gathered.found


def unreadable(store: MemoryStore, sources: Sequence[Source]) -> list[str]:
    """Return what an ingest would say now of transcripts that it cannot read; reads no row."""
    found: list[str] = []
    for _, path, _, _ in _changed(store, sources):
        if line := refused(Path(path)):
            found.append(line)
    for source in sources:
        found += source.unreadable
    return [redact(line).text for line in found]


def _changed(
    store: MemoryStore, sources: Iterable[Source]
) -> Iterator[tuple[Source, str, os.stat_result, Cursor | None]]:
    """Yield every transcript that is new or has changed, and the cursor up to which it was read."""
    for source in sources:
        for path, stat in source.listing():
            cursor = store.cursor(path)
            if cursor is None or not unchanged(stat, cursor):
                yield source, path, stat, cursor


@dataclass(slots=True)
class _Gathered:
    """Turns and cursors of several files, waiting to be one commit."""

    store: MemoryStore
    run: Run
    progress: Callable[[int], None]
    found: Ingested = field(default_factory=Ingested)
    turns: list[Turn] = field(default_factory=list)
    cursors: dict[str, Cursor] = field(default_factory=dict)
    chars: int = 0
    left_out: Counter[str] = field(default_factory=Counter)
    taken: Taken = field(init=False)
    called: tuple[str, ...] = ()  # the operator's names; read when a turn names its speaker

    def __post_init__(self) -> None:
        """Ask the store what was taken before."""
        self.taken = Taken(self.store)

    def take(self, source: Source, chunk: Chunk) -> None:
        """Add a chunk: its lines that were never ingested, each once, redacted."""
        self.found.skipped.setdefault(source.name, Counter()).update(chunk.skipped)
        for why, count in chunk.skipped.items():
            self.left_out[f"skipped:{source.name}:{why}"] += count
        self.found.borrowed += chunk.borrowed
        for turn in chunk.turns:
            new = self._new(turn, local=turn.line in chunk.local)
            if new is None:
                self.found.skipped[source.name]["seen"] += 1
                continue
            self.taken.add(new)
            self.turns.append(new)
            self.chars += len(new.text)
        self.cursors[chunk.cursor.path] = chunk.cursor
        if len(self.turns) >= _COMMIT_TURNS or self.chars >= _COMMIT_CHARS:
            self.flush()

    def _new(self, turn: Turn, *, local: bool) -> Turn | None:
        """Return a turn as it is to be kept, None for one that was taken before."""
        turn = self._attributed(turn)
        named = replace(turn, session=self._id(turn.session), line=self._id(turn.line))
        if not local and self.taken.holds(named):
            return None
        clean, secrets = _clean(named, self.run.secrets)
        new = self.taken.new(clean) if local else clean
        self.found.secrets += secrets if new else 0
        return new

    def _attributed(self, turn: Turn) -> Turn:
        """Return an operator's turn as a member's where it names somebody else as its speaker."""
        if turn.role is not Role.OPERATOR or not turn.speaker or not self.run.operator:
            return turn
        if not self.called:
            summary = self.store.summary(self.run.operator_ref)
            listed = (summary.name or "", *summary.aliases) if summary else ()
            self.called = (self.run.operator, *listed)
        key = match_key(turn.speaker)
        mine = key in SELF or key in map(match_key, self.called)
        if mine or names_of(self.called).is_own(turn.speaker):
            return turn
        return replace(turn, role=Role.MEMBER)

    def _id(self, text: str) -> str:
        """Return an id as it may be kept: one that holds a secret gives way to its salted name."""
        rest = _UUID.sub("", text)
        harmless = _SHORT.fullmatch(rest) or not redact(rest, self.run.secrets).kinds
        return text if harmless else f"masked-{self.store.audit_name(text)}"

    def _marks(self) -> dict[str, str]:
        """Return how many rows were left out so far, by source and reason, for status to tell."""
        known = self.store.head.marks
        return {name: str(int(known.get(name, "0")) + n) for name, n in self.left_out.items()}

    def _days(self, lines: Sequence[Line]) -> dict[str, str]:
        """Return for each local day of these lines that a night has it to review, up to where."""
        days = ((local_day(line.turn.time, self.run.zone), line.seq) for line in lines)
        return {f"{DAY}{day.isoformat()}": str(seq) for day, seq in days}  # the last one stands

    def flush(self) -> None:
        """Commit what was gathered; cursors that moved past no line are only noted."""
        if not self.turns:
            self.store.note_cursors(self.cursors.values(), self._marks())
        else:
            first = self.store.next_line()
            lines = tuple(Line(first + i, turn) for i, turn in enumerate(self.turns))
            change = Change(
                job="ingest",
                run=self.run.id,
                now=self.run.stamp,
                lines=lines,
                cursors=tuple(self.cursors.values()),
                marks={**self._marks(), **self._days(lines)},
            )
            self.store.commit(change)
            self.found.lines += len(lines)
            self.found.commits += 1
            self.progress(self.found.lines)
        self.turns, self.cursors, self.chars, self.left_out = [], {}, 0, Counter()
        self.taken.clear()


def _clean(turn: Turn, own: tuple[str, ...]) -> tuple[Turn, int]:
    """Return a turn as it may be kept, and how many secrets were masked in it; own: as in redact.

    Its letters are put together (NFC): a name is the same word whoever typed its accent.
    """
    text = normalize("NFC", turn.text)
    if len(text) > _MAX_TEXT:
        text = f"{text[:_MAX_TEXT]} [... {len(text) - _MAX_TEXT} characters left out]"
    masked = redact(text, own)
    speaker, in_speaker = _label(turn.speaker or "", own)
    channel, in_channel = _label(turn.channel or "", own)
    clean = replace(turn, text=masked.text, speaker=speaker, channel=channel)
    return clean, len(masked.kinds) + in_speaker + in_channel


@lru_cache(maxsize=1024)  # the same few with every line
def _label(text: str, own: tuple[str, ...]) -> tuple[str | None, int]:
    """Return a name as it may be kept, without its secrets, and how many these were.

    No mask takes their place: it would pass for somebody's name.
    """
    masked = redact(normalize("NFC", text), own)
    rest = _MASK.sub("", masked.text).strip(_AROUND) if masked.kinds else masked.text
    return rest or None, len(masked.kinds)
