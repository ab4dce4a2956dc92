"""A deed is told only with what must come first, and nothing is put in another order."""

import pytest

from memoryd.core.admission import CLOSE, Hearing
from memoryd.core.gates import Gate
from memoryd.core.widened import is_widened
from tests.core.recon_kit import ZONE, Memory, fates, line, propose

MAIN = "Always ask me before you push to main."
PROD = "Always get my approval first, then deploy to production."
SEND = "Wait for my OK before you send anything to clients."
FILES = "Ask me before you delete old files."
PAY = "Check with me before paying invoices."
MAY = "You may pay invoices after I approve them."
FLIGHTS = "Please ask me before you book flights over 300 euros."
ACME = "We decided to ask Dana before we pay the invoices of Acme."
DRAFTS = "Let me see drafts before you send them."
TESTS = "Always run the tests before you push."
ONCE = "Deploy to production once I have approved the release."
NEVER = "Never push to main without asking me."
UNTIL = "Don't deploy to production until I confirm."
NEEDS = "Deploys to production need my approval."
BUT = "You may book flights, but ask me first."
APART = "You may push to main. But ask me first."
CHAIN = "Get my approval. Only then deploy to production."
WHEN = "When you book flights, ask me."
ABOUT = "Ask me about every purchase over 100 euros."
MUST = "Every deploy to production must be approved by Dana."
FREE = "You can merge small fixes without asking me."
MEALS = "I want meetings before lunch and calls after 4 pm."
TEN = "Please never schedule meetings before ten."
BARE = (
    (MAIN, "Always push to main"), (MAIN, "Push to main"), (MAIN, "Pushes to main"),
    (MAIN, "Always push to main before asking"), (MAIN, "Push to main, then ask"),
    (MAIN, "Push to main without asking"), (MAIN, "Ask after pushing to main"),
    (PROD, "Always deploy to production"), (PROD, "Deploy to production"),
    (PROD, "Always deploy to production first"),
    (PROD, "Always deploy to production first, then get approval"),
    (PROD, "Get approval after deploying to production"),
    (SEND, "Always send anything to clients"), (SEND, "Send before waiting"),
    (SEND, "Send anything to clients"),
    (FILES, "Delete old files"), (FILES, "Deletes old files"), (FILES, "Old files are deleted"),
    (FILES, "Delete old files before asking"),
    (PAY, "Pay invoices"), (PAY, "Pays invoices"), (PAY, "Invoices are paid"),
    (PAY, "Pay invoices before checking"), (PAY, "Checks invoices"),
    (MAY, "Pay invoices"), (MAY, "May pay invoices"),
    (MAY, "Pay invoices, then have them approved"),
    (MAY, "Pay invoices before they are approved"),
    (FLIGHTS, "Book flights over 300 euros"), (FLIGHTS, "Prefers flights over 300 euros"),
    (FLIGHTS, "Flights over 300 euros are booked before asking"),
    (FLIGHTS, "Flights must be over 300 euros"),
    (ACME, "decided to pay the invoices of Acme"), (ACME, "Paying the invoices of Acme"),
    (ACME, "pay the invoices of Acme before asking Dana"),
    (DRAFTS, "Send drafts"), (DRAFTS, "Send drafts before I see them"),
    (TESTS, "Always push"), (TESTS, "Push before you run the tests"),
    (ONCE, "Deploy to production"), (ONCE, "Always deploy to production"),
    (NEVER, "Push to main"), (NEVER, "Push to main without asking"),
    (UNTIL, "Deploy to production"), (NEEDS, "Deploy to production"),
    (NEEDS, "Deploys to production"), (BUT, "May book flights"), (BUT, "Book flights"),
    (APART, "May push to main"), (CHAIN, "Deploy to production"), (WHEN, "Book flights"),
    (ABOUT, "Purchases over 100 euros"), (MUST, "Deploy to production"),
    (FREE, "Ask before merging small fixes"),
    (MEALS, "Wants lunch before meetings"), (MEALS, "Wants calls before lunch"),
    (MEALS, "Wants meetings after 4 pm"), (MEALS, "Wants lunch after 4 pm"),
    ("I walk the dog before breakfast.", "Has breakfast before walking the dog"),
    ("First I read mail, then I plan the day.", "Plans the day, then reads mail"),
    ("The deploy failed at first but worked after Tom restarted the server.",
     "The deploy failed after Tom restarted the server"),
    ("Tom called after Dana had left.", "Dana left after Tom called"),
)  # fmt: skip
GOVERNED = (
    (MAIN, "Asks to be asked before pushes to main"), (MAIN, "Always ask before pushing to main"),
    (MAIN, "Wants to be asked before a push to main"), (MAIN, "Ask before you push to main"),
    (MAIN, "Never push to main without asking"), (MAIN, "Ask first, then push to main"),
    (MAIN, "Pushes to main only after asking"),
    (PROD, "Wants approval before deploying to production"),
    (PROD, "Deploy to production only after approval"),
    (PROD, "Always get approval first, then deploy to production"),
    (PROD, "Always get approval before deploying to production"),
    (PROD, "Production deploys need approval"),
    (SEND, "Wait for the OK before sending anything to clients"),
    (FILES, "Ask before deleting old files"),
    (FILES, "Wants to be asked before old files are deleted"),
    (PAY, "Check before paying invoices"), (PAY, "Check with the operator before paying invoices"),
    (MAY, "May pay invoices after approval"),
    (MAY, "May pay invoices only after they are approved"),
    (FLIGHTS, "Ask before booking flights over 300 euros"), (FLIGHTS, "Ask before booking flights"),
    (FLIGHTS, "Wants to be asked about flights over 300 euros"),
    (ACME, "Decided to ask Dana before paying the invoices of Acme"),
    (ACME, "Ask Dana before paying Acme"), (ACME, "Decided to ask Dana"),
    (DRAFTS, "Let me see drafts before sending"),
    (DRAFTS, "Wants to see drafts before they are sent"),
    (TESTS, "Always run the tests before a push"), (TESTS, "Run the tests"),
    (TESTS, "Always run the tests, then push"),
    (ONCE, "Deploy to production only after the release is approved"),
    (NEVER, "Never push to main without asking"), (NEVER, "Ask before pushing to main"),
    (UNTIL, "No deploys to production until confirmed"),
    (NEEDS, "Deploys to production need approval"), (NEEDS, "Production deploys need approval"),
    (BUT, "Ask before booking flights"), (BUT, "May book flights, but ask first"),
    (APART, "May push to main, but ask first"),
    (CHAIN, "Get approval, then deploy to production"),
    (WHEN, "Ask when you book flights"),
    (ABOUT, "Wants to be asked about purchases over 100 euros"),
    (MUST, "Deploys to production must be approved by Dana"),
    (FREE, "Merge small fixes without asking"),
    (MEALS, "Wants meetings before lunch"), (MEALS, "Wants calls after 4 pm"),
    (MEALS, "Wants meetings before lunch, calls after 4 pm"),
    (TEN, "Never schedule meetings before ten"), (TEN, "No meetings before ten"),
    ("I walk the dog before breakfast.", "Walks the dog before breakfast"),
    ("I walk the dog before breakfast.", "Has breakfast after walking the dog"),
    ("I take a walk before I start work at nine.", "Starts work at nine"),
    ("I asked Dana before I booked the flight.", "Booked the flight"),
    ("We shipped Beacon after Dana approved it.", "Shipped Beacon"),
    ("Call me after lunch.", "Call after lunch"), ("Call me before May 4.", "Call by May 4"),
    ("I always want code reviews before a merge.", "Wants code reviews before a merge"),
    ("Before you push, ask me. I like tea.", "Likes tea"),
    ("Don't forget to ask me before you push.", "Ask before pushing"),
    ("First I read mail, then I plan the day.", "Reads mail, then plans the day"),
    ("First I read mail, then I plan the day.", "Reads mail before planning the day"),
    ("Lunch with Dana, then fixed the login bug.", "Fixed the login bug"),
    ("The deploy failed at first but worked after Tom restarted the server.",
     "The deploy worked after Tom restarted the server"),
    ("The deploy failed at first but worked after Tom restarted the server.",
     "Tom restarted the server"),
    ("Tom called after Dana had left.", "Dana left before Tom called"),
    ("Confirm the time first, I like tea.", "Likes tea"),
    ("I ask Tom for advice on Mondays.", "Asks Tom for advice on Mondays"),
    ("I wait for the bus at eight.", "Waits for the bus at eight"),
)  # fmt: skip


