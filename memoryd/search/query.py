"""A question in people's words, read: what is looked for, for which days, as a prompt or not."""

import re
from collections.abc import Iterator
from datetime import date
from functools import cache

from memoryd.core.date_words import may_be_asked
from memoryd.core.question import shortened
from memoryd.core.regex import regex
from memoryd.core.value import frozen
from memoryd.search.lexicon import ONE_WORD, SHAPING
from memoryd.search.stem import stem
from memoryd.search.words import asked, folded, is_run, pieces

PROMPT_TERMS = 10  # a question with as many terms is a prompt that continues a talk
_DATED = 400  # characters in which days are looked for
# "My own" and "things like that" only shape a question; as verbs both carry it.
_FORMS = regex(r"\b(?:own(?:s|ed|ing)|like[sd]|liking)\b")
_ASKED = regex(
    r"\b(?:do|does|did)(?:n['\u2019]t|\s+not)?"
    r"(?:\s+(?!(?:be|feel|get|have|look|need|seem|smell|sound|taste)\b)[^\s?.!,;]+){1,3}?"
    r"\s+(own|like)\b(?!\s+(?:that|this|these|those))"
)
_WHEN = regex(r"\s*when\b|.*\bhow long\b", re.IGNORECASE | re.DOTALL)


@frozen
class Question:
    """What is asked.

    text: as it is looked for word by word. terms: each once, in order; shaping words only when
    there is nothing else. spans: days as ordinals; days_only: nothing else is asked for; rest: the
    terms beside the words of the days. timed: it asks when or how long. odd: the one word that is
    asked for, where it has signs or digits in it: C++, run.py, 5mg; else "".
    """

    text: str
    terms: tuple[str, ...]
    spans: tuple[tuple[int, int], ...]
    days_only: bool
    rest: frozenset[str]
    timed: bool
    odd: str = ""

    @property
    def is_prompt(self) -> bool:
        """Whether it is more than a question: a message that goes on with something."""
        return len(self.terms) >= PROMPT_TERMS


@frozen
class _Dated:
    """What a question says of days. rest: what it says beside them, None where it names none.

    counts: numbers that only count days; only: whether nothing else is asked for.
    """

    spans: tuple[tuple[int, int], ...] = ()
    rest: str | None = None
    counts: tuple[str, ...] = ()
    only: bool = False


_UNDATED = _Dated()


def read(text: str, today: date) -> Question:
    """Read any text as a question asked on a local day; raises nothing."""
    text = shortened(text)
    kept = _kept(text)
    dated = _dated(text, today) if may_be_asked(text[:_DATED]) else _UNDATED
    rest = kept if dated.rest is None else asked(dated.rest)
    counts = set(dated.counts).difference(rest)
    return Question(
        text=text.strip(),
        terms=tuple(_terms(kept, rest, counts)),
        spans=dated.spans,
        days_only=dated.only,
        rest=frozenset(rest),
        timed=_WHEN.match(text[:_DATED]) is not None,
        odd="" if dated.spans else _odd(text),
    )


def _odd(text: str) -> str:
    said = [found for found in pieces(text) if not all(map(shapes_only, found))]
    alone = said[0] if len(said) == 1 else ("",)
    joined = len(alone) > 1 and not alone[0].isalpha() and not is_run(alone[-1])
    return alone[0] if joined else ""


def _dated(text: str, today: date) -> _Dated:
    # Only here, as most questions name no day: 4 ms of a start.
    from memoryd.core.days_asked import days_asked  # noqa: PLC0415 - see above
    from memoryd.search.asked_days import asks_only, counts_of, rest_of  # noqa: PLC0415 - see above

    spans = days_asked(text[:_DATED], today)
    if not spans:
        return _UNDATED
    rest = rest_of(text, spans)
    ordinals = tuple((span.first.toordinal(), span.last.toordinal()) for span in spans)
    return _Dated(ordinals, rest, tuple(counts_of(spans)), asks_only(rest))


def wanted(text: str) -> frozenset[str]:
    """Return the terms that a question looks for."""
    return frozenset(_kept(shortened(text)))


def _terms(kept: list[str], rest: list[str], counts: set[str]) -> dict[str, None]:
    """Return what is looked for: numbers that count days are none of it, nor days by number."""
    found = (*kept, *(term for term in rest if not shapes_only(term)))
    return dict.fromkeys(term for term in found if term not in counts)


def _kept(text: str) -> list[str]:
    found = list(dict.fromkeys(asked(text)))
    verbs = {"own" if "own" in verb else "like" for verb in _verbs(text[:_DATED])}
    return [term for term in found if term in verbs or not shapes_only(term)] or found


def _verbs(text: str) -> Iterator[str]:
    """Yield forms of own and like that a question asks with: who owns it, what does she like."""
    if "own" in (said := text.lower()) or "lik" in said:
        yield from _FORMS.findall(said)
        yield from _ASKED.findall(said)


def shapes_only(term: str) -> bool:
    """Return whether a term only shapes a question."""
    return term in _shaping(term[:1])


@cache  # all at once would take 2 ms of a start
def _shaping(letter: str) -> frozenset[str]:
    """Return the stems that only shape a question and begin with a letter: no stem changes it."""
    every = (ONE_WORD.get(word, word) for word in SHAPING)
    return frozenset(stem(word) for word in every if word[:1] == letter)


def letters(text: str) -> str:
    """Return a text as it is compared letter by letter."""
    return folded(text)
