"""Times as transcripts state them: RFC 3339 in every spelling met, and seconds or milliseconds."""

import os
import re
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

_MILLISECONDS = 1e11  # as seconds this is the year 5138, as milliseconds 1973
_ZERO = 1970  # the year of a clock that was never set
_FIRST = 2010  # no transcript is older: archives with fixed dates say 1980 or 1985
_AHEAD = timedelta(days=2)  # of what the file says, for clocks and zones that disagree
_DAY = re.compile(r"\d{4}-\d\d-\d\d(?!\d)")
_LONGEST = 40  # characters; what is longer is no time
_LEAP = re.compile(r"(:\d\d):60(?!\d)")  # the second that no calendar here knows


def moment(stated: object, zone: ZoneInfo, latest: datetime) -> datetime | None:
    """Return a stated time as an aware one in UTC; a naive one is in the operator's zone.

    None for what is no time, for the zero times that programs write when they know none, and for
    one after `latest`.
    """
    found: datetime | None = None
    try:
        if isinstance(stated, str) and len(stated) <= _LONGEST:
            plain, leaps = _LEAP.subn(r"\1:59", stated.strip().upper())
            found = datetime.fromisoformat(plain)
            found = (found if found.tzinfo else found.replace(tzinfo=zone)).astimezone(UTC)
            found += timedelta(seconds=leaps)
        elif isinstance(stated, int | float):
            seconds = stated / 1000 if stated >= _MILLISECONDS else stated
            found = datetime.fromtimestamp(seconds, UTC)
    except (ValueError, OverflowError, OSError):
        return None
    return found if found and found.year > _ZERO and found <= latest else None


def written(file: os.stat_result) -> tuple[datetime, datetime]:
    """Return when a file was last written, and the latest time that a row of it may state.

    Its own date is what an archive or a copy made it; that it came to stand here is a later one.
    """
    changed, came = (datetime.fromtimestamp(t, UTC) for t in (file.st_mtime, file.st_ctime))
    changed = changed if changed.year >= _FIRST else came
    latest = max(changed, came)
    keeps_time = latest.year >= _FIRST
    return changed, latest + _AHEAD if keeps_time else datetime.max.replace(tzinfo=UTC)


def day(stated: object, zone: ZoneInfo, latest: datetime) -> datetime | None:
    """Return the start of the day that a time states whose rest cannot be read."""
    dated = isinstance(stated, str) and _DAY.match(stated.strip())
    return moment(dated[0], zone, latest) if dated else None