def lands(said: str, text: str) -> bool:
    """Return whether a text that cites one line of the operator may stand in MEMORY.md."""
    claim = Hearing((line(1, said),), "Alex", ZONE).admit_close(
        propose(text), Memory().view().catalog, CLOSE
    )
    return not isinstance(claim, Gate) and not is_widened(text, [said], names="Alex")


@pytest.mark.parametrize(("said", "text"), BARE)
def test_a_deed_without_what_governs_it_or_in_another_order_is_refused(
    said: str, text: str
) -> None:
    assert not lands(said, text)


@pytest.mark.parametrize(("said", "text"), GOVERNED)
def test_a_deed_with_what_governs_it_is_told(said: str, text: str) -> None:
    assert lands(said, text)


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        (MAIN, "Pushes to main"),
        (PROD, "Deploys to production first, then gets approval"),
        (ACME, "Decided to pay the invoices of Acme"),
        ("First I read mail, then I plan the day.", "Plans the day, then reads mail"),
    ],
)
def test_no_fact_tells_a_deed_without_what_governs_it(said: str, fact: str) -> None:
    assert fates(Memory().take([propose(fact)], [line(1, said)])) == ["dropped:turned"]


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        (MAIN, "Wants to be asked before pushes to main"),
        (PROD, "Wants approval before deploys to production"),
        ("First I read mail, then I plan the day.", "Reads mail, then plans the day"),
    ],
)
def test_a_fact_tells_a_deed_with_what_governs_it(said: str, fact: str) -> None:
    assert fates(Memory().take([propose(fact)], [line(1, said)])) == ["stored"]
