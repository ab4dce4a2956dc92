"""Vectors that are damaged while they are used are made anew, and until then the answers say so."""

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("numpy", reason="needs memoryd[semantic]")

from memoryd.core.turn import Audience
from memoryd.jobs.search import FILE, Finder, Query
from tests.search.meanings import Meanings
from tests.searched import NOW, SCOPE, Searched

LONG = 40.0  # seconds that nothing here should ever need
PAGE = 4096


def overwrite(path: Path) -> None:
    size = path.stat().st_size - PAGE
    with path.open("r+b") as file:
        file.seek(PAGE)
        file.write(os.urandom(size))


HARM: dict[str, Callable[[Path], object]] = {
    "both gone": lambda folder: [path.unlink() for path in folder.glob("vectors.*s")],
    "rows gone": lambda folder: (folder / "vectors.rows").unlink(),
    "signs gone": lambda folder: (folder / "vectors.signs").unlink(),
    "rows cut": lambda folder: os.truncate(folder / "vectors.rows", 37),
    "signs cut": lambda folder: os.truncate(folder / "vectors.signs", 37),
    "rows overwritten": lambda folder: overwrite(folder / "vectors.rows"),
    "signs overwritten": lambda folder: overwrite(folder / "vectors.signs"),
    "rows of somebody else": lambda folder: (folder / "vectors.rows").write_bytes(b"x" * 9000),
}


@pytest.fixture
def memory(tmp_path: Path) -> Searched:
    home = Searched(tmp_path)
    home.say("@person Sarah: plays the cello", day="2026-01-05")
    home.say("We ate soup with oregano.", day="2026-01-14")
    home.beat()
    return home


@pytest.fixture
def finder(memory: Searched) -> Iterator[Finder]:
    kept = Finder(memory.reader(), SCOPE, Meanings())
    kept.await_vectors(lambda _: None)
    yield kept
    kept.close()


def ask(finder: Finder, audience: str) -> dict[str, Any]:
    return finder.search(Query("plays the cello", NOW, Audience(audience)))


def answered(answer: dict[str, Any]) -> bool:
    """Whether what was asked for comes first, by meaning too, and nothing is amiss."""
    first = answer["results"][0]["snippet"] if answer["results"] else ""
    return answer["mode"] == "hybrid" and answer["degraded"] is None and "cello" in first


def are_whole(folder: Path) -> bool:
    files = [folder / name for name in ("vectors.rows", "vectors.signs")]
    return all(file.exists() and file.stat().st_size > PAGE for file in files)


@pytest.mark.parametrize("audience", ["private", "group"])
@pytest.mark.parametrize("harm", HARM.values(), ids=HARM.keys())
def test_damaged_vectors_are_told_of_and_made_anew(
    memory: Searched, finder: Finder, harm: Callable[[Path], object], audience: str
) -> None:
    memory.say("@project Beacon: plays the cello loudly", day="2026-01-15")
    memory.beat()
    finder.await_vectors(lambda _: None)
    assert ask(finder, audience)["degraded"] is None

    folder = next(memory.state.rglob(FILE)).parent
    harm(folder)
    told = ask(finder, audience)

    assert told["degraded"] or told["mode"] == "lexical" or answered(told)
    deadline = time.monotonic() + LONG
    while not (answered(ask(finder, "private")) and are_whole(folder)):
        assert time.monotonic() < deadline, "it never came"
        time.sleep(0.01)  # of files that are gone it may answer out of what it has open
