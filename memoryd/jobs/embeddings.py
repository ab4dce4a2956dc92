"""embeddings: who makes vectors where the operator named a server for them, and within which caps.

What is sent is the text of passages and questions, with secrets masked; nothing until [embeddings]
names a model.
"""

import os
from collections.abc import Callable, Mapping
from importlib.util import find_spec

from memoryd import clock
from memoryd.config_model import Config, LlmConfig
from memoryd.config_model.model import EmbeddingsConfig, Job, Provider
from memoryd.jobs.spending import LEDGER
from memoryd.llm.adapter import Adapter, Occasion
from memoryd.llm.embeddings import Embeddings, ServerEmbedder
from memoryd.llm.keys import find_key
from memoryd.llm.ledger import Ledger
from memoryd.llm.prices import caps_of, price_of
from memoryd.paths import Paths

_WORDS_ALONE = "searched by words alone: "
_PROVIDER: Provider = "openai"  # whose variable and key file are looked at
_JOBS: tuple[Job, ...] = ("heartbeat", "nightly", "synthesis")


def open_embedder(config: Callable[[], Config], *, env: Mapping[str, str]) -> ServerEmbedder | str:
    """Return what asks the server of [embeddings], or in one line why it cannot be asked.

    config: gives the configuration as it is at each call, for its caps and prices; whom to ask is
    decided now. Nothing is asked or read yet.
    """
    server = config().embeddings
    if server.model is None:
        return f"{_WORDS_ALONE}[embeddings] model is missing; write its name as the server does"
    if find_spec("numpy") is None:
        return f"{_WORDS_ALONE}numpy is not installed; pip install 'memoryd[semantic]'"

    def make(dialect: Embeddings) -> Adapter:
        return _adapter(dialect, server, config(), env)

    target = make(Embeddings()).target
    # Two servers may call different models by one name.
    own = config().privacy.secret_patterns
    return ServerEmbedder(f"{target.host}/{target.model}", make, own=own)


def _adapter(
    dialect: Embeddings, server: EmbeddingsConfig, config: Config, env: Mapping[str, str]
) -> Adapter:
    """Return an adapter for one call; its ledger is its own, as calls come from several threads."""
    paths = Paths.of(env)
    asked = LlmConfig(provider=_PROVIDER, base_url=server.base_url, model=server.model,
                      api_key_env=server.api_key_env,
                      timeout_seconds=server.timeout_seconds)  # fmt: skip
    shared = _may_share_the_key(config, server)
    zone = clock.zone(config.operator.timezone)
    return Adapter(
        dialect=dialect,
        config=asked,
        caps=caps_of(config.budget),
        price=price_of(server.model or "", config.prices),
        key=lambda: find_key(asked, env=env, folder=paths.config_file.parent, shared=shared),
        ledger=Ledger(paths.state_dir / LEDGER),
        occasion=Occasion(os.urandom(8).hex(), clock.now(), zone),
    )


def _may_share_the_key(config: Config, server: EmbeddingsConfig) -> bool:
    """Return whether the one credential or key file may go to this server.

    It belongs to the first model that needs a key: only to embeddings where no job needs one.
    """
    models = (config.llm, *(config.llm_for(job) for job in _JOBS))
    owner = next((model for model in models if model.provider != "offline"), None)
    return owner is None or (owner.provider, owner.base_url) == (_PROVIDER, server.base_url)
