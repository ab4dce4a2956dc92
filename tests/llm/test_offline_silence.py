"""What the offline rules leave alone: precision before recall."""

import time

import pytest

from memoryd.core.proposal import Mention
from memoryd.core.turn import Role
from tests.llm.offline_lines import briefly, read, said


@pytest.mark.parametrize(
    "text",
    [
        "Did I leave Acme Corp last week?",
        "Are you sure we decided on REST for Beacon?",
        "If I left Acme Corp, I'd move to Berlin.",
        "Maybe I left Acme Corp too early",
        "I'm vegetarian, if fish counts",
        "I am starting at Tallow Labs next Monday",
        "I wish I lived in Berlin",
        "I want to move to Berlin",
        "I might join Stripe next month",
        "I would prefer tea",
        "We should use REST for Beacon",
        "I almost quit my job at Acme Corp",
        "I'm going to quit my job at Acme Corp",
        "Imagine I left Acme Corp. I live in Paris now.",
        "Let's pretend my boss is Sarah",
        "My character's boss is Sarah",
        "I moved to Mars. Just kidding.",
        "I left Acme Corp lol",
        "I'm not vegetarian",
        "I don't live in Berlin",
        "Sarah is not my manager",
        "We haven't decided on REST for Beacon",
        "Dana said she moved to Berlin",
        "Sarah told me that Maria is my manager",
        "I think Sarah is difficult",
        "My colleague mentioned that Acme Corp raised a seed round",
        "Please tell Sarah that I left Acme Corp",
        "Write a birthday poem for my daughter Emma",
        "Remind me to call my wife Emma",
        "Use REST for Beacon",
        "Translate: I live in Berlin",
    ],
)
def test_questions_maybes_requests_jokes_and_hearsay_give_nothing(text: str) -> None:
    assert briefly(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "> I left Acme Corp",
        'She wrote: "I left Acme Corp yesterday"',
        '"My boss is Sarah"',
        "“I'm vegetarian”",
        "```\nI left Acme Corp\n```",
        "```\nI left Acme Corp",
        "<memory>I live in Berlin</memory>",
        "Dana: I left Acme Corp yesterday",
        "Forwarded message:\nFrom: Dana\nI left Acme Corp",
        "---------- Forwarded message ----------\nI left Acme Corp",
        "On Mon, Dana wrote:\nI live in Rome",
        "Here's the email:\nHi, I left Acme Corp. Dana",
        "I left Acme Corp. " + "x" * 5000,
    ],
)
def test_quoted_pasted_and_forwarded_words_are_not_the_operators(text: str) -> None:
    assert briefly(text) == []


def test_own_words_around_a_quotation_are_still_read() -> None:
    text = "<memory>I live in Rome</memory>\nI live in Berlin.\n> I live in Paris"
    assert briefly(text) == ["Alex: Lives in Berlin"]


@pytest.mark.parametrize(
    "text",
    [
        "I left the house at 5",
        "I left Sarah a message",
        "I like the second option",
        "I love this idea",
        "I prefer that",
        "I quit Facebook",
        "I joined the call",
        "I joined Sarah for lunch",
        "I moved to the next step",
        "I moved to Settings",
        "I'm on Slack",
        "I'm done",
        "I'm the worst manager",
        "Never mind",
        "Never give up",
        "Call me tomorrow",
        "Call me Monday",
        "We decided on pizza",
        "We use React",
        "We launched the build",
        "Everything is done",
        "The build is blocked",
        "Git is difficult to work with",
        "TypeScript uses structural typing, not nominal",
        "Sarah is late",
        "Tom is on Zoom",
        "Sounds like good advice",
        "My boss is out today",
        "She micromanages",
        "I'm deaf to that",
        "Alhamdulillah, my son is much better",
        "Ich wohne in Berlin",
        "Vivo a Roma. Il mio capo è Marco.",
        "我住在北京",
    ],
)
def test_near_misses_give_nothing(text: str) -> None:
    assert briefly(text) == []


def test_twenty_turns_of_small_talk_give_nothing() -> None:
    talk = (
        "Good morning!", "How did you sleep?", "Fine, thanks.", "What a rainy day.",
        "Coffee time.", "Ha, nice one.", "I had lunch with Tom.", "It was good.", "Back now.",
        "Where were we?", "Right.", "Let me think.", "Hmm, not sure.", "That works.", "Great job!",
        "I'm a bit tired.", "See you later.", "Almost weekend.", "I watched a film yesterday.",
        "Good night!",
    )  # fmt: skip
    assert briefly(*talk) == []


def test_a_pronoun_with_two_people_to_mean_gives_nothing() -> None:
    assert "Micromanages" not in str(
        briefly("Sarah is my manager", "I met Tom.", "She yells at me")
    )
    assert briefly("My husband is Tom. She micromanages.") == ["Tom: Husband of Alex"]


def test_only_the_operators_lines_and_a_direct_partners_are_read() -> None:
    text = "I am vegetarian"
    assert read(said(text, role=Role.ASSISTANT)) == ()
    assert read(said(text, role=Role.TOOL)) == ()
    assert read(said(text, role=Role.EMAIL)) == ()
    group = {"speaker": "Ines", "channel": "telegram:group"}
    assert read(said(text, role=Role.MEMBER, **group)) == ()
    direct = {"speaker": "Ines", "channel": "telegram:direct"}
    (proposal,) = read(said(text, role=Role.MEMBER, **direct))
    assert proposal.entity == Mention("person", "Ines")


@pytest.mark.parametrize(
    "text", ["I prefer " + "a " * 1900, "A " * 1900, '"' * 3900, "We decided on " + "REST " * 700,
             "My colleagues are " + "Ann, " * 700, " and I left" * 350, "a. " * 1300],
)  # fmt: skip
def test_hostile_lines_cost_no_more_for_each_letter_the_longer_they_are(text: str) -> None:
    half = min(cost(text[: len(text) // 2]) for _ in range(3))
    whole = min(cost(text) for _ in range(3))

    # Twice where each letter costs the same, four times where each is compared with each.
    assert whole <= 3 * half + 0.001


def cost(text: str) -> float:
    """Return the seconds of CPU time that the rules take to read a line."""
    lines = said(text)
    began = time.thread_time()
    read(lines)
    return time.thread_time() - began
