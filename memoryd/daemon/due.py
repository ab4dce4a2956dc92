"""When something that repeats is due, whatever happens to the clocks meanwhile."""

import time
from datetime import datetime, timedelta
from typing import NamedTuple

from memoryd import clock

_ZERO = timedelta(0)


class Moment(NamedTuple):
    """One moment on two clocks: the wall's, and the seconds since boot, which nobody sets."""

    wall: datetime
    boot: float

    @classmethod
    def now(cls) -> "Moment":
        """Read both clocks."""
        return cls(clock.now(), time.clock_gettime(time.CLOCK_BOOTTIME))

    def since(self, earlier: "Moment") -> timedelta:
        """Return how much time went by: a suspended machine counts, a clock set back does not."""
        return max(self.wall - earlier.wall, timedelta(seconds=self.boot - earlier.boot))

    def at(self, stamp: str) -> "Moment | None":
        """Return the moment of an RFC 3339 time, seen from this one; None when it lies ahead."""
        ago = self.wall - datetime.fromisoformat(stamp)
        return None if ago < _ZERO else Moment(self.wall - ago, self.boot - ago.total_seconds())


def left(every: timedelta, last: Moment | None, now: Moment) -> timedelta:
    """Return how long it is until something is due that was last done at `last`; zero when it is.

    However much was missed, it is due once.
    """
    return _ZERO if last is None else max(_ZERO, every - now.since(last))
