"""Wishes: what somebody wants and does not want, and which wishes exclude each other.

One may like many things; a way to be reached that is preferred is one at a time, and what is wanted
no more is not wanted. A wish that is limited ("in the morning", "for invoices") is another wish.
"""

import re
from collections.abc import Hashable, Iterator
from functools import lru_cache

from memoryd.core.regex import regex
from memoryd.core.text import content_stems, normal, whole_stems
from memoryd.core.value import frozen

_WISHES = regex(r"^(?:now )?(?:prefers?|wants?) (?P<v>.+)$", re.IGNORECASE)
KINDS = tuple(
    content_stems(pair.replace("/", " "))
    for pair in """short/long brief/long early/late cheap/expensive fast/slow big/small large/small
    formal/informal formal/casual detailed/short detailed/brief verbose/terse loud/quiet light/dark
    plain/fancy simple/complex morning/evening weekday/weekend daily/weekly weekly/monthly
    remote/onsite""".split()
)  # fmt: skip
# Ways to reach somebody, under one word each.
_WAYS = {
    way: regex(rf"\b(?:{'|'.join(patterns)})\b")
    for way, patterns in {
        "video": [r"video ?-?(?:calls?|chats?|conferences?)", r"zoom(?: calls?)?"],
        "voice": [r"voice ?-?(?:messages?|notes?|mails?)"],
        "text": [
            r"(?:text|sms|whatsapp|slack|telegram|signal|teams|direct) messages?",
            r"text(?:s|ing|ed)?|sms|dms?",
        ],
        "call": [
            r"(?:(?:tele)?phone|voice) ?-?calls?|call(?:s|ed|ing)?",
            r"(?:tele)?phon(?:es?|ed|ing)|r[iu]ng|ringing",
        ],
        "mail": [r"e-? ?mail(?:s|ed|ing)?(?: messages?)?|mail(?:s|ed)?"],
        "letter": [r"letters?|post"],
        "chat": [r"slack|whatsapp|telegram|chats?|chatting|instant messages?"],
    }.items()
}
_WAY_WORDS = whole_stems(" ".join(_WAYS))
# What a bare "no ..." can be a wish about: how to deal with somebody.
_DEALINGS = (
    whole_stems(
        """video voice text call mail letter meeting meetings standup standups notification
    notifications reminder reminders emoji emojis greeting greetings update updates report reports
    jargon pleasantries visits interruptions"""
    )
    | _WAY_WORDS
)
_PARTS = regex(
    r"[.;,!:]\s+|\s+[–—-]\s+|\s+(?:but|and|so|just)\s+(?=(?:no|not|never|don't|prefers?|wants?"
    r"|likes?|please|only|do|use|reach|call|e-?mail|mail|text|write|message)\b)"
)
_FRAME = (
    r"(?:(?:(?:please|now|currently|still|just|from now on|always|generally|really|much|strictly|i"
    r"|would|rather|strongly)\b|operator|user),? )*"
)
_LIKES = r"(?:prefers?|wants?|likes?|loves?|enjoys?|asks? for|favou?rs?|would rather have)"
# Being called is a way to be reached; being managed is not managing, and stays in what is wished.
_REACHED = (
    r"be (?:(?:reached|contacted) (?=(?:by|via|over|through|on|with)\b)|(?=(?:called|phoned|rung"
    r"|texted|messaged|e-? ?mailed|mailed)(?:$|[ ](?:please|only|instead|at|in|on|for|before|after"
    r"|when|during|about|from|by|while|if|until|unless|any|ever|again|now)\b)))"
)
_TO_BE = rf"(?:to (?:(?:get|have|receive|use|communicate|talk) |{_REACHED}))?"
_BY = r"(?:(?:by|via|over|through|on|with|the|an?|any|all|his|her|my|more) )*"
_AFTER = r"(?: (?:please|at all|any ?more|any longer|now|me|him|her|instead|ever|again))*"
_YES = tuple(
    regex(rf"{_FRAME}{form}{_AFTER}$")
    for form in (
        rf"(?P<how>{_LIKES}) (?:only )?{_TO_BE}{_BY}(?P<v>.+?)(?: only)?",
        rf"(?P<how>only|use) {_BY}(?P<v>.+?)",
        r"(?P<v>.+?) (?P<how>only|preferred)",
        r"(?P<v>.+?) (?P<how>(?:is|are|works?|suits?) (?:better|best)(?: for (?:me|him|her))?)",
        r"(?P<v>.+?) please",
        rf"(?:reach|contact|write to)(?: me| him| her)? {_BY}(?P<v>.+?)",
        r"(?P<v>(?:call|phone|e-?mail|mail|text|message|ring)(?= (?:me|him|her|instead)\b|$))",
    )
)
_WITHOUT = (
    r"(?:wants? no|prefers? no|likes? no|does not (?:want|like|prefer|enjoy)"
    r"|do not (?:want|like|prefer)|doesn't (?:want|like|prefer|enjoy)|don't (?:want|like|prefer)"
    r"|no longer (?:wants?|likes?|prefers?|enjoys?)|prefers? not|wants? not|would rather not"
    r"|hates?|dislikes?|avoids?|can't stand|cannot stand|detests?|never (?:wants?|likes?))"
)
_NO = regex(rf"{_FRAME}(?:{_WITHOUT}) {_TO_BE}{_BY}(?P<v>.+?){_AFTER}$")
_BARE_NO = regex(
    rf"{_FRAME}(?P<no>no(?: more)?|never|don't|do not|stop|not|avoid) {_TO_BE}{_BY}(?P<v>.+?)"
    rf"(?P<please>{_AFTER})$"
)
_RATHER = regex(r"(?P<more>.+?),? (?:instead of|rather than|more than|not) (?P<less>.+)")
# "Over lunch" and "over the phone" say when and how, not what is liked less.
_OVER = regex(
    r"(?P<more>.*\b(?:prefer\w*|favou?r\w*|likes?|loves?|wants?|enjoys?|use|rather)\b.*?),? over "
    r"(?!(?:the |a )?(?:breakfast|lunch|dinner|night|weekends?|holidays|summer|winter)\b"
    r"|the (?:phone|internet|years)\b)(?P<less>.+)"
)
_PREFERS_TO = regex(r"(?P<more>.*\bprefers?\b.+?) to (?P<less>.+)")
# "Prefers walking to work" compares nothing; "walking to driving" does.
_TOWARDS = regex(
    r".*\b(?:go|walk|talk|speak|writ|listen|travel|mov|driv|fly|cycl|commut|repl|respond|run|com"
    r"|send|return|switch|trip|flight|train|letter|visit)(?:e|y|ies|ing|ning|s|ts)?"
    r" to (?!\w+ing\b).+"
)
_MAYBE_OVER = regex(r".*\b(?:likes?|loves?|wants?|enjoys?|use)\b")
_LIMIT = regex(r" (?=(?:at|in|on|for|before|after|when|during|about|from|while|if|until|unless)\b)")
_SURE = regex(r"prefer|only|use|rather|favou?r|\b(?:better|best)\b")


