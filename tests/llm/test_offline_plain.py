"""Plain statements of all kinds that were lost or misread, and the near misses of each."""

import pytest

from tests.llm.offline_lines import briefly, held, read, said


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("I left Acme.", "Left Acme"),
        ("I quit Acme.", "Left Acme"),
        ("I left Acme in May 2025.", "Left Acme"),
        ("I left Acme last week", "Left Acme"),
        ("I left Acme for Tallow", "Left Acme"),
        ("I left Acme after two years", "Left Acme"),
        ("I divorced Ana in January", "Divorced Ana"),
        ("I married Ana in 2019", "Married Ana"),
        ("My birthday is May 4", "Birthday is May 4"),
        ("My birthday is on the 4th of May", "Birthday is 4th of May"),
        ("My birthday is May 4, 1990", "Birthday is May 4, 1990"),
        ("I speak German and French", "Speaks German and French"),
        ("I speak fluent Polish", "Speaks fluent Polish"),
        ("I speak English, German and a little Thai",
         "Speaks English, German and a little Thai"),
        ("I have a cat called Tom", "Has a cat called Tom"),
        ("I have an old dog named Rex", "Has an old dog named Rex"),
        ("I have two cats called Tom and Mia", "Has two cats called Tom and Mia"),
        ("My dog is called Rex", "Has a dog called Rex"),
        ("My cat's name is Mia", "Has a cat named Mia"),
        ("My timezone is CET", "Timezone is CET"),
        ("My time zone is Europe/Berlin", "Timezone is Europe/Berlin"),
        ("My timezone is UTC+2", "Timezone is UTC+2"),
        ("I'm in the CET timezone", "Timezone is CET"),
        ("My native language is Polish", "Native language is Polish"),
        ("My nickname is Al", "Goes by Al"),
        ("I was born in Munich.", "Born in Munich"),
        ("I was born and raised in Oslo", "Born in Oslo"),
        ("I was born on May 4, 1990 in Munich", "Born in Munich on May 4, 1990"),
    ],
)  # fmt: skip
def test_what_is_plainly_said_of_oneself_is_read(text: str, fact: str) -> None:
    assert briefly(text) == [f"Alex: {fact}"]


@pytest.mark.parametrize(
    "text",
    [
        "I left Berlin",
        "I left Lisbon yesterday",
        "I left Germany",
        "I left Facebook",
        "I quit Duolingo",
        "I left Ikea at six",
        "I left Tallow early",
        "Tom left Acme",
        "We use React for everything",
        "We use Slack for Marketing",
        "I speak Python",
        "I speak for everyone",
        "I don't speak German",
        "I have a meeting called Standup",
        "My birthday is tomorrow",
        "My birthday is coming up",
        "My timezone is confusing",
        "My favourite colour is that one",
        "I was born",
        "I was born to run",
        "We switched Sarah to Monday",
    ],
)
def test_near_misses_of_plain_statements_give_nothing(text: str) -> None:
    assert briefly(text) == []


def test_who_is_known_is_no_company_that_was_left() -> None:
    assert read(said("I left Sarah"), held("person", "Sarah", "Wife of Alex")) == ()


@pytest.mark.parametrize(
    ("text", "when", "category"),
    [
        ("I was born in Munich", None, "status"),
        ("I was born on May 4 in Munich", None, "status"),
        ("I was born on 1990-05-04 in Munich", "1990-05-04", "milestone"),
        ("My birthday is May 4", None, "status"),
        ("My son Tim was born in Munich", None, "status"),
        ("My son Tim was born yesterday", "2026-01-13", "milestone"),
    ],
)
def test_a_birth_is_dated_by_what_is_said_of_it_alone(
    text: str, when: str | None, category: str
) -> None:
    last = read(said(text))[-1]
    assert (last.when, last.category) == (when, category)


@pytest.mark.parametrize(
    "text",
    [
        "What do you think of this bio? I live in Rome and I work at Acme.",
        "What do you think of my bio? I live in Rome.",
        "What do you think of this draft?\n\nI live in Rome.\n\nI work at Acme.",
        "How does this paragraph sound? I live in Rome.",
        "Does this sound right? I live in Rome and work at Acme.",
        "How's this? I live in Rome.",
        "Any feedback on my cover letter? I live in Rome.",
        "Is this sentence correct? I live in Rome.",
        "Can you improve this paragraph: I live in Rome. I work at Acme.",
        "Please review my intro. I live in Rome.",
        "Please fix my about me text: I live in Rome. I work at Acme.",
        "Here's my bio. I live in Rome.",
        "Here is the draft of my profile: I live in Rome. I work at Acme.",
        "This is my bio. I live in Rome.",
        "I live in Rome and I work at Acme. What do you think of this bio?",
        "I live in Rome. How does that sentence sound?",
    ],
)
def test_a_text_that_is_shown_to_be_judged_states_nothing(text: str) -> None:
    assert briefly(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "I live in Rome. Can you improve my bio?",
        "I live in Rome. This is great.",
        "Did you get my email? I live in Rome.",
        "Is this weather normal? I live in Rome.",
        "What do you think? I live in Rome.",
        "I finished the draft. I live in Rome.",
    ],
)
def test_a_statement_beside_other_talk_of_texts_is_read(text: str) -> None:
    assert briefly(text) == ["Alex: Lives in Rome"]


LARKSPUR = held("project", "Larkspur", "Uses REST")
STATES = [
    ("finished", "Finished"), ("done", "Done"), ("completed", "Completed"),
    ("cancelled", "Cancelled"), ("paused", "Paused"), ("on hold", "On hold"),
]  # fmt: skip
BESIDE = [
    "again", "yet again", "once again", "once more", "now", "finally", "at last",
    "at long last", "for good", "once and for all", "after all", "in the end", "completely",
    "now again", "finally for good",
]  # fmt: skip


@pytest.mark.parametrize("beside", BESIDE)
@pytest.mark.parametrize(("state", "fact"), STATES)
def test_a_state_is_read_whatever_is_said_of_its_coming(state: str, fact: str, beside: str) -> None:
    for text in (f"Larkspur is {state} {beside}.", f"Larkspur is {beside} {state}."):
        assert [p.fact for p in read(said(text), LARKSPUR)] == [fact], text


@pytest.mark.parametrize("beside", BESIDE)
def test_so_is_what_we_did_to_a_project(beside: str) -> None:
    for verb in ("finished", "completed", "cancelled", "paused"):
        found = read(said(f"We {verb} Larkspur {beside}."), LARKSPUR)
        assert [p.fact for p in found] == [verb.capitalize()]


@pytest.mark.parametrize(
    "said_of_it",
    [
        "is finished for now", "is finished for today", "is almost finished again",
        "is not finished again", "is again not finished", "is finished again in my dreams",
        "is finished again, or so Tom says", "is done again with the docs", "is again",
        "will be finished again", "is finished again tomorrow", "is now done by Tom",
        "should be done at last", "is never done for good",
    ],
)  # fmt: skip
def test_no_end_is_read_where_it_is_none_or_not_the_whole(said_of_it: str) -> None:
    assert read(said(f"Larkspur {said_of_it}."), LARKSPUR) == ()
    assert read(said(f"If Larkspur {said_of_it}, we party."), LARKSPUR) == ()


def test_a_question_after_an_end_tells_none() -> None:
    assert read(said("Is Larkspur finished again?", "Larkspur is done again?"), LARKSPUR) == ()
