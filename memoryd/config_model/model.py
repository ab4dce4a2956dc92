"""Every table and key of the configuration with its default, as frozen pydantic models."""

from datetime import time, timedelta
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from memoryd.config_model.values import (
    BaseUrl,
    Clock,
    Command,
    Count,
    DayAndClock,
    EnvName,
    Every,
    FolderNames,
    FullPaths,
    MemoryFolder,
    Name,
    Patterns,
    Seconds,
    Text,
    Texts,
    Usd,
    Weekly,
    Zone,
)

Provider = Literal["anthropic", "openai", "ollama", "command", "offline"]
Job = Literal["heartbeat", "nightly", "synthesis"]


class _Table(BaseModel):
    """One table of the file: no unknown key, no guess at a type, never changed once read."""

    model_config = ConfigDict(
        extra="forbid",
        frozen=True,
        strict=True,
        allow_inf_nan=False,
        validate_default=True,  # a default path is expanded as a written one is
        hide_input_in_errors=True,
    )


class Operator(_Table):
    """The person whose memory this is; timezone None is the machine's."""

    name: Name | None = None
    timezone: Zone | None = None


class Memory(_Table):
    """Where the memory is, and whether the conversations' own words are kept."""

    root: MemoryFolder = Path("~/life")
    workspace: MemoryFolder | None = None
    keep_lines: bool = True


class Layers(_Table):
    """Each layer's switch."""

    tacit: bool = True
    notes: bool = True
    graph: bool = True
    search: bool = True


class LlmConfig(_Table):
    """One model and its limits; base_url has no /v1, timeout_seconds counts per request."""

    provider: Provider = "offline"
    base_url: BaseUrl | None = None
    model: Text | None = None
    api_key_env: EnvName | None = None
    command: Command | None = None
    max_output_tokens: Count = 8000
    timeout_seconds: Seconds = 120.0


class LlmOverride(_Table):
    """What one job does otherwise; None is as [llm] says."""

    provider: Provider | None = None
    base_url: BaseUrl | None = None
    model: Text | None = None
    api_key_env: EnvName | None = None
    command: Command | None = None
    max_output_tokens: Count | None = None
    timeout_seconds: Seconds | None = None


class Llm(LlmConfig):
    """The model of every job, and what single jobs do otherwise; read through Config.llm_for."""

    heartbeat: LlmOverride = LlmOverride()
    nightly: LlmOverride = LlmOverride()
    synthesis: LlmOverride = LlmOverride()


class EmbeddingsConfig(_Table):
    """A server that makes vectors; none is asked while model is None."""

    base_url: BaseUrl | None = None
    model: Text | None = None
    api_key_env: EnvName | None = None
    timeout_seconds: Seconds = 10.0

    @property
    def wanted(self) -> bool:
        """Whether a server was meant to be asked, instead of the local model."""
        return any((self.base_url, self.model, self.api_key_env))


class Budget(_Table):
    """What may be spent: US dollars and tokens in the operator's local day or month."""

    daily_usd: Usd = 0.50
    monthly_usd: Usd = 5.00
    daily_tokens: Count | None = None


class Price(_Table):
    """US dollars for a million tokens of one model."""

    input: Usd
    output: Usd
    cache_read: Usd | None = None
    cache_write: Usd | None = None


class Schedule(_Table):
    """When the jobs run, in the operator's time zone."""

    heartbeat: Every = timedelta(minutes=30)
    nightly: Clock = time(23)
    synthesis: DayAndClock = Weekly("sun", time(4))


class Source(_Table):
    """One assistant's transcripts; paths: folders, files, or patterns such as ~/chats/*.jsonl."""

    enabled: bool = True
    paths: FullPaths = ()

    @property
    def active(self) -> bool:
        """Whether there is anything to read."""
        return self.enabled and bool(self.paths)


class ClaudeCode(Source):
    """Claude Code, in its default folder."""

    paths: FullPaths = (Path("~/.claude/projects"),)


class Pi(Source):
    """Pi, in its default folder."""

    paths: FullPaths = (Path("~/.pi/agent/sessions"),)


class Sources(_Table):
    """The assistants whose transcripts can be named; those without paths are not read."""

    claude_code: ClaudeCode = Field(default_factory=dict, validate_default=True)
    pi: Pi = Field(default_factory=dict, validate_default=True)
    plain: Source = Source()
    openclaw: Source = Source()
    codex: Source = Source()


class Search(_Table):
    """How memory is searched."""

    semantic: bool = True
    engine: Literal["fts5", "tantivy"] = "fts5"


class Privacy(_Table):
    """The kinds of entity that a group may hear of, and secrets beside the formats known."""

    group_visible: FolderNames = ("projects", "resources")
    secret_patterns: Patterns = ()


class Trust(_Table):
    """The channels, beside direct ones, whose operator turns count as the operator's own."""

    channels: Texts = ()


class Config(_Table):
    """The file as a whole; made by load or parse, which know the home folder."""

    operator: Operator = Operator()
    memory: Memory = Field(default_factory=dict, validate_default=True)
    layers: Layers = Layers()
    llm: Llm = Llm()
    embeddings: EmbeddingsConfig = EmbeddingsConfig()
    budget: Budget = Budget()
    prices: dict[str, Price] = {}
    schedule: Schedule = Schedule()
    sources: Sources = Field(default_factory=dict, validate_default=True)
    search: Search = Search()
    privacy: Privacy = Privacy()
    trust: Trust = Trust()

    def llm_for(self, job: Job) -> LlmConfig:
        """Return the model of one job: its own keys over those of [llm].

        A job with another provider takes only the limits from [llm]: an address or a key belongs
        to its provider, and must not be sent to another.
        """
        shared = {key: getattr(self.llm, key) for key in LlmConfig.model_fields}
        own = getattr(self.llm, job).model_dump(exclude_none=True)
        if own.get("provider", self.llm.provider) != self.llm.provider:
            shared = {key: shared[key] for key in ("max_output_tokens", "timeout_seconds")}
        return LlmConfig.model_validate(shared | own)
