"""heartbeat: ingest what is new in the conversations, then extract the lines that wait."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from memoryd.core.count import many
from memoryd.jobs.context import Run
from memoryd.jobs.extractor import Extracted, Extractor
from memoryd.jobs.ingest import Ingested, ingest
from memoryd.jobs.saves import Saves, take_in, taken_in_at_start
from memoryd.sources import Source
from memoryd.store import MemoryStore


@dataclass(frozen=True, slots=True)
class Beat:
    """What one heartbeat did.

    saves: files taken in; waiting: lines for the next beat; caught_up: files into which what had
    waited for them or for the disk was put.
    """

    ingested: Ingested = field(default_factory=Ingested)
    extracted: Extracted = field(default_factory=Extracted)
    saves: Saves = field(default_factory=Saves)
    waiting: int = 0
    caught_up: tuple[str, ...] = ()

    @property
    def edits(self) -> int:
        """How many files people had changed."""
        return self.saves.changed


def heartbeat(
    store: MemoryStore, sources: Sequence[Source], extractor: Extractor, run: Run,
    progress: Callable[[str], None] = lambda _: None,
) -> Beat:  # fmt: skip
    """Read what is new and keep its durable facts. Nothing new: no call, no write.

    A model that fails stops the beat; its lines wait, whole, for the next one. So do they while
    the graph is switched off: it is made of all of them when it is switched on.
    """
    rename_operator(store, run)
    saves = taken_in_at_start(store) + take_in(store, run)
    ingested = ingest(store, sources, run, lambda n: progress(f"{many(n, 'line')} read"))
    extracted = _extracted(store, extractor, run, progress)
    store.save_head()
    waiting = max(0, store.head.last_line - store.head.extracted)
    caught_up = tuple(store.take_caught_up())
    return Beat(ingested, extracted, saves + extracted.saves, waiting, caught_up)


def _extracted(
    store: MemoryStore, extractor: Extractor, run: Run, progress: Callable[[str], None]
) -> Extracted:
    if "graph" not in run.layers or store.head.extracted >= store.head.last_line:
        return Extracted()
    # What decides on facts is 4 MB, which a daemon does without until there is a line.
    from memoryd.jobs.extract import extract  # noqa: PLC0415 - see above

    return extract(store, extractor, run, progress)


def rename_operator(store: MemoryStore, run: Run) -> None:
    """Let the operator's facts move to the name that the configuration gives them now."""
    if run.operator:
        store.rename_operator(run.operator_ref, run.operator_name, run=run.id, now=run.stamp)
