"""Stretches of days, both ends inclusive: a day, a week, a weekend, a month, a year."""

from datetime import MAXYEAR, date, timedelta

Days = tuple[date, date]


def day_of(day: date) -> Days:
    """Return one day as a stretch."""
    return day, day


def week_of(day: date, weeks: int = 0) -> Days:
    """Return the week Mon..Sun of a day, or one so many weeks away."""
    monday = day - timedelta(days=day.weekday()) + timedelta(weeks=weeks)
    return monday, monday + timedelta(days=6)


def weekend_of(day: date, weeks: int = 0) -> Days:
    """Return Saturday and Sunday of a day's week, or of one so many weeks away."""
    sunday = week_of(day, weeks)[1]
    return sunday - timedelta(days=1), sunday


def month_of(year: int, month: int) -> Days:
    """Return a month; raises ValueError for none."""
    first = date(year, month, 1)
    if (year, month) == (MAXYEAR, 12):
        return first, date.max
    return first, date(year + month // 12, month % 12 + 1, 1) - timedelta(days=1)


def months_away(day: date, count: int) -> Days:
    """Return the month so many months away from a day's."""
    year, month = divmod(day.year * 12 + day.month - 1 + count, 12)
    return month_of(year, month + 1)


def year_of(year: int) -> Days:
    """Return a year; raises ValueError for none."""
    return date(year, 1, 1), date(year, 12, 31)


def shifted(unit: str, count: int, day: date) -> Days:
    """Return the unit `count` units away: one day, a week Mon..Sun, a month, a year."""
    match unit:
        case "day":
            return day_of(day + timedelta(days=count))
        case "week":
            return week_of(day, count)
        case "weekend":
            return weekend_of(day, count)
        case "month":
            return months_away(day, count)
    return year_of(day.year + count)
