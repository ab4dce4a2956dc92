"""The attributes that hold one value at a time, read off the wording of a fact."""

import re
from collections.abc import Container, Iterator
from functools import lru_cache

from memoryd.core.outcomes import as_no_longer
from memoryd.core.outright import is_outright, is_sure
from memoryd.core.owners import DAY, MONTH, limits, owner, regions
from memoryd.core.regex import regex
from memoryd.core.text import MARKS, STOP_WORDS, normal, stem, whole_stems, words
from memoryd.core.titles import TITLE, TRADE, in_title
from memoryd.core.value import field, frozen, replace

_LIKES = r"(?:loves?|likes?|enjoys?|adores?|is fond of|is a (?:big |huge )?fan of|is crazy about)"
_DISLIKES = (
    r"(?:hates?|dislikes?|(?:does not|doesn't|do not|don't) (?:like|enjoy|love|want|eat|drink"
    r"|prefer)|can't stand|cannot stand|avoids?"
    r"|no longer (?:likes?|enjoys?|loves?|eats?|drinks?|wants?|prefers?)|detests?|is tired of)"
)
_NOW = r"(?:now |currently |still )?"
_ANY_DAY = rf"(?:{DAY}s?|mon|tues?|wed|thu(?:rs?)?|fri|sat|sun|{MONTH})\b"
_GROUP = r"(?:the )?(?:team|project|squad) "
_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?"
_DATE = (
    rf"(?:\d{{4}}-\d\d(?:-\d\d)?|(?:the )?\d{{1,2}}(?:st|nd|rd|th|\.)?(?: of)? {_MONTH}"
    rf"|(?:early |mid |mid-|late |the end of |end of )?{_MONTH}|q[1-4]\b|\d{{4}}\b"
    r"|\d{1,2}[./]\d{1,2}[./]\d{2,4}|(?:spring|summer|autumn|fall|winter)\b)"
)
_TO = (
    r"(?:\s(?:is|was|are|now|on|for|in|to|at|by|until|moved|set|planned|scheduled|slipped|postponed|pushed"
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
    limited to (work, mondays, japan); many: said of one of possibly several (a sister), unnamed;
    within: words of what a place lies in (Kreuzberg, Berlin).
    """

    slot: str
    value: str
    who: frozenset[str] = field(default_factory=frozenset)
    place: str = ""
    only: frozenset[str] = field(default_factory=frozenset)
    many: bool = False
    within: frozenset[str] = field(default_factory=frozenset)

    @property
    def whom(self) -> str:
        """The one whose relation a tie says somebody is: alex in tie:manager of alex."""
        return self.slot.partition(" of ")[2]

    @property
    def is_of_others(self) -> bool:
        """Whether it is of somebody or something of the entity's: home/brother."""
        return "/" in self.slot

    def under(self, slot: str) -> "Attribute":
        """Return the same value under another slot."""
        return replace(self, slot=slot)

    def told_by(self, names: Container[str]) -> "Attribute":
        """Return the same, of the entity itself where those are words, or stems, of its names."""
        who, only = (frozenset(word for word in each if not (word in names or stem(word) in names))
                     for each in (self.who, self.only))  # fmt: skip
        return self if who == self.who and only == self.only else replace(self, who=who, only=only)

    def compatible(self, other: "Attribute") -> bool:
        """Return whether both may speak of one subject at one place, within one limit."""
        if self.only != other.only or ((self.many or other.many) and self.value != other.value):
            return False
        if not self.who & other.who and (self.who or other.who) and not self._is_theirs(other):
            return False
        return not self.place or not other.place or self.place == other.place or (
            not self.slot.startswith(("role", "post", "tie:"))
        )  # fmt: skip

    def _is_theirs(self, other: "Attribute") -> bool:
        """Return whether a name may be left out: "his brother" is "his brother Tom"."""
        return self.is_of_others and not (self.who and other.who)


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
    _form("home", rf"(?<!used to )\b{_NOW}(?:lives? in|living in"
          rf"|is (?:now |currently )?based in|resides? in|home is(?: in)?)"
          rf"\s+{_NAME}{_END}", proper=True),
    _form("home", rf"\b(?:relocated|moved back) to\s+{_NAME}{_END}", proper=True),
    _form("moved-to", rf"\bmoved (?:from [^,.;]{{2,30}}? )?to\s+(?!{_GROUP}){_NAME}{_END}",
          proper=True),
    _form("employer", rf"(?<!used to )\b(?:works? (?:at|for)|working (?:at|for)|employed (?:at|by))"
          rf"\s+{_NAME}{_END}", proper=True),
    _form("employer", r"\b(?:new job|started(?: work| working| a new job)?|starts(?: work)?)"
          rf" (?:at|with)\s+{_NAME}{_END}", proper=True),
    _form("joined", rf"\bjoined\s+{_NAME}{_END}{_AS}", proper=True),
    _form("manager", r"(?<!used to )\b(?:reports? to|reporting to|works? under|manager is|boss is)"
          rf"\s+{_NAME}{_END}", proper=True),
    _form("assignment", rf"(?:^(?:\S+ )?|\b(?:is|works|working) ){_NOW}(?<![^ ])on "
          rf"(?!{_ANY_DAY})(?:{_GROUP})?{_NAME}{_END}", proper=True),
    _form("moved", rf"\b(?:(?:moved|transferred)(?: over)? (?:to|onto) {_GROUP}"
          rf"|(?:switched|reassigned)(?: over)? (?:to|onto) (?:{_GROUP})?|is now on (?:{_GROUP})?)"
          rf"(?!{_ANY_DAY}){_NAME}{_END}", proper=True),
    _form("transferred", rf"\btransferred to (?!{_GROUP}){_NAME}{_END}", proper=True),
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
_DENIES = regex(
    r"(?:(?P<who>\S+) )??(?:(?:i'm|i|he|she|they|am|is|are|do|does|has|have|can) )*"
    r"(?:(?:do|does|is|are|ca|has|have)n't|not|no longer|never) (?P<what>.+)"
)
_MORE = regex(r" any ?(?:more|longer)$| again$")
_HALF = regex(r"(?:only|just|yet|always|quite|very|really|exactly|necessarily|every|all)\b")
_BARE = frozenset("i'm i he she they am is are do does has have a an the now currently".split())
_DATED = ("launch", "deadline")  # their days are values, and a team is only who does it
_HOMES = ("home", "moved-to")
_NOT_IT = regex(r"(?:not|no longer|never|neither|nor)\b", re.IGNORECASE)
_MARRIED_ONCE = regex(r"was (?:married|engaged|single)\b", re.IGNORECASE)
_ONCE_PLANNED = regex(r".*\bwas (?:planned|scheduled|due|expected)\b", re.IGNORECASE)
_AND_BACK = regex(r"\s+and (?:then |later )?(?:back|returned|came back)\b", re.IGNORECASE)
# The town or country of a place: "Kreuzberg, Berlin".
_WIDER = regex(r"(?:,| in|,? ?\()\s*(?:the )?(?P<v>[A-Z][\w-]*(?: [A-Z][\w-]*)*)")
_AT_NO_NAME = regex(
    r"(?:room|flat|apartment|apt|house|building|unit|suite|block|floor|stand|desk)"
    r"(?: (?:no\.? ?)?\w{1,4})?$|.*['’]s ",
    re.IGNORECASE,
)


@lru_cache(maxsize=4096)  # each new fact is held against every active one
def attributes(text: str) -> tuple[Attribute, ...]:
    """Return the single-valued attributes that a fact's wording states outright."""
    plain = " ".join(text.replace("’", "'").split()).rstrip(" .!")
    found = [a for form in _FORMS if (a := _read(form, plain)) is not None]
    if not is_sure(plain):
        return tuple(found)
    found += _feelings(plain)
    if match := _TIE.match(plain):
        tie = _tie(match)
        if not in_title(tie.whom):  # somebody is no place of a post: it is held beside any title
            found = [a for a in found if not a.place or a.place.split()[0] != tie.whom]
        found.append(tie)
    if (own := _OWN.match(plain)) and not _NOT_IT.match(own["v"]):
        found.append(Attribute(f"own:{_value(own['what'])}", _value(own["v"])))
    return tuple(found)


def is_felt(text: str) -> bool:
    """Return whether a fact tells what somebody likes, or would like, or does not."""
    return any(_feelings(" ".join(text.replace("’", "'").split()).rstrip(" .!")))


def _feelings(plain: str) -> Iterator[Attribute]:
    """Yield what is liked, disliked or preferred."""
    if feeling := _FEELING.search(plain):
        thing = _whole(feeling["v"])
        value = "yes" if feeling["yes"] else "no"
        yield _placed(f"feeling:{thing}", value, plain[: feeling.start()])
    prefers = _PREFERS.search(plain)
    if prefers is None and (plainly := _PREFERS_ONE.search(plain)):
        thing = _whole(plainly["v"])
        yield _placed(f"feeling:{thing}", "yes", plain[: plainly.start()])
    if prefers:
        pair = sorted((_whole(prefers["v"]), _whole(prefers["w"])))
        slot = f"prefers:{' or '.join(pair)}"
        yield _placed(slot, _whole(prefers["v"]), plain[: prefers.start()])


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


def is_negative(text: str) -> bool:
    """Return whether a fact says no."""
    return re.search(r"\b(?:not|no|never)\b|n't\b", normal(text)) is not None


@lru_cache(maxsize=4096)  # as attributes
def denial(text: str) -> tuple[bool, tuple[str, ...]]:
    """Return whether a fact denies, by its first words, what its other words say, cut to stems.

    (False, ()) where it says no further on, or only half.
    """
    plain = normal(as_no_longer(text))
    match = _DENIES.match(plain)
    rest = f"{match['who'] or ''} {match['what']}" if match else plain
    if _HALF.match(match["what"] if match else "") or is_negative(rest):
        return False, ()
    kept = (word for word in words(_MORE.sub("", rest)) if word not in _BARE)
    return match is not None, tuple(re.sub(r"(?<=..)(?:es|s|e)$", "", word) for word in kept)


def _read(form: _Form, plain: str) -> Attribute | None:
    match = next(
        (m for m in form.pattern.finditer(plain) if _is_post(m) and _is_said(m, form)), None
    )
    if match is None or (form.proper and not _is_name(match["v"])):
        return None
    value = _value(match["v"])
    if not value or _NOT_IT.match(match["v"]):
        return None
    aside = form.slot == "employer" and is_aside(plain)
    slot = f"side-job:{value}" if aside else form.slot  # one can have several
    read = _placed(slot, value, plain[: match.start()], noun=form.noun)
    read = replace(read, only=regions(plain) if form.slot in _DATED else limits(plain))
    if form.slot in _HOMES and (wider := _WIDER.match(plain[match.end() :])):
        read = replace(read, within=frozenset(words(wider["v"])))
    place = match.groupdict().get("place")
    return replace(read, place=_value(place)) if place else read


def _is_post(match: re.Match[str]) -> bool:
    """Return whether what stands before a job, where a form reads one, belongs to its title."""
    return in_title(match.groupdict().get("before") or "")


def _is_said(match: re.Match[str], form: _Form) -> bool:
    """Return whether a text states outright what a form reads off it."""
    before, behind = match.string[: match.start()], match.string[match.end() :]
    was = _MARRIED_ONCE.match(match[0]) or _ONCE_PLANNED.match(match[0])
    if was or _AND_BACK.match(behind):
        return False
    return is_outright(before, match[0], behind, planned=form.slot in _DATED)


def _placed(slot: str, value: str, before: str, *, noun: bool = False) -> Attribute:
    """Return an attribute with whose it is: named by the clause, or something of the entity's."""
    whose = owner(before, slot, noun=noun, dated=slot in _DATED)
    if whose.kept and slot == "moved-to":
        slot = "home"  # no team of the entity's own
    return Attribute("/".join([slot, *sorted(whose.kept)]), value, whose.who, many=whose.many)


def _is_name(text: str) -> bool:
    if _AT_NO_NAME.match(text):
        return False  # "Room 12", "Initech's offices"
    return text[:1].isupper() or (text[:1].isalpha() and text[:1].upper() == text[:1].lower())


def _value(text: str) -> str:
    kept = [word for word in words(text) if word not in STOP_WORDS]
    return " ".join(kept[:4])


def _whole(text: str) -> str:
    """Return a thing that is liked or not, limits included, as one key."""
    return " ".join(sorted(whole_stems(text)))
