"""The attributes that hold one value at a time, read off the wording of a fact."""

import re
from dataclasses import dataclass, field, replace
from functools import lru_cache

from memoryd.core.text import STOP_WORDS, content_stems, normal, words

_LIKES = r"(?:loves?|likes?|enjoys?|adores?|is fond of|is a (?:big |huge )?fan of|is crazy about)"
_DISLIKES = (
    r"(?:hates?|dislikes?|(?:does not|doesn't|do not|don't) (?:like|enjoy|love|want|eat|drink)"
    r"|can't stand|cannot stand|no longer (?:likes?|enjoys?|loves?|eats?|drinks?|wants?)|avoids?"
    r"|detests?|is tired of)"
)
_NOW = r"(?:now |currently |still )?"
_GROUP = r"(?:the )?(?:team|project|squad) "
_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?"
_DATE = (
    rf"(?:\d{{4}}-\d\d(?:-\d\d)?|(?:the )?\d{{1,2}}(?:st|nd|rd|th|\.)?(?: of)? {_MONTH}"
    rf"|(?:early |mid |mid-|late |the end of |end of )?{_MONTH}|q[1-4]\b|\d{{4}}\b"
    r"|\d{1,2}[./]\d{1,2}[./]\d{2,4}|(?:spring|summer|autumn|fall|winter)\b)"
)
_TITLE = (
    r"(?:s?vp|evp|cto|ceo|cfo|coo|head of|director of|manager|(?:vice )?president|lead(?= (?:of|for"
    r"|on|at)\b|$)|(?:(?:senior|junior|staff|principal|lead|chief) )?(?:\w+ )?(?:engineer|developer"
    r"|designer|manager|analyst|scientist|architect|consultant|researcher|officer|editor))"
)
_TO = (
    r"(?:\s(?:is|was|are|now|on|for|in|to|at|by|until|moved|set|planned|scheduled|slipped|pushed"
    r"|back|changed|from|has|been|will|be|the)\b:?|:){0,5}\s"
)
_NAME = r"(?P<v>[^\W\d_][^,.;:()]*?)"
_END = (
    r"(?=[,.;:()]|\s+(?:and|but|as|since|because|with|where|who|which|after|before|from|to|in \d"
    r"|on|for|again|last|next|this|until|when|while|part-time|full-time)\b|$)"
)
_AS = r"(?:\s+as (?:an?|the|its|their) (?P<place>\w+))?"


