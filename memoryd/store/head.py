"""Head: what the audit chain adds up to: cursors, versions, sequence numbers."""

import json
from datetime import datetime
from typing import Any, Self

from memoryd.core.value import as_dict, field, mutable

Row = dict[str, Any]


@mutable
class Head:
    """The state after the last audit row.

    hash: of the last row of the chain; size: bytes of the audit file folded in; files: salted name
    of a path -> SHA-256 of its last good version; extracted, last_line: sequence numbers of lines;
    salt: hex; day: of the last row, on the wall clock.
    """

    seq: int = 0
    hash: str = ""
    size: int = 0
    salt: str = ""
    day: str = ""
    last_line: int = 0
    extracted: int = 0
    files: dict[str, str] = field(default_factory=dict)
    cursors: dict[str, Row] = field(default_factory=dict)
    tombstones: set[str] = field(default_factory=set)
    last_success: dict[str, str] = field(default_factory=dict)
    marks: dict[str, str] = field(default_factory=dict)

    def fold(self, row: Row) -> None:
        """Take one audit row in."""
        self.seq, self.hash, self.day = row["seq"], row["hash"], row["time"][:10]
        for name, _, after in row.get("files", ()):
            self.files[name] = after
        self.cursors.update((c["path"], c) for c in row.get("cursors", ()))
        self.tombstones.update(row.get("tombstones", ()))
        self.last_line = max(self.last_line, *row.get("lines", [0]))
        self.extracted = max(self.extracted, row.get("extracted", 0))
        if not self._is_earlier(row):
            self.last_success[row["job"]] = row["now"]
        self.marks.update(row.get("marks", {}))
        for name in [name for name, value in row.get("marks", {}).items() if not value]:
            del self.marks[name]  # an empty value takes a mark away

    def _is_earlier(self, row: Row) -> bool:
        """Return whether a row is of a time that was given, before the job's last success.

        A last success beyond the row's own clock was put down by a clock set wrong: it gives way.
        """
        if (last := self.last_success.get(row["job"])) is None:
            return False
        try:
            now, known, clock = map(_seconds, (row["now"], last, row["time"]))
        except ValueError:  # a row that was edited and sealed anew: the chain says which
            return False
        return now < known <= clock

    def copied(self) -> Self:
        """Return another head that says the same now; their rows are shared, and never changed."""
        parts = as_dict(self)
        return type(self)(**{k: v.copy() if hasattr(v, "copy") else v for k, v in parts.items()})

    def as_bytes(self) -> bytes:
        """Return the head as it stands in the copy."""
        return json.dumps(as_dict(self) | {"tombstones": sorted(self.tombstones)}).encode()

    @classmethod
    def from_bytes(cls, raw: bytes) -> Self | None:
        """Read a copy; None for one that is torn or from elsewhere: the chain says it all again."""
        try:
            row = json.loads(raw)
            head = cls(**{**row, "tombstones": set(row["tombstones"])})
        except (ValueError, TypeError, KeyError):
            return None
        made = zip(as_dict(head).values(), as_dict(cls()).values(), strict=True)
        return head if all(type(given) is type(plain) for given, plain in made) else None


def _seconds(stamp: str) -> float:
    return datetime.fromisoformat(stamp).timestamp()
