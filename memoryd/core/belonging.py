"""Belonging: what goes with what in a clause: sides of a comparison, an amount and its partner.

A clause of a summary may leave things out of a fact, but not what its other words rest on: that
it was once, which of two is preferred, whose deed it is, and to whom an amount goes.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from memoryd.core.grounding import names_in
from memoryd.core.numbers import stated_numbers
from memoryd.core.regex import regex
from memoryd.core.tense import tells_past
from memoryd.core.text import content_stems, stem

_PIECE = regex(r"[,;:()–—]+\s*|\s(?:and|but|while|who|which|where|because|although)\s")
_ENDED = regex(
    r"\b(?:former(?:ly)?|previous(?:ly)?|used to|no longer|not any ?more|ex-|retired|erstwhile"
    r"|past (?=[a-z])|once (?!a\b|an\b|per\b)|until|till"
    r"|^(?:[A-Z][\w-]* )?(?:was|were|had been)\b(?! \w+(?:ed|en)\b| (?:not )?(?:born|told|taught"
    r"|sold|paid|built|made|held|sent|won|lent|left|found|kept|brought|bought|hurt|set|put|to)\b)|ehemalig\w*|früher\w*|ancien\w*)",
    re.IGNORECASE,
)
_WAS = regex(
    rf"{_ENDED.pattern}|\b(?:was|were|until|till|had|ended|left|quit|stopped|resigned|before"
    r"|earlier|past|nicht mehr|war|bis|n'est plus|jusqu\w*|antes|hasta|over)\b",
    re.IGNORECASE,
)
# What makes another thing of the word behind it, or of the one before: a vice president is none.
_QUALIFIES = regex(
    r"\b(?P<how>vice|deputy|acting|interim|future|aspiring|prospective|would-be|honorary|associate"
    r"|assistant|step|half|god|foster|adoptive|co|great|grand)[ -](?P<what>[a-z]+)"
    r"|\b(?P<kin>[a-z]+)-(?P<law>in-law)\b",
    re.IGNORECASE,
)
_RANKS = regex(
    r"\b(?:(?P<by>[a-z]+er|more|less|better|worse) (?:[a-z]+ )?than|rather than|instead of|than"
    r"|as (?P<like>[a-z]+) as"
    r"|(?P<choice>over|to|above|ahead of|before))\b",
    re.IGNORECASE,
)
_CHOOSES = regex(
    r"\b(?:prefer\w*|favou?r\w*|ch[oa]o?s\w*|pick\w*|rank\w*|puts?|value\w*|decid\w*|went for)\b",
    re.IGNORECASE,
)
_PREFERS = regex(r"\bprefer\w* (?:[\w-]+ ){0,4}$", re.IGNORECASE)
_HER = regex(r" (?:her|him|it|them)\b")
_NO_SIDE = regex(r"\s*(?:\d|an?\s|one\b|two\b|three\b|half\b|ever\b|usual\b|before\b|expected\b)")
_SIDE_ENDS = regex(
    r"[,.;:()–—]|\s(?:and|but|because|since|when|while|for|in|on|at|with|by|from|during|as|if)\s|$"
)
_FEW = dict(zip("one two three four five six seven eight nine ten eleven twelve".split(),
                map(str, range(1, 13)), strict=True))  # fmt: skip
_WITH_UNIT = regex(
    rf"(?P<sign>[$€£])?\s?(?P<n>\d[\d.,]*\d|\d|\b(?:{'|'.join(_FEW)})\b)\s?"
    r"(?P<unit>[^\W\d_]{2,}|[€%])?",
    re.IGNORECASE,
)
_SIGNS = {"$": "dollar", "€": "euro", "£": "pound"}
_NEAR = (
    r"(?:wife|husband|spouse|partner|boyfriend|girlfriend|fianc[ée]e?|son|daughter|child|children"
    r"|kids?|brother|sister|siblings?|mother|father|mum|mom|dad|parents|cousin|aunt|uncle|niece"
    r"|nephew|grand\w+|friend|boss|colleague|coworker|neighbou?r|roommate|flatmate|landlord"
    r"|landlady|employer|manager|team|company|dog|cat)"
)
_NAME = r"[A-Z][\w-]*"
_WITH_WHOM = regex(
    rf"\b(?P<how>from|after|on|about|for|at|in|over|against|of|to|with) (?:the )?(?P<whom>{_NAME})"
)
# What both are to each other, and what "with" tells of both.
_BOTH = regex(
    r"\b(?:marri\w+|engaged|related|close|next|talk\w*|sp[eo]aks?|spoke|chat\w*|similar|equal"
    r"|identical|connected|linked|different|apart|separated|divorced|play\w*|met|meets?|friends?|colleagues?|partners?|cousins?"
    r"|neighbou?rs?|siblings?|co-?workers?|spouse|\w+mates?|twins?|rivals?|relatives?|peers?)\b"
    r"|(?<!love)(?<!angry)(?<!annoyed)(?<!happy)(?<!pleased)(?<!bored)(?<!upset)(?<!disappointed)"
    r"(?<!obsessed) with\b",
    re.IGNORECASE,
)
_BIDS = regex(rf"\b(?P<one>{_NAME}) (?:not )?to [a-z]+\b[^.;]*?\b(?P<other>{_NAME})")
_OWNED = regex(rf"\b(?P<who>{_NAME})['’]s (?P<what>[a-z][\w-]*(?: [a-z][\w-]*){{0,2}})")
_APART = regex(
    rf"\b(?:unlike|except(?: for)?|apart from|other than|as opposed to|in contrast to|without)"
    rf" (?P<who>{_NAME})",
    re.IGNORECASE,
)
_SAYS_APART = regex(
    r"\b(?:unlike|except|apart|other|opposed|contrast|without|not|no|never)\b|n['’]t\b",
    re.IGNORECASE,
)
_AND = regex(r";\s+|\s(?:and|but|while|whereas)\s")
_OF_ANOTHER = regex(
    rf"(?:(?:the|an?|his|her|their|its|my) )?(?:[a-z]+ )??(?P<who>{_NEAR}) "
    r"(?:[a-z]+ly )?(?:[a-z]+(?:[^s]s|ed)|is|was|are|were|has|had|may|might|can|will|works?|lives?"
    r"|left|went|got|met|bought|sold)\b",
    re.IGNORECASE,
)


_SPEAKS = (
    r"said|says|told|tells|thinks?|thought|believes?|believed|claims?|claimed|heard|mentioned|fears"
    r"|feared|suspects?|suspected|assumes|expects?|expected|predicts?|predicted|guesses|warned"
    r"|announced|reported|feels|worries|worried|supposes|imagines|doubts"
)
_SAID = regex(
    rf"(?:[A-Z][\w-]* )?(?:(?i:was|is) )?(?i:{_SPEAKS})(?: [A-Z][\w-]*)? (?:that\b|[A-Z])"
)
_SHOWS_SAID = regex(
    rf"\b(?:{_SPEAKS}|according|opinion|view|belief|worry|word|news|warning|report)\b",
    re.IGNORECASE,
)


def unpaired(clause: str, fact: str, own: frozenset[str]) -> bool:
    """Return whether a clause takes from a fact what it does not say without the rest of it.

    own: stems of the name of whom both are about.
    """
    return (
        loses_end(clause, fact)
        or _loses_kind(clause, fact)
        or _loses_owner(clause, fact)
        or (_SAID.match(fact) is not None and not _SHOWS_SAID.search(clause))
        or _swaps_sides(clause, fact)
        or _mirrors(clause, fact, own)
        or _loses_owned(clause, fact)
        or _joins_apart(clause, fact)
        or _borrows_within(clause, fact, own)
        or _other_amount(clause, fact, own)
    )


def loses_end(clause: str, fact: str) -> bool:
    """Return whether a clause says of today what a fact tells as over: "former manager"."""
    if not _ENDED.search(fact) or _WAS.search(clause) or tells_past(clause):
        return False
    stems = content_stems(clause)
    near = [(len(stems & content_stems(piece)), piece) for piece in _PIECE.split(fact)]
    most = max(count for count, _ in near)
    return most > 0 and all(_ENDED.search(piece) for count, piece in near if count == most)


def _loses_kind(clause: str, fact: str) -> bool:
    small = clause.casefold()
    return any(
        (each["how"] or each["law"]).casefold() not in small
        and stem((each["what"] or each["kin"]).casefold()) in content_stems(clause)
        for each in _QUALIFIES.finditer(fact)
    )


def _loses_owner(clause: str, fact: str) -> bool:
    """Return whether a fact opens with what somebody near does, who is not named in a clause."""
    opens = _OF_ANOTHER.match(fact)
    return opens is not None and stem(opens["who"].casefold()) not in content_stems(clause)


def _swaps_sides(clause: str, fact: str) -> bool:
    """Return whether a clause turns a comparison round, or tells its lesser side alone."""
    for rank, better, lesser in _compared(fact):
        said = content_stems(clause)
        sides = [(ours, theirs) for _, ours, theirs in _compared(clause)]
        if not lesser and any(better & theirs for _, theirs in sides):  # "older than her"
            return True
        if not lesser:
            continue
        if not lesser & said:
            if rank and stem(rank) in said:
                return True
            continue
        if not any(lesser & theirs for _, theirs in sides):
            return True
        if any(better & theirs and not lesser & theirs for _, theirs in sides):
            return True
    return False


@lru_cache(maxsize=4096)
def _compared(text: str) -> tuple[tuple[str, frozenset[str], frozenset[str]], ...]:
    """Return the comparisons of a text: the word that ranks, the stems that stand on each side."""
    found: list[tuple[str, frozenset[str], frozenset[str]]] = []
    for mark in _RANKS.finditer(text):
        before, after = text[: mark.start()], text[mark.end() :]
        chooses = _PREFERS if mark["choice"] == "to" else _CHOOSES
        if (mark["choice"] and not chooses.search(before)) or _NO_SIDE.match(after):
            continue
        lesser = content_stems(_SIDE_ENDS.split(f"{after} ")[0])
        better = content_stems(_PIECE.split(before)[-1]) - lesser
        if lesser or _HER.match(after):
            rank = mark["by"] or mark["like"] or ""
            found.append((rank.casefold(), better, lesser))
    return tuple(found)


def _mirrors(clause: str, fact: str, own: frozenset[str]) -> bool:
    """Return whether a clause has those round whom a fact has beside a preposition: "fond of"."""
    bids = {(each["one"], each["other"]) for each in _BIDS.finditer(clause)}
    if any((each["other"], each["one"]) in bids for each in _BIDS.finditer(fact)):
        return True
    if _BOTH.search(fact):
        return False
    for each in _WITH_WHOM.finditer(fact):
        if not clause.startswith(f"{each['whom']} "):
            continue
        behind = re.search(rf"\b{each['how']} (?:the )?([\w-]+)", clause)
        if behind and (content_stems(behind[1]) <= own):  # a pronoun has no stem of content
            return True
    return False


def _loses_owned(clause: str, fact: str) -> bool:
    """Return whether a clause tells of one whom a fact names only as an owner: "Tom's mother"."""
    stems = content_stems(clause)
    return any(
        re.search(rf"\b{re.escape(each['who'])}\b", clause) is not None
        and not content_stems(each["what"]) & stems
        for each in _OWNED.finditer(fact)
        if content_stems(each["what"])
    )


def _joins_apart(clause: str, fact: str) -> bool:
    """Return whether a clause tells of one of whom a fact says that it is not so of them."""
    apart = {each["who"] for each in _APART.finditer(fact)}
    return any(
        re.search(rf"\b{re.escape(who)}\b", clause) is not None and not _SAYS_APART.search(clause)
        for who in apart
    )


def _borrows_within(clause: str, fact: str, own: frozenset[str]) -> bool:
    """Return whether a clause puts to one part of a fact a name that stands in another only."""
    names = content_stems(" ".join(names_in(clause))) - own
    content = content_stems(clause) - names - own
    pieces = _pieces(fact)
    near = [named - own for told, named in pieces if content <= told]
    return bool(names and content and near and len(pieces) > 1) and all(
        named and not named & names for named in near
    )


@lru_cache(maxsize=4096)
def _pieces(fact: str) -> tuple[tuple[frozenset[str], frozenset[str]], ...]:
    """Return the stems and the names of the parts of a fact; names alone belong to those before."""
    found: list[tuple[frozenset[str], frozenset[str]]] = []
    for piece in _AND.split(fact):
        stems = content_stems(piece)
        named = content_stems(" ".join(names_in(f"x {piece}" if found else piece)))
        if found and stems <= named:
            found[-1] = (found[-1][0] | stems, found[-1][1] | named)
        else:
            found.append((stems, named))
    return tuple(found)


def _other_amount(clause: str, fact: str, own: frozenset[str]) -> bool:
    """Return whether a clause has an amount of a fact with another number, or another's."""
    theirs = tuple(_amounts(fact))
    for number, unit, whom in _amounts(clause):
        same = [each for each in theirs if each[1] == unit]
        if not same:
            continue
        equal = [each[2] - own for each in same if each[0] & number]
        ours = whom - own
        if not equal or (ours and all(each and not each & ours for each in equal)):
            return True
    return False


def _amounts(text: str) -> Iterator[tuple[frozenset[str], str, frozenset[str]]]:
    """Yield each number of a thing: its readings, the thing, and the stems of the names beside."""
    for piece in _PIECE.split(text):
        whom = content_stems(" ".join(names_in(piece)))
        for each in _WITH_UNIT.finditer(piece):
            unit = _SIGNS.get(each["sign"] or each["unit"] or "") or each["unit"] or ""
            number = each["n"].casefold()
            read = stated_numbers(_FEW.get(number, number))
            if read and unit and content_stems(unit):
                yield read[0], stem(unit.casefold()), whom
