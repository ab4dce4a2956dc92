"""Ties: who is what of whom in a text: who is above whom, and who is of whose family."""

from collections.abc import Iterable, Iterator

from memoryd.core.deeds import ONLY_ME, Who
from memoryd.core.regex import regex
from memoryd.core.text import stem, words
from memoryd.core.value import frozen

# Who is above, and who below: a boss is another's boss as that one reports to them.
_RANKS = {
    "manager": ("manager boss supervisor leader head director employer superior",
                "employee subordinate report assistant intern"),
    "teacher": ("teacher tutor trainer coach mentor professor instructor",
                "student pupil mentee trainee apprentice"),
    "landlord": ("landlord landlady", "tenant"),
    "parent": ("mother father mum mom dad parent", "son daughter child"),
    "aunt": ("uncle aunt", "nephew niece"),
    "grandparent": ("grandmother grandfather grandma grandpa", "grandson granddaughter grandchild"),
    "parent-in-law": ("mother-in-law father-in-law", "son-in-law daughter-in-law"),
}  # fmt: skip
# Ties that are the same from either side, and words that speak of one.
_KIN = {
    "marriage": ("wife husband spouse fiancé fiancée fiance fiancee partner girlfriend boyfriend",
                 """married marry marrying wedding wed weds engaged engagement bride groom honeymoon
                 propose proposed hubby dating dated couple together divorce divorced ex widow
                 widower relationship in-laws love"""),
    "sibling": ("sister brother sibling twin", "siblings twins family bro sis"),
    "friend": ("friend buddy pal bestie", "friends friendship mate mates buddies"),
}  # fmt: skip
_SPEAKS_OF_CHILDREN = """kid kids baby boy girl born birth pregnant toddler newborn family
parents children sons daughters mama papa mommy daddy mummy"""
_OTHERS = """doctor dentist lawyer accountant therapist client customer supplier owner founder nurse
agent heir guardian"""
_ABOVE = {word: rank for rank, (above, _) in _RANKS.items() for word in above.split()}
_BELOW = {word: rank for rank, (_, below) in _RANKS.items() for word in below.split()}
_EVEN = {word: kin for kin, (called, _) in _KIN.items() for word in called.split()}
_FAMILIES = {
    **{kin: frozenset(f"{called} {more}".split()) for kin, (called, more) in _KIN.items()},
    "parent": frozenset(f"{' '.join(_RANKS['parent'])} {_SPEAKS_OF_CHILDREN}".split()),
}
_ALL = sorted((*_ABOVE, *_BELOW, *_EVEN, *_OTHERS.split()), key=len, reverse=True)
_ONE = rf"(?P<rel>{'|'.join(_ALL)})(?![\w-])"
_REL = rf"(?P<rel>{'|'.join(_ALL)})s?(?![\w-])"
_NAME = (
    r"(?!(?:She|He|They|It|This|That|We|You|What|Who|There|Here|And|But|The|My|Our|Is|Was|Are"
    r"|Were|Has|Had|Got|Gets|Does|Did|Will|Would|Can|Could|Became|Now|Still|Also|Just|Not|No)\b)"
    r"[A-Z][\w-]*(?: [A-Z][\w-]*){0,3}"
)
_KIND = r"(?:[a-z][\w-]* ){0,3}?"
_WAS = r"(?:is|was|are|were|became|becomes|remains|has been)(?: now| still| also)?"
_IS_OF = rf"(?:the |an? )?{_KIND}{_REL} (?:of|to|for) (?:the )?(?P<whom>{_NAME})"
_KIN_IS = rf"['’]s {_KIND}{_REL}(?: (?:at|in) {_NAME})?(?:,|:| {_WAS})? "
_SHE = "(?:[Hh]e|[Ss]he|[Tt]hey|[Tt]hat|[Tt]his|[Ii]t)"
_TIES = tuple(
    regex(pattern)
    for pattern in (
        rf"(?P<holder>{_NAME}),? (?:who )?{_WAS} (?P<whom>{_NAME})['’]s {_KIND}{_REL}\b",
        rf"(?P<holder>{_NAME}),? (?:who )?{_WAS} {_IS_OF}",
        rf"(?P<whom>{_NAME}){_KIN_IS}(?P<holder>{_NAME})",
        rf"(?P<holder>{_NAME}), {_IS_OF}",
        rf"(?P<holder>{_NAME}), (?P<whom>{_NAME})['’]s {_KIND}{_REL}\b",
        rf"(?P<whom>{_NAME}) (?:has|had|have) (?P<holder>{_NAME}) as (?:\w+ )?{_KIND}{_REL}\b",
        rf"(?P<whom>{_NAME}),? and (?:his|her|their) {_KIND}{_REL},? (?P<holder>{_NAME})",
        rf"\b{_SHE}(?:['’]s| {_WAS}) (?:also )?(?P<holder>)(?P<whom>{_NAME})['’]s {_KIND}{_REL}\b",
    )
)
# What one does who is above another, with the rank that it shows.
_DOES = (
    ("manager", r"(?:manag|supervis|oversee|oversaw|employ|boss)\w*|leads?|led"),
    ("teacher", r"(?:teach|taught|tutor|coach|mentor|train)(?:s|es|ed|ing)?"),
)
_IS_UNDER = (
    ("manager", r"report(?:s|ed|ing)? (?:directly |straight )?to|work(?:s|ed|ing)? (?:for|under)"),
    ("manager", r"(?:managed|supervised|employed|led) by"),
    ("teacher", r"(?:taught|tutored|coached|mentored|trained) by|learn(?:s|ed|t)? from"),
    ("landlord", r"rent(?:s|ed|ing)?(?: \w+){0,3} from"),
)
_IS_EVEN = (("marriage", r"(?:married|engaged)(?: to)?|marr(?:ies|ying)|is dating|dates"),)
_TITLE = rf"(?i:{'|'.join(_ABOVE)})"  # "Boss Tom approved it" tells of no one bossed
_LETS = r"(?:rent(?:s|ed|ing)?|lets?)(?: \w+){0,3} to"
_DEEDS = tuple(
    (rank, turned, regex(rf"(?P<one>{_NAME}),? (?:(?!not\b|never\b)[a-z]+ ){{0,2}}?(?:{verb}) "
                              rf"(?:the )?(?P<other>{_NAME})"),
     regex(rf"(?:Is |Was |Got )?(?:(?:[Dd]irectly|[Nn]ow|[Ss]till) )?(?!{_TITLE} )(?i:{verb}) "
                rf"(?:the )?(?P<other>{_NAME})"))
    for turned, rows in ((False, (*_DOES, ("landlord", _LETS), *_IS_EVEN)), (True, _IS_UNDER))
    for rank, verb in rows
)  # fmt: skip
_BOTH = regex(
    rf"(?P<one>{_NAME}) and (?P<other>{_NAME}) (?:are|were|got|have been|is)"
    r" (?:\w+ )?(?P<rel>married|engaged|siblings|twins|friends|dating|together)"
)
_OF_BOTH = {"siblings": "sibling", "twins": "sibling", "friends": "friend"}
_BARE_TIES = (  # a text that opens with the tie is about whom it is stored with
    regex(rf"(?:(?:Is |Was )?(?:[Tt]he |[Aa]n? )?)?{_KIND}(?i:{_REL}) (?:of|to) (?:the )?"
               rf"(?P<whom>{_NAME})"),
    regex(rf"(?:Is |Was )?(?P<whom>{_NAME})['’]s {_KIND}{_ONE}(?=\s*(?:$|[.;(]|(?:at|in|on|of"
               r"|since|from|for|until|who|by|with)\b))"),
)  # fmt: skip
_NAMED_AS = regex(  # "boss is Sarah": told of whose boss she is
    rf"(?:(?:Has|Had) (?:an? )?)?{_KIND}(?i:{_ONE})(?: {_WAS}| named| called|,|:)?"
    rf" (?P<holder>{_NAME})"
)
# Who is somebody's, and no part of them: what is told of one is not told of the other.
LIVING = frozenset(
    " ".join(
        (
            *_ABOVE,
            *_BELOW,
            *_EVEN,
            *_OTHERS.split(),
            """parents kids kid children baby cousin
    grandparents siblings friends in-laws colleague coworker co-worker neighbour neighbor flatmate
    roommate teammate ex cat dog pet horse pony hamster rabbit parrot goldfish puppy kitten cats
    dogs folks stepmother stepfather stepson stepdaughter godmother godfather""",
        )
    ).split()
) - {"report", "head"}
_SELF = "Myself"
_PLAIN_ME = (
    (regex(r"(?<=\w)['’]s (?=(?:my|our)\b)"), " is "),
    (regex(r"\bI['’]?m\b"), f"{_SELF} is"), (regex(r"\bI (?:am|was)\b"), f"{_SELF} is"),
    (regex(r"\bI['’](?:ve|d) been\b"), f"{_SELF} has been"),
    (regex(r"\b(?:[Mm]y|[Oo]ur)\b"), f"{_SELF}'s"),
    (regex(r"\b(?:I|me|[Ww]e|us)\b"), _SELF),
)  # fmt: skip


