"""What a job used and freed is given back to the system: the C library keeps it else."""

import ctypes
import gc
import sys
from contextlib import suppress

from memoryd.core.kept import forget

_ARENA_MAX = -8  # M_ARENA_MAX of mallopt(3)


def share() -> None:
    """Let all threads take memory from one place: each would keep a free heap of its own."""
    with suppress(AttributeError, OSError):
        ctypes.CDLL(None).mallopt(_ARENA_MAX, 1)


def trim() -> None:
    """Give free memory back; where the C library cannot, nothing happens."""
    forget()
    # What names attributes were looked up by is kept, thousands of texts: reading times makes a
    # new one each time, and a single one keeps a megabyte of what was freed around it.
    for name in ("_clear_internal_caches", "_clear_type_cache"):  # from 3.13 on; until then
        if clear := getattr(sys, name, None):
            clear()
            break
    gc.collect()
    with suppress(AttributeError, OSError):
        ctypes.CDLL(None).malloc_trim(0)
