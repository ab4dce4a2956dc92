"""References: which held facts a day's lines speak of, by id or by the entity's name and words.

What a line merely shares a word with is no reference; a model names the others, by meaning.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from memoryd.core.entity import Ref
from memoryd.core.fact import Fact
from memoryd.core.provenance import lines_of
from memoryd.core.text import content_stems, words
from memoryd.core.turn import Line, Role

_SHARE = 0.5  # of a fact's own content words, so many must stand in one line that names its entity
_OWN_SHARE = 0.75  # the same for the operator's own facts, whom every line of theirs is about
_LEAST = 2  # words in common, where the fact has so many
_ID = re.compile(r"(?<![\w-])[\w-]{1,64}-\d{3,9}(?![\w-])")
_SPOKEN = frozenset({Role.OPERATOR, Role.MEMBER, Role.ASSISTANT})


@dataclass(frozen=True, slots=True)
class _Said:
    """A line as references are looked for in it."""

    key: str
    words: frozenset[str]
    stems: frozenset[str]
    ids: frozenset[str]
    of_operator: bool


def referenced(
    facts: Mapping[Ref, Sequence[Fact]],
    names: Mapping[Ref, Iterable[str]],
    lines: Iterable[Line],
    operator: Ref,
) -> set[tuple[Ref, str]]:
    """Return (entity, fact id) of the active facts that the lines speak of.

    names: what each entity is called; a line that a fact itself rests on is no reference to it.
    """
    said = [_said(line) for line in lines if line.turn.role in _SPOKEN]
    every_id = frozenset(i for line in said for i in line.ids)
    found: set[tuple[Ref, str]] = set()
    for ref, listed in facts.items():
        callings = [frozenset(words(name)) for name in (ref.slug.replace("-", " "), *names[ref])]
        own = ref == operator
        near = [n for n in said if (own and n.of_operator) or _names(n, callings)]
        if near or any(fact.id in every_id for fact in listed):
            share = _OWN_SHARE if own else _SHARE
            calling = frozenset(s for name in callings for s in content_stems(" ".join(name)))
            active = (fact for fact in listed if fact.active)
            meant = (fact for fact in active if _is_meant(fact, said, near, calling, share))
            found.update((ref, fact.id) for fact in meant)
    return found


def _said(line: Line) -> _Said:
    text = line.turn.text
    return _Said(
        line.turn.key,
        frozenset(words(text)),
        content_stems(text),
        frozenset(_ID.findall(text)),
        line.turn.role is Role.OPERATOR,
    )


def _names(line: _Said, callings: Iterable[frozenset[str]]) -> bool:
    return any(calling and calling <= line.words for calling in callings)


def _is_meant(
    fact: Fact, said: Iterable[_Said], near: Iterable[_Said], calling: frozenset[str], share: float
) -> bool:
    rests_on = frozenset(lines_of(fact.source or ""))
    if any(fact.id in line.ids and line.key not in rests_on for line in said):
        return True
    stems = content_stems(fact.fact) - calling
    least = max(min(_LEAST, len(stems)), share * len(stems))
    return bool(stems) and any(
        len(stems & line.stems) >= least for line in near if line.key not in rests_on
    )
