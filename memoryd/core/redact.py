"""Mask secrets in text before anything else sees it: `[secret:KIND]` in their place.

Finders propose spans, overlapping spans become one mask, and the text is read again until nothing
more is found, so masking twice changes nothing. What is left alone on purpose: placeholders
(`<token>`, `${VAR}`, `xxxx`, `changeme`), hashes, uuids, public keys, paths, links, plain words.
"""

import math
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from memoryd.core import secret_formats as formats

_MARK = re.compile(r"\[secret:[a-z_]+\]")
_Span = tuple[int, int, str]

# A value that stands for a secret instead of being one.
_PLACEHOLDER = re.compile(
    r"[$%]\{.*|\$\(.*|\$[A-Za-z_]\w*\W?|%[A-Z_]+%|%s|%\(.*|[<\[{].*|\W+|(?:\w)\1*"
    r"|(?i:your|my|the|some|insert|replace|enter)[_-].*"
    r"|.*(?i:placeholder|redacted|change[_-]?me|your[_-]).*|[A-Z]+(?:_[A-Z]+)+"
    r"|(?i:0x)?0+|(?i:to-?do|tbd|n/a)".replace(r"(?:\w)\1*", r"(\w)\1*"),
    re.DOTALL,
)
_CUT = re.compile(r"xxxx|XXXX|\*\*\*|\.\.\.|…|•••")
# A reference in code: a call, an attribute, an index, a path, a link.
_REFERENCE = re.compile(
    r"[A-Za-z_][\w.?]*[(\[].*|[A-Za-z_]+(?:\??\.[A-Za-z_]+)+;?|[a-z][a-z0-9+]*://.*"
    r"|(?:Read|Get|New|ConvertTo)-[A-Z]\w+|(?:~|\.{1,2})?/[\w./-]*|[\w.+-]+@[\w-]+\.[\w.-]+",
    re.DOTALL,
)
_NO_PASSWORDS = frozenset(
    "none null nil true false undefined string str text int bool boolean char varchar optional "
    "required empty blank unset unknown hidden masked secret secrets password passwd passwords pass "
    "passphrase token tokens key keys value user username login email name bearer basic digest "
    "negotiate oauth oauth2 sha256 sha512 base64 bcrypt argon2 md5 return raise continue break "
    "yield self this that not the and for with from into when where what who why how which same "
    "always never still also only just now then here there very too again already about being "
    "case-sensitive wrong right correct incorrect invalid valid missing safe unsafe secure insecure "
    "weak strong long short public private fine okay good bad new old default easy hard simple "
    "different important ready visible plain plaintext plain-text read-only write-only sent lost "
    "gone stolen known kept set shown given written available up-to-date mandatory falsch richtig "
    "nicht incorrecto incorrect faux errata sbagliata dead alive yours mine his hers theirs one two "
    "manager reset link policy field prompt rotation protected authentication authorization "
    "confirmation changes access days".split()
)
_ENDINGS = ("ed", "ing", "able", "ible", "less", "ful")
_WORD = re.compile(r"[^\W\d_]+(?:['\u2019-][^\W\d_]+)*")
_SENTENCE_GOES_ON = re.compile(
    r"(?![\"'`*_|)\].,;!?]*(?:\s*$|\s*[\n#|]|[.,;!?)]|\s+(?:and|but|for|on|or|so|please|und|et|y|e)\b))"
)
_UNITS = re.compile(
    r"\s*(?:char|digit|letter|zeichen|day|minute|hour|time|attempt|year|%|word)", re.I
)
_PROSE = re.compile(
    r"(?i)\b(?:the|your|must|be|is|are|enter|at|to|of|for|in|not|can|with|please|a)\b"
)
_TAIL = re.compile(r"(?:[;&,](?=[\w.-]+=).*|\\+[nrt\"'].*|[.,;:?)\]}\\|*]+)$", re.DOTALL)

# What the entropy rule passes over, and the tokens it looks at.
_CANDIDATE = re.compile(
    r"(?P<skip>://[^\s\"'<>]+|data:[\w.+-]+/[^\s\"'<>)]+|(?i:sha(?:1|224|256|384|512)|md5)[-:=_][\w+/=]+"
    r"|-----BEGIN [A-Z0-9 ]{1,40}-----[^-]*|ssh-[a-z0-9]+ \S+)"
    r"|(?P<token>[A-Za-z0-9+/_-]{24,}={0,2})",
)
_IDENTIFIER = re.compile(
    r"(?:0x)?[0-9a-fA-F-]+|[0-7][0-9A-HJKMNP-TV-Z]{25}|AAAA[BCE]3NzaC1.*|age1[a-z0-9]+"
    r"|(?:iVBORw0KGgo|/9j/|R0lGOD|UklGR|JVBERi0|PHN2Zy|UEsDB|H4sI|T2dnUw|SUQz).*"
    r"|(?:toolu|srvtoolu|msg|req|call|chatcmpl|resp|run|thread|asst|file|batch|gen|rs|fc|evt|cus)[_-].*",
    re.DOTALL,
)
_KEYED_HEX = re.compile(
    r"(?:[a-z0-9]+[_-])*(?:key|tok|token|sec|secret|live|test|prod|api|pat|auth|pk|sk)[_-](?:v\d[_-])?"
    r"[0-9a-f]{24,}"
)
_PIECE = re.compile(r"[A-Z]?[a-z]+|[A-Z]+|\d+")
_SEGMENT = re.compile(r"[A-Za-z0-9]{20,}")


