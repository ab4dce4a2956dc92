"""What only sounds like a fact about somebody: turns of phrase, and things with names."""

import pytest

from tests.llm.offline_lines import briefly


@pytest.mark.parametrize(
    "text",
    [
        "I am allergic to stupid questions.", "I'm allergic to Mondays.",
        "I'm allergic to long meetings.", "I'm severely allergic to bureaucracy.",
        "I'm allergic to work before noon.", "I'm allergic to small talk and nuts jokes.",
        "I'm intolerant to nonsense.", "I'm allergic to spreadsheets, slides and memos.",
        "I'm afraid of missing the deadline.", "I'm afraid of commitment.",
        "My boss Sarah is allergic to feedback.", "I'm allergic to PowerPoint.",
    ],
)  # fmt: skip
def test_a_turn_of_phrase_is_no_condition(text: str) -> None:
    assert not [fact for fact in briefly(text) if "llergic" in fact or "ntoler" in fact
                or "fraid" in fact]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("I'm allergic to nuts.", "Allergic to nuts"),
        ("I'm allergic to peanuts and shellfish.", "Allergic to peanuts and shellfish"),
        ("I'm deathly allergic to bee stings.", "Deathly allergic to bee stings"),
        ("I'm allergic to penicillin.", "Allergic to penicillin"),
        (
            "I'm allergic to amoxicillin, ibuprofen and latex.",
            "Allergic to amoxicillin, ibuprofen and latex",
        ),
        ("I'm allergic to cat hair.", "Allergic to cat hair"),
        ("I'm allergic to strawberries.", "Allergic to strawberries"),
        ("I'm allergic to house dust mites.", "Allergic to house dust mites"),
        ("I'm intolerant to histamine.", "Intolerant to histamine"),
        ("I'm afraid of heights.", "Afraid of heights"),
        ("I'm lactose intolerant.", "Lactose intolerant"),
    ],
)
def test_a_condition_of_the_body_is_kept(text: str, fact: str) -> None:
    assert f"Alex: {fact}" in briefly(text)


@pytest.mark.parametrize(
    "texts",
    [
        ("My server is dead.", "Apollo died when the power went out."),
        ("Apollo died.",), ("Windows retired.",), ("Jupiter retired in March.",),
        ("Envoy graduated last year.",), ("Atlas turned ten.",),
        ("Orion hired two engineers.",), ("Orion opened a shop in Bonn.",),
        ("Orion won an award.",), ("Zephyr adopted a new logo.",),
    ],
)  # fmt: skip
def test_what_things_do_too_makes_no_person_of_an_unknown_name(texts: tuple[str, ...]) -> None:
    assert briefly(*texts) == []


@pytest.mark.parametrize(
    ("texts", "fact"),
    [
        (("My uncle Otto died yesterday.",), "Otto: Died"),
        (("My uncle is Otto.", "Otto died in March."), "Otto: Died"),
        (("Otto passed away.",), "Otto: Passed away"),
        (("My father Otto retired.",), "Otto: Retired"),
        (("My niece Zoe graduated.",), "Zoe: Graduated"),
        (("My friend Zoe is great.", "Zoe opened a bakery."), "Zoe: Opened a bakery"),
        (("Zoe got married.",), "Zoe: Got married"),
        (("I retired.",), "Alex: Retired"),
    ],
)
def test_the_same_of_a_known_person_and_of_what_only_people_do_is_kept(
    texts: tuple[str, ...], fact: str
) -> None:
    assert fact in briefly(*texts)
