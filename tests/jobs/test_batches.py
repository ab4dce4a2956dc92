"""How waiting lines are cut into calls."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from memoryd.core.proposal import Extraction
from memoryd.core.turn import Line, Role, Turn
from memoryd.errors import TooLongError
from memoryd.jobs.batches import MAX_CHARS, MAX_LINES, batches, in_halves
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


# answers that come cut


Cut = Callable[[list[int]], bool]
ALWAYS: Cut = lambda _: True  # noqa: E731
LONG_1: Cut = lambda seqs: 1 in seqs  # noqa: E731


def asked(lines: list[Line], cut: Cut, *, again: bool = False) -> tuple[list[int], list[int], bool]:
    """The sizes of what was asked about, the lines that were answered alone or whole, and the end.

    cut: whether an answer about lines of these numbers comes cut.
    """
    sizes, done, ended = [], [], False

    def ask(part: tuple[Line, ...]) -> Extraction:
        sizes.append(len(part))
        return Extraction((), whole=not cut([each.seq for each in part]))

    with suppress(TooLongError):
        for part, answer in in_halves(tuple(lines), ask, again=again):
            if answer is None or answer.whole or len(part) == 1:
                done += [each.seq for each in part]
        ended = True
    return sizes, done, ended


@pytest.mark.parametrize(
    ("cut", "sizes"),
    [
        (lambda _: False, [8]),
        (lambda seqs: len(seqs) == 8, [8, 4, 4]),
        (lambda seqs: len(seqs) > 2, [8, 4, 2, 2, 4, 2, 2]),
        (lambda seqs: len(seqs) > 1, [8, 4, 2, 1, 1, 2, 1, 1, 4, 2, 1, 1, 2, 1, 1]),
        (LONG_1, [8, 4, 2, 1, 1, 2, 4]),
        (lambda seqs: {1, 2} & {*seqs}, [8, 4, 2, 1, 1, 2, 4]),
        (lambda seqs: {1, 2, 4, 5, 8} & {*seqs},
         [8, 4, 2, 1, 1, 2, 1, 1, 4, 2, 1, 1, 2, 1, 1]),
        (lambda seqs: {7, 8} & {*seqs}, [8, 4, 4, 2, 2, 1, 1]),
    ],
)  # fmt: skip
def test_a_cut_answer_is_asked_for_in_halves_and_no_line_is_left_out(
    cut: Cut, sizes: list[int]
) -> None:
    assert asked(session("a", 1, 8), cut) == (sizes, [*range(1, 9)], True)


@pytest.mark.parametrize(
    ("count", "sizes"),
    [
        (60, [60, 30, 15, 7, 3, 1, 2, 1, 1]),
        (200, [200, 100, 50, 25, 12, 6, 3, 1, 2, 1, 1]),
        (5, [5, 2, 1, 1, 3, 1]),
    ],
)
def test_where_even_lines_alone_come_cut_one_after_the_other_no_more_is_asked(
    count: int, sizes: list[int]
) -> None:
    assert asked(session("a", 1, count), ALWAYS) == (sizes, [1, 2, 3], False)


@pytest.mark.parametrize("count", [1, 2, 3])
def test_the_last_lines_are_taken_as_they_came(count: int) -> None:
    assert asked(session("a", 1, count), ALWAYS)[1:] == ([*range(1, count + 1)], True)


@pytest.mark.parametrize(
    ("cut", "sizes", "done"),
    [
        (ALWAYS, [1, 1, 1], 3),
        (lambda _: False, [1, 1, 1, 57], 60),
        (LONG_1, [1, 1, 1, 57], 60),
    ],
)
def test_after_a_try_that_failed_a_few_lines_show_whether_it_goes_now(
    cut: Cut, sizes: list[int], done: int
) -> None:
    found = asked(session("a", 1, 60), cut, again=True)
    assert found == (sizes, [*range(1, done + 1)], done == 60)


def test_what_an_assistant_alone_says_is_not_asked_about_and_counts_for_nothing() -> None:
    lines = [line(n, role=Role.ASSISTANT if n % 2 else Role.OPERATOR) for n in range(1, 41)]

    assert asked(lines, ALWAYS)[0] == [40, 20, 10, 5, 2, 1, 3, 2, 1, 5, 2, 1]
    assert asked(lines, ALWAYS, again=True) == ([1, 1, 1], [*range(1, 7)], False)
