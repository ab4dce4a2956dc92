"""reminder: the short of what memory holds on the entities that a prompt names, else nothing."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from memoryd.clock import local_day
from memoryd.core.catalog import operator_ref
from memoryd.core.entity import Ref
from memoryd.core.regex import regex
from memoryd.core.scope import visible
from memoryd.core.text import STOP_WORDS, words
from memoryd.core.turn import Audience
from memoryd.jobs.prompted import Asked
from memoryd.jobs.reading import Glancing, Reading

BUDGET = 600  # tokens
_LETTERS = regex("[a-z0-9]+")
_PLAIN = regex("(?:# )?[a-z0-9 .-]+\n?")  # a name that is read as it is written
_MOST = 3  # entities
_READ = 20_000  # characters of a prompt that are looked at
_PART = "What memory holds on what the prompt names"


def reminder(memory: Reading | Glancing, prompt: str, asked: Asked) -> dict[str, Any]:
    """Return text: fenced, on at most three entities in the order they are named; "" for none."""
    if "graph" not in memory.settings.layers:
        return {"text": ""}
    refs = list(named(memory, prompt, asked.audience))[:_MOST]
    if not refs:
        return {"text": ""}
    # Most prompts name nobody, and do not wait for what only this needs: 30 ms of a start.
    from memoryd.jobs.framing import entity_item, framed  # noqa: PLC0415

    found = (entity_item(memory.whole, ref, asked.audience, part=_PART) for ref in refs)
    items = [item for item in found if item is not None]
    return {"text": framed(items, (), asked, local_day(asked.now, memory.zone))[0]}


def named(memory: Reading | Glancing, prompt: str, audience: Audience) -> Iterator[Ref]:
    """Yield the entities, other than the operator, that a text names, the first named first.

    A name inside a longer one that is meant (beacon in beacon-2) does not count.
    """
    spoken = words(prompt[:_READ])
    starts: dict[str, list[int]] = {}
    for at, word in enumerate(spoken):
        starts.setdefault(word, []).append(at)
    spans = [
        (range(at, at + len(name)), ref)
        for ref, name in _names(memory, audience, spoken)
        for at in starts.get(name[0], ())
        if spoken[at : at + len(name)] == name
    ]
    longest: dict[int, int] = {}  # by place of a word, the length of the name that it belongs to
    for span, _ in spans:
        longest.update((at, max(len(span), longest.get(at, 0))) for at in span)
    meant = [(span[0], ref) for span, ref in spans if all(longest[at] == len(span) for at in span)]
    yield from dict.fromkeys(ref for _, ref in sorted(meant))


def _names(
    memory: Reading | Glancing, audience: Audience, spoken: Iterable[str]
) -> Iterator[tuple[Ref, tuple[str, ...]]]:
    """Yield the names by which entities go, as words; some that cannot be meant are left out."""
    operator = operator_ref(memory.settings.operator_name)
    letters = frozenset(_LETTERS.findall(" ".join(spoken)))
    for ref, raw in memory.store.summaries():
        if ref == operator or not visible(ref, audience, memory.settings.group_visible):
            continue
        slug = () if _is_unspoken(ref.slug, letters) else (ref.slug.replace("-", " "),)
        listed = () if _says_nothing(raw, letters) else _listed(memory, ref, raw, audience)
        for name in dict.fromkeys(_worded((*slug, *listed))):
            yield ref, name


def _listed(
    memory: Reading | Glancing, ref: Ref, raw: bytes, audience: Audience
) -> tuple[str, ...]:
    """Return the heading and aliases by which an audience may know an entity."""
    from memoryd.core.summary import read_names  # noqa: PLC0415 - as above: 8 ms

    if audience is Audience.GROUP:
        from memoryd.jobs.hearing import alias_told  # noqa: PLC0415 - as above

        if not alias_told(memory.whole.store, ref, audience, memory.settings.group_visible):
            return ()
    return read_names(raw)


def _says_nothing(raw: bytes, letters: frozenset[str]) -> bool:
    """Return whether a summary begins with its name, and nothing of that was spoken."""
    line = raw[: raw.find(b"\n") + 1 or None]
    return not raw or (line.startswith(b"# ") and _is_unspoken(line.decode("latin-1"), letters))


def _is_unspoken(name: str, letters: frozenset[str]) -> bool:
    """Return whether a name cannot be made of those words: a tenth of the work of reading it."""
    if not name.isascii():
        return False
    name = name.lower()
    said = _LETTERS.findall(name)
    return not letters.issuperset(said) if _PLAIN.fullmatch(name) else letters.isdisjoint(said)


def _worded(names: Iterable[str]) -> Iterator[tuple[str, ...]]:
    for name in names:
        found: Sequence[str] = words(name)
        if len("".join(found)) > 1 and not set(found) <= STOP_WORDS:
            yield tuple(found)
