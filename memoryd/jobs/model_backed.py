"""model_backed: what everything that asks a model has, whatever it asks."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass

from memoryd.llm.adapter import Adapter


@dataclass(frozen=True, slots=True)
class ModelBacked:
    """Stands before the model behind an adapter. nonce: draws the mark that fences a prompt."""

    adapter: Adapter
    nonce: Callable[[], str] = secrets.token_hex

    @property
    def name(self) -> str:
        """What shows where its work is shown."""
        return self.adapter.name

    @property
    def calls(self) -> int:
        """How many calls were sent."""
        return self.adapter.calls
