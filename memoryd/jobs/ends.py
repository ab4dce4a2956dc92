"""ends: which projects are over and go to the archives, and which were taken up again since."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from memoryd.core.completion import goes_on, is_finished
from memoryd.core.entity import Ref
from memoryd.core.fact import Fact
from memoryd.core.ledger import Ledger
from memoryd.core.provenance import lines_of
from memoryd.core.selection import Looked
from memoryd.core.trust import Voice
from memoryd.core.value import replace
from memoryd.errors import ReadOnlyStoreError, StoreError
from memoryd.jobs.archived import (
    archived_for,
    end_mark,
    is_archived,
    is_to_go,
    looked_at,
    week_mark,
)
from memoryd.jobs.context import Run
from memoryd.store import MemoryStore


def to_do(store: MemoryStore, ref: Ref) -> str:
    """Return what a person can do about a project that could not go to the archives."""
    if way := store.health.layout.in_the_way(f"archives/{ref}"):
        return f"rename or move {way}"
    folder = store.folder_of(ref)
    waiting = (path for path in store.waiting_paths() if path.startswith(f"{folder}/"))
    if path := next(waiting, None):
        return f"mend {path}"
    shut = [place for place in store.health.closed() if place.startswith("archives")]
    return f"run `chmod u+rwx` on {shut[0]}" if shut else f"move {folder} there by hand"


def called_back(store: MemoryStore, ref: Ref) -> dict[str, str]:
    """Return the mark by which a project that a Sunday found to be over stays at work."""
    done = looked_at(store, ref)
    taken_up = done is not None and done.archive
    return {week_mark(store, ref): str(replace(done, archive=False))} if taken_up else {}


@dataclass(frozen=True, slots=True)
class Ends:
    """The projects of one memory that are over. voice: whose a fact is."""

    store: MemoryStore
    run: Run
    voice: Callable[[Ref, Fact], Voice]

    def week(self) -> dict[Ref, Looked]:
        """Return what this Sunday did so far, in this run or in one that was cut short."""
        found = ((ref, looked_at(self.store, ref)) for ref in self.store.refs())
        return {ref: done for ref, done in found if done}

    def waits(self, ledger: Ledger) -> bool:
        """Return whether a project is over and its place in the archives is not free yet."""
        return is_to_go(self.store, ledger.ref) and bool(self._of(ledger))

    def archive(self, ref: Ref) -> bool:
        """Move a project that is over to the archives; False where it is not, or cannot go yet."""
        if not self.waits(self.store.ledger(ref)[0]):
            return False
        try:
            return self.store.archive(ref, run=self.run.id, now=self.run.stamp)
        except ReadOnlyStoreError:
            raise
        except StoreError:  # the archives lie on another disk: no reason to leave the others
            return False

    def kept(self) -> Iterator[tuple[Ref, str]]:
        """Yield each project that is over and cannot go to the archives yet, with what to do."""
        for ref in self.week():
            if self.waits(self.store.ledger(ref)[0]):
                yield ref, to_do(self.store, ref)

    def closing(self) -> dict[str, str]:
        """Return the marks that end a Sunday; what could not be archived stays to be done."""
        return {
            week_mark(self.store, ref): str(Looked(done.why, archive=True))
            if done.archive and self.waits(self.store.ledger(ref)[0]) else ""
            for ref, done in self.week().items()
        }  # fmt: skip

    def new(self, ledger: Ledger) -> tuple[str, ...]:
        """Return the ids of the facts for which a project is to be archived; () where for none.

        One that was archived for them before and is back was taken up again, by a word or a hand.
        """
        ends, known = self._of(ledger), self._before(ledger.ref)
        return ends if any(end not in known for end in ends) else ()

    def marks(self, ref: Ref, ends: tuple[str, ...]) -> dict[str, str]:
        """Return what is remembered of a project that goes to the archives for these facts."""
        at = f"{self.run.now.timestamp():.0f}"
        return {end_mark(self.store, ref): " ".join((*ends, at))} if ends else {}

    def resumed(self, ledger: Ledger) -> frozenset[str]:
        """Return the ids of what says that a project is over which was found so and is at work.

        None where it is over once more: it goes to the archives with what is said of it now.
        """
        if is_archived(self.store, ledger.ref) or self.waits(ledger) or self.new(ledger):
            return frozenset()
        return self._before(ledger.ref).intersection(fact.id for fact in ledger.active)

    def over(self, ledger: Ledger) -> tuple[str, ...]:
        """Return the ids of what says that a project is over; () for one that is at work."""
        return () if self.resumed(ledger) else self._of(ledger)

    def _before(self, ref: Ref) -> frozenset[str]:
        return archived_for(self.store, ref)

    def _of(self, ledger: Ledger) -> tuple[str, ...]:
        """Return the ids of what says that a project is over, where nothing newer is known.

        The operator said so, and not in one breath that it goes on.
        """
        if ledger.ref.folder != "projects":
            return ()
        over = [fact for fact in ledger.active if is_finished(fact.fact)]
        said = [fact for fact in over if self.voice(ledger.ref, fact) is Voice.OPERATOR]
        newest = max((fact.day for fact in said), default="")
        if not all(fact.day <= newest for fact in ledger.active if fact not in over):
            return ()
        keys = {key for fact in said for key in lines_of(fact.source or "")}
        told = self.store.lines_by_key(keys) if keys else {}
        whole = not any(goes_on(line.turn.text) for line in told.values())
        return tuple(fact.id for fact in said) if whole else ()
