"""Whether a question asks for days alone: "what did we talk about last week?"."""

import re
from collections.abc import Iterator, Sequence
from functools import cache

from memoryd.core.asked_words import names_month
from memoryd.core.when import Span
from memoryd.search.asking_words import SPACED, UNSPACED
from memoryd.search.lexicon import SHAPING
from memoryd.search.words import asked, folded

_COUNT = r"\d{1,3}(?:st|nd|rd|th)?"


@cache  # made when a question names a day
def _asking() -> frozenset[str]:
    return frozenset(folded(" ".join((*SPACED, *SHAPING))).split())


@cache
def _unspaced() -> re.Pattern[str]:
    longest = sorted(map(folded, UNSPACED), key=len, reverse=True)
    return re.compile("|".join(longest))


def rest_of(text: str, spans: Sequence[Span]) -> str:
    """Return what a question says beside the days it names, and beside asking for them in CJK."""
    kept, at = [], 0
    for span in spans:
        kept.append(text[at : span.start])
        at = span.end
    rest = folded(" \n".join((*kept, text[at:])))
    return rest if rest.isascii() else _unspaced().sub(" ", rest)


def counts_of(spans: Sequence[Span]) -> Iterator[str]:
    """Yield the numbers that only count: "the last 3 days" are not the third of any month."""
    for span in spans:
        if not names_month(span.words):
            yield from (term for term in asked(span.words) if re.fullmatch(_COUNT, term))


def asks_only(rest: str) -> bool:
    """Return whether the rest of a question asks for nothing: "what happened", "was war"."""
    return all(word in _asking() or _is_particle(word) for word in re.findall(r"[^\W_]+", rest))


def _is_particle(word: str) -> bool:
    return len(word) == 1 and "\u3041" <= word <= "\u309f"  # of Japanese
