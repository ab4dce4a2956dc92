"""Date phrases: what they mean, seen from the day they were said, and what is no date at all."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.core.when import dates_in, day_meant, names_no_day

ANCHOR = date(2023, 5, 24)  # a Wednesday


def days(text: str, anchor: date = ANCHOR) -> list[str]:
    """Write the spans of a text as 2023-05-15..21 or 2023-05-23."""
    spans = dates_in(text, anchor)
    return [f"{s.first}" if s.first == s.last else f"{s.first}..{s.last}" for s in spans]


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("filed on 2026-02-15", "2026-02-15"),
        ("at 2026-02-15T09:00Z", "2026-02-15"),
        ("on 15 Feb 2026", "2026-02-15"),
        ("the 15th of February 2026", "2026-02-15"),
        ("February 15th, 2026", "2026-02-15"),
        ("15.02.2026", "2026-02-15"),
        ("15. Februar 2026", "2026-02-15"),
        ("2/15/2026", "2026-02-15"),
        ("15/2/2026", "2026-02-15"),
        ("3/3/2026", "2026-03-03"),
        ("we met February 15", "2023-02-15"),
        ("we met November 3", "2022-11-03"),
        ("Beacon launches on March 15", "2024-03-15"),
        ("done by march 3", "2024-03-03"),
        ("this October 15th, 2026", "2026-10-15"),
        ("May 2021", "2021-05-01..2021-05-31"),
    ],
)
def test_a_calendar_date_is_read_in_its_usual_spellings(text: str, meant: str) -> None:
    assert days(text) == [meant]


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("today", "2023-05-24"),
        ("this morning", "2023-05-24"),
        ("tonight", "2023-05-24"),
        ("yesterday", "2023-05-23"),
        ("last night", "2023-05-23"),
        ("the day before yesterday", "2023-05-22"),
        ("tomorrow", "2023-05-25"),
        ("the day after tomorrow", "2023-05-26"),
        ("3 days ago", "2023-05-21"),
        ("two weeks ago", "2023-05-08..2023-05-14"),
        ("a month ago", "2023-04-01..2023-04-30"),
        ("10 years ago", "2013-01-01..2013-12-31"),
        ("I went to Paris last week", "2023-05-15..2023-05-21"),
        ("last weekend", "2023-05-20..2023-05-21"),
        ("last month", "2023-04-01..2023-04-30"),
        ("last year", "2022-01-01..2022-12-31"),
        ("last Friday", "2023-05-19"),
        ("last May", "2022-05-01..2022-05-31"),
        ("last Wednesday", "2023-05-17"),
        ("this week", "2023-05-22..2023-05-28"),
        ("this year", "2023-01-01..2023-12-31"),
        ("this Friday", "2023-05-26"),
        ("next Friday", "2023-05-26"),
        ("next week", "2023-05-29..2023-06-04"),
        ("next month", "2023-06-01..2023-06-30"),
        ("we met on Friday", "2023-05-19"),
        ("we met on Wednesday", "2023-05-24"),
        ("we will meet on Friday", "2023-05-26"),
        ("we're going to meet on Friday", "2023-05-26"),
        ("in May", "2023-05-01..2023-05-31"),
        ("in june", "2022-06-01..2022-06-30"),
        ("since 2019", "2019-01-01..2019-12-31"),
        ("I'll be back in two weeks", "2023-06-05..2023-06-11"),
        ("three days from now", "2023-05-27"),
    ],
)
def test_a_relative_phrase_is_read_from_the_day_it_was_said(text: str, meant: str) -> None:
    assert days(text) == [meant]


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("gestern", "2023-05-23"),
        ("vorgestern", "2023-05-22"),
        ("heute Morgen", "2023-05-24"),
        ("wir treffen uns morgen", "2023-05-25"),
        ("letzte Woche", "2023-05-15..2023-05-21"),
        ("letzten Freitag", "2023-05-19"),
        ("am Montag", "2023-05-22"),
        ("im Mai", "2023-05-01..2023-05-31"),
        ("vor drei Tagen", "2023-05-21"),
        ("vor zwei Wochen", "2023-05-08..2023-05-14"),
        ("昨天", "2023-05-23"),
        ("明天下午三点开会", "2023-05-25"),
        ("前天", "2023-05-22"),
        ("上周", "2023-05-15..2023-05-21"),
        ("上周五", "2023-05-19"),
        ("三天前", "2023-05-21"),
        ("昨日", "2023-05-23"),
        ("一昨日", "2023-05-22"),
        ("先週", "2023-05-15..2023-05-21"),
        ("2026年2月15日", "2026-02-15"),
        ("2026年2月", "2026-02-01..2026-02-28"),
        ("2026年", "2026-01-01..2026-12-31"),
        ("어제", "2023-05-23"),
    ],
)
def test_other_languages_say_the_same(text: str, meant: str) -> None:
    assert days(text) == [meant]


@pytest.mark.parametrize(
    "text",
    [
        "a few days ago",
        "some time back",
        "recently",
        "2/3/2026",
        "Feb 30",
        "30 Feb 2023",
        "0000-01-01",
        "99.99.9999",
        "9999 years ago",
        "every Friday",
        "Fridays are slow",
        "we may go",
        "we march 15 miles",
        "done in two weeks",
        "guten Morgen",
        "大前天",
        "version 1.2.3",
        "in 2000 lines",
        "issue 2026-02-15-3",
        "",
    ],
)
def test_what_is_vague_ambiguous_or_impossible_gives_no_date(text: str) -> None:
    assert days(text) == []


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("on 29 February", "2020-02-29"),
        ("Feb 29", "2020-02-29"),
        ("due by 29 February", "2024-02-29"),
        ("on 29 February 2024", "2024-02-29"),
    ],
)
def test_a_leap_day_without_its_year_is_the_nearest(text: str, meant: str) -> None:
    assert days(text) == [meant]


@pytest.mark.parametrize(
    "text",
    ["30 February", "February 30", "on the 31st of June", "29 February 2023", "2023-13-01",
     "2023-02-30", "31.02.1990", "30/02/1990", "45 March", "0 May", "I left on April 31, 2022."],
)  # fmt: skip
def test_a_day_that_does_not_exist_is_told_from_no_day(text: str) -> None:
    assert names_no_day(text, ANCHOR)


@pytest.mark.parametrize(
    "text",
    ["28 February", "29 February", "29 February 2024", "2/3/2026", "31 May", "2023-12-31", "May 23",
     "we march 45 miles", "version 1.2.3", "at 25:00", "in 2000 lines", "30 days ago", ""],
)  # fmt: skip
def test_a_day_that_does_exist_or_no_day_is_not(text: str) -> None:
    assert not names_no_day(text, ANCHOR)


def test_several_phrases_come_in_order_with_their_words_and_place() -> None:
    text = "Met yesterday, then on 2023-05-01."
    first, second = dates_in(text, ANCHOR)
    assert (first.words, second.words) == ("yesterday", "2023-05-01")
    assert text[first.start : first.end] == first.words
    assert text[second.start : second.end] == second.words


def test_the_longer_of_two_overlapping_phrases_wins() -> None:
    assert days("the day before yesterday") == ["2023-05-22"]
    assert days("in May 2021") == ["2021-05-01..2021-05-31"]


@pytest.mark.parametrize("anchor", [date.min, date.max])
def test_the_ends_of_the_calendar_raise_nothing(anchor: date) -> None:
    text = (
        "last week, next week, last year, next month, 9999 years ago, tomorrow, yesterday, Friday"
    )
    for words in (text, "this month we will meet in December"):
        assert all(span.first <= span.last for span in dates_in(words, anchor))


@given(st.text(max_size=200), st.dates())
def test_no_text_raises_and_every_span_is_a_real_range(text: str, anchor: date) -> None:
    for span in dates_in(text, anchor):
        assert span.first <= span.last
        assert text[span.start : span.end] == span.words


def test_a_very_long_text_is_read_in_linear_time() -> None:
    # The test's own time limit is the measure: quadratic work on this would take minutes.
    for piece in ("last ", "1", "in 1", "May ", " ", "vor 三天"):
        assert all(span.first <= span.last for span in dates_in(piece * 20_000, ANCHOR))


@pytest.mark.parametrize(
    ("when", "meant"),
    [
        ("2023-05-24", "2023-05-24"),
        ("2023-05-15", "2023-05-15"),
        ("2023-05-21", "2023-05-21"),
        ("2023-05-22", "2023-05-24"),
        ("2024-06-27", "2023-05-24"),
        ("last week", "2023-05-24"),
        ("", "2023-05-24"),
        (None, "2023-05-24"),
    ],
)
def test_a_proposed_day_stands_where_the_words_back_it(when: str | None, meant: str) -> None:
    said = [("I went to Paris last week", ANCHOR)]
    assert day_meant(when, said)[0] == date.fromisoformat(meant)


@pytest.mark.parametrize(
    ("text", "when", "last"),
    [
        ("I went to Paris last week", "2023-05-15", "2023-05-21"),
        ("I moved in April", "2023-04-01", "2023-04-30"),
        ("I moved in 2022", "2022-01-01", "2022-12-31"),
        ("I moved this month", "2023-05-01", "2023-05-24"),
        ("I moved in April 2022, on April 9, 2022", "2022-04-09", "2022-04-09"),
        ("I moved on May 3", "2023-05-03", "2023-05-03"),
        ("I've been vegan since April", "2023-04-01", "2023-05-24"),
        ("I've been vegan since early 2022", "2022-01-01", "2023-05-24"),
        ("I've been vegan since last month", "2023-04-01", "2023-05-24"),
        ("Ich bin seit April hier", "2023-04-01", "2023-05-24"),
        ("I moved", "2023-05-24", "2023-05-24"),
        ("I moved", None, "2023-05-24"),
    ],
)
def test_a_vague_phrase_may_mean_up_to_its_last_day_and_since_up_to_when_it_was_said(
    text: str, when: str | None, last: str
) -> None:
    assert day_meant(when, [(text, ANCHOR)])[1] == date.fromisoformat(last)
