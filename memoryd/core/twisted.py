"""Twisted: whether a loosely worded text turns what its lines say into something else.

A text may leave out and reword; it may not lose a doubt, a condition or a limit, change sides in a
comparison, or give one's deed to another. Lists of words, so they miss; on doubt they refuse.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from memoryd.core.deeds import BASES
from memoryd.core.governed import is_ungoverned
from memoryd.core.grounding import agrees, shared
from memoryd.core.mood import (
    AHEAD,
    ASKS,
    ENDS,
    IF,
    KEPT,
    LIMIT,
    MOCK,
    QUESTION_SHOWN,
    without_preface,
)
from memoryd.core.opposed import labelled
from memoryd.core.paired import is_mixed, moves_to_day
from memoryd.core.regex import regex
from memoryd.core.text import STOP_WORDS, content_stems, stem, words
from memoryd.core.told_subject import other_subject
from memoryd.core.whose import is_anothers

_SENTENCES = regex(r"(?<=[.!?;])\s+|\n+")
_CLAUSES = regex(
    r"[,:;–—()]+\s+|(?<!\s)\s+(?:-\s+|(?=(?:but|because|so|since)\b)"
    r"|and\s+(?=(?:i|we|he|she|they|you|then|maybe|never|not|do|don't|against|\w+ed)\b))",
    re.IGNORECASE,
)
_DEPENDS = regex(  # a clause that says of its neighbour how far it holds
    rf"(?:but\ |and\ |though\ )?(?:{IF}|{LIMIT}|{MOCK})\b", re.IGNORECASE | re.VERBOSE
)
_MOCKS = regex(rf"\W*(?:{MOCK})\b", re.IGNORECASE | re.VERBOSE)
_ONLY_THEN = regex(r"\bonly then\b", re.IGNORECASE)
_GOES_ON = regex(  # what says of the sentence before it when that is to be done
    r"\W*(?:(?:only )?then|after that|afterwards|(?:(?:but|and|just|please|always) )*"
    r"(?:ask|check with|consult|get|wait for|not without|never without|only with|only after)\b.*"
    r"\b(?:first|beforehand|without|only)\b)",
    re.IGNORECASE,
)
_WHETHER = regex(
    r"\b((?:ask|know|see|check|wonder|sure|tell|told|find out)\w*(?: \w+)?) if\b", re.IGNORECASE
)
_FEWEST = 3  # content words; less is too little to be called close to anything
_CLOSE, _COVERED = 0.75, 0.5  # of the content of a close clause, and of the words it is drawn from
_ASIDE = 3  # words of a clause that only hedges its neighbour: "maybe", "I think"
_OPPOSITES = tuple(
    frozenset(stem(word) for word in pair.split("/"))
    for pair in """short/long brief/long early/late earlier/later morning/evening more/less
    many/few more/fewer with/without start/stop begin/end open/close opened/closed
    buy/sell bought/sold lend/borrow lent/borrowed accept/reject give/take gave/took give/get
    gave/got win/lose won/lost hire/fire increase/decrease raise/lower up/down always/never
    love/hate good/bad hot/cold high/low big/small large/small fast/slow cheap/expensive
    first/last best/worst better/worse public/private remote/onsite minimum/maximum
    arrive/leave join/leave joined/left send/receive sent/received sent/got top/bottom
    day/night morning/night weekday/weekend push/pull pass/fail allow/forbid happy/sad
    easy/hard sooner/later enable/disable add/remove agree/disagree approve/reject
    formal/informal formal/casual detailed/short verbose/terse like/dislike loud/quiet
    if/unless import/export upgrade/downgrade deposit/withdraw married/divorced plain/fancy
    inside/outside above/below simple/complex light/dark left/right credit/debit
    lender/borrower raised/lowered all/none won/beaten employer/employee teach/learn taught/learned
    strong/weak rich/poor
    """.split()
)  # fmt: skip
_TRANSFERS = frozenset(
    frozenset(stem(word) for word in pair.split("/"))
    for pair in """buy/sell bought/sold lend/borrow lent/borrowed give/get gave/got send/receive
    sent/received sent/got teach/learn taught/learned""".split()
)
_PREPOSITIONS = frozenset("from to into before after until over under for against by with".split())
_OPPOSED = tuple(
    frozenset(pair.split("/"))
    for pair in "from/to from/into from/until over/under for/against to/by".split()
)
_USED_TO = regex(r"\bused to\b", re.IGNORECASE)  # no direction
_REACH = 3  # words from a preposition to what it governs
_LIKED = regex(
    r"\b(?:prefer\w*|favou?r\w*|pick(?:ed|s)?|choos\w*|chosen?|choice|decid\w*|decision|likes?"
    r"|go(?:es|ing)?|went|us(?:e|es|ed|ing)|value[sd]?|love[sd]?|enjoys?|rather|trust\w*)\b",
    re.IGNORECASE,
)
_PIVOT = regex(
    r"\b(?:instead of|rather than|more than|than|over)\s|,\s(?:and |but )?not\s", re.IGNORECASE
)
_READ = 2_000  # characters of a sentence that is looked at for what it compares
_NEEDS_LIKING = frozenset({"over", "not", "and not", "but not"})
_PREFERS_TO = regex(r"\b(?:prefer|favou?r)\w*\b(?P<left>.{1,120}?)\sto\s", re.IGNORECASE)
_INSTEAD = regex(
    r"^\W*(?:instead of|rather than)\s(?P<right>.+?)(?:,|\s(?=(?:i|we|use)\b))(?P<left>.+)",
    re.IGNORECASE,
)
_WORSE = regex(r"\b(?:less|worse|fewer|lower|dislik\w*|hat(?:e|es|ed))\b", re.IGNORECASE)
_NO = regex(r"\b(?:not|no|never|without|avoids?|dislikes?|hates?|dropped)\b|n't\b", re.IGNORECASE)
_DENIES = regex(r"\b(?:not|no|never|without)\b|n't\b", re.IGNORECASE)
_DENIED = regex(r"(?:\b(?:not|no|never|without)|n't)\s+((?:[\w'-]+\s*){1,3})", re.IGNORECASE)
_AHEAD = regex(
    r"\b(?:will|shall|going to|plan(?:s|ning)? to|tomorrow|want\w* to|should|must|needs? to|ha(?:ve"
    r"|s) to|ought|hop(?:e|es|ing) to|would|remind|(?:don't forget|remember) to)\b|'ll\b",
    re.IGNORECASE,
)


def is_twisted(text: str, said: str, *, names: str = "") -> bool:
    """Return whether a clause of a text says otherwise than every sentence that it may come from.

    names: of who spoke, and the operator's: "I" in the words said.
    """
    sentences = _sentences(without_preface(said))
    return any(
        not any(_stands(clause, text, sentence, names) for sentence in nearest)
        for piece in _sentences(text)
        for clause in _units(piece)
        if (nearest := _nearest(clause, sentences))
    )


def is_closely_twisted(text: str, said: str) -> bool:
    """Return whether a clause that stays close to the words said turns their sense around.

    For facts, which may be put together from much that was said: what is only loosely drawn from
    the words is not judged.
    """
    sentences = _sentences(without_preface(said))
    return any(
        nearest and not any(holds(clause, text, sentence) for sentence in nearest)
        for piece in _sentences(text)
        for clause in _units(piece)
        for holds in [_keeps_sense if len(content_stems(clause)) >= _FEWEST else _keeps_sides]
        for nearest in [_nearest(clause, sentences)]
    )


def loses_sense(sentence: str, fact: str) -> bool:
    """Return whether a sentence that tells a fact loses a doubt, limit or plan, or opposes it."""
    unit = drawn_on(sentence, fact)
    cues = (*KEPT, AHEAD)
    lost = any(said.search(unit) and not shown.search(sentence) for said, shown in cues)
    return lost or _opposes(sentence, unit) or _denies_another(sentence, unit)


def _denies_another(ours: str, theirs: str) -> bool:
    """Return whether of two things that both texts hold each denies another one."""
    denied = [_denied(text) for text in (ours, theirs)]
    both = content_stems(ours) & content_stems(theirs)
    return bool((denied[0] - denied[1]) & both) and bool((denied[1] - denied[0]) & both)


def _denied(text: str) -> frozenset[str]:
    """Return the content stems that closely follow a word that denies."""
    return content_stems(" ".join(match[1] for match in _DENIED.finditer(text)))


def _keeps_sides(clause: str, text: str, sentence: str) -> bool:
    return not (_turns_around(text, clause, sentence) or is_ungoverned(clause, text, sentence))


def _keeps_sense(clause: str, text: str, sentence: str) -> bool:
    """Return whether a clause is not close to a sentence, or says what it says."""
    unit = drawn_on(clause, sentence)
    ours, theirs = content_stems(clause), content_stems(unit)
    if len(shared(ours, theirs)) < _CLOSE * len(ours):
        return True
    if len(shared(theirs, ours)) < _COVERED * len(theirs):
        return True
    lost = any(said.search(unit) and not shown.search(text) for said, shown in KEPT)
    ended = _ends(unit, text) or _ends(clause, sentence)
    return agrees(clause, unit) and not (
        lost
        or ended
        or _loses_a_question(text, clause, sentence, unit)
        or _opposes(clause, unit, but=_TRANSFERS)
        or _parts_ways(clause, text, sentence)
        or _turns_around(text, clause, sentence)
        or _done_already(clause, unit)
    )


def _parts_ways(clause: str, text: str, sentence: str) -> bool:
    """Return whether a clause loses what governs a deed, or gives one thing what is another's."""
    return is_ungoverned(clause, text, sentence) or is_mixed(clause, text, sentence)


