"""What every command starts from: stores, sources and the verbs, as the configuration has them."""

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from memoryd import clock
from memoryd.config import Settings, read_settings
from memoryd.config_model import Config, load
from memoryd.core.nights import night_of
from memoryd.core.sundays import latest_slot
from memoryd.core.turn import Audience
from memoryd.core.value import replace
from memoryd.errors import ConfigError, UsageError
from memoryd.jobs.context import Run
from memoryd.jobs.extraction import calls_of, open_extractor
from memoryd.jobs.extractor import Extractor
from memoryd.jobs.heartbeat import heartbeat, rename_operator
from memoryd.jobs.in_force import mark
from memoryd.jobs.ingest import unreadable
from memoryd.jobs.init import Places, places, prepare
from memoryd.jobs.reading import Reading
from memoryd.jobs.report import beat_as_json, night_as_json, planned_as_json, sunday_as_json
from memoryd.jobs.saves import take_in
from memoryd.jobs.troubles import closed_over
from memoryd.llm.embeddings import ServerEmbedder
from memoryd.paths import Paths
from memoryd.sources import (
    ClaudeCodeSource,
    JsonlSource,
    PassedOver,
    PiSource,
    PlainSource,
    Source,
    default_paths,
)
from memoryd.store import Layout, MemoryStore, locate

if TYPE_CHECKING:
    from memoryd.jobs.nightly import Night

Progress = Callable[[str], None]
Params = Mapping[str, Any]


@dataclass(slots=True)
class Held:
    """A configuration as it was read last: a daemon goes on with it until it is to read again.

    mark: of the file it was read from; None where that names other folders than those in use;
    written: whether it stood in a file.
    """

    config: Config
    settings: Settings
    mark: str | None
    written: bool


