import sqlite3
import stat
from collections.abc import Callable, Iterator
from datetime import date
from functools import partial
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memoryd.core.passage import Layer, Passage
from memoryd.core.value import replace
from memoryd.errors import BrokenIndexError, StoreError
from memoryd.search import words
from memoryd.search.database import remove
from memoryd.search.index import Index
from tests.pace import seconds

TODAY = date(2026, 2, 15)


def note(text: str, **fields: object) -> Passage:
    return Passage(**{"path": "memory/a.md", "start_line": 1, "end_line": 1, "layer": Layer.NOTE,
                      "text": text, **fields})  # fmt: skip


def fact(name: str, text: str, **fields: object) -> Passage:
    return note(text, path="areas/people/dana/items.json", layer=Layer.FACT, fact=name,
                entity="people/dana", subject="Dana", **fields)  # fmt: skip


@pytest.fixture
def index(tmp_path: Path) -> Iterator[Index]:
    with Index.open(tmp_path / "index.db", write=True) as opened:
        yield opened


def put(index: Index, *passages: Passage) -> None:
    for path in dict.fromkeys(passage.path for passage in passages):
        index.replace(path, "1", [passage for passage in passages if passage.path == path])


def texts(index: Index, query: str, **options: bool) -> list[str]:
    return [hit.passage.text for hit in index.search(query, today=TODAY, **options)]


NOISE = ["The kettle is red.", "Rain again, and the tram was late.", "They like the new garden."]


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("It's what she said about the tram", "it's"),
        ("see gateway/run.py for the loop", "gateway/run.py"),
        ("see gateway/run.py for the loop", "run.py"),
        ("write to ops@host.example", "ops@host.example"),
        ("why? nobody knows", "why?"),
        ("rewritten in C++ last year", "C++"),
        ("the list a,b was empty", "a,b"),
        ('a lone " stood there', '"'),
        ("a gate near( the river", "NEAR("),
        ("col: three of five", "col:"),
        ("a star * on the map", "*"),
        ("use -x to skip it", "-x"),
        ("party \N{CRAB} tonight", "\N{CRAB}"),
        ("Jos\u00e9 came by", "jose"),
        ("Jose came by", "Jose\u0301"),
        ("full width \uff24\uff41\uff4e\uff41", "dana"),
        ("she went to Lisbon", "Where did she go?"),
        ("bought a canoe", "who buys canoes"),
        ("to be or not to be", "to be or not to be"),
        ("Caroline paints", "Carolyne"),
        ("the warehouse in Rotterdam", "Roterdam"),
        ("ends in strange glyphs \u2603", "\u2603"),
        ("half of zebra7x stays", "ebra7"),
    ],
)
def test_what_people_type_finds_its_note(index: Index, text: str, query: str) -> None:
    put(index, *(note(noise, path=f"n/{at}") for at, noise in enumerate(NOISE)), note(text))

    assert texts(index, query)[0] == text


@pytest.mark.parametrize(
    ("text", "queries"),
    [
        (
            "北山咖啡馆的会员周三打九折",
            ["咖啡馆", "会员 折扣", "周三", "馆", "打折吗", "北山的咖啡"],
        ),
        ("明日は図書館でピアノの練習", ["図書館", "ピアノ", "本", "図", "練習は"]),
        ("수요일에 도서관에서 피아노 연습", ["도서관", "피아노를", "연습", "수"]),
        ("วันพุธซ้อมเปียโนที่ห้องสมุด", ["ห้องสมุด", "เปียโน", "พุธ", "ซ"]),
        ("Dana 喜欢 matcha 拿铁", ["dana 拿铁", "matcha", "喜欢什么", "拿"]),
        ("मीरा को चाय पसंद है", ["चाय", "मीरा"]),
    ],
)
def test_scripts_without_spaces_are_found_down_to_one_character(
    index: Index, text: str, queries: list[str]
) -> None:
    others = [
        "南湖书屋星期一休息",
        "昨日は雨でした",
        "어제는 비가 왔다",
        "เมื่อวานฝนตก",
        "कल बारिश थी",
    ]
    put(index, *(note(other, path=f"n/{at}") for at, other in enumerate(others)), note(text))

    for query in queries:
        if query != "本":  # stands nowhere in that note
            assert texts(index, query)[:1] == [text], query