@dataclass(frozen=True, slots=True)
class Redaction:
    """A text without its secrets; kinds: what was masked, in order."""

    text: str
    kinds: tuple[str, ...]


def redact(text: str) -> Redaction:
    """Replace every secret in `text` by `[secret:KIND]`; the same text gives the same answer."""
    kinds: list[str] = []
    # What a mask cuts apart may read differently; each round leaves less unmasked text.
    while spans := _spans(text):
        kinds.extend(kind for _, _, kind in spans)
        text = _masked(text, spans)
    return Redaction(text, tuple(kinds))


def _masked(text: str, spans: list[_Span]) -> str:
    parts, at = [], 0
    for start, end, kind in spans:
        parts += [text[at:start], f"[secret:{kind}]"]
        at = end
    return "".join([*parts, text[at:]])


def _spans(text: str) -> list[_Span]:
    """Return the spans to mask, apart and in order; of two that overlap the first finder names it."""
    found = [
        (start, end, rank, kind)
        for rank, finder in enumerate(_FINDERS)
        for start, end, kind in finder(text)
    ]
    marks = [(*mark.span(), "") for mark in _MARK.finditer(text)]
    merged: list[tuple[int, int, int, str]] = []
    for start, end, rank, kind in sorted(_outside(found, marks)):
        if merged and start < merged[-1][1]:
            before = merged.pop()
            first = min(before, (start, end, rank, kind), key=lambda span: span[2])
            merged.append((before[0], max(before[1], end), first[2], first[3]))
        else:
            merged.append((start, end, rank, kind))
    return [(start, end, kind) for start, end, _, kind in merged]


def _outside(
    found: list[tuple[int, int, int, str]], marks: list[_Span]
) -> list[tuple[int, int, int, str]]:
    """Drop what starts or ends inside a mark that stands already; a span may swallow whole marks."""
    starts = [mark[0] for mark in marks]

    def inside(at: int) -> bool:
        index = bisect_right(starts, at) - 1
        return index >= 0 and at < marks[index][1]

    return [span for span in found if not inside(span[0]) and not inside(span[1] - 1)]


def _stands_in(value: str) -> bool:
    """Return whether a value is a placeholder or a shortened copy."""
    return bool(_PLACEHOLDER.fullmatch(value) or _CUT.search(value))


def _private_keys(text: str) -> Iterator[_Span]:
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


def _providers(text: str) -> Iterator[_Span]:
    for match in formats.PROVIDER.finditer(text):
        if match.lastgroup and not _stands_in(match[0]):
            yield *match.span(), match.lastgroup


def _numbers(text: str) -> Iterator[_Span]:
    for match in formats.CARD.finditer(text):
        if formats.is_card(match[0]):
            yield *match.span(), "card"
    for match in formats.IBAN.finditer(text):
        end = match.start() + formats.iban_length(match[0])
        if end > match.start():
            yield match.start(), end, "iban"


def _contexts(text: str) -> Iterator[_Span]:
    low = text.lower()
    for context in formats.CONTEXTS:
        if not any(hint in low for hint in context.hints):
            continue
        kind = context.kind
        for match in context.form.finditer(text):
            value, (start, end) = match["v"], match.span("v")
            end -= len(value) - len(_TAIL.sub("", value)) if kind != "url_password" else 0
            value = text[start:end]
            if _stands_in(value) or value.lower() in _NO_PASSWORDS:
                continue
            if kind == "password" and not _is_password(value, text[end : end + 24]):
                continue
            if kind == "bearer_token" and not _is_token(value):
                continue
            yield start, end, kind


def _assignments(text: str) -> Iterator[_Span]:
    low, at = text.lower(), 0
    if not any(hint in low for hint in formats.ASSIGNMENT_HINTS):
        return
    while match := formats.ASSIGNMENT.search(text, at):
        group = "bare" if match["quoted"] is None else "quoted"
        start, end = match.span(group)
        if group == "bare":
            end = _end_of_value(text, start, end)
        if start < end and _is_assigned(match, text[start:end], text[end : end + 24]):
            if end - start == _LONGEST_VALUE and (rest := _REST.match(text, end)):
                end = rest.end()
            yield start, end, "password" if match["password"] else "secret"
            at = end
        else:
            at = start


