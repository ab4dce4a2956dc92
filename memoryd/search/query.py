"""A question in people's words, read: what is looked for, for which days, as a prompt or not."""

import re
from datetime import date
from typing import TYPE_CHECKING

from memoryd.core.date_words import may_hold
from memoryd.core.regex import regex
from memoryd.core.value import frozen
from memoryd.search.lexicon import ONE_WORD, SHAPING
from memoryd.search.stem import stem
from memoryd.search.words import asked, folded

if TYPE_CHECKING:
    from memoryd.core.when import Span

LONGEST = 8_000  # characters of a question that are read; of a longer one both ends
PROMPT_TERMS = 10  # a question with as many terms is a prompt that continues a talk
_DATED = 400  # characters in which days are looked for
_SHAPING = frozenset(stem(ONE_WORD.get(word, word)) for word in SHAPING)
_WHEN = regex(r"\s*when\b|.*\bhow long\b", re.IGNORECASE | re.DOTALL)


@frozen
class Question:
    """What is asked.

    text: as it is looked for word by word. terms: each once, in order; shaping words only when
    there is nothing else. spans: days as ordinals; days_only: nothing else is asked for. timed: it
    asks when or how long.
    """

    text: str
    terms: tuple[str, ...]
    spans: tuple[tuple[int, int], ...]
    days_only: bool
    timed: bool

    @property
    def is_prompt(self) -> bool:
        """Whether it is more than a question: a message that goes on with something."""
        return len(self.terms) >= PROMPT_TERMS


def read(text: str, today: date) -> Question:
    """Read any text as a question asked on a local day; raises nothing."""
    if len(text) > LONGEST:
        text = f"{text[: LONGEST // 2]}\n{text[-LONGEST // 2 :]}"
    kept = _kept(text)
    spans = _spans(text[:_DATED], today)
    in_spans = {term for span in spans for term in asked(span.words)}
    return Question(
        text=text.strip(),
        terms=tuple(kept),
        spans=tuple((span.first.toordinal(), span.last.toordinal()) for span in spans),
        days_only=bool(spans) and in_spans.issuperset(kept),
        timed=_WHEN.match(text[:_DATED]) is not None,
    )


def _spans(text: str, today: date) -> "tuple[Span, ...]":
    if not may_hold(text):
        return ()
    from memoryd.core.when import dates_in  # noqa: PLC0415 - most questions name no day

    return dates_in(text, today)


def wanted(text: str) -> frozenset[str]:
    """Return the terms that a question looks for."""
    return frozenset(_kept(text[:LONGEST]))


def _kept(text: str) -> list[str]:
    found = list(dict.fromkeys(asked(text)))
    return [term for term in found if term not in _SHAPING] or found


def shapes_only(term: str) -> bool:
    """Return whether a term only shapes a question."""
    return term in _SHAPING


def letters(text: str) -> str:
    """Return a text as it is compared letter by letter."""
    return folded(text)
