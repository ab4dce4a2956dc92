"""How much is found in conversations that had no part in choosing the constants.

Each conversation is left out once. On the others the constants of the ranking are chosen from a
grid, beginning with all of them off, as in plain BM25: one at a time the value with the best share
of evidence in the first ten, twice round. Then so the weight of meaning, where vectors can be had.
What was chosen is judged on what was left out.
"""

import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from benching.corpora import Corpus, read
from benching.recall import ask
from benching.shape import Search
from benching.systems import Ours, systems
from memoryd.search import fusion, ranking

# The first value is "off", or what BM25 is usually given; what decides most comes first.
GRID: dict[str, tuple[float, ...]] = {
    "NEIGHBOURS": (0.0, 0.5, 1.0, 1.5),  # of what BEFORE and AFTER say
    "SCENE": (0.0, 1.0, 2.0),
    "NAME": (1.0, 1.5, 2.0),
    "ANSWER": (1.0, 2.0, 3.0),
    "DATED": (0.0, 2.0, 4.0),
    "ASKING": (0.0, 0.3, 0.6),
    "PHRASE": (0.0, 0.3, 0.6),
    "K1": (1.2, 0.9),
    "B": (0.75, 0.3),
}
WEIGHTS = (0.2, 0.3, 0.4, 0.5, 0.6)
_ROUNDS = 2
_BESIDE = {"BEFORE": ranking.BEFORE, "AFTER": ranking.AFTER}

Setting = tuple[float, ...]  # one value for each name of the grid


def shipped() -> Setting:
    """Return what the product ranks by; each value is one of the grid's."""
    return tuple(1.0 if name == "NEIGHBOURS" else getattr(ranking, name) for name in GRID)


@contextmanager
def ranked_by(setting: Setting) -> Iterator[None]:
    """Let the product rank by other constants."""
    wanted = dict(zip(GRID, setting, strict=True))
    share = wanted.pop("NEIGHBOURS")
    wanted |= {name: tuple(share * part for part in parts) for name, parts in _BESIDE.items()}
    before = {name: getattr(ranking, name) for name in wanted}
    vars(ranking).update(wanted)
    try:
        yield
    finally:
        vars(ranking).update(before)


class Asked:
    """The questions of one conversation, put to its index by any setting; each is put once."""

    def __init__(self, corpus: Corpus, system: Ours) -> None:
        """Take the turns in."""
        self.name, self.size = corpus.name, len(corpus.queries)
        self._corpus, self._system = corpus, system
        self._known: dict[tuple[Setting, float | None], float] = {}
        system.add(corpus.docs)

    def found(self, setting: Setting, weight: float | None = None) -> float:
        """Return the sum of R@10 over the questions. weight: of meaning; None asks by words."""
        key = (setting, weight)
        if key not in self._known:
            with ranked_by(setting):
                result = ask(self._search(weight), self._corpus.docs, self._corpus.queries, "turn")
            self._known[key] = sum(row["R@10"] for row in result.rows)
        return self._known[key]

    def _search(self, weight: float | None) -> Search:
        if weight is None:
            return partial(Ours.search, self._system)
        return partial(self._system.search, weight=weight)


def run(files: Sequence[Path]) -> None:
    """Write the folds to stdout. Raises ValueError for fewer than two conversations."""
    corpora = [corpus for file in files for corpus in read(file) if corpus.queries]
    if len(corpora) < 2:  # noqa: PLR2004 - one is left out, and one to choose on
        raise ValueError("to leave one conversation out takes two of them")
    hybrid = systems().get("memoryd hybrid")
    make = hybrid or Ours
    with ExitStack() as stack:
        asked = []
        for corpus in corpora:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            asked.append(Asked(corpus, stack.enter_context(closing(make(folder)))))
        _write([folded(asked, left, semantic=hybrid is not None) for left in asked])


def chosen(others: Sequence[Asked]) -> Setting:
    """Return the constants that find most in these conversations, climbed to from all off."""
    best = tuple(values[0] for values in GRID.values())
    for _ in range(_ROUNDS):
        for at, values in enumerate(GRID.values()):
            tried = [(*best[:at], value, *best[at + 1 :]) for value in values]
            best = max(tried, key=lambda setting: sum(one.found(setting) for one in others))
    return best


@dataclass(frozen=True, slots=True)
class Fold:
    """One conversation left out: what was chosen, and R@10 summed by it and by what is shipped.

    weight, both: with meaning; None where no vectors can be had.
    """

    left: Asked
    setting: Setting
    words: tuple[float, float]
    weight: float | None = None
    both: tuple[float, float] | None = None


def folded(asked: Sequence[Asked], left: Asked, *, semantic: bool) -> Fold:
    """Choose on all but one conversation, and judge on that one."""
    others = [one for one in asked if one is not left]
    setting = chosen(others)
    words = (left.found(setting), left.found(shipped()))
    if not semantic:
        return Fold(left, setting, words)
    weight = max(WEIGHTS, key=lambda weight: sum(one.found(setting, weight) for one in others))
    both = (left.found(setting, weight), left.found(shipped(), fusion.WEIGHT))
    return Fold(left, setting, words, weight, both)


def _write(folds: Sequence[Fold]) -> None:
    """Write a row a fold, and one of all; "shipped" was chosen with all of them in sight."""
    head = ["left out", "n", "words", "shipped", "with meaning", "shipped", *GRID, "meaning"]
    table = [head, ["---"] * len(head)]
    for fold in folds:
        head = [fold.left.name, str(fold.left.size)]
        table.append([*head, *_percents([fold]), *_values(fold.setting, fold.weight)])
    weight = fusion.WEIGHT if folds[0].both else None
    head = ["all", str(sum(fold.left.size for fold in folds))]
    table.append([*head, *_percents(folds), *_values(shipped(), weight)])
    sys.stdout.writelines(f"| {' | '.join(row)} |\n" for row in table)


def _values(setting: Setting, weight: float | None) -> list[str]:
    return [*(f"{value:g}" for value in setting), "-" if weight is None else f"{weight:g}"]


def _percents(folds: Sequence[Fold]) -> list[str]:
    """Return R@10 held out and as shipped, by words and with meaning too."""
    size = sum(fold.left.size for fold in folds)
    words = [fold.words for fold in folds]
    both = [fold.both for fold in folds if fold.both]
    return [
        f"{100 * sum(pair[at] for pair in found) / size:.1f}" if found else "-"
        for found in (words, both)
        for at in (0, 1)
    ]
