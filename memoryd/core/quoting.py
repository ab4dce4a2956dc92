"""Which words of a message are the writer's own, and which are pasted, quoted or forwarded."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from memoryd.core.own_names import Names
from memoryd.core.pasted import NOBODY, parted
from memoryd.core.regex import regex
from memoryd.core.text import STOP_WORDS

# Blocks that a form of their own marks off, from the widest to the narrowest.
_BLOCKS = regex(
    r"^ {0,3}(?P<fence>`{3,}|~{3,})[^\n]*(?:\n.*?(?:^ {0,3}(?P=fence)|\Z)|\Z)"
    r"|```.*?(?:```|\Z)"
    r'|(?P<triple>"{3}|\'{3}).*?(?:(?P=triple)|\Z)'
    r"|<<+.*?(?:>>+|\Z)"
    r"|<(?P<tag>[A-Za-z][\w-]*)(?: [^<>]*)?>.*?(?:</(?P=tag)\s*>|\Z)"
    r"|\[(?P<bb>quote|code)[^\]]*\].*?(?:\[/(?P=bb)\]|\Z)"
    r"|^[ \t]*(?:>|\|)[^\n]*$",
    re.DOTALL | re.MULTILINE | re.IGNORECASE,
)
# What begins a text of somebody else that runs to the end of the message.
_BEGINS = regex(
    r"^[ \t]*(?:-{2,}|={2,}|_{2,}|\*{2,}|[(\[])? ?"
    r"(?:original|forwarded|begin forwarded|weitergeleitete|transf[ée]r[ée])\b[^\n]*"
    r"|^[ \t]*(?:From|Von|De|Da|Van|发件人|差出人): ?[^\n]+\n"
    r"[ \t]*(?:Sent|Date|To|Subject|Cc|Gesendet|Datum|An|Betreff|Envoy[ée]|À|Objet)\b[^\n]*:"
    r"|^[ \t]*(?:On|Am|Le|El|Il) [^\n]{5,100} (?:wrote|schrieb|a écrit|escribió|ha scritto):"
    r"|(?:^|[.!?;,(\[-] ?)(?:pasted?|pasting|quot(?:e|ing|ed)|forward(?:ed|ing)?|fwd?|copied"
    r"|copy|clipboard|transcript|excerpt|snippet|verbatim)\b[^\n:.!?]{0,60}(?::|\n)"
    r"|^\W{0,3}fyi\b[^\w\n]{0,3}\n[ \t]*\n",
    re.MULTILINE | re.IGNORECASE,
)
# A clause before a colon that hands over a text, or tells what somebody else said.
_LEAD = regex(r"(?:[:\uff1a]|[-=]>|→)(?=\s)|\n[ \t]*\n")
_CLAUSE_START = regex(r"[\n.!?;:\uff1a]")
_LONGEST_CLAUSE = 160
_HANDS_OVER = regex(
    r"\b(?:summari[sz]e|translat\w+|proof-?read|rephrase|rewrite|paraphrase|shorten|reply|respond"
    r"|answer|explain|classify|process|parse|decode|format|extract|look at|thoughts on|opinion on"
    r"|make of|deal with|handle|(?:read|check|review|fix|improve|correct) (?:this|that|these|the)"
    r"|(?:this|that|the) (?:e-?mail|mail|message|letter|note|text|page|site|article|post|thread"
    r"|ticket|issue|comment|log|output|error|file|doc(?:ument)?|invite|invitation|chat|readme"
    r"|review|reply|answer|paragraph|section|quote|button|banner|newsletter|web ?page|website)"
    r"|following|below|here(?: is|'s|’s)? (?:what|the|a)|see below|fyi (?:from|via)"
    r"|übersetz\w*|fass\w* .{0,20}zusammen|zusammenfass\w*|traduis\w*|résume\w*|tradu[ck]\w*"
    r"|resum\w*|riassum\w*|vertaal|samenvat\w*)\b"
    r"|翻译|翻譯|总结|總結|要約|翻訳|번역|요약|переве\w+|перескаж\w+|кратко",
    re.IGNORECASE,
)
_SAYS = regex(
    r"\b(?:said|says|saying|wrote|writes|e?mailed|mails|texted|messaged|sent|posted|replied"
    r"|answered|told (?:me|us)|asked|asks|reads|states|claims|commented|according to|suggests?"
    r"|schreibt|schrieb|sagt|sagte|dit|a écrit|dice|scrive)\b(?: \w+){0,3}\s*$",
    re.IGNORECASE,
)
# The writer's own word to the memory: what follows the colon is what they want kept.
_KEEPS = regex(
    r"^\W*(?:please |also |and |so )*(?:remember|note|keep in mind|save|record|store|for the record"
    r"|merk(?:e)? dir|notiere|retiens|recuerda|ricorda)\b(?! (?:the|this|that|his|her|their) "
    r"(?:e-?mail|mail|page|message|text|letter))",
    re.IGNORECASE,
)
# Of marks that open and close alike or nest in no way: opening, inside, closing.
_PAIRS = regex(
    r"[“„]([^”“\n]{1,4000})[”“]|[«\u2039]([^»\u203a\n]{1,4000})[»\u203a]"
    r'|[「『]([^」』]{1,4000})[」』]|(?<!\w)"([^"]{1,4000})"(?!\w)'
)
# The mark that is an apostrophe as well: it opens before a word and closes behind one.
_OPENS = regex(r"(?<![\w'])['\u2018](?=\S)")
_CLOSES = regex(r"(?<=\S)['\u2019](?!\w)")
_INTRODUCED = regex(r"(?:[:\uff1a,—–-]|\n)\s*$|^\s*$")
_WORDS = regex(r"[^\W_]+(?:['’][^\W_]+)*")
_UNSPACED = regex(r"[\u3040-\u30ff\u3400-\u9fff\u0e00-\u0e7f]")
_LONG_QUOTE = 4  # words; a shorter one inside a sentence is a name, a title, a turn of phrase
_LONG_UNSPACED = 8  # characters, in a script without spaces
_TITLE = 6
_NEAR = 8  # characters before a quotation that may introduce it


@dataclass(frozen=True, slots=True)
class Spoken:
    """A message taken apart.

    own: the writer's words, with `phrases` (short quotations inside a sentence) still in them;
    others: texts of somebody else, as they stand.
    """

    own: str
    others: tuple[str, ...] = ()
    phrases: tuple[str, ...] = ()


@lru_cache(maxsize=512)  # each proposal of a call looks at the same lines
def spoken(text: str, names: Names = NOBODY) -> Spoken:
    """Return the writer's own words of a message apart from those of others.

    names: what the writer is called, and what is known to be no person.
    """
    others: list[str] = []
    text = _cut(_BLOCKS, text, others)
    text, blocks = parted(text, names)
    others += blocks
    if begins := _BEGINS.search(text):
        others.append(text[begins.start() :])
        text = text[: begins.start()]
    text = _handed_over(text, others)
    text, phrases = _marked(text, others)
    return Spoken(text, tuple(others), phrases)


def _cut(pattern: re.Pattern[str], text: str, others: list[str]) -> str:
    others.extend(match[0] for match in pattern.finditer(text))
    return pattern.sub("\n", text)


def _handed_over(text: str, others: list[str]) -> str:
    """Cut what follows a clause that hands a text over; it runs to the end of the message."""
    if _KEEPS.match(text):
        return text
    for lead in _LEAD.finditer(text):
        before = text[max(0, lead.start() - _LONGEST_CLAUSE) : lead.start()]
        clause = _CLAUSE_START.split(before)[-1]
        if not clause.strip():
            continue
        by_colon = lead[0][0] != "\n"
        gives = _HANDS_OVER.search(clause) or (by_colon and _SAYS.search(clause))
        if gives and not _KEEPS.match(clause) and text[lead.end() :].strip():
            others.append(text[lead.end() :])
            return text[: lead.end()]
    return text


def _marked(text: str, others: list[str]) -> tuple[str, tuple[str, ...]]:
    """Cut what stands between quotation marks; short turns of phrase stay."""
    kept: list[str] = []
    phrases: list[str] = []
    end = 0
    for start, stop in _quotations(text):
        inside = text[start + 1 : stop - 1]
        if _is_name(inside):
            continue
        if _is_long(inside) or _INTRODUCED.search(text[max(end, start - _NEAR) : start]):
            others.append(inside)
            kept += [text[end:start], " "]
            end = stop
        else:
            phrases.append(inside)
    return "".join([*kept, text[end:]]), tuple(phrases)


def _quotations(text: str) -> Iterator[tuple[int, int]]:
    """Yield where each quotation begins and ends, marks included, one after the other."""
    closes = [match.end() for match in _CLOSES.finditer(text)]
    spans = [match.span() for match in _PAIRS.finditer(text)]
    for opens in _OPENS.finditer(text):
        index = bisect_right(closes, opens.end() + 1)
        if index < len(closes) and "\n" not in text[opens.start() : closes[index]]:
            spans.append((opens.start(), closes[index]))
    last = 0
    for start, stop in sorted(spans):
        if start >= last:
            yield start, stop
            last = stop


def _is_name(inside: str) -> bool:
    found = _WORDS.findall(inside)
    if len(found) == 1 and not _UNSPACED.search(inside):
        return True
    telling = [word for word in found if word.casefold() not in STOP_WORDS]
    named = bool(telling) and all(word[0].isupper() or word[0].isdigit() for word in telling)
    return named and len(found) <= _TITLE


def _is_long(inside: str) -> bool:
    return (
        len(_WORDS.findall(inside)) >= _LONG_QUOTE
        or len(_UNSPACED.findall(inside)) >= _LONG_UNSPACED
    )