@frozen
class Wishes:
    """What a text wants and what it does not, each thing whole (see text.whole_stems).

    first: of what is wanted, what comes before all else of its kind ("prefers", "only"). over: what
    is only preferred to something else, with what that is.
    """

    wanted: frozenset[frozenset[str]]
    first: frozenset[frozenset[str]]
    unwanted: frozenset[frozenset[str]]
    over: frozenset[tuple[frozenset[str], frozenset[str]]]

    @property
    def less(self) -> frozenset[frozenset[str]]:
        """What something else is preferred to."""
        return frozenset(less for _, less in self.over)

    @property
    def ahead(self) -> frozenset[frozenset[str]]:
        """What is preferred, to all or to something."""
        return self.first | {more for more, _ in self.over}


def exclude(new: str, old: str) -> bool:
    """Return whether two texts of one entity cannot both be wished."""
    if _of_opposite_kinds(new, old):
        return True
    ours, theirs = wishes(new), wishes(old)
    if any(each.wanted & (each.unwanted | each.less) for each in (ours, theirs)):
        return False
    if ours.wanted & theirs.unwanted or ours.unwanted & theirs.wanted:
        return True
    if ours.first & theirs.less or ours.less & theirs.first or _turned(ours) & theirs.over:
        return True
    # "Calls over e-mail" and "e-mail over fax" are both true: a comparison ends no other way.
    first, before = _ways(ours.first), _ways(theirs.ahead)
    return bool(first and before) and not _ways(ours.wanted) & _ways(theirs.wanted)


def compares_ways(text: str) -> bool:
    """Return whether a text prefers one way to reach somebody to another."""
    over = wishes(text).over
    return bool(over) and all(more | less <= _WAY_WORDS for more, less in over)


