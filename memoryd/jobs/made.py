"""made: what became of one entity's summary on a Sunday."""

from dataclasses import dataclass

from memoryd.core.entity import Ref
from memoryd.core.outline import Refusal
from memoryd.core.plan import Gate
from memoryd.core.proposal import Replacement
from memoryd.core.rewrite import Report
from memoryd.core.selection import Why

NO_ANSWER = (Refusal.EMPTY, Refusal.PLACEHOLDER, Refusal.DECLINED)


@dataclass(frozen=True, slots=True)
class Made:
    """What became of one entity's summary.

    why: it was looked at; superseded: (old, by) ids; refused: replacements not made; report: of the
    text, None where there is none; trouble: why the file was left as it is; archived: moved;
    changed: whether a byte of its summary.md did; asked: whether a writer was asked about it; room:
    how many facts more a model might have superseded.
    """

    ref: Ref
    why: Why
    superseded: tuple[tuple[str, str], ...] = ()
    refused: tuple[tuple[Replacement, Gate], ...] = ()
    report: Report | None = None
    trouble: str | None = None
    archived: bool = False
    changed: bool = False
    asked: bool = False
    room: int = 0

    @property
    def unread(self) -> bool:
        """Whether the model said nothing of the entity: it is asked about again the next time."""
        return self.report is not None and self.report.refusal in NO_ANSWER
