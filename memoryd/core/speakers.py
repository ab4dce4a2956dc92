"""Speakers: whether a line says itself who speaks in it, and whether what follows is speech.

No list of programs: a name, by itself or beside a time of day, before words of a first person.
"""

import re

from memoryd.core.cues import asked_for
from memoryd.core.date_words import MONTHS, WEEKDAYS
from memoryd.core.own_names import Names
from memoryd.core.regex import regex
from memoryd.core.value import frozen

_LONGEST = 160  # characters of a line in which its mark ends
_READ = 400  # characters of what follows that are looked at
_TIME = (
    r"\d{1,2}[:.h]\d\d(?::\d\d)?(?:[.,]\d{1,6})?(?:Z\b|[+-]\d\d:?\d\d)?"
    r"(?:\s?(?:[ap]\.?m\b\.?|uhr\b))?"
)
_MONTH = rf"(?:{'|'.join(sorted((m for m in MONTHS if m.isascii()), key=len, reverse=True))})\b\.?"
_WEEKDAY = (
    rf"(?:{'|'.join(day for day in WEEKDAYS if day.isascii())}|mon|tue|wed|thu|fri|sat|sun)\b"
)
_DAY = (
    r"(?:\d{1,4}[./-]\d{1,2}(?:[./-]\d{1,4})?|"
    rf"(?:{_WEEKDAY},?\s)?(?:\d{{1,2}}(?:st|nd|rd|th)?\.?\s{_MONTH}|{_MONTH}\s\d{{1,2}}(?:st|nd|rd|th)?)"
    rf"(?:,?\s\d{{4}})?|today|yesterday|heute|gestern|{_WEEKDAY})"
)
_WHEN = rf"(?:{_DAY}(?:[,T]\s?|,?\s)(?:at\s|um\s)?)?{_TIME}(?:,\s?{_DAY})?"
_STAMP = rf"(?:[\[(]\s?(?:{_WHEN}|{_DAY})\s?[\])]|{_WHEN})"
_AGO = (
    r"(?:(?<=[·•|]\s)\d{1,3}\s?[a-z]{1,3}\b|\d{1,2}\s(?:min|sec|hour|day|week|month)\w*\sago"
    r"|just now)"
)
_DECOR = r"(?:\d{1,3}[.)]\s)?[^\w\n@+<>\[\](){}\"'“”\u2018’„«»/\\|$]{0,6}_{0,2}[*~`]{0,3}"
_WORD = r"[^\W\d_][\w.'’-]{0,30}"
_NAME = (
    rf"(?:@?{_WORD}(?:(?:,\s|\s){_WORD}){{0,4}}?(?:\s\d{{1,2}}(?![\d.h/-]|:\d))?"
    r"|\+\d[\d ()./-]{6,20})"
)
_SAYER = (
    rf"(?P<name>{_NAME})(?:\s?\((?!\d)[^()\n]{{1,30}}\))?"
    r"(?:\s(?:via|on|per)\s\w{2,20})?[^\w\n:\uff1a>;|,\[(\u2013\u2014\t-]{0,6}_{0,2}"
)
_REST = r"(?P<rest>.*)"
# "[10:32] Tom: ...", "12/03/2026, 10:32 - Tom: ...", "[10:32 AM] Tom Lind".
_STAMPED_BEFORE = regex(
    rf"{_DECOR}{_STAMP}\s{{0,3}}[-\u2013\u2014|]?\s{{0,3}}{_DECOR}(?:from\s)?{_SAYER}"
    rf"(?:\sto\s[^:\n]{{1,40}}?)?\s{{0,3}}(?:[:\uff1a>]{_REST}|$)",
    re.IGNORECASE,
)
# "Tom Lind  10:32 AM", "Tom, 10:32: ...", "[Tom Lind, 12.03.2026 10:32] ...".
_STAMPED_AFTER = regex(
    rf"{_DECOR}\[?{_SAYER}[,\s|·•\u2013\u2014-]{{0,6}}(?:(?:at|um)\s)?(?:{_STAMP}|{_AGO})"
    rf"(?:\s{{0,3}}[:\uff1a>\])\u2013\u2014-]{{1,3}}{_REST}|(?<=[\])])(?P<more>.*)"
    r"|[^\w\n]{0,6}(?:\(?edited\)?)?$)",
    re.IGNORECASE,
)
# "Tom: ...", "**Tom**: ...", "- Tom> ...", "Tom - ...".
_NAMED = regex(
    rf"{_DECOR}(?:(?i:and|then|also|next|but)\s)?"
    rf"\[?{_SAYER}\]?(?:\s{{0,2}}[:\uff1a>;|](?!//)[*_]{{0,3}}|\s[-\u2013\u2014]{{1,2}}(?=\s)|\t)"
    rf"\s*{_REST}"
)
# "[Tom] ...", "(Tom) ...".
_BRACKETED = regex(rf"{_DECOR}[\[(](?=[^\Wa-z]){_SAYER}[\])]\s{{1,3}}{_REST}")
_MESSAGE = (
    r"(?:sms|texts?|messages?|notes?|e?-?mails?|voice ?mails?|voice (?:message|note)s?|dms?"
    r"|whatsapps?|letters?|repl(?:y|ies)|comments?|tweets?|posts?|chats?|conversation)"
)
# "Tom's reply: ...".
_SENT = regex(
    rf"{_DECOR}(?P<name>{_NAME})['’]s\s(?:new\s|last\s)?{_MESSAGE}[^.!?\n:]{{0,20}}"
    rf"(?:[:)\]]+{_REST}|$)",
    re.IGNORECASE,
)
# "SMS from Tom, 10:32", "(voice message from Tom) ...".
_SENT_BY = regex(
    rf"\W{{0,6}}(?:[\w']+\s){{0,3}}?{_MESSAGE}\s(?:from|by|with)\s(?P<name>(?:my\s[\w-]{{1,20}}|{_NAME}))"
    rf"(?:[,\s(\[-]{{1,3}}[^.!?\n:]{{0,12}}{_STAMP})?\s?(?:[:)\]]+{_REST}|$)",
    re.IGNORECASE,
)
# "Tom wrote me this morning.", "Tom Lind sent"; a line of its own that says nothing else.
_FILLER = (
    r"(?:to|me|us|back|this|that|it|again|just|now|today|yesterday|earlier|this|last|morning"
    r"|afternoon|evening|night|on|at|in|the|group|chat|slack|teams|whatsapp|telegram|discord"
    rf"|linkedin|e-?mail|following|{_WEEKDAY}|{_TIME})"
)
_WROTE = regex(
    rf"{_DECOR}(?P<name>(?:my\s[\w-]{{1,20}}|{_NAME}))\s(?:just\s|also\s|then\s|has\s)?"
    r"(?:wrote|written|writes|text(?:ed|s)|messaged|e?-?mailed|says|said|sent|replied|answered"
    r"|posted|commented|told|tells|schrieb|schreibt)"
    rf"(?:(?:\s{_FILLER}){{0,6}}\s?[.!:,]?$|[^.!?\n:]{{0,60}}:\s*{_REST})",
    re.IGNORECASE,
)
_FIELD = regex(
    rf"{_DECOR}(?:name|user|author|sender|speaker|by|from)\s?[:=]\s?(?P<name>{_NAME})\s*$",
    re.IGNORECASE,
)
_ALONE = regex(rf"{_DECOR}(?P<name>{_NAME})[*_~`]{{0,3}}\s*$")
_CAPTION = regex(r"\s*[\d:.,]{5,14}\s-->\s[\d:.,]{5,14}")
_ONLY_WHEN = regex(rf"\W*{_STAMP}\W*$", re.IGNORECASE)
# Words of a first person, or to a second, where a sentence begins.
_TALK = (
    r"(?:(?:sorry|hey|hi|hello|yes|yeah|yep|no|nope|ok|okay|well|so|oh|ah|lol|haha|and|but|btw|fyi"
    r"|thanks|thank you|sure|actually|honestly|great|cool|good|now|also|just|today|yesterday"
    r"|since|last|next|this|in|on|at|from|the|because|when|if|by|as|please)\b[^.!?\n]{0,40}?"
    r"[\s,:-]\s?)?"
)
_I = (
    r"(?:i|i['’](?:m|ve|d|ll)|we|we['’](?:re|ve|d|ll)|ich|wir|je|nous|yo|soy|estoy|vivo|io|sono"
    r"|ik|eu|я|мы)\b|j['’]|我|私|僕|俺|저는|나는"
)
_MINE = (
    r"(?:my|our|mein\w*|unser\w*|mon|ma|mi)\s(?:(?!\s-\s)[^.!?,\n\u2013\u2014]){1,40}?\s"
    r"(?:is|are|was|were|has|have|had|will|can|left|died|moved|works?|lives?|started|got|says|said|wants?|needs?|ist|sind|est|es|è)\b"
)
_TO_YOU = (
    r"(?:please|pls|from now on|you|your|can you|could you|let['’]s|call me|tell me|send me"
    r"|here['’]?s? (?:is )?my|it['’]s my|this is my|bitte)\b"
)
_SPEECH = regex(
    rf"(?:^(?:\w{{1,20}}:\s)?|[.!?…]\s+)\W{{0,3}}{_TALK}(?:{_I}|{_MINE}|{_TO_YOU})", re.IGNORECASE
)
_SPEAKS = regex(
    rf"(?:^(?:\w{{1,20}}:\s)?|[.!?…]\s+)\W{{0,3}}(?:{_I}|{_MINE}|{_TO_YOU})", re.IGNORECASE
)
# "Emma: I love her", "Oslo: I moved there": the name is what the writer's own note is about.
_ABOUT = regex(
    r"^[^.!?]{0,60}?\b(?:i|we)(?:['’]\w+)?\s(?!(?:told|gave|asked|sent|showed)\b)(?:[\w'’-]+\s){1,3}?"
    r"(?:him|her|it|them|there|one|he|she|they)\b",
    re.IGNORECASE,
)
_HIM = regex(r"\b(?:him|her|he|she|they|them)\b", re.IGNORECASE)
# "Sarah: my new manager": what somebody is, before any word that says who speaks.
_IS = regex(
    r"^(?:my|our|the|an?|his|her|their)\s(?:[\w'’-]+\s?){1,5}(?=$|[.,;!(\u2013\u2014])",
    re.IGNORECASE,
)
_TIED = regex(rf"^{_MINE}", re.IGNORECASE)


