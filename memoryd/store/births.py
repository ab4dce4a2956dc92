"""Births: when facts appeared in a file, which tells an older buffer from a deletion."""

from collections.abc import Collection, Iterable
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from memoryd.core.value import field, mutable

_YOUNG_SECONDS = 1.0  # nobody reads a fact and deletes it as fast as that
_BEGUN_SECONDS = 5.0  # a save that says more was begun before: by then its facts may be this old
_KEEP_SECONDS = 60.0
_CARRIED_SECONDS = 60.0  # a time as much older than its file's coming here came with it


class _Birth(NamedTuple):
    """When a fact appeared, in seconds; theirs: a person's, taken out for a moment and put back."""

    moment: float
    theirs: bool


@mutable
class Births:
    """Remembers, while the process runs, when facts appeared in their files by our writing.

    returning: ids of facts that are put back by the next write.
    """

    returning: frozenset[str] = frozenset()
    _born: dict[str, dict[str, _Birth]] = field(default_factory=dict)

    def note(self, path: str, new: Iterable[str], theirs: AbstractSet[str], *, now: float) -> None:
        """Remember that facts appeared now, in seconds on the wall clock; those put back too.

        theirs: ids of people's facts among them.
        """
        known = self._born.get(path, {})
        kept = {i: born for i, born in known.items() if _is_within(now - born.moment)}
        added = {i: _Birth(now, i in theirs) for i in (*new, *self.returning)}
        self._born[path] = kept | added
        self.returning = frozenset()

    def young(self, path: str, *, at: float) -> frozenset[str]:
        """Return the facts that a save cannot mean to delete, whatever it says.

        at: when it was made, in seconds on the wall clock.
        """
        return frozenset(self._younger(path, at, _YOUNG_SECONDS))

    def unseen(self, path: str, here: Collection[str], *, at: float) -> frozenset[str]:
        """Return the facts that a save lacks, if it has none that came with them or after them.

        It may have been made by somebody who saves on and on and read the file before they came;
        who saw one of them saw them all. here: the ids of the save.
        """
        born = self._younger(path, at, _BEGUN_SECONDS)
        gone = {i: moment for i, (moment, _) in born.items() if i not in here}
        first = min(gone.values(), default=at)
        if any(
            i in here and not theirs and moment >= first for i, (moment, theirs) in born.items()
        ):
            return frozenset()
        return frozenset(gone)

    def may_be_unseen(self, path: str, *, at: float) -> bool:
        """Return whether any fact is young enough for `unseen`: its save need not be read else."""
        return bool(self._younger(path, at, _BEGUN_SECONDS))

    def forget(self) -> None:
        """Let all facts be old."""
        self._born.clear()

    def _younger(self, path: str, at: float, seconds: float) -> dict[str, _Birth]:
        born = self._born.get(path, {})
        ages = ((i, birth, at - birth.moment) for i, birth in born.items())
        return {i: birth for i, birth, age in ages if age < seconds and _is_within(age)}


def _is_within(age: float) -> bool:
    """Tell ages that mean something, in seconds, from those by a clock that was set in between."""
    return abs(age) < _KEEP_SECONDS


def saved_at(modified: float, changed: float) -> float:
    """Return when a save was made; modified, changed: the times of its file, in seconds.

    A copy that keeps its old time (mv, cp -p, rsync -a) is saved when it comes.
    """
    return changed if changed - modified > _CARRIED_SECONDS else modified
