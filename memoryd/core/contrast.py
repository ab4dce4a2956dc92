"""Contrast: what a line names only to say that it is not so: "in Ulm, not in Bonn", "no cats".

The counterpart of core.mood, which looks in front of a verb, for what is denied behind it. Word
lists, so they miss; a text that adds what does not stand in front of the no is not judged.
"""

import re
from collections.abc import Iterable, Iterator

from memoryd.core.deeds import lemma
from memoryd.core.mood import NO, NO_SHOWN
from memoryd.core.regex import regex
from memoryd.core.text import STOP_WORDS
from memoryd.core.value import frozen

_SENTENCES = regex(r"(?<=[.!?;])\s+|\n+")
_CUE = regex(
    r"""(?:
      (?P<contrast>(?:[,(]\s*|\s[-–—]\s*|\b(?:and|but|though)\s)(?:(?:certainly|definitely)\s)?not\s
        |\b(?:instead\ of|rather\ than)\s)
      |(?P<but>\b(?:except(?:\ for)?|apart\ from|other\ than|aside\ from)\s)
      |(?P<none>\b(?:no|neither)\s)
      |(?P<refused>\b(?:turned\ down|declined|rejected|refused|passed\ on|decided\ against)\s)
      |(?P<past>(?<!\bam\ )(?<!'m\ )(?<!\bis\ )(?<!\bare\ )(?<!'re\ )(?<!\bgot\ )(?<!\bget\ )
        \bused\ to\ (?:\w+ly\ )?\w+\ (?:(?:at|in|for|on|with|by)\ )?)
      |(?P<over>(?:\b(?:is|am|are)|'(?:m|re|s))\ (?:off\ (?!to\b|on\b|for\b|at\b|in\b|and\b)
        |(?:done|finished|through)\ with\ ))
      |(?P<cannot>\b(?:can't|cannot|can\ not|won't|will\ not)\ (?:\w+ly\ )?)
      |(?P<been>(?:n't|\bnot|\bnever)\ (?:(?:yet|ever|actually)\ )?been\ (?:to|in)\s)
      |(?P<place>(?:(?:\b(?:is|are|am)|'(?:m|re|s))\ not|\b(?:is|are)n't)\ (?=(?:on|in|at|with)\ )))
      (?!(?:only|just|merely|simply|until|till|before|without|unlike|unless
        |to\ (?:be|say|mention)|i|i'm|we|it|he|she|they|you|that|this|longer|one
        |matter|more|less|thanks)\b)""",
    re.IGNORECASE | re.VERBOSE,
)
_END = regex(
    r"""[,.;:!?()\n–—]|\s(?:and|but|because|since|as|when|where|who|which|that|so|if|while|though
      |although|until|like|than|except|any|at\ all)\b|$""",
    re.IGNORECASE | re.VERBOSE,
)
_END_OF_NONE = regex(
    rf"{_END.pattern}|\s(?:in|on|at|for|with|to|of|from|after|before|during)\b",
    re.IGNORECASE | re.VERBOSE,
)
_LONGEST = 80  # characters of what is denied
_NEAR = 8  # parts of a sentence in front of what is denied that it may be said with
_OR = regex(r"\b(?:or|nor)\b", re.IGNORECASE)
_WORD = regex(r"[^\W_]+(?:[-'][^\W_]+)*")
_MONTH = "May"  # a helper where it is small
_NAME = regex(r"\b[A-Z][\w-]*")
_STILL = regex(r"\s(?:since|for|in|lately|recently|this|again)\b")  # was there before
_GOES_ON = regex(r",\s(?:is|are|was|were|will|has|have|leads?|runs?)\b")
# What a text may say of it instead of what the line has: it holds or not with that.
_FOR_IT = frozenset(
    map(lemma, """works employed lives resides based owns likes loves enjoys uses speaks drives
    drinks eats plays keeps takes joined accepted visited travelled""".split())
)  # fmt: skip
_SHOWN = regex(
    rf"""{NO_SHOWN.pattern}|\b(?:prefer\w*|rather|instead|than|replac\w*|switch\w*|mov(?:ed|ing)
    |chang\w*|except|apart|other|but|was|were|left|leaves|off|free|corrected|turned|passed)\b
    |\bfrom\ \S+\ to\b|\bover\b""",
    re.IGNORECASE | re.VERBOSE,
)
# How a text begins that tells what is over.
_PAST = regex(
    r"""(?:once\ |formerly\ |previously\ )?
    (?:(?!employed|based|located|interested)\w+ed|taught|had|drove|drank|ate|kept|took|spoke|ran
      |rode|sang|wrote|sold|led|met|swam|slept|grew|ex|past|previous|in\ the\ past)\b""",
    re.IGNORECASE | re.VERBOSE,
)
_ELLIPSIS = regex(
    r"\b[A-Z][\w-]* (?:isn't|is not|is no longer) (?P<what>[\w' -]{2,60}?)"
    r"(?: any ?(?:more|longer))?[,;] (?:but )?(?P<who>[A-Z][\w-]*)(?: is)?(?= now\b|[.!]|$)"
)


