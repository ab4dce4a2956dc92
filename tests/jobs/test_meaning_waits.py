"""Words never wait for vectors: not for a model that hangs, is slow, or fills; nor mix indexes."""

import math
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("numpy", reason="needs memoryd[semantic]")

from memoryd.core.turn import Audience
from memoryd.errors import EmbeddingError
from memoryd.jobs.search import FILE, Finder, Query
from memoryd.search.embedding import LocalEmbedder, Questions, missing
from memoryd.search.index import Index
from memoryd.search.vectors import Vectors
from tests.search.meanings import Meanings
from tests.searched import NOW, SCOPE, Searched

LONG = 40.0


class Stopped(Meanings):
    """A model that answers nothing while `stop` is set, and counts who waits for it."""

    def __init__(self) -> None:
        super().__init__()
        self.goes = threading.Event()
        self.goes.set()
        self.waiting = 0

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        self.waiting += 1
        assert self.goes.wait(LONG)
        self.waiting -= 1
        return super().embed(texts)


class Odd(Meanings):
    """A model that gives something else than a vector for texts that hold a word."""

    def __init__(self, word: str, row: float) -> None:
        super().__init__()
        self.word, self.row = word, row

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        rows = super().embed(texts)
        return [
            [self.row] * self.size if self.word in text else row
            for text, row in zip(texts, rows, strict=True)
        ]


@pytest.fixture
def memory(tmp_path: Path) -> Searched:
    home = Searched(tmp_path)
    home.say("@person Sarah: plays the cello", day="2026-01-05")
    home.say("@project Beacon: uses REST", day="2026-01-13")
    home.say("We ate soup with oregano.", day="2026-01-14")
    home.beat()
    return home


@pytest.fixture
def made() -> Iterator[list[Finder]]:
    finders: list[Finder] = []
    yield finders
    for finder in finders:
        finder.close()


def finder_of(memory: Searched, model: Any, made: list[Finder]) -> Finder:
    made.append(Finder(memory.reader(), SCOPE, model))
    made[-1].await_vectors(lambda _: None)
    return made[-1]


def ask(finder: Finder, words: str) -> dict[str, Any]:
    return finder.search(Query(words, NOW, Audience.PRIVATE))


def until(true: Any) -> None:
    deadline = time.monotonic() + LONG
    while not true():
        assert time.monotonic() < deadline, "it never came"
        time.sleep(0.01)


def test_after_one_question_in_vain_none_waits_until_the_model_answered_again(
    memory: Searched, made: list[Finder]
) -> None:
    model = Stopped()
    finder = finder_of(memory, model, made)
    model.goes.clear()
    assert "busy" in ask(finder, "cello one")["degraded"]

    for number in range(100, 150):
        answer = ask(finder, f"cello {number}")
        assert (answer["mode"], answer["stale"]) == ("lexical", False)
        assert answer["results"][0]["snippet"] == "plays the cello"
    assert model.waiting == 1  # nor do they queue up before it

    model.goes.set()
    until(lambda: model.waiting == 0 and not finder._meaning.questions._late)  # type: ignore[union-attr]
    assert ask(finder, "cello at last")["mode"] == "hybrid"


def test_the_next_questions_take_none_of_the_time_that_the_first_waited() -> None:
    model = Stopped()
    model.goes.clear()
    questions = Questions(model)
    assert questions.begin("first").wait(0.01)[0] is None

    for number in range(100):  # a minute each, were they waited for
        assert questions.begin(str(number)).wait(60.0)[0] is None
    model.goes.set()
    until(lambda: not questions._late)
    assert questions.begin("again").wait(LONG)[0] is not None


def test_a_failing_model_is_not_waited_for_either() -> None:
    model = Stopped()
    model.goes.clear()
    questions = Questions(model)
    assert questions.begin("first").wait(0.01)[0] is None
    model.fails_after = 0
    model.goes.set()
    until(lambda: model.waiting == 0 and questions._on_the_way == 0)
    assert questions._late
    model.goes.clear()
    assert questions.begin("probe").wait(60.0)[0] is None
    model.fails_after = None
    model.goes.set()
    until(lambda: not questions._late)


# A model's process that is ready once a file is there, and goes when idle, as the real one does.
GATED = """
import array, json, os, socket, sys, time
from memoryd.search.embedding import DIMENSION, receive, send
while not os.path.exists(sys.argv[1]):
    time.sleep(0.01)
channel = socket.socket(fileno=0)
send(channel, b'{"ready": true}')
channel.settimeout(0.3)
while True:
    try:
        texts = json.loads(receive(channel))
    except OSError:
        break
    send(channel, array.array("f", [1.0] * DIMENSION * len(texts)).tobytes())
"""


