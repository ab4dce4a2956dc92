"""A daemon that nobody asks is small: what the next question takes by itself is given back."""

import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pytest.importorskip("numpy", reason="needs memoryd[semantic]")

from memoryd.core.turn import Audience
from memoryd.jobs.meaning import Beside, Meaning
from memoryd.jobs.search import FILE, Finder
from memoryd.search.index import Index
from memoryd.search.vector_keys import keys_of
from memoryd.search.vector_view import VectorView
from memoryd.search.vectors import Vectors
from memoryd.search.wording import key_of
from tests.search.meanings import Meanings
from tests.searched import SCOPE, Searched

LONG = 40.0  # seconds that nothing here should ever need
NEVER = 10_000.0


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder of an index with its vectors."""
    home = Searched(tmp_path)
    home.say("@person Sarah: plays the cello", day="2026-01-05")
    home.beat()
    finder = Finder(home.reader(), SCOPE, Meanings())
    finder.await_vectors(lambda _: None)
    finder.close()
    return next(home.state.rglob(FILE)).parent


@pytest.fixture
def rests(folder: Path) -> Iterator[Callable[..., Meaning]]:
    """Begin with vectors that rest soon; they are closed after the test."""
    made: list[Meaning] = []

    def begin(quiet: float = 0.05, idle: float = NEVER) -> Meaning:
        made.append(Meaning(folder, folder / FILE, Meanings(), idle=idle, quiet=quiet))
        made[-1].nudge()
        made[-1].wait(lambda _: None)
        return made[-1]

    yield begin
    for meaning in made:
        meaning.close()


def until(true: Callable[[], bool]) -> None:
    deadline = time.monotonic() + LONG
    while not true():
        assert time.monotonic() < deadline, "it never came"
        time.sleep(0.01)


def mapped(file: Path) -> int:
    """How many bytes of a mapped file this process holds."""
    maps = Path("/proc/self/smaps").read_text()
    found = re.findall(rf"{re.escape(str(file))}\n(?:[A-Z]\w+:.*\n)*?Rss: +(\d+) kB", maps)
    return sum(map(int, found)) * 1024


def resident() -> int:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096


def asked(meaning: Meaning) -> Beside:
    beside = meaning.begin("plays the cello", Audience.PRIVATE)
    with Index.open(meaning._index, write=False) as index:
        beside.bind(index.mark)
    beside.found()
    return beside


def test_the_pages_of_the_vectors_are_given_back_and_come_again_with_a_question(
    folder: Path, rests: Callable[..., Meaning]
) -> None:
    meaning = rests()
    for _ in range(3):
        until(lambda: mapped(folder / "vectors.signs") == 0)

        until(lambda: asked(meaning).hybrid)


def test_vectors_found_after_a_rest_are_those_found_before(folder: Path) -> None:
    vectors = Vectors(folder, Meanings.model, write=True)
    known = len(vectors)
    model, texts = Meanings(), [f"number {number}" for number in range(40)]
    vectors.fill(texts, model)
    question = model.embed(["number 7"])[0]
    before = vectors.search(question, None, 5)
    assert mapped(folder / "vectors.signs") > 0

    vectors.rest()

    assert mapped(folder / "vectors.signs") == 0
    assert vectors.search(question, None, 5) == before
    assert vectors.fill([*texts, "one more"], model) == 1
    vectors.rest()
    assert vectors.keep_only(keys_of(texts[:30])) == 11 + known
    vectors.rest()
    assert vectors.pending(texts) == texts[30:]
    vectors.close()
    vectors.rest()


def test_a_view_that_rested_finds_the_same_until_its_rows_are_given_anew(folder: Path) -> None:
    vectors, model = Vectors(folder, Meanings.model, write=True), Meanings()
    texts = [f"number {number}" for number in range(40)]
    vectors.fill(texts[:39], model)
    view = VectorView(vectors, range(40), [key_of(text) for text in texts])
    question = model.embed(texts[7:8])[0]
    view.rest()  # one lacks its vector, and gets it
    vectors.fill(texts, model)
    until(lambda: view.made == len(view))
    before = view.search(question, 5), view.scores(question, range(40))

    view.rest()

    assert (view.search(question, 5), view.scores(question, range(40))) == before
    assert not view.outdated()
    vectors.keep_only(keys_of(texts[:30]))
    assert (view.search(question, 5), view.scores(question, [7])) == ({}, {})
    assert view.outdated()
    vectors.close()


def test_vectors_that_were_removed_during_a_rest_are_made_again(
    rests: Callable[..., Meaning], folder: Path
) -> None:
    meaning = rests()
    until(lambda: asked(meaning).hybrid)
    until(lambda: meaning._resting)
    for name in ("vectors.signs", "vectors.rows"):
        (folder / name).unlink()

    until(lambda: asked(meaning).hybrid and (folder / "vectors.signs").exists())


def test_what_was_freed_is_given_back_to_the_system(rests: Callable[..., Meaning]) -> None:
    meaning = rests()
    blocks = [bytes(4_000) for _ in range(10_000)]
    kept = blocks[::100]  # what lies between them the C library keeps
    full = resident()
    del blocks[:]

    asked(meaning)

    until(lambda: full - resident() > 20_000_000)
    assert len(kept) == 100


def test_it_rests_before_all_is_let_go_and_then_lets_go(rests: Callable[..., Meaning]) -> None:
    meaning = rests(quiet=0.05, idle=0.5)
    until(lambda: meaning._resting)
    until(lambda: not meaning._views)


UNUSED = ("numpy.ma", "numpy.random", "numpy.fft", "numpy.polynomial")
MAKES = """
import sys
from pathlib import Path
from memoryd.search.vector_keys import as_keys
from memoryd.search.vector_view import VectorView
from memoryd.search.vectors import Vectors
from memoryd.search.wording import key_of
from tests.search.meanings import Meanings
model, texts = Meanings(), [f"number {number}" for number in range(40)]
vectors = Vectors(Path(sys.argv[1]), model.model, write=True)
vectors.fill(texts, model)
view = VectorView(vectors, range(40), map(key_of, texts))
assert view.search(model.embed(texts[:1])[0], 3)
vectors.keep_only(as_keys([]))
print(*sys.modules)
"""


def test_making_and_comparing_vectors_loads_no_more_of_numpy_than_it_uses(tmp_path: Path) -> None:
    command = [sys.executable, "-c", MAKES, str(tmp_path)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)

    assert set(UNUSED) & set(done.stdout.split()) == set()
