"""Letters: where in a message a mail of somebody else stands, from its head to its signature."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from memoryd.core.own_names import Names
from memoryd.core.regex import regex
from memoryd.core.value import frozen

_LONGEST = 200  # characters of a line that are looked at
_WORD = r"[^\W\d_][\w.'’-]{0,30}"
_NAME = rf"{_WORD}(?:\s{_WORD}){{0,3}}"
_GREETING = regex(
    r"\W{0,3}(?i:hi|hello|hey|dear|good (?:morning|afternoon|evening|day)|hallo|liebe[rs]?"
    r"|guten (?:tag|morgen|abend)|sehr geehrte[r]?(?: herr| frau)?|moin|servus|grüß dich|bonjour"
    r"|salut|chère?|hola|querid[oa]|estimad[oa]|ciao|car[oa]|buongiorno|beste|hoi|olá|oi)"
    rf"\s(?P<name>{_NAME}?)\s?(?:[,!.:\u2013\u2014-]|$)"
)
_HEAD = regex(
    r"\s{0,3}(?:(?:subject|betreff|objet|asunto|oggetto|onderwerp|assunto)\s?:\s?\S"
    r"|(?:re|aw|wg|fwd?|tr|rv|antw)\s?:\s?[^\n]{1,150}$"
    rf"|(?:from|von|de|da|van)\s?:?\s(?P<from>(?-i:[A-Z]){_WORD}(?:\s(?-i:[A-Z]){_WORD}){{0,2}}"
    r"(?:\s?<[^<>\n]{3,60}>)?|[\w.+-]+@[\w.-]+)\s*$)",
    re.IGNORECASE,
)
_CLOSING = (
    r"(?i:(?:with )?(?:(?:kind|best|warm|warmest|kindest|many|lots of) )?"
    r"(?:regards|wishes|best|cheers|thanks|thank you|love|hugs|greetings)"
    r"(?: again| a lot| so much| in advance)?|all the best|take care|talk soon|see you(?: soon)?"
    r"|yours(?: (?:sincerely|truly|faithfully))?|sincerely(?: yours)?|respectfully|xo+|x{1,3}"
    r"|(?:viele|liebe|beste|schöne|herzliche) grüße|(?:mit )?(?:freundlichen|besten|lieben) grüßen"
    r"|grüße|gruß|lg|mfg|vg|cordialement|bien à (?:vous|toi)|bises|amicalement|saludos"
    r"|un abrazo|atentamente|(?:cordiali )?saluti|un abbraccio|abraços?|groetjes?|groeten)"
)
_CLOSED = regex(rf"\W{{0,3}}{_CLOSING}\s?[,!.\u2013\u2014-]?\s*$")
_CLOSED_WITH = regex(
    rf"(?:^|[.!?)]\s{{1,3}})\W{{0,3}}{_CLOSING}\s?[,\u2013\u2014-]\s?(?P<name>{_NAME})\.?\s*$"
)
_ADDRESSES = regex(r"(?:thanks|thank you|cheers|love|see you|take care)\b", re.IGNORECASE)
_SIGNED = regex(
    rf"\s{{0,3}}[\u2013\u2014~/]{{0,2}}\s?(?P<name>{_NAME})\s{{0,2}}(?:[,|(\u2013\u2014-].*|\.)?$"
)
_DASHED = regex(rf"\s{{0,3}}[\u2014~]\s?(?P<name>{_NAME})\s*$")
_BARE = regex(rf"\s{{0,3}}(?P<name>{_NAME})[.!]?\s*$")
_RULE = regex(r"-- ?\s*$")
_ASSISTANTS = frozenset(
    "claude chatgpt gpt assistant ai gemini copilot siri alexa codex cursor bot".split()
)


_THEIRS, _OPEN = "theirs", "open"


@frozen
class _Close:
    """A signature. at: its line; end: the line behind it; name: who signs.

    sure: it is one, whatever opened the text (not "Thanks, Tom"); short: it signs one paragraph.
    """

    at: int
    end: int
    name: str
    sure: bool = True
    short: bool = False


def letters(lines: Sequence[str], names: Names) -> list[tuple[int, int]]:
    """Return the first line of each letter of somebody else and the line behind its last."""
    opened = [(n, whose) for n, line in enumerate(lines) if (whose := _opens(lines, n, names))]
    gaps = [-1, *(n for n, line in enumerate(lines) if not line.strip()), len(lines)]
    found: list[tuple[int, int]] = []
    end = 0
    for close in _closes(lines, gaps, names):
        first, behind = (bisect_left(opened, (n, "")) for n in (end, close.at + 1))
        begun = opened[first:behind]
        if close.at < end or not (close.sure or any(whose == _THEIRS for _, whose in begun)):
            continue
        if not names.is_own(close.name):
            paragraph = gaps[bisect_left(gaps, close.at) - 1] + 1
            start = max(end, paragraph) if close.short else end
            found.append((begun[0][0] if begun else start, close.end))
        end = close.end
    last = [n for n, whose in opened if n >= end and whose == _THEIRS]
    return [*found, (last[0], len(lines))] if last else found


def _opens(lines: Sequence[str], at: int, names: Names) -> str:
    """Return whose letter may begin with a line: theirs, open, or "" where none does."""
    line = lines[at][:_LONGEST]
    if found := _GREETING.match(line):
        return _THEIRS if names.is_own(found["name"]) else _OPEN
    found = _HEAD.match(line)
    if not found or (found["from"] and names.is_own(found["from"])):
        return ""
    return _THEIRS if any(after.strip() for after in lines[at + 1 : at + 4]) else ""


def _closes(lines: Sequence[str], gaps: Sequence[int], names: Names) -> Iterator[_Close]:
    """Yield what may be signatures; what follows one without a gap belongs to it."""
    for at, full in enumerate(lines):
        line = full[-_LONGEST:]
        after = next((n for n in range(at + 1, min(at + 3, len(lines))) if lines[n].strip()), at)
        sure, short = True, False
        if found := _CLOSED_WITH.search(line):
            after, sure = at, _ADDRESSES.search(found[0]) is None
        elif after > at and _ends(line) and (found := _SIGNED.match(lines[after][:_LONGEST])):
            pass
        elif found := _DASHED.match(line):
            after, short = at, True
        elif gaps[bisect_left(gaps, at)] == at + 1 and (found := _BARE.match(line)):
            after, sure = at, False
        if found and _is_signer(found["name"], names):
            yield _Close(at, gaps[bisect_left(gaps, after)], found["name"], sure, short)


def _ends(line: str) -> bool:
    return _CLOSED.match(line) is not None or _RULE.match(line) is not None


def _is_signer(name: str, names: Names) -> bool:
    if name.casefold() in _ASSISTANTS:
        return False
    return names.is_own(name) or names.is_person(name, sure=True)