@dataclass(frozen=True, slots=True)
class App:
    """What every command and the daemon start from: the environment, read once."""

    env: Mapping[str, str]
    paths: Paths
    config_file: Path
    now_text: str | None = None
    held: Held | None = None

    @classmethod
    def of(
        cls, env: Mapping[str, str], *, config_file: Path | None = None, now: str | None = None
    ) -> "App":
        """Make an app for an environment. Raises UsageError when HOME is unusable."""
        paths = Paths.of(env)
        return cls(env, paths, config_file or paths.config_file, now)

    def settings(self) -> Settings:
        """Return what reading needs, without pydantic."""
        return self.held.settings if self.held else read_settings(self.config_file, env=self.env)

    def config(self) -> Config:
        """Return the whole configuration, validated."""
        return self.held.config if self.held else load(self.config_file, env=self.env)

    def holding(self) -> "App":
        """Return an app that goes on with the configuration as it is now. Raises ConfigError."""
        read = mark(self.config_file)  # first: what changes meanwhile is found out of date
        written = self.config_file.exists()
        return replace(self, held=Held(self.config(), self.settings(), read, written))

    def reload(self) -> Config:
        """Read the configuration again and hold it; raises ConfigError and holds what it had.

        The folders stay those that the store was opened with: other ones are for the next start. A
        file that is gone is no wish for the defaults: they lie elsewhere and read other talks.
        """
        fresh = replace(self, held=None).holding().held
        if self.held is not None and fresh is not None:
            if self.held.written and not fresh.written:
                gone = "is gone; put it back, or restart memoryd to go on with the defaults"
                raise ConfigError([f"{self.config_file.name} {gone}"])
            old, new = self.held.settings, fresh.settings
            moved = (old.root, old.workspace) != (new.root, new.workspace)
            self.held.config = fresh.config
            self.held.settings = replace(new, root=old.root, workspace=old.workspace)
            self.held.mark = None if moved else fresh.mark
            self.held.written = fresh.written
        return self.config()

    def in_force(self) -> dict[str, Any]:
        """Return what tells a command whether this goes by the file as it is (jobs.in_force)."""
        settings = self.settings()
        return {
            "file": str(self.config_file),
            "mark": self.held.mark if self.held else mark(self.config_file),
            "root": str(settings.root),
            "workspace": settings.workspace and str(settings.workspace),
        }

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
            keep_lines=settings.keep_lines,
            secrets=settings.secret_patterns,
        )

    def reader(self) -> MemoryStore:
        """Open the memory for reading."""
        return MemoryStore.reader(self._layout())

    def writer(self, *, wait: float = 10.0, anew: bool = False) -> MemoryStore:
        """Open the memory for writing; anew: begin one where another stood and is gone.

        Raises LockedError while another writer has it.
        """
        return MemoryStore.writer(self._layout(), wait=wait, now=self.run().stamp, anew=anew)

    def _layout(self) -> Layout:
        settings = self.settings()
        return locate(settings.root, workspace=settings.workspace, state=self.paths.state_dir)

    def sources(self) -> list[Source]:
        """Return the sources that are switched on and have paths."""
        config = self.config()
        tables = {name: getattr(config.sources, name) for name in ("openclaw", "codex")}
        unread = [PassedOver(name) for name, table in tables.items() if table.active]
        zone = clock.zone(config.operator.timezone)
        kinds = (
            (config.sources.claude_code, ClaudeCodeSource),
            (config.sources.pi, PiSource),
            (config.sources.plain, PlainSource),
        )
        found = [(kind, [str(path) for path in s.paths]) for s, kind in kinds if s.active]
        if self.env.get("CLAUDE_CONFIG_DIR") and not config.sources.claude_code.model_fields_set:
            found[0] = (ClaudeCodeSource, list(default_paths(self.env)))  # it moved them there
        return [*(kind(paths, zone) for kind, paths in found), *unread]

    def extractor(self, run: Run, *, force: bool = False) -> Extractor:
        """Return what proposes facts: the model of [llm], or the embedded rules."""
        return open_extractor(self.config(), "heartbeat", run, env=self.env, force=force)

    def embedder(self) -> ServerEmbedder | str:
        """Return what asks the server of [embeddings], or in one line why it cannot be asked."""
        from memoryd.jobs.embeddings import open_embedder  # noqa: PLC0415 - see perform

        return open_embedder(self.config, env=self.env)

    def perform(
        self, verb: str, params: Mapping[str, Any], store: MemoryStore, progress: Progress
    ) -> dict[str, Any]:
        """Perform a verb that the command line and the daemon share; return what it tells.

        Raises UsageError for a verb that is none of these. What only some verbs need is loaded with
        them: a daemon at rest is smaller by 5 MB.
        """
        verbs = {
            "prepare": self._prepare,
            "heartbeat": self._heartbeat,
            "nightly": self._nightly,
            "synthesis": self._synthesis,
            "rescan": self._rescan,
            "remember": self._remember,
            "remember_of_assistant": self._remember_of_assistant,
            "context": self._context,
            "status": self._status,
        }
        if verb not in verbs:
            raise UsageError(f"there is no verb {verb!r}")
        return verbs[verb](store, params, progress)

    def _prepare(self, store: MemoryStore, _params: Params, _progress: Progress) -> dict[str, Any]:
        with store.exclusive():
            return asdict(prepare(store, self.places(), self.run()))

    def _rescan(self, store: MemoryStore, _params: Params, _progress: Progress) -> dict[str, Any]:
        """Take in what people saved."""
        saves = take_in(store, self.run())
        store.save_head()
        return {"edits": saves.changed + saves.first_seen, "broken": store.broken}

    def _remember(self, store: MemoryStore, params: Params, _progress: Progress) -> dict[str, Any]:
        from memoryd.jobs.remember import remember  # noqa: PLC0415 - see perform

        with store.exclusive():
            rename_operator(store, self.run())
            store.rescan(self.run().stamp)
            return remember(
                store,
                str(params.get("text", "")),
                about=params.get("about"),
                category=params.get("category"),
                run=self.run(),
            )

    def _remember_of_assistant(
        self, store: MemoryStore, params: Params, _progress: Progress
    ) -> dict[str, Any]:
        from memoryd.jobs.remember import remember_of_assistant  # noqa: PLC0415 - see perform

        with store.exclusive():
            rename_operator(store, self.run())
            store.rescan(self.run().stamp)
            return remember_of_assistant(store, params, self.run())

    def _context(self, store: MemoryStore, params: Params, _progress: Progress) -> dict[str, Any]:
        from memoryd.jobs.showing import context  # noqa: PLC0415 - see perform

        settings = self.settings()
        return context(Reading(store, settings, clock.zone(settings.timezone)), params)

    def places(self) -> Places:
        """Return how the rules for assistants name the memory's places."""
        settings = self.settings()
        return places(settings.root, settings.workspace, self.paths.home)

    def _heartbeat(self, store: MemoryStore, params: Params, progress: Progress) -> dict[str, Any]:
        run = self.run()
        extractor = self.extractor(run, force=bool(params.get("force")))
        beat = heartbeat(store, self.sources(), extractor, run, progress)
        calls = calls_of(extractor)
        waiting = [*store.waiting_paths(), *store.held_paths()]
        told = beat_as_json(beat, extractor.name, calls=calls, broken=store.broken, waiting=waiting)
        return {
            **told,
            "closed": closed_over(store, told["blocked"]),
            "state_trouble": store.state_trouble,
        }

    def _nightly(self, store: MemoryStore, params: Params, progress: Progress) -> dict[str, Any]:
        """Read what is new, then review the days that are due: by the schedule only the oldest."""
        from memoryd.jobs.nightly import days_to_review, nightly  # noqa: PLC0415 - see perform
        from memoryd.jobs.reviewing import open_reviewer  # noqa: PLC0415 - see perform

        by_hand = bool(params.get("force"))
        at = self.config().schedule.nightly
        beat = self._heartbeat(store, params, progress)
        days = days_to_review(store, self.run(), at, by_hand=by_hand)
        nights: list[Night] = []
        calls, name = 0, None
        for day in days if by_hand else days[:1]:
            run = self.run()
            reviewer = open_reviewer(self.config(), run, env=self.env, force=by_hand)
            nights.append(nightly(store, reviewer, run, day, progress))
            calls, name = calls + reviewer.calls, reviewer.name
            if nights[-1].error and not nights[-1].parked:
                break
        stuck = bool(nights and nights[-1].error and not nights[-1].parked)
        return {
            "heartbeat": beat,
            "days": [night_as_json(night) for night in nights],
            "calls": calls,
            "reviewer": name,
            "late_seconds": self._late(nights) if not by_hand else 0,
            "left": len(days) - len(nights) + stuck,
            "partial": beat["partial"] or stuck or any(night.blocked for night in nights),
        }

    def _late(self, nights: "Sequence[Night]") -> int:
        """Return how long after its time the night was held: the machine was off or asleep."""
        if not nights:
            return 0
        run = self.run()
        due = night_of(nights[0].day, self.config().schedule.nightly, run.zone)
        return max(0, int(run.now.timestamp() - due.timestamp()))

    def _synthesis(self, store: MemoryStore, params: Params, progress: Progress) -> dict[str, Any]:
        """Write the summaries that are due and refresh MEMORY.md, or tell what that would do."""
        from memoryd.jobs.rehearsal import plan  # noqa: PLC0415 - see perform
        from memoryd.jobs.synthesis import synthesis  # noqa: PLC0415 - see perform
        from memoryd.jobs.writing import open_writer  # noqa: PLC0415 - see perform

        run = self.run()
        if params.get("plan"):
            by_rules = self.config().llm_for("synthesis").provider == "offline"
            return planned_as_json(plan(store, run, by_rules=by_rules))
        by_hand = bool(params.get("force"))
        writer = open_writer(self.config(), run, env=self.env, force=by_hand)
        slot = latest_slot(run.now, *self.config().schedule.synthesis, run.zone)
        sunday = synthesis(store, writer, run, progress, slot)
        late = 0 if by_hand else int(run.now.timestamp() - slot.timestamp())
        told = sunday_as_json(sunday, writer.name, calls=writer.calls)
        partial = told["partial"] or bool(store.broken)
        return {**told, "late_seconds": late, "broken": store.broken, "partial": partial}

    def _status(self, store: MemoryStore, params: Params, _progress: Progress) -> dict[str, Any]:
        from memoryd.jobs.outlook import outlook  # noqa: PLC0415 - see perform
        from memoryd.jobs.status import Setup, status  # noqa: PLC0415 - see perform

        config = self.config()
        run = self.run()
        sources = self.sources()
        refused = unreadable(store, sources)
        read = [source for source in sources if isinstance(source, JsonlSource)]
        setup = Setup(
            provider=config.llm_for("heartbeat").provider,
            sources={source.name: source.paths if not source.files() else () for source in read},
            group_visible=config.privacy.group_visible,
            refused=tuple(refused),
            model=outlook(store, config, run, env=self.env),
        )
        audience = Audience(params.get("audience", "group"))
        return status(store, setup, run, audience=audience)
