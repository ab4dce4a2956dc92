"""Tastes, habits and wishes with a limit: told whole or not at all."""

import pytest

from tests.llm.offline_lines import held, read, said

KNOWN = (held("person", "Dana", "Friend of Alex"),)


def facts(text: str) -> list[str]:
    found = read(said(text), *KNOWN)
    return [p.fact if p.entity.name == "Alex" else f"{p.entity.name}: {p.fact}" for p in found]


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("I hate onions in everything but soup.", "Hates onions in everything but soup"),
        ("I like fruit but not bananas.", "Likes fruit but not bananas"),
        ("I like tea, but not before noon.", "Likes tea but not before noon"),
        ("I love sushi, though never at lunch.", "Loves sushi though never at lunch"),
        ("I like coffee except in summer.", "Likes coffee except in summer"),
        ("I like Thai food only when Ana cooks.", "Likes Thai food only when Ana cooks"),
        ("I like Thai food when Ana cooks.", "Likes Thai food when Ana cooks"),
        ("I only like dark chocolate.", "Only likes dark chocolate"),
        ("I'm an early riser but not in winter.", "Early riser but not in winter"),
        ("I don't use Windows except at work.", "Does not use Windows except at work"),
        ("I don't eat meat on Fridays.", "Does not eat meat on Fridays"),
        ("I don't drink coffee in January.", "Does not drink coffee in January"),
        ("I prefer calls on Monday.", "Prefers calls on Monday"),
        ("Never call me on Friday.", "Never call Alex on Friday"),
        ("Always send me the report on Monday.", "Always send Alex the report on Monday"),
        ("Always cc Dana but not on invoices.", "Always cc Dana but not on invoices"),
        ("Call me Al, but not at work.", "Goes by Al but not at work"),
    ],
)
def test_a_limit_is_part_of_what_is_liked_or_wanted(text: str, fact: str) -> None:
    assert facts(text) == [fact]


@pytest.mark.parametrize(
    "text",
    [
        "I like Thai food only when Ana cooks it.", "I like coffee unless it is cold.",
        "I like jazz. Only live, though.", "I hate spinach. But only boiled.",
        "I'm vegetarian but I eat fish.", "I'm vegetarian, but I eat fish.",
        "I'm vegetarian though I eat fish.", "I'm vegetarian. But I eat fish.",
        "I'm vegetarian. Except on Sundays.", "I'm vegetarian, except on weekends.",
        "I'm vegetarian apart from fish.", "I'm vegetarian, mostly.",
        "I'm a vegetarian who eats fish.", "I'm vegan but cheese is my weakness.",
        "I'm vegan, but I make exceptions for cheese.", "I'm vegan but I cheat on weekends.",
        "I'm vegetarian, but sometimes I have chicken.", "I'm vegetarian this month.",
        "I'm pescatarian, but I eat chicken.", "I'm a teetotaller but I have a beer at times.",
        "I'm gluten-free but I eat pizza.", "I don't smoke but I smoke at parties.",
        "I'm vegetarian until Easter.", "I'm a non-smoker but I smoke at parties.",
        "I don't drink alcohol, but I'll have a beer tonight.",
        "I like tea. Unless it's green.", "I prefer tea. Not in the morning though.",
        "I'm an early riser, but on weekends I sleep in.",
        "I like tea, but only when Ana makes it.",
        "I get up at six, except on Sundays.", "I get up at five these days, six on Sundays.",
    ],
)  # fmt: skip
def test_what_a_limit_undoes_or_cannot_be_told_with_is_left_out(text: str) -> None:
    assert facts(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "I like tea and Ana coffee.", "I like tea, Ana coffee.", "I love cats and Dana dogs.",
        "I prefer calls and Ana emails.", "I prefer Thai food, my wife Italian.",
        "Lena is a big fan of mine.", "I'm a fan of hers.",
        "I love mine black.", "I prefer theirs.", "I like neither.",
    ],
)  # fmt: skip
def test_what_is_anothers_or_points_elsewhere_is_no_taste(text: str) -> None:
    assert facts(text) == []


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("I prefer tabs, sue me.", "Prefers tabs"),
        ("I prefer vim, deal with it.", "Prefers vim"),
        ("I like pineapple on pizza, fight me.", "Likes pineapple on pizza"),
        ("I like pineapple on pizza, so sue me.", "Likes pineapple on pizza"),
        ("I hate jazz, don't judge me.", "Hates jazz"),
        ("I prefer tea, thank you very much.", "Prefers tea"),
    ],
)
def test_a_flourish_behind_a_taste_is_no_part_of_it(text: str, fact: str) -> None:
    assert facts(text) == [fact]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("I like Thai food.", ["Likes Thai food"]),
        ("I like Thai and Indian food.", ["Likes Thai and Indian food"]),
        ("I like tea and Italian coffee.", ["Likes tea and Italian coffee"]),
        ("I love Paris and London.", ["Loves Paris and London"]),
        ("I like cooking with Dana.", ["Likes cooking with Dana"]),
        ("I love dogs but hate cats.", ["Loves dogs", "Hates cats"]),
        ("I like tea but I prefer coffee.", ["Likes tea", "Prefers coffee"]),
        ("I love my job, but the commute is long.", ["Loves their job"]),
        ("I love hiking, especially when it snows.", ["Loves hiking"]),
        ("I love hiking because it calms me.", ["Loves hiking"]),
        ("I'm vegetarian.", ["Vegetarian"]),
        ("I'm vegetarian but my wife eats meat.", ["Vegetarian"]),
        ("I'm vegetarian but I love cooking.", ["Vegetarian", "Loves cooking"]),
        ("I'm vegetarian but I love cheese.", ["Vegetarian", "Loves cheese"]),
        ("I'm vegetarian but I have a dog.", ["Vegetarian"]),
        ("I'm vegan but I miss cheese.", ["Vegan"]),
        ("I'm vegetarian but I never eat eggs.", ["Vegetarian"]),
        ("I'm gluten-free but I eat meat.", ["Gluten-free"]),
        ("I don't drink alcohol but I have fun.", ["Does not drink alcohol"]),
        ("I'm vegetarian since 2015.", ["Vegetarian"]),
        ("I went vegan last year.", ["Vegan"]),
        ("I don't eat meat but I eat fish.", ["Does not eat meat"]),
        ("I prefer calls in the morning, emails in the afternoon.",
         ["Prefers calls in the morning, emails in the afternoon"]),
        ("I love dogs. Not sure why.", ["Loves dogs"]),
        ("I live in Rome. Not for long, though.", ["Lives in Rome"]),
        ("I live in Rome but my parents live in Bonn.", ["Lives in Rome"]),
        ("I like Thai food, and I live in Bonn.", ["Likes Thai food", "Lives in Bonn"]),
    ],
)  # fmt: skip
def test_a_taste_without_a_limit_is_read_beside_whatever_else(text: str, found: list[str]) -> None:
    assert facts(text) == found