@frozen
class Tie:
    """What one is of another; each side the small words of a name, or ME; empty where it is open.

    relation: what the one above is of the other, or a tie that is the same from either side.
    """

    relation: str
    holder: frozenset[str]
    whom: frozenset[str]

    def is_swapped(self, other: "Tie") -> bool:
        """Return whether another tie has the two the other way round."""
        same = self.relation == other.relation and not self.is_even
        return same and bool(self.holder & other.whom) and bool(self.whom & other.holder)

    def is_held(self, other: "Tie") -> bool:
        """Return whether another tie says the same."""
        sides = [(self.holder, self.whom)]
        if self.is_even:
            sides.append((self.whom, self.holder))
        return self.relation == other.relation and any(
            (not other.holder or bool(holder & other.holder)) and bool(whom & other.whom)
            for holder, whom in sides
        )

    def is_of_another(self, other: "Tie") -> bool:
        """Return whether another tie has one of the two in it, with somebody else."""
        if not self.is_even or self.relation != other.relation or not other.holder:
            return False
        both, theirs = self.holder | self.whom, other.holder | other.whom
        return bool(both & theirs) and not self.is_held(other)

    @property
    def is_even(self) -> bool:
        """Whether it is the same from either side."""
        return self.relation in _KIN


def ties(text: str, about: Who | None, me: Who) -> tuple[Tie, ...]:
    """Return the relations of a text. about, me: see told."""
    for pattern, plain in _PLAIN_ME:
        text = pattern.sub(plain, text)
    found = [
        _tie(match["rel"], _side(match["holder"], me), _side(match["whom"], me))
        for pattern in _TIES for match in pattern.finditer(text)
    ]  # fmt: skip
    found += _done(text, about, me)
    if about:
        found += (
            _tie(match["rel"], about, _side(match["whom"], me))
            for pattern in _BARE_TIES if (match := pattern.match(text))
        )  # fmt: skip
        if named := _NAMED_AS.match(text):
            found.append(_tie(named["rel"], _side(named["holder"], me), about))
    return tuple(found)


