"""Markdown that people own: its headings, our marked blocks, and changes that only insert lines.

Everything memoryd adds to such a file is whole lines. They end like the file's other lines; where
the file's last line has no end, the line end goes before each of ours instead, so that taking our
lines out gives back the very bytes that stood there.
"""

import re
from collections.abc import Collection, Iterator, Sequence

from memoryd.core.regex import regex
from memoryd.core.value import frozen
from memoryd.core.visible import one_line as one_line  # noqa: PLC0414 - who reads Markdown finds it here

OPEN = "<!-- memoryd -->"
CLOSE = "<!-- /memoryd -->"
# An opening marker may carry a seal: a digest of the block as memoryd wrote it.
_OPEN = regex(r"<!--\s*memoryd(?:\s+([0-9a-f]{8}))?\s*-->")
_CLOSE = regex(r"<!--\s*/memoryd\s*-->")
_BOM = b"\xef\xbb\xbf"
_ATX = regex(r" {0,3}(?:(#{1,6})(?=[ \t]|$)|(#{2,6})(?!#))(.*)", re.DOTALL)
_ATX_END = regex(r"(?:^|[ \t])#+$")
_UNDERLINE = regex(r" {0,3}(?:(={3,})|-{3,})[ \t]*")
_FREE = regex(r" {0,3}(?:<!--.*|[-=]{3,}[ \t]*$)")
_PARAGRAPH = regex(r" {0,3}(?![-*+>#|<=]|\d+[.)]\s)\S")
_FENCE = regex(r"\s*(?:[-*+]\s+|\d{1,9}[.)]\s+)?(`{3,}(?=[^`]*$)|~{3,})")
_FENCE_END = regex(r"\s*(`{3,}|~{3,})\s*")
_YAML_SAYS = regex(r"\s*[^\s#]")
_YAML_KEY = regex(r"""[\w"'][^:]*:(?:\s|$)""")
_WORD = regex(r"[^\W\d_]+")
# A merge that was left open: both sides stand in the file.
_MERGE = regex(rb"^<{7} [^\n]*\n.*?^={7}\r?\n.*?^>{7}[ \r\n]", re.MULTILINE | re.DOTALL)
_TAG = regex(r"<(?=[A-Za-z/!?|])")
_COMMENT_END = regex(r"(--!?)>")


@frozen
class Heading:
    """A heading: level 1-6; it takes the lines from `start` up to, not including, `content`."""

    start: int
    content: int
    level: int
    text: str

    @property
    def key(self) -> str:
        """Its letters only, so that numbers, colons, emoji and case make no other heading."""
        return heading_key(self.text)


@frozen
class Part:
    """A heading's text: its own lines end at `own`, those with deeper headings at `end`."""

    heading: Heading
    own: int
    end: int


@frozen
class Block:
    """A whole marked block: the lines of its markers, and the seal on the opening one."""

    opened: int
    closed: int
    seal: str | None


@frozen
class Document:
    """A file as lines, counted from 0.

    lines: with their ends, as bytes; texts: decoded, without ends (UTF-8, else Latin-1);
    front: how many lines the front matter takes; hidden: lines of front matter, closed code
    fences and comments of several lines, in which nothing is a heading or a marker; fences: those
    of the code fences, with their first and last line.
    """

    bom: bytes
    lines: tuple[bytes, ...]
    texts: tuple[str, ...]
    front: int
    hidden: frozenset[int]
    headings: tuple[Heading, ...]
    fences: tuple[range, ...]

    def parts(self, keys: Collection[str]) -> tuple[Part, ...]:
        """Return the parts under headings with these keys; each ends where another begins."""
        found = []
        for index, heading in enumerate(self.headings):
            if heading.key in keys:
                after = self.headings[index + 1 :]
                own = after[0].start if after else len(self.lines)
                over = (h.start for h in after if h.level <= heading.level or h.key in keys)
                found.append(Part(heading, own, next(over, len(self.lines))))
        return tuple(found)

    def blocks(self, start: int, end: int) -> tuple[Block, ...]:
        """Return the whole blocks between two lines; a marker without its partner is only text."""
        found, opened, seal = [], None, None
        for index in range(start, end):
            text = "" if index in self.hidden else self.texts[index].strip()
            if marker := _OPEN.fullmatch(text):
                opened, seal = index, marker[1]
            elif opened is not None and _CLOSE.fullmatch(text):
                found.append(Block(opened, index, seal))
                opened = None
        return tuple(found)

    def text_end(self, start: int, end: int) -> int:
        """Return the line after the last one between the two that is not blank."""
        while end > start and not self.texts[end - 1].strip():
            end -= 1
        return end

    def insert(self, at: int, texts: Sequence[str]) -> bytes:
        """Return the file with these lines before line `at`."""
        return self.replace(at, at, texts)

    def replace(self, start: int, end: int, texts: Sequence[str]) -> bytes:
        """Return the file with these lines instead of the lines from `start` up to `end`."""
        newline = _newline(b"".join(self.lines))
        before, after = b"".join(self.lines[:start]), b"".join(self.lines[end:])
        if before and not before.endswith((b"\n", b"\r")):
            ours = b"".join(newline + text.encode() for text in texts)
        else:
            ours = b"".join(text.encode() + newline for text in texts)
        return self.bom + before + ours + after


