"""Tense: whether a text tells a fact of another time: what was, what is, or what is to come."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from memoryd.core.date_words import may_hold
from memoryd.core.deeds import BASES, TOKEN
from memoryd.core.regex import regex

# English verbs whose past is no "-ed"; those that `BASES` has are added. A closed class.
IRREGULAR = {
    **BASES,
    **dict(
        pair.split("/")
        for pair in """ate/eat awoke/awake became/become bent/bend bet/bet bore/bear bound/bind
        bred/breed broke/break burnt/burn cast/cast clung/cling cost/cost crept/creep cut/cut
        dealt/deal drank/drink dreamt/dream drew/draw dug/dig fell/fall felt/feel fled/flee
        fought/fight forbade/forbid foresaw/foresee forgot/forget froze/freeze ground/grind
        hid/hide hung/hang laid/lay leapt/leap learnt/learn let/let lit/light meant/mean
        mistook/mistake overcame/overcome oversaw/oversee put/put rang/ring read/read rose/rise
        sank/sink sat/sit set/set shook/shake shone/shine shot/shoot shrank/shrink shut/shut
        slept/sleep slid/slide sought/seek spelt/spell split/split spread/spread stood/stand
        stuck/stick swept/sweep swore/swear swung/swing thought/think tore/tear undertook/undertake
        understood/understand upheld/uphold upset/upset wept/weep withdrew/withdraw woke/wake
        wore/wear wound/wind withstood/withstand""".split()
    ),
}
_IS = frozenset("is are am be being get gets getting".split())
_HAS = frozenset("has have having been".split())
# "The planned launch", "as agreed": what stands behind these tells no deed.
_OF_A_THING = frozenset(
    """a an the its his her their our my your this that these those no of with as in for on at from
    very more most less""".split()
)
_HELPERS = frozenset(
    """to will would shall should can could may might must do does did don't doesn't didn't i we you
    they and or not never always please let lets""".split()
)
_BETWEEN = frozenset("not never always still now also often just all both long since then".split())
_GOES_ON = regex(r"\b(?:since|for|always|ever|so far|to date|up to now|until now|long)\b")
_WILL = regex(r"\b(?:will|shall|going to|(?:is|are) to)\b|'ll\b")
_TO_COME = regex(
    r"\d|\b(?:will|shall|to|next|soon|later|upcoming|future|spring|summer|autumn|fall|winter|plan\w*"
    r"|due|until|from|starts?|begins?|once|when|if|launch\w*|deadline|target\w*)\b|'ll\b",
    re.IGNORECASE,
)
_SHORTEST = 3  # letters of a verb's plain form


def shifts_time(text: str, fact: str) -> bool:
    """Return whether a text tells a verb of a fact of another time than the fact does.

    "Worked at Globex" of "Works at Globex", "moves" of "Moved". What goes on ("has worked there
    since May"), what is done ("is used by", "led by") and what is said of a thing ("the planned
    launch") are not past; what has a day may be to come.
    """
    if _WILL.search(text) and not (_TO_COME.search(fact) or may_hold(fact)):
        return True
    return _is_past_of(text, fact) or _is_present_of(text, fact)


def tells_past(text: str) -> bool:
    """Return whether a text tells some verb as past."""
    return any(True for _ in _told_past(_tokens(text)))


def _is_past_of(text: str, fact: str) -> bool:
    present, past = _forms(fact)
    tokens = _tokens(text)
    did = {token for before, token in pairwise(tokens) if before == "did"}
    return bool(did & present) or any(
        not base.isdisjoint(present) and base.isdisjoint(past) for base in _told_past(tokens)
    )


def _is_present_of(text: str, fact: str) -> bool:
    """Return whether a text has in the present, or as a plan, what a fact tells as done."""
    tokens = _tokens(text)
    done = frozenset[str]().union(*_told_past(_tokens(fact)))
    past = frozenset[str]().union(*map(_bases, tokens))
    return any(
        not done.isdisjoint(_plain(token)) and past.isdisjoint(done)
        for before, token in pairwise(("", *tokens))
        if (token.endswith("s") and before not in _OF_A_THING)
        or before in ("will", "would", "to", "shall")
    )


def _told_past(tokens: Sequence[str]) -> Iterator[frozenset[str]]:
    """Yield what the plain form may be of each verb that a text tells as past."""
    goes_on = _GOES_ON.search(" ".join(tokens)) is not None
    for at, token in enumerate(tokens):
        bases = _bases(token)
        if bases and _tells(tokens, at, goes_on=goes_on):
            yield bases


def _tokens(text: str) -> tuple[str, ...]:
    return tuple(token.casefold() for token in TOKEN.findall(text.replace("’", "'")))


def _tells(tokens: Sequence[str], at: int, *, goes_on: bool) -> bool:
    """Return whether a form that may be past tells by itself what was done."""
    if tokens[at + 1 : at + 2] == ("by",):
        return False
    left = at - 1
    while left >= 0 and (tokens[left] in _BETWEEN or tokens[left].endswith("ly")):
        left -= 1
    before = tokens[left] if left >= 0 else ""
    if IRREGULAR.get(tokens[at]) == tokens[at] and (before in _HELPERS or before.endswith("s")):
        return False
    if before.endswith("'re") or before in _IS | _OF_A_THING:
        return False
    return not goes_on or not (before.endswith("'ve") or before in _HAS)


@lru_cache(maxsize=4096)
def _forms(fact: str) -> tuple[frozenset[str], frozenset[str]]:
    """Return the plain forms of the words of a fact that are not past, and of those that are."""
    words = _tokens(fact)
    own = {word for word in words if IRREGULAR.get(word) == word}
    present = {plain for word in words for plain in _plain(word)} - own
    past = {base for word in words if word not in own for base in _bases(word)}
    return frozenset(present), frozenset(past | own)


@lru_cache(maxsize=4096)
def _bases(word: str) -> frozenset[str]:
    """Return what the plain form of a verb may be of which a word may be the past."""
    if word in IRREGULAR:
        return frozenset({IRREGULAR[word]} if not word.endswith("s") else ())
    if not word.endswith("ed"):
        return frozenset()
    return frozenset(_without(word, "ed", "e"))


def _plain(word: str) -> Iterator[str]:
    """Yield what the plain form of a word in the present may be: also of "manager", "working"."""
    yield word
    for ending, more in (("s", ""), ("es", ""), ("ing", "e"), ("er", "e"), ("or", "e")):
        if word.endswith(ending):
            yield from _without(word, ending, more)


def _without(word: str, ending: str, more: str) -> Iterator[str]:
    """Yield a word without its ending: with a vowel more, and undone "pp" and "ie"."""
    cut = word.removesuffix(ending)
    if len(cut) + len(more) < _SHORTEST:
        return
    yield cut
    yield cut + more
    if cut.endswith("i"):
        yield f"{cut[:-1]}y"
    if cut[-1:] == cut[-2:-1]:
        yield cut[:-1]
