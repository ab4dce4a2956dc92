"""Who is what of whom: on which side of a relation or a deed the names of a sentence stand."""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

from memoryd.core.added import adds_doubt, adds_wish, moves_bound
from memoryd.core.deeds import ONLY_ME, told
from memoryd.core.denied import denies_otherwise
from memoryd.core.regex import regex
from memoryd.core.text import content_stems, stem
from memoryd.core.turned import is_given_away
from memoryd.core.twisted import drawn_on, loses_sense

_N = r"(?P<n>[A-Z][\w-]*(?: [A-Z][\w-]*){0,3})"
# Relations that are not the same from either side: no friend, colleague, spouse or sibling.
_REL = (
    r"(?:managers?|boss|supervisor|lead|leader|head|director|mentor|coach|teacher|tutor|trainer"
    r"|landlord|landlady|tenant|doctor|dentist|lawyer|accountant|therapist|assistant|intern"
    r"|employee|employer|report|mentee|student|pupil|client|customer|supplier|owner|founder"
    r"|mother|father|mum|mom|dad|parent|son|daughter|child|uncle|aunt|nephew|niece"
    r"|grand(?:mother|father|son|daughter|child|ma|pa))"
)
_KIND = r"(?:[a-z][\w-]* ){0,3}?"
_WAS = r"(?:is|was|are|were|became|becomes|remains|has been)"
_WHOSE = r"[A-Z][\w-]*['’]s "
_AT = r"(?: (?:at|in) [A-Z][\w-]*(?: [A-Z][\w-]*)?)?"
_VERB = (
    r"(?!(?:is|was|has|does|as|its|his|this)\b)(?:[a-z]+(?:[^s]s|ed)|led|taught|gave|told|lent"
    r"|sold|bought|paid|hired|knows|met|left|owes)"
)
_DOES = tuple(
    regex(form)
    for form in (
        rf"{_N}(?:,)? (?:who )?{_WAS} (?:now |still |also )?(?:the |an? |{_WHOSE})?{_KIND}{_REL}\b",
        rf"{_N}, (?:the |an? )?{_KIND}{_REL} (?:of|to)\b",
        rf"(?i:\b(?:her|his|their|its|whose|my) ){_KIND}{_REL}{_AT}(?:,| {_WAS}|:)? {_N}",
        rf"(?:['’]s {_KIND}|^)(?i:{_REL}){_AT}(?:,|:| {_WAS}) {_N}",
        rf"\b(?:has|had|have|with) {_N} as (?:the |an? |her |his |their )?{_KIND}{_REL}\b",
        rf"\b(?i:[a-z]+ed|led|taught|hired|given|told|sold|paid) by {_N}",
        rf"{_N}(?:, who| who)? (?:also |now |still |often |always )?{_VERB}\b(?! by\b)",
    )
)
_UNDERGOES = tuple(
    regex(form)
    for form in (
        rf"(?i:\b{_REL}) (?:of|to) (?:the )?{_N}",
        rf"{_N}['’]s? {_KIND}{_REL}\b",
        rf"(?:^|[a-z,;:.] |^[A-Z][\w-]* )(?i:{_VERB}) (?:to |for )?(?:the )?{_N}",
    )
)

_WORD = regex(r"[^\W_][\w-]*(?:['’]s\b)?")
_FROM = regex(r"\b(?:from|out of|through|via|past) (?:the )?((?:[A-Z][\w-]* ?){1,3})")
_AND = regex(r"\s(?:and|but|while|who|which)\s")
Sides = Mapping[str, frozenset[bool]]  # a word of a name, small: does it (True), undergoes it


@lru_cache(maxsize=4096)  # each sentence is held against every fact
def sides(text: str) -> Sides:
    """Return on which sides the names of a text stand; one whose side is not plain is left out."""
    plain = " ".join(text.split())
    found: dict[str, set[bool]] = {}
    for does, patterns in ((True, _DOES), (False, _UNDERGOES)):
        for match in (m for pattern in patterns for m in pattern.finditer(plain)):
            for word in match["n"].casefold().split():
                found.setdefault(word, set()).add(does)
    return {word: frozenset(both) for word, both in found.items()}


def turned_round(one: str, other: str, own: frozenset[str]) -> bool:
    """Return whether two texts put a name on two sides.

    own: stems of the name of whom both are about; it tells nothing: a fact mostly leaves it out.
    """
    mine, theirs = sides(one), sides(other)
    names = (name for name in mine.keys() & theirs.keys() if not mine[name] & theirs[name])
    return any(not content_stems(name) <= own for name in names)


def departs(sentence: str, fact: str, own: frozenset[str]) -> bool:
    """Return whether a sentence about an entity says otherwise than a fact that it may tell.

    It swaps two sides, gives a deed to another, loses or adds a doubt, a wish or a limit, loses an
    order, or moves a day or number.
    own: stems of the entity's name.
    """
    if turned_round(sentence, fact, own):
        return True
    ours, theirs = (_by_itself(text, own) for text in (sentence, fact))
    done = told(theirs, ONLY_ME, frozenset())
    if any(
        is_given_away(deed, [other for other in done if other.verb == deed.verb])
        for deed in told(ours, None, frozenset())
    ):
        return True
    stems = content_stems(fact)
    pieces = _AND.split(drawn_on(fact, sentence))  # what else is joined to it may be less sure
    unit = " , ".join(piece for piece in pieces if stems & content_stems(piece))
    added = adds_doubt(unit, fact) or adds_wish(unit, fact) or moves_bound(unit, fact)
    return added or loses_sense(sentence, fact) or denies_otherwise(sentence, [fact])


def turns_away(name: str, text: str, facts: Iterable[str]) -> bool:
    """Return whether a text comes from what facts name and none of them comes from.

    name: its stem. "Moved from Globex" of "works at Globex".
    """
    near = [fact for fact in facts if name in content_stems(fact)]
    comes = [name in content_stems(" ".join(_FROM.findall(each))) for each in (text, *near)]
    return bool(near) and comes[0] and not any(comes[1:])


def _by_itself(text: str, own: frozenset[str]) -> str:
    """Return a text as the entity would say it of itself, by "I" and "my"."""

    def said(match: re.Match[str]) -> str:
        word = match[0].casefold().replace("’", "'")
        name = word.removesuffix("'s")
        if not match[0][0].isupper() or stem(name) not in own:
            return match[0]
        return "I" if name == word else "My"

    return _WORD.sub(said, text)
