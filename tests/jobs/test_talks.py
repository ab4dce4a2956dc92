"""Talks go into the index one by one: a memory of many lines is never in memory as a whole."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

import pytest

from memoryd.core.gathering import talk_of
from memoryd.core.turn import Line, Role, Turn
from memoryd.jobs.reindex import _all_talks
from tests.store_kit import UTC_ZONE

NOON = datetime.fromisoformat("2026-01-05T12:00:00+00:00")


def line(seq: int, session: str = "a", hours: float = 0) -> Line:
    when = NOON + timedelta(hours=hours)
    return Line(seq, Turn("plain", session, str(seq), when, Role.OPERATOR, f"words {seq}"))


class Told:
    """Stands for a store: its lines, which may be others when they are read the next time."""

    def __init__(self, *readings: Sequence[Line]) -> None:
        self.readings = list(readings)
        self.read = 0

    def lines_after(self, _seq: int) -> Iterator[Line]:
        self.read = 0
        for found in self.readings.pop(0) if len(self.readings) > 1 else self.readings[0]:
            self.read += 1
            yield found


def talks(*readings: Sequence[Line]) -> dict[str, list[int]]:
    """Which lines each talk has; one that came twice would have only the last of them."""
    found = [(name.rpartition("/")[2], [line.seq for line in lines])
             for name, lines in _all_talks(Told(*readings), 0, UTC_ZONE)]  # type: ignore[arg-type]  # fmt: skip
    assert len(dict(found)) == len(found)
    return dict(found)


def held(lines: Sequence[Line]) -> int:
    """The most lines that were read and not yet given on, at any talk's end."""
    told, given, most = Told(lines), 0, 0
    for _, whole in _all_talks(told, 0, UTC_ZONE):  # type: ignore[arg-type]
        most = max(most, told.read - given)
        given += len(whole)
    assert given == len(lines)
    return most


ORDERS = {
    "one after the other": [line(n, f"s{n // 10}") for n in range(200)],
    "two at a time": [line(n, f"s{n // 20}{n % 2}") for n in range(200)],
    "one session over many days": [line(n, "a", 24 * (n // 10)) for n in range(200)],
    "each alone": [line(n, f"s{n}") for n in range(200)],
}


@pytest.mark.parametrize("lines", ORDERS.values(), ids=ORDERS)
def test_of_all_lines_only_the_talks_that_go_on_are_held(lines: Sequence[Line]) -> None:
    assert held(lines) <= 20


MIXED = [line(n, f"s{n % 7}", n % 50) for n in range(300)]


@pytest.mark.parametrize(
    "lines",
    [*ORDERS.values(), MIXED, MIXED[::-1], [MIXED[n * 7 % 300] for n in range(300)], []],
    ids=[*ORDERS, "mixed", "backwards", "disordered", "none"],
)
def test_every_line_is_in_its_talk_whatever_their_order(lines: Sequence[Line]) -> None:
    wanted: dict[str, list[int]] = {}
    for one in lines:
        wanted.setdefault(talk_of(one, UTC_ZONE).rpartition("/")[2], []).append(one.seq)

    assert talks(lines) == wanted


BEFORE = [line(1), line(2, "b"), line(3), line(4, "b"), line(5, "c")]
MEANWHILE = {
    "one is gone": (BEFORE[:2] + BEFORE[3:], {"a": [1], "b": [2, 4], "c": [5]}),
    "a talk is gone": (BEFORE[:4], {"a": [1, 3], "b": [2, 4]}),
    "a talk goes on": ([*BEFORE, line(6)], {"a": [1, 3], "b": [2, 4], "c": [5]}),
    "a talk begins": ([*BEFORE, line(6, "d")], {"a": [1, 3], "b": [2, 4], "c": [5]}),
    "one stands twice": ([*BEFORE, BEFORE[2]], {"a": [1, 3], "b": [2, 4], "c": [5]}),
}


@pytest.mark.parametrize(("after", "found"), MEANWHILE.values(), ids=MEANWHILE)
def test_what_changes_between_both_readings_takes_nothing_else_away(
    after: Sequence[Line], found: dict[str, list[int]]
) -> None:
    assert {name[0]: seqs for name, seqs in talks(BEFORE, after).items()} == found