def test_the_first_question_after_a_rest_is_answered_by_words_and_says_so(
    memory: Searched, made: list[Finder], tmp_path: Path
) -> None:
    gate = tmp_path / "gate"
    gate.touch()
    model = LocalEmbedder(program=(sys.executable, "-c", GATED, str(gate)))
    finder = finder_of(memory, model, made)
    until(lambda: model.pid is None)
    gate.unlink()

    for words in ("cello first", "cello second"):
        answer = ask(finder, words)
        assert answer["results"][0]["snippet"] == "plays the cello"
        assert (answer["mode"], answer["stale"]) == ("lexical", False)
        assert "ask again in a moment" in answer["degraded"]
        group = finder.search(Query(words, NOW, Audience.GROUP))
        assert (group["mode"], "may be missing" in group["degraded"]) == ("lexical", True)

    gate.touch()
    until(lambda: not finder._meaning.questions._late)  # type: ignore[union-attr]
    answer = ask(finder, "cello third")
    assert (answer["mode"], answer["degraded"]) == ("hybrid", None)


@pytest.mark.skipif(missing() is not None, reason="needs memoryd[semantic]")
def test_so_it_is_with_the_real_model(memory: Searched, made: list[Finder]) -> None:
    model = LocalEmbedder(idle=0.2)
    finder = finder_of(memory, model, made)
    for rest in range(2):
        until(lambda: model.pid is None)
        first = ask(finder, f"string instrument {rest}")
        assert (first["mode"] == "hybrid") is (first["degraded"] is None)
        assert first["degraded"] is None or "ask again in a moment" in first["degraded"]
        until(lambda: not finder._meaning.questions._on_the_way)  # type: ignore[union-attr]

        again = ask(finder, f"string instrument {rest}")
        assert (again["mode"], again["degraded"]) == ("hybrid", None)
        assert again["results"][0]["snippet"] == "plays the cello"


NO_VECTORS = {
    "zero": 0.0,
    "not a number": math.nan,
    "infinite": math.inf,
    "beyond 32 bits": 1e200,
    "below 32 bits": 1e-200,
}


@pytest.mark.parametrize("row", NO_VECTORS.values(), ids=NO_VECTORS)
def test_what_is_no_vector_is_not_kept_and_the_others_are(
    memory: Searched, made: list[Finder], row: float
) -> None:
    finder = finder_of(memory, Odd("cello", row), made)
    answer = ask(finder, "oregano")
    assert answer["mode"] == "hybrid"
    assert "no usable vector" in answer["degraded"]
    question = ask(finder, "cello")
    assert question["mode"] == "lexical"
    assert question["results"][0]["snippet"] == "plays the cello"
    kept = Vectors(next(memory.state.rglob(FILE)).parent, Meanings.model, write=False)
    assert kept.pending(["nothing"]) == ["nothing"]
    assert 0 < len(kept) < finder._meaning._wanted  # type: ignore[union-attr]
    kept.close()


@pytest.mark.parametrize("row", NO_VECTORS.values(), ids=NO_VECTORS)
def test_a_model_that_gives_no_vector_at_all_is_told_of_and_asked_no_more(
    tmp_path: Path, row: float
) -> None:
    model = Odd("", row)
    vectors = Vectors(tmp_path, model.model, write=True)
    with pytest.raises(EmbeddingError):
        vectors.fill([str(number) for number in range(200)], model)
    assert len(model.asked) < 200
    assert len(vectors) == 0
    vectors.close()


def test_vectors_count_only_in_the_index_that_they_were_looked_up_for(
    memory: Searched, made: list[Finder]
) -> None:
    finder = finder_of(memory, Meanings(), made)
    meaning = finder._meaning
    assert meaning is not None
    until(lambda: ask(finder, "cello")["mode"] == "hybrid")
    of_old = meaning.begin("cello", Audience.PRIVATE)
    with Index.in_memory() as other:
        of_old.bind(other.mark)
    assert list(of_old.found()) == []
    assert not of_old.hybrid


@pytest.mark.parametrize("how", ["index", "all"])
def test_an_index_that_was_deleted_gets_its_vectors_again(
    memory: Searched, made: list[Finder], how: str
) -> None:
    finder = finder_of(memory, Meanings(), made)
    for place in next(memory.state.rglob(FILE)).parent.glob(f"{FILE}*" if how == "index" else "*"):
        if place.is_file():
            place.unlink()
    (memory.root / "MEMORY.md").write_text("# MEMORY.md\n\n## How I Work\n- Walks at noon\n")

    answer = ask(finder, "cello")
    assert answer["results"][0]["snippet"] == "plays the cello"
    until(lambda: ask(finder, "cello")["mode"] == "hybrid")
    until(lambda: ask(finder, "cello")["degraded"] is None)
    assert ask(finder, "noon")["results"][0]["path"] == "MEMORY.md"
