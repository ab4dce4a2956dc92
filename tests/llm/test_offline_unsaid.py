"""What a line does not say of today: what is to come, sayings, dictated text, what is taken back.

Each kind has its near misses, which are facts.
"""

import pytest

from memoryd.core.proposal import Proposal
from tests.llm.offline_lines import held, read, said

# The lines are said on Wednesday, 14 January 2026.
KNOWN = (
    held("person", "Alex", "Works at Acme Corp", "Lives in Berlin"),
    held("company", "Acme Corp", "Employer of Alex"),
    held("person", "Sarah", "Manager of Alex at Acme Corp"),
    held("person", "Emma", "Daughter of Alex"),
    held("person", "Dana", "Friend of Alex"),
    held("project", "Beacon", "Decided on GraphQL"),
)


def told(text: str) -> tuple[Proposal, ...]:
    return read(said(text), *KNOWN)


def facts(text: str) -> list[str]:
    return [f"{p.entity.name}: {p.fact}" for p in told(text)]


@pytest.mark.parametrize(
    "text",
    [
        "On 1 April 2027 I work at Globex.",
        "Next month I live in Rome.",
        "I work at Globex from next month.",
        "In June 2027 my wife is Ida.",
        "Tomorrow my boss is James.",
        "Next week my boss is James while Sarah is on leave.",
        "Tomorrow I start at Globex and my boss is James.",
        "Next year I'm a nurse at Globex.",
        "Starting tomorrow I'm vegetarian.",
        "Starting Monday Emma works at Globex.",
        "From Monday on I'm a manager at Globex.",
        "From March on I work at Globex.",
        "Beginning in June my boss is James.",
        "Effective 1 April my manager is James.",
        "By 2030 I speak Japanese.",
        "In ten years I work at Globex.",
        "In a few weeks we use REST for Beacon.",
        "Next quarter we use REST for Beacon.",
        "Starting next week Beacon is blocked.",
        "Later this year I live in Rome.",
        "Come summer I live in Rome.",
        "Some day I live in Rome.",
        "I live in Rome, from September.",
        "Two weeks from now I work at Globex.",
    ],
)
def test_what_is_to_come_is_no_fact_of_today(text: str) -> None:
    assert facts(text) == []


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("Since January I live in Rome.", "Alex: Lives in Rome"),
        ("As of this week, I work at Globex.", "Alex: Works at Globex"),
        ("I moved to Rome last Monday.", "Alex: Moved to Rome"),
        ("Beacon is on hold until June.", "Beacon: On hold"),
        ("Beacon launches in March 2027.", "Beacon: Launches in March 2027"),
        ("My birthday is May 4.", "Alex: Birthday is May 4"),
        ("I live in Rome and we fly to Oslo next week.", "Alex: Lives in Rome"),
        ("In the future, please always answer in English.",
         "Alex: Always answer in English"),
    ],
)  # fmt: skip
def test_a_day_that_has_come_or_that_a_plan_names_is_kept(text: str, fact: str) -> None:
    assert fact in facts(text)


@pytest.mark.parametrize(
    "text",
    [
        "I started at Couch to 5K yesterday.",
        "I work for Peanuts.",
        "I work at Height.",
        "I work at Night.",
        "I live in Denial.",
        "I live in Paradise.",
        "I moved to Linear yesterday.",
        "I quit Coffee last month.",
        "I quit Sugar.",
        "I report to Jury Duty on Monday.",
        "My manager is Karma.",
        "My best friend is Coffee.",
        "My boss is Satan.",
        "My brother is Hulk.",
        "My name is Bond, James Bond.",
        "My name is John Doe.",
        "Call me Crazy.",
        "Just call me Captain Obvious.",
        "Call me Old-Fashioned.",
        "I'm married to Excel.",
        "I bought a house in Monopoly.",
        "My son Ben graduated from Duolingo.",
        "Today is my last day at Disneyland before we fly home.",
        "Today is my last day at Disneyland.",
        "My last day at Acme Corp was a disaster.",
        "Dana, my plant, died last week.",
    ],
)
def test_a_word_with_a_capital_is_no_employer_home_or_name(text: str) -> None:
    assert [fact for fact in facts(text) if fact != "Ben: Son of Alex"] == []


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("I work at Globex.", "Alex: Works at Globex"),
        ("I started at Couch Labs yesterday.", "Alex: Started at Couch Labs"),
        ("I work for Bosch Healthcare in Stuttgart.", "Alex: Works for Bosch Healthcare"),
        ("I work at Siemens in Erlangen.", "Alex: Works at Siemens"),
        ("I live in Gothenburg.", "Alex: Lives in Gothenburg"),
        ("I live in Utrecht with my two cats.", "Alex: Lives in Utrecht"),
        ("My boss is Karen, who is great.", "Karen: Boss of Alex"),
        ("My name is Alex Kern, nice to meet you.", "Alex: Name is Alex Kern"),
        ("Call me Lexi.", "Alex: Goes by Lexi"),
        ("Yesterday was my last day at Acme Corp.", "Alex: Left Acme Corp"),
        ("I bought a house in Kiel.", "Alex: Bought a house in Kiel"),
        ("I graduated from Leiden University.", "Alex: Graduated from Leiden University"),
        ("Dana moved to Toronto in March 2025.", "Dana: Moved to Toronto"),
    ],
)
def test_a_name_that_can_be_one_is_read(text: str, fact: str) -> None:
    assert fact in facts(text)


