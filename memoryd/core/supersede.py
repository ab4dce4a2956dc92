"""Which facts contradict each other: one entity, one attribute, another value.

An attribute is read off the wording of a fact. Only attributes that can hold one value at a time
are known here; everything else stands side by side until a model or a person says otherwise.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from memoryd.core.text import STOP_WORDS, content_stems, normal, words

_LIKES = r"(?:loves?|likes?|enjoys?|adores?|is fond of|is a fan of|is crazy about)"
_DISLIKES = (
    r"(?:hates?|dislikes?|(?:does not|doesn't|do not|don't) (?:like|enjoy|love|want|eat|drink)"
    r"|can't stand|cannot stand|no longer (?:likes?|enjoys?|loves?)|avoids?|detests?|is tired of)"
)
# A value ends where the clause does, or where another one is tied on.
_V = r"(?P<v>[^,.;:()]+?)(?=[,.;:()]|\s+(?:and|but|as|since|because|with|where|who|which|after|from|in \d)\b|$)"
# attribute, whether its value must be a name, pattern
_PATTERNS: tuple[tuple[str, bool, re.Pattern[str]], ...] = tuple(
    (slot, proper, re.compile(pattern + (_V if "(?P<v>" not in pattern else ""), re.IGNORECASE))
    for slot, proper, pattern in (
        ("name", True, r"\b(?:name is|is called|is named|goes by)\s+"),
        ("home", True, r"\b(?:lives? in|living in|is based in|resides? in|home is(?: in)?)\s+"),
        ("home", True, r"\b(?:moved|relocated) (?:back )?to\s+"),
        ("employer", True, r"\b(?:works? (?:at|for)|working (?:at|for)|employed (?:at|by))\s+"),
        ("employer", True, r"\b(?:new job|started(?: work| a new job)?|starts) (?:at|with)\s+"),
        ("joined", True, r"\bjoined\s+"),
        ("manager", True, r"\b(?:reports? to|reporting to|works? under|manager is|boss is)\s+"),
        ("assignment", True, r"^(?:\S+ )?(?:is|works|is working) (?:now )?on (?:the )?(?:team |project )?"),
        ("moved", True, r"\b(?:moved|switched|reassigned|transferred)(?: over)? (?:to|onto) (?:the )?(?:team |project )?"),
        ("moved", True, r"\bis now on (?:the )?(?:team |project )?"),
        ("role", False, r"\b(?:is|became|promoted to|works as|role is|now) (?:now )?(?:an? |the )?(?P<v>(?:vp|svp|evp|cto|ceo|cfo|coo|head of|director of|manager of|manager|lead|engineer|designer|president|chief|principal|senior|junior|staff)\b[^,.;]*)"),
        ("marital", False, r"\b(?:is|got|was) (?:now )?(?P<v>married|divorced|engaged|single|widowed|separated)\b(?! (?:in|with) )"),
        ("launch", False, r"\b(?:launch(?:es)?|launch target|release|ships?|deadline|due|go-live)(?: date| target)?(?: is| on|:| moved to| set for| for)*\s+(?P<v>(?:\d|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|q[1-4])[^,.;]*)"),
        ("email", False, r"\be-?mail(?: address)? is\s+(?P<v>\S+)"),
        ("phone", False, r"\bphone(?: number)? is\s+(?P<v>[+\d][\d ()-]+)"),
        ("age", False, r"\bis (?P<v>\d{1,3}) years? old\b"),
        ("birthday", False, r"\bbirthday is\s+(?:on )?"),
    )
)  # fmt: skip
# A newer value under the first takes the place of an older one under the second.
_REPLACES = {
    "moved": frozenset({"assignment", "moved"}),
    "joined": frozenset({"employer"}),
    "employer": frozenset({"employer", "joined"}),
    "assignment": frozenset[str](),  # one can be on two projects; only a move ends one
}
_FEELING = re.compile(
    rf"\b(?:(?P<yes>{_LIKES})|(?P<no>{_DISLIKES}))\s+(?P<v>[^,.;]+?)(?:\s+(?:now|any ?more|these days))?$"
)
# What is given up must be a name or a technical word, as written: "REST instead of GraphQL".
_INSTEAD = re.compile(
    r"(?:\b(?:instead of|rather than|replac(?:es|ed|ing)|no longer (?:uses?|using|on|with)|dropped"
    r"|abandoned|(?:switched|moved|migrated|switching) (?:away )?from"
    r"|(?:decided|chose|picked|went|going|decision)\b[^.;]{0,60}\bover)\s+|,?\s(?:and )?not\s+)"
    r"(?:the )?(?P<v>[A-Z][\w.+#-]*)(?=[\s,.;)]|$)"
)
_ENDED = re.compile(
    r"\b(?:no longer (?:works?|working|reports?|employed|together|manag\w+|with|at|on)|left"
    r"|quit|resigned|was laid off|got laid off|was fired|former|ex-|retired from|stopped working"
    r"|job (?:at|with) .+ ended|broke up|divorced|not .{0,20}(?:manager|boss) any ?more)\b"
)
_RESTS_ON_ROLE = re.compile(
    r"\b(?:manag\w*|boss\w*|supervis\w*|lead|report\w*|colleague\w*|co-?worker\w*|micromanag\w*"
    r"|difficult|demanding|strict|supportive|toxic|works? (?:with|at|for|under)|team|employ\w*|job"
    r"|one-on-ones?|meetings?|feedback|reviews?|approv\w*)\b"
)


@dataclass(frozen=True, slots=True)
class Attribute:
    """One single-valued attribute as a fact states it. slot: what; value: normalised."""

    slot: str
    value: str


@lru_cache(maxsize=4096)  # each new fact is held against every active one
def attributes(text: str) -> tuple[Attribute, ...]:
    """Return the single-valued attributes that a fact's wording states."""
    plain = " ".join(text.split()).rstrip(" .!")
    found = [
        Attribute(slot, _value(m["v"]))
        for slot, proper, pattern in _PATTERNS
        if (m := pattern.search(plain)) and (not proper or m["v"][:1].isupper() or _uncased(m["v"]))
    ]
    feeling = _FEELING.search(normal(plain))
    if feeling:
        thing = " ".join(sorted(content_stems(feeling["v"])))
        found.append(Attribute(f"feeling:{thing}", "yes" if feeling["yes"] else "no"))
    return tuple(found)


