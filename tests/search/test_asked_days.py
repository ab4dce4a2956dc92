# ruff: noqa: RUF001 - these signs are meant
"""A question that names days is answered with these days, whatever else it says."""

from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

import pytest

from memoryd.core.passage import Layer, Passage
from memoryd.search.index import Index

TODAY = date(2026, 2, 16)  # a Monday
THINGS = "roof pump kettle ladder boat garden invoice engine window carpet".split()


def note(text: str, day: date, **fields: object) -> Passage:
    return Passage(**{"path": f"memory/{day}.md", "start_line": 1, "end_line": 1,
                      "layer": Layer.NOTE, "text": text, "day": day.isoformat(),
                      **fields})  # fmt: skip


@pytest.fixture
def index(tmp_path: Path) -> Iterator[Index]:
    with Index.open(tmp_path / "index.db", write=True) as opened:
        yield opened


def put(index: Index, *passages: Passage) -> None:
    with index.batch():
        for path in dict.fromkeys(passage.path for passage in passages):
            index.replace(path, "1", [passage for passage in passages if passage.path == path])


def year(index: Index) -> None:
    """Put a note of each of 400 days up to yesterday, none with a word of a date."""
    put(index, *(
        note(f"Sarah repaired the {THINGS[back % 10]}", TODAY - timedelta(days=back))
        for back in range(1, 400)
    ))  # fmt: skip


def days(index: Index, query: str, limit: int = 10) -> list[str]:
    hits = index.search(query, today=TODAY, limit=limit)
    return [hit.passage.day or "" for hit in hits]


YESTERDAY = ("2026-02-15", "2026-02-15")
LAST_WEEK = ("2026-02-09", "2026-02-15")


@pytest.mark.parametrize(
    ("query", "span"),
    [
        ("what did we talk about last week?", LAST_WEEK),
        ("What have we been discussing last week", LAST_WEEK),
        ("summary of last week", LAST_WEEK),
        ("any news from last week?", LAST_WEEK),
        ("notes from last week", LAST_WEEK),
        ("anything interesting yesterday?", YESTERDAY),
        ("how was my day yesterday", YESTERDAY),
        ("what was decided yesterday", YESTERDAY),
        ("meetings yesterday", YESTERDAY),
        ("give me an overview of yesterday", YESTERDAY),
        ("what's new yesterday", YESTERDAY),
        ("what were my plans last week", LAST_WEEK),
        ("was war gestern?", YESTERDAY),
        ("was war gestern los?", YESTERDAY),
        ("Was habe ich gestern gemacht?", YESTERDAY),
        ("worüber haben wir letzte Woche gesprochen?", LAST_WEEK),
        ("上周发生了什么？", LAST_WEEK),
        ("昨天做了什么", YESTERDAY),
        ("先週何がありましたか", LAST_WEEK),
        ("昨日は何をしましたか？", YESTERDAY),
        ("지난주에 무슨 일이 있었나요?", LAST_WEEK),
        ("어제 뭐 했어?", YESTERDAY),
        ("qué hice ayer", YESTERDAY),
        ("cosa ho fatto ieri", YESTERDAY),
    ],
)
def test_a_question_about_days_is_answered_with_these_days(
    index: Index, query: str, span: tuple[str, str]
) -> None:
    year(index)
    put(index, note("Somebody talks of a war, of a day and of was", date(2025, 12, 1), path="n"))

    found = days(index, query)

    of_span = [day for day in found if span[0] <= day <= span[1]]
    assert len(of_span) == (7 if span == LAST_WEEK else 1)
    assert found[0] in of_span


