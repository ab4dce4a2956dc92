"""Which facts contradict each other: one entity, one attribute, another value.

An attribute is read off the wording of a fact. Only attributes that can hold one value at a time
are known here; everything else stands side by side until a model or a person says otherwise.
"""

import re
from dataclasses import dataclass

from memoryd.core.text import STOP_WORDS, content_stems, normal, words

_LIKES = r"(?:loves?|likes?|enjoys?|adores?|is fond of|is a fan of|is crazy about)"
_DISLIKES = (
    r"(?:hates?|dislikes?|(?:does not|doesn't|do not|don't) (?:like|enjoy|love|want|eat|drink)"
    r"|can't stand|cannot stand|no longer (?:likes?|enjoys?|loves?)|avoids?|detests?|is tired of)"
)
# attribute, pattern with the value as group "v"; tried in order, several may match
_PATTERNS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (name, re.compile(pattern))
    for name, pattern in (
        ("name", r"\b(?:name is|is called|is named|goes by)\s+(?P<v>[^,.;]+)"),
        ("home", r"\b(?:lives? in|living in|is based in|resides? in|home is(?: in)?)\s+(?P<v>[^,.;]+)"),
        ("home", r"\bmoved (?:back )?to (?!(?:the )?(?:team|project|next|another|a )\b)(?P<v>[^,.;]+)"),
        ("employer", r"\b(?:works? (?:at|for)|working (?:at|for)|employed (?:at|by)|joined)\s+(?P<v>[^,.;]+)"),
        ("employer", r"\b(?:new job|started|starts|job|position|role) (?:work )?(?:at|with)\s+(?P<v>[^,.;]+)"),
        ("manager", r"\b(?:reports? to|reporting to|works? under|manager is|boss is|managed by)\s+(?P<v>[^,.;]+)"),
        ("assignment", r"\b(?:is|works?|working|assigned|moved|switched|transferred|went) (?:on|to|over to|onto) (?:the )?(?:team |project )?(?P<v>[^,.;]+)"),
        ("role", r"\b(?:is|became|promoted to|works as|role is) (?:now )?(?:an? |the )?(?P<v>(?:vp|svp|evp|cto|ceo|cfo|coo|head|director|manager|lead|engineer|designer|president|chief|principal|senior|junior|staff)\b[^,.;]*)"),
        ("marital", r"\b(?:is|got|was) (?P<v>married|divorced|engaged|single|widowed|separated)\b"),
        ("launch", r"\b(?:launch(?:es)?|release|ship|deadline|due|go-live|target)(?: date| target)?(?: is| on|:| moved to| set for)*\s+(?P<v>(?:\d|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|q[1-4])[^,.;]*)"),
        ("email", r"\b(?:e-?mail(?: address)?) is\s+(?P<v>\S+)"),
        ("phone", r"\b(?:phone(?: number)?|number) is\s+(?P<v>[+\d][\d ()-]+)"),
        ("age", r"\bis (?P<v>\d{1,3}) years? old\b"),
        ("birthday", r"\bbirthday is\s+(?:on )?(?P<v>[^,.;]+)"),
        ("price", r"\b(?:price|quote|budget|salary|rent) (?:is|of)\s+(?P<v>[^,;]+)"),
    )
)  # fmt: skip
_FEELING = re.compile(
    rf"\b(?:(?P<yes>{_LIKES})|(?P<no>{_DISLIKES}))\s+(?P<v>[^,.;]+?)(?:\s+(?:now|any ?more|these days))?$"
)
_INSTEAD = re.compile(
    r"\b(?:instead of|rather than|over|replac(?:es|ed|ing)|not|no longer(?: uses| using)?"
    r"|dropped|abandoned|switched from|moved from|migrated from)\s+(?P<v>\w[\w.+#-]*)"
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


def attributes(text: str) -> tuple[Attribute, ...]:
    """Return the single-valued attributes that a fact's wording states."""
    folded = normal(text)
    found = [Attribute(slot, _value(m["v"])) for slot, p in _PATTERNS if (m := p.search(folded))]
    feeling = _FEELING.search(folded)
    if feeling:
        thing = " ".join(sorted(content_stems(feeling["v"])))
        found.append(Attribute(f"feeling:{thing}", "yes" if feeling["yes"] else "no"))
    return tuple(found)


def _value(text: str) -> str:
    kept = [word for word in words(text) if word not in STOP_WORDS]
    return " ".join(kept[:4])


def contradicts(new: str, old: str) -> bool:
    """Return whether a newer fact of the same entity gives an attribute another value.

    Also when it names what the old fact states as given up: "uses REST instead of GraphQL".
    """
    stated = {a.slot: a.value for a in attributes(old)}
    for attribute in attributes(new):
        value = stated.get(attribute.slot)
        if value is not None and not _same_value(value, attribute.value):
            return True
    return _gives_up(new, old)


def _same_value(one: str, other: str) -> bool:
    return one == other or one.startswith(f"{other} ") or other.startswith(f"{one} ")


def _gives_up(new: str, old: str) -> bool:
    folded = normal(new)
    old_words = words(old)
    for match in _INSTEAD.finditer(folded):
        dropped = match["v"].strip(".")
        kept = folded[: match.start()].split()
        if dropped in old_words and not (_INSTEAD.search(normal(old)) and dropped in normal(old)):
            # "uses REST, not GraphQL" replaces "uses GraphQL", not "likes GraphQL's docs"
            shared = content_stems(" ".join(kept)) & content_stems(old)
            return bool(shared) or "plan" in normal(old)
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
    bags = [tuple(w for w in words(t) if w not in STOP_WORDS) for t in (one, other)]
    if bags[0] and sorted(bags[0]) == sorted(bags[1]) and _negated(one) == _negated(other):
        return True
    names = [{a.value for a in attributes(t) if a.slot == "name"} for t in (one, other)]
    return any(_near(a, b) for a in names[0] for b in names[1])


def _negated(text: str) -> bool:
    return bool(re.search(r"\b(?:not|no|never|n't)\b|n't\b", normal(text)))


def _near(one: str, other: str) -> bool:
    """Return whether two names differ by at most one edit or one swap of neighbours."""
    if one == other or min(len(one), len(other)) < 4:  # noqa: PLR2004 - "Ann" and "Ana" are two
        return one == other
    if len(one) == len(other):
        diff = [i for i in range(len(one)) if one[i] != other[i]]
        swapped = len(diff) == 2 and diff[1] == diff[0] + 1 and one[diff[0]] == other[diff[1]] and one[diff[1]] == other[diff[0]]  # noqa: PLR2004, E501
        return len(diff) <= 1 or swapped
    short, long = sorted((one, other), key=len)
    return len(long) - len(short) == 1 and any(
        long[:i] + long[i + 1 :] == short for i in range(len(long))
    )
