"""Mask secrets in text before anything else sees it: `[secret:KIND]` in their place.

Finders propose spans, overlapping spans become one mask, and the text is read again until nothing
more is found, so masking twice changes nothing. What is left alone on purpose: placeholders
(`<token>`, `${VAR}`, `xxxx`, `changeme`), hashes, uuids, public keys, paths, links, plain words.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from memoryd.core import secret_formats as formats
from memoryd.core import secret_own
from memoryd.core import secret_shapes as shapes
from memoryd.core import secret_told as told
from memoryd.core.regex import regex
from memoryd.core.value import frozen

_MARK = regex(r"\[secret:[a-z_]+\]")
_LONGEST_KEY = 16_384
_FOLLOW = 24
_UNBROKEN = regex(r"[^\s\"'`<>]*")
# Where a bare value ends before its last character: the next key=value, an escape, punctuation.
_TAIL = regex(r"(?:[;&,](?=[\w.-]+=).*|\\+[nrt\"'].*|[.,;:?)\]}\\|*]+)$", re.DOTALL)
# What the entropy rule passes over, and the tokens it looks at.
_CANDIDATE = regex(
    r"(?P<skip>://[^\s\"'<>]+|data:[\w.+-]+/[^\s\"'<>)]+"
    r"|(?i:sha(?:1|224|256|384|512)|md5)[-:=_][\w+/=]+"
    r"|-----BEGIN [A-Z0-9 ]{1,40}-----[^-]*|ssh-[a-z0-9]+ \S+)"
    r"|(?P<token>[A-Za-z0-9+/_-]{24,}={0,2})",
)
# Characters without width: joiners, direction marks, soft hyphens, tags, variation selectors.
_UNSEEN = regex(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\U000e0000-\U000e0fff]"
)
# Blanks of any kind and number, line breaks too, also as they are written in code.
_BLANKS = regex(r"(?:\s|\\[nrt])+")
_FILE_OR_ADDRESS = regex(r"\.[a-z][a-z0-9]{1,4}(?![\w.])|@[\w-]+\.")


@frozen
class Redaction:
    """A text without its secrets; kinds: what was masked, in order."""

    text: str
    kinds: tuple[str, ...]

    @property
    def says_nothing(self) -> bool:
        """Whether no letter or digit is left beside what was masked."""
        return bool(self.kinds) and not any(map(str.isalnum, _MARK.sub("", self.text)))


class _Span(NamedTuple):
    """A stretch of the text to mask; where two overlap the lower rank names the kind."""

    start: int
    end: int
    rank: int
    kind: str


def redact(text: str, own: Sequence[str] = ()) -> Redaction:
    """Replace every secret in `text` by `[secret:KIND]`; the same text gives the same answer.

    own: regular expressions of the operator's (core.secret_own); what they match is a secret.
    """
    kinds: list[str] = []
    # What a mask cuts apart may read differently; each round leaves less unmasked text.
    while spans := _merged(_spans(text, own)):
        kinds.extend(span.kind for span in spans)
        text = _masked(text, spans)
    return Redaction(text, tuple(kinds))


def _spans(text: str, own: Sequence[str]) -> list[_Span]:
    """Return what to mask, in order: in the text and in the one line it is later read as."""
    spans = [*_outside_marks(_found(text, own), text)]
    shown, places = _in_one_line(text)
    if shown != text:
        spans += (
            span._replace(start=places[span.start], end=places[span.end - 1] + 1)
            for span in _outside_marks(_found(shown, own), shown)
        )
    return sorted(spans)


def _in_one_line(text: str) -> tuple[str, list[int]]:
    """Return a text with one blank for any, without what does not show, and the places in it."""
    chars = list(text)
    for run in _BLANKS.finditer(text):
        chars[run.start() : run.end()] = [" ", *[""] * (run.end() - run.start() - 1)]
    for unseen in _UNSEEN.finditer(text):
        chars[unseen.start()] = ""
    places = [at for at, char in enumerate(chars) if char]
    return "".join(chars), places


def _found(text: str, own: Sequence[str]) -> list[_Span]:
    theirs = (_Span(start, end, -1, "own") for start, end in secret_own.spans(text, own))
    return [*theirs] + [
        _Span(start, end, rank, kind)
        for rank, finder in enumerate(_FINDERS)
        for start, end, kind in finder(text)
    ]


def _outside_marks(spans: Iterable[_Span], text: str) -> Iterator[_Span]:
    """Drop what starts or ends inside a mark; a span that begins before one may swallow it."""
    marks = [mark.span() for mark in _MARK.finditer(text)]
    starts = [start for start, _ in marks]

    def inside(at: int) -> bool:
        index = bisect_right(starts, at) - 1
        return index >= 0 and at < marks[index][1]

    return (span for span in spans if not inside(span.start) and not inside(span.end - 1))


def _merged(spans: Iterable[_Span]) -> list[_Span]:
    """Join overlapping spans, given in order of their starts."""
    merged: list[_Span] = []
    for span in spans:
        if merged and span.start < merged[-1].end:
            last = merged.pop()
            first = min(last, span, key=lambda one: one.rank)
            merged.append(first._replace(start=last.start, end=max(last.end, span.end)))
        else:
            merged.append(span)
    return merged


def _masked(text: str, spans: list[_Span]) -> str:
    parts, at = [], 0
    for span in spans:
        parts += [text[at : span.start], f"[secret:{span.kind}]"]
        at = span.end
    return "".join([*parts, text[at:]])


_Finds = Iterator[tuple[int, int, str]]


def _private_keys(text: str) -> _Finds:
    at = 0
    while begin := formats.PRIVATE_KEY.search(text, at):
        at = begin.end()
        if body := formats.PRIVATE_KEY_BODY.match(text, at):
            at = body.end()
        # never past the next key's BEGIN: a row of keys cut short would be searched again and again
        limit = text.find("BEGIN ", begin.end(), begin.end() + _LONGEST_KEY)
        limit = begin.end() + _LONGEST_KEY if limit < 0 else limit
        if begin[0][0] == "-" and (end := formats.PRIVATE_KEY_END.search(text, at, limit)):
            at = end.end()
        if at > begin.end():
            yield begin.start(), at, "private_key"


def _providers(text: str) -> _Finds:
    for match in formats.PROVIDER.finditer(text):
        if match.lastgroup and not shapes.stands_in(match[0]):
            yield *match.span(), match.lastgroup


def _cards(text: str) -> _Finds:
    for match in formats.CARD.finditer(text):
        if formats.is_card(match[0]):
            yield *match.span(), "card"


def _ibans(text: str) -> _Finds:
    for match in formats.IBAN.finditer(text):
        if length := formats.iban_length(match[0]):
            yield match.start(), match.start() + length, "iban"


def _contexts(text: str) -> _Finds:
    low = text.lower()
    for context in (*formats.CONTEXTS, *told.contexts()):
        if any(hint in low for hint in context.hints):
            for match in context.form.finditer(text):
                start, end = match.span("v")
                if context.kind not in {"url_password", "cookie"}:
                    end = _end_of_value(text, start, end)
                if _fits(context, text[start:end], text[end : end + _FOLLOW]):
                    yield start, end, context.kind


def _fits(context: formats.Context, value: str, follow: str) -> bool:
    """Return whether a value found in the place of a secret of this kind is one."""
    if shapes.stands_in(value) or shapes.is_said_of_secrets(value):
        return False
    if context.judge is not None:
        return context.judge(value, follow)
    match context.kind:
        case "password":
            return shapes.is_password(value, follow)
        case "bearer_token":
            return shapes.is_token(value)
        case _:
            return True


def _tables(text: str) -> _Finds:
    """Find what stands in a column that its first row calls a password's."""
    columns: list[int] = []
    at = 0
    for row in text.splitlines(keepends=True) if "|" in text else ():
        cells = [*formats.CELL.finditer(row)] if row.lstrip().startswith("|") else []
        if not cells:
            columns = []
        elif not columns:
            columns = [n for n, cell in enumerate(cells)
                       if formats.COLUMN.fullmatch(cell[1].strip())]  # fmt: skip
        else:
            for cell in (cells[n] for n in columns if n < len(cells)):
                value = cell[1].strip(" \t`*")
                if not shapes.stands_in(value) and shapes.is_password(value, ""):
                    start = at + cell.start(1) + cell[1].index(value)
                    yield start, start + len(value), "password"
        at += len(row)


