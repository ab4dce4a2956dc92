"""The ledger of calls: one JSON line for each, whatever became of it; budgets are read from it.

It is the one file that is not the store's: it belongs to the machine's user, not to the memory.
A line is only ever appended, in one write, to a file of mode 0600.
"""

import json
import math
import os
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from datetime import datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from memoryd.core.money import Spent
from memoryd.errors import TerminalLlmError

_ANSWERED = frozenset({"ok", "cut", "refused", "unreadable"})
_LATELY = 20  # answers that tell how long the next one may be
_UNKNOWN = "unknown"  # how a row says that its cost is; never 0


@dataclass(frozen=True, slots=True)
class Target:
    """Whom a call goes to; what was learned of one target says nothing of another."""

    provider: str
    host: str
    model: str


@dataclass(frozen=True, slots=True)
class Row:
    """One call.

    time: the run's clock, aware; cost_usd: None where the price is unknown; estimated: the server
    did not say what it counted: of an answer the most it can be stands here, of a call that broke
    off what was sent and a usual answer; outcome: ok, cut, refused,
    unreadable, or the kind of failure; hold: seconds in which no further call is made; field:
    what the server turned out not to support.
    """

    time: str
    run: str
    purpose: str
    provider: str
    host: str
    model: str
    input_tokens: int
    output_tokens: int
    cached_tokens: int
    cost_usd: Decimal | None
    outcome: str
    ms: int
    estimated: bool = False
    status: str | None = None
    hold: float | None = None
    field: str | None = None

    @property
    def target(self) -> Target:
        """Whom the call went to."""
        return Target(self.provider, self.host, self.model)

    @property
    def moment(self) -> datetime:
        """The time as a value."""
        return datetime.fromisoformat(self.time)


@dataclass(slots=True)
class Ledger:
    """The file, read as it grows: another process may append to it."""

    path: Path
    _rows: list[Row] = field(default_factory=list)
    _read: int = 0

    def rows(self) -> list[Row]:
        """Return every row so far. Raises TerminalLlmError when the file cannot be read."""
        if self.path.exists() and not self.path.is_file():  # a pipe is waited for without end
            raise TerminalLlmError(
                f"no model is asked while {self.path} is no plain file; remove it, calls are "
                "listed in it"
            )
        try:
            with self.path.open("rb") as handle:
                if os.fstat(handle.fileno()).st_size < self._read:  # cut by somebody: from anew
                    self._rows, self._read = [], 0
                handle.seek(self._read)
                fresh = handle.read()
        except FileNotFoundError:
            self._rows, self._read = [], 0
            return []
        except OSError as err:
            raise self._unusable(err) from err
        whole = fresh[: fresh.rfind(b"\n") + 1]
        self._read += len(whole)
        self._rows.extend(_parsed(whole))
        return self._rows

    def spent(self, now: datetime, zone: ZoneInfo) -> Spent:
        """Return what the operator's day and month of `now` have used."""
        today = now.astimezone(zone).date()
        days = [(row.moment.astimezone(zone).date(), row) for row in self.rows()]
        month = [row for day, row in days if (day.year, day.month) == (today.year, today.month)]
        of_today = [row for day, row in days if day == today]
        guessed = [row for row in of_today if row.estimated]
        return Spent(
            today_usd=_dollars(of_today),
            month_usd=_dollars(month),
            today_tokens=_tokens(of_today),
            today_calls=len(of_today),
            unpriced_calls=sum(row.cost_usd is None for row in month),
            today_estimated_usd=_dollars(guessed),
            month_estimated_usd=_dollars(row for row in month if row.estimated),
            today_estimated_tokens=_tokens(guessed),
            today_estimated_calls=len(guessed),
            today_cut_calls=sum(row.outcome == "cut" for row in of_today),
        )

    def usual_answer(self, target: Target, purpose: str) -> int | None:
        """Return the tokens that answers of a target for a purpose have lately; None: no idea."""
        counted = [
            row.output_tokens
            for row in self.of(target)
            if row.purpose == purpose and row.outcome in _ANSWERED and not row.estimated
        ]
        lately = counted[-_LATELY:]
        return -(-sum(lately) // len(lately)) if lately else None  # rounded up

    def failed_alone(self, target: Target, purpose: str, run: str) -> int:
        """Return how often calls for a purpose failed, each after another question was answered.

        Since an earlier run than the present one had an answer for the purpose, and with a failure
        that is not written yet.
        """
        found, failed = 0, True
        for row in reversed(self.of(target)):
            answered = row.outcome in _ANSWERED and row.status is None
            if answered and row.purpose == purpose:
                if row.run == run:
                    continue  # a part of it, or its second try
                break
            found += failed and answered
            failed = not answered and (failed or row.purpose == purpose)
        return found

    def of(self, target: Target) -> list[Row]:
        """Return the rows of one target, the oldest first."""
        return [row for row in self.rows() if row.target == target]

    def unsupported(self, target: Target, now: datetime, keep: timedelta) -> set[str]:
        """Return the fields that a target refused lately."""
        return {row.field for row in self.of(target) if row.field and now - row.moment < keep}

    def ready(self) -> None:
        """See that a row can be written, before money is spent. Raises TerminalLlmError."""
        os.close(self._open())

    def append(self, row: Row) -> None:
        """Write one row and sync it. Raises TerminalLlmError when the disk refuses it."""
        fields = {name: value for name, value in asdict(row).items() if value is not None}
        fields["cost_usd"] = _UNKNOWN if row.cost_usd is None else float(row.cost_usd)
        if not row.estimated:
            del fields["estimated"]
        line = json.dumps(fields, ensure_ascii=False).encode("utf-8", "replace") + b"\n"
        fd = self._open()
        try:
            size = os.fstat(fd).st_size
            # What a crash left without an end must not swallow this row.
            torn = size > 0 and os.pread(fd, 1, size - 1) != b"\n"
            os.write(fd, (b"\n" if torn else b"") + line)
            os.fsync(fd)
        except OSError as err:
            raise self._unusable(err) from err
        finally:
            os.close(fd)

    def _open(self) -> int:
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW | os.O_CLOEXEC
            fd = os.open(self.path, flags, 0o600)
            os.fchmod(fd, 0o600)
        except OSError as err:
            raise self._unusable(err) from err
        return fd

    def _unusable(self, err: OSError) -> TerminalLlmError:
        return TerminalLlmError(
            f"no model is asked while what it costs cannot be written down: {self.path}: "
            f"{os.strerror(err.errno or 0).lower()}"
        )


def _dollars(rows: Iterable[Row]) -> Decimal:
    return sum((row.cost_usd or Decimal(0) for row in rows), Decimal(0))


def _tokens(rows: Iterable[Row]) -> int:
    return sum(row.input_tokens + row.output_tokens for row in rows)


def _parsed(raw: bytes) -> Iterator[Row]:
    for line in raw.splitlines():
        row = _row(line)
        if row is not None:
            yield row


def _row(line: bytes) -> Row | None:
    """Read one row; None for what is no row: half a line that a crash left."""
    try:
        value: Any = json.loads(line)
        stated = value["cost_usd"]
        value["cost_usd"] = None if stated == _UNKNOWN else Decimal(str(stated))
        row = Row(**{name: value[name] for name in Row.__dataclass_fields__ if name in value})
        numbers = (row.input_tokens, row.output_tokens, row.cost_usd or 0, row.hold or 0.0)
        counted = all(0 <= number < math.inf for number in numbers) and row.moment.tzinfo
    except (ValueError, TypeError, KeyError, ArithmeticError, RecursionError):
        return None
    return row if counted else None
