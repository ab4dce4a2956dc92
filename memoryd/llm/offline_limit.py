"""How far a taste, a habit or a wish goes: within its limit it is told whole, or not at all."""

import re

from memoryd.core.when import begins
from memoryd.llm.offline_rules import PREFERENCE, stands_alone, third
from memoryd.llm.offline_scene import Draft
from memoryd.llm.offline_tail import limits
from memoryd.llm.offline_text import Clause
from memoryd.llm.offline_words import NAME, RELATIONS, WORK_RELATIONS, is_place


def within(draft: Draft, limit: str, contrast: str) -> str:
    """Return the text of a fact with the limit it was said with; "" where it does not hold so.

    limit: as "but not in soup"; contrast: the statement said after it with "but". A fact that is no
    taste, habit or wish stays as it is.
    """
    if draft.category != PREFERENCE:
        return draft.fact
    if contrast and _breaks_with(draft, contrast):
        return ""
    if not limit:
        return draft.fact
    cut = limit.endswith((" only", " not"))  # "but only because of ..."
    return f"{draft.fact} {third(limit)}" if stands_alone(limit, 9) and not cut else ""


_TURNED = re.compile(
    r"\b(?:went|became|turned|stopped|started|quit|gave up|ha(?:ve|s) been|been|'ve|grew|learned|"
    r"from|as of|starting|beginning|effective)\b"
)


def is_passing(clause: Clause) -> bool:
    """Return whether the dates of a clause are those within which a taste holds, or a wish."""
    since = any(begins(span, clause.text) for span in clause.dates)
    return bool(clause.dates) and not since and not _TURNED.search(clause.text)


_AT_TIMES = re.compile(r"(?:on|in|at|during|when|whenever|sometimes|not)\b", re.IGNORECASE)


def _breaks_with(draft: Draft, contrast: str) -> bool:
    """Return whether a statement limits a fact, or says when a habit is another."""
    at_times = draft.topic != "taste" and _AT_TIMES.match(contrast)
    return bool(limits(contrast) or at_times) or _undermines(draft.fact, contrast)


_MEAT = (
    r"meat|beef|pork|chicken|turkey|poultry|bacon|ham|steaks?|sausages?|burgers?|lamb|salami|"
    r"hot dogs?|everything|anything"
)
_FISH = r"fish|seafood|sushi|shrimps?|prawns?|salmon|tuna"
_DAIRY = r"eggs?|cheese|milk|dairy|butter|honey|cream|ice cream|yogh?urt"
_DRINKS = r"drinks?|beers?|wines?|whisky|whiskey|champagne|alcohol|glass|pint|cocktails?"
_SMOKES = r"smokes?|cigarettes?|cigars?|joints?"
_BREAD = r"bread|pasta|pizza|wheat|gluten|beers?|cakes?"
_DOES = (
    r"(?:then |also )*(?:i|we|he|she|they)(?:'(?:ll|d|m|re|s|ve))?\b"
    r"(?! (?:do not|don't|doesn't|never|can't|cannot|won't)\b)"
)
_TAKES = r"(?:eats?|eating|ha(?:ve|s)|loves?|likes?|enjoys?|drinks?|takes?|orders?|smokes?)"


def _has_some(things: str) -> re.Pattern[str]:
    return re.compile(
        rf"{_DOES}(?:.{{0,30}}?\b{_TAKES}\b.{{0,30}}?\b|\s+(?:(?:do|does|still|will)\s+)?)"
        rf"(?:{things})\b|(?:{things})\b(?! (?:scares?|disgusts?|smells?))",
        re.IGNORECASE,
    )


