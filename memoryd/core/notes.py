"""The daily note: our bullets in one marked block a section; all others' bytes stay as they are."""

import re
from collections.abc import Mapping, Sequence
from datetime import date
from enum import StrEnum
from functools import partial

from memoryd.core import blocks, sections
from memoryd.core.headed import Headed
from memoryd.core.regex import regex
from memoryd.core.value import frozen, replace

LOST = "note-lost:"  # of the head, with a day: a save of its note lacks lines of ours, to be judged


class Section(StrEnum):
    """The sections of a note, in the order they are written."""

    KEY_EVENTS = "Key Events"
    DECISIONS_MADE = "Decisions Made"
    FACTS_EXTRACTED = "Facts Extracted"
    ACTIVE_PROCESSES = "Active Processes"


_BY_KEY = sections.keyed(Section)
_DAY = regex(r"\d{4}-\d{2}-\d{2}")
_CLOCK = regex(
    r"[*_]{0,2}(?:(?P<hour12>0?[1-9]|1[0-2])(?::(?P<minute12>[0-5]\d))?\s?(?P<half>[ap])\.?m\b\.?"
    r"|(?P<hour>[01]?\d|2[0-3]):(?P<minute>[0-5]\d)(?::[0-5]\d)?)(?!\w)[*_]{0,2}"
    r"\s*(?:[—\N{EN DASH}:|-]\s*)?(?P<text>.*)",
    re.IGNORECASE | re.DOTALL,
)
_LABEL = regex(
    r"[*_]{0,2}(decision|fact)s?[*_]{0,2}\s*:[*_]{0,2}\s*(\S.*)", re.IGNORECASE | re.DOTALL
)
# What an assistant or another said; what the operator did twice a day is told twice.
_SAID = regex(r"- \d\d:\d\d — (?P<said>(?:⚑ )?[^:]{1,80} \([^()]*\) (?:asks|says): .+)")
_LABELS = {"decision": Section.DECISIONS_MADE, "fact": Section.FACTS_EXTRACTED}


@frozen
class Entry:
    """One thing a note says.

    section: where it stands; outside the four, what its label ("Decision:") or its time makes it.
    time: HH:MM, 24 hours. ours: stands in a marked block. line: 1-based. heads: the headings it
    stands under, the outermost first, without the note's day and the four sections.
    """

    section: Section | None
    time: str | None
    text: str
    ours: bool
    line: int
    heads: tuple[str, ...] = ()


@frozen
class Note:
    """A note as read: its ISO day, when the first heading names one, and its entries in order."""

    day: str | None
    entries: tuple[Entry, ...]


def bullet(text: str) -> str:
    """Return the text as one list item that can hold no other structure."""
    return f"- {sections.item_text(text)}"


def fact_bullet(text: str, path: str) -> str:
    """Return the item of a fact with the folder it was saved to, relative to the root."""
    return f"{bullet(text)} (→ {path})"


def event_bullet(time: str, text: str) -> str:
    """Return the item of an event at HH:MM."""
    return f"- {time} — {sections.item_text(text)}"


def add_bullets(raw: bytes | None, day: str, bullets: Mapping[Section, Sequence[str]]) -> bytes:
    """Return the note with these items, each made by one of the functions above.

    An item that its section holds already, in our block or not, is not added again, nor are the
    same words of one speaker at another hour. Nothing that stands in the note is changed or moved.
    raw None (or empty) begins the note of that ISO day.
    """
    note = raw or f"# {day}\n".encode()
    for section in Section:
        for line in bullets.get(section, ()):
            note = _add(note, section, line)
    return note


def read_note(raw: bytes) -> Note:
    """Read a note of any make: with our sections, flat, or a person's own.

    The other half of the note's contract: the nightly job reads by it what a day holds already.
    """
    document = blocks.read(raw)
    places, ours = sections.places(document, _BY_KEY)
    under = outline_of(document)
    entries = (
        replace(
            _entry(item.text, places.get(item.start), ours=item.start in ours, line=item.start + 1),
            heads=under.heads(item.start),
        )
        for item in sections.items(document)
    )
    return Note(_day(document), tuple(entries))


def our_lines(raw: bytes) -> dict[tuple[Section, str], None]:
    """Return the lines in our blocks of a note with their sections, in order, each once."""
    document = blocks.read(raw)
    places, ours = sections.places(document, _BY_KEY)
    texts = ((at, document.texts[at].strip()) for at in sorted(ours))
    return {(places[at], text): None for at, text in texts if sections.ITEM.match(text)}


def outline_of(document: blocks.Document) -> Headed:
    """Return what the headings of a note say beside its day and its sections."""
    return Headed(document, lambda heading: _said(heading.text))


def _said(text: str) -> str:
    return "" if blocks.heading_key(text) in _BY_KEY else _DAY.sub("", text).strip(" :,;.()[]-–—|")


def _add(raw: bytes, section: Section, line: str) -> bytes:
    document = blocks.read(raw)
    for part in sections.parts_of(document, _BY_KEY, section):
        texts = document.texts[part.heading.content : part.end]
        if _known_by(line) in {_known_by(text) for text in texts}:
            return raw
    time = _item_time(line) if section is Section.KEY_EVENTS else None
    place = partial(_before_later, time) if time else sections.last
    return sections.put(document, _BY_KEY, section, line, place=place)


def _known_by(line: str) -> str:
    """Return what two items that say one thing have in common; of what others said, no time."""
    said = _SAID.match(line.strip())
    return said["said"] if said else line.strip()


def _before_later(time: str, document: blocks.Document, block: blocks.Block) -> int:
    """Return the line of the first event after a time, else the end of the block."""
    for index in range(block.opened + 1, block.closed):
        other = _item_time(document.texts[index])
        if other and other > time:
            return index
    return block.closed


def _item_time(text: str) -> str | None:
    """Return the time a list item begins with; None for an indented item, which belongs to one."""
    item = None if text[:1].isspace() else sections.ITEM.match(text)
    return _split_time(item[1])[0] if item else None


def _split_time(text: str) -> tuple[str | None, str]:
    """Return a leading time as HH:MM and the text after it: `2:00pm: x`, `09:15 — x`, `2 pm x`."""
    found = _CLOCK.match(text)
    if found is None:
        return None, text
    if found["half"] is None:
        hour, minute = int(found["hour"]), found["minute"]
    else:
        hour = int(found["hour12"]) % 12 + (12 if found["half"] in "pP" else 0)
        minute = found["minute12"] or "00"
    return f"{hour:02}:{minute}", found["text"]


def _entry(words: str, section: Section | None, *, ours: bool, line: int) -> Entry:
    time, text = _split_time(words)
    if section is None:
        section = Section.KEY_EVENTS if time else None
        if label := _LABEL.match(text):
            section, text = _LABELS[label[1].lower()], label[2]
    return Entry(section, time, text, ours, line)


def _day(document: blocks.Document) -> str | None:
    found = _DAY.search(document.headings[0].text) if document.headings else None
    try:
        return date.fromisoformat(found[0]).isoformat() if found else None
    except ValueError:
        return None
