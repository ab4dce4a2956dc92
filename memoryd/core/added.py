"""Added: what a text says beyond what it rests on: a doubt, a limit, a bound, a reason."""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

from memoryd.core.grounding import shared
from memoryd.core.mood import KEPT, LIMIT, cue
from memoryd.core.regex import regex
from memoryd.core.text import content_stems

# What a text may add by these words must show in what it rests on, as the other way round (KEPT).
_DOUBT, _WISH, _ALMOST, _IF, _LIMIT, _SELDOM, _ = KEPT
_BY_LIKE = r"""like(?:s|ly)?|seem\w*|appear\w*|report\w*|presum\w*|claim\w*|said|says|told|accord\w*
  |heard|expect\w*|mean\w*"""
_ADDED = (
    _DOUBT, _ALMOST, _IF, _SELDOM,
    (cue(r"likely|seem(?:s|ed|ingly)?|appear(?:s|ed)?\ to|reportedly|presumably|claim(?:s|ed)?"
         r"|(?:is|are|was|were)\ said\ to"), cue(rf"{_DOUBT[1].pattern}|{_BY_LIKE}")),
    (cue(rf"{LIMIT}|just(?!\ (?:now|recently|about|\w+ed\b))|exclusively|solely|merely|purely"
         r"|nothing\ but"),
     cue(rf"{_LIMIT[1].pattern}|just|\w+n't|cannot|without|sole\w*|mere\w*|pure\w*|nothing|none"
         r"|all|enough")),
    (cue(r"temporar\w*|for\ (?:now|the\ (?:moment|time\ being))"),
     cue(r"temporar\w*|now|moment|time\ being|current\w*|until|short|interim")),
    (cue(r"again|once\ more"), cue(r"again|once\ more|back|re\w+|resum\w*|return\w*|still")),
    (cue(r"partly|partially|mostly|mainly|largely|primarily|usually|normally"),
     cue(r"part\w*|most\w*|main\w*|large\w*|primar\w*|usual\w*|normal\w*|often|every|each|general\w*"
         r"|typical\w*|tend\w*|regular\w*|frequent\w*|rule|always|daily|weekly|days")),
)  # fmt: skip
_MODAL = cue(r"would|should|can|could|must|ought\ to|(?:has|have)\ to")
_CAN = cue(
    rf"{_MODAL.pattern}|to|may|might|will|cannot|\w+n't|able|unable|possib\w*|allow\w*|need\w*"
    r"|requir\w*|oblig\w*|never|always|knows?"
)
_REASON = cue(
    r"""because|so\ that|so\ as\ to|in\ order\ (?:to|that)|therefore|thus|hence|thereby|consequently
      |accordingly|as\ a\ (?:result|consequence)|due\ to|owing\ to|thanks\ to|on\ account\ of
      |(?:which|that|this)\ is\ why|that's\ why|(?:for\ )?(?:the|this|that|which)\ reasons?
      |(?:result|caus)(?:s|es|ed|ing)\ (?:in|by)|leads\ to|leading\ to|given\ that|driven\ by"""
)
_SO = regex(r"[,;]\s+so\s+(?!far\b|much\b|many\b|long\b)|\bsince (?:it|he|she|they) (?:is|has)\b")
_SAYS_WHY = cue(rf"{_REASON.pattern}|so|since|as|for|why|to|reasons?|led|leads?|caus\w*|result\w*")
_RANKS = cue(r"(?:more|less|better|worse)\ than|or")
_SAYS_RANK = cue(rf"{_RANKS.pattern}|either|over|than|prefer\w*|rather|favou?r\w*|instead")
_DASH = regex(r"[:;–—]\s|\s-\s")
_LESS = r"""before|until|till|prior to|ahead of|no later than|earlier than|up to|at most
|under|below|(?:less|fewer) than|a maximum of""".replace("\n", "")
_MORE = r"""after|past|following|later than|no earlier than|over|above|at least|more than
|a minimum of|exceed(?:s|ing)?""".replace("\n", "")
_NEARLY = r"around|about|approximately|roughly|circa|near(?:ly)?|almost|close to"
_ENDS = r"\W+(?:(?:the|an?|its|of|early|mid|late|next|this)\W+)?$"
_KINDS = tuple(regex(rf"\b(?:{kind}){_ENDS}", re.IGNORECASE) for kind in (_LESS, _MORE, _NEARLY))
_BY = regex(rf"\bby{_ENDS}", re.IGNORECASE)  # of days alone: "used by 40 people"
_MONTH = r"(?P<month>Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.?"
_VALUE = regex(
    rf"\b(?:(?P<ahead>\d\d?)(?:st|nd|rd|th)?(?: of)? )?{_MONTH}(?: (?P<day>\d\d?)(?!\d))?(?!\w)"
    r"|\b(?P<weekday>(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)s?\b"
    r"|(?P<number>\d[\d,.:-]*)"
)
_NEAR = 24  # characters in front of a day or number in which its bound stands


