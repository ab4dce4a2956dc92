"""The composition root: from a configuration to open stores, sources and an extractor."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from memoryd import clock
from memoryd.config import Settings, read_settings
from memoryd.config_model import Config, load
from memoryd.jobs.context import Run
from memoryd.jobs.heartbeat import Extractor
from memoryd.llm import open_extractor
from memoryd.paths import Paths
from memoryd.sources import ClaudeCodeSource, PiSource, PlainSource, Source
from memoryd.store import Layout, MemoryStore, layout


@dataclass(frozen=True, slots=True)
class App:
    """What every command and the daemon start from: the environment, read once."""

    env: Mapping[str, str]
    paths: Paths
    config_file: Path
    now_text: str | None = None

    @classmethod
    def of(
        cls, env: Mapping[str, str], *, config_file: Path | None = None, now: str | None = None
    ) -> "App":
        """Make an app for an environment. Raises UsageError when HOME is unusable."""
        paths = Paths.of(env)
        return cls(env, paths, config_file or paths.config_file, now)

    def settings(self) -> Settings:
        """Return what reading needs, without pydantic."""
        return read_settings(self.config_file, env=self.env)

    def config(self) -> Config:
        """Return the whole configuration, validated."""
        return load(self.config_file, env=self.env)

    def run(self, *, now: datetime | None = None) -> Run:
        """Return a run on the operator's clock. Raises UsageError for a time that is none."""
        settings = self.settings()
        zone = clock.zone(settings.timezone)
        return Run(
            id=os.urandom(8).hex(),
            now=now or clock.parse_now(self.now_text, zone),
            zone=zone,
            operator=settings.operator_name,
            channels=settings.trust_channels,
            layers=settings.layers,
        )

    def reader(self) -> MemoryStore:
        """Open the memory for reading."""
        return MemoryStore.reader(self._layout())

    def writer(self, *, wait: float = 10.0) -> MemoryStore:
        """Open the memory for writing. Raises LockedError while another writer has it."""
        return MemoryStore.writer(self._layout(), wait=wait, now=self.run().stamp)

    def _layout(self) -> Layout:
        settings = self.settings()
        return layout(settings.root, workspace=settings.workspace, state=self.paths.state_dir)

    def sources(self) -> list[Source]:
        """Return the sources that are switched on and have paths."""
        config = self.config()
        zone = clock.zone(config.operator.timezone)
        kinds = {"claude_code": ClaudeCodeSource, "pi": PiSource, "plain": PlainSource}
        found: list[Source] = []
        for name, kind in kinds.items():
            source = getattr(config.sources, name)
            if source.active:
                found.append(kind([str(path) for path in source.paths], zone))
        return found

    def extractor(self, job: str = "heartbeat") -> Extractor:
        """Return what proposes facts: the model of [llm], or the embedded rules."""
        return open_extractor(self.config(), job, env=self.env, state=self.paths.state_dir)
