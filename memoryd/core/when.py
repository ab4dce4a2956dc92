"""Date phrases in text, resolved against the day the words were said; never a guess."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date, timedelta
from functools import cache

from memoryd.core.date_words import MONTHS, NUMBERS, UNITS_DE, WEEKDAYS, WORDS, may_hold
from memoryd.core.regex import regex
from memoryd.core.stretches import Days, day_of, month_of, shifted, week_of, year_of
from memoryd.core.value import frozen

Resolve = Callable[[re.Match[str], "Said"], Days | None]
# Of what a folded text holds one, parted by "|", or the rule finds nothing ("": a digit); its
# pattern, in which case counts for nothing, and what a match means. Most texts need few of the
# rules, and a pattern takes up to 2 ms of a start to compile.
Rule = tuple[str, str, Resolve]


@frozen
class Span:
    """The days a phrase means, both inclusive, with its words and their place in the text."""

    first: date
    last: date
    words: str
    start: int
    end: int


@frozen
class Said:
    """When a phrase was said, and whether its sentence looks ahead (will, by, launches)."""

    anchor: date
    ahead: bool


def dates_in(text: str, anchor: date) -> tuple[Span, ...]:
    """Return the date phrases of a text in order, longest first where two overlap.

    anchor: the local day on which the text was said. Phrases that name no real day are left out.
    """
    return longest(found_by(_RULES, text, anchor)) if may_hold(text) else ()


def found_by(rules: Iterable[Rule], text: str, anchor: date) -> Iterator[Span]:
    """Yield what rules find; one that can find nothing is not even compiled."""
    low = " ".join(text.casefold().split())
    numbers = any(map(str.isdecimal, low))
    for hint, pattern, resolve in rules:
        if any(map(low.__contains__, hint.casefold().split("|"))) if hint else numbers:
            yield from _spans(_compiled(pattern), resolve, text, anchor)


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


def names_no_day(text: str, anchor: date) -> bool:
    """Return whether a text names a day that does not exist: February 30, 2025-13-01.

    anchor: the local day on which the text was said.
    """
    if not any(map(str.isdecimal, text)):
        return False
    for hint, pattern, resolve in _RULES:
        for match in () if hint else _compiled(pattern).finditer(text):
            try:
                resolve(match, Said(anchor, ahead=False))
            except (ValueError, OverflowError):
                return True
    return False


def longest(spans: Iterable[Span]) -> tuple[Span, ...]:
    """Return spans in their order in a text, the longest where some overlap, the first if alike."""
    found = sorted(spans, key=lambda span: (span.start, -span.end))
    kept: list[Span] = []
    for span in found:
        if not kept or span.start >= kept[-1].end:
            kept.append(span)
        elif span.end - span.start > kept[-1].end - kept[-1].start:
            kept[-1] = span
    return tuple(kept)


def day_meant(proposed: str | None, said: Sequence[tuple[str, date]]) -> tuple[date, date]:
    """Return a proposed day where the words back it, and the last day that they may mean by it.

    said: texts with the days on which they were said; the first of these days stands where no text
    backs the proposed one, and nothing is ahead of it. "Last week" means any of its days; "since
    May" all up to the day it was said, for what is told so still stands.
    """
    told = said[0][1]
    try:
        when = date.fromisoformat((proposed or "")[:10])
    except ValueError:
        return told, told
    lasts = [last for text, day in said if (last := _last_meant(when, text, day))]
    return (when, max(when, min(max(lasts), told))) if lasts and when <= told else (told, told)


def is_vague(proposed: str | None, text: str, anchor: date) -> bool:
    """Return whether a proposed day is one of several that a text says by it: "last week"."""
    day = (proposed or "")[:10]
    spans = [span for span in dates_in(text, anchor)
             if span.first.isoformat() <= day <= span.last.isoformat()]  # fmt: skip
    return bool(spans) and all(span.first < span.last for span in spans)


def _last_meant(when: date, text: str, anchor: date) -> date | None:
    spans = [span for span in dates_in(text, anchor) if span.first <= when <= span.last]
    if not spans:
        return when if when == anchor else None
    span = min(spans, key=lambda one: one.last - one.first)
    return anchor if begins(span, text) else span.last


def begins(span: Span, text: str) -> bool:
    """Return whether a phrase of a text says since when something is so."""
    before = text[max(0, span.start - _WINDOW) : span.start]
    return span.words.casefold().startswith(("since", "seit")) or bool(_SINCE.search(before))


_SINCE = regex(r"\b(?:since|seit)(?:\s(?:the|early|mid|late|about|around))*\s*$", re.IGNORECASE)


def _spans(pattern: re.Pattern[str], resolve: Resolve, text: str, anchor: date) -> Iterator[Span]:
    for match in pattern.finditer(text):
        try:
            days = resolve(match, Said(anchor, _looks_ahead(text, match)))
        except (ValueError, OverflowError):  # no such day: February 30, the year 0
            continue
        if days:
            yield Span(*days, match.group(), match.start(), match.end())


_WINDOW = 80  # how far a cue may stand from its date; bounds the work per match
_AHEAD = regex(
    r"\b(?:will|going to|gonna|shall|plan(?:s|ned|ning)?|launch(?:es|ing)?|ships|shipping|due|"
    r"deadline|by|until|till|upcoming|scheduled|targets?|targeting|aim(?:s|ing)?|starts|leaves|"
    r"goes live|wird|werde|werden|bis)\b|'ll\b|\N{RIGHT SINGLE QUOTATION MARK}ll\b",
    re.IGNORECASE,
)
_STOP = regex(r"[.!?\n]\s")


def _looks_ahead(text: str, match: re.Match[str]) -> bool:
    before = _STOP.split(text[max(0, match.start() - _WINDOW) : match.start()])[-1]
    after = _STOP.split(text[match.end() : match.end() + _WINDOW], maxsplit=1)[0]
    return any(_AHEAD.search(part) for part in (before, match.group(), after))


def _any(words: dict[str, int]) -> str:
    return "|".join(sorted((word for word in words if word.isascii() or word[0] < "\u0250"),
                           key=len, reverse=True))  # fmt: skip


_S = r"\s{1,3}"
_MONTH = rf"(?P<month>{_any(MONTHS)})\.?"
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th|\.)?"
_YEAR = r"(?P<year>(?:19|20)\d\d)(?![\d-]|[./]\d)"
_WEEKDAY = rf"(?P<weekday>{_any(WEEKDAYS)})"
# In front of a number that is not the end of another: twenty-one days ago.
NOT_COUNTED = r"(?<![\w-])(?<!twenty )(?<!thirty )(?<!forty )(?<!fifty )"
_COUNT = rf"(?P<count>\d{{1,4}}|{_any(NUMBERS)})"


def _number(text: str) -> int:
    return int(text) if text.isdecimal() else NUMBERS[text.lower()]


def _weekday(name: str, said: Said, *, strict: bool) -> Days:
    """Return the nearest such day back (ahead where the sentence looks ahead).

    strict: the anchor itself does not count.
    """
    away = (WEEKDAYS[name.lower()] - said.anchor.weekday()) % 7
    if said.ahead:
        return day_of(said.anchor + timedelta(days=away or 7 * strict))
    return day_of(said.anchor + timedelta(days=away - 7 if away or strict else 0))


def _near_month(month: int, said: Said, *, strict: bool = False) -> Days:
    year, here = said.anchor.year, said.anchor.month
    if said.ahead:
        return month_of(year + (month < here or (strict and month == here)), month)
    return month_of(year - (month > here or (strict and month == here)), month)


def _full(match: re.Match[str], said: Said) -> Days:
    """Return a day with a month, and the nearest year where none is named."""
    month = match["month"]
    number = int(month) if month.isdecimal() else MONTHS[month.lower()]
    day = int(match["day"])
    if match["year"]:
        return day_of(date(int(match["year"]), number, day))
    return day_of(_nearest(number, day, said))


def _nearest(month: int, day: int, said: Said) -> date:
    """Return such a day at or before the anchor, or after where the sentence looks ahead.

    Raises ValueError for a day that is in no year; February 29 is in the next or last leap year.
    """
    anchor, step = said.anchor, 1 if said.ahead else -1
    year = anchor.year
    while (month, day) == _LEAP_DAY and (date(year, 3, 1) - timedelta(days=1)).day != day:
        year += step
    found = date(year, month, day)
    if (found < anchor) if said.ahead else (found > anchor):
        step *= _LEAP_YEARS if (month, day) == _LEAP_DAY else 1
        found = found.replace(year=year + step)
    return found


_LEAP_DAY, _LEAP_YEARS = (2, 29), 4


def _slashed(match: re.Match[str], _said: Said) -> Days | None:
    """Return month/day or day/month, whichever alone is possible."""
    one, two, year = int(match["one"]), int(match["two"]), int(match["year"])
    if one != two and max(one, two) <= 12:  # noqa: PLR2004 - months: both readings are possible
        return None
    return day_of(date(year, min(one, two), max(one, two)))


def _named_month(match: re.Match[str], said: Said) -> Days:
    month = MONTHS[match["month"].lower()]
    return month_of(int(match["year"]), month) if match["year"] else _near_month(month, said)


_AWAY = {"last": -1, "past": -1, "previous": -1, "this": 0, "next": 1}
_AWAY_DE = {"letzt": -1, "vorig": -1, "vergangen": -1, "dies": 0, "nächst": 1, "kommend": 1}


def _away(match: re.Match[str], said: Said) -> Days:
    groups = match.groupdict()
    stem = groups.get("stem")
    count = _AWAY_DE[stem.lower()] if stem else _AWAY[match["away"].lower()]
    directed = Said(said.anchor, count > 0)
    if groups.get("weekday"):
        if count == 0:
            return day_of(week_of(said.anchor)[0] + timedelta(WEEKDAYS[match["weekday"].lower()]))
        return _weekday(match["weekday"], directed, strict=True)
    if groups.get("month"):
        return _near_month(MONTHS[match["month"].lower()], directed, strict=count != 0)
    unit = match["unit"].lower()
    return shifted(UNITS_DE.get(unit, unit), count, said.anchor)


def _ago(match: re.Match[str], said: Said) -> Days:
    unit = match["unit"].lower()
    unit = UNITS_DE.get(_stem_de(unit), unit)
    return shifted(unit, -_number(match["count"]), said.anchor)


def _stem_de(unit: str) -> str:
    return {"wochen": "woche"}.get(unit, unit.removesuffix("en"))


def _from_now(match: re.Match[str], said: Said) -> Days | None:
    """Return days ahead; "in two weeks" is a duration unless the sentence looks ahead."""
    if match["in"] and not said.ahead:
        return None
    return shifted(match["unit"].lower(), _number(match["count"]), said.anchor)


def _plain_weekday(match: re.Match[str], said: Said) -> Days:
    return _weekday(match["weekday"], said, strict=False)


def _cjk_weekday(match: re.Match[str], said: Said) -> Days:
    weeks = {"上": -1, "下": 1}.get(match["away"], 0)
    return day_of(week_of(said.anchor, weeks)[0] + timedelta(days=WEEKDAYS[match["weekday"]]))


_CJK_UNITS = {"天": "day", "日": "day", "周": "week", "週": "week", "星期": "week",
              "月": "month", "年": "year"}  # fmt: skip


def _cjk_ago(match: re.Match[str], said: Said) -> Days:
    return shifted(_CJK_UNITS[match["unit"]], -_number(match["count"]), said.anchor)


def _cjk_full(match: re.Match[str], said: Said) -> Days:
    if match["day"]:
        return _full(match, said)
    return month_of(int(match["year"]), int(match["month"]))


def _word_rule(words: str, unit: str, count: int) -> Rule:
    parts = words.split("|")  # a word of another script stands without spaces around it
    latin = "|".join(part for part in re.split(r"\|(?![^(]*\))", words) if part[0] < "\u0250")
    other = "|".join(part for part in parts if part[0] >= "\u0250")
    both = [rf"\b(?:{latin})\b"] * bool(latin) + [f"(?<!大)(?:{other})"] * bool(other)
    return sure_part(words), "|".join(both), lambda _m, said: shifted(unit, count, said.anchor)


def sure_part(words: str) -> str:
    """Return words parted by "|" without what may stand in them or not, or so or so."""
    return re.sub(r"\(\?:[^)]*\)\??|.\?.*?(?=\||$)", "", words)


_MONTH_NAMES, _DAY_NAMES = _any(MONTHS), _any(WEEKDAYS)

# "may" and "march" are verbs as well: without a day, a year or a preposition they need a capital.
_RULES: tuple[Rule, ...] = (
    ("", r"(?<![\d/-])(?P<year>\d{4})([-/])(?P<month>\d\d)\2(?P<day>\d\d)(?![\d/-])", _full),
    ("", r"(?<![\d.])(?P<day>\d{1,2})\.(?P<month>\d{1,2})\.(?P<year>\d{4})(?!\d|\.\d)", _full),
    ("", r"(?<![\d/])(?P<one>\d{1,2})/(?P<two>\d{1,2})/(?P<year>\d{4})(?![\d/])", _slashed),
    ("", rf"(?<![\d.,:-]){_DAY}(?:{_S}of)?{_S}{_MONTH}(?:,?{_S}{_YEAR})?\b(?!-)", _full),
    ("", (rf"(?<!\d )(?<!\d\. )\b(?-i:(?!may\b|march\b|mar\b)){_MONTH}{_S}{_DAY}(?:,?{_S}{_YEAR})?"
         r"(?![\w%-]|[.:]\d)"), _full),
    ("", (rf"\b(?:on|by|until|till|for|is|since){_S}(?:the{_S})?{_MONTH}{_S}{_DAY}"
         rf"(?:,?{_S}{_YEAR})?(?![\w%-]|[.:]\d)"), _full),
    (_MONTH_NAMES,
     (rf"\b(?:in|im|since|seit|during|until|bis|by|for|of|early|mid|late|end of){_S}{_MONTH}"
     rf"(?!\w)(?!\.?{_S}\d)(?P<year>(?!))?"), _named_month),
    ("", rf"(?<!\d\s)\b{_MONTH}(?:{_S}of)?,?{_S}{_YEAR}", _named_month),
    ("", (rf"\b(?:in|im jahr|since|seit|during|until|bis|by|from|to|of|early|mid|late){_S}{_YEAR}"
         rf"(?!\w)(?!{_S}(?:people|users|words|files|lines|steps|euros?|dollars?)\b)"),
     lambda m, _said: year_of(int(m["year"]))),
    ("last|past|previous|this|next",
     (rf"\b(?P<away>last|past|previous|this|next){_S}"
     rf"(?:(?P<unit>weekend|week|month|year)|{_WEEKDAY}|{_MONTH})(?!\w|'(?!s\b))"), _away),
    ("letzt|vorig|vergangen|dies|nächst|kommend",
     (rf"\b(?P<stem>letzt|vorig|vergangen|dies|nächst|kommend)(?:e[nmsr]?){_S}"
     rf"(?:(?P<unit>wochenende|woche|monat|jahr)|{_WEEKDAY})\b"), _away),
    ("ago", rf"{NOT_COUNTED}{_COUNT}{_S}(?P<unit>day|week|month|year)s?{_S}ago\b", _ago),
    ("vor", rf"\bvor{_S}{_COUNT}{_S}(?P<unit>tag|wochen?|monat|jahr)(?:en)?\b", _ago),
    ("day|week|month|year",
     rf"\b(?P<in>in{_S})?{_COUNT}{_S}(?P<unit>day|week|month|year)s?(?(in)|{_S}from{_S}now)\b",
     _from_now),
    (_DAY_NAMES,
     (rf"(?<!every )(?<!each )(?<!jeden )(?<!black )(?<!good )(?<!vorletzten )(?<!vorletzter )"
     rf"\b{_WEEKDAY}\b(?!')(?!{_S}before{_S}last)"), _plain_weekday),
    ("morgen",
     r"(?-i:(?<!guten )(?<!heute )(?<!gestern )(?<!am )(?<!jeden )\bmorgen\b)",
     lambda _m, said: shifted("day", 1, said.anchor)),
    ("月", r"(?:(?P<year>\d{4})年)?(?P<month>\d{1,2})月(?P<day>\d{1,2})[日号號]", _cjk_full),
    ("年", r"(?P<year>\d{4})年(?P<month>\d{1,2})月(?!\d)(?P<day>(?!))?", _cjk_full),
    ("年", r"(?P<year>(?:19|20)\d\d)年(?![\d前间間])", lambda m, _said: year_of(int(m["year"]))),
    ("周|週|星期",
     r"(?P<away>[上下本这這])个?(?:周|週|星期)(?P<weekday>[一二三四五六日天])", _cjk_weekday),
    ("前", (r"(?P<count>\d{1,3}|[一二两兩三四五六七八九十])(?:个|個|か)?"
           r"(?P<unit>天|日|周|週|星期|月|年)(?:间|間)?(?:以)?前"), _cjk_ago),
    *(_word_rule(words, unit, count) for (unit, count), words in WORDS.items()),
)  # fmt: skip