# What somebody says to be or not to do, as facts begin, and what he has who breaks it.
_BREAKS = tuple(
    (re.compile(fact, re.IGNORECASE), _has_some(things))
    for fact, things in (
        (r"vegetarian", rf"{_MEAT}|{_FISH}"),
        (r"vegan", rf"{_MEAT}|{_FISH}|{_DAIRY}"),
        (r"pescatarian", _MEAT),
        (r"lactose", _DAIRY),
        (r"gluten|coeliac|celiac", _BREAD),
        (r"teetotall?er|does not drink", _DRINKS),
        (r"non-smoker|does not smoke", _SMOKES),
    )
)
_ABSTAINS = re.compile(r"does not (?:eat|drink|smoke|use|take|drive|work)\b", re.IGNORECASE)
_NOW_AND_THEN = (
    r"(?:sometimes|occasionally|now and (?:then|again)|once in a while|every (?:now|once|other)|"
    r"exceptions?|cheats?|sneaks?|on (?:weekends?|holidays?|birthdays))\b"
)
_CHEATS = re.compile(rf"{_DOES}.{{0,40}}?\b{_NOW_AND_THEN}|{_NOW_AND_THEN}", re.IGNORECASE)


def breaks(fact: str, tail: str) -> bool:
    """Return whether what stands behind a fact's words breaks it: a vegetarian "who eats fish"."""
    who, _, does = tail.strip().partition(" ")
    return who == "who" and _undermines(fact, f"they {does}")


def _undermines(fact: str, contrast: str) -> bool:
    """Return whether a statement said with "but" breaks what somebody says never to do."""
    has = next((some for said, some in _BREAKS if said.match(fact)), None)
    if has and has.match(contrast):
        return True
    return bool((has or _ABSTAINS.match(fact)) and _CHEATS.match(contrast))


# What only colours a taste: "..., sue me", "..., thank you very much".
_FLOURISH = re.compile(
    r",\s*(?:(?:so|and|now|please|go ahead,?|just|you can|don't|do not)\s+)*"
    r"(?:\w+(?: \w+)? me\b(?! (?:and|or)\b)(?: \w+){0,3}|come at me\b.*|deal with it|"
    r"thank(?:s| you)\b.*|what can i say|i know|"
    r"guilty as charged|full stop|period|hands down|end of (?:story|discussion)|"
    r"always (?:have|will)\b.*|no (?:contest|question|doubt|shame|regrets|apologies))$",
    re.IGNORECASE,
)


def plain(taste: str) -> str:
    """Return what somebody likes or prefers without a flourish behind it."""
    return _FLOURISH.sub("", taste)


_FROM = (
    r"(?:\w+(?:ian|ean|ese|ish)|English|French|Dutch|German|Czech|Slovak|Greek|Turkish|Arabic|"
    r"Hebrew|Hindi|Thai|Welsh|Swiss|Indian|American|African|European|Mexican|Moroccan|German|Asian|"
    r"Cuban|Korean|Roman|Western|Eastern|Northern|Southern|Nordic|Celtic|Gothic|Greek|Iraqi|"
    r"Israeli|Pakistani|Catalan|Cajun|Creole|Christmas|Easter|Sunday|Saturday|Friday|Monday)"
)
_ANOTHER = re.compile(
    rf"(?:,|\b(?:and|or|while))\s+(?:(?:my|our) (?:{RELATIONS}|{WORK_RELATIONS})\s+(?!and\b|or\b)|"
    rf"(?P<name>{NAME})\s+(?=[a-z])(?!(?:and|or|in|on|at|with|to|for|from|of|by|when|over|than|as|"
    r"is|are|too|most|best|more)\b))"
)
_NAME_LAST = re.compile(r"\b[A-Z][\w'-]*\s*$")


def tells_of_another(taste: str) -> bool:
    """Return whether a taste goes on to somebody else's: "tea and Ana coffee"."""
    for match in _ANOTHER.finditer(taste):
        name = match["name"]
        if not name:
            return True
        shared = _NAME_LAST.search(taste[: match.start()])  # "Bach and Brahms symphonies"
        if not (shared or re.fullmatch(_FROM, name.split()[-1]) or is_place(name)):
            return True
    return False
