# ruff: noqa: RUF001 - these signs are meant
"""What stands in the memory is found, however it is written there and in the question.

Each table holds one kind of false zero with its neighbours; every text stands among others.
"""

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from memoryd.core.gathering import of_talk
from memoryd.core.passage import Layer, Passage
from memoryd.core.turn import Line, Role, Turn
from memoryd.search.excerpt import excerpt
from memoryd.search.index import Index
from memoryd.search.successors import Hit
from memoryd.search.words import day_terms, terms

TODAY = date(2026, 2, 15)
MONTHS = """January February March April May June July August September October November
December""".split()
FILLER = "The kettle hums and rain drums on the old tin roof while nobody counts the hours. "


def note(text: str, path: str = "memory/a.md", **fields: object) -> Passage:
    return Passage(**{"path": path, "start_line": 1, "end_line": 1, "layer": Layer.NOTE,
                      "text": text, **fields})  # fmt: skip


def fact(number: int, text: str, by: int | None = None) -> Passage:
    return note(text, "areas/people/dana/items.json", layer=Layer.FACT, subject="Dana",
                fact=f"dana-{number:03}", superseded_by=by and f"dana-{by:03}")  # fmt: skip


def line(text: str, *, seq: int = 1, role: Role = Role.OPERATOR) -> Line:
    return Line(seq, Turn("a", "s", "l", datetime(2026, 2, 14, tzinfo=UTC), role, text))


@pytest.fixture
def index(tmp_path: Path) -> Iterator[Index]:
    with Index.open(tmp_path / "index.db", write=True) as opened:
        yield opened


def put(index: Index, *passages: Passage) -> None:
    with index.batch():
        for path in dict.fromkeys(passage.path for passage in passages):
            index.replace(path, "1", [passage for passage in passages if passage.path == path])


def ask(index: Index, query: str, *, today: date = TODAY, **options: bool) -> list[Hit]:
    return index.search(query, today=today, **options)


def texts(index: Index, query: str, **options: bool) -> list[str]:
    return [hit.passage.text for hit in ask(index, query, **options)]


@pytest.mark.parametrize("month", MONTHS)
def test_every_month_is_indexed_as_it_is_asked_for(month: str) -> None:
    day = date(2025, MONTHS.index(month) + 1, 3).isoformat()

    for asked in (month, month.lower(), month.upper(), f"in {month}", f"{month} 2025", day):
        wanted = set(terms(asked)) - {"in"}
        assert set(terms(month)) <= set(day_terms(day))
        assert wanted & set(day_terms(day)), asked


@pytest.mark.parametrize("month", MONTHS)
def test_a_month_finds_what_was_said_in_it(index: Index, month: str) -> None:
    put(index, *(
        note("Sarah came by", f"n/{at}", day=date(2025, at, 9).isoformat()) for at in range(1, 13)
    ))  # fmt: skip

    first = ask(index, f"Sarah {month}")[0]

    assert first.passage.path == f"n/{MONTHS.index(month) + 1}"


@pytest.mark.parametrize(
    ("query", "first", "last"),
    [
        ("what did I discuss with Sarah last week", "2026-02-02", "2026-02-08"),
        ("Sarah yesterday", "2026-02-14", "2026-02-14"),
        ("Sarah the day before yesterday", "2026-02-13", "2026-02-13"),
        ("Sarah on 2025-03-03", "2025-03-03", "2025-03-03"),
        ("Sarah in May", "2025-05-01", "2025-05-31"),
        ("Sarah, 12 May 2025", "2025-05-12", "2025-05-12"),
        ("what did Sarah say in 2024", "2024-01-01", "2024-12-31"),
        ("Sarah 3 weeks ago", "2026-01-19", "2026-01-25"),
        ("上周 Sarah", "2026-02-02", "2026-02-08"),
    ],
)
@pytest.mark.parametrize("order", [1, -1])
def test_days_asked_for_are_among_what_is_looked_at(
    index: Index, query: str, first: str, last: str, order: int
) -> None:
    """Notes of 700 days that all hold the word; written to the index forth or back."""
    days = [TODAY - timedelta(days=back) for back in range(700, -60, -1)][::order]
    put(index, *(
        note(f"Discussed the boat with Sarah, part {day:%j}", f"memory/{day}.md",
             day=day.isoformat()) for day in days
    ))  # fmt: skip

    found = [hit.passage.day or "" for hit in ask(index, query)]

    asked_for = sum(first <= day.isoformat() <= last for day in days)
    assert all(first <= day <= last for day in found[: min(asked_for, 10)]), found


