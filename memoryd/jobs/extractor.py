"""extractor: what reads lines and proposes facts, and what came of a run of it."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Protocol

from memoryd.core.plan import Decision
from memoryd.core.proposal import Extraction, ExtractionRequest
from memoryd.errors import LlmError
from memoryd.jobs.saves import Saves


class Extractor(Protocol):
    """Something that reads lines and proposes facts: a model behind the adapter, or the rules."""

    @property
    def name(self) -> str:
        """What it is called wherever its work shows."""

    def extract(self, request: ExtractionRequest) -> Extraction:
        """Return proposals. Raises LlmError.

        UnreadableAnswerError: no answer can be read; TooLongError: one for fewer lines may.
        """


@dataclass(slots=True)
class Extracted:
    """What an extraction did.

    parked: lines given up after five tries; saves: see jobs.saves; back: refs that came back from
    the archives.
    """

    parked: int = 0
    decisions: list[Decision] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    saves: Saves = field(default_factory=Saves)
    blocked: list[str] = field(default_factory=list)
    back: list[str] = field(default_factory=list)
    error: LlmError | None = None
