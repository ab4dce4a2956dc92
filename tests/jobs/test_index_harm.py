"""Whatever befalls the index or its folder: it is made anew by itself, or the answer says so."""

import random
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from memoryd.core.turn import Audience
from memoryd.errors import BrokenIndexError, StoreError
from memoryd.jobs.search import FILE, Finder, Query
from memoryd.search.database import told
from memoryd.search.index import Index
from tests.disks import small_disk, without_rights
from tests.searched import NOW, SCOPE, Searched

PAGE = 4096
WORDS = {"cello": "plays the cello", "REST": "uses REST", "oregano": "We ate soup with oregano."}


@pytest.fixture
def memory(tmp_path: Path) -> Searched:
    home = Searched(tmp_path)
    home.say("@person Sarah: plays the cello", day="2026-01-05")
    home.say("@project Beacon: uses REST", day="2026-01-13")
    home.say("We ate soup with oregano.", day="2026-01-14")
    home.beat()
    return home


@pytest.fixture
def finder(memory: Searched) -> Iterator[Finder]:
    kept = Finder(memory.reader(), SCOPE, None)
    yield kept
    kept.close()


def ask(finder: Finder, words: str, *, audience: str = "private") -> dict[str, Any]:
    return finder.search(Query(words, NOW, Audience(audience)))


def snippets(answer: dict[str, Any]) -> list[str]:
    return [row["snippet"] for row in answer["results"]]


def index_of(memory: Searched) -> Path:
    return next(memory.state.rglob(FILE))


def finds_all(asks: Callable[[str], dict[str, Any]]) -> bool:
    answers = {words: asks(words) for words in WORDS}
    return all(
        WORDS[words] in snippets(answer) and not answer["stale"] and answer["degraded"] is None
        for words, answer in answers.items()
    )


HARMS = {
    "zeroed": lambda _: bytes(PAGE),
    "random": lambda page: random.Random(page).randbytes(PAGE),  # noqa: S311 - the same each time
}


