"""A death while the index is made or renewed costs nothing but the time to make it again."""

import os
from pathlib import Path

import pytest

from memoryd.search.index import Index
from tests.faults.shim import in_child
from tests.searched import Searched

DEAD = 9
WORDS = ("cello", "canoe", "kiln", "beehive", "ladder", "sundial")


@pytest.fixture
def memory(tmp_path: Path) -> Searched:
    home = Searched(tmp_path)
    for number, word in enumerate(WORDS):
        home.say(f"@person P{number}: owns a {word}", day=f"2026-01-0{number + 1}")
    home.beat()
    return home


def dies_after(memory: Searched, paths: int) -> int:
    """Ask a question in a process that dies when so many paths are in the index."""

    def child() -> None:
        made, left = Index.replace, [paths]

        def replace(index: Index, *args: object) -> None:
            made(index, *args)
            left[0] -= 1
            if left[0] == 0:
                os._exit(DEAD)

        Index.replace = replace
        memory.find("cello")

    return in_child(child)


def finds_all(memory: Searched) -> bool:
    return all(memory.find(word)[0]["snippet"].endswith(word) for word in WORDS)


@pytest.mark.parametrize("paths", [1, 2, 5, 9, 13])
def test_a_first_index_that_was_cut_off_is_made_by_the_next_question(
    memory: Searched, paths: int
) -> None:
    assert dies_after(memory, paths) == DEAD
    assert finds_all(memory)


@pytest.mark.parametrize("paths", [1, 2, 3])
def test_a_renewal_that_was_cut_off_is_made_by_the_next_question(
    memory: Searched, paths: int
) -> None:
    assert finds_all(memory)
    notes = [f"memory/2026-02-0{number + 1}.md" for number in range(3)]
    for note in notes:
        (memory.root / note).write_text("- Met the otters\n")

    assert dies_after(memory, paths) == DEAD
    assert {row["path"] for row in memory.find("otters")} == set(notes)
    assert finds_all(memory)
