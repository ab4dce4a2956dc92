"""Whether a project itself is over, by a fact about it: not its server, its launch or a competitor.

Facts are written without their subject, or name the project. The end of anything else leaves it at
work: what is archived by mistake is lost from sight, what stays at work by mistake is not.
"""

import re
from collections.abc import Collection, Iterable, Sequence

from memoryd.core.catalog import Catalog
from memoryd.core.completion import ends_in, is_finished, is_of_a_part, is_resumed, is_whole
from memoryd.core.entity import Ref, slugify
from memoryd.core.fact import Fact
from memoryd.core.mood import MOCK, NO, POSSIBLE, cue
from memoryd.core.regex import regex
from memoryd.core.tense import IRREGULAR
from memoryd.core.value import frozen
from memoryd.errors import SlugError

_SENTENCE = regex(r"(?<=[.!?;])\s+|\n+")
_ASIDE = regex(r"\([^()]*\)")
_QUOTE = regex(r"[\"“”„«»]")
_CLAUSE = regex(
    r"[,.;:!?–—]+(?:\s+|$)|\s-\s|(?:(?<!\s)\s+)?\b(?:but|so|because|since|while|then)\b\s*",
    re.IGNORECASE,
)
_AND = regex(r"(?:(?<!\s)\s+)?\band\b\s*", re.IGNORECASE)
# How an end is told, between what is over and the word for it.
_HOW = regex(
    r"(?:\b(?:has|have|had|is|are|was|were|got|been|being|declared|now|all|already|just|since"
    r"|then|also|again|both|at last|\w+ly)\b,? ?)+$",
    re.IGNORECASE,
)
_MONTH = "jan|feb|mar|apr|may|june?|july?|aug|sep|oct|nov|dec|spring|summer|autumn|fall|winter"
_WHEN = regex(
    r"^(?:(?:now|today|yesterday|finally|at (?:long )?last|in the end|as planned|\w+ly"
    r"|(?:last|this) (?:week|month|year|spring|summer|autumn|fall|winter|\w+day)"
    rf"|(?:on|in|as of|since) (?:(?:late|early|mid|the end of) )?(?:(?:{_MONTH})\w*|\w+day|\d\S*)"
    r"(?: \d[\d-]*)?)(?:$|,? ))+",
    re.IGNORECASE,
)
_MADE_KNOWN = regex(
    r"^.*?\b(?:announc|confirm|decid|agree|resolv)\w+ (?:that )?(?=\S)", re.IGNORECASE
)
_DETERMINER = regex(r"^(?:(?:the|this|our|my|whole|entire|all(?: of)?)(?: |$))+", re.IGNORECASE)
_WORK = regex(r"^work(?:$| on )", re.IGNORECASE)
_KIND = frozenset({"project", "status"})  # "Project Beacon", "Status: cancelled"
_POINTS = regex(r"(?:it|this|that|everything|all)?", re.IGNORECASE)
_DID = rf"is|are|was|were|will|has|have|had|been|got|[\w-]{{2,}}ed|{'|'.join(IRREGULAR)}"
TELLS = regex(rf"\b(?:{_DID})\b", re.IGNORECASE)
_DOES = regex(rf"\b(?:{_DID}|[a-z-]{{3,}}s)\b")
_OF = regex(r"\b(?:of|for|with|about|between|from|in|on|at|by|to)\b", re.IGNORECASE)
_ENDED = regex(r"\w+ (?:has )?ended$", re.IGNORECASE)  # an end that holds its subject
_PROJECT = regex(r"\s*the project\b", re.IGNORECASE)
_ALL_OF_IT = regex(
    r"\s*(?:$|[.,;:!(]|(?:on|in|at|last|this|as|today|yesterday|and|early|late|because)\b|\d)",
    re.IGNORECASE,
)
# What takes an end back: in front of it, and behind.
_DOUBTED = (
    cue(POSSIBLE), cue(MOCK), NO,
    cue(r"reported(?:ly)?|said|says|heard|claim\w*|threat\w*|fear\w*|according\ to|hearsay"),
)  # fmt: skip
_TAKEN_BACK = regex(
    r"\?|\b(?:wrong|false|untrue|not true|no truth|a lie|hoax|joke|joking|kidding|rumou?r\w*"
    r"|hearsay|den(?:y|ied|ies)|revers(?:ed|al)|revoked|overturned|undone|withdrawn|taken back"
    # or it was never for good: a shop is closed on Sundays
    r"|until|till|temporar\w+|every|each|overnight|(?:mon|tues|wednes|thurs|fri|satur|sun)days"
    rf"|weekends|nights|for (?:repairs?|renovations?|(?:the )?(?:{_MONTH}|season|holidays?)))\b",
    re.IGNORECASE,
)

# "Cancelled in Germany" is not all of it.
_SOMEWHERE = regex(
    rf"\s*(?:in|for|outside) (?:the )?(?!(?:{_MONTH}|q\d)\w*\b|\w+day\b)(?-i:[A-Z])", re.IGNORECASE
)
_AGAIN = regex(r"\bagain\b", re.IGNORECASE)


def ends_project(text: str, names: Iterable[str]) -> bool:
    """Return whether a fact about a project says that the project as a whole is over.

    names: by which it is known, its slug among them. Rumours, denials, questions and what somebody
    is said to have said end nothing.
    """
    if is_of_a_part(text) or is_resumed(text):
        return False
    own = _Own(tuple(called for name in names if (called := _words(name))))
    opening = ""
    for sentence in _SENTENCE.split(text):
        if any(own.is_ended(sentence, end, opening) for end in ends_in(sentence)):
            return True
        opening = opening or sentence
    return False


