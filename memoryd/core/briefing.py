"""briefing: which items of a context fit into its room, and the text that they make together."""

from collections.abc import Collection, Iterator, Sequence

from memoryd.core import fence
from memoryd.core.value import frozen


@frozen
class Item:
    """One thing to tell, whole or not at all. part, head: the headings that it stands under."""

    part: str
    head: str
    text: str


def chosen(items: Sequence[Item], room: int, shares: Sequence[tuple[str, float]]) -> list[Item]:
    """Return the items that fit into `room` characters, in their order.

    Each part (with its share of the room) takes what fits into its share, in order of need; what is
    left over then goes to whatever still fits. An item too long gives way to the next.
    """
    kept: set[int] = set()
    used = 0
    for part, share in (*shares, ("", 1.0)):
        end = room if not part else min(room, used + int(share * room))
        for index, item in enumerate(items):
            if index in kept or (part and item.part != part):
                continue
            cost = _cost(item, [items[k] for k in kept])
            if used + cost <= end:
                kept.add(index)
                used += cost
    return [items[index] for index in sorted(kept)]


def text_of(items: Sequence[Item]) -> str:
    """Return items under their headings, each said once; those of one heading stand together."""
    return "\n".join(_lines(items))


def _lines(items: Sequence[Item]) -> Iterator[str]:
    for part in dict.fromkeys(item.part for item in items):
        yield fence.heading(part, 2)
        mine = [item for item in items if item.part == part]
        # What stands under no heading comes first: below another's it would be told as that one's.
        for head in sorted(dict.fromkeys(item.head for item in mine), key=bool):
            if head:
                yield fence.heading(head, 3)
            yield from (item.text for item in mine if item.head == head)


def _cost(item: Item, there: Collection[Item]) -> int:
    """Return how many characters an item adds to a text that has some already."""
    lines = [item.text]
    if not any(other.part == item.part for other in there):
        lines.append(fence.heading(item.part, 2))
    if item.head and not any((o.part, o.head) == (item.part, item.head) for o in there):
        lines.append(fence.heading(item.head, 3))
    return sum(len(line) + 1 for line in lines)
