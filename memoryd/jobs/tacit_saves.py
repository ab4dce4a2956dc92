"""tacit_saves: what became of our lines of MEMORY.md in the saves since they were written.

A line that a person took out stays out until the operator says it anew. A save made from an older
version, or of an empty file, took nothing out: what it lacks is put back, once; and as often as it
takes where somebody saved on and on who had begun before the line came.
"""

import hashlib
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from memoryd import clock
from memoryd.core.older import made_from, was_begun_before
from memoryd.core.tacit import TacitSection
from memoryd.core.tacit_lines import NewLine, TacitLine, read_tacit
from memoryd.core.text import content_stems, normal
from memoryd.jobs.past import versions
from memoryd.store import MemoryStore

FILE = "MEMORY.md"
# Of the head: digests of our lines as written last; of those a person took out, each with the last
# line of the conversation known then; of those that were put back; of the priorities that the
# operator's words gave, and no project.
OURS, GONE, BACK, HEARD = "tacit-ours", "tacit-gone", "tacit-back", "tacit-heard"
_THEIRS, _GONE = "what you wrote there stands", "write it there to have it back"


@dataclass(frozen=True, slots=True)
class Losses:
    """What of ours is missing.

    gone: digest -> sequence number of the last line that was heard before a person took it out.
    told: the texts of those that nobody was told of yet. back: to be put back, if they still hold;
    once: digests of those of which that is done but once. theirs: what a person's own lines say, as
    content stems.
    """

    gone: Mapping[str, int]
    told: tuple[str, ...] = ()
    back: tuple[TacitLine, ...] = ()
    once: frozenset[str] = frozenset()
    theirs: tuple[frozenset[str], ...] = ()

    def keeps_out(self, text: str, said: int = 0) -> bool:
        """Return whether a line is not to be added; said: number of the line that says it.

        One that a person put in their own words, and left there, is not gone.
        """
        heard = self.gone.get(digest(text))
        if heard is None:
            return False
        return said <= heard or self._is_theirs(text)

    def why_out(self, text: str) -> str:
        """Return why a line is kept out, and what helps: to say it again does not always."""
        return f"you took it out or changed it; {_THEIRS if self._is_theirs(text) else _GONE}"

    def _is_theirs(self, text: str) -> bool:
        return any(content_stems(text) <= line for line in self.theirs)

    def taken_out_of(self, raw: bytes | None) -> list[str]:
        """Return of what a person is to be told; not what stands word for word, whose it may be."""
        stands = {digest(line.text) for line in read_tacit(raw or b"")}
        return [text for text in self.told if digest(text) not in stands]

    def marks(
        self, known: Mapping[str, str], before: bytes | None, after: bytes | None,
        added: Iterable[NewLine], full: Container[str],
    ) -> dict[str, str]:  # fmt: skip
        """Return the marks once a writing of ours has made `after` of `before`.

        known: those of now; full: texts for which there was no room: they wait. What was missing
        before and is not judged here is missing still.
        """
        again = {digest(new.text) for new in added}
        gone = [f"{name}:{seq}" for name, seq in sorted(self.gone.items()) if name not in again]
        here = ours(after)
        back = {digest(line.text): line.text for line in self.back}
        missing = set(known.get(OURS, "").split()) - ours(before) - self.gone.keys() - back.keys()
        waiting = {name for name, text in back.items() if text in full}
        returned = self.once & here
        return {
            OURS: " ".join(sorted(here | waiting | missing)),
            GONE: " ".join(gone),
            BACK: " ".join(sorted(returned.union(known.get(BACK, "").split()))),
        }


def heard_marks(
    marks: Mapping[str, str], known: Mapping[str, str], add: Iterable[NewLine]
) -> dict[str, str]:
    """Return the mark on the priorities in the operator's words; marks: those being written.

    add: the lines that were heard now.
    """
    new = {digest(line.text) for line in add if line.section is TacitSection.PRIORITIES}
    there = new.union(known.get(HEARD, "").split()).intersection(marks[OURS].split())
    return {HEARD: " ".join(sorted(there))}


def in_own_words(store: MemoryStore, lines: Iterable[TacitLine]) -> list[TacitLine]:
    """Return the lines of ours that the operator's words gave, and no project."""
    heard = store.head.marks.get(HEARD, "").split()
    return [n for n in lines if n.ours and (": " not in n.text or digest(n.text) in heard)]


def unjudged(store: MemoryStore) -> Losses:
    """Return what is known to be out, where no save is judged since."""
    entries = (entry.partition(":") for entry in store.head.marks.get(GONE, "").split())
    return Losses({name: int(seq or "0") for name, _, seq in entries})


