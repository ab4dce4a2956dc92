"""The attributes that hold one value at a time, read off the wording of a fact."""

import re
from functools import lru_cache

from memoryd.core.regex import regex
from memoryd.core.text import MARKS, STOP_WORDS, content_stems, normal, whole_stems, words
from memoryd.core.titles import TITLE, TRADE, in_title
from memoryd.core.value import field, frozen, replace

_LIKES = r"(?:loves?|likes?|enjoys?|adores?|is fond of|is a (?:big |huge )?fan of|is crazy about)"
_DISLIKES = (
    r"(?:hates?|dislikes?|(?:does not|doesn't|do not|don't) (?:like|enjoy|love|want|eat|drink"
    r"|prefer)|can't stand|cannot stand|avoids?"
    r"|no longer (?:likes?|enjoys?|loves?|eats?|drinks?|wants?|prefers?)|detests?|is tired of)"
)
_NOW = r"(?:now |currently |still )?"
_DAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_ANY_DAY = rf"(?:{_DAY}s?|mon|tues?|wed|thu(?:rs?)?|fri|sat|sun)\b"
_GROUP = r"(?:the )?(?:team|project|squad) "
_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?"
_DATE = (
    rf"(?:\d{{4}}-\d\d(?:-\d\d)?|(?:the )?\d{{1,2}}(?:st|nd|rd|th|\.)?(?: of)? {_MONTH}"
    rf"|(?:early |mid |mid-|late |the end of |end of )?{_MONTH}|q[1-4]\b|\d{{4}}\b"
    r"|\d{1,2}[./]\d{1,2}[./]\d{2,4}|(?:spring|summer|autumn|fall|winter)\b)"
)
_TO = (
    r"(?:\s(?:is|was|are|now|on|for|in|to|at|by|until|moved|set|planned|scheduled|slipped|pushed"
    r"|back|changed|from|has|been|will|be|the)\b:?|:){0,5}\s"
)
# Of a role: at what it is, and what may follow. Who else says something of the person there.
_AT = (
    r"\s+(?!(?:at|for) (?:heart|life|good|hire|years)\b)"
    r"(?!\S+ [^,.;]*\b(?:club|choir|church|charity|association|society|council|committee)\b)"
    r"(?:at|for|on|of|with(?= (?:the )?(?-i:[A-Z])))\s(?:the )?(?P<place>[^,.;]+?)"
)
_TOLD = (
    r"(?=[,.;(]|\s+(?:and|but|since|now|again|as of|starting)\b"
    r"|\s+(?:in|from) (?-i:[A-Z]|\d)|$)"
)
_WHEN = (
    r"(?:at )?(?:around |about )?(?P<v>early|late|(?:half past |quarter (?:past|to) )?"
    r"(?:\d[\d:.]*|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|noon|midnight)"
    r"(?: ?[ap]m| thirty| fifteen)?)\b"
)
_NAME = r"(?P<v>[^\W\d_][^,.;:()]*?)"
_END = (
    r"(?=[,.;:()]|\s+(?:and|but|as|since|because|with|where|who|which|after|before|from|to|in \d"
    r"|on|for|again|last|next|this|until|when|while|part-time|full-time)\b|$)"
)
_AS = r"(?:\s+as (?:an?|the|its|their) (?P<place>\w+))?"


@frozen
class Attribute:
    """One single-valued attribute as a fact states it.

    slot: what (home; with whose, where it is not the entity's own: home/brother); value: words;
    who: names that the clause gives as its subject; place: what a role is at; only: what it is
    limited to (work, mondays); many: said of one of possibly several (a sister), unnamed.
    """

    slot: str
    value: str
    who: frozenset[str] = field(default_factory=frozenset)
    place: str = ""
    only: frozenset[str] = field(default_factory=frozenset)
    many: bool = False

    @property
    def whom(self) -> str:
        """The one whose relation a tie says somebody is: alex in tie:manager of alex."""
        return self.slot.partition(" of ")[2]

    def under(self, slot: str) -> "Attribute":
        """Return the same value under another slot."""
        return replace(self, slot=slot)

    def compatible(self, other: "Attribute") -> bool:
        """Return whether both may speak of one subject at one place, within one limit."""
        if self.only != other.only or ((self.many or other.many) and self.value != other.value):
            return False
        if self.who and other.who and not self.who & other.who:
            return False
        return not self.place or not other.place or self.place == other.place or (
            not self.slot.startswith(("role", "post", "tie:"))
        )  # fmt: skip


