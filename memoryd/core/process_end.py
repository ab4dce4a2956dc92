"""Whether what a note would call an active process was over by the end of what was said."""

import re
from collections.abc import Iterable, Iterator

from memoryd.core.completion import is_over
from memoryd.core.grounding import shared
from memoryd.core.text import content_stems

_SENTENCE = re.compile(r"(?<=[.!?;])\s+|\n+")
_CLAUSE = re.compile(
    r"[,;:–—()]+\s+|\s+-\s+|\s+(?:and|but|while|because|so|although|though)\s+", re.IGNORECASE
)
_NO_MORE = re.compile(r"\bno longer\b|(?:\bnot\b|n['’]t\b).*\bany ?more\b", re.IGNORECASE)
_RUNS = re.compile(
    r"""\b(?:running|runs|in\ progress|under\ ?way|ongoing|continu\w+|still|again|resumed|restarted
    |waiting|blocked|pending|building|deploying|working\ on|not\ yet)\b
    |(?:\bnot|n['’]t)\ (?:\w+\ ){0,2}(?:done|over|finished|completed?|through|ended|stopped)\b
    |\bget(?:ting)?\b.*\b(?:done|finished)\b""",
    re.IGNORECASE | re.VERBOSE,
)
# Words that say how it goes, and not what it is.
_PLAIN = content_stems(
    """run running ran progress way underway ongoing still now waiting wait blocked active process
    job finish finished complete completed done over end ended stop stopped fail failed started
    start begin began begun today yesterday tonight morning afternoon evening currently continues
    work working day all finally just already last quite really actually isn't wasn't hasn't
    in on at by since until for"""
)
_ENOUGH = 2  # words of a clause that name the thing though the entry says more of it

Said = tuple[str, bool]  # the words of a line, and whether the entry rests on it


def is_past(entry: str, said: Iterable[Said]) -> bool:
    """Return whether the thing that an entry names is over by the last that is said of it.

    said: lines from the first on that the entry rests on, in order. Of others only what names the
    thing counts.
    """
    own = content_stems(entry) - _PLAIN
    last = False
    for words, rests in said if own else ():
        for runs_no_more in _states(own, words, rests=rests):
            last = runs_no_more
    return last


def _states(own: frozenset[str], words: str, *, rests: bool) -> Iterator[bool]:
    """Yield of each sentence about the thing whether it says that it is over or that it goes on."""
    about = False
    for sentence in _SENTENCE.split(words):
        found: list[bool | None] = []
        for clause in _CLAUSE.split(sentence):
            stems = content_stems(clause) - _PLAIN
            about = _names(own, stems, rests=rests) if stems else about  # "It is done."
            if about and not sentence.rstrip().endswith("?"):
                found.append(_state(clause))
        if False in found:
            yield False
        elif True in found:
            yield True


def _names(own: frozenset[str], stems: frozenset[str], *, rests: bool) -> bool:
    both = shared(own, stems)
    return bool(both) and (rests or both == own or (
        len(stems) >= _ENOUGH and len(shared(stems, own)) == len(stems)))  # fmt: skip


def _state(clause: str) -> bool | None:
    """Return whether a clause says that something is over; False: it goes on; None: neither."""
    if _NO_MORE.search(clause):
        return True
    return False if _RUNS.search(clause) else is_over(clause)
