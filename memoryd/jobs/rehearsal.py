"""rehearsal: what a Sunday would do now, found by holding it on a memory that keeps nothing.

No model is asked. What the rules alone decide is told whole; of what only a model decides, how far
it may go.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from memoryd.core.entity import Ref
from memoryd.core.ledger import Ledger
from memoryd.core.proposal import Synthesis, SynthesisRequest, TacitAnswer, TacitRequest
from memoryd.errors import ReadOnlyStoreError
from memoryd.jobs import tacit
from memoryd.jobs.context import Run
from memoryd.jobs.synthesis import Sunday, synthesis
from memoryd.jobs.writing import RulesWriter
from memoryd.store import MemoryStore, Rehearsal


@dataclass(frozen=True, slots=True)
class Planned:
    """What a synthesis would do now.

    sunday: what it did on trial; ledgers: the facts of its entities after it; by_rules: whether no
    model has a say; calls: to a model, at least; lines: to read for MEMORY.md; pending: whether a
    change that was cut short is settled first, so that the Sunday may differ.
    """

    sunday: Sunday
    ledgers: Mapping[Ref, Ledger]
    by_rules: bool
    calls: int
    lines: int
    pending: bool


@dataclass(slots=True)
class _Silent:
    """Stands for a writer, counts what it would be asked, and says what code alone may say."""

    by_rules: bool
    name: str = "rehearsal"
    calls: int = 0

    def synthesize(self, _request: SynthesisRequest) -> Synthesis:
        """Leave the text to the rules."""
        self.calls += 1
        return Synthesis(None)

    def tacit(self, request: TacitRequest) -> TacitAnswer:
        """Return what the rules read; nothing where a model reads: nobody knows what it finds."""
        self.calls += 1
        return RulesWriter().tacit(request) if self.by_rules else TacitAnswer()


def plan(store: MemoryStore, run: Run, *, by_rules: bool) -> Planned:
    """Return what a synthesis would do; nothing is asked or written.

    by_rules: the configuration names no model. Raises ReadOnlyStoreError for a memory that is away.
    """
    if away := store.away():
        raise ReadOnlyStoreError(away)
    lines = tacit.waiting(store) if "tacit" in run.layers else 0
    pending = store.is_cut_short()
    stage, writer = Rehearsal.of(store), _Silent(by_rules)
    sunday = synthesis(stage, writer, run)
    ledgers = {made.ref: stage.ledger(made.ref)[0] for made in sunday.made}
    return Planned(sunday, ledgers, by_rules, writer.calls, lines, pending)
