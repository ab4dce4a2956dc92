"""Births: when facts of ours appeared in a file, which tells an older buffer from a deletion."""

from collections.abc import Collection, Iterable, Mapping

from memoryd.core.value import field, mutable

_YOUNG_SECONDS = 1.0  # nobody reads a fact and deletes it as fast as that
_BEGUN_SECONDS = 5.0  # a save that says more was begun before: by then its facts may be this old
_KEEP_SECONDS = 60.0


@mutable
class Births:
    """Remembers, while the process runs, when each fact was written into its file.

    returning: ids of facts that are put back by the next write.
    """

    returning: frozenset[str] = frozenset()
    _born: dict[str, dict[str, float]] = field(default_factory=dict)

    def note(self, path: str, new: Iterable[str], *, now: float) -> None:
        """Remember that facts appeared now, in seconds on the wall clock; those put back too."""
        known = self._born.get(path, {})
        kept = {i: born for i, born in known.items() if now - born < _KEEP_SECONDS}
        self._born[path] = kept | dict.fromkeys([*new, *self.returning], now)
        self.returning = frozenset()

    def ages(self, path: str, *, at: float) -> dict[str, float]:
        """Return id -> seconds, of facts that can be too young to be deleted by a save.

        at: of the save, in seconds on the wall clock.
        """
        born = self._born.get(path, {}).items()
        return {i: at - moment for i, moment in born if at - moment < _BEGUN_SECONDS}

    def forget(self) -> None:
        """Let all facts be old."""
        self._born.clear()


def young(ages: Mapping[str, float]) -> frozenset[str]:
    """Return the facts that a save cannot mean to delete, whatever it says."""
    return frozenset(i for i, age in ages.items() if age < _YOUNG_SECONDS)


def unseen(ages: Mapping[str, float], here: Collection[str]) -> frozenset[str]:
    """Return the facts that a save lacks, if it has none that came with them or after them.

    It may have been made by somebody who saves on and on and read the file before they came; who
    saw one of them saw them all. here: the ids of the save.
    """
    gone = {i: age for i, age in ages.items() if i not in here}
    first = max(gone.values(), default=0.0)
    if any(age <= first for i, age in ages.items() if i in here):
        return frozenset()
    return frozenset(gone)
