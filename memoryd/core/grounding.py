"""Grounding: a proposal must rest on the lines it cites; its names and numbers must stand there."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from zoneinfo import ZoneInfo

from memoryd.core.plan import Gate
from memoryd.core.proposal import Proposal
from memoryd.core.text import STOP_WORDS, content_stems, numbers, stem, words, written_numbers
from memoryd.core.turn import Line, Role
from memoryd.core.when import dates_in

# A name inside a fact: a word with a capital, also with digits or inner capitals (iOS, GPT-4).
_NAME = re.compile(r"[^\W\d_][^\W_]*(?:['’-][^\W_]+)*")
# Words that a fact may open with, or carry in capitals, without naming anything.
_COMMON = frozenset(
    """monday tuesday wednesday thursday friday saturday sunday january february march april may
    june july august september october november december mr mrs ms dr former currently previously
    recently planning plans prefers prefer wants needs considering believes thinks feels decided
    decision difficult key status goal project team new old no not yes""".split()
)
_ABBREVIATION = 2


@dataclass(frozen=True, slots=True)
class Evidence:
    """The cited lines of a proposal, and every line shown of the same session."""

    cited: tuple[Line, ...]
    session: tuple[Line, ...]
    operator: str
    zone: ZoneInfo

    def day(self) -> date:
        """The operator's local day of the first cited line: the anchor of its dates."""
        return self.cited[0].turn.time.astimezone(self.zone).date()


def cited_lines(proposal: Proposal, lines: Sequence[Line]) -> tuple[Line, ...]:
    """Return the lines a proposal cites, in order, of those that were shown."""
    wanted = {line_id.strip().strip("[]") for line_id in proposal.lines}
    return tuple(line for line in lines if line.id in wanted)


def ungrounded(proposal: Proposal, evidence: Evidence) -> Gate | None:
    """Return the gate a proposal fails, None when it rests on its lines."""
    own = _words_of(tuple(line.turn.text for line in evidence.cited))
    if not content_stems(proposal.fact) & own.stems:
        return Gate.NO_SHARED_WORD
    speakers = [line.turn.speaker or "" for line in evidence.session]
    around = _words_of(
        (*(line.turn.text for line in evidence.session), *speakers, evidence.operator)
    )
    names = [*_names(proposal.fact), *proposal.entity.name.split()]
    if not all(around.holds(name) for name in names if not _is_operator(name, evidence)):
        return Gate.UNGROUNDED_NAME
    allowed = around.numbers | _date_numbers(evidence)
    if not written_numbers(proposal.fact) <= allowed:
        return Gate.UNGROUNDED_NUMBER
    return None


class _Words:
    """The words, stems and numbers of some texts, looked up many times."""

    def __init__(self, texts: tuple[str, ...]) -> None:
        text = "\n".join(texts)
        self._words = frozenset(words(text))
        self.stems = content_stems(text)
        self._squeezed = "".join(words(text))
        self.numbers = numbers(text)

    def holds(self, name: str) -> bool:
        """Return whether every word of a name stands there, in some inflection."""
        return all(self._holds_word(word) for word in words(name) if word not in STOP_WORDS)

    def _holds_word(self, word: str) -> bool:
        if word in self._words or stem(word) in self.stems or word.isdigit():
            return True
        if len(word) <= _ABBREVIATION:
            return False
        # "Swedish" for "Sweden", "LGBTQ+" for "LGBTQIA", "BeaconAPI" for "beacon api"
        root = word[: max(4, len(word) - 3)]
        return word in self._squeezed or any(
            other.startswith(root) for other in self._words if other[0] == word[0]
        )


@lru_cache(maxsize=8)  # every proposal of a call rests on the same few sessions
def _words_of(texts: tuple[str, ...]) -> _Words:
    return _Words(texts)


def _names(fact: str) -> list[str]:
    found: list[str] = []
    for match in _NAME.finditer(fact):
        word = match[0]
        if not any(char.isupper() for char in word):
            continue
        opens = match.start() == 0 or fact[: match.start()].rstrip()[-1:] in ".!?:"
        folded = word.casefold()
        if folded in STOP_WORDS or folded in _COMMON:
            continue
        if opens and not _reads_as_name(fact, match.end(), word):
            continue
        found.append(word)
    return found


def _reads_as_name(fact: str, end: int, word: str) -> bool:
    """Return whether a fact's opening word is a name: capitals inside, or another name behind."""
    if any(char.isupper() for char in word[1:]):
        return True
    after = fact[end : end + 40]
    if re.match(r"['’]s\b", after):
        return True
    follower = re.match(r"\s+([^\W_]+)", after)
    if follower is None:
        return False
    next_word = follower[1]
    if next_word[0].isupper() and next_word.casefold() not in _COMMON:
        return True
    return next_word.casefold() in _VERBS and not word.casefold().endswith(("ing", "ed", "ly"))


# What follows a subject: "Dana is", "Noor moved"
_VERBS = frozenset(
    """is was has had will would can could does did works worked joined left moved lives lived
    likes loves hates prefers wants said says told started became hired got went and leads
    manages reports bought sold plans needs uses used decided asked""".split()
)


def _is_operator(name: str, evidence: Evidence) -> bool:
    return name.casefold() in {"operator", *words(evidence.operator)}


def _date_numbers(evidence: Evidence) -> frozenset[str]:
    """Return the parts of the cited days and of every date that their words resolve to."""
    found: set[str] = set()
    for line in evidence.session:
        anchor = line.turn.time.astimezone(evidence.zone)
        moments = [anchor.date()]
        if line in evidence.cited and line.turn.role is not Role.TOOL:
            for span in dates_in(line.turn.text, anchor.date()):
                moments += [span.first, span.last]
        for moment in moments:
            found |= {str(moment.year), str(moment.month), str(moment.day)}
        found |= {str(anchor.hour), str(anchor.minute)}
    return frozenset(found)
