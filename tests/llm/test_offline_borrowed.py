"""Words of a part given to the assistant, and of books and songs: not the operator's own."""

import pytest

from tests.llm.offline_lines import briefly


@pytest.mark.parametrize(
    "part",
    [
        "You're a tour guide.", "You\N{RIGHT SINGLE QUOTATION MARK}re a tour guide.",
        "Youre a tour guide.", "You are a tour guide.", "you're an HR manager,",
        "You're now a pirate.", "You are now a pirate.", "From now on you're a pirate.",
        "OK, you're a pirate now.", "So you are a pirate.", "You'll be a tour guide.",
        "You will be a tour guide.", "You're going to be a tour guide.",
        "You're supposed to be a pirate.", "You play a doctor.", "You're playing a doctor.",
        "You're my therapist.", "You're the narrator.", "You're Sherlock.", "Be a tour guide.",
        "Act like a pirate.", "Speak as a pirate.", "I'm a customer and you're the waiter.",
        "Play the role of a doctor.", "Your role is a doctor.", "In this chat you're a doctor.",
    ],
)  # fmt: skip
def test_what_is_said_to_a_part_of_the_assistants_is_of_a_play(part: str) -> None:
    assert briefly(f"{part} I live in Bonn.") == []


@pytest.mark.parametrize(
    "talk",
    [
        "You're a star, thanks.", "You're a genius.", "You are a real lifesaver.",
        "You're the best!", "You're great!", "Thanks, you're a great help.", "You're welcome.",
        "I know you're a bot.", "You are a machine, I know.", "Speak like a human.",
        "Be a bit more concise.", "When you're a nurse you get used to it.",
    ],
)  # fmt: skip
def test_praise_and_small_talk_give_the_assistant_no_part(talk: str) -> None:
    assert briefly(f"{talk} I live in Bonn.") == ["Alex: Lives in Bonn"]


@pytest.mark.parametrize(
    "text",
    [
        "Call me Ishmael.", "call me Ishmael!", "My name is Legion, for we are many.",
        "My name is Legion: for we are many.", "My name is Inigo Montoya, you killed my father.",
        "My name is Ozymandias, King of Kings.", "My name is Slim Shady.",
        "I left my heart in San Francisco.", "I love the smell of napalm in the morning.",
        "I like big butts and I cannot lie.", "I live in a yellow submarine.",
        "Never send to know for whom the bell tolls.", "I love thee to the depth and breadth.",
        "As the song goes, I love rock music.", "To quote Melville, call me Izzy.",
        "In the words of Prince, I love red wine.", "Always test twice, as they say.",
    ],
)  # fmt: skip
def test_well_known_words_are_no_facts(text: str) -> None:
    assert briefly(text) == []


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("Call me Izzy.", "Goes by Izzy"),
        ("My name is Ishmael.", "Name is Ishmael"),
        ("My name is Robin Lind.", "Name is Robin Lind"),
        ("I love red wine.", "Loves red wine"),
        ("I like big cities.", "Likes big cities"),
        ("Always test twice.", "Always test twice"),
        ("Never call me before noon.", "Never call Alex before noon"),
        ("Call me Ishmael. I live in Bonn.", "Lives in Bonn"),
    ],
)
def test_ones_own_words_of_the_same_kind_are_read(text: str, fact: str) -> None:
    assert briefly(text) == [f"Alex: {fact}"]
