"""Who and what goes with what in a sentence is told so: times, sides, values, and whose it is."""

import pytest

from tests.core.recon_kit import Memory, fates, line, propose
from tests.core.test_governed import lands

DAYS = "I work with Dana on Mondays and with Tom on Fridays."
TEA = "I drink coffee at 8 and tea at 15."
MAILS = "Answer e-mails within two days, newsletters never."
TRUST = "I trust Dana more than Tom with money."
AWAY = "My brother is on vacation until Friday and I work from home on Mondays."
DANA = "My boss Dana wants weekly reports on Friday, I find them useless."
REST = "We decided on REST for Beacon and against GraphQL."
MOVED = "Moved the launch of Beacon from May 3 to June 9."
SHORT = "I like short answers, but long ones are fine for code reviews."
CITIES = "I live in Berlin and work in Potsdam."
SHIFTS = "Tom is on call on Mondays, Dana on Tuesdays."
GIFTS = "I bought a bike for Tom and a book for Dana."
FISH = "I eat fish on Fridays but no meat."
PRICE = "We raised the price from 40 to 50 euros."
TOOLS = "We switched from Jira to Linear."
SICK = "Tom is sick and Dana is on holiday."
SPACES = "Use tabs for Go and spaces for Python."
MIXED = (
    (DAYS, "Works with Tom on Mondays"), (DAYS, "Works with Dana on Fridays"),
    (DAYS, "Works with Dana and Tom on Mondays"),
    (TEA, "Drinks tea at 8"), (TEA, "Drinks coffee at 15"),
    (TEA, "Drinks coffee at 15 and tea at 8"),
    (MAILS, "Answer newsletters within two days"), (MAILS, "Always answer newsletters"),
    (MAILS, "Answer newsletters"),
    (TRUST, "Trusts Tom more than Dana with money"), (TRUST, "Trusts Tom with money"),
    (AWAY, "On vacation until Friday"), (AWAY, "Is on vacation until Friday"),
    (AWAY, "Works from home until Friday"), (AWAY, "Is on vacation on Mondays"),
    (AWAY, "Brother works from home on Mondays"), (AWAY, "On vacation"),
    (DANA, "Finds Dana useless"), (DANA, "Dana is useless"),
    (REST, "decided on GraphQL and against REST"), (REST, "Against REST, on GraphQL for Beacon"),
    (REST, "Decided on GraphQL"), (REST, "GraphQL for Beacon"), (REST, "Against REST"),
    (MOVED, "Launch of Beacon on May 3"), (MOVED, "Beacon launched on June 9"),
    (MOVED, "Moved the launch of Beacon from June 9 to May 3"),
    (SHORT, "Likes short answers for code reviews"),
    (CITIES, "Lives in Potsdam"), (CITIES, "Works in Berlin"),
    (SHIFTS, "Dana is on call on Mondays"), (SHIFTS, "Tom is on call on Tuesdays"),
    (GIFTS, "Bought a book for Tom"), (GIFTS, "Bought a bike for Dana"),
    (FISH, "Eats meat"), (FISH, "Eats meat on Fridays"),
    (PRICE, "Price is 40 euros"), (TOOLS, "Uses Jira"),
    (SICK, "Sick"), (SICK, "On holiday"), (SICK, "Tom is on holiday"), (SICK, "Dana is sick"),
    (SPACES, "Use spaces for Go"), (SPACES, "Use tabs for Python"),
    ("My wife is vegetarian.", "Vegetarian"), ("Dana is in Rome until May.", "In Rome until May"),
    ("We voted for Hetzner and against AWS.", "Voted for AWS and against Hetzner"),
    ("Call Tom before noon and Dana after five.", "Call Dana before noon"),
    ("I see Dana at work and Tom at the gym.", "Sees Tom at work"),
)  # fmt: skip
PAIRED = (
    (DAYS, "Works with Dana on Mondays"), (DAYS, "Works with Tom on Fridays"),
    (DAYS, "Works with Dana and Tom"), (DAYS, "Works with Dana"),
    (DAYS, "Works with Dana on Mondays and Tom on Fridays"),
    (DAYS, "Works with Dana on Mondays, with Tom on Fridays"),
    (TEA, "Drinks coffee at 8"), (TEA, "Drinks tea at 15"), (TEA, "Drinks coffee and tea"),
    (TEA, "Drinks tea at 15 and coffee at 8"),
    (MAILS, "Answer e-mails within two days"), (MAILS, "Never answer newsletters"),
    (MAILS, "Answer e-mails within two days, never newsletters"),
    (TRUST, "Trusts Dana more than Tom with money"), (TRUST, "Trusts Dana with money"),
    (AWAY, "Works from home on Mondays"), (AWAY, "Brother is on vacation until Friday"),
    (AWAY, "Brother on vacation until Friday"),
    (DANA, "Finds weekly reports useless"), (DANA, "Dana wants weekly reports on Friday"),
    (REST, "Decided on REST for Beacon"), (REST, "REST for Beacon"),
    (REST, "Decided against GraphQL"),
    (REST, "Decided on REST for Beacon and against GraphQL"),
    (MOVED, "Launch moved to June 9"), (MOVED, "Moved the launch of Beacon from May 3 to June 9"),
    (MOVED, "Launch of Beacon moved from May 3"), (MOVED, "Beacon launch now on June 9"),
    (SHORT, "Likes short answers"), (SHORT, "Long answers are fine for code reviews"),
    (CITIES, "Lives in Berlin"), (CITIES, "Works in Potsdam"),
    (CITIES, "Lives in Berlin, works in Potsdam"),
    (SHIFTS, "Tom is on call on Mondays"), (SHIFTS, "Dana on call on Tuesdays"),
    (GIFTS, "Bought a bike for Tom"), (GIFTS, "Bought a book for Dana"),
    (FISH, "Eats fish on Fridays"), (FISH, "Eats no meat"),
    (PRICE, "Price raised to 50 euros"), (TOOLS, "Uses Linear"), (TOOLS, "Switched from Jira"),
    (SICK, "Tom is sick"), (SICK, "Dana is on holiday"), (SICK, "Tom sick, Dana on holiday"),
    (SPACES, "Use tabs for Go"), (SPACES, "Use spaces for Python"),
    ("My wife is vegetarian.", "Wife is vegetarian"),
    ("I'm on vacation until Friday.", "On vacation until Friday"),
    ("I am in Rome with Dana.", "In Rome with Dana"),
    ("In the morning I like tea and toast.", "Likes toast in the morning"),
    ("I like tea and coffee in the morning.", "Likes tea in the morning"),
    ("I meet Dana and Tom on Mondays and Fridays.", "Meets Dana on Fridays"),
    ("For Beacon, use Postgres.", "Use Postgres for Beacon"),
    ("Tom, my brother in Rome, called on Monday.", "Brother Tom called on Monday"),
    ("The launch of Beacon slipped but is now set for May 3.", "Beacon launch set for May 3"),
    ("We tried Jira but moved to Linear in May.", "Moved from Jira to Linear in May"),
    ("I tried Beacon in the office and I find it great.", "Finds Beacon great"),
    ("My favourite drink is green tea.", "Favourite drink is green tea"),
    ("My working hours are 9 to 5.", "Working hours 9 to 5"),
    ("I run and swim on Sundays.", "Runs on Sundays"),
    ("Send reports to Dana and Tom by Friday.", "Send reports to Dana by Friday"),
)  # fmt: skip


