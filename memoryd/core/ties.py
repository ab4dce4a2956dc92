"""Ties: who is what of whom in a text, for relations that are not the same from either side."""

import re
from dataclasses import dataclass

from memoryd.core.deeds import ONLY_ME, Who
from memoryd.core.text import stem

_REL = (
    r"(?P<rel>managers?|boss|supervisor|leader|head|director|mentor|coach|teacher|tutor|trainer"
    r"|landlord|landlady|tenant|doctor|dentist|lawyer|accountant|therapist|assistant|intern"
    r"|employee|employer|mentee|student|pupil|client|customer|supplier|owner|founder|nurse|agent"
    r"|mother|father|mum|mom|dad|parent|son|daughter|child|uncle|aunt|nephew|niece|heir|guardian"
    r"|grand(?:mother|father|son|daughter|child|ma|pa)|(?:mother|father|son|daughter)-in-law)"
)
_NAME = r"[A-Z][\w-]*(?: [A-Z][\w-]*){0,3}"
_KIND = r"(?:[a-z][\w-]* ){0,3}?"
_WAS = r"(?:is|was|are|were|became|becomes|remains|has been)(?: now| still| also)?"
_IS_OF = rf"(?:the |an? )?{_KIND}{_REL} (?:of|to|for) (?:the )?(?P<whom>{_NAME})"
_KIN_IS = rf"['’]s {_KIND}{_REL}(?: (?:at|in) {_NAME})?(?:,|:| {_WAS})? "
_TIES = tuple(
    re.compile(pattern)
    for pattern in (
        rf"(?P<holder>{_NAME}),? (?:who )?{_WAS} (?P<whom>{_NAME})['’]s {_KIND}{_REL}\b",
        rf"(?P<holder>{_NAME}),? (?:who )?{_WAS} {_IS_OF}",
        rf"(?P<whom>{_NAME}){_KIN_IS}(?P<holder>{_NAME})",
        rf"(?P<holder>{_NAME}), {_IS_OF}",
        rf"(?P<holder>{_NAME}), (?P<whom>{_NAME})['’]s {_KIND}{_REL}\b",
        rf"(?P<whom>{_NAME}) (?:has|had|have) (?P<holder>{_NAME}) as (?:\w+ )?{_KIND}{_REL}\b",
    )
)
_BARE_TIES = (  # a text that opens with the tie is about whom it is stored with
    re.compile(rf"(?:(?:Is |Was )?(?:[Tt]he |[Aa]n? )?)?{_KIND}(?i:{_REL}) (?:of|to) (?:the )?"
               rf"(?P<whom>{_NAME})"),
    re.compile(rf"(?:Is |Was )?(?P<whom>{_NAME})['’]s {_KIND}{_REL}\b(?! (?:is|was)\b|,|:)"),
)  # fmt: skip
_SELF = "Myself"
_PLAIN_ME = (
    (re.compile(r"(?<=\w)['’]s (?=(?:my|our)\b)"), " is "),
    (re.compile(r"\bI['’]?m\b"), f"{_SELF} is"), (re.compile(r"\bI (?:am|was)\b"), f"{_SELF} is"),
    (re.compile(r"\bI['’](?:ve|d) been\b"), f"{_SELF} has been"),
    (re.compile(r"\b[Mm]y\b"), f"{_SELF}'s"), (re.compile(r"\b(?:I|me)\b"), _SELF),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Tie:
    """What one is of another; each side the small words of a name, or ME."""

    relation: str
    holder: frozenset[str]
    whom: frozenset[str]

    def is_swapped(self, other: "Tie") -> bool:
        """Return whether another tie has the two the other way round."""
        same = self.relation == other.relation
        return same and bool(self.holder & other.whom) and bool(self.whom & other.holder)

    def is_held(self, other: "Tie") -> bool:
        """Return whether another tie says the same."""
        same = self.relation == other.relation
        return same and bool(self.holder & other.holder) and bool(self.whom & other.whom)


def ties(text: str, about: Who | None, me: Who) -> tuple[Tie, ...]:
    """Return the relations of a text that are not the same from either side.

    about, me: see told.
    """
    for pattern, plain in _PLAIN_ME:
        text = pattern.sub(plain, text)
    found = [
        Tie(_relation(match["rel"]), _side(match["holder"], me), _side(match["whom"], me))
        for pattern in _TIES for match in pattern.finditer(text)
    ]  # fmt: skip
    if about:
        found += (
            Tie(_relation(match["rel"]), about, _side(match["whom"], me))
            for pattern in _BARE_TIES if (match := pattern.match(text))
        )  # fmt: skip
    return tuple(found)


def _relation(word: str) -> str:
    small = word.casefold()
    return stem({"mum": "mother", "mom": "mother", "dad": "father"}.get(small, small))


def _side(name: str, me: Who) -> Who:
    found = frozenset(name.casefold().split())
    return ONLY_ME if found == {_SELF.casefold()} or found <= me else found