def _assignments(text: str) -> _Finds:
    low, at = text.lower(), 0
    if not any(hint in low for hint in formats.ASSIGNMENT_HINTS):
        return
    while match := formats.ASSIGNMENT.search(text, at):
        group = "bare" if match["quoted"] is None else "quoted"
        start, end = match.span(group)
        if group == "bare":
            end = _end_of_value(text, start, end)
        at = start
        if start < end and _is_assigned(match, text[start:end], text[end : end + _FOLLOW]):
            if end - start == formats.LONGEST_VALUE and (rest := _UNBROKEN.match(text, end)):
                end = rest.end()
            yield start, end, "password" if match["password"] else "secret"
            at = end


def _is_assigned(match: re.Match[str], value: str, follow: str) -> bool:
    """Return whether the value that a name announces is a secret of that name's kind."""
    quoted = match["quoted"] is not None
    if formats.ABOUT_SECRETS.search(match["suffix"]) or shapes.stands_in(value):
        return False
    if shapes.is_said_of_secrets(value) or (not quoted and shapes.is_reference(value)):
        return False
    firm = match["mark"] is not None and (quoted or match["mark"].strip() == "=")
    if match["weak"]:
        opaque = firm and shapes.is_opaque(value)
        return match["mark"] is not None and (opaque or shapes.is_random(value))
    if match["token"] and not (firm and "secret" in match["token"].lower()):
        return shapes.is_token(value)
    return _is_assigned_password(match, value, "" if firm else follow)