@settings(max_examples=150, deadline=None,
          suppress_health_check=[HealthCheck.function_scoped_fixture])  # fmt: skip
@given(query=st.text(alphabet=st.characters(exclude_categories=[])), text=st.text())
def test_any_text_can_be_kept_and_asked(index: Index, query: str, text: str) -> None:
    put(index, note(text), note("a plain line", path="n/1"))

    index.search(query, today=TODAY)
    index.search(query, today=TODAY, group=True, history=True)


@settings(max_examples=150, deadline=None,
          suppress_health_check=[HealthCheck.function_scoped_fixture])  # fmt: skip
@given(text=st.text(min_size=1, max_size=200).filter(str.strip))
def test_a_note_asked_by_its_own_words_is_never_missed(index: Index, text: str) -> None:
    put(index, note(text), *(note(noise, path=f"n/{at}") for at, noise in enumerate(NOISE)))

    found = texts(index, text)

    assert text.encode("utf-8", "replace").decode() in found


@pytest.mark.parametrize("query", ["", " ", "\ud800", "x" * 100_000, "tram " * 20_000])
def test_no_size_and_no_character_raises(index: Index, query: str) -> None:
    put(index, note("the tram was late"))

    assert texts(index, query) == (["the tram was late"] if "tram" in query else [])


def test_a_long_prompt_still_finds_what_it_is_about(index: Index) -> None:
    talk = [note(f"Nothing much on day {day}, some coffee and a walk.", path=f"n/{day}")
            for day in range(60)]  # fmt: skip
    put(index, *talk, note("The quote for Meridian was 4,200 euros for two kiosks."), *talk[:1])
    filler = "Please look at the following and answer as well as you can, step by step. " * 50

    assert "Meridian" in texts(index, f"{filler} What did we quote Meridian? {filler}")[0]


def test_a_line_is_found_by_what_was_asked_before_it(index: Index) -> None:
    lines = ["How was the trip?", "What is your favourite instrument, Ana?", "The cello, always.",
             "Fine.", "It rained."]  # fmt: skip
    put(index, *(note(text, scene="s", start_line=at) for at, text in enumerate(lines)))

    assert texts(index, "Which instrument does Ana like?")[0] == "The cello, always."


def test_a_day_that_was_asked_for_comes_first_and_hides_nothing(index: Index) -> None:
    put(index, note("Dinner with Ben", path="n/1", day="2025-05-09"),
        note("Dinner with Ana", path="n/2", day="2025-11-09"),
        note("Dinner with Kim", path="n/3", day="2026-02-05"))  # fmt: skip

    assert texts(index, "dinner in May")[0] == "Dinner with Ben"
    assert texts(index, "dinner last week")[0] == "Dinner with Kim"
    assert len(texts(index, "dinner on 9 November 2025")) == 3
    assert texts(index, "last week") == ["Dinner with Kim"]


def test_an_id_and_a_path_come_before_all_that_mentions_them(index: Index) -> None:
    mention = note("dana-001 dana-001 was wrong, see areas/people/dana/items.json")
    put(index, mention, fact("dana-001", "Likes tea"), fact("dana-002", "Lives in Turin"))

    assert texts(index, "dana-001")[0] == "Likes tea"
    assert set(texts(index, "areas/people/dana/items.json")[:2]) == {"Likes tea", "Lives in Turin"}


@pytest.mark.parametrize(
    "query",
    [
        "{}", "{}?", "what is {}", "What is {}?", "({})", "`{}`", "“{}”", "'{}'", "[{}]", "**{}**",
        "tell me about {}, please", "{}'s text",
        "fact:{}", "{}是什么", "see {}.", "{}: what is it",
        "what do dana-001x and {} say about tea and milk",
    ],
)  # fmt: skip
@pytest.mark.parametrize("name", ["dana-002", "DANA-002", "Dana-002"])
def test_an_id_is_found_in_a_question_whatever_stands_beside_it(
    index: Index, query: str, name: str
) -> None:
    put(index, note("dana-002 dana dana: what is it, text, tell, fact, see"),
        fact("dana-001", "Likes tea and milk, what else"), fact("dana-002", "Lives in Turin"),
        *(fact(f"dana-{at:03}", f"What is said of {at}") for at in range(3, 20)))  # fmt: skip

    assert texts(index, query.replace("{}", name))[0] == "Lives in Turin"