@pytest.mark.parametrize(
    "text",
    [
        "Dear Sir,\nI work at Globex as a nurse.\nKind regards, Anna",
        "Dear Sir, I work at Globex as a nurse. Kind regards, Anna",
        "Hi Tom,\nI quit my job and moved to Oslo.\nBest,\nAnna",
        "To whom it may concern:\nI am a nurse at Globex.",
        "Option 1 - I live in Rome.\nOption 2 - I live in Milan.",
        "Option A\nI live in Rome.",
        "Draft 2\nI quit Acme Corp.",
        "sample sentence - I hate mushrooms",
        "commit message. We decided on REST for Beacon",
        "For the resume. I speak French.",
        "From the customer's view - I hate waiting rooms.",
        "Replace the bio with - I work at Globex and live in Rome.",
        "Tell Anna - I moved to Rome.",
        "Don't write: I live in Rome.",
        "Make this sound nicer. My manager James is strict and I hate my job.",
        "I work at Globex and my boss is James. Make it more formal.",
        "Shorten this. I work at Globex and my boss is James.",
        "Here's what I want to send to HR. My manager James yells at me.",
        "Sarah goes, I'm vegetarian now, and moved to Hamburg.",
        "Dana was like, I live in Rome now.",
        "I lied. I work at Globex.",
        "Email to HR. I quit my job.",
        "Letter to grandma\nI moved to Rome.",
        "Scene 2\nMy wife is Ida.",
        "Reply with this\nI'm vegetarian.",
        "Put this in Spanish. I live in Rome.",
        "How would you phrase this. I left Acme Corp.",
    ],
)
def test_what_is_dictated_or_spoken_by_another_is_not_the_operators(text: str) -> None:
    assert facts(text) == []


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("Update - I moved to Rome.", "Alex: Moved to Rome"),
        ("Big day - Emma took her first steps!", "Emma: Took her first steps"),
        ("Long story short - I live in Rome.", "Alex: Lives in Rome"),
        ("I sent the email. I'm vegetarian.", "Alex: Vegetarian"),
        ("Hi Claude,\nI'm vegetarian.\nThanks, Alex", "Alex: Vegetarian"),
        ("I prefer tea.\nDear Anna,\nI hate tea.\nYours, Alex", "Alex: Prefers tea"),
        ("Here's my answer:\n\nMy name is Alex Kern.", "Alex: Name is Alex Kern"),
    ],
)
def test_what_the_operator_says_beside_a_text_is_read(text: str, fact: str) -> None:
    assert facts(text) == [fact]


