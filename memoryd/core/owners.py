"""Whose an attribute is: the entity's own, another's or a part's; and what it is limited to."""

import re
from functools import lru_cache

from memoryd.core.regex import regex
from memoryd.core.text import STOP_WORDS, content_stems, normal
from memoryd.core.titles import JOBS
from memoryd.core.value import frozen

DAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_CLAUSE = regex(r"[.;:!?,(]\s|\s(?:and|but|while|because|who|that|whose)\s")
_WHOSE = regex(
    r"(?:['’]s|s['’]|\b(?:my|his|her|their|our|your|its))\s+((?:[\w-]+\s+){0,2}[\w-]+)\s*$",
    re.IGNORECASE,
)
_OWNER = regex(r"\b([a-z][\w-]*)['’]s\s*$")
_BEFORE = regex(r"((?:(?<![\w'’])[a-z][\w-]*\s+){1,3})$")
# Others than the entity. One can have several of the first.
_SEVERAL = (
    r"(?:(?:half-|step-?)?(?:sister|brother|sibling|son|daughter|child|kid)(?:ren|s)?(?:-in-law)?"
    r"|(?:grand(?:son|daughter|child)|niece|nephew|cousin|aunt|uncle|friend|colleague|co-?worker"
    r"|teammate|neighbou?r|flatmate|roommate|pet|cat|dog|horse|rabbit|hamster|parrot)(?:ren|s)?)"
)
_KIN = (
    rf"(?:{_SEVERAL}|(?:grand|step)?(?:parent|mother|father)s?(?:-in-law)?|mum|mom|dad|grandm?a"
    r"|grandpa|wife|husband|spouse|girlfriend|boyfriend|fianc[ée]e?|partner|family|in-laws"
    r"|boss|manager|landlord|landlady|doctor|dentist|lawyer|accountant|therapist|trainer|assistant"
    r"|mentor|intern|client|customer)"
)
_GROUPS = r"(?:team|company|office|squad|department|employer)"
_OTHERS = regex(rf"\b(?:{_KIN}|{_GROUPS})\b(?! (?:of|to)\b)", re.IGNORECASE)
_KINSFOLK = regex(rf"\b{_KIN}\b", re.IGNORECASE)
_ONE_OF_SEVERAL = regex(rf"\b(?i:{_SEVERAL})\b(?! [A-Z])")
_SUBJECT = regex(
    rf"^(?:(?:his|her|their|my|our|the|an?|\S+'s) )?(?:(?:{_KIN}|{_GROUPS})\b(?! (?:of|to)\b)"
    r"|[a-z][\w-]*(?:'s|s') )",
    re.IGNORECASE,
)
_APPOSED = regex(r",\s((?:his|her|their|my|the|an?)\s[^,]{2,40}),(?=\s|$)")
_PLACES = r"work|home|office|private|personal|mobile|cell|business|landline|school|emergency"
_LIMIT = regex(
    r"\b(?P<home>second|holiday|vacation|summer|weekend|childhood|family) home\b"
    rf"|\b(?:at|for) (?:the |his |her |their )?(?P<at>{_PLACES})\b|\((?P<in>{_PLACES})\)"
    rf"|\b(?P<of>{_PLACES}) (?:phone|number|e-?mail|address|mobile)\b"
    rf"|\b(?P<on>{DAY}s|weekends?|weekdays|mornings|afternoons|evenings|nights|summers|winters)\b"
    rf"|\b(?:every|each) (?P<each>{DAY}|weekend|weekday|morning|evening|summer|winter)\b"
    r"|\b(?:in|for|over) (?:the )?(?P<season>springs?|summers?|autumns?|winters?|holidays"
    r"|semester)\b"
    r"|\bduring (?:the |his |her |their )?(?P<during>\w+)\b"
    r"|\b(?P<while>temporarily|for now|for the time being|part of the year|half (?:of )?the year)\b"
    r"|\b(?P<until>until|while)\b"
    r"|\bfor (?:the next )?(?:an? |one |two |three |four |six |some |a few |\d+ )"
    r"(?P<for>day|week|month)s?\b"
    r"|\bas an? (?P<as>volunteer|guest|temp|favou?r|child|student)\b"
)
# What stands before a verb and names nobody.
_OWN_WORDS = frozenset(
    """operator user new target planned official date day now the its title role post position job
    project product launch release current currently""".split()
)
_ADVERBS = frozenset(
    """still already again finally soon just then today yesterday tomorrow meanwhile since from
    starting today tonight next last this these days nowadays lately recently year week month also
    always never often sometimes back moved got well permanently new became ago later therefore
    however""".split()
)
MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?"
    r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
)
TIME = regex(
    rf"{MONTH}|{DAY}s?|(?:19|20)\d\d|[qh][1-4]|spring|summer|autumn|fall|winter|easter|christmas"
)
_HELPING = regex(r"\b\S+ to\s*$")  # "Tom continues to live", "is set to launch"
_TOLD_OF = regex(r"(?P<who>[\w-]+),? who (?:\w+ )?$")  # "Tom, who works at Acme"
_CALLED = regex(r"[^\W_][\w'.-]*")
_JOB = regex(rf"(?:{JOBS})s?", re.IGNORECASE)
_REGION = regex(
    r"\b(?i:in|for|on|to|across|within) (?:the |all (?:of )?)?(?P<v>[A-Z][\w-]*)"
    r"|\b(?i:for|to) (?:the |all |our |a few |some |selected )?(?:[\w-]+ )?(?P<whom>users|customers"
    r"|clients|testers|admins|staff|employees|partners|members|subscribers|students|adopters)\b"
)