@pytest.mark.parametrize(("said", "text"), MIXED)
def test_what_is_of_one_is_not_told_of_another(said: str, text: str) -> None:
    assert not lands(said, text)


@pytest.mark.parametrize(("said", "text"), PAIRED)
def test_what_goes_together_is_told(said: str, text: str) -> None:
    assert lands(said, text)


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        (DAYS, "Works with Tom on Mondays"),
        (TEA, "Drinks tea at 8 and coffee at 15"),
        (REST, "Decided on GraphQL and against REST for Beacon"),
    ],
)
def test_no_fact_gives_to_one_what_is_of_another(said: str, fact: str) -> None:
    assert fates(Memory().take([propose(fact)], [line(1, said)])) == ["dropped:turned"]


@pytest.mark.parametrize(
    ("said", "fact", "about"),
    [
        (DAYS, "Works with Tom on Fridays", "person Alex"),
        ("Dana is on vacation until Friday.", "On vacation until Friday", "person Dana"),
        ("Beacon moved from Jira to Linear.", "Uses Linear", "project Beacon"),
    ],
)
def test_a_fact_of_what_goes_together_is_stored(said: str, fact: str, about: str) -> None:
    assert fates(Memory().take([propose(fact, about=about)], [line(1, said)])) == ["stored"]
