"""Crontab text where a time belongs: it is refused, with what to write instead.

It is not read: its days have numbers, which begin the week on Sunday in one tool and on Monday in
another, and most of what it can say no job here does.
"""

import re
from collections.abc import Callable
from typing import NamedTuple

_DAYS = ("sun", "mon", "tue", "wed", "thu", "fri", "sat", "sun")  # 0 and 7 are one
_CRON = re.compile(r"(?:[0-9*][0-9*/,-]*\s+){2}[a-z0-9*/,?#-]+(?:\s+[a-z0-9*/,?#-]+){2}")
_OFTENEST = 5  # minutes between two heartbeats
_NAMED = {
    "@hourly": "0 * * * *",
    "@daily": "0 0 * * *",
    "@midnight": "0 0 * * *",
    "@weekly": "0 0 * * 0",
    "@monthly": "0 0 1 * *",
    "@yearly": "0 0 1 1 *",
    "@annually": "0 0 1 1 *",
}


class _Cron(NamedTuple):
    minute: str
    hour: str
    day: str
    month: str
    weekday: str


def advice(value: object, meant: Callable[[_Cron], str | None], example: str) -> str | None:
    """Return the rule that crontab text breaks, None for any other value.

    meant: what the same is called here, None where it cannot be said; example: named then.
    """
    text = str(value).strip().casefold()
    text = _NAMED.get(text, text)
    if not _CRON.fullmatch(text):
        return None
    found = meant(_Cron(*text.split()))
    return "{value} is crontab text; write " + (found or example)


def as_time(cron: _Cron) -> str | None:
    """Return the time of a job of every day."""
    every_day = (cron.day, cron.month, cron.weekday) in (("*", "*", "*"), ("*", "*", "?"))
    return _clock(cron) if every_day else None


def as_weekly(cron: _Cron) -> str | None:
    """Return the day and time of a job of one day of the week."""
    day, at = _day(cron.weekday), _clock(cron)
    is_weekly = cron.day in ("*", "?") and cron.month == "*"
    return f"{day} {at}" if day and at and is_weekly else None


def as_every(cron: _Cron) -> str | None:
    """Return how long it is between two runs of a job that goes on all day."""
    if cron[2:] != ("*", "*", "*"):
        return None
    minutes = _step(cron.minute, 60)
    if minutes and cron.hour == "*":
        return f"{minutes}m" if minutes >= _OFTENEST else None
    once = re.fullmatch("[0-9]{1,2}", cron.minute)
    hours = 1 if cron.hour == "*" else _step(cron.hour, 24)
    return f"{hours}h" if once and hours else None


def _clock(cron: _Cron) -> str | None:
    one = all(re.fullmatch("[0-9]{1,2}", field) for field in (cron.minute, cron.hour))
    if not one or int(cron.minute) > 59 or int(cron.hour) > 23:  # noqa: PLR2004 - of a clock
        return None
    return f"{int(cron.hour):02}:{int(cron.minute):02}"


def _day(field: str) -> str | None:
    if re.fullmatch("[0-7]", field):
        return _DAYS[int(field)]
    return field if field in _DAYS else None


def _step(field: str, whole: int) -> int | None:
    """Return n of `*/n` where it parts the whole evenly: else cron's last step is a shorter one."""
    found = re.fullmatch(r"\*/([0-9]{1,2})", field)
    step = int(found[1]) if found else 0
    return step if step and whole % step == 0 else None
