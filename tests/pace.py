"""How work grows with what it is given: a ratio within one run, which no slow machine fails."""

import time
from collections.abc import Callable
from functools import partial

_TIMES, _MOST = 8, 24  # eight times the size: quadratic work would need sixty-four times as long
_NOISE = 0.2  # seconds of processor time


def seconds(work: Callable[[], object]) -> float:
    """Return the processor time of this process that some work took."""
    began = time.process_time()
    work()
    return time.process_time() - began


def grows_in_line(work: Callable[[int], object], size: int) -> bool:
    """Return whether work takes time in proportion to its size: eight times an eighth of it."""
    work(size // 100)
    part = size // _TIMES
    small = min(seconds(partial(work, each)) for each in (part, part - 1))  # one may be cached
    return seconds(partial(work, size)) < _MOST * small + _NOISE
