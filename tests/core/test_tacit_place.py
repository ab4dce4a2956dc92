"""Where a preference stands when no model says where."""

import pytest

from memoryd.core.tacit import TacitSection, section_for

RULES, REACH, WORK = (
    TacitSection.HARD_RULES,
    TacitSection.COMMUNICATION,
    TacitSection.HOW_I_WORK,
)


@pytest.mark.parametrize(
    "text",
    [
        "Never schedule calls on Saturdays",
        "never book a flight before nine",
        "Don't e-mail me on weekends",
        "Don’t add emojis",
        "Do not send anything to clients without asking",
        "Always reply in English",
        "Always ask before buying anything",
        "Please never ring before eight",
        "From now on, never push on Fridays",
        "Under no circumstances share the guest list",
        "You must never quote a price",
        "The assistant should never sign for me",
        "Told the assistant never to wake the baby",
        "Never force-push to main",
    ],
)
def test_an_order_to_the_assistant_that_holds_always_is_a_hard_rule(text: str) -> None:
    assert section_for(text) is RULES


@pytest.mark.parametrize(
    "text",
    [
        "Prefers calls over email",
        "Prefers Slack to e-mail",
        "Takes calls only in the afternoon",
        "No calls before ten",
        "Prefers voice notes",
        "Reads messages twice a day",
        "Likes short replies",
        "Wants a brief summary first",
        "Brief answers, please",
        "Answers in one paragraph",
        "Likes a blunt tone",
        "Hates small talk",
        "Wants bullet points rather than paragraphs",
        "Prefers meetings before noon",
        "Don't like meetings on Mondays",
        "Wants to be called Sam",
        "Prefers to be reached by phone call",
        "Prefers formal English",
        "Write to me in Dutch",
        "Wants status reports on Mondays",
    ],
)
def test_how_to_reach_and_write_to_the_operator_is_communication(text: str) -> None:
    assert section_for(text) is REACH


@pytest.mark.parametrize(
    "text",
    [
        "Early riser, starts before six",
        "Works best in the morning",
        "Writes tests first",
        "Prefers tabs over spaces",
        "Never eats breakfast",
        "Never works on Sundays",
        "Never used a whiteboard",
        "Always up at five",
        "Always uses a paper notebook",
        "Never a morning person",
        "Don't like surprises",
        "Calls his mother every Sunday",
        "Prefers function calls to be async",
        "Writes commit messages in the imperative",
        "Wants a response time below 100 ms",
        "Likes a message queue for everything",
        "Books the meeting room on Mondays",
        "Owns a phone repair shop",
        "Keeps some slack in every plan",
        "Prefers short functions",
        "Keeps a brief journal",
        "Wears formal shoes",
        "Updates dependencies on Fridays",
        "Its project is called Heron",
        "",
    ],
)
def test_everything_else_is_how_the_operator_works(text: str) -> None:
    assert section_for(text) is WORK
