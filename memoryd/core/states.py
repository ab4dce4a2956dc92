"""States: what a text says somebody is ("Vegan"), has or where they are, and where it was said.

The counterpart of core.deeds for texts whose verb tells nothing by itself.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from memoryd.core.deeds import ONLY_ME, TOKEN, Deed, Who, told
from memoryd.core.regex import regex
from memoryd.core.text import STOP_WORDS, stem, words
from memoryd.core.ties import LIVING

_OPENS = regex(
    r"(?:[A-Z][\w'’-]*(?: [A-Z][\w'’-]*)? (?=(?:is|was|are|became)\b))?"
    r"(?P<be>(?:(?:is|are|am|was|became|become|been|now|currently|still|also|just|an?|the|not|no"
    r"|longer|never|(?:has|have)(?= (?:been|become)\b))\b ?)*)",
    re.IGNORECASE,
)
_HEAD_ENDS = regex(
    r"[,;:.!?()–—]| (?:at|in|on|of|for|to|with|from|since|until|by|as|and|or|but|because|who|again"
    r"|when|while|now|today|tomorrow|if|after|before)\b"
)
_OF_ANOTHER = regex(
    r"(?P<opens>^|[,;:.!?–—-]\s+|\b(?:and|but|because|so|that|as|since|today|now)\s)"
    r"(?:my|our|his|her|their|your|[A-Z][\w-]*'s)\s(?:(?!and\b|i\b|who\b)[\w-]+\s){0,3}?"
    r"(?P<who>[\w-]+)(?P<closes>\s[,–—-])?\s(?:(?P<name>(?-i:[A-Z])\w*)(?:\s,)?\s)?"
    r"(?P<verb>(?:(?:has|have|had|was|were|is|are|just|now|also|still)\s){0,2}(?:is|was|are|were"
    r"|been|became|become|becomes|turned|got|gets|has|have|had|owns?|isn't|wasn't))"
    r"(?:\s(?!(?:and|i|but|we|you|who|because)\b)[\w'-]+){0,5}$",
    re.IGNORECASE,
)
# Who stands before such a one: "Tom, my brother, is", "Ben and his wife have".
_CALLED = r"(?:[A-Z][\w'-]*(?: \.)? ?)"
_APPOSED = regex(rf"(?P<name>{_CALLED}{{1,4}})$")
_JOINED = regex(rf"{_CALLED}{{1,4}}$")
_SEVERAL = regex(
    r"(?:(?<![\w'])(?:[A-Z][\w-]*(?![\w'])|(?:my|our|his|her|their)(?: [a-z][\w-]*){1,2}|me|and|,)"
    r"\s*)+$"
)
_OF_SEVERAL = regex(r"(?:(?:just|now|also|still)\s)*(?:are|were|have|own|become)\b", re.IGNORECASE)
_OF_ONE = regex(r"(?:\w+\s)*(?:is|was|has|owns|becomes|gets|isn't|wasn't)\b", re.IGNORECASE)
_ME_TOO = regex(
    r"\b(?:(?:so|as) (?:am|was|is|did|do|does|have|has|had|are|were)|(?:me|i|he|she|we|both)"
    r"(?: \w+)?,? (?:too|also|as well)|same (?:here|for|with|goes)"
    r"|(?:just )?like (?:me|him|her|us))\b",
    re.IGNORECASE,
)
_LONGEST = 4  # words of what somebody is
_FAR = 16  # words in front of one that are looked at
_WORD = (
    r"\ (?!(?:at|in|on|with|about|from|of|by|for|to|an?|the|my|our|his|her|their|your|its|this|that"
    r"|(?!morning|evening)\w+ing)\b)[\w-]+"
)
_OWN = r"(?:an?|the|my|our|his|her|their|your)"
_KIND = rf"(?:{_WORD}){{0,2}}(?:\ {_OWN})?(?:{_WORD}){{0,2}}"
# What stands in front of a word that says what somebody is, or wants to be.
_PREDICATE = regex(
    rf"""(?:^(?!\ (?:i|we|you|he|she|it|they)\b)(?:\ aspiring)?(?=(?:{_WORD}){{0,2}}(?:\ an?)?$)
      |(?:\b(?:(?:is|was|are|were)n't|be|been|being|become|becomes|became|becoming|get|gets|got
      |getting|go|goes|gone|going|am|is|are|was|were|turn(?:s|ed|ing)?|stay(?:s|ed|ing)?|as
      |ma(?:de|kes?)\ \w+|promoted\ to|consider(?:s|ed|ing)?|want(?:s|ed)?
      |appl(?:y|ies|ied|ying)\ for
      |interview\w*\ for|offered)|'m|'re|\w's))
      (?:\ (?:i|we|he|she|they|(?-i:[A-Z])\w+))?{_KIND}$""",
    re.IGNORECASE | re.VERBOSE,
)
_SOME = r"(?:never|not|no|longer|also|still|now|currently|already|just|only|ever|any|some)"
_NAMED = r"(?:[A-Z][\w'’-]*(?: [A-Z][\w'’-]*)? )?"
_HOLDS = regex(
    rf"{_NAMED}(?P<opens>(?i:(?:(?:does|do|did)(?: not|n't) |{_SOME} )*"
    rf"(?:has|have|had|owns?|owned)(?:n't)?(?: {_SOME})*(?: (?:got|had))?"
    rf"(?: (?:{_SOME}|{_OWN}))*) )"
    r"(?!(?:been|become|gone|done|to|\w{2,}ed)\b)"
)
_STANDS = regex(
    rf"{_NAMED}(?P<opens>(?i:(?:is|was|are|were|stays?|stayed)(?:n't)?(?: {_SOME})*) "
    rf"(?:in|at|on|from|under|off|out of|with) (?:(?:{_OWN}) )?)(?=[\w])"
)
# What stands in front of a thing that somebody has, and of a place that they are at.
_HELD = regex(
    rf"(?:\b(?:have|has|had|having|got|gets?|getting|own(?:s|ed|ing)?|without|lacks?|lacking"
    rf"|(?:have|has|had)n't)|\w'(?:ve|d|s))(?:\ (?:{_SOME}|{_OWN}|got|had))*{_KIND}$",
    re.IGNORECASE | re.VERBOSE,
)
_PLACED = regex(
    rf"(?:\b(?:is|am|are|was|were|been|be|being|stay(?:s|ed)?|(?:is|are|was|were)n't)|'(?:m|re|s))"
    rf"(?:\ (?!but\b|and\b)[\w']+){{0,2}}"
    rf"\ (?:in|at|on|from|under|off|out\ of|to|with)(?:\ {_OWN})?(?:{_WORD}){{0,2}}$",
    re.IGNORECASE | re.VERBOSE,
)


def states(text: str) -> Iterator[tuple[Deed, re.Pattern[str]]]:
    """Yield what each sentence of a text of ours says somebody is, has, or where they are.

    Each with what stands in front of such a word in a line (see said_of). verb: the stem of its
    last word. before: what it opens with: "not", "is now", "has no". doers: whom it names there.
    """
    for sentence in re.split(r"[.;!?]\s+", text.replace("’", "'")):
        for opening, form in ((_HOLDS, _HELD), (_STANDS, _PLACED)):
            begun = opening.match(sentence)
            if begun and (called := _called(sentence[begun.end() :])):
                head = stem(called[-1].casefold())
                named = frozenset(begun[0][: begun.start("opens")].casefold().split())
                before = begun[0].rstrip()
                yield Deed(head, named or None, frozenset(), before, sentence), form
        yield from ((state, _PREDICATE) for state in _in_a_word(sentence))


def _called(rest: str) -> list[str]:
    """Return the words that say what somebody is or has; none where they go on too long."""
    called = TOKEN.findall(_HEAD_ENDS.split(f"{rest} ")[0])
    return called if len(called) <= _LONGEST else []


def _in_a_word(sentence: str) -> Iterator[Deed]:
    opens = _OPENS.match(sentence)
    rest = sentence[opens.end() :] if opens else sentence
    called = _called(rest)
    if not opens or not called or called[-1].casefold() in STOP_WORDS:
        return
    head = stem(called[-1].casefold())
    kind = called[0].endswith(("ed", "ing")) and len(called) > 1  # "published author"
    opening = told(sentence, None, frozenset())
    if kind or all(deed.verb == head and not is_present(deed) for deed in opening):
        named = frozenset(sentence[: opens.start("be")].casefold().split())
        yield Deed(head, named or None, frozenset(), opens["be"], sentence)


def whose(spot: Deed) -> Who:
    """Return who somebody else's is that is told to be something: "my sister (Anna) is a".

    Small words; none where it may be another. With whoever is the same one ("Tom, my sister's
    son,") or is told it beside them ("Ben and his wife are"). spot: see said_of.
    """
    found = _OF_ANOTHER.search(spot.before)
    if found is None or found["who"].casefold() not in LIVING or is_of_both(spot):
        return frozenset()
    who = frozenset(words(f"{found['who']} {found['name'] or ''}"))
    return who | _beside(spot.before[: found.start("opens")].rstrip(), found)


def _beside(before: str, found: re.Match[str]) -> Who:
    """Return who stands before somebody else's, in apposition to them or joined with them."""
    one = found["who"].casefold()
    several = _OF_SEVERAL.match(found["verb"]) and (one == "boss" or not one.endswith(("s", "en")))
    if not several and found["opens"].strip() == "and":
        several = _JOINED.match(before) and not _OF_ONE.match(found["verb"])
    if several:
        run = _SEVERAL.search(before)
        named = [
            word for word in (run[0].split() if run else ()) if word[0].isupper() or word == "me"
        ]
        each = frozenset(words(" ".join(named)))
        return each | ONLY_ME if each & {"i", "me"} else each
    apposed = found["closes"] and not found["name"] and _APPOSED.search(before)
    return frozenset(words(apposed["name"])) if apposed else frozenset()


def is_of_both(deed: Deed) -> bool:
    """Return whether a sentence also tells of its speaker what it tells of another: "so am I"."""
    return _says_both(deed.whole)


@lru_cache(maxsize=64)  # one sentence may hold a word thousands of times
def _says_both(sentence: str) -> bool:
    return _ME_TOO.search(sentence) is not None


def word_of(deed: Deed) -> str:
    """Return the word of a text that follows what a deed has before it, small: "moves"."""
    rest = deed.whole.split()[len(deed.before.split()) :]
    return rest[0].casefold() if rest else ""


def is_present(deed: Deed) -> bool:
    """Return whether a verb is told in the present, as a fixed plan is: "launches in June"."""
    return word_of(deed).endswith(("s", "ing"))


def said_of(state: str, line: str, form: re.Pattern[str]) -> Iterator[Deed]:
    """Yield where a line has the stem of a word for what somebody is, with the words before it.

    form: what must stand in front of it. passive: it is not said of anybody there, as in "at the
    meeting", "my manager".
    """
    for sentence in re.split(r"(?<=[.!?;])\s+|\n+", line):
        tokens = TOKEN.findall(sentence)
        for at, token in enumerate(tokens):
            over, _, word = token.casefold().rpartition("ex-")
            if stem(word) == state and not over:
                near = tokens[max(0, at - _FAR) : at]
                before = " ".join([*near, token[: -len(word)]]).rstrip()
                likened = tokens[at + 1 : at + 2] == ["like"]
                given = likened or form.search(f" {before}") is None
                yield Deed(state, None, frozenset(), before, sentence, passive=given)