def nearest_sentence(text: str, said: str) -> str | None:
    """Return the sentence of the words said that shares the most with a text, as it was said."""
    return next(iter(_nearest(text, _SENTENCES.split(said))), None)


def _stands(clause: str, text: str, sentence: str, names: str) -> bool:
    unit = drawn_on(clause, sentence)
    return not (
        _loses_a_cue(text, unit)
        or _ends(clause, unit)
        or _ends(text, sentence)
        or _parts_ways(clause, text, sentence)
        or _loses_a_question(text, clause, sentence, unit)
        or _opposes(clause, unit)
        or _turns_around(text, clause, sentence)
        or _done_already(clause, unit)
        or other_subject(clause, unit, names)
        or is_anothers(clause, sentence, names)
    )


@lru_cache(maxsize=256)
def _sentences(text: str) -> tuple[str, ...]:
    """Return the sentences of a text; one that takes the last one back belongs to it."""
    found: list[str] = []
    plain = _ONLY_THEN.sub("then", _WHETHER.sub(r"\1 whether", text.replace("’", "'")))
    for part in _SENTENCES.split(plain):
        if found and (_MOCKS.match(part) or _GOES_ON.match(part)):
            found[-1] = f"{found[-1]} {part}"
        elif part.strip():
            found.append(part)
    return tuple(found)


