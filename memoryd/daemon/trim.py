"""What a job used and freed is given back to the system: the C library keeps it else."""

import ctypes
import gc
from contextlib import suppress

_ARENA_MAX = -8  # M_ARENA_MAX of mallopt(3)


def share() -> None:
    """Let all threads take memory from one place: each would keep a free heap of its own."""
    with suppress(AttributeError, OSError):
        ctypes.CDLL(None).mallopt(_ARENA_MAX, 1)


def trim() -> None:
    """Give free memory back; where the C library cannot, nothing happens."""
    gc.collect()
    with suppress(AttributeError, OSError):
        ctypes.CDLL(None).malloc_trim(0)
