"""Which of two statements of one entity came later: by event time, in whatever order they come in.

A transcript may be read long after newer ones (a first look at a folder, another assistant).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from memoryd.core.admission import Claim
from memoryd.core.entity import Ref
from memoryd.core.fact import Fact
from memoryd.core.roles import ends_role
from memoryd.core.supersede import contradicted, same_statement
from memoryd.core.told import told_after


@dataclass(slots=True)
class EventTime:
    """What is known of when facts were said.

    stored: when the lines of a stored fact were said, None where that is not known; again: the last
    day on which it was said again, "" for never; claims: of the facts that this run adds.
    """

    stored: Callable[[Fact], datetime | None]
    again: Callable[[Ref, str], str]
    claims: dict[tuple[Ref, str], Claim] = field(default_factory=dict)
    repeated: dict[tuple[Ref, str], str] = field(default_factory=dict)  # the same, of this run

    def said(self, ref: Ref, fact: Fact) -> datetime | None:
        """Return when a fact was first said, None where that is not known."""
        claim = self.claims.get((ref, fact.id))
        return claim.lines[0].turn.time if claim else self.stored(fact)

    def repeat(self, ref: Ref, fact: Fact, day: str) -> None:
        """Remember that a standing fact was said again on an ISO day."""
        if day > max(fact.day, self._last(ref, fact)):
            self.repeated[ref, fact.id] = day

    def is_newer(self, ref: Ref, old: Fact, claim: Claim, fact: Fact) -> bool:
        """Return whether a stored fact became true later, or was said again after a new one.

        On one day the later line wins.
        """
        if old.day != fact.day:
            told = claim.lines[0].turn.time.date().isoformat()
            return old.day > fact.day or self._last(ref, old) > max(told, fact.day)
        said = self.said(ref, old)
        return said is not None and said > claim.lines[0].turn.time

    def told_after(self, ref: Ref, old: Fact, claim: Claim) -> bool:
        """Return whether a fact is known to have been told after a claim that ends roles."""
        said = self.claims.get((ref, old.id)) or self.stored(old)
        return said is not None and told_after(said, claim)

    def was_over(
        self, ref: Ref, claim: Claim, fact: Fact, old: Fact, held: Sequence[Fact]
    ) -> bool:  # fmt: skip
        """Return whether a fact tells once more what is superseded, and not that it is so again.

        held: all facts of the entity. What became true once more after its end, or after another
        value in between, is a fact of its own.
        """
        end = next((other for other in held if other.id == old.superseded_by), None)
        if end is None:
            return False
        if not self.is_newer(ref, end, claim, fact):
            return self._went_before(ref, claim, fact, old, end)
        since, until = sorted((fact.day, old.day))
        ends = {other.superseded_by for other in held}
        between = [other for other in held if since <= other.day <= until and other is not old
                   and (other.id in ends or not other.active)
                   and not same_statement(other.fact, fact.fact)]  # fmt: skip
        return not any(contradicted(other, [fact], {}) for other in between)

    def _went_before(self, ref: Ref, claim: Claim, fact: Fact, old: Fact, end: Fact) -> bool:
        """Return whether a role took a fact with it, and no claim is known to come after that."""
        said = self.said(ref, end)
        after = old.day < fact.day or (said is not None and said < claim.lines[0].turn.time)
        return ends_role(end.fact) and not after

    def _last(self, ref: Ref, fact: Fact) -> str:
        return self.repeated.get((ref, fact.id)) or self.again(ref, fact.id)