@lru_cache(maxsize=256)
def _units(sentence: str) -> tuple[str, ...]:
    """Return the clauses of a sentence, a condition, limit or hedge with what it is said of."""
    found: list[str] = []
    waits = ""
    for part in (each for each in _CLAUSES.split(sentence) if each.strip(" .!?")):
        depends = _DEPENDS.match(part) or (len(part.split()) <= _ASIDE and KEPT[0][0].search(part))
        if depends and found:
            found[-1] = f"{found[-1]} , {part}"
        elif depends:
            waits = f"{waits}{part} , "
        else:
            found.append(f"{waits}{part}")
            waits = ""
    return (*found, waits) if waits else tuple(found)


def _nearest(clause: str, sentences: Iterable[str]) -> list[str]:
    """Return the sentences that share the most with a clause; none where none shares a word."""
    stems = content_stems(clause)
    counts = {sentence: len(shared(stems, content_stems(sentence))) for sentence in sentences}
    most = max(counts.values(), default=0)
    return [sentence for sentence, count in counts.items() if most and count == most]


def drawn_on(clause: str, sentence: str) -> str:
    """Return the clauses of a sentence that a clause takes its words from."""
    units = _units(sentence)
    wanted = shared(content_stems(clause), content_stems(sentence))
    chosen: set[int] = set()
    while wanted:
        gains = [len(shared(wanted, content_stems(unit))) for unit in units]
        best = max(range(len(units)), key=gains.__getitem__, default=0)
        if not gains or not gains[best]:
            break
        chosen.add(best)
        wanted -= shared(wanted, content_stems(units[best]))
    return " , ".join(units[at] for at in sorted(chosen))


def _loses_a_cue(text: str, unit: str) -> bool:
    """Return whether a doubt, condition, limit or end is lost."""
    lost = any(said.search(unit) and not shown.search(text) for said, shown in KEPT)
    return lost or _ends(unit, text)


def _ends(one: str, other: str) -> bool:
    """Return whether one text tells of an end, and another neither does nor says no."""
    return any(end.search(one) and not (end.search(other) or _DENIES.search(other)) for end in ENDS)


def _loses_a_question(text: str, clause: str, sentence: str, unit: str) -> bool:
    if not sentence.rstrip(" \"')").endswith("?") or "?" in text:
        return False
    units = _units(sentence)
    asking = [at for at, each in enumerate(units) if ASKS.match(each)]
    asked = units[asking[-1] :] if asking else units
    shown = QUESTION_SHOWN.search(text) or ASKS.match(clause)
    return not shown and any(each in unit for each in asked)


