"""Two people under one first name: told by ties to one person that hardly are one person's."""

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations as pairs

from memoryd.core.regex import regex
from memoryd.core.text import normal

# Words for ties that one and the same person may well have to one other.
_KIN = tuple(
    frozenset(group.split())
    for group in (
        "brother sibling twin", "sister sibling twin", "father dad papa parent",
        "mother mom mum mama parent", "son child kid", "daughter child kid",
        "husband spouse partner boyfriend fiancé fiance",
        "wife spouse partner girlfriend fiancée fiancee", "uncle", "aunt", "cousin", "nephew",
        "niece", "grandfather grandpa granddad", "grandmother grandma", "grandson grandchild",
        "granddaughter grandchild", "father-in-law", "mother-in-law", "brother-in-law",
        "sister-in-law", "son-in-law", "daughter-in-law", "stepfather", "stepmother",
    )
)  # fmt: skip
_SERVICE = tuple(
    frozenset(group.split())
    for group in (
        "doctor gp", "dentist", "lawyer", "landlord landlady", "accountant", "therapist",
        "trainer", "teacher tutor", "client customer", "tenant", "student", "hairdresser",
    )
)  # fmt: skip
_SOCIAL = frozenset("friend roommate flatmate housemate neighbor neighbour classmate".split())
_AT_WORK = frozenset(
    """manager boss supervisor lead colleague coworker co-worker teammate report mentor mentee
    assistant intern cofounder co-founder business-partner""".split()
)
_KNOWN = {word for group in (*_KIN, *_SERVICE) for word in group} | _SOCIAL | _AT_WORK
_REL = "|".join(sorted((re.escape(word) for word in _KNOWN), key=len, reverse=True)).replace(
    r"business\-partner", "business partner"
)
_KIND = (
    r"(?:(?:older|elder|younger|big|little|twin|half|step|best|close|old|good|new|current|direct"
    r"|line|team|personal|dear|former school|school|childhood) )*"
)
_HELD = regex(
    rf"(?:(?:is|now|the|an?) )*{_KIND}(?P<rel>{_REL}) (?:of|to) (?:the )?(?P<whom>[^\s,.;:']+)"
    rf"|(?:(?:is|now|the) )*(?P<whose>[^\s,.;:']+)'s {_KIND}(?P<kin>{_REL})\b(?!'s)"
)


def namesakes(texts: Iterable[str]) -> bool:
    """Return whether the facts of one entity state two ties to one person that exclude each other.

    A colleague may become a friend; a brother becomes nobody's colleague of that name so easily.
    """
    held: dict[str, dict[str, None]] = {}  # whom -> the ties to them, of which there are few
    for bond in filter(None, map(_held, texts)):
        tie, whom = bond
        held.setdefault(whom, {})[tie] = None
    return any(not _one(one, other) for ties in held.values() for one, other in pairs(ties, 2))


def introduces_another(
    said: Iterable[str], name: str, *, speaker: str, texts: Iterable[str]
) -> bool:
    """Return whether somebody speaks of "my friend Tom" while the Tom of the facts is no friend.

    said: what `speaker` said; texts: the facts of the entity called `name`.
    """
    if not name or not speaker:
        return False
    first, whose = (whole.split()[0].casefold() for whole in (name, speaker))
    spoken = re.compile(
        rf"\b(?:my|our) {_KIND}(?P<rel>{_REL}),?(?: called| named)? {re.escape(first)}\b"
        rf"|\b{re.escape(first)}, (?:my|our) {_KIND}(?P<kin>{_REL})\b"
    )
    told = {
        (match["rel"] or match["kin"]).replace("business p", "business-p")
        for text in said for match in spoken.finditer(normal(text))
    }  # fmt: skip
    bonds = (bond for text in texts if (bond := _held(text)))
    held = {tie for tie, whom in bonds if whom in (whose, "operator")}
    return any(not _one(new, old, said=True) for new in told for old in (*held, *told))


@lru_cache(maxsize=4096)  # each new fact is seen beside every active one
def _held(text: str) -> tuple[str, str] | None:
    match = _HELD.match(normal(text))
    if match is None:
        return None
    tie = match["rel"] or match["kin"]
    return tie.replace("business p", "business-p"), match["whom"] or match["whose"]


def _one(tie: str, other: str, *, said: bool = False) -> bool:
    """Return whether two ties may be one person's. said: one is how a name was introduced."""
    if tie == other:
        return True
    between = (_SOCIAL, _AT_WORK) if said else (_SOCIAL | _AT_WORK,)
    return any(tie in group and other in group for group in (*_KIN, *_SERVICE, *between))
