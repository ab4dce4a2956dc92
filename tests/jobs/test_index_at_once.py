"""Processes that come upon a missing or harmed index in the same moment all answer whole."""

import os
from pathlib import Path

import pytest

from memoryd.jobs.search import FILE
from tests.index_harms import HARMS
from tests.searched import Searched

PROCESSES, ROUNDS = 6, 3


@pytest.fixture
def memory(tmp_path: Path) -> Searched:
    home = Searched(tmp_path)
    for number in range(30):
        day = f"2026-01-{number % 28 + 1:02d}"
        home.say(f"@person P{number}: plays the cello", day=day, session=f"s{number}")
    home.beat()
    return home


def is_whole(memory: Searched) -> bool:
    answer = memory.answer("cello")
    found = [row for row in answer["results"] if "plays the cello" in row["snippet"]]
    said = (len(found), answer["stale"], answer["degraded"])
    if said != (10, False, None):
        os.write(2, f"{said}\n".encode())
    return said == (10, False, None)


def whole_in_each(memory: Searched) -> list[int]:
    """Ask in several processes that all begin when a pipe is closed; their exit codes."""
    waits, starts = os.pipe()
    pids = []
    for _ in range(PROCESSES):
        pid = os.fork()
        if pid == 0:
            code = 2
            try:
                os.close(starts)
                os.read(waits, 1)
                code = 0 if is_whole(memory) else 1
            finally:
                os._exit(code)
        pids.append(pid)
    os.close(waits)
    os.close(starts)
    return [os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) for pid in pids]


@pytest.mark.parametrize("harm", HARMS)
def test_processes_that_ask_in_the_same_moment_all_answer_whole(
    memory: Searched, harm: str
) -> None:
    assert is_whole(memory)
    place = next(memory.state.rglob(FILE))
    whole = place.read_bytes()
    for _ in range(ROUNDS):
        for old in place.parent.glob(f"{FILE}*"):
            old.unlink()
        place.write_bytes(whole)
        HARMS[harm](place)

        assert whole_in_each(memory) == [0] * PROCESSES
