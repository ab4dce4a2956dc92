"""tacit_told: what a day's note says of a change of MEMORY.md: nothing leaves it in silence."""

from collections.abc import Iterable, Iterator

from memoryd.core.at_work import Leaving
from memoryd.core.tacit_change import FULL, Applied
from memoryd.jobs.tacit_saves import Losses

_DOUBTED = "may be over, as you said what is so now; delete it if it is"
_PUT_BACK = "put back, as an older copy was saved; delete it once more if you meant that"


def told(
    applied: Applied, left: Leaving, lost: Losses, doubted: Iterable[str] = (), *, read: bool
) -> Iterator[str]:
    """Yield a line for each change of MEMORY.md.

    left: what becomes of the lines that were taken out. doubted: lines that stay, though the
    operator may have said otherwise. read: the lines were read this once, so
    that one without room is not offered again.
    """
    back = {new.text for new in lost.back}
    instead = {new for _, new in left.now}
    for new in applied.added:
        if new.text not in instead:
            yield f"MEMORY.md, {_PUT_BACK if new.text in back else 'new'}: {new.text}"
    out = lost.taken_out_of(applied.file)
    yield from (f"MEMORY.md, {lost.why_out(text)}: {text}" for text in out)
    yield from (f"MEMORY.md, now: {new} (before: {old})" for old, new in left.now)
    yield from (f"MEMORY.md, retired: {line.text}" for line in left.retired)
    gone = {line.text for line in applied.retired}
    yield from (f"MEMORY.md, {_DOUBTED}: {text}" for text in doubted if text not in gone)
    yield from (f"MEMORY.md, made room for newer projects: {line.text}" for line in left.room)
    yield from (f"{FULL}; only its history keeps: {line.text}" for line in applied.fallen)
    lacking = (refused for refused in applied.refused if read and refused.reason == FULL)
    yield from (f"{FULL}; there was no room for: {refused.text}" for refused in lacking)
