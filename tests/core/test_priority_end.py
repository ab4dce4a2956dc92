"""A priority is over when its own date has passed, or something said names it and says so."""

from datetime import date

import pytest

from memoryd.core.priority_end import held_until, is_said_over, is_shown_over

DAY, TODAY = date(2026, 1, 6), date(2026, 1, 25)
THESIS = "Thesis on bees this quarter"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (THESIS, "The thesis is finished."), (THESIS, "I handed in the thesis on Friday!"),
        (THESIS, "I gave up on the thesis."), (THESIS, "The thesis is not a priority any more."),
        (THESIS, "I have submitted my thesis."), (THESIS, "Die Thesis ist abgegeben."),
        ("Move to Porto", "The move to Porto is called off."),
        ("Marathon training", "I stopped the marathon training."),
        ("Tax return by January 20", "Hello."), ("Onboarding of Noor this week", "Hello."),
        ("Beacon launch on January 15", "Hello."), ("Finish the deck until 2026-01-10", ""),
    ],
)  # fmt: skip
def test_it_is_over(text: str, said: str) -> None:
    assert is_shown_over(text, DAY, [said], TODAY)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (THESIS, "Hello, what time is it?"), (THESIS, "The dishes are done."),
        (THESIS, "The thesis is not finished yet."), (THESIS, "Is the thesis finished?"),
        (THESIS, "Maybe I have to give up the thesis."),
        (THESIS, "I will submit the thesis in May."),
        (THESIS, "I almost finished the thesis."), (THESIS, "I work on the thesis every day."),
        (THESIS, "I finished the first chapter of the book."),
        (THESIS, "I want to be done with the thesis."), (THESIS, "If the thesis is done I rest."),
        ("Tax return by February 20", "Hello."), ("Marathon training this month", "Hello."),
        ("Sailing since January 2", "Hello."), ("Onboarding of Noor", ""),
        ("Project Beacon", "The project Atlas is finished."),
    ],
)  # fmt: skip
def test_nothing_shows_that_it_is_over(text: str, said: str) -> None:
    assert not is_shown_over(text, DAY, [said], TODAY)


LAUNCH, REPORT = "Top priority is the Beacon launch", "Finish the Beacon report by March 1"
HIRE = "Top priority is to hire a designer for Beacon"
NAMED = [
    (LAUNCH, "The Beacon launch is done."), (LAUNCH, "The launch of Beacon is finished!"),
    (LAUNCH, "We launched Beacon."), (LAUNCH, "Beacon was launched on January 20."),
    (LAUNCH, "The Beacon launch was hard, but it is done now."),
    (LAUNCH, "Launched Beacon today."),
    (LAUNCH, "The Beacon launch is called off."), (REPORT, "The Beacon report is done."),
    (REPORT, "I finished the report for Beacon yesterday."),
    (REPORT, "I submitted the Beacon report."),
    (REPORT, "The Beacon report was hard. It is finished."),
    (HIRE, "I gave up on the designer for Beacon."), ("Project Beacon", "Beacon is finished."),
    ("Project Beacon", "The Beacon project is over."),
    ("Beacon: Launches on May 3", "Beacon launched."),
    ("Website redesign", "The redesign of the website is finished."),
    ("Move to Porto", "We gave up on the move to Porto."),
    ("Onboarding of Noor", "Noor's onboarding is over."),
    ("Get the visa for Japan", "I dropped the visa for Japan."),
    ("Thesis on bees", "The thesis on bees is finished, I'm tired."),
    *((line, said) for line in ("Beacon is the top priority", "Beacon is our main focus this year",
                                "Beacon is my priority") for said in (
        "Beacon is no longer the top priority.", "Beacon is no longer our main focus.",
        "Beacon is no longer a priority.", "Beacon is not a priority any more.",
        "We launched Beacon.", "Beacon is finished.", "I gave up on Beacon.")),
]  # fmt: skip
OF_ANOTHER = [
    *((line, said) for line in (LAUNCH, REPORT, HIRE) for said in (
        "The Atlas launch is finished.", "The Beacon launch party is over.",
        "Tom finished the Beacon launch video.", "The Beacon report draft is done.",
        "The Beacon launch was finished last year for version 1.", "The launch is finished.",
        "Tom said the Beacon launch is done, but he is wrong.", "I finished the Beacon docs.",
        "Rumour has it that the Beacon report is done.", "Is the Beacon launch finished?",
        "If the Beacon launch is finished, we go home.", "The Beacon server was shut down.",
        "Dana hopes the Beacon launch is finished soon.", "We dropped the designer for Atlas.",
        "The Beacon launch is fine. The meeting is over.", "The report for Atlas is done.",
        "The Beacon launch party was fun, it is over now.", "I have not done the Beacon report.")),
    (THESIS, "Tom's thesis is finished."), (THESIS, "He submitted his thesis."),
    (THESIS, "The thesis of Tom is finished."), (THESIS, "The thesis party is over."),
    (THESIS, "The thesis is no longer fun."),
    (THESIS, "I finished the proposal for the thesis."), (THESIS, "The bees are done for."),
    ("Move to Porto", "The move to Rome is called off."), ("Move to Porto", "Porto is over."),
    ("Marathon training", "Tom stopped the marathon training."),
    ("Marathon training", "The training at work is over."),
    ("Onboarding of Noor", "The onboarding of Tom is over."),
    ("Project Beacon", "Beacon Lite is finished."),
    ("Website redesign", "The redesign of the logo is finished."),
    ("Beacon: Launches on May 3", "The Beacon launch party is over."),
    *(("Beacon is the top priority", said) for said in (
        "Atlas is no longer the top priority.", "The top priority is finished.",
        "Beacon is no longer free.", "Beacon is no longer on AWS.", "The Beacon docs are finished.",
        "Beacon Lite is no longer the top priority.", "Tom's Beacon is no longer the top priority.",
        "Beacon is no longer the top priority for Tom.", "We no longer test Beacon.",
        "Is Beacon no longer the top priority?", "The launch party of Beacon is over.",
        "If Beacon is no longer the top priority, tell me.")),
    *(("The report is the top priority", said) for said in (
        "The report for Atlas is finished.", "Tom's report is finished.", "The party is over.")),
]  # fmt: skip


