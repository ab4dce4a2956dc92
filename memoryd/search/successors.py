"""What no longer holds, put behind what took its place: superseded facts, and lines that say them.

A conversation line is what somebody said, which stays true: it may say more than its facts, and
answers when something was so. So it is not left out as a superseded fact is. But one of which every
fact that cites it is superseded is marked as the fact would be, and stands behind the successor,
which comes along where it is missing. That is looked up with each answer: a line's own passages
need not be written anew when a fact elsewhere is superseded.
"""

from collections.abc import Sequence
from itertools import accumulate

from memoryd.core.passage import Layer, Passage
from memoryd.core.value import frozen, replace
from memoryd.search.shelf import Shelf

# The path of a fact and its id, which other entities may use as well; of a line its own id.
_Name = tuple[str, str]
_BEHIND = 1e-6  # how far below its successor a superseded fact is put


@frozen
class Hit:
    """A passage that answers, its id while its file is unchanged, and its score."""

    id: int
    score: float
    passage: Passage


def in_order(shelf: Shelf, hits: Sequence[Hit], *, history: bool) -> list[Hit]:
    """Return hits, given best first, with what no longer holds behind what took its place.

    history: whether superseded facts may come along too.
    """
    ended = _ended(shelf, hits)
    if not (ended or history):
        return list(hits)
    marked = [_marked(hit, ended.get(hit.id, [])) for hit in hits]
    placed = {_name(hit): hit for hit in marked}
    for hit in marked:
        for after in _after(hit.passage, ended.get(hit.id)):
            _place(shelf, _name(hit), after, placed)
    found = sorted(placed.values(), key=lambda hit: -hit.score)
    return [hit for hit in found if history or not (hit.passage.fact and hit.passage.over)]


def _ended(shelf: Shelf, hits: Sequence[Hit]) -> dict[int, list[_Name]]:
    """Return, of the lines of which no fact holds any more, the names of those facts' successors.

    A successor is "" where a person ended the fact without naming one.
    """
    cited: dict[int, list[tuple[str, str | None]]] = {}
    lines = [hit.id for hit in hits if hit.passage.layer is Layer.LINE]
    for number, path, over in shelf.cited.facts_on(lines):
        cited.setdefault(number, []).append((path, over))
    return {
        number: [(path, over or "") for path, over in facts]
        for number, facts in cited.items() if all(over is not None for _, over in facts)
    }  # fmt: skip


def _marked(hit: Hit, successors: Sequence[_Name]) -> Hit:
    """Return a line marked with what took the place of its fact, the first that is named."""
    if not successors:
        return hit
    by = next((fact for _, fact in successors if fact), "")
    return replace(hit, passage=replace(hit.passage, superseded_by=by))


def _after(passage: Passage, successors: Sequence[_Name] | None) -> list[_Name]:
    """Return what took the place of a passage; nothing for one that holds."""
    own = [(passage.path, passage.superseded_by or "")] if passage.fact else []
    return [name for name in (own if successors is None else successors) if name[1]]


def _name(hit: Hit) -> _Name:
    """Return what a hit is found by."""
    return hit.passage.path, hit.passage.fact or f"#{hit.id}"


def _place(shelf: Shelf, old: _Name, after: _Name, placed: dict[_Name, Hit]) -> None:
    """Put what no longer holds, and what came after it, behind the chain that took its place.

    after: what took its place. That comes up to where it was found, and it stands right behind.
    """
    chain = {old: placed[old]}
    while after not in chain:
        last = placed.get(after) or _fact(shelf, after, chain[old].score)
        if last is None:
            break
        chain[after] = last
        following = _after(last.passage, None)
        if not following:
            break
        after = following[0]
    best = accumulate((hit.score for hit in chain.values()), max)
    raised = [replace(hit, score=score) for hit, score in zip(chain.values(), best, strict=True)]
    top = raised[-1].score
    for name, hit in zip(reversed(chain), reversed(raised), strict=True):
        placed[name] = replace(hit, score=min(hit.score, top))
        top = placed[name].score - _BEHIND


def _fact(shelf: Shelf, name: _Name, score: float) -> Hit | None:
    for old in (False, True):
        for number in shelf.ids("path = ? AND fact = ?", *name, old=old, limit=1):
            return Hit(number, score, shelf.passages([number])[number])
    return None
