"""reading: the memory opened for one question, without what only jobs need (0.1 s of start)."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from zoneinfo import ZoneInfo

from memoryd import clock
from memoryd.config import Settings, read_settings
from memoryd.paths import Paths
from memoryd.store import MemoryStore, locate


@dataclass(frozen=True, slots=True)
class Reading:
    """A store that takes no lock and writes nothing, the settings, and the operator's zone."""

    store: MemoryStore
    settings: Settings
    zone: ZoneInfo


def open_reading(env: Mapping[str, str], config_file: Path | None) -> Reading:
    """Open the memory of an environment. Raises ConfigError, UsageError and StoreError."""
    settings = read_settings(config_file, env=env)
    state = Paths.of(env).state_dir
    store = MemoryStore.reader(locate(settings.root, workspace=settings.workspace, state=state))
    return Reading(store, settings, clock.zone(settings.timezone))
