"""Outright: whether a text says that something is so, now, and without a condition.

Not outright is what is wished, doubted, denied, only planned, heard from somebody, over already,
or so only if something else is. The words are those of core.mood, and what goes beyond them here.
"""

import re

from memoryd.core.mood import AHEAD, ALMOST, IF, MEANT, MOCK, NO, OVER, POSSIBLE, cue, governing
from memoryd.core.regex import regex

_WISHED = r"""should|ought|would|can|cannot|could|needs?\ to|\w+'d|prefers?\ to|thinks?|propose[sd]?
  |suggest\w*|recommend\w*|offer(?:s|ed)?|invit\w*|consider\w*|regrets?|recalls?|remembers?|misses
  |applied|interviewed|appl(?:y|ies)"""
_HEARSAY = r"""says?|said|claims?|claimed|hears?|heard|believe[sd]?|assume[sd]?|told|suspects?
  |guess(?:es|ed)?|thought|insist(?:s|ed)?|jok(?:es|ed|ing)|lie[sd]|argue[sd]?|mentions?|mentioned"""
_UNSURE = cue(rf"{POSSIBLE}|{MEANT}|{ALMOST}|{MOCK}|{_WISHED}|{_HEARSAY}")
_WAS = regex(
    r"\b(?:was|were|had been|previously|once|originally|initially|until recently|earlier)\b",
    re.IGNORECASE,
)
# "Was red"; not "was moved".
_STATE_PAST = regex(
    r"\b(?:was|were|had|used to)\b(?! (?:\w+ly )?(?:\w{2,}(?:ed|en)|cut|set|called)\b)",
    re.IGNORECASE,
)
# Said anywhere in a sentence, these are about all of it.
_ANYWHERE = cue(
    rf"""{IF}|{MOCK}|maybe|perhaps|possibly|probably|tentative\w*|allegedly|apparently|supposedly
  |reportedly|unconfirmed|tbc|rumou?r\w*|hypothetical\w*|in\ theory|according\ to|unsure
  |(?:in|on)\ (?:the|a|an|his|her)\ (?:book|novel|film|movie|game|story|series)|on\ paper
  |(?<=,\ )(?:says?|said|claims?|claimed|thinks?|believes?)
  |not\ sure|(?:not|n't|never)\ true|(?:is|was|are)\ (?:wrong|false|untrue|a\ lie|a\ mistake)"""
)
# "Moved to live in Rome" is done; "a wish to live in Rome" is not.
_TO = regex(r"\bto$", re.IGNORECASE)
_DONE_TO = regex(
    r"\b(?:continu\w+|start\w*|beg[au]ns?|moved|came|went|had|forced|chose|happy|glad|proud|lucky"
    r"|back|used|closer)(?: \w+)? to$",
    re.IGNORECASE,
)
# "Living in Rome" behind these is thought of, not done.
_OF_DOING = regex(r"\b(?:about|of|for|from|against|without|imagin\w*|avoids?)$", re.IGNORECASE)
_THE_MONTH = regex(r"(?<=\bsince )May\b|(?<=\bin )May\b|(?<=\bSince )May\b|(?<=\bIn )May\b")
_JOINED = regex(r"\band$", re.IGNORECASE)
_FINITE = regex(r"\w+(?:s|ed)\b")
_SENTENCE = regex(r"[.;!?]\s+")


def is_outright(before: str, verb: str, behind: str = "", *, planned: bool = False) -> bool:
    """Return whether a text says outright what a verb in it states.

    before, verb, behind: the text, cut in three; planned: also where it is only going to be.
    """
    near = _SENTENCE.split(before)[-1]
    if not is_sure(f"{near}{verb}{_SENTENCE.split(behind)[0]}", behind):
        return False
    near = near.strip()
    if _JOINED.search(near) and _FINITE.match(verb):
        return True  # "does not smoke and lives in Rome": what governs the first is not its
    said = governing(_THE_MONTH.sub("then", near))
    if _UNSURE.search(said) or _WAS.search(said) or OVER[0].search(said):
        return False
    if len(NO.findall(said)) % 2 or _OF_DOING.search(near):
        return False
    if planned:
        return True
    return not AHEAD[0].search(said) and (not _TO.search(near) or bool(_DONE_TO.search(near)))


def is_sure(sentence: str, behind: str = "") -> bool:
    """Return whether nothing in a sentence makes all of it a question, a doubt or a condition.

    behind: what follows in the text, where that may show the mark of a question.
    """
    asks = sentence.rstrip().endswith("?") or (behind.rstrip().endswith("?"))
    return not asks and not _ANYWHERE.search(sentence)


def is_hedged(text: str) -> bool:
    """Return whether a whole fact is a wish, a doubt, hearsay or a condition, or of what was."""
    unsure = _UNSURE.search(text) or _STATE_PAST.search(text)
    return bool(unsure) or not is_sure(text)
