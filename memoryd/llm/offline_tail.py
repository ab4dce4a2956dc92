"""What is said after a statement, and takes it back: rules refuse a tail they do not understand."""

import re
from collections.abc import Callable

from memoryd.core.tense import tells_past
from memoryd.llm.offline_ordinary import is_game
from memoryd.llm.offline_tale import WITHIN_ONE
from memoryd.llm.offline_words import NAME, is_place

_BACK = (
    r"fell through|changed (?:my|our|his|her|their) minds?(?! about)|"
    r"vetoed|rescinded|withdrew|backed out|"
    r"revert(?:ed)?|undid|undone|called (?:it|that) off|cancell?ed (?:it|that)|psych|"
    r"got (?:cancell?ed|rejected|revoked)"
)
_WHO = r"(?:(?:it|that|they|we|I|he|she|the \w+|someone|has|have|had|was|were|all|just|soon)\s+)*"
_ON = r"(?:(?:then|later|soon|again|now|and|but|so|actually|eventually|sadly)[\s,]+)*"
# A later part of a sentence that undoes the one before it, whatever that said.
_UNDONE = re.compile(
    rf"{_ON}{_WHO}(?:{_BACK})\b|{_ON}(?:no|nope|well|wait|or),?\s+(?:no|wait|not|so|is|was|did|"
    rf"maybe|rather)\b|(?:not|nope|no)$|(?:not|never) (?:really|quite|yet|any ?more)\b|"
    rf"{_ON}(?:it|that|this|he|she|they)(?: is|'s| was) (?:not|no longer|a lie|a joke|over|false)"
    rf"(?: (?:true|so|really))?$|"
    rf"{_ON}(?:it|that|this) (?:isn't|wasn't|didn't|doesn't|don't|won't|haven't|"
    rf"hasn't|am not|is not|was not|did not)(?: (?:really|true|so|any ?more))?$|"
    r"(?:only|just) (?:in|on|at|for|as|until) |"
    rf"now (?:it's|it is|we're|we use|he's|she's)\b",
    re.IGNORECASE,
)
_ENDED = re.compile(
    rf"{_ON}{_WHO}(?:(?:got |was |were |been )(?:fired|laid off|sacked|let go)|"
    r"(?:left|quit)(?: again| it| there)?(?=$|,| (?:in|after|before|within|last|this|since)\b)|"
    r"(?:moved|went|came) (?:back|away|home)(?! to)\b|returned(?! to)\b|back(?! to)\b)",
    re.IGNORECASE,
)
_BEGUN = re.compile(
    r"\b(?:joined|started|began|works?|worked|working|job|hired|moved|lives?|lived|relocated)\b"
)
_NO_MORE = re.compile(
    rf"{_ON}(?:not|never|no) (?:really )?(?:any ?more|any longer|longer)$", re.IGNORECASE
)
_ONCE = re.compile(r"\bused to\b")
_STILL_SO = re.compile(rf"{_ON}(?:I |we |he |she |they )?(?:still|do|does)\b", re.IGNORECASE)
_RETRACTS = re.compile(
    r"(?:(?:well|oh|ah|hm+|(?:ha)+|wait|ok|okay|actually|sorry|and|but|so)[\s,.\u2026]+)*"
    r"(?:(?:no|nope|nah|not)(?:$|[,.!]|\s+(?:wait|not\b|it\b|that\b|i don't|scratch|actually))"
    r"(?!\s*(?:really|seriously|joke|doubt|problem|worries|kidding|jokes?)\b)|"
    r"not (?:really|quite|yet|true|any ?more|so)\b|wait$|no wait\b|wait,? no\b|scratch that|"
    r"strike that|never ?mind|i take (?:that|it) back|forget (?:it|that|i said)|psych\b|as if\b|"
    r"in my dreams|if only|at least (?:until|till|not|for now|on paper|in)|or (?:was|is|did|not|"
    r"so)\b|only (?:joking|in|a joke)|that(?:'s| is| was) (?:a lie|a joke|not true|false|not so)|"
    r"(?:it|that|this) (?:isn't|wasn't|didn't|doesn't|don't|is not|was not|did not)"
    r"(?: (?:true|so|really))?$|\((?:in|on|at|to) |(?:sort|kind) of$|(?:i )?meant\b|i mean\b|"
    r"(?:small )?correction[,:]|(?:actually|rather|make that),? \w+(?: \w+)?$|"
    r"it (?:only )?lasted\b)",
    re.IGNORECASE,
)
_THEN = re.compile(r"(?:but |and )?then\b|but\b|(?:they|he|she|it|we)\b", re.IGNORECASE)