def adds_doubt(text: str, said: str) -> bool:
    """Return whether a text adds a doubt, a condition or a limit to what was said."""
    said = said.replace("’", "'")
    return any(cue_said.search(text) and not shown.search(said) for cue_said, shown in _ADDED)


def tells_doubt(word: str) -> bool:
    """Return whether a word, small, is one by which a text adds a doubt or limit."""
    return any(cue_said.match(word) for cue_said, _ in _ADDED)


def adds_wish(text: str, said: str) -> bool:
    """Return whether a text only wishes, can or must do what was said outright."""
    shown = _CAN.search(said)
    wishes = _WISH[0].search(text) and not _WISH[1].search(said)
    return bool(wishes or (_MODAL.search(text) and not shown))


def moves_bound(text: str, said: str) -> bool:
    """Return whether a text puts a day or number before, after or near what was said of it."""
    theirs = _bounds(said)
    return any(
        value in theirs and not bounds <= theirs[value] for value, bounds in _bounds(text).items()
    )


def gives_reason(text: str, said: Iterable[str]) -> bool:
    """Return whether a text joins two things by a reason that none of the words said gives.

    Those must say a reason themselves, and something of what stands on either side of it.
    """
    return _joins(text, _REASON.search(text) or _SO.search(text), said, (_SAYS_WHY, _DASH))


def compares(text: str, said: Iterable[str]) -> bool:
    """Return whether a text ranks two things, or offers them as a choice, as no words said do."""
    return _joins(text, _RANKS.search(text), said, (_SAYS_RANK,))


def _joins(
    text: str, cut: re.Match[str] | None, said: Iterable[str], shown: Iterable[re.Pattern[str]]
) -> bool:
    """Return whether none of the words said joins by such a word what a text joins at a place."""
    if cut is None:
        return False
    sides = [stems for part in (text[: cut.start()], text[cut.end() :])
             if (stems := content_stems(part))]  # fmt: skip
    return not any(
        any(form.search(each) for form in shown)
        and all(shared(side, content_stems(each)) for side in sides)
        for each in said
    )


@lru_cache(maxsize=4096)
def _bounds(text: str) -> Mapping[str, frozenset[int]]:
    """Return the days and numbers of a text with the kinds of bounds that stand in front of them.

    A kind is its place in _KINDS, -1 for none.
    """
    found: dict[str, set[int]] = {}
    for each in _VALUE.finditer(text):
        day = each["ahead"] or each["day"] or ""
        if each["month"]:
            value = f"{each['month']} {day.lstrip('0')}"
        else:
            value = each["weekday"] or re.sub(r"[,.:-]", "", each["number"])
        near = text[max(0, each.start() - _NEAR) : each.start()]
        kind = next((at for at, form in enumerate(_KINDS) if form.search(near)), -1)
        is_by = not each["number"] and _BY.search(near)
        found.setdefault(value, set()).add(0 if is_by else kind)
    return {value: frozenset(kinds) for value, kinds in found.items()}