@pytest.mark.parametrize(
    ("query", "order"),
    [
        ("dana-001", [3, 2, 1]),
        ("dana-002", [3, 2]),
        ("dana-004", [5, 4]),
        ("welder at Acme in Oslo", [3, 2, 1]),
        ("rows a red canoe", [5, 4]),
    ],
)
def test_history_finds_what_was_superseded_by_its_words_and_its_id(
    index: Index, query: str, order: list[int]
) -> None:
    put(index,
        fact(1, "Works as a welder at Acme in Oslo", by=2), fact(2, "Works at Borealis", by=3),
        fact(3, "Retired, lives in Oslo"), fact(4, "Rows a red canoe", by=5),
        fact(5, "Sold the canoe to somebody else, and bought another boat in the same week"),
        *(fact(at, f"Talked of Acme, Oslo, a welder, a canoe and dana-001 on trip {at}")
          for at in range(10, 15)))  # fmt: skip

    found = [hit.passage.fact for hit in ask(index, query, history=True)]

    assert found[: len(order)] == [f"dana-{number:03}" for number in order]


@pytest.mark.parametrize("place", [0.0, 0.25, 0.5, 0.9, 1.0])
@pytest.mark.parametrize("kinds", [80, 400, 700])
def test_a_long_prompt_finds_its_one_known_word_wherever_it_stands(
    index: Index, place: float, kinds: int
) -> None:
    put(index, note("Ordered the marquetry"), *(note(FILLER, f"n/{at}") for at in range(5)))
    pasted = [f"w{at:05}" for at in range(kinds)]
    pasted.insert(int(place * kinds), "marquetry")

    assert texts(index, " ".join(pasted))[:1] == ["Ordered the marquetry"]


def test_of_many_known_words_the_rarest_are_looked_for(index: Index) -> None:
    common = " ".join(f"c{at:03}" for at in range(120))
    put(index, note("Ordered the marquetry"), *(note(common, f"n/{at}") for at in range(60)))

    assert texts(index, f"{common} marquetry")[0] == "Ordered the marquetry"


