"""Scores by words and by meaning in one order."""

from memoryd.search.fusion import fuse


def test_the_best_of_both_comes_first() -> None:
    assert list(fuse({1: 9.0, 2: 8.0, 3: 1.0}, {2: 0.8, 3: 0.7, 1: 0.1})) == [2, 1, 3]


def test_the_weight_decides_between_them() -> None:
    lexical, vector = {1: 9.0, 2: 1.0}, {1: 0.1, 2: 0.9}
    assert list(fuse(lexical, vector, 0.4)) == [1, 2]
    assert list(fuse(lexical, vector, 0.6)) == [2, 1]


def test_what_one_side_does_not_know_counts_as_its_least() -> None:
    fused = fuse({1: 9.0, 2: 1.0}, {3: 0.9, 1: 0.5}, 0.4)
    assert fused == {1: 0.6, 3: 0.4, 2: 0.0}


def test_one_side_alone_keeps_its_order() -> None:
    for lexical, vector in (({1: 3.0, 2: 5.0}, {}), ({}, {1: 0.3, 2: 0.5})):
        assert list(fuse(lexical, vector)) == [2, 1]
    assert fuse({}, {}) == {}


def test_equal_scores_stay_equal() -> None:
    assert fuse({1: 2.0, 2: 2.0}, {}) == {1: 1.0, 2: 1.0}


def test_the_scale_of_the_scores_does_not_matter() -> None:
    lexical, vector = {1: 3.0, 2: 2.5, 3: 0.5}, {1: 0.2, 2: 0.6, 3: 0.5}
    larger = {number: 1000 * score + 7 for number, score in lexical.items()}
    assert list(fuse(lexical, vector)) == list(fuse(larger, vector))
