"""Fact: one dated, atomic, traceable statement about one entity, with its named transitions."""

from collections.abc import Mapping
from datetime import date
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from memoryd.core.digest import sha256
from memoryd.core.regex import regex
from memoryd.core.value import field, frozen, replace
from memoryd.errors import TransitionError

_TIMESTAMP = regex(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}"
    r"(?:[Tt ][0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]+)?)?(?:[Zz]|[+-][0-9]{2}:?[0-9]{2})?)?"
)
# Where a fact may have come from: the first word of its source.
_BY_GROUP = ":group-"  # ends the source of what a group said, before a digest of its words
ORIGINS = frozenset("conversation group email web tool file remember hand-edit import".split())


def source_in_group(source: str, text: str) -> str:
    """Return the source of a fact that a group said: it holds for these words alone."""
    return f"{source}{_BY_GROUP}{sha256(text.encode())[:16]}"


class Category(StrEnum):
    """What a fact is about; decisions are status."""

    RELATIONSHIP = "relationship"
    MILESTONE = "milestone"
    STATUS = "status"
    PREFERENCE = "preference"


class Status(StrEnum):
    """Whether a fact stands or was replaced; nothing is ever deleted."""

    ACTIVE = "active"
    SUPERSEDED = "superseded"


@frozen
class Fact:
    """One fact as items.json holds it.

    timestamp: when it became true, an ISO day or RFC 3339 time; never the time of processing.
    source: ORIGIN[:assistant:session#line[,line]]. extra: keys somebody else wrote, kept as found.
    """

    id: str
    fact: str
    timestamp: str
    category: str | None = None
    source: str | None = None
    status: Status = Status.ACTIVE
    superseded_by: str | None = None
    related: tuple[str, ...] | None = None
    last_accessed: str | None = None
    access_count: int | None = None
    extra: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def day(self) -> str:
        """The ISO day the fact became true: what event time compares."""
        return self.timestamp[:10]

    @property
    def by_group(self) -> bool:
        """Whether a group said this by memory_remember, in just these words."""
        source = self.source or ""
        return _BY_GROUP in source and source == source_in_group(
            source.rpartition(_BY_GROUP)[0], self.fact
        )

    @property
    def active(self) -> bool:
        """Whether the fact stands."""
        return self.status is Status.ACTIVE

    def is_used_on(self, day: str) -> bool:
        """Return whether a mention on an ISO day counts: it stands, was so, and has no later one.

        Days are looked at late and in any order: on one before its own there was no such fact.
        """
        return self.active and self.day <= day and (self.last_accessed or "")[:10] < day

    def superseded(self, *, by: str) -> "Fact":
        """Return this fact as replaced by the fact with id `by`.

        Raises TransitionError when it would replace itself or is replaced already by another.
        """
        if by == self.id:
            raise TransitionError(f"fact {self.id} cannot supersede itself")
        if not self.active and self.superseded_by not in (None, by):
            raise TransitionError(f"fact {self.id} is superseded by {self.superseded_by} already")
        return replace(self, status=Status.SUPERSEDED, superseded_by=by)

    def touched(self, *, day: str) -> "Fact":
        """Return this fact counted once more, accessed last on `day` (never moved back)."""
        if not is_timestamp(day):
            raise TransitionError(f"fact {self.id}: {day!r} is no ISO day")
        last = max(day, self.last_accessed or day)
        return replace(self, last_accessed=last, access_count=(self.access_count or 0) + 1)


def is_timestamp(text: str) -> bool:
    """Return whether a text is an ISO day or an RFC 3339 time, of a day that exists."""
    if not _TIMESTAMP.fullmatch(text):
        return False
    try:
        date.fromisoformat(text[:10])
    except ValueError:
        return False
    return True
