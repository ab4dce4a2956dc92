"""How what somebody was, did or expected comes to its end, in words that do not deny it.

"Stepped down as CEO" says "no longer CEO"; who gave birth is pregnant no more; who graduated in
law studies it no more; and a flight to another town on another day is another flight.
"""

import re

from memoryd.core.date_words import MONTHS, WEEKDAYS
from memoryd.core.regex import regex
from memoryd.core.text import STOP_WORDS, content_stems

_POST = r"(?:post|role|position|job|office|title)"
_ITS = r"(?:the|his|her|their|its|my)"
_STEPPED_DOWN = regex(
    rf"""^(?:(?:i|he|she|they|has|have|just|now|finally|officially|formally)\ )*
      (?:(?:stepped|stood)\ (?:down|aside|back)\ as | (?:resigned|retired|quit)\ as
      | (?:resigned|stepped\ down|retired)\ from\ {_ITS}\ {_POST}\ (?:of|as)
      | (?:gave\ up|left|quit|handed\ over|relinquished)\ {_ITS}\ {_POST}\ (?:of|as)
      | handed\ over\ as
      | (?:was|were|got|been)\ (?:replaced|removed|dismissed|fired|sacked|relieved|voted\ out)\ as)
      \ (?:{_ITS}\ )?(?P<post>[^,;.()]{{2,80}}?)
      (?:\ (?:to|on|after|by|because|due|when|since|yesterday|today|last|this)\b.*
      | \ in\ (?:(?:early|mid|late)[\ -])?
        (?:{"|".join(MONTHS)}|\d{{4}}|spring|summer|autumn|winter)\b.*)?
      [.!]?$""",
    re.IGNORECASE | re.VERBOSE,
)
_EXPECTS = regex(
    r"\bpregnant\b|\bexpecting (?:an?|her|their|the)\b(?: \w+)? ?(?:baby|child|son|daughter"
    r"|twins)\b|\b(?:baby|child) is due\b",
    re.IGNORECASE,
)
_BORN = regex(
    r"^(?:(?:she|they|has|have|just|finally) )*(?:gave birth\b|had (?:an?|the|her|their)"
    r"(?: \w+)? ?(?:baby|boy|girl|son|daughter|twins)\b)|^(?:the|her|their) (?:baby|son|daughter)"
    r" (?:was born|is here|has arrived|arrived)\b",
    re.IGNORECASE,
)
_STUDIES = regex(r"\b(?:stud(?:ies|ying)|reads?|is a student of)\b", re.IGNORECASE)
_GRADUATED = regex(
    r"^(?:(?:he|she|they|has|have|just|finally) )*(?:graduated\b|(?:finished|completed)"
    r" (?:his|her|their|the|an?)?\b.*\b(?:degree|studies|bachelor|master|course|phd)\b"
    r"|got (?:his|her|their|an?) (?:degree|bachelor|master|phd)\b)(?P<what>.*)",
    re.IGNORECASE,
)
_GRADUATING = content_stems(
    "graduated graduate finished completed got degree studies bachelor master course phd has have"
    " just finally honours honors university " + " ".join((*MONTHS, *WEEKDAYS))
)
# Of these one has several: two days and two places are two of them.
_REPEATED = regex(
    r"^(?:(?:has|have|had|a|an|the|booked|next) )*(?:flight|trip|train|ticket|visit|meeting"
    r"|appointment|call|lunch|dinner|breakfast|concert|game|match|interview|exam|booking|hotel"
    r"|holiday|vacation|workshop|conference|tour)s?\b",
    re.IGNORECASE,
)
_DAY = regex(
    rf"\b(?:(?:{'|'.join((*MONTHS, *WEEKDAYS))})(?: \d+)?|\d{{4}}-\d\d-\d\d|\d+\.\d+\.)\b",
    re.IGNORECASE,
)
_MOVED = regex(
    r"\b(?:now|moved|instead|changed|rebooked|postponed|rescheduled|new)\b", re.IGNORECASE
)
_PLACE = regex(r"\b(?:to|in|at|with) (?:the )?(?P<v>[A-Z][\w-]*)")


def as_no_longer(text: str) -> str:
    """Return a fact that tells of a post given up as one that denies it; any other as it is."""
    given_up = _STEPPED_DOWN.match(text)
    return f"No longer {given_up['post']}" if given_up else text


def came_to_its_end(new: str, old: str) -> bool:
    """Return whether a fact says that what an older one expects or studies has come to its end."""
    if _EXPECTS.search(old):
        return _BORN.match(new) is not None
    graduated = _GRADUATED.match(new) if _STUDIES.search(old) else None
    if graduated is None:
        return False
    said = {stem for stem in content_stems(_DAY.sub(" ", new)) if stem not in STOP_WORDS}
    return said - _GRADUATING <= content_stems(old)


def is_another(new: str, old: str) -> bool:
    """Return whether both speak of one of several, on two days and at two places."""
    if not (_REPEATED.match(new) and _REPEATED.match(old)) or _MOVED.search(new):
        return False
    days, places = (
        [{found.casefold() for found in form.findall(text)} for text in (new, old)]
        for form in (_DAY, _PLACE)
    )
    return all(one and other and not one & other for one, other in (days, places))
