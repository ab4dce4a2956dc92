"""The one place that reads the clock."""

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from memoryd.errors import UsageError

_FIRST_YEAR, _LAST_YEAR = 3, 9997  # what lies beyond cannot be moved by a zone, or by 400 days


def now() -> datetime:
    """Return the present moment, aware, in UTC."""
    return datetime.now(tz=UTC)


def parse_now(text: str | None, zone: ZoneInfo) -> datetime:
    """Read `--now`: an RFC 3339 time, or a day (its noon) or naive time in the operator's zone.

    Raises UsageError when the text is neither, or too near the ends of the calendar to be reckoned
    with. None means the real clock.
    """
    if text is None:
        return now()
    try:
        moment = datetime.fromisoformat(text)
    except ValueError as err:
        raise UsageError(f"--now {text!r} is no time; use 2026-02-15 or 2026-02-15T09:15Z") from err
    if len(text) <= len("2026-02-15"):
        moment = moment.replace(hour=12)
    if not is_reckonable(moment):
        raise UsageError(f"--now {text!r} is too far away; use a time of the years 3 to 9997")
    return moment if moment.tzinfo else moment.replace(tzinfo=zone)


def is_reckonable(moment: datetime) -> bool:
    """Return whether a moment has a day in every zone, and a year and more around it."""
    return _FIRST_YEAR <= moment.year <= _LAST_YEAR


def within(moment: datetime) -> datetime:
    """Return a moment that was once written down, as near as can be reckoned with."""
    return moment.replace(year=min(max(moment.year, _FIRST_YEAR), _LAST_YEAR))  # no leap day beyond


def zone(name: str | None) -> ZoneInfo:
    """Return the operator's zone; the machine's own where none is named, UTC as the last resort.

    Raises UsageError for a name that is no IANA zone.
    """
    if name is None:
        return _machine_zone()
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as err:
        raise UsageError(
            f"timezone {name!r} is not known; use an IANA name such as Europe/Berlin"
        ) from err


def _machine_zone() -> ZoneInfo:
    try:
        with open("/etc/localtime", "rb") as handle:  # noqa: PTH123 - TZif bytes, not a memory file
            return ZoneInfo.from_file(handle, key="localtime")
    except (OSError, ValueError):
        return ZoneInfo("UTC")


def local_day(moment: datetime, zone: ZoneInfo) -> date:
    """Return the operator's local day of a moment: the name of its daily note."""
    return within(moment).astimezone(zone).date()
