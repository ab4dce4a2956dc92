"""Whether a question asks for days alone: "what did we talk about last week?"."""

import re
from collections.abc import Iterator, Sequence
from functools import cache

from memoryd.core.asked_words import names_month
from memoryd.core.when import Span
from memoryd.search.asking_words import SPACED, UNSPACED
from memoryd.search.lexicon import ONE_WORD, SHAPING
from memoryd.search.stem import stem
from memoryd.search.words import asked, folded

_COUNT = re.compile(r"\d{1,3}(?:st|nd|rd|th)?")


@cache
def _asking() -> frozenset[str]:
    """Return the terms that only ask; made when a question names a day."""
    return frozenset(
        stem(ONE_WORD.get(word, word)) for word in map(folded, SHAPING | SPACED)
    ) | frozenset(term for word in SPACED for term in asked(word))


@cache
def _unspaced() -> re.Pattern[str]:
    longest = sorted(map(folded, UNSPACED), key=len, reverse=True)
    return re.compile("|".join(longest))


def rest_of(text: str, spans: Sequence[Span]) -> list[str]:
    """Return the terms of a question beside the days it names."""
    kept, at = [], 0
    for span in spans:
        kept.append(text[at : span.start])
        at = span.end
    rest = folded(" \n".join((*kept, text[at:])))
    return asked(rest if rest.isascii() else _unspaced().sub(" ", rest))


def counts_of(spans: Sequence[Span]) -> Iterator[str]:
    """Yield the numbers that only count: "the last 3 days" are not the third of any month."""
    for span in spans:
        if not names_month(span.words):
            yield from (term for term in asked(span.words) if _COUNT.fullmatch(term))


def asks_only(rest: Sequence[str]) -> bool:
    """Return whether these terms ask for nothing: "what happened", "was war", "发生了什么"."""
    return all(term in _asking() or _is_particle(term) for term in rest)


def _is_particle(term: str) -> bool:
    return len(term) == 1 and "\u3041" <= term <= "\u309f"  # of Japanese
