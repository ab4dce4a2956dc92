"""A source that is configured and has no reader yet: it is named and the others are read."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar

from memoryd.core.cursor import Cursor
from memoryd.sources.shapes import Chunk


class PassedOver:
    """Has no transcript, and says so wherever unreadable places are told."""

    name: ClassVar[str] = "passed over"

    def __init__(self, named: str) -> None:
        """Stand for the table [sources.NAMED]."""
        said = f"[sources.{named}] cannot be read yet and is passed over; remove its paths"
        self.unreadable = [said]

    def listing(self) -> list[tuple[str, os.stat_result]]:
        """Return nothing."""
        return []

    def files(self) -> list[Path]:
        """Return nothing."""
        return []

    def read(self, _path: Path, _cursor: Cursor | None) -> Iterator[Chunk]:
        """Yield nothing."""
        yield from ()
