"""reminder: the short of what memory holds on the entities that a prompt names, else nothing."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from memoryd.clock import local_day
from memoryd.core.catalog import operator_ref
from memoryd.core.entity import Ref
from memoryd.core.scope import visible
from memoryd.core.text import STOP_WORDS, words
from memoryd.core.turn import Audience
from memoryd.jobs.briefing import Asked, entity_item, framed
from memoryd.jobs.reading import Reading

BUDGET = 600  # tokens
_MOST = 3  # entities
_READ = 20_000  # characters of a prompt that are looked at
_PART = "What memory holds on what the prompt names"


def reminder(memory: Reading, prompt: str, asked: Asked) -> dict[str, Any]:
    """Return text: fenced, on at most three entities in the order they are named; "" for none."""
    if "graph" not in memory.settings.layers:
        return {"text": ""}
    refs = list(named(memory, prompt, asked.audience))[:_MOST]
    found = (entity_item(memory, ref, asked.audience, part=_PART) for ref in refs)
    items = [item for item in found if item is not None]
    return {"text": framed(items, (), asked, local_day(asked.now, memory.zone))[0]}


def named(memory: Reading, prompt: str, audience: Audience) -> Iterator[Ref]:
    """Yield the entities, other than the operator, that a text names, the first named first.

    A name inside a longer one that is meant (beacon in beacon-2) does not count.
    """
    spoken = words(prompt[:_READ])
    starts: dict[str, list[int]] = {}
    for at, word in enumerate(spoken):
        starts.setdefault(word, []).append(at)
    spans = [
        (range(at, at + len(name)), ref)
        for ref, name in _names(memory, audience)
        for at in starts.get(name[0], ())
        if spoken[at : at + len(name)] == name
    ]
    longest: dict[int, int] = {}  # by place of a word, the length of the name that it belongs to
    for span, _ in spans:
        longest.update((at, max(len(span), longest.get(at, 0))) for at in span)
    meant = [(span[0], ref) for span, ref in spans if all(longest[at] == len(span) for at in span)]
    yield from dict.fromkeys(ref for _, ref in sorted(meant))


def _names(memory: Reading, audience: Audience) -> Iterator[tuple[Ref, tuple[str, ...]]]:
    operator = operator_ref(memory.settings.operator_name)
    for ref in memory.store.refs():
        if ref == operator or not visible(ref, audience, memory.settings.group_visible):
            continue
        summary = memory.store.summary(ref)
        listed = (summary.name or "", *summary.aliases) if summary else ()
        for name in dict.fromkeys(_worded((ref.slug.replace("-", " "), *listed))):
            yield ref, name


def _worded(names: Iterable[str]) -> Iterator[tuple[str, ...]]:
    for name in names:
        found: Sequence[str] = words(name)
        if len("".join(found)) > 1 and not set(found) <= STOP_WORDS:
            yield tuple(found)
