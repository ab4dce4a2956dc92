"""Several dates in one clause, dates that do not exist: no fact takes the day of its line for them.

The lines are said on Wednesday, 14 January 2026.
"""

import pytest

from tests.llm.offline_lines import held, read, said

KNOWN = (
    held("person", "Alex", "Works at Acme Corp", "Lives in Berlin"),
    held("company", "Acme Corp", "Employer of Alex"),
    held("person", "Dana", "Friend of Alex"),
    held("person", "Joan", "Wife of Alex"),
    held("person", "Emma", "Daughter of Alex"),
    held("project", "Beacon", "Decided on GraphQL"),
)


def dated(text: str) -> list[str]:
    """Return what is read of a line, each with its day, "-" where the line's own stands."""
    return [f"{p.entity.name}: {p.fact} {p.when or '-'}" for p in read(said(text), *KNOWN)]


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("Joan retired in 2010 and died in 2019.",
         ["Joan: Retired 2010-12-31", "Joan: Died 2019-12-31"]),
        ("Joan retired in 2010 and Emma graduated in 2020.",
         ["Joan: Retired 2010-12-31", "Emma: Graduated 2020-12-31"]),
        ("In 2010 Joan retired and in 2019 she died.",
         ["Joan: Retired 2010-12-31", "Joan: Died 2019-12-31"]),
        ("Joan retired on 3 May 2010, then died on 4 June 2019.",
         ["Joan: Retired 2010-05-03", "Joan: Died 2019-06-04"]),
        ("Dana was born in 1920 and died in 1999.",
         ["Dana: Born in 1920 1920-12-31", "Dana: Died 1999-12-31"]),
        ("I founded Tallow Labs in 2019 and sold it in 2024.",
         ["Alex: Founded Tallow Labs 2019-12-31"]),
        ("I bought a flat on 3 May 2019 and a car on 4 June 2021.",
         ["Alex: Bought a flat 2019-05-03"]),
        ("We launched Beacon in March 2020 and shut it down in June 2023.",
         ["Beacon: Launched 2020-03-31"]),
        ("I married Ana in 2005 and Eva in 2015.", ["Alex: Married Ana 2005-12-31"]),
        ("I retired in 2016, a year after my dad died in 2015.", ["Alex: Retired 2016-12-31"]),
        ("Dana died in 2019, ten years after she retired in 2009.", ["Dana: Died 2019-12-31"]),
        ("Dana graduated in 2008 before she moved to Oslo in 2010.",
         ["Dana: Graduated 2008-12-31"]),
        ("I graduated in 2008 and joined Siemens Ltd in 2010.",
         ["Alex: Graduated 2008-12-31", "Alex: Joined Siemens Ltd 2010-12-31"]),
        ("Dana retired last year and her husband in 2019.", ["Dana: Retired 2025-12-31"]),
        ("I got married in 2010, not in 2011.", ["Alex: Got married 2010-12-31"]),
    ],
)  # fmt: skip
def test_of_two_dates_each_verb_has_its_own(text: str, facts: list[str]) -> None:
    assert dated(text) == facts


@pytest.mark.parametrize(
    "text",
    [
        "I moved to Rome in 2015 and to Munich in 2018.",
        "I moved to Rome in 2015 and to Munich in 2018, then back to Oslo in 2020.",
        "In 2015 I moved to Rome and in 2018 to Munich.",
        "In 2015, I moved to Rome and in 2018 to Munich.",
        "Dana moved to Paris last month and to London last week.",
        "I joined Siemens Ltd in 2011 as an engineer and Bosch in 2016 as a lead.",
        "Dana started at Saab Ltd in 2013 and at Volvo in 2015.",
        "Dana started at Saab Ltd in 2013 before joining Volvo in 2015.",
        "Dana was promoted to director in 2018 and to vice president in 2021.",
        "We switched Beacon to Postgres in 2020 and to MySQL in 2023.",
        "I went vegan in 2015 and back to meat in 2018.",
    ],
)
def test_a_value_that_another_took_the_place_of_is_not_told(text: str) -> None:
    assert dated(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "I moved to Rome in 2015 or in 2016.",
        "I moved to Rome either in 2015 or in 2016.",
        "Between 2010 and 2015 I moved to Rome.",
        "I worked at Siemens Ltd from 2010 to 2015.",
        "I was on Beacon from May to July 2025.",
        "Dana moved to Oslo yesterday, Monday.",
    ],
)
def test_dates_that_leave_the_day_open_give_nothing(text: str) -> None:
    assert dated(text) == []


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("In 2015 I quit smoking and moved to Rome.", "Alex: Moved to Rome 2015-12-31"),
        ("I quit smoking in 2015 and moved to Rome.", "Alex: Moved to Rome 2015-12-31"),
        ("I quit smoking in 2015, and I moved to Rome.", "Alex: Moved to Rome 2015-12-31"),
        ("In June we moved to Bonn and Emma started school.", "Emma: Started school 2025-06-30"),
        ("In 2020, after the move, I joined Globex Inc.", "Alex: Joined Globex Inc 2020-12-31"),
        ("On 3 May 2019, a Friday, I married Ana.", "Alex: Married Ana 2019-05-03"),
        ("I moved to Rome in March and now work at Globex Inc.", "Alex: Works at Globex Inc -"),
        ("I retired in June and I love gardening.", "Alex: Loves gardening -"),
        ("I retired in June and my boss is James.", "James: Boss of Alex -"),
    ],
)
def test_what_is_told_on_is_of_the_day_told_before_it(text: str, fact: str) -> None:
    assert fact in dated(text)