@frozen
class _Form:
    """How a fact states an attribute. proper: its value is a name; noun: words before it tell."""

    slot: str
    pattern: re.Pattern[str]
    proper: bool = False
    noun: bool = False


def _form(slot: str, pattern: str, *, proper: bool = False, noun: bool = False) -> _Form:
    return _Form(slot, regex(pattern, re.IGNORECASE), proper=proper, noun=noun)


_FORMS = (
    _form("name", rf"\b(?:name is|is called|is named)\s+{_NAME}{_END}", proper=True, noun=True),
    _form("nickname", rf"\b(?:goes by|(?:wants|likes|prefers) to be called|nickname is)"
          rf"\s+{_NAME}{_END}", proper=True, noun=True),
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
          rf"(?!{_ANY_DAY})(?:{_GROUP})?{_NAME}{_END}", proper=True),
    _form("moved", rf"\b(?:moved(?: over)? (?:to|onto) {_GROUP}|(?:switched|reassigned|transferred)"
          rf"(?: over)? (?:to|onto) (?:{_GROUP})?|is now on (?:{_GROUP})?)"
          rf"(?!{_ANY_DAY}){_NAME}{_END}", proper=True),
    _form("role", rf"\b(?:is|became|promoted to|works as|role is|now) {_NOW}(?:an? |the )?"
          rf"(?P<v>{TITLE})(?:{_AT})?{_TOLD}"),
    _form("post", rf"^(?:an? |the )?(?P<v>{TITLE}){_AT}{_TOLD}"),
    _form("marital", r"\b(?:is|got|was) (?:now )?(?P<v>married|divorced|engaged|single|widowed"
          r"|separated)\b(?![-\w])(?! (?:in|with|from|out) )"),
    _form("marital", r"^(?P<v>married|divorced)(?=$| (?:to )?(?-i:[A-Z])| in \d)"),
    _form("marital", r"^(?P<v>engaged|widowed|separated|single)"
          r"(?=$| (?:to|from) (?-i:[A-Z])| in \d)"),
    _form("priority", r"^(?:current |absolute )?(?:top|main|first|highest|biggest|number[- ]one)"
          r" (?:priority|focus) is (?P<v>[^,.;]+)"),
    _form("priority", r"^(?P<v>[^,.;]+?) comes first\b"),
    _form("rising", rf"^(?:gets|wakes) up {_WHEN}"),
    _form("bedtime", rf"^goes to bed {_WHEN}"),
    _form("diet", r"^(?:now )?(?:eats|eating) (?P<v>meat)(?= again$| now$|$)"),
    _form("diet", r"^(?:(?:i'm|i|am|is|became|now|an?|strictly) )*"
          r"(?P<v>vegetarian|vegan|pescatarian)\b"
          r"(?=$|[,.;(]| (?:again|now|and|but|since|for|because|except|who|these)\b)"),
    _form("trade", rf"^(?:(?:is|an?) )*(?P<v>{TRADE})$"),
    _form("turned", r"^(?:(?:is|has|was) )?(?:now|became|become|promoted to) (?:an? )?"
          rf"(?P<v>{TRADE})$"),
    _form("launch", r"\b(?:launch(?:es|ed)?|ships?|goes live|go-live|release)"
          rf"(?:\s(?:date|target|day))*{_TO}(?P<v>{_DATE}[^,.;]*)", noun=True),
    _form("deadline", rf"\b(?:deadline|due)(?:\sdate)?{_TO}(?P<v>{_DATE}[^,.;]*)", noun=True),
    _form("email", r"\be-?mail(?: address)? is\s+(?P<v>\S+)", noun=True),
    _form("phone", r"\bphone(?: number)? is\s+(?P<v>[+\d][\d ()-]+)", noun=True),
    _form("age", r"\bis (?P<v>\d{1,3}) years? old\b"),
    _form("birthday", r"\bbirthday is\s+(?:on )?(?P<v>[^,.;]+)", noun=True),
    _form("timezone", r"\btime ?zone is\s+(?P<v>[^,.;]+)", noun=True),
)  # fmt: skip
# A second job beside the first: neither takes the place of the other.
_ASIDE = regex(
    r"\b(?:also|part[ -]time|on the side|freelances?|second job|side (?:job|gig)|volunteers?"
    r"|(?:on|at|every|during|in)(?: the)? (?:weekends?|evenings?|nights?|mornings?|afternoons?"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)days)|(?:once|twice|\w+ (?:days?|hours?)) a week)\b",
    re.IGNORECASE,
)
_RELATION = (
    r"(?:(?:line |direct )?(?:manager|boss|supervisor|report)|team[ -]?lead|colleague"
    r"|co-?worker|teammate|assistant|intern|mentor|(?:business )?partner|co-?founder|wife|husband"
    r"|spouse|girlfriend|boyfriend|fianc[ée]e?|friend|roommate|flatmate|neighbou?r|landlord"
    r"|landlady|accountant|lawyer|therapist|doctor|dentist|trainer)"
)
_TIE = regex(
    r"^(?:(?:is|was|became|now|replaced [^,.;]{2,40} as|took over [^,.;]{0,40}\bas) )*"
    r"(?P<no>(?:former|no longer|not|ex) ?-?)?(?:(?:the|an?|now|new|old|current|close|best) )*"
    rf"(?:(?P<rel>{_RELATION}) (?:of|to) (?:the )?(?P<of>[^\W\d_][\w{MARKS}-]*)"
    rf"|(?:the )?(?P<whose>[^\W\d_][\w{MARKS}-]*)'s (?:(?:new|old|current) )*"
    rf"(?P<kin>{_RELATION}))\b(?: at (?P<place>[^,.;:]+))?",
    re.IGNORECASE,
)
_WAS_UNTIL = regex(r"was\b.*\b(?:until|till)\b", re.IGNORECASE)
_OWN = regex(
    r"^(?P<what>favou?rite [\w ]{2,30}?|native language|mother tongue|nationality|home ?town"
    r"|job title|surname|(?:last|middle|first) name|pronouns|shoe size|star sign) (?:is|are) "
    r"(?P<v>[^,.;]+)",
    re.IGNORECASE,
)
# Words for one relation.
_SAME_RELATION = {
    word: listed[0]
    for listed in (
        ("manager", "boss", "supervisor", "linemanager", "directmanager"),
        ("colleague", "coworker", "teammate"), ("wife", "husband", "spouse"),
        ("roommate", "flatmate"), ("neighbor", "neighbour"), ("landlord", "landlady"),
        ("report", "directreport"), ("partner", "girlfriend", "boyfriend", "fiancé", "fiancée"),
    )
    for word in listed
}  # fmt: skip
_FEELING = regex(
    rf"\b(?:(?P<no>{_DISLIKES})|(?P<yes>{_LIKES}))\s+(?P<v>[^,.;]+?)"
    r"(?:\s+(?:now|any ?more|these days|a lot|very much|so much))?$",
    re.IGNORECASE,
)
_PREFERS = regex(
    r"\bprefers?\s+(?P<v>[^,.;]+?)\s+(?:to|over|rather than)\s+(?P<w>[^,.;]+)$", re.IGNORECASE
)
_PREFERS_ONE = regex(
    r"(?<!longer )(?<!not )(?<!n't )\bprefers?\s+(?!not\b)(?P<v>[^,.;]+?)"
    r"(?:\s+(?:now|these days))?$",
    re.IGNORECASE,
)
_CLAUSE = regex(r"[.;:!?,(]\s|\s(?:and|but|while|because|who|that|whose)\s")
_WHOSE = regex(
    r"(?:['’]s|s['’]|\b(?:my|his|her|their|our|your|its))\s+((?:[\w-]+\s+){0,2}[\w-]+)\s*$",
    re.IGNORECASE,
)
_OWNER = regex(r"\b([a-z][\w-]*)['’]s\s*$")
_BEFORE = regex(r"((?:(?<![\w'’])[a-z][\w-]*\s+){1,3})$")
# Others than the entity. One can have several of the first.
_SEVERAL = (
    r"(?:(?:half-|step-?)?(?:sister|brother|sibling|son|daughter|child|kid)(?:ren|s)?(?:-in-law)?"
    r"|(?:grand(?:son|daughter|child)|niece|nephew|cousin|aunt|uncle|friend|colleague|co-?worker"
    r"|teammate|neighbou?r|flatmate|roommate|pet|cat|dog|horse|rabbit|hamster|parrot)(?:ren|s)?)"
)
_KIN = (
    rf"(?:{_SEVERAL}|(?:grand|step)?(?:parent|mother|father)s?(?:-in-law)?|mum|mom|dad|grandm?a"
    r"|grandpa|wife|husband|spouse|girlfriend|boyfriend|fianc[ée]e?|partner|family|in-laws"
    r"|boss|manager|landlord|landlady|doctor|dentist|lawyer|accountant|therapist|trainer|assistant"
    r"|mentor|intern|client|customer)"
)
_GROUPS = r"(?:team|company|office|squad|department|employer)"
_OTHERS = regex(rf"\b(?:{_KIN}|{_GROUPS})\b(?! (?:of|to)\b)", re.IGNORECASE)
_KINSFOLK = regex(rf"\b{_KIN}\b", re.IGNORECASE)
_ONE_OF_SEVERAL = regex(rf"\b(?i:{_SEVERAL})\b(?! [A-Z])")
_SUBJECT = regex(
    rf"^(?:(?:his|her|their|my|our|the|an?|\S+'s) )?(?:(?:{_KIN}|{_GROUPS})\b(?! (?:of|to)\b)"
    r"|[a-z][\w-]*(?:'s|s') )",
    re.IGNORECASE,
)
_APPOSED = regex(r",\s((?:his|her|their|my|the|an?)\s[^,]{2,40}),(?=\s|$)")
_PLACES = r"work|home|office|private|personal|mobile|cell|business|landline|school|emergency"
_LIMIT = regex(
    r"\b(?P<home>second|holiday|vacation|summer|weekend|childhood|family) home\b"
    rf"|\b(?:at|for) (?:the |his |her |their )?(?P<at>{_PLACES})\b|\((?P<in>{_PLACES})\)"
    rf"|\b(?P<of>{_PLACES}) (?:phone|number|e-?mail|address|mobile)\b"
    rf"|\b(?P<on>{_DAY}s|weekends?|weekdays|mornings|afternoons|evenings|nights|summers|winters)\b"
    rf"|\b(?:every|each) (?P<each>{_DAY}|weekend|weekday|morning|evening|summer|winter)\b"
    r"|\bin (?:the )?(?P<season>spring|summer|autumn|winter)\b"
)
_DENIES = regex(
    r"(?:(?P<who>\S+) )??(?:(?:i'm|i|he|she|they|am|is|are|do|does|has|have|can) )*"
    r"(?:(?:do|does|is|are|ca|has|have)n't|not|no longer|never) (?P<what>.+)"
)
_MORE = regex(r" any ?(?:more|longer)$| again$")
_HALF = regex(r"(?:only|just|yet|always|quite|very|really|exactly|necessarily|every|all)\b")
_BARE = frozenset("i'm i he she they am is are do does has have a an the now currently".split())
_DATED = ("launch", "deadline")  # their days are values, and a team is only who does it
_OWN_WORDS = frozenset("operator user new target planned official date day now the its".split())


