"""What every job is given: the run's clock and id, the operator, and what is switched on."""

from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from memoryd.core.catalog import operator_ref
from memoryd.core.entity import Ref


@dataclass(frozen=True, slots=True)
class Run:
    """One run of a job.

    now: its clock, aware (a replay's or the real one); zone: the operator's; channels: those
    that count as the operator's own beside direct ones; layers: names of those switched on;
    keep_lines: whether the words of lines are kept after the night that reviewed them;
    secrets: regular expressions of the operator's own (core.secret_own).
    """

    id: str
    now: datetime
    zone: ZoneInfo
    operator: str | None = None
    channels: tuple[str, ...] = ()
    layers: frozenset[str] = frozenset({"tacit", "notes", "graph", "search"})
    keep_lines: bool = True
    secrets: tuple[str, ...] = ()

    @property
    def stamp(self) -> str:
        """The clock as the audit keeps it."""
        return self.now.isoformat()

    @property
    def operator_name(self) -> str:
        """The name by which the operator is shown."""
        return self.operator or "the operator"

    @property
    def operator_ref(self) -> Ref:
        """The operator's own entity."""
        return operator_ref(self.operator)
