"""What a text touches or asks for: cues that decide who must look, never what is trusted.

They are lists of words, so they miss; what nobody vouched for stays out of the facts without them.
"""

import re
import unicodedata

from memoryd.core.language import mixes_scripts

_MONEY = r"""
    bank(?:s|ing)? | iban | swift | bic | sort\ code | routing\ number | standing\ order
  | account\ (?:number|details) | (?:new|different|old|our|my|the)\ account\ (?:is|for|at)
  | (?:wire|bank|money)\ transfers? | wire\ (?:the|money|it|all|every)
  | (?:pay|send|forward|transfer|wire|remit)\ .{0,40}(?:money|funds|usd|eur)
  | pay(?:ments?|ees?|outs?|roll) | invoices? | refunds? | auto-?pay | direct\ debit
  | (?:credit|debit|gift)\ cards? | cvv | (?:wallet|crypto)\ address | bitcoin | salary
  | konto(?:nummer)? | bankverbindung | überweis\w+ | zahlung(?:en)? | rechnung(?:en)?
  | virement | facture | compte\ bancaire | paiement | transferencia | factura
  | cuenta\ bancaria | pago | bonifico | fattura | conto
"""
_ACCESS = r"""
    passwords? | passphrase | passcodes? | pin\ (?:code|number) | access\ (?:codes?|tokens?|keys?
  |rights?) | credentials? | log-?in\ (?:details|data|name) | (?:api|ssh|secret|private)\ keys?
  | [2m]fa | two[- ]factor | one[- ]time\ (?:code|password) | otp | permissions? | permitted
  | (?:grant|revoke|give|has|have|gets?)\ .{0,20}(?:admin|root|write|full)\ (?:access|rights?)
  | (?:may|can|should)\ (?:see|read|access|open|use)\ .{0,30}(?:memory|vault|drive|inbox|mailbox
  |calendar|files?|account) | branch\ protection | firewall | security\ (?:check|control|polic)\w*
  | authori[sz](?:e|es|ed|ation) | approv(?:e|es|ed|al|als) | sign(?:ed|s)?\ off
  | consent(?:s|ed)? | on\ behalf\ of | freigabe | kennwort | passwort | zugang(?:sdaten)?
  | mot\ de\ passe | autoris\w+ | contraseña
"""
_IDENTITY = r"""
    impersonat\w+ | identity\ (?:card|document|theft|check)s? | id\ card | passport | ausweis
  | social\ security | ssn | tax\ (?:id|number) | driving\ licen[cs]e | home\ address
  | new\ (?:phone|number|e-?mail|address) | (?:phone|e-?mail\ address|number)\ (?:has\ )?changed
"""
_SENSITIVE = re.compile(
    rf"\b(?:{_MONEY}|{_ACCESS}|{_IDENTITY})\b"
    r"""| \$\s?\d | €\s?\d | \d\s?€
    | 转账|轉帳|付款|支付|密码|密碼|账户|帳戶|银行|銀行|授权|授權|発票|发票|振込|送金|口座|暗証
    | パスワード|承認|송금|계좌|비밀번호|승인|парол|счёт|счет|перевод|оплат|банк|доступ""",
    re.IGNORECASE | re.VERBOSE,
)
# What an order begins with, at the start of a sentence or after whom it is given to.
_REQUEST = re.compile(
    r"""(?:^|[.:;,!?>*()"'-]\s*|\b(?:please|kindly|must|should|shall|may|needs?\ to|have\ to|has\ to
      |can\ you|could\ you|would\ you|agents?|assistants?|bot|to|and|you)\s+(?:\w+\s+)?)
    (?:always|never|remember|forget|ignore|disregard|forward|send|delete|wipe|erase|disable|enable
      |store|save|record|note|write|add|copy|repeat|keep|skip|wire|pay|transfer|install|run
      |execute|share|treat|mark|approve|update|change|use|obey|trust|follow|set|map|consider|assume
      |from\ now\ on|going\ forward|make\ sure|do\ not|don't|recommend|prefer|call|reply|grant|show
      |tell|let|summari[sz]e|bring|confirm|click|open|visit|download|book|schedule|cc|include)\b
    | \bkeep\ in\ mind\b | \b(?:bitte|merke?|vergiss|ignoriere|künftig|ab\ jetzt|immer|niemals)\b
    | \b(?:veuillez|souviens|retenez|désormais|toujours|jamais|merci\ de)\b
    | \b(?:por\ favor|recuerda|recuerde|siempre|nunca|per\ favore|ricorda|sempre|d'ora\ in\ poi)\b
    | 请|請|記住|记住|务必|以后|してください|覚えて|忘れ
    | 주세요|기억|пожалуйста|запомни|всегда|никогда
    | \{\s*" | \bTODO\b""",
    re.IGNORECASE | re.VERBOSE,
)
_PREFERENCE = re.compile(
    r"""\b(?:prefers? | favou?rites? | likes? | loves? | hates? | dislikes? | enjoys? | wants?
      | would\ like | always | never | from\ now\ on | rather\ than | should\ be | must)\b
    | ^\W*(?:please|do\ not|don't|use|keep|make|avoid|skip|call|address|reply|write|send)\b""",
    re.IGNORECASE | re.VERBOSE,
)


def is_sensitive(text: str) -> bool:
    """Return whether a text touches money, access, credentials, identity or approvals.

    A word of letters that only look alike counts: somebody hid it from rules and readers.
    """
    plain = unicodedata.normalize("NFKC", text)
    return mixes_scripts(plain) or _SENSITIVE.search(plain) is not None


def is_request(text: str) -> bool:
    """Return whether a text asks for an action or for something to be remembered."""
    return _REQUEST.search(unicodedata.normalize("NFKC", text)) is not None


def is_preference(text: str) -> bool:
    """Return whether a text says what somebody wants or likes, whatever it was labelled as."""
    return _PREFERENCE.search(unicodedata.normalize("NFKC", text)) is not None
