"""One order from two kinds of scores: by words and by meaning.

A weighted sum of scores brought to 0..1 each, never of ranks: equal-weight rank fusion loses 3 to
12 points with this model. Chosen by leaving one conversation out (LoCoMo's turns, the half in
../shared/data, share of evidence in the first ten, 927 questions; a passage is embedded as
"Speaker (8 May 2023): words"; words alone 84.1):

    | weight of meaning                    |  .2  |  .3  | .35  |  .4  | .45  |  .5  |  .6  |
    | from least to greatest               | 85.0 | 85.7 | 85.9 | 86.3 | 85.9 | 85.1 | 83.4 |
    | share of the greatest                | 85.2 | 85.8 | 86.1 | 86.1 | 85.9 | 85.0 | 83.2 |
    | standard deviations                  | 85.4 | 85.7 | 85.5 | 86.0 | 85.7 | 85.2 | 84.1 |
    | the first, each only for its own 200 | 85.3 | 85.6 | 85.7 | 85.0 | 84.1 | 82.1 | 76.7 |

All but the last row score both kinds for every candidate. Of these and two other ways to embed a
passage, every fold chooses the first row and .4: held out 86.3 (84.7 86.7 86.4 86.9 86.8 against
82.2 84.8 82.2 85.3 86.2 by words alone). With cosines lent to neighbours to choose from as well,
one fold chooses those, and 85.5 are held out: expect between the two. 50 candidates of a kind give
86.1, 500 give 86.0.

By meaning a question is most like the passage that asks it; the answer stands beside it. So among
the first ten a passage means what the best of itself and of those neighbours does that end asking.
The ten stay the same ten; the first is right for 50.2 % of the questions instead of 46.1 (by words
alone 50.7), its session for 82.6 instead of 82.4; of all five as one memory 46.6 instead of 43.4,
and 79.6 instead of 79.2. Where every neighbour lends it is 49.9 and 82.3, and of notes one thing
comes before another that merely stands above it.
"""

from collections.abc import Callable, Collection, Container, Mapping

from memoryd.core.value import frozen
from memoryd.search.shelf import PLACES

Asking = Callable[[Collection[int]], Container[int]]  # ids of passages -> those that end asking

WEIGHT = 0.4
HEAD = 10  # places whose order the neighbours have a part in
CANDIDATES = 50  # by words
GUESSED = 0.5  # share that is left of the words of what holds a word only as one was rewritten
NEAREST = 20  # by meaning: 50 give the same, and each is scored by words too, which takes time


@frozen
class Lexical:
    """Scores by words, and the ids of what only holds a word as a guess rewrote it."""

    scores: Mapping[int, float]
    guessed: frozenset[int] = frozenset()


def fuse(
    lexical: Lexical, vector: Mapping[int, float], weight: float = WEIGHT,
    asking: Asking = lambda _: frozenset(),
) -> dict[int, float]:  # fmt: skip
    """Return every id of both with its score, the best first: from 0 to 1.

    Best with both kinds for each id; one that is missing counts as the least of its kind. Where one
    kind has found nothing the other's scores stay as they are: the best of what no word of the
    question is in is no better than its cosine. weight: the part of the vectors, 0 to 1. The best
    by words is certain, unless it is a guess.
    """
    if not lexical.scores or not vector:
        return _in_order(lexical.scores or vector)
    words, meaning = _levelled(lexical.scores), _levelled(vector)
    words |= {number: GUESSED * words[number] for number in lexical.guessed}

    def scored(number: int, *lenders: int) -> float:
        near = max(meaning.get(each, 0.0) for each in (number, *lenders))
        return (1 - weight) * words.get(number, 0.0) + weight * near

    total = _in_order({number: scored(number) for number in words | meaning})
    # No score falls: the first ten stay before all others.
    head = {n: [each for each in _beside(n) if each in meaning] for n in list(total)[:HEAD]}
    asks = asking([each for near in head.values() for each in near])
    total |= {n: scored(n, *(one for one in near if one in asks)) for n, near in head.items()}
    return _in_order(total)


def _beside(number: int) -> list[int]:
    """Return the ids that passages beside one have in its scene; not all need be given out."""
    return [n for n in (number - 1, number + 1) if n // PLACES == number // PLACES]


def _in_order(scores: Mapping[int, float]) -> dict[int, float]:
    return dict(sorted(scores.items(), key=lambda item: item[1], reverse=True))


def _levelled(scores: Mapping[int, float]) -> dict[int, float]:
    """Return scores from 0 to 1; all 1 where they are alike."""
    least, greatest = min(scores.values(), default=0.0), max(scores.values(), default=0.0)
    apart = greatest - least
    if apart <= 0:
        return dict.fromkeys(scores, 1.0)
    return {number: (score - least) / apart for number, score in scores.items()}
