"""Scores by words and by meaning in one order."""

from memoryd.search.fusion import GUESSED, HEAD, Lexical, fuse
from memoryd.search.shelf import PLACES

ONE, TWO, THREE = PLACES, 2 * PLACES, 3 * PLACES  # passages of scenes of their own


def test_the_best_of_both_comes_first() -> None:
    lexical, vector = {ONE: 9.0, TWO: 8.0, THREE: 1.0}, {TWO: 0.8, THREE: 0.7, ONE: 0.1}
    assert list(fuse(Lexical(lexical), vector)) == [TWO, ONE, THREE]


def test_the_weight_decides_between_them() -> None:
    lexical, vector = {ONE: 9.0, TWO: 1.0}, {ONE: 0.1, TWO: 0.9}
    assert list(fuse(Lexical(lexical), vector, 0.4)) == [ONE, TWO]
    assert list(fuse(Lexical(lexical), vector, 0.6)) == [TWO, ONE]


def test_what_one_side_does_not_know_counts_as_its_least() -> None:
    fused = fuse(Lexical({ONE: 9.0, TWO: 1.0}), {THREE: 0.9, ONE: 0.5}, 0.4)
    assert fused == {ONE: 0.6, THREE: 0.4, TWO: 0.0}


def test_one_side_alone_keeps_its_order() -> None:
    for lexical, vector in (({ONE: 3.0, TWO: 5.0}, {}), ({}, {ONE: 0.3, TWO: 0.5})):
        assert list(fuse(Lexical(lexical), vector)) == [TWO, ONE]
    assert fuse(Lexical({}), {}) == {}


def test_equal_scores_stay_equal() -> None:
    assert fuse(Lexical({ONE: 2.0, TWO: 2.0}), {ONE: 0.3, TWO: 0.3}) == {ONE: 1.0, TWO: 1.0}


def test_what_one_kind_alone_has_found_is_as_good_as_that_kind_says() -> None:
    assert fuse(Lexical({}), {ONE: 0.1, TWO: 0.2}) == {TWO: 0.2, ONE: 0.1}
    assert fuse(Lexical({ONE: 3.0, TWO: 2.0}), {}) == {ONE: 3.0, TWO: 2.0}


def test_the_scale_of_the_scores_does_not_matter() -> None:
    lexical, vector = {ONE: 3.0, TWO: 2.5, THREE: 0.5}, {ONE: 0.2, TWO: 0.6, THREE: 0.5}
    larger = {number: 1000 * score + 7 for number, score in lexical.items()}
    assert list(fuse(Lexical(lexical), vector)) == list(fuse(Lexical(larger), vector))


def test_an_answer_is_told_before_the_question_beside_it_that_means_the_same() -> None:
    asks, answers = ONE, ONE + 1
    lexical, vector = {asks: 5.0, answers: 6.0, TWO: 1.0}, {asks: 0.9, answers: 0.4, TWO: 0.3}
    fused = fuse(Lexical(lexical), vector, asking=lambda _: frozenset([asks]))
    assert list(fused) == [answers, asks, TWO]


def test_what_asks_nothing_lends_its_neighbour_nothing() -> None:
    means, beside = ONE, ONE + 1
    lexical, vector = {means: 5.0, beside: 6.0, TWO: 1.0}, {means: 0.9, beside: 0.4, TWO: 0.3}
    assert list(fuse(Lexical(lexical), vector)) == [means, beside, TWO]
    fused = fuse(Lexical(lexical), vector, asking=lambda _: frozenset([beside]))
    assert list(fused) == [means, beside, TWO]


def test_scenes_lend_each_other_nothing() -> None:
    last, first = TWO - 1, TWO  # neighbours by number alone
    lexical, vector = {last: 5.0, first: 6.0, THREE: 1.0}, {last: 0.9, first: 0.4, THREE: 0.3}
    assert list(fuse(Lexical(lexical), vector, asking=lambda ids: frozenset([last, *ids]))) == [
        last, first, THREE,
    ]  # fmt: skip


def test_what_neighbours_lend_brings_nothing_among_the_first_and_scores_fall() -> None:
    lexical = {at * PLACES: 50.0 - at for at in range(1, 3 * HEAD)}
    vector = {at * PLACES + 1: 0.2 + at / 100 for at in range(1, 3 * HEAD)}
    fused = fuse(Lexical(lexical), vector, asking=frozenset)
    own = {number: 0.6 * (score - 21) / 28 for number, score in lexical.items()}
    own |= {number: 0.4 * (near - 0.21) / 0.28 for number, near in vector.items()}
    assert set(list(fused)[:HEAD]) == set(sorted(own, key=own.__getitem__, reverse=True)[:HEAD])
    assert list(fused.values()) == sorted(fused.values(), reverse=True)
    assert max(fused.values()) <= 1.0


def test_what_is_found_by_a_guess_alone_is_never_certain() -> None:
    lexical, vector = {ONE: 9.0, TWO: 8.0}, {ONE: 0.8, THREE: 0.7}
    guessed = fuse(Lexical(lexical, frozenset([ONE])), vector, 0.4)
    assert guessed[ONE] == 0.6 * GUESSED + 0.4
    assert guessed[TWO] == fuse(Lexical(lexical), vector, 0.4)[TWO]
