"""Ledger: the facts of one entity, in the order of the file, with validated transitions."""

import re
from collections.abc import Iterable

from memoryd.core.entity import Ref
from memoryd.core.fact import Fact
from memoryd.core.value import frozen, replace
from memoryd.errors import TransitionError

SUMMED_UP = "upto"  # what the mark begins with that holds the version that a summary was made of


@frozen
class Ledger:
    """All facts of one entity; ids are unique, every supersededBy resolves, nothing is cyclic."""

    ref: Ref
    facts: tuple[Fact, ...] = ()

    def get(self, fact_id: str) -> Fact | None:
        """Return the fact with that id, or None."""
        return next((fact for fact in self.facts if fact.id == fact_id), None)

    @property
    def active(self) -> tuple[Fact, ...]:
        """The facts that stand."""
        return tuple(fact for fact in self.facts if fact.active)

    def in_order(self) -> tuple[Fact, ...]:
        """All facts by the day they became true; those of one day as the file has them."""
        return tuple(sorted(self.facts, key=lambda fact: fact.day))

    def add(self, fact: Fact) -> "Ledger":
        """Return the ledger with one more fact. Raises TransitionError for an id that exists."""
        if self.get(fact.id) is not None:
            raise TransitionError(f"{self.ref}: fact id {fact.id} exists already")
        return replace(self, facts=(*self.facts, fact))

    def put(self, fact: Fact) -> "Ledger":
        """Return the ledger with the fact of the same id exchanged; its place stays.

        Raises TransitionError when no fact has that id.
        """
        if self.get(fact.id) is None:
            raise TransitionError(f"{self.ref}: no fact {fact.id}")
        return replace(self, facts=tuple(fact if f.id == fact.id else f for f in self.facts))

    def supersede(self, old_id: str, *, by: str) -> "Ledger":
        """Return the ledger in which `old_id` is replaced by `by`.

        Raises TransitionError when either is missing, when the successor is older by event time,
        or when it would close a cycle.
        """
        old, new = self.get(old_id), self.get(by)
        if old is None or new is None:
            missing = old_id if old is None else by
            raise TransitionError(f"{self.ref}: no fact {missing}")
        if new.day < old.day:
            raise TransitionError(f"{self.ref}: {by} ({new.day}) is older than {old_id}")
        if old_id in self.successors(by):
            raise TransitionError(f"{self.ref}: {old_id} -> {by} would be a cycle")
        return self.put(old.superseded(by=by))

    def successors(self, fact_id: str) -> tuple[str, ...]:
        """Return the ids that replaced a fact, nearest first."""
        by_id = {fact.id: fact for fact in self.facts}
        chain: dict[str, None] = {}
        fact = by_id.get(fact_id)
        while fact is not None and fact.superseded_by and fact.superseded_by not in chain:
            chain[fact.superseded_by] = None
            fact = by_id.get(fact.superseded_by)
        return tuple(chain)


def next_id(ref: Ref, ids: Iterable[str]) -> str:
    """Return the id after the highest number in use: sarah-007 after sarah-006; never re-used.

    ids: every id the entity ever had, tombstoned ones too.
    """
    pattern = re.compile(re.escape(ref.slug) + r"-(\d{1,9})")
    numbers = [int(m[1]) for fact_id in ids if (m := pattern.fullmatch(fact_id))]
    return f"{ref.slug}-{max(numbers, default=0) + 1:03d}"
