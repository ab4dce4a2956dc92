"""audible: what of each entity goes into the index of groups."""

from collections.abc import Collection
from functools import cached_property
from typing import TYPE_CHECKING

from memoryd.core.gathering import Audible, told_of
from memoryd.core.ledger import Ledger
from memoryd.core.scope import visible
from memoryd.core.turn import Audience
from memoryd.store import MemoryStore

if TYPE_CHECKING:  # a save in a folder that no group hears of waits for neither: 3 ms
    from memoryd.core.named import Hidden
    from memoryd.core.summary import Summary


class Hearing:
    """What a group hears of one memory as it stands at one moment; read when first needed."""

    def __init__(
        self, store: MemoryStore, group_visible: Collection[str], operator: str | None
    ) -> None:
        """Take the memory, the kinds that a group may know of, and the operator's name."""
        self._store, self._kinds, self._operator = store, group_visible, operator

    @cached_property
    def hidden(self) -> "Hidden":
        """The names that it must not hear of."""
        from memoryd.jobs.hearing import hidden_from  # noqa: PLC0415 - see above

        return hidden_from(Audience.GROUP, self._store, self._kinds, self._operator)

    def told(self, ledger: Ledger, summary: "Summary | None") -> Audible:
        """Return what of an entity it may be told."""
        if not visible(ledger.ref, Audience.GROUP, self._kinds):
            return Audible()
        return told_of(ledger, summary, self._kinds, self.hidden)