@pytest.mark.parametrize("query", ["dana 002", "what is Dana 002?", "dana_002"])
def test_an_id_is_found_without_its_hyphen(index: Index, query: str) -> None:
    put(index, fact("dana-001", "Dana likes tea"), fact("dana-002", "Lives in Turin"))

    assert texts(index, query)[0] == "Lives in Turin"


PATH = "memory/2024-01-05.md"


@pytest.mark.parametrize(
    "query",
    [
        PATH, f"./{PATH}", f"/home/me/mem/{PATH}", f"~/mem/{PATH}", f"what is in {PATH}",
        f"what is in {PATH}?", f"`{PATH}`", f"[the note]({PATH})", f"{PATH}:1", f"{PATH}#L1",
        "2024-01-05.md", "what does 2024-01-05.md say", f"file:///home/me/{PATH}", f"看{PATH}。",
    ],
)  # fmt: skip
def test_a_path_is_found_in_a_question_however_it_is_written(index: Index, query: str) -> None:
    put(index, note(f"what is in the note, mem, {PATH}", path="memory/2024-02-05.md"),
        *(note(text, path=PATH, start_line=at, end_line=at, day="2024-01-05")
          for at, text in enumerate(["one", "two", "three"], start=1)))  # fmt: skip

    assert texts(index, query)[:3] == ["one", "two", "three"]


@pytest.mark.parametrize(
    ("lines", "first"),
    [(":5", "five"), (":6", "five"), ("#L9", "nine"), (":5-9", "five"), ("#L9-L12", "nine"),
     (":9:1", "nine"), (":77", "one")],
)  # fmt: skip
def test_of_a_path_with_a_line_what_stands_there_comes_first(
    index: Index, lines: str, first: str
) -> None:
    put(index, *(note(text, path=PATH, start_line=at, end_line=at + 1, day="2024-01-05")
                 for at, text in ((1, "one"), (5, "five"), (9, "nine"))))  # fmt: skip

    assert texts(index, f"what is at {PATH}{lines}?")[0] == first


def test_a_superseded_fact_shows_only_in_history_and_behind_its_successor(index: Index) -> None:
    put(index,
        fact("dana-001", "Works at Acme in Oslo as a welder", superseded_by="dana-002"),
        fact("dana-002", "Works at Borealis", superseded_by="dana-003"),
        fact("dana-003", "Retired"))  # fmt: skip

    assert texts(index, "works at Acme in Oslo as a welder") == []
    assert texts(index, "works at Acme in Oslo as a welder", history=True) == [
        "Retired", "Works at Borealis", "Works at Acme in Oslo as a welder",
    ]  # fmt: skip


def test_a_fact_that_ended_without_a_successor_shows_only_in_history(index: Index) -> None:
    put(index, fact("dana-001", "Allergic to peanuts", superseded_by=""),
        fact("dana-002", "Eats peanuts"))  # fmt: skip

    assert texts(index, "peanuts") == ["Eats peanuts"]
    assert "Allergic to peanuts" not in texts(index, "dana-001")
    assert sorted(texts(index, "peanuts", history=True)) == ["Allergic to peanuts", "Eats peanuts"]


def test_once_it_rests_no_term_of_what_was_written_stays_in_memory(index: Index) -> None:
    put(index, note("Zaphira met Quillon"))
    assert texts(index, "Zaphira")

    index.rest()

    kept = (words._split, words.stem)
    assert [each.cache_info().currsize for each in kept] == [0, 0]


def test_a_group_meets_only_its_own_table(index: Index) -> None:
    put(
        index, note("canary of the operator"), note("the kiosk project", path="n/1", for_group=True)
    )

    assert texts(index, "canary", group=True) == []
    assert texts(index, "kanary", group=True) == []
    assert texts(index, "kiosk", group=True) == ["the kiosk project"]
    assert (index.count(), index.count(group=True)) == (2, 1)
    before = index.search("kiosk", today=TODAY, group=True)
    put(index, *(note(f"kiosk again {at}", path=f"p/{at}") for at in range(20)))
    assert index.search("kiosk", today=TODAY, group=True) == before


