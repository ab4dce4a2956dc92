"""Transcripts that come in out of order: what was said last stands, and each thing stands once."""

import json
import os
from collections import Counter
from itertools import permutations
from pathlib import Path

import pytest

from tests.jobs.moody import Told

ROME, BERLIN = "Lives in Rome", "Lives in Berlin"
TALKS: dict[str, tuple[str, ...]] = {  # the n-th is said on the n-th of a month
    "there and back": (ROME, BERLIN, ROME),
    "often and then otherwise": (ROME, ROME, ROME, BERLIN),
    "otherwise and then often": (BERLIN, ROME, ROME, ROME),
    "to and fro": (ROME, BERLIN, ROME, BERLIN),
    "in between": (ROME, BERLIN, BERLIN, ROME),
}


def heard(folder: Path, talk: tuple[str, ...], order: tuple[int, ...]) -> list[tuple[str, str]]:
    """What is held after the talk was read in an order, a session and a heartbeat each."""
    told = Told(folder)
    for n in order:
        told.say(f"@person Alex: {talk[n]}", session=f"s{n}", day=f"2026-01-0{n + 1}")
        told.next()
    return [(row["fact"], row["status"]) for row in told.items("people/alex")]


@pytest.mark.parametrize("talk", TALKS.values(), ids=TALKS.keys())
def test_what_was_said_last_stands_in_whatever_order_it_is_read(
    talk: tuple[str, ...], tmp_path: Path
) -> None:
    in_time = Counter(
        fact for fact, _ in heard(tmp_path / "in-time", talk, tuple(range(len(talk))))
    )
    for order in permutations(range(len(talk))):
        facts = heard(tmp_path / "".join(map(str, order)), talk, order)
        assert [fact for fact, status in facts if status == "active"] == [talk[-1]], order
        assert Counter(fact for fact, _ in facts) <= in_time, order


def test_what_was_said_before_its_end_is_no_second_fact_and_what_comes_after_it_is(
    tmp_path: Path,
) -> None:
    assert heard(tmp_path / "a", (ROME, ROME, BERLIN), (2, 1, 0)) == [
        (BERLIN, "active"), (ROME, "superseded"),
    ]  # fmt: skip
    assert heard(tmp_path / "b", (ROME, BERLIN, ROME), (1, 0, 2)) == [
        (BERLIN, "superseded"), (ROME, "superseded"), (ROME, "active"),
    ]  # fmt: skip


def test_transcripts_are_read_in_the_order_of_their_times(tmp_path: Path) -> None:
    told = Told(tmp_path)
    for n, (name, text) in enumerate([("b", ROME), ("c", BERLIN), ("a", ROME)]):
        told.say(f"@person Alex: {text}", session=name, day=f"2026-01-0{n + 1}")
        os.utime(told.chats / f"{name}.jsonl", (1_767_000_000 + n, 1_767_000_000 + n))
    told.next()

    (request,) = told.model.requests
    assert [line.turn.session for line in request.lines] == ["b", "c", "a"]
    rows = json.loads(told.items_path("people/alex").read_text())
    assert [row["fact"] for row in rows if row["status"] == "active"] == [ROME]
