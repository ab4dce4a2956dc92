"""reminder: the short of what memory holds on the entities that a prompt names, else nothing."""

from collections.abc import Collection, Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any

from memoryd.clock import local_day
from memoryd.core.catalog import operator_ref
from memoryd.core.entity import Ref
from memoryd.core.heard import Guard, Spoken, heard
from memoryd.core.named import Called, calls, matched
from memoryd.core.scope import visible
from memoryd.core.text import STOP_WORDS, words
from memoryd.core.turn import Audience
from memoryd.core.value import replace
from memoryd.jobs.prompted import Asked
from memoryd.jobs.reading import Glancing, Reading

if TYPE_CHECKING:
    from memoryd.core.named import Hidden

BUDGET = 600  # tokens
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
    from memoryd.jobs.framing import entity_item, framed  # noqa: PLC0415 - see above

    found = (entity_item(memory.whole, ref, asked.audience, part=_PART) for ref in refs)
    items = [item for item in found if item is not None]
    return {"text": framed(items, (), asked, local_day(asked.now, memory.zone))[0]}


def named(memory: Reading | Glancing, prompt: str, audience: Audience) -> Iterator[Ref]:
    """Yield the entities, other than the operator, that a text names, the first named first.

    A name inside a longer one that is meant (beacon in beacon-2) does not count.
    """
    said = heard(prompt[:_READ])
    starts: dict[str, list[int]] = {}
    for at, word in enumerate(said):
        for form in word.forms:
            starts.setdefault(form, []).append(at)
    spans = [
        (span, ref)
        for ref, name in _names(memory, audience, Spoken.of(said))
        for at in {at for form in name.forms[0] for at in starts.get(form, ())}
        if (len(name.forms) > 1 or said[at].passes(name.guard))
        and (span := matched(said, at, name))
    ]
    longest: dict[int, int] = {}  # by place of a word, the length of the name that it belongs to
    for span, _ in spans:
        longest.update((at, max(len(span), longest.get(at, 0))) for at in span)
    meant = [(span[0], ref) for span, ref in spans if all(longest[at] == len(span) for at in span)]
    yield from dict.fromkeys(ref for _, ref in sorted(meant))


def _names(
    memory: Reading | Glancing, audience: Audience, spoken: Spoken
) -> Iterator[tuple[Ref, Called]]:
    """Yield the names by which entities go, as words; some that cannot be meant are left out."""
    operator = operator_ref(memory.settings.operator_name)
    listed_of = _Listed(memory, audience)
    for ref, raw in memory.store.summaries():
        if ref == operator or not visible(ref, audience, memory.settings.group_visible):
            continue
        slug = ref.slug.replace("-", " ")
        said = spoken.may_name(slug)
        listed = listed_of(ref, raw) if _may_say(raw, spoken) else ()
        # Most headings are the slug as it is written: looked at once, not twice.
        listed = tuple(name for name in listed if name.lower() != slug)
        if said or listed:
            names = (slug, *listed) if said else listed
            yield from ((ref, name) for name in _meant(calls(ref, listed, spoken), names))


class _Listed:
    """The headings and aliases by which an audience may know entities."""

    def __init__(self, memory: Reading | Glancing, audience: Audience) -> None:
        self._memory, self._audience = memory, audience

    @cached_property
    def _hidden(self) -> "Hidden":
        from memoryd.jobs.hearing import hidden_for  # noqa: PLC0415 - as above: 8 ms

        return hidden_for(self._memory, self._audience)

    def __call__(self, ref: Ref, raw: bytes) -> tuple[str, ...]:
        """Return those of one entity. raw: its summary.md."""
        from memoryd.core.summary import read_names  # noqa: PLC0415 - as above

        if self._audience is Audience.GROUP:
            from memoryd.jobs.hearing import alias_told  # noqa: PLC0415 - as above

            memory, kinds = self._memory.whole, self._memory.settings.group_visible
            if not alias_told(memory.store, ref, self._audience, kinds, self._hidden):
                return ()
        return read_names(raw)


def _may_say(raw: bytes, spoken: Spoken) -> bool:
    """Return whether a summary names what was spoken, or does not begin with its name."""
    line = raw[: raw.find(b"\n") + 1 or None]
    return bool(raw) and (not line.startswith(b"# ") or spoken.may_name(line.decode("latin-1")))


def _meant(names: Iterable[Called], whole: Collection[str]) -> Iterator[Called]:
    """Yield the names that may be meant: one that a person gave in whole is no plain word."""
    for name in names:
        if STOP_WORDS.issuperset(name.words):
            continue
        if name.guard is Guard.NONE:
            yield name
            continue
        *first, last = name.words
        given = {name.words, (*first, last.removesuffix("s"))}
        is_given = any(tuple(words(one)) in given for one in whole)
        yield replace(name, guard=Guard.NONE if is_given else Guard.INSIDE)
