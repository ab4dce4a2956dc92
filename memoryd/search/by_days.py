"""The days that a question names, as its answer: what was told on them, and in which order."""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date
from heapq import nlargest

from memoryd.core.passage import Layer
from memoryd.search.shelf import Shelf

_MOST = 300  # passages of a span that are looked at: notes and facts, and as many lines
_RANK = {Layer.NOTE: 0, Layer.LINE: 2}  # a note tells a day in fewer words than its talk; else 1
_ONLY = 100.0  # nothing but the day was asked for: before all that holds a word
_STEP = 1e-3  # between one passage of a day and the next
_BARELY = 1e-6


def told_in(shelf: Shelf, spans: Sequence[tuple[int, int]], *, old: bool) -> list[int]:
    """Return passages of days as they are told: notes first, each day once before any twice.

    The newest day comes first; of one day, what stands first in its file.
    """
    rows: set[tuple[str, str, int]] = set()
    for first, last in spans:
        days = date.fromordinal(first).isoformat(), date.fromordinal(last).isoformat()
        for lines in (False, True):
            rows.update(shelf.of_days(*days, lines=lines, old=old, limit=_MOST))
    seen: Counter[tuple[int, str]] = Counter()
    told: list[tuple[int, int, int, int]] = []
    for day, layer, number in sorted(rows, key=lambda row: row[2]):
        rank = _RANK.get(Layer(layer), 1)
        told.append((rank, seen[rank, day], -date.fromisoformat(day).toordinal(), number))
        seen[rank, day] += 1
    return [number for *_, number in sorted(told)]


def only(told: Sequence[int], held: Mapping[int, float]) -> dict[int, float]:
    """Return scores of passages of days where nothing but the days is asked for.

    held: scores of what holds a word that may be more than asking, "war" in another language.
    """
    return {number: _ONLY + held.get(number, 0.0) - at * _STEP for at, number in enumerate(told)}


def among(
    found: Mapping[int, float], told: Sequence[int], limit: int, *, current: bool
) -> dict[int, float]:
    """Return scores by which days and what holds a word elsewhere take turns, the days first.

    So neither a day that says it in other words is missed, nor what was told on another day.
    current: today or this week, by which a question may mean what holds now: the days come second.
    """
    best = nlargest(limit, found.values())
    last = best[-1] if best else 1.0
    scores = [score - _BARELY if current else score + _BARELY for score in best]
    scores += [_under(last, at) for at in range(len(best), limit)]
    return {
        number: max(found.get(number, 0.0), score)
        for number, score in zip(told, scores, strict=False)
    }


def behind(found: Mapping[int, float], told: Sequence[int], limit: int) -> dict[int, float]:
    """Return scores by which the rest of the days fills up what holds a word."""
    least = min(found.values(), default=1.0)
    rest = [number for number in told if number not in found][: max(0, limit - len(found))]
    return {number: _under(least, at) for at, number in enumerate(rest)}


def _under(score: float, at: int) -> float:
    return score / 2 / (1 + at * _STEP)