@pytest.mark.parametrize(
    "text",
    [
        # of a game, a film, a book
        "Dana died in episode 4.",
        "Emma took her first steps in the movie.",
        "My wife is Ida in the script.",
        "My husband is Ben in the school play.",
        "I broke my leg in the game.",
        "I got married in my dream.",
        "I got married!! (in Skyrim)",
        "I founded Rome in Civ VI.",
        "I started a company in the simulator called Globex.",
        "Acme Corp was acquired by Globex in the simulation exercise.",
        "In Skyrim, I live in Riften.",
        "Just finished the chapter. Emma quit her job and moved to Paris.",
        "We are watching that series. Mark works at Lumon.",
        "Binge night. Dana died.",
        # taken back
        "Beacon is finished. Well, no. It isn't.",
        "I joined Globex. Scratch that.",
        "I live in Rome. Not any more.",
        "I moved to Rome. Or was it Milan?",
        "I got the job at Globex! Then they rescinded it.",
        "I work at Globex. At least until tomorrow.",
        "I accepted a job at Globex but it fell through.",
        "We decided on REST for Beacon, then changed our minds.",
        "We agreed on REST for Beacon, but the client vetoed it.",
        "Dana got married, no wait, engaged.",
        "Dana works at Globex, not really.",
        "I live in Hamburg, don't I.",
        "I moved to Oslo, but only on Google Maps.",
        "I live in Rome! Ha, no.",
        "I live in Rome. Hm, actually Milan.",
        "I live in Rome. Sorry, I meant Milan.",
        "Dana quit her job - in the sitcom.",
        "We decided on REST for Beacon, pending approval.",
        # over
        "I joined Globex. It lasted a week.",
        "I moved to Rome, hated it and went home.",
        "I joined Globex in 2019 and left in 2021.",
        "I started at Globex in 2019, got fired, and now freelance.",
        "I moved to Rome and back in 2015.",
        # only so to speak
        "My boss is James on paper, in practice it is Sarah.",
        "Dana is my sister from another mother.",
        "Dana is my sister in spirit.",
        "I work at Globex, sort of.",
        "We finished Beacon, the beer.",
        "Oh sure, I just love Mondays.",
        "I love Java, NOT!",
        "I love Java, which is a lie",
        "I love Java as much as a root canal.",
        "I hate my boss Sarah not",
        "Far from it being true, I hate jazz.",
        "I prefer not to say.",
        "I prefer the first draft.",
        "Decision: postpone REST for Beacon",
        "Decision: no REST for Beacon",
    ],
)
def test_what_its_tail_or_the_next_sentence_takes_back_is_no_fact(text: str) -> None:
    assert facts(text) == []


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("I joined Globex Labs in 2019 and I'm still there.", "Alex: Joined Globex Labs"),
        ("I joined Globex Labs in 2019 and left Acme Corp.", "Alex: Joined Globex Labs"),
        ("I left Acme Corp and moved back to Rome.", "Alex: Left Acme Corp"),
        ("I live in Milan. No, I live in Rome.", "Alex: Lives in Rome"),
        ("I live in Rome. No kidneys were harmed.", "Alex: Lives in Rome"),
        ("I watched a movie. I'm vegetarian.", "Alex: Vegetarian"),
        ("Emma took her first steps at the park.", "Emma: Took her first steps"),
        ("My son Ben broke his arm in the garden.", "Ben: Broke his arm"),
        ("Emma started school, so proud.", "Emma: Started school"),
        ("Beacon is on hold because of the budget.", "Beacon: On hold"),
        ("We chose REST for Beacon, not gRPC.", "Beacon: Decided on REST, not gRPC"),
        ("I love plums a lot, really", "Alex: Loves plums"),
        ("Decision: use REST for Beacon", "Beacon: Decided on REST"),
        ("After six years, I left Acme Corp.", "Alex: Left Acme Corp"),
        (
            "I graduated from Leiden University. That was in 2009.",
            "Alex: Graduated from Leiden University",
        ),
        ("We launched Halo.", "Halo: Launched"),
        ("At Acme Corp, my boss is James.", "James: Boss of Alex"),
        ("I work at Globex. They changed their minds about remote work.", "Alex: Works at Globex"),
        ("I live in Rome. She doesn't.", "Alex: Lives in Rome"),
        ("I love tea but she doesn't.", "Alex: Loves tea"),
        ("At 30, I moved to Tokyo.", "Alex: Moved to Tokyo"),
        ("I live in Rome and from May on I'm on leave.", "Alex: Lives in Rome"),
        ("For work, I moved to Rome.", "Alex: Moved to Rome"),
    ],
)
def test_a_tail_that_is_understood_leaves_the_fact(text: str, fact: str) -> None:
    assert fact in facts(text)


def test_what_is_not_said_of_today_supersedes_nothing() -> None:
    for text in ("Next month I live in Rome.", "I work at Night.", "I live in Denial."):
        assert [p for p in told(text) if p.replaces] == []
