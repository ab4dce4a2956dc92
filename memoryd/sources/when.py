"""Times as transcripts state them: RFC 3339 in every spelling met, and seconds or milliseconds."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

_MILLISECONDS = 1e11  # as seconds this is the year 5138, as milliseconds 1973
_LONGEST = 40  # characters; what is longer is no time


def moment(stated: object, zone: ZoneInfo) -> datetime | None:
    """Return a stated time as an aware one in UTC; a naive one is in the operator's zone.

    None for what is no time, and for the zero times that programs write when they know none.
    """
    found: datetime | None = None
    try:
        if isinstance(stated, str) and len(stated) <= _LONGEST:
            found = datetime.fromisoformat(stated.strip().upper())
            found = (found if found.tzinfo else found.replace(tzinfo=zone)).astimezone(UTC)
        elif isinstance(stated, int | float):
            seconds = stated / 1000 if stated >= _MILLISECONDS else stated
            found = datetime.fromtimestamp(seconds, UTC)
    except (ValueError, OverflowError, OSError):
        return None
    return found if found and 1970 < found.year < 9999 else None  # noqa: PLR2004 - year 1, 1970
