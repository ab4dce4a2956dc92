"""What the date phrases of a question mean: `asked_rules` has the phrases.

Each takes a match and when it was said, and returns its first and last day, or None where the
words mean no day after all. ValueError where there is no such day.
"""

import re
from datetime import date, timedelta
from math import ceil

from memoryd.core import asked_words as table
from memoryd.core.stretches import Days, day_of, month_of, shifted, week_of, weekend_of
from memoryd.core.when import Resolve, Said

_WEEK = 7
_SATURDAY = 5


def _count(word: str | None) -> tuple[int, int]:
    """Return how many a word says, at least and at most; one where it says nothing."""
    word = " ".join((word or "1").casefold().split())
    vague = word.removeprefix("a ").removeprefix("ein ").removesuffix(" of")
    if vague in table.VAGUE:
        return table.VAGUE[vague]
    number = int(word) if word.isdecimal() else table.COUNTS[word]
    return number, number


def _back(unit: str, count: int, day: date) -> date:
    """Return the day so many days, weeks, months or years before another."""
    if unit in ("day", "week"):
        return day - timedelta(days=count * (_WEEK if unit == "week" else 1))
    months = day.year * 12 + day.month - 1 - count * (1 if unit == "month" else 12)
    first, last = month_of(months // 12, months % 12 + 1)
    return min(first + timedelta(days=day.day - 1), last)


def _unit(match: re.Match[str]) -> str:
    return table.UNITS[match["unit"].casefold()]


def lasting(match: re.Match[str], said: Said) -> Days:
    """Return from so long ago to the day it is said."""
    return _back(_unit(match), _count(match["count"])[1], said.anchor), said.anchor


def ago(match: re.Match[str], said: Said) -> Days:
    """Return the day, week, month or year so long ago, or all that a vague number may mean."""
    least, most = _count(match["count"])
    if least == most:
        return shifted(_unit(match), -least, said.anchor)
    return _back(_unit(match), most, said.anchor), _back(_unit(match), least, said.anchor)


def hours_ago(match: re.Match[str], said: Said) -> Days:
    """Return from the day of so many hours ago to today; of minutes, from yesterday."""
    hours = _count(match["count"])[1] if match["unit"].casefold().startswith("hour") else 1
    return said.anchor - timedelta(days=ceil(hours / 24)), said.anchor


def half_a_year_ago(_match: re.Match[str], said: Said) -> Days:
    """Return the month half a year ago."""
    return shifted("month", -6, said.anchor)


def fortnight_ago(_match: re.Match[str], said: Said) -> Days:
    """Return the week before the last."""
    return shifted("week", -2, said.anchor)


def then_last_year(_match: re.Match[str], said: Said) -> Days:
    """Return a week before and after the day a year ago."""
    day = _back("year", 1, said.anchor)
    return day - timedelta(days=_WEEK), day + timedelta(days=_WEEK)


def other_day(_match: re.Match[str], said: Said) -> Days:
    """Return the seven days before."""
    return said.anchor - timedelta(days=_WEEK), said.anchor - timedelta(days=1)


def earlier(match: re.Match[str], said: Said) -> Days:
    """Return from the beginning of a week, month or year to the day it is said."""
    return shifted(_unit(match), 0, said.anchor)[0], said.anchor


_MonthDay = tuple[int, int]


def _in_year(year: int, first: _MonthDay, last: _MonthDay) -> Days:
    return date(year, *first), date(year + (last < first), *last)


def _nearest(said: Said, year: str | None, first: _MonthDay, last: _MonthDay) -> Days:
    """Return the last such days of a year that have begun; the next where one looks ahead."""
    if year:
        return _in_year(int(year), first, last)
    here = said.anchor.year
    found = _in_year(here, first, last)
    if said.ahead:
        return found if found[1] >= said.anchor else _in_year(here + 1, first, last)
    return found if found[0] <= said.anchor else _in_year(here - 1, first, last)


_NUMERALS = "一二三四五六七八九十"
_THAT_YEAR = {"去年": -1, "작년": -1, "지난해": -1, "前年": -2, "今年": 0, "올해": 0, "明年": 1,
              "来年": 1, "내년": 1}  # fmt: skip


def _month_number(word: str) -> int:
    word = word.casefold().rstrip(".")
    if word.isdecimal():
        return int(word)
    if word[0] in _NUMERALS:
        return _NUMERALS.index(word[-1]) + 1 + (10 if len(word) > 1 else 0)
    return table.LATIN_MONTHS.get(word) or table.RUSSIAN_MONTHS[word]


def _year(match: re.Match[str], said: Said) -> str | None:
    groups = match.groupdict()
    if relative := groups.get("relative"):
        return str(said.anchor.year + _THAT_YEAR[relative])
    year = groups.get("year")
    return f"20{year}" if year and len(year) == 2 else year  # noqa: PLR2004 - 05.02.26


def a_month(match: re.Match[str], said: Said) -> Days:
    """Return the nearest month of this name, or that of the year said."""
    number = _month_number(match["month"])
    last = month_of(2024, number)[1].day
    year = _nearest(said, _year(match, said), (number, 1), (number, min(last, 28)))[0].year
    return month_of(year, number)


def a_day(match: re.Match[str], said: Said) -> Days:
    """Return the nearest day of this name, or that of the year said."""
    day = _month_number(match["month"]), int(match["day"])
    return _nearest(said, _year(match, said), day, day)


def _beside_its_end(match: re.Match[str], said: Said) -> Said:
    """Return when a range was said; that it ends, "bis" or "until", is not looking ahead."""
    ends = re.search(r"\b(?:bis|until|till)\b", match[0], re.IGNORECASE)
    return Said(said.anchor, said.ahead and not ends)


def few_days(match: re.Match[str], said: Said) -> Days | None:
    """Return days of one month, from one to the other."""
    month = _month_number(match["month"])
    one, two = (month, int(match["one"])), (month, int(match["two"]))
    said = _beside_its_end(match, said)
    return _nearest(said, _year(match, said), one, two) if one <= two else None


def some_months(match: re.Match[str], said: Said) -> Days | None:
    """Return from month to month, where the words say that it is a range."""
    opens, to = match["opens"], match["to"].strip().casefold()
    if to in _ANDS and (opens or "").casefold().strip() not in _BETWEENS:
        return None
    one, two = _month_number(match["month"]), _month_number(match["month2"])
    if match["year"]:
        return month_of(int(match["year"]) - (one > two), one)[0], month_of(
            int(match["year"]), two
        )[1]
    first, last = _nearest(_beside_its_end(match, said), None, (one, 1), (two, 28))
    return first, month_of(last.year, two)[1]


_ANDS = frozenset(table.AND.split("|"))
_BETWEENS = frozenset({"between", "zwischen", "entre", "между", "tra"})


def day_of_month(match: re.Match[str], said: Said) -> Days | None:
    """Return the nearest month's day of this number: "on the 5th"."""
    number, months = int(match["day"]), range(12) if said.ahead else range(0, -12, -1)
    for away in months:
        first, last = shifted("month", away, said.anchor)
        if number > last.day:
            continue
        day = first.replace(day=number)
        if day == said.anchor or (day > said.anchor) == said.ahead:
            return day_of(day)
    return None


_WEEKS = {"지난주": -1, "이번주": 0, "다음주": 1, "先週": -1, "今週": 0, "来週": 1}


def a_weekday(match: re.Match[str], said: Said) -> Days:
    """Return the nearest such day, or that of the week said."""
    if week := match.groupdict().get("week"):
        monday = week_of(said.anchor, _WEEKS[week.replace(" ", "")])[0]
        return day_of(monday + timedelta(days=table.WEEKDAYS[match["weekday"]]))
    back = (said.anchor.weekday() - table.WEEKDAYS[match["weekday"].casefold()]) % _WEEK
    strict = bool(match.groupdict().get("past")) and back == 0
    if said.ahead:
        return day_of(said.anchor + timedelta(days=-back % _WEEK))
    return day_of(said.anchor - timedelta(days=_WEEK if strict else back))


def a_weekend(_match: re.Match[str], said: Said) -> Days:
    """Return the coming weekend where one looks ahead, else the one that has begun last."""
    return weekend_of(said.anchor, 0 if said.ahead or said.anchor.weekday() >= _SATURDAY else -1)


def iso_week(match: re.Match[str], said: Said) -> Days:
    """Return a calendar week, the last of this number that has begun."""
    number, year = int(match["week"]), match["year"]
    found = date.fromisocalendar(int(year or said.anchor.year), number, 1)
    if not year and found > said.anchor and not said.ahead:
        found = date.fromisocalendar(said.anchor.year - 1, number, 1)
    return week_of(found)


def a_quarter(match: re.Match[str], said: Said) -> Days:
    """Return a quarter, the last of this number that has begun."""
    month = 3 * int(match["quarter"]) - 2
    first, last = _nearest(said, match["year"], (month, 1), (month + 2, 30))
    return first, month_of(last.year, month + 2)[1]


def a_season(match: re.Match[str], said: Said) -> Days:
    """Return a season of northern years: the last that began, or that of a year."""
    ahead = said.ahead or (match.groupdict().get("away") or "").casefold() == "next"
    return _of_season(match, Said(said.anchor, ahead))


def last_season(match: re.Match[str], said: Said) -> Days:
    """Return the last season of this name that is over."""
    first, last = _of_season(match, Said(said.anchor, ahead=False))
    if last < said.anchor:
        return first, last
    return first.replace(year=first.year - 1), month_of(last.year - 1, last.month)[1]


def _of_season(match: re.Match[str], said: Said) -> Days:
    month = table.SEASONS[match["season"].casefold()]
    first, last = _nearest(said, _year(match, said), (month, 1), ((month + 1) % 12 + 1, 28))
    return first, month_of(last.year, last.month)[1]


def easter(_match: re.Match[str], said: Said) -> Days:
    """Return Good Friday to Easter Monday, of the year in which they have begun last."""
    sunday = _easter_sunday(said.anchor.year)
    if sunday - timedelta(days=2) > said.anchor and not said.ahead:
        sunday = _easter_sunday(said.anchor.year - 1)
    return sunday - timedelta(days=2), sunday + timedelta(days=1)


def _easter_sunday(year: int) -> date:
    """Return Easter of the western churches, by the rule of Meeus, Jones and Butcher."""
    a, (b, c) = year % 19, divmod(year, 100)
    (d, e), (i, k) = divmod(b, 4), divmod(c, 4)
    h = (19 * a + b - d - (b - (b + 8) // 25 + 1) // 3 + 15) % 30
    x = (32 + 2 * e + 2 * i - h - k) % 7
    m = (a + 11 * h + 22 * x) // 451
    month, day = divmod(h + x - 7 * m + 114, 31)
    return date(year, month, day + 1)


def hier(match: re.Match[str], said: Said) -> Days | None:
    """Return yesterday, unless the question is in German, where it means "here"."""
    return (
        None
        if re.search(table.GERMAN, match.string, re.IGNORECASE)
        else shifted("day", -1, said.anchor)
    )


def phrase(unit: str, count: int) -> Resolve:
    """Return the meaning of a phrase that is one stretch by itself."""
    return lambda _match, said: shifted(unit, count, said.anchor)


def feast(first: _MonthDay, last: _MonthDay) -> Resolve:
    """Return the meaning of a feast's name, given its first and last month and day."""
    return lambda match, said: _nearest(said, match.groupdict().get("year"), first, last)
