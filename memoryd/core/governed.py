"""Governed: what must come first before a deed of a text is done, and what comes before what.

"Ask me before you push", "get my approval, then deploy", "never merge without a review" and
"deploys need my OK" are one thing: two sides in an order, of which the first may govern the second.
A text may leave such a deed out or tell it with its condition, not tell it bare or the other way
round. Lists of words, of English alone, so they miss.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations

from memoryd.core.date_words import MONTHS, NUMBERS, WEEKDAYS
from memoryd.core.deeds import BASES, lemma
from memoryd.core.grounding import shared
from memoryd.core.regex import regex
from memoryd.core.tacit import is_act
from memoryd.core.tense import tells_past
from memoryd.core.text import content_stems, stem, words
from memoryd.core.value import frozen

ASKED = "?"  # stands among the stems of a side that waits for somebody's word
_READ = 2_000  # characters of a sentence that are looked at

_WORD_OF = r"""approvals?|permission|consent|(?:an\ |your\ |my\ )?ok(?:ay)?|confirmation|go-?ahead
  |authori[sz]ation|green\ light|sign(?:s|ed|ing)?[\ -]offs?|clearance|blessing|say-so|reviews?"""
_GIVEN = r"""approved?|confirmed|authori[sz]ed|signed\ off|cleared|reviewed|checked|ok'?e?d|okayed
  |verified"""
_STRONG = rf"""{_WORD_OF}|{_GIVEN}|ask(?:s|ed|ing)?|consult\w*|approv(?:e|es|ing)|confirm(?:s|ing)?
  |(?:check|clear|agree|discuss|verif|align|coordinat)\w*\ (?:[\w']+\ ){{0,4}}?with
  |(?:run|runs|running|ran)\ (?:[\w']+\ ){{1,4}}?(?:by|past)
  |wait(?:s|ed|ing)?(?:\ for)?|await\w*|okays?
  |(?:have|has|had)\ (?:\w+\ )?(?:seen|read)|authori[sz](?:e|es|ing)|(?:say|says|said)\ (?:yes|so)
  |(?:let|lets|letting)\ [\w']+\ (?:see|read|look|check|review|approve|decide|confirm)"""
_GATE = regex(
    rf"""\b(?:{_STRONG}|(?:let|lets|letting)\ [\w']+\ know|show(?:s|ing|n)?|tell(?:s|ing)?
      |told|inform\w*|notif\w*|warn\w*|warning|(?:talk|speak)\w*\ (?:to|with)|review\w*
      |mention\w*|announc\w*)(?!\w)""",
    re.IGNORECASE | re.VERBOSE,
)
_IS_STRONG = regex(rf"\b(?:{_STRONG})(?!\w)", re.IGNORECASE | re.VERBOSE)
_MANNER = frozenset(
    map(stem, """never always prefer prefers like likes love loves want wants need needs please must
    should may can wish wishes let lets decide decided agree agreed first then later before after
    keep make makes sure remember forget really operator user don't insist insists require
    requires wait hold anything something everything""".split())
)  # fmt: skip
TIMES = frozenset(
    stem(word) for word in (
        *MONTHS, *WEEKDAYS, *NUMBERS, *(f"{day}s" for day in WEEKDAYS),
        *"""am pm noon midnight morning mornings evening evenings afternoon afternoons night nights
        day days week weeks weekend weekends month months year years hour hours minute minutes
        breakfast lunch dinner today tomorrow yesterday o'clock sunrise sunset dark""".split(),
    )
)  # fmt: skip
_HARD = regex(  # what stands beyond says nothing of what comes before what
    r"[;:–—()]+\s+|\s-\s|,?\s(?:because|since|although|though|whereas|while|so|but)\s|[.!?]\s+",
    re.IGNORECASE,
)
_BEFORE = regex(  # "now at Initech, before at Globex" is only then
    r"\b(?:before(?! at (?!least\b|most\b|all\b))|prior to|ahead of)\b", re.IGNORECASE
)
_AFTER = regex(
    r"\b(?:(?:only |not )?(?:right |just |directly )?after(?! all\b)|as soon as"
    r"|(?<!at )once(?= \w+ \w)(?! (?:and|or|but|an?|per|every|in)\b)"
    r"|following(?= (?:my|your|the|his|her|their|an?)\b))\b",
    re.IGNORECASE,
)
_UNTIL = regex(r"\b(?:until|till|unless|without)\b", re.IGNORECASE)
_THEN = regex(
    r"(?:[,;.]|(?<!\s))(?:\s+and|\s+but)?\s+(?<!since )(?<!until )(?<!by )(?<!back )(?<!from )"
    r"(?:only then|then|afterwards|after that|after which)\b\s*",
    re.IGNORECASE,
)
_PARALLEL = regex(r",?\s(?:and|but|or)\s|,\s", re.IGNORECASE)
_OWN_CLAUSE = regex(r",?\sand\s(?=(?:i|we|he|she|they|please|also|always|never)\b)", re.IGNORECASE)
_NO = regex(
    r"\b(?:not|no|never|cannot|nobody|nothing|none|nor|neither)\b|n't\b|\bdont\b", re.IGNORECASE
)
_NO_BUT = regex(  # denies nothing of the deed
    r"\b(?:(?:don't|do not|never|not) (?:ever )?forget|no (?:problem|doubt|matter))\b",
    re.IGNORECASE,
)
_HOLDS = regex(r"\b(?:wait|hold|keep|delay|postpone)\w*\b", re.IGNORECASE)
_ORDERS = regex(
    r"""\b(?:please|(?<!\bi\ )(?<!\bwe\ )(?:always|never)|must|should|(?:have|has|needs?)\ to
      |wants?|you|your|don't|do\ not|let's|let\ me|decided?|agreed|rules?|required?|only|can
      |(?-i:[Mm]ay(?=\ [a-z]))|insists?|would\ like|expects?|make\ sure|remember|nobody|no\ one
      |everyone)\b|'d\ like\b""",
    re.IGNORECASE | re.VERBOSE,
)
_NEEDS = regex(
    rf"""\b(?:(?:needs?|requires?|takes?|ha(?:s|ve)|must\ have|calls?\ for|subject\ to|pending
      |upon|only\ (?:with|on|by)|with|under)\ (?:[\w']+\ ){{0,3}}?(?:{_WORD_OF})
      |(?:must|should|shall|may|can|ha(?:s|ve)\ to|needs?\ to|(?:is|are)\ to|wants?)
       \ (?:[\w']+\ ){{0,2}}?be\ (?:\w+\ )?(?:{_GIVEN})
      |(?:is|are)\ (?:always\ |only\ |first\ )?(?:{_GIVEN})\ by
      |(?:go|goes)\ (?:through|past|via)\ (?=me\b|us\b))(?!\w)""",
    re.IGNORECASE | re.VERBOSE,
)
_ASKS_ABOUT = regex(
    r"""\b(?:ask|consult|(?:check|clear|talk|speak|agree)\w*\ (?:[\w']+\ )?(?:with|to))
      \ (?:[\w']+\ ){1,3}?(?:about|on|for|regarding|concerning|when(?:ever)?|if|whether
      |(?:every|each)\ time|to)\ """,
    re.IGNORECASE | re.VERBOSE,
)  # fmt: skip
_APART = regex(r"(?:[,;.:–—]\s+|\s-\s)(?:(?:but|and)\s)?|\s(?:but|and)\s", re.IGNORECASE)
_WHEN = regex(r"^\W*(?:when(?:ever)?|if|(?:every|each) time|for|on|as for)\s", re.IGNORECASE)
_ONLY_THEN = regex(
    r"\bonly (?=(?:after|once|when|with|if|upon|then)\b)|\bfirst\b(?=,| and\b|$)", re.IGNORECASE
)
_MEANT = regex(
    r"\b(?:agreed|decided|planned|promised|wanted|meant|had|asked) (?:\w+ )?to\b", re.IGNORECASE
)
_SUBJECT = regex(r",|\s(?=(?:i|we|you|he|she|they|please|always|never)\b)", re.IGNORECASE)
_IS_FIRST = regex(r"^\W*first\b|\bfirst\b(?=\W*$|,)", re.IGNORECASE)
_FIRST = regex(
    r"\b(?:first|beforehand|in advance|up ?front|(?:every|each) time|always|though)\b",
    re.IGNORECASE,
)
_CLAUSE = regex(r"\b(?:i|we|you|he|she|they|it|is|are|has|have|been)\b|^\W*\w+ing\b", re.IGNORECASE)


@frozen
class Order:
    """Two sides of a text, as content stems; ASKED is among them where one waits for a word.

    governs: what is told to be done then may only be told with what comes first.
    """

    first: frozenset[str]
    then: frozenset[str]
    governs: bool = False

    def agrees(self, said: "Order") -> bool:
        """Return whether both have something of each side in this order."""
        return _meet(self.first, said.first, said.then) and _meet(self.then, said.then, said.first)

    def turns(self, said: "Order") -> bool:
        """Return whether what comes first in one comes then in the other."""
        return _meet(self.first, said.then, said.first) and _meet(self.then, said.first, said.then)


def is_ungoverned(clause: str, text: str, sentence: str) -> bool:
    """Return whether a clause of a text tells a deed bare that a sentence lets something govern.

    Also whether the text puts two things of the sentence in another order.
    """
    said = orders(sentence)
    if not said:
        return False
    ours = orders(text)
    return _is_out_of_order(text, ours, said, sentence) or _is_bare(clause, text, ours, said)


@lru_cache(maxsize=1024)
def orders(text: str) -> tuple[Order, ...]:
    """Return what comes before what in a text, sentence by sentence."""
    plain = text[:_READ].replace("’", "'")
    found: list[Order] = []
    for part in _parts(plain):
        found += (*_around(part, _BEFORE, flips=False), *_around(part, _AFTER, flips=True))
        found += _limited(part)
        found += _needed(part)
    return tuple(order for order in (*found, *_chained(plain), *_asked_first(plain))
                 if order.first and order.then)  # fmt: skip


def without_first(text: str, said: str) -> str:
    """Return a text without the words that only say that what governs a deed comes first.

    "Only after approval" and "ask first, then" say no more than "ask before you push" does.
    """
    theirs = [order for order in orders(said) if order.governs]
    ours, stems = orders(text), _stems(text)
    is_told = any(mine.agrees(each) for mine in ours for each in theirs) or (
        not ours and any(_meet(stems, each.first, each.then) for each in theirs)
    )
    return _ONLY_THEN.sub("", text) if is_told else text


# -- what contradicts ----------------------------------------------------------------------------


def _meet(ours: frozenset[str], theirs: frozenset[str], other: frozenset[str]) -> bool:
    return bool(shared(ours, theirs - other))


def _is_out_of_order(
    text: str, ours: Sequence[Order], said: Sequence[Order], sentence: str
) -> bool:
    known = _stems(sentence)
    stems = _stems(text)
    if _IS_FIRST.search(text) and any(
        _meet(stems, each.then, each.first) and not _meet(stems, each.first, each.then)
        for each in said
    ):
        return True
    for mine in ours:
        if any(mine.agrees(each) for each in said):
            continue
        if any(mine.turns(each) or _is_put_with_another(mine, each, known) for each in said):
            return True
    return False


def _is_put_with_another(mine: Order, said: Order, known: frozenset[str]) -> bool:
    """Return whether one side is that of the words said and the other another thing of them."""
    first, then = _meet(mine.first, said.first, said.then), _meet(mine.then, said.then, said.first)
    rest = mine.then if first else mine.first
    theirs = said.then if first else said.first
    return first is not then and bool(shared(rest, known)) and not shared(rest, theirs)


def _is_bare(clause: str, text: str, ours: Sequence[Order], said: Sequence[Order]) -> bool:
    stems = _stems(clause)
    return any(
        each.governs and _meet(stems, each.then, each.first) and not _shows(text, ours, each)
        for each in said
    )


def _shows(text: str, ours: Iterable[Order], said: Order) -> bool:
    """Return whether a text tells what governs a deed."""
    if any(mine.agrees(said) for mine in ours):
        return True
    if ASKED in said.first:
        return _GATE.search(text) is not None
    return _meet(_stems(text), said.first - _MANNER, said.then)


# -- reading -------------------------------------------------------------------------------------


def _parts(text: str) -> Iterator[str]:
    """Yield the parts of a text that tell of an order by themselves: "A before B and C after D"."""
    for piece in _HARD.split(text):
        halves = _PARALLEL.split(piece)
        spots = [at for at, half in enumerate(halves) if _relates(half)]
        leads = [_relates_at_once(halves[at]) for at in spots]
        if len(spots) < 2 or (leads[0] and not all(leads)):  # noqa: PLR2004 - two are apart
            yield piece
            continue
        begin = 0
        for at in spots:
            yield " and ".join(halves[begin : at + 1])
            begin = at + 1


def _relates(text: str) -> bool:
    return any(form.search(text) for form in (_BEFORE, _AFTER))


def _relates_at_once(text: str) -> bool:
    return any(form.match(text.lstrip()) for form in (_BEFORE, _AFTER))


def _around(part: str, form: re.Pattern[str], *, flips: bool) -> Iterator[Order]:
    """Yield the order of what stands on both sides of a word; flips: of "after"."""
    cut = form.search(part)
    if cut is None:
        return
    left, right = part[: cut.start()], part[cut.end() :]
    if not content_stems(left):  # "Before you push, ask me"
        right, left = _turned_round(right)
    left, right = _OWN_CLAUSE.split(left)[-1], _OWN_CLAUSE.split(right)[0]
    if not _is_list(right):
        right = right.split(",")[0]
    denies = _NO.search(_NO_BUT.sub(" ", left)) is not None
    first, then = (right, left) if flips is not denies else (left, right)
    whole = first is left or not flips or _says_when(cut[0], right)
    yield _order(first, then, orders_=_is_order(part), binds=whole)


def _turned_round(text: str) -> tuple[str, str]:
    """Return what a clause that opens its sentence says, and the rest."""
    if "," in text:
        clause, _, rest = text.partition(",")
        return clause, rest
    cut = _SUBJECT.search(text.lstrip(), 1)
    text = text.lstrip()
    return (text[: cut.start()], text[cut.end() :]) if cut else (text, "")


def _says_when(word: str, right: str) -> bool:
    """Return whether what stands behind "after" is more than a time or a thing."""
    return not word.endswith("after") or bool(_CLAUSE.search(right) or _GATE.search(right))


def _is_list(text: str) -> bool:
    return re.match(r"[^,]+,(?: \w+){1,3}(?:,(?: \w+){1,3})*,? (?:and|or) ", text) is not None


def _order(first: str, then: str, *, orders_: bool, binds: bool = True) -> Order:
    sides = _side(first), _side(then)
    timed = sides[0] <= TIMES or all(each in TIMES or each[0].isdigit() for each in sides[0])
    governs = binds and not timed and not tells_past(_MEANT.split(then)[-1]) and (
        orders_ or _IS_STRONG.search(first) is not None
    )  # fmt: skip
    return Order(*sides, governs)


def _side(text: str) -> frozenset[str]:
    found = _stems(text) - _MANNER
    return found | {ASKED} if _GATE.search(text) else found


def _stems(text: str) -> frozenset[str]:
    """Return the content stems of a text; "sent" is also "send"."""
    return content_stems(text).union(lemma(word) for word in words(text) if word in BASES)


def _is_order(part: str) -> bool:
    first = next(iter(words(part)), "")
    return bool(_ORDERS.search(part) or is_act(first) or _GATE.match(part.lstrip()))


def _limited(part: str) -> Iterator[Order]:
    """Yield what a deed denied waits for: "never push without asking", "no deploy until"."""
    cut = _UNTIL.search(part)
    if cut is None:
        return
    left, right = part[: cut.start()], part[cut.end() :]
    if not content_stems(left):
        right, left = _turned_round(right)
    denies = _NO.search(_NO_BUT.sub(" ", left)) is not None
    waits = cut[0].casefold() in ("until", "till") and _HOLDS.search(left) is not None
    if denies or waits:
        yield _order(right, left, orders_=_is_order(part))
    elif cut[0].casefold() == "without" and _IS_STRONG.search(right):
        yield Order(_side(left), _side(right))


def _needed(part: str) -> Iterator[Order]:
    """Yield what a deed needs somebody's word for: "deploys need my approval"."""
    cut = _NEEDS.search(part)
    if cut is None or _relates(part[: cut.start()]):
        return
    left = _OWN_CLAUSE.split(part[: cut.start()])[-1]
    free = _NO.search(left) is not None
    first, then = part[cut.start() : cut.end()], f"{left} {part[cut.end() :]}"
    if free:
        yield Order(_side(then), _side(first))
    else:
        yield _order(first, then, orders_=True)


def _chained(text: str) -> Iterator[Order]:
    """Yield the orders of what is told one after the other: "A first, then B"."""
    for piece in re.split(r"(?<=[.!?])\s+(?!(?:only then|then|after that|afterwards)\b)",
                          text, flags=re.IGNORECASE):  # fmt: skip
        parts = [part for part in _THEN.split(piece) if content_stems(part)]
        for first, then in combinations(parts, 2):
            yield _order(first, then, orders_=_is_order(first))


def _asked_first(text: str) -> Iterator[Order]:
    """Yield what is to be asked of a deed in a clause of its own: "..., but ask me first"."""
    about = _ASKS_ABOUT.search(text)
    if about and _is_order(text):
        yield _order(about[0], text[about.end() :].partition(",")[0], orders_=True)
    pieces = [each for each in _APART.split(text) if each.strip()]
    for at, piece in enumerate(pieces):
        if not (_IS_STRONG.search(piece) and _is_order(piece)):
            continue
        leads = [each for each in pieces[:at] if _WHEN.match(each)]
        if leads:
            yield _order(piece, leads[-1], orders_=True)
        elif at and _FIRST.search(piece) and _is_order(pieces[at - 1]) and not _relates(piece):
            yield _order(piece, pieces[at - 1], orders_=True)
