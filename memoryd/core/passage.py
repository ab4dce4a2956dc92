"""Passage: the smallest thing a search can return, with what it is about and who may hear it."""

from enum import StrEnum

from memoryd.core.value import frozen, replace


class Layer(StrEnum):
    """Where in the memory a passage stands."""

    FACT = "fact"
    SUMMARY = "summary"
    TACIT = "tacit"
    USER = "user"
    NOTE = "note"
    LINE = "line"


@frozen
class Passage:
    """One fact, part of a summary, section of MEMORY.md or USER.md, entry of a note, or line.

    path: relative to the root, or lines/<assistant>/<session>; start_line, end_line: 1-based.
    text: its own words. scene: passages of one path with the same scene, given in order, are a
    talk or a text: each is also found by what stands next to it; "" stands alone.
    subject: names it is about beyond its words, such as its entity's; entity: people/dana.
    day: ISO; fact: its id; superseded_by: the id of the fact that took its place, "" for one that
    a person ended without naming any; origin: as in a fact's source; for_group: a group may be told
    (core.scope decides), and told: what it is told differently, None for nothing; weight: 1 for
    what the operator said, less for what an assistant said. lines: keys of conversation lines
    (assistant:session#line), a line's own, and those that a fact cites: no group's are kept.
    """

    path: str
    start_line: int
    end_line: int
    layer: Layer
    text: str
    scene: str = ""
    subject: str = ""
    entity: str | None = None
    speaker: str | None = None
    day: str | None = None
    fact: str | None = None
    superseded_by: str | None = None
    origin: str | None = None
    for_group: bool = False
    weight: float = 1.0
    told: "Told | None" = None
    lines: tuple[str, ...] = ()

    @property
    def over(self) -> bool:
        """Whether it is a fact that no longer holds, or a line of which no fact holds any more."""
        return self.superseded_by is not None

    def as_told(self) -> "Passage":
        """Return it as a group may find it."""
        told = self.told
        if told is None:
            return self
        return replace(
            self, start_line=told.start_line, end_line=told.end_line, subject=told.subject,
            superseded_by=told.superseded_by, origin=told.origin, told=None, lines=(),
        )  # fmt: skip


@frozen
class Told:
    """What of a fact a group is told in place of the rest.

    start_line, end_line: its lines where only what the group is told is written down, so that none
    can be counted that is withheld; subject: the names; superseded_by: as in Passage, "" for one
    that is withheld; origin: as in Passage, none in a person's own words.
    """

    start_line: int
    end_line: int
    subject: str
    superseded_by: str | None
    origin: str | None
