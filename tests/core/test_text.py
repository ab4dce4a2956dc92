"""Words and numbers: what two spellings share."""

import pytest

from memoryd.core.language import mixes_scripts, other_language
from memoryd.core.numbers import numbers, stated_numbers
from memoryd.core.text import content_stems, normal, stem, words


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Likes tea.", "likes  TEA"),
        ("\uff24\uff41\uff4e\uff41 likes tea", "Dana likes tea!"),
        ("it’s", "It's"),
    ],
)
def test_spelling_is_no_difference(one: str, other: str) -> None:
    assert normal(one) == normal(other)


def test_words_are_folded_and_a_run_without_spaces_gives_its_pairs() -> None:
    assert words("Dana's gateway/run.py, C++") == ("dana", "gateway", "run", "py", "c")
    assert words("李明住在上海") == ("李明", "明住", "住在", "在上", "上海")
    assert words("我") == ("我",)
    assert words("x" * 5_000) == ("x" * 5_000,)


@pytest.mark.parametrize(
    ("one", "other"),
    [("attended", "attending"), ("planning", "plans"), ("stopped", "stop"), ("works", "working")],
)
def test_inflections_of_a_word_share_a_stem(one: str, other: str) -> None:
    assert stem(one) == stem(other)


def test_small_words_carry_no_content() -> None:
    assert content_stems("She is not the same who was there") == frozenset()


@pytest.mark.parametrize(
    ("said", "stated"),
    [
        ("four kids", "4 kids"),
        ("4 kids", "four kids"),
        ("12K", "12,000"),
        ("12,000 euros", "12k euros"),
        ("twelve thousand", "12,000"),
        ("1.5M users", "1,500,000 users"),
        ("2 million", "2,000,000"),
        ("twenty-one", "21"),
        ("two hundred and five", "205"),
        ("1 250 000 or 1,250,000", "1.25 million"),
        ("version 2.10", "v2.10"),
        ("at 3pm", "15:00"),
        ("at 15:00", "3 pm"),
        ("at 3:30 p.m.", "15:30"),
        ("12.000 Euro", "12000"),
        ("half of it", "50%"),
        ("a dozen eggs", "12 eggs"),
        ("twice a week", "2 times a week"),
        ("the third floor", "floor 3"),
        ("007", "7"),
        ("1.50", "1.5"),
        ("三个项目", "3 projects"),
        ("二十三人", "23 people"),
        ("٤ أطفال", "4"),
        ("１２台", "12"),
        ("10,20,30", "20"),
        ("in 2026-02-15", "15"),
    ],
)
def test_a_number_is_the_same_in_digits_and_in_words(said: str, stated: str) -> None:
    for readings in stated_numbers(stated):
        assert readings & numbers(said), (readings, numbers(said))
    assert stated_numbers(stated)


@pytest.mark.parametrize(
    ("said", "stated"),
    [
        ("12K", "12"),
        ("12,000", "12"),
        ("three kids", "four kids"),
        ("3pm", "14:00"),
        ("2.1", "2.10.1"),
        ("twenty one-offs", "22"),
        ("5,000", "50,000"),
        ("one two three", "6"),
        ("no number at all", "7"),
    ],
)
def test_another_number_is_another(said: str, stated: str) -> None:
    assert any(not readings & numbers(said) for readings in stated_numbers(stated))


def test_words_of_order_or_rough_count_are_never_demanded() -> None:
    assert stated_numbers("first of all, one of the couple") == ()


@pytest.mark.parametrize("text", ["9" * 10_000 + "k", "one hundred " * 5_000, "1." * 9_000])
def test_a_number_without_end_is_no_trouble(text: str) -> None:
    assert numbers(text)


@pytest.mark.parametrize(
    ("fact", "said"),
    [
        ("Works at Acme in Milan with Sarah", "Lavoro da Acme con Sarah e abito a Milano"),
        ("Lives in Berlin and works at Acme", "Ich wohne in Berlin und bin bei der Firma Acme"),
        ("Trabaja en Acme con Sarah", "I have been working at Acme with Sarah for a year"),
        ("Dana lives in Shanghai", "Dana 住在上海已经三年了"),
        ("李明住在上海", "Li Ming lives in Shanghai now"),
        ("Живёт в Берлине", "I live in Berlin now"),
        ("Sarah is the manager of the team", "Sarah est la responsable de notre équipe"),
        ("Is in Rome on Friday", "Am Freitag bin ich in Rom."),
        ("Works in Berlin on Monday", "Ich arbeite am Montag in Berlin."),
        ("Works in Berlin and is in Hamburg on Monday", "Ich arbeite am Montag in Berlin."),
        ("Has a dog and is in Rome on Monday", "Am Montag habe ich den Hund in Rom."),
        ("Is in Utrecht with Tom on Monday", "Ik was in Utrecht, het is laat en ik was op."),
    ],
)
def test_a_fact_in_another_language_than_its_lines_shows(fact: str, said: str) -> None:
    assert other_language(fact, said)


@pytest.mark.parametrize(
    ("fact", "said"),
    [
        ("Lavora da Acme con Sarah", "Lavoro da Acme con Sarah e abito a Milano"),
        ("Wohnt in Berlin", "Ich wohne in Berlin und bin bei der Firma Acme"),
        ("Plays chess with Ольга", "On Mondays I play chess with Ольга at the library."),
        ("Likes tea", "I like tea"),
        ("Ist am Freitag in Rom", "Am Freitag bin ich in Rom."),
        ("Is in Rome on Friday", "I am in Rome on Friday."),
        ("Is called Ida von Berg and lives in Bonn", "I am Ida von Berg in Bonn."),
        ("Is in Berlin at the office", "Am in Berlin, at the office."),
        ("Beacon 五月发布", "Beacon 五月发布\uff0c用 REST"),
        ("李明住在上海", "李明住在上海"),
        ("Uses REST", "REST it is"),
        ("Dana leads Beacon", "yes, Dana leads Beacon, la la la"),
    ],
)
def test_the_same_language_and_the_unsure_pass(fact: str, said: str) -> None:
    assert not other_language(fact, said)


def test_a_word_of_two_alphabets_that_look_alike_shows() -> None:
    assert mixes_scripts("D\u0430na")
    assert not mixes_scripts("Dana and Даша and 李明 and José")


@pytest.mark.parametrize("fact", ["Vegetarian", "Diabetic", "Nurse", "Married", "Pescatarian"])
@pytest.mark.parametrize(
    "said",
    ["I live in Hamburg. I am {}.", "I am {} and I live in Hamburg.", "Am {}, was in a rush.",
     "I'm {}, and no, I can't do on a Monday.", "We met in Hamburg, I am {}."],
)  # fmt: skip
def test_short_words_that_english_shares_with_others_make_no_other_language(
    fact: str, said: str
) -> None:
    assert not other_language(fact, said.format(fact.lower()))