def is_unsaid(tie: Tie, said: Iterable[str]) -> bool:
    """Return whether a tie of a family or of friends is one that the words said speak not of."""
    family = _FAMILIES.get(tie.relation)
    return family is not None and not any(family & _spoken(line) for line in said)


def _spoken(line: str) -> frozenset[str]:
    said = words(line)
    return frozenset(said) | {word.removesuffix("s") for word in said}


def _done(text: str, about: Who | None, me: Who) -> Iterator[Tie]:
    """Yield the ties that a text tells by what is done: "Sarah manages Tom", "reports to Sarah"."""
    for rank, turned, named, bare in _DEEDS:
        pairs = [(_side(match["one"], me), match["other"]) for match in named.finditer(text)]
        if about and not pairs and (match := bare.match(text)):
            pairs.append((about, match["other"]))
        for one, other in pairs:
            sides = (_side(other, me), one) if turned else (one, _side(other, me))
            yield Tie(rank, *sides)
    for match in _BOTH.finditer(text):
        relation = _OF_BOTH.get(match["rel"], "marriage")
        yield Tie(relation, _side(match["one"], me), _side(match["other"], me))


def _tie(word: str, holder: Who, whom: Who) -> Tie:
    small = word.casefold()
    if small in _BELOW:
        return Tie(_BELOW[small], whom, holder)
    return Tie(_ABOVE.get(small) or _EVEN.get(small) or stem(small), holder, whom)


def _side(name: str, me: Who) -> Who:
    found = frozenset(name.casefold().split())
    return ONLY_ME if found == {_SELF.casefold()} or (found and found <= me) else found