@pytest.mark.parametrize(
    "query", ["what happened last week", "上周发生了什么", "was war letzte Woche"]
)
def test_where_nothing_but_days_is_asked_for_they_come_before_all_that_holds_a_word(
    index: Index, query: str
) -> None:
    year(index)
    put(index, *(
        note(f"What happened last week, letzte Woche, 上周发生, was war: {at}",
             date(2025, 11, 1 + at), path=f"n/{at}") for at in range(20)
    ))  # fmt: skip

    assert sorted(days(index, query)[:7]) == [f"2026-02-{day:02}" for day in range(9, 16)]


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("Where is the passport that I got last week?", "passport"),
        ("Was sagte der Zahnarzt gestern zum Termin?", "Zahnarzt"),
    ],
)
def test_what_was_told_on_other_days_is_not_lost_behind_the_days_asked_for(
    index: Index, query: str, first: str
) -> None:
    year(index)
    put(index, note("The passport is in the drawer", date(2025, 12, 1), path="n/1"),
        note("Der Zahnarzt verschob den Termin", date(2025, 12, 1), path="n/2"),
        *(note(f"So it went on, {at}", date(2026, 2, 15), path=f"d/{at}") for at in range(20)),
        *(note(f"So it went on, {at}", date(2026, 2, 10), path=f"e/{at}")
          for at in range(20)))  # fmt: skip

    found = [hit.passage.text for hit in index.search(query, today=TODAY)][:2]

    assert any(first in text for text in found)


def test_words_of_the_days_asked_for_come_first_and_the_rest_of_the_days_fill_up(
    index: Index,
) -> None:
    year(index)
    put(index, note("Sarah sold the boat", date(2026, 2, 11), path="n"))

    hits = index.search("who sold something last week", today=TODAY)

    assert hits[0].passage.text == "Sarah sold the boat"
    assert len({hit.passage.day for hit in hits if LAST_WEEK[0] <= (hit.passage.day or "")}) == 7


def test_days_are_told_notes_first_each_day_once_before_any_twice(index: Index) -> None:
    lines = [
        note(f"line {at}", date(2026, 2, 9 + day), path=f"lines/{day}", layer=Layer.LINE)
        for day in range(7) for at in range(30)
    ]  # fmt: skip
    notes = [note(f"entry {at}", date(2026, 2, 9 + day), path=f"memory/{day}", start_line=at)
             for day in range(7) for at in range(3)]  # fmt: skip
    put(index, *lines, *notes)

    hits = index.search("what happened last week", today=TODAY, limit=30)

    told = [(hit.passage.text, hit.passage.day) for hit in hits]
    assert told[:7] == [("entry 0", f"2026-02-{day:02}") for day in range(15, 8, -1)]
    assert [text for text, _ in told[:21]] == [f"entry {at}" for at in range(3) for _ in range(7)]
    assert all(text.startswith("line") for text, _ in told[21:])


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("was war gestern?", "It was a war of words"),
        ("昨天的猫呢", "猫在屋顶上"),
        ("how was the boat yesterday", "The boat leaks"),
        ("지난주 집", "집 수리"),
    ],
)
def test_of_the_days_asked_for_what_holds_a_word_comes_first(
    index: Index, query: str, text: str
) -> None:
    put(index, *(note(f"So it went on, {at}", date(2026, 2, 15), path=f"d/{at}")
                 for at in range(9)), note(text, date(2026, 2, 15), path="b"),
        *(note(f"So it ended, {at}", date(2026, 2, 15), path=f"e/{at}")
          for at in range(9)))  # fmt: skip

    assert index.search(query, today=TODAY)[0].passage.text == text


@pytest.mark.parametrize("when", ["today", "this week", "this year", "heute", "今天"])
def test_what_holds_now_comes_before_what_was_told_today(index: Index, when: str) -> None:
    put(index, *(note(f"So it went on, {at}", TODAY, path=f"d/{at}") for at in range(9)),
        note("Dana is a welder", date(2024, 5, 1), path="b"))  # fmt: skip

    found = [hit.passage.text for hit in index.search(f"Dana {when}", today=TODAY)]

    assert found[0] == "Dana is a welder"
    assert found[1].startswith("So it went on")


def test_beside_meaning_the_days_asked_for_stay_first(index: Index) -> None:
    year(index)
    put(index, note("Somebody talks of it", date(2025, 12, 1), path="n"))
    (other,) = index.scored("somebody", today=TODAY, limit=1, also=list).scores

    found = index.scored("what happened last week", today=TODAY, limit=50, also=lambda: [other])
    scores = dict(found.scores)

    assert scores.pop(other) < 0.1 * min(scores.values())
