"""Who may put what into memory: the table of origins as one function, and whose voice it is.

Conversations need neither Voice.REMEMBER nor Kind.TACIT: the first comes with the assistants' tool
memory_remember, the second with the nightly job, which proposes lines of MEMORY.md.
"""

from collections.abc import Iterable
from enum import StrEnum

from memoryd.core.turn import Audience, Role, Turn

OURSELVES = "memoryd"  # the assistant of a turn that was typed to us, or that a tool call makes


class Voice(StrEnum):
    """How far a line is trusted; ordered from the operator down."""

    OPERATOR = "operator"
    PEER = "peer"  # the other party of a direct chat
    REMEMBER = "remember"  # memory_remember by an assistant
    OTHER = "other"  # assistant, group, tool, file, web, e-mail; pasted, quoted, forwarded text


class Kind(StrEnum):
    """What a proposal wants to become."""

    FACT = "fact"
    OPERATOR_PREFERENCE = "operator-preference"
    TACIT = "tacit"  # a line of MEMORY.md
    SUPERSEDE_OPERATOR = "supersede-operator"  # a fact in the place of what the operator said
    SENSITIVE = "sensitive"


class Verdict(StrEnum):
    """What becomes of it."""

    ALLOW = "allow"
    ATTRIBUTE = "attribute"  # a line in the day's note that names who said it
    REVIEW = "review"  # waits for the operator
    REFUSE = "refuse"


_ORDER = list(Voice)
# Every cell but the operator's own row, where all is allowed.
_TABLE = {
    (Voice.PEER, Kind.FACT): Verdict.ALLOW,
    (Voice.PEER, Kind.OPERATOR_PREFERENCE): Verdict.ATTRIBUTE,
    (Voice.REMEMBER, Kind.FACT): Verdict.ALLOW,
    (Voice.OTHER, Kind.FACT): Verdict.ATTRIBUTE,
    (Voice.OTHER, Kind.OPERATOR_PREFERENCE): Verdict.ATTRIBUTE,
}


def judge(voice: Voice, kind: Kind) -> Verdict:
    """Return what a voice may make of a proposal (the table of origins, one cell at a time)."""
    if voice is Voice.OPERATOR:
        return Verdict.ALLOW
    if kind is Kind.SENSITIVE:
        return Verdict.REVIEW
    return _TABLE.get((voice, kind), Verdict.REFUSE)


def may_supersede(voice: Voice, standing: Voice) -> bool:
    """Return whether what one voice said may take the place of what the other said."""
    kind = Kind.SUPERSEDE_OPERATOR if standing is Voice.OPERATOR else Kind.FACT
    return judge(voice, kind) is Verdict.ALLOW


def voice_of(turn: Turn, trusted_channels: Iterable[str] = ()) -> Voice:
    """Return the voice of a turn: who spoke, and whether the channel is direct or listed."""
    direct = turn.audience is Audience.PRIVATE or turn.channel in set(trusted_channels)
    if turn.role is Role.OPERATOR:
        return Voice.OPERATOR if direct else Voice.OTHER
    if turn.role is Role.MEMBER and turn.audience is Audience.PRIVATE:
        return Voice.PEER
    if turn.role is Role.ASSISTANT and turn.assistant == OURSELVES:
        return Voice.REMEMBER
    return Voice.OTHER


def highest(voices: Iterable[Voice]) -> Voice:
    """Return the most trusted voice, the operator's where nobody is named."""
    return min(voices, key=_ORDER.index, default=Voice.OPERATOR)


def lowest(voices: Iterable[Voice]) -> Voice:
    """Return the least trusted voice: derived text takes the lowest of its inputs."""
    return max(voices, key=_ORDER.index, default=Voice.OTHER)


_ORIGINS = {
    Role.EMAIL: "email",
    Role.WEB: "web",
    Role.TOOL: "tool",
    Role.FILE: "file",
}


def origin_of(turn: Turn) -> str:
    """Return the ORIGIN of a fact's source for a turn."""
    if turn.role in _ORIGINS:
        return _ORIGINS[turn.role]
    return "conversation" if turn.audience is Audience.PRIVATE else "group"