def read(raw: bytes) -> Document:
    """Read any bytes as Markdown lines; nothing is refused."""
    bom = _BOM if raw.startswith(_BOM) else b""
    lines = tuple(raw[len(bom) :].splitlines(keepends=True))  # bytes: only \n, \r\n and \r
    texts = tuple(_decode(line.rstrip(b"\r\n")) for line in lines)
    front = _front_matter(texts)
    hidden, fences = _hidden(texts, front)
    return Document(bom, lines, texts, front, hidden, tuple(_headings(texts, hidden)), fences)


def open_merge(raw: bytes) -> int | None:
    """Return the line, counted from 1, where the conflict markers of a merge begin; None for none.

    Those that a closed code fence shows are an example.
    """
    if b"<<<<<<< " not in raw:
        return None
    fences = read(raw).fences
    for found in _MERGE.finditer(raw + b"\n"):
        line = raw.count(b"\n", 0, found.start())
        if not any(line in fence for fence in fences):
            return line + 1
    return None


def heading_key(text: str) -> str:
    """Return what two spellings of one heading share."""
    return " ".join(_WORD.findall(text)).casefold()


def harmless(text: str) -> str:
    """Return the text as one line that opens or closes no comment, tag or image."""
    shown = _COMMENT_END.sub(r"\1&gt;", _TAG.sub("&lt;", one_line(text)))
    return shown.replace("![", "!\\[")


def _decode(line: bytes) -> str:
    try:
        return line.decode()
    except UnicodeDecodeError:
        return line.decode("latin-1")


def _newline(data: bytes) -> bytes:
    windows = data.count(b"\r\n")
    unix = data.count(b"\n") - windows
    if windows > unix:
        return b"\r\n"
    return b"\r" if not unix and b"\r" in data else b"\n"


def _front_matter(texts: tuple[str, ...]) -> int:
    """Return how many lines it takes: --- on line 1, a key, and --- or ... to close."""
    if not texts or texts[0].rstrip() != "---":
        return 0
    for index, text in enumerate(texts[1:], start=1):
        if text.rstrip() in {"---", "..."}:
            # the first word decides: what we add further down can make no front matter
            first = next((text for text in texts[1:index] if _YAML_SAYS.match(text)), "")
            blank = not "".join(texts[1:index]).strip()
            keyed = blank or _YAML_KEY.match(first)
            return index + 1 if keyed else 0
    return 0


def _hidden(texts: tuple[str, ...], front: int) -> tuple[frozenset[int], tuple[range, ...]]:
    """Return the lines of front matter, fences and comments, and those of each fence.

    What is never closed hides nothing.
    """
    hidden, index = set(range(front)), front
    fences: list[range] = []
    endless: dict[str, int] = {}  # per fence character, the shortest fence known to stay open
    while index < len(texts):
        fence = _FENCE.match(texts[index])
        if fence is None:
            end = _comment_end(texts, index)
        elif len(fence[1]) >= endless.get(fence[1][0], len(fence[1]) + 1):
            end = None
        else:
            end = _fence_end(texts, index, fence[1])
            if end is None:
                endless[fence[1][0]] = len(fence[1])
            else:
                fences.append(range(index, end))
        if end is not None:
            hidden.update(range(index, end))
        index = end or index + 1
    return frozenset(hidden), tuple(fences)


def _fence_end(texts: tuple[str, ...], start: int, fence: str) -> int | None:
    for index in range(start + 1, len(texts)):
        closing = _FENCE_END.fullmatch(texts[index])
        if closing and closing[1].startswith(fence):
            return index + 1
    return None


def _comment_end(texts: tuple[str, ...], start: int) -> int | None:
    """Return where a comment over several lines ends; another `<!--` before that breaks it off."""
    if not texts[start].lstrip().startswith("<!--") or "-->" in texts[start]:
        return None
    for index in range(start + 1, len(texts)):
        if "<!--" in texts[index]:
            return None
        if "-->" in texts[index]:
            return index + 1
    return None


def _headings(texts: tuple[str, ...], hidden: frozenset[int]) -> Iterator[Heading]:
    free = True  # whether no paragraph is open before the line at hand
    for index, text in enumerate(texts):
        if index in hidden:
            free = True
        elif atx := _ATX.match(text):
            level = len(atx[1] or atx[2])
            yield Heading(index, index + 1, level, _ATX_END.sub("", atx[3].strip()).strip())
            free = True
        elif free and (level := _underlined(texts, index, hidden)):
            yield Heading(index, index + 2, level, text.strip())
        else:
            free = not text.strip() or bool(_FREE.match(text))


def _underlined(texts: tuple[str, ...], index: int, hidden: frozenset[int]) -> int:
    """Return the level of a heading underlined with === (1) or --- (2); 0 for any other line."""
    if index + 1 in hidden or index + 1 >= len(texts) or not _PARAGRAPH.match(texts[index]):
        return 0
    line = _UNDERLINE.fullmatch(texts[index + 1])
    return 0 if line is None else 1 if line[1] else 2