def losses(store: MemoryStore, raw: bytes | None) -> Losses:
    """Return what of our lines the file that stands now lacks, and why."""
    marks = store.head.marks
    here = ours(raw)
    gone = {name: seq for name, seq in unjudged(store).gone.items() if name not in here}
    missing = [name for name in marks.get(OURS, "").split() if name not in here]
    theirs = tuple(content_stems(n.text) for n in read_tacit(raw or b"") if not n.ours)
    if not missing:
        return Losses(gone, theirs=theirs)
    told: list[str] = []
    back: list[TacitLine] = []
    once: set[str] = set()
    saves = list(_saves(store, raw))
    returned = marks.get(BACK, "").split()
    for name in missing:
        lost = next((save for save in reversed(saves) if name in save.lacks), None)
        if lost is None:  # the history does not tell
            gone[name] = int(marks.get("tacit", "0"))
            continue
        line = lost.lacks[name]
        if name in lost.begun:
            back.append(line)
        elif lost.is_of_older(name) and name not in returned:
            back.append(line)
            once.add(name)
        else:
            gone[name] = lost.heard
            told.append(line.text)
    return Losses(gone, tuple(told), tuple(back), frozenset(once), theirs)


@dataclass(frozen=True, slots=True)
class _Save:
    """One save.

    lacks: our lines that stood before it; held: those of the version it was made from, None where
    it is empty; heard: the last line of the conversation before it; begun: those of `lacks` that
    came after it was begun.
    """

    lacks: Mapping[str, TacitLine]
    held: frozenset[str] | None
    heard: int
    begun: frozenset[str]

    def is_of_older(self, name: str) -> bool:
        """Return whether it lacks a line because what it was made from never held it."""
        return self.held is None or name not in self.held


def _saves(store: MemoryStore, raw: bytes | None) -> Iterator[_Save]:
    """Yield the saves that lack a line of ours, oldest first."""
    known: list[bytes] = []
    born: dict[str, float] = {}  # when each line of ours came, the last time
    versions = list(_versions(store))
    if versions and (raw or b"") != versions[-1].raw:  # gone, or a save that no look has found yet
        versions.append(_Moment(raw or b"", versions[-1].heard, clock.now().timestamp()))
    for before, after in pairwise(versions):
        known.append(before.raw)
        here, was = ours(after.raw), ours(before.raw)
        lacks = {digest(n.text): n for n in read_tacit(before.raw) if n.ours
                 and digest(n.text) not in here}  # fmt: skip
        born |= dict.fromkeys(here - was, after.at)
        if lacks:
            held = ours(made_from(after.raw, known, ours)) if after.raw.strip() else None
            begun = _begun(known, after, {name: born[name] for name in was if name in born})
            yield _Save(lacks, held, after.heard, begun)


@dataclass(frozen=True, slots=True)
class _Moment:
    """A version, the last line heard by then, and when it came, in seconds on the wall clock."""

    raw: bytes
    heard: int
    at: float


def _begun(known: list[bytes], after: _Moment, born: Mapping[str, float]) -> frozenset[str]:
    """Return the lines of ours that came after a save without them was begun.

    It says something of its own, and has nothing of ours that came with them or since. known: the
    versions before it; born: when the lines that stood came.
    """
    here = ours(after.raw)
    seen = max((at for name, at in born.items() if name in here), default=0.0)
    return frozenset(
        name for name, at in born.items() if name not in here and at > seen
        and was_begun_before(after.raw, known, after.at - at)
    )  # fmt: skip


def _versions(store: MemoryStore) -> Iterator[_Moment]:
    """Yield each version of MEMORY.md, oldest first."""
    for version in versions(store, {store.audit_name(FILE): ""}):
        raw = store.version(version.sha) if version.sha else b""
        if raw is not None:
            yield _Moment(raw, version.heard, version.at)


def anew(line: TacitLine) -> Iterator[NewLine]:
    """Yield a line as it is to be added."""
    if line.section and line.day and line.evidence:
        yield NewLine(line.section, line.text, line.day, line.evidence)


def ours(raw: bytes | None) -> frozenset[str]:
    """Return the digests of our lines."""
    return frozenset(digest(line.text) for line in read_tacit(raw or b"") if line.ours)


def digest(text: str) -> str:
    """Return what a line is known by in the marks, which hold no text."""
    return hashlib.sha256(normal(text).encode("utf-8", "surrogatepass")).hexdigest()[:12]
