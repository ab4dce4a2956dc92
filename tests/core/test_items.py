"""items.json: what is read, where an error stands, and bytes that come back as they went."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.core.entity import Ref
from memoryd.core.fact import Category, Fact, Status
from memoryd.core.items import dump_items, fact_as_json, fact_from_json, parse_items
from memoryd.core.ledger import Ledger
from memoryd.errors import CorruptFileError
from tests.pace import grows_in_line

SARAH = Ref("people", "sarah")
PATH = "areas/people/sarah/items.json"


def row(fact_id: str = "sarah-001", **more: Any) -> dict[str, Any]:
    base = {"id": fact_id, "fact": "Likes tea", "timestamp": "2026-01-05", "status": "active"}
    return base | more


def read(raw: bytes | str, base: Ledger | None = None) -> Ledger:
    return parse_items(raw if isinstance(raw, bytes) else raw.encode(), SARAH, path=PATH, base=base)


def trouble(raw: bytes | str) -> tuple[int, int, str]:
    with pytest.raises(CorruptFileError) as caught:
        read(raw)
    assert str(caught.value).startswith(f"{PATH}:{caught.value.line}:{caught.value.column}: ")
    return caught.value.line, caught.value.column, caught.value.rule


def broken(text: str, bad: str) -> tuple[int, int, str]:
    """Where `bad` stands in the text, as a person counts, and the rule that was named."""
    line, column, rule = trouble(text)
    lines = text.split("\n")
    assert lines[line - 1][column - 1 :].startswith(bad), (line, column, rule)
    return line, column, rule


def pretty(*rows: dict[str, Any]) -> str:
    return json.dumps(rows, indent=2, ensure_ascii=False)


@pytest.mark.parametrize(
    ("change", "at", "rule"),
    [
        ({"status": "gone"}, '"status"', "active or superseded"),
        ({"status": []}, '"status"', "active or superseded"),
        ({"status": None}, '"status"', "active or superseded"),
        ({"fact": ""}, '"fact"', "no text"),
        ({"fact": 7}, '"fact"', "no text"),
        ({"timestamp": "soon"}, '"timestamp"', "must be a day"),
        ({"timestamp": "2026-02-30"}, '"timestamp"', "must be a day"),
        ({"timestamp": "2026-02-15 and later"}, '"timestamp"', "must be a day"),
        ({"timestamp": "٢٠٢٦-٠٢-\u0661\u0665"}, '"timestamp"', "must be a day"),
        ({"source": 1}, '"source"', "must be text"),
        ({"category": {}}, '"category"', "must be text"),
        ({"lastAccessed": 5}, '"lastAccessed"', "must be text"),
        ({"relatedEntities": "people/x"}, '"relatedEntities"', "list of texts"),
        ({"relatedEntities": [1]}, '"relatedEntities"', "list of texts"),
        ({"accessCount": -1}, '"accessCount"', "whole number"),
        ({"accessCount": True}, '"accessCount"', "whole number"),
        ({"accessCount": 1.5}, '"accessCount"', "whole number"),
        ({"supersededBy": "ghost-1"}, '"supersededBy"', "not in this file"),
        ({"supersededBy": "sarah-002"}, '"supersededBy"', "circle"),
        ({"id": "sarah-001"}, '"id"', "duplicate id"),
        ({"id": ""}, '"id"', "needs an id"),
        ({"id": "a\nb"}, '"id"', "needs an id"),
    ],
)
def test_a_rule_is_named_at_the_key_that_breaks_it(
    change: dict[str, Any], at: str, rule: str
) -> None:
    text = pretty(row(), row("sarah-002", note={"status": "ours", "id": [1]}) | change)

    line, _, named = broken(text, at)

    assert rule in named
    assert line > 7  # the second fact's, not the first's of the same key


@pytest.mark.parametrize(
    ("text", "at", "rule"),
    [
        ('[\n  {"id": "a", "status": "active"}\n]', '{"id"', "no text"),
        ("[\n  3\n]", "3", "must be an object"),
        ('{"items": []}', "{", "must be a JSON array"),
        ("{}", "{", "must be a JSON array"),
        ("", "", "must be a JSON array"),
        ("  \n ", "", "must be a JSON array"),
        ("null", "null", "must be a JSON array"),
        ("[]\n[]", "[", "text after"),
        ('[{"a":1}]\n[{"a":1}]', "[", "text after"),
        ("[\n]\nx", "x", "text after"),
        ("[\n  {},\n]", "]", "comma before"),
        ("[\n  {} {}\n]", "{", "expected a comma"),
        ('[\n  {"id": "a"', "", "not JSON"),
        ('[\n  {"id": }', "}", "not JSON"),
        ("[\n  {'id': 1}]", "'", "not JSON"),
        ('[\n  {"id": "a",\n   "n": NaN}]', "NaN", "not JSON"),
        ('[\n  {"NaN": "a",\n   "n": -Infinity}]', "-Infinity", "not JSON"),
        ('[\n  {"n": [1, 1e999]}]', "1e999", "too large"),
        ('[\n  {"n": ' + "9" * 5000 + "}]", "999", "too long"),
        ('[\n  {"id": "a",\n   "id": "b"}]', '"id": "b"', "stands twice"),
        ('[\n  {"fact": "half \\ud83d"}]', "\\ud83d", "half a character"),
        ('[\n  {"x": ["\\ud83d\\ude00 \\ude00"]}]', '\\ude00"', "half a character"),
        ("[\n<<<<<<< HEAD\n  {}\n=======\n]", "<<<<<<<", "conflict"),
        ("[\n=======\n]", "=======", "conflict"),
        ("[" * 100_000, "[", "nested too deeply"),
        ('[\n  {"id": "a", "status": "active", "x":' + "[" * 60 + "]" * 60 + "}]", '"x"', "deep"),
    ],
)  # fmt: skip
def test_what_is_no_ledger_is_named_with_its_place(text: str, at: str, rule: str) -> None:
    assert rule in broken(text, at)[2]


def test_a_byte_that_is_not_utf8_is_named_also_behind_a_byte_order_mark() -> None:
    raw = b'[\r\n  {"id": "a", "fact": "caf\xe9"}]'

    assert trouble(raw) == (2, 27, "byte 0xe9 is not UTF-8; save the file as UTF-8")
    assert trouble(b"\xef\xbb\xbf" + raw)[:2] == (2, 27)
    assert trouble('[\n  {"x": "é漢🦀'.encode() + b"\xff")[:2] == (2, 13)


def test_a_file_of_a_windows_editor_reads_like_any_other() -> None:
    text = pretty(row(fact="Mag Käse")).replace("\n", "\r\n")

    assert read(b"\xef\xbb\xbf" + text.encode()) == read(text)
    assert broken(text.replace('"active"', '"no"'), '"status"')[0] == 6


def test_words_that_look_like_a_conflict_are_only_words() -> None:
    text = pretty(row(fact="Types <<<<<<< HEAD and ======= in her sleep"))

    assert read(text).facts[0].fact.startswith("Types <<<<<<<")


def test_the_least_a_fact_needs_is_id_status_text_and_day() -> None:
    fact = read(pretty(row())).facts[0]

    assert (fact.category, fact.source, fact.related, fact.access_count) == (None,) * 4
    assert fact_as_json(fact) == row()


@pytest.mark.parametrize(
    "stamp",
    ["2026-02-15", "2026-02-15T09:15:00Z", "2026-02-15T09:15:00.5+01:00", "2026-02-15 09:15"],
)
def test_a_full_time_is_a_timestamp_too(stamp: str) -> None:
    assert read(pretty(row(timestamp=stamp))).facts[0].day == "2026-02-15"


def test_a_superseded_stub_takes_what_it_lacks_from_the_last_good_version() -> None:
    base = Ledger(SARAH, (Fact("sarah-001", "Likes tea", "2026-01-05", source="remember"),))
    stub = {"id": "sarah-001", "status": "superseded", "supersededBy": "sarah-002"}

    fact = read(pretty(stub, row("sarah-002")), base).facts[0]

    assert (fact.fact, fact.timestamp, fact.source) == ("Likes tea", "2026-01-05", "remember")
    assert "no text" in trouble(pretty(stub, row("sarah-002")))[2]


@pytest.mark.parametrize("chain", [("b", "c", "a"), ("b", "c", "b"), ("a",)])
def test_each_circle_is_named(chain: tuple[str, ...]) -> None:
    links = dict(zip("abc", chain, strict=False))
    rows = [row(i, status="superseded", supersededBy=by) for i, by in links.items()]
    rows += [row(i) for i in "abc" if i not in links]

    assert "circle" in trouble(pretty(*rows))[2]


def test_a_chain_of_facts_is_read_in_proportion_to_its_length() -> None:
    def chain(count: int) -> bytes:
        rows = [row(f"sarah-{n:05}", status="superseded", supersededBy=f"sarah-{n + 1:05}")
                for n in range(count)]  # fmt: skip
        return pretty(*rows, row(f"sarah-{count:05}")).encode()

    files = {count: chain(count) for count in (50, 624, 625, 5_000)}
    assert len(read(files[5_000]).facts) == 5_001
    assert grows_in_line(lambda size: read(files[size]), 5_000)


_TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
_JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.floats(allow_nan=False,
    allow_infinity=False) | _TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_TEXT, inner, max_size=3),
    max_leaves=6,
)  # fmt: skip
_DAYS = st.dates().map(lambda day: f"{day:%Y-%m-%d}".rjust(10, "0"))
_KNOWN = {"id", "fact", "category", "timestamp", "source", "status", "supersededBy",
          "relatedEntities", "lastAccessed", "accessCount"}  # fmt: skip


@st.composite
def ledgers(draw: st.DrawFn) -> Ledger:
    """Any ledger that may stand in a file, with keys nobody knows."""
    count = draw(st.integers(0, 6))
    facts = []
    for n in range(count):
        by = draw(st.none() | st.integers(n + 1, count - 1).map(lambda m: f"sarah-{m:03}")
                  if n + 1 < count else st.none())  # fmt: skip
        facts.append(
            Fact(
                f"sarah-{n:03}",
                draw(_TEXT.filter(str.strip)),
                draw(_DAYS),
                category=draw(st.none() | st.sampled_from(Category).map(str)),
                source=draw(st.none() | _TEXT),
                status=Status.SUPERSEDED if by else Status.ACTIVE,
                superseded_by=by,
                related=draw(st.none() | st.lists(_TEXT, max_size=2).map(tuple)),
                last_accessed=draw(st.none() | _DAYS),
                access_count=draw(st.none() | st.integers(0, 10**9)),
                extra=draw(st.dictionaries(_TEXT.filter(lambda k: k not in _KNOWN), _JSON,
                                           max_size=2)),
            )
        )  # fmt: skip
    return Ledger(SARAH, tuple(facts))


@given(ledgers())
def test_a_ledger_written_and_read_is_the_same_with_unknown_keys(ledger: Ledger) -> None:
    raw = dump_items(ledger)

    assert read(raw) == ledger
    assert dump_items(read(raw)) == raw
    assert [fact_from_json(fact_as_json(fact)) for fact in ledger.facts] == list(ledger.facts)


@given(st.binary(max_size=200) | st.text(max_size=200).map(lambda t: f'[{{"id":{t}}}]'.encode(
    errors="surrogatepass")))  # fmt: skip
def test_any_bytes_are_a_ledger_or_an_error_with_a_place(raw: bytes) -> None:
    place = (1, 1)
    try:
        read(raw)
    except CorruptFileError as err:
        place = (err.line, err.column)
    assert min(place) >= 1
