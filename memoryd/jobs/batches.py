"""batches: waiting lines, cut into calls of bounded size."""

from collections.abc import Iterable, Iterator, Sequence

from memoryd.core.turn import Line, Role
from memoryd.jobs.envelope import MAX_ASSISTANT, MAX_OTHER

MAX_LINES = 200
MAX_CHARS = 24_000  # as shown to a model


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
