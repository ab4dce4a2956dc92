"""What readers opened: a small file in the state folder that can be lost without harm."""

import json
import os
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest

from memoryd.core.entity import Ref
from memoryd.store.opened import MOST_BYTES, Opened, OpenedLog
from tests.store.kit import SARAH

DAY = date(2026, 2, 1)
ONE = Opened(DAY, SARAH, ("sarah-001", "sarah-002"))


@pytest.fixture(name="path")
def _path(tmp_path: Path) -> Path:
    return tmp_path / "state/opened.jsonl"


def rows(path: Path) -> list[Opened]:
    return list(OpenedLog(path).read().rows)


def test_it_holds_the_day_the_entity_and_the_ids_and_no_text(path: Path) -> None:
    OpenedLog(path).note(ONE)
    OpenedLog(path).note(Opened(DAY, SARAH, (), summary=True))

    assert [json.loads(row) for row in path.read_text().splitlines()] == [
        {"day": "2026-02-01", "ref": "people/sarah", "ids": ["sarah-001", "sarah-002"]},
        {"day": "2026-02-01", "ref": "people/sarah", "ids": [], "summary": True},
    ]
    assert rows(path) == [ONE, Opened(DAY, SARAH, (), summary=True)]


def test_it_is_the_owners_alone_whatever_the_umask(path: Path) -> None:
    before = os.umask(0o777)
    try:
        OpenedLog(path).note(ONE)
    finally:
        os.umask(before)

    assert path.stat().st_mode & 0o777 == 0o600
    assert path.parent.stat().st_mode & 0o777 == 0o700


def test_what_is_opened_again_and_again_stands_there_once(path: Path) -> None:
    other = Opened(DAY, Ref("projects", "beacon"), ("beacon-001",))
    for _ in range(50):
        OpenedLog(path).note(ONE)
        OpenedLog(path).note(other)

    assert rows(path) == [ONE, other]


def test_it_stops_growing(path: Path) -> None:
    log = OpenedLog(path)
    many = tuple(f"sarah-{n:06d}" for n in range(9_000))
    for n in range(30):
        log.note(Opened(DAY, SARAH, (*many, f"x-{n}")))

    assert 0 < path.stat().st_size <= MOST_BYTES
    assert rows(path)


@pytest.mark.parametrize(
    "torn",
    ['{"day": "2026-02-01", "re', "\x00\x00\x00\n", "[]\n", "7\n", "[" * 5_000 + "\n",
     '{"day": "2026-02-31", "ref": "people/sarah", "ids": []}\n',
     '{"day": "20260201", "ref": "people/sarah", "ids": []}\n',
     '{"day": 7, "ref": "people/sarah", "ids": []}\n',
     '{"day": "2026-02-01", "ref": "sarah", "ids": []}\n',
     '{"day": "2026-02-01", "ref": 7, "ids": []}\n',
     '{"day": "2026-02-01", "ref": "people/sarah", "ids": "sarah-001"}\n',
     '{"day": "2026-02-01", "ref": "people/sarah", "ids": [7]}\n',
     '{"day": "2026-02-01", "ids": []}\n', "\ufffd\n"],
)  # fmt: skip
def test_a_row_that_is_none_hides_no_other(path: Path, torn: str) -> None:
    OpenedLog(path).note(Opened(DAY, SARAH, ("first",)))
    with path.open("a") as handle:
        handle.write(torn)
    OpenedLog(path).note(ONE)

    assert [row.ids for row in rows(path)] == [("first",), ONE.ids]


def test_ids_of_any_characters_come_back_as_they_were(path: Path) -> None:
    strange = Opened(DAY, SARAH, ('a"b\\', "\ud800", "🦀\n", ""))
    OpenedLog(path).note(strange)

    assert rows(path) == [strange]


@pytest.mark.parametrize("kind", ["folder", "link", "pipe", "no folder", "read-only"])
def test_a_place_that_takes_nothing_loses_the_count_and_raises_nothing(
    path: Path, kind: str
) -> None:
    path.parent.mkdir()
    match kind:
        case "folder":
            path.mkdir()
        case "link":
            path.symlink_to(path.parent.parent / "elsewhere")
        case "pipe":
            os.mkfifo(path)
        case "no folder":
            path.parent.rmdir()
            path.parent.symlink_to("/dev/null")
        case _:
            path.parent.rmdir()
            path = Path("/proc/self/state/opened.jsonl")
    log = OpenedLog(path)

    log.note(ONE)

    assert log.read().rows == ()
    log.drop(log.read(), upto=DAY)
    assert not (path.parent.parent / "elsewhere").exists()


def test_what_was_read_is_dropped_but_later_days_and_what_came_meanwhile_stay(path: Path) -> None:
    log = OpenedLog(path)
    tomorrow = Opened(date(2026, 2, 2), SARAH, ("later",))
    log.note(ONE)
    log.note(tomorrow)
    found = log.read()
    meanwhile = Opened(DAY, SARAH, ("meanwhile",))
    log.note(meanwhile)

    log.drop(found, upto=DAY)

    assert rows(path) == [tomorrow, meanwhile]
    assert path.stat().st_mode & 0o777 == 0o600
    log.drop(log.read(), upto=date(2026, 2, 2))
    assert not path.exists()


def test_nothing_read_is_nothing_dropped(path: Path) -> None:
    log = OpenedLog(path)
    found = log.read()
    log.drop(found, upto=DAY)
    log.note(ONE)
    log.drop(found, upto=DAY)

    assert rows(path) == [ONE]


def test_many_processes_append_and_none_of_their_rows_is_torn(path: Path) -> None:
    code = (
        "import sys; from datetime import date; from pathlib import Path;"
        "from memoryd.core.entity import Ref; from memoryd.store.opened import Opened, OpenedLog;"
        "log = OpenedLog(Path(sys.argv[1]));"
        "[log.note(Opened(date(2026, 2, 1), Ref('people', 'sarah'), (f'{sys.argv[2]}-{n}',)))"
        " for n in range(200)]"
    )
    project = Path(__file__).parents[2]
    started = [
        subprocess.Popen([sys.executable, "-c", code, str(path), str(n)], cwd=project)
        for n in range(4)
    ]

    assert [process.wait(60) for process in started] == [0] * 4
    assert {row.ids[0] for row in rows(path)} == {f"{p}-{n}" for p in range(4) for n in range(200)}
