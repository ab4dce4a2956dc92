"""Standard output and error, which may be full, shut by their reader, or not there."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from memoryd.errors import UnshownError


def put(text: str) -> None:
    """Write a text to standard output.

    Raises BrokenPipeError where its reader has left, UnshownError where it takes nothing else.
    """
    with _named():
        sys.stdout.write(text)


def end() -> None:
    """Write what is still held back. Raises as put."""
    with _named():
        sys.stdout.flush()


@contextmanager
def _named() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as err:
        raise UnshownError(err) from err


def open_shut() -> None:
    """Put something in the place of a standard output that is not there; it takes nothing."""
    if sys.stdout is None:
        shut = os.open(os.devnull, os.O_RDONLY)  # also so that no file of ours gets its number
        sys.stdout = os.fdopen(shut, "w")


def tell(text: str, name: str = "stderr") -> None:
    """Write to a stream and flush it; one that takes nothing is replaced by one that does.

    name: stdout or stderr. So that not even the interpreter's last flush fails.
    """
    try:
        stream = getattr(sys, name)
        stream.write(text)
        stream.flush()
    except (OSError, ValueError, AttributeError):  # full, shut by its reader, or never there
        setattr(sys, name, open(os.devnull, "w"))  # noqa: SIM115, PTH123 - until the end


def settle() -> None:
    """Leave both streams so that nothing fails at the end."""
    for name in ("stdout", "stderr"):
        tell("", name)