def filed(text: str) -> Iterator[Hashable]:
    """Yield the keys under which a text can be found by what could exclude it (see sought)."""
    told = wishes(text)
    yield from (("wanted", thing) for thing in told.wanted)
    yield from (("unwanted", thing) for thing in told.unwanted)
    yield from (("less", thing) for thing in told.less)
    yield from (("first", thing) for thing in told.first)
    yield from (("over", pair) for pair in told.over)
    if _ways(told.ahead):
        yield "a way"
    if wish := _WISHES.match(text):
        yield from (("wish", stem) for stem in whole_stems(wish["v"]))


def sought(text: str) -> Iterator[Hashable]:
    """Yield the keys of all texts that a text could exclude."""
    told = wishes(text)
    yield from (("unwanted", thing) for thing in told.wanted)
    yield from (("wanted", thing) for thing in told.unwanted)
    yield from (("less", thing) for thing in told.first)
    yield from (("first", thing) for thing in told.less)
    yield from (("over", pair) for pair in _turned(told))
    if _ways(told.first):
        yield "a way"
    if wish := _WISHES.match(text):
        yield from (("wish", stem) for stem in whole_stems(wish["v"]))


def _turned(told: Wishes) -> frozenset[tuple[frozenset[str], frozenset[str]]]:
    return frozenset((less, more) for more, less in told.over)


def _ways(things: frozenset[frozenset[str]]) -> frozenset[frozenset[str]]:
    return frozenset(thing for thing in things if thing <= _WAY_WORDS)


@lru_cache(maxsize=4096)  # each new fact is held against every active one
def wishes(text: str) -> Wishes:
    """Return what a text wants and does not want; of another than whom it is kept with, nothing."""
    wanted: set[frozenset[str]] = set()
    first: set[frozenset[str]] = set()
    unwanted: set[frozenset[str]] = set()
    over: set[tuple[frozenset[str], frozenset[str]]] = set()
    for part in _parts(text):
        if (no := _denied(part)) is not None:
            unwanted.add(no)
            continue
        more, less = _sides(part)
        if (yes := _yes(more)) is None:
            continue
        thing = _thing(yes["v"])
        sure = _SURE.search(more) or _is_asked(yes)
        if less and thing:
            over.add((thing, _thing(less)))
        elif thing and sure:
            first.add(thing)
        whole = _yes(part) if less and _MAYBE_OVER.match(more) else None
        wanted.add(_thing(whole["v"]) if whole else thing)
    nothing: frozenset[frozenset[str]] = frozenset({frozenset()})
    wants, firsts, denied = (frozenset(each) - nothing for each in (wanted, first, unwanted))
    return Wishes(wants, firsts, denied, frozenset(over))


def _yes(part: str) -> re.Match[str] | None:
    return next((match for form in _YES if (match := form.fullmatch(part))), None)


def _parts(text: str) -> Iterator[str]:
    yield from (part for part in _PARTS.split(normal(text)) if part)


def _is_asked(yes: re.Match[str]) -> bool:
    """Return whether a wish is said as what to do: "e-mail me"."""
    return "how" not in yes.groupdict()


def _sides(part: str) -> tuple[str, str]:
    """Return what a part wants, and what it says that it wants less; "" for nothing."""
    both = _RATHER.fullmatch(part) or _OVER.fullmatch(part)
    if both is None and not _TOWARDS.fullmatch(part):
        both = _PREFERS_TO.fullmatch(part)
    if both and not re.match(rf"{_FRAME}(?:do|does|would)$", both["more"]):
        # "Coffee over tea at work" is about work on both sides.
        less, *limit = _LIMIT.split(both["less"], maxsplit=1)
        return " ".join([both["more"], *limit]), " ".join([less, *limit])
    return part, ""


def _denied(part: str) -> frozenset[str] | None:
    """Return what a part does not want, None where it does not say so."""
    if denied := _NO.fullmatch(part):
        return _thing(denied["v"])
    bare = _BARE_NO.fullmatch(part)
    if bare is None:
        return None
    thing = _thing(bare["v"])
    return thing if thing & _DEALINGS or "please" in bare["please"] else None


def _thing(words: str) -> frozenset[str]:
    """Return what a wish is about, a way to be reached by one word for it."""
    for way, pattern in _WAYS.items():
        words = pattern.sub(way, words)
    return whole_stems(words)


def _of_opposite_kinds(new: str, old: str) -> bool:
    """Return whether both prefer or want one thing, of opposite kinds: short and long reports."""
    stated = [_WISHES.match(text) for text in (new, old)]
    if not stated[0] or not stated[1]:
        return False
    ours, theirs = (whole_stems(wish["v"]) for wish in stated if wish)
    apart = ours ^ theirs
    return bool(ours & theirs) and any(apart == kinds for kinds in KINDS)
