"""summary.md: reading its name, aliases and text, and the first version of a new entity's."""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from memoryd.core import blocks
from memoryd.errors import DataError

_KEY = re.compile(r"""(["']?)([^\s\-#:"'][^:"]*?)\1\s*:(?:\s+(.*))?""", re.DOTALL)
_QUOTED = r""""(?:[^"\\]|\\.)*"|'(?:[^']|'')*'"""
_SCALAR = re.compile(rf"({_QUOTED})\s*(?:\s#.*)?", re.DOTALL)
_ITEM = re.compile(rf"""\s*({_QUOTED}|[^\s,\[\]{{}}"'][^,\[\]{{}}]*|)\s*([,\]])""")
_REMARK = re.compile(r"(?:^|\s)#.*", re.DOTALL)
_NULLS = frozenset({"", "~", "null", "Null", "NULL"})
_CLOSING = re.compile(r"(?<!\S)(#+)$")
_BACKSLASHED = r"\\\1"
_MEANT = re.compile(r"\\|&(?=[lg]t;)")  # what reading would take for an escape
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])|&(lt|gt);")


@dataclass(frozen=True, slots=True)
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
    title = next((heading for heading in document.headings if heading.level == 1), None)
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


def birth(name: str) -> bytes:
    """Return the summary.md of an entity of which nothing is summed up yet."""
    text = blocks.harmless(_MEANT.sub(r"\\\g<0>", blocks.one_line(name)))
    return f"# {_CLOSING.sub(_BACKSLASHED, text)}\n".encode()


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
