"""Opposed: whether a text says of a thing that it is of the opposite kind of what was said."""

import re
from collections.abc import Iterator

from memoryd.core.regex import regex
from memoryd.core.text import content_stems, stem, words
from memoryd.core.verdicts import is_reversed

_PAIRS = tuple(
    pair.split("/")
    for pair in """new/old young/old older/newer older/younger big/small large/small big/little
    bigger/smaller larger/smaller long/short brief/long longer/shorter early/late earlier/later
    cheap/expensive cheaper/dearer fast/slow faster/slower hot/cold warm/cold warm/cool hot/iced
    good/bad better/worse best/worst high/low higher/lower upper/lower public/private
    formal/informal formal/casual easy/hard easy/difficult simple/complex plain/fancy light/dark
    light/heavy strong/weak rich/poor first/last hard/soft thick/thin wide/narrow full/empty
    wet/dry clean/dirty quiet/loud sweet/sour sweet/savoury sweet/dry fresh/stale raw/cooked
    black/white red/white local/remote onsite/remote domestic/foreign internal/external
    senior/junior manual/automatic digital/analog digital/paper written/spoken written/oral
    indoor/outdoor north/south east/west northern/southern eastern/western detailed/brief
    detailed/short verbose/terse morning/evening weekday/weekend daily/weekly weekly/monthly
    daily/monthly monthly/yearly busy/quiet positive/negative benign/malignant alive/dead
    guilty/innocent safe/dangerous
    """.split()
)
KINDS = frozenset(word for pair in _PAIRS for word in pair)
_OTHER = {
    kind: frozenset(word for pair in _PAIRS if kind in pair for word in pair if word != kind)
    for kind in KINDS
}
_BEHIND, _AHEAD = 2, 3  # words from a kind to the thing that is of it, and the other way
_SENTENCE = regex(r"(?<=[.!?;])\s+|\n+")
_NO = regex(
    r"\b(?:not|no|never|without|avoids?|dislikes?|hates?|instead|rather|than|less|cannot|stand)\b"
    r"|n't\b",
    re.IGNORECASE,
)
# "Option B rather than A": the option is meant both times, and "A" is no article.
_ELLIPSIS = regex(
    r"\b(?P<what>[a-z][\w-]+) (?P<more>[A-Z]|\d{1,2})(?P<pivot>,? (?:and not|but not|not"
    r"|rather than|instead of|over|to|than) )(?P<less>[A-Z]|\d{1,2})\b"
)
_LABEL = regex(r"\b(?P<what>[a-z][\w-]+) (?P<label>[A-Z]|\d{1,2})\b(?!['’])")
_BARE_A = regex(r"(?<=[a-z,] )A(?=[\s,.;!?]|$)")


def is_opposed(text: str, said: str) -> bool:
    """Return whether a text gives a thing the opposite kind of what each mention of it has.

    "The old office" of "the new office"; also a thing that was turned down as taken. What one of
    both denies may well be put the other way.
    """
    known = frozenset(words(said))
    wrong = [(kind, things) for kind, things in _kinds(text, _BEHIND) if kind not in known]
    return is_reversed(text, said.split("\n")) or any(
        other in _OTHER[kind] and things & theirs
        for kind, things in wrong
        for sentence in _SENTENCE.split(said)
        if bool(_NO.search(text)) is bool(_NO.search(sentence))
        for other, theirs in _kinds(sentence, _AHEAD)
    )


def is_other_kind(word: str, said: str) -> bool:
    """Return whether a word, small, is the opposite kind of one that the words said hold."""
    return not _OTHER.get(word, frozenset()).isdisjoint(words(said))


def labelled(text: str) -> str:
    """Return a text with "option A" as one word, also where only the letter is said again."""
    whole = _ELLIPSIS.sub(r"\g<what> \g<more>\g<pivot>\g<what> \g<less>", text)
    return _BARE_A.sub("labelA", _LABEL.sub(r"\g<what>\g<label>", whole))


def _kinds(text: str, before: int) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield each kind that a text names, with the stems of what may be of it."""
    said = words(text)
    for at, word in enumerate(said):
        if word in KINDS:
            behind = content_stems(" ".join(said[at + 1 : at + 1 + _BEHIND]))
            ahead = content_stems(" ".join(said[max(0, at - before) : at]))
            yield word, (behind | ahead) - _LIKING


_LIKING = frozenset(
    stem(word) for word in "like likes love loves prefer prefers want wants use uses enjoy".split()
)
