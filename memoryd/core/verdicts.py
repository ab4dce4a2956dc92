"""Verdicts: whether a text takes what the words said turned down, or turns down what they took.

"Uses Redis" of "we dropped Redis", "decided on B" of "chose A over B", "moved to Lyon" of "moved
from Lyon to Paris". Lists of verbs, so they miss; a thing that is also named otherwise is open.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from memoryd.core.deeds import BASES
from memoryd.core.grounding import names_in
from memoryd.core.mood import NO, NO_SHOWN, cue, denies, is_hedged, without_preface
from memoryd.core.regex import regex
from memoryd.core.text import STOP_WORDS, content_stems, stem, words
from memoryd.core.value import frozen

_SENTENCE = regex(r"(?<=[.!?;])\s+|\n+")
# What one may have, use or like: as past it may well be over.
_HAS = r"""us(?:e|es|ing)|ha(?:s|ve)|keeps?|likes|loves?|enjoys?|owns|(?:(?<=\bi\ )|(?<=\bwe\ )
  |(?<=\bthey\ )|(?<=n't\ )|(?<=\bnot\ )|(?<=\bto\ ))(?:like|own)"""
_HAD = r"used|had|liked|loved|enjoyed|owned|kept"
_TAKES = rf"""{_HAS}|{_HAD}|deci(?:ded|ding|des)\ (?:on|for|to\ use)|cho(?:se|oses?|osing|sen)
  |pick(?:ed|s)?|select(?:ed|s)?|opted\ for|(?:went|going|goes)\ (?:with|for)|settled\ on
  |accept(?:ed|s)?|approved?|adopt(?:ed|s)?|add(?:ed|s)?|introduced|took|takes|bought|won|wins
  |pass(?:ed|es)(?!\ on\b)|joined|signed|renewed|hired"""
_LEAVES = r"""decided\ against|reject(?:ed|s|ing)?|drop(?:ped|s|ping)?|declin(?:ed?|es|ing)
  |turn(?:ed|s|ing)?\ down|remov(?:ed?|es|ing)|ditch(?:ed|es)?|g[eo]t(?:ting)?\ rid\ of
  |abandon(?:ed|s)?|scrap(?:ped|s)?|refused|cancel(?:l?ed|s)?|dismissed|discarded|ruled\ out
  |passed\ on|g[ai]ve\ up|veto(?:ed|es)|lost|fail(?:ed|s)|left|hat(?:es?|ed)|dislik(?:es?|ed)
  |detests?|can(?:no|')?t\ stand|quit|resigned\ from|terminated|uninstalled|fired"""
_MOVES = r"""(?:mov|relocat|switch|migrat|transfer|chang|upgrad|convert|return)\w*"""
_GOES = rf"""{_MOVES}|went|go(?:es|ing)?|flew|fl(?:y|ies|ying)|dr[oi]v\w*|travel\w*|commut\w*"""
_OWN = r"(?:(?:the|an?|our|my|his|her|their|its|your|this|that|any|some|no)\ )*"
_SMALL = r"""(?:over|rather|instead|in|on|at|for|with|by|from|to|of|into|as|and|or|but|because|when
  |while|since|until|after|before|again|now|today|yesterday|tomorrow|last|this|next|who|which|that|if
  |so|too|except|besides|apart|other|than|completely|entirely|already|we|i|he|she|they|it|not|is|was|are|were|altogether|anymore)"""
_END = rf"(?=\ {_SMALL}\b|\s*[,.;:!?()–—]|\s*$)"


def _thing(name: str) -> str:
    """Return a pattern of a thing that is named, without what belongs to another word."""
    word = rf"(?!{_SMALL}\b)[\w.#+'’-]*\w"
    return rf"{_OWN}(?P<{name}>{word}(?:\ {word}){{0,4}}?)"


_BE = r"(?:is|was|are|were|been|got|be)\ (?:\w+ly\ |never\ |not\ )?"
_OVER = r"(?:over|rather\ than|instead\ of|in\ place\ of)"
_INSTEAD = rf"(?:\ {_OVER}\ {_thing('b')}{_END})"
_FOR_IT = rf"(?:\ (?:for|in\ favou?r\ of)\ {_thing('b')}{_END})"
_A, _B = _thing("a"), _thing("b")
_FROM, _TO = r"(?:\w+\ ){0,2}?from", r"(?:(?!from\b)\w+\ ){0,2}?to"
_BEGINS = r"(?:(?<=^)|(?<=\s))"
_FORMS = tuple(
    (regex(pattern, re.IGNORECASE | re.VERBOSE), signs)
    for pattern, signs in (
        (rf"\b(?P<verb>{_TAKES})\ {_A}{_END}{_INSTEAD}?", (1, -1)),
        (rf"\b(?P<verb>{_LEAVES})\ {_A}{_END}{_FOR_IT}?", (-1, 1)),
        (rf"{_BEGINS}{_A}\ {_BE}(?P<verb>{_TAKES})(?:{_INSTEAD}|{_END})", (1, -1)),
        (rf"{_BEGINS}{_A}\ {_BE}(?P<verb>{_LEAVES})(?:{_FOR_IT}|{_END})", (-1, 1)),
        (rf"\b(?P<verb>replac\w+|swapp?\w*)\ {_A}\ (?:with|by|for)\ {_B}{_END}", (-1, 1)),
        (rf"{_A}\ {_BE}(?P<verb>replaced)\ (?:with|by)\ {_B}{_END}", (-1, 1)),
        (rf"\b(?P<verb>{_GOES})\ {_FROM}\ {_A}{_END}(?:\ (?:back\ )?to\ {_B}{_END})?", (-1, 1)),
        (rf"\b(?P<verb>{_GOES})\ {_TO}\ {_A}{_END}(?:\ from\ {_B}{_END})?", (1, -1)),
        (rf"^(?P<verb>){_A}\ {_OVER}\ {_B}{_END}", (1, -1)),
    )
)
_STAYS = regex(rf"\b(?:in|at|on|to|with)\ {_thing('a')}{_END}", re.IGNORECASE | re.VERBOSE)
_OVER_NOW = regex(
    rf"\b(?:{_HAD}|lived|worked|was|were|from|until|before|left|formerly|previously|no longer"
    r"|grew|born|met|ex)\b",
    re.IGNORECASE,
)
_PAST = regex(_HAD, re.IGNORECASE)
_SETTLES = regex(_MOVES, re.IGNORECASE)
_HELPS = regex(r"ha(?:s|ve|d)", re.IGNORECASE)  # "has dropped Redis"
_ONCE = regex(r"\bused\s+to\s+(?:\w+\s+)?$", re.IGNORECASE)  # it may well be over
_NONE = regex(r"\bno\s+$", re.IGNORECASE)
_ANY = ("one",)  # "declined the offer and took one from Acme"
_LONGEST = 1_000  # characters of a sentence that is looked at
# By these a thing is no more, or never came: what was left is named, "the left knee" was not.
_UNDONE = cue(
    rf"""(?!left\b)(?:{_LEAVES})|left\ (?:the|his|her|their|its|(?-i:[A-Z]))|sold|stop(?:s|ped)?
    |ceased|ended(?!\ up\b)|gives?\ up|(?:broken?|split)\ up|separated|called\ off|fell\ through
    |expired|revoked|avoids?|avoided|refuses|skip(?:s|ped)?"""
)
_PIECE = regex(
    r"[,;:()–—]\s|\s(?:and|but|while|who|which|that|after|before|because|since|when|as|so|then"
    r"|(?:for|in favou?r of) (?=(?-i:[A-Z])))\b\s?",
    re.IGNORECASE,
)


@frozen
class _Verdict:
    """A thing that is taken (1) or left (-1), or 0 where that is open.

    what: the stems of its name. at: where it stands. settles: whether it is where somebody was.
    """

    sign: int
    what: tuple[str, ...]
    at: int
    settles: bool = False


def is_reversed(text: str, said: Iterable[str]) -> bool:
    """Return whether a text takes what all mentions in its lines turn down, or the other way round.

    said: the texts of its lines.
    """
    lines = tuple(without_preface(line.replace("’", "'")) for line in said)
    theirs = [each for line in lines for each in _verdicts(line)]
    if not theirs or any(each.what == _ANY for each in theirs):
        return False
    text = text.replace("’", "'")
    ours = [each for each in _verdicts(text, said=False) if each.sign]
    stays = [] if _OVER_NOW.search(text) else [
        _Verdict(1, what, 0, settles=True)
        for match in _STAYS.finditer(text) if (what := _stems(match["a"]))
    ]  # fmt: skip
    told = [stem(word) for line in lines for word in words(line)]
    return any(_is_against(each, theirs, told) for each in (*ours, *stays))


def takes_up(text: str, fact: str, own: frozenset[str]) -> bool:
    """Return whether a text tells flatly what a fact tells only of as ended: "smokes", "has a car".

    Of "stopped smoking", "sold the car". It may say so itself, or say no. A name counts where it is
    all that the text holds. own: stems of the name of whom both are about.
    """
    if not _UNDONE.search(fact) or _UNDONE.search(text) or NO_SHOWN.search(text):
        return False
    ended, stands = set[str](), set[str]()
    for piece in _PIECE.split(fact):
        (ended if _UNDONE.search(piece) else stands).update(content_stems(piece))
    told = content_stems(text) - own
    return not (told - content_stems(" ".join(names_in(text))) or told).isdisjoint(ended - stands)


def _is_against(ours: _Verdict, theirs: Iterable[_Verdict], told: list[str]) -> bool:
    head = ours.what[-1]
    against = [
        each for each in theirs
        if each.what[-1] == head and set(ours.what) <= set(each.what) and each.sign == -ours.sign
        and (each.settles or not ours.settles)
    ]  # fmt: skip
    return bool(against) and len(against) == told.count(head)


@lru_cache(maxsize=512)
def _verdicts(text: str, *, said: bool = True) -> tuple[_Verdict, ...]:
    """Return what a text takes or leaves, each thing once, by the verb nearest to it."""
    found: list[_Verdict] = []
    for sentence in _SENTENCE.split(text):
        nearest: dict[int, tuple[int, _Verdict]] = {}
        for form, signs in _FORMS:
            for match in form.finditer(sentence[:_LONGEST]):
                told = match["verb"]
                if (not said and _PAST.fullmatch(told)) or (not told and NO.search(sentence)):
                    continue
                for each in _of(match, signs):
                    if each.at not in nearest or nearest[each.at][0] < match.start("verb"):
                        nearest[each.at] = match.start("verb"), each
        found += (each for _, each in nearest.values())
    return tuple(found)


def _of(match: re.Match[str], signs: tuple[int, int]) -> Iterator[_Verdict]:
    before = match.string[: match.start("verb")]
    open_ = is_hedged(before) or _ONCE.search(before)
    turns = -1 if denies(before) else 0 if open_ else 1
    settles = _SETTLES.fullmatch(match["verb"]) is not None
    for name, sign in zip("ab", signs, strict=True):
        thing = match[name] or ""
        what, first = _stems(thing), thing.split(" ")[0].casefold()
        helps = _HELPS.fullmatch(match["verb"]) and (first in BASES or first.endswith("ed"))
        if what and not helps:
            none = _NONE.search(match.string, 0, match.start(name)) is not None
            yield _Verdict(-sign * turns if none else sign * turns, what, match.end(name), settles)


def _stems(name: str) -> tuple[str, ...]:
    return tuple(stem(word) for word in words(name) if word not in STOP_WORDS)
