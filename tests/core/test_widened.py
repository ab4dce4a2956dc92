"""A line of MEMORY.md says no more than the operator's own words that it cites."""

import pytest

from memoryd.core.widened import is_widened

CALLS = "I prefer calls over email."
TEN = "Please never schedule meetings before ten."
BEACON = "Beacon is my top priority this month."
REPORTS = "Sarah likes short reports."
WIDENED = [
    ([CALLS], "Prefers calls over email for urgent matters"),
    ([CALLS], "Prefers calls over email on weekdays"),
    ([CALLS], "Prefers calls over email when travelling"),
    ([CALLS], "Prefers calls over email in Berlin"),
    ([CALLS], "Prefers calls over email except on Sundays"),
    ([CALLS], "Prefers calls over email if it is urgent"),
    ([CALLS], "Prefers calls over email unless busy"),
    ([CALLS], "Prefers calls over email and text messages"),
    ([CALLS], "Prefers calls and visits over email"),
    ([CALLS], "Prefers calls over email, letters and fax"),
    ([CALLS], "Prefers calls over email because email is slow"),
    ([CALLS], "Prefers calls over email, so that nothing waits"),
    ([CALLS], "Prefers calls over email due to delays"),
    ([CALLS, "Email is slow."], "Prefers calls over email because email is slow"),
    ([CALLS], "Might prefer calls over email"),
    ([CALLS], "Probably prefers calls over email"),
    ([CALLS], "Usually prefers calls over email"),
    ([CALLS], "Sometimes prefers calls over email"),
    ([CALLS], "Seems to prefer calls over email"),
    ([CALLS], "Only calls, email comes second"),
    ([CALLS], "Exclusively calls over email"),
    ([CALLS], "Prefers urgent calls over email"),
    ([CALLS], "Prefers video calls over email"),
    ([CALLS], "Prefers calls over letters"),
    ([CALLS], "Our team prefers calls over email"),
    ([CALLS], "The team's preference is calls over email"),
    ([TEN], "Never schedule meetings before ten on weekdays"),
    ([TEN], "Never schedule meetings before ten without asking Tom"),
    ([TEN], "Never schedule meetings or calls before ten"),
    ([TEN], "Never schedule client meetings before ten"),
    (["Please never schedule meetings before 10:00."], "Never schedule meetings after 10:00"),
    ([BEACON, REPORTS], "Beacon is Sarah's top priority this month"),
    ([BEACON], "Beacon is the team's top priority this month"),
    ([BEACON], "Beacon is our top priority this month"),
    ([BEACON], "Beacon is probably my top priority this month"),
    ([REPORTS], "Write short reports"),
    ([REPORTS], "Write short reports for Sarah"),
    ([REPORTS], "Always write short reports"),
    ([REPORTS], "Short reports"),
    (["My boss likes short reports."], "Write short reports"),
    (["The client prefers calls over email."], "Prefers calls over email"),
    (["The client prefers calls over email."], "Use calls over email"),
    (["Sarah would like weekly updates."], "Send weekly updates"),
    (["Tom can't stand long meetings."], "Keep meetings from being long"),
    (["I like tea in the morning."], "Likes coffee in the morning"),
    (["Please be brief."], "Be brief by email"),
]
KEPT = [
    ([CALLS], "Prefers calls over email"),
    ([CALLS], "Prefers a call over an email"),
    ([CALLS], "Calls are preferred over email"),
    ([CALLS], "Calls rather than email"),
    ([CALLS], "Always prefers calls over email"),
    ([CALLS], "Calls over email"),
    (["I prefer calls over email because email is slow."],
     "Prefers calls over email because email is slow"),
    (["I prefer calls over email - email is slow."],
     "Prefers calls over email because email is slow"),
    (["I prefer calls over email for urgent matters."],
     "Prefers calls over email for urgent matters"),
    (["I might prefer calls over email."], "Might prefer calls over email"),
    (["Just call me, no email."], "Only call, never email"),
    (["I usually prefer tea."], "Usually prefers tea"),
    (["Most days I prefer tea."], "Usually prefers tea"),
    ([TEN], "Never schedule meetings before ten"),
    ([TEN], "No meetings before ten"),
    ([TEN], "Meetings must never be scheduled before ten"),
    (["No meetings before 10:00 please."], "No meetings before 10:00"),
    ([BEACON], "Beacon is my top priority this month"),
    ([BEACON], "Beacon is Alex's top priority this month"),
    ([BEACON], "Beacon: top priority this month"),
    ([BEACON], "Top priority this month is Beacon"),
    (["Beacon is our top priority."], "Beacon is our top priority"),
    (["We put Beacon first."], "Beacon is first"),
    ([REPORTS], "Sarah likes short reports"),
    (["My boss likes short reports."], "Boss likes short reports"),
    (["Sarah likes short reports, so keep them short."], "Keep reports for Sarah short"),
    (["Please write short reports, Sarah likes them."], "Write short reports"),
    (["For Sarah I want reports in English."], "Reports for Sarah in English"),
    (["Sarah's reports should be short."], "Keep Sarah's reports short"),
    (["I like green tea."], "Drinks green tea"),
    (["I drink green tea."], "Drinking green tea"),
    (["Please keep your answers short."], "Wants short answers"),
    (["Please be brief."], "Prefers brief answers"),
    (["Please be brief."], "Keep answers brief"),
    (["I get up at six every day."], "Gets up at six every day"),
    (["I get up at six every day."], "Gets up at six"),
    (["I don't like long meetings."], "Prefers short meetings"),
    (["I don't like meetings."], "Dislikes meetings"),
    (["I'd rather text than phone."], "Prefers texting over phone"),
    (["Write to me in English."], "Writes in English"),
    (["Notes are written in English."], "Write notes in English"),
    (["For Beacon use Postgres.", "Deploys go to Hetzner."],
     "Beacon uses Postgres, deploys go to Hetzner"),
    (["I like tea.", "I like coffee too."], "Likes tea and coffee"),
    (["Always back up before an upgrade."], "Always back up before an upgrade"),
    (["Call me before May 4."], "Call by May 4"),
    (["I think best in the morning, so no calls then."], "No calls in the morning"),
]  # fmt: skip


@pytest.mark.parametrize(("said", "text"), WIDENED)
def test_a_text_that_says_more_than_its_lines_is_widened(said: list[str], text: str) -> None:
    assert is_widened(text, said, names="Alex")


@pytest.mark.parametrize(("said", "text"), KEPT)
def test_a_text_in_other_words_is_not(said: list[str], text: str) -> None:
    assert not is_widened(text, said, names="Alex")