@frozen
class Mark:
    """Who a line says speaks. rest: what stands behind it, "" where the next lines are meant.

    mine: the writer; sure: whatever follows is theirs; known: memory knows them; alone: it is only
    a name, as a heading might be.
    """

    rest: str
    mine: bool = False
    sure: bool = False
    known: bool = False
    alone: bool = False


def mark_of(line: str, after: str, names: Names) -> Mark | None:
    """Return who a line says speaks in it or in what follows; after: the next line.

    None where it says nothing of that, or names what can be no speaker.
    """
    line = line[: _LONGEST + _READ]
    if _CAPTION.match(line):
        return Mark("", sure=True)
    for pattern in (*_STAMPED, *_UNSTAMPED):
        sure = pattern in _STAMPED
        if (found := pattern.match(line)) and (mark := _mark(found, names, sure=sure)):
            return mark
    found = _ALONE.match(line[:_LONGEST])
    timed = _ONLY_WHEN.match(after[:_LONGEST]) is not None
    if not found:
        return None
    several = " " in found["name"].strip() and not names.is_heading(found["name"])
    if not (timed or several or names.is_own(found["name"])):
        return None
    return _mark(found, names, sure=timed, alone=True)


_STAMPED = (_STAMPED_BEFORE, _STAMPED_AFTER)
_UNSTAMPED = (_SENT_BY, _SENT, _WROTE, _FIELD, _NAMED, _BRACKETED)


def _mark(found: re.Match[str], names: Names, *, sure: bool, alone: bool = False) -> Mark | None:
    held = found.groupdict()
    rest = (held.get("rest") or held.get("more") or "").strip()
    if names.is_own(found["name"]):
        return Mark(rest, mine=True, alone=alone)
    if not names.is_person(found["name"], sure=sure):
        return None
    return Mark(rest, sure=sure, known=names.is_known(found["name"]), alone=alone)


def is_speech(text: str) -> bool:
    """Return whether a text behind a name is what that person says, not a note about them."""
    text = text[:_READ].lstrip(" \t*_~`\"“\u2018'")
    if asked_for(text):
        return True
    if _ABOUT.match(text) or (_IS.match(text) and not _TIED.match(text)):
        return False
    return _SPEECH.search(text) is not None


def speaks(line: str) -> bool:
    """Return whether a line has a sentence that opens in the first person, or to a second."""
    return _SPEAKS.search(line[:_READ]) is not None


def is_reply_to(line: str) -> bool:
    """Return whether a line tells of one named before it: "Tom wrote me. I told him yes."."""
    return _HIM.search(line[:_READ]) is not None