def _is_assigned(match: re.Match[str], value: str, follow: str) -> bool:
    """Return whether the value that a name announces is a secret of that name's kind."""
    if formats.ABOUT_SECRETS.search(match["suffix"]) or _stands_in(value):
        return False
    quoted, said = match["quoted"] is not None, match["said"] is not None
    if value.lower() in _NO_PASSWORDS or (not quoted and _REFERENCE.fullmatch(value)):
        return False
    firm = quoted or (match["mark"] or "").strip() == "="
    if match["beside"]:
        return not match["weak"] and (
            _is_token(value) or (match["password"] and _MIXED.fullmatch(value))
        )
    if match["weak"]:
        return not said and (_is_random(value) or (firm and _OPAQUE.fullmatch(value)))
    if match["token"] and not (firm and "secret" in match["token"].lower()):
        return _is_token(value)
    if quoted:
        return len(value.split()) < 3 or not _PROSE.search(value)
    if said and match["said"].split()[0] in {"to", "auf", "now"} and _WORD.fullmatch(value):
        return False
    if match["newline"] and _WORD.fullmatch(value):
        return False
    return _is_password(value, "" if firm else follow)


def _is_password(value: str, follow: str) -> bool:
    """Return whether a value in a password's place is one; `follow` is the text after it."""
    if len(value) < 3 or value.lower() in _NO_PASSWORDS or _REFERENCE.fullmatch(value):
        return False
    if _WORD.fullmatch(value) and (value[1:].islower() or value.isupper()):
        if value.count("-") > 2:
            return True
        return not (value.lower().endswith(_ENDINGS) or _SENTENCE_GOES_ON.match(follow))
    return not (_UNITS.match(follow) or (value.isdigit() and len(value) < 4))


def _is_token(value: str) -> bool:
    """Return whether a value after "token:" or "api key is" has the shape of one."""
    if len(value) < 8 or " " in value or value.isdigit() or _DATED.match(value):
        return False
    if _is_random(value) or _OPAQUE.fullmatch(value):
        return True
    # A name with a number in it (gpt-4, users_v2) has short mixed parts; a key has a long one.
    parts = _WORD_BREAK.split(value)
    return any(len(p) > 5 and not p.isdigit() and any(c.isdigit() for c in p) for p in parts)


def _end_of_value(text: str, start: int, end: int) -> int:
    """Return where a bare value ends: before the next key=value, the sentence's end, a bracket."""
    value = text[start:end]
    cut = _TAIL.search(value)
    return start + cut.start() if cut else end


def _high_entropy(text: str) -> Iterator[_Span]:
    for match in _CANDIDATE.finditer(text):
        token, (start, end) = match["token"], match.span()
        if token and not _is_named(text, start, end) and _is_random(token):
            yield start, end, "high_entropy"


def _is_named(text: str, start: int, end: int) -> bool:
    """Return whether a token is part of a path, a file's name, a mail address or a variable."""
    if _FILE_END.match(text, end):
        return True
    path = text[start] == "/" or text[max(0, start - 1) : start] in {".", "~", "\\", "$", "@"}
    return path and "/" in text[start + 1 : end]


def _is_random(token: str) -> bool:
    """Return whether a token's letters and digits look drawn by lot, not chosen by a person."""
    if _IDENTIFIER.fullmatch(token):
        return False
    if _KEYED_HEX.fullmatch(token):
        return True
    longest = max(_SEGMENT.findall(token), key=len, default="")
    return _is_mixed(token) or _is_mixed(longest)


def _is_mixed(token: str) -> bool:
    """Return whether a token changes between lower case, upper case and digits too often for words.

    Words and numbers run on: getUserById has 2.8 characters a piece, a key of all three classes 2.
    """
    pieces = _PIECE.findall(token)
    if len(token) < _SHORTEST or not pieces or _HEX.fullmatch(token):
        return False
    mean, whole = sum(map(len, pieces)) / len(pieces), token.isalnum()
    lower, upper, digit = (any(map(is_a, token)) for is_a in (str.islower, str.isupper, str.isdigit))
    if lower and upper and digit:
        return mean <= (3.3 if whole else 2.8) and _entropy(token) >= 3.7
    if digit:
        return whole and mean <= 4.2 and _entropy(token) >= 3.6
    acronyms = sum(piece.isupper() for piece in pieces)
    return whole and mean <= 3.3 and 4 * acronyms > len(pieces) and _entropy(token) >= 4.1


def _entropy(token: str) -> float:
    """Return Shannon's bits per character."""
    size = len(token)
    return -sum(n / size * math.log2(n / size) for n in Counter(token).values())


_LONGEST_KEY = 16_384
_LONGEST_VALUE = 256
_SHORTEST = 20
_ALL_CLASSES = 3
_REST = re.compile(r"[^\s\"'`<>]*")
_HEX = re.compile(r"(?:0x)?(?:[0-9a-f-]{16,}|[0-9A-F-]{16,})")
_OPAQUE = re.compile(r"(?:0x)?[0-9a-fA-F-]{16,}|[A-Za-z0-9+/]{10,}={1,2}")
_MIXED = re.compile(r"(?=\D*\d)(?=.*[A-Za-z])\S{6,}")
_DATED = re.compile(r"\d{4}-\d\d-\d\d|v?\d+\.\d+")
_WORD_BREAK = re.compile(r"[-_./:]+")
_FILE_END = re.compile(r"\.[A-Za-z][A-Za-z0-9]{1,4}(?![\w.])|@[\w-]+\.")
# The first finder to claim a span names it.
_FINDERS = (_private_keys, _providers, _numbers, _contexts, _assignments, _high_entropy)
