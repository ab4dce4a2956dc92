"""Who may put what into memory: the table of origins as one pure function, and quoted text."""

import re
from collections.abc import Iterable
from enum import StrEnum

from memoryd.core.turn import Audience, Role, Turn


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
    TACIT = "tacit"
    SUPERSEDE_OPERATOR = "supersede-operator"
    SENSITIVE = "sensitive"


class Verdict(StrEnum):
    """What becomes of it."""

    ALLOW = "allow"
    ATTRIBUTE = "attribute"  # a line in the day's note that names who said it
    REVIEW = "review"  # waits for the operator
    REFUSE = "refuse"


_ORDER = list(Voice)


def judge(voice: Voice, kind: Kind) -> Verdict:
    """Return what a voice may make of a proposal (the table of origins, one cell at a time)."""
    if voice is Voice.OPERATOR:
        return Verdict.ALLOW
    if kind is Kind.SENSITIVE:
        return Verdict.REVIEW
    if voice is Voice.OTHER:
        return Verdict.ATTRIBUTE if kind is Kind.FACT else Verdict.REFUSE
    return Verdict.ALLOW if kind is Kind.FACT else Verdict.REFUSE


def voice_of(turn: Turn, trusted_channels: Iterable[str] = ()) -> Voice:
    """Return the voice of a turn: who spoke, and whether the channel is direct or listed."""
    direct = turn.audience is Audience.PRIVATE or turn.channel in set(trusted_channels)
    if turn.role is Role.OPERATOR:
        return Voice.OPERATOR if direct else Voice.OTHER
    if turn.role is Role.MEMBER and turn.audience is Audience.PRIVATE:
        return Voice.PEER
    return Voice.OTHER


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


_QUOTED = re.compile(
    r"```.*?(?:```|\Z)"
    r"|^-{2,} ?(?:Original|Forwarded).*\Z"
    r"|^(?:Begin forwarded message|From: [^\n]+\n(?:Sent|Date|To|Subject):|On [^\n]{5,80} wrote:).*\Z"
    r"|^(?:pasted|paste|quote|forwarded|fwd|fw|copied)(?: from [^:\n]{1,60}| text| below)?:.*\Z"
    r"|[“«][^”»]{40,}[”»]|\"[^\"]{40,}\"",
    re.DOTALL | re.MULTILINE | re.IGNORECASE,
)
_QUOTED_LINE = re.compile(r"^\s{0,3}(?:>|\|)[^\n]*$", re.MULTILINE)


def own_words(text: str) -> str:
    """Return what is left of a message without the text that is pasted, quoted or forwarded."""
    text = _QUOTED_LINE.sub("\n", text)
    return re.sub(_QUOTED, "\n", text)


_SENSITIVE = re.compile(
    r"""\b(?:
      bank\ (?:account|details|transfer)s? | iban | sort\ code | routing\ number | account\ number
    | wire\ (?:transfer|money|invoices?|the) | payee | payment\ (?:details|address|link)
    | (?:pay|send|forward|transfer|wire|remit)\ .{0,40}(?:invoice|money|payment|funds|usd|eur|\$|€)
    | invoices? | credit\ card | wallet\ address | crypto\ address
    | password | passphrase | passcode | credentials? | api\ keys? | ssh\ keys? | secret\ key
    | access\ (?:token|key|code|rights?) | 2fa | two[- ]factor | one[- ]time\ code
    | (?:grant|revoke|give|has|have)\ .{0,20}(?:admin|root|write|full)\ (?:access|rights?)
    | permissions? | branch\ protection | authori[sz](?:e|ed|ation) | approv(?:e|ed|al|als)
    | consent(?:s|ed)?\ to | on\ behalf\ of | impersonat\w+ | identity | passport | social\ security
    )\b""",
    re.IGNORECASE | re.VERBOSE,
)


def is_sensitive(text: str) -> bool:
    """Return whether a text touches money, access, credentials, identity or approvals."""
    return _SENSITIVE.search(text) is not None


_REQUEST = re.compile(
    r"""(?:^|[.:;,!]\s*|\b(?:please|kindly|must|should|need\ to|needs\ to|have\ to)\s+(?:\w+\s+)?)
    (?:always|never|remember|forget|ignore|forward|send|delete|wipe|erase|disable|enable|store|save
    |record|note|wire|pay|transfer|install|run|execute|share|treat|mark|approve|update|change|use
    |keep\ in\ mind|from\ now\ on|make\ sure|do\ not|don't|recommend|prefer|call|reply|grant)\b""",
    re.IGNORECASE | re.VERBOSE,
)


def is_request(text: str) -> bool:
    """Return whether a text asks for an action or for something to be remembered."""
    return _REQUEST.search(text) is not None
