"""What a daily note and MEMORY.md share: items, sections, and one marked block of ours in each."""

import re
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import TypeVar

from memoryd.core import blocks
from memoryd.core.regex import regex
from memoryd.core.value import frozen, replace

S = TypeVar("S", bound=StrEnum)
ITEM = regex(r"\s*(?:[-*+•]|\d{1,9}[.)])\s+(\S.*)", re.DOTALL)
_COMMENT = regex(r"<!--.*?-->")
# What begins another block inside a list item: heading, quote, list, rule, fence, task, definition.
_STRUCTURE = regex(
    r"#{1,6}(?=\s|$)|>|[-+*](?=\s|$)|(?:[-*_]\s*){3,}$|`{3}|~{3}|\[[ xX]\](?=\s|$)|\[[^\]]*\]:"
)
_NUMBERED = regex(r"^(\d{1,9})([.)])(?=\s|$)")


@frozen
class Item:
    """A list item or a line of prose without its comments; indented lines go on with it.

    start, end: the lines it takes, from 0, `end` not included.
    """

    text: str
    start: int
    end: int


def item_text(text: str) -> str:
    """Return the text as a list item can hold it, opening no other structure."""
    shown = _NUMBERED.sub(r"\1\\\2", blocks.harmless(text))
    return f"\\{shown}" if _STRUCTURE.match(shown) else shown


def items(document: blocks.Document) -> tuple[Item, ...]:
    """Return what a file says, outside headings, code fences, front matter and comments."""
    skip = document.hidden.union(*(range(h.start, h.content) for h in document.headings))
    found: list[Item] = []
    for index, text in enumerate(document.texts):
        said = _COMMENT.sub("", text).rstrip()
        if index in skip or not said.strip():
            continue
        item = ITEM.match(said)
        if item is None and said[0].isspace() and found and found[-1].end == index:
            longer = f"{found[-1].text} {said.strip()}"
            found[-1] = replace(found[-1], text=longer, end=index + 1)
        else:
            found.append(Item(item[1] if item else said.strip(), index, index + 1))
    return tuple(found)


def keyed(names: type[S]) -> dict[str, S]:
    """Return the sections by what all spellings of their headings share, in their order."""
    return {blocks.heading_key(section): section for section in names}


def parts_of(
    document: blocks.Document, keys: Mapping[str, S], section: S
) -> tuple[blocks.Part, ...]:
    """Return the parts under headings of one section."""
    return tuple(part for part in document.parts(keys) if keys[part.heading.key] is section)


def places(document: blocks.Document, keys: Mapping[str, S]) -> tuple[dict[int, S], set[int]]:
    """Return the section of each line that has one, and the lines inside our blocks."""
    found: dict[int, S] = {}
    ours: set[int] = set()
    for part in document.parts(keys):
        lines = range(part.heading.content, part.end)
        found.update(dict.fromkeys(lines, keys[part.heading.key]))
        for block in _blocks(document, part):
            ours.update(range(block.opened, block.closed))
    return found, ours


def last(_document: blocks.Document, block: blocks.Block) -> int:
    """Return the line before which an item goes to stand last in a block."""
    return block.closed


def put(
    document: blocks.Document,
    keys: Mapping[str, S],
    section: S,
    line: str,
    *,
    place: Callable[[blocks.Document, blocks.Block], int] = last,
) -> bytes:
    """Return the file with a line in our block of a section; block and heading are made.

    place: before which line of a block it goes. A new heading stands before the sections that
    follow it in order, never beside another of its key.
    """
    mine = parts_of(document, keys, section)
    for part in mine:
        if whole := _blocks(document, part):
            return document.insert(place(document, whole[-1]), [line])
    block = [blocks.OPEN, line, blocks.CLOSE]
    if mine:
        return document.insert(document.text_end(mine[0].heading.content, mine[0].own), block)
    order = list(keys.values())
    later = order[order.index(section) + 1 :]
    starts = (h.start for h in document.headings if h.key in keys and keys[h.key] in later)
    at = document.text_end(0, next(starts, len(document.lines)))
    return document.insert(at, ([""] if at else []) + [f"## {section}", *block])


def _blocks(document: blocks.Document, part: blocks.Part) -> Sequence[blocks.Block]:
    """Return our blocks of items in a part; a sealed one holds a text of its own."""
    whole = document.blocks(part.heading.content, part.end)
    return [block for block in whole if block.seal is None]