@frozen
class _Denied:
    """What a part of a line denies.

    each: the words of all that is denied there, one set for each. before: the words that it is said
    with. instead: whether a text may say it with another verb.
    """

    each: tuple[frozenset[str], ...]
    before: frozenset[str]
    instead: bool
    past: bool = False


def states_denied(text: str, said: Iterable[str], about: str = "") -> bool:
    """Return whether a text states what its lines name only to say that it is not so.

    said: the texts of its lines. about: the name of the entity that it is told of.
    """
    if _SHOWN.search(text.replace("’", "'")):
        return False
    ours, of = _words(text), _words(about)
    is_past = _PAST.match(text) is not None
    denied: list[_Denied] = []
    told: set[str] = set()
    for line in said:
        for sentence in _SENTENCES.split(line.replace("’", "'")):
            told |= _read(sentence, denied)
    return bool(ours) and any(
        each <= ours | of and not each <= told and ours - each - of <= _covered(part)
        for part in denied
        if not (part.past and is_past)
        for each in part.each
    )


def filled_in(line: str, name: str) -> str:
    """Return a line with what its ellipsis says of a name: "Sarah isn't my boss, Tom is" of Tom."""
    found = _ELLIPSIS.search(line.replace("’", "'"))
    if found is None or found["who"].casefold() not in name.casefold().split():
        return line
    return f"{line[: found.start()]}{found['who']} is {found['what']}{line[found.end() :]}"


def _covered(part: _Denied) -> frozenset[str]:
    return part.before | _FOR_IT if part.instead else part.before


def _read(sentence: str, denied: list[_Denied]) -> frozenset[str]:
    """Return the words of a sentence that it does not deny; what it denies is added to a list."""
    kept: list[str] = []
    done = 0
    says_no = False
    for cue in _CUE.finditer(sentence):
        if cue.start() < done:
            continue
        before = sentence[done : cue.start()]
        stop = (_END_OF_NONE if cue["none"] else _END).search(
            sentence, cue.end(), min(len(sentence), cue.end() + _LONGEST)
        )
        end = stop.start() if stop else cue.end()
        kept.append(before)
        done = end
        says_no = says_no or NO.search(before) is not None
        if not _holds(cue, sentence, end, says_no=says_no):
            kept.append(sentence[cue.end() : end])
            continue
        goes_on = sentence[end : end + _LONGEST] if _GOES_ON.match(sentence, end) else ""
        with_it = _words(f"{' '.join(kept[-_NEAR:])} {goes_on}")
        says_no = True
        each = tuple(filter(None, _parts(cue, sentence[cue.end() : end])))
        instead = not (cue["place"] or cue["cannot"])
        denied.append(_Denied(each, with_it, instead, past=cue["past"] is not None))
    kept.append(sentence[done:])
    return _words(" ".join(kept))


def _holds(cue: re.Match[str], sentence: str, end: int, *, says_no: bool) -> bool:
    """Return whether what follows a cue is denied: not as in "no pets except a cat".

    says_no: whether the words in front of the cue deny.
    """
    if cue["been"] and _STILL.match(sentence, end):
        return False
    return not (says_no and (cue["but"] or cue["refused"]))


def _parts(cue: re.Match[str], part: str) -> Iterator[frozenset[str]]:
    """Yield the words of each thing that a part names; of what is refused only its names."""
    for one in _OR.split(part):
        yield _words(" ".join(_NAME.findall(one)) if cue["refused"] else one)


def _words(text: str) -> frozenset[str]:
    return frozenset(
        lemma(word)
        for word in _WORD.findall(text.replace("’", "'"))
        if word.casefold() not in STOP_WORDS or word == _MONTH
    )
