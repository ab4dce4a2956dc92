"""batches: waiting lines, cut into calls of bounded size, and smaller ones where that fails."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Protocol, TypeVar

from memoryd.core.turn import Line, Role
from memoryd.errors import TooLongError, UnreadableAnswerError
from memoryd.jobs.envelope import MAX_ASSISTANT, MAX_OTHER

MAX_LINES = 200
MAX_CHARS = 24_000  # as shown to a model
_ALONE = 3  # lines in a row whose answers come cut though each is asked about alone


class _Answer(Protocol):
    @property
    def whole(self) -> bool: ...


A = TypeVar("A", bound=_Answer)


def batches(lines: Iterable[Line]) -> Iterator[tuple[Line, ...]]:
    """Cut lines into calls: whole sessions together while they fit, never out of order.

    The cuts after any batch are those that a start at its end would make: a run that was killed
    goes on as it would have. Holds no more than a batch and a piece at a time.
    """
    batch: tuple[Line, ...] = ()
    for piece in _pieces(lines):
        if batch and not _fits((*batch, *piece)):
            yield batch
            batch = ()
        batch += piece
    if batch:
        yield batch


def in_halves(
    lines: tuple[Line, ...], ask: Callable[[tuple[Line, ...]], A], *, again: bool = False
) -> Iterator[tuple[tuple[Line, ...], A | None]]:
    """Ask about lines, in halves where an answer comes cut or would; yield each with its lines.

    None where nothing is asked. again: a try that began with them failed, so the first ones alone
    are to show whether it goes now, and what cannot be read is asked in halves too. Raises
    TooLongError for one line that is too long, UnreadableAnswerError for one that no readable
    answer comes for, and TooLongError where line after line comes cut: what is wrong is the
    model's, and each more would cost a call.
    """
    todo, alone = _singly(lines) if again else [lines], 0
    while todo:
        part = todo.pop(0)
        if is_context(part):
            yield part, None
            continue
        answer = _asked(part, ask, again=again)
        if answer is not None:
            yield part, answer
        if answer is not None and answer.whole:
            alone = 0
        elif len(part) > 1:
            todo = [*halves(part), *todo]
        else:
            alone += 1
        if alone >= _ALONE and todo:
            raise TooLongError(
                "the answers are truncated even about single lines; raise [llm] "
                "max_output_tokens, or name another model"
            )


def _asked(
    part: tuple[Line, ...], ask: Callable[[tuple[Line, ...]], A], *, again: bool
) -> A | None:
    """Return the answer, None where it takes fewer lines to have one."""
    try:
        return ask(part)
    except UnreadableAnswerError as err:
        if len(part) == 1 or not (again or isinstance(err, TooLongError)):
            raise
        return None


def halves(part: tuple[Line, ...]) -> tuple[tuple[Line, ...], tuple[Line, ...]]:
    """Return both halves of several lines."""
    middle = len(part) // 2
    return part[:middle], part[middle:]


def is_context(part: Iterable[Line]) -> bool:
    """Return whether an assistant alone speaks: context, with nothing that it could explain."""
    return all(line.turn.role is Role.ASSISTANT for line in part)


def _singly(lines: tuple[Line, ...]) -> list[tuple[Line, ...]]:
    """Return lines with the first ones to ask about apart."""
    asked = (at for at, line in enumerate(lines, start=1) if not is_context((line,)))
    upto = max(islice(asked, _ALONE), default=0)
    parts = [*((line,) for line in lines[:upto]), lines[upto:]]
    return [part for part in parts if part]


def _fits(lines: Sequence[Line]) -> bool:
    return len(lines) <= MAX_LINES and sum(map(_weight, lines)) <= MAX_CHARS


def _weight(line: Line) -> int:
    """Return how many characters of a line are shown to a model."""
    longest = MAX_ASSISTANT if line.turn.role is Role.ASSISTANT else MAX_OTHER
    return min(len(line.turn.text), longest)


def _pieces(lines: Iterable[Line]) -> Iterator[tuple[Line, ...]]:
    """Cut lines into sessions, and sessions that are too long for one call into pieces that fit."""
    piece: list[Line] = []
    size = 0
    for line in lines:
        full = len(piece) >= MAX_LINES or size + _weight(line) > MAX_CHARS
        if piece and (full or _session(line) != _session(piece[-1])):
            yield tuple(piece)
            piece, size = [], 0
        piece.append(line)
        size += _weight(line)
    if piece:
        yield tuple(piece)


def _session(line: Line) -> tuple[str, str]:
    return line.turn.assistant, line.turn.session
