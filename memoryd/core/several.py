"""Several: a fact that says more than one thing goes only with all that it says.

A model is asked for atomic facts and people type what they like: "lives in Porto and is allergic to
penicillin". A new home says nothing of the allergy.
"""

import re
from collections.abc import Callable

from memoryd.core.fact import Fact
from memoryd.core.regex import regex
from memoryd.core.text import content_stems
from memoryd.core.value import replace

# How a clause of its own begins; "likes tea and cakes" has none.
_BEGINS = (
    "is|was|are|has|had|have|must|can|cannot|will|should|never|always|does|lives?|works?|likes?"
    "|loves?|hates?|prefers?|needs?|wants?|owns?|runs?|leads?|uses?|speaks?|reports?|keeps?|plays?"
    "|studies|teaches|drives?|eats?|drinks?|wears?|takes?|launches|ships|starts|born|married"
    "|allergic|vegetarian|vegan|diabetic|pregnant|single|divorced|engaged|retired"
)
_BETWEEN = regex(
    rf"(?:;\s*|\.\s+|,\s*(?:and\s+|but\s+)?|(?<!\s)\s+(?:and|but)\s+)"
    rf"(?=(?:(?:also|then|she|he|they|it)\s+)*(?:{_BEGINS})\b)",
    re.IGNORECASE,
)


def clauses(text: str) -> tuple[str, ...]:
    """Return what a fact says, a clause each as a fact would say it; itself where it is one."""
    found = (part.strip(" .;,") for part in _BETWEEN.split(text))
    return tuple(part[:1].upper() + part[1:] for part in found if part)


def goes_whole(old: Fact, new: Fact, is_untrue: Callable[[Fact], bool]) -> bool:
    """Return whether every clause of an older fact is untrue, or told again by the new one.

    is_untrue: of a fact with one of its clauses alone.
    """
    parts = clauses(old.fact)
    told = content_stems(new.fact)
    return len(parts) == 1 or all(
        content_stems(part) <= told or is_untrue(replace(old, fact=part)) for part in parts
    )
