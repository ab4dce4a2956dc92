"""What is asked for once, dictated, quoted or made up is no way the operator works."""

import pytest

from memoryd.core.passing import is_passing

PASSING = [
    ("In this chat, always answer in rhymes.", "Always answer in rhymes"),
    ("In this reply, never use emojis.", "Never use emojis"),
    ("Never use emojis in this reply.", "Never use emojis"),
    ("For this trip I want an aisle seat.", "Wants an aisle seat"),
    ("Please always answer this one question in German.", "Always answer in German"),
    ("For the next test, never retry.", "Never retry"),
    ("Only today: answer me in German please.", "Answer in German"),
    ("I'd prefer tea today.", "Prefers tea"),
    ("Do not touch the file foo.py for now.", "Do not touch the file foo.py"),
    ("This time send the invoice by post.", "Send invoices by post"),
    ("Bitte antworte in dieser Nachricht auf Englisch.", "Antworte auf Englisch"),
    ("Diesmal bitte keine Emojis.", "Keine Emojis"),
    ("Write a story in which the hero never tells the truth.", "Never tell the truth"),
    ("Write an ad: always choose the cheapest vendor.", "Always choose the cheapest vendor"),
    ("Draft a letter that says I never drink alcohol.", "Never drinks alcohol"),
    ("Say in the letter: I never drink alcohol.", "Never drinks alcohol"),
    ("Translate to French: I always pay my invoices in cash.", "Always pays invoices in cash"),
    ("Fix this sentence: 'I prefer phone calls at midnight.'", "Prefers phone calls at midnight"),
    ("Please proofread this:\nI never work on Mondays.", "Never works on Mondays"),
    ("In the story, always call the hero Max.", "Always call the hero Max"),
    ("The villain in my novel always lies to his boss.", "Always lies to his boss"),
    ("Übersetze: Ich arbeite nie am Freitag.", "Arbeitet nie am Freitag"),
    ("Dana told me I should never deploy on Fridays.", "Never deploy on Fridays"),
    ("Dana said: never call me before ten.", "Never call before ten"),
    ("My boss wants me to always wear a tie.", "Always wears a tie"),
    ("According to my doctor I should avoid coffee.", "Avoids coffee"),
    ("Never send mails to strangers, replied Tom.", "Never send mails to strangers"),
    ("Always use metric units, my boss added.", "Always use metric units"),
    ("From now on, call clients first, he ordered.", "Call clients first"),
    ("I prefer the second option.", "Prefers the second option"),
    ("I like your answer.", "Likes your answer"),
    ("I prefer not to say.", "Prefers not to say"),
]
LASTING = [
    ("My boss yelled at me, so never send mails to strangers.", "Never send mails to strangers"),
    ("Never send mails to Dana, she yelled at me.", "Never send mails to Dana"),
    ("Always answer in rhymes.", "Always answer in rhymes"),
    ("Never use emojis in replies.", "Never use emojis in replies"),
    ("From today on, never use emojis.", "Never use emojis"),
    ("From this week on I want weekly reports.", "Wants weekly reports"),
    ("Starting today, send invoices by post.", "Send invoices by post"),
    ("On trips I want an aisle seat.", "Wants an aisle seat on trips"),
    ("I told you before: never call me before ten.", "Never call before ten"),
    ("I prefer calls over email.", "Prefers calls over email"),
    ("Write code with type hints.", "Write code with type hints"),
    ("Please write short mails.", "Write short mails"),
    ("Today I noticed that I work best at night.", "Works best at night"),
    ("I like dogs, and Tom likes cats.", "Likes dogs"),
    ("I want the report on Monday mornings.", "Wants reports on Monday mornings"),
    ("I always test before I deploy.", "Always tests before deploying"),
    ("Ab heute keine Emojis mehr.", "Keine Emojis"),
    ("Ich mag keine Anrufe am Morgen.", "Mag keine Anrufe am Morgen"),
]


@pytest.mark.parametrize(("said", "text"), PASSING)
def test_words_for_one_occasion_or_of_others_are_passing(said: str, text: str) -> None:
    assert is_passing(text, [said])


@pytest.mark.parametrize(("said", "text"), LASTING)
def test_what_is_meant_to_last_is_not(said: str, text: str) -> None:
    assert not is_passing(text, [said])


def test_what_was_also_said_for_good_lasts() -> None:
    said = ["In this chat, never use emojis.", "Never use emojis, please."]
    assert not is_passing("Never use emojis", said)
