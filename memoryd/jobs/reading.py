"""reading: the memory opened for one question, without what only jobs need (0.1 s of start)."""

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from memoryd import clock
from memoryd import store as files
from memoryd.config import Settings, read_settings
from memoryd.core.value import frozen
from memoryd.paths import Paths
from memoryd.store import Glance, Layout, locate

if TYPE_CHECKING:  # what only some questions need: 15 ms of a start
    from memoryd.store import MemoryStore


@frozen
class Reading:
    """A store that takes no lock and writes nothing, the settings, and the operator's zone.

    now: the moment for which what is opened counts, aware; None: when it is opened.
    """

    store: "MemoryStore"
    settings: Settings
    zone: ZoneInfo
    now: datetime | None = None

    @property
    def whole(self) -> "Reading":
        """Itself."""
        return self


def open_reading(env: Mapping[str, str], config_file: Path | None) -> Reading:
    """Open the memory of an environment. Raises ConfigError, UsageError and StoreError."""
    settings = read_settings(config_file, env=env)
    store = files.MemoryStore.reader(_place(settings, env))
    return Reading(store, settings, clock.zone(settings.timezone))


@frozen
class Glancing:
    """As Reading, for a question that seldom needs more than a look from outside."""

    store: Glance
    settings: Settings
    zone: ZoneInfo

    @property
    def whole(self) -> Reading:
        """The same memory, opened for any question. Raises StoreError."""
        return Reading(self.store.whole, self.settings, self.zone)


def glance(env: Mapping[str, str], config_file: Path | None) -> Glancing:
    """Open the memory of an environment for a look. Raises as open_reading does."""
    settings = read_settings(config_file, env=env)
    store = Glance.at(_place(settings, env))
    return Glancing(store, settings, clock.zone(settings.timezone))


def _place(settings: Settings, env: Mapping[str, str]) -> Layout:
    state = Paths.of(env).state_dir
    return locate(settings.root, workspace=settings.workspace, state=state)
