"""What a text touches or asks for: cues that decide who must look, never what is trusted.

They are lists of words, so they miss; what nobody vouched for stays out of the facts without them.
"""

import re
import unicodedata
from enum import Enum

from memoryd.core.language import mixes_scripts
from memoryd.core.regex import regex

# A sum: digits beside a sign, a code or a name of money, or names of it in words.
_SUM = r"""
    [$€£¥₹₽₩₺₴₫₪฿]\s?\d | \d\s?(?:k\s?)?[$€£¥₹₽₩₺₴₫₪฿]
  | (?-i:\b(?:USD|EUR|GBP|CHF|JPY|CNY|RMB|INR|CAD|AUD|NZD|SEK|NOK|DKK|PLN|CZK|BRL|MXN|ZAR|TRY|RUB
    |BTC|ETH))\s?\d
  | \d\s?k?\s?(?:(?:usd|eur|gbp|chf|jpy|cny|rmb|inr|sek|nok|dkk|pln|czk|rub|btc)\b
    |(?-i:CAD|AUD|NZD|BRL|MXN|ZAR|TRY|ETH)\b)
  | \b(?<!\bthe\ )(?:euros?|dollars?|rupees?|rubles?|francs?|yen|yuan)\b(?!\ (?:20\d\d|cup|store))
  | (?<!lost\ )(?<!lose\ )(?<!gained\ )(?<!gain\ )(?<!weighs\ )(?<!weighed\ )(?<!lifts\ )
    (?<!lifted\ )(?<!\d)(?<!\d[.,])\d[\d.,]*\ (?:pounds|quid|grand|bucks)\b
    (?!\ (?:of|in\ weight|over|under|heav|light))
"""
# A number of nothing, after a verb of giving: "lent Dana 2000", not "transferred in 2025".
_NUMBER = r"""
    (?:(?!(?:in|on|at|by|since|from|until|of)\ )[\w'-]+\ ){0,3}?\d[\d.,]+\ ?(?:k|grand|thousand)?
    (?=\W*$|[.;,]|\ (?:to|from|back|for|in|a|per|every|each|monthly|weekly|yearly)\b)
"""
_MONEY = rf"""
    (?<!food\ )(?<!river\ )(?<!blood\ )(?<!power\ )bank(?:s|ing)? | bankrupt\w* | iban | bic
  | (?-i:SWIFT) | swift\ (?:code|number) | sort\ code | routing\ number | standing\ order
  | account\ (?:number|details) | (?:new|different|old|our|my|the)\ account\ (?:is|for|at)
  | (?:wire|bank|money)\ transfers? | wire\ (?:the|money|it|all|every)
  | (?:pay|sen[dt]|forward|transferr?|wire|remit)(?:s|ed|d|ing)?
    \ (?:.{{0,40}}\b(?:money|cash|funds|usd|eur)|{_NUMBER})
  | (?:gave|giv(?:es?|en|ing)|len[dt]|lends|lending|loaned|borrow(?:s|ed|ing)?|took|takes?|stole)
    \ (?:(?:[\w'-]+\ ){{0,4}}?(?:money|cash|funds|rent|deposit|savings)\b|{_NUMBER})
  | pay(?:ments?|ees?|outs?|roll|able) | repa(?:y(?:s|ments?|ing)?|id)
  | (?:pays?|paid|paying)(?!\ (?:\w+\ ){{0,2}}?(?:attention|heed|homage|respects?|tribute|visits?
    |leave|vacations?|holidays?|internships?|dividends)\b
    |\ off\b(?!\ (?:\d|(?:the|an?|all|my|his|her|their|our|[\w-]+'s)\ )))
  | ow(?:es?|ed|ing)(?!\ to\b)(?!\ (?:[\w'-]+\ ){{0,3}}?(?:favou?rs?|apolog\w+|calls?|coffees?
    |drinks?|beers?|lunch|dinner|visits?|repl(?:y|ies)|answers?|explanations?|success|life|thanks?
    |letters?|hugs?|everything|much|a\ lot|one\W*$)\b)
  | (?<!technical\ )(?<!tech\ )(?<!design\ )(?<!sleep\ )debts? | indebted | in\ arrears
  | (?<!\bon\ )loans?(?!\ words?) | mortgages? | overdraft | reimburs\w+
  | alimony | wages? | pensions?
  | (?:rent|deposit|fees?|income|bonus|commission|savings|budget|stake)\ (?:is|was|of|went|rose)\b
    .{{0,20}}\d
  | (?:earns?|earned|charges?|charged)\ {_NUMBER}
  | invoic(?:es?|ed|ing) | refund(?:s|ed|ing)? | auto-?pay | direct\ debit
  | (?:credit|debit|gift)\ cards? | cvv | (?:wallet|crypto)\ address | bitcoin | salar(?:y|ies)
  | konto(?:nummer)? | bankverbindung | überweis\w+ | zahlung(?:en)? | rechnung(?:en)?
  | schuldet\w* | schulden | darlehen | kredit\w* | gehalt | virement | facture | compte\ bancaire
  | paiement | dettes? | emprunt\w* | transferencia | factura | cuenta\ bancaria | pago | deudas?
  | préstamos? | bonifico | fattura | conto | prestito | debito
"""
_SYSTEM = r"""
    (?:repo\w*|accounts?|workspaces?|organi[sz]ation|drive|cluster|servers?|databases?|domains?
    |calendar|inbox|mailbox|vault|console|dashboard|production|bucket|systems?|tenant|cloud)
"""
_ACCESS = rf"""
    passwords? | passphrase | passcodes? | pin\ (?:code|number) | (?-i:PIN) | credentials?
  | (?:recovery|backup)\ codes? | seed\ phrase
  | (?:door|gate|alarm|entry|safe|security|lock|wi-?fi)\ codes?\ (?:is|are)\ (?:now\ )?\S*\d
  | (?:knows?|has|have|got|gave|gives?|given|shar(?:es?|ed)|keeps?|kept|sent|told)
    \ (?:[\w'-]+\ ){{0,3}}?(?:door|gate|alarm|entry|safe|security|lock|wi-?fi)\ codes?
  | (?:auth|bearer|refresh|security|api)\ tokens? | user\ ?names?
  | log-?in\ (?:details|data|name) | (?:can|may)\ log\ in(?:to)? | (?:api|ssh|secret|private)\ keys?
  | [2m]fa | two[- ]factor | one[- ]time\ (?:code|password) | otp | permissions? | permitted
  | (?<!wheelchair\ )(?<!-free\ )(?<!easy\ )(?<!beach\ )(?<!lake\ )access(?!\ (?:roads?|ramps?)\b)
    (?!\ to\ (?:[\w'-]+\ ){{0,3}}?(?:gardens?|beach\w*|nature|parks?|gyms?|pools?|lakes?|sea|water
    |trails?|health\ ?care|care|education|schools?|sports?|housing|jobs?|food|medicine|services?
    |support|terrace|roof|balcony|transport)\b)
  | (?:grant(?:ed|s)?|revoked?|gives?|has|have|gets?|got|gave|given)\ .{{0,20}}
    (?:admin|root|write|full|owner)\ rights?
  | (?<!\bin\ )admin(?!\ (?:assistants?|teams?|work|jobs?|staff|offic\w+|tasks?)\b)
  | administrator\ (?:of|on|for)\ .{{0,20}}{_SYSTEM} | sudo | superuser | root\ (?:user|account)
  | (?:owners?|maintainers?|editors?|collaborators?|roles?|administrators?)\ (?:role\ )?
    (?:of|on|for|in|to)\ (?:[\w'-]+\ ){{0,3}}?{_SYSTEM}
  | (?:master|spare|encryption|recovery|signing|deploy|office|house|safe)\ keys?
  | keys\ (?:to|for|of)\ (?!(?:\w+\ )?(?:success|happiness|health|life|piano))
  | key\ (?:to|for)\ the\ (?:[\w'-]+\ )?(?:office|flat|house|safe|door|apartment|car|building|room
    |archive|server\w*)
  | (?:gave|giv(?:e|es|en|ing)|hand(?:s|ed)|has|holds?|got)\ (?:[\w'-]+\ ){{0,3}}?
    (?:the|her|his|their)\ keys
  | (?:may|can|should|allowed\ to|lets?\ \w+)\ (?:see|read|access|open|use)\ .{{0,30}}
    (?:memory|vault|drive|inbox|mailbox|calendar|files?|account) | branch\ protection | firewall
  | security\ (?:check|control|polic)\w* | (?:may|can|allowed\ to)\ (?:spend|withdraw|sign)
  | authori[sz](?:e|es|ed|ation) | approv(?:e|es|ed|al|als) | sign(?:ed|s)?\ off
  | go-ahead | green[- ]?li(?:t|ght(?:ed|s)?) | power\ of\ attorney | signing\ authority | signatory
  | consent(?:s|ed)? | on\ (?:behalf\ of|(?:his|her|their|my|our|[\w]+'s)\ behalf) | freigabe
  | kennwort | passwort | zugang(?:sdaten)? | zugriff\w* | vollmacht | berechtig\w+
  | mot\ de\ passe | autoris\w+ | accès | procuration | contraseña | acceso | accesso
"""
_IDENTITY = r"""
    impersonat\w+ | identity\ (?:card|document|theft|check)s? | id\ card | passport | ausweis
  | social\ security | ssn | tax\ (?:id|number) | (?:driving|driver'?s?)\ licen[cs]e | home\ address
  | national\ insurance | birth\ certificate | residence\ permit | maiden\ name | fingerprints?
  | new\ (?:phone|number|e-?mail|address) | (?:phone|e-?mail\ address|number)\ (?:has\ )?changed
  | (?:phone|number|e-?mail|address)\ is\ now
"""
_SENSITIVE = regex(
    rf"\b(?:{_MONEY}|{_ACCESS}|{_IDENTITY})\b | {_SUM}"
    r"""| 转账|轉帳|付款|支付|密码|密碼|账户|帳戶|银行|銀行|授权|授權|発票|发票|振込|送金|口座|暗証
    | 欠款|借款|贷款|債務|借金|权限|パスワード|承認|송금|계좌|비밀번호|승인|대출|парол|счёт|счет
    | перевод|оплат|банк|доступ|долг|кредит|заём""",
    re.IGNORECASE | re.VERBOSE,
)
# Please, remember, always, from now on, in other languages than English.
_ELSEWHERE = r"""
    \b(?:bitte|merke?|vergiss|ignoriere|künftig|ab\ jetzt|immer|niemals)\b
  | \b(?:veuillez|souviens|retenez|désormais|toujours|jamais|merci\ de)\b
  | \b(?:por\ favor|recuerda|recuerde|siempre|nunca|per\ favore|ricorda|sempre|d'ora\ in\ poi)\b
  | 请|請|記住|记住|务必|以后|してください|覚えて|忘れ
  | 주세요|기억|пожалуйста|запомни|всегда|никогда
"""
# What an order begins with, at the start of a sentence or after whom it is given to.
_REQUEST = regex(
    r"""(?:^|[.:;,!?>*()"'-]\s*|\b(?:please|kindly|must|should|shall|may|needs?\ to|have\ to|has\ to
      |can\ you|could\ you|would\ you|agents?|assistants?|bot|you)\s+(?:\w+\s+)?
      |\b(?:and|to)\s+(?<!\b(?:want|like|plan|hope|love)\ to\ )(?<!\b(?:wants|likes|plans|hopes
      |loves|going|tries)\ to\ )(?<!\bwanted\ to\ )(?<!\bdecided\ to\ )(?<!\bagreed\ to\ )
      (?:(?:then|also|please|kindly|now|just)\s+)?)
    (?:always|never|remember|forget|ignore|disregard|forward|send|delete|wipe|erase|disable|enable
      |store|save|record|note|write|add|copy|repeat|keep|skip|wire|pay|transfer|install|run
      |execute|share|treat|mark|approve|update|change|use|obey|trust|follow|set|map|consider|assume
      |from\ now\ on|going\ forward|make\ sure|do\ not|don't|recommend|prefer|call|reply|grant|show
      |tell|let|summari[sz]e|bring|confirm|click|open|visit|download|book|schedule|cc|include)\b
    | \bkeep\ in\ mind\b | \{\s*" | \bTODO\b | """
    + _ELSEWHERE,
    re.IGNORECASE | re.VERBOSE,
)
# Orders that an assistant could carry out, in a form that gives one: not "we want to pay".
_ACT = r"""
    (?:approve|authori[sz]e|grant|give|revoke|forward|send|wire|pay|transfer|remit|refund|share
  |disable|enable|install|run|execute|delete|remove|wipe|erase|reset|update|change|switch|use|set
  |add|map|mark|treat|trust|obey|follow|skip|ignore|disregard|confirm|verify|sign|click|open|reply
  |answer|cc|copy|repeat|paste|include|enter|provide|submit|save|store|record|recall|remember
  |memori[sz]e|recommend|prefer|show|write|book|schedule|accept)\b
"""
_ORDER = regex(
    rf"""(?:^|[.!?:;,>("'\N{{LEFT DOUBLE QUOTATION MARK}}]\s*|(?:^|\s)[-#*]+\s*)
      (?:(?:please|kindly|also|then|and|so|always|never|do\ not|don't)\s+)*{_ACT}
    | \b(?:please|kindly|(?:can|could|will|would)\ you|you\ (?:can|may|should|must|need\ to)
      |(?<!\bI\ )(?<!\bwe\ )(?:must|should|shall|needs?\ to))\s+(?:\w+\s+){{0,2}}?{_ACT}
    | {_ELSEWHERE}""",
    re.IGNORECASE | re.VERBOSE,
)
# What is to last: kept in memory, or done again and again.
_STANDING = regex(
    r"""\b(?:from\ now\ on|henceforth)\b | (?:^|[,;:]\ )going\ forward\b
    | \b(?:always|never)\ (?:approve|reply|answer|forward|send|cc|bcc|copy|include|accept|trust|pay
      |recommend|prefer|share|store|save|record|mention|obey|follow|treat|skip|ask|book|write|call)\b
    | \b(?:remember|memori[sz]e)\b(?!.{0,60}\?)\ (?:this\b(?!\ \w)|that|it\b|to\ (?:obey|show
      |always|never|trust|treat|approve|reply|forward|send|cc|include|recommend|skip|share))
    | \b(?<!\bthe\ )(?<!\ba\ )(?:save|store|record)\ that\b
    | \bstore\ (?:this\ )?as\ an?\ (?:rule|fact)
    | (?<!n't\ )(?<!never\ )\b(?:forget|disregard|ignore|wipe|erase|delete)\ (?:\w+\ ){0,3}
      (?:memor\w+|instructions?|rules?|told)\b
    | \b(?:write|copy|put|add|keep|save|store|record)\b.{1,60}\b(?:in|into|to)\ (?:
      (?:the\ |your\ |all\ )?(?:long-term\ |daily\ )?memor(?:y|ies)
      |(?:your|long-term|daily)\ (?:\w+\ )?(?:notes?|contacts))\b
    | \bkeep\b.{1,30}\bfor\ (?:later|future)\b | \bmark\b.{1,30}\bsuperseded\b
    | \b(?:obey|treat\b.{1,40}\bas\ (?:verified|trusted|safe|approved|if))\b
    | \b(?:merke?|vergiss|ignoriere|künftig|ab\ jetzt|souviens|retenez|désormais|recuerda|recuerde
      |ricorda|d'ora\ in\ poi)\b
    | 記住|记住|以后|覚えて|忘れ|기억|запомни""",
    re.IGNORECASE | re.VERBOSE,
)
# Whom a page, a file or a tool means when it does not mean every reader.
_TO_ASSISTANT = regex(
    r"""\b(?:agents?|assistants?|AIs?|LLMs?|chatbots?|bots?)\b(?:\ [\w']+){0,5}\ (?:should|must
      |shall|needs?\ to|ha(?:s|ve)\ to|may)\b
    | \b(?:to|for|with)\ (?:\w+\ )?(?:agents?|assistants?|AIs?|LLMs?|chatbots?|bots?)\b
    | \b(?:agent|assistant|AI|LLM|bot)\b\)?\s*[:,-]
    | \bMEMORY\.md\b | \b(?:long-term|daily|your|all)\ (?:memory|memories|notes?)\b
    | \b(?:each|every|any)\ summar(?:y|ies)\b | \bthe\ operator\b | <operator\b""",
    re.IGNORECASE | re.VERBOSE,
)
_KEEP = regex(
    r"\b(?:keep in mind|remember|recall|record|store|save|note|copy|repeat)\b", re.IGNORECASE
)
# What a letter asks its reader to do; not what it only begs to notice ("please note", "find").
_DEED = r"""
    (?:send|resend|forward|share|sign|countersign|return|review|approve|authori[sz]e|pay|transfer|wire
  |confirm|submit|complete|fill|finish|update|book|schedule|reschedule|arrange|deliver|prepare|draft
  |write|print|upload|provide|order|bring|check|verify|fix|give|grant|add|remove|delete|cancel|renew
  |register|install|contact|call|phone|e-?mail|reply|respond|answer|get\ back|invite|ask|tell|inform
  |remind|hand|pick|make|set\ up|change|move|put|get(?!\ (?:in\ touch|well))|translate|sort|buy
  |look\ (?:at|into|over)|let\ (?!me|us)\w+\ know)
"""
_OF_READER = regex(
    rf"""\b(?:please|kindly|(?:can|could|would|will)\ you)\s*,?\s+
      (?:(?:please|kindly|also|then|just|now|quickly|once\ more)\s+){{0,3}}{_DEED}\b
      (?![^.!?]{{0,60}}\bif\ (?:you|there|any))
    | (?:^|[.!?:;,]\s+)(?:(?:so|and|then)\ )?you\ (?:must|need\ to|have\ to)\ (?:also\ )?{_DEED}\b
    | \b(?:I|we)(?:'d|\ would)?\ (?:need|want|like|ask|expect)\ you\ to\ \w
    | (?:^|[.!?:;,]\s+)(?:send|resend|forward|return|sign|pay|transfer|deliver|e-?mail|give)
      \ (?:me|us|him|her|them|it|the(?!\ gift)|this|that|(?-i:[A-Z])\w+)\b
    | \bbitte\b[^.!?]{{0,60}}?\b(?:send\w*|schick\w*|unterschreib\w*|prüf\w*|bestätig\w*
      |überweis\w*|antwort\w*|ruf\w*|gib|geben|leite\w*|reich\w*|zahl\w*|bring\w*)\b
    | \b(?:veuillez|merci\ de)\ (?!trouver|noter|agréer)\w+(?:er|ir|re)\b
    | \b(?:por\ favor|per\ favore),?\ (?:env|inv|mand|firm|conf|revis|pag|resp)\w+
    | (?:请|請)(?:您|你)?(?:发|寄|確認|确认|付|签|簽|回复|回覆|提交)
    | пожалуйста,?\ (?:отправ|пришл|подпи|оплат|подтв)""",
    re.IGNORECASE | re.VERBOSE,
)
# Letters that are put in the place of others to hide a word from rules.
_ALIKE = str.maketrans("\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456", "aeopcyxi")
_SENTENCE = regex(r"(?<=[.!?])\s+|(?<=[\u3002\uff01\uff1f])|\n\s*\n")
_PREFERENCE = regex(
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


class Readers(Enum):
    """Whom a text speaks to: one person (a letter), a group that talks, or all (a page, a file)."""

    ONE = "one"
    GROUP = "group"
    ALL = "all"


def asked_for(text: str, readers: Readers = Readers.GROUP) -> str | None:
    """Return a text from the sentence on that asks for what the operator alone may ask for.

    That is an act about money, access, identity or approvals, or something to be remembered or
    done from now on; in a letter any deed of its reader; in what speaks to all, only what it asks
    of an assistant. None when it asks for nothing of that.
    """
    plain = unicodedata.normalize("NFKC", text)
    start = 0
    for end in (*(m.end() for m in _SENTENCE.finditer(plain)), len(plain)):
        if _asks(plain[start:end], readers):
            return plain[start:].strip()
        start = end
    return None


def _asks(sentence: str, readers: Readers) -> bool:
    read = sentence.translate(_ALIKE) if mixes_scripts(sentence) else sentence
    to_assistant = _TO_ASSISTANT.search(read) is not None
    if readers is Readers.ALL and not to_assistant:
        return False
    if readers is Readers.ONE and _OF_READER.search(read):
        return True
    if _STANDING.search(read) or (to_assistant and _KEEP.search(read)):
        return is_request(read)
    return _ORDER.search(read) is not None and is_sensitive(sentence)


def is_preference(text: str) -> bool:
    """Return whether a text says what somebody wants or likes, whatever it was labelled as."""
    return _PREFERENCE.search(unicodedata.normalize("NFKC", text)) is not None
