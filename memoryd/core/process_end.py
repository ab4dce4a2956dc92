"""Whether what a note would call an active process was over by the end of what was said.

A line may be of any length and hold anything, so each pattern here is read once over it: none has
two open ends.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Self

from memoryd.core.completion import finds_end, is_whole
from memoryd.core.grounding import shared
from memoryd.core.regex import regex
from memoryd.core.text import STOP_WORDS, content_stems, stem, words
from memoryd.core.value import frozen

_SENTENCE = regex(r"(?<=[.!?;])\s|\n")
CLAUSE = regex(
    r"[,;:–—()]\s| - |\s(?:and|but|while|because|so|although|though)(?=\s)", re.IGNORECASE
)
_NOT = regex(r"\bnot\b|n['’]t\b", re.IGNORECASE)
_ANY_MORE = regex(r"\bany ?more\b", re.IGNORECASE)
_NO_LONGER = regex(r"\bno longer\b", re.IGNORECASE)
_GET = regex(r"\bget(?:ting)?\b", re.IGNORECASE)
_GOT_DONE = regex(r"\b(?:done|finished)\b", re.IGNORECASE)
_RUNS = regex(
    r"""(?<!finished\ )(?<!stopped\ )\b(?:running|runs|in\ progress|under\ ?way|ongoing
    |continu\w+|still|again|resumed|restarted|waiting|blocked|pending|building|deploying
    |working\ on|not\ yet)\b
    |(?:\bnot|n['’]t)\ (?:\w+\ ){0,2}(?:done|over|finished|completed?|through|ended|stopped)\b""",
    re.IGNORECASE | re.VERBOSE,
)
# What ends other than as a project: a run of something, a piece of work.
_ENDED = regex(
    r"""\b(?:finished|completed|cancell?ed|abandoned|aborted|stopped|ended|failed|succeeded
      |called\ off|wrapped\ up|shut\ down|(?:went|gone|ran)\ through|submitted|sent\ off
      |handed\ (?:in|over|off)|turned\ in|done(?=(?:\ (?:now|today|at\ last))?\W*$)
      |(?:handed|turned)(?=(?:\ [\w'-]{1,40}){1,5}\ in\W*$))\b(?!\s+(?:by|to)\b)""",
    re.IGNORECASE | re.VERBOSE,
)
_DONE_WITH = regex(  # "I'm done with it": what stands behind it is over
    r"""(?:^|\b(?:i|we)(?:\ am|['’]m|\ are|['’]re)\ )(?:(?:now|finally|all|fully|just)\ ){0,2}
    (?:done|finished|through)\ with(?=\ )""",
    re.IGNORECASE | re.VERBOSE,
)
_DEED_DONE = regex(  # "it is fixed" of what is being fixed
    r"""(?:\b(?:is|are|was|were|been|got)|['’]s)\ (?:(?:now|finally|all|fully|just|been)\ ){0,2}
    (\w{1,40}(?:ed|en|t|n))\b""",
    re.IGNORECASE | re.VERBOSE,
)
_IS = regex(
    r"(?:\b(?:is|are|was|were|be|been|got|being)|['’](?:s|re))(?: \w{1,20}ly| now| all| just)?\s*$",
    re.IGNORECASE,
)
_BEGINS_IS = regex(r"(?:is|are|was|were|been|got|['’]s)\b", re.IGNORECASE)
_TELLS = regex(
    r"\b(?:said|says?|heard|told \w+|tells \w+|know|knows|confirm(?:s|ed)|announced|wrote|reported"
    r"|mentioned|see|saw|glad|happy|relieved)(?: (?:me|us))?(?: that)?\b",
    re.IGNORECASE,
)
# Where what a phrase is about ends, and what only tells more of it begins.
MORE_OF_IT = regex(
    r"""\b(?:of|about|for|with|on|to|in|at|from|by|regarding|concerning|around|into|as|than|before
    |after|during|since|until|without|within|that|which|who|whose|where|when|if)\b|[\[("“]""",
    re.IGNORECASE | re.VERBOSE,
)
_SOME_OF = regex(r"\b(?:most|some|any|few|more|each|enough|several) of\b", re.IGNORECASE)
THEIRS = regex(r"\s*(?:his|her|their)\b", re.IGNORECASE)
# A clause of nothing but a doubt, about the rest of its sentence: "..., or so I thought".
_DOUBT = regex(
    r"""^\W*(?:(?:or|at\ least|so|well)\ ){0,2}(?:(?:i|we|he|she|they)\ )?
    (?:think|thought|hope[ds]?|guess|believed?|assumed?|suppose|suspect|wish|imagine|doubt\ it
      |(?:just\ )?(?:kidding|joking)|not|maybe|perhaps|probably|possibly|hopefully|if\ only
      |supposedly|apparently|allegedly|in\ theory)\W*$""",
    re.IGNORECASE | re.VERBOSE,
)
# Words that say how it goes, and not what it is.
_PLAIN = content_stems(
    """run running ran progress way underway ongoing still now waiting wait blocked active process
    job finish finished complete completed done over end ended stop stopped fail failed started
    start begin began begun today yesterday tonight morning afternoon evening currently continues
    work working day all finally just already last quite really actually isn't wasn't hasn't
    in on at by since until for whole entire i'm i've we're we've it's that's
    hand handed turn turned submitted submit sent send cancelled cancel aborted yes okay ok"""
)
# Words that say when it was, for which no thing is called.
TIMES = content_stems(
    """second seconds minute minutes hour hours days week weeks month months year years ago moment
    earlier late early monday tuesday wednesday thursday friday saturday sunday night noon
    midnight one two three four five six ten half couple few together"""
)
_NEAR = 40  # characters in front of an end in which "is" may stand
_ENOUGH = 2  # words of a clause that name the thing though the entry says more of it

Said = tuple[str, bool]  # the words of a line, and whether the entry rests on it


@frozen
class _Thing:
    """What an entry names. own: the stems of its words; head: of what it is, without its kind.

    deed: what is being done with it ("Fixing the login bug"); "" for none.
    """

    own: frozenset[str]
    head: str
    deed: str

    @classmethod
    def of(cls, entry: str) -> Self:
        own = content_stems(entry) - _PLAIN
        order = words(entry)
        deed = ""
        if len(order) > 1 and order[0].endswith("ing") and stem(order[0]) in own:
            deed = "" if MORE_OF_IT.match(order[1]) else stem(order[0])
        called = (content(part) for part in MORE_OF_IT.split(entry))
        head = next(([each for each in part if each != deed] for part in called
                     if any(each != deed for each in part)), [""])[-1]  # fmt: skip
        return cls(own, head, deed)

    def is_named(self, stems: frozenset[str], *, rests: bool) -> bool:
        """Return whether the words of a clause are about it."""
        both = shared(self.own, stems)
        if not both or rests or both == self.own:
            return bool(both)
        if len(stems) >= _ENOUGH and len(shared(stems, self.own)) == len(stems):
            return True
        return bool(self.head) and not self.deed and stems == {self.head}

    def is_done(self, what: str) -> bool:
        """Return whether "I finished the ..." ends it: it names what is being worked on."""
        return bool(self.deed) and content_stems(what) - _PLAIN - TIMES == self.own - {self.deed}


def is_past(entry: str, said: Iterable[Said]) -> bool:
    """Return whether the thing that an entry names is over by the last that is said of it.

    said: lines from the first on that the entry rests on, in order. Of others only what names the
    thing counts.
    """
    thing = _Thing.of(entry)
    last = False
    for line, rests in said if thing.own else ():
        for runs_no_more in _states(thing, line, rests=rests):
            last = runs_no_more
    return last


def _states(thing: _Thing, line: str, *, rests: bool) -> Iterator[bool]:
    """Yield of each sentence about the thing whether it says that it is over or that it goes on."""
    about = False
    for part in _SENTENCE.split(line):
        sentence = " ".join(part.split())
        found: list[bool | None] = []
        clauses = CLAUSE.split(sentence)
        doubted = any(map(_DOUBT.search, clauses))
        for clause in clauses:
            stems = content_stems(clause) - _PLAIN
            if stems:  # else it is as before: "It is done."
                about = thing.is_named(stems - TIMES or stems, rests=rests) or _ends_it(
                    thing, clause
                )
            if about and not sentence.endswith("?"):
                found.append(_state(thing, clause))
        if False in found or (doubted and True in found):
            yield False
        elif True in found:
            yield True


def _ends_it(thing: _Thing, clause: str) -> bool:
    end = _end(thing, clause) if thing.deed else None
    return end is not None and thing.is_done(_object(clause, end) or "")


def _state(thing: _Thing, clause: str) -> bool | None:
    """Return whether a clause says that something is over; False: it goes on; None: neither."""
    denied = _NOT.search(clause)
    if _NO_LONGER.search(clause) or (denied and _ANY_MORE.search(clause, denied.end())):
        return True
    begun = _GET.search(clause)
    if _RUNS.search(clause) or (begun and _GOT_DONE.search(clause, begun.end())):
        return False
    end = _end(thing, clause)
    if end is None:
        return None
    ended, by = _object(clause, end), _subject(clause, end)
    if not _is_of(thing, ended or by) or (THEIRS.match(ended or "") and not _is_of(thing, by)):
        return None
    return is_whole(clause, end) and not _SOME_OF.search(clause)


def _end(thing: _Thing, clause: str) -> tuple[int, int] | None:
    """Return where a clause says that something is over."""
    if found := _DONE_WITH.search(clause):
        return found.span()
    done = _DEED_DONE.search(clause) if thing.deed else None
    if done and stem(done[1].casefold()) == thing.deed:
        return done.span()
    if end := finds_end(clause):
        return end
    ended = _ENDED.search(clause)
    return ended.span() if ended else None


def is_done_to(clause: str, end: tuple[int, int]) -> bool:
    """Return whether what an end speaks of stands before it: "is over", "was handed in"."""
    begins = clause[: end[0]].rstrip()
    return bool(_IS.search(begins[-_NEAR:]) or _BEGINS_IS.match(clause, end[0], end[1]))


def _object(clause: str, end: tuple[int, int]) -> str | None:
    """Return what somebody finished, ended or handed in; None where something is over by itself."""
    if is_done_to(clause, end):
        return None
    behind = MORE_OF_IT.split(clause[end[1] :], maxsplit=1)[0]
    return behind if set(content(behind)) - TIMES else None


def _subject(clause: str, end: tuple[int, int]) -> str:
    told = _TELLS.split(clause[: end[0]])[-1]  # "I heard that it is finished"
    return MORE_OF_IT.split(told, maxsplit=1)[0]


def _is_of(thing: _Thing, phrase: str) -> bool:
    """Return whether a phrase is called by a word of the thing's, or by no word: "it"."""
    called = [each for each in content(phrase) if each not in TIMES]
    return not called or bool(shared(called[-1:], thing.own))


def content(phrase: str) -> list[str]:
    """Return the stems that carry meaning, in their order, without what says how it goes."""
    told = (word for word in words(phrase) if word not in STOP_WORDS and not word.endswith("ly"))
    return [made for word in told if (made := stem(word)) not in _PLAIN]