@lru_cache(maxsize=4096)  # each new fact is held against every active one
def attributes(text: str) -> tuple[Attribute, ...]:
    """Return the single-valued attributes that a fact's wording states."""
    plain = " ".join(text.replace("’", "'").split()).rstrip(" .!")
    found = [a for form in _FORMS if (a := _read(form, plain)) is not None]
    if feeling := _FEELING.search(plain):
        thing = _whole(feeling["v"])
        value = "yes" if feeling["yes"] else "no"
        found.append(_placed(f"feeling:{thing}", value, plain[: feeling.start()]))
    prefers = _PREFERS.search(plain)
    if prefers is None and (plainly := _PREFERS_ONE.search(plain)):
        thing = _whole(plainly["v"])
        found.append(_placed(f"feeling:{thing}", "yes", plain[: plainly.start()]))
    if prefers:
        pair = sorted((_whole(prefers["v"]), _whole(prefers["w"])))
        slot = f"prefers:{' or '.join(pair)}"
        found.append(_placed(slot, _whole(prefers["v"]), plain[: prefers.start()]))
    if tie := _TIE.match(plain):
        found.append(_tie(tie))
    if own := _OWN.match(plain):
        found.append(Attribute(f"own:{_value(own['what'])}", _value(own["v"])))
    return tuple(found)