@lru_cache(maxsize=1024)  # asked for each attribute of a fact
def limits(text: str) -> frozenset[str]:
    """Return what a fact limits itself to: work, mobile, monday (on Mondays), weekend, winter."""
    found = (match[match.lastgroup or 0] for match in _LIMIT.finditer(normal(text)))
    return frozenset(word.removesuffix("s") for word in found)


def others(text: str) -> frozenset[str]:
    """Return the stems of the words for others than the entity: sister, dog, team."""
    return content_stems(" ".join(_OTHERS.findall(text)))


def of_others(text: str) -> bool:
    """Return whether a fact opens with another than the entity: the team, his sister, mother's."""
    return _SUBJECT.search(text.replace("’", "'")) is not None


def one_of_several(text: str) -> bool:
    """Return whether a fact speaks of what one can have several of: a sister, a dog."""
    return re.search(rf"\b{_SEVERAL}\b(?! (?:of|to)\b)", normal(text)) is not None


@frozen
class Owner:
    """Whose an attribute is.

    kept: stems of what of the entity's it is of (brother); who: names that the clause gives as
    its subject; many: of one of possibly several (a sister), unnamed.
    """

    kept: frozenset[str]
    who: frozenset[str]
    many: bool


def owner(before: str, slot: str, *, noun: bool, dated: bool) -> Owner:
    """Return whose an attribute is, by the words before it.

    noun: the words directly before it tell whose it is; dated: a team is only who does it.
    """
    clause = _HELPING.sub("", clause_of(before))
    whose = _WHOSE.search(clause) or _OWNER.search(clause)
    if whose is None and noun:
        whose = _BEFORE.search(f"{clause.rstrip()} ")
    kept = content_stems(whose[1]) - content_stems(" ".join(_OWN_WORDS)) if whose else frozenset()
    only = limits(f"{clause.rstrip()} {slot}")
    kept -= content_stems(" ".join(only))
    kin = (_KINSFOLK if dated else _OTHERS).findall(clause)
    kept |= content_stems(" ".join(kin))
    if (told := _TOLD_OF.search(before)) and not is_light(told["who"]):
        clause = f"{told['who']} {clause}"
    who = doers(clause, dated=dated) - only - {word.casefold() for word in kin}
    return Owner(kept, who, _ONE_OF_SEVERAL.search(clause) is not None)


def clause_of(before: str) -> str:
    """Return the clause that the words before something end with."""
    return _CLAUSE.split(_APPOSED.sub(r" \1", before))[-1]


def doers(clause: str, *, dated: bool = False) -> frozenset[str]:
    """Return the names, folded, that a clause gives as its subject in front of its verb.

    Also a word written small that stands there alone. dated: also a number tells things apart.
    """
    called = [word.rstrip(".") for word in _CALLED.findall(clause)]
    said = [word for word in called if not is_light(word)]
    if any(_JOB.fullmatch(word) for word in said):
        return frozenset()  # "Software engineer working at Acme"
    named = [word for word in said if word[0].isupper() or (dated and word[0].isdigit())]
    if not named and len(said) == 1 and said[0].isalpha() and clause.strip().endswith(said[0]):
        named = said
    return frozenset(word.casefold() for word in named)


def is_light(word: str) -> bool:
    """Return whether a word before a verb names nobody: now, finally, since May."""
    small = word.casefold()
    return small in STOP_WORDS | _OWN_WORDS | _ADVERBS or small.endswith("ly") or (
        TIME.fullmatch(small) is not None
    )  # fmt: skip


def regions(text: str) -> frozenset[str]:
    """Return where or for whom alone a text says that something is on a day: japan, customers."""
    found = (match["v"] or match["whom"] for match in _REGION.finditer(text))
    return frozenset(word.casefold() for word in found if not TIME.fullmatch(word.casefold()))