@pytest.mark.parametrize("sized", [1_000, 2_500, 9_000, 60_000])
@pytest.mark.parametrize("script", [FILLER, "雨水敲打着旧铁皮屋顶没有人数着时间"])
def test_the_end_of_a_long_line_is_found(index: Index, sized: int, script: str) -> None:
    said = (script * (sized // len(script) + 1))[:sized]
    text = f"{said} the marquetry of 琉璃 is done"
    put(index, *of_talk("lines/a/s#d", [line(text, seq=7)], ZoneInfo("UTC"), "Alex"),
        *(note(FILLER, f"n/{at}") for at in range(5)))  # fmt: skip

    for query in ("marquetry", "琉璃"):
        best = ask(index, query)[0].passage
        assert (best.path, best.start_line, best.end_line) == ("lines/a/s#d", 7, 7)
        assert query in excerpt(best.text, query, 400)


def test_a_short_line_is_one_passage_as_it_is() -> None:
    said = "a  line\nas it was said "

    assert [p.text for p in of_talk("x", [line(said)], ZoneInfo("UTC"), "Alex")] == [said]


@pytest.mark.parametrize("role", [Role.OPERATOR, Role.ASSISTANT])
def test_parts_of_a_line_lose_no_word(role: Role) -> None:
    said = " ".join(f"word{at}" for at in range(5_000))
    parts = list(of_talk("x", [line(said, role=role)], ZoneInfo("UTC"), "Alex"))

    assert " ".join(part.text for part in parts).split() == said.split()
    assert all(len(part.text) <= 2_000 for part in parts)


@pytest.mark.parametrize(
    ("text", "query", "shown"),
    [
        (FILLER * 20 + "the marquetry is done", "marquetry", "marquetry"),
        (FILLER * 10 + "the marquetry is done. " + FILLER * 10, "Marquetries?", "marquetry"),
        (FILLER * 10 + "Dana waits. " + FILLER * 10 + "Dana planned a trip.", "Dana plans",
         "Dana planned"),
        ("雨水敲打着旧铁皮" * 90 + "琉璃" + "雨水敲打着旧铁皮" * 90, "琉璃", "琉璃"),
        (FILLER * 10 + "Budget: 48,500 euros." + FILLER * 9, "48500", "48,500"),
        (FILLER * 10 + "party 🦊 tonight." + FILLER * 9, "🦊?", "🦊"),
        (FILLER * 10, "nothing of it", FILLER[:60]),
        ("short and whole", "whole", "short and whole"),
    ],
)  # fmt: skip
def test_an_excerpt_shows_the_words_that_were_asked_for(text: str, query: str, shown: str) -> None:
    found = excerpt(text, query, 400)

    assert shown in found
    assert len(found) <= 400
    assert len(text) <= 400 or "…" in found


SIGNS = ["🦊", "✅", "🇩🇪", "👍", "❤", "⚠", "☃", "🎉", "→", "§", "€", "∑", "©", "½", "♪", "👨‍👩‍👧"]


@pytest.mark.parametrize("sign", SIGNS)
@pytest.mark.parametrize(
    "query",
    ["{}", "{}?", "{}!", "{}?!", "({})", "{}🛸", "🛸{}", "{}{}", "{}…", "“{}”", "what of {}?"],
)
def test_a_sign_is_found_whatever_stands_beside_it(index: Index, sign: str, query: str) -> None:
    put(index, *(note(f"{FILLER} 🐢", f"n/{at}") for at in range(3)), note(f"party {sign} tonight"))

    assert texts(index, query.replace("{}", sign))[:1] == [f"party {sign} tonight"]


@pytest.mark.parametrize(
    ("one", "other"),
    [("❤️", "❤"), ("👍🏽", "👍"), ("☀️", "☀"), ("party🎉", "🎉"), ("🇫🇷🇩🇪", "🇩🇪")],
)
def test_a_sign_is_found_in_its_other_forms(index: Index, one: str, other: str) -> None:
    put(index, note(f"so it was {one} then"), note(f"{FILLER} 🐢", "n/1"))

    assert texts(index, f"{other}!")[:1] == [f"so it was {one} then"]


WORDS = ["marquetry", "zuckerrübe", "Тапир", "图书馆", "dana-003", "48500"]
HIDDEN = ["\u00ad", "\u200b", "\u200c", "\u200d", "\u2060", "\ufeff", "\u200e", "\u200f", "\u061c",
          "\u202a", "\u2066", "\u180e", "\u034f", "\ufe0f", "\U000e0041", "\u2064"]  # fmt: skip


@pytest.mark.parametrize("hidden", HIDDEN)
@pytest.mark.parametrize(
    "word", ["marquetry", "zuckerrübe", "Тапир", "图书馆", "dana-003", "48500"]
)
def test_what_is_not_seen_parts_no_word(index: Index, hidden: str, word: str) -> None:
    broken = f"{word[:2]}{hidden}{word[2:]}"
    put(index, note(f"so it was {broken} then"), note(FILLER, "n/1"))
    put(index, note(f"now it is {word} here", "n/2"))

    for query in (word, broken):
        assert {"memory/a.md", "n/2"} == {hit.passage.path for hit in ask(index, query)[:2]}, query


def test_a_space_without_width_parts_words_as_well(index: Index) -> None:
    put(index, note("marquetry\u200btable"), note("a table stood there", "n/1"))

    assert {hit.passage.path for hit in ask(index, "table")} == {"memory/a.md", "n/1"}


NUMBERS = [
    ("48500", ["48,500", "48.500", "48 500", "48'500", "48’500", "48\u00a0500", "48\u202f500",
               "48_500", "$48,500.00", "48.500,00 €", "４８，５００", "٤٨٬٥٠٠"]),
    ("1000000", ["1,000,000", "1.000.000", "1 000 000", "1'000'000", "1\u2009000\u2009000",
                 "10,00,000"]),
    ("1000", ["1,000", "1'000", "1 000", "1.000", "€1,000/month", "1,000-ish"]),
]  # fmt: skip


@pytest.mark.parametrize(("plain", "grouped"), [(p, g) for p, many in NUMBERS for g in many])
def test_a_number_is_found_with_and_without_its_separators(
    index: Index, plain: str, grouped: str
) -> None:
    put(index, note(f"it was {grouped} then"), note(f"now {plain} here", "n/2"),
        *(note(f"{FILLER} 77 and 12,345", f"m/{at}") for at in range(3)))  # fmt: skip

    for query in (plain, grouped):
        assert {"memory/a.md", "n/2"} == {hit.passage.path for hit in ask(index, query)[:2]}, query


@pytest.mark.parametrize("text", ["3.5", "10:30", "v1.2.3", "192.168.1.1", "2,3", "1,2,3"])
def test_other_numbers_stay_as_they_are(text: str) -> None:
    assert not {"35", "1030", "123", "19216811", "23"} & set(terms(text))
