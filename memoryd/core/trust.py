"""Who may put what into memory: the table of origins as one pure function, and what it judges."""

import re
import unicodedata
from collections.abc import Iterable
from enum import StrEnum

from memoryd.core.language import mixes_scripts
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


_SENSITIVE = re.compile(
    r"""\b(?:
      bank(?:s|ing)? | iban | swift | bic | sort\ code | routing\ number | account\ (?:number|details)
    | (?:new|different|old|our|my|the)\ account\ (?:is|for|at|number) | standing\ order
    | (?:wire|bank|money)\ transfers? | payees? | payouts? | pay(?:ments?|roll)
    | (?:pay|send|forward|transfer|wire|remit|refund)\ .{0,40}(?:invoice|money|payment|funds|usd|eur)
    | wire\ (?:the|money|it|all|every) | invoices? | refunds? | auto-?pay | direct\ debit | credit\ card | debit\ card | cvv
    | (?:wallet|crypto)\ address | bitcoin | gift\ cards? | salary | tax\ (?:id|number)
    | passwords? | passphrase | passcodes? | pin\ (?:code|number) | access\ codes?
    | credentials? | log-?in\ (?:details|data|name) | api\ keys? | ssh\ keys? | secret\ keys? | private\ key | access\ (?:token|key
    |rights?) | [2m]fa | two[- ]factor | one[- ]time\ (?:code|password) | otp
    | (?:grant|revoke|give|has|have|gets?)\ .{0,20}(?:admin|root|write|full)\ (?:access|rights?)
    | (?:may|can|should)\ (?:see|read|access|open|use)\ .{0,30}(?:memory|vault|drive|inbox|mailbox
    |calendar|files?|account) | permissions? | permitted | branch\ protection | firewall
    | security\ (?:check|control|polic)\w*
    | authori[sz](?:e|es|ed|ation) | approv(?:e|es|ed|al|als) | sign(?:ed|s)?\ off
    | consent(?:s|ed)? | on\ behalf\ of | impersonat\w+ | identity\ (?:card|document|theft|check)s? | id\ card | passport | social\ security
    | ssn | driving\ licen[cs]e | home\ address
    | new\ (?:phone|number|e-?mail|address) | (?:phone|e-?mail\ address|number)\ (?:has\ )?changed
    | konto(?:nummer)? | bankverbindung | überweis\w+ | zahlung(?:en)? | rechnung(?:en)? | freigabe
    | kennwort | passwort | zugang(?:sdaten)? | ausweis
    | virement | facture | mot\ de\ passe | compte\ bancaire | autoris\w+ | paiement
    | transferencia | factura | contraseña | cuenta\ bancaria | pago | bonifico | fattura | conto
    )\b
    | \$\s?\d | €\s?\d | \d\s?€
    | 转账|轉帳|付款|支付|密码|密碼|账户|帳戶|银行|銀行|授权|授權|発票|发票|振込|送金|口座|暗証
    | パスワード|承認|송금|계좌|비밀번호|승인|парол|счёт|счет|перевод|оплат|банк|доступ""",
    re.IGNORECASE | re.VERBOSE,
)


def is_sensitive(text: str) -> bool:
    """Return whether a text touches money, access, credentials, identity or approvals.

    A word of letters that only look alike counts: somebody hid it from rules and readers.
    """
    plain = unicodedata.normalize("NFKC", text)
    return mixes_scripts(plain) or _SENSITIVE.search(plain) is not None


_REQUEST = re.compile(
    r"""(?:^|[.:;,!?>*()"'-]\s*|\b(?:please|kindly|must|should|shall|may|needs?\ to|have\ to|has\ to
    |can\ you|could\ you|would\ you|agents?|assistants?|bot|to|and|you)\s+(?:\w+\s+)?)
    (?:always|never|remember|forget|ignore|disregard|forward|send|delete|wipe|erase|disable|enable
    |store|save|record|note|notes|write|add|copy|repeat|keep|skip|wire|pay|transfer|install|run
    |execute|share|treat|mark|approve|update|change|use|obey|trust|follow|set|map|consider|assume
    |from\ now\ on|going\ forward|make\ sure|do\ not|don't|recommend|prefer|call|reply|grant|show
    |tell|let|summari[sz]e|bring|confirm|click|open|visit|download|book|schedule|cc|include)\b
    | \bkeep\ in\ mind\b | \b(?:bitte|merke?|vergiss|ignoriere|künftig|ab\ jetzt|immer|niemals)\b
    | \b(?:veuillez|souviens|retenez|désormais|toujours|jamais|merci\ de)\b
    | \b(?:por\ favor|recuerda|recuerde|siempre|nunca|per\ favore|ricorda|sempre|d'ora\ in\ poi)\b
    | 请|請|记住|記住|务必|以后|してください|覚えて|忘れ|주세요|기억|пожалуйста|запомни|всегда|никогда
    | \{\s*" | \bTODO\b""",
    re.IGNORECASE | re.VERBOSE,
)


def is_request(text: str) -> bool:
    """Return whether a text asks for an action or for something to be remembered."""
    return _REQUEST.search(unicodedata.normalize("NFKC", text)) is not None


_PREFERENCE = re.compile(
    r"""\b(?:prefers? | favou?rites? | (?:likes?|loves?|hates?|dislikes?|enjoys?|wants?|would\ like)
    | always | never | from\ now\ on | rather\ than | should\ be | must | no\ longer\ wants?)\b
    | ^\W*(?:please|do\ not|don't|use|keep|make|avoid|skip|call|address|reply|write|send)\b""",
    re.IGNORECASE | re.VERBOSE,
)


def is_preference(text: str) -> bool:
    """Return whether a text says what somebody wants or likes, whatever it was labelled as."""
    return _PREFERENCE.search(text) is not None