@dataclass(frozen=True, slots=True)
class Attribute:
    """One single-valued attribute as a fact states it.

    slot: what (home; with whose, where it is not the entity's own: home/brother); value: words;
    who: names that the clause gives as its subject; place: what a role is at.
    """

    slot: str
    value: str
    who: frozenset[str] = field(default_factory=frozenset)
    place: str = ""

    def under(self, slot: str) -> "Attribute":
        """Return the same value under another slot."""
        return replace(self, slot=slot)

    def compatible(self, other: "Attribute") -> bool:
        """Return whether both may speak of one subject at one place."""
        if self.who and other.who and not self.who & other.who:
            return False
        return not self.place or not other.place or self.place == other.place or (
            not self.slot.startswith("role")
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Form:
    """How a fact states an attribute. proper: its value is a name; noun: words before it tell."""

    slot: str
    pattern: re.Pattern[str]
    proper: bool = False
    noun: bool = False


def _form(slot: str, pattern: str, *, proper: bool = False, noun: bool = False) -> _Form:
    return _Form(slot, re.compile(pattern, re.IGNORECASE), proper=proper, noun=noun)


_FORMS = (
    _form("name", rf"\b(?:name is|is called|is named|goes by)\s+{_NAME}{_END}",
          proper=True, noun=True),
    _form("home", rf"(?<!used to )\b{_NOW}(?:lives? in|living in|is based in|resides? in"
          rf"|home is(?: in)?)\s+{_NAME}{_END}", proper=True),
    _form("home", rf"\b(?:relocated|moved back) to\s+{_NAME}{_END}", proper=True),
    _form("moved-to", rf"\bmoved to\s+(?!{_GROUP}){_NAME}{_END}", proper=True),
    _form("employer", rf"(?<!used to )\b(?:works? (?:at|for)|working (?:at|for)|employed (?:at|by))"
          rf"\s+{_NAME}{_END}", proper=True),
    _form("employer", r"\b(?:new job|started(?: work| working| a new job)?|starts(?: work)?)"
          rf" (?:at|with)\s+{_NAME}{_END}", proper=True),
    _form("joined", rf"\bjoined\s+{_NAME}{_END}{_AS}", proper=True),
    _form("manager", r"(?<!used to )\b(?:reports? to|reporting to|works? under|manager is|boss is)"
          rf"\s+{_NAME}{_END}", proper=True),
    _form("assignment", rf"(?:^(?:\S+ )?|\b(?:is|works|working) ){_NOW}(?<![^ ])on "
          rf"(?:{_GROUP})?{_NAME}{_END}", proper=True),
    _form("moved", rf"\b(?:moved(?: over)? (?:to|onto) {_GROUP}|(?:switched|reassigned|transferred)"
          rf"(?: over)? (?:to|onto) (?:{_GROUP})?|is now on (?:{_GROUP})?){_NAME}{_END}",
          proper=True),
    _form("role", rf"(?:\b(?:is|became|promoted to|works as|role is|now)|^) {_NOW}(?:an? |the )?"
          rf"(?P<v>{_TITLE}\b[^,.;]*?)(?:\s+(?:at|for|on|with|of (?=[A-Z]))\s*"
          r"(?:the )?(?P<place>[^,.;]+?))?(?=[,.;]|\s+(?:and|but|since|now)\b|$)"),
    _form("marital", r"\b(?:is|got|was) (?:now )?(?P<v>married|divorced|engaged|single|widowed"
          r"|separated)\b(?![-\w])(?! (?:in|with|from|out) )"),
    _form("launch", r"\b(?:launch(?:es|ed)?|ships?|goes live|go-live|release)"
          rf"(?:\s(?:date|target|day))*{_TO}(?P<v>{_DATE}[^,.;]*)", noun=True),
    _form("deadline", rf"\b(?:deadline|due)(?:\sdate)?{_TO}(?P<v>{_DATE}[^,.;]*)", noun=True),
    _form("email", r"\be-?mail(?: address)? is\s+(?P<v>\S+)", noun=True),
    _form("phone", r"\bphone(?: number)? is\s+(?P<v>[+\d][\d ()-]+)", noun=True),
    _form("age", r"\bis (?P<v>\d{1,3}) years? old\b"),
    _form("birthday", r"\bbirthday is\s+(?:on )?(?P<v>[^,.;]+)", noun=True),
)  # fmt: skip
_FEELING = re.compile(
    rf"\b(?:(?P<no>{_DISLIKES})|(?P<yes>{_LIKES}))\s+(?P<v>[^,.;]+?)"
    r"(?:\s+(?:now|any ?more|these days|a lot|very much|so much))?$",
    re.IGNORECASE,
)
_PREFERS = re.compile(
    r"\bprefers?\s+(?P<v>[^,.;]+?)\s+(?:to|over|rather than)\s+(?P<w>[^,.;]+)$", re.IGNORECASE
)
_CLAUSE = re.compile(r"[.;:!?,(]\s|\s(?:and|but|while|because|who|that|whose)\s")
_WHOSE = re.compile(
    r"(?:['’]s|s['’]|\b(?:my|his|her|their|our|your|its))\s+((?:[\w-]+\s+){0,2}[\w-]+)\s*$",
    re.IGNORECASE,
)
_OWNER = re.compile(r"\b([a-z][\w-]*)['’]s\s*$")
_BEFORE = re.compile(r"((?:(?<![\w'’])[a-z][\w-]*\s+){1,3})$")
_OWN_WORDS = frozenset("operator user new target planned official date day now the its".split())


@lru_cache(maxsize=4096)  # each new fact is held against every active one
def attributes(text: str) -> tuple[Attribute, ...]:
    """Return the single-valued attributes that a fact's wording states."""
    plain = " ".join(text.replace("’", "'").split()).rstrip(" .!")
    found = [a for form in _FORMS if (a := _read(form, plain)) is not None]
    if feeling := _FEELING.search(plain):
        thing = " ".join(sorted(content_stems(feeling["v"])))
        value = "yes" if feeling["yes"] else "no"
        found.append(_placed(f"feeling:{thing}", value, plain[: feeling.start()]))
    if prefers := _PREFERS.search(plain):
        pair = sorted((_value(prefers["v"]), _value(prefers["w"])))
        slot = f"prefers:{' or '.join(pair)}"
        found.append(_placed(slot, _value(prefers["v"]), plain[: prefers.start()]))
    return tuple(found)


def is_negative(text: str) -> bool:
    """Return whether a fact says no."""
    return re.search(r"\b(?:not|no|never)\b|n't\b", normal(text)) is not None


def _read(form: _Form, plain: str) -> Attribute | None:
    match = form.pattern.search(plain)
    if match is None or (form.proper and not _is_name(match["v"])):
        return None
    value = _value(match["v"])
    if not value:
        return None
    read = _placed(form.slot, value, plain[: match.start()], noun=form.noun)
    place = match.groupdict().get("place")
    return replace(read, place=_value(place)) if place else read


def _placed(slot: str, value: str, before: str, *, noun: bool = False) -> Attribute:
    """Return an attribute with whose it is: named by the clause, or something of the entity's."""
    clause = _CLAUSE.split(before)[-1]
    whose = _WHOSE.search(clause) or _OWNER.search(clause)
    if whose is None and noun:
        whose = _BEFORE.search(f"{clause.rstrip()} ")
    kept = content_stems(whose[1]) - content_stems(" ".join(_OWN_WORDS)) if whose else frozenset()
    named = re.findall(r"\b[A-Z][\w-]*", clause)
    who = frozenset(n.casefold() for n in named if n.casefold() not in STOP_WORDS | _OWN_WORDS)
    return Attribute("/".join([slot, *sorted(kept)]), value, who)


def _is_name(text: str) -> bool:
    return text[:1].isupper() or (text[:1].isalpha() and text[:1].upper() == text[:1].lower())


def _value(text: str) -> str:
    kept = [word for word in words(text) if word not in STOP_WORDS]
    return " ".join(kept[:4])
