"""Pasted: which lines of a message are somebody else's by their form: chats, mails, captions.

A line that names who speaks in it opens a block: theirs up to a gap behind what they said, or to a
line that names another. A name without a time beside it does so only where speech follows it.
"""

import re
from collections.abc import Sequence

from memoryd.core.letters import letters
from memoryd.core.own_names import Names
from memoryd.core.regex import regex
from memoryd.core.speakers import Mark, is_reply_to, is_speech, mark_of, speaks
from memoryd.core.value import frozen, replace

NOBODY = Names()
_BULLET = regex(r"\s*(?:[-*•+▪●◦‣·]|\d{1,3}[.)])\s")
_TOPIC = regex(
    r"\s*(?:[-*•+▪●◦‣·]|\d{1,3}[.)])\s{1,3}[*_]{0,3}[^\W\d_][^:\n]{1,40}?(?::|\s[\u2013\u2014-]\s)"
)
_ENDED = regex(r"[.!?…]\W*$")
_GREETS = regex(r"\W*(?:hi|hello|hey|hallo|dear|morning|good \w+)\b[^.?]{0,30}$", re.IGNORECASE)
_AHEAD = 6  # lines behind a name that are looked at for speech


@frozen
class _Block:
    """What a line opened that names somebody else. listed: it is an item of a list."""

    alone: bool
    listed: bool
    said: bool

    def with_line(self, line: str) -> "_Block":
        """Return it with one more line: whether anything was said yet, beyond a greeting."""
        said = bool(_ENDED.search(line[-80:])) or speaks(line) if self.alone else bool(line.strip())
        return _Block(self.alone, self.listed, self.said or (said and not _GREETS.match(line[:80])))


def parted(text: str, names: Names = NOBODY) -> tuple[str, tuple[str, ...]]:
    """Return a message without the lines of others, with a gap in their place, and these texts.

    names: the writer's own, and what is known to be no person.
    """
    lines = text.split("\n")
    theirs = [False] * len(lines)
    for start, end in letters(lines, names):
        theirs[start:end] = [True] * (end - start)
    _mark_blocks(lines, names, theirs)
    if not any(theirs):
        return text, ()
    own: list[str] = []
    others: list[list[str]] = []
    for number, line in enumerate(lines):
        if not theirs[number]:
            own.append(line)
        elif number and theirs[number - 1]:
            others[-1].append(line)
        else:
            own.append("")
            others.append([line])
    return "\n".join(own), tuple("\n".join(block) for block in others)


def _mark_blocks(lines: Sequence[str], names: Names, theirs: list[bool]) -> None:
    """Mark the lines that stand in a block which a line with a name opened; letters are known."""
    marks = [_mark(lines, number, names) for number in range(len(lines))]
    if sum(_is_topic(line) and not mark for line, mark in zip(lines, marks, strict=True)) > 1:
        marks = [mark if mark and (mark.mine or mark.known or not _is_topic(line)) else None
                 for line, mark in zip(lines, marks, strict=True)]  # fmt: skip
    talk = any(mark and (mark.sure or mark.mine) for mark in marks)
    block: _Block | None = None
    for number, line in enumerate(lines):
        mark = marks[number]
        if theirs[number] or (mark and mark.mine):
            block = None
        elif not line.strip():
            block = None if block and block.said else block
        elif mark and (mark.sure or (talk and not mark.alone)):
            block = _Block(mark.alone, _is_item(line), said=False).with_line(mark.rest)
        elif not block or (block.listed and _is_item(line)):
            block = None
        else:
            block = block.with_line(line)
        theirs[number] |= block is not None


def _mark(lines: Sequence[str], at: int, names: Names) -> Mark | None:
    """Return who speaks in a line or in those behind it, for sure where speech follows."""
    line, after = lines[at], lines[at + 1 : at + 1 + _AHEAD]
    mark = mark_of(line, after[0] if after else "", names) if line.strip() else None
    if not mark or mark.mine or mark.sure:
        return mark
    return replace(mark, sure=_is_followed(mark, line, after))


def _is_topic(line: str) -> bool:
    """Return whether a line is an item of a list that opens with a heading: "- Diet: vegan"."""
    return _TOPIC.match(line) is not None


def _is_item(line: str) -> bool:
    return _BULLET.match(line) is not None


def _is_followed(mark: Mark, line: str, after: Sequence[str]) -> bool:
    """Return whether speech follows a name in its own line, or else in those behind it."""
    if mark.rest:
        return is_speech(mark.rest)
    first = next((each for each in after if speaks(each)), "")
    if _ENDED.search(line[-80:]) and is_reply_to(first):
        return False
    return is_speech(first)
