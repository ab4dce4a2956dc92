"""taken: which lines were ingested before, in whatever transcript they stood then."""

from dataclasses import dataclass, field
from hashlib import sha256

from memoryd.core.turn import Turn
from memoryd.core.value import replace
from memoryd.store import MemoryStore

_SHORT = 6  # of a hash: enough beside an id


@dataclass(slots=True)
class Taken:
    """The lines of the store, and those of the commit in the making."""

    store: MemoryStore
    _fresh: set[str | Turn] = field(default_factory=set)

    def holds(self, turn: Turn) -> bool:
        """Return whether a line was taken whose id names one utterance in the whole world."""
        return _world(turn) in self._fresh or self.store.is_seen(_key(turn), global_ids=True)

    def new(self, turn: Turn) -> Turn | None:
        """Return a redacted turn whose id is its file's own as it is to be kept; None for a copy.

        Where its id stands for other words in the session, they were corrected: it is a new line.
        """
        edited = replace(turn, line=f"{turn.line}~{_hash(turn)}")
        if self._is_copy(turn) or self._is_copy(edited):
            return None
        stands = turn.key in self._fresh or self.store.is_seen(_key(turn), global_ids=False)
        return edited if stands else turn

    def add(self, turn: Turn) -> None:
        """Note a turn of the commit in the making."""
        self._fresh |= {_world(turn), turn.key, replace(turn, session="")}

    def clear(self) -> None:
        """Forget those turns: they are the store's now."""
        self._fresh.clear()

    def _is_copy(self, turn: Turn) -> bool:
        return replace(turn, session="") in self._fresh or self.store.is_copy(turn)


def _key(turn: Turn) -> tuple[str, str, str]:
    return turn.assistant, turn.session, turn.line


def _world(turn: Turn) -> str:
    return f"{turn.assistant}#{turn.line}"


def _hash(turn: Turn) -> str:
    parts = (turn.time.isoformat(), turn.role, turn.speaker or "", turn.text)
    return sha256("\x1f".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:_SHORT]
