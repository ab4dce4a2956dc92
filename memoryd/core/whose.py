"""Whose: whether a clause that names nobody, or the wrong one, tells of another's state or thing.

A line of MEMORY.md or of a note without a subject tells of the operator. Lists of words, of English
alone, so they miss.
"""

import re
from collections.abc import Iterable, Sequence

from memoryd.core.deeds import BASES, lemma
from memoryd.core.governed import TIMES
from memoryd.core.grounding import shared
from memoryd.core.paired import LEADS, OWNERS, READ, SPEAKER, THEM, Part, parts, tokens_of
from memoryd.core.regex import regex
from memoryd.core.text import STOP_WORDS, content_stems, stem

_PEOPLE = frozenset(
    """brother sister mother father mum mom dad wife husband partner girlfriend boyfriend fiancé
    fiancée son daughter child kid kids children parents parent boss manager colleague colleagues
    coworker friend friends neighbour neighbor neighbours neighbors cousin uncle aunt nephew niece
    grandmother grandfather grandma grandpa roommate flatmate team client customer landlord doctor
    assistant intern teacher twin twins family ex""".split()
)
_HELD = regex(
    r"^\W*(?:(?:and|but|so|then|today|now|currently)\s)*(?P<who>(?:[^\W\d_][\w'’-]*\s){1,5}?)"
    r"(?:is|are|was|were|will be|has been|have been|stays|seems|feels|gets|got)\s(?P<state>.+)",
    re.IGNORECASE,
)
_STATE_OPENS = regex(
    r"^\W*(?:(?:currently|still|now|also|often|is|was|are|were|be|being)\s)*"
    r"(?:(?:is|was|are|were|on|in|at|away|off|out|under|from|back|abroad|without)\b)",
    re.IGNORECASE,
)
_PRONOUN = regex(r"\b(?P<verb>[a-z]+) (?P<what>them|these|those|it) (?P<state>(?:[\w'-]+ ?){1,3})")
_LEADS_TO = frozenset("in at on from to with of during for by about".split())


def is_anothers(clause: str, sentence: str, names: str) -> bool:
    """Return whether a clause gives to the operator, or to a name, the state of another or a thing.

    names: of who spoke, and the operator's.
    """
    plain, clause = sentence[:READ].replace("’", "'"), clause.replace("’", "'")
    return _is_anothers_state(clause, parts(plain), content_stems(names)) or _is_anothers_thing(
        clause, plain
    )


def _is_anothers_state(clause: str, several: Iterable[Part], own: frozenset[str]) -> bool:
    """Return whether a clause tells of nobody, so of the operator, how another one is."""
    stems = content_stems(clause)
    opens = _STATE_OPENS.match(clause) is not None
    for part in several:
        held = _HELD.match(part.text)
        if (
            held is None
            or not stems
            or len(shared(stems, content_stems(held["state"]))) < len(stems)
        ):
            continue
        who = held["who"].split()
        named = content_stems(held["who"])
        if shared(stems | own, named):
            continue
        person = who[-1].casefold() in _PEOPLE or _is_called(who)
        owned = who[0].casefold() in OWNERS or who[0].endswith(("'s", "s'"))
        if (person and (owned or _is_called(who))) or (opens and owned):
            return True
    return False


def _is_called(who: Sequence[str]) -> bool:
    small = who[0].casefold()
    return who[-1][:1].isupper() and small not in STOP_WORDS | SPEAKER | THEM | LEADS


def _is_anothers_thing(clause: str, sentence: str) -> bool:
    """Return whether a clause says of a name what a sentence says of "them", the name's things."""
    for match in _PRONOUN.finditer(sentence):
        before = tokens_of(sentence[: match.start()])
        names = [at for at, token in enumerate(before) if at and token[:1].isupper()
                 and stem(token.casefold()) not in TIMES and token.casefold() not in SPEAKER
                 and re.search(rf"\b{re.escape(token)}\b", clause)]  # fmt: skip
        things = _things(before, names[-1], match["what"]) if names else frozenset()
        if things and shared(content_stems(match["state"]), content_stems(clause)) and not shared(
            things, content_stems(clause)
        ):  # fmt: skip
            return True
    return False


def _things(tokens: Sequence[str], begin: int, what: str) -> frozenset[str]:
    """Return the nouns behind a name that a pronoun may well stand for rather than for the name."""
    found: set[str] = set()
    for at in range(begin + 2, len(tokens)):
        small, before = tokens[at].casefold(), tokens[at - 1].casefold()
        near = {before, tokens[at - 2].casefold()}
        if near & _LEADS_TO or tokens[at][:1].isupper() or tokens[at - 1][:1].isupper():
            continue
        if (what != "it" and small.endswith("s") and small not in STOP_WORDS) or (
            what == "it" and before in OWNERS | {"a", "an"}
        ):  # fmt: skip
            found.add(lemma(small) if small in BASES else stem(small))
    return frozenset(found)