# What weakens a statement to a manner of speaking, wherever in its tail it stands.
_HEDGE = re.compile(
    r"\b(?:on paper|in theory|in practice|in name only|in a way|in a sense|in spirit|at heart|"
    r"in arms|in my (?:head|mind|dreams|heart)|in all but|so to speak|as it were|kind of|sort of|"
    r"more or less|or so|or not|obviously|another (?:mother|planet|life)|no wait|wait no|"
    r"not really|not final|of sorts|tentatively|temporarily|provisionally|pending|"
    r"if you will|for all (?:intents|i know)|which (?:is|was) (?:a lie|a joke|"
    r"not|false|untrue)|which (?:isn't|wasn't|never)|but only|only in|only on)\b|"
    r",? (?:not|NOT|nope|right|huh)$|,? (?:do|don't|did|didn't|is|isn't|am|are|aren't|was|wasn't) "
    r"(?:I|we|you|he|she|it|they)$",
)
_INTO = re.compile(rf"(?P<how>in|on|at|from|to|by|into) (?:the |a )?(?P<name>{NAME})")
_NUMBERED = re.compile(r" (?:\d+|[IVX]{1,4})$")
_LOOSE = re.compile(r"(?:and|&)(?: (?:back|forth|away)\b|$)|or\b|to \d|to the \d|"
                    r"as (?!an? |the |their |my |our )|not\b|like\b")  # fmt: skip
_COMMA = re.compile(
    r"(?:but|or|no|not|nope|well|wait|just|only|right|huh|if|as if|at least|until|revert|undo|you|"
    r"actually|badly|supposedly)\b"
)

_ASIDE_WORDS = 6
Kind = Callable[[str], str | None]


def takes_back(sentence: str) -> bool:
    """Return whether a sentence begins by withdrawing the one before it."""
    if _RETRACTS.match(sentence) or _is_aside(sentence):
        return True
    return _THEN.match(sentence) is not None and _UNDONE.match(sentence) is not None


def _is_aside(part: str) -> bool:
    """Return whether words only set what was said in a game, a film, a dream: "In the show"."""
    return WITHIN_ONE.match(part) is not None and len(part.split()) <= _ASIDE_WORDS


def undoes(part: str, before: str) -> bool:
    """Return whether a later part of a sentence undoes the part before it.

    "I used to like tea, but not any more" says no less than its first part.
    """
    return bool(
        (_UNDONE.match(part) and not (_NO_MORE.match(part) and _ONCE.search(before)))
        or _is_aside(part)
        or (_STILL_SO.match(part) and _ONCE.search(before))
        or (_ENDED.match(part) and _BEGUN.search(before) and not _ENDED.match(before))
    )


_LONGEST = 8  # words of a limit that has no verb
_VERBS = re.compile(
    r"\b(?:i|we|you|he|she|they|it|is|are|am|has|have|had|do|does|can|will|would|was|were|\w+n't|"
    r"(?:hate|love|like|prefer|enjoy|dislike|eat|drink|(?<!at )(?<!for )(?<!from )work|live|use|"
    r"need|want|get|go|take|make|know|think|find|smoke|drive)s?)\b|'(?:s|m|re|ve|ll)\b(?= \w+)",
    re.IGNORECASE,
)


def is_limit(part: str) -> bool:
    """Return whether what follows "but" is no statement: "soup", "not before noon"."""
    few = len(part.split()) <= _LONGEST
    return few and not _VERBS.search(part) and not tells_past(part)


_LIMITS = re.compile(
    r"\b(?:except|excepting|apart from|other than|aside from|save for|unless|but|only|as long as|"
    r"provided|mostly|sometimes|with the exception)\b",
    re.IGNORECASE,
)


_LIMITS_LAST = re.compile(
    r"(?:but )?(?:not (?!sure\b|that\b|to\b|only\b|bad\b)|(?:only|except|unless|mostly|apart from|"
    r"at least|never (?=on|in|at|before|after|with))\b)",
    re.IGNORECASE,
)


def limits(sentence: str) -> bool:
    """Return whether a sentence or clause begins as one that limits what was said before it."""
    return _LIMITS_LAST.match(sentence) is not None


def limited(tail: str) -> bool:
    """Return whether what stands behind the words that a rule read limits them."""
    return _LIMITS.search(tail) is not None


def is_understood(tail: str, kind: Kind) -> bool:
    """Return whether what follows the words that a rule read leaves them standing.

    tail: the rest of the clause; kind: of a name, where the scene knows it.
    """
    text = tail.strip()
    rest = text.strip(" ,.!:()")
    if not rest:
        return True
    pieces = (rest, *re.split(r",\s*|\s+and\s+", rest)[1:])
    if _HEDGE.search(tail) or any(_UNDONE.match(one) or _ENDED.match(one) for one in pieces):
        return False
    if text.startswith(",") and _COMMA.match(rest):
        return False
    if _LOOSE.match(rest):
        return False
    into = _INTO.match(rest)
    return into is None or _is_somewhere(into, kind, aside=text.startswith("("))


def _is_somewhere(into: re.Match[str], kind: Kind, *, aside: bool) -> bool:
    """Return whether "in Bonn", "at Acme" says where in the world; not "in Civ VI", "on Mars"."""
    name = into["name"]
    if is_place(name):
        return True
    known = kind(name)
    if known or aside:
        return known not in (None, "thing")
    if is_game(name) or _NUMBERED.search(name) or "The " in into[0]:
        return False
    return into["how"] in ("in", "at", "from", "by")