@pytest.mark.parametrize("harm", HARMS)
@pytest.mark.parametrize("kept_open", [True, False])
def test_an_index_with_any_page_damaged_still_answers_every_question(
    memory: Searched, harm: str, *, kept_open: bool
) -> None:
    assert finds_all(memory.answer)
    place = index_of(memory)
    whole = place.read_bytes()
    silent = []
    for page in range(len(whole) // PAGE):
        finder = Finder(memory.reader(), SCOPE, None)
        if kept_open:
            ask(finder, "soup")
        with place.open("r+b") as handle:
            handle.seek(page * PAGE)
            handle.write(HARMS[harm](page))
        if not finds_all(lambda words, finder=finder: ask(finder, words)):  # type: ignore[misc]
            silent.append(page)
        finder.close()
        for old in place.parent.glob(f"{FILE}*"):
            old.unlink()
        place.write_bytes(whole)
    assert silent == []


CODES = {
    sqlite3.SQLITE_CORRUPT: True,
    sqlite3.SQLITE_CORRUPT | 1 << 8: True,  # of a virtual table
    sqlite3.SQLITE_NOTADB: True,
    sqlite3.SQLITE_ERROR: True,  # no such table
    sqlite3.SQLITE_CONSTRAINT: True,  # a path twice: rows that ought not to be there
    sqlite3.SQLITE_FULL: False,
    sqlite3.SQLITE_IOERR: False,
    sqlite3.SQLITE_IOERR | 3 << 8: False,  # of a write
    sqlite3.SQLITE_READONLY: False,
    sqlite3.SQLITE_CANTOPEN: False,
    sqlite3.SQLITE_PERM: False,
    sqlite3.SQLITE_NOMEM: False,
    sqlite3.SQLITE_BUSY: False,
    sqlite3.SQLITE_LOCKED: False,
}


@pytest.mark.parametrize(("code", "broken"), CODES.items())
def test_only_damage_condemns_an_index(code: int, *, broken: bool) -> None:
    err = sqlite3.OperationalError("something")
    err.sqlite_errorcode = code
    with pytest.raises(StoreError) as caught, told():
        raise err
    assert isinstance(caught.value, BrokenIndexError) is broken


@pytest.mark.parametrize("kept_open", [True, False])
@pytest.mark.parametrize("how", ["full", "read-only"])
def test_a_disk_that_takes_nothing_leaves_the_index_and_the_answer_says_so(
    tmp_path: Path, how: str, *, kept_open: bool
) -> None:
    with small_disk(tmp_path / "small") as disk:
        home = Searched(tmp_path)
        home.state = disk.place / "state"
        home.say("@person Sarah: plays the cello", day="2026-01-05")
        home.beat()
        finder = Finder(home.reader(), SCOPE, None)
        ask(finder, "cello")
        if not kept_open:
            finder.close()
        before = index_of(home).stat().st_ino
        (home.root / "memory").mkdir(exist_ok=True)
        note = home.root / "memory/2026-01-14.md"
        note.write_text("- Dentist\n" + "- A line that takes room on the disk\n" * 9000)
        disk.closes(how)

        answer = ask(finder, "cello")
        assert "plays the cello" in snippets(answer)
        assert answer["stale"]
        assert answer["degraded"]
        assert index_of(home).stat().st_ino == before

        disk.opens()
        note.write_text("- Dentist\n")
        answer = ask(finder, "dentist")
        assert (snippets(answer)[0], answer["stale"], answer["degraded"]) == (
            "Dentist", False, None)  # fmt: skip
        finder.close()


SHUT = {
    "up to date": ("cello", False, False),
    "behind": ("cello", True, True),
    "missing": ("cello", False, True),
    "damaged": ("cello", False, True),
}


@pytest.mark.parametrize("state", SHUT)
def test_a_folder_that_takes_nothing_still_gives_an_answer(memory: Searched, state: str) -> None:
    memory.answer("cello")
    place = index_of(memory)
    if state == "behind":
        (memory.root / "MEMORY.md").write_text("# MEMORY.md\n\n## How I Work\n- Walks at noon\n")
    if state == "missing":
        place.unlink()
    if state == "damaged":
        place.write_bytes(b"no index at all")
    words, stale, degraded = SHUT[state]
    memory.base.chmod(0o755)

    def work() -> None:
        place.parent.chmod(0o500)
        for _ in range(2):
            answer = memory.answer(words)
            assert "plays the cello" in snippets(answer)
            assert answer["stale"] is stale
            assert bool(answer["degraded"]) is degraded
        group = memory.answer("REST", "group")
        assert "uses REST" in snippets(group)
        assert str(memory.state) not in str(group["degraded"])
        place.parent.chmod(0o700)
        assert memory.answer(words)["degraded"] is None

    without_rights(memory.base, work)


GONE = {
    "index": lambda place: place.unlink(),
    "index and log": lambda place: [p.unlink() for p in place.parent.glob(f"{FILE}*")],
    "folder": lambda place: shutil.rmtree(place.parent),
    "begun anew": lambda place: [place.unlink(), Index.open(place, write=True).close()],
    "replaced": lambda place: Path(shutil.copy(place, place.parent / "copy")).replace(place),
}


@pytest.mark.parametrize("how", GONE)
def test_an_index_that_goes_while_it_is_open_is_made_anew(
    memory: Searched, finder: Finder, how: str
) -> None:
    assert finds_all(lambda words: ask(finder, words))
    GONE[how](index_of(memory))

    answer = ask(finder, "cello")
    assert ("plays the cello" in snippets(answer), answer["degraded"]) == (True, None)
    assert finds_all(lambda words: ask(finder, words))
    assert index_of(memory).stat().st_ino == finder._file._reader.file[1]  # type: ignore[union-attr,index]


def test_many_first_questions_at_once_all_answer_whole(memory: Searched) -> None:
    def cold(_: int) -> bool:
        finder = Finder(memory.reader(), SCOPE, None)
        try:
            answer = ask(finder, "cello")
        finally:
            finder.close()
        return ("plays the cello" in snippets(answer), answer["stale"], answer["degraded"]) == (
            True, False, None)  # fmt: skip

    with ThreadPoolExecutor(8) as pool:
        for _ in range(5):
            assert all(pool.map(cold, range(8)))
            for old in memory.state.rglob(f"{FILE}*"):
                old.unlink()
