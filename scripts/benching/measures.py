"""Measures of a ranked list against what answers, and how sure they are."""

import random
from collections.abc import Iterable, Mapping, Sequence
from math import log2

NAMES = ("hit@1", "hit@5", "hit@10", "R@5", "R@10", "all@10", "MRR", "nDCG@10")
_ROUNDS = 1_000


def measured(ranked: Iterable[str], gold: frozenset[str]) -> dict[str, float]:
    """Return the measures of one answer; a target that comes twice counts at its first place."""
    order = list(dict.fromkeys(ranked))
    right = [target in gold for target in order]
    best = sum(1 / log2(at + 2) for at in range(min(10, len(gold))))
    gained = sum(1 / log2(at + 2) for at, good in enumerate(right[:10]) if good)
    return {
        **{f"hit@{k}": float(any(right[:k])) for k in (1, 5, 10)},
        **{f"R@{k}": sum(right[:k]) / len(gold) for k in (5, 10)},
        "all@10": float(sum(right[:10]) == len(gold)),
        "MRR": next((1 / (at + 1) for at, good in enumerate(right[:50]) if good), 0.0),
        "nDCG@10": gained / best,
    }


def mean(rows: Sequence[Mapping[str, float]], name: str) -> float:
    """Return the mean of a measure."""
    return sum(row[name] for row in rows) / len(rows)


def interval(rows: Sequence[Mapping[str, float]], name: str) -> tuple[float, float]:
    """Return the 95 % bootstrap interval of the mean of a measure."""
    values, draw = [row[name] for row in rows], random.Random(0)  # noqa: S311 - not for secrets
    means = sorted(sum(draw.choices(values, k=len(values))) / len(values) for _ in range(_ROUNDS))
    return means[_ROUNDS * 25 // 1_000], means[_ROUNDS * 975 // 1_000]
