"""What a value of the configuration may be: a type for each kind, with the rule it breaks in words.

A rule is the end of the line `[section] key <rule>`; `{value}` in it is filled in by problems.py.
"""

import re
from datetime import time, timedelta
from pathlib import Path
from typing import Annotated, NamedTuple
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    PlainSerializer,
    Strict,
    ValidationInfo,
)

from memoryd.config_model import crontab
from memoryd.core import secret_own
from memoryd.core.entity import slugify
from memoryd.errors import SlugError
from memoryd.paths import expand_home, own_folder

_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_NO_ADDRESS = "must be an address such as http://127.0.0.1:11434"
_SHORTEST, _LONGEST = timedelta(minutes=5), timedelta(hours=24)


class Weekly(NamedTuple):
    """A moment of the operator's week: the day's first three letters, and the time of day."""

    day: str
    at: time


def _text(value: str) -> str:
    text = value.strip()
    if len(text.splitlines()) != 1:
        raise ValueError("must be one line of text, not empty")
    if not text.isprintable():
        hidden = next(char for char in text if not char.isprintable())
        raise ValueError(f"must not hold U+{ord(hidden):04X}, which does not show; type it again")
    return text


def _name(value: str) -> str:
    try:
        slugify(value)
    except SlugError as err:
        raise ValueError("must hold a letter or digit") from err
    return value


def _zone(value: str) -> str:
    try:
        ZoneInfo(value)
    except (ZoneInfoNotFoundError, ValueError, OSError) as err:
        raise ValueError("is no time zone; use an IANA name such as Europe/Berlin") from err
    return value


def _path(value: object, info: ValidationInfo) -> Path:
    if not isinstance(value, str | Path):
        raise ValueError("must be text in quotes")  # noqa: TRY004 - pydantic collects ValueErrors
    home: Path = (info.context or {})["home"]  # load and parse give it
    return expand_home(_text(str(value)), home)


def _memory_folder(path: Path, info: ValidationInfo) -> Path:
    return own_folder(path, (info.context or {})["home"])


def _folder_name(value: str) -> str:
    if value.startswith(".") or "/" in value or "\\" in value:
        raise ValueError('must hold plain names of folders, such as "projects" or "people"')
    return value


def _pattern(value: str) -> str:
    if trouble := secret_own.fault(value):
        raise ValueError(trouble)
    return value


def _base_url(value: str) -> str:
    """Return the address without `/v1`, which the adapter adds."""
    try:
        parts = urlsplit(value)
        good = parts.scheme in {"http", "https"} and parts.hostname and parts.port != 0
    except ValueError as err:  # a port that is no number, a bracket left open
        raise ValueError(_NO_ADDRESS) from err
    if not good:
        raise ValueError(_NO_ADDRESS)
    if parts.username or parts.password or parts.query or parts.fragment:
        raise ValueError("must not hold a user, a key or a query; see api_key_env")
    return value.rstrip("/").removesuffix("/v1").rstrip("/")


def _env_name(value: str) -> str:
    if not re.fullmatch(r"[A-Z_][A-Z0-9_]*", value):
        raise ValueError("is the NAME of an environment variable, in capitals, never the key")
    return value


def _duration(value: object) -> timedelta:
    if isinstance(value, timedelta):
        return value
    found = re.fullmatch(r"(?:([0-9]{1,4})h)?(?:([0-9]{1,4})m)?", str(value).replace(" ", ""))
    if not isinstance(value, str) or not found or not found.group():
        cron = crontab.advice(value, crontab.as_every, "30m or 2h")
        raise ValueError(cron or "{value} is no duration; write 30m or 2h")
    length = timedelta(hours=int(found[1] or 0), minutes=int(found[2] or 0))
    if not _SHORTEST <= length <= _LONGEST:
        raise ValueError("{value} is out of range; use 5m to 24h")
    return length


def _time(value: object) -> time:
    if isinstance(value, time):  # a default, or TOML's own 23:00:00
        return value.replace(second=0, microsecond=0)
    found = re.fullmatch(r"([01]?[0-9]|2[0-3]):([0-5][0-9])", str(value).strip())
    if not found:
        cron = crontab.advice(value, crontab.as_time, "HH:MM, of every day")
        raise ValueError(cron or "{value} is no time of day; write HH:MM")
    return time(int(found[1]), int(found[2]))


def _weekly(value: object) -> Weekly:
    if isinstance(value, Weekly):
        return value
    day, _, clock = str(value).strip().lower().partition(" ")
    # Names only: cron's numbers begin the week on Sunday in one tool and on Monday in another.
    known = [name[:3] for name in _DAYS if day in (name, name[:3])]
    try:
        return Weekly(known[0], _time(clock))
    except (IndexError, ValueError) as err:
        cron = crontab.advice(value, crontab.as_weekly, "one day and its time, such as sun 04:00")
        raise ValueError(cron or "{value} is no day and time; write sun 04:00") from err


def _minutes(value: timedelta) -> str:
    return f"{value // timedelta(minutes=1)}m"


def _clock(value: time) -> str:
    return f"{value:%H:%M}"


def _day_and_clock(value: Weekly) -> str:
    return f"{value.day} {value.at:%H:%M}"


Text = Annotated[str, AfterValidator(_text)]
Texts = Annotated[tuple[Text, ...], Strict(strict=False)]
Name = Annotated[Text, AfterValidator(_name)]
Zone = Annotated[Text, AfterValidator(_zone)]
FullPath = Annotated[Path, BeforeValidator(_path)]
MemoryFolder = Annotated[FullPath, AfterValidator(_memory_folder)]
FolderNames = Annotated[
    tuple[Annotated[Text, AfterValidator(_folder_name)], ...], Strict(strict=False)
]
Patterns = Annotated[tuple[Annotated[Text, AfterValidator(_pattern)], ...], Strict(strict=False)]
FullPaths = Annotated[tuple[FullPath, ...], Strict(strict=False)]
BaseUrl = Annotated[Text, AfterValidator(_base_url)]
EnvName = Annotated[Text, AfterValidator(_env_name)]
Command = Annotated[Texts, Field(min_length=1)]
Count = Annotated[int, Field(ge=1)]
Seconds = Annotated[float, Field(gt=0, le=3600)]
Usd = Annotated[float, Field(ge=0)]
Every = Annotated[timedelta, BeforeValidator(_duration), PlainSerializer(_minutes)]
Clock = Annotated[time, BeforeValidator(_time), PlainSerializer(_clock)]
DayAndClock = Annotated[Weekly, BeforeValidator(_weekly), PlainSerializer(_day_and_clock)]
