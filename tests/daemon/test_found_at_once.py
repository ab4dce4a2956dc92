"""What a person saves is found by the next question to a daemon, whatever kind of file it is."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from memoryd import clock
from memoryd.core.turn import Audience
from memoryd.jobs.reading import open_reading
from memoryd.jobs.search import Query, asked
from tests.daemon.running import PROJECT, eventually, has_config, running

OPERATOR = '[operator]\nname = "Alex"\ntimezone = "UTC"\n[search]\nsemantic = false\n'
FACT = (
    '[{"id": "x-001", "fact": "Owns a gooseberry farm", "timestamp": "2026-01-05", '
    '"status": "active"}]'
)
SAVED = {
    "memory/2026-01-05.md": "# 2026-01-05\n\n- Picked gooseberry after gooseberry\n",
    "MEMORY.md": "# MEMORY.md\n\n## How I Work\n- Eats a gooseberry at noon\n",
    "USER.md": "- Allergic to gooseberry jam\n",
    "areas/people/xenia/items.json": FACT,
    "areas/people/xenia/summary.md": "# Xenia\n\nKnown for her gooseberry farm.\n",
}


@pytest.mark.parametrize("path", SAVED)
def test_a_save_is_found_and_its_removal_too(home: Path, path: str) -> None:
    has_config(home, OPERATOR)
    place = home / "life" / path
    with running(home) as daemon:
        daemon.has_caught_up()

        def found() -> list[Any]:
            answer = daemon.asks("search", query="gooseberry", audience="private")
            assert answer is not None
            return [row["path"] for row in answer["results"]]

        assert found() == []
        place.parent.mkdir(parents=True, exist_ok=True)
        before = place.read_text() if place.exists() else None
        place.write_text(SAVED[path])
        eventually(lambda: path in found())
        if before is None and not path.endswith("items.json"):
            place.unlink()
        else:
            place.write_text(SAVED[path].replace("gooseberry", "elder"))
        eventually(lambda: found() == [])


def put_over(place: Path, text: str) -> None:
    beside = place.with_name("other")
    beside.write_text(text)
    beside.replace(place)


HOW: dict[str, Callable[[Path, str], Any]] = {"in place": Path.write_text, "put over it": put_over}


@pytest.mark.parametrize("how", HOW.values(), ids=HOW)
@pytest.mark.parametrize("path", SAVED)
def test_no_answer_is_older_than_a_save_before_it(
    home: Path, path: str, how: Callable[[Path, str], Any]
) -> None:
    has_config(home, OPERATOR)
    place = home / "life" / path
    with running(home) as daemon:
        daemon.has_caught_up()
        place.parent.mkdir(parents=True, exist_ok=True)
        for word in ("gooseberry", "elder", "quince", "medlar"):
            daemon.asks("search", query=word, audience="private")  # a look, just before
            how(place, SAVED[path].replace("gooseberry", word))
            answer = daemon.asks("search", query=word, audience="private")
            assert answer is not None
            found = [row["path"] for row in answer["results"]]
            assert (path in found, answer["stale"], answer["behind"]) == (True, False, 0)


@pytest.mark.parametrize("filler", ["a" * 1_100_000, "雨水" * 100_000, "\1" * 200_000])
def test_a_question_of_any_length_is_answered_by_the_daemon(home: Path, filler: str) -> None:
    has_config(home, OPERATOR)
    with running(home) as daemon:
        daemon.has_caught_up()
        (home / "life/MEMORY.md").write_text(SAVED["MEMORY.md"])
        env = {**os.environ, "XDG_RUNTIME_DIR": str(home / "run")}

        for words in (f"gooseberry {filler}", f"{filler} gooseberry"):
            query = Query(words, clock.now(), Audience.PRIVATE)
            found = asked(env, None, open_reading(env, None), query)
            assert [row["path"] for row in found["results"]] == ["MEMORY.md"]
            assert typed(env, words) == ["MEMORY.md"]


def typed(env: dict[str, str], question: str) -> list[str]:
    """Ask by command, in words as long as one may be."""
    words = [question[at : at + 40_000] for at in range(0, len(question), 40_000)]
    command = [sys.executable, "-m", "memoryd", "search", "--json", *words]
    done = subprocess.run(command, env=env, cwd=PROJECT, capture_output=True, check=True)
    return [row["path"] for row in json.loads(done.stdout)["results"]]
