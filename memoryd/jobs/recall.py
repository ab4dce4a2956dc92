"""recall: what memory holds about one entity, as far as the audience may know it."""

from collections.abc import Collection, Iterable
from contextlib import suppress
from enum import StrEnum
from typing import Any

from memoryd import clock
from memoryd.clock import local_day
from memoryd.core.entity import Ref
from memoryd.core.fact import Fact
from memoryd.core.items import fact_as_json, parse_items
from memoryd.core.ledger import SUMMED_UP, Ledger
from memoryd.core.named import Hidden
from memoryd.core.scope import summary_told, visible_facts
from memoryd.core.text import content_stems, words
from memoryd.core.turn import Audience
from memoryd.core.value import frozen, replace
from memoryd.core.visible import flags, one_line
from memoryd.errors import CorruptFileError, StoreError
from memoryd.jobs.find import find, nearest, shortened
from memoryd.jobs.hearing import hidden_from
from memoryd.jobs.reading import Reading
from memoryd.jobs.tied import Owned, tied
from memoryd.store import MemoryStore, Opened


class Shown(StrEnum):
    """How much of an entity is asked for."""

    SUMMARY = "summary"  # its text, and the facts newer than it
    FACTS = "facts"  # what holds today
    HISTORY = "history"  # everything, in the order it happened


@frozen
class Recalled:
    """Everything that may be told. path: its folder, relative to the root; facts: in event order.

    text: the summary's, and newer: the ids of the facts that came, were reworded or were set back
    to active after it was written, None where nobody can say; stale: its file is broken and these
    are the last good facts; trouble: the place and the rule, for the operator only. tied: nothing
    is kept of it by itself, and path is empty; the facts are these of others, each with whose it
    is.
    """

    ref: Ref
    name: str
    path: str
    facts: tuple[Fact, ...]
    text: str = ""
    newer: frozenset[str] | None = None
    stale: bool = False
    trouble: CorruptFileError | None = None
    tied: tuple[Owned, ...] = ()

    def narrowed(self, shown: Shown) -> "Recalled":
        """Return only what is asked for; a summary without text gives way to the facts.

        A summary is told without what no longer holds: until the next Sunday it may say so.
        """
        active = tuple(fact for fact in self.facts if fact.active)
        match shown:
            case Shown.HISTORY:
                return replace(self, text="")
            case Shown.FACTS:
                return replace(self, text="", facts=active)
            case Shown.SUMMARY:
                text = self._holding()
                return replace(self, text=text, facts=self._beside(text) if text else active)

    def _beside(self, text: str) -> tuple[Fact, ...]:
        """Return the facts that hold and are newer than the summary, however old their day is.

        Not those that it tells all the same: a person may have changed both. Where it is not known
        what it was written from: those of which it does not tell the words.
        """
        active = (fact for fact in self.facts if fact.active)
        if self.newer is not None:
            newer = tuple(fact for fact in active if fact.id in self.newer)
            return self._untold(newer, text) if newer else ()
        said = content_stems(text)
        return tuple(fact for fact in active if not content_stems(fact.fact) <= said)

    def _untold(self, facts: tuple[Fact, ...], text: str) -> tuple[Fact, ...]:
        """Return those of the facts that no sentence of the text says, all their words in order.

        Nothing less tells: the words that a fact had before it was reworded may stand there still.
        """
        from memoryd.core import outline  # noqa: PLC0415 - 5 ms, where something is newer

        called = f"{self.ref.slug.replace('-', ' ')} {self.name}"
        names = frozenset(words(called))
        said = [(line, words(line)) for line in outline.lines(text)]

        def is_said(fact: Fact) -> bool:
            wanted = [word for word in words(fact.fact) if word not in names]
            near = [line for line, held in said if _in_order(wanted, held)]
            return bool(near) and _tells(near, fact, called)

        return tuple(fact for fact in facts if not is_said(fact))

    def _holding(self) -> str:
        """Return the text of the summary without the sentences on what no longer holds."""
        if not self.text or all(fact.active for fact in self.facts):
            return self.text
        from memoryd.core.gathering import holding  # noqa: PLC0415 - rules, where something is over

        own = content_stems(f"{self.ref.slug.replace('-', ' ')} {self.name}")
        holds = holding(Ledger(self.ref, self.facts), own)
        told = ((line, holds(line)) for line in self.text.splitlines())
        return "\n".join(kept for line, kept in told if kept or not line.strip())


@frozen
class Unclear:
    """No one entity is meant. meant: several that are; nearest: others with similar names."""

    meant: tuple[str, ...] = ()
    nearest: tuple[str, ...] = ()