def ends_what_goes_on(sentence: str, name: str) -> bool:
    """Return whether a sentence says of a project at work again only that it is over."""
    return _AGAIN.search(sentence) is None and ends_project(sentence, (name,))


def last_end(progress: Collection[Fact], names: Collection[str]) -> Fact | None:
    """Return the newest of what is told of a project where it says that the project is over.

    What else is over by then, a server or a contract, says nothing of the project.
    """
    ends = {fact.id: ends_project(fact.fact, names) for fact in progress}
    told = (fact for fact in progress if ends[fact.id] or not is_finished(fact.fact))
    newest = max(told, key=lambda fact: (fact.day, fact.id), default=None)
    return newest if newest is not None and ends[newest.id] else None


def undone(ref: Ref, new: Fact, standing: Iterable[Fact], catalog: Catalog) -> list[Fact]:
    """Return the facts of a project, none newer, that a new one makes untrue about its end.

    What says that it is over goes when it is taken up again, and the other way round; an end told
    anew, after more was known, takes the place of the end told before.
    """
    if ref.folder != "projects":
        return []
    names = catalog.all_names(ref)
    before = [fact for fact in standing if fact.day <= new.day and fact.id != new.id]
    ends = [fact for fact in before if ends_project(fact.fact, names)]
    if is_resumed(new.fact):
        return ends
    if not ends_project(new.fact, names):
        return []
    days = [fact.day for fact in before if fact not in ends and fact.day < new.day]
    again = [end for end in ends if end.day < max(days, default="")]
    return [*(fact for fact in before if is_resumed(fact.fact)), *again]


@frozen
class _Own:
    """One project, by the words of its names."""

    names: tuple[tuple[str, ...], ...]

    def is_ended(self, sentence: str, end: tuple[int, int], opening: str) -> bool:
        """Return whether what a sentence says there to be over is the project.

        opening: the first sentence of the text, where it is another.
        """
        limited = _SOMEWHERE.match(sentence, end[1])
        if limited or not is_whole(sentence, end) or is_taken_back(sentence, end):
            return False
        if whole := _PROJECT.match(sentence, end[1]):  # "Acme cancelled the project"
            return _ALL_OF_IT.match(sentence, whole.end()) is not None
        before = sentence[: end[0]]
        if _ENDED.match(sentence[slice(*end)]):
            before += sentence[end[0] :].split(maxsplit=1)[0]
        *told, last = _clauses(_ASIDE.sub("", before))
        if self.is_named(last) or self.is_named(_MADE_KNOWN.sub("", last)):
            return True
        return _POINTS.fullmatch(last) is not None and self._speaks_of_it([opening, *told])

    def is_named(self, phrase: str) -> bool:
        """Return whether a phrase is a name of the project, its last words, or "the project"."""
        if len(listed := _AND.split(phrase)) > 1:
            return not _OF.search(phrase) and any(map(self.is_named, listed))
        bare = _DETERMINER.sub("", _WHEN.sub("", phrase.strip()))
        if work := _WORK.match(bare):
            return work.end() == len(bare) or self.is_named(bare[work.end() :])
        called = _words(bare)
        if not called:
            return bool(bare.strip())
        return any(called == name[-len(called) :] for name in self.names)

    def _speaks_of_it(self, clauses: Sequence[str]) -> bool:
        """Return whether the last of these that has a subject is about the project, or none has."""
        left = [part for part in clauses if part and not _WHEN.fullmatch(part)]
        while left and TELLS.match(left[-1]):  # "Moved to Kiel and was closed"
            left.pop()
        if not left:
            return True
        clause = left[-1]
        told = [clause[: found.start()].strip() for found in _DOES.finditer(clause)]
        if told:
            return any(subject and (self.is_named(subject) or _POINTS.fullmatch(subject))
                       for subject in told)  # fmt: skip
        # The name alone, as in "Beacon: closed", or before another: "Beacon, our redesign, ..."
        return self.is_named(clause) or any(map(self.is_named, left[-2:-1]))


def _words(name: str) -> tuple[str, ...]:
    """Return the words of a name as a slug has them, without "project"; () where none is left."""
    try:
        return tuple(word for word in slugify(name).split("-") if word not in _KIND)
    except SlugError:
        return ()


def _clauses(before: str) -> list[str]:
    """Return the clauses in front of an end, the last without how the end is told.

    "Beacon and Atlas" is no clause, so that "and" parts none.
    """
    found: list[str] = []
    for part in _CLAUSE.split(before):
        clause = ""
        for nth, said in enumerate(_AND.split(part)):
            more = _HOW.sub("", f"{said.strip()} ").strip()
            apart = not clause or not more or TELLS.search(clause)
            if nth and apart:
                found.append(clause)
            clause = f"{clause} and {more}" if nth and not apart else more
        found.append(clause)
    return found


def is_taken_back(sentence: str, end: tuple[int, int]) -> bool:
    """Return whether the end that a sentence tells there is rumoured, denied, asked or quoted."""
    before = sentence[: end[0]]
    doubted = any(found.search(before) for found in _DOUBTED)
    quoted = len(_QUOTE.findall(before)) % 2 == 1
    return doubted or quoted or _TAKEN_BACK.search(sentence, end[1]) is not None