def _tie(match: re.Match[str]) -> Attribute:
    """Return who somebody is to somebody: yes, or no where it is over."""
    bare = re.sub(r"[\s-]", "", (match["rel"] or match["kin"]).casefold())
    whom = (match["of"] or match["whose"]).casefold()
    slot = f"tie:{_SAME_RELATION.get(bare, bare)} of {whom}"
    over = match["no"] or _WAS_UNTIL.match(match.string)
    return Attribute(slot, "no" if over else "yes", place=_value(match["place"] or ""))


def relation(text: str) -> str:
    """Return the word of a fact for who somebody is to somebody (boss, ex-wife: wife), or ""."""
    match = _TIE.match(normal(text))
    return (match["rel"] or match["kin"]) if match else ""


def is_aside(text: str) -> bool:
    """Return whether a fact speaks of a job beside another: on weekends, part-time, also."""
    return _ASIDE.search(text) is not None


@lru_cache(maxsize=1024)  # asked for each attribute of a fact
def limits(text: str) -> frozenset[str]:
    """Return what a fact limits itself to: work, mobile, monday (on Mondays), weekend, winter."""
    found = (match[match.lastgroup or 0] for match in _LIMIT.finditer(normal(text)))
    return frozenset(word.removesuffix("s") for word in found)


