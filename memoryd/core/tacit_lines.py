"""The lines of MEMORY.md: which there are, which are ours, and which of those no longer hold.

A line of ours is `- TEXT (DAY) <!-- from: SOURCE SEAL -->` in our marked block of a section. The
seal is a digest of the rest: a line that a person edited has a wrong one and is theirs from then
on, as everything else in the file is.
"""

import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence

from memoryd.core import blocks, sections
from memoryd.core.fact import Fact, is_timestamp
from memoryd.core.headed import Headed
from memoryd.core.regex import regex
from memoryd.core.tacit import BY_KEY, TacitSection, is_rules
from memoryd.core.text import normal, words
from memoryd.core.value import frozen

_OURS = regex(
    r"- (?P<said>\S.* \(\d{4}-\d\d-\d\d\)) <!-- from: (?P<source>\S+) (?P<seal>[0-9a-f]{6}) -->"
)
_DATED = regex(r"(?P<text>.*\S) \((?P<day>\d{4}-\d\d-\d\d)\)", re.DOTALL)
# What cannot go on with the list item above it.
_BEGINS = regex(r"(?:[-*+•]|\d{1,9}[.)])\s|<!--|#")
# A source is one word in its comment and closes none; its own % is written %25.
_QUOTED = {"<": "%3C", ">": "%3E", " ": "%20"}
_MOST_PRIORITIES = 7
_ITSELF = ("memory", "memory md")  # what the file is headed with


@frozen
class TacitLine:
    """One thing MEMORY.md says; section None: outside all that are known.

    text: without comments and day. ours: stands in our block with the right seal. evidence: the
    source that its comment names. line: 1-based.
    """

    section: TacitSection | None
    text: str
    ours: bool
    evidence: str | None
    line: int
    day: str | None


@frozen
class NewLine:
    """A line to add: its ISO day and its source are those of the evidence."""

    section: TacitSection
    text: str
    day: str
    source: str


@frozen
class Work:
    """A project at work, and the fact that stands for it, with its day and source.

    others: what else holds of it and could stand for it; touched: the day of its newest fact.
    """

    name: str
    day: str
    text: str
    source: str
    others: tuple[str, ...] = ()
    touched: str = ""


def read_tacit(raw: bytes) -> tuple[TacitLine, ...]:
    """Read MEMORY.md of any make: every list item and line of prose, but not the rules block."""
    document = blocks.read(raw)
    places, ours = sections.places(document, BY_KEY)
    rules = _rules(document)
    return tuple(
        _line(document, item, places.get(item.start), in_block=item.start in ours)
        for item in sections.items(document)
        if not any(item.start in block for block in rules)
    )


def outline_of(document: blocks.Document) -> Headed:
    """Return what the headings of MEMORY.md say beside its own name and the sections."""

    def said(heading: blocks.Heading) -> str:
        return "" if heading.key in _ITSELF or heading.key in BY_KEY else heading.text

    return Headed(document, said)


def _rules(document: blocks.Document) -> list[range]:
    whole = document.blocks(0, len(document.lines))
    return [range(b.opened, b.closed) for b in whole if b.seal and is_rules(document, b)]


def written(text: str, day: str, source: str) -> str:
    """Return the whole line of ours for an item's text (sections.item_text)."""
    said, quoted = f"{text} ({day})", _quoted(source)
    return f"- {said} <!-- from: {quoted} {_seal(said, quoted)} -->"


def fault(new: NewLine) -> str | None:
    """Return why a line can stand in no MEMORY.md, None when it can."""
    if not sections.item_text(new.text):
        return "it says nothing"
    if new.section is TacitSection.THREE_LAYERS:
        return "the section on the three layers is for the rules"
    if not is_timestamp(new.day) or len(new.day) != len("2026-01-31"):
        return "it has no ISO day"
    return None if _quoted(new.source) else "it names no evidence"


def priorities(projects: Iterable[Work]) -> tuple[NewLine, ...]:
    """Return the lines on what is worked at, newest first: `Beacon: launches on April 2`."""
    newest = sorted(projects, key=lambda work: work.touched or work.day, reverse=True)
    return tuple(
        NewLine(TacitSection.PRIORITIES, priority(work.name, work.text), work.day, work.source)
        for work in newest[:_MOST_PRIORITIES]
    )


def stale_priorities(
    lines: Iterable[TacitLine], projects: Sequence[Work]
) -> tuple[tuple[TacitSection, str], ...]:
    """Return our priorities to retire: of a project not among these, or what one said before.

    lines: without those that the operator's words gave. A line that names no project before a colon
    was no project's, and stays.
    """
    current = {normal(sections.item_text(new.text)) for new in priorities(projects)}
    return tuple(
        (TacitSection.PRIORITIES, line.text)
        for line in lines
        if line.ours
        and line.section is TacitSection.PRIORITIES
        and ": " in line.text
        and normal(line.text) not in current
    )


def resting_on_replaced(
    lines: Iterable[TacitLine], facts: Sequence[Fact]
) -> Iterator[tuple[TacitSection, str]]:
    """Yield our lines whose evidence is that of a fact which was replaced."""
    held = {fact.source for fact in facts if fact.active}
    gone = {fact.source for fact in facts if not fact.active} - held
    for line in lines:
        if line.ours and line.section and line.evidence in gone:
            yield line.section, line.text


def without_name(text: str, operator: str) -> str:
    """Return a text without the operator's name at its start: MEMORY.md is about nobody else."""
    name, said = words(operator), text.split()
    if name and tuple(words(" ".join(said[: len(name)]))) == name and len(said) > len(name) + 1:
        rest = " ".join(said[len(name) :])
        return rest[0].upper() + rest[1:]
    return text


def _line(
    document: blocks.Document, item: sections.Item, section: TacitSection | None, *, in_block: bool
) -> TacitLine:
    found = _OURS.fullmatch(document.texts[item.start].rstrip())
    sealed = found is not None and found["seal"] == _seal(found["said"], found["source"])
    dated = _DATED.fullmatch(item.text)
    text, day = (dated["text"], dated["day"]) if dated else (item.text, None)
    return TacitLine(
        section=section,
        text=text,
        ours=in_block and sealed and not _goes_on(document, item.start),
        evidence=_unquoted(found["source"]) if found and sealed else None,
        line=item.start + 1,
        day=day,
    )


def _goes_on(document: blocks.Document, index: int) -> bool:
    """Return whether somebody wrote on below a list item: taken out, it would leave that behind."""
    after = document.texts[index + 1 :]
    follows = next((text for text in after if text.strip()), "")
    adjacent = bool(after and after[0].strip())
    return follows[:1].isspace() or (adjacent and not _BEGINS.match(follows))


def _seal(said: str, source: str) -> str:
    return hashlib.sha256(f"{said}\n{source}".encode()).hexdigest()[:6]


def _quoted(source: str) -> str:
    for char, code in _QUOTED.items():
        source = source.replace(char, code)
    return blocks.one_line(source).replace(" ", "")


def _unquoted(source: str) -> str:
    for char, code in _QUOTED.items():
        source = source.replace(code, char)
    return source


def priority(name: str, text: str) -> str:
    """Return a project's line; where its fact begins with the name, that is said once."""
    name, text = blocks.one_line(name), blocks.one_line(text).rstrip(" .")
    own = rf"(?:the )?(?:project )?{re.escape(name)}(?: project)?(?:['’]s)?(?![\w-])\s*[:,–—]?\s*"
    said = re.match(own, text, re.IGNORECASE)
    return f"{name}: {text[said.end() :] if said else text}"
