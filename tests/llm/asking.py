"""An adapter against a scripted server, and a question, for the tests of this folder."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from memoryd.config_model import LlmConfig, Price
from memoryd.config_model.model import Budget
from memoryd.llm.adapter import Adapter, Occasion, Pause
from memoryd.llm.anthropic import Anthropic
from memoryd.llm.dialect import Dialect
from memoryd.llm.ledger import Ledger
from memoryd.llm.openai import OpenAI
from memoryd.llm.prices import caps_of, price_of
from memoryd.llm.question import Question

BERLIN = ZoneInfo("Europe/Berlin")
NOON = datetime(2026, 2, 15, 11, 0, tzinfo=UTC)
KEY = "sk-test-0123456789"
MODEL = "claude-haiku-5-5"
QUESTION = Question("heartbeat", "system", "user", "extraction", {"type": "object"}, 1000)


@dataclass(slots=True)
class Waits:
    """Stands for sleep: keeps how long was asked for, and sleeps never."""

    seconds: list[float] = field(default_factory=list)

    def __call__(self, seconds: float) -> None:
        self.seconds.append(seconds)


@dataclass(slots=True)
class Asking:
    """Builds adapters over one ledger."""

    folder: Path
    url: str
    waits: Waits = field(default_factory=Waits)
    dialect: Callable[[], Dialect] = Anthropic
    key: str | None = KEY
    model: str = MODEL
    timeout: float = 5.0
    caps: Budget = field(default_factory=Budget)
    prices: dict[str, Price] = field(default_factory=dict)

    def adapter(self, now: datetime = NOON, *, force: bool = False, run: str = "run-1") -> Adapter:
        provider = "openai" if self.dialect is OpenAI else "anthropic"
        return Adapter(
            dialect=self.dialect(),
            config=LlmConfig(
                provider=provider,
                base_url=self.url,
                model=self.model,
                timeout_seconds=self.timeout,
                max_output_tokens=QUESTION.max_output_tokens,
            ),
            caps=caps_of(self.caps),
            price=price_of(self.model, self.prices),
            key=lambda: self.key,
            ledger=Ledger(self.path),
            occasion=Occasion(run, now, BERLIN, force),
            pause=Pause(self.waits, lambda: 0.5),
        )

    @property
    def path(self) -> Path:
        return self.folder / "state/llm.jsonl"

    def rows(self) -> list[dict[str, Any]]:
        if not self.path.exists():
            return []
        return [json.loads(line) for line in self.path.read_text("utf-8").splitlines()]

    def outcomes(self) -> list[str]:
        return [row["outcome"] for row in self.rows()]
