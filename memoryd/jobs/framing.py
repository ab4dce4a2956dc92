"""framing: what is told unasked, in its fence, and the short of one entity."""

from collections.abc import Sequence
from datetime import date

from memoryd.core import fence
from memoryd.core.briefing import Item, chosen, text_of
from memoryd.core.entity import Ref
from memoryd.core.named import Hidden
from memoryd.core.turn import Audience
from memoryd.jobs.hearing import hidden_for
from memoryd.jobs.prompted import Asked
from memoryd.jobs.reading import Reading
from memoryd.jobs.recall import Recalled, Shown, recall

_NEWEST = 5  # facts of an entity, beside its summary


def framed(
    items: Sequence[Item], shares: Sequence[tuple[str, float]], asked: Asked, day: date
) -> tuple[str, int]:
    """Return what of the items the budget holds, in the fence, and how many these are."""

    def frame(body: str) -> str:
        return fence.fenced(body, audience=asked.audience.value, day=day.isoformat())

    kept = chosen(items, asked.budget * fence.CHARS_A_TOKEN - len(frame("")), shares)
    return frame(text_of(kept)) if kept else "", len(kept)


def entity_item(
    memory: Reading, ref: Ref, audience: Audience, *, part: str, hidden: Hidden | None = None
) -> Item | None:
    """Return the summary of an entity with its newest facts, or None where nothing may be told."""
    kinds = memory.settings.group_visible
    name, hidden = str(ref), hidden_for(memory, audience) if hidden is None else hidden
    found = recall(memory.store, name, audience=audience, group_visible=kinds, hidden=hidden)
    if not isinstance(found, Recalled):
        return None
    short = found.narrowed(Shown.SUMMARY)
    # What a group said is told to that group, and to a private reader who asks for it.
    own = (f for f in short.facts if audience is Audience.GROUP or not f.by_group)
    newest = sorted(own, key=lambda fact: fact.day)[-_NEWEST:]
    lines = [f"- {fact.day}: {fence.flagged(fact.fact)}" for fact in newest]
    text = fence.joined([fence.quote(short.text), *lines])
    return Item(part, f"{found.name} ({ref})", text) if text else None
