"""Who is what of whom: on which side of a relation or a deed the names of a sentence stand."""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

from memoryd.core.added import adds_doubt, adds_wish, moves_bound
from memoryd.core.belonging import unpaired
from memoryd.core.deeds import ONLY_ME, deeds, told
from memoryd.core.denied import denies_otherwise
from memoryd.core.regex import regex
from memoryd.core.text import content_stems, stem
from memoryd.core.turned import is_given_away
from memoryd.core.twisted import drawn_on, loses_sense
from memoryd.core.verdicts import takes_up

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
_DONE = (
    r"(?:[a-z]+ed|led|taught|given|told|sold|paid|built|run|made|held|written|chosen|beaten|bought"
    r"|brought|caught|found|kept|sent|taken|driven|drawn|shown|sung|fed|lent|left|seen|known|won"
    r"|bitten|hurt|hit|overseen|set up)"
)
_DOES = tuple(
    regex(form)
    for form in (
        rf"{_N}(?:,)? (?:who )?{_WAS} (?:now |still |also )?(?:the |an? |{_WHOSE})?{_KIND}{_REL}\b",
        rf"{_N}, (?:the |an? )?{_KIND}{_REL} (?:of|to)\b",
        rf"{_N}, (?:{_WHOSE}|(?:her|his|their|its) ){_KIND}{_REL}\b",
        rf"['’]s {_KIND}{_REL} {_N}",
        rf"(?i:\b(?:her|his|their|its|whose|my) ){_KIND}{_REL}{_AT}(?:,| {_WAS}|:)? {_N}",
        rf"(?:['’]s {_KIND}|^)(?i:{_REL}){_AT}(?:,|:| {_WAS}) {_N}",
        rf"\b(?:has|had|have|with) {_N} as (?:the |an? |her |his |their )?{_KIND}{_REL}\b",
        rf"\b(?i:{_DONE}) by {_N}",
        rf"{_N}(?:, who| who)? (?:also |now |still |often |always )?{_VERB}\b(?! by\b)",
    )
)
_LY = r"(?:now |still |also |[a-z]+ly )?"
_UNDERGOES = tuple(
    regex(form)
    for form in (
        rf"(?i:\b{_REL}) (?:of|to) (?:the )?{_N}",
        rf"{_N}['’]s? {_KIND}{_REL}\b",
        rf"{_N},? (?:who |which )?(?:{_WAS}|gets|got) {_LY}{_DONE} (?:[a-z]+ )?by\b",
        rf"(?:^|[a-z,;:.] |^[A-Z][\w-]* )(?i:{_VERB}) (?:to |for )?(?:the )?{_N}",
    )
)

# What a text says that somebody is of another, in whatever word: "guardian of Tom", "Tom's guest".
_IS_OF = regex(
    rf"(?:^|\b{_WAS} )(?:(?:the|an?|now|still|also|former) )?(?i:{_KIND})"
    r"(?P<noun>(?i:[a-z][\w-]*[a-z]))"
    r" of (?:the )?[A-Z]|^(?:(?:Is|Was) )?(?:[A-Z][\w-]* ){0,2}[A-Z][\w-]*['’]s "
    r"(?:[a-z][\w-]* ){0,2}(?P<owned>[a-z][\w-]*)$"
)
_MUTUAL = frozenset(
    """friend colleague partner spouse sibling cousin neighbor neighbour coworker co-worker roommate
    flatmate housemate classmate schoolmate teammate twin peer relative namesake rival opponent
    competitor acquaintance fiancé fiancée buddy pal ally kind sort type one some all most many
    out none both couple pair lot""".split()
)
_WORD = regex(r"[^\W_][\w-]*(?:['’]s\b)?")
_FROM = regex(r"\b(?:from|out of|through|via|past) (?:the )?((?:[A-Z][\w-]* ?){1,3})")
_AND = regex(r"\s(?:and|but|while|who|which)\s")
_ITSELF = regex(r"^(?:She|He|It|They)(?= )")  # who a sentence of a summary opens with
# "Deeply cares for Tom": nobody is called so.
_HOW = regex(
    r"^(?!(?:Em|Kel|Bil|Sal|Lil|Mol|Pol|Hol|Wil|Shel|Bever|Kimber|Car|Char)ly)[A-Z][a-z]+ly "
)
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
    nouns = frozenset(_ties_in(one) | _ties_in(other))
    mine, theirs = (sides(_in_known_words(text, nouns)) for text in (one, other))
    names = (name for name in mine.keys() & theirs.keys() if not mine[name] & theirs[name])
    return any(not content_stems(name) <= own for name in names)


@lru_cache(maxsize=4096)
def _ties_in(text: str) -> frozenset[str]:
    found = (match["noun"] or match["owned"] for match in _IS_OF.finditer(text.rstrip(" .!;")))
    return frozenset(noun.casefold() for noun in found) - _MUTUAL


def _in_known_words(text: str, nouns: frozenset[str]) -> str:
    """Return a text with what somebody is of another in the one word that `sides` reads for it."""
    for noun in sorted(nouns):
        text = re.sub(
            rf"(?<![\w-]){re.escape(noun)}s?(?![\w-])", "owner", text, flags=re.IGNORECASE
        )
    return text


def departs(sentence: str, fact: str, own: frozenset[str]) -> bool:
    """Return whether a sentence about an entity says otherwise than a fact that it may tell.

    It swaps two sides, gives a deed to another, takes up what ended, loses or adds a doubt, a wish
    or a limit, loses an order, or moves a day or number.
    own: stems of the entity's name.
    """
    if (
        turned_round(sentence, fact, own)
        or unpaired(sentence, fact, own)
        or takes_up(sentence, fact, own)
    ):
        return True
    ours, theirs = (_by_itself(text, own) for text in (sentence, _HOW.sub("", fact)))
    done = told(theirs, ONLY_ME, frozenset())
    if any(
        is_given_away(deed, [other for other in done if other.verb == deed.verb]
                      or deeds(theirs, frozenset({deed.verb}), frozenset()))
        for deed in told(ours, None, frozenset())
    ):  # fmt: skip
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

    return _WORD.sub(said, _ITSELF.sub("I", text))
