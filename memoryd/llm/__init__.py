"""The one LLM adapter: dialects, budget, usage; `offline` is the embedded default."""

from collections.abc import Mapping
from pathlib import Path

from memoryd.config_model import Config
from memoryd.llm.offline import Offline


def open_extractor(config: Config, job: str, *, env: Mapping[str, str], state: Path) -> Offline:
    """Return the extractor that the configuration names for a job."""
    del config, job, env, state
    return Offline()
