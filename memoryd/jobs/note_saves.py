"""note_saves: what of our lines a save of a daily note lacks because it came from an older buffer.

It is put back, once, at the next night; what a person took out stays out.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from memoryd.core.change import Bullets, Change
from memoryd.core.notes import LOST, Section, our_lines
from memoryd.core.older import made_from
from memoryd.jobs.context import Run
from memoryd.jobs.past import Version, versions
from memoryd.store import MemoryStore

_Line = tuple[Section, str]


def put_back(store: MemoryStore, run: Run) -> None:
    """Put the lost lines of the notes that were saved since the last night back where they were."""
    if "notes" not in run.layers:
        return
    with store.exclusive():
        days = [m.removeprefix(LOST) for m in store.head.marks if m.startswith(LOST)]
        if days:
            marks = {f"{LOST}{day}": "" for day in days}
            store.commit(Change("note", run.id, run.stamp, tuple(_lost(store, days)), marks=marks))


def _lost(store: MemoryStore, days: Iterable[str]) -> Iterator[Bullets]:
    names = {store.audit_name(f"memory/{day}.md"): day for day in sorted(days)}
    past: dict[str, list[Version]] = {name: [] for name in names}
    for version in versions(store, dict.fromkeys(names, "")):
        if version.sha:  # a note that a person removed lost nothing
            past[version.path].append(version)
    for name, found in past.items():
        read = ((store.version(version.sha), version.saved) for version in found)
        lines = _taken_by_older([(raw, saved) for raw, saved in read if raw is not None])
        for section, of_one in groupby(lines, key=lambda line: line[0]):
            yield Bullets(names[name], section, tuple(text for _, text in of_one))


@dataclass(slots=True)
class _Fate:
    """What the saves did to a line of ours; back: a job put it back once."""

    stands: bool = True
    by_older: bool = False
    back: bool = False


@dataclass(slots=True)
class _Fates:
    """The lines of ours that a note ever held, through its versions."""

    known: list[bytes] = field(default_factory=list)
    of: dict[_Line, _Fate] = field(default_factory=dict)

    def follow(self, raw: bytes, *, saved: bool) -> None:
        """Follow one version; saved: by a person."""
        here = our_lines(raw)
        for line in here:
            fate = self.of.setdefault(line, _Fate())
            fate.back |= not fate.stands and not saved
            fate.stands = True
        gone = [line for line, fate in self.of.items() if fate.stands and line not in here]
        held = _held(raw, self.known) if gone else {}
        for line in gone:
            self.of[line].by_older = line not in held
            self.of[line].stands = False
        self.known.append(raw)


def _taken_by_older(past: Sequence[tuple[bytes, bool]]) -> list[_Line]:
    """Return the lines that the last version lacks and nobody took out, by section."""
    fates = _Fates()
    for raw, saved in past:
        fates.follow(raw, saved=saved)
    order = list(Section)
    lost = [line for line, fate in fates.of.items()
            if fate.by_older and not fate.stands and not fate.back]  # fmt: skip
    return sorted(lost, key=lambda line: order.index(line[0]))


def _held(saved: bytes, known: Sequence[bytes]) -> Iterable[_Line]:
    """Return our lines of the version that a save was made from; none for one that is empty."""
    return our_lines(made_from(saved, known, our_lines)) if saved.strip() else {}
