"""References: which held facts a day's lines speak of, by id or by the entity's name and words.

What a line merely shares a word with is no reference; a model names the others, by meaning.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from memoryd.core.entity import Ref
from memoryd.core.fact import Fact
from memoryd.core.provenance import lines_of
from memoryd.core.regex import regex
from memoryd.core.text import content_stems, words
from memoryd.core.turn import Line, Role

_SHARE = 0.5  # of a fact's own content words, so many must stand in one line that names its entity
_OWN_SHARE = 0.75  # the same for the operator's own facts, whom every line of theirs is about
_LEAST = 2  # words in common, where the fact has so many
_ID = regex(r"(?<![\w-])[\w-]{1,64}-\d{3,9}(?![\w-])")
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
    by_word = _index((word, n) for n, line in enumerate(said) for word in line.words)
    by_id = _index((fact_id, n) for n, line in enumerate(said) for fact_id in line.ids)
    own = [n for n in said if n.of_operator]
    found: set[tuple[Ref, str]] = set()
    for ref, listed in facts.items():
        callings = [frozenset(words(name)) for name in (ref.slug.replace("-", " "), *names[ref])]
        near = _naming(said, by_word, callings)
        near += own if ref == operator else []
        share = _OWN_SHARE if ref == operator else _SHARE
        calling = frozenset(s for name in callings for s in content_stems(" ".join(name)))
        active = [fact for fact in listed if fact.active]
        named = (fact for fact in active if _is_named(fact, said, by_id))
        found.update((ref, fact.id) for fact in named)
        if near:
            meant = (fact for fact in active if _is_meant(fact, near, calling, share))
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


def _index(pairs: Iterable[tuple[str, int]]) -> dict[str, set[int]]:
    """Return the numbers of the lines that hold each word."""
    found: dict[str, set[int]] = {}
    for word, number in pairs:
        found.setdefault(word, set()).add(number)
    return found


def _naming(
    said: Sequence[_Said], by_word: Mapping[str, set[int]], callings: Iterable[frozenset[str]]
) -> list[_Said]:
    """Return the lines that hold all words of one of these names."""
    found: set[int] = set()
    for calling in filter(None, callings):
        found |= set.intersection(*(by_word.get(word, set()) for word in calling))
    return [said[number] for number in sorted(found)]


def _is_named(fact: Fact, said: Sequence[_Said], by_id: Mapping[str, set[int]]) -> bool:
    """Return whether a line that is not its source holds its id."""
    numbers = by_id.get(fact.id)
    if not numbers:
        return False
    rests_on = frozenset(lines_of(fact.source or ""))
    return any(said[number].key not in rests_on for number in numbers)


def _is_meant(fact: Fact, near: Iterable[_Said], calling: frozenset[str], share: float) -> bool:
    """Return whether one line that names its entity, and is not its source, says it again."""
    rests_on = frozenset(lines_of(fact.source or ""))
    stems = content_stems(fact.fact) - calling
    least = max(min(_LEAST, len(stems)), share * len(stems))
    return bool(stems) and any(
        len(stems & line.stems) >= least for line in near if line.key not in rests_on
    )
