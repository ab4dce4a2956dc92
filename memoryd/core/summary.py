"""summary.md: its name, aliases and text, its first version, and what in it is a person's."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile

from memoryd.core import blocks
from memoryd.core.regex import regex
from memoryd.core.value import frozen, replace
from memoryd.errors import CorruptFileError, DataError

_KEY = regex(r"""(["']?)([^\s\-#:"'][^:"]*?)\1\s*:(?:\s+(.*))?""", re.DOTALL)
_QUOTED = r""""(?:[^"\\]|\\.)*"|'(?:[^']|'')*'"""
_SCALAR = regex(rf"({_QUOTED})\s*(?:\s#.*)?", re.DOTALL)
_ITEM = regex(rf"""\s*({_QUOTED}|[^\s,\[\]{{}}"'][^,\[\]{{}}]*|)\s*([,\]])""")
_REMARK = regex(r"(?:^|\s)#.*", re.DOTALL)
_NULLS = frozenset({"", "~", "null", "Null", "NULL"})
_CLOSING = regex(r"(?<!\S)(#+)$")
_BACKSLASHED = r"\\\1"
_MEANT = regex(r"\\|&(?=[lg]t;)")  # what reading would take for an escape
_ESCAPED = regex(r"\\([!-/:-@\[-`{-~])|&(lt|gt);")
_PARTED = regex(r"""[,;\[\]{}"]|(?<!\w)'|'(?!\w)""")
_ALIASES = regex(r"^\W*alias(?:es)?\b", re.IGNORECASE)
_MOST_FRONT = 50  # lines that are taken for front matter where nothing closes it
_BOM = b"\xef\xbb\xbf"
_LINE = regex(r"line (\d+): (.*)", re.DOTALL)
_PLAIN_NAME = regex(rb"# ([A-Za-z0-9]+(?: [A-Za-z0-9]+)*)\r?\n?")
_KEEP = regex(r"<!--\s*keep\s*-->", re.IGNORECASE)
_KEPT = regex(r"<!--\s*/keep\s*-->", re.IGNORECASE)
_BY_HAND = b"<!-- edited by hand -->"  # tells our keep block, which goes on growing, from theirs


@frozen
class Summary:
    """A summary as read: body is the text without front matter and without the name's heading.

    trouble: one line on front matter that is no YAML; its aliases are not used then.
    """

    name: str | None
    aliases: tuple[str, ...]
    body: str
    trouble: str | None = None


def read_summary(raw: bytes) -> Summary:
    """Read any bytes as a summary; of the front matter only `aliases:`, which needs no library."""
    document = blocks.read(raw)
    titles = [heading for heading in document.headings if heading.level == 1]
    title = _title(document, _keeps(document)) or next(iter(titles), None)
    left_out = range(title.start, title.content) if title else range(0)
    texts = enumerate(document.texts)
    kept = [text for at, text in texts if at >= document.front and at not in left_out]
    name = _unescaped(title.text) or None if title else None
    aliases: tuple[str, ...] = ()
    trouble = None
    try:
        aliases = _aliases(document)
    except DataError as error:
        trouble = str(error)
    return Summary(name, aliases, "\n".join(kept).strip(), trouble)


def placed(path: str, trouble: str) -> CorruptFileError:
    """Return the trouble of a summary as it is told of every file: path, line, column and rule."""
    found = _LINE.fullmatch(trouble)
    line, rule = (int(found[1]), found[2]) if found else (1, trouble)
    return CorruptFileError(path, line, 1, rule)


def read_names(raw: bytes) -> tuple[str, ...]:
    """Return the name and aliases of a summary, as read_summary reads them.

    Where the first line is its heading, nothing behind can change them: it is not looked at.
    """
    if raw.startswith(b"# "):
        raw = raw.splitlines(keepends=True)[0]
        if plain := _PLAIN_NAME.fullmatch(raw):  # of most, and a tenth of reading it
            return (plain[1].decode(),)
    summary = read_summary(raw)
    return (summary.name, *summary.aliases) if summary.name else summary.aliases


def doubtful_names(raw: bytes) -> tuple[str, ...]:
    """Return what front matter that is no YAML may mean as names; () where it is YAML.

    Everything with a capital there, or in letters without any, and all beside the word "aliases".
    """
    summary = read_summary(raw)
    if summary.trouble is None:
        return ()
    lines = blocks.read(raw).texts[1:_MOST_FRONT]
    front = takewhile(lambda text: text.rstrip() not in {"---", "..."}
                      and not text.startswith("# "), lines)  # fmt: skip
    found, listed = [], False
    for text in front:
        key, _, value = text.rpartition(":")
        listed = "alias" in (key or text).casefold() or (listed and not key)
        parts = (part.strip(" -\t") for part in _PARTED.split(_ALIASES.sub("", value)))
        found += [
            part
            for part in parts
            if part and (listed or part.lower() != part or not part.isascii())
        ]
    return tuple(dict.fromkeys(found))


def birth(name: str) -> bytes:
    """Return the summary.md of an entity of which nothing is summed up yet."""
    text = blocks.harmless(_MEANT.sub(r"\\\g<0>", blocks.one_line(name)))
    return f"# {_CLOSING.sub(_BACKSLASHED, text)}\n".encode()


@frozen
class Row:
    """One line with its end; hidden: it stands in a code fence or a comment of several lines.

    at: its number in the file, from 0.
    """

    raw: bytes
    text: str
    hidden: bool
    at: int = -1


@frozen
class Parts:
    """A summary taken apart. Every block is the bytes of whole lines, a keep block's with markers.

    head: byte order mark, front matter and the blank lines behind. keeps: the keep blocks; so many
    stand `above` the heading, and `before` any other text. tail: from a keep marker that is never
    closed to the end of the file. rows: all other lines. kept: the lines that stay, as text.
    end: how the file's lines end; ended: whether its last one does.
    """

    head: bytes
    title: bytes
    keeps: tuple[bytes, ...]
    above: int
    before: int
    tail: bytes
    rows: tuple[Row, ...]
    kept: tuple[str, ...]
    end: bytes
    ended: bool


def take_apart(raw: bytes) -> Parts:
    """Take any bytes apart into what stays and what a Sunday writes anew; nothing is refused."""
    document = blocks.read(raw)
    lines, texts = document.lines, document.texts
    spans = _keeps(document)
    closed = [(start, end) for start, end, whole in spans if whole]
    first = next((at for at in range(document.front, len(texts)) if texts[at].strip()), len(texts))
    taken = {at for start, end, _ in spans for at in range(start, end)}
    title = _title(document, spans)
    heading = range(title.start, title.content) if title else range(0)
    rows = {
        at: Row(lines[at], texts[at], at in document.hidden, at)
        for at in range(first, len(lines))
        if at not in taken and at not in heading and not _is_lone_marker(document, at)
    }
    begins = next((at for at, row in rows.items() if row.text.strip()), len(lines))
    return Parts(
        head=document.bom + b"".join(lines[:first]),
        title=b"".join(lines[at] for at in heading),
        keeps=tuple(b"".join(lines[start:end]) for start, end in closed),
        above=sum(start < heading.start for start, _ in closed),
        before=sum(start < max(begins, heading.start) for start, _ in closed),
        tail=b"".join(b"".join(lines[start:]) for start, _, whole in spans if not whole),
        rows=tuple(rows.values()),
        kept=tuple(texts[at] for at in sorted(taken)),
        end=_line_end(raw),
        ended=not raw or raw.endswith((b"\n", b"\r")),
    )


def kept_by_hand(parts: Parts, rows: Sequence[Row]) -> Parts:
    """Return the parts with lines to keep from now on, after those in our keep block."""
    added = b"".join(_ended(row.raw, parts.end) for row in rows)
    parts = replace(parts, kept=(*parts.kept, *(row.text for row in rows)))
    for place, block in enumerate(parts.keeps):
        *lines, closing = block.splitlines(keepends=True)
        marked = _KEPT.fullmatch(closing.strip().decode("latin-1"))
        if marked and _BY_HAND in [line.strip() for line in lines[1:2]]:
            grown = block.removesuffix(closing) + parts.end + added + closing
            return replace(parts, keeps=(*parts.keeps[:place], grown, *parts.keeps[place + 1 :]))
    opening = b"<!-- keep -->" + parts.end + _BY_HAND + parts.end
    ours = opening + added + b"<!-- /keep -->" + parts.end
    return replace(parts, keeps=(*parts.keeps, ours))


def with_lines(raw: bytes, changed: Mapping[int, bytes]) -> bytes:
    """Return a summary with other bytes for the lines of these numbers, each with its line's end.

    b"" takes a line out. Every other byte stays.
    """
    document = blocks.read(raw)
    lines = (changed.get(at, line) for at, line in enumerate(document.lines))
    return document.bom + b"".join(lines)


def put_together(parts: Parts, name: str, text: Sequence[str]) -> bytes:
    """Return the summary with these lines as its text; name: for the heading, where none stands.

    Raises DataError when a mark left open in the file would make something else of what is kept.
    """
    title = parts.title or birth(name).rstrip(b"\n") + parts.end
    ours = b"".join(line.encode() + parts.end for line in text)
    above, before, after = (
        parts.keeps[: parts.above],
        parts.keeps[parts.above : parts.before],
        parts.keeps[parts.before :],
    )
    found = (*above, title, *before, ours, *after, parts.tail)
    chunks = [_ended(chunk, parts.end) for chunk in found if chunk]
    if not parts.ended:
        chunks[-1] = chunks[-1].removesuffix(parts.end)
    head = parts.head if parts.head in {b"", _BOM} else _ended(parts.head, parts.end)
    made = head + parts.end.join(chunks)
    again = take_apart(made)
    said = [row.text for row in again.rows if row.text.strip()]
    kept = _bare((*again.keeps, again.tail)) == _bare((*parts.keeps, parts.tail))
    if not kept or said != list(text):
        raise DataError("a keep mark, a fence or a comment has no partner; close it or take it out")
    return made


def _bare(chunks: Sequence[bytes]) -> list[bytes]:
    return [chunk.rstrip(b"\r\n") for chunk in chunks]


def _keeps(document: blocks.Document) -> list[tuple[int, int, bool]]:
    """Return where keep blocks begin and end (the line after), and whether they are closed."""
    found, start = [], None
    for at in range(document.front, len(document.texts)):
        if at in document.hidden:
            continue
        said = document.texts[at]
        if start is None and (mark := _KEEP.search(said)):
            said = said[mark.end() :]
            if not document.texts[at][: mark.start()].strip() or _KEPT.search(said):
                start = at
        if start is not None and _KEPT.search(said):
            found.append((start, at + 1, True))
            start = None
    if start is not None:
        found.append((start, len(document.texts), False))
    return found


def _title(
    document: blocks.Document, spans: Sequence[tuple[int, int, bool]]
) -> blocks.Heading | None:
    """Return the first heading of level 1 outside of keep blocks."""
    return next(
        (h for h in document.headings
         if h.level == 1 and not any(start <= h.start < end for start, end, _ in spans)),
        None,
    )  # fmt: skip


def _is_lone_marker(document: blocks.Document, at: int) -> bool:
    """Return whether a line is a mark without its partner: kept, it would close another block."""
    text = document.texts[at].strip()
    lone = _KEPT.fullmatch(text) or text.encode() == _BY_HAND
    return at not in document.hidden and bool(lone)


def _ended(chunk: bytes, end: bytes) -> bytes:
    return chunk if chunk.endswith((b"\n", b"\r")) else chunk + end


def _line_end(raw: bytes) -> bytes:
    windows = raw.count(b"\r\n")
    if windows * 2 > raw.count(b"\n"):
        return b"\r\n"
    return b"\r" if b"\r" in raw and b"\n" not in raw else b"\n"


def _unescaped(text: str) -> str:
    signs = {"lt": "<", "gt": ">"}
    return blocks.one_line(_ESCAPED.sub(lambda sign: sign[1] or signs[sign[2]], text))


def _aliases(document: blocks.Document) -> tuple[str, ...]:
    """Return the aliases. Raises DataError when the front matter is no YAML."""
    if not document.front:
        if document.texts and document.texts[0].rstrip() == "---":
            raise DataError("line 1: the front matter is not closed by a line --- or names no key")
        return ()
    names: tuple[str, ...] = ()
    for line, key, value in _fields(document.texts[1 : document.front - 1]):
        try:
            if key.casefold() == "aliases":
                names = _names(value)
            elif value[0]:  # else a list or mapping on the lines below
                _check(" ".join(value).strip())
        except DataError as error:
            raise DataError(f"line {line}: {error}") from error
    shown = (blocks.one_line(name) for name in names if name not in _NULLS)
    return tuple(dict.fromkeys(name for name in shown if name))


def _fields(texts: Sequence[str]) -> Iterator[tuple[int, str, list[str]]]:
    """Yield each key with its line (1-based in the file) and the lines of its value."""
    field: tuple[int, str, list[str]] | None = None
    for line, text in enumerate(texts, start=2):
        if not text.strip() or text.lstrip().startswith("#"):
            continue
        if key := _KEY.fullmatch(text):
            if field:
                yield field
            field = (line, key[2].strip(), [key[3] or ""])
        elif field and text[0] in " -]}":
            field[2].append(text.strip())
        else:
            raise DataError(f"line {line}: this is no `key: value`")
    if field:
        yield field


def _names(value: Sequence[str]) -> tuple[str, ...]:
    """Read a list in brackets, a list of lines with hyphens, or one text."""
    first = _REMARK.sub("", value[0]).strip() if value[0][:1] not in {'"', "'"} else value[0]
    if not first and len(value) > 1 and not value[1].startswith(("-", "[")):
        return (_scalar(" ".join(value[1:])),)
    if not first and len(value) > 1 and value[1].startswith("-"):
        return tuple(_scalar(line) for line in _hyphened(value[1:]))
    whole = " ".join([first, *value[1:]]).strip()
    return _bracketed(whole) if whole.startswith("[") else (_scalar(whole),)


def _hyphened(lines: Sequence[str]) -> Iterator[str]:
    for line in lines:
        if line != "-" and not line.startswith("- "):
            raise DataError("a line of the list does not begin with a hyphen and a space")
        yield line[2:]


def _bracketed(text: str) -> tuple[str, ...]:
    names, at = [], 1
    while item := _ITEM.match(text, at):
        names.append(_scalar(item[1]))
        at = item.end()
        if item[2] == "]" and not _REMARK.sub("", text[at:]).strip():
            return tuple(names)
    raise DataError("the list is not closed, or holds more than plain texts")


def _scalar(text: str) -> str:
    """Read one text, bare or quoted, without the remark behind it."""
    text = text.strip()
    if text[:1] not in {'"', "'"}:
        bare = _REMARK.sub("", text).strip()
        if ": " in bare or bare.endswith(":") or bare[:1] in set("[]{}&*!|>%@`"):
            raise DataError("a text with a YAML sign in it wants quotes")
        return bare
    quoted = _SCALAR.fullmatch(text)
    if quoted is None:
        raise DataError("a quote is not closed, or more follows it")
    if text[0] == "'":
        return quoted[1][1:-1].replace("''", "'")
    try:
        return str(json.loads(quoted[1], strict=False))
    except ValueError as error:
        raise DataError("a quoted text holds an escape that is not understood") from error


def _check(value: str) -> None:
    """Notice the usual mistakes in a value that is not read."""
    if value.startswith("["):
        if "]" not in value:
            raise DataError("the list is not closed")
    elif value[:1] not in set("-{&*!|>"):
        _scalar(value)