def test_what_was_dropped_or_replaced_is_gone_with_its_words(index: Index, tmp_path: Path) -> None:
    put(index, note("about Zaphira"), note("about Quillon", path="n/1"))
    index.replace("memory/a.md", "2", [note("about nothing")])
    index.drop("n/1")
    index.drop("never there")

    assert texts(index, "Zaphira") == texts(index, "Quillon") == []
    assert index.stamps() == {"memory/a.md": "2"}
    with sqlite3.connect(tmp_path / "index.db") as db:
        words = {row[0] for row in db.execute("SELECT word FROM own_word")}
    assert words == {"about", "noth"}


def test_the_assistants_words_weigh_less(index: Index) -> None:
    put(
        index,
        note("the tram is blue", path="n/1", weight=0.8),
        note("the tram is blue", path="n/2"),
        note("the tram is blue", path="n/3", weight=0.8),
    )

    assert index.search("blue tram", today=TODAY)[0].passage.path == "n/2"


def half_a_batch(index: Index) -> None:
    with index.batch():
        index.replace("memory/a.md", "2", [note("lost")])
        raise ZeroDivisionError


def test_a_failed_batch_leaves_what_was(index: Index) -> None:
    put(index, note("kept"))

    with pytest.raises(ZeroDivisionError):
        half_a_batch(index)

    assert texts(index, "kept") == ["kept"]
    assert texts(index, "lost") == []
    put(index, note("lost and found"))
    assert texts(index, "lost") == ["lost and found"]


def test_reader_and_writer_share_a_private_file(index: Index, tmp_path: Path) -> None:
    path = tmp_path / "index.db"
    with Index.open(path, write=False) as reader:
        put(index, note("seen at once"))
        assert texts(reader, "seen") == ["seen at once"]
        with pytest.raises((StoreError, BrokenIndexError)):
            reader.drop("memory/a.md")
    for file in tmp_path.iterdir():
        assert stat.S_IMODE(file.stat().st_mode) == 0o600


def _truncated(path: Path) -> None:
    with path.open("r+b") as file:
        file.truncate(5_000)


def _garbled(path: Path) -> None:
    with path.open("r+b") as file:
        file.write(b"no database at all" * 300)


def _foreign(path: Path) -> None:
    remove(path)
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE something(x)")


def _other_version(path: Path) -> None:
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA user_version=999")


def _halved(path: Path) -> None:
    with path.open("r+b") as file:
        file.seek(4_096)
        file.write(b"\xff" * 60_000)


def use(path: Path, *, write: bool) -> None:
    with Index.open(path, write=write) as index:
        index.stamps()
        index.search("line", today=TODAY)
        index.replace("n/1", "2", [])


@pytest.mark.parametrize("harm", [_truncated, _garbled, _foreign, _other_version, _halved, remove])
@pytest.mark.parametrize("write", [True, False])
def test_a_damaged_index_is_told_and_can_be_built_anew(
    tmp_path: Path, harm: Callable[[Path], None], *, write: bool
) -> None:
    path = tmp_path / "index.db"
    with Index.open(path, write=True) as index:
        put(index, *(note(f"line {at} of many", path=f"n/{at}") for at in range(50)))
    harm(path)

    if not (harm is remove and write):
        with pytest.raises(BrokenIndexError):
            use(path, write=write)

    remove(path)
    with Index.open(path, write=True) as index:
        put(index, note("anew"))
        assert texts(index, "anew") == ["anew"]


def test_what_an_edit_costs_does_not_grow_with_the_memory(index: Index) -> None:
    facts = [
        fact(f"dana-{at:03}", f"Dana has habit number {at}: walking to the market at dawn")
        for at in range(60)
    ]
    put(index, *facts)

    def edit() -> float:
        once = partial(index.replace, facts[0].path, "again", facts)
        return min(seconds(once) for _ in range(5))

    alone = edit()
    with index.batch():
        for at in range(200):
            told = [replace(each, path=f"projects/p-{at}/items.json") for each in facts]
            index.replace(told[0].path, "1", told)

    assert edit() < 4 * alone + 0.02
