"""Whether a line of MEMORY.md is what the operator says as their own, and says as it is.

Only such a line may take the place of another: a question, a condition, a doubt, what somebody else
wants and what nobody said leave what is known as it is.
"""

import re
from collections.abc import Iterable

from memoryd.core.mood import IF, MOCK, POSSIBLE, cue
from memoryd.core.regex import regex
from memoryd.core.text import content_stems, words

_ASKED = regex(
    r"\?|^(?:\W*(?:and|but|so|or)\b)?\W*(?:do|does|did|should|shall|can|could|would|will|may|might"
    r"|must|am|is|are|was|were|have|has|had) (?:i|we|you|he|she|it|they|the operator)\b"
    r"|^\W*(?:whether|wonder\w*|asks? (?:if|whether))\b",
    re.IGNORECASE,
)
_WISHED = cue(r"wish(?:es)?\ (?:\w+\ ){1,2}\w+ed")  # "I wish I preferred it"
_UNSURE = (
    cue(POSSIBLE), cue(IF), cue(MOCK),
    cue(r"suppos(?:e|ing)|almost|nearly|hop(?:e|es|ing)"), _WISHED,
)  # fmt: skip
# What was so once; "no longer" and "not any more" say what is so now.
_ONCE = cue(
    r"""used\ to|formerly|previously|in\ the\ past|back\ then|at\ first|originally
    |as\ a\ (?:child|kid|student|teenager)|once\ (?:preferred|liked|loved|wanted|hated)"""
)
_WAS = regex(r"\W*(?:preferred|liked|loved|wanted|hated|disliked|enjoyed)\b", re.IGNORECASE)
_SAID = cue(
    r"""said|says|(?<!be\ )told|tells|claim(?:s|ed)|quot(?:e|es|ed)|heard|hears|thinks|believes
    |den(?:y|ies|ied)|according\ to|rumou?r\w*|(?:not|never|\w+n't)\ (?:\w+\ )?(?:say|claim|mean)"""
)
_QUOTED = regex(r"[\"“”„«»](?:[^\s\"“”„«»]+\s+)+[^\s\"“”„«»]+[\"“”„«»]")
# The verbs of a wish as one tells of somebody: who wishes stands in front of them.
_WISH = regex(
    r"\b(?:prefers?|wants?|likes|loves?|hates?|dislikes?|enjoys?|needs|asks|avoids|detests|favou?rs?"
    r"|(?:would|['’]d) (?:rather|like)|can(?:not|['’]t) stand)\b",
    re.IGNORECASE,
)
_SENTENCE = regex(r"(?<=[.!?;])\s+|\n+")
_CLAUSE = regex(r"[,;.:!–—]\s+|\s(?:and|but|so)\s", re.IGNORECASE)
_BESIDE = regex(r"(?:for|in|on|at|with|from|since|as|of|by|when)\b", re.IGNORECASE)
_BY_ME = regex(r"\b(?:i|we)(?: (?:do|would|really|still|now|not|don['’]t))*$", re.IGNORECASE)
# What may stand there beside the operator: how it is wished, or in which matter.
_NOBODY = frozenset(
    """i we the operator user speaker alone now currently still always generally usually also
    really please much strongly today lately recently just only most mostly instead actually
    clearly definitely truly personally normally often would do does not don't doesn't didn't
    never no longer rather
    communication contact style tone meetings calls e-mail email reports updates work general
    preference preferences wish language these days""".split()
)


def is_own_word(text: str) -> bool:
    """Return whether a line, from which the operator's name is taken, is their own and plain word.

    "Tom prefers calls", "Do I prefer calls?", "Might prefer calls" and "Never said to prefer calls"
    are not; "Prefers calls", "No calls, please" and "Would rather be called" are.
    """
    if _ASKED.search(text) or any(found.search(text) for found in _UNSURE):
        return False
    if _ONCE.search(text) or _WAS.match(text) or _SAID.search(text) or _QUOTED.search(text):
        return False
    wish = _WISH.search(text)
    return wish is None or not _is_of_another(text[: wish.start()].strip(), _NOBODY)


def is_told_as_own(text: str, said: Iterable[str], *, names: str = "") -> bool:
    """Return whether the words said wish themselves what a line says that the operator wishes.

    said: the texts of the lines it rests on; names: the operator's. "She prefers calls" and "I
    preferred calls as a child" do not make "Prefers calls". A line that tells no wish
    of theirs is left to other gates.
    """
    us = _NOBODY | frozenset(words(names))
    if not _wishes_itself(text, us):
        return True
    about = content_stems(text)
    near = [part for line in said for part in _SENTENCE.split(line.replace("’", "'"))
            if about & content_stems(part)]  # fmt: skip
    return not near or any(
        not _ONCE.search(part) and not _WISHED.search(part)
        and (_wishes_itself(part, us) or not _WISH.search(part))
        for part in near
    )  # fmt: skip


def _wishes_itself(text: str, us: frozenset[str]) -> bool:
    """Return whether some wish in a text is of who speaks."""
    before = (text[: wish.start()].strip() for wish in _WISH.finditer(text))
    return any(not _is_of_another(words_before, us) for words_before in before)


def _is_of_another(before: str, us: frozenset[str]) -> bool:
    """Return whether what stands in front of a wish names who wishes, by any name."""
    if before.endswith(":"):  # "Tom: prefers calls"
        return not us.issuperset(words(before))
    *_, last = _CLAUSE.split(f" {before} ")
    if not last.strip() or _BESIDE.match(last.strip()) or _BY_ME.search(last.strip()):
        return False
    return not us.issuperset(words(last))