def _uncased(text: str) -> bool:
    return text[:1].isalpha() and text[:1].upper() == text[:1].lower()


def _value(text: str) -> str:
    kept = [word for word in words(text) if word not in STOP_WORDS]
    return " ".join(kept[:4])


def contradicts(new: str, old: str) -> bool:
    """Return whether a newer fact of the same entity gives an attribute another value.

    Also when it names what the old fact states as given up: "uses REST instead of GraphQL".
    """
    stated = attributes(old)
    for attribute in attributes(new) if stated else ():
        slots = _REPLACES.get(attribute.slot, frozenset({attribute.slot}))
        for other in stated:
            if other.slot in slots and not _same_value(other.value, attribute.value):
                return True
    return _gives_up(new, old)


def _same_value(one: str, other: str) -> bool:
    return one == other or one.startswith(f"{other} ") or other.startswith(f"{one} ")


def _gives_up(new: str, old: str) -> bool:
    for match in _INSTEAD.finditer(new):
        dropped = match["v"].rstrip(".").casefold()
        if dropped not in words(old) or any(
            m["v"].rstrip(".").casefold() == dropped for m in _INSTEAD.finditer(old)
        ):
            continue
        # "uses REST, not GraphQL" replaces "uses GraphQL", not "Dana likes the GraphQL docs"
        kept = content_stems(new[: match.start()]) | {"plan", "us", "decid", "go"}
        return bool(kept & content_stems(old))
    return False


def ends_role(text: str) -> bool:
    """Return whether a fact says that a role, an employment or a working relation ended."""
    return _ENDED.search(normal(text)) is not None


def rests_on_role(text: str) -> bool:
    """Return whether a fact holds only while people work together."""
    return _RESTS_ON_ROLE.search(normal(text)) is not None


def may_replace(new: str, old: str, *, names: frozenset[str]) -> bool:
    """Return whether a proposed replacement is of the same attribute, or of what rested on a role.

    names: stems of the entity's own name, which every fact about it shares.
    """
    if contradicts(new, old) or (ends_role(new) and rests_on_role(old)):
        return True
    slots = {a.slot for a in attributes(new)} & {a.slot for a in attributes(old)}
    if slots:
        return True
    if attributes(new) and attributes(old):
        return False
    shared = (content_stems(new) & content_stems(old)) - names
    return len(shared) >= 1


def same_statement(one: str, other: str) -> bool:
    """Return whether two facts say the same: equal words, or one name with a typing error."""
    if normal(one) == normal(other):
        return True
    bag = _bag(one)
    if bag and bag == _bag(other) and _negated(one) == _negated(other):
        return True
    names = [{a.value for a in attributes(t) if a.slot == "name"} for t in (one, other)]
    return any(_near(a, b) for a in names[0] for b in names[1])


@lru_cache(maxsize=4096)
def _bag(text: str) -> tuple[str, ...]:
    return tuple(sorted(word for word in words(text) if word not in STOP_WORDS))


def _negated(text: str) -> bool:
    return bool(re.search(r"\b(?:not|no|never|n't)\b|n't\b", normal(text)))


def _near(one: str, other: str) -> bool:
    """Return whether two names differ by at most one edit or one swap of neighbours."""
    if one == other or min(len(one), len(other)) < 4:  # noqa: PLR2004 - "Ann" and "Ana" are two
        return one == other
    if len(one) == len(other):
        diff = [i for i in range(len(one)) if one[i] != other[i]]
        swapped = (
            len(diff) == 2
            and diff[1] == diff[0] + 1
            and one[diff[0]] == other[diff[1]]
            and one[diff[1]] == other[diff[0]]
        )  # noqa: PLR2004, E501
        return len(diff) <= 1 or swapped
    short, long = sorted((one, other), key=len)
    return len(long) - len(short) == 1 and any(
        long[:i] + long[i + 1 :] == short for i in range(len(long))
    )
