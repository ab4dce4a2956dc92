"""The part of a long passage that shows why it was found."""

from memoryd.search.query import wanted
from memoryd.search.words import places

_LEAD = 80  # characters before the first word asked for
_LOOKED_AT = 100  # words of a query that stand after one another
_MORE = "…"


def excerpt(text: str, query: str, longest: int) -> str:
    """Return at most `longest` characters of a text, where most words of a query stand."""
    if len(text) <= longest:
        return text
    start = _start(text, wanted(query), longest - _LEAD - 2 * len(_MORE))
    if start <= _LEAD:
        return f"{text[: longest - 1]}{_MORE}"
    start = _word_start(text, min(start - _LEAD, len(text) - longest + 1))
    end = start + longest - 2
    return f"{_MORE}{text[start:end]}{_MORE}" if end < len(text) else f"{_MORE}{text[start:]}"


def _start(text: str, terms: frozenset[str], within: int) -> int:
    """Return where the first stretch begins that holds most of the terms; 0 without any."""
    best, most = 0, 0
    found = list(places(text, terms))
    for at, (start, _) in enumerate(found):
        held: set[str] = set()
        for place, term in found[at : at + _LOOKED_AT]:
            if place - start > within:
                break
            held.add(term)
        if len(held) > most:
            best, most = start, len(held)
    return best


def _word_start(text: str, start: int) -> int:
    """Return the next start of a word, where one is near."""
    space = text.find(" ", start, start + _LEAD // 2)
    return space + 1 if space >= 0 else start
