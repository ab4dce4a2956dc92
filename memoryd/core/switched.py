"""Switched: whether the operator says that a new way of theirs takes the place of an old one.

Their sentence must say that something changed, and name the old as given up, or the new one must
differ from the old in one value only that is one at a time. On doubt both stand.
"""

import re
from collections.abc import Iterable, Iterator

from memoryd.core.attributes import is_negative
from memoryd.core.outright import is_hedged
from memoryd.core.own_word import is_own_word
from memoryd.core.owners import of_others
from memoryd.core.regex import regex
from memoryd.core.same_matter import is_protected
from memoryd.core.text import content_stems
from memoryd.core.twisted import nearest_sentence
from memoryd.core.wishes import KINDS

_NOW = regex(
    r"\b(?:(?<!for )(?<!just )(?<!until )(?<!by )now(?! (?:and (?:then|again)|that)\b)|these days"
    r"|nowadays)\b",
    re.IGNORECASE,
)
_END = r"\s*(?:[,.;:!?()]|$|\s(?:to|and|but|so|now|please)\b)"
_GIVEN_UP = regex(
    rf"""\b(?:(?:switch|chang|mov|migrat)ed\ (?:away\ |over\ )?from|(?:tired|sick)\ of|fed\ up\ with
      |(?:done|finished|through)\ with|had\ enough\ of|stopped\ using|gave\ up(?:\ on)?
      |no\ longer|no\ more(?!\ than\b))\ (?P<v>.+?)(?={_END})""",
    re.IGNORECASE | re.VERBOSE,
)
_MINE = regex(r"\b(?:i|i'm|i've|me|my|please)\b|^\W*(?:no more|from now)\b", re.IGNORECASE)
# It comes beside the old one, only at times, or not at all.
_BESIDE = regex(
    r"\b(?:also|too|as well|sometimes|both|besides|in addition|another|often|usually|mostly|if|when"
    r"|whenever|while|unless|except|only|until|not|never|will|would|\w+n't)\b",
    re.IGNORECASE,
)
_DISLIKED = regex(r"\b(?:hates?|dislikes?|avoids?|skips?|detests?|without|less|can't)\b")
# One may like many things, and speak many languages; but of an assistant's answers one kind.
_MANY = regex(r"\b(?:loves?|likes?|enjoys?|speaks?|knows?|learns?|learning|fond|fan)\b")
_ANSWERS = regex(r"\b(?:answers?|repl(?:y|ies)|explanations?|summar(?:y|ies)|messages?)\b")
_LIMIT = regex(r"\b(?:for|in|at|on|with|during|about|before|after)\b.*")
_WISHING = content_stems(
    """prefer prefers preferred like likes love loves enjoy enjoys want wants keep give gives make
    write use uses using please now more rather these days nowadays
    i'm i've i'd i'll"""
)
_LANGUAGES = """english german french spanish italian dutch portuguese russian polish turkish
    chinese japanese korean arabic swedish danish norwegian finnish greek czech ukrainian"""
# "Italian food": not the language, and liked beside another.
_OF_A_LAND = regex(
    rf"\b(?:{'|'.join(_LANGUAGES.split())})\s(?!(?:for|in|to|at|with|on|when|now|here|these|over|than"
    r"|rather|by|and|or|as|language|answers?|repl(?:y|ies)|emails?|mails?|texts?|messages?)\b)\w",
    re.IGNORECASE,
)
# Of each of these one is so at a time, in one matter.
_ONE_OF = (
    *map(
        content_stems,
        (
            "morning noon midday afternoon evening night",
            "night owl early bird",
            _LANGUAGES,
            "monday tuesday wednesday thursday friday saturday sunday",
            "tea coffee",
        ),
    ),
    *KINDS,
)


def takes_the_place(new: str, old: str, said: Iterable[str]) -> bool:
    """Return whether words say that an old line is over, as a new one of theirs is so now.

    said: the texts of the lines that the new one rests on.
    """
    if is_protected(old) or is_negative(old) or is_negative(new):
        return False
    return any(
        _gives_up(sentence, new, old) or (_NOW.search(sentence) and _is_one_of(sentence, new, old))
        for sentence in _plain(new, said)
    )


def says_now(new: str, old: str, said: Iterable[str]) -> bool:
    """Return whether words say that something changed, of which an old line may speak too."""
    return bool(content_stems(new) & content_stems(old)) and any(
        _NOW.search(each) or _GIVEN_UP.search(each) for each in _plain(new, said)
    )


def _plain(new: str, said: Iterable[str]) -> Iterator[str]:
    """Yield the operator's own plain sentences that a line rests on, without a condition or no."""
    for line in said:
        sentence = (nearest_sentence(new, line) or line).replace("’", "'")
        own = is_own_word(sentence) and not is_hedged(sentence) and not of_others(sentence)
        if own and _MINE.search(sentence) and not _BESIDE.search(sentence):
            yield sentence


def _about(text: str) -> frozenset[str]:
    return content_stems(text) - _WISHING


def _gives_up(sentence: str, new: str, old: str) -> bool:
    """Return whether a sentence gives up the whole of what an old line tells, in no part of it."""
    match = _GIVEN_UP.search(sentence)
    gone = _about(match["v"]) if match else frozenset[str]()
    rest = _about(f"{sentence[: match.start()]} {sentence[match.end() :]}") if match else gone
    ours, theirs = _about(new), _about(old)
    limits = _about(" ".join(_LIMIT.findall(new)))
    return bool(gone) and gone <= theirs <= gone | ours and rest <= ours and limits <= theirs


def _is_one_of(sentence: str, new: str, old: str) -> bool:
    """Return whether two lines differ only in what is one at a time, and a sentence limits none."""
    ours, theirs = _about(new), _about(old)
    kinds = frozenset[str]().union(*(kind for kind in _ONE_OF if kind & (theirs - ours)))
    return (
        bool(theirs - ours and ours - theirs)
        and ours ^ theirs <= kinds
        and _about(sentence) <= ours
        and not _DISLIKED.search(f"{new} {old}".casefold())
        and not (_MANY.search(f"{new} {old}".casefold()) and not _ANSWERS.search(new))
        and not any(map(_OF_A_LAND.search, (new, old)))
    )
