"""How work grows with what it is given: a ratio within one run, which no slow machine fails."""

import gc
import sys
import time
from collections.abc import Callable
from functools import partial

_TIMES, _MOST = 8, 24  # eight times the size: quadratic work would need sixty-four times as long
_NOISE = 0.2  # seconds of processor time
_TRIES = 3  # other programs on the machine make the caches cold: the work is the least of them


def seconds(work: Callable[[], object]) -> float:
    """Return the processor time of this process that some work took, without clearing up."""
    gc.collect()  # what earlier tests left is not gone through on this work's account
    gc.disable()
    try:
        began = time.process_time()
        work()
        return time.process_time() - began
    finally:
        gc.enable()


def calls(work: Callable[[], object]) -> int:
    """Count the functions that some work calls, those in C as well."""
    count = 0

    def called(_frame: object, event: str, _value: object) -> None:
        nonlocal count
        count += event in {"call", "c_call"}

    before = sys.getprofile()
    sys.setprofile(called)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count


def grows_in_line(work: Callable[[int], object], size: int) -> bool:
    """Return whether work takes time in proportion to its size: eight times an eighth of it."""
    work(size // 100)
    part = size // _TIMES
    small = min(seconds(partial(work, each)) for each in (part, part - 1))  # one may be cached
    most = _MOST * small + _NOISE
    return any(seconds(partial(work, size)) < most for _ in range(_TRIES))
