"""Older: which version of a file a save was made from, as an editor's old buffer is told."""

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Sequence

from memoryd.core.regex import regex
from memoryd.core.text import content_stems

SAVED = "saved-at"  # what a mark begins with that holds when a save without some lines was made
_BEGUN_SECONDS = 5.0  # so long before it is written a save that says more may have been begun
Ours = Callable[[bytes], Collection[Hashable]]  # what of a version is of our writing
_BESIDE = regex(r"<!--.*?-->|\(\d{4}-\d\d-\d\d\)")  # where a line is from, and its day


def made_from(saved: bytes, versions: Sequence[bytes], ours: Ours) -> bytes:
    """Return the version that a save was made from; versions: oldest first, not empty.

    That is the last one, unless the save is nearer to an older one, has nothing of what came after
    it, and has a line that is gone since or all that is ours there.

    One line alone a person may well have deleted, and the text is the same: then the last one it
    is. But where the save also says something of its own that is no other wording of what came, it
    was rather typed into an older buffer: two changes in one save are rarer.
    """
    last, here, said = _counted(versions[-1]), _counted(saved), frozenset(ours(saved))
    best, of_last = versions[-1], _apart(last, here)
    least = of_last
    for older in reversed(versions[:-1]):
        was = _counted(older)
        apart = _apart(was, here)
        if apart >= least or (here - was) & last:
            continue
        is_base = (was - last) & here or said.issuperset(ours(older))
        if is_base and (of_last - apart > 1 or _types_on(here, was, last)):
            best, least = older, apart
    return best


def was_begun_before(saved: bytes, known: Iterable[bytes], after: float) -> bool:
    """Return whether a save was begun before a writing of ours.

    It came so soon, and says what no version before it said. known: those; after: seconds since the
    writing, as for facts (store.births). Who saves on and on had read the file before, and took out
    nothing that came.
    """
    if abs(after) >= _BEGUN_SECONDS:
        return False
    return not set(_counted(saved)).issubset(line for raw in known for line in _counted(raw))


def _counted(raw: bytes) -> Counter[bytes]:
    return Counter(line.strip() for line in raw.splitlines() if line.strip())


def _apart(one: Counter[bytes], other: Counter[bytes]) -> int:
    """Return how many lines stand in one of two versions only."""
    return (one - other).total() + (other - one).total()


def _types_on(here: Counter[bytes], was: Counter[bytes], last: Counter[bytes]) -> bool:
    """Return whether a save says something of its own that is no other wording of what came."""
    own = here - was - last
    return bool(own) and not any(_is_reworded(line, own) for line in last - was)


def _is_reworded(line: bytes, own: Counter[bytes]) -> bool:
    """Return whether one of a save's own lines shares half of its words, or of theirs, with one."""
    lost = _words(line)
    return any(2 * len(lost & said) >= min(len(lost), len(said)) and lost & said
               for said in map(_words, own))  # fmt: skip


def _words(line: bytes) -> frozenset[str]:
    return content_stems(_BESIDE.sub("", line.decode("utf-8", "replace")))