def recall(
    store: MemoryStore, text: str, *,
    audience: Audience, group_visible: Collection[str], hidden: Hidden | None = None,
) -> Recalled | Unclear:  # fmt: skip
    """Return what memory holds about the entity that a text means (a ref, a slug or a name).

    hidden: jobs.hearing.hidden_for, where the caller can say who the operator is. Raises
    StoreError where none is found and the memory is away.
    """
    if hidden is None:
        hidden = hidden_from(audience, store, group_visible)
    refs = find(store, text, audience=audience, group_visible=group_visible, hidden=hidden)
    refs = refs or shortened(
        store, text, audience=audience, group_visible=group_visible, hidden=hidden
    )
    if not refs and (found := _tied(store, text, audience, group_visible, hidden)):
        return found
    if len(refs) != 1:
        near = () if refs else nearest(store, text, audience=audience, group_visible=group_visible)
        return Unclear(tuple(map(str, refs)), near)
    entity = store.entity(refs[0])
    told = visible_facts(entity.ledger.in_order(), audience, group_visible, hidden)
    whole = summary_told(entity.ref, entity.summary, entity.ledger.facts, told, hidden)
    summary = entity.summary if whole else None
    path = store.folder_of(entity.ref)
    return Recalled(
        ref=entity.ref,
        name=(summary.name if summary else None) or entity.ref.slug.replace("-", " ").title(),
        path=path,
        facts=told,
        text=summary.body if summary else "",
        newer=_newer(store, entity.ledger) if summary else None,
        stale=entity.trouble is not None,
        trouble=entity.trouble if audience is Audience.PRIVATE else None,
    )


def _in_order(wanted: Iterable[str], held: Iterable[str]) -> bool:
    rest = iter(held)
    return all(word in rest for word in wanted)


def _tells(sentences: Iterable[str], fact: Fact, called: str) -> bool:
    """Return whether one sentence says a fact, and not that it is otherwise or over."""
    from memoryd.core.telling import Told  # noqa: PLC0415 - 40 ms, where the words stand there

    own = content_stems(called)
    return any(Told((sentence,), own).tells(fact) for sentence in sentences)


def fact_told(fact: Fact) -> dict[str, Any]:
    """Return a fact as it is in its file, its words as one line; flags: what was made plain."""
    found = flags(fact.fact)
    told = {**fact_as_json(fact), "fact": one_line(fact.fact)}
    return {**told, "flags": list(found)} if found else told


def _tied(
    store: MemoryStore, text: str, audience: Audience,
    group_visible: Collection[str], hidden: Hidden,
) -> Recalled | Unclear | None:  # fmt: skip
    """Return what others' facts say of an entity that has none; None where none names it."""
    found = tied(store, text, audience=audience, group_visible=group_visible, hidden=hidden)
    if len(found) > 1:
        return Unclear(tuple(map(str, found)))
    for ref, rows in found.items():
        name = ref.slug.replace("-", " ").title()
        return Recalled(ref, name, "", tuple(fact for _, fact in rows), tied=rows)
    return None


def count_opened(memory: Reading, ref: Ref, ids: Iterable[str], *, summary: bool = False) -> None:
    """Note that somebody asked for these facts: the next night counts each once for the day.

    summary: its text was shown, and with it the facts that it tells. What a group asks for counts
    too: it heard of nothing else, and assistants are groups unless told otherwise. Context and
    hooks, which show what nobody asked for, do not come here. It never raises.
    """
    row = Opened(local_day(memory.now or clock.now(), memory.zone), ref, tuple(ids), summary)
    if row.ids or row.summary:
        memory.store.opened_log.note(row)


def opened(memory: Reading, shown: Recalled) -> None:
    """Count what was shown of an entity as opened; of what is tied to it, each for its own."""
    if shown.tied:
        for ref, fact in shown.tied:
            count_opened(memory, ref, (fact.id,) if fact in shown.facts else ())
        return
    ids = (fact.id for fact in shown.facts)
    count_opened(memory, shown.ref, ids, summary=bool(shown.text))


def upto_mark(store: MemoryStore, ref: Ref) -> str:
    """Return the mark that holds the version of the facts that a summary was made of."""
    return f"{SUMMED_UP}:{store.audit_name(str(ref))}"


def _newer(store: MemoryStore, ledger: Ledger) -> frozenset[str] | None:
    """Return the ids of what came, was reworded or was set back since the summary, if known."""
    ids = [fact.id for fact in ledger.facts]
    then = store.head.marks.get(upto_mark(store, ledger.ref))
    if not then:
        return None
    if then in ids:  # once the last id was all that was remembered
        return frozenset(ids[ids.index(then) + 1 :])
    with suppress(CorruptFileError, StoreError):  # the history is shut
        if (raw := store.version(then)) is not None:
            held = {fact.id: fact.fact for fact in parse_items(raw, ledger.ref, path="").active}
            return frozenset(fact.id for fact in ledger.active if held.get(fact.id) != fact.fact)
    return None