def _is_assigned_password(match: re.Match[str], value: str, follow: str) -> bool:
    if match["beside"]:
        return shapes.is_mixed(value)
    if match["quoted"]:
        return shapes.is_quoted_password(value)
    if match["later"] and _only_looks_ahead(match["later"], value):
        return False
    if shapes.is_word(value) and _only_looks_assigned(match):
        return False
    return shapes.is_password(value, follow)


def _only_looks_ahead(said: str, value: str) -> bool:
    """Return whether what a password will be says how it is: stricter, base64-encoded."""
    told = said in {"will be", "is going to be"} or value.isdigit() or shapes.is_mixed(value)
    return not told or shapes.is_described(value)


def _only_looks_assigned(match: re.Match[str]) -> bool:
    """Return whether a plain word after this is prose: "password to gain ...", a next line."""
    return bool(match["newline"]) or (match["said"] or "").split()[:1] in (["to"], ["auf"], ["now"])


def _end_of_value(text: str, start: int, end: int) -> int:
    """Return where a bare value ends: before the next key=value, a bracket, the sentence's end."""
    cut = _TAIL.search(text[start:end])
    return start + cut.start() if cut else end


def _high_entropy(text: str) -> _Finds:
    for match in _CANDIDATE.finditer(text):
        token, (start, end) = match["token"], match.span()
        if token and not _is_named(text, start, end) and shapes.is_random(token):
            yield start, end, "high_entropy"


def _is_named(text: str, start: int, end: int) -> bool:
    """Return whether a token is part of a path, a file's name, a mail address or a variable."""
    if _FILE_OR_ADDRESS.match(text, end):
        return True
    path = text[start] == "/" or text[max(0, start - 1) : start] in {".", "~", "\\", "$", "@"}
    return path and "/" in text[start + 1 : end]


# The first finder to claim a span names it.
_FINDERS = (
    _private_keys,
    _providers,
    _cards,
    _ibans,
    _contexts,
    _tables,
    _assignments,
    _high_entropy,
)
