"""How waiting lines are cut into calls."""

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from memoryd.core.turn import Line, Role, Turn
from memoryd.jobs.batches import MAX_CHARS, MAX_LINES, batches
from memoryd.jobs.envelope import MAX_ASSISTANT, MAX_OTHER

NOON = datetime(2026, 2, 15, 12, tzinfo=UTC)
Batches = list[tuple[Line, ...]]


def line(seq: int, session: str = "a", size: int = 20, role: Role = Role.OPERATOR) -> Line:
    return Line(seq, Turn("plain", session, f"l{seq}", NOON, role, "x" * size))


def session(name: str, first: int, count: int, size: int = 20) -> list[Line]:
    return [line(first + n, name, size) for n in range(count)]


def shown(part: tuple[Line, ...]) -> int:
    return sum(
        min(len(n.turn.text), MAX_ASSISTANT if n.turn.role is Role.ASSISTANT else MAX_OTHER)
        for n in part
    )


def sizes(found: Batches) -> list[int]:
    return [len(part) for part in found]


@st.composite
def backlogs(draw: st.DrawFn) -> list[Line]:
    """Runs of lines of one session each, as conversations leave them: short, long, huge."""
    runs = st.tuples(
        st.sampled_from("abc"),
        st.integers(1, 250),
        st.sampled_from([0, 20, 300, 900, MAX_OTHER, 50_000]),
        st.sampled_from([Role.OPERATOR, Role.ASSISTANT]),
    )
    lines: list[Line] = []
    for name, count, size, role in draw(st.lists(runs, max_size=6)):
        lines += [line(len(lines) + 1 + n, name, size, role) for n in range(count)]
    return lines


@given(backlogs())
@example([])
def test_every_line_is_in_one_batch_in_order_and_no_batch_is_too_large(lines: list[Line]) -> None:
    found = list(batches(lines))

    assert [n for part in found for n in part] == lines
    assert all(len(part) <= MAX_LINES and shown(part) <= MAX_CHARS for part in found)


@given(backlogs())
@example(session("a", 1, 399) + session("b", 400, 2) + session("a", 402, 250))
def test_a_run_that_starts_after_any_batch_makes_the_same_cuts(lines: list[Line]) -> None:
    found = list(batches(lines))

    done = 0
    for n, part in enumerate(found):
        done += len(part)
        assert list(batches(lines[done:])) == found[n + 1 :]


@given(backlogs())
def test_no_more_than_a_piece_is_read_ahead_of_the_batch_that_is_offered(lines: list[Line]) -> None:
    read = 0

    def reading() -> Iterator[Line]:
        nonlocal read
        for n in lines:
            read += 1
            yield n

    done = 0
    for part in batches(reading()):
        done += len(part)
        assert read - done <= MAX_LINES + 1


@pytest.mark.parametrize(
    ("lines", "cuts"),
    [
        (session("a", 1, 5), [5]),
        (session("a", 1, 120) + session("b", 121, 80), [200]),
        (session("a", 1, 120) + session("b", 121, 81), [120, 81]),  # a session is not torn
        (session("a", 1, 450), [200, 200, 50]),  # but one that fits into no call
        (session("a", 1, 450) + session("b", 451, 150), [200, 200, 200]),
        (session("a", 1, 3, 10_000), [2, 1]),
        (session("a", 1, 2, 1_000_000), [1, 1]),  # shown by its two ends
    ],
)
def test_sessions_stay_whole_while_they_fit(lines: list[Line], cuts: list[int]) -> None:
    assert sizes(list(batches(lines))) == cuts


def test_what_an_assistant_said_at_length_takes_little_room() -> None:
    lines = [line(n, "a", 100_000, Role.ASSISTANT) for n in range(1, 42)]

    assert sizes(list(batches(lines))) == [40, 1]
