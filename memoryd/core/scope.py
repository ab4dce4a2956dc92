"""Scope: what an audience may be told. Private hears all; a group only of the kinds listed."""

from collections.abc import Collection, Iterable
from types import MappingProxyType
from typing import TYPE_CHECKING

from memoryd.core.entity import Ref, parse_ref, slugify
from memoryd.core.fact import ORIGINS, Category, Fact
from memoryd.core.text import words
from memoryd.core.turn import Audience
from memoryd.core.value import replace
from memoryd.errors import SlugError

if TYPE_CHECKING:  # a search does without: 8 ms of a start
    from memoryd.core.named import Hidden
    from memoryd.core.summary import Summary

_KINDLESS = "archives"
_CATEGORIES = frozenset(category.value for category in Category)


def visible(ref: Ref, audience: Audience, group_visible: Collection[str]) -> bool:
    """Return whether an audience may know of an entity. group_visible: folders (projects).

    What lies in the archives without its kind (archives/sarah) may be a person: it is private.
    """
    return audience is Audience.PRIVATE or (ref.folder in group_visible and ref.folder != _KINDLESS)


def visible_facts(
    facts: Iterable[Fact], audience: Audience, group_visible: Collection[str], hidden: "Hidden"
) -> tuple[Fact, ...]:
    """Return what an audience may be told of an entity that is visible to it.

    A group hears nothing that came up in a talk about an entity that is not visible, or that names
    one (hidden), be it by its id; but what a group said it hears as it said it, whoever that names:
    else it could ask by saying a name whether it is hidden. Of the rest it hears neither the
    conversation it came from nor the id of a fact that is left out, nor a person's own
    word for an origin or a category.
    """
    if audience is Audience.PRIVATE:
        return tuple(facts)
    kept = [
        fact for fact in facts
        if (not hidden.unknown if fact.by_group else _open(fact, group_visible)
            and not (hidden.named_in(fact.fact) or hidden.named_in_id(fact.id)))
    ]  # fmt: skip
    ids = {fact.id for fact in kept}
    return tuple(
        replace(_bare(fact, ids), related=_related(fact, group_visible))
        if fact.by_group
        else _bare(fact, ids)
        for fact in kept
    )


def _related(fact: Fact, group_visible: Collection[str]) -> tuple[str, ...] | None:
    """Return which entities a group may take its own words to be about: by their slugs alone.

    The rest was seen by what it may not hear, as an alias of somebody hidden.
    """
    said = set(words(fact.fact))
    kept = tuple(
        text for text in fact.related or ()
        if _open(replace(fact, related=(text,)), group_visible)
        and said.issuperset(parse_ref(text).slug.split("-"))
    )  # fmt: skip
    return kept or None


def summary_told(
    ref: Ref, summary: "Summary | None", facts: Collection[Fact], told: Collection[Fact],
    hidden: "Hidden",
) -> bool:  # fmt: skip
    """Return whether an audience may be told a summary, with its heading and aliases.

    It is made of all facts: where one may not be told (told: those that may), nor may it; nor where
    it names somebody hidden, other than by its slug or in what a group said itself.
    """
    if summary is None or len(told) != len(facts):
        return False
    name = summary.name or ""
    texts = (*summary.aliases, *(() if _slug_of(name) == ref.slug else (name,)))
    own = [fact.fact for fact in facts if fact.by_group]
    return not (
        any(hidden.named_in(text) for text in texts)
        or hidden.named_beyond(summary.body, own, ref.slug)
    )


def _slug_of(name: str) -> str:
    try:
        return slugify(name)
    except SlugError:
        return ""


def _open(fact: Fact, group_visible: Collection[str]) -> bool:
    try:
        refs = [parse_ref(text) for text in fact.related or ()]
    except SlugError:  # names something that cannot be looked up: nobody can say it is harmless
        return False
    return all(visible(ref, Audience.GROUP, group_visible) for ref in refs)


def _bare(fact: Fact, ids: Collection[str]) -> Fact:
    origin = (fact.source or "").partition(":")[0]
    return replace(
        fact,
        source=origin if origin in ORIGINS else None,
        category=fact.category if fact.category in _CATEGORIES else None,
        superseded_by=fact.superseded_by if fact.superseded_by in ids else None,
        last_accessed=None,  # when the operator asked for it
        access_count=None,
        extra=MappingProxyType({}),
    )
