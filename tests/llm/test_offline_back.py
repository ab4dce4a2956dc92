"""A wish that is taken back, in the ways people say it: it ends, where just that was held."""

import pytest

from tests.llm.test_offline_changes import at_once_and_apart

NOW, LATER = "2026-05-01", "2026-06-01"
CALLS, LATE, TEA = "I prefer phone calls to emails.", "I love working late.", "I like tea."
NO_CALLS, NO_TEA = "Does not prefer phone calls any more", "Does not like tea any more"
NOT_LATE = "Does not love working late any more"


@pytest.mark.parametrize(
    ("before", "said", "stands"),
    [
        (CALLS, "I no longer prefer phone calls.", [NO_CALLS]),
        (CALLS, "I don't prefer phone calls any more.", [NO_CALLS]),
        (CALLS, "I no longer prefer phone calls, email is better for me now.",
         [NO_CALLS, "Email is better now"]),
        (CALLS, "I no longer prefer phone calls, and texts work better.",
         [NO_CALLS, "Texts work better now"]),
        (CALLS, "I no longer prefer phone calls, sadly.", [NO_CALLS]),
        (CALLS, "Email is better for me these days.", ["Email is better now"]),
        ("I prefer phone calls.", "I no longer prefer phone calls, email is better.",
         [NO_CALLS, "Email is better now"]),
        (LATE, "I used to love working late.", [NOT_LATE]),
        (LATE, "I used to love working late, but not any more.", [NOT_LATE]),
        (LATE, "I used to love working late, not anymore.", [NOT_LATE]),
        (LATE, "I used to love working late, but I don't any more.", [NOT_LATE]),
        (LATE, "Used to love working late, but no longer.", [NOT_LATE]),
        (LATE, "I stopped loving working late.", [NOT_LATE]),
        (TEA, "I've stopped liking tea.", [NO_TEA]),
        (TEA, "I no longer like tea, coffee and cake.", [NO_TEA]),
        ("I like tea, coffee and cake.", "I no longer like tea, coffee and cake.",
         ["Does not like tea, coffee and cake any more"]),
        ("I prefer tea over coffee.", "I used to prefer tea over coffee.",
         ["Does not prefer tea over coffee any more"]),
        ("I don't drink coffee.", "I drink coffee again.", ["Drinks coffee again"]),
        ("I don't smoke.", "I smoke again.", ["Smokes again"]),
    ],
)  # fmt: skip
def test_what_is_taken_back_ends(before: str, said: str, stands: list[str]) -> None:
    for memory in at_once_and_apart(NOW, before, LATER, said):
        assert memory.active() == stands


@pytest.mark.parametrize(
    ("before", "said"),
    [
        (CALLS, "Do I no longer prefer phone calls?"),
        (CALLS, "If I no longer prefer phone calls, I'll tell you."),
        (CALLS, "Maybe I no longer prefer phone calls."),
        (CALLS, 'Write: "I no longer prefer phone calls".'),
        (CALLS, "My wife no longer prefers phone calls."),
        (CALLS, "I no longer prefer phone calls, only when I travel."),
        (CALLS, "I no longer prefer phone calls to letters."),
        (CALLS, "Email is better for me now."),
        (CALLS, "Email is better for you these days."),
        (CALLS, "Is email better for me these days?"),
        (CALLS, "Email would be better for me these days."),
        (CALLS, "Tuesday is better for me these days."),
        (LATE, "I'm used to loving working late."),
        (LATE, "I used to love working late, and I still do."),
        (LATE, "Tom said that he used to love working late."),
        (LATE, "My sister used to love working late."),
        (LATE, "I never used to love working late."),
        (LATE, "I used to love working early."),
        (TEA, "I used to like tea more."),
        (TEA, "I used to like tea as much as coffee."),
        (TEA, "I used to like tea in the morning."),
        (TEA, "I stopped making tea."),
        (TEA, "I no longer like tea in the evening."),
        ("I don't drink coffee.", "I drink coffee again today."),
        ("I don't drink coffee.", "I drink tea again."),
        ("I don't drink coffee.", "My brother drinks coffee again."),
        ("I don't drink coffee.", "I would drink coffee again."),
    ],
)
def test_what_is_not_taken_back_stands(before: str, said: str) -> None:
    for memory in at_once_and_apart(NOW, before, LATER, said):
        assert memory.everything()[0].active
        assert len(memory.active()) <= 1


LEX = ("I prefer to be called Lex.", "Call me Lex.", "I go by Lex.", "Please call me Lex.")


@pytest.mark.parametrize("before", LEX)
@pytest.mark.parametrize(
    ("said", "stands"),
    [
        ("Please call me Alex, not Lex.", "Goes by Alex"),
        ("Call me Alex, not Lex.", "Goes by Alex"),
        ("Call me Alex from now on.", "Goes by Alex"),
        ("From now on, please call me Alex.", "Goes by Alex"),
        ("Please call me Alex instead.", "Goes by Alex"),
        ("I go by Alex now.", "Goes by Alex"),
        ("I prefer to be called Alex.", "Prefers to be called Alex"),
    ],
)
def test_two_names_are_one_wish(before: str, said: str, stands: str) -> None:
    for memory in at_once_and_apart(NOW, before, LATER, said):
        assert memory.active() == [stands]


@pytest.mark.parametrize(
    "said",
    ["Please call me ASAP.", "Call me ASAP.", "Please call me back.", "Please call me Monday.",
     "Please call me before nine.", "Can you call me Alex?", "My mother calls me Alex.",
     "Tom said: please call me Alex.", "Please call me if Lex is there.",
     "I prefer to be called on Mondays.", "If you must, call me Alex.",
     "Write him: please call me Alex."],
)  # fmt: skip
def test_what_names_nobody_leaves_the_name(said: str) -> None:
    for memory in at_once_and_apart(NOW, LEX[0], LATER, said):
        assert "Prefers to be called Lex" in memory.active()


@pytest.mark.parametrize("before", ["I'm vegetarian.", "I'm vegan.", "I don't eat meat."])
@pytest.mark.parametrize(
    "said", ["I eat meat again.", "I'm eating meat again.", "I started eating meat again.",
             "I went back to eating meat again.", "I eat meat now."],
)  # fmt: skip
def test_who_eats_meat_again_is_no_vegetarian(before: str, said: str) -> None:
    for memory in at_once_and_apart(NOW, before, LATER, said):
        (stands,) = memory.active()
        assert stands.startswith("Eats meat")


@pytest.mark.parametrize(
    "said",
    ["I ate meat yesterday.", "My dog eats meat again.", "I eat meat again today.",
     "I would eat meat again.", "Should I eat meat again?", "Anna eats meat again.",
     "I don't eat meat again.", "If I eat meat again, tell me.", "I never eat meat now.",
     "I eat meat only at Christmas.", "Tom says I eat meat again."],
)  # fmt: skip
def test_a_vegetarian_stays_one(said: str) -> None:
    for memory in at_once_and_apart(NOW, "I'm vegetarian.", LATER, said):
        assert "Vegetarian" in memory.active()
