"""The one place that reads the clock."""

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from memoryd.errors import UsageError


def now() -> datetime:
    """Return the present moment, aware, in UTC."""
    return datetime.now(tz=UTC)


def parse_now(text: str | None, zone: ZoneInfo) -> datetime:
    """Read `--now`: an RFC 3339 time, or a day (its noon) or naive time in the operator's zone.

    Raises UsageError when the text is neither. None means the real clock.
    """
    if text is None:
        return now()
    try:
        moment = datetime.fromisoformat(text)
    except ValueError as err:
        raise UsageError(f"--now {text!r} is no time; use 2026-02-15 or 2026-02-15T09:15Z") from err
    if len(text) <= len("2026-02-15"):
        moment = moment.replace(hour=12)
    return moment if moment.tzinfo else moment.replace(tzinfo=zone)


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
    return moment.astimezone(zone).date()