def test_what_is_told_on_from_open_dates_has_no_day() -> None:
    assert dated("I studied in Rome from 2001 to 2005 and then moved to Bonn.") == []


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("I moved to Rome in 2015.", "Alex: Moved to Rome 2015-12-31"),
        ("In 2015 I moved to Rome.", "Alex: Moved to Rome 2015-12-31"),
        ("I moved to Rome in May last year.", "Alex: Moved to Rome 2025-05-31"),
        ("I moved to Rome last year in May.", "Alex: Moved to Rome 2025-05-31"),
        ("Dana retired in June two years ago.", "Dana: Retired 2024-06-30"),
        ("Dana retired on Monday last week.", "Dana: Retired 2026-01-05"),
        ("Dana retired on Monday, 12 January.", "Dana: Retired 2026-01-12"),
        ("I moved to Rome in 2015, and I like it.", "Alex: Moved to Rome 2015-12-31"),
        ("I moved to Rome in 2015, and I moved to Bonn in 2019.", "Alex: Moved to Bonn 2019-12-31"),
        ("Dana joined Stripe in 2020 and left Stripe in 2024.", "Dana: Left Stripe 2024-12-31"),
        ("Dana retired on 29 February.", "Dana: Retired 2024-02-29"),
        ("Dana retired on 29 February 2024.", "Dana: Retired 2024-02-29"),
        ("My birthday is 29 February.", "Alex: Birthday is 29 February -"),
        ("My birthday is 31 December 1980.", "Alex: Birthday is 31 December 1980 -"),
        ("My birthday is 1990-05-04.", "Alex: Birthday is 1990-05-04 -"),
        ("I get up at 5:30.", "Alex: Gets up at 5:30 -"),
        ("I go to bed at 23:15.", "Alex: Goes to bed at 23:15 -"),
    ],
)
def test_one_day_is_read_in_whatever_words(text: str, fact: str) -> None:
    assert fact in dated(text)


@pytest.mark.parametrize(
    "text",
    [
        "My birthday is 30 February.", "My birthday is February 30.",
        "My birthday is 31 June 1990.", "My birthday is on the 31st of September.",
        "My birthday is 29 February 1990.", "My birthday is 1990-13-01.",
        "My birthday is 31.02.1990.", "My birthday is 2/30/1990.", "My birthday is 45 March.",
        "I was born on 31 April 1990.", "Dana died on 31 June 2025.",
        "I joined Globex Inc on 31 April 2025.", "I moved to Rome on 2025-02-30.",
        "Beacon launches on 31 April.", "The deadline for Beacon is 30 February.",
        "We launched Beacon on 30 February.", "I get up at 25:00.", "I wake up at 7:75.",
    ],
)  # fmt: skip
def test_a_day_that_does_not_exist_gives_nothing(text: str) -> None:
    assert dated(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "My last day at Acme Corp is June 30.", "My last day at Acme Corp is in June.",
        "New job at Kestrel in May!", "My new job is at Kestrel in May.",
        "I work at Kestrel in June.", "In June I work at Kestrel.", "I work at Kestrel on Monday.",
        "I live in Munich in June.", "On Monday I live in Munich and work at Kestrel.",
        "Dana works at Globex Inc in June.", "Dana is the CEO of Lumo in June.",
        "Beacon is live on May 3.", "Beacon is live in May.", "Beacon is finished in June.",
        "Beacon is on hold in June.", "Dana is on Beacon in May.", "Dana works on Beacon in May.",
        "Emma is married in June.", "I am vegan in February.",
    ],
)  # fmt: skip
def test_a_day_without_a_year_is_the_next_one_where_no_verb_is_past(text: str) -> None:
    assert dated(text) == []


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("My last day at Acme Corp was June 30.", "Alex: Left Acme Corp 2025-06-30"),
        ("I started at Kestrel in May.", "Alex: Started at Kestrel 2025-05-31"),
        ("We finished Beacon in June.", "Beacon: Finished 2025-06-30"),
        ("I live in Munich since June.", "Alex: Lives in Munich 2025-06-01"),
        ("I've been vegan since May.", "Alex: Vegan 2025-05-01"),
        ("I work at Kestrel until June.", "Alex: Works at Kestrel -"),
        ("I live in Munich in January.", "Alex: Lives in Munich -"),
        ("I quit Acme Corp in May.", "Alex: Left Acme Corp 2025-05-31"),
        ("My sister Mia is getting married in June.", "Mia: Sister of Alex -"),
        ("My boss Omar wants reports on Friday.", "Omar: Boss of Alex -"),
        ("I love skiing in February.", "Alex: Loves skiing in February 2025-02-28"),
        ("Emma's birthday is June 30.", "Emma: Birthday is June 30 -"),
    ],
)  # fmt: skip
def test_a_past_verb_a_beginning_an_end_and_a_habit_keep_the_day_they_mean(
    text: str, fact: str
) -> None:
    assert fact in dated(text)
