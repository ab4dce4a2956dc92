"""Rivals: of many facts of one entity those that one fact could make untrue at all.

Each is filed under what can make it untrue, so that a fact is held against few others. What is
found is only a candidate: core.supersede decides.
"""

from collections import defaultdict
from collections.abc import Collection, Container, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from memoryd.core.attributes import Attribute, attributes, denial
from memoryd.core.employment import workplaces
from memoryd.core.fact import Fact
from memoryd.core.leaving import left_company
from memoryd.core.roles import parted_with, works_with
from memoryd.core.supersede import (
    CALLED,
    RIVALS,
    UNSETTLED,
    bare,
    beside_others,
    dropped_by,
    makes_untrue,
    same_value,
    settled,
    slots_replaced,
    spoken_words,
    switched_from,
    was_first,
)
from memoryd.core.text import normal, words
from memoryd.core.wishes import filed, sought

_CHOICES = frozenset().union(*RIVALS)
_Files = dict[Hashable, list[Fact]]


@dataclass(frozen=True, slots=True)
class _Before:
    """The slots of which a fact before a day speaks. since: slot -> the first day of one."""

    since: Mapping[str, str]
    day: str

    def __contains__(self, slot: object) -> bool:
        first = self.since.get(str(slot))
        return first is not None and first < self.day


class Rivals:
    """The active facts of one entity, to be asked about newest first."""

    def __init__(
        self, facts: Sequence[Fact], groups: Mapping[str, str], fixed: Collection[str],
        names: Container[str] = (),
    ) -> None:  # fmt: skip
        """File the facts but those with `fixed` ids, which nothing makes untrue.

        names: words of the entity's own name, in small letters.
        """
        self._order = {fact.id: place for place, fact in enumerate(facts)}
        self._names = names
        self._since: dict[str, str] = {}  # slot -> the first day of a fact that speaks of it
        self._values: defaultdict[Hashable, _Files] = defaultdict(dict)
        self._others: _Files = {}
        self._states = {fact.id: settled(fact, groups, names) for fact in facts}
        for fact in facts:
            for a in attributes(fact.fact):
                self._since[a.slot] = min(fact.day, self._since.get(a.slot, fact.day))
            if fact.id not in fixed:
                self._file(fact)

    def made_untrue(self, new: Fact, gone: Collection[str]) -> Iterator[Fact]:
        """Yield the older facts that a new one makes untrue, in the order of all.

        gone: ids to leave out. After a fact only older ones are asked about.
        """
        stated = self._stated(new)
        for old in self._near(new, stated, gone):
            if makes_untrue(new, stated, old, self._states[old.id], self._names):
                yield old

    def near(self, new: Fact, gone: Collection[str]) -> list[Fact]:
        """Return the older facts that a new one could make untrue: those it is held against."""
        return self._near(new, self._stated(new), gone)

    def _stated(self, new: Fact) -> list[Attribute]:
        return beside_others(self._states[new.id], _Before(self._since, new.day))

    def _near(self, new: Fact, stated: Iterable[Attribute], gone: Collection[str]) -> list[Fact]:
        found: dict[str, Fact] = {}
        for files, key in self._where(new, stated):
            live = [old for old in files.get(key, ()) if old.day < new.day and old.id not in gone]
            if live:
                files[key] = live
            else:
                files.pop(key, None)
            found |= {old.id: old for old in live}
        return sorted(found.values(), key=lambda fact: self._order[fact.id])

    def _file(self, fact: Fact) -> None:
        for a in self._states[fact.id]:
            if not a.many:  # one of several has no other value
                self._values[a.slot, a.only].setdefault(a.value, []).append(fact)
        for key in _keys(fact.fact):
            self._others.setdefault(key, []).append(fact)

    def _where(self, new: Fact, stated: Iterable[Attribute]) -> Iterator[tuple[_Files, Hashable]]:
        """Yield the files, and the key in them, of what a new fact could make untrue."""
        for a in (a for a in stated if not a.many):
            for slot in slots_replaced(a.slot):
                values = self._values.get((slot, a.only), {})
                yield from ((values, v) for v in list(values) if not same_value(str(v), a.value))
        yield from ((self._others, key) for key in _wanted(new.fact))


@dataclass(slots=True)
class Files:
    """What facts are filed under, each read once: for those held against many, whoever asks.

    Kept as hashes, which are small: where two are equal by chance, one fact more is looked at.
    """

    _kept: dict[str, frozenset[int]] = field(default_factory=dict)

    def near(self, new: str, standing: Iterable[Fact]) -> list[Fact]:
        """Return the facts of its entity that a new one could make untrue, in their order."""
        slots = {slot for one in _slots(new, ("home",)) for slot in slots_replaced(one)}
        return self._under((*_wanted(new), *slots), standing)

    def alike(self, new: str, facts: Iterable[Fact]) -> list[Fact]:
        """Return the facts of its entity that could state the same as a new one, in their order."""
        return self._under(_said(new), facts)

    def _under(self, keys: Iterable[Hashable], facts: Iterable[Fact]) -> list[Fact]:
        wanted = frozenset(map(hash, keys))
        return [fact for fact in facts if not wanted.isdisjoint(self._of(fact.fact))]

    def _of(self, text: str) -> frozenset[int]:
        if text not in self._kept:
            keys = (*_keys(text), *_slots(text), *_said(text))
            self._kept[text] = frozenset(map(hash, keys))
        return self._kept[text]


def _slots(text: str, read_as: Iterable[str] = ()) -> Iterator[str]:
    """Yield the slots of a fact, also those under which core.supersede may settle one.

    read_as: those of a new fact beside what stands.
    """
    for a in attributes(text):
        yield a.slot
        if a.slot in UNSETTLED:
            yield from ("moved", "employer", *read_as)


def _said(text: str) -> Iterator[Hashable]:
    """Yield under what a fact is filed for core.supersede.same_statement."""
    yield "in these words", bare(text) or normal(text)
    yield from (("called", a.slot) for a in attributes(text) if a.slot in CALLED)


def _keys(text: str) -> Iterator[Hashable]:
    """Yield under what a fact is filed beside its values."""
    yield from (("word", word) for word in dict.fromkeys(words(text)))
    spoken = {word.strip(",.;:()") for word in spoken_words(text)}
    yield from (("choice", word) for word in spoken & _CHOICES)
    if (whom := parted_with(text)) is not None:
        yield "parted", whom
    elif left_company(text) is not None:
        yield "left"
    no, said = denial(text)
    if said:
        yield "said", no, said
    yield from (("wish", key) for key in filed(text))


def _wanted(text: str) -> Iterator[Hashable]:
    yield from (("word", thing) for thing in (*dropped_by(text), *was_first(text)[:1]))
    yield from (("choice", rival) for rival in switched_from(text))
    yield "parted", works_with(text)
    if workplaces(text):
        yield "left"
    no, said = denial(text)
    yield "said", not no, said
    yield from (("wish", key) for key in sought(text))
