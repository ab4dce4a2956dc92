"""The form of an offline rule, and the turns of phrase its facts are written in."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from memoryd.llm.offline_scene import Draft, Scene
from memoryd.llm.offline_subject import Saying
from memoryd.llm.offline_tail import is_understood, limited

MILESTONE, PREFERENCE = "milestone", "preference"
RELATIONSHIP, STATUS = "relationship", "status"
UNDATED = "undated"  # the topic of a draft whose date is what it says, not when it became true

Make = Callable[[re.Match[str], Saying, Scene], tuple[Draft, ...]]


@dataclass(frozen=True, slots=True)
class Rule:
    """A pattern for the start of a predicate, and the drafts it stands for.

    denies: the pattern means a denial itself; other rules never read a negated predicate.
    """

    pattern: re.Pattern[str]
    make: Make
    denies: bool = False


def rule(pattern: str, make: Make, *, denies: bool = False) -> Rule:
    """Return a rule; names keep their case, so patterns are case-sensitive."""
    return Rule(re.compile(pattern), make, denies)


# The form of a verb that "I" takes and nobody else: "Sounds like rain" is about no Sounds.
_BASE = re.compile(
    r"(?:like|love|hate|enjoy|dislike|prefer|work|live|report|lead|own|run|get|wake|go|do|have)\b"
)


def first_drafts(rules: tuple[Rule, ...], saying: Saying, scene: Scene) -> tuple[Draft, ...]:
    """Return the drafts of the first rule that reads a predicate and understands what follows."""
    if not saying.subject.first and _BASE.match(saying.predicate):
        return ()
    for each in rules:
        if saying.negated and not each.denies:
            continue
        match = each.pattern.match(saying.predicate)
        tail = saying.predicate[match.end() :] if match else ""
        if not match or not is_understood(tail, scene.kind):
            continue
        drafts = each.make(match, saying, scene)
        if limited(tail):
            drafts = tuple(draft for draft in drafts if draft.category != PREFERENCE)
        if drafts:
            return drafts
    return ()


_THIRD = {
    "i": "they", "i'm": "they are", "i've": "they have", "me": "them", "my": "their",
    "mine": "theirs", "myself": "themselves", "am": "are",
}  # fmt: skip


def third(text: str) -> str:
    """Turn the first person inside a phrase into the third: "before I've had my tea"."""
    return re.sub(
        r"\b(?:I'm|I've|I|me|my|mine|myself|am)\b(?!')", lambda m: _THIRD[m[0].lower()], text
    )


def named(text: str, owner: str) -> str:
    """Turn "me" and "my" into the speaker's name, where "them" could be anybody."""
    return third(re.sub(r"\bmy\b", f"{owner}'s", re.sub(r"\bme\b", owner, text)))


def sentence(text: str) -> str:
    """Return a phrase as the text of a fact: one capital, no stop."""
    text = " ".join(text.split()).strip(" ,.!;:")
    return text[:1].upper() + text[1:]


# A phrase with such a word points at something outside it, and says nothing by itself.
_POINTS = re.compile(
    r"\b(?:this|that|these|those|it|its|one|ones|you|your|yours|mine|hers|theirs|ours|here|there|him|her|them|their|"
    r"his|our|they|she|he|us|we|option|idea|ideas|suggestion|suggestions|approach|answer|version|"
    r"former|latter|same|other|"
    r"plan|way|thing|things|both|either|such|so|how|what|why|where|who)\b",
    re.IGNORECASE,
)


def stands_alone(phrase: str, most: int = 9) -> bool:
    """Return whether a phrase of at most `most` words can be read without its conversation."""
    return 0 < len(phrase.split()) <= most and not _POINTS.search(phrase)
