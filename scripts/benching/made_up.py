"""Made-up memories of any size: seeded, Zipf-distributed words in talks of twenty lines."""

import random
from collections.abc import Iterator
from datetime import date, timedelta
from itertools import accumulate

from memoryd.core.passage import Layer, Passage

_WORDS, _LINE, _TALK = 30_000, 20, 20
_FIRST_DAY = date(2020, 1, 1)
_SYLLABLES = [a + b for a in "bdfgklmnprstvz" for b in ("a", "e", "i", "o", "u", "an", "er", "il")]
# A query as people ask: two common words, two middling, one rare; ranks in the vocabulary.
_QUERY_RANKS = ((10, 200), (10, 200), (500, 3_000), (500, 3_000), (5_000, 25_000))


class MadeUp:
    """Words, talks and questions; the same seed gives the same ones."""

    def __init__(self, seed: int = 1) -> None:
        """Make the vocabulary."""
        self._random = random.Random(seed)  # noqa: S311 - not for secrets
        words: dict[str, None] = {}
        while len(words) < _WORDS:
            words["".join(self._random.choices(_SYLLABLES, k=self._random.randint(1, 4)))] = None
        self._words = list(words)
        self._sums = list(accumulate(1 / (rank + 3) for rank in range(_WORDS)))

    def talks(self, passages: int) -> Iterator[tuple[str, list[Passage]]]:
        """Yield paths with their passages until there are so many."""
        for talk in range(passages // _TALK):
            path = f"lines/made-up/{talk}"
            day = (_FIRST_DAY + timedelta(days=talk % 2_000)).isoformat()
            yield path, [self._line(path, at, day) for at in range(_TALK)]

    def query(self) -> str:
        """Return a question of five words."""
        return " ".join(self._words[self._random.randint(*ranks)] for ranks in _QUERY_RANKS)

    def _line(self, path: str, at: int, day: str) -> Passage:
        count = self._random.randint(_LINE // 2, _LINE * 3 // 2)
        words = self._random.choices(self._words, cum_weights=self._sums, k=count)
        speaker = ("Ana", "Ben")[at % 2]
        return Passage(path, at + 1, at + 1, Layer.LINE, " ".join(words) + ".", scene=path,
                       speaker=speaker, day=day)  # fmt: skip