def others(text: str) -> frozenset[str]:
    """Return the stems of the words for others than the entity: sister, dog, team."""
    return content_stems(" ".join(_OTHERS.findall(text)))


def of_others(text: str) -> bool:
    """Return whether a fact opens with another than the entity: the team, his sister, mother's."""
    return _SUBJECT.search(text.replace("’", "'")) is not None


def one_of_several(text: str) -> bool:
    """Return whether a fact speaks of what one can have several of: a sister, a dog."""
    return re.search(rf"\b{_SEVERAL}\b(?! (?:of|to)\b)", normal(text)) is not None


def is_negative(text: str) -> bool:
    """Return whether a fact says no."""
    return re.search(r"\b(?:not|no|never)\b|n't\b", normal(text)) is not None


@lru_cache(maxsize=4096)  # as attributes
def denial(text: str) -> tuple[bool, tuple[str, ...]]:
    """Return whether a fact denies, by its first words, what its other words say, cut to stems.

    (False, ()) where it says no further on, or only half.
    """
    plain = normal(text)
    match = _DENIES.match(plain)
    rest = f"{match['who'] or ''} {match['what']}" if match else plain
    if _HALF.match(match["what"] if match else "") or is_negative(rest):
        return False, ()
    kept = (word for word in words(_MORE.sub("", rest)) if word not in _BARE)
    return match is not None, tuple(re.sub(r"(?<=..)(?:es|s|e)$", "", word) for word in kept)


def _read(form: _Form, plain: str) -> Attribute | None:
    match = next((m for m in form.pattern.finditer(plain) if _is_post(m)), None)
    if match is None or (form.proper and not _is_name(match["v"])):
        return None
    value = _value(match["v"])
    if not value:
        return None
    aside = form.slot == "employer" and is_aside(plain)
    slot = f"side-job:{value}" if aside else form.slot  # one can have several
    read = _placed(slot, value, plain[: match.start()], noun=form.noun)
    if form.slot not in _DATED:
        read = replace(read, only=limits(plain))
    place = match.groupdict().get("place")
    return replace(read, place=_value(place)) if place else read


def _is_post(match: re.Match[str]) -> bool:
    """Return whether what stands before a job, where a form reads one, belongs to its title."""
    return in_title(match.groupdict().get("before") or "")


def _placed(slot: str, value: str, before: str, *, noun: bool = False) -> Attribute:
    """Return an attribute with whose it is: named by the clause, or something of the entity's."""
    clause = _CLAUSE.split(_APPOSED.sub(r" \1", before))[-1]
    whose = _WHOSE.search(clause) or _OWNER.search(clause)
    if whose is None and noun:
        whose = _BEFORE.search(f"{clause.rstrip()} ")
    kept = content_stems(whose[1]) - content_stems(" ".join(_OWN_WORDS)) if whose else frozenset()
    kept -= content_stems(" ".join(limits(f"{clause.rstrip()} {slot}")))
    kin = (_KINSFOLK if slot in _DATED else _OTHERS).findall(clause)
    kept |= content_stems(" ".join(kin))
    named = {name.casefold() for name in re.findall(r"\b[A-Z][\w-]*", clause)}
    who = frozenset(named) - STOP_WORDS - _OWN_WORDS - {word.casefold() for word in kin}
    if kept and slot == "moved-to":
        slot = "home"  # no team of the entity's own
    many = _ONE_OF_SEVERAL.search(clause) is not None
    return Attribute("/".join([slot, *sorted(kept)]), value, who, many=many)


def _is_name(text: str) -> bool:
    return text[:1].isupper() or (text[:1].isalpha() and text[:1].upper() == text[:1].lower())


def _value(text: str) -> str:
    kept = [word for word in words(text) if word not in STOP_WORDS]
    return " ".join(kept[:4])


def _whole(text: str) -> str:
    """Return a thing that is liked or not, limits included, as one key."""
    return " ".join(sorted(whole_stems(text)))
