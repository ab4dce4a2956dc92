import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from benching import folds, pruned
from benching.corpora import read
from benching.measures import measured

from memoryd.search import asking, fusion, ranking, vectors
from memoryd.search.embedding import missing

PROJECT = Path(__file__).parents[2]
LOCOMO = PROJECT.parent / "shared/data/locomo-dev.json"
ROWS = {
    "id": "small",
    "docs": [
        {"id": "a", "text": "Ana keeps bees on the roof", "session": "s1", "date": "2026-01-02"},
        {"id": "b", "text": "Ben sold his canoe", "session": "s2", "date": "2026-01-09"},
    ],
    "queries": [
        {"text": "Who keeps bees?", "gold": ["a"], "category": "single-hop"},
        {"text": "What did Ben sell?", "gold": ["b"], "category": "single-hop"},
    ],
}


def bench(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(PROJECT / "scripts/bench"), *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("store", [(), ("--store",)])
def test_every_system_is_judged_on_the_same_questions(
    tmp_path: Path, store: tuple[str, ...]
) -> None:
    path = tmp_path / "rows.json"
    path.write_text(json.dumps([ROWS]))

    done = bench("recall", str(path), *store)

    assert done.stderr == ""
    rows = [line.split(" | ") for line in done.stdout.splitlines() if "memoryd lexical" in line]
    assert rows[0][1:3] == ["100.0", "100.0"]
    assert "fts5 +spk+date w2" in done.stdout
    assert ("memoryd hybrid" in done.stdout) == (missing() is None)
    product = [line for line in done.stdout.splitlines() if line.startswith("| the product, words")]
    assert bool(product) == bool(store)
    assert all("| 100.0 | 100.0 |" in line or "100.0 (100-100)" in line or "100.0 / 100.0" in line
               for line in product)  # fmt: skip


def test_each_conversation_is_judged_by_constants_chosen_without_it(tmp_path: Path) -> None:
    path = tmp_path / "rows.json"
    path.write_text(json.dumps([{**ROWS, "id": name} for name in ("one", "two", "three")]))

    done = bench("folds", str(path))

    assert done.stderr == ""
    rows = [line.strip("| \n").split(" | ") for line in done.stdout.splitlines()]
    assert [row[:4] for row in rows[2:]] == [
        [name, size, "100.0", "100.0"]
        for name, size in {"one": "2", "two": "2", "three": "2", "all": "6"}.items()
    ]
    assert len({len(row) for row in rows}) == 1


def test_the_constants_of_the_product_can_be_chosen_and_stay_what_they_are() -> None:
    before = dict(vars(ranking))
    for value, values in zip(folds.shipped(), folds.GRID.values(), strict=True):
        assert value in values
    assert fusion.WEIGHT in folds.WEIGHTS
    with folds.ranked_by(tuple(values[0] for values in folds.GRID.values())):
        assert (ranking.BEFORE, ranking.NAME) == ((0.0, 0.0), 1.0)
    assert dict(vars(ranking)) == before


def test_one_conversation_alone_cannot_be_left_out(tmp_path: Path) -> None:
    path = tmp_path / "rows.json"
    path.write_text(json.dumps([ROWS]))

    done = bench("folds", str(path))

    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "two of them" in done.stderr


DOCS, QUERIES = ROWS["docs"], ROWS["queries"]
TALK = {"session_1": [{"dia_id": "D1:1", "speaker": "Ana", "text": "I keep bees"}]}
ASKED = {"question": "Bees?", "evidence": ["D1:1"], "category": 4}


@pytest.mark.parametrize(
    "found",
    [
        {"x": 1}, [], {}, [1], 3, None, "docs", [[]], [ROWS, 4], [ROWS, {}],
        [{"docs": []}], [{"docs": 1, "queries": []}], [{**ROWS, "queries": 1}],
        [{**ROWS, "docs": [{"id": "a"}]}], [{**ROWS, "docs": [*DOCS, {"id": 1, "text": "x"}]}],
        [{**ROWS, "docs": [{**DOCS[0], "text": None}]}],
        [{**ROWS, "docs": [{**DOCS[0], "text": ["x"]}]}],
        [{**ROWS, "docs": [{**DOCS[0], "session": 1}]}],
        [{**ROWS, "docs": [{**DOCS[0], "date": "yesterday"}]}],
        [{**ROWS, "queries": [{**QUERIES[0], "date": "8 May"}]}],
        [{**ROWS, "queries": [{**QUERIES[0], "text": 5}]}],
        [{**ROWS, "queries": [{**QUERIES[0], "gold": 5}]}],
        [{**ROWS, "queries": [{**QUERIES[0], "maxpos": "3"}]}],
        [{**ROWS, "queries": [{**QUERIES[0], "maxpos": -1}]}],
        [{**ROWS, "docs": [{**DOCS[0], "text": "\ud800"}]}],
        [{**ROWS, "queries": [{"text": "Who?"}]}],
        [{"conversation": {}}], [{"conversation": 1, "qa": [], "sample_id": 1}],
        [{"conversation": {"session_1": [{}]}, "qa": [ASKED], "sample_id": 1}],
        [{"conversation": TALK, "qa": [{**ASKED, "category": 9}], "sample_id": 1}],
        {"dialogues": 3}, {"dialogues": [1]}, {"dialogues": [{"session_uuid": "s"}]},
    ],
)  # fmt: skip
def test_a_file_of_another_shape_is_refused_by_name(tmp_path: Path, found: object) -> None:
    path = tmp_path / "rows.json"
    path.write_text(json.dumps(found))

    with pytest.raises(ValueError, match=r"rows\.json: neither LoCoMo's, .*shape \(.+\)$") as told:
        read(path)
    assert "\n" not in str(told.value)


@pytest.mark.parametrize(
    "found",
    [
        [{**ROWS, "queries": []}],
        [{**ROWS, "queries": [{**QUERIES[0], "gold": []}]}],
        [{**ROWS, "queries": [{**QUERIES[0], "gold": ["nowhere"]}]}],
        [{"conversation": TALK, "qa": [], "sample_id": 1}],
        [{"conversation": TALK, "qa": [{**ASKED, "evidence": ["D9:9"]}], "sample_id": 1}],
        {"dialogues": []},
    ],
)
def test_a_file_without_a_question_that_it_answers_is_refused_by_name(
    tmp_path: Path, found: object
) -> None:
    path = tmp_path / "rows.json"
    path.write_text(json.dumps(found))

    with pytest.raises(ValueError, match=r"rows\.json: no question in it has an answer in it"):
        read(path)


def test_what_a_row_leaves_open_may_be_null(tmp_path: Path) -> None:
    path = tmp_path / "rows.json"
    docs = [{"id": "a", "text": "bees", "session": None, "speaker": None, "date": None}]
    queries = [{"text": "Bees?", "gold": ["a"], "gold_sessions": None, "date": None}]
    path.write_text(json.dumps({"docs": docs, "queries": queries}))

    [corpus] = read(path)

    assert (corpus.docs[0].speaker, corpus.docs[0].day) == ("", "")
    assert corpus.queries[0].gold_sessions == {""}


@pytest.mark.parametrize("verb", ["recall", "folds"])
@pytest.mark.parametrize("bad", ["unknown.json", ".", "binary.json", "cut.json", "deep.json"])
def test_a_file_that_cannot_be_read_is_told_in_one_line(
    tmp_path: Path, verb: str, bad: str
) -> None:
    (tmp_path / "binary.json").write_bytes(b"\xff\x00PK")
    (tmp_path / "cut.json").write_text(json.dumps([ROWS])[:-9])
    (tmp_path / "deep.json").write_text("[" * 100_000)

    done = bench(verb, str(tmp_path / bad))

    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith("scripts/bench: ")
    assert str(tmp_path / bad) in done.stderr


def test_questions_that_are_asked_in_between_are_not_put_to_one_store(tmp_path: Path) -> None:
    path = tmp_path / "rows.json"
    path.write_text(json.dumps([{**ROWS, "queries": [{**QUERIES[0], "maxpos": 1}]}]))

    done = bench("recall", str(path), "--store")

    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "--store" in done.stderr


def odd(
    name: str, texts: list[str], *asked: str, gold: str = "0", **more: object
) -> dict[str, Any]:
    """A corpus of a session a text, each question answered by the first of them."""
    docs = [{"id": str(at), "text": text, "session": f"s{at % 2}"} for at, text in enumerate(texts)]
    return {"id": name, "docs": docs,
            "queries": [{"text": text, "gold": [gold, "0"], **more} for text in asked]}  # fmt: skip


ODD = [
    odd("han", ["我的猫叫小白", "今天下雨了", "我买了一本书"], "猫叫什么名字"),
    odd("thai", ["แมวของฉัน", "ฝนตก"], "แมว"),
    odd("no word", ["bees", "roof"], "???", "🎉", "", "  ", "\x00", '" OR *'),
    odd("signs", ["🎉", "🐝"], "🎉"),
    odd("one", ["bees"], "bees"),
    odd("empty", ["", " "], "bees"),
    odd("long", ["bees roof " * 10_000, "canoe"], "bees", "bees " * 30_000),
    odd("elsewhere", ["bees", "roof"], "bees", gold="nowhere"),
    odd("nothing told", ["bees", "roof"], "bees", maxpos=0),
]


@pytest.mark.parametrize("corpus", ODD, ids=lambda corpus: corpus["id"])
def test_whatever_is_told_and_asked_is_judged(tmp_path: Path, corpus: dict[str, Any]) -> None:
    path = tmp_path / "rows.json"
    path.write_text(json.dumps([corpus]))

    done = bench("recall", str(path))

    assert (done.returncode, "Traceback" in done.stderr) == (0, False)
    assert "memoryd lexical" in done.stdout
    assert ("memoryd hybrid" in done.stdout) == (missing() is None)


def test_a_session_that_goes_on_later_is_searched_as_a_whole(tmp_path: Path) -> None:
    path = tmp_path / "rows.json"
    found = odd("again", ["bees", "roof", "canoe", "soup"], "bees")
    later = {"text": "bees", "gold": ["0"], "maxpos": 3}
    path.write_text(json.dumps([{**found, "queries": [*found["queries"], later]}]))

    done = bench("recall", str(path))

    rows = [line for line in done.stdout.splitlines() if line.startswith("| memoryd lexical | 1")]
    assert rows[0].startswith("| memoryd lexical | 100.0 | 100.0 |")


@pytest.mark.parametrize("sizes", [["--", "-5"], ["0"], ["400", "0"]])
def test_a_size_that_is_none_is_refused_in_one_line(sizes: list[str]) -> None:
    done = bench("scale", *sizes)

    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "scale" in done.stderr


def test_sizes_are_measured() -> None:
    done = bench("scale", "400")

    assert done.stdout.splitlines()[-1].startswith("| 400 | ")


@pytest.mark.parametrize(
    ("ranked", "gold", "name", "value"),
    [("ab", "a", "hit@1", 1), ("ba", "a", "hit@1", 0), ("bba", "a", "MRR", 0.5),
     ("ab", "ac", "R@10", 0.5), ("abc", "ac", "all@10", 1), ("", "a", "nDCG@10", 0),
     ("ac", "ac", "nDCG@10", 1)],
)  # fmt: skip
def test_measures_are_the_usual_ones(ranked: str, gold: str, name: str, value: float) -> None:
    assert measured(ranked, frozenset(gold))[name] == value


@pytest.mark.shared
@pytest.mark.skipif(not LOCOMO.exists(), reason="the benchmark data is not beside the checkout")
def test_malformed_evidence_is_read_as_it_was_meant() -> None:
    corpora = read(LOCOMO)

    assert all(query.gold <= {doc.id for doc in c.docs} for c in corpora for query in c.queries)
    assert sum(len(corpus.queries) for corpus in corpora) == 927


def test_what_pruning_leaves_out_is_told(tmp_path: Path) -> None:
    path = tmp_path / "rows.json"
    path.write_text(json.dumps([{**ROWS, "id": name} for name in ("one", "two")]))

    done = bench("pruned", str(path))

    assert done.stderr == ""
    rows = [line.strip("| \n").split(" | ") for line in done.stdout.splitlines()[2:]]
    assert {tuple(row[:6]) for row in rows} >= {
        ("rows.json", str(2 * len(DOCS)), "4", "words", "1.000", "1.000")
    }


def test_a_search_that_leaves_out_nothing_has_no_bounds_and_they_come_back() -> None:
    before = (asking.POSTINGS, asking.SCENES, vectors.CUT)
    with pruned.unpruned():
        assert min(asking.POSTINGS, asking.SCENES, vectors.CUT) > 10**9
    assert before == (asking.POSTINGS, asking.SCENES, vectors.CUT)
