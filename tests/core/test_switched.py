"""Whether the operator's own words say that a new way of theirs takes the place of an old one."""

import pytest

from memoryd.core.switched import says_now, takes_the_place

SWITCHED = [
    ("I prefer spaces now, no more tabs.", "Prefers spaces", "Prefers tabs"),
    ("No more tabs, I prefer spaces.", "Prefers spaces", "Prefers tabs"),
    ("I prefer coffee now.", "Prefers coffee", "Prefers tea"),
    ("I prefer meetings in the afternoon now.", "Prefers meetings in the afternoon",
     "Prefers meetings in the morning"),
    ("From now on I want meetings in the evening.", "Wants meetings in the evening",
     "Prefers meetings in the morning"),
    ("I prefer English for emails now.", "Prefers English for emails", "Prefers German for emails"),
    ("I work best in the morning these days.", "Works best in the morning", "Works best at night"),
    ("I switched from Notion to Obsidian for my notes.", "Uses Obsidian for notes",
     "Uses Notion for notes"),
    ("I have moved from Vim to Emacs.", "Uses Emacs", "Uses Vim"),
    ("I am tired of bullet points, please write prose.", "Write prose", "Likes bullet points"),
    ("I'm done with bullet points, prose please.", "Prose please", "Use bullet points"),
    ("Please give me long detailed answers from now on.", "Wants long detailed answers",
     "Keep answers short"),
    ("I like long answers now.", "Likes long answers", "Likes short answers"),
    ("I am an early bird now.", "Is an early bird", "Is a night owl"),
]  # fmt: skip
BESIDE = [
    # Nothing says that anything changed.
    ("I prefer coffee.", "Prefers coffee", "Prefers tea"),
    ("I prefer English for emails.", "Prefers English for emails", "Prefers German for emails"),
    ("I prefer coffee for now.", "Prefers coffee", "Prefers tea"),
    ("I prefer coffee now and then.", "Prefers coffee", "Prefers tea"),
    ("Now that it is cold I prefer coffee.", "Prefers coffee", "Prefers tea"),
    # It comes beside the old one.
    ("I also prefer English for emails now.", "Prefers English for emails",
     "Prefers German for emails"),
    ("I like meetings in the afternoon now, too.", "Likes meetings in the afternoon",
     "Likes meetings in the morning"),
    ("I sometimes prefer coffee now.", "Prefers coffee", "Prefers tea"),
    # Another matter, a part, a limit, another kind.
    ("I prefer trains now.", "Prefers trains", "Prefers tea"),
    ("I prefer meetings in English now.", "Prefers meetings in English",
     "Prefers meetings in the morning"),
    ("I prefer English for emails now.", "Prefers English for emails",
     "Prefers Outlook for emails"),
    ("I prefer English for emails now.", "Prefers English for emails", "Prefers German for calls"),
    ("I prefer English for emails now.", "Prefers English for emails", "Prefers German"),
    ("I prefer coffee at work now.", "Prefers coffee at work", "Prefers tea"),
    ("At work I prefer coffee now.", "Prefers coffee", "Prefers tea"),
    ("I prefer coffee when I travel now.", "Prefers coffee", "Prefers tea"),
    ("No more tabs in Python, I prefer spaces there.", "Prefers spaces", "Prefers tabs"),
    ("I prefer spaces now, no more tabs.", "Prefers spaces", "Prefers tabs in Makefiles"),
    ("I switched from Notion to Obsidian for my notes.", "Uses Obsidian for notes", "Uses Notion"),
    ("I switched from Notion to Obsidian.", "Uses Obsidian", "Uses Notion for recipes"),
    ("I want no more than two meetings, in the afternoon.", "Wants meetings in the afternoon",
     "Wants two meetings"),
    ("I am tired of long meetings.", "Is tired of long meetings", "Likes meetings"),
    ("I love Japanese food now.", "Loves Japanese food", "Loves Italian food"),
    ("I love coffee now.", "Loves coffee", "Loves tea"),
    ("I like coffee now.", "Likes coffee", "Prefers tea"),
    ("I enjoy the mornings now.", "Enjoys the mornings", "Enjoys the evenings"),
    ("I speak Spanish now.", "Speaks Spanish", "Speaks German"),
    ("I am learning Polish now.", "Is learning Polish", "Is learning Greek"),
    ("I love short hikes now.", "Loves short hikes", "Loves long hikes"),
    ("I prefer French films now.", "Prefers French films", "Prefers Italian films"),
    ("I use the Polish dictionary now.", "Uses the Polish dictionary", "Uses the Czech dictionary"),
    # What is disliked now leaves what was disliked before.
    ("I hate meetings in the afternoon now.", "Hates meetings in the afternoon",
     "Hates meetings in the morning"),
    ("No meetings in the afternoon from now on.", "No meetings in the afternoon",
     "No meetings in the morning"),
    ("I like meetings in the afternoon now.", "Likes meetings in the afternoon",
     "Hates meetings in the morning"),
    # No plain word of the operator's own.
    ("Should I prefer coffee now?", "Prefers coffee", "Prefers tea"),
    ("Maybe I prefer coffee now.", "Prefers coffee", "Prefers tea"),
    ("If I prefer coffee now, tell me.", "Prefers coffee", "Prefers tea"),
    ("Tom prefers coffee now.", "Prefers coffee", "Prefers tea"),
    ("I do not prefer coffee now.", "Prefers coffee", "Prefers tea"),
    ("I have not switched from Notion to Obsidian.", "Uses Obsidian", "Uses Notion"),
    ("I will never switch from Notion to Obsidian.", "Uses Obsidian", "Uses Notion"),
    ("Dana switched from Notion to Obsidian.", "Uses Obsidian", "Uses Notion"),
    # What safety rests on.
    ("I take coffee now, no more insulin.", "Takes coffee", "Takes insulin"),
]  # fmt: skip


@pytest.mark.parametrize(("said", "new", "old"), SWITCHED)
def test_what_is_so_now_takes_the_place_of_what_it_was(said: str, new: str, old: str) -> None:
    assert takes_the_place(new, old, [said])


@pytest.mark.parametrize(("said", "new", "old"), BESIDE)
def test_what_may_hold_beside_the_new_stands(said: str, new: str, old: str) -> None:
    assert not takes_the_place(new, old, [said])


def test_words_tell_that_something_changed_by_what_they_are_said_of() -> None:
    tea = "Prefers tea"
    assert says_now("Prefers trains", tea, ["I live in Bonn. I prefer trains now."])
    assert not says_now("Prefers trains", tea, ["I live in Bonn now. I prefer trains."])
    assert not says_now("Prefers trains", tea, ["Do I prefer trains now?"])
    assert not says_now("Lives in Bonn", tea, ["I live in Bonn now."])