@pytest.mark.parametrize(("text", "said"), NAMED)
def test_its_end_is_said_where_all_is_said_that_tells_it_apart(text: str, said: str) -> None:
    assert is_said_over(text, [said])


@pytest.mark.parametrize(("text", "said"), OF_ANOTHER)
def test_the_end_of_another_thing_that_shares_a_word_is_not_its_end(text: str, said: str) -> None:
    assert not is_said_over(text, [said])


def test_this_quarter_ends_with_the_quarter_it_was_written_in() -> None:
    assert is_shown_over(THESIS, DAY, [], date(2026, 4, 1))
    assert not is_shown_over(THESIS, DAY, [], date(2026, 3, 31))


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("The goal for March is the garden", date(2026, 3, 31)),
        ("Goal until March 31: the garden", date(2026, 3, 31)),
        ("The goal for November is the garden", date(2026, 11, 30)),
        ("The garden by November 2025", date(2025, 11, 30)),
        ("The garden by 3 January", date(2027, 1, 3)),
        ("The garden before February 29", date(2026, 2, 28)),
        ("The garden this quarter", date(2026, 3, 31)),
        ("The garden", None),
    ],
)
def test_a_priority_holds_until_the_next_such_day_unless_it_names_the_year(
    text: str, last: date | None
) -> None:
    assert held_until(text, date(2026, 1, 5)) == last


DEEDS = [
    ("Q1 goal: get the Beacon pilot signed", "The Beacon pilot is signed."),
    ("Focus this quarter: hiring two engineers", "We hired the two engineers!"),
    ("Hire two engineers", "I hired two engineers last week."),
    ("Write the grant proposal", "I wrote the grant proposal."),
    ("Get the visa approved", "My visa was approved today."),
    ("Paint the garage", "Painted the garage on Saturday."),
    ("Sell the car", "The car is sold."), ("Sell the car", "We sold the car yesterday."),
    ("Move the office to Porto", "We moved the office to Porto."),
    ("Wants to hire a CFO", "We hired a CFO."),
    ("Goal for May: book the venue", "I booked the venue."),
    ("Q2 goals: the tax return", "The tax return is done."),
    ("Hiring a designer for Beacon", "We hired a designer for Beacon."),
]  # fmt: skip
UNDONE = [
    *(("Hire two engineers", said) for said in (
        "We hired one engineer.", "We are hiring two engineers.", "Tom hired two engineers.",
        "We have not hired the engineers yet.", "Acme hired an engineer.", "Engineers get tired.")),
    *(("Write the grant proposal", said) for said in (
        "I wrote the first chapter of the grant proposal.",
        "I wrote to Tom about the grant proposal.", "I wrote the budget of the grant proposal.")),
    *(("Sell the car", said) for said in (
        "Sold the bike.", "The car was almost sold.", "I tried to sell the car.",
        "If we sold the car we could fly.", "Should we have sold the car?")),
    *(("Get the visa approved", said) for said in (
        "The visa was not approved.", "Dana's visa was approved.")),
    *(("Paint the garage", said) for said in (
        "I painted the garage door.", "I painted half of the garage.",
        "I started painting the garage.")),
    *((f"{verb.capitalize()} the garden", f"I {past} the garden.") for verb, past in (
        ("keep", "kept"), ("improve", "improved"), ("run", "ran"), ("study", "studied"),
        ("lead", "led"), ("grow", "grew"))),
    ("Focus on the planned migration", "We planned the migration."),
    ("Finish the report", "I reported it."),
    ("Move the office to Porto", "We moved the office to Rome."),
    ("Move the office to Porto", "We moved the meeting."),
    ("Learn Portuguese", "I learned a word."),
    ("Hiring a designer for Beacon", "We hired a designer for Atlas."),
    ("Hire a CFO", "We hired a CFO search firm."),
]  # fmt: skip


@pytest.mark.parametrize(("text", "said"), DEEDS)
def test_what_was_to_be_done_is_over_once_it_is_said_to_be_done(text: str, said: str) -> None:
    assert is_said_over(text, [said])


@pytest.mark.parametrize(("text", "said"), UNDONE)
def test_what_is_done_in_part_to_another_or_not_yet_leaves_it(text: str, said: str) -> None:
    assert not is_said_over(text, [said])