def _opposes(clause: str, unit: str, but: frozenset[frozenset[str]] = frozenset()) -> bool:
    """Return whether a clause says the opposite of a word, or sends it the opposite way.

    but: opposites that are left to who does it (core.turned): what one gives the other gets.
    """
    ours, theirs = ([stem(word) for word in words(each)] for each in (clause, unit))
    new, gone = set(ours) - set(theirs), set(theirs) - set(ours)
    denied = bool(_DENIES.search(clause)) != bool(
        _DENIES.search(unit)
    )  # "not like" and "dislike" are one
    if not denied and any(
        pair & new and pair & gone and pair - new - gone == frozenset()
        for pair in _OPPOSITES
        if pair not in but
    ):
        return True
    if _trade_places(ours, theirs):
        return True
    governed, before = _governed(clause), _governed(unit)
    return any(
        frozenset((governed[word], before[word])) in _OPPOSED
        for word in governed.keys() & before.keys()
    )


def _trade_places(ours: Sequence[str], theirs: Sequence[str]) -> bool:
    """Return whether two opposites that both texts hold are said of each other's things."""
    for pair in _OPPOSITES:
        if not (pair <= set(ours) and pair <= set(theirs)):
            continue
        anchors = {word for word in set(ours) & set(theirs) - pair
                   if ours.count(word) == theirs.count(word) == 1
                   and word not in STOP_WORDS | _PREPOSITIONS}  # fmt: skip
        apart = [_nearer(ours, pair, word) == _nearer(theirs, pair, word) for word in anchors]
        if apart.count(False) > apart.count(True):
            return True
    return False


def _nearer(said: Sequence[str], pair: frozenset[str], word: str) -> str:
    """Return which of two words a third belongs to: the last one in front of it, else the first."""
    at = said.index(word)
    ahead = [each for each in said[:at] if each in pair]
    return ahead[-1] if ahead else next(each for each in said[at:] if each in pair)


def _governed(text: str) -> dict[str, str]:
    """Return the preposition in front of each content word that stands once."""
    found: dict[str, str] = {}
    said = words(_USED_TO.sub("once", text))
    counts = Counter(said)
    for at, word in enumerate(said):
        if word in STOP_WORDS or word in _PREPOSITIONS or counts[word] > 1:
            continue
        near = [each for each in said[max(0, at - _REACH) : at] if each in _PREPOSITIONS]
        if near:
            found[stem(word)] = near[-1]
    return found


def _turns_around(text: str, clause: str, sentence: str) -> bool:
    """Return whether what is preferred and what it is preferred to change places."""
    text, clause, sentence = (labelled(each) for each in (text, clause, sentence[:_READ]))
    sides = _compared(sentence)
    if sides is None:
        return False
    more, less = sides[0] - sides[1], sides[1] - sides[0]
    ours = _compared(clause) or _compared(text)
    if ours is None:
        stems = content_stems(clause)
        return bool(stems & less) and not stems & more and not _NO.search(text)
    better, worse = ours[0] & less, ours[1] & more
    return bool((better and (worse or not ours[0] & more)) or (worse and not ours[1] & less))


def _compared(text: str) -> tuple[frozenset[str], frozenset[str]] | None:
    """Return the content of what is preferred, and of what it is preferred to."""
    if swapped := _INSTEAD.match(text):
        return content_stems(swapped["left"]), content_stems(swapped["right"])
    if (to := _PREFERS_TO.search(text)) and not _PIVOT.search(text):
        left, right = to["left"], text[to.end() :]
    elif pivot := _PIVOT.search(text):
        left, right = text[: pivot.start()], text[pivot.end() :]
        liked = list(_LIKED.finditer(left))
        if pivot[0].strip(" ,").casefold() in _NEEDS_LIKING and not liked:
            return None
        left = left[liked[-1].end() :] if liked and left[liked[-1].end() :].strip() else left
    else:
        return None
    sides = content_stems(left), content_stems(right.split(",")[0])
    return sides[::-1] if _WORSE.search(text) else sides


def _done_already(clause: str, unit: str) -> bool:
    """Return whether a clause tells as done what the words said are only going to do."""
    if not (_AHEAD.search(unit) or moves_to_day(unit)):
        return False
    theirs = words(unit)
    return any(base in theirs for base in _bases(clause, frozenset(theirs)))


def _bases(clause: str, known: frozenset[str]) -> Iterator[str]:
    """Yield the plain forms of the past verbs of a clause that those words do not have."""
    said = words(clause)
    for before, word in zip(("", *said), said, strict=False):
        if word in known or before in ("be", "is", "are", "been", "being"):
            continue
        if word in BASES and not word.endswith("s"):  # "goes" is told of what is fixed, as a plan
            yield BASES[word]
        elif word.endswith("ed"):
            yield from (base for base in known
                        if stem(base) == stem(word) and not base.endswith("s"))  # fmt: skip
