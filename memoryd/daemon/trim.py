"""What a job used and freed is given back to the system: the C library keeps it else."""

import ctypes
import gc
from contextlib import suppress


def trim() -> None:
    """Give free memory back; where the C library cannot, nothing happens."""
    gc.collect()
    with suppress(AttributeError, OSError):
        ctypes.CDLL(None).malloc_trim(0)
