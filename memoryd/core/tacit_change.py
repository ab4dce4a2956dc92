"""Changing MEMORY.md: lines of ours come and go within a budget; all other bytes stay."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from memoryd.core import blocks, sections, supersede
from memoryd.core.attributes import is_negative
from memoryd.core.own_word import is_own_word
from memoryd.core.tacit import BY_KEY, TacitSection
from memoryd.core.tacit_lines import NewLine, TacitLine, fault, read_tacit, written
from memoryd.core.text import content_stems, normal
from memoryd.core.value import replace

BUDGET = 11_000  # characters of the whole file; the assistant that reads least cuts at 12,000
_LONGEST = 500  # characters of one line: a longer one would push out many others
_WISHING = content_stems(
    """prefer prefers preferred preference like likes liked love loves want wants wanted wish wishes
    would rather than more better favour favours favor favors choose chooses use uses instead please
    over"""
)
_EMPTY = b"# MEMORY.md\n"
# When room is wanted the oldest falls out first; hard rules never do, these so much earlier.
_SOONER = timedelta(days=28)
_SOON = (TacitSection.PRIORITIES, TacitSection.LESSONS)
_OF_MANY = (TacitSection.HARD_RULES, TacitSection.PRIORITIES, TacitSection.LESSONS)
_TOLD_APART = (TacitSection.PRIORITIES, TacitSection.LESSONS)  # what ends them is told elsewhere
_ABOVE_ALL = (2, date.max)
# Of a file that is nearly full no older priority is put back: the next line would push it out.
_SPARE = 600
_WEEK = timedelta(days=7)
FULL = "MEMORY.md is full"  # why a line is refused that is as good as any other


@dataclass(frozen=True, slots=True)
class TacitChange:
    """What to add to MEMORY.md, and which lines of ours, by section and text, to take out."""

    add: tuple[NewLine, ...] = ()
    retire: tuple[tuple[TacitSection, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Refusal:
    """A line that was not added or not retired, and why."""

    section: TacitSection
    text: str
    reason: str


@dataclass(frozen=True, slots=True)
class Applied:
    """MEMORY.md after a change; file None: there is none and nothing was added.

    added: new lines, not those whose evidence was renewed. fallen: lines of ours that made room.
    over_budget: by how many characters that which may not fall out exceeds the budget by itself;
    nothing is added then, and only a person can shorten it.
    """

    file: bytes | None
    added: tuple[NewLine, ...] = ()
    retired: tuple[TacitLine, ...] = ()
    fallen: tuple[TacitLine, ...] = ()
    refused: tuple[Refusal, ...] = ()
    over_budget: int = 0


def apply_tacit(raw: bytes | None, change: TacitChange, *, budget: int = BUDGET) -> Applied:
    """Return MEMORY.md with a change made; made again, it changes no byte.

    A statement that stands in the file, whoever wrote it and where, is not added again; where it
    is ours, a newer day and its source take the place of the older. Lines of ours fall out while
    the file is over the budget: the oldest first, priorities and lessons as if they were four weeks
    older, hard rules never. A new line makes only weaker ones fall; where that is no help it is
    refused.
    """
    start = raw or _EMPTY
    asked = _Asked(change.add)
    file, retired, refused = _retire(start, change, asked)
    file, fallen = _fit(file, asked, budget, below=_ABOVE_ALL) or (file, ())
    added: list[NewLine] = []
    # The strongest first: what one of them pushes out cannot have been wanted by another.
    for new in sorted(change.add, key=_weight, reverse=True):
        if _is_full_of(new, refused, asked):
            continue  # said once more, on an older day: it would take the place next time
        standing = [n for n in read_tacit(file) if new in asked.like(n.text)]
        if any(not line.ours or (line.day or "") >= new.day for line in standing):
            continue
        reason = _too_long(new) or fault(new)
        with_it = None if reason else _with(file, new, standing)
        fitted = _fit(with_it, asked, budget, below=_weight(new)) if with_it else None
        if fitted is None:
            reason = reason or FULL
            refused.append(Refusal(new.section, new.text, reason))
            continue
        file, made_room = fitted
        fallen = (*fallen, *made_room)
        added += [] if standing else [new]
    over = over_budget(file, budget=budget)
    after = raw if file == start else file
    return Applied(after, tuple(added), retired, fallen, tuple(refused), over)


def with_room(
    priorities: Iterable[NewLine], raw: bytes | None, fallen: Iterable[TacitLine], today: date
) -> Iterator[NewLine]:
    """Yield the priorities that may be added to MEMORY.md.

    Not one that just fell out of it (fallen); nor, where it is nearly full, one of an earlier week:
    it fell out before, and the next line would push it out again. A line that stands, or that takes
    the place of one on the same project, needs no room.
    """
    gone = {line.text for line in fallen}
    standing = [n.text for n in read_tacit(raw or b"") if n.section is TacitSection.PRIORITIES]
    is_full = size(raw or b"") > BUDGET - _SPARE
    for new in priorities:
        text = sections.item_text(new.text)
        stands = any(n.partition(": ")[0] == text.partition(": ")[0] for n in standing)
        recent = date.fromisoformat(new.day) > today - _WEEK
        if text not in gone and (stands or recent or not is_full):
            yield new


def _is_full_of(new: NewLine, refused: Iterable[Refusal], asked: "_Asked") -> bool:
    """Return whether there was no room for what a line says."""
    return any(
        old.reason == FULL and new in asked.like(sections.item_text(old.text)) for old in refused
    )


def over_budget(raw: bytes | None, *, budget: int = BUDGET) -> int:
    """Return by how many characters that which may not fall out exceeds the budget; 0 else."""
    file = raw or b""
    return max(0, size(_without(file, _droppable(read_tacit(file)))) - budget)


def without_outdated(
    change: TacitChange,
    lines: Iterable[TacitLine],
    said_at: Callable[[str], datetime | None] = lambda _source: None,
) -> TacitChange:
    """Return a change that keeps only the newest of what contradicts each other.

    A line of ours that a newer one contradicts is retired; one that something newer contradicts is
    not added. What is not the operator's own plain word, such as a question, contradicts nothing.
    Of hard rules and priorities this says nothing: they are about many things; but what a newer
    hard rule contradicts is over.

    said_at: when the words of a source were said, None where nobody knows. Of one day what was said
    later is newer, else what is added later.
    """
    ours = [n for n in lines if n.ours and n.section and n.section not in _TOLD_APART]
    added = [n for n in change.add if n.section not in _TOLD_APART]
    said = [*(NewLine(n.section or TacitSection.HOW_I_WORK, n.text, n.day or "", n.evidence or "")
              for n in ours), *added]  # fmt: skip

    def outdated(at: int) -> bool:
        old = said[at]
        return old.section not in _OF_MANY and any(
            new.day >= old.day
            and supersede.contradicts(new.text, old.text)
            and is_own_word(new.text)
            and _is_newer(nth, at, said, said_at)
            for nth, new in enumerate(said)
        )

    over = {at for at in range(len(said)) if outdated(at)}
    gone = [said[at] for at in over if at >= len(ours)]
    add = tuple(n for n in change.add if n not in gone)
    retired = tuple((n.section, n.text) for at, n in enumerate(ours) if n.section and at in over)
    return replace(change, add=add, retire=(*change.retire, *retired))


def _is_newer(
    one: int, other: int, said: Sequence[NewLine], said_at: Callable[[str], datetime | None]
) -> bool:
    """Return whether the line at one place was said after that at another."""
    if said[one].day != said[other].day:
        return said[one].day > said[other].day
    moments = [said_at(said[at].source) for at in (one, other)]
    if moments[0] and moments[1] and moments[0] != moments[1]:
        return moments[0] > moments[1]
    return one > other


def without_doubled(change: TacitChange, lines: Iterable[TacitLine]) -> TacitChange:
    """Return a change in which one statement of one line of evidence is added in one wording only.

    A model may put it in several: what it said first holds, and what stands before that.
    """
    told = [(n.evidence, _gist(n.text), n.text) for n in lines if n.ours]
    add: list[NewLine] = []
    for new in change.add:
        gist = _gist(new.text)
        if any(source == new.source and said == gist and text != new.text
               for source, said, text in told):  # fmt: skip
            continue
        told.append((new.source, gist, new.text))
        add.append(new)
    return replace(change, add=tuple(add))


def _gist(text: str) -> tuple[bool, frozenset[str]]:
    """Return whether a wish says no, and its content without the words for wishing."""
    stems = content_stems(text)
    return is_negative(text), (stems - _WISHING) or stems


def size(raw: bytes) -> int:
    """Return the characters of a file as its strictest reader counts them.

    OpenClaw counts UTF-16 code units: an emoji is two, a CJK character one, bytes that are no
    UTF-8 one each. Python's count is never higher, so the file is within the budget by both.
    """
    return len(raw.decode(errors="replace").encode("utf-16-le")) // 2


def change_as_json(change: TacitChange) -> dict[str, Any]:
    """Return the JSON object of a change inside a record."""
    return {
        "add": [
            {"section": new.section.value, "text": new.text, "day": new.day, "source": new.source}
            for new in change.add
        ],
        "retire": [{"section": section.value, "text": text} for section, text in change.retire],
    }


def change_from_json(row: Mapping[str, Any]) -> TacitChange:
    """Return the change that change_as_json wrote."""
    add = (
        NewLine(TacitSection(n["section"]), n["text"], n["day"], n["source"]) for n in row["add"]
    )
    retire = ((TacitSection(old["section"]), old["text"]) for old in row["retire"])
    return TacitChange(tuple(add), tuple(retire))


class _Asked:
    """The lines of one change, found by what they say; each is compared once with a text."""

    def __init__(self, new: Iterable[NewLine]) -> None:
        self._new = [(line, sections.item_text(line.text)) for line in new]
        self._found: dict[str, tuple[NewLine, ...]] = {}

    def like(self, text: str) -> tuple[NewLine, ...]:
        """Return the lines that say what a line of the file says."""
        if text not in self._found:
            same = (new for new, said in self._new if supersede.same_statement(text, said))
            self._found[text] = tuple(same)
        return self._found[text]


def _weight(line: NewLine | TacitLine) -> tuple[int, date]:
    """Return how late a line falls: (1, ...) for never, else by its day."""
    try:
        day = date.fromisoformat(line.day or "")
        day -= _SOONER if line.section in _SOON else timedelta()
    except (ValueError, OverflowError):
        day = date.min
    return int(line.section is TacitSection.HARD_RULES), day


def _strength(line: TacitLine, asked: _Asked) -> tuple[int, date]:
    """Return how late a line of ours falls; asked for again, as late as if it were added now."""
    return max(_weight(line), *map(_weight, asked.like(line.text)), (0, date.min))


def _too_long(new: NewLine) -> str | None:
    return f"a line holds at most {_LONGEST} characters" if len(new.text) > _LONGEST else None


def _with(file: bytes, new: NewLine, standing: Sequence[TacitLine]) -> bytes:
    """Return the file with a line added, or with the newer evidence of one of ours."""
    document = blocks.read(file)
    if standing:
        old = standing[0]
        line = written(old.text, new.day, new.source)
        return document.replace(old.line - 1, old.line, [line])
    line = written(sections.item_text(new.text), new.day, new.source)
    return sections.put(document, BY_KEY, new.section, line)


def _droppable(lines: Iterable[TacitLine]) -> list[TacitLine]:
    return [n for n in lines if n.ours and n.section is not TacitSection.HARD_RULES]


def _fit(
    file: bytes, asked: _Asked, budget: int, *, below: tuple[int, date]
) -> tuple[bytes, tuple[TacitLine, ...]] | None:
    """Return the file within the budget and what fell; None when all that is weaker is no help."""
    if size(file) <= budget:
        return file, ()
    lines = {n: _strength(n, asked) for n in _droppable(read_tacit(file))}
    weaker = [n for n in sorted(lines, key=lines.__getitem__) if lines[n] < below]
    for count in range(1, len(weaker) + 1):
        smaller = _without(file, weaker[:count])
        if size(smaller) <= budget:
            return smaller, tuple(weaker[:count])
    return None


def _without(file: bytes, lines: Collection[TacitLine]) -> bytes:
    document = blocks.read(file)
    gone = {line.line - 1 for line in lines}
    kept = (line for index, line in enumerate(document.lines) if index not in gone)
    return document.bom + b"".join(kept)


def _retire(
    file: bytes, change: TacitChange, asked: _Asked
) -> tuple[bytes, tuple[TacitLine, ...], list[Refusal]]:
    retired: list[TacitLine] = []
    refused: list[Refusal] = []
    for section, text in change.retire:
        shown = sections.item_text(text)
        if asked.like(shown):
            continue  # asked for in the same breath
        found = [line for line in read_tacit(file) if normal(line.text) == normal(shown)]
        mine = [line for line in _droppable(found) if line.section is section]
        if mine:
            file = _without(file, mine)
            retired += mine
        elif found:
            refused.append(Refusal(section, text, _why_it_stays(found)))
    return file, tuple(retired), refused


def _why_it_stays(found: Sequence[TacitLine]) -> str:
    if any(line.section is TacitSection.HARD_RULES for line in found):
        return "hard rules are never retired"
    ours = any(line.ours for line in found)
    return "it stands in another section" if ours else "a person wrote or changed it"
